package bernoulli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNumbers(t *testing.T) {
	b := Numbers(50)
	for k, want := range []string{"1", "1/6", "-1/30", "1/42", "-1/30", "5/66", "-691/2730"} {
		assert.Equal(t, want, b[k].RatString())
	}
	assert.Equal(t, "-94598037819122125295227433069493721872702841533066936133385696204311395415197247711/33330",
		b[50].RatString())
	assert.Len(t, Numbers(0), 1)
}
