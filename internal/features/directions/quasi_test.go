package directions

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRadicalInverse(t *testing.T) {
	for i, want := range []float64{1. / 2, 1. / 4, 3. / 4, 1. / 8, 5. / 8} {
		assert.Equal(t, want, radicalInverse(2, i+1))
	}
	assert.InDelta(t, 1./3+2./9, radicalInverse(3, 1+2*3), 1e-15)
}
