package kernel_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
)

// TestStoppedEnclosures: wherever the work ends, what is returned encloses what all the work gives, derivatives and
// imaginary parts too.
func TestStoppedEnclosures(t *testing.T) {
	z, w := ball.NewReal(1.25), ball.NewComplex(1.25+0.5i)
	wide := ball.NewReal(1.25).AddRad(ball.MagPow2(-3))
	for _, formula := range []string{"exp(-z)", "2-exp(-z)", "z*sin(z)/(1+z^2)", "z < 2 ? (2-z)^(3/2) : 0", "besselj(0,z)",
		"min(z, 2)", "z^sqrt(2)", "pi*z + e"} {
		k := mustParse(t, formula)
		enclosures := func(units int64) (all []*ball.Real, spent int64) {
			ctx, release := budget.New(context.Background(), units)
			defer release()
			m := k.Metered(budget.Of(ctx))
			all = append(all, m.BallAt(nil, z, 64), m.BallAt(nil, wide, 64))
			c := m.ComplexAt(nil, w, 64)
			all = append(all, &c.Re, &c.Im)
			for _, s := range []*ball.RealSeries{m.BallTaylor(nil, z, 3, 64), m.BallTaylorT(nil, z, 3, 64)} {
				for i := range 4 {
					all = append(all, s.Coef(i))
				}
			}
			return all, budget.Of(ctx).Spent()
		}
		want, spent := enclosures(1 << 30)
		open := 0
		values := make([]*ball.Real, 9) // on the wide ball
		for i := range values {
			values[i] = k.BallAt(nil, ball.NewReal(1.125+float64(i)/32), 64)
		}
		for units := int64(0); units < spent; units += 1 + spent/128 {
			got, _ := enclosures(units)
			for i := range want {
				if got[i].Indeterminate() {
					open++
				} else if !assert.NotEqual(t, ball.False, got[i].Overlaps(want[i]), "%s, %d units of %d, enclosure %d: %v, not %v",
					formula, units, spent, i, got[i], want[i]) {
					return
				}
			}
			for _, v := range values {
				assert.NotEqual(t, ball.False, got[1].Overlaps(v), "%s, %d units of %d: %v on %v, but a value is %v", formula,
					units, spent, got[1], wide, v)
			}
		}
		assert.Positive(t, open, formula)
	}
}

// TestNewMetered: the look for distances without value ends with the work, and then refuses nothing.
func TestNewMetered(t *testing.T) {
	e := formula.Apply(formula.OpLog, formula.Sub(formula.Int(-1), formula.Variable()))
	_, err := defined.New(e)
	assert.ErrorContains(t, err, "undefined at z")
	ctx, release := budget.New(context.Background(), 1<<20)
	defer release()
	_, err = defined.NewMetered(e, budget.Of(ctx))
	assert.ErrorContains(t, err, "undefined at z")
	budget.Of(ctx).Spend(1 << 21)
	k, err := defined.NewMetered(e, budget.Of(ctx))
	assert.NoError(t, err)
	assert.Nil(t, k.Meter())
}
