package prose

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
)

func TestStatements(t *testing.T) {
	for _, id := range proof.IDs() {
		assert.Contains(t, wordings, id)
		for _, status := range []proof.Status{proof.Undecided, proof.Proved, proof.Refuted, proof.Likely, proof.Unlikely} {
			says := Statement(16, proof.Claim{ID: id, Status: status})
			assert.Equal(t, status == proof.Undecided, strings.HasSuffix(says, "?"), says)
			negated := strings.HasPrefix(says, "No") || strings.Contains(says, " not ")
			assert.Equal(t, status == proof.Refuted || status == proof.Unlikely, negated, says)
			assert.NotContains(t, says, "%")
		}
	}
}

// TestKind: a decomposition is of the weakest kind that its proof uses.
func TestKind(t *testing.T) {
	step := func(rule string, from ...*proof.Step) *proof.Step { return proof.NewStep(rule, "", nil, from...) }
	stationary := step("positive-decomposition.finite-mass", step("finite-mass.analysis"))
	local := step("positive-decomposition.local")
	for _, c := range []struct {
		proof *proof.Step
		kind  string
	}{
		{stationary, "both stationary"},
		{step("decomposition.finite-mass"), "both stationary"},
		{local, "by locally bounded parts"},
		{step("positive-decomposition.at-zero", stationary), "both stationary, one with a nugget at 0"},
		{step("positive-decomposition.at-zero", local), "by locally bounded parts"},
		{step("positive-decomposition.conditionally-pd", step("conditionally-pd.sum")), "by a finite-rank correction"},
		{step("positive-decomposition.conditionally-pd", step("conditionally-pd.pd")), "one of them 0"},
		{step("positive-decomposition.sum", step("positive-decomposition.conditionally-pd", step("conditionally-pd.pd")), stationary),
			"by a finite-rank correction"},
		{step("positive-decomposition.sum", stationary, local), "by locally bounded parts"},
		{step("decomposition.conditionally-pd", step("conditional.exponent")), "by a finite-rank correction"},
		{step("sum.decomposition", step("decomposition.finite-mass"), step("factors.decomposition")), ""},
		{step("sum.decomposition", step("radial.decomposition"), step("decomposition.finite-mass")), ""},
		{step("rule.x"), ""},
	} {
		cl := proof.Claim{ID: proof.PositiveDecomposition, Status: proof.Proved, Proof: c.proof}
		assert.Equal(t, c.kind, Kind(cl))
		if c.kind != "" {
			assert.Contains(t, Statement(3, cl), "kernels on R^3, "+c.kind)
		}
		cl.Status = proof.Refuted
		assert.Empty(t, Kind(cl))
		assert.Empty(t, Kind(proof.Claim{ID: proof.PD, Status: proof.Proved, Proof: c.proof}))
	}
}

func TestWriteText(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteText(&b, sample(t, "1/2 ≤ (d−1)/2 < 8")))
	text := b.String()
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, len([]rune(line)), textWidth+1, line)
	}
	assert.Contains(t, text, "positive-decomposition: likely\n  A difference of two positive definite kernels on R^16, of any kind: 1/2 ≤\n")
	assert.Contains(t, text, "pd-all-spheres: refuted\n  Not positive definite on the unit sphere of every R^n: 1/2 ≤ (d−1)/2 < 8.")
	assert.Contains(t, text, "  · by the rule [rule.y]\n")
}

func TestWriteLaTeX(t *testing.T) {
	c := sample(t, "‖m‖ ≤ (d−1)/2 & k_{1}% √2 → ∞")
	var b strings.Builder
	require.NoError(t, WriteLaTeX(&b, c, `e^{-z}`))
	text := b.String()
	assert.Contains(t, text, `$k(z) = e^{-z}$`)
	assert.Contains(t, text, `\ensuremath{\|}m\ensuremath{\|} \ensuremath{\le} (d\ensuremath{-}1)/2 \& k\_\{1\}\% `+
		`\ensuremath{\surd}2 \ensuremath{\to} \ensuremath{\infty}`)
	assert.Equal(t, strings.Count(text, `\begin{itemize}`), strings.Count(text, `\end{itemize}`))
	for i, r := range text {
		if r > 127 {
			t.Fatalf("%q at byte %d is not spelt in LaTeX", r, i)
		}
	}
}

func sample(t *testing.T, because string) *certificate.Certificate {
	t.Helper()
	var claims []proof.Claim
	for i, id := range proof.IDs() {
		cl := proof.Claim{ID: id, Status: proof.Status(i % 5), Because: because, Rule: "rule.x"}
		if cl.Status == proof.Proved || cl.Status == proof.Refuted {
			cl.Proof = proof.NewStep("rule.x", "since x", map[string]string{"at": "1/3"}, proof.NewStep("rule.y", "", nil))
		}
		claims = append(claims, cl)
	}
	low, err := certificate.ParseBounds("1.25", "1.2500001")
	require.NoError(t, err)
	zero, err := certificate.ParseBounds("0", "0")
	require.NoError(t, err)
	return certificate.New("z < 2 ? exp(-z) : 0", "zero beyond 2", 16, claims, certificate.Mass{
		Kind: certificate.MassEnclosed, Total: low, Plus: low, Minus: zero,
		Evidence: []byte(`{"method":"x"}`), RadialIntegral: &certificate.Bounds{Lower: 2, Upper: 3}})
}

func TestMasses(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteText(&b, sample(t, "x")))
	assert.Contains(t, b.String(), "masses: ‖m₊‖ in [1.25, 1.2500001], ‖m₋‖ = 0, ‖m‖ in [1.25, 1.2500001]\n")
}

// Six digits of a mass, and how many are proved; exact masses as they are, and bounds that differ as bounds.
func TestMassesInDigits(t *testing.T) {
	for _, c := range []struct{ lower, upper, says string }{
		{"0.99999999178965745", "0.99999999178965906", "‖m‖ ≈ 1.00000, proved to 14 digits"},
		{"1.2673071845", "1.2673071845", "‖m‖ ≈ 1.26731, proved to 15 digits"},
		{"1", "1", "‖m‖ = 1"},
		{"1.2", "1.4", "‖m‖ between 1.19999 and 1.40001"},
		{"1.2673", "1.26732", "‖m‖ between 1.26729 and 1.26733"},
		{"0", "1e-400", "‖m‖ at most 1e-400"}, {"1e380", "inf", "‖m‖ at least 1e380"},
		{"314159265358979323e-367", "314159265358979324e-367", "‖m‖ ≈ 3.14159e-350, proved to 15 digits"},
		{"1e-330", "2e-330", "‖m‖ between 1e-330 and 2e-330"}, {"0", "0", "‖m‖ = 0"},
	} {
		b, err := certificate.ParseBounds(c.lower, c.upper)
		require.NoError(t, err)
		assert.Equal(t, c.says, Masses(&certificate.Mass{Kind: certificate.MassEnclosed, Total: b}))
	}
}
