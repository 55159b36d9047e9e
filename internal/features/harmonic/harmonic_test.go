package harmonic

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/special/double"
)

func lambda(d int, x float64) float64 {
	v, _ := double.LambdaValue(float64(d), x)
	return v
}

// binomials of the dimensions are kept in logarithms: N(d,n) = (2n+d−2)/n·C(n+d−3, n−1).
func logDimension(d, n int) float64 {
	if n == 0 {
		return 0
	}
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x)); return v }
	return math.Log(float64(2*n+d-2)/float64(n)) + lg(n+d-2) - lg(n) - lg(d-1)
}

func TestHarmonics(t *testing.T) {
	for _, d := range []int{1, 2, 3, 5, 16, 64, 784} {
		h := New(d)
		for _, x := range []float64{0, 1e-20, 1e-9, 1e-3, 0.5, 1, 3.25, 10, 27.5, 100, 200, 255, 257, 1e3, 5e6} {
			got := h.At(nil, x)
			assert.InDelta(t, lambda(d, x), got[0], 3e-13, "h_0 = Λ_d, d=%d x=%v", d, x)
			sum := 0.0
			for _, v := range got {
				sum += v * v
			}
			if x < 200 {
				assert.InDelta(t, (1+lambda(d, 2*x))/2, sum, 1e-12, "Parseval over the even degrees, d=%d x=%v", d, x)
			}
			for _, n := range []int{2, 6, 20} {
				if 2*len(got) <= n || d == 1 {
					continue
				}
				// h_n = √N(d,n)·(x/2)^n·Γ(d/2)/Γ(d/2+n)·Λ_{d+2n}
				a, _ := math.Lgamma(float64(d) / 2)
				b, _ := math.Lgamma(float64(d)/2 + float64(n))
				scale := math.Exp(logDimension(d, n)/2 + float64(n)*math.Log(x/2) + a - b)
				assert.InDelta(t, scale*lambda(d+2*n, x), got[n/2], 1e-12*math.Max(1, scale*1e-2), "d=%d n=%d x=%v", d, n, x)
			}
		}
	}
}

func TestMillerAndForwardAgree(t *testing.T) {
	for _, d := range []int{2, 3, 16, 100} {
		h := New(d)
		x := Most + float64(d)/2 - 0.5
		down, up := h.At(nil, x), h.forward(nil, x, 2)
		for k := range up {
			v := 0.0 // beyond what counts
			if k < len(down) {
				v = down[k]
			}
			assert.InDelta(t, up[k], v, 1e-11, "d=%d n=%d", d, 2*k)
		}
	}
}

// The expansion itself: averaged over rotations, cos⟨Rθ,z⟩cos⟨Sη,z⟩ depends on the lengths
// of Rθ ± Sη.
func TestExpansion(t *testing.T) {
	for _, d := range []int{2, 3, 16, 784} {
		h := New(d)
		for _, c := range [][3]float64{{1, 2, 0}, {5, 5.5, 1}, {5, 5.5, -1}, {12, 3, 0.3}, {20, 21, -0.7}} {
			x, y, rho := c[0], c[1], c[2]
			a, b := h.At(nil, x), h.At(nil, y)
			p := Gegenbauers(nil, d, min(len(a), len(b)), rho)
			sum := 0.0
			for k, v := range p {
				sum += v * a[k] * b[k]
			}
			sq := x*x + y*y
			want := (lambda(d, math.Sqrt(sq+2*x*y*rho)) + lambda(d, math.Sqrt(math.Max(sq-2*x*y*rho, 0)))) / 2
			assert.InDelta(t, want, sum, 1e-12, "d=%d %v", d, c)
		}
	}
}

// Degrees that the recurrence leaves out are negligible: beginning far above them changes nothing but roundings.
func TestTop(t *testing.T) {
	for _, d := range []int{2, 3, 5, 16, 64, 784} {
		for _, x := range []float64{1e-9, 1e-3, 0.1, 0.9, 1, 3.3, 7, 12, 15.9, 16} {
			h := New(d)
			got := h.All(nil, x)
			top := h.top(x)
			assert.GreaterOrEqual(t, top, len(got))
			if x < 1 {
				assert.Less(t, top, 40, "d=%d x=%v", d, x)
			}
			n := top + 60
			h.grow(n)
			f := make([]float64, n+2)
			f[n] = 1e-300
			for k := n; k >= 1; k-- {
				if f[k-1] = h.lead[k]/x*f[k] - h.next[k]*f[k+1]; math.Abs(f[k-1]) > 1e100 {
					for i := range f {
						f[i] *= 1e-300
					}
				}
			}
			for k, v := range got {
				assert.InDelta(t, f[k]/f[0]*got[0], v, 1e-14, "d=%d x=%v n=%d", d, x, k)
			}
		}
	}
}
