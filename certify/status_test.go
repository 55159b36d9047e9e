package certify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
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
