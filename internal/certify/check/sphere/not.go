package sphere

import (
	"context"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/quad/taylor"
	"krein/kernel"
)

// sphereBounded: of two points of the sphere at the distance Z the Gram matrix has the determinant
// k(0)² − k(Z)². Distances up to 2 occur on S^{d−1}, d ≥ 2, and 0 and 2 alone on S⁰.
func sphereBounded(_ *rule.Checker, g rule.Goal, ev pd.ValueEvidence) error {
	switch two := ev.Z.Cmp(big.NewRat(2, 1)); {
	case two > 0:
		return rule.Reject("no two points of the sphere are %s apart", ev.Z.RatString())
	case g.Dim == 1 && two != 0:
		return rule.Reject("the two points of S⁰ are 2 apart")
	}
	return ev.AboveZero(g)
}

// CoefficientEvidence is the evidence of the rules that refute by a coefficient of degree N, enclosed with Bits bits in
// Value.
type CoefficientEvidence struct {
	N     int        `json:"n"`
	Bits  rule.Bits  `json:"bits"`
	Value *ball.Real `json:"value"`
}

// maxDegree bounds the degrees that evidence may name.
const maxDegree = 2000

// negative checks the evidence against the enclosure that compute finds again.
//
// The enclosure is computed again, and the evidence has to be the same to the last digit: the sign
// is that of what the checker found.
func (ev CoefficientEvidence) negative(compute func() (CoefficientEvidence, error)) error {
	if ev.N < 0 || ev.N > maxDegree {
		return rule.Reject("degree %d", ev.N)
	}
	again, err := compute()
	if err := rule.First(err, rule.Recomputed(ev, again)); err != nil {
		return err
	}
	return rule.Proved(ev.Value.Negative(), "the coefficient of degree %d is negative", ev.N)
}

func allSpheresMaclaurin(_ *rule.Checker, g rule.Goal, ev CoefficientEvidence) error {
	return ev.negative(func() (CoefficientEvidence, error) { return NewMaclaurinEvidence(g.Kernel, ev.N, ev.Bits), nil })
}

// NewMaclaurinEvidence encloses the Maclaurin coefficient b_n of f(u) = k(√(2−2u)).
func NewMaclaurinEvidence(k *kernel.Kernel, n int, bits rule.Bits) CoefficientEvidence {
	return CoefficientEvidence{N: n, Bits: bits, Value: maclaurinBalls(k, n+1, bits)[n]}
}

// maclaurinBalls encloses the first of them, by jets at u = 0.
//
// A jet with finite coefficients proves k analytic in t at t = 2, u = 0. If k is positive definite
// on all spheres, f is Σ b_n uⁿ on (−1,1), with these coefficients (Christensen and Ressel 1978).
func maclaurinBalls(k *kernel.Kernel, length int, bits rule.Bits) (b []*ball.Real) {
	// A condition that changes at z = √2, as z^2 == 2 ? a : b, has no jet there: jets take a branch only where it is taken on a
	// neighbourhood (eval.Compare). So a value at one point cannot pose as the function.
	// f(u) = g(t), t = 2 − 2u, so that b_n = (−2)ⁿ times the coefficient of g at t = 2.
	g := k.BallTaylorT(nil, ball.NewReal(2), max(length-1, 1), uint(bits))
	for n := range length {
		b = append(b, new(ball.Real).Mul2Exp(g.Coef(n), int64(n)))
		if n%2 == 1 {
			b[n].Neg(b[n])
		}
	}
	return b
}

func allSpheresDimension(_ *rule.Checker, g rule.Goal, ev pd.DimensionEvidence) ([]rule.Goal, error) {
	if ev.Other < 1 || ev.Other > pd.MaxDim {
		return nil, rule.Reject("dimension %d", ev.Other)
	}
	return []rule.Goal{{Claim: proof.PDSphere, Holds: false, Kernel: g.Kernel, Dim: ev.Other}}, nil
}

func sphereNegativeCoefficient(c *rule.Checker, g rule.Goal, ev CoefficientEvidence) error {
	return ev.negative(func() (CoefficientEvidence, error) {
		return NewGegenbauerEvidence(c.Context(), g.Kernel, g.Dim, ev.N, ev.Bits)
	})
}

// NewGegenbauerEvidence encloses ∫_0^π k(2 sin(θ/2)) P_n(cos θ) sin^{d−2}θ dθ with some bits bits, provided that |k| ≤
// k(0); of a polynomial in u = cos θ the coefficient of P_n, which is a positive multiple.
//
// The theorem (docs/rules/negative-coefficient.md) is about bounded measurable k, and integrals see
// no single points. It holds of a positive definite k that |k| ≤ k(0); if the integral is negative
// with that taken for granted where no value is enclosed, k is not positive definite either way.
func NewGegenbauerEvidence(ctx context.Context, k *kernel.Kernel, d, n int,
	bits rule.Bits) (ev CoefficientEvidence, err error) {
	// The coefficient of a polynomial beyond its degree is 0, which is not negative.
	if f, err := ArcsOf(k); err == nil && len(f.Q)+len(f.R) == 0 {
		v := new(ball.Real)
		a, err := f.P.gegenbauer(d, k.Meter())
		if err == nil && n < len(a) {
			a[n].Ball(v, uint(bits))
		}
		return CoefficientEvidence{N: n, Bits: bits, Value: v}, err
	}
	bound := rule.AtZero(k, new(ball.Real), uint(bits)).MagUpper()
	v, err := GegenbauerIntegral(ctx, k, d, n, bits, bound)
	return CoefficientEvidence{N: n, Bits: bits, Value: v}, err
}

