package bigfn

import (
	"math"
	"math/big"
)

// Erf returns erf x.
func Erf(x *big.Float, prec uint) (*big.Float, error) {
	if x.Sign() == 0 {
		return newF(prec), nil
	}
	xf, _ := x.Float64()
	if xf*xf*math.Log2E > float64(prec)+8 {
		return intF(prec, int64(x.Sign())), nil
	}
	return erfSeries(x, prec)
}

// erfSeries is erf x = 2/√π·e^(−x²) Σ 2^k x^(2k+1)/(2k+1)!! (DLMF 7.6.2), whose
// terms have one sign.
func erfSeries(x *big.Float, prec uint) (*big.Float, error) {
	wp := prec + 48
	x2 := newF(wp).Mul(x, x)
	e, err := Exp(newF(wp).Neg(x2), wp)
	if err != nil {
		return nil, err
	}
	t := scaled(newF(wp).Mul(x, e), 1)
	t.Quo(t, newF(wp).Sqrt(Pi(wp)))
	sum := newF(wp).Set(t)
	x2 = scaled(x2, 1)
	for k := int64(3); ; k += 2 {
		t.Mul(t, x2)
		t.Quo(t, intF(64, k))
		sum = Add(sum, t, wp)
		if exponent(t) < exponent(sum)-int(wp) {
			return round(sum, prec), nil
		}
	}
}

// Erfc returns 1 − erf x to relative precision, for x < 2¹⁴.
func Erfc(x *big.Float, prec uint) (*big.Float, error) {
	one := intF(prec, 1)
	if x.Sign() <= 0 {
		y, err := Erf(x, prec+8)
		if err != nil {
			return nil, err
		}
		return one.Sub(one, y), nil
	}
	if exponent(x) > 14 {
		return nil, rangeErr("erfc", x)
	}
	xf, _ := x.Float64()
	lost := xf * xf * math.Log2E
	if lost > float64(prec)+64 {
		return erfcAsymptotic(x, prec)
	}
	wp := prec + uint(lost) + 32
	y, err := erfSeries(x, wp)
	if err != nil {
		return nil, err
	}
	return round(y.Sub(intF(wp, 1), y), prec), nil
}

// erfcAsymptotic is DLMF 7.12.1, used where its least term is below the precision.
func erfcAsymptotic(x *big.Float, prec uint) (*big.Float, error) {
	wp := prec + 32
	x2 := newF(wp+32).Mul(x, x)
	e, err := Exp(newF(wp+32).Neg(x2), wp)
	if err != nil {
		return nil, err
	}
	t, sum := intF(wp, 1), intF(wp, 1)
	d := scaled(x2, 1)
	for k := int64(1); exponent(t) > -int(wp); k += 2 {
		t.Mul(t, intF(64, -k))
		t.Quo(t, d)
		sum.Add(sum, t)
	}
	sum.Mul(sum, e)
	sum.Quo(sum, newF(wp).Mul(x, newF(wp).Sqrt(Pi(wp))))
	return round(sum, prec), nil
}
