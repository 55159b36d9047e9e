package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/kernel/defined"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// TestDocumentedCertificates checks every proof in docs/certificates, and that docs/seeds.md speaks of each file.
func TestDocumentedCertificates(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/seeds.md")
	require.NoError(t, err)
	files, err := filepath.Glob("../../docs/certificates/*.json")
	require.NoError(t, err)
	require.Greater(t, len(files), 15)
	for _, path := range files {
		assert.Contains(t, string(page), "certificates/"+filepath.Base(path))
	}
	for _, path := range testlong.Some(files, 7) {
		name := filepath.Base(path)
		f, err := os.Open(path)
		require.NoError(t, err)
		cert, err := certificate.Decode(f)
		require.NoError(t, err, name)
		require.NoError(t, f.Close())
		k, err := parser.Parse(cert.Formula(), nil)
		require.NoError(t, err, name)
		if cert.Beyond() == "natural" {
			k, err = defined.Extend(k, kernel.Natural, nil)
			require.NoError(t, err, name)
		}
		decided, checker := 0, verify.New(cert, k, cert.Dim(), 0)
		for _, cl := range cert.Claims() {
			if cl.Proof == nil {
				continue
			}
			decided++
			r := checker.Claim(t.Context(), cl.ID)
			assert.Equal(t, check.Accepted, r.Verdict, "%s: %s: %s: %s\nmake it anew: sh docs/certificates/make.sh", name, cl.ID,
				r.Rule, r.Why)
		}
		assert.GreaterOrEqual(t, decided, 6, strings.TrimSuffix(name, ".json"))
		r := checker.Masses(t.Context())
		if name == "tanh-16.json" { // no expansion is known of its density
			assert.Equal(t, certificate.MassEstimated, r.Kind)
			assert.Equal(t, check.Rejected, r.Verdict)
			continue
		}
		assert.Equal(t, certificate.MassEnclosed, r.Kind, name)
		assert.Equal(t, check.Accepted, r.Verdict, "%s: masses: %s\nmake it anew: sh docs/certificates/make.sh", name, r.Why)
	}
}
