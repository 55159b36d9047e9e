package minimal

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/dd"
	"krein/special"
)

// lambdaTaylor encloses the Taylor coefficients of Λ_d at points: two values of Bessel functions, then the recurrence
// of the differential equation x y″ + (d−1) y′ + x y = 0.
type lambdaTaylor struct {
	dim  int
	d, e ball.Real // d, d+2
	prec uint
}

// newLambdaTaylor works with about prec good bits for expansions used at distances up to a quarter of the centre.
func newLambdaTaylor(dim int, prec uint) *lambdaTaylor {
	l := &lambdaTaylor{dim: dim}
	l.d.SetInt64(int64(dim))
	l.e.SetInt64(int64(dim) + 2)
	// An error of the first two coefficients grows like the singular solution x^(2−d), expanded: by (1 − 1/4)^(2−d).
	l.prec = prec + uint(0.42*float64(dim)) + 24
	return l
}

// at stores the coefficients of t⁰ … tⁿ⁻¹ of Λ_d(x+t) in dst, x ≥ 0.
func (l *lambdaTaylor) at(dst []ball.Real, x *ball.Real) {
	n := len(dst)
	if x.IsZero() {
		// (−1/4)^k / ((d/2)_k k!) t^(2k) = Π −1/(2j(d+2j−2)) t^(2k)
		dst[0].SetInt64(1)
		for k := 1; k < n; k++ {
			dst[k].SetZero()
			if k%2 == 0 {
				dst[k].QuoInt64(&dst[k-2], -int64(k)*int64(l.dim+k-2), l.prec)
			}
		}
		return
	}
	special.LambdaReal(&dst[0], &l.d, x, l.prec)
	if n == 1 {
		return
	}
	var inv, t, u ball.Real
	special.LambdaReal(&t, &l.e, x, l.prec) // Λ_d′ = −(x/d) Λ_{d+2}
	t.Mul(&t, x, l.prec)
	dst[1].QuoInt64(&t, -int64(l.dim), l.prec)
	inv.Inv(x, l.prec)
	for k := 0; k+2 < n; k++ {
		// (k+2)(k+1) a_{k+2} = −a_k − [(k+1)(k+d−1) a_{k+1} + a_{k−1}]/x
		t.MulInt64(&dst[k+1], int64(k+1)*int64(k+l.dim-1), l.prec)
		if k > 0 {
			t.Add(&t, &dst[k-1], l.prec)
		}
		u.FMA(&t, &inv, &dst[k], l.prec)
		dst[k+2].QuoInt64(&u, -int64(k+2)*int64(k+1), l.prec)
	}
}

// ddLambda evaluates Λ_d in double-double from Taylor polynomials on intervals of length 1.
type ddLambda struct {
	taylor *lambdaTaylor
	pieces map[int][]dd.T
}

const (
	ddTerms = 24 // (1/2)^24/24! < 2⁻¹⁰³
	// The first intervals share the expansion at 0.
	ddZero      = 3
	ddZeroTerms = 48 // 3^48/48! < 2⁻¹²⁰
)

func newDDLambda(dim int) *ddLambda {
	return &ddLambda{taylor: newLambdaTaylor(dim, 120), pieces: map[int][]dd.T{}}
}

// at returns Λ_d(x), x ≥ 0.
func (l *ddLambda) at(x dd.T) dd.T {
	i := int(math.Floor(x.Hi))
	if i < ddZero {
		i = 0
	}
	c := l.pieces[i]
	if c == nil {
		c = l.build(i)
		l.pieces[i] = c
	}
	var s dd.T
	if i == 0 {
		q := x.Sqr()
		for k := len(c) - 1; k >= 0; k-- {
			s = s.Mul(q).Add(c[k])
		}
		return s
	}
	t := x.AddF(-(float64(i) + 0.5))
	for k := len(c) - 1; k >= 0; k-- {
		s = s.Mul(t).Add(c[k])
	}
	return s
}

func (l *ddLambda) build(i int) []dd.T {
	n, centre, step := ddTerms, float64(i)+0.5, 1
	if i == 0 {
		n, centre, step = ddZeroTerms, 0, 2
	}
	a := make([]ball.Real, n)
	l.taylor.at(a, ball.NewReal(centre))
	var c []dd.T
	for k := 0; k < n; k += step {
		c = append(c, ddOf(&a[k]))
	}
	return c
}

// ddOf returns the midpoint of x to double-double precision.
func ddOf(x *ball.Real) dd.T {
	m := x.Mid(nil)
	hi, _ := ball.Float64(m)
	lo, _ := ball.Float64(m.Sub(m, new(big.Float).SetFloat64(hi)))
	return dd.T{Hi: hi, Lo: lo}
}
