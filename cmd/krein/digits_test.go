package main

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/internal/testlong"
	"krein/kernel"
)

// digitsOf returns what spectrum --digits says.
func digitsOf(t *testing.T, args ...string) (v measure.DensityDigits) {
	t.Helper()
	out := ok(t, "", append([]string{"spectrum", "--json"}, args...)...)
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	return v
}

// off returns |value − want| less the stated error, which is not above 0 where the statement holds.
func off(t *testing.T, f measure.SpectrumFigure, want *big.Rat) *big.Rat {
	t.Helper()
	value, good := new(big.Rat).SetString(f.Value)
	require.True(t, good, f.Value)
	value.Sub(value, want).Abs(value)
	if f.Error != "" {
		bound, good := new(big.Rat).SetString(f.Error)
		require.True(t, good, f.Error)
		value.Sub(value, bound)
	}
	return value
}

// TestDigits: values that mpmath has to 50 digits are within the proved errors of those that are printed.
func TestDigits(t *testing.T) {
	b, err := os.ReadFile("../../testdata/hankel50.json")
	require.NoError(t, err)
	var rows []struct {
		Kernel string
		Dim    int
		Omega  float64
		M      string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	for _, r := range testlong.Some(rows, 16) {
		v := digitsOf(t, r.Kernel, "--dim", strconv.Itoa(r.Dim), "--digits", "40", "--at", strconv.FormatFloat(r.Omega, 'g', -1, 64))
		require.Len(t, v.Density, 1)
		f := v.Density[0]
		if f.Short {
			assert.Equal(t, "1/(1+z^3)", r.Kernel, "%+v", f) // its tail is known only by a power
		}
		want, good := new(big.Rat).SetString(r.M)
		require.True(t, good)
		rounding := new(big.Rat).Quo(new(big.Rat).Abs(want), big.NewRat(1e18, 1))
		rounding.Quo(rounding, big.NewRat(1e18, 1)).Quo(rounding, big.NewRat(1e12, 1))
		assert.LessOrEqual(t, off(t, f, want).Cmp(rounding), 0, "%+v, not %s", f, r.M)
	}
}

// TestThousandDigits: m(5) of exp(−z) in R² is 5/26^{3/2}.
func TestThousandDigits(t *testing.T) {
	v := digitsOf(t, "exp(-z)", "--dim", "2", "--digits", "1000", "--at", "5,5/1")
	root := new(big.Float).SetPrec(4000).SetInt64(26)
	root.Sqrt(root)
	root.Quo(big.NewFloat(5).SetPrec(4000), root.Mul(root, new(big.Float).SetPrec(4000).SetInt64(26)))
	want, _ := root.Rat(nil)
	for _, f := range v.Density {
		assert.Negative(t, off(t, f, want).Sign())
		assert.False(t, f.Short)
		assert.GreaterOrEqual(t, len(f.Value), 1000)
		assert.Regexp(t, `e-100[2-4]$`, f.Error)
	}
}

// TestDigitsShown: frequencies are exact, atoms stand apart, and what is not known is said.
func TestDigitsShown(t *testing.T) {
	out := ok(t, "", "spectrum", "1/4 + exp(-z)", "--dim", "1", "--digits", "20", "--from", "0", "--to", "1", "--points", "4")
	assert.Contains(t, out, "atom at ω = 0 =\n  0.25\n  exactly\n")
	assert.Contains(t, out, "m(1/3) =\n  0.57295779513082320877\n  ± ", "2/π·9/10")
	assert.Contains(t, out, "m(0) =\n  0.63661977236758134308\n")
	assert.Contains(t, out, "by closed form")
	out = ok(t, "", "spectrum", "exp(-z)", "--dim", "2", "--digits", "5", "--at", "0,5", "-o", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 3)
	assert.Equal(t, "0,0,0", lines[1])
	assert.Regexp(t, `^5,0\.037715,[0-9.]+e-0[67]$`, lines[2])
	out = ok(t, "", "spectrum", "exp(cos(z)-1)", "--dim", "1", "--digits", "12", "--at", "1")
	assert.Contains(t, out, "atom at ω = 1 =\n  0.415820830699\n", "2 I_1(1)/e")
	assert.Contains(t, out, "all other atoms: at most ")
	assert.Contains(t, out, "m(1) =\n  0\n  exactly\n")
	// Of two frequencies without a common one 64 bits of a series are kept: what it leaves out is in the error of every atom. The
	// mean is (1/2π)∫ ((5+cos x+cos 2x)²−1)^{−1/2} dx, as mpmath has it.
	series := digitsOf(t, "1/(5+cos(z)+cos(2*z)+cos(sqrt(2)*z))", "--dim", "1", "--digits", "30", "--at", "1")
	mean, _ := new(big.Rat).SetString("0.2124696724518596142318738076614071339206")
	require.Equal(t, "0", series.Atoms[0].Omega)
	assert.Negative(t, off(t, series.Atoms[0], mean).Sign(), "%+v", series.Atoms[0])
	assert.True(t, series.Atoms[0].Short)
	v := digitsOf(t, "max(0,1-z)", "--dim", "1", "--digits", "3000", "--at", "1e-20")
	assert.False(t, v.Density[0].Short)

	// Frequencies may have any decimal form, but no error; what m does not represent is said.
	v = digitsOf(t, "exp(-z)", "--dim", "1", "--digits", "9", "--at", "1E+1,+10,10")
	for _, f := range v.Density {
		assert.Equal(t, v.Density[0].Value, f.Value)
	}
	assert.Empty(t, v.Doubt)
	assert.Empty(t, digitsOf(t, "z^(-1/2)*exp(-z)", "--dim", "3", "--digits", "9", "--at", "1").Doubt, "no value at 0")
	for formula, says := range map[string]string{
		"z == 1 ? 2 : exp(-z)": "value of its own", "exp(-z) + 0/(z-1)": "no value at z = 1", "z < 1 ? 1 : 0": "jumps at z = 1"} {
		out = ok(t, "", "spectrum", formula, "--dim", "1", "--digits", "9", "--at", "1")
		assert.Contains(t, out, "m is not proved to represent k at every distance: k ", formula)
		plain := strings.Join(strings.Fields(ok(t, "", "spectrum", formula, "--dim", "1", "--points", "2")), " ")
		assert.Contains(t, plain, "m is not proved to represent k at every distance: k ", formula)
		assert.Contains(t, plain, says, formula)
		assert.Contains(t, strings.Join(strings.Fields(out), " "), says, formula)
	}

	for says, args := range map[string][]string{
		"names no frequency":              {"exp(-z)", "--dim", "1", "--digits", "9", "--at", ""},
		"--at 1±0":                        {"exp(-z)", "--dim", "1", "--digits", "9", "--at", "1±0"},
		"--at goes with --digits":         {"exp(-z)", "--dim", "1", "--at", "1"},
		"want 1 … 10000":                  {"exp(-z)", "--dim", "1", "--digits", "0"},
		"0 or greater":                    {"exp(-z)", "--dim", "1", "--digits", "9", "--at=-1"},
		"not a number":                    {"exp(-z)", "--dim", "1", "--digits", "9", "--at", "pi"},
		"--from, --to and --points":       {"exp(-z)", "--dim", "1", "--digits", "9", "--at", "1", "--points", "3"},
		"exclude each other":              {"exp(-z)", "--dim", "1", "--digits", "9", "-o", "a.svg"},
		"--digits is for functions of":    {"exp(-abs(t))*(1+sin(t)/2)", "--dim", "2", "--digits", "9", "--param", "t=ones"},
		"no digit of the spectrum of 1/z": {"1/z", "--dim", "1", "--digits", "9", "--at", "1"},
	} {
		assert.Contains(t, bad(t, "", append([]string{"spectrum"}, args...)...), says)
	}
}

// 0..ω among the frequencies is the mass of [0, ω]: 2/π·arctan ω for exp(−z) on the line.
func TestMassDigits(t *testing.T) {
	v := digitsOf(t, "exp(-z)", "--dim", "1", "--digits", "20", "--at", "0..1,1")
	require.Len(t, v.Density, 2)
	assert.Equal(t, "0..1", v.Density[0].Omega)
	assert.LessOrEqual(t, off(t, v.Density[0], big.NewRat(1, 2)).Sign(), 0)
	assert.False(t, v.Density[0].Short)
	assert.Contains(t, ok(t, "", "spectrum", "exp(-z)", "--dim", "1", "--digits", "5", "--at", "0..1"), "m([0, 1]) =")
	assert.Contains(t, ok(t, "", "spectrum", "cos(z)", "--dim", "1", "--digits", "5", "--at", "0..2"), "m([0, 2]) =\n  1\n")
	assert.Contains(t, ok(t, "", "spectrum", "cos(z)", "--dim", "1", "--digits", "5", "--at", "0..1"), "m([0, 1]) is not known")
	assert.NotContains(t, ok(t, "", "spectrum", "exp(-z)", "--dim", "1", "--digits", "5", "--at", "0..1"), "m₊")

	// 0..inf is all of it; without --at the masses are at the end.
	v = digitsOf(t, "exp(-z^2/2) - exp(-z^2/200)", "--dim", "16", "--digits", "30", "--at", "0..1,0..inf")
	require.Len(t, v.Masses, 2)
	want, _ := new(big.Rat).SetString("0.999999991789659022924790692489") // all of the density is negative below its zero
	for _, m := range v.Masses {
		assert.LessOrEqual(t, off(t, m.Minus, want).Cmp(big.NewRat(1, 1e17)), 0)
		assert.False(t, m.Minus.Short || m.Plus.Short || m.Total.Short)
	}
	assert.Contains(t, ok(t, "", "spectrum", "exp(-sqrt(1+z^2))", "--dim", "3", "--digits", "9", "--to", "1", "--points", "2"),
		"‖m₊‖ =\n  0.367879441\n  ± ", "1/e: the density has no closed form, but the kernel is proved to be positive definite")
	assert.Contains(t, ok(t, "", "spectrum", "exp(-z^3)*(1+z)", "--dim", "2", "--digits", "9", "--at", "0..inf"), "‖m₊‖ is not known\n")
	lines := strings.Split(ok(t, "", "spectrum", "1/4+exp(-z)", "--dim", "3", "--digits", "9", "--at", "0..inf", "-o", "-"), "\n")
	assert.Equal(t, []string{"omega,density,error", "0..inf plus,1.25,0", "0..inf minus,0,0", "0..inf total,1.25,0"}, lines[:4])
	assert.Contains(t, bad(t, "", "spectrum", "exp(-z)", "--dim", "1", "--digits", "5", "--at", "0..x"), "is not a number")
}

// The table of a kernel without a formula has nothing to compare it with: no difference is claimed, in words or in JSON.
func TestInverseOfFunction(t *testing.T) {
	k, err := kernel.Read("exp(-z^2/2)")
	require.NoError(t, err)
	dec, err := decompose.Jordan(t.Context(), k, 2, nil)
	require.NoError(t, err)
	dec.Kernel = "g"
	path := filepath.Join(t.TempDir(), "g.json")
	require.NoError(t, dec.Save(path))
	out := ok(t, "", "spectrum", path, "--at", "0,1")
	assert.Contains(t, out, "nothing to compare: ")
	assert.NotContains(t, out, "largest difference")
	assert.Contains(t, ok(t, "", "spectrum", path, "--at", "0,1", "--json"), `"largest_difference": null`)
}

// A table gives its kernel back, beside k(z): at the distances asked for, in words, as JSON and as CSV.
func TestInverse(t *testing.T) {
	path, npz, _ := tableFiles(t, "exp(-z^2/2) - exp(-z^2/200)", 3)
	var v measure.InverseView
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "spectrum", path, "--at", "0,1/2,4", "--json")), &v))
	assert.Equal(t, []float64{0, 0.5, 4}, v.Z)
	assert.Equal(t, 3, v.Dim)
	for i, z := range v.Z {
		want := math.Exp(-z*z/2) - math.Exp(-z*z/200)
		assert.InDelta(t, want, v.Kernel[i], 1e-15)
		assert.InDelta(t, want, v.Table[i], 2e-10)
		assert.InDelta(t, v.Table[i]-v.Kernel[i], v.Off[i], 1e-300)
		assert.LessOrEqual(t, math.Abs(v.Off[i]), v.Largest)
	}
	assert.Contains(t, v.Bias, "proved")
	out := ok(t, "", "spectrum", npz, "--dim", "3", "--points", "3")
	assert.Contains(t, out, "largest difference ")
	assert.NotContains(t, out, "nothing to compare")
	assert.Regexp(t, `(?m)^ *0 .*\n *16 .*\n *32 `, out, "up to where it is within 1 % of 0")
	lines := strings.Split(ok(t, "", "spectrum", path, "--from", "1", "--to", "2", "--points", "2", "-o", "-"), "\n")
	require.Len(t, lines, 4)
	assert.Equal(t, "z,table,kernel,difference", lines[0])
	assert.Regexp(t, `^1,-0\.38848\d*,-0\.38848\d*,-?\d`, lines[1])
	for says, args := range map[string][]string{
		"--digits is about a formula":  {path, "--digits", "9"},
		"--dim 4: " + path + " is a":   {path, "--dim", "4"},
		"of a table a distance":        {path, "--at", "-1"},
		"go into a .csv file":          {path, "-o", "a.svg"},
		"distances from 3 to 2":        {path, "--from", "3", "--to", "2"},
		"--param is about a formula":   {path, "--param", "beyond=zero"},
		"and " + path + " has its ker": {path, "--param", "beyond=2"},
		"no such file":                 {"missing.json", "--at", "1"},
	} {
		assert.Contains(t, bad(t, "", append([]string{"spectrum"}, args...)...), says)
	}
}
