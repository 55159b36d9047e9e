package proof

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStatusNames(t *testing.T) {
	for s := Undecided; s <= Refuted; s++ {
		back, err := ParseStatus(s.String())
		assert.NoError(t, err)
		assert.Equal(t, s, back)
	}
	_, err := ParseStatus("certain")
	assert.Error(t, err)
}
