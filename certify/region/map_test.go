package region_test

import (
	"bytes"
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/region"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
)

// Cuts divide an interval into parts that cover it, each value in one.
func TestDivide(t *testing.T) {
	s := region.Span{From: rat("0"), To: rat("1"), OpenTo: true}
	parts, err := s.Divide([]*big.Rat{rat("0"), rat("1/2")})
	require.NoError(t, err)
	text := ""
	for i := range parts {
		text += parts[i].Interval("b") + "; "
	}
	assert.Equal(t, "b = 0; 0 < b < 1/2; b = 1/2; 1/2 < b < 1; ", text)
	parts, err = region.Span{From: rat("0"), To: rat("1")}.Divide([]*big.Rat{rat("1")})
	require.NoError(t, err)
	require.Len(t, parts, 2)
	assert.Equal(t, "0 ≤ b < 1", parts[0].Interval("b"))
	for _, cuts := range [][]*big.Rat{{rat("1")}, {rat("-1")}, {rat("1/2"), rat("1/2")}, {rat("1/2"), rat("1/4")}, {rat("2")}} {
		_, err := s.Divide(cuts)
		assert.Error(t, err)
	}
	_, err = region.Span{From: rat("0"), To: rat("1"), OpenFrom: true}.Divide([]*big.Rat{rat("0")})
	assert.Error(t, err)
}

// Ends are rounded into what is decided, and to as many digits as leave something of a short interval.
func TestInterval(t *testing.T) {
	third := func(add string) *big.Rat { return new(big.Rat).Add(big.NewRat(1, 3), rat(add)) }
	for want, s := range map[string]region.Span{
		"0.3333433334 ≤ b ≤ 2.3333343333":           {From: third("1/100000"), To: third("2000001/1000000")},
		"1/3 ≤ b ≤ 0.33333333333333333333333333343": {From: third("0"), To: third("1e-28")},
		"1/3 ≤ b ≤ 2":                               {From: third("0"), To: rat("2")},
		"1/7 ≤ b < 1/3":                             {From: rat("1/7"), To: third("0"), OpenTo: true},
	} {
		assert.Equal(t, want, s.Interval("b"))
	}
	for _, width := range []string{"1e-9", "1e-10", "1e-11", "1e-30", "1e-50"} {
		s := region.Span{From: rat("1/123456789123"), To: new(big.Rat).Add(rat("1/123456789123"), rat(width))}
		from, rest, _ := strings.Cut(s.Interval("b"), " ≤ b ≤ ")
		assert.GreaterOrEqual(t, rat(from).Cmp(s.From), 0, width)
		assert.LessOrEqual(t, rat(rest).Cmp(s.To), 0, width)
		assert.Negative(t, rat(from).Cmp(rat(rest)), width)
	}
}

// A map in which anything says more than its certificates is rejected.
func TestForgedMaps(t *testing.T) {
	f := &region.Family{Formula: "exp(-a*z)*(1 - c*z)"}
	axes := []region.Axis{{Name: "a", From: rat("1/2"), To: rat("2")}, {Name: "c", From: rat("-3"), To: rat("1")}}
	made, err := certify.RegionMap(context.Background(), f, axes, 3, &certify.RegionSettings{Tolerance: 0.2})
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, made.Encode(&file))
	verdict := func(m *region.Map) check.Verdict {
		r, err := m.Verify(context.Background(), f, m.Axes, 3, 0)
		require.NoError(t, err)
		return r.Verdict
	}
	fresh := func() *region.Map {
		m, err := region.DecodeMap(bytes.NewReader(file.Bytes()))
		require.NoError(t, err)
		return m
	}
	require.Equal(t, check.Accepted, verdict(fresh()))
	inner := func(m *region.Map, i int) *region.Part { return m.Root.Parts[i] }
	for name, forge := range map[string]func(m *region.Map){
		"a wider outer range": func(m *region.Map) { m.Axes[0].To = rat("3") },
		"a wider inner range": func(m *region.Map) { m.Axes[1].To = rat("2") },
		"another cut":         func(m *region.Map) { m.Root.Cuts[1] = new(big.Rat).Add(m.Root.Cuts[1], rat("1/100")) },
		"a part less":         func(m *region.Map) { m.Root.Parts = m.Root.Parts[1:] },
		"parts exchanged":     func(m *region.Map) { m.Root.Parts[1], m.Root.Parts[3] = m.Root.Parts[3], m.Root.Parts[1] },
		"a line for a strip":  func(m *region.Map) { m.Root.Parts[1] = m.Root.Parts[0] },
		"a cell":              func(m *region.Map) { inner(m, 0).Cells[0].To = inner(m, 0).Cells[1].To },
		"a status":            func(m *region.Map) { inner(m, 0).Cells[0].Status = proof.Proved },
		"no cells":            func(m *region.Map) { inner(m, 0).Cells = nil },
		"a value":             func(m *region.Map) { inner(m, 0).Points[0].At = rat("-29/10") },
		"a certificate less":  func(m *region.Map) { inner(m, 0).Points = inner(m, 0).Points[1:] },
		"the divided axis":    func(m *region.Map) { m.Root.Axis = 1 },
		"another claim":       func(m *region.Map) { m.Claim = proof.FiniteMass },
	} {
		m := fresh()
		forge(m)
		assert.NotEqual(t, check.Accepted, verdict(m), name)
	}
	for name, other := range map[string]*region.Family{
		"another formula": {Formula: "exp(-a*z)*(1 + c*z)"}, "a parameter": {Formula: f.Formula, Params: map[string]string{"b": "1"}},
	} {
		_, err := fresh().Verify(context.Background(), other, axes, 3, 0)
		assert.Error(t, err, name)
	}
	_, err = fresh().Verify(context.Background(), f, axes, 2, 0)
	assert.Error(t, err)
	_, err = fresh().Verify(context.Background(), f, []region.Axis{{Name: "b", From: rat("1"), To: rat("2")}, axes[1]}, 3, 0)
	assert.Error(t, err)
	_, err = fresh().Verify(context.Background(), f, axes[:1], 3, 0)
	assert.Error(t, err)
	smaller := []region.Axis{{Name: "c", From: rat("-1"), To: rat("0")}, {Name: "a", From: rat("1"), To: rat("3/2")}} // in any order
	r, err := fresh().Verify(context.Background(), f, smaller, 3, 0)
	require.NoError(t, err)
	assert.Equal(t, check.Accepted, r.Verdict)
	// what is no map is not read
	data := file.String()
	for _, edit := range [][2]string{{`"dim":3`, `"dim":0`}, {`"claim":"pd"`, `"claim":"pq"`}, {`"divided":"a"`, `"divided":"c"`},
		{`"from":"-3"`, `"from":"1"`}, {`krein.region/2`, `krein.region/1`}} {
		require.Contains(t, data, edit[0])
		_, err := region.DecodeMap(bytes.NewReader([]byte(replaceFirst(data, edit[0], edit[1]))))
		assert.Error(t, err, edit[1])
	}
}

func replaceFirst(s, old, with string) string {
	return string(bytes.Replace([]byte(s), []byte(old), []byte(with), 1))
}
