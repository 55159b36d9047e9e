package certify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/certify/proof"
)

func TestStatusNames(t *testing.T) {
	for s := proof.Undecided; s <= proof.Refuted; s++ {
		back, err := proof.ParseStatus(s.String())
		assert.NoError(t, err)
		assert.Equal(t, s, back)
	}
	_, err := proof.ParseStatus("certain")
	assert.Error(t, err)
}
