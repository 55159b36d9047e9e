package mixture

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/kernel/parser"
)

// TestAverage: averages of mixtures are recognised, and draws of their scales have the transform.
func TestAverage(t *testing.T) {
	for _, f := range []string{
		"(1-exp(-z^2))/z^2", "log(1+z^2)/z^2", "3*(1-exp(-2*z^2))/z^2", "atan(z)/z", "(1-exp(-z))/z",
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		s, err := RecogniseScale(k.Expr())
		if !assert.NoError(t, err, f) {
			continue
		}
		rnd := rand.New(rand.NewPCG(5, 6))
		const n = 40000
		const z = 1.3
		sum, sq, all := 0.0, 0.0, 0.0
		for _, x := range s {
			all += math.Abs(x.Weight)
		}
		for range n {
			v := 0.0
			for _, x := range s {
				v += x.Weight * math.Exp(-z*z*math.Exp(x.Sample(rnd)))
			}
			sum += v
			sq += v * v
		}
		mean := sum / n
		dev := math.Sqrt((sq/n - mean*mean) / n)
		assert.Less(t, math.Abs(mean-numeric.Compile(k).At(z))/dev, 4.2, f)
	}
	for _, f := range []string{"(2-exp(-z^2))/z^2", "(1-exp(-z^3))/z^2", "sin(z)/z", "(1-cos(z))/z^2"} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		_, err = RecogniseScale(k.Expr())
		assert.Error(t, err, f)
	}
}
