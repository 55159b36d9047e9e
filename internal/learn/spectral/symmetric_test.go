package spectral

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Eigenvectors are orthonormal, AV = VΛ to rounding, and values are those of gonum, for numbers of rows at the edges of panels,
// eigenvalues of both signs, many that are equal or 0, and ones that fall over many orders of magnitude either way.
func TestAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for name, spectrum := range map[string]func(share float64) float64{
		"even":    func(share float64) float64 { return 2*share - 1 },
		"falling": func(share float64) float64 { return math.Exp(-80 * share) },
		"equal":   func(share float64) float64 { return math.Floor(3*share) - 1 },
		"zero":    func(float64) float64 { return 0 },
		"one":     func(share float64) float64 { return math.Floor(1 - share + 1e-9) },
		"huge":    func(share float64) float64 { return 1e200 * (share - 0.3) },
	} {
		for _, n := range []int{1, 2, 3, 31, 32, 33, 64, 65, 130} {
			t.Run(fmt.Sprintf("%s %d", name, n), func(t *testing.T) {
				g := mat.NewDense(n, n, nil)
				for i := range g.RawMatrix().Data {
					g.RawMatrix().Data[i] = rng.NormFloat64()
				}
				var qr mat.QR
				var q, a mat.Dense
				qr.Factorize(g)
				qr.QTo(&q)
				a.CloneFrom(&q)
				top := 0.0
				for j := range n {
					l := spectrum((float64(j) + 0.5) / float64(n))
					top = max(top, math.Abs(l))
					for i := range n {
						a.Set(i, j, q.At(i, j)*l)
					}
				}
				a.Mul(&a, q.T())
				values, v, err := All(&a)
				require.NoError(t, err)
				var e mat.EigenSym
				s := mat.NewSymDense(n, nil)
				for i := range n {
					for j := i; j < n; j++ {
						s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
					}
				}
				require.True(t, e.Factorize(s, false))
				near := 1e-14 * float64(n+20) * top
				assert.InDeltaSlice(t, e.Values(nil), values, near)
				alone, err := Values(&a)
				require.NoError(t, err)
				assert.Equal(t, values, alone)
				var products, av mat.Dense
				products.Mul(v.T(), v)
				av.Mul(s, v)
				for i := range n {
					floats.Sub(av.RawRowView(i), rowTimes(v.RawRowView(i), values))
					products.Set(i, i, products.At(i, i)-1)
				}
				assert.LessOrEqual(t, mat.Max(&av)-mat.Min(&av), near)
				assert.LessOrEqual(t, mat.Max(&products)-mat.Min(&products), 1e-14*float64(n+20))
			})
		}
	}
	_, _, err := All(mat.NewDense(3, 3, []float64{1, 2, 3, 2, math.NaN(), 1, 3, 1, 2}))
	assert.ErrorIs(t, err, ErrNone)
}

func rowTimes(row, by []float64) []float64 { return floats.MulTo(make([]float64, len(row)), row, by) }
