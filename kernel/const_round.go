package kernel

import (
	"math"
	"math/big"

	"krein/ball"
)

// Coef is a coefficient, wrong by at most Err.
type Coef struct{ Value, Err float64 }

// rounded returns c in float64.
func (c Const) rounded() Coef {
	var b ball.Real
	for _, prec := range constPrecisions {
		if c.Ball(&b, prec).RelAccuracyBits() >= 60 {
			break
		}
	}
	return roundedBall(&b)
}

// roundedBall returns the midpoint of b.
func roundedBall(b *ball.Real) Coef {
	mid := b.Mid(nil)
	v, _ := ball.Float64(mid)
	err := b.Rad().Float64()
	if new(big.Float).SetFloat64(v).Cmp(mid) != 0 {
		err += math.Max(math.Abs(v)*0x1p-53, 0x1p-1074)
	}
	return Coef{v, err}
}
