package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// TestCertifyOfDelta: a kernel that is not symmetric, its masses, and its certificate checked again, and refused for
// another kernel.
func TestCertifyOfDelta(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	file, radial := filepath.Join(t.TempDir(), "c.json"), filepath.Join(t.TempDir(), "radial.json")
	ok(t, "", "certify", "gaussian(1)", "--dim=8", "--claim=pd", "-o", radial)
	asked := []string{"--dim=8", "--param=t=ones"}
	const formula = "exp(-z^2/8)*(1 + sinh(t/5))"
	out := ok(t, "", append([]string{"certify", formula, "-o", file, "--require=finite-mass=proved"}, asked...)...)
	for _, want := range []string{"Not symmetric: a complex measure of finite mass represents it on R^8, with the\nmasses 1 and 0 of the real part and twice 0.163936",
		"symmetric               refuted ", "finite-mass             proved ", "pd                      refuted ", "positive-decomposition  proved ",
		"‖μ_R⁺‖ = 1, ‖μ_R⁻‖ = 0, ‖μ_I⁺‖ = ‖μ_I⁻‖ ≈ 0.163936, proved to 1", "\nTo use it:\n    krein features "} {
		assert.Contains(t, out, want)
	}
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "    krein ") { // commands are not wrapped
			assert.LessOrEqual(t, len([]rune(strings.TrimSuffix(line, "\n"))), 80, line)
		}
	}
	out = ok(t, "", append([]string{"certify", formula, "--explain"}, asked...)...)
	for _, want := range []string{"symmetric: refuted", "finite-mass: proved", "Rule: factors.finite-mass",
		"‖μ_R⁺‖ = 1, ‖μ_R⁻‖ = 0, ‖μ_I⁺‖ = ‖μ_I⁻‖ in [0.16393640", "lemmas, on radial kernels:"} {
		assert.Contains(t, out, want)
	}
	out = ok(t, "", append([]string{"verify", file, "--kernel", formula}, asked...)...)
	assert.Contains(t, out, "masses                  enclosed     accepted")
	assert.Contains(t, out, "fourier/stationary (")
	code, out,
		errs := krein(t, "", append([]string{"verify", file, "--kernel", strings.Replace(formula, "8", "9", 1)}, asked...)...)
	assert.Equal(t, exitNotMet, code)
	assert.Empty(t, errs)
	assert.Equal(t, 1, strings.Count(out, "about another kernel"))
	assert.NotContains(t, out, "undecided")
	for kernel, args := range map[string][]string{ // a certificate of the other kind
		"gaussian(1)": {"verify", file, "--dim=8", "--kernel"},
		formula:       append([]string{"verify", radial}, append(asked, "--kernel")...),
	} {
		code, out, errs = krein(t, "", append(args, kernel)...)
		assert.Equal(t, exitNotMet, code, errs)
		assert.Empty(t, errs)
		assert.Contains(t, strings.Join(strings.Fields(out), " "), "rejected: the certificate is about another kernel: ")
	}
	if testlong.Turn(1, 3) {
		code, _, errs = krein(t, "", append([]string{"certify", formula, "--require=pd"}, asked...)...)
		assert.Equal(t, exitNotMet, code)
		assert.Contains(t, errs, "pd is refuted")
	}
	assert.Contains(t, bad(t, "", append([]string{"certify", formula, "--require=pd-sphere"}, asked...)...),
		"no such claim about a kernel of x − y; there are symmetric, finite-mass, pd, conditionally-pd, positive-decomposition")
	assert.Contains(t, bad(t, "", append([]string{"verify", file, "--kernel", formula, "--claim=pd-sphere"}, asked...)...),
		"no such claim")
	assert.Contains(t, bad(t, "", append([]string{"certify", formula, "-o", "proofs.tex"}, asked...)...),
		"functions of the distance")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	forged := strings.TrimSpace(strings.Replace(string(data), `"status":"refuted"`, `"status":"proved"`, 1))
	require.NoError(t, os.WriteFile(file, []byte(forged), 0o600))
	assert.Contains(t, bad(t, "", append([]string{"verify", file, "--kernel", formula}, asked...)...), "damaged or edited")
	// The digest keeps no forger away.
	at := strings.LastIndex(forged, `"digest":"`) + len(`"digest":"`)
	digest := sha256.Sum256([]byte(forged[:at] + `"}`))
	require.NoError(t, os.WriteFile(file, []byte(forged[:at]+hex.EncodeToString(digest[:])+`"}`), 0o600))
	code, _, errs = krein(t, "", append([]string{"verify", file, "--kernel", formula}, asked...)...)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "does not conclude what is wanted")
}
