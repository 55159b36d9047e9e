package quad

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/mat"
)

// Cheb64 is the polynomial Σ C[k] T_k(s) on [A,B], s = (2x−A−B)/(B−A). It is read-only in use, hence safe for concurrent use.
type Cheb64 struct {
	A, B float64
	C    []float64
}

// ChebPoints64 returns the n+1 Chebyshev points (A+B)/2 + (B−A)/2·cos(πj/n), j = n…0, ascending; the ends are exact. It panics for n < 1.
func ChebPoints64(n int, a, b float64) []float64 {
	if n < 1 {
		panic("quad: ChebPoints64 needs n ≥ 1")
	}
	x := make([]float64, n+1)
	for j := range x {
		// sin of the complementary angle is odd about the middle.
		x[j] = (a + (b-a)/2) + (b-a)/2*math.Sin(math.Pi*float64(2*j-n)/float64(2*n))
	}
	x[0], x[n] = a, b
	return x
}

// ChebFromValues64 returns the polynomial of degree len(v)−1 through the values v at ChebPoints64(len(v)−1, a, b): a discrete cosine transform.
// It panics unless len(v) ≥ 2 and a < b are finite.
func ChebFromValues64(v []float64, a, b float64) *Cheb64 {
	if len(v) < 2 || !(a < b) || math.IsInf(b-a, 0) {
		panic("quad: ChebFromValues64 needs two values and a finite interval")
	}
	n := len(v) - 1
	src := slices.Clone(v)
	slices.Reverse(src)
	c := fourier.NewDCT(n+1).Transform(nil, src)
	for k := range c {
		c[k] /= float64(n)
	}
	c[0] /= 2
	c[n] /= 2
	return &Cheb64{a, b, c}
}

// FitCheb64 interpolates f at the n+1 Chebyshev points of [a,b].
func FitCheb64(f func(float64) float64, a, b float64, n int) *Cheb64 {
	v := ChebPoints64(n, a, b)
	for i, x := range v {
		v[i] = f(x)
	}
	return ChebFromValues64(v, a, b)
}

// FitChebTol64 interpolates f on [a,b] with 16, 32, … intervals up to most, until the last eighth of the coefficients is below tol times the largest,
// then drops the negligible ones. It reports false, with the last interpolant, when that did not happen or a value was not finite. The estimated error is tol·max|f|, the usual
// caveat of sampling: f is taken to be resolved by the last points.
func FitChebTol64(f func(float64) float64, a, b, tol float64, most int) (*Cheb64, bool) {
	var c *Cheb64
	for n := 16; ; n *= 2 {
		c = FitCheb64(f, a, b, n)
		top, tail := 0.0, 0.0
		for k, v := range c.C {
			top = max(top, math.Abs(v))
			if k > n-max(2, n/8) {
				tail = max(tail, math.Abs(v))
			}
		}
		if math.IsNaN(top) || math.IsInf(top, 0) {
			return c, false
		}
		if tail <= tol*top {
			last := n
			for last > 0 && math.Abs(c.C[last]) <= tol*top/8 {
				last--
			}
			c.C = c.C[:last+1]
			return c, true
		}
		if 2*n > most {
			return c, false
		}
	}
}

// At returns the value at x by Clenshaw's recurrence; outside [A,B] the polynomial is continued.
func (c *Cheb64) At(x float64) float64 {
	s := ((x - c.A) - (c.B - x)) / (c.B - c.A)
	var u, v float64
	for k := len(c.C) - 1; k >= 1; k-- {
		u, v = math.FMA(2*s, u, c.C[k]-v), u
	}
	return math.FMA(s, u, c.C[0]-v)
}

// Integral returns ∫_A^B.
func (c *Cheb64) Integral() float64 {
	var s float64
	for k := (len(c.C) - 1) &^ 1; k >= 0; k -= 2 {
		s += c.C[k] * 2 / float64(1-k*k)
	}
	return s * (c.B - c.A) / 2
}

