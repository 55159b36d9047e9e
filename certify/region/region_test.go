package region_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/certify"
	"krein/certify/region"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	_ "krein/internal/testlong"
)

func rat(s string) *big.Rat {
	v, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return v
}

func TestAffine(t *testing.T) {
	for formula, want := range map[string]bool{
		"exp(-z) + b*cos(z)":                                true,
		"exp(-z)*(1 + b*z)":                                 true,
		"(b - 1)*exp(-z)/2 - (2 - b/3)*exp(-2*z)":           true,
		"-(b*exp(-z))":                                      true,
		"z < 1 ? b*(1 - z) : 0":                             true,
		"let a = 2*b; a*exp(-z) + a*exp(-2*z)":              true,
		"b*gaussian(2) + (1 - b)*matern(3/2)":               true,
		"b*exp(u) + u^3":                                    true,
		"sqrt(2)*b*exp(-z^2)":                               true,
		"exp(-b*z)":                                         false,
		"b*b*exp(-z)":                                       false,
		"(1 + b*z)*(1 - b*z)*exp(-z)":                       false,
		"exp(-z)/b":                                         false,
		"exp(-z)/(1 + b^2*z)":                               false,
		"exp(-z)^b":                                         false,
		"abs(b)*exp(-z)":                                    false,
		"max(b, 0)*exp(-z)":                                 false,
		"z < b ? 1 - z/b : 0":                               false,
		"b < 1/2 ? exp(-z) : exp(-z)*cos(z)":                false,
		"b*exp(-z) + (b == 1/3 ? 1 : 0)*cos(z)":             false,
		"gaussian(b)":                                       false,
		"matern(b)":                                         false,
		"b^2*exp(-z)":                                       false,
		"besselj(b, z)":                                     false,
		"let a = b*z; exp(-a)":                              false,
		"b*exp(-z) + 0*exp(-b*z)":                           false,
		"wendland(3, 1, b)":                                 false,
		"exp(-z)*b + log(1+b)*exp(-2*z)":                    false,
		"(b - b)*exp(-b*z) + exp(-z)":                       false,
		"softplus(b)*exp(-z)":                               false,
		"sum(1)*b":                                          false,
		"b*exp(-z) + gaussian(1 + 0*b)":                     false,
		"exp(-z) + (b > 7 and z > 0 ? cos(z) : 0)":          false,
		"b*exp(-z)*(z < 3 ? 1 : 0) + b*(z < 2 ? 1 - z : 0)": true,
	} {
		f := &region.Family{Formula: formula, Name: "b"}
		err := f.Affine(rat("1/4"), rat("1/2"))
		assert.Equal(t, want, err == nil, "%s: %v", formula, err)
	}
	f := &region.Family{Formula: "a*b*exp(-z) + exp(-z^2/a)", Name: "b", Params: map[string]string{"a": "3"}}
	assert.NoError(t, f.Affine(rat("0"), rat("1")), "other parameters have values")
	f.Params = nil
	assert.Error(t, f.Affine(rat("0")), "a has no value")
	f.Formula = "exp(-z)"
	assert.Error(t, f.Affine(rat("0")), "b does not occur")
	assert.Error(t, f.Affine())
}

