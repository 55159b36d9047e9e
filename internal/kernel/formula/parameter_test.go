package formula_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
)

func span(name, lo, hi string, openLo, openHi bool) *formula.Range {
	r := &formula.Range{Name: name, OpenLo: openLo, OpenHi: openHi}
	r.Lo, _ = new(big.Rat).SetString(lo)
	r.Hi, _ = new(big.Rat).SetString(hi)
	return r
}

// A parameter is printed with its name and its interval, is read back equal, and equals no parameter with another name, end or
// openness: what is remembered by spelling or by node never mixes two.
func TestParameter(t *testing.T) {
	ranges := []*formula.Range{
		span("b", "0", "1/2", false, false), span("b", "0", "1/2", true, false), span("b", "0", "1/2", false, true),
		span("b", "0", "1/3", false, false), span("b", "-1/2", "1/2", false, false), span("c", "0", "1/2", false, false),
		span("β_1", "-3", "-2", true, true), span("B", "0", "1/2", false, false),
	}
	for i, r := range ranges {
		e := formula.Apply(formula.OpExp, formula.Mul(formula.Parameter(r), formula.Variable()))
		back, err := formula.Read(e.String(), nil)
		require.NoError(t, err, "%s", e)
		assert.True(t, back.Equal(e), "%s", e)
		assert.Equal(t, e.String(), back.String())
		for _, s := range ranges[:i] {
			p, q := formula.Parameter(r), formula.Parameter(s)
			assert.False(t, p.Equal(q), "%s and %s", p, q)
			assert.NotEqual(t, p.String(), q.String())
			assert.NotEqual(t, p.Hash(), q.Hash())
			assert.NotEqual(t, "0", formula.Simplify(formula.Sub(p, q)).String())
		}
	}
	assert.Equal(t, "par(0 < b <= 1/2)", formula.Parameter(ranges[1]).String())
	for _, text := range []string{"par(1 <= b <= 0)", "par(1 <= b <= 1)", "par(2/4 <= b <= 1)", "par(0 <= 3 <= 1)", "par(0 >= b <= 1)",
		"par(0 <= b)", "par(z <= b <= 1)", "par(0 <= b <= 1/0)", "par", "par(0.5 <= b <= 1)", "par(0 <= b <= 1) = b"} {
		_, err := formula.Read(text, nil)
		assert.Error(t, err, text)
	}
	assert.Panics(t, func() { formula.Parameter(span("b", "1", "1", false, false)) })
	assert.Panics(t, func() { formula.Parameter(span("b c", "0", "1", false, false)) })
}

func TestRangeCovers(t *testing.T) {
	closed, open := span("b", "0", "1", false, false), span("b", "0", "1", true, true)
	assert.True(t, closed.Covers(open))
	assert.False(t, open.Covers(closed))
	assert.True(t, open.Covers(open))
	assert.False(t, closed.Covers(span("c", "0", "1", false, false)))
	assert.False(t, closed.Covers(span("b", "0", "2", false, false)))
	assert.False(t, closed.Covers(span("b", "-1", "1", false, false)))
	zero, one := new(big.Rat), big.NewRat(1, 1)
	assert.True(t, closed.Contains(zero) && closed.Contains(one) && !open.Contains(zero) && !open.Contains(one))
	for _, row := range []struct {
		r    *formula.Range
		sign int
	}{{closed, 0}, {open, 1}, {span("b", "-1", "0", false, true), -1}, {span("b", "-1", "0", false, false), 0},
		{span("b", "-1", "1", true, true), 0}, {span("b", "1", "2", false, false), 1}} {
		assert.Equal(t, row.sign, row.r.Sign(), "%s", row.r)
	}
}
