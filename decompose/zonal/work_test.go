package zonal

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// TestBesselEnds: Bessel functions of large arguments, whose power series have thousands of terms off the real line, count
// as what they take: an expansion ends by its budget of work, here a twentieth of the default, with an answer or an error.
func TestBesselEnds(t *testing.T) {
	for _, formula := range testlong.Some([]string{
		"besselj(0,1000*z)", "besselj(0,100*u^2)", "besselj(100,100*(2+u))", "besseli(0,300*z)*exp(-300*z)",
		"besselj(1/2,5000*(2+u))", "besselj(3,1000*u)*u", "besselk(2,500*(2+u))",
	}, 2) {
		for _, d := range []int{3, 13} {
			var err error
			used := testlong.Measure(func() { _, err = New(t.Context(), parse(t, formula), d, &Settings{Effort: 0.05}) })
			assert.Less(t, used.Processor, 8*time.Second, "%s on the sphere of R^%d: %v", formula, d, err)
		}
	}
}

// TestVerifyWork: a file that names quadrature of a degree far beyond its coefficients is refused before it is done again.
func TestVerifyWork(t *testing.T) {
	k := parse(t, "exp(-z)")
	z, err := New(t.Context(), k, 3, &Settings{MaxDegree: 16})
	require.NoError(t, err)
	require.NoError(t, Verify(t.Context(), k, 3, z))
	z.quadrature = maxDegree
	assert.ErrorContains(t, Verify(t.Context(), k, 3, z), "is not done again")
}
