package evaluation

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
)

// TestUnknown: what is not known is said in words, is empty or null in files, and is an error where it is everything.
func TestUnknown(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	s := &Spectrum{Formula: "f", Dim: 2, Along: "coordinate 1", Omega: []float64{0, 1, 2, 3},
		Real: []float64{inf, nan, 0.5, 1}, Imag: []float64{0, 0, 0, -1}, Error: []float64{inf, 1, inf, 0.25}}
	require.NoError(t, s.Known())
	var b strings.Builder
	require.NoError(t, s.Write(&b))
	assert.NotRegexp(t, "NaN|Inf", b.String())
	assert.Regexp(t, `0 +beyond 1.8e308 *\n *1 +not known *\n *2 +not known *\n *3 +1e\+00 +-1e\+00 +0?\.25`,
		b.String())
	b.Reset()
	require.NoError(t, s.WriteCSV(&b))
	assert.Equal(t, "omega,real,imaginary,error\n0,,0,\n1,,,\n2,,,\n3,1,-1,0.25\n", b.String())
	j, err := json.Marshal(s.Finite())
	require.NoError(t, err)
	assert.Contains(t, string(j), `"real":[null,null,0.5,1]`)
	s.Real[3] = nan
	assert.ErrorContains(t, s.Known(), "the density of f along coordinate 1 is not known at any of the frequencies from 0 to 3")
}

// TestDoubt: no error is proved of a formula that may have no measure, by a missing value or one at single distances.
func TestDoubt(t *testing.T) {
	for f, doubt := range map[string]string{
		"cos(x1)*exp(-x2^2)": "", "cos(x1)*exp(-x2^2)+0/(x1-1)": "no value at z = 1",
		"exp(-x1^2)*(x2==0?2:1)*exp(-x2^2)": "z = 0", "exp(-l1)*(x2==1?2:1)": "z = 1",
	} {
		k, err := language.Parse(f, 2, nil)
		require.NoError(t, err, f)
		s, err := NewStationarySpectrum(t.Context(), k, 1)
		require.NoError(t, err, f)
		assert.Equal(t, doubt == "", s.Proved, f)
		assert.Equal(t, doubt == "", s.Doubt == "", f)
		var b strings.Builder
		require.NoError(t, s.Write(&b))
		assert.Contains(t, strings.Join(strings.Fields(b.String()), " "), doubt, f)
	}
}
