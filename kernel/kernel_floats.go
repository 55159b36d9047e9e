package kernel

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
)

// ExpandAt is ExactAt in float64. If b is the Value of a breakpoint, the exact breakpoint is meant,
// otherwise the float64 itself.
func (k *Kernel) ExpandAt(b float64, right bool, order int) (Expansion, error) {
	if math.IsNaN(b) || math.IsInf(b, 0) || b < 0 {
		return Expansion{}, fmt.Errorf("no expansion at z = %v; use AtInfinity for the behaviour there", b)
	}
	at := Breakpoint{Value: b, Exact: Rational(new(big.Rat).SetFloat64(b))}
	pieces, err := k.ExactPieces()
	if err != nil {
		return Expansion{}, err
	}
	for _, p := range pieces[1:] {
		if p.Lo.Value == b {
			at = p.Lo
		}
	}
	u, err := seriesAt(k.exact, at, right, order)
	if err != nil {
		return Expansion{}, err
	}
	x := Expansion{At: b, Right: right, Exact: u.rem == nil}
	if u.rem != nil {
		x.Order = u.rem.e.rat()
	}
	for _, t := range u.terms {
		switch t.c.IsZero() {
		case False:
			c := t.c.rounded()
			x.Terms = append(x.Terms, Term{t.m.e.rat(), t.m.l, c.Value, c.Err})
		case Unknown:
			x.Order, x.Exact = t.m.e.rat(), false
			return x, nil
		}
	}
	return x, nil
}

// Singularities is ExactSingularities in float64. The error says where nothing was decided; the
// singularities returned with it are right but need not be all.
func (k *Kernel) Singularities(order int) ([]Singularity, error) {
	local, err := k.ExactSingularities(order)
	if err != nil {
		return nil, err
	}
	var out []Singularity
	for _, s := range local.Singularities {
		if s.Doubt != nil {
			err = errors.Join(err, errors.New(s.Because))
			continue
		}
		out = append(out, Singularity{s.At, s.Exponent, s.LogPow, s.Left.rounded(), s.Right.rounded(), s.Gap.rounded(), s.Order})
	}
	if !local.Complete {
		err = errors.Join(err, errors.New(local.Because))
	}
	return out, err
}

// AtInfinity is ExactInfinity in float64, of the last of Pieces: where that begins may be known as
// a float64 only.
func (k *Kernel) AtInfinity() Infinity {
	if b, r := k.Extension(); k.IsFunc() && b == Zero {
		v, _ := r.Float64()
		return Infinity{Kind: ZeroBeyond, Radius: Breakpoint{Value: v, Exact: Rational(r)}, Regular: true,
			Because: fmt.Sprintf("k = 0 for z > %s", r.RatString())}
	}
	if k.IsFunc() {
		return Infinity{Because: errGoFunc.Error()}
	}
	pieces, err := k.Pieces()
	if err != nil {
		return Infinity{Because: err.Error()}
	}
	last := pieces[len(pieces)-1]
	return exactInfinity(last.Expr, last.Lo, k.meter).rounded()
}

// taylorPrecs are the precisions of Taylor and TaylorT, in bits: more where coefficients cancel.
var taylorPrecs = [...]uint{128, 384, 1280}

// Taylor returns the coefficients a_0 … a_n of k(z+h) = Σ a_i h^i, the midpoints of BallTaylor, and
// bounds for the error of each, usually half an ulp.
//
// It is an error if k is not proved to be analytic at z > 0 (or at 0, if the formula is), and if k
// is a Go function. It panics if n < 0.
func (k *Kernel) Taylor(z float64, n int) (a, errs []float64, err error) {
	if !(z >= 0) || math.IsInf(z, 0) {
		return nil, nil, fmt.Errorf("no Taylor series at z = %v", z)
	}
	return k.midpoints(k.BallTaylor, z, n)
}

// TaylorT returns the coefficients a_0 … a_n of f(t+h) = Σ a_i h^i, f(t) = k(√t), at
// t > 0, so that f^(i)(t) = i!·a_i. Otherwise it is like Taylor.
func (k *Kernel) TaylorT(t float64, n int) (a, errs []float64, err error) {
	if !(t > 0) || math.IsInf(t, 0) {
		return nil, nil, fmt.Errorf("no Taylor series of k(√t) at t = %v", t)
	}
	return k.midpoints(k.BallTaylorT, t, n)
}

func (k *Kernel) midpoints(jet func(*ball.RealSeries, *ball.Real, int, uint) *ball.RealSeries, at float64, n int) (a, errs []float64, err error) {
	if k.IsFunc() {
		return nil, nil, errGoFunc
	}
	a, errs = make([]float64, n+1), make([]float64, n+1)
	for _, prec := range taylorPrecs {
		s, lost := jet(nil, ball.NewReal(at), n, prec), false
		for i := range a {
			c := s.Coef(i)
			if c.Indeterminate() {
				return nil, nil, fmt.Errorf("no Taylor series at %v: it is a breakpoint, or the kernel is not analytic there as far as is proved", at)
			}
			r := roundedBall(c)
			a[i], errs[i] = r.Value, r.Err
			lost = lost || c.RelAccuracyBits() < 60 && !c.IsZero()
		}
		if !lost {
			break
		}
	}
	return a, errs, nil
}
