package zonal

import (
	"math"

	"krein/ball"
)

// holomorphic is a function of complex balls: it encloses the values, and is finite only where the function is proved
// to be holomorphic.
type holomorphic func(dst, u *ball.Complex, prec uint)

// ellipse is the set of c + h(x + iy) with (x/a)² + (y/b)² ≤ 1, a ≥ b > 0: a disc, or an ellipse with the foci c ±
// h√(a²−b²). f must be real on the real axis.
type ellipse struct {
	c, h   ball.Real // real, h > 0
	a, b   float64
	splits int // how many arcs may be halved for a bound, regionSplits if 0
}

const (
	regionSplits = 4000
	regionPrec   = 64
	regionDepth  = 10 // of squares that cover an ellipse
	regionArcs   = 8  // on its upper half
	regionSplit  = 11 // how often an arc is halved
	regionOver   = 2  // bits that a bound may exceed the values found
)

// prec is the working precision: an ellipse that is small for its place needs more.
func (e *ellipse) prec() uint {
	c, h := e.c.MagUpper(), e.h.MagUpper()
	if c.Cmp(h) <= 0 || h.IsZero() {
		return regionPrec
	}
	return regionPrec + uint(min(log2(c)-log2(h), 1<<14))
}

// at sets u to the rectangle of points c + h(x + iy), |x−x0| ≤ w, |y−y0| ≤ v.
func (e *ellipse) at(u *ball.Complex, x0, y0, w, v float64) {
	u.Re.SetFloat64(x0)
	u.Re.AddRad(ball.MagFloat64(w))
	u.Im.SetFloat64(y0)
	u.Im.AddRad(ball.MagFloat64(v))
	prec := e.prec()
	u.MulReal(u, &e.h, prec)
	u.Re.Add(&u.Re, &e.c, prec)
}

// holds reports whether f is proved to be holomorphic on the whole ellipse.
//
// Squares that overlap in their sides cover the upper half, the real axis included. A finite value proves f holomorphic on a
// neighbourhood of its square, so that f is one holomorphic function there, real on the axis; by Schwarz's reflection it
// goes on to the lower half as the conjugate.
func (e *ellipse) holds(f holomorphic) bool {
	var u, v ball.Complex
	prec := e.prec()
	for _, x := range []float64{-e.a, e.a} { // where singularities are met first
		e.at(&u, x, 0, 0, 0)
		if f(&v, &u, prec); !v.IsFinite() {
			return false
		}
	}
	var square func(x, y, w float64, depth int) bool
	square = func(x, y, w float64, depth int) bool {
		// The nearest point of the square to the center; the margin is far above the rounding of this test.
		dx, dy := max(math.Abs(x)-w, 0)/e.a, max(math.Abs(y)-w, 0)/e.b
		if dx*dx+dy*dy > 1+1e-9 || y+w < 0 { // outside, or the mirror image of another square
			return true
		}
		e.at(&u, x, y, w, w)
		if f(&v, &u, prec); v.IsFinite() {
			return true
		}
		if depth == regionDepth {
			return false
		}
		w /= 2
		return square(x-w, y-w, w, depth+1) && square(x+w, y-w, w, depth+1) && square(x-w, y+w, w, depth+1) &&
			square(x+w, y+w, w, depth+1)
	}
	return square(0, 0, 2*e.a, 0)
}

// sup bounds |f| on the ellipse, on which f is holomorphic (holds), by the maximum principle from its boundary.
func (e *ellipse) sup(f holomorphic) ball.Mag {
	prec := e.prec()
	// Only worst is returned. least, from values at single points, decides where halving an arc is worth its cost.
	var worst, least ball.Mag // bounds of the result from above and below
	left := e.splits
	if left == 0 {
		left = regionSplits
	}
	half := math.Pi / (2 * regionArcs)
	middle := func(i int) float64 { return (2*float64(i) + 1) * half }
	point := func(mid float64) {
		var u, v ball.Complex
		e.at(&u, e.a*math.Cos(mid), e.b*math.Sin(mid), 0, 0)
		f(&v, &u, prec)
		least = least.Max(v.MagLower())
	}
	var arc func(mid, half float64, depth int)
	arc = func(mid, half float64, depth int) {
		// |d/dφ (a cos φ, b sin φ)| ≤ a; the excess covers the rounding of the middle
		w := e.a*half*(1+1e-9) + 1e-14*e.a
		var u, v ball.Complex
		e.at(&u, e.a*math.Cos(mid), e.b*math.Sin(mid), w, w)
		f(&v, &u, prec)
		m := v.MagUpper()
		if depth < regionSplit && left > 0 && m.Cmp(least.Mul2Exp(regionOver)) > 0 {
			left--
			if point(mid); m.Cmp(least.Mul2Exp(regionOver)) > 0 {
				arc(mid-half/2, half/2, depth+1)
				arc(mid+half/2, half/2, depth+1)
				return
			}
		}
		worst = worst.Max(m)
	}
	for i := range regionArcs {
		point(middle(i))
	}
	point(0)
	point(math.Pi)
	for i := range regionArcs {
		arc(middle(i), half*(1+1e-12), 0)
	}
	return worst
}

// log2 returns a float64 near the binary logarithm of m, for choices only.
func log2(m ball.Mag) float64 {
	if m.IsZero() {
		return math.Inf(-1)
	}
	if m.IsInf() {
		return math.Inf(1)
	}
	f := m.Float(nil)
	e := f.MantExp(nil)
	f.SetMantExp(f, -e)
	x, _ := f.Float64()
	return math.Log2(x) + float64(e)
}
