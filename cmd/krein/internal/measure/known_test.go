package measure

import (
	"bytes"
	"math"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUnknown: what is not known is said in words, and is an error where it is everything.
func TestUnknown(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	v := &SpectrumView{Formula: "f", Dim: 3, Omega: []float64{0, 1, 2, 3}, Density: []float64{inf, nan, 0.5, 1},
		Error: []float64{inf, inf, inf, 0.25}}
	require.NoError(t, v.Known())
	var b bytes.Buffer
	cmd := new(cobra.Command)
	cmd.SetOut(&b)
	require.NoError(t, v.WriteTable(cmd))
	assert.NotRegexp(t, "NaN|Inf", b.String())
	assert.Regexp(t, `0 +beyond 1.8e308 *\n1 +not known *\n2 +not known *\n3 +1e\+00 +0\.25`, b.String())
	b.Reset()
	require.NoError(t, v.WriteCSV(&b))
	assert.Equal(t, "omega,density,error\n0,,\n1,,\n2,,\n3,1,0.25\n", b.String())
	v.Density[3] = nan
	assert.ErrorContains(t, v.Known(), "the density of f in R^3 is not known at any of the frequencies from 0 to 3")
}

// TestLeave: a table has the digits that an error leaves, and 0 for what may be 0.
func TestLeave(t *testing.T) {
	for _, row := range []struct {
		value, err    float64
		digits, bound string
	}{
		{1.2345678912345, 1e-16, " 1.234567891e+00", "1e-16"},
		{-322.9620973, 0.5, "-3.23e+02", "0.5"},
		{-322.9620973, 540, "0", "8.7e+02"},
		{1.5, 1.4, " 2e+00", "1.4"},
		{0, 0.25, "0", "0.25"},
		{0, 0, " 0.000000000e+00", "0"},
	} {
		digits, bound := Leave(row.value, row.err)
		assert.Equal(t, row.digits, digits, row)
		assert.Equal(t, row.bound, bound, row)
	}
}
