package decompose

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"krein/decompose/minimal"
	"krein/internal/atomicfile"
	"krein/internal/decompose/segment"
	"krein/internal/document"
	"krein/internal/npz"
)

// Format names the file format of a decomposition and its version. docs/tables.md describes it.
const Format = "krein.table/2"

// The document. Numbers are written in the shortest decimal form that reads back as the same float64, so they are
// exact. A .npz file holds the same document with the arrays (edges, kinds, coefs) apart.
type tableFile struct {
	Format      string  `json:"format"`
	Kernel      string  `json:"kernel"`
	Beyond      string  `json:"beyond"`
	Dim         int     `json:"dim"`
	Convention  string  `json:"convention"`
	Certificate string  `json:"certificate"`
	Quality     Quality `json:"quality"`
	// Bias is a Bias, null if none is proved; Doubt then says why, if it was tried.
	Bias  *biasFile `json:"bias"`
	Doubt string    `json:"doubt"`
	// Domain is the Domain of a minimum, null for the parts of a measure on R^d.
	Domain *domainFile `json:"domain"`
	Plus   partFile    `json:"plus"`
	Minus  partFile    `json:"minus"`
	// Checksum is the SHA-256, in hexadecimal, of this document with an empty checksum and without the arrays, members in
	// this order, without white space, and then, part by part and side by side, of the arrays: edges, kinds, coefs, as
	// little-endian float64, uint8, float64.
	Checksum string `json:"checksum"`
}

type biasFile struct {
	Law float64 `json:"law"`
}

type domainFile struct {
	Radius float64 `json:"radius"`
	Bias   float64 `json:"bias"`
}

type partFile struct {
	Origin    float64       `json:"origin"`
	Mass      float64       `json:"mass"`
	MassError float64       `json:"massError"`
	MassKind  Kind          `json:"massKind"`
	LawError  *lawErrorFile `json:"lawError"` // null exactly if radii is
	Radii     *radiiFile    `json:"radii"`
}

// lawErrorFile is a LawError.
type lawErrorFile struct {
	Kolmogorov     float64 `json:"kolmogorov"`
	TotalVariation float64 `json:"totalVariation"`
	Kind           Kind    `json:"kind"`
}

type radiiFile struct {
	InterpolationError float64  `json:"interpolationError"`
	Lower              sideFile `json:"lower"`
	Upper              sideFile `json:"upper"`
}

type sideFile struct {
	Tail     tail      `json:"tail"`
	Segments int       `json:"segments"`
	Edges    []float64 `json:"edges,omitempty"` // the arrays, see side
	Kinds    []int     `json:"kinds,omitempty"`
	Coefs    []float64 `json:"coefs,omitempty"`
}

// sides returns the four sides with their names, in the order of files; nil for a part without radii.
func (f *tableFile) sides() (names [4]string, sides [4]*sideFile) {
	names = [4]string{"plus_lower", "plus_upper", "minus_lower", "minus_upper"}
	for i, r := range []*radiiFile{f.Plus.Radii, f.Minus.Radii} {
		if r != nil {
			sides[2*i], sides[2*i+1] = &r.Lower, &r.Upper
		}
	}
	return names, sides
}

// header returns the document without its arrays.
func (f *tableFile) header() *tableFile {
	h := *f
	for _, p := range []*partFile{&h.Plus, &h.Minus} {
		if p.Radii != nil {
			p.Radii = p.Radii.header()
		}
	}
	return &h
}

// Seal implements document.Sealed.
func (f *tableFile) Seal() (member *string, want string, err error) {
	h := f.header()
	h.Checksum = ""
	data, err := document.Compact(h)
	if err != nil {
		return nil, "", err
	}
	sum := sha256.New()
	sum.Write(data)
	_, sides := f.sides()
	for _, s := range sides {
		if s != nil {
			sum.Write(s.arrays())
		}
	}
	return &f.Checksum, hex.EncodeToString(sum.Sum(nil)), nil
}

// document returns the checked and sealed document of d.
func (d *Decomposition) document() (*tableFile, error) {
	f := &tableFile{
		Format: Format, Kernel: d.Kernel, Beyond: d.Beyond, Dim: d.Dim, Convention: Convention,
		Certificate: d.Certificate, Quality: d.Quality, Doubt: d.Doubt,
	}
	if d.Domain != nil {
		f.Domain = &domainFile{d.Domain.Radius, d.Domain.Bias}
	}
	if d.Bias != nil {
		b := biasFile(*d.Bias)
		f.Bias = &b
	}
	for _, x := range []struct {
		p *Part
		f *partFile
	}{{&d.Plus, &f.Plus}, {&d.Minus, &f.Minus}} {
		*x.f = partFile{Origin: x.p.Origin, Mass: x.p.Mass, MassError: x.p.MassErr,
			MassKind: weaker(x.p.MassKind, x.p.MassKind)}
		switch t := x.p.Radii.(type) {
		case nil:
		case *Table:
			x.f.Radii = t.file()
			e := lawErrorFile(x.p.LawErr)
			e.Kind = weaker(e.Kind, e.Kind)
			x.f.LawError = &e
		default:
			return nil, fmt.Errorf("decompose: radii of type %T cannot be written to a table file", t)
		}
	}
	if err := f.check(); err != nil { // never write what would not be read
		return nil, err
	}
	member, want, err := f.Seal()
	if err != nil {
		return nil, err
	}
	*member = want
	return f, nil
}

