package features

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

func TestSphereDistances(t *testing.T) {
	for _, dim := range []int{2, 3, 16} {
		z := SphereDistances(dim, 16)
		for i, x := range z { // z and √(4−z²) have the same law
			assert.InDelta(t, 4, x*x+z[15-i]*z[15-i], 1e-9, dim)
		}
	}
	for i, z := range SphereDistances(3, 4) { // z² is uniform on S²
		assert.InDelta(t, 4*(float64(i)+0.5)/4, z*z, 1e-9)
	}
	assert.Panics(t, func() { SphereDistances(3, 0) })
}

func TestDiameter(t *testing.T) {
	x := data(150, 3, 2)
	want := 0.0
	for i := range 150 {
		for j := range i {
			want = max(want, mat.Norm(vecSub(x, i, j), 2))
		}
	}
	assert.InEpsilon(t, want, Diameter(x), 2e-9)
	assert.GreaterOrEqual(t, Diameter(x), want)
	assert.Zero(t, Diameter(mat.NewDense(3, 2, nil)))
}
