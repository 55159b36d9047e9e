package evaluation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/decompose"
)

// TestMassesNotBounded: the sum of masses is said to be one only if the error of each is bounded.
func TestMassesNotBounded(t *testing.T) {
	v := Decomposition{RealPlus: massView{Value: 1, Kind: decompose.KindProved}, Minimal: true}
	v.RealMinus, v.Imaginary = v.RealPlus, v.RealPlus
	words := func() string {
		var b strings.Builder
		v.Write(&b)
		return b.String()
	}
	assert.Contains(t, words(), "2‖μ_I⁺‖ = 4, ‖μ_R⁺‖ − ‖μ_R⁻‖ = 0,")
	v.RealMinus.Kind = decompose.KindEstimated
	assert.Contains(t, words(), "2‖μ_I⁺‖ ≈ 4, ‖μ_R⁺‖ − ‖μ_R⁻‖ ≈ 0,")
}
