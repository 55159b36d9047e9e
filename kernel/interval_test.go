package kernel_test

import (
	"errors"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
	"krein/internal/kernel/formula"
	"krein/internal/special/double"
)

// errUndefined tells that an operation has no value, whatever the rounding.
var errUndefined = errors.New("undefined")

// interval is a set of float64 numbers known to hold a value, up to the accuracy
// of package math, which is taken to be 8 units in the last place: a second opinion
// on balls, with functions that share nothing with theirs.
type interval struct{ lo, hi float64 }

var wholeLine = interval{math.Inf(-1), math.Inf(1)}

// intervals is the arithmetic of interval. unsure, if not nil, is set once the truth of a
// condition is not known.
type intervals struct{ unsure *bool }

var _ formula.Arith[interval] = intervals{}

// widen makes [lo, hi] larger by ulps units in the last place and a NaN end infinite.
func widen(lo, hi float64, ulps int) interval {
	if math.IsNaN(lo) {
		lo = math.Inf(-1)
	}
	if math.IsNaN(hi) {
		hi = math.Inf(1)
	}
	for range ulps {
		lo, hi = math.Nextafter(lo, math.Inf(-1)), math.Nextafter(hi, math.Inf(1))
	}
	return interval{lo, hi}
}

func point(x float64) interval { return interval{x, x} }

func (a interval) isPoint(x float64) bool { return a.lo == x && a.hi == x }

// sign returns ±1, or 0 if the interval touches zero.
func (a interval) sign() int {
	switch {
	case a.lo > 0:
		return 1
	case a.hi < 0:
		return -1
	}
	return 0
}

func (intervals) Rat(r *big.Rat) interval {
	f, exact := r.Float64()
	if exact {
		return point(f)
	}
	return widen(f, f, 1)
}

func (intervals) Param(*formula.Expr) (interval, error) { panic("no parameter") }

func (intervals) Const(op formula.Op) interval {
	f := math.E
	if op == formula.OpPi {
		f = math.Pi
	}
	return widen(f, f, 1)
}

// hull returns the interval of the extreme values, widened; a NaN among them makes it the whole line.
func hull(ulps int, v ...float64) interval {
	lo, hi := v[0], v[0]
	for _, x := range v {
		if math.IsNaN(x) {
			return wholeLine
		}
		lo, hi = min(lo, x), max(hi, x)
	}
	return widen(lo, hi, ulps)
}

func (ar intervals) Binary(op formula.Op, a, b interval) (interval, error) {
	switch op {
	case formula.OpAdd:
		return widen(a.lo+b.lo, a.hi+b.hi, 1), nil
	case formula.OpSub:
		return widen(a.lo-b.hi, a.hi-b.lo, 1), nil
	case formula.OpMul:
		if a.isPoint(0) || b.isPoint(0) {
			return point(0), nil
		}
		return hull(1, a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi), nil
	case formula.OpDiv:
		if b.isPoint(0) {
			return interval{}, errUndefined
		}
		if b.sign() == 0 {
			return wholeLine, nil
		}
		return hull(1, a.lo/b.lo, a.lo/b.hi, a.hi/b.lo, a.hi/b.hi), nil
	case formula.OpMin:
		return interval{min(a.lo, b.lo), min(a.hi, b.hi)}, nil
	case formula.OpMax:
		return interval{max(a.lo, b.lo), max(a.hi, b.hi)}, nil
	}
	if a.lo > 0 {
		return hull(max(powUlps(a, b.lo), powUlps(a, b.hi)), elem64.Pow(a.lo, b.lo), elem64.Pow(a.lo, b.hi),
			elem64.Pow(a.hi, b.lo), elem64.Pow(a.hi, b.hi)), nil
	}
	if a.hi < 0 {
		return interval{}, errUndefined
	}
	return wholeLine, nil
}

