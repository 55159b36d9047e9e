// Package minimax computes the polynomials that internal/simd evaluates sine and cosine of
// quarter turns with: weighted minimax approximations by Remez' exchange, on a grid, in big floats.
package minimax

import (
	"math"
	"math/big"
)

const prec = 320 // bits of the working precision

// grid is the number of Chebyshev points that errors are looked at.
const grid = 1500

var halfPi = halfPiTo(prec)

// Sin returns the coefficients S of sin(π/2·f) ≈ f·S(f²), n of them, the lowest first, that
// minimise the largest relative error for |f| ≤ 1/2.
func Sin(n int) []float64 {
	return fit(n, 1, func(z, g *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Quo(float(1), g) })
}

// Cos returns the coefficients C of cos(π/2·f) ≈ 1 + f²·C(f²), n of them, the lowest first,
// that minimise the largest error for |f| ≤ 1/2.
func Cos(n int) []float64 {
	return fit(n, 2, func(z, _ *big.Float) *big.Float { return z })
}

// fit approximates g(z) = ±Σ (−1)^k (π/2)^(2k+first) z^k/(2k+first)!, with the sign of the
// Taylor coefficient of sine and cosine, on [0, 1/4]; weight gets z and g(z).
func fit(n, first int, weight func(z, g *big.Float) *big.Float) []float64 {
	points := make([]point, grid)
	for i := range points {
		t := math.Sin(math.Pi / 2 * float64(i+1) / grid)
		z := float(t * t / 4)
		g := series(z, first)
		points[i] = point{z, g, weight(z, g)}
	}
	at := make([]int, n+1)
	for i := range at {
		t := 0.5 - 0.5*math.Cos(math.Pi*(float64(i)+0.5)/float64(n+1))
		at[i] = int(2 / math.Pi * math.Asin(math.Sqrt(t)) * (grid - 1))
	}
	var c []*big.Float
	for range 12 {
		c = level(points, at)
		at = extrema(points, c, at)
	}
	out := make([]float64, n)
	for i := range out {
		out[i], _ = c[i].Float64()
	}
	return out
}

type point struct{ z, g, w *big.Float }

func float(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

func mul(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Mul(x, y) }

// series sums the tail of the sine's (first odd) or cosine's series from (π/2)^first/first! on.
func series(z *big.Float, first int) *big.Float {
	term, square := float(1), mul(halfPi, halfPi)
	for k := 1; k <= first; k++ {
		term = mul(term, halfPi)
		term.Quo(term, float(float64(k)))
	}
	if first/2%2 == 1 {
		term.Neg(term)
	}
	sum := float(0)
	for k := first + 1; k < first+100; k += 2 {
		sum.Add(sum, term)
		term.Mul(term, z)
		term.Mul(term, square)
		term.Quo(term, float(-float64(k)*float64(k+1)))
	}
	return sum
}

// level solves Σ c_j z^j + (−1)^i e/w = g at the points for c and e.
func level(points []point, at []int) []*big.Float {
	n := len(at)
	a := make([][]*big.Float, n)
	for i, p := range at {
		row := make([]*big.Float, n+1)
		power := float(1)
		for j := range n - 1 {
			row[j] = power
			power = mul(power, points[p].z)
		}
		row[n-1] = new(big.Float).SetPrec(prec).Quo(float(1-2*float64(i%2)), points[p].w)
		row[n] = points[p].g
		a[i] = row
	}
	for i := range n {
		pivot := i
		for k := i + 1; k < n; k++ {
			if new(big.Float).Abs(a[k][i]).Cmp(new(big.Float).Abs(a[pivot][i])) > 0 {
				pivot = k
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		for k := range n {
			if k == i {
				continue
			}
			f := new(big.Float).SetPrec(prec).Quo(a[k][i], a[i][i])
			for j := i; j <= n; j++ {
				a[k][j] = new(big.Float).SetPrec(prec).Sub(a[k][j], mul(f, a[i][j]))
			}
		}
	}
	c := make([]*big.Float, n)
	for i := range c {
		c[i] = new(big.Float).SetPrec(prec).Quo(a[i][n], a[i][i])
	}
	return c[:n-1]
}

// extrema returns the points of largest weighted error between its changes of sign, or
// the old ones if the grid shows fewer.
func extrema(points []point, c []*big.Float, old []int) []int {
	var found []int
	var most, sign *big.Float
	for i, p := range points {
		e := float(0)
		for j := len(c) - 1; j >= 0; j-- {
			e.Mul(e, p.z)
			e.Add(e, c[j])
		}
		e.Sub(e, p.g)
		e.Mul(e, p.w)
		size := new(big.Float).Abs(e)
		switch {
		case sign == nil || e.Sign() != 0 && e.Sign() != sign.Sign():
			found = append(found, i)
			most, sign = size, e
		case size.Cmp(most) > 0:
			found[len(found)-1] = i
			most = size
		}
	}
	if len(found) < len(old) {
		return old
	}
	return found[len(found)-len(old):]
}