// Antiderivative returns the polynomial F with F' = c and F(A) = 0.
func (c *Cheb64) Antiderivative() *Cheb64 {
	n := len(c.C)
	at := func(k int) float64 {
		if k < n {
			return c.C[k]
		}
		return 0
	}
	h := (c.B - c.A) / 2
	out := make([]float64, n+1)
	var left, sign float64 = 0, -1
	for k := 1; k <= n; k++ {
		low := at(k - 1)
		if k == 1 {
			low *= 2
		}
		out[k] = h * (low - at(k+1)) / float64(2*k)
		left += sign * out[k]
		sign = -sign
	}
	out[0] = -left
	return &Cheb64{c.A, c.B, out}
}

// Derivative returns the derivative.
func (c *Cheb64) Derivative() *Cheb64 {
	n := len(c.C) - 1
	if n == 0 {
		return &Cheb64{c.A, c.B, []float64{0}}
	}
	out := make([]float64, n+2)
	scale := 2 / (c.B - c.A)
	for k := n - 1; k >= 0; k-- {
		out[k] = out[k+2] + 2*float64(k+1)*c.C[k+1]
	}
	out = out[:n]
	out[0] /= 2
	for k := range out {
		out[k] *= scale
	}
	return &Cheb64{c.A, c.B, out}
}

// Roots returns the real roots in [A,B], ascending, of a polynomial that is not identically zero: eigenvalues of the colleague matrix (Good 1961) on pieces of degree at most 48, polished by
// Newton's iteration. A double root may appear twice, once or, lifted off the axis by rounding, not at all. nil for the zero polynomial.
func (c *Cheb64) Roots() []float64 {
	d := c.Derivative()
	var out []float64
	c.collectRoots(func(x float64) {
		for range 2 {
			step := c.At(x) / d.At(x)
			if math.Abs(step) < 1e-6*(c.B-c.A) && x-step >= c.A && x-step <= c.B {
				x -= step
			}
		}
		out = append(out, x)
	}, 0)
	slices.Sort(out)
	return slices.CompactFunc(out, func(x, y float64) bool { return math.Abs(x-y) <= 4*0x1p-52*(c.B-c.A) })
}

func (c *Cheb64) collectRoots(found func(float64), depth int) {
	var top float64
	for _, v := range c.C {
		top = max(top, math.Abs(v))
	}
	n := len(c.C) - 1
	for n > 0 && math.Abs(c.C[n]) <= 4e-15*top {
		n--
	}
	if n == 0 {
		return
	}
	if n > 48 && depth < 12 {
		// Not in the middle, where symmetric functions have roots.
		mid := c.A + 0.5019*(c.B-c.A)
		FitCheb64(c.At, c.A, mid, n).collectRoots(found, depth+1)
		FitCheb64(c.At, mid, c.B, n).collectRoots(found, depth+1)
		return
	}
	if n == 1 {
		if s := -c.C[0] / c.C[1]; math.Abs(s) <= 1+1e-14 {
			found(c.point(s))
		}
		return
	}
	m := mat.NewDense(n, n, nil)
	for k := range n {
		switch {
		case k == 0:
			m.Set(0, 1, 1)
		default:
			m.Set(k, k-1, 0.5)
			if k+1 < n {
				m.Set(k, k+1, 0.5)
			}
		}
	}
	for k := range n {
		m.Set(n-1, k, m.At(n-1, k)-c.C[k]/(2*c.C[n]))
	}
	var e mat.Eigen
	if !e.Factorize(m, mat.EigenNone) {
		return
	}
	for _, z := range e.Values(nil) {
		if math.Abs(imag(z)) < 1e-8 && math.Abs(real(z)) <= 1+1e-10 {
			found(c.point(min(max(real(z), -1), 1)))
		}
	}
}

func (c *Cheb64) point(s float64) float64 { return (c.A + (c.B-c.A)/2) + (c.B-c.A)/2*s }
