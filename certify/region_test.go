package certify_test

import (
	"context"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/region"
	"krein/internal/certify/check"
	"krein/internal/testlong"
)

// regions are families k = f + b·g with the b for which they have a claim, derived by hand; an end that is "" is beyond
// the range.
var regions = []struct {
	formula, lo, hi string
	dim             int
	id              certify.ID
	from, to        string
	plain           bool
}{
	// m is proportional to (1+ω²)^{−(d+1)/2}·(1 − b·(d − …)): −1/d ≤ b ≤ 1
	{"exp(-z)*(1 + b*z)", "-1", "2", 3, certify.PD, "-1/3", "1", true},
	{"exp(-z)*(1 + b*z)", "-2", "2", 1, certify.PD, "-1", "1", false},
	{"exp(-z)*(1 + b*z)", "-1", "2", 5, certify.PD, "-1/5", "1", false},
	// exp(−z²) has the density π^{d/2} e^{−ω²/4}, exp(−z²/s) s^{d/2} times as much at 0: b ≤ s^{−d/2}, and b ≥ 0 or below, where
	// both are positive: there is no lower end, exp(−z²/4) is positive definite and −b > 0
	{"exp(-z^2) - b*exp(-z^2/4)", "-1", "1", 3, certify.PD, "", "1/8", true},
	{"exp(-z^2) - b*exp(-z^2/4)", "0", "1", 4, certify.PD, "", "1/16", false},
	// e^{−ω²/4}(1 − b(d/2 − ω²/4)): 0 ≤ b ≤ 2/d
	{"exp(-z^2)*(1 - b*z^2)", "-2", "2", 3, certify.PD, "0", "2/3", false},
	{"exp(-z^2)*(1 - b*z^2)", "-2", "2", 8, certify.PD, "0", "1/4", false},
	// e^{−t} + b t e^{−t} has derivatives of alternating signs for all orders n, 1 − b·n + b·t: b = 0 alone, √t for t
	{"exp(-z^2)*(1 + b*z^2)", "-1", "1", 2, certify.CompletelyMonotone, "0", "0", false},
	// Gegenbauer coefficients: u³ + b·u⁰ − …, each affine in b
	{"u^3 + b*u - (1 - b)/4", "-1", "2", 4, certify.PDSphere, "1", "", true},
	// −z² is of order 1, and z² is not
	{"exp(-z) - b*z^2", "-1", "1", 2, certify.ConditionallyPD, "", "", false},
}

// TestRegions: what is proved and what is refuted lies on the right sides, and nearly all is decided.
func TestRegions(t *testing.T) {
	for i, row := range regions {
		if !row.plain && !testlong.Turn(i, 4) {
			continue
		}
		lo, hi := rational(t, row.lo), rational(t, row.hi)
		f := &region.Family{Formula: row.formula, Name: "b"}
		looked := 0
		d, err := certify.Region(context.Background(), f, lo, hi, row.dim, &certify.RegionSettings{
			Settings: certify.Settings{Claims: []certify.ID{row.id}}, Looked: func(certify.ID, *big.Rat, certify.Status) { looked++ }})
		require.NoError(t, err, row.formula)
		decided := new(big.Rat)
		for _, c := range d.Claims[0].Cells {
			in := (row.from == "" || c.From.Cmp(rational(t, row.from)) >= 0) && (row.to == "" || c.To.Cmp(rational(t, row.to)) <= 0)
			out := row.to != "" && c.From.Cmp(rational(t, row.to)) >= 0 || row.from != "" && c.To.Cmp(rational(t, row.from)) <= 0
			switch c.Status {
			case certify.Proved:
				assert.True(t, in, "%s: %s", row.formula, (&region.Claim{Cells: d.Claims[0].Cells}).Text("b"))
			case certify.Refuted:
				assert.True(t, out, "%s: %s", row.formula, (&region.Claim{Cells: d.Claims[0].Cells}).Text("b"))
			default:
				continue
			}
			decided.Add(decided, new(big.Rat).Sub(c.To, c.From))
		}
		share, _ := decided.Quo(decided, new(big.Rat).Sub(hi, lo)).Float64()
		assert.Greater(t, share, 0.9999, "%s: %s", row.formula, (&region.Claim{Cells: d.Claims[0].Cells}).Text("b"))
		reports, err := d.Verify(context.Background(), f, row.dim, 0)
		require.NoError(t, err)
		assert.Equal(t, check.Accepted, reports[0].Verdict, "%s: %s", row.formula, reports[0].Why)
		assert.Less(t, looked, 150)
	}
}

func rational(t *testing.T, text string) *big.Rat {
	t.Helper()
	v, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return v
}

