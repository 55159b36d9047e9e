package certify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/certify/certificate"
	"krein/certify/proof"
)

func TestStatusNames(t *testing.T) {
	for s := proof.Undecided; s <= proof.Refuted; s++ {
		back, err := certificate.ParseStatus(s.String())
		assert.NoError(t, err)
		assert.Equal(t, s, back)
	}
	_, err := certificate.ParseStatus("certain")
	assert.Error(t, err)
}
