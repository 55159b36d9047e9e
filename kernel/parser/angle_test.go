package parser

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// What the distance tells without the angle is written in it, with the same values, and printed as it is read.
func tree(t *testing.T, source string) *formula.Expr {
	k, err := Parse(source, nil)
	require.NoError(t, err)
	return k.FormulaExpr()
}

func TestWavesOfTheAngle(t *testing.T) {
	for text, plain := range map[string]string{
		"max(0, 1-2*sin(theta/2))":        "max(0, 1-z)",
		"exp(cos(theta))":                 "exp(1-z^2/2)",
		"sin(theta)*tan(θ/2)":             "z <= 2 ? z*sqrt(1-z^2/4)*(z/2/sqrt(1-z^2/4)) : 0",
		"cos(0.5*theta)^3 + cos(theta/2)": "z <= 2 ? sqrt(1-z^2/4)^3 + sqrt(1-z^2/4) : 0",
		"sin(theta*1/2)*ntk":              "z/2*ntk",
	} {
		e := tree(t, text)
		assert.Equal(t, big.NewRat(2, 1), formula.Domain(e), text)
		assert.True(t, tree(t, e.String()).Equal(e), "%s is printed as %s", text, e)
		for _, z := range []string{"0", "1/7", "1", "2/3", "19/10", "2"} {
			at := tree(t, z)
			v, w := eval.Enclose(nil, formula.Substitute(e, at), nil, 128),
				eval.Enclose(nil, formula.Substitute(tree(t, plain), at), nil, 128)
			if z == "2" && text == "sin(theta)*tan(θ/2)" {
				assert.False(t, v.IsFinite(), text)
				continue
			}
			assert.True(t, v.Equal(w) != ball.False && v.IsFinite(), "%s at %s: %v, %v", text, z, v, w)
		}
	}
	for _, text := range []string{"exp(-theta)*cos(theta)", "cos(3*theta)", "sin(theta)/theta", "sin(theta/4)",
		"sin(theta+1)", "sin(-theta/2)"} {
		assert.Contains(t, tree(t, text).String(), "acos(u)", text)
	}
}
