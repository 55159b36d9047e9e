package quadrature

import (
	"context"
	"math"
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/endpoint"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/special/mean"
	"krein/special"
)

// seriesPart is the integral over (0, R) of a kernel that is a power series in t = √(1−z²/R²),
//
//	k(z) = K(t) = Σ a_n tⁿ,
//
// like κ₀ = (2/π) arcsin t, κ₁ and the NTK, by Sonine's first integral term by term:
//
//	∫_0^R (1−z²/R²)^{n/2} Λ_d(ωz) z^{d−1} dz = (R^d/2) Β(d/2, n/2+1) Λ_{d+n+2}(ωR).
//
// The remainder after N terms follows from a majorant A(t) = Σ A_n tⁿ, A_n ≥ |a_n|, that is finite at t = 1 and found
// from the structure of the formula: the series then converges absolutely on 0 ≤ t ≤ 1, so that sum and integral may be
// exchanged, and since |Λ| ≤ 1 and Β decreases in n,
//
//	|Σ_{n≥N} …| ≤ (R^d/2) Β(d/2, N/2+1) (A(1) − Σ_{n<N} A_n).
//
// Both factors decrease like powers of N, the first like N^{−d/2}: the method is for large d.
type seriesPart struct {
	f, m *eval.Func
	r    *formula.Expr
	slow *intervalPart // used where too many terms would be needed

	mu   sync.Mutex
	prec uint
	a    []ball.Real // a_0 … a_{n−1} to prec bits
	rest []ball.Mag  // rest[n] ≥ Σ_{i≥n} A_i
}

// seriesTerms is the largest number of terms used.
var seriesTerms = 256

// newSeries returns the series of e on (0, hi), nil if it has none.
func newSeries(e, lo, hi *formula.Expr, m *budget.Meter) *seriesPart {
	if !formula.IsZero(lo) {
		return nil
	}
	f, ok := endpoint.InSine(e, hi)
	if !ok {
		return nil
	}
	a := coefficientMajorant(f)
	if a == nil {
		return nil
	}
	return &seriesPart{f: eval.Compile(f), m: eval.Compile(a), r: hi, slow: newInterval(e, lo, hi, m)}
}

// coefficients returns n coefficients to prec bits and bounds of what follows them.
func (p *seriesPart) coefficients(n int, prec uint) (a []ball.Real, rest []ball.Mag) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.prec >= prec && len(p.a) >= n {
		return p.a, p.rest
	}
	n, prec = max(n, len(p.a)), max(prec, p.prec)
	var zero, left ball.Real
	var s ball.RealSeries
	p.f.Jet(&s, &zero, n, prec)
	p.a = make([]ball.Real, n)
	for i := range p.a {
		p.a[i].Set(s.Coef(i))
	}
	p.m.Jet(&s, &zero, n, prec)
	p.m.At(&left, ball.NewReal(1), prec)
	p.rest = make([]ball.Mag, n+1)
	for i := range n {
		p.rest[i] = left.MagUpper()
		left.Sub(&left, s.Coef(i), prec)
	}
	p.rest[n] = left.MagUpper()
	p.prec = prec
	return p.a, p.rest
}

func (p *seriesPart) Enclose(ctx context.Context, dst, omega *ball.Real, in shape, prec uint) (Outcome, error) {
	d := in.d
	n := p.terms(d, prec)
	if n == 0 || in.n != d {
		return p.slow.Enclose(ctx, dst, omega, in, prec)
	}
	wp := prec + 32
	a, rest := p.coefficients(n, wp)
	p.sum(dst, a[:n], rest[n], omega, d, wp)
	return Outcome{Method: BySeries}, nil
}

