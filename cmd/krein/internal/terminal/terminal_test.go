package terminal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"decompose: x":                   "x",
		"t.json: decompose: file: bad":   "t.json: file: bad",
		"why: density: no (hankel: a b)": "why: no (a b)",
		"precertify: x":                  "precertify: x",
		"":                               "",
	} {
		assert.Equal(t, want, Plain(in))
	}
}
