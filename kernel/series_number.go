package kernel

import (
	"fmt"
	"math"
	"math/big"

	"krein/internal/bigfn"
	"krein/internal/budget"
)

// bigNum is a real number in big.Float with a running estimate of its error. Small
// rationals are kept exactly beside it, so that what cancels between rationals
// cancels without doubt.
type bigNum struct {
	v *big.Float
	e float64  // log2 of the absolute error, −Inf if v is exact
	r *big.Rat // the exact value, or nil
}

// bigArith is the arithmetic of bigNum at prec bits. It is not safe for concurrent use.
type bigArith struct {
	prec  uint
	exact int // bits of numerator and denominator up to which rationals are kept
	meter *budget.Meter
	doubt bool // set when a number was taken for zero because it is below its error
}

var exactError = math.Inf(-1)

var _ coefficients[bigNum] = (*bigArith)(nil)

// lg returns e with |v| < 2^e ≤ 2|v|, −Inf for 0.
func lg(v *big.Float) float64 {
	if v.Sign() == 0 {
		return exactError
	}
	return float64(v.MantExp(nil))
}

// lgSum returns log2(2^a + 2^b).
func lgSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) || a-b > 40 {
		return a
	}
	return a + math.Log1p(math.Exp2(b-a))*math.Log2E
}

// rounded makes v a number of error 2^e plus its own rounding. Values whose binary
// exponent leaves all reason are refused before they overflow.
func (ar *bigArith) rounded(v *big.Float, e float64) bigNum {
	if v.IsInf() || v.MantExp(nil) > 1<<30 || v.Sign() != 0 && v.MantExp(nil) < -1<<30 {
		panic(failSeries("a coefficient leaves the range of numbers"))
	}
	if v.Acc() != big.Exact {
		e = lgSum(e, lg(v)-float64(ar.prec))
	}
	return bigNum{v: v, e: e}
}

func (ar *bigArith) float() *big.Float { return new(big.Float).SetPrec(ar.prec) }

// Rat converts an exact rational.
func (ar *bigArith) Rat(r *big.Rat) bigNum {
	v := ar.float().SetRat(r)
	n := bigNum{v: v, e: exactError}
	if v.Acc() != big.Exact {
		n.e = lg(v) - float64(ar.prec)
	}
	if ratBits(r) <= ar.exact {
		n.r = r
	}
	return n
}

// point converts a float64.
func (ar *bigArith) point(x float64) bigNum {
	n := bigNum{v: ar.float().SetFloat64(x), e: exactError}
	if r := new(big.Rat).SetFloat64(x); ratBits(r) <= ar.exact {
		n.r = r
	}
	return n
}

// Const returns OpPi or OpE.
func (ar *bigArith) Const(op Op) bigNum {
	v := bigfn.E
	if op == OpPi {
		v = bigfn.Pi
	}
	x := v(ar.prec)
	return bigNum{v: x, e: lg(x) - float64(ar.prec)}
}

func (ar *bigArith) counted() *budget.Meter { return ar.meter }

func (ar *bigArith) euler() bigNum {
	return bigNum{v: bigfn.EulerGamma(ar.prec), e: -float64(ar.prec)}
}

func (ar *bigArith) imag() (bigNum, bool) { return bigNum{}, false }

// zero reports whether a is recognised as zero: exactly, or by being below its error.
func (ar *bigArith) zero(a bigNum) bool {
	if a.r != nil {
		return a.r.Sign() == 0
	}
	if lg(a.v)-1 > a.e {
		return false
	}
	if a.v.Sign() != 0 || !math.IsInf(a.e, -1) {
		ar.doubt = true
	}
	return true
}

// nonzero takes what is not recognised as zero for different from it.
func (ar *bigArith) nonzero(bigNum) error { return nil }

func (ar *bigArith) isReal(bigNum) bool { return true }

func (ar *bigArith) sign(a bigNum) (int, error) {
	if ar.zero(a) {
		return 0, nil
	}
	return a.v.Sign(), nil
}

func (ar *bigArith) realSign(a bigNum) int {
	s, _ := ar.sign(a)
	return s
}

func (ar *bigArith) rational(a bigNum) (*big.Rat, bool) { return a.r, a.r != nil }

