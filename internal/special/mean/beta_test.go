package mean

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/special/specialtest"
)

// TestBeta: Β(a, 1) = 1/a, (a+b) Β(a+1, b) = a Β(a, b), to nearly all bits; nothing at a pole.
func TestBeta(t *testing.T) {
	r := specialtest.NewRand(9200)
	for range 200 {
		a, b := ball.NewReal(specialtest.LogUniform(r, 1e-3, 2000)), ball.NewReal(specialtest.LogUniform(r, 1e-3, 2000))
		prec := uint(24 + r.IntN(300))
		var x, y, u ball.Real
		Beta(&x, a, ball.NewReal(1), prec)
		assert.True(t, overlaps(&x, y.Inv(a, prec+40)), "Β(%v, 1) is %v", a, &x)
		Beta(&x, a, b, prec)
		assert.Greater(t, x.RelAccuracyBits(), int64(prec)-8, "Β(%v, %v)", a, b)
		Beta(&y, u.AddInt64(a, 1, 400), b, prec)
		y.Mul(&y, u.Add(a, b, 400), prec)
		assert.True(t, overlaps(x.Mul(&x, a, prec), &y), "a Β(a, b) and (a+b) Β(a+1, b) at %v, %v", a, b)
	}
	var x ball.Real
	assert.True(t, Beta(&x, ball.NewReal(-2), ball.NewReal(0.5), 64).Indeterminate())
}
