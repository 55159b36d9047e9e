package enum

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestName(t *testing.T) {
	type color int8
	for x, want := range map[color]string{-1: "Color(-1)", 0: "Color(0)", 1: "red", 2: "green", 3: "Color(3)"} {
		assert.Equal(t, want, Name("Color", x, "", "red", "green"))
	}
}
