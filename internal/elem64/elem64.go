// Package elem64 is what package math has of logarithms and powers, for subnormal arguments too.
//
// On amd64 math.Log takes the exponent of a subnormal number for that of the least normal one: math.Log(5e-324) is
// −709.09 and not −744.44 (go1.26, its assembly), and math.Log10, math.Pow with a broken exponent and math.Lgamma rest
// on it. A test of this package keeps the rest of the module from calling these.
package elem64

import "math"

// least is the smallest normal float64.
const least = 0x1p-1022

// scale makes every subnormal number normal, exactly.
const (
	scale     = 0x1p54
	scaleBits = 54
)

// Log is the natural logarithm, to the accuracy of math.Log where x is normal; −Inf at 0, NaN for x < 0 and NaN.
func Log(x float64) float64 {
	if x < least && x > 0 {
		return logSubnormal(x)
	}
	return math.Log(x)
}

func logSubnormal(x float64) float64 { return math.Log(x*scale) - scaleBits*math.Ln2 }

// Log10 returns the decimal logarithm of x, as Log.
func Log10(x float64) float64 {
	if x < least && x > 0 {
		return math.Log10(x*scale) - scaleBits*(math.Ln2/math.Ln10)
	}
	return math.Log10(x)
}

// Pow returns x^y with the special values of math.Pow.
func Pow(x, y float64) float64 {
	if a := math.Abs(x); a < least && a > 0 && y != 0 {
		return powSubnormal(x, y)
	}
	return math.Pow(x, y)
}

// powSubnormal is x^y = (2^54 x)^y 2^−54y; NaN, infinite and too large y are math.Pow's, without a logarithm.
func powSubnormal(x, y float64) float64 {
	if !(math.Abs(y) < 1<<20) || y == math.Trunc(y) {
		return math.Pow(x, y)
	}
	// 2^−54y in two exact steps and a factor between 1/√2 and √2, lest it overflow alone
	e := -scaleBits * y // exact but for the last bits of y, see TestSubnormal
	k := math.Round(e)
	return math.Ldexp(math.Pow(x*scale, y)*math.Exp2(math.FMA(-scaleBits, y, -k)), int(k))
}

// Lgamma returns log |Γ(x)|, as math.Lgamma.
func Lgamma(x float64) float64 {
	if a := math.Abs(x); a < least && a > 0 {
		return -Log(a) // Γ(x) = 1/x − γ + …
	}
	v, _ := math.Lgamma(x)
	return v
}
