package segment

import "math"

// Nodes are the points w at which segments are fitted: both ends included, so that neighbours meet.
var Nodes = func() (w [Order]float64) {
	for j := range w {
		s := math.Sin(math.Pi * float64(j) / (2 * (Order - 1)))
		w[j] = s * s
	}
	return w
}()

// transform takes values at lobatto to Chebyshev coefficients on 0 ≤ w ≤ 1.
var transform = func() (m [Order][Order]float64) {
	const n = Order - 1
	for k := range m {
		for j := range m[k] {
			c := 2.0 / n * math.Cos(math.Pi*float64(j*k%(2*n))/n)
			if k%2 == 1 {
				c = -c // 2w−1 = −cos(πj/n)
			}
			if k == 0 || k == n {
				c /= 2
			}
			if j == 0 || j == n {
				c /= 2
			}
			m[k][j] = c
		}
	}
	return m
}()

// shifted are the coefficients of T_k(2w−1).
var shifted = func() (m [Order][Order]float64) {
	m[0][0] = 1
	m[1][0], m[1][1] = -1, 2
	for k := 2; k < Order; k++ {
		for i := range m[k] {
			m[k][i] = -2*m[k-1][i] - m[k-2][i]
			if i > 0 {
				m[k][i] += 4 * m[k-1][i-1]
			}
		}
	}
	return m
}()

// Fit returns the segment whose inverse takes the share y of the probability, counted
// from the outer end, at the distance offset(y) from it (negative downwards). offset(1)
// leads to the inner end. It is called with increasing or decreasing y.
//
// The coefficients beyond the first are as precise as offset is relative to offset(1):
// Chebyshev coefficients decrease as fast as their polynomials' coefficients grow.
func Fit(kind Kind, outer float64, offset func(y float64) float64) (c [Order]float64) {
	var v [Order]float64
	first := offset(kind.Share(0))
	for j := 1; j < Order; j++ {
		v[j] = offset(kind.Share(Nodes[j])) - first
	}
	for k := range c {
		var a float64
		for j := range v {
			a += transform[k][j] * v[j]
		}
		for i := 1; i <= k; i++ {
			c[i] += a * shifted[k][i]
		}
	}
	c[0] = outer + first
	return c
}

// Solve returns the x in [0, 1] with f(x) = y, by Newton's method with bisection where it
// leaves the interval; f increases from 0 to 1 and comes with its slope.
func Solve(f func(x float64) (v, slope float64), y float64) float64 {
	switch {
	case y <= 0:
		return 0
	case y >= 1:
		return 1
	}
	lo, hi, x := 0.0, 1.0, y
	for range 100 {
		v, slope := f(x)
		if v < y {
			lo = x
		} else {
			hi = x
		}
		next := x - (v-y)/slope
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
		}
		if math.Abs(next-x) <= 0x1p-52*x || next <= lo && next >= hi {
			return next
		}
		x = next
	}
	return x
}