// powUlps bounds the error of powers p of numbers of a, in units in the last place: math.Pow takes the exponential of p
// log x, the rounding of which counts |p log x| times.
func powUlps(a interval, p float64) int {
	const most = 800 // beyond, powers over- or underflow
	size := func(x float64) float64 {
		if x == 0 || math.IsInf(x, 0) {
			return 0
		}
		return math.Abs(p * elem64.Log(math.Abs(x)))
	}
	if s := max(size(a.lo), size(a.hi)); s < most {
		return 8 + 4*int(s)
	}
	return 8 + 4*most
}

func (ar intervals) PowRat(a interval, p *big.Rat) (interval, error) {
	f, _ := p.Float64()
	switch {
	case p.Sign() == 0:
		return point(1), nil
	case !p.IsInt():
		if a.hi < 0 {
			return interval{}, errUndefined
		}
		a.lo = max(a.lo, 0)
	case a.lo < 0 && a.hi > 0:
		if f < 0 {
			return wholeLine, nil
		}
		m := hull(powUlps(a, f), elem64.Pow(a.lo, f), elem64.Pow(a.hi, f), 0)
		if p.Num().Bit(0) == 0 {
			m.lo = 0
		}
		return m, nil
	}
	if a.isPoint(0) && f < 0 {
		return interval{}, errUndefined
	}
	m := hull(powUlps(a, f), elem64.Pow(a.lo, f), elem64.Pow(a.hi, f))
	if (!p.IsInt() || p.Num().Bit(0) == 0) && m.lo < 0 {
		m.lo = 0
	}
	return m, nil
}

func (ar intervals) Unary(op formula.Op, a interval) (interval, error) {
	f := floatFunctions[op]
	switch op {
	case formula.OpNeg:
		return interval{-a.hi, -a.lo}, nil
	case formula.OpAbs:
		if a.lo >= 0 {
			return a, nil
		}
		if a.hi <= 0 {
			return interval{-a.hi, -a.lo}, nil
		}
		return interval{0, max(-a.lo, a.hi)}, nil
	case formula.OpExp:
		m := hull(8, f(a.lo), f(a.hi))
		m.lo = max(m.lo, 0)
		return m, nil
	case formula.OpLog:
		if a.hi <= 0 {
			return interval{}, errUndefined
		}
		return hull(8, f(max(a.lo, 0)), f(a.hi)), nil
	case formula.OpSqrt:
		if a.hi < 0 {
			return interval{}, errUndefined
		}
		m := hull(2, f(max(a.lo, 0)), f(a.hi))
		m.lo = max(m.lo, 0)
		return m, nil
	case formula.OpAsin, formula.OpAcos:
		if a.lo > 1 || a.hi < -1 {
			return interval{}, errUndefined
		}
		return hull(8, f(max(a.lo, -1)), f(min(a.hi, 1))), nil
	case formula.OpAtan, formula.OpSinh, formula.OpTanh, formula.OpErf, formula.OpErfc:
		return hull(8, f(a.lo), f(a.hi)), nil
	case formula.OpCosh:
		if a.lo < 0 && a.hi > 0 {
			return hull(8, f(a.lo), f(a.hi), 1), nil
		}
		return hull(8, f(a.lo), f(a.hi)), nil
	case formula.OpSin, formula.OpCos:
		// |sin'| ≤ 1: the value at the middle moves by at most half the width.
		half, c := (a.hi-a.lo)/2, a.lo+(a.hi-a.lo)/2
		if !(half < 2) {
			return interval{-1, 1}, nil
		}
		v := f(c)
		m := widen(v-half, v+half, 8)
		return interval{max(m.lo, -1), min(m.hi, 1)}, nil
	}
	if op == formula.OpTan && a.hi-a.lo < 1 { // increasing between its poles
		if c, _ := ar.Unary(formula.OpCos, a); c.sign() != 0 {
			return hull(8, f(a.lo), f(a.hi)), nil
		}
	}
	if a.lo == a.hi { // tan, gamma: no monotonicity is used
		if v := f(a.lo); !math.IsNaN(v) {
			return widen(v, v, 64), nil
		}
	}
	return wholeLine, nil
}

