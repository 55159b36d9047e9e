package decompose

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// heavyLaw is a distribution function by contour integrals, which know nothing of mixtures
// (testdata/gen/heavy_laws.py).
type heavyLaw struct {
	Formula      string
	Dim          int
	At           []float64
	Below, Above []string
}

func heavyLaws(t *testing.T, file string) (rows []heavyLaw) {
	t.Helper()
	blob, err := os.ReadFile("../testdata/" + file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(blob, &rows))
	require.GreaterOrEqual(t, len(rows), 25)
	return rows
}

// off returns how far a table is from the law at most.
func (row *heavyLaw) off(t *testing.T, part *Part) (worst float64) {
	t.Helper()
	table := part.Radii.(*Table)
	origin := part.Origin / (part.Origin + part.Mass) // radii below those of float64 are in the atom
	for j, omega := range row.At {
		below, err := strconv.ParseFloat(row.Below[j], 64)
		require.NoError(t, err)
		above, err := strconv.ParseFloat(row.Above[j], 64)
		require.NoError(t, err)
		worst = max(worst, math.Abs(origin+(1-origin)*table.CDF(omega)-below),
			math.Abs((1-origin)*table.Survival(omega)-above))
	}
	return worst
}

// Tables of heavy-tailed kernels are as good as they state, and better than 1e-6.
func TestHeavyLaws(t *testing.T) {
	for i, row := range heavyLaws(t, "heavy_laws.json") {
		if !testlong.Turn(i+3, 14) {
			continue
		}
		d := decomposition(t, parse(t, row.Formula, 0), row.Dim)
		e := d.Plus.LawErr
		assert.LessOrEqual(t, e.Kolmogorov, 1e-6, "%s d=%d", row.Formula, row.Dim)
		assert.Equal(t, KindEstimated, e.Kind)
		assert.Zero(t, d.Minus.Mass)
		worst := row.off(t, &d.Plus)
		t.Logf("%s d=%d: off by %.2g, stated %.2g", row.Formula, row.Dim, worst, e.Kolmogorov)
		assert.LessOrEqual(t, worst, e.Kolmogorov, "%s d=%d", row.Formula, row.Dim)
	}
}

// More of them, products and quotients that are not recognised as mixtures among them: what tables state of their laws
// holds.
func TestMoreHeavyLaws(t *testing.T) {
	for i, row := range heavyLaws(t, "heavy_laws_more.json") {
		if !testlong.Turn(i+7, 90) {
			continue
		}
		k := parse(t, row.Formula, 0)
		d := decomposition(t, k, row.Dim)
		e := d.Plus.LawErr
		if _, err := NewMixture(k, row.Dim); err == nil {
			assert.LessOrEqual(t, e.Kolmogorov, 1e-6, "%s d=%d", row.Formula, row.Dim)
		}
		worst := row.off(t, &d.Plus)
		t.Logf("%s d=%d: off by %.2g, stated %.2g", row.Formula, row.Dim, worst, e.Kolmogorov)
		assert.LessOrEqual(t, worst, e.Kolmogorov, "%s d=%d", row.Formula, row.Dim)
	}
}

// Of a law that lies below all floats to a considerable part, that part is in the atom at 0, and one that nearly does is
// compared in little memory.
func TestLawsBelowFloats(t *testing.T) {
	testlong.Slow(t)
	for _, c := range []struct {
		formula string
		dim     int
		off     float64
	}{{"1/(1+log(1+z))", 3, 1e-7}, {"1/(1+log(1+z^2))", 1, 2e-5}, {"exp(-z)-1/(1+log(1+z))", 2, 1e-6}} {
		k := parse(t, c.formula, 0)
		d := decomposition(t, k, c.dim)
		part := &d.Plus
		if d.Minus.Origin > 0 {
			part = &d.Minus
		}
		at := part.Radii.(*Table).lower.tail.At
		assert.Less(t, at, leastRadius)
		assert.InEpsilon(t, math.Abs(k.At(1/at)), part.Origin, 0.01, c.formula) // as the law varies slowly there
		for _, z := range []float64{0, 0.5, 1, 3, 10, 100, 1000} {
			assert.InDelta(t, k.At(z), d.KernelAt(z), c.off, "%s z=%g", c.formula, z)
		}
	}
	k := parse(t, "(1+z)^(-1/20)", 0)
	d := decomposition(t, k, 1)
	off, _, err := d.Deviation(t.Context(), k.At)
	require.NoError(t, err)
	assert.Less(t, off, 1e-9)
	omega, _ := d.Plus.Radii.(*Table).Rule(1e39)
	assert.Less(t, len(omega), 1<<20)

	k = parse(t, "exp(-z^(1/100))", 0) // of which some radii are beyond floats
	d = decomposition(t, k, 8)
	omega, _ = d.Plus.Radii.(*Table).Rule(1e-293) // millions of periods
	assert.Less(t, len(omega), 1<<20)
	off, _, err = d.Deviation(t.Context(), k.At)
	require.NoError(t, err)
	assert.Less(t, off, 1e-6)
}

