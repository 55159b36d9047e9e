package decompose

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"krein/internal/atomicfile"
)

// Format names the file format of a decomposition and its version.
const Format = "krein.table/1"

// MaxFileSize is the largest table file that is read, in bytes.
const MaxFileSize = 256 << 20

// FileError says what is wrong with a table file and where.
type FileError struct {
	Where string // path of the member, such as "plus.radii.lower.edges[3]"; may be empty
	Msg   string
}

// Error names the place and the fault.
func (e *FileError) Error() string {
	if e.Where == "" {
		return "decompose: table file: " + e.Msg
	}
	return fmt.Sprintf("decompose: table file: %s: %s", e.Where, e.Msg)
}

// The document. Numbers are written in the shortest decimal form that reads back as the
// same float64, so they are exact.
type tableFile struct {
	Format      string   `json:"format"`
	Kernel      string   `json:"kernel"`
	Beyond      string   `json:"beyond"`
	Dim         int      `json:"dim"`
	Convention  string   `json:"convention"`
	Certificate string   `json:"certificate"`
	Quality     Quality  `json:"quality"`
	Plus        partFile `json:"plus"`
	Minus       partFile `json:"minus"`
	// Checksum is the SHA-256, in hexadecimal, of this document with an empty checksum,
	// members in this order, without white space.
	Checksum string `json:"checksum"`
}

type partFile struct {
	Origin    float64    `json:"origin"`
	Mass      float64    `json:"mass"`
	MassError float64    `json:"massError"`
	Radii     *radiiFile `json:"radii"`
}

type radiiFile struct {
	InterpolationError float64  `json:"interpolationError"`
	Lower              sideFile `json:"lower"`
	Upper              sideFile `json:"upper"`
}

type sideFile struct {
	Tail  tail      `json:"tail"`
	Edges []float64 `json:"edges"`
	Kinds []int     `json:"kinds"`
	Coefs []float64 `json:"coefs"`
}

