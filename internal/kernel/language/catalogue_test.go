package language

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
)

// TestCatalogueRanges: each bound of each parameter is enforced, and the error names the parameter.
func TestCatalogueRanges(t *testing.T) {
	for _, e := range Catalogue() {
		good := make([]*formula.Expr, len(e.Params))
		for i, p := range e.Params {
			switch {
			case p.Default != nil:
				good[i] = formula.Rational(p.Default)
			case p.high != nil:
				good[i] = formula.Int(2)
			default:
				good[i] = formula.Int(3)
			}
		}
		_, err := e.expand(good)
		require.NoError(t, err, e.Name)
		for i, p := range e.Params {
			var bad []*formula.Expr
			if p.low != nil {
				bad = append(bad, formula.Rational(new(big.Rat).Sub(p.low, big.NewRat(1, 1))),
					formula.Sub(formula.Rational(p.low), formula.Pi()))
				if p.lowOpen {
					bad = append(bad, formula.Rational(p.low))
				}
			}
			if p.high != nil {
				bad = append(bad, formula.Rational(new(big.Rat).Add(p.high, big.NewRat(1, 1))))
			}
			if p.integer {
				bad = append(bad, formula.Frac(5, 2), formula.Pi())
			}
			for _, b := range bad {
				args := append([]*formula.Expr(nil), good...)
				args[i] = b
				_, err := e.expand(args)
				if assert.Error(t, err, "%s with %s = %s", e.Name, p.Name, b) {
					assert.Contains(t, err.Error(), "parameter "+p.Name)
				}
			}
		}
		for _, alias := range append([]string{e.Name}, e.Aliases...) {
			assert.Equal(t, e.Name, lookup(alias).Name)
		}
	}
	_, _, err := Read("gaussian(sqrt(2))", nil)
	assert.Nil(t, err, "irrational parameters are exact constants too")
}
