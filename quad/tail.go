package quad

import (
	"context"
	"math/big"

	"krein/ball"
)

// A Tail is a bound of an integrand towards +∞.
type Tail interface {
	// Beyond returns an upper bound of ∫_x^∞ |f(t)| dt, +∞ where none is known.
	Beyond(x *ball.Real) ball.Mag
	// At returns an upper bound of |f| on the ball x, +∞ where none is known.
	At(x *ball.Real) ball.Mag
}

// tailPrec is the precision at which tails are bounded.
const tailPrec = 64

// PowerTail claims |f(t)| ≤ C t^{−q} for t ≥ From > 0, with q > 1.
type PowerTail struct {
	C, From *ball.Real
	Q       *big.Rat
}

// At returns C x^{−q}.
func (s PowerTail) At(x *ball.Real) ball.Mag {
	if s.From.LessEq(x) != ball.True {
		return ball.MagInf()
	}
	return lowerPower(x, new(big.Rat).Neg(s.Q), s.C)
}

// Beyond returns C x^{1−q}/(q−1).
func (s PowerTail) Beyond(x *ball.Real) ball.Mag {
	q1 := new(big.Rat).Sub(s.Q, big.NewRat(1, 1))
	if q1.Sign() <= 0 || s.From.LessEq(x) != ball.True {
		return ball.MagInf()
	}
	var t ball.Real
	return lowerPower(x, new(big.Rat).Neg(q1), s.C).Quo(t.SetRat(q1, tailPrec).MagLower())
}

// lowerPower returns |c|·t^p for p ≤ 0 at the lower end t of x, +∞ if that is not positive.
func lowerPower(x *ball.Real, p *big.Rat, c *ball.Real) ball.Mag {
	var t ball.Real
	t.SetFloat(x.Lower(nil, tailPrec))
	if t.Positive() != ball.True {
		return ball.MagInf()
	}
	return t.PowRat(&t, p, tailPrec).MagUpper().Mul(c.MagUpper())
}

// ExponentialTail claims |f(t)| ≤ C t^p e^{−λ t^s} for t ≥ From > 0, with rational s > 0 and λ > 0: s = 1 is exponential,
// s = 2 Gaussian decay.
type ExponentialTail struct {
	C, From, Rate *ball.Real
	Power, S      *big.Rat
}

// At returns C x^p e^{−λx^s}.
func (e ExponentialTail) At(x *ball.Real) ball.Mag {
	if e.S.Sign() <= 0 || e.Rate.Positive() != ball.True || e.From.LessEq(x) != ball.True {
		return ball.MagInf()
	}
	var t, u ball.Real
	t.PowRat(x, e.S, tailPrec)
	t.Mul(&t, e.Rate, tailPrec)
	t.Exp(t.Neg(&t), tailPrec)
	u.PowRat(x, e.Power, tailPrec)
	return t.Mul(&t, &u, tailPrec).MagUpper().Mul(e.C.MagUpper())
}

// Beyond returns C x^{p+1−s} e^{−λx^s}/(λs − (p+1−s)⁺x^{−s}), with (·)⁺ the positive part. For F = t^{p+1−s}e^{−λt^s},
//
//	−F′ = t^p e^{−λt^s}(λs − (p+1−s)t^{−s}) ≥ t^p e^{−λt^s}(λs − (p+1−s)⁺x^{−s}) for t ≥ x,
//
// and F falls to 0. It is +∞ where the bracket is not positive.
func (e ExponentialTail) Beyond(x *ball.Real) ball.Mag {
	if e.S.Sign() <= 0 || e.Rate.Positive() != ball.True || e.From.LessEq(x) != ball.True {
		return ball.MagInf()
	}
	var xs, den, t ball.Real
	xs.PowRat(x, e.S, tailPrec)
	den.Mul(e.Rate, t.SetRat(e.S, tailPrec), tailPrec)
	k := new(big.Rat).Add(e.Power, big.NewRat(1, 1))
	k.Sub(k, e.S)
	if k.Sign() > 0 {
		t.SetRat(k, tailPrec)
		den.Sub(&den, t.Quo(&t, &xs, tailPrec), tailPrec)
	}
	if den.Positive() != ball.True {
		return ball.MagInf()
	}
	xs.Mul(&xs, e.Rate, tailPrec)
	xs.Exp(xs.Neg(&xs), tailPrec)
	t.PowRat(x, k, tailPrec)
	t.Mul(&t, &xs, tailPrec)
	return t.MagUpper().Mul(e.C.MagUpper()).Quo(den.MagLower())
}

