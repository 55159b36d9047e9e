package angle

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// reluLayer is 1 − θ²/2 + …, and its arccosine θ − … is a layer of a network.
const reluLayer = "(sin(z)+(pi-z)*cos(z))/pi"

// Functions whose parts only seem to have branch points at θ = 0 are bounded on discs around it: the bounds hold on the
// right half, where the formula is what it says, are not far above the largest value there, and hold for −θ, where a
// layer is −arccos. Functions that have branch points, or none that matter, are left to others.
func TestOrigin(t *testing.T) {
	const second = "(sqrt(1-(" + reluLayer + ")^2)+(pi-acos(" + reluLayer + "))*(" + reluLayer + "))/pi"
	for _, row := range []struct {
		f     string
		roots int // −1: nil
	}{
		{"acos(" + reluLayer + ")", 1},
		{"exp(-asin(" + reluLayer + "))", 1},
		{second, 2},
		{"acos(" + second + ")", 3},
		{"sqrt(1-cos(z)) + 1/(2+acos(cos(z)*exp(-z^2)))", 2},
		{"acos(1-z/pi)", -1},       // the root of θ
		{"acos(1-z^4)", -1},        // θ² times a root, not of this kind
		{"exp(-z^2)*cos(z)", -1},   // without roots
		{"sqrt(1+z)+acos(z)", -1},  // regular at 0
		{"acos(sqrt(1-z^3))", -1},  // θ^(3/2)
		{"sqrt(z^2*(pi-z)-z)", -1}, // no value on the right
	} {
		f, err := formula.Read(row.f, nil)
		require.NoError(t, err)
		f = Merged(f)
		g := NewOrigin(f)
		if row.roots < 0 {
			assert.Nil(t, g, row.f)
			continue
		}
		require.NotNil(t, g, row.f)
		assert.Len(t, g.roots, row.roots, row.f)
		known := 0
		for _, radius := range originRadii {
			sup, ok := g.Sup(ball.MagFloat64(radius))
			if !ok {
				break
			}
			known++
			largest := 0.0
			for i := range 17 {
				phi := (float64(i) - 8) / 8 * math.Pi / 2.2
				at := new(ball.Complex).SetParts(ball.NewReal(radius*math.Cos(phi)), ball.NewReal(radius*math.Sin(phi)))
				var v ball.Complex
				if eval.Compile(f).ComplexAt(&v, at, 256); v.IsFinite() {
					largest = max(largest, v.MagLower().Float64())
				}
			}
			assert.GreaterOrEqual(t, sup.Float64()*(1+1e-9), largest, "%s at %v", row.f, radius)
			assert.Less(t, sup.Float64(), 8*largest+8, "%s at %v", row.f, radius)
		}
		assert.GreaterOrEqual(t, known, 4, row.f)
		_, ok := g.Sup(ball.MagFloat64(50))
		assert.False(t, ok, row.f)
	}
	f, err := formula.Read("acos("+reluLayer+")", nil)
	require.NoError(t, err)
	sup, ok := NewOrigin(Merged(f)).Sup(ball.MagFloat64(0.5))
	require.True(t, ok)
	left := math.Acos((-math.Sin(0.5) + (math.Pi+0.5)*math.Cos(0.5)) / math.Pi) // of −1/2, up to its sign
	assert.Greater(t, left, 0.5)
	assert.GreaterOrEqual(t, sup.Float64(), left)
	_, ok = (*Origin)(nil).Sup(ball.MagPow2(-8))
	assert.False(t, ok)
}
