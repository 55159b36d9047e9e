package pair

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/features/harmonic"
	"krein/internal/special/double"
)

// Values between the places of the table are within what it states, and beyond it they are those of the functions.
func TestWaveTable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, d := range []int{2, 3, 15, 60} {
		table, waves := newWaveTable(d), harmonic.New(d)
		lambda, above := double.NewLambda(float64(d)), double.NewLambda(float64(d+2))
		for i := range 400 {
			y := waveReach * 1.2 * rnd.Float64()
			switch i {
			case 0:
				y = 0
			case 1:
				y = math.Nextafter(waveReach, 0)
			case 2:
				y = waveReach
			}
			l, a := table.both(y)
			assert.InDelta(t, lambda.At(y), l, 1e-14, "d=%d y=%v", d, y)
			assert.InDelta(t, above.At(y), a, 1e-14, "d=%d y=%v", d, y)
			want, got := waves.At(nil, y), table.all(nil, y, waves)
			for k := range max(len(want), len(got)) {
				u, v := 0.0, 0.0
				if k < len(want) {
					u = want[k]
				}
				if k < len(got) {
					v = got[k]
				}
				assert.InDelta(t, u, v, 1e-14, "d=%d y=%v k=%d", d, y, k)
			}
		}
	}
}
