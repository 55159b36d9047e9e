package suggest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/suggest"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"gaussian", "matern", "pd", "pd-sphere", "finite-mass", "iid"}
	for word, want := range map[string]string{
		"gausian": "gaussian", "Matern": "matern", "PD": "pd", "finite_mass": "finite-mass", "finite": "finite-mass",
		"idi": "iid", "wavelet": "", "gaussian-process": "gaussian", "": "",
	} {
		assert.Equal(t, want, suggest.Nearest(word, names), word)
	}
	assert.Equal(t, " (did you mean matern?)", suggest.Hint("mattern", names))
	assert.Empty(t, suggest.Hint("wavelet", names))
}