// Where the formula is not affine in the parameter, boxes reach up to the values that bracket the threshold.
func TestRegionOfBoxes(t *testing.T) {
	f := &region.Family{Formula: "exp(-z)*cos(b*z)", Name: "b"}
	boxes := 0
	d, err := certify.Region(context.Background(), f, new(big.Rat), big.NewRat(3, 1), 3, &certify.RegionSettings{Tolerance: 1e-6,
		Box: func(certify.ID, *region.Box) { boxes++ }})
	require.NoError(t, err)
	require.Len(t, d.Claims[0].Cells, 2)
	assert.Equal(t, certify.Proved, d.Claims[0].Cells[0].Status)
	assert.Equal(t, certify.Refuted, d.Claims[0].Cells[1].Status)
	assert.Less(t, boxes, 10)
	threshold := 0.5773502691896257 // 1/√3, and the rationals beside it
	below, _ := d.Claims[0].Cells[0].To.Float64()
	above, _ := d.Claims[0].Cells[1].From.Float64()
	assert.InDelta(t, threshold, below, 3e-6)
	assert.InDelta(t, threshold, above, 3e-6)
	assert.Less(t, below, threshold)
	assert.Greater(t, above, threshold)
	if !testlong.Turn(1, 3) {
		return
	}
	// exponents with a parameter, and a threshold that is a short number
	boxes = 0
	d, err = certify.Region(context.Background(), &region.Family{Formula: "exp(-z^b)", Name: "b"}, big.NewRat(1, 2), big.NewRat(3, 1), 3,
		&certify.RegionSettings{Tolerance: 0.01, Box: func(certify.ID, *region.Box) { boxes++ }})
	require.NoError(t, err)
	assert.Equal(t, "proved 1/2 ≤ b ≤ 2; refuted 2 < b ≤ 3", d.Claims[0].Text("b"))
	assert.Less(t, boxes, 6)
}

// Time that is over leaves cells open, and is no error; a context that has ended is one.
func TestRegionWithinTime(t *testing.T) {
	f := &region.Family{Formula: "exp(-z)*(1 + b*z)", Name: "b"}
	now := time.Duration(0)
	set := &certify.RegionSettings{Settings: certify.Settings{Time: 5 * time.Second, Clock: func() time.Duration { return now }}}
	set.Looked = func(certify.ID, *big.Rat, certify.Status) { now += time.Second }
	d, err := certify.Region(context.Background(), f, big.NewRat(-1, 1), big.NewRat(2, 1), 3, set)
	require.NoError(t, err)
	open := false
	for _, c := range d.Claims[0].Cells {
		open = open || c.Status == certify.Undecided
	}
	assert.True(t, open)
	assert.Equal(t, 5*time.Second, now)

	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err = certify.Region(ctx, f, big.NewRat(-1, 1), big.NewRat(2, 1), 3, nil)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = certify.Region(context.Background(), f, big.NewRat(1, 1), big.NewRat(1, 1), 3, nil)
	assert.Error(t, err)
	_, err = certify.Region(context.Background(), &region.Family{Formula: "exp(-z)*(1 + b", Name: "b"}, big.NewRat(0, 1),
		big.NewRat(1, 1), 3, nil)
	assert.ErrorContains(t, err, "column")
}

// A search that is stopped returns what it has, and another one goes on from there to the same cells, with less work.
func TestRegionContinues(t *testing.T) {
	for i, row := range []struct {
		formula, from, to string
	}{{"exp(-z^2) - b*exp(-z^2/4)", "0", "1"}, {"exp(-z)*cos(b*z)", "0", "3"}} {
		if !testlong.Turn(i, 2) {
			continue
		}
		f := &region.Family{Formula: row.formula, Name: "b"}
		lo, hi := rational(t, row.from), rational(t, row.to)
		search := func(stopAt int, begun *region.Document) (d *region.Document, looked int, err error) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			set := &certify.RegionSettings{Tolerance: 1e-2, Begun: begun}
			var last *region.Document
			set.Sofar = func(so func() (*region.Document, error)) {
				if last, err = so(); looked == stopAt {
					stop()
				}
				looked++
			}
			d, err = certify.Region(ctx, f, lo, hi, 3, set)
			if err == nil && last != nil {
				assert.Equal(t, d.Claims[0].Cells, last.Claims[0].Cells, row.formula)
			}
			return d, looked, err
		}
		all, most, err := search(-1, nil)
		require.NoError(t, err)
		part, some, err := search(most/2, nil)
		require.ErrorIs(t, err, context.Canceled)
		require.NotNil(t, part)
		reports, err := part.Verify(t.Context(), f, 3, 0)
		require.NoError(t, err)
		require.Equal(t, check.Accepted, reports[0].Verdict, reports[0].Why)
		rest, more, err := search(-1, part)
		require.NoError(t, err)
		assert.Equal(t, all.Claims[0].Cells, rest.Claims[0].Cells, row.formula)
		assert.Less(t, more, most-some/2, row.formula)
		reports, err = rest.Verify(t.Context(), f, 3, 0)
		require.NoError(t, err)
		require.Equal(t, check.Accepted, reports[0].Verdict, reports[0].Why)
		part.Claims[0].Cells[0].Status = certify.Undecided
		_, _, err = search(-1, part)
		require.ErrorContains(t, err, "not accepted", row.formula)
		_, err = certify.Region(t.Context(), f, lo, new(big.Rat).Add(hi, big.NewRat(1, 1)), 3, &certify.RegionSettings{Begun: all})
		require.ErrorContains(t, err, "from", row.formula)
	}
}
