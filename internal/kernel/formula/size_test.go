package formula

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSizeEnds: the number of nodes of a tree that shares its parts grows up to a bound, and stays there.
func TestSizeEnds(t *testing.T) {
	e, last := Variable(), 1
	for range 200 {
		e = Apply(OpMax, e, e, e)
		assert.GreaterOrEqual(t, e.Size(), last)
		last = e.Size()
	}
	assert.Equal(t, maxSize, last)
	assert.Equal(t, maxSize, Call("k", []*Expr{e}, e, 1, nil).Size())
}
