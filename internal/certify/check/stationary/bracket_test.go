package stationary

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

// TestBracketsOfMasses: what an enclosure of a mass has below 0 is cut off; what is not finite or empty is no bound.
func TestBracketsOfMasses(t *testing.T) {
	about := func(mid, rad float64) *ball.Real { return ball.NewReal(mid).AddRad(ball.MagFloat64(rad)) }
	for _, c := range []struct {
		low, high *ball.Real
		want      Interval
	}{
		{about(0, 69.5), about(0, 69.5), Interval{"0", "70"}},
		{about(-1, 0.25), about(3, 0), Interval{"0", "3"}},
		{about(2, 0), about(2, 0), Interval{"2", "2"}},
		{about(-1, 0), about(0, 0), Interval{"0", "0"}},
	} {
		got, err := bracket{c.low, c.high}.interval()
		require.NoError(t, err)
		assert.Equal(t, c.want, *got)
	}
	for _, b := range []bracket{
		{about(-2, 0), about(-1, 0)}, {about(2, 0), about(1, 0)}, {about(0, math.Inf(1)), about(1, 0)},
		{new(ball.Real).SetIndeterminate(), new(ball.Real).SetIndeterminate()},
	} {
		_, err := b.interval()
		assert.ErrorContains(t, err, "a mass has no bounds")
		assert.Error(t, new(Masses).enclose(bracket{ball.NewReal(1), ball.NewReal(1)}, b, ball.NewReal(1)))
	}
}
