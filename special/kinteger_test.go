package special

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/special/specialtest"
)

// TestKIntegerOfHighOrder: the first sum, which for high orders ends early, has what a sum at twice the precision and
// the three-term recurrence have, at arguments on both sides of where its terms halve.
func TestKIntegerOfHighOrder(t *testing.T) {
	r := specialtest.NewRand(31)
	for range 40 {
		n := uint64(20 + r.IntN(300))
		x := specialtest.LogUniform(r, 0.01, 40)
		var z, fine, want ball.Real
		kInteger(&z, n, ball.NewReal(x), ballWork, 100)
		kInteger(&fine, n, ball.NewReal(x), ballWork, 400)
		kByRecurrence(&want, reals(float64(n), x), 400)
		assert.True(t, overlaps(&z, &fine) && overlaps(&z, &want) && overlaps(&fine, &want), "%d %g", n, x)
		assert.Greater(t, fine.RelAccuracyBits(), int64(200), "%d %g: %v", n, x, &fine)
	}
}
