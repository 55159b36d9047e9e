package testhook

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTerms(t *testing.T) {
	var r Registry
	a, b := r.New("a"), r.New("b")
	assert.Equal(t, []*Term{a, b}, r.Terms())
	assert.Equal(t, "a", a.Name())
	restore := a.Weaken(30)
	assert.EqualValues(t, -30, a.Shift())
	assert.Zero(t, b.Shift())
	restore()
	assert.Zero(t, a.Shift())
	assert.Panics(t, func() { r.New("b") })
}
