package certify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestSpellings: formulas of an audit in which one number is written in two ways, with what is true
// of them.
func TestSpellings(t *testing.T) {
	type row struct {
		formula string
		dim     int
		not     map[ID]Status // what would be false
	}
	for _, c := range testlong.Some([]row{
		{"z < 19/2 ? (z < sqrt(10^32+18*10^16) - 10^16 ? (z < 46/5 ? exp(-z) : -1000000) : exp(-z)) : exp(-z)", 2,
			map[ID]Status{PD: Refuted, FiniteMass: Refuted, CompletelyMonotone: Refuted}},
		{"1 + cos(pi*z) - cos(4*(atan(1/2)+atan(1/3))*z)", 3,
			map[ID]Status{PD: Refuted, FiniteMass: Refuted, CompletelyMonotone: Refuted, ConditionallyPD: Refuted}},
		{"z*(cos(z*pi) - cos(z*4*(4*atan(1/5)-atan(1/239))))", 3,
			map[ID]Status{PD: Refuted, FiniteMass: Refuted, CompletelyMonotone: Refuted, ConditionallyPD: Refuted}},
		{"2*cos(log(6)*z) - cos((log(2)+log(3))*z)", 1,
			map[ID]Status{PD: Refuted, FiniteMass: Refuted, CompletelyMonotone: Proved}},
		{"2*sin(sin(pi/5)*z)/(sin(pi/5)*z) - sin(sqrt((5-sqrt(5))/8)*z)/(sqrt((5-sqrt(5))/8)*z)", 3,
			map[ID]Status{PD: Refuted, FiniteMass: Refuted}},
		{"2*besselj(0,log(6)*z) - besselj(0,(log(2)+log(3))*z)", 2, map[ID]Status{PD: Refuted, FiniteMass: Refuted}},
	}, 6) {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		cert, err := Run(context.Background(), k, c.dim, &Settings{SkipMass: true})
		require.NoError(t, err)
		for id, wrong := range c.not {
			assert.NotEqual(t, wrong, cert.Claim(id).Status, "%s in R^%d: %s, %s", c.formula, c.dim, id, cert.Claim(id).Because)
		}
	}
}