// MaxFileSize is the size of the largest file that is read or written, in bytes.
const MaxFileSize = document.MaxDecomposition

// FileError says what is wrong with a file (Msg), and where: the path of a member, if Where is not empty.
type FileError = document.Error

var fault = document.Decomposition.Fault // returns one

// Encode writes d as a krein.table/2 document in JSON. Both parts' Radii must be *Table or nil.
func (d *Decomposition) Encode(w io.Writer) error {
	f, err := d.document()
	if err != nil {
		return err
	}
	return document.Decomposition.Encode(w, f)
}

// Save writes d to a file, all at once: on any error the old file stays. A name that ends
// in .npz gets NumPy's format, see EncodeNPZ, any other JSON.
func (d *Decomposition) Save(path string) error {
	if strings.HasSuffix(path, ".npz") {
		return atomicfile.Write(path, d.EncodeNPZ)
	}
	return atomicfile.Write(path, d.Encode)
}

// Load reads a krein.table/2 file in either format, which it tells from the contents. Anything unexpected, an unknown
// member, another version, a wrong checksum, a number out of its range, gives a *FileError that names it, never a wrong
// sampler. The checksum finds damage, it proves nothing: whoever edits a file can seal it again. Such a file still
// gives finite radii ≥ 0 that do not decrease in u.
func Load(path string) (*Decomposition, error) { return document.Load(path, Decode) }

// Decode reads a krein.table/2 file, as Load.
func Decode(r io.Reader) (*Decomposition, error) {
	data, err := document.Decomposition.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var f *tableFile
	if bytes.HasPrefix(data, []byte(npz.Magic)) {
		f, err = decodeNPZ(data)
	} else {
		f, err = decodeDocument(data)
	}
	if err != nil {
		return nil, err
	}
	if err := document.Decomposition.Intact(f); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return f.decomposition(), nil
}

// decomposition returns what a checked document says.
func (f *tableFile) decomposition() *Decomposition {
	d := &Decomposition{Dim: f.Dim, Kernel: f.Kernel, Beyond: f.Beyond, Quality: f.Quality, Doubt: f.Doubt,
		Certificate: f.Certificate,
		Plus:        f.Plus.part(), Minus: f.Minus.part()}
	if f.Domain != nil {
		d.Domain = &minimal.Domain{Radius: f.Domain.Radius, Bias: f.Domain.Bias}
	}
	if f.Bias != nil {
		b := Bias(*f.Bias)
		d.Bias = &b
	}
	return d
}

// decodeDocument reads the members of a JSON document.
func decodeDocument(data []byte) (*tableFile, error) {
	f := new(tableFile)
	if err := document.Decomposition.DecodeStrict(data, Format, f); err != nil {
		return nil, err
	}
	return f, nil
}

func (p *partFile) part() Part {
	out := Part{Origin: p.Origin, Mass: p.Mass, MassErr: p.MassError, MassKind: p.MassKind}
	if p.Radii != nil {
		out.LawErr = LawError(*p.LawError)
		out.Radii = p.Radii.table()
	}
	return out
}

// header returns the form without its arrays.
func (r *radiiFile) header() *radiiFile {
	h := *r
	h.Lower = sideFile{Tail: r.Lower.Tail, Segments: r.Lower.Segments}
	h.Upper = sideFile{Tail: r.Upper.Tail, Segments: r.Upper.Segments}
	return &h
}

// arrays returns the arrays as their checksum sees them.
func (f *sideFile) arrays() []byte {
	b := append(npz.AppendFloat64s(nil, f.Edges), f.kindBytes()...)
	return npz.AppendFloat64s(b, f.Coefs)
}

// file returns the form that t has in files.
func (t *Table) file() *radiiFile { return &radiiFile{t.err, t.lower.file(), t.upper.file()} }

// table returns the table of a checked form.
func (r *radiiFile) table() *Table {
	return &Table{lower: r.Lower.side(), upper: r.Upper.side(), err: r.InterpolationError}
}

func (s *side) file() sideFile {
	f := sideFile{Tail: s.tail, Segments: len(s.kinds), Edges: s.edges, Kinds: make([]int, len(s.kinds)), Coefs: s.coefs}
	for i, k := range s.kinds {
		f.Kinds[i] = int(k)
	}
	return f
}

// side returns the sampler of a checked side.
func (f *sideFile) side() side {
	s := side{edges: f.Edges, coefs: f.Coefs, tail: f.Tail}
	for _, k := range f.Kinds {
		s.kinds = append(s.kinds, segment.Kind(k))
	}
	s.index()
	return s
}
