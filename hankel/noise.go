package hankel

import (
	"errors"
	"math"
	"math/big"

	"krein/internal/elem64"
	"krein/kernel"
	"krein/special/double"
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

func (noisyArith) Const(op kernel.Op) noisy {
	if op == kernel.OpPi {
		return noisy{math.Pi, epsilon * math.Pi}
	}
	return noisy{math.E, epsilon * math.E}
}

func (noisyArith) Binary(op kernel.Op, a, b noisy) (noisy, error) {
	var v, e float64
	switch op {
	case kernel.OpAdd:
		v, e = a.v+b.v, a.e+b.e
	case kernel.OpSub:
		v, e = a.v-b.v, a.e+b.e
	case kernel.OpMul:
		v = a.v * b.v
		e = math.Abs(a.v)*b.e + math.Abs(b.v)*a.e
	case kernel.OpDiv:
		v = a.v / b.v
		e = (a.e + math.Abs(v)*b.e) / math.Abs(b.v)
	case kernel.OpPow:
		v = elem64.Pow(a.v, b.v)
		e = spread(func(x float64) float64 { return elem64.Pow(x, b.v) }, v, a) +
			spread(func(x float64) float64 { return elem64.Pow(a.v, x) }, v, b) + epsilon*math.Abs(v)
	case kernel.OpMin:
		return noisy{math.Min(a.v, b.v), math.Max(a.e, b.e)}, nil
	case kernel.OpMax:
		return noisy{math.Max(a.v, b.v), math.Max(a.e, b.e)}, nil
	default:
		return noisy{}, errNotANumber
	}
	return noisy{v, e + epsilon*math.Abs(v)}, nil
}

func (n noisyArith) PowRat(a noisy, p *big.Rat) (noisy, error) {
	return n.Binary(kernel.OpPow, a, n.Rat(p))
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

var elementary = map[kernel.Op]func(float64) float64{
	kernel.OpNeg: func(x float64) float64 { return -x }, kernel.OpAbs: math.Abs,
	kernel.OpExp: math.Exp, kernel.OpLog: elem64.Log, kernel.OpSqrt: math.Sqrt,
	kernel.OpSin: math.Sin, kernel.OpCos: math.Cos, kernel.OpTan: math.Tan,
	kernel.OpAsin: math.Asin, kernel.OpAcos: math.Acos, kernel.OpAtan: math.Atan,
	kernel.OpSinh: math.Sinh, kernel.OpCosh: math.Cosh, kernel.OpTanh: math.Tanh,
	kernel.OpErf: math.Erf, kernel.OpErfc: math.Erfc, kernel.OpGamma: math.Gamma,
}

func (noisyArith) Unary(op kernel.Op, a noisy) (noisy, error) {
	f := elementary[op]
	if f == nil {
		return noisy{}, errNotANumber
	}
	v := f(a.v)
	e := spread(f, v, a)
	if op != kernel.OpNeg && op != kernel.OpAbs {
		e += 2 * epsilon * math.Abs(v)
	}
	return noisy{v, e}, nil
}

func (noisyArith) Bessel(op kernel.Op, nu, x noisy) (noisy, error) {
	var f func(float64) (float64, float64)
	switch op {
	case kernel.OpBesselJ:
		f = func(x float64) (float64, float64) { return double.BesselJ(nu.v, x) }
	case kernel.OpBesselI:
		f = func(x float64) (float64, float64) { return double.BesselI(nu.v, x) }
	case kernel.OpBesselK:
		f = func(x float64) (float64, float64) { return double.BesselK(nu.v, x) }
	default:
		return noisy{}, errNotANumber
	}
	v, e := f(x.v)
	return noisy{v, e + spread(func(x float64) float64 { y, _ := f(x); return y }, v, x)}, nil
}

func (noisyArith) Compare(op kernel.Op, a, b noisy) kernel.Truth {
	var t bool
	switch op {
	case kernel.OpLT:
		t = a.v < b.v
	case kernel.OpLE:
		t = a.v <= b.v
	case kernel.OpGT:
		t = a.v > b.v
	case kernel.OpGE:
		t = a.v >= b.v
	case kernel.OpEQ:
		t = a.v == b.v
	case kernel.OpNE:
		t = a.v != b.v
	default:
		return kernel.Unknown
	}
	if t {
		return kernel.True
	}
	return kernel.False
}

func (noisyArith) Join(_, _ noisy) (noisy, error) { return noisy{}, errNotANumber }
