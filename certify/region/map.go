package region

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"

	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/document"
)

// mapFormat names the files of maps and their version.
const mapFormat = "krein.region/2"

// An Axis is a parameter with the closed interval of its values.
type Axis struct {
	Name     string
	From, To *big.Rat
}

// A Map is what is known of one claim for the kernels of a family on R^dim in a box of several parameters. It is evidence and
// no authority, as a [Document] is: [Map.Verify] has everything in it checked.
type Map struct {
	Formula string
	Params  map[string]string
	Axes    []Axis // two at least; the last is the inner parameter, along which there are cells
	Dim     int
	Claim   proof.ID
	Root    *Part
}

// A Part is a product of one value, or an interval of values at once, for each outer parameter, times the range of the
// inner one. Its certificates hold for all values of the outer parameters in it, and so in each of the parts that it
// is divided into; these cover it. The cells along the inner parameter follow, as in a [Claim], from its own certificates
// and those of the parts that contain it; they hold for all values of the outer parameters.
type Part struct {
	Points []Point // at values of the inner parameter, in increasing order
	Boxes  []Box   // of intervals of the inner parameter
	Cells  []Cell  // of a part that is not divided
	Axis   int     // the outer parameter that is divided
	Cuts   []*big.Rat
	Parts  []*Part // before, at and after each cut, as Span.Divide has them
}

// Divide returns the intervals and values into which cuts, in increasing order and in s, divide s.
func (s Span) Divide(cuts []*big.Rat) ([]Span, error) {
	var out []Span
	from, open := s.From, s.OpenFrom
	for i, c := range cuts {
		switch order := c.Cmp(from); {
		case order < 0 || order == 0 && (i > 0 || open), c.Cmp(s.To) > 0 || c.Cmp(s.To) == 0 && s.OpenTo:
			return nil, fmt.Errorf("the cut at %s is not in what is left", c.RatString())
		case order > 0:
			out = append(out, Span{From: from, To: c, OpenFrom: open, OpenTo: true})
		}
		out = append(out, Span{From: c, To: c})
		from, open = c, true
	}
	if from.Cmp(s.To) < 0 {
		out = append(out, Span{From: from, To: s.To, OpenFrom: open, OpenTo: s.OpenTo})
	}
	return out, nil
}

// Whole returns the ranges of the outer parameters.
func (m *Map) Whole() (spans []Span) {
	for _, a := range m.Axes[:len(m.Axes)-1] {
		spans = append(spans, Span{From: a.From, To: a.To})
	}
	return spans
}

// Inner returns the inner parameter.
func (m *Map) Inner() *Axis { return &m.Axes[len(m.Axes)-1] }

// In returns the family of the inner parameter where the outer ones are in spans.
func (m *Map) In(f *Family, spans []Span) *Family {
	g := *f
	g.Name = m.Inner().Name
	out := &g
	for i, s := range spans {
		out = out.Where(m.Axes[i].Name, s)
	}
	return out
}

// Leaves calls yield for every part that is not divided, with the values of the outer parameters, until it returns false.
func (m *Map) Leaves(yield func(spans []Span, p *Part) bool) {
	var walk func(spans []Span, p *Part) bool
	walk = func(spans []Span, p *Part) bool {
		if len(p.Parts) == 0 {
			return yield(spans, p)
		}
		pieces, err := spans[p.Axis].Divide(p.Cuts)
		if err != nil || len(pieces) != len(p.Parts) {
			return true // no part of a map: Decode and Verify say so
		}
		for i, s := range pieces {
			in := slices.Clone(spans)
			in[p.Axis] = s
			if !walk(in, p.Parts[i]) {
				return false
			}
		}
		return true
	}
	walk(m.Whole(), m.Root)
}

// Shares returns which parts of the volume of the box are proved and refuted.
func (m *Map) Shares() (proved, refuted float64) {
	m.Leaves(func(spans []Span, p *Part) bool {
		volume := 1.0
		for i, s := range spans {
			volume *= share(s, &m.Axes[i])
		}
		for _, c := range p.Cells {
			switch c.Status {
			case proof.Proved:
				proved += volume * share(c.Span, m.Inner())
			case proof.Refuted:
				refuted += volume * share(c.Span, m.Inner())
			}
		}
		return true
	})
	return proved, refuted
}

func share(s Span, a *Axis) float64 {
	f, _ := new(big.Rat).Quo(new(big.Rat).Sub(s.To, s.From), new(big.Rat).Sub(a.To, a.From)).Float64()
	return f
}

// Certificates counts the certificates.
func (m *Map) Certificates() int {
	var count func(p *Part) int
	count = func(p *Part) int {
		n := len(p.Points) + len(p.Boxes)
		for _, q := range p.Parts {
			n += count(q)
		}
		return n
	}
	return count(m.Root)
}

