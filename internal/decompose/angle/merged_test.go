package angle

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/kernel/formula"
)

// TestMerged: parts that are written alike become one node, others stay apart.
func TestMerged(t *testing.T) {
	e, err := formula.Read("sin(2*z)*exp(-sin(2*z)) + sin(3*z)", nil)
	assert.NoError(t, err)
	count := func(e *formula.Expr) map[string]map[*formula.Expr]bool {
		nodes := map[string]map[*formula.Expr]bool{}
		e.Some(func(x *formula.Expr) bool {
			if nodes[x.String()] == nil {
				nodes[x.String()] = map[*formula.Expr]bool{}
			}
			nodes[x.String()][x] = true
			return false
		})
		return nodes
	}
	m := Merged(e)
	assert.True(t, m.Equal(e))
	for text, nodes := range count(m) {
		assert.Len(t, nodes, 1, text)
	}
	assert.Greater(t, len(count(e)["sin(2*z)"]), 1, "the parser shares nothing, so that there is something to merge")
	assert.Contains(t, count(m), "sin(3*z)")
}