// sum adds up the given terms and the remainder.
func (p *seriesPart) sum(dst *ball.Real, a []ball.Real, rest ball.Mag, omega *ball.Real, d int, prec uint) {
	var r, x, t, u, beta ball.Real
	eval.Enclose(&r, p.r, nil, prec)
	x.Mul(omega, &r, prec)
	dst.SetInt64(0)
	for i := range a {
		if a[i].IsZero() {
			continue
		}
		u.SetInt64(int64(d + i + 2))
		special.LambdaReal(&t, &u, &x, prec)
		mean.Beta(&beta, closed.Half(d), closed.Half(i+2), prec)
		t.Mul(&t, &beta, prec)
		dst.FMA(&t, &a[i], dst, prec)
	}
	mean.Beta(&beta, closed.Half(d), closed.Half(len(a)+2), prec)
	dst.AddRad(termSonine.LeftOut(rest.Mul(beta.MagUpper())))
	dst.Mul(dst, r.PowInt64(&r, int64(d), prec), prec)
	dst.Mul2Exp(dst, -1)
}

// terms chooses a number of terms after which the remainder is small against ∫_0^R z^{d−1} dz; 0 means that there would
// be too many.
func (p *seriesPart) terms(d int, prec uint) int {
	// log₂ of Β(d/2, n/2+1)
	size := func(n int) float64 {
		return (elem64.Lgamma(float64(d)/2) + elem64.Lgamma(float64(n)/2+1) - elem64.Lgamma(float64(d+n)/2+1)) / math.Ln2
	}
	goal := size(0) - float64(prec) - 2
	if size(seriesTerms) > goal {
		return 0
	}
	n := 8
	for n < seriesTerms && size(n) > goal {
		n += n/8 + 1
	}
	return min(n, seriesTerms)
}

// coefficientMajorant returns a formula whose power series at 0 has coefficients at least as large as the absolute
// values of those of e and converges at t = 1; nil if the structure of e shows none.
func coefficientMajorant(e *formula.Expr) *formula.Expr {
	if !e.Varies() {
		return formula.Apply(formula.OpAbs, e)
	}
	args := e.Args()
	m := make([]*formula.Expr, len(args))
	all := func() bool {
		for i, arg := range args {
			if m[i] = coefficientMajorant(arg); m[i] == nil {
				return false
			}
		}
		return true
	}
	one, two := formula.Int(1), formula.Int(2)
	switch e.Op() {
	case formula.OpVar:
		return e
	case formula.OpNeg:
		return coefficientMajorant(args[0])
	case formula.OpAdd, formula.OpSub:
		if all() {
			return formula.Apply(formula.OpAdd, m...)
		}
	case formula.OpMul:
		if all() {
			return formula.Apply(formula.OpMul, m...)
		}
	case formula.OpDiv:
		if !args[1].Varies() && all() {
			return formula.Apply(formula.OpDiv, m...)
		}
	case formula.OpAsin:
		if args[0].Op() == formula.OpVar {
			return e
		}
	case formula.OpExp, formula.OpSinh, formula.OpCosh:
		if all() {
			return formula.Apply(e.Op(), m[0])
		}
	case formula.OpSin:
		if all() {
			return formula.Apply(formula.OpSinh, m[0])
		}
	case formula.OpCos:
		if all() {
			return formula.Apply(formula.OpCosh, m[0])
		}
	case formula.OpPow:
		p := args[1].Num()
		switch {
		case p == nil || p.Sign() < 0:
		case p.IsInt():
			if m[0] = coefficientMajorant(args[0]); m[0] != nil {
				return formula.Apply(formula.OpPow, m[0], args[1])
			}
		case args[0].Equal(endpoint.OneMinusSquare):
			// (1−x)^{n+f} with 0 < f < 1: (1−x)^f = 1 − Σ (positive) x^i
			n := new(big.Int).Quo(p.Num(), p.Denom())
			f := new(big.Rat).Sub(p, new(big.Rat).SetInt(n))
			tail := formula.Apply(formula.OpSub, two, formula.Apply(formula.OpPow, endpoint.OneMinusSquare, formula.Rational(f)))
			plus := formula.Apply(formula.OpAdd, one, formula.Apply(formula.OpPow, formula.Variable(), two))
			return formula.Apply(formula.OpMul, formula.Apply(formula.OpPow, plus,
				formula.Rational(new(big.Rat).SetInt(n))), tail)
		}
	}
	return nil
}
