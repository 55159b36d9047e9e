package testhook

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
)

func TestTerms(t *testing.T) {
	var r Registry
	a, b := r.New("a"), r.New("b")
	assert.Equal(t, []*Term{a, b}, r.Terms())
	assert.Equal(t, "a", a.Name())
	assert.Panics(t, func() { r.New("b") })
	one := ball.MagPow2(0)
	assert.Equal(t, one, a.LeftOut(one))
	if !CanWeaken {
		assert.Panics(t, func() { a.Weaken(30) })
		assert.Equal(t, one, a.LeftOut(one))
		return
	}
	restore := a.Weaken(30)
	assert.Equal(t, ball.MagPow2(-30), a.LeftOut(one))
	assert.Equal(t, one, b.LeftOut(one))
	restore()
	assert.Equal(t, one, a.LeftOut(one))
}
