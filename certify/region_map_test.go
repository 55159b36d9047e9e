package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/region"
	"krein/internal/certify/check"
	"krein/internal/testlong"
)

// knownMap is a family of two parameters or three with the published region.
type knownMap struct {
	formula string
	dim     int
	axes    []region.Axis
	holds   func(v []*big.Rat) bool // in the order of axes
	share   float64
	plain   bool
	source  string
}

func axis(t *testing.T, name, from, to string) region.Axis {
	return region.Axis{Name: name, From: rational(t, from), To: rational(t, to)}
}

func knownMaps(t *testing.T) []knownMap {
	one := big.NewRat(1, 1)
	power := func(x *big.Rat, n int) *big.Rat {
		y := big.NewRat(1, 1)
		for range n {
			y.Mul(y, x)
		}
		return y
	}
	return []knownMap{
		{"exp(-a*z)*(1 - c*z)", 3, []region.Axis{axis(t, "a", "1/4", "4"), axis(t, "c", "-2", "2")}, func(v []*big.Rat) bool {
			low, high := new(big.Rat).Add(v[0], v[1]), new(big.Rat).Sub(v[0], new(big.Rat).Mul(v[1], big.NewRat(3, 1)))
			return low.Sign() >= 0 && high.Sign() >= 0
		}, 0.95, true, "the density is a positive function times a^2(a-3c) + (a+c) omega^2"},
		{"exp(-z) - c*exp(-s*z)", 3, []region.Axis{axis(t, "c", "1/100", "1"), axis(t, "s", "1/3", "10/3")}, func(v []*big.Rat) bool {
			s := v[1]
			return new(big.Rat).Mul(v[0], s).Cmp(one) <= 0 && v[0].Cmp(power(s, 3)) <= 0
		}, 0.95, false, "density 1/(1+omega^2)^2 - cs/(s^2+omega^2)^2: from 0 and infinity"},
		{"exp(-z^2) - c*exp(-z^2/s)", 3, []region.Axis{axis(t, "c", "1/100", "1"), axis(t, "s", "13/10", "101/10")}, func(v []*big.Rat) bool {
			return new(big.Rat).Mul(power(v[0], 2), power(v[1], 3)).Cmp(one) <= 0
		}, 0.95, false, "density exp(-omega^2/4) - c s^(3/2) exp(-s omega^2/4): c <= s^(-3/2)"},
		{"exp(-a*z)*cos(b*z)", 3, []region.Axis{axis(t, "a", "1/4", "4"), axis(t, "b", "0", "3")}, func(v []*big.Rat) bool {
			return new(big.Rat).Mul(big.NewRat(3, 1), power(v[1], 2)).Cmp(power(v[0], 2)) <= 0
		}, 0.95, false, "V. P. Zastavnyi, J. Math. Sci. 101 (2000): b/a <= tan(pi/6)"},
		{"1/(1 + z^p)^q", 3, []region.Axis{axis(t, "p", "1/2", "3"), axis(t, "q", "1/4", "4")}, func(v []*big.Rat) bool {
			return v[0].Cmp(big.NewRat(2, 1)) <= 0
		}, 0.95, false, "I. J. Schoenberg (1938): k(t^(1/p)) is completely monotone, and flat at 0 for p > 2"},
		{"max(0,1-z)^a*(1 + c*z)", 3, []region.Axis{axis(t, "a", "4", "6"), axis(t, "c", "0", "8")}, func(v []*big.Rat) bool {
			return v[1].Cmp(v[0]) <= 0
		}, 0.95, false, "between R. Askey (1973) and H. Wendland (1995); for c > a it is above k(0) near 0"},
		{"exp(-a*z^p)", 5, []region.Axis{axis(t, "a", "1/4", "4"), axis(t, "p", "1/4", "3")}, func(v []*big.Rat) bool {
			return v[1].Cmp(big.NewRat(2, 1)) <= 0
		}, 0.95, false, "I. J. Schoenberg (1938)"},
	}
}

// Maps of two parameters are right at random values, decide nearly all, and are accepted by the checker: for their box and
// smaller ones only.
func TestKnownMaps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(39, 2))
	for i, row := range knownMaps(t) {
		if !row.plain && !testlong.Turn(i, 4) {
			continue
		}
		share := row.share
		if row.plain && !testlong.Turn(1+i, 4) { // a plain run stops earlier: most of the work is in the last tenths
			share = 0.8
		}
		f := &region.Family{Formula: row.formula}
		m, err := certify.RegionMap(context.Background(), f, row.axes, row.dim, &certify.RegionSettings{Tolerance: 1 - share})
		require.NoError(t, err)
		proved, refuted := m.Shares()
		assert.GreaterOrEqual(t, proved+refuted, share, row.formula)
		report, err := m.Verify(context.Background(), f, row.axes, row.dim, 0)
		require.NoError(t, err)
		require.Equal(t, check.Accepted, report.Verdict, "%s: %s", row.formula, report.Why)
		wider := append([]region.Axis{}, row.axes...)
		wider[1].To = new(big.Rat).Add(wider[1].To, big.NewRat(1, 1000))
		_, err = m.Verify(context.Background(), f, wider, row.dim, 0)
		assert.ErrorContains(t, err, "does not contain")
		for range 2000 {
			v := make([]*big.Rat, len(row.axes))
			at := map[string]*big.Rat{}
			for i, a := range row.axes {
				v[i] = new(big.Rat).Sub(a.To, a.From)
				v[i].Add(a.From, v[i].Mul(v[i], big.NewRat(rnd.Int64N(10001), 10000)))
				at[a.Name] = v[i]
			}
			switch mapped(m, at) {
			case certify.Proved:
				assert.True(t, row.holds(v), "%s at %v", row.formula, v)
			case certify.Refuted:
				assert.False(t, row.holds(v), "%s at %v", row.formula, v)
			}
		}
	}
}