// Against a truth that is drawn at random: cells cover the interval in order, without a gap and without an overlap, and say
// what is so.
func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Custom(func(t *rapid.T) *big.Rat { return big.NewRat(rapid.Int64Range(-12, 12).Draw(t, "p"), 4) })
		lo := number.Draw(t, "lo")
		hi := new(big.Rat).Add(lo, big.NewRat(rapid.Int64Range(1, 8).Draw(t, "width"), 4))
		id := rapid.SampledFrom(proof.IDs()).Draw(t, "claim")
		affine := rapid.Bool().Draw(t, "affine")
		// the truth: an interval for cones; all, nothing or one value for spaces; anything if the family is not affine
		end := rapid.Custom(func(t *rapid.T) *big.Rat { // often a value that is looked at
			return new(big.Rat).Add(lo, big.NewRat(rapid.Int64Range(-1, 8).Draw(t, "end"), 4))
		})
		a, b := end.Draw(t, "a"), end.Draw(t, "b")
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		if id.Linear() {
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				a, b = rat("-100"), rat("100")
			case 1:
				a, b = rat("100"), rat("100")
			default:
				b = a
			}
		}
		odd := rapid.SliceOfDistinct(rapid.Int64Range(-12, 36), func(v int64) int64 { return v }).Draw(t, "odd")
		truth := func(v *big.Rat) bool {
			if affine {
				return a.Cmp(v) <= 0 && v.Cmp(b) <= 0
			}
			return slices.ContainsFunc(odd, func(n int64) bool { return big.NewRat(n, 4).Cmp(v) == 0 })
		}
		var values []region.Value
		for _, n := range rapid.SliceOfNDistinct(rapid.Int64Range(0, 8), 0, 6, func(v int64) int64 { return v }).Draw(t, "at") {
			v := new(big.Rat).Add(lo, big.NewRat(n, 4))
			if v.Cmp(hi) > 0 {
				continue
			}
			status := proof.Refuted
			if truth(v) {
				status = proof.Proved
			}
			values = append(values, region.Value{At: v, Status: status})
		}
		cells, err := region.Cells(id, affine, lo, hi, values, nil)
		require.NoError(t, err)
		for n := int64(-1); n <= 49; n++ { // between the values, too
			v := new(big.Rat).Add(lo, big.NewRat(n, 8))
			if v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
				continue
			}
			var in []region.Cell
			for _, c := range cells {
				if s := c.From.Cmp(v); s < 0 || s == 0 && !c.OpenFrom {
					if s := v.Cmp(c.To); s < 0 || s == 0 && !c.OpenTo {
						in = append(in, c)
					}
				}
			}
			require.Len(t, in, 1, "%s: %s", v, (&region.Claim{Cells: cells}).Text("b"))
			switch in[0].Status {
			case proof.Proved:
				assert.True(t, truth(v), "%s: %s", v, (&region.Claim{Cells: cells}).Text("b"))
			case proof.Refuted:
				assert.False(t, truth(v), "%s: %s", v, (&region.Claim{Cells: cells}).Text("b"))
			}
		}
		for _, v := range values {
			at := slices.IndexFunc(cells, func(c region.Cell) bool {
				return c.Status == v.Status && c.From.Cmp(v.At) <= 0 && v.At.Cmp(c.To) <= 0
			})
			assert.GreaterOrEqual(t, at, 0, "%s at %s: %s", v.Status, v.At, (&region.Claim{Cells: cells}).Text("b"))
		}
	})
}

// Proofs do not contradict each other; values that do are an error.
func TestContradictions(t *testing.T) {
	at := func(s string, status proof.Status) region.Value { return region.Value{At: rat(s), Status: status} }
	for _, row := range []struct {
		id     proof.ID
		values []region.Value
	}{
		{proof.PD, []region.Value{at("0", proof.Proved), at("1/2", proof.Refuted), at("1", proof.Proved)}},
		{proof.PD, []region.Value{at("0", proof.Proved), at("0", proof.Refuted)}},
		{proof.FiniteMass, []region.Value{at("0", proof.Proved), at("1", proof.Proved), at("1/2", proof.Refuted)}},
		{proof.PD, []region.Value{at("0", proof.Likely)}},
	} {
		_, err := region.Cells(row.id, true, rat("0"), rat("1"), row.values, nil)
		assert.Error(t, err)
	}
	_, err := region.Cells(proof.PD, false, rat("0"), rat("1"), []region.Value{at("0", proof.Proved), at("1/2", proof.Refuted),
		at("1", proof.Proved)}, nil)
	assert.NoError(t, err, "without affinity there is no contradiction")
}

