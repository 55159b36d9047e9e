package hankel

import (
	"errors"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/special/double"
)

// epsilon is the unit roundoff of float64, 2⁻⁵³.
const epsilon = 0x1p-53

// noisy is a float64 result with a running estimate of the rounding error it carries.
type noisy struct{ v, e float64 }

// noisyArith evaluates a formula together with its rounding error to first order,
// so that the cancellation inside a formula enters the error estimate of its spectrum.
type noisyArith struct{}

var errNotANumber = errors.New("operation not defined on numbers")

func (noisyArith) Rat(r *big.Rat) noisy {
	if n := r.Num(); r.IsInt() && n.IsInt64() && n.Int64() >= -1<<53 && n.Int64() <= 1<<53 {
		return noisy{v: float64(n.Int64())} // what Float64 would say, sooner
	}
	f, exact := r.Float64()
	if exact {
		return noisy{v: f}
	}
	return noisy{f, epsilon * math.Abs(f)}
}

func (noisyArith) Const(op formula.Op) noisy {
	if op == formula.OpPi {
		return noisy{math.Pi, epsilon * math.Pi}
	}
	return noisy{math.E, epsilon * math.E}
}

func (noisyArith) Param(p *formula.Expr) (noisy, error) {
	b := eval.Enclose(nil, p, nil, ball.MinPrec)
	v := b.Nearest()
	return noisy{v, b.Rad().Float64() + epsilon*math.Abs(v)}, nil
}

func (noisyArith) Binary(op formula.Op, a, b noisy) (noisy, error) {
	var v, e float64
	switch op {
	case formula.OpAdd:
		v, e = a.v+b.v, a.e+b.e
	case formula.OpSub:
		v, e = a.v-b.v, a.e+b.e
	case formula.OpMul:
		v = a.v * b.v
		e = math.Abs(a.v)*b.e + math.Abs(b.v)*a.e
	case formula.OpDiv:
		if math.IsInf(b.v, 0) && a.v-a.v == 0 { // too large for a float, and so that small
			return noisy{a.v / b.v, 2 * (math.Abs(a.v) + a.e) / math.MaxFloat64}, nil
		}
		v = a.v / b.v
		e = (a.e + math.Abs(v)*b.e) / math.Abs(b.v)
	case formula.OpPow:
		v = elem64.Pow(a.v, b.v)
		e = spread(func(x float64) float64 { return elem64.Pow(x, b.v) }, v, a) +
			spread(func(x float64) float64 { return elem64.Pow(a.v, x) }, v, b) + epsilon*math.Abs(v)
	case formula.OpMin:
		return noisy{math.Min(a.v, b.v), math.Max(a.e, b.e)}, nil
	case formula.OpMax:
		return noisy{math.Max(a.v, b.v), math.Max(a.e, b.e)}, nil
	default:
		return noisy{}, errNotANumber
	}
	return noisy{v, e + epsilon*math.Abs(v)}, nil
}

func (n noisyArith) PowRat(a noisy, p *big.Rat) (noisy, error) {
	return n.Binary(formula.OpPow, a, n.Rat(p))
}

// spread returns how far f moves over the error interval of a; a side on which f is
// undefined, beyond an end of its domain, does not count.
func spread(f func(float64) float64, v float64, a noisy) float64 {
	if a.e == 0 {
		return 0
	}
	var w float64
	for _, x := range [2]float64{a.v - a.e, a.v + a.e} {
		if d := math.Abs(f(x) - v); d > w {
			w = d
		}
	}
	return w
}

var elementary = map[formula.Op]func(float64) float64{
	formula.OpNeg: func(x float64) float64 { return -x }, formula.OpAbs: math.Abs,
	formula.OpExp: math.Exp, formula.OpLog: elem64.Log, formula.OpSqrt: math.Sqrt,
	formula.OpSin: math.Sin, formula.OpCos: math.Cos, formula.OpTan: math.Tan,
	formula.OpAsin: math.Asin, formula.OpAcos: math.Acos, formula.OpAtan: math.Atan,
	formula.OpSinh: math.Sinh, formula.OpCosh: math.Cosh, formula.OpTanh: math.Tanh,
	formula.OpErf: math.Erf, formula.OpErfc: math.Erfc, formula.OpGamma: math.Gamma,
}

func (noisyArith) Unary(op formula.Op, a noisy) (noisy, error) {
	f := elementary[op]
	if f == nil {
		return noisy{}, errNotANumber
	}
	v := f(a.v)
	e := spread(f, v, a)
	if op != formula.OpNeg && op != formula.OpAbs {
		e += 2 * epsilon * math.Abs(v)
	}
	return noisy{v, e}, nil
}

func (noisyArith) Bessel(op formula.Op, nu, x noisy) (noisy, error) {
	var f func(float64) (float64, float64)
	switch op {
	case formula.OpBesselJ:
		f = func(x float64) (float64, float64) { return double.BesselJ(nu.v, x) }
	case formula.OpBesselI:
		f = func(x float64) (float64, float64) { return double.BesselI(nu.v, x) }
	case formula.OpBesselK:
		f = func(x float64) (float64, float64) { return double.BesselK(nu.v, x) }
	default:
		return noisy{}, errNotANumber
	}
	v, e := f(x.v)
	return noisy{v, e + spread(func(x float64) float64 { y, _ := f(x); return y }, v, x)}, nil
}

func (noisyArith) Compare(op formula.Op, a, b noisy) ball.Truth {
	var t bool
	switch op {
	case formula.OpLT:
		t = a.v < b.v
	case formula.OpLE:
		t = a.v <= b.v
	case formula.OpGT:
		t = a.v > b.v
	case formula.OpGE:
		t = a.v >= b.v
	case formula.OpEQ:
		t = a.v == b.v
	case formula.OpNE:
		t = a.v != b.v
	default:
		return ball.Unknown
	}
	if t {
		return ball.True
	}
	return ball.False
}

func (noisyArith) Join(_, _ noisy) (noisy, error) { return noisy{}, errNotANumber }
