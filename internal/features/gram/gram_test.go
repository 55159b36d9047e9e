package gram

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

func normal(rnd *rand.Rand, rows, columns int) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			m.Set(i, j, rnd.NormFloat64())
		}
	}
	return m
}

// norm is ‖K − ΦJΨᵀ‖ by gonum.
func norm(k, phi, psi *mat.Dense, sign []float64) float64 {
	var signed, product mat.Dense
	signed.Apply(func(_, j int, v float64) float64 { return v * sign[j] }, phi)
	product.Mul(&signed, psi.T())
	product.Sub(k, &product)
	return mat.Norm(&product, 2)
}

// The blocks meet without gaps, whatever is left over at their ends, and of rows that are part of a wider matrix.
func TestDistance(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 63, 64, 65, 127, 200} {
		for _, m := range []int{1, 64, 130} {
			for _, columns := range []int{1, 5, 33, 300} {
				wide := normal(rnd, max(n, m), columns+3)
				phi := wide.Slice(0, n, 0, columns).(*mat.Dense)
				psi := normal(rnd, m, columns)
				sign := make([]float64, columns)
				for i := range sign {
					sign[i] = math.Copysign(1, rnd.NormFloat64())
				}
				k := normal(rnd, n, m)
				assert.InEpsilon(t, norm(k, phi, psi, sign), DistanceBetween(k, phi, psi, sign), 1e-12, "%d×%d, %d", n, m, columns)
				square := normal(rnd, n, n)
				square.Add(square, square.T())
				assert.InEpsilon(t, norm(square, phi, phi, sign), Distance(square, phi, sign), 1e-12, "%d, %d", n, columns)
			}
		}
	}
}

func BenchmarkDistanceBetween(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	phi, psi, k := normal(rnd, 500, 512), normal(rnd, 500, 512), normal(rnd, 500, 500)
	sign := make([]float64, 512)
	for i := range sign {
		sign[i] = 1
	}
	for b.Loop() {
		DistanceBetween(k, phi, psi, sign)
	}
}
