package sphere

import (
	"krein/kernel"
	"krein/kernel/constant"
)

// Arcs is a kernel on the unit sphere in the form f(u) = P(u) + Q(u) arcsin u + R(u) √(1−u²), u = ⟨x,y⟩ ∈ [−1,1], with exact
// polynomials, constant terms first. Kernels of this form are continuous on the sphere with the values at both ends.
type Arcs struct {
	P, Q, R []constant.Value
	form    *arcForm
}

// ArcsOf finds the form of f(u) = k(√(2−2u)) by exact arithmetic. The error says why there is none, or that k(0) or k(2) is not known to be
// the limit. It panics for a Go function.
func ArcsOf(k *kernel.Kernel) (*Arcs, error) {
	f, err := arcFormOf(k)
	if err != nil {
		return nil, err
	}
	if err := f.continuous(k); err != nil {
		return nil, err
	}
	return &Arcs{f.p, f.q, f.r, f}, nil
}

// Gegenbauer returns the coefficients of P in the polynomials P_n of S^{d−1}, d ≥ 2, P_n(1) = 1.
func (a *Arcs) Gegenbauer(d int) []constant.Value { return a.form.p.gegenbauer(d) }

// TailSign proves that the Maclaurin coefficients b_n of f of the degrees n ≥ from with n ≡ parity (mod 2) are all nonnegative (1), all
// nonpositive (−1) or all zero (0); ok is false if it proves none of these. Then the Gegenbauer coefficients of the same
// degrees have these signs on every sphere, for uʲ has nonnegative ones, of the degrees j, j−2, ….
func (a *Arcs) TailSign(parity, from int) (sign int, ok bool) {
	if from < a.form.degree()+2 {
		return 0, false
	}
	p := a.form.tail(parity).shift(int64((from - parity + 1) / 2))
	if len(p) == 0 {
		return 0, true
	}
	if p.nonnegative() {
		return 1, true
	}
	return -1, p.scale(constInt(-1)).nonnegative()
}

// At returns f(1) or f(−1), for s = 1 and −1.
func (a *Arcs) At(s int) constant.Value { return a.form.at(int64(s)) }

// Polynomial reports whether f is the polynomial P.
func (a *Arcs) Polynomial() bool { return len(a.form.q) == 0 && len(a.form.r) == 0 }