// mapped is the status that a map has at values; the parts that contain them agree.
func mapped(m *region.Map, at map[string]*big.Rat) (status certify.Status) {
	m.Leaves(func(spans []region.Span, p *region.Part) bool {
		for i := range spans {
			if !spans[i].Contains(at[m.Axes[i].Name]) {
				return true
			}
		}
		for i := range p.Cells {
			if p.Cells[i].Contains(at[m.Inner().Name]) {
				status = p.Cells[i].Status
			}
		}
		return false
	})
	return status
}

// A map that was stopped is continued, and one that is not verified is not.
func TestMapContinues(t *testing.T) {
	f := &region.Family{Formula: "exp(-a*z)*(1 - c*z)"}
	axes := []region.Axis{axis(t, "a", "1/4", "4"), axis(t, "c", "-2", "2")}
	ctx, stop := context.WithCancel(context.Background())
	parts := 0
	tolerance := 0.3 // a plain run stops earlier: most of the work is in the last tenths
	if testlong.Turn(1, 3) {
		tolerance = 0.1
	}
	first, err := certify.RegionMap(ctx, f, axes, 3, &certify.RegionSettings{Tolerance: tolerance, Mapped: func(*region.Map, string) {
		if parts++; parts == 7 {
			stop()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, first)
	var b bytes.Buffer
	require.NoError(t, first.Encode(&b))
	read, err := region.DecodeMap(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	report, err := read.Verify(context.Background(), f, axes, 3, 0)
	require.NoError(t, err)
	assert.Equal(t, check.Accepted, report.Verdict, report.Why)
	p, q := read.Shares()
	assert.Greater(t, p+q, 0.1, "there is an answer at any time")
	more := 0
	set := &certify.RegionSettings{Tolerance: tolerance, From: read, Mapped: func(*region.Map, string) { more++ }}
	last, err := certify.RegionMap(context.Background(), f, axes, 3, set)
	require.NoError(t, err)
	p, q = last.Shares()
	assert.GreaterOrEqual(t, p+q, 1-tolerance)
	assert.Positive(t, more)
	report, err = last.Verify(context.Background(), f, axes, 3, 0)
	require.NoError(t, err)
	assert.Equal(t, check.Accepted, report.Verdict, report.Why)
	set.From, more = last, 0
	_, err = certify.RegionMap(context.Background(), f, axes, 3, set)
	require.NoError(t, err)
	assert.Zero(t, more, "nothing is left to do")
	_, err = certify.RegionMap(context.Background(), f, []region.Axis{axes[0], axis(t, "c", "-2", "1")}, 3, set)
	assert.ErrorContains(t, err, "another box")
	text := strings.Replace(f.Formula, "1 - c", "1 + c", 1)
	_, err = certify.RegionMap(context.Background(), &region.Family{Formula: text}, axes, 3, set)
	assert.Error(t, err)
}

// Three parameters, time that is over, and boxes that are none.
func TestMapBounds(t *testing.T) {
	if testlong.Turn(1, 3) {
		f := &region.Family{Formula: "a*exp(-z) + b*exp(-2*z) + c*exp(-z/2)"}
		axes := []region.Axis{axis(t, "a", "0", "1"), axis(t, "b", "0", "1"), axis(t, "c", "0", "1")}
		m, err := certify.RegionMap(context.Background(), f, axes, 2, nil)
		require.NoError(t, err)
		p, q := m.Shares()
		assert.Equal(t, []float64{1, 0}, []float64{p, q}, "a convex cone")
		report, err := m.Verify(context.Background(), f, axes, 2, 0)
		require.NoError(t, err)
		assert.Equal(t, check.Accepted, report.Verdict, report.Why)
	}
	now := time.Duration(0)
	g := &region.Family{Formula: "exp(-a*z)*(1 - c*z)"}
	axes := []region.Axis{axis(t, "a", "1/4", "4"), axis(t, "c", "-2", "2")}
	m, err := certify.RegionMap(context.Background(), g, axes, 3, &certify.RegionSettings{Settings: certify.Settings{Time: time.Minute,
		Clock: func() time.Duration { return now }}, Mapped: func(*region.Map, string) { now += 20 * time.Second }})
	require.NoError(t, err)
	p, q := m.Shares()
	assert.Less(t, p+q, 0.9)
	assert.Equal(t, time.Minute, now)
	for _, bad := range [][]region.Axis{axes[:1], {axes[0], axis(t, "c", "1", "1")}, {axes[0], axis(t, "d", "0", "1")},
		{axes[0], axes[0]}} {
		_, err = certify.RegionMap(context.Background(), g, bad, 3, nil)
		assert.Error(t, err, fmt.Sprint(bad))
	}
	_, err = certify.RegionMap(context.Background(), g, axes, 3, &certify.RegionSettings{Settings: certify.Settings{
		Claims: []certify.ID{certify.PD, certify.FiniteMass}}})
	assert.ErrorContains(t, err, "one claim")
}
