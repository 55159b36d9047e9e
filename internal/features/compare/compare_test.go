package compare

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	_ "krein/internal/testlong" // fewer collections
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	return k
}

// The Gaussian's variance is known: of independent samples E (1−e^{−z²})²/2 a frequency, two
// columns each.
func TestGaussian(t *testing.T) {
	progress := 0
	set := &Settings{
		Radius: 2, Distances: Grid(2, 16), Target: 0.05,
		Progress: func(done, total int) { progress++; assert.Less(t, done, total) },
	}
	c, err := Run(t.Context(), parse(t, "exp(-z^2/2)"), 4, set)
	require.NoError(t, err)
	assert.Equal(t, 4+len(c.Rows), progress)
	known, err := decompose.Jordan(t.Context(), parse(t, "2*exp(-z^2/2)"), 4, nil)
	require.NoError(t, err)
	other := *set // what is known is not made again: here it is of another kernel, which shows
	other.Known, other.Progress = known, nil
	wrong, err := Find(t.Context(), parse(t, "exp(-z^2/2)"), 4, &other)
	require.NoError(t, err)
	require.Equal(t, "Jordan", wrong.Rows[0].Measure)
	assert.InDelta(t, 2, wrong.Rows[0].Mass, 1e-9)
	want := 0.0
	for i, z := range set.Distances {
		assert.InDelta(t, (float64(i)+0.5)/8, z, 1e-15)
		want += 2 * math.Pow(-math.Expm1(-z*z), 2) / 2 / 16
	}
	families := map[string]bool{}
	var designs *Row
	for i, r := range c.Rows {
		families[r.Measure] = true
		assert.InDelta(t, math.Sqrt(r.Variance/512+r.Bias*r.Bias), r.RMS, 1e-12)
		assert.InDelta(t, float64(r.Columns)/2*(2*4+40), r.Work, 1e-9, r.Title())
		if i > 0 {
			assert.GreaterOrEqual(t, r.Work, c.Rows[i-1].Work, "the best come first")
		}
		for j, p := range r.Curve { // the errors are those of the target, bias and all
			assert.Equal(t, 4<<j, p.Columns)
			assert.Equal(t, p.Columns >= r.Columns, p.RMS <= 0.05, "%s: %d columns", r.Title(), p.Columns)
			assert.GreaterOrEqual(t, p.RMS, r.Bias)
		}
		if r.Measure != "Jordan" {
			continue
		}
		assert.InDelta(t, 1, r.Mass, 1e-9)
		if r.Independent() {
			assert.InEpsilon(t, want, r.Variance, 1e-6)
			// The least multiple of four that reaches the target.
			assert.Equal(t, 4*int(math.Ceil(want/(0.05*0.05-r.Bias*r.Bias)/4)), r.Columns)
		} else {
			assert.Less(t, r.Variance, 0.8*want)
		}
		if r.Samples == "designs, stratified" {
			designs = r
		}
	}
	require.NotNil(t, designs)
	assert.Len(t, families, 5)
	for _, name := range []string{"Jordan", "least mass within 0.025", "least mass within 0.005",
		"least variance within 0.025", "least variance within 0.005"} {
		assert.True(t, families[name], name)
	}
	for _, f := range c.Found {
		name := f.Measure
		if f.Within > 0 {
			name = map[bool]string{true: "least mass", false: "least variance"}[f.LeastMass] + fmt.Sprint(" within ", f.Within)
		}
		assert.Equal(t, f.Measure, name)
		assert.Equal(t, name == "Jordan", f.Within == 0)
	}
	require.Len(t, c.Missing, 1)
	assert.Equal(t, "zonal on S^3", c.Missing[0].Measure)
	require.ErrorIs(t, c.Missing[0].Because, ErrNotOnSphere)
	verdict := c.Verdict()
	assert.Contains(t, verdict[0], "Best: least variance")
	assert.Contains(t, verdict[1], "Next among the others: ")
	assert.Contains(t, verdict[2], "times the variance for as many columns")
}

// Designs are complete in R^16, not in R^5: rows are padded, if the mass there is finite.
func TestPaddedDesigns(t *testing.T) {
	set := &Settings{Radius: 2, Distances: Grid(2, 8), Target: 0.05}
	require.NoError(t, set.complete())
	c := &Comparison{dim: 5, set: *set}
	k := parse(t, "exp(-z^2/2)")
	require.NoError(t, c.jordan(t.Context(), k))
	require.NoError(t, c.designs(t.Context(), k))
	row := c.Rows[len(c.Rows)-1]
	assert.Equal(t, "Jordan in R^16, rows padded by zeros, designs, stratified", row.Title())
	assert.Len(t, c.Found, 1)
	before := c.Rows[len(c.Rows)-2]
	require.NoError(t, c.fill(t.Context(), row))
	require.NoError(t, c.fill(t.Context(), before))
	assert.Less(t, row.RMS, before.RMS)

	c = &Comparison{dim: 5, set: *set}
	k = parse(t, "z < 1 ? (1-z)^4 : 0") // finite mass up to R^8
	require.NoError(t, c.jordan(t.Context(), k))
	n := len(c.Rows)
	require.NoError(t, c.designs(t.Context(), k))
	assert.Len(t, c.Rows, n)
	assert.Equal(t, "Jordan in R^16, rows padded by zeros", c.Missing[0].Measure)

	c.set.Columns = 60 // no basis is complete
	c.Missing = nil
	require.NoError(t, c.designs(t.Context(), k))
	assert.Empty(t, c.Missing)
}