// encode returns the document without white space.
func (f *tableFile) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func (f *tableFile) checksum() (string, error) {
	g := *f
	g.Checksum = ""
	data, err := g.encode()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// Encode writes d as a krein.table/1 document. Both parts' Radii must be *Table or nil.
func (d *Decomposition) Encode(w io.Writer) error {
	f := tableFile{
		Format: Format, Kernel: d.Kernel, Beyond: d.Beyond, Dim: d.Dim, Convention: Convention,
		Certificate: d.Certificate, Quality: d.Quality,
	}
	for _, x := range []struct {
		p    *Part
		f    *partFile
		name string
	}{{&d.Plus, &f.Plus, "plus"}, {&d.Minus, &f.Minus, "minus"}} {
		*x.f = partFile{Origin: x.p.Origin, Mass: x.p.Mass, MassError: x.p.MassErr}
		switch t := x.p.Radii.(type) {
		case nil:
		case *Table:
			x.f.Radii = &radiiFile{t.err, t.lower.file(), t.upper.file()}
		default:
			return fmt.Errorf("decompose: radii of type %T cannot be written to a table file", t)
		}
	}
	if err := f.check(); err != nil { // never write what would not be read
		return err
	}
	var err error
	if f.Checksum, err = f.checksum(); err != nil {
		return err
	}
	data, err := f.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// Save writes d to a file, all at once: on any error the old file stays.
func (d *Decomposition) Save(path string) error {
	return atomicfile.Write(path, d.Encode)
}

// Load reads a krein.table/1 file. Anything unexpected, an unknown member, another
// version, a wrong checksum, a number out of its range, gives a *FileError that names it,
// never a wrong sampler.
func Load(path string) (*Decomposition, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// Decode reads a krein.table/1 document, as Load.
func Decode(r io.Reader) (*Decomposition, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFileSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxFileSize {
		return nil, &FileError{"", fmt.Sprintf("larger than %d bytes", MaxFileSize)}
	}
	// The version first: another one may have other members. Unmarshal also sees to it
	// that the file is one JSON value and no more.
	var head struct {
		Format *string `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, jsonError(err)
	}
	if head.Format == nil {
		return nil, &FileError{"format", "missing: not a " + Format + " file"}
	}
	if *head.Format != Format {
		return nil, &FileError{"format", fmt.Sprintf("%.40q is not %q", *head.Format, Format)}
	}
	var f tableFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, jsonError(err)
	}
	want, err := f.checksum()
	if err != nil {
		return nil, &FileError{"", err.Error()}
	}
	if f.Checksum != want {
		return nil, &FileError{"checksum", "does not match the contents; the file was damaged or edited"}
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	d := &Decomposition{Dim: f.Dim, Kernel: f.Kernel, Beyond: f.Beyond, Quality: f.Quality, Certificate: f.Certificate}
	d.Plus, d.Minus = f.Plus.part(), f.Minus.part()
	return d, nil
}

func jsonError(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &FileError{"", fmt.Sprintf("not JSON at byte %d: %v", syntax.Offset, err)}
	case errors.As(err, &kind):
		return &FileError{kind.Field, fmt.Sprintf("%s does not fit there, at byte %d", kind.Value, kind.Offset)}
	}
	return &FileError{"", err.Error()}
}

func (p *partFile) part() Part {
	out := Part{Origin: p.Origin, Mass: p.Mass, MassErr: p.MassError}
	if p.Radii != nil {
		out.Radii = &Table{lower: p.Radii.Lower.side(), upper: p.Radii.Upper.side(), err: p.Radii.InterpolationError}
	}
	return out
}

func (s *side) file() sideFile {
	f := sideFile{Tail: s.tail, Edges: s.edges, Coefs: s.coefs}
	for _, k := range s.kinds {
		f.Kinds = append(f.Kinds, int(k))
	}
	return f
}

func (f *sideFile) side() side {
	s := side{edges: f.Edges, coefs: f.Coefs, tail: f.Tail}
	for _, k := range f.Kinds {
		s.kinds = append(s.kinds, segmentKind(k))
	}
	s.index()
	return s
}

// check tests everything that a sampler relies on.
func (f *tableFile) check() error {
	if f.Dim < 1 || f.Dim > 1<<31-1 {
		return &FileError{"dim", fmt.Sprintf("%d is not a dimension", f.Dim)}
	}
	if f.Convention != Convention {
		return &FileError{"convention", fmt.Sprintf("%.80q is not %q", f.Convention, Convention)}
	}
	if f.Quality != Estimated && f.Quality != BiasProved {
		return &FileError{"quality", fmt.Sprintf("%.40q is unknown", string(f.Quality))}
	}
	if err := f.Plus.check("plus"); err != nil {
		return err
	}
	return f.Minus.check("minus")
}

func (p *partFile) check(at string) error {
	for _, x := range []struct {
		name string
		v    float64
	}{{"origin", p.Origin}, {"mass", p.Mass}, {"massError", p.MassError}} {
		if !validMass(x.v) {
			return &FileError{at + "." + x.name, fmt.Sprintf("%v is not a mass", x.v)}
		}
	}
	if (p.Mass > 0) != (p.Radii != nil) {
		return &FileError{at + ".radii", fmt.Sprintf("must be there exactly if the mass, %v, is positive", p.Mass)}
	}
	if p.Radii == nil {
		return nil
	}
	at += ".radii"
	r := p.Radii
	if !(r.InterpolationError >= 0 && r.InterpolationError <= 1) {
		return &FileError{at + ".interpolationError", fmt.Sprintf("%v is not an error of a probability", r.InterpolationError)}
	}
	if err := r.Lower.check(at+".lower", 1); err != nil {
		return err
	}
	if err := r.Upper.check(at+".upper", -1); err != nil {
		return err
	}
	lower, upper := r.Lower.side(), r.Upper.side()
	_, a := lower.ends(len(lower.kinds) - 1)
	if _, b := upper.ends(len(upper.kinds) - 1); a > b*(1+monotoneSlack) {
		return &FileError{at, fmt.Sprintf("the sides overlap: %v > %v", a, b)}
	}
	return nil
}

// monotoneSlack is the relative rounding error that is allowed where segments meet.
const monotoneSlack = 1e-13

func (f *sideFile) check(at string, dir float64) error {
	n := len(f.Kinds)
	if n < 1 || n > maxSegments {
		return &FileError{at + ".kinds", fmt.Sprintf("%d segments; there must be 1 to %d", n, maxSegments)}
	}
	if len(f.Edges) != n+1 || len(f.Coefs) != order*n {
		return &FileError{at, fmt.Sprintf("%d edges, %d kinds, %d coefficients do not fit together", len(f.Edges), n, len(f.Coefs))}
	}
	for i, p := range f.Edges {
		if !(p >= 0 && p <= 0.5) || i > 0 && p <= f.Edges[i-1] {
			return &FileError{fmt.Sprintf("%s.edges[%d]", at, i), fmt.Sprintf("%v: probabilities must increase from 0 or more to 1/2", p)}
		}
	}
	if f.Edges[n] != 0.5 {
		return &FileError{fmt.Sprintf("%s.edges[%d]", at, n), fmt.Sprintf("%v is not 1/2", f.Edges[n])}
	}
	for i, k := range f.Kinds {
		if k < int(regular) || k > int(rootInner) {
			return &FileError{fmt.Sprintf("%s.kinds[%d]", at, i), fmt.Sprintf("%d is unknown", k)}
		}
	}
	for i, c := range f.Coefs {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return &FileError{fmt.Sprintf("%s.coefs[%d]", at, i), fmt.Sprintf("%v is no coefficient", c)}
		}
	}
	s := side{kinds: make([]segmentKind, n), coefs: f.Coefs}
	for i, k := range f.Kinds {
		s.kinds[i] = segmentKind(k)
	}
	before := f.Tail.At
	for i := range n {
		a, b := s.ends(i)
		if !(a >= 0 && b >= 0) || math.IsInf(a, 0) || math.IsInf(b, 0) {
			return &FileError{fmt.Sprintf("%s.coefs[%d]", at, order*i), fmt.Sprintf("%v to %v is no range of frequencies", a, b)}
		}
		if slack := monotoneSlack * max(a, b); dir*(a-before) < -slack || dir*(b-a) < -slack {
			return &FileError{fmt.Sprintf("%s.coefs[%d]", at, order*i), fmt.Sprintf("%v, %v, %v are not monotone", before, a, b)}
		}
		before = b
	}
	return f.Tail.check(at+".tail", f.Edges[0], dir)
}

func (t *tail) check(at string, p0, dir float64) error {
	from := t.At
	finite := func(v ...float64) bool {
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return false
			}
		}
		return true
	}
	ok := false
	switch t.Kind {
	case tailNone:
		ok = *t == tail{Kind: tailNone, At: t.At} && from >= 0 && finite(from) && p0 == 0
	case tailPower:
		ok = *t == tail{Kind: tailPower, At: t.At, Exponent: t.Exponent} && p0 > 0 && finite(t.Exponent) && dir*t.Exponent > 0 && from > 0
	case tailExponential:
		ok = *t == tail{Kind: tailExponential, At: t.At, Rate: t.Rate} && p0 > 0 && dir < 0 && t.Rate > 0 && finite(t.Rate)
	case tailLobes:
		ok = t.Rate == 0 && p0 > 0 && dir < 0 && t.Exponent < 0 && finite(t.Exponent, t.Center, t.Period, t.HalfWidth) &&
			t.HalfWidth > 0 && t.HalfWidth <= t.Period/2 && t.Center-t.HalfWidth >= from && t.start() > 0
	}
	if !ok {
		return &FileError{at, fmt.Sprintf("%+v is no tail for probability %v beyond ω = %v", *t, p0, from)}
	}
	return nil
}
