package certify

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong"
	"krein/kernel/parser"
)

// TestDecompositionOfKnownExponents judges positive-decomposition by the theorem of docs/theory.md, section 2: kernels
// made with singularities of known exponents at b > 0 are differences of positive definite kernels if and only if the
// least that counts exceeds (d−1)/2, whatever they do at infinity.
func TestDecompositionOfKnownExponents(t *testing.T) {
	exponents := []*big.Rat{big.NewRat(1, 3), big.NewRat(1, 2), big.NewRat(1, 1), big.NewRat(4, 3), big.NewRat(3, 2),
		big.NewRat(2, 1), big.NewRat(5, 2), big.NewRat(3, 1), big.NewRat(4, 1)}
	rapid.Check(t, func(r *rapid.T) {
		var least *big.Rat
		var terms []string
		for _, b := range []string{"1/2", "1", "2"} { // far from each other: nothing cancels
			if !rapid.Bool().Draw(r, "singular at "+b) {
				continue
			}
			p := rapid.SampledFrom(exponents).Draw(r, "p")
			side := rapid.SampledFrom([]string{"max(0, %s-z)", "max(0, z-%s)", "abs(z-%s)"}).Draw(r, "side")
			times := rapid.SampledFrom([]string{"1", "(z-%s)", "exp(-z)", "(z^2-(%[1]s)^2)", "(2+cos(z))",
				"(-3)"}).Draw(r, "factor")
			if strings.Contains(times, "%") {
				times = fmt.Sprintf(times, b)
			}
			terms = append(terms, times+"*"+fmt.Sprintf(side, b)+"^("+p.RatString()+")")
			counts := new(big.Rat).Set(p)
			if strings.HasPrefix(times, "(z") { // which vanishes at b
				counts.Add(counts, big.NewRat(1, 1))
			}
			even := p.IsInt() && p.Num().Bit(0) == 0
			if !(even && strings.HasPrefix(side, "abs")) && (least == nil || counts.Cmp(least) < 0) {
				least = counts
			}
		}
		terms = append(terms, rapid.SampledFrom([]string{"exp(-z)", "cos(z)", "z^2", "exp(z)", "-z^(3/2)", "sin(z)/z",
			"1"}).Draw(r, "beside"))
		dim := rapid.IntRange(1, 9).Draw(r, "dim")
		k, err := parser.Parse(strings.Join(terms, " + "), nil)
		require.NoError(r, err)
		cert, err := Run(context.Background(), k, dim, &Settings{Claims: []ID{PositiveDecomposition}})
		require.NoError(r, err)
		want := Proved
		if least != nil && least.Cmp(big.NewRat(int64(dim-1), 2)) <= 0 {
			want = Refuted
		}
		cl := cert.Claim(PositiveDecomposition)
		assert.Equal(r, want, cl.Status, "%s on R^%d: %s", k, dim, cl.Because)
	})
}