// IntegrateToInfinity sets dst to a ball that contains ∫_a^∞ f(x) dx: over [a, X] by Integrate, beyond X by the bound that
// tail gives, with X found by doubling. That bound is the caller's hypothesis. It is checked
// against enclosures of f at some points beyond a, and dst is then indeterminate and the status Contradicted if
// it fails at one; that it passes proves nothing. Integrate's text applies to the finite part; the status is Unresolved, and
// dst indeterminate, if the tail does not become small.
func IntegrateToInfinity(ctx context.Context, dst *ball.Real, f Integrand, a *ball.Real, tail Tail, opt *Settings) Result {
	if f == nil || dst == nil || a == nil || tail == nil {
		panic("quad: IntegrateToInfinity needs a function, an end, a tail and a destination")
	}
	set := opt.defaults()
	var total Result
	if !a.IsFinite() {
		dst.SetIndeterminate()
		return Result{Status: NonFinite}
	}
	if contradicted(f, a, tail) {
		dst.SetIndeterminate()
		return Result{Status: Contradicted, Evals: tailSamples}
	}
	evals := tailSamples
	add := func(r Result) {
		evals += r.Evals
		total = r
		total.Evals = evals
	}
	// The size of the integral, roughly, tells how small the tail has to be.
	goal := set.AbsTol
	rough := set
	rough.MaxEvals = max(set.MaxEvals/8, 16)
	for bits := uint(8); ; bits *= 4 {
		if set.Bits == 0 {
			break
		}
		// a tail below 2^−bits of the integral up to there, if it is of size 1 at the first attempt
		x, ok := cutAt(a, tail, goal.Max(ball.MagPow2(-int64(bits))))
		if !ok {
			dst.SetIndeterminate()
			total.Status, total.Evals = Unresolved, evals
			return total
		}
		rough.Bits, rough.AbsTol = 8, set.AbsTol
		var v ball.Real
		add(Integrate(ctx, &v, f, a, x, &rough))
		v.AddRad(tail.Beyond(x))
		if m := v.MagLower(); !m.IsZero() {
			goal = goal.Max(m.Mul2Exp(-int64(set.Bits)))
			break
		}
		if total.Status == Cancelled || bits > 4*set.Bits || evals > set.MaxEvals/2 {
			goal = goal.Max(ball.MagPow2(-int64(max(bits, set.Bits))))
			break
		}
	}
	x, ok := cutAt(a, tail, goal.Mul2Exp(-4))
	if !ok {
		dst.SetIndeterminate()
		total.Status, total.Evals = Unresolved, evals
		return total
	}
	rest := tail.Beyond(x)
	fine := set
	fine.MaxEvals = max(set.MaxEvals-evals, 16)
	fine.AbsTol = goal.Mul2Exp(-1)
	if set.Bits != 0 {
		fine.Bits = set.Bits + 1
	}
	add(Integrate(ctx, dst, f, a, x, &fine))
	dst.AddRad(rest)
	if total.Status == Converged && dst.Rad().Cmp(set.tolerance(dst)) > 0 {
		total.Status = Roundoff
	}
	return total
}

// cutAt returns X ≥ a with a tail of at most tol beyond; false if none was found below 2^(2^20).
func cutAt(a *ball.Real, tail Tail, tol ball.Mag) (*ball.Real, bool) {
	x := new(ball.Real)
	start := new(ball.Real)
	start.SetFloat(a.Upper(nil, 32))
	at := func(step int64, sixteenths int64) *ball.Real {
		t := new(ball.Real).SetInt64(sixteenths)
		t.Mul2Exp(t, step-4)
		return x.Set(t.Add(t, start, tailPrec)).GetMid(x)
	}
	good := func() bool { return tail.Beyond(x).Cmp(tol) <= 0 && a.LessEq(x) == ball.True }
	lo := int64(-4)
	for step := lo; step < 1<<20; step = step + max(1, (step-lo)/2) {
		at(step, 16)
		if !good() {
			continue
		}
		if step <= lo+2 {
			return x, true
		}
		// a finer look below: the cost of the finite part grows with X
		for f := int64(9); f < 16; f++ {
			if at(step, f); good() {
				return x, true
			}
		}
		return at(step, 16), true
	}
	return nil, false
}

// tailSamples is at how many points a tail is checked.
const tailSamples = 24

// contradicted tells whether f exceeds the bound claimed somewhere.
func contradicted(f Integrand, a *ball.Real, tail Tail) bool {
	x, v := make([]ball.Real, tailSamples), make([]ball.Real, tailSamples)
	var start ball.Real
	start.SetFloat(a.Upper(nil, 32))
	for i := range x {
		// 1/16 … 2^7.6, by factors √2 or so
		x[i].SetFloat64(float64(8+3*(i%2)) / 128)
		x[i].Mul2Exp(&x[i], int64(i/2))
		x[i].Add(&x[i], &start, tailPrec)
		x[i].GetMid(&x[i])
	}
	f.Real(v, x, tailPrec)
	for i := range v {
		if v[i].IsFinite() && v[i].MagLower().Cmp(tail.At(&x[i])) > 0 {
			return true
		}
	}
	return false
}