// Binary applies an operation.
func (ar *bigArith) Binary(op Op, a, b bigNum) (bigNum, error) {
	if a.r != nil && b.r != nil && (op == OpAdd || op == OpSub || ratBits(a.r)+ratBits(b.r) <= ar.exact+1) {
		if r := ratBinary(op, a.r, b.r); r != nil && ratBits(r) <= ar.exact {
			return ar.Rat(r), nil
		}
	}
	switch op {
	case OpAdd:
		return ar.rounded(bigfn.Add(a.v, b.v, ar.prec), lgSum(a.e, b.e)), nil
	case OpSub:
		return ar.rounded(bigfn.Add(a.v, ar.float().Neg(b.v), ar.prec), lgSum(a.e, b.e)), nil
	case OpMul:
		if a.v.Sign() == 0 && math.IsInf(a.e, -1) || b.v.Sign() == 0 && math.IsInf(b.e, -1) {
			return ar.Rat(new(big.Rat)), nil
		}
		e := lgSum(lgSum(lg(a.v)+b.e, lg(b.v)+a.e), a.e+b.e)
		return ar.rounded(ar.float().Mul(a.v, b.v), e), nil
	case OpDiv:
		if ar.zero(b) {
			return bigNum{}, failSeries("division by zero")
		}
		q := ar.float().Quo(a.v, b.v)
		l := lg(b.v) - 1
		return ar.rounded(q, lgSum(a.e-l, lg(q)+b.e-l)), nil
	case OpPow:
		if b.r != nil {
			return ar.PowRat(a, b.r)
		}
		l, err := ar.Unary(OpLog, a)
		if err != nil {
			return bigNum{}, err
		}
		if l, err = ar.Binary(OpMul, l, b); err != nil {
			return bigNum{}, err
		}
		return ar.Unary(OpExp, l)
	case OpMin, OpMax:
		if t := ar.Compare(OpLT, a, b); (t == True) == (op == OpMin) {
			return a, nil
		}
		return b, nil
	}
	return bigNum{}, fmt.Errorf("%s is not an operation on two numbers", op)
}

// ratBinary is op on rationals, or nil.
func ratBinary(op Op, a, b *big.Rat) *big.Rat {
	switch op {
	case OpAdd:
		return new(big.Rat).Add(a, b)
	case OpSub:
		return new(big.Rat).Sub(a, b)
	case OpMul:
		return new(big.Rat).Mul(a, b)
	case OpDiv:
		if b.Sign() != 0 {
			return new(big.Rat).Quo(a, b)
		}
	case OpPow:
		return ratPow(a, b)
	}
	return nil
}

// PowRat returns a^p.
func (ar *bigArith) PowRat(a bigNum, p *big.Rat) (bigNum, error) {
	if p.Sign() == 0 {
		return ar.Rat(big.NewRat(1, 1)), nil
	}
	if a.r != nil {
		if r := ratPow(a.r, p); r != nil && ratBits(r) <= ar.exact {
			return ar.Rat(r), nil
		}
	}
	if ar.zero(a) {
		if p.Sign() < 0 {
			return bigNum{}, failSeries("division by zero")
		}
		z := ar.Rat(new(big.Rat))
		if !math.IsInf(a.e, -1) { // known only to be small
			f, _ := p.Float64()
			z = bigNum{v: z.v, e: a.e * f}
		}
		return z, nil
	}
	negative := a.v.Sign() < 0
	if negative && !p.IsInt() {
		return bigNum{}, failSeries("the power %s of a negative number", p.RatString())
	}
	var v *big.Float
	if p.Denom().Cmp(big.NewInt(2)) == 0 && p.Num().Cmp(big.NewInt(1)) == 0 {
		v = ar.float().Sqrt(a.v)
	} else {
		var err error
		wp := ar.prec + 8
		v, err = bigfn.Pow(new(big.Float).Abs(a.v), new(big.Float).SetPrec(wp+uint(ratBits(p))).SetRat(p), wp)
		if err != nil {
			return bigNum{}, err
		}
		v = ar.float().Set(v)
	}
	if negative && p.Num().Bit(0) == 1 {
		v.Neg(v)
	}
	pf, _ := p.Float64()
	e := lgSum(lg(v)-float64(ar.prec)+1, math.Log2(math.Abs(pf))+lg(v)-lg(a.v)+1+a.e)
	return ar.rounded(v, e), nil
}

// Compare answers OpLT … OpNE; numbers closer than their errors are equal.
func (ar *bigArith) Compare(op Op, a, b bigNum) Truth {
	d, err := ar.Binary(OpSub, a, b)
	if err != nil {
		return Unknown
	}
	return holds(op, ar.realSign(d))
}

// Join has no meaning for a single number.
func (ar *bigArith) Join(bigNum, bigNum) (bigNum, error) {
	return bigNum{}, failSeries("an undecided condition")
}

// exactUnary returns the rational values that matter: at 0 and 1, and factorials.
func exactUnary(op Op, r *big.Rat) *big.Rat {
	switch op {
	case OpNeg:
		return new(big.Rat).Neg(r)
	case OpAbs:
		return new(big.Rat).Abs(r)
	case OpSqrt:
		return ratRoot(r, 2)
	case OpLog, OpAcos:
		if r.Cmp(big.NewRat(1, 1)) == 0 {
			return new(big.Rat)
		}
	case OpGamma:
		if r.IsInt() && r.Sign() > 0 && r.Num().IsInt64() && r.Num().Int64() <= 100 {
			return new(big.Rat).SetInt(new(big.Int).MulRange(1, r.Num().Int64()-1))
		}
	case OpExp, OpCos, OpCosh, OpErfc:
		if r.Sign() == 0 {
			return big.NewRat(1, 1)
		}
	case OpSin, OpTan, OpAsin, OpAtan, OpSinh, OpTanh, OpErf:
		if r.Sign() == 0 {
			return new(big.Rat)
		}
	}
	return nil
}