// GegenbauerIntegral encloses it between the kernel's breakpoints for d ≥ 2, provided that |k| ≤ bound: to about bits/2
// bits of k(0).
//
// The integrand on each piece is a formula in θ without conditions, times sin^{d−2}θ;
// taylor.Integrate encloses it whatever the formula is, and where a condition is left, on panels on
// which it is not decided, encloses both sides.
func GegenbauerIntegral(ctx context.Context, k *kernel.Kernel, d, n int, bits rule.Bits,
	bound ball.Mag) (*ball.Real, error) {
	pieces, ends, err := anglePieces(k)
	if err != nil { // where the pieces meet is not known, so that it is enclosed across
		h, _ := Angular(k)
		pieces, ends = []*formula.Expr{h}, []constant.Value{{}, constant.Pi()}
	}
	prec := uint(bits)
	fine := 2*prec + 64
	var sum, part, lo, hi ball.Real
	tol := rule.AtZero(k, &part, prec).MagUpper()
	if tol.IsInf() || tol.IsZero() {
		tol = ball.MagPow2(0)
	}
	wave, weight := waves(d, n, fine, budget.Of(ctx)), formula.Pow(formula.Apply(formula.OpSin, formula.Variable()),
		formula.Int(int64(d-2)))
	for i, e := range pieces {
		// The pieces share their ends, as balls: what one integral has too much the next one lacks, and both are enclosed.
		if ends[i].Ball(&lo, fine).Less(ends[i+1].Ball(&hi, fine)) != ball.True {
			return nil, rule.Incomplete("the breakpoints %v and %v cannot be ordered", ends[i], ends[i+1])
		}
		meter := budget.Of(ctx)
		f := taylor.Integrand{F: eval.Compile(formula.Mul(e, weight)).CountBessel(meter), Bound: bound, Wave: wave,
			Frequency: ball.MagUint(uint64(n)), Meter: meter}
		taylor.Integrate(ctx, &part, f, &lo, &hi, tol.Mul2Exp(-int64(bits/2)), prec)
		if part.Indeterminate() {
			return nil, rule.Incomplete("the integral over [%v, %v] is not bounded, or not known to be", ends[i], ends[i+1])
		}
		sum.Add(&sum, &part, prec)
	}
	return new(ball.Real).Set(&sum), nil
}

// waves returns the jets of P_n(cos θ), a mean of cos (n−2j)θ, j = 0, …, n, with weights as (λ)_j (λ)_{n−j}/(j!
// (n−j)!), λ = d/2−1 (DLMF 18.5.11).
//
// The quotient of the weights of j and j−1 is (λ+j−1)(n−j+1)/(j(λ+n−j)), with λ = d/2−1 doubled in
// both: (d−4+2j)(n−j+1)/(j(d−2+2(n−j))). For d = 2 the first is 0/…: cos nθ alone is left. All are
// ≥ 0 and are divided by their sum, P_n(1) = 1: a mean, so that |d^k/dθ^k P_n(cos θ)| ≤ n^k.
//
// m counts the work, which for large n is more than that of the kernel. Once it is spent the jets are indeterminate.
func waves(d, n int, prec uint, m *budget.Meter) func(w *ball.RealSeries, theta *ball.Real, length int, prec uint) {
	// The products below stay within 64 bits: n ≤ maxDegree and d ≤ pd.MaxDim.
	var weights []*ball.Real // of j and n−j together
	var total ball.Real
	x := ball.NewReal(2)
	for j := 0; 2*j <= n; j++ {
		if j > 0 {
			x.MulInt64(x, int64(d-4+2*j)*int64(n-j+1), prec)
			x.QuoInt64(x, int64(j)*int64(d-2+2*(n-j)), prec)
		}
		// j and n−j have the same cosine: twice the weight, but for j = n/2.
		v := new(ball.Real).Set(x)
		if 2*j == n {
			v.Mul2Exp(x, -1)
		}
		weights = append(weights, v)
		total.Add(&total, v, prec)
	}
	for _, v := range weights {
		v.Quo(v, &total, prec)
	}
	return func(w *ball.RealSeries, theta *ball.Real, length int, prec uint) {
		// a sine and cosine for each weight, and three operations for each of its coefficients
		if !m.Spend(int64(len(weights)) * (budget.Function(prec) + 3*int64(length)*budget.Arithmetic(prec))) {
			w.SetConst(new(ball.Real).SetIndeterminate(), length)
			return
		}
		w.SetConst(new(ball.Real), length)
		var s, c, v, t ball.Real
		for j, weight := range weights {
			rate := int64(n - 2*j)
			ball.SinCos(&s, &c, t.MulInt64(theta, rate, prec), prec)
			v.Set(weight)
			for k := range length {
				// The k-th derivative of cos(rate·θ) is rate^k times cos, −sin, −cos, sin.
				t.Mul(&v, []*ball.Real{&c, &s}[k%2], prec)
				if (k+1)%4 >= 2 {
					t.Neg(&t)
				}
				w.Coef(k).Add(w.Coef(k), &t, prec)
				v.QuoInt64(v.MulInt64(&v, rate, prec), int64(k+1), prec)
			}
		}
	}
}

func spherePoints(_ *rule.Checker, g rule.Goal, ev pd.PointsEvidence) error {
	if err := ev.Negative(g); err != nil {
		return err
	}
	one := big.NewRat(1, 1)
	for i, x := range ev.Points {
		// Exactly 1: a form at points near the sphere says nothing of it. Points of S^{n−1}, n ≤ d, are points of S^{d−1}.
		size := new(big.Rat)
		for _, c := range x {
			size.Add(size, new(big.Rat).Mul(c.Rat, c.Rat))
		}
		if size.Cmp(one) != 0 {
			return rule.Reject("point %d does not lie on the unit sphere", i+1)
		}
	}
	return nil
}
