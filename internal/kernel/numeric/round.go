package numeric

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
)

// Coef is a coefficient, wrong by at most Err.
type Coef struct{ Value, Err float64 }

// precisions are those at which constants are rounded, in bits: more where they cancel.
var precisions = [...]uint{64, 192, 512, 1536, 4096}

// rounded returns c in float64.
func rounded(c constant.Value) Coef {
	var b ball.Real
	for _, prec := range precisions {
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

// Near is the exponent if it is recognised as a rational, or one near it; nil for nil.
func Near(e *constant.Exponent) *big.Rat {
	if e == nil {
		return nil
	}
	if r, ok := e.Rat(); ok {
		return r
	}
	return new(big.Rat).SetFloat64(rounded(e.Value()).Value)
}
