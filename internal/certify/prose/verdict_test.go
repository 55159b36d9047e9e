package prose

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
)

// stated is a certificate with these statuses, other claims being undecided.
func stated(t *testing.T, dim int, statuses map[proof.ID]proof.Status, mass certificate.Mass) *certificate.Certificate {
	t.Helper()
	var claims []proof.Claim
	for _, id := range proof.IDs() {
		cl := proof.Claim{ID: id, Status: statuses[id], Because: "of " + string(id)}
		if cl.Status != proof.Undecided {
			cl.Rule = "rule.x"
		}
		if cl.Status == proof.Proved || cl.Status == proof.Refuted {
			cl.Proof = proof.NewStep("rule.x", "since x", nil)
		}
		claims = append(claims, cl)
	}
	return certificate.New("f", "natural", dim, claims, mass)
}

// yes is a route that exists, and open has them all.
var (
	yes  = func() (bool, error) { return false, nil }
	to4  = func() (int, error) { return 4, nil }
	ball = func() (bool, error) { return false, nil }
	open = Routes{Fourier: yes, Sphere: ball, Least: to4}
)

// TestVerdict: what is said first, whether features on R^d are offered, and that nothing that is likely, open or
// refuted is said without that.
func TestVerdict(t *testing.T) {
	plus, err := certificate.ParseBounds("1.37", "1.37")
	require.NoError(t, err)
	minus, err := certificate.ParseBounds("0.37", "0.37")
	require.NoError(t, err)
	parts := certificate.Mass{Kind: certificate.MassEnclosed, Total: plus, Plus: plus, Minus: minus,
		Evidence: []byte(`{"method":"x"}`)}
	type statuses = map[proof.ID]proof.Status
	for _, c := range []struct {
		statuses statuses
		says     string
		fourier  bool
		more     string
	}{
		{statuses{proof.PD: proof.Proved, proof.FiniteMass: proof.Proved},
			"Positive definite on R^16, with total mass 1.37: use it as it is.", true, ""},
		{statuses{proof.PD: proof.Likely, proof.FiniteMass: proof.Proved},
			"Positive definite (likely, not proved) on R^16, with total mass 1.37: use it as it is.", true, ""},
		{statuses{proof.PD: proof.Refuted, proof.FiniteMass: proof.Proved},
			"Indefinite on R^16, but a difference of two positive definite kernels with masses 1.37 and 0.37.", true, ""},
		{statuses{proof.PD: proof.Unlikely, proof.FiniteMass: proof.Likely},
			"Indefinite on R^16 (likely, not proved), but a difference (likely, not proved) of two positive definite kernels",
			true, ""},
		{statuses{proof.FiniteMass: proof.Proved}, "Whether it is positive definite on R^16 is open; it is a difference",
			true, ""},
		{statuses{proof.FiniteMass: proof.Undecided}, "Whether a signed measure of finite mass represents it on " +
			"R^16 is open: of finite-mass.", false, "whatever its sign"},
		{statuses{proof.FiniteMass: proof.Refuted, proof.PDSphere: proof.Proved, proof.PositiveDecomposition: proof.Proved},
			"it is a difference of positive definite kernels, but of no continuous stationary ones", false,
			"Positive definite on the unit sphere of R^16"},
		{statuses{proof.FiniteMass: proof.Refuted, proof.PDSphere: proof.Likely},
			"so it has no random Fourier features", false, "Positive definite (likely, not proved) on the unit sphere"},
		{statuses{proof.FiniteMass: proof.Unlikely, proof.PDSphere: proof.Refuted,
			proof.PositiveDecomposition: proof.Refuted},
			"on R^16 (likely, not proved), and it is no difference of positive definite kernels of any kind", false,
			"it is indefinite"},
		{statuses{proof.PD: proof.Likely, proof.FiniteMass: proof.Undecided}, "Positive definite (likely, not proved) on R^16; " +
			"whether it is a mean of waves of finite mass is open", false, "--minimal"},
		{statuses{proof.PD: proof.Proved, proof.FiniteMass: proof.Refuted}, "but not as a mean of waves of finite mass",
			false, "--minimal"},
	} {
		advice := Verdict(stated(t, 16, c.statuses, parts), open)
		require.NotEmpty(t, advice)
		assert.Contains(t, advice[0].Says, c.says)
		assert.Equal(t, c.fourier, len(advice) == 1, c.says)
		assert.Equal(t, c.fourier, len(advice[0].Commands) == 1, c.says)
		text := ""
		for _, a := range advice {
			text += a.Says + strings.Join(a.Commands, "\n")
		}
		assert.Contains(t, text, c.more)
	}
	assert.Len(t, Verdict(stated(t, 1, statuses{proof.FiniteMass: proof.Refuted}, certificate.Mass{}), open), 2,
		"S⁰ is not offered")
	none0, err := certificate.ParseBounds("0", "0")
	require.NoError(t, err)
	zero := stated(t, 2, statuses{proof.PD: proof.Proved, proof.FiniteMass: proof.Proved}, certificate.Mass{Kind: certificate.MassEnclosed,
		Total: none0, Plus: none0, Minus: none0, Evidence: []byte(`{"method":"x"}`)})
	assert.Equal(t, []Advice{{Says: "The kernel is 0 everywhere: it has no features."}}, Verdict(zero, open))
	likely := Verdict(stated(t, 2, statuses{proof.FiniteMass: proof.Likely}, certificate.Mass{}), open)
	assert.Equal(t, []string{"krein features FORMULA --data rows.csv -o phi.npy --signature j.npy --accept-estimate"}, likely[0].Commands)

	// What a route does not carry is not advised.
	drawn := stated(t, 3, statuses{proof.PD: proof.Proved, proof.FiniteMass: proof.Proved}, certificate.Mass{})
	all := func(routes Routes) (text string) {
		for _, a := range Verdict(drawn, routes) {
			text += a.Says + strings.Join(a.Commands, "\n")
		}
		return text
	}
	down := errors.New("the bridge is down")
	no, none := func() (bool, error) { return false, down }, func() (int, error) { return 0, down }
	flat := func() (bool, error) { return false, down }
	assert.NotContains(t, all(Routes{Fourier: yes}), Signature)
	assert.Contains(t, all(Routes{Fourier: func() (bool, error) { return true, nil }}), "-o phi.npy"+Signature, "low orders may be exact")
	text := all(Routes{Fourier: no, Sphere: flat, Least: none})
	assert.Contains(t, text, "use it as it is. But krein cannot draw its frequencies: the bridge is down.")
	assert.NotContains(t, text, "krein features")
	assert.Contains(t, text, "--landmarks=spread", "what needs no features")
	text = all(Routes{Fourier: func() (bool, error) { return false, &VastMass{1.3e11, 8, 16384, 1.4e9} }, Sphere: ball, Least: none})
	assert.Contains(t, text, "But its random features are useless: ‖m‖ is about 1.3e+11 and the kernel's largest value about 8, "+
		"so that even 16384 random columns are off by about 1e+09.")
	assert.Contains(t, text, "--representation sphere")
	assert.Contains(t, text, "--landmarks=spread")
	assert.NotContains(t, text, "rows.csv -o phi.npy", "frequencies are not advised")
	text = all(Routes{Fourier: func() (bool, error) { return false, ErrOpen }, Sphere: flat, Least: none})
	assert.Contains(t, text, "takes more work to find out than a certificate")
	assert.NotContains(t, text, "krein features")
	text = all(Routes{Fourier: no, Sphere: ball, Least: none})
	assert.Contains(t, text, "--representation sphere")
	assert.NotContains(t, text, "--minimal")
	text = all(Routes{Fourier: no, Sphere: flat, Least: to4})
	assert.Contains(t, text, "--minimal --radius 4 --bias 0.025 -o least.json")
	assert.NotContains(t, text, "sphere")
}

func TestWriteSummary(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteSummary(&b, sample(t, "a reason that is long enough to be broken into two lines of text"),
		"'f' --param a=1", open))
	for line := range strings.Lines(b.String()) {
		if !strings.Contains(line, "krein ") {
			assert.LessOrEqual(t, len([]rune(line)), textWidth+1, line)
		}
	}
	assert.Contains(t, b.String(), "\nfinite-mass             undecided  Is there a stationary decomposition on R^16\n                                   (do random Fourier features exist)? a reason\n")
	assert.Contains(t, b.String(), "\nMasses: ‖m₊‖ ≈ 1.25000, ‖m₋‖ = 0, ‖m‖ ≈ 1.25000, proved to 7 digits.\n")
	assert.Contains(t, b.String(), "    krein features 'f' --param a=1 ")
	assert.NotContains(t, b.String(), Kernel)
}
