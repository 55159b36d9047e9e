package check

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
)

// nine is 9 − 4·10⁻¹⁵, which floats take for 10.
const nine = "(sqrt(10^32+18*10^16) - 10^16)"

// TestHiddenPiece: a piece that floats do not see counts.
func TestHiddenPiece(t *testing.T) {
	// k(9.25) = 62.5 > k(0)
	hump := checktest.Parsed(t, "z < 19/2 ? (z < "+nine+" ? exp(-z) : exp(-z) + 1000*(z-"+nine+")*(19/2-z)) : exp(-z)")
	parts := proof.NewStep("pd.nonnegative-density", "",
		spectrum.NonnegativeEvidence{SignEvidence: spectrum.SignEvidence{Method: "parts"}, Atoms: []spectrum.AtomEvidence{}})
	assert.NoError(t, pdStep(checktest.Parsed(t, "exp(-z)"), 2, true, parts))
	assert.Error(t, pdStep(hump, 2, true, parts))

	// and one that only floats see counts for nothing
	plain := checktest.Parsed(t, "z < 19/2 ? (z < "+nine+" ? (z < 46/5 ? exp(-z) : -1000000) : exp(-z)) : exp(-z)")
	pieces, err := plain.ExactPieces()
	require.NoError(t, err)
	assert.Len(t, pieces, 1)
	ev, err := spectrum.NewDensityEvidence(New(context.Background(), 0), plain, 2, false, big.NewRat(1, 1), 64)
	require.NoError(t, err)
	assert.Equal(t, ball.True, ev.Density.Positive())
	for _, n := range []int{0, 1, 5} {
		want, err := sphere.NewGegenbauerEvidence(context.Background(), checktest.Parsed(t, "exp(-z)"), 3, n, 64)
		require.NoError(t, err)
		got, err := sphere.NewGegenbauerEvidence(context.Background(), plain, 3, n, 64)
		require.NoError(t, err)
		assert.Equal(t, ball.True, got.Value.Overlaps(want.Value))
	}
}

// TestEqualWaves: exponents at infinity that are equal cancel or leave the step undecided, however
// they are written.
func TestEqualWaves(t *testing.T) {
	for _, pair := range sameNumbers {
		a, b := pair[0], pair[1]
		for _, formula := range []string{
			"1 + cos((" + a + ")*z) - cos((" + b + ")*z)",
			"exp(-z) + z*(cos((" + a + ")*z) - cos((" + b + ")*z))",
		} {
			k := checktest.Parsed(t, formula)
			c := New(context.Background(), 0)
			inf := c.AtInfinity(k)
			assert.NotEqual(t, asymptotic.Growth, inf.Kind, formula)
			for i := range inf.Terms {
				if w, ok := finite.NewWave(&inf.Terms[i]); ok {
					assert.Error(t, c.Step(rule.Goal{Claim: proof.FiniteMass, Holds: false, Kernel: k, Dim: 3},
						proof.NewStep("finite-mass.oscillation", "", w.Evidence())), formula)
				}
			}
			assert.Error(t, c.Step(rule.Goal{Claim: proof.FiniteMass, Holds: false, Kernel: k, Dim: 3},
				proof.NewStep("finite-mass.unbounded", "", finite.UnboundedEvidence{At: "inf"})), formula)
			assert.Error(t, c.Step(rule.Goal{Claim: proof.ConditionallyPD, Holds: false, Kernel: k, Dim: 3},
				proof.NewStep("conditionally-pd.growth", "", nil)), formula)
		}
	}
}

// TestEqualAtoms: atoms at one radius are added up, or the step is undecided.
func TestEqualAtoms(t *testing.T) {
	for _, pair := range sameNumbers {
		for _, c := range []struct {
			wave string // of rate A
			dim  int
		}{{"cos(A*z)", 1}, {"besselj(0, A*z)", 2}, {"sin(A*z)/(A*z)", 3}} {
			at := func(a string) string { return replaceRate(c.wave, a) }
			k := checktest.Parsed(t, "2*"+at(pair[0])+" - "+at(pair[1]))
			_, err := spectrum.NegativeAtom(k, c.dim, false)
			assert.Error(t, err, "%s in R^%d", k, c.dim)
			twice := checktest.Parsed(t, at(pair[0])+" - 2*"+at(pair[1])) // is −Λ_d: no positive atom may be claimed
			ev := spectrum.NonnegativeEvidence{SignEvidence: spectrum.SignEvidence{Method: "parts"},
				Atoms: []spectrum.AtomEvidence{}}
			assert.Error(t, pdStep(twice, c.dim, true, proof.NewStep("pd.nonnegative-density", "", ev)),
				"%s in R^%d", twice, c.dim)
		}
	}
	_, err := spectrum.NegativeAtom(checktest.Parsed(t, "2*cos(z) - cos(2*z)"), 1, false)
	assert.NoError(t, err)
}