// Verify checks a map for the family f on R^dim and the box of the axes, in any order, which are the caller's: the map's box has
// to contain that. steps bounds the work on each proof as in verify.New. The error says that the map is about
// something else, or that the context has ended.
func (m *Map) Verify(ctx context.Context, f *Family, axes []Axis, dim, steps int) (Report, error) {
	switch {
	case m.Formula != f.Formula || !maps.Equal(m.Params, f.Params) && len(m.Params)+len(f.Params) > 0:
		return Report{}, fmt.Errorf("region: the file is about %s, and not about %s", m.Formula, f.Formula)
	case m.Dim != dim:
		return Report{}, fmt.Errorf("region: the file is about R^%d, not R^%d", m.Dim, dim)
	case len(axes) != len(m.Axes):
		return Report{}, fmt.Errorf("region: the file is about %d parameters, not %d", len(m.Axes), len(axes))
	}
	for _, a := range axes {
		i := slices.IndexFunc(m.Axes, func(own Axis) bool { return own.Name == a.Name })
		if i < 0 || a.From.Cmp(m.Axes[i].From) < 0 || a.To.Cmp(m.Axes[i].To) > 0 {
			return Report{}, fmt.Errorf("region: the file is about %s, which does not contain %s", m.Box(), ranges(axes))
		}
	}
	v := &mapVerifier{newVerifier(ctx, m.Claim, m.Dim, steps), m, f}
	if v.part(m.Root, m.Whole(), nil, nil) {
		v.r.Verdict = check.Accepted
	}
	return v.r, ctx.Err()
}

// Box writes the box as inequalities.
func (m *Map) Box() string { return ranges(m.Axes) }

// ranges writes axes as inequalities.
func ranges(axes []Axis) string {
	all := ""
	for i, a := range axes {
		if i > 0 {
			all += ", "
		}
		all += (&Span{From: a.From, To: a.To}).Interval(a.Name)
	}
	return all
}

// mapVerifier checks a map.
type mapVerifier struct {
	*verifier
	m *Map
	f *Family
}

// part checks a part of a map. The certificates of the parts around it give values and pieces.
func (v *mapVerifier) part(p *Part, spans []Span, values []Value, pieces []Piece) bool {
	f, where := v.m.In(v.f, spans), v.m.Where(spans)
	if !v.certificates(where+", ", f, p.Points, p.Boxes) {
		return false
	}
	own := Claim{ID: v.m.Claim, Points: p.Points, Boxes: p.Boxes}
	values, pieces = slices.Concat(values, own.Values()), slices.Concat(pieces, own.Pieces())
	if len(p.Parts) == 0 {
		cells, err := v.m.cells(f, values, pieces)
		return v.follow(where+": ", f.Name, cells, err, p.Cells)
	}
	if p.Axis < 0 || p.Axis >= len(spans) {
		v.r.Why = fmt.Sprintf("%s: no parameter is divided", where)
		return false
	}
	divided, err := spans[p.Axis].Divide(p.Cuts)
	if err != nil || len(divided) != len(p.Parts) {
		v.r.Why = fmt.Sprintf("%s: the parts are not those of the cuts", where)
		return false
	}
	for i, s := range divided {
		in := slices.Clone(spans)
		in[p.Axis] = s
		if !v.part(p.Parts[i], in, values, pieces) {
			return false
		}
	}
	return true
}

// cells are those that follow along the inner parameter in a part.
func (m *Map) cells(f *Family, values []Value, pieces []Piece) ([]Cell, error) {
	inner := m.Inner()
	return Cells(m.Claim, affine(f, inner.From, inner.To, values, pieces) == nil, inner.From, inner.To, values, pieces)
}

// Follow returns the cells that follow, where the outer parameters are in spans, from what certificates say there.
func (m *Map) Follow(f *Family, spans []Span, points []Point, boxes []Box) ([]Cell, error) {
	c := Claim{ID: m.Claim, Points: points, Boxes: boxes}
	return m.cells(m.In(f, spans), c.Values(), c.Pieces())
}

// Where writes the values of the outer parameters.
func (m *Map) Where(spans []Span) string {
	text := ""
	for i := range spans {
		if i > 0 {
			text += ", "
		}
		text += spans[i].Interval(m.Axes[i].Name)
	}
	return text
}

// The wire types of maps.
type wireMap struct {
	Format   string          `json:"format"`
	Family   wireFamily      `json:"family"`
	Axes     []wireParameter `json:"parameters"`
	Dim      int             `json:"dim"`
	Claim    proof.ID        `json:"claim"`
	Root     wirePart        `json:"map"`
	Checksum string          `json:"checksum"` // of all the rest
}

type wirePart struct {
	Points  []wirePoint `json:"points,omitempty"`
	Boxes   []wireBox   `json:"boxes,omitempty"`
	Cells   []wireCell  `json:"cells,omitempty"`
	Divided string      `json:"divided,omitempty"` // the name of a parameter
	Cuts    []string    `json:"at,omitempty"`
	Parts   []wirePart  `json:"parts,omitempty"`
}

// Seal implements document.Sealed.
func (w *wireMap) Seal() (member *string, want string, err error) {
	rest := *w
	rest.Checksum = ""
	want, err = document.Checksum(&rest)
	return &w.Checksum, want, err
}

