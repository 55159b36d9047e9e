// Package dd is double-double arithmetic: a number is the unevaluated sum of two float64, Hi the sum rounded to
// nearest, which gives about 104 significant bits. The operations are those of Dekker (1971) and Knuth (TAOCP 2,
// section 4.2.2) with fused multiply-adds. As long as nothing over- or underflows their relative errors are proved by
// Joldes, Muller and Popescu (Tight and rigorous error bounds for basic building blocks of double-word arithmetic, ACM
// Trans. Math. Softw. 44 (2017)), u = 2⁻⁵³: Add 3u²/(1−4u) (algorithm 6), AddF 2u² (4), Mul 7u² (10), MulF 2u² (9);
// Sqr, Div, DivF and Sqrt err by at most 5u² (internal/special/double/errors.md). Safe bounds all of these.
//
// A product that is added to something is converted to float64 explicitly: the compiler may fuse x*y + z otherwise,
// which would break the error-free transformations.
package dd

import "math"

// T is the number Hi + Lo, |Lo| ≤ ulp(Hi)/2.
type T struct{ Hi, Lo float64 }

// Eps is 2⁻¹⁰⁴, the unit in which the errors of the basic operations are counted.
const Eps = 0x1p-104

// Safe is 2⁻¹⁰¹ = 32u², above the relative error of every arithmetic operation and square root of this package.
const Safe = 0x1p-101

// Constants to double-double precision.
var (
	Pi     = T{3.141592653589793116, 1.2246467991473532072e-16}
	TwoPi  = T{6.283185307179586232, 2.4492935982947064144e-16}
	HalfPi = T{1.570796326794896558, 6.1232339957367660359e-17}
	Ln2    = T{6.931471805599452862e-01, 2.319046813846299558e-17}
	// LnSqrtTwoPi is log √(2π).
	LnSqrtTwoPi = T{9.1893853320467278056e-01, -3.8782941580672414498e-17}
)

// Of returns x exactly.
func Of(x float64) T { return T{x, 0} }

// TwoSum returns a + b exactly.
func TwoSum(a, b float64) T {
	s := a + b
	v := s - a
	return T{s, (a - (s - v)) + (b - v)}
}

// quick is a + b exactly when |a| ≥ |b| or a = 0.
func quick(a, b float64) T {
	s := a + b
	return T{s, b - (s - a)}
}

// TwoProd returns a·b exactly, unless it underflows.
func TwoProd(a, b float64) T {
	p := float64(a * b)
	return T{p, math.FMA(a, b, -p)}
}

// Float returns the nearest float64.
func (a T) Float() float64 { return a.Hi + a.Lo }

// Neg returns −a.
func (a T) Neg() T { return T{-a.Hi, -a.Lo} }

// Abs returns |a|.
func (a T) Abs() T {
	if a.Hi < 0 {
		return a.Neg()
	}
	return a
}

// Add returns a + b.
func (a T) Add(b T) T {
	s := TwoSum(a.Hi, b.Hi)
	t := TwoSum(a.Lo, b.Lo)
	s = quick(s.Hi, s.Lo+t.Hi)
	return quick(s.Hi, s.Lo+t.Lo)
}

// Sub returns a − b.
func (a T) Sub(b T) T { return a.Add(b.Neg()) }

// AddF returns a + b.
func (a T) AddF(b float64) T {
	s := TwoSum(a.Hi, b)
	return quick(s.Hi, s.Lo+a.Lo)
}

// Mul returns a·b.
func (a T) Mul(b T) T {
	p := TwoProd(a.Hi, b.Hi)
	return quick(p.Hi, p.Lo+float64(float64(a.Hi*b.Lo)+float64(a.Lo*b.Hi)))
}

// MulF returns a·b.
func (a T) MulF(b float64) T {
	p := TwoProd(a.Hi, b)
	return quick(p.Hi, math.FMA(a.Lo, b, p.Lo))
}

// Ldexp returns a·2^k.
func (a T) Ldexp(k int) T { return T{math.Ldexp(a.Hi, k), math.Ldexp(a.Lo, k)} }

// Half returns a/2.
func (a T) Half() T { return T{a.Hi / 2, a.Lo / 2} }

// Div returns a/b.
func (a T) Div(b T) T {
	q1 := a.Hi / b.Hi
	r := a.Sub(b.MulF(q1))
	q2 := r.Hi / b.Hi
	r = r.Sub(b.MulF(q2))
	q3 := r.Hi / b.Hi
	return quick(q1, q2).AddF(q3)
}

// DivF returns a/b.
func (a T) DivF(b float64) T {
	q1 := a.Hi / b
	r := a.Sub(TwoProd(q1, b))
	return quick(q1, r.Float()/b)
}

// Inv returns 1/a.
func (a T) Inv() T { return T{1, 0}.Div(a) }

// Sqr returns a².
func (a T) Sqr() T {
	p := TwoProd(a.Hi, a.Hi)
	return quick(p.Hi, math.FMA(2*a.Hi, a.Lo, p.Lo))
}

// Sqrt returns √a for a ≥ 0 and NaN for a < 0.
func (a T) Sqrt() T {
	if a.Hi == 0 {
		return T{}
	}
	s := math.Sqrt(a.Hi)
	if math.IsNaN(s) || math.IsInf(s, 0) {
		return T{s, 0}
	}
	r := a.Sub(TwoProd(s, s))
	return quick(s, r.Float()/(2*s))
}
