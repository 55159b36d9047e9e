package proof

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStatements(t *testing.T) {
	for _, id := range IDs() {
		assert.Contains(t, statements, id)
	}
}

func TestWriteText(t *testing.T) {
	var b strings.Builder
	require.NoError(t, sample().WriteText(&b))
	text := b.String()
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, len([]rune(line)), textWidth+1, line)
	}
	assert.Contains(t, text, "It is proved that")
	assert.Contains(t, text, "It is false that")
	assert.Contains(t, text, "  · by the rule [rule.y]\n")
}

func TestWriteLaTeX(t *testing.T) {
	c := sample()
	c.claims[3].Because = "‖m‖ ≤ (d−1)/2 & k_{1}% √2 → ∞"
	var b strings.Builder
	require.NoError(t, c.WriteLaTeX(&b, `e^{-z}`))
	text := b.String()
	assert.Contains(t, text, `$k(z) = e^{-z}$`)
	assert.Contains(t, text, `\ensuremath{\|}m\ensuremath{\|} \ensuremath{\le} (d\ensuremath{-}1)/2 \& k\_\{1\}\% \ensuremath{\surd}2 \ensuremath{\to} \ensuremath{\infty}`)
	assert.Equal(t, strings.Count(text, `\begin{itemize}`), strings.Count(text, `\end{itemize}`))
	for i, r := range text {
		if r > 127 {
			t.Fatalf("%q at byte %d is not spelt in LaTeX", r, i)
		}
	}
}