// One kernel of a line may have finite mass where the others do not: the ends of cells are open there.
func TestOneOfALine(t *testing.T) {
	at := []region.Value{{rat("0"), proof.Proved}, {rat("1"), proof.Refuted}}
	for lo, want := range map[string]string{
		"-1":  "refuted -1 ≤ b < 0; proved b = 0; refuted 0 < b ≤ 1",
		"0":   "proved b = 0; refuted 0 < b ≤ 1",
		"1/2": "refuted 1/2 ≤ b ≤ 1",
	} {
		cells, err := region.Cells(proof.FiniteMass, true, rat(lo), rat("1"), at, nil)
		require.NoError(t, err)
		assert.Equal(t, want, (&region.Claim{Cells: cells}).Text("b"))
	}
	cells, err := region.Cells(proof.FiniteMass, true, rat("-1"), rat("0"), at, nil)
	require.NoError(t, err)
	assert.Equal(t, "refuted -1 ≤ b < 0; proved b = 0", (&region.Claim{Cells: cells}).Text("b"))
}

func TestText(t *testing.T) {
	cells, err := region.Cells(proof.PD, true, rat("-1"), rat("1"), []region.Value{{rat("-1/3"), proof.Proved},
		{rat("1/8"), proof.Proved}, {rat("12345678901/98765432100"), proof.Proved}, {rat("1/7"), proof.Refuted}}, nil)
	require.NoError(t, err)
	assert.Equal(t, "open -1 ≤ b < -1/3; proved -1/3 ≤ b ≤ 1/8; open 1/8 < b < 1/7; refuted 1/7 ≤ b ≤ 1", (&region.Claim{Cells: cells}).Text("b"))
	third := rat("100000000001/300000000000") // .33333333333666…
	cells, err = region.Cells(proof.PD, true, rat("0"), rat("1"), []region.Value{{rat("0"), proof.Proved}, {third, proof.Proved}}, nil)
	require.NoError(t, err)
	assert.Equal(t, "proved 0 ≤ b ≤ 0.3333333333; open 0.3333333333 < b ≤ 1", (&region.Claim{Cells: cells}).Text("b"),
		"what is proved does not grow by rounding, what is open does not shrink")
	cells, err = region.Cells(proof.PD, true, rat("-1"), rat("0"), []region.Value{{rat("0"), proof.Proved}, {new(big.Rat).Neg(third),
		proof.Refuted}}, nil)
	require.NoError(t, err)
	assert.Equal(t, "refuted -1 ≤ b ≤ -0.3333333334; open -0.3333333334 < b < 0; proved b = 0", (&region.Claim{Cells: cells}).Text("b"))
}

// made returns a document of a family with known ends, −1/3 and 1 in R^3.
func made(t *testing.T) (*region.Family, *region.Document) {
	t.Helper()
	f := &region.Family{Formula: "exp(-z)*(1 + b*z)", Name: "b"}
	d, err := certify.Region(context.Background(), f, rat("-1"), rat("2"), 3, &certify.RegionSettings{Tolerance: 1e-3})
	require.NoError(t, err)
	return f, d
}

func encoded(t *testing.T, d *region.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, d.Encode(&b))
	return b.Bytes()
}

func TestVerify(t *testing.T) {
	f, d := made(t)
	again, err := region.Decode(bytes.NewReader(encoded(t, d)))
	require.NoError(t, err)
	assert.Equal(t, encoded(t, d), encoded(t, again))
	require.Len(t, again.Claims[0].Points, 4, "two ends of what is proved, and what is refuted beside them")
	reports, err := again.Verify(context.Background(), f, 3, 0)
	require.NoError(t, err)
	require.Len(t, reports, 1)
	assert.Equal(t, check.Accepted, reports[0].Verdict, reports[0].Why)

	for name, about := range map[string]func() (*region.Family, int){
		"another formula":   func() (*region.Family, int) { return &region.Family{Formula: "exp(-z)*(1 + 2*b*z)", Name: "b"}, 3 },
		"another dimension": func() (*region.Family, int) { return f, 2 },
		"another parameter": func() (*region.Family, int) { return &region.Family{Formula: f.Formula, Name: "c"}, 3 },
		"a parameter more": func() (*region.Family, int) {
			return &region.Family{Formula: f.Formula, Name: "b", Params: map[string]string{"a": "1"}}, 3
		},
	} {
		other, dim := about()
		_, err := again.Verify(context.Background(), other, dim, 0)
		assert.Error(t, err, name)
	}
	// The document says that it is about the formula, while its certificates are of others.
	other := &region.Family{Formula: "exp(-z)*(1 + b*z/2)", Name: "b"}
	again.Formula = other.Formula
	reports, err = again.Verify(context.Background(), other, 3, 0)
	require.NoError(t, err)
	assert.Equal(t, check.Rejected, reports[0].Verdict)

	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err = d.Verify(ctx, f, 3, 0)
	assert.ErrorIs(t, err, context.Canceled)
}