func (ar intervals) Bessel(op formula.Op, nu, x interval) (interval, error) {
	if op == formula.OpBesselK && x.hi <= 0 {
		return interval{}, errUndefined
	}
	if x.hi < 0 && nu.lo == nu.hi && nu.lo != math.Floor(nu.lo) {
		return interval{}, errUndefined
	}
	f := func(x float64) (v float64) {
		if op == formula.OpBesselK {
			v, _ = double.BesselK(math.Abs(nu.lo+(nu.hi-nu.lo)/2), x)
		} else {
			v, _ = double.BesselJ(nu.lo+(nu.hi-nu.lo)/2, x)
		}
		return v
	}
	if op == formula.OpBesselK && x.lo > 0 { // decreasing
		a, b := f(x.hi), f(x.lo)
		return interval{a * (1 - 1e-9), b * (1 + 1e-9)}, nil
	}
	if op == formula.OpBesselJ && nu.lo >= 0 && x.lo >= 0 {
		// |J′| = |J_{ν−1} − J_{ν+1}|/2 ≤ 1 for x > 1 and ν ≥ 0.
		half, v := (x.hi-x.lo)/2, f(x.lo+(x.hi-x.lo)/2)
		if half < 1e-6 && x.lo > 1 && !math.IsNaN(v) {
			return interval{v - 2*half - 1e-12, v + 2*half + 1e-12}, nil
		}
		return interval{-1, 1}, nil
	}
	return wholeLine, nil
}

func (ar intervals) Compare(op formula.Op, a, b interval) ball.Truth {
	switch {
	case a.hi < b.lo:
		return op.Holds(-1)
	case a.lo > b.hi:
		return op.Holds(1)
	case a.lo == a.hi && a == b:
		return op.Holds(0)
	case op == formula.OpLE && a.hi <= b.lo, op == formula.OpGE && a.lo >= b.hi:
		return ball.True
	case op == formula.OpGT && a.hi <= b.lo, op == formula.OpLT && a.lo >= b.hi:
		return ball.False
	}
	if ar.unsure != nil {
		*ar.unsure = true
	}
	return ball.Unknown
}

func (intervals) Join(a, b interval) (interval, error) {
	return interval{min(a.lo, b.lo), max(a.hi, b.hi)}, nil
}

// floatFunctions are the elementary functions in float64.
var floatFunctions = map[formula.Op]func(float64) float64{
	formula.OpExp: math.Exp, formula.OpLog: elem64.Log, formula.OpSqrt: math.Sqrt, formula.OpSin: math.Sin,
	formula.OpCos: math.Cos,
	formula.OpTan: math.Tan, formula.OpAsin: math.Asin, formula.OpAcos: math.Acos, formula.OpAtan: math.Atan,
	formula.OpSinh: math.Sinh,
	formula.OpCosh: math.Cosh, formula.OpTanh: math.Tanh, formula.OpErf: math.Erf, formula.OpErfc: math.Erfc,
	formula.OpGamma: gamma64,
}

// gamma64 is math.Gamma except at 0, −1, −2, …, where Γ has poles and no value.
func gamma64(x float64) float64 {
	if x <= 0 && x == math.Floor(x) {
		return math.NaN()
	}
	return math.Gamma(x)
}

// noticing is intervals that take note of infinite ends, from which 1/∞, x^0 and conditions return
// to bounded ones.
type noticing struct {
	intervals
	infinite *bool
}

func (n noticing) note(v interval, err error) (interval, error) {
	*n.infinite = *n.infinite || math.IsInf(v.lo, 0) || math.IsInf(v.hi, 0)
	return v, err
}

func (n noticing) Unary(op formula.Op, a interval) (interval, error) {
	return n.note(n.intervals.Unary(op, a))
}

func (n noticing) Binary(op formula.Op, a, b interval) (interval, error) {
	return n.note(n.intervals.Binary(op, a, b))
}

func (n noticing) PowRat(a interval, p *big.Rat) (interval, error) {
	return n.note(n.intervals.PowRat(a, p))
}

func (n noticing) Bessel(op formula.Op, nu, x interval) (interval, error) {
	return n.note(n.intervals.Bessel(op, nu, x))
}