// A target below all biases cannot be reached, a small one takes more columns than are predicted.
func TestTargets(t *testing.T) {
	k := parse(t, "1 - z^2/4") // infinite mass: least measures only
	run := func(target float64) *Comparison {
		c, err := Run(t.Context(), k, 3, &Settings{
			Radius: 2, Distances: Grid(2, 4), Target: target, Biases: []float64{0.01},
		})
		require.NoError(t, err)
		return c
	}
	c := run(0.005)
	require.NotEmpty(t, c.Rows)
	assert.False(t, c.Rows[0].Reaches())
	assert.Equal(t, "–", c.Rows[0].Needed())
	assert.Contains(t, c.Verdict()[0], "No representation reaches")
	c = run(0.0101)
	last := c.Rows[len(c.Rows)-1]
	assert.True(t, last.Extrapolated)
	assert.Greater(t, last.Columns, MostColumns)
	assert.True(t, strings.HasPrefix(last.Needed(), "≈ "), last.Needed())
	assert.Equal(t, []string{"None of these representations is available."}, new(Comparison).Verdict())
}

func TestErrors(t *testing.T) {
	k := parse(t, "gaussian(1)")
	good := Settings{Radius: 2, Distances: []float64{1}, Target: 0.1}
	for want, change := range map[string]func(*Settings){
		"a target, radius or bias of 0":   func(s *Settings) { s.Target = 0 },
		"a target, radius or bias of NaN": func(s *Settings) { s.Radius = math.NaN() },
		"a target, radius or bias of -1":  func(s *Settings) { s.Biases = []float64{0.1, -1} },
		"3 columns":                       func(s *Settings) { s.Columns = 3 },
		"8193 columns":                    func(s *Settings) { s.Columns = 8193 },
		"no distances":                    func(s *Settings) { s.Distances = nil },
		"a distance of 3 is not in":       func(s *Settings) { s.Distances = []float64{3} },
	} {
		bad := good
		change(&bad)
		_, err := Run(t.Context(), k, 3, &bad)
		assert.ErrorContains(t, err, want)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err := Run(stopped, k, 3, &good)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() { _, _ = Run(t.Context(), nil, 3, &good) })
	assert.Panics(t, func() { _, _ = Run(t.Context(), k, 3, nil) })
	assert.Panics(t, func() { _, _ = Run(t.Context(), k, 0, &good) })
}

// A decomposition that is known badly is missing if accuracy is asked for.
func TestAccuracy(t *testing.T) {
	k := parse(t, "exp(-z) - exp(-2*z)/4")
	set := Settings{
		Radius: 2, Distances: []float64{1}, Target: 0.1, Biases: []float64{0.05},
		Jordan: &decompose.Settings{AcceptEstimate: true}, Accuracy: 1e-15,
	}
	has := func(set *Settings) bool {
		c, err := Run(t.Context(), k, 2, set)
		require.NoError(t, err)
		for _, m := range c.Missing {
			if m.Measure == "Jordan" {
				var inaccurate *decompose.InaccurateError
				require.ErrorAs(t, m.Because, &inaccurate)
				return false
			}
		}
		return true
	}
	assert.False(t, has(&set))
	set.Accuracy = 0
	assert.True(t, has(&set))
}

func TestDistances(t *testing.T) {
	assert.Equal(t, []float64{0.25, 0.75, 1.25, 1.75}, Grid(2, 4))
	z := []float64{3, 1, 2}
	assert.Equal(t, []float64{1, 3}, Quantiles(z, 2))
	assert.Equal(t, []float64{3, 1, 2}, z)
	for far, want := range map[float64]float64{1: 1.1, 0.123: 0.14, 95: 105, 1.7320508: 2} {
		assert.InDelta(t, want, Reach(far), 1e-12, far)
	}
	assert.Panics(t, func() { Grid(2, 0) })
}

func TestOperations(t *testing.T) {
	for x, want := range map[float64]string{
		864: "864", 10700: "10.7 thousand", 2.5e6: "2.5 million", 1e12: "1e+12",
	} {
		assert.Equal(t, want, Operations(x))
	}
}