// A file that says more than follows is rejected, whatever is changed in it.
func TestForgedRegions(t *testing.T) {
	f, d := made(t)
	forge := func(change func(d *region.Document)) []region.Report {
		e, err := region.Decode(bytes.NewReader(encoded(t, d)))
		require.NoError(t, err)
		change(e)
		e, err = region.Decode(bytes.NewReader(encoded(t, e))) // sealed anew
		require.NoError(t, err)
		reports, err := e.Verify(context.Background(), f, 3, 0)
		require.NoError(t, err)
		return reports
	}
	for name, change := range map[string]func(d *region.Document){
		"a cell is wider": func(d *region.Document) {
			for i := range d.Claims[0].Cells {
				if c := &d.Claims[0].Cells[i]; c.Status == proof.Proved {
					c.To = rat("1.0000001")
				}
			}
		},
		"a cell is decided otherwise": func(d *region.Document) {
			for i := range d.Claims[0].Cells {
				if c := &d.Claims[0].Cells[i]; c.Status == proof.Refuted {
					c.Status, c.Lemma = proof.Proved, "hull"
				}
			}
		},
		"a cell is gone":          func(d *region.Document) { d.Claims[0].Cells = d.Claims[0].Cells[1:] },
		"no cells":                func(d *region.Document) { d.Claims[0].Cells = nil },
		"no points":               func(d *region.Document) { d.Claims[0].Points = nil },
		"the first point is gone": func(d *region.Document) { d.Claims[0].Points = d.Claims[0].Points[1:] },
		"the second is gone":      func(d *region.Document) { d.Claims[0].Points = slices.Delete(d.Claims[0].Points, 1, 2) },
		"the last is gone":        func(d *region.Document) { d.Claims[0].Points = d.Claims[0].Points[:3] },
		"points exchanged":        func(d *region.Document) { p := d.Claims[0].Points; p[0].Cert, p[1].Cert = p[1].Cert, p[0].Cert },
		"a point is moved":        func(d *region.Document) { d.Claims[0].Points[0].At = rat("-1.5") },
		"a longer interval":       func(d *region.Document) { d.Hi = rat("3") },
		"another claim":           func(d *region.Document) { d.Claims[0].ID = proof.CompletelyMonotone },
	} {
		for _, r := range forge(change) {
			assert.NotEqual(t, check.Accepted, r.Verdict, name)
		}
	}
	// What follows from an affine family does not follow from one that has the same kernels at the points.
	e, err := region.Decode(bytes.NewReader(encoded(t, d)))
	require.NoError(t, err)
	e.Formula = "exp(-z)*(1 + b*z) + 0*exp(-(2 + b)*z)"
	reports, err := e.Verify(context.Background(), &region.Family{Formula: e.Formula, Name: "b"}, 3, 0)
	require.NoError(t, err)
	assert.Equal(t, check.Rejected, reports[0].Verdict)
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"format":"krein.region/1"}`))
	var m map[string]any
	require.NoError(f, json.Unmarshal([]byte(`{"format":"krein.region/1","family":{"formula":"b*exp(-z)"},"parameter":{"name":"b",`+
		`"from":"0","to":"1"},"dim":1,"claims":[{"id":"pd","points":[],"cells":[{"from":"0","to":"1","status":"undecided"}]}],`+
		`"checksum":""}`), &m))
	data, err := json.Marshal(m)
	require.NoError(f, err)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := region.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		again, err := region.Decode(bytes.NewReader(encoded(t, d)))
		require.NoError(t, err)
		assert.Equal(t, encoded(t, d), encoded(t, again))
	})
}

// Values are rationals in lowest terms, whose exponents cannot fill the memory.
func TestDecodeRefuses(t *testing.T) {
	_, d := made(t)
	text := string(encoded(t, d))
	for from, to := range map[string]string{
		`"from":"-1"`: `"from":"-2/2"`, `"to":"2"`: `"to":"1e999999999"`, `"dim":3`: `"dim":0`, `"format":"krein.region/1"`: `"format":"krein.region/2"`,
		`"status":"refuted"`: `"status":"certain"`, `"id":"pd","points"`: `"id":"pe","points"`,
	} {
		require.Contains(t, text, from)
		_, err := region.Decode(strings.NewReader(strings.Replace(text, from, to, 1)))
		assert.Error(t, err, "%s", to)
	}
	_, err := region.Decode(strings.NewReader(text[:len(text)/2]))
	assert.Error(t, err)
	_, err = region.Decode(strings.NewReader(strings.Replace(text, `"lemma":"hull"`, `"lemma":"hall"`, 1)))
	assert.ErrorContains(t, err, "checksum")
}

// What boxes and values say is put together, and nothing between them; the truth is drawn at random.
func TestCellsOfBoxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := rapid.SliceOfN(rapid.Bool(), 17, 17).Draw(t, "truth") // at 0, in (0,1), at 1, in (1,2), …, at 8
		id := rapid.SampledFrom(proof.IDs()).Draw(t, "claim")
		status := map[bool]proof.Status{true: proof.Proved, false: proof.Refuted}
		var values []region.Value
		var boxes []region.Piece
		decided := make([]bool, len(truth))
		for range rapid.IntRange(0, 8).Draw(t, "pieces") {
			i := rapid.IntRange(0, len(truth)-1).Draw(t, "from")
			j := i
			for j < len(truth)-1 && truth[j+1] == truth[i] && rapid.IntRange(0, 3).Draw(t, "on") > 0 {
				j++
			}
			if i == j && i%2 == 0 {
				if !decided[i] {
					values = append(values, region.Value{At: big.NewRat(int64(i/2), 1), Status: status[truth[i]]})
				}
			} else {
				s := region.Span{From: big.NewRat(int64(i/2), 1), To: big.NewRat(int64((j+1)/2), 1), OpenFrom: i%2 == 1, OpenTo: j%2 == 1}
				boxes = append(boxes, region.Piece{Span: s, Status: status[truth[i]]})
			}
			for k := i; k <= j; k++ {
				decided[k] = true
			}
		}
		lo, hi := rat("0"), rat("8")
		cells, err := region.Cells(id, false, lo, hi, values, boxes)
		require.NoError(t, err)
		for i := range truth {
			v := big.NewRat(int64(i), 2) // i/2, or the middle of the interval
			var in []region.Cell
			for _, c := range cells {
				if s := c.From.Cmp(v); s < 0 || s == 0 && !c.OpenFrom {
					if s := v.Cmp(c.To); s < 0 || s == 0 && !c.OpenTo {
						in = append(in, c)
					}
				}
			}
			require.Len(t, in, 1, "%s: %s", v, (&region.Claim{Cells: cells}).Text("b"))
			want := proof.Undecided
			if decided[i] {
				want = status[truth[i]]
			}
			assert.Equal(t, want, in[0].Status, "%s: %s", v, (&region.Claim{Cells: cells}).Text("b"))
		}
		if len(boxes) > 0 { // another status on a part of one of them
			bad := boxes[0]
			bad.Status = proof.Proved + proof.Refuted - bad.Status
			_, err = region.Cells(id, false, lo, hi, values, append(boxes, bad))
			assert.Error(t, err)
			bad.Status = proof.Likely
			_, err = region.Cells(id, false, lo, hi, nil, []region.Piece{bad})
			assert.Error(t, err)
		}
	})
	// of a family that is affine, boxes go together with what follows from values
	box := region.Piece{Span: region.Span{From: rat("1/4"), To: rat("1/2"), OpenFrom: true, OpenTo: true}, Status: proof.Proved}
	values := []region.Value{{At: rat("0"), Status: proof.Proved}, {At: rat("1/4"), Status: proof.Proved}, {At: rat("3/4"), Status: proof.Refuted}}
	cells, err := region.Cells(proof.PD, true, rat("0"), rat("1"), values, []region.Piece{box})
	require.NoError(t, err)
	assert.Equal(t, "proved 0 ≤ b < 1/2; open 1/2 ≤ b < 3/4; refuted 3/4 ≤ b ≤ 1", (&region.Claim{Cells: cells}).Text("b"))
	box.To = rat("4/5")
	_, err = region.Cells(proof.PD, true, rat("0"), rat("1"), values, []region.Piece{box})
	assert.ErrorContains(t, err, "cannot be", "a box contradicts a lemma")
}

// A file with boxes is checked box by box: none is wider, of another status or another one's than its certificate says.
func TestForgedBoxes(t *testing.T) {
	f := &region.Family{Formula: "exp(-z)*cos(b*z)", Name: "b"}
	d, err := certify.Region(context.Background(), f, rat("0"), rat("3"), 3, &certify.RegionSettings{Tolerance: 1e-3})
	require.NoError(t, err)
	require.Len(t, d.Claims[0].Boxes, 4)
	c := &d.Claims[0]
	c.Boxes = c.Boxes[:2] // without those that make the end exact
	c.Cells, err = region.Cells(c.ID, false, rat("0"), rat("3"), c.Values(), c.Pieces())
	require.NoError(t, err)
	file := encoded(t, d)
	verdict := func(e *region.Document) check.Verdict {
		e, err := region.Decode(bytes.NewReader(encoded(t, e))) // sealed anew
		require.NoError(t, err)
		reports, err := e.Verify(context.Background(), f, 3, 0)
		require.NoError(t, err)
		return reports[0].Verdict
	}
	require.Equal(t, check.Accepted, verdict(d))
	affine := func(c *region.Claim) { // the cells that would follow from what the file says
		var err error
		c.Cells, err = region.Cells(c.ID, false, rat("0"), rat("3"), c.Values(), c.Pieces())
		require.NoError(t, err)
	}
	for name, change := range map[string]func(c *region.Claim){
		"a box is wider":                func(c *region.Claim) { c.Boxes[0].To = new(big.Rat).Add(c.Boxes[0].To, rat("1/100000")); affine(c) },
		"a box is closed":               func(c *region.Claim) { c.Boxes[1].OpenTo = false; affine(c) },
		"a box is narrower":             func(c *region.Claim) { c.Boxes[0].To = rat("1/2"); affine(c) },
		"certificates are exchanged":    func(c *region.Claim) { c.Boxes[0].Cert, c.Boxes[1].Cert = c.Boxes[1].Cert, c.Boxes[0].Cert },
		"that of a point for a box":     func(c *region.Claim) { c.Boxes[0].Cert = c.Points[0].Cert },
		"that of a box for a point":     func(c *region.Claim) { c.Points[0].Cert = c.Boxes[0].Cert },
		"a box is gone":                 func(c *region.Claim) { c.Boxes = c.Boxes[:1] },
		"no boxes":                      func(c *region.Claim) { c.Boxes = nil },
		"a cell is gone":                func(c *region.Claim) { c.Cells = c.Cells[1:] },
		"a cell reaches beyond":         func(c *region.Claim) { c.Cells[0].To = rat("2/3") },
		"what is open is decided":       func(c *region.Claim) { c.Cells[1].Status, c.Cells[1].Lemma = proof.Proved, "boxes" },
		"a point between boxes is gone": func(c *region.Claim) { c.Points = c.Points[1:] },
	} {
		e, err := region.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		change(&e.Claims[0])
		assert.NotEqual(t, check.Accepted, verdict(e), name)
	}
	// overlapping boxes that agree say the same
	e, err := region.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	e.Claims[0].Boxes = append(e.Claims[0].Boxes[:1:1], e.Claims[0].Boxes[0], e.Claims[0].Boxes[1])
	_, err = region.Decode(bytes.NewReader(encoded(t, e)))
	assert.ErrorContains(t, err, "not after the one before")
	// another parameter of the same formula
	g := &region.Family{Formula: "exp(-z)*cos(c*z)", Name: "c"}
	e.Claims[0].Boxes = d.Claims[0].Boxes
	e.Formula, e.Name = g.Formula, g.Name
	reports, err := e.Verify(context.Background(), g, 3, 0)
	require.NoError(t, err)
	assert.Equal(t, check.Rejected, reports[0].Verdict)
}
