package mass

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
)

// TestExponentialBeyond compares with ∫_x^∞ t e^{−t²} = e^{−x²}/2, ∫_x^∞ t² e^{−3t} = e^{−3x}(x²/3 + 2x/9 + 2/27)
// and ∫_x^∞ t^{−1/2} e^{−√t} = 2e^{−√x}.
func TestExponentialBeyond(t *testing.T) {
	const x = 2.25
	for _, row := range []struct {
		lambda      float64
		p, s        *big.Rat
		want, slack float64
	}{
		{1, big.NewRat(1, 1), big.NewRat(2, 1), math.Exp(-x*x) / 2, 1 + 1e-6},
		{3, big.NewRat(2, 1), big.NewRat(1, 1), math.Exp(-3*x) * (x*x/3 + 2*x/9 + 2./27), 1.2},
		{1, big.NewRat(-1, 2), big.NewRat(1, 2), 2 * math.Exp(-1.5), 1 + 1e-6},
		{1, big.NewRat(9, 1), big.NewRat(1, 1), math.Inf(1), 1},
		{0, big.NewRat(-9, 1), big.NewRat(1, 1), math.Inf(1), 1},
	} {
		have := exponentialBeyond(ball.NewReal(x), ball.NewReal(row.lambda), row.p, row.s).Float64()
		assert.GreaterOrEqual(t, have, row.want*(1-1e-12))
		assert.LessOrEqual(t, have, row.want*row.slack)
	}
}