// The cheapest features of a kernel whose measure on R^16 has infinite mass.
func ExampleRun() {
	k, err := parser.Parse("1 - z^2/4", nil)
	if err != nil {
		panic(err)
	}
	c, err := Run(context.Background(), k, 16, &Settings{
		Radius: 2, Distances: Grid(2, 16), Target: 0.1, Biases: []float64{0.01},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(c.Rows[0].Title(), "with", c.Rows[0].Columns, "columns")
	fmt.Println("not available:", c.Missing[0].Measure)
	// Output:
	// least variance within 0.01, orthogonal, stratified with 24 columns
	// not available: Jordan
}

// Settings.Drawn has a row: its own, or that of the same name, whose numbers are of its options then.
func TestDrawn(t *testing.T) {
	k := parse(t, "exp(-z^2/2) - exp(-z^2/200)")
	dec, err := decompose.Jordan(t.Context(), k, 3, nil)
	require.NoError(t, err)
	set := Settings{Radius: 2, Distances: Grid(2, 8), Target: 0.05, Biases: []float64{0.01}, Columns: 64, Known: dec}
	before, err := Run(t.Context(), k, 3, &set)
	require.NoError(t, err)
	for samples, c := range map[string]struct {
		opt features.Options
		new int
	}{
		"orthogonal, stratified, variance budget": {features.Options{Coupling: features.Orthogonal, Radii: features.RadiiStratified,
			Budget: features.BudgetVariance}, 0},
		"quasi, importance, variance budget, orders 0 and 2 of the minus part exact": {features.Options{Coupling: features.Quasi,
			Radii: features.RadiiImportance, Budget: features.BudgetVariance, Exact: features.ExactMinus}, 1},
	} {
		set.Drawn = &Drawn{Measure: "Jordan", From: radial.New(dec), Options: c.opt, Mass: 2, Bias: 1e-3}
		set.Drawn.Options.Distances = set.Distances
		got, err := Run(t.Context(), k, 3, &set)
		require.NoError(t, err)
		assert.Len(t, got.Rows, len(before.Rows)+c.new)
		assert.Len(t, got.Found, len(before.Found))
		marked := 0
		for _, r := range got.Rows {
			if !r.Drawn {
				continue
			}
			marked++
			assert.Equal(t, "Jordan, "+samples, r.Title())
			assert.Equal(t, set.Drawn.Samples(), r.Samples)
			p, err := set.Drawn.From.Predict(&set.Drawn.Options, set.Distances)
			require.NoError(t, err)
			v, err := p.At(t.Context(), 64)
			require.NoError(t, err)
			assert.InEpsilon(t, math.Sqrt(v+1e-6), r.RMS, 1e-9)
			assert.Equal(t, 4, r.Curve[0].Columns) // too few for what is exact: a map without
		}
		assert.Equal(t, 1, marked)
	}
}

// TestNetworkIsTheKernel: networks stand for the kernels of their names where these are what the formula says, on spheres.
func TestNetworkIsTheKernel(t *testing.T) {
	for _, name := range []string{"arccos0", "arccos1", "arccos2", "ntk"} {
		k := parse(t, name)
		for dim, want := range map[int]bool{1: false, 2: true, 5: true} {
			r, _ := Network(k, dim)
			assert.Equal(t, want, r != nil, "%s in dimension %d", name, dim)
		}
		cut, err := k.Extend(kernel.Zero, big.NewRat(1, 1))
		require.NoError(t, err)
		r, _ := Network(cut, 5)
		assert.Nil(t, r, "%s, zero beyond 1", name)
	}
	cut, err := parse(t, "arccos0(3)").Extend(kernel.Zero, big.NewRat(1, 1))
	require.NoError(t, err)
	r, _ := Signs(cut, 5)
	assert.Nil(t, r)
}

// TestTooFewForExact: with fewer columns than exact degrees take, what a map of them is predicted to do is what the same map
// without them does; that of a kernel with two parts was that of shared directions.
func TestTooFewForExact(t *testing.T) {
	c, err := Run(t.Context(), parse(t, "exp(-z^2/2) - exp(-z^2/8)"), 16, &Settings{
		Radius: 2, Distances: Grid(2, 4), Target: 0.3, Sphere: true, Columns: 8,
	})
	require.NoError(t, err)
	variance := map[string]float64{}
	for _, r := range c.Rows {
		if r.Measure == "Jordan" {
			variance[r.Samples] = r.Variance
		}
	}
	plain := variance["orthogonal, stratified"]
	require.NotZero(t, plain)
	assert.Equal(t, plain, variance["orthogonal, stratified, degrees 0 and 1 exact"])
	assert.NotEqual(t, plain, variance["shared, stratified"])
}
