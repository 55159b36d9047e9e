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

// Bounds on discs hold at points of their edges, are not far above the largest value, and there are none where the
// function is singular, or an operation has no model.
func TestSupOnDisc(t *testing.T) {
	ends := []*ball.Real{new(ball.Real), new(ball.Real).Pi(256)}
	const relu = "(sin(z)+(pi-z)*cos(z))/pi"
	for _, row := range []struct {
		f         string
		c, radius float64
		want      error
	}{
		{"exp(-z^2/2)", 1, 0.9, nil},
		{"sin(z)/z + cos(2*z) - cosh(z) + sinh(z/2)", 1.5, 0.7, nil},
		{"z^(5/2) + log(z) + 1/(1+z) + atan(z) + erf(z)", 1, 0.5, nil},
		{"acos(z) + asin(z/2) + sqrt(1-z^2) + tanh(z) + tan(z/3)", 0.4, 0.3, nil},
		{"abs(z-3) + z^z", 1, 0.3, nil},
		{"acos(" + relu + ")", 0.01, 0.008, nil}, // near θ, and no root of θ²
		{"sqrt(1-(" + relu + ")^2)", 1e-4, 8e-5, nil},
		{"1/z", 0.5, 0.6, errNoSegment},
		{"sqrt(z)", 0.5, 0.51, errNoSegment},
		{"acos(z)", 0.5, 0.6, errNoSegment},
		{"acos(" + relu + ")", 0.01, 0.02, errNoSegment}, // −θ on the other side
		{"besselj(0, z)", 1, 0.1, ErrNoModel},
	} {
		f, err := formula.Read(row.f, nil)
		require.NoError(t, err)
		c, radius := ball.NewReal(row.c), ball.NewReal(row.radius)
		sup, err := SupOnDisc(f, c, radius, ends, 192)
		if row.want != nil {
			require.ErrorIs(t, err, row.want, row.f)
			continue
		}
		require.NoError(t, err, row.f)
		largest := 0.0
		for i := range 24 {
			phi := 2 * math.Pi * float64(i) / 24
			at := new(ball.Complex).SetParts(ball.NewReal(row.c+row.radius*0.999*math.Cos(phi)),
				ball.NewReal(row.radius*0.999*math.Sin(phi)))
			var v ball.Complex
			if eval.Compile(f).ComplexAt(&v, at, 192); !v.IsFinite() {
				continue // abs of complex numbers
			}
			largest = max(largest, v.MagLower().Float64())
		}
		assert.GreaterOrEqual(t, sup.Float64(), largest, row.f)
		assert.Less(t, sup.Float64(), 8*largest+8, row.f)
	}
}
