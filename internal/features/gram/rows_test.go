package gram

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

func TestDiameter(t *testing.T) {
	x := normal(rand.New(rand.NewPCG(2, 0)), 150, 3)
	want := 0.0
	for i := range 150 {
		for j := range i {
			var d mat.VecDense
			d.SubVec(x.RowView(i), x.RowView(j))
			want = max(want, mat.Norm(&d, 2))
		}
	}
	assert.InEpsilon(t, want, Diameter(x), 2e-9)
	assert.GreaterOrEqual(t, Diameter(x), want)
	assert.Zero(t, Diameter(mat.NewDense(3, 2, nil)))
}
