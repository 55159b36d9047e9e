package certify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStrengths(t *testing.T) {
	weak := verdict{conclusion: conclusion{by: Estimated}}
	strong := conclusion{by: Checked}
	assert.Equal(t, Estimated, strong.given(verdict{conclusion: conclusion{by: Enclosed}}, weak).by)
	assert.Equal(t, Checked, strong.given().by)
}
