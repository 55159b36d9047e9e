package certify_test

import (
	"context"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/certify"
	"krein/certify/region"
	"krein/certify/verify"
	"krein/internal/certify/check"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// knownRegion is a family with the values of b, within a range, for which it has a claim.
type knownRegion struct {
	Formula, From, To string
	Dim               int
	Claim             certify.ID
	Holds             [][2]string // closed intervals with exact ends
	Share             float64     // of the range, that is to be decided at least
	Plain             bool        // in every run of the tests
	Source            string
}

func knownRegions(t *testing.T) (rows []knownRegion) {
	data, err := os.ReadFile("../testdata/regions.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	return rows
}

// compare is the exact order of a rational and a constant.
func compare(t *testing.T, r *big.Rat, text string) int {
	c, err := constant.Parse(text)
	require.NoError(t, err)
	s, known := constant.Rat(r).Cmp(c)
	require.Equal(t, ball.True, known)
	return s
}

// TestKnownRegions: no proved cell reaches beyond the published region, no refuted one into it, and nearly all is decided.
func TestKnownRegions(t *testing.T) {
	for i, row := range knownRegions(t) {
		if !row.Plain && !testlong.Turn(i, 12) {
			continue
		}
		lo, hi := rational(t, row.From), rational(t, row.To)
		f := &region.Family{Formula: row.Formula, Name: "b"}
		d, err := certify.Region(context.Background(), f, lo, hi, row.Dim, &certify.RegionSettings{
			Settings: certify.Settings{Claims: []certify.ID{row.Claim}}})
		require.NoError(t, err, row.Formula)
		cells := d.Claims[0].Cells
		text := row.Formula + ": " + (&region.Claim{Cells: cells}).Text("b")
		decided := new(big.Rat)
		for _, c := range cells {
			if c.Status == certify.Undecided {
				continue
			}
			decided.Add(decided, new(big.Rat).Sub(c.To, c.From))
			inside := false
			for _, h := range row.Holds {
				in := compare(t, c.From, h[0]) >= 0 && compare(t, c.To, h[1]) <= 0
				inside = inside || in
				if c.Status == certify.Refuted {
					below, above := compare(t, c.To, h[0]), compare(t, c.From, h[1])
					assert.True(t, below < 0 || below == 0 && c.OpenTo || above > 0 || above == 0 && c.OpenFrom, text)
				}
			}
			if c.Status == certify.Proved {
				assert.True(t, inside, text)
			}
		}
		share, _ := decided.Quo(decided, new(big.Rat).Sub(hi, lo)).Float64()
		assert.GreaterOrEqual(t, share, row.Share, text)
		reports, err := d.Verify(context.Background(), f, row.Dim, 0)
		require.NoError(t, err)
		assert.Equal(t, check.Accepted, reports[0].Verdict, "%s: %s", text, reports[0].Why)
		for _, c := range cells { // what a box says, single values say
			if c.Status == certify.Undecided || c.From.Cmp(c.To) == 0 {
				continue
			}
			v := new(big.Rat).Add(c.From, c.To)
			k, err := f.At(v.Quo(v, big.NewRat(2, 1)))
			require.NoError(t, err)
			cert, err := certify.Run(context.Background(), k, row.Dim, &certify.Settings{Claims: []certify.ID{row.Claim}})
			require.NoError(t, err)
			assert.Contains(t, []certify.Status{c.Status, certify.Undecided, likelihood(c.Status)}, cert.Claim(row.Claim).Status,
				"%s at %s", text, v.RatString())
		}
	}
}

// likelihood is the estimate that agrees with a status.
func likelihood(s certify.Status) certify.Status {
	if s == certify.Proved {
		return certify.Likely
	}
	return certify.Unlikely
}

// boxed certifies a claim for all values of b in a range.
func boxed(t *testing.T, text, name, from, to string, dim int, id certify.ID) (cert *certify.Certificate, err error) {
	k, err := parser.Parse(text, &parser.Options{Over: []*formula.Range{{Name: name, Lo: rational(t, from), Hi: rational(t, to)}}})
	if err != nil {
		return nil, err
	}
	cert, err = certify.Run(context.Background(), k, dim, &certify.Settings{Claims: []certify.ID{id}})
	require.NoError(t, err)
	r := verify.New(cert, k, dim, 0).Claim(context.Background(), id)
	assert.Equal(t, cert.Claim(id).Status == certify.Proved || cert.Claim(id).Status == certify.Refuted, r.Verdict == check.Accepted,
		"%s: %s", text, r.Why)
	return cert, nil
}

// Intervals that contain a value at which the formula has no value, or the claim another status, stay open.
func TestBoxTraps(t *testing.T) {
	for i, row := range []struct {
		formula, from, to string
		dim               int
		id                certify.ID
		want              certify.Status
		slow              bool // a plain run has the others
	}{
		{"exp(-z)/b", "-1", "1", 3, certify.PD, certify.Undecided, false},
		{"exp(-z)/b", "1/2", "1", 3, certify.PD, certify.Proved, false},
		{"b/b*exp(-z)", "-1", "1", 3, certify.PD, certify.Undecided, false},
		{"exp(-z) + 0*log(b)", "-1", "1", 3, certify.PD, certify.Undecided, false},
		{"exp(-z) + 0*log(b)", "1/2", "1", 3, certify.PD, certify.Proved, false},
		{"exp(-z) + 0*log(4 + b*z)", "-1", "0", 3, certify.PD, certify.Undecided, false},
		{"exp(-z)*gamma(b)", "-1/2", "1/2", 3, certify.PD, certify.Undecided, false},
		{"(b - b)*cos(z) + exp(-z)", "-1", "1", 3, certify.PD, certify.Proved, false},
		{"b^0*exp(-z)", "-1", "1", 3, certify.PD, certify.Proved, false},
		{"abs(b)*exp(-z) - exp(-2*z)", "-1", "1", 3, certify.PD, certify.Undecided, false},
		{"max(b, 0)*exp(-z)", "-1", "1", 3, certify.PD, certify.Undecided, false},
		{"min(b, 1/2)*exp(-z)", "1/4", "1", 3, certify.PD, certify.Undecided, false},
		{"cos(z) - cos(b*z)/2", "9/10", "12/10", 1, certify.PD, certify.Undecided, true}, // right at b = 1 alone
		{"cos(z) - cos(b*z)/2", "11/10", "12/10", 1, certify.PD, certify.Refuted, false},
		{"z < b ? 1 - z : 0", "1/2", "2", 1, certify.PD, certify.Undecided, false}, // right at b = 1 alone
		{"exp(-z)*cos(b*z)", "1/2", "3/5", 3, certify.PD, certify.Undecided, true},
		{"exp(-z)*cos(b*z)", "-1/2", "1/2", 3, certify.PD, certify.Undecided, true},
		{"exp(-z) - exp(-b*z)", "1/2", "2", 1, certify.PD, certify.Undecided, false}, // 0 at b = 1
		{"exp(-z^2)*(1 + b*z^2)", "-1", "0", 1, certify.CompletelyMonotone, certify.Undecided, false},
		{"b < 1/2 ? exp(-z) : cos(z)", "0", "1", 2, certify.PD, certify.Undecided, false},
		{"exp(-b*z^2)", "1/1000000", "1000000", 2, certify.CompletelyMonotone, certify.Proved, false},
		{"exp(-z)*cos(b*z)", "1/2", "500000000000000000000000000001/1000000000000000000000000000000", 3, certify.PD, certify.Proved, false},
		{"exp(-z)*(1 + b*z)", "-1", "1000000", 3, certify.PD, certify.Undecided, true},
		{"exp(b*u)", "-1", "1", 3, certify.PDSphere, certify.Undecided, false},
		// right, or wrong, at b = 0 or 1/2 alone, where a coefficient or a weight vanishes
		{"b - 1/2", "0", "1", 2, certify.CompletelyMonotone, certify.Undecided, false},
		{"(b - 1/2)*exp(-z^2)", "0", "1", 2, certify.CompletelyMonotone, certify.Undecided, false},
		{"(b - 1/2)*exp(-z^2)", "0", "1", 2, certify.PD, certify.Undecided, false},
		{"b*cos(z) + exp(-z)", "-1", "1", 2, certify.FiniteMass, certify.Undecided, true},
		{"b*cos(z) + exp(-z)", "-1", "1", 1, certify.PD, certify.Undecided, false},
		{"exp(-z) + b*z", "-1", "1", 2, certify.FiniteMass, certify.Undecided, false},
		{"exp(-z) + b*log(1 + z)", "-1", "1", 2, certify.FiniteMass, certify.Undecided, false},
		{"-z^2*(1 + z^2)^(b - 1)", "-1/2", "1/2", 2, certify.PD, certify.Refuted, false},
		{"exp(-z)*(1 + b*z)", "-1/2", "-1/4", 3, certify.PD, certify.Undecided, false}, // the density at 0 vanishes at −1/3
		{"b*u + u^3", "-1", "1", 3, certify.PDSphere, certify.Undecided, false},
		{"u^3 - b", "-1", "1", 3, certify.PDSphere, certify.Undecided, false},
	} {
		if row.slow && !testlong.Turn(1+i, 4) {
			continue
		}
		cert, err := boxed(t, row.formula, "b", row.from, row.to, row.dim, row.id)
		if err != nil {
			assert.Equal(t, certify.Undecided, row.want, "%s: %v", row.formula, err)
			continue
		}
		assert.Equal(t, row.want, cert.Claim(row.id).Status, "%s for %s ≤ b ≤ %s: %s", row.formula, row.from, row.to,
			cert.Claim(row.id).Because)
	}
	for _, text := range []string{"gaussian(b)", "matern(3/2, b)", "wendland(b, 1)", "wendland(2, 1, b)", "gaussian(2*b)", "gaussian(1 + b^2)"} {
		_, err := boxed(t, text, "b", "-1", "3", 3, certify.PD)
		assert.Error(t, err, "%s: the range of the named kernel is decided exactly, or not at all", text)
	}
}

// A certificate is about its interval and its parameter: not about a larger or a smaller one, nor another name.
func TestBoxIdentity(t *testing.T) {
	const text = "exp(-z)*cos(b*z)"
	cert, err := boxed(t, text, "b", "1/10", "1/2", 3, certify.PD)
	require.NoError(t, err)
	assert.Equal(t, certify.Proved, cert.Claim(certify.PD).Status)
	for _, r := range []*formula.Range{
		{Name: "b", Lo: rational(t, "1/10"), Hi: rational(t, "3/5")},
		{Name: "b", Lo: rational(t, "1/20"), Hi: rational(t, "1/2")},
		{Name: "b", Lo: rational(t, "1/10"), Hi: rational(t, "1/2"), OpenHi: true},
		{Name: "c", Lo: rational(t, "1/10"), Hi: rational(t, "1/2")},
	} {
		source := text
		if r.Name == "c" {
			source = "exp(-z)*cos(c*z)"
		}
		k, err := parser.Parse(source, &parser.Options{Over: []*formula.Range{r}})
		require.NoError(t, err)
		report := verify.New(cert, k, 3, 0).Claim(context.Background(), certify.PD)
		assert.Equal(t, check.Rejected, report.Verdict, "%s", r)
		assert.Contains(t, report.Why, "another kernel")
	}
	_, err = parser.Parse("exp(-z)*cos(par(0 <= b <= 1/2)*z)", nil)
	assert.Error(t, err, "the language has no word for it")
}

// Two parameters are two symbols: what is proved holds for all pairs of their values, up to the ends of their intervals.
func TestTwoParameters(t *testing.T) {
	interval := func(name, from, to string) *formula.Range {
		return &formula.Range{Name: name, Lo: rational(t, from), Hi: rational(t, to), OpenLo: true, OpenHi: true}
	}
	type row struct {
		formula string
		a, c    [2]string
		dim     int
		want    certify.Status
	}
	for _, row := range testlong.Some([]row{
		{"exp(-a*z)*(1 - c*z)", [2]string{"1", "9/8"}, [2]string{"-1", "1/3"}, 3, certify.Undecided},
		{"exp(-a*z)*(1 - c*z)", [2]string{"1", "9/8"}, [2]string{"0", "1/3"}, 3, certify.Proved}, // the end is the threshold
		{"exp(-a*z)*(1 - c*z)", [2]string{"1", "9/8"}, [2]string{"0", "17/50"}, 3, certify.Undecided},
		{"exp(-a*z)*(1 - c*z)", [2]string{"1", "9/8"}, [2]string{"2/5", "2"}, 3, certify.Refuted},
		{"exp(-a*z)*(1 - c*z)", [2]string{"1/2", "9/8"}, [2]string{"1/3", "2"}, 3, certify.Undecided},
		{"exp(-z)*(a - c)", [2]string{"1", "2"}, [2]string{"0", "1"}, 3, certify.Proved}, // a > c, since ends are open
		{"exp(-z)*(a - c)", [2]string{"1", "2"}, [2]string{"0", "1001/1000"}, 3, certify.Undecided},
		{"exp(-z)*(a - c)", [2]string{"0", "1"}, [2]string{"1", "2"}, 3, certify.Refuted},
		{"exp(-z)/(a - c)", [2]string{"1", "2"}, [2]string{"0", "2"}, 3, certify.Undecided}, // 1/0 on a line
		{"exp(-z)*(a - c)/(a - c)", [2]string{"1", "2"}, [2]string{"0", "2"}, 3, certify.Undecided},
		{"exp(-z)*a/a + c - c", [2]string{"1", "2"}, [2]string{"0", "2"}, 3, certify.Proved},
		{"exp(-a*z) - exp(-c*z)", [2]string{"1", "2"}, [2]string{"1", "2"}, 1, certify.Undecided}, // 0 where a = c
		{"exp(-a*z) - exp(-c*z)/2", [2]string{"1", "9/8"}, [2]string{"9/8", "5/4"}, 1, certify.Proved},
		{"cos(a*z) - cos(c*z)/2", [2]string{"1", "2"}, [2]string{"3/2", "3"}, 1, certify.Undecided}, // pd where a = c
	}, 1) {
		k, err := parser.Parse(row.formula, &parser.Options{Over: []*formula.Range{interval("a", row.a[0], row.a[1]),
			interval("c", row.c[0], row.c[1])}})
		if err != nil {
			assert.Equal(t, certify.Undecided, row.want, "%s: %v", row.formula, err)
			continue
		}
		cert, err := certify.Run(context.Background(), k, row.dim, &certify.Settings{Claims: []certify.ID{certify.PD}, Effort: 0.25})
		require.NoError(t, err)
		got := cert.Claim(certify.PD).Status
		if row.want == certify.Undecided {
			assert.NotContains(t, []certify.Status{certify.Proved, certify.Refuted}, got, "%s", row.formula)
			continue
		}
		assert.Equal(t, row.want, got, "%s a in %v c in %v", row.formula, row.a, row.c)
		r := verify.New(cert, k, row.dim, 0).Claim(context.Background(), certify.PD)
		assert.Equal(t, check.Accepted, r.Verdict, "%s: %s", row.formula, r.Why)
		larger, err := parser.Parse(row.formula, &parser.Options{Over: []*formula.Range{interval("a", row.a[0], row.a[1]),
			interval("c", row.c[0], "100")}})
		require.NoError(t, err)
		r = verify.New(cert, larger, row.dim, 0).Claim(context.Background(), certify.PD)
		assert.Equal(t, check.Rejected, r.Verdict, "of a larger box")
	}
	_, err := parser.Parse("a*exp(-z)", &parser.Options{Over: []*formula.Range{interval("a", "1", "2"), interval("a", "1", "3")}})
	assert.ErrorContains(t, err, "given twice")
	_, err = parser.Parse("a*exp(-z)", &parser.Options{Over: []*formula.Range{interval("a", "1", "2")}, Params: map[string]string{"a": "1"}})
	assert.ErrorContains(t, err, "given twice")
}
