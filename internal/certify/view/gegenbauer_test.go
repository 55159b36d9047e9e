package view

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHarmonics(t *testing.T) {
	for _, x := range []struct{ n, d, want int }{{0, 2, 1}, {5, 2, 2}, {0, 3, 1}, {4, 3, 9}, {2, 4, 9}, {3, 16, 800}} {
		assert.InEpsilon(t, float64(x.want), harmonics(x.n, x.d), 1e-12, "%+v", x)
	}
}