// Unary applies an elementary function; the error is carried through its derivative at a.
func (ar *bigArith) Unary(op Op, a bigNum) (bigNum, error) {
	if a.r != nil {
		if r := exactUnary(op, a.r); r != nil && ratBits(r) <= ar.exact {
			return ar.Rat(r), nil
		}
	}
	var v *big.Float
	var err error
	slope := 0.0 // log2 of the derivative
	switch op {
	case OpNeg:
		return bigNum{v: ar.float().Neg(a.v), e: a.e}, nil
	case OpAbs:
		return bigNum{v: ar.float().Abs(a.v), e: a.e}, nil
	case OpSqrt:
		return ar.PowRat(a, big.NewRat(1, 2))
	case OpExp:
		if v, err = bigfn.Exp(a.v, ar.prec); err == nil {
			slope = lg(v)
		}
	case OpLog:
		if ar.zero(a) {
			return bigNum{}, failSeries("the logarithm of zero")
		}
		v, err = bigfn.Log(a.v, ar.prec)
		slope = 1 - lg(a.v)
	case OpSin:
		v, _, err = bigfn.SinCos(a.v, ar.prec)
	case OpCos:
		_, v, err = bigfn.SinCos(a.v, ar.prec)
	case OpTan:
		if v, err = bigfn.Tan(a.v, ar.prec); err == nil {
			slope = 2*max(lg(v), 0) + 1
		}
	case OpAsin, OpAcos:
		f := bigfn.Asin
		if op == OpAcos {
			f = bigfn.Acos
		}
		v, err = f(a.v, ar.prec)
		one := ar.float().SetInt64(1)
		q := lg(one.Sub(one, ar.float().Mul(a.v, a.v)))
		slope = 1 - q/2
		if math.IsInf(q, -1) || q < a.e {
			slope = 1 - a.e/2
		}
	case OpAtan:
		v = bigfn.Atan(a.v, ar.prec)
		slope = -2 * max(lg(a.v)-1, 0)
	case OpSinh, OpCosh:
		var c *big.Float
		if v, c, err = bigfn.SinhCosh(a.v, ar.prec); err == nil {
			slope = lg(c)
			if op == OpCosh {
				v = c
			}
		}
	case OpTanh:
		v, err = bigfn.Tanh(a.v, ar.prec)
	case OpErf, OpErfc:
		f := bigfn.Erf
		if op == OpErfc {
			f = bigfn.Erfc
		}
		v, err = f(a.v, ar.prec)
		x, _ := a.v.Float64()
		slope = 1 - x*x*math.Log2E
	case OpGamma:
		var c []*big.Float
		if c, err = bigfn.GammaTaylor(a.v, 1, ar.prec); err == nil {
			v, slope = c[0], lg(c[1])
		}
	default:
		return bigNum{}, fmt.Errorf("%s is not a function of a number", op)
	}
	if err != nil {
		return bigNum{}, err
	}
	e := lg(v) - float64(ar.prec) + 1
	if !math.IsInf(a.e, -1) {
		e = lgSum(e, slope+a.e)
	}
	return ar.rounded(v, e), nil
}

// Bessel applies a Bessel function of rational order at x ≠ 0.
func (ar *bigArith) Bessel(op Op, nu, x bigNum) (bigNum, error) {
	if nu.r == nil {
		return bigNum{}, failSeries("the order of %s is not known to be rational", op)
	}
	f := bigfn.BesselJ
	switch op {
	case OpBesselI:
		f = bigfn.BesselI
	case OpBesselK:
		f = bigfn.BesselK
	}
	v, err := f(nu.r, x.v, ar.prec)
	if err != nil {
		return bigNum{}, err
	}
	size := lg(v) // of the function near x, not counting its zeros
	if op == OpBesselJ {
		size = max(size, min(0, -lg(x.v)/2))
	}
	n, _ := nu.r.Float64()
	slope := size + max(0, math.Log2(math.Abs(n)+1)-lg(x.v)+1)
	e := size - float64(ar.prec) + 2
	if !math.IsInf(x.e, -1) {
		e = lgSum(e, slope+x.e)
	}
	return ar.rounded(v, e), nil
}

func (ar *bigArith) gammaTaylor(x bigNum, n int) ([]bigNum, error) {
	c, err := bigfn.GammaTaylor(x.v, n, ar.prec)
	if err != nil {
		return nil, err
	}
	out := make([]bigNum, len(c))
	for k, v := range c {
		e := lg(v) - float64(ar.prec) + 2
		if !math.IsInf(x.e, -1) { // c_k moves at the rate (k+1) c_{k+1}, about as c_k does
			e = lgSum(e, lg(v)+math.Log2(float64(k+2))+x.e+2)
		}
		out[k] = ar.rounded(v, e)
	}
	return out, nil
}

// float64 returns the value and an estimate of its error, the rounding included.
func (a bigNum) float64() (v, err float64) {
	v, acc := a.v.Float64()
	if acc != big.Exact {
		err = math.Max(math.Abs(v)*0x1p-53, 0x1p-1074)
	}
	return v, err + math.Exp2(a.e)
}
