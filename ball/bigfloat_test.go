package ball

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ALTree/bigfloat"
	"github.com/stretchr/testify/require"
)

// An independent implementation agrees to nearly its precision, away from its known
// defects (exp near −740, log(1+2^−k)).
func TestAgainstBigfloat(t *testing.T) {
	const prec = 200
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		x := big.NewFloat(0.5 + 40*r.Float64()).SetPrec(prec)
		for _, f := range []struct {
			name  string
			ball  func(z, x *Real) *Real
			float func(*big.Float) *big.Float
		}{
			{"exp", func(z, x *Real) *Real { return z.Exp(x, prec) }, bigfloat.Exp},
			{"log", func(z, x *Real) *Real { return z.Log(x, prec) }, bigfloat.Log},
		} {
			var z, y, w Real
			f.ball(&z, y.SetFloat(x))
			w.SetFloat(f.float(new(big.Float).Copy(x)))
			// their last eight bits are not ours to judge
			w.AddRad(w.MagUpper().Mul2Exp(8 - prec))
			require.Equal(t, True, z.Overlaps(&w), "%s(%v)", f.name, x)
		}
	}
}