// Encode writes the map as JSON, sealed by a checksum.
func (m *Map) Encode(w io.Writer) error {
	wire := &wireMap{Format: mapFormat, Family: familyOf(m.Formula, m.Params), Dim: m.Dim, Claim: m.Claim}
	for _, a := range m.Axes {
		wire.Axes = append(wire.Axes, wireParameter{a.Name, a.From.RatString(), a.To.RatString()})
	}
	root, err := m.wirePart(m.Root)
	if err != nil {
		return err
	}
	wire.Root = *root
	return file.EncodeSealed(w, wire)
}

// MarshalJSON implements json.Marshaler.
func (m *Map) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	if err := m.Encode(&b); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

func (m *Map) wirePart(p *Part) (*wirePart, error) {
	c := Claim{Points: p.Points, Boxes: p.Boxes, Cells: p.Cells}
	claim, err := c.wire()
	if err != nil {
		return nil, err
	}
	w := &wirePart{Points: claim.Points, Boxes: claim.Boxes, Cells: claim.Cells}
	if len(p.Parts) > 0 {
		w.Divided = m.Axes[p.Axis].Name
	}
	for _, cut := range p.Cuts {
		w.Cuts = append(w.Cuts, cut.RatString())
	}
	for _, q := range p.Parts {
		part, err := m.wirePart(q)
		if err != nil {
			return nil, err
		}
		w.Parts = append(w.Parts, *part)
	}
	return w, nil
}

// mostAxes bounds the parameters of a map, mostDepth how often it is divided.
const mostAxes, mostDepth = 8, 200

// DecodeMap reads a map as strictly as Decode reads a document.
func DecodeMap(r io.Reader) (*Map, error) {
	var w wireMap
	if err := file.DecodeSealed(r, mapFormat, &w); err != nil {
		return nil, err
	}
	m := &Map{Formula: w.Family.Formula, Dim: w.Dim, Claim: w.Claim}
	var err error
	if m.Params, err = w.Family.params(); err != nil {
		return nil, err
	}
	for i, a := range w.Axes {
		var axis Axis
		axis.Name = a.Name
		var err, err2 error
		axis.From, err = readRational(a.From)
		axis.To, err2 = readRational(a.To)
		switch {
		case errors.Join(err, err2) != nil:
			return nil, file.Fault("parameters", "%v", errors.Join(err, err2))
		case a.Name == "" || axis.From.Cmp(axis.To) >= 0 || m.axis(a.Name) >= 0:
			return nil, file.Fault("parameters", "%d: %.80q from %s to %s", i+1, a.Name, a.From, a.To)
		}
		m.Axes = append(m.Axes, axis)
	}
	switch {
	case m.Formula == "":
		return nil, file.Fault("family", "no formula")
	case len(m.Axes) < 2 || len(m.Axes) > mostAxes:
		return nil, file.Fault("parameters", "%d of them", len(m.Axes))
	case m.Dim < 1:
		return nil, file.Fault("dim", "%d is no dimension", m.Dim)
	case !slices.Contains(proof.IDs(), m.Claim):
		return nil, file.Fault("claim", "no claim is %.80q", m.Claim)
	}
	if m.Root, err = m.readPart(&w.Root, m.Whole(), 0); err != nil {
		return nil, file.Fault("map", "%v", err)
	}
	return m, nil
}

// axis returns the index of an axis, −1 if there is none of the name.
func (m *Map) axis(name string) int {
	return slices.IndexFunc(m.Axes, func(a Axis) bool { return a.Name == name })
}

func (m *Map) readPart(w *wirePart, spans []Span, depth int) (*Part, error) {
	c, err := readClaim(wireClaim{ID: m.Claim, Points: w.Points, Boxes: w.Boxes, Cells: w.Cells})
	if err != nil {
		return nil, err
	}
	p := &Part{Points: c.Points, Boxes: c.Boxes, Cells: c.Cells}
	if w.Divided == "" {
		if len(w.Parts)+len(w.Cuts) > 0 {
			return nil, errors.New("parts, and no name of what is divided")
		}
		return p, nil
	}
	if p.Axis = m.axis(w.Divided); p.Axis < 0 || p.Axis == len(m.Axes)-1 || len(p.Cells) > 0 || depth == mostDepth {
		return nil, fmt.Errorf("%.80q is divided", w.Divided)
	}
	for _, cut := range w.Cuts {
		v, err := readRational(cut)
		if err != nil {
			return nil, err
		}
		p.Cuts = append(p.Cuts, v)
	}
	divided, err := spans[p.Axis].Divide(p.Cuts)
	if err != nil {
		return nil, err
	}
	if len(divided) != len(w.Parts) || len(p.Cuts) == 0 {
		return nil, fmt.Errorf("%d cuts and %d parts", len(p.Cuts), len(w.Parts))
	}
	for i := range w.Parts {
		in := slices.Clone(spans)
		in[p.Axis] = divided[i]
		q, err := m.readPart(&w.Parts[i], in, depth+1)
		if err != nil {
			return nil, err
		}
		p.Parts = append(p.Parts, q)
	}
	return p, nil
}