// Exact draws against the same laws: Kolmogorov–Smirnov at the radii of the file.
func TestMixtureSamples(t *testing.T) {
	for i, row := range heavyLaws(t, "heavy_laws.json") {
		m, err := NewMixture(parse(t, row.Formula, 0), row.Dim)
		require.NoError(t, err, row.Formula)
		assert.InDelta(t, 1, m.Mass(), 1e-15)
		assert.InDelta(t, 0, m.Origin(), 1e-15)
		rnd := rand.New(rand.NewPCG(11, uint64(i)))
		n := testlong.Rounds(4000)
		x := make([]float64, n)
		for j := range x {
			x[j] = m.Sample(rnd)
		}
		slices.Sort(x)
		for j, omega := range row.At {
			want, err := strconv.ParseFloat(row.Below[j], 64)
			require.NoError(t, err)
			k, _ := slices.BinarySearch(x, omega)
			spread := math.Sqrt(max(want, 0)*(1-want)*float64(n)) + 1 // what is wanted is off by 1e-15
			assert.InDelta(t, want*float64(n), float64(k), 5*spread, "%s d=%d ω=%g", row.Formula, row.Dim, omega)
		}
	}
}

func TestNewMixture(t *testing.T) {
	m, err := NewMixture(parse(t, "2*exp(-sqrt(z)) + 1/4 + (1+z)^(-1/2)", 0), 3)
	require.NoError(t, err)
	assert.Equal(t, 3.0, m.Mass())
	assert.Equal(t, 0.25, m.Origin())
	for formula, radius := range map[string]int64{"exp(-z)*cos(z)": 0, "exp(-sqrt(z))": 2, "1/(1+z) - exp(-z)/2": 0,
		"1/2": 0, "1/(1+z) - 1": 0} {
		_, err := NewMixture(parse(t, formula, radius), 3)
		assert.ErrorIs(t, err, ErrNoMixture, formula)
	}
	assert.Panics(t, func() { _, _ = NewMixture(nil, 3) })
	assert.Panics(t, func() { _, _ = NewMixture(parse(t, "exp(-z)", 0), 0) })
}

// Below and Above invert Quantile and QuantileTail, also at atoms and in tails.
func TestTableCDF(t *testing.T) {
	for _, d := range []*Decomposition{mixed(t), decomposition(t, parse(t, "exp(-z)", 0), 1)} {
		table := d.Plus.Radii.(*Table)
		for _, u := range []float64{1e-22, 1e-12, 0.01, 0.3, 0.4999, 0.7} {
			if r := table.Quantile(u); table.CDF(math.Nextafter(r, 0)) < u*(1-1e-9) { // within an atom both differ
				assert.GreaterOrEqual(t, table.CDF(r)*(1+1e-9), u)
			} else {
				assert.InEpsilon(t, u, table.CDF(r), 1e-6, "%g", u)
			}
			if r := table.QuantileTail(u); r != 3 {
				assert.InEpsilon(t, u, table.Survival(r), 1e-6, "%g", u)
			}
		}
	}
	table := staircase(2).Plus.Radii.(*Table) // ω = 1, √2, √3, 2
	for i, omega := range []float64{0.5, 1, 1.2, 1.5, 1.8, 2, 9} {
		want := []float64{0, 0.25, 0.25, 0.5, 0.75, 1, 1}[i]
		assert.InDelta(t, want, table.CDF(omega), 1e-15, "%g", omega)
		assert.InDelta(t, 1-want, table.Survival(omega), 1e-15, "%g", omega)
	}
}
