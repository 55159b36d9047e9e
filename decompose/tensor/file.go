package tensor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"krein/decompose"
	"krein/fourier/stationary"
	"krein/internal/atomicfile"
	"krein/internal/document"
	"krein/internal/hankel/line/sampler"
)

// fileFormat names the file format of a decomposition and its version. docs/tensors.md describes it.
const fileFormat = "krein.tensor/2"

// Convention is the Fourier convention of every file.
const Convention = "k(x−y) = k(Δ) = ∫ cos⟨ω,Δ⟩ μ_R(dω) − ∫ sin⟨ω,Δ⟩ μ_I(dω) = Σ Mass·E cos(⟨ω,Δ⟩+θ)"

var fault = document.Decomposition.Fault // returns one

// file is a document: a measure, and what follows from it.
type file struct {
	Format     string      `json:"format"`
	Kernel     string      `json:"kernel"`
	Dim        int         `json:"dim"`
	Convention string      `json:"convention"`
	Measure    measureFile `json:"measure"`

	// What follows from the above, for whoever reads it; it must fit.
	Masses   Masses         `json:"masses"`
	Minimal  bool           `json:"minimal"`
	Bias     float64        `json:"bias"`
	BiasKind decompose.Kind `json:"biasKind"`

	// Checksum is the SHA-256, in hexadecimal, of this document with an empty checksum, members in this order, without
	// white space.
	Checksum string `json:"checksum"`
}

// measureFile is a measure: blocks, the laws of factors, and products of them; or the measures of which it is the sum or
// the convolution.
type measureFile struct {
	Map     [][]float64   `json:"map,omitempty"`
	Blocks  []blockFile   `json:"blocks,omitempty"`
	Laws    []lawFile     `json:"laws,omitempty"`
	Terms   []termFile    `json:"terms,omitempty"`
	Sum     []measureFile `json:"sum,omitempty"`
	Product []measureFile `json:"product,omitempty"`

	Mixture *scaledMeasure `json:"mixture,omitempty"`
}

type blockFile struct {
	Dim        int         `json:"dim"`
	Basis      [][]float64 `json:"basis,omitempty"`
	From       int         `json:"from"`
	Complement bool        `json:"complement,omitempty"`
}

// lawFile is the law of a factor: on a line, and krein.table/2 documents of a radial kernel and of a sine transform.
type lawFile struct {
	Dim    int             `json:"dim"`
	Line   *lineLaw        `json:"line,omitempty"`
	Radial json.RawMessage `json:"radial,omitempty"`
	Sine   json.RawMessage `json:"sine,omitempty"`
}

type termFile struct {
	Coef  float64 `json:"coef"`
	Error float64 `json:"error"`
	Laws  []int   `json:"laws"` // one a block
}

// Seal implements document.Sealed.
func (f *file) Seal() (member *string, want string, err error) {
	h := *f
	h.Checksum = ""
	want, err = document.Checksum(h)
	return &f.Checksum, want, err
}

// Encode writes d as a krein.tensor/2 document in JSON. The error says that d rests on samplers that have no file.
func (d *Decomposition) Encode(w io.Writer) error {
	f := &file{Format: fileFormat, Kernel: d.Kernel, Dim: d.Dim, Convention: Convention, Masses: d.Masses,
		Minimal: d.Minimal, Bias: d.Bias, BiasKind: d.BiasKind}
	var err error
	if f.Measure, err = d.measureFile(); err != nil {
		return err
	}
	return document.Decomposition.EncodeSealed(w, f)
}

func (d *Decomposition) measureFile() (f measureFile, err error) {
	switch d.op {
	case ofSamplers:
		if f.Mixture = d.mixture; f.Mixture != nil {
			return f, nil
		}
		return f, errors.New("tensor: there is no file format for measures of functions of the 1-norm, alone or in sums " +
			"and products")
	case ofSum, ofProduct:
		to := &f.Sum
		if d.op == ofProduct {
			to = &f.Product
		}
		for _, x := range d.of {
			g, err := x.measureFile()
			if err != nil {
				return f, err
			}
			*to = append(*to, g)
		}
		return f, nil
	}
	f.Map = d.space.by
	for _, b := range d.space.blocks {
		f.Blocks = append(f.Blocks, blockFile(b))
	}
	for _, l := range d.laws {
		x := lawFile{Dim: l.Dim, Line: l.Line}
		for _, t := range []struct {
			d  *decompose.Decomposition
			to *json.RawMessage
		}{{l.Radial, &x.Radial}, {l.Sine, &x.Sine}} {
			if t.d != nil {
				var b bytes.Buffer
				if err := t.d.Encode(&b); err != nil {
					return f, err
				}
				*t.to = bytes.TrimSuffix(b.Bytes(), []byte("\n"))
			}
		}
		f.Laws = append(f.Laws, x)
	}
	for _, t := range d.terms {
		f.Terms = append(f.Terms, termFile{t.coef, t.err, t.index})
	}
	return f, nil
}

// Save writes d to a file, all at once: on any error the old file stays.
func (d *Decomposition) Save(path string) error { return atomicfile.Write(path, d.Encode) }

// Load reads a krein.tensor/2 file. Anything unexpected, an unknown member, another version, a wrong checksum, a number
// out of its range, gives a *decompose.FileError that names it, never a sampler that fails. The checksum finds damage, it proves
// nothing.
func Load(path string) (*Decomposition, error) { return document.Load(path, Decode) }

// Decode reads a krein.tensor/2 file, as Load.
func Decode(r io.Reader) (*Decomposition, error) {
	f := new(file)
	if err := document.Decomposition.DecodeSealed(r, fileFormat, f); err != nil {
		return nil, err
	}
	return f.decomposition()
}

// Bounds of what is read.
const (
	mostDim      = 1 << 20
	mostTerms    = 1 << 12
	mostMeasures = 64 // of a sum or product
	mostNested   = 8  // sums and products in each other
)

// decomposition checks a document and returns what it says.
func (f *file) decomposition() (*Decomposition, error) {
	if f.Convention != Convention {
		return nil, fault("convention", "is another one")
	}
	if f.Dim < 1 || f.Dim > mostDim {
		return nil, fault("dim", "dimension %d", f.Dim)
	}
	d, err := f.Measure.decomposition(f.Dim, "measure", 0)
	if err != nil {
		return nil, err
	}
	d.Kernel = f.Kernel
	if d.Masses != f.Masses || d.Minimal != f.Minimal || d.Bias != f.Bias || d.BiasKind != f.BiasKind {
		return nil, fault("masses", "these, the bias and minimal do not follow from the measure")
	}
	return d, nil
}

// decomposition checks a measure on R^dim; where is its place.
func (f *measureFile) decomposition(dim int, where string, depth int) (*Decomposition, error) {
	list, op, name := f.Sum, Sum, ".sum"
	if f.Product != nil {
		list, op, name = f.Product, Product, ".product"
	}
	if f.Mixture != nil {
		if list != nil || f.Map != nil || f.Blocks != nil || f.Laws != nil || f.Terms != nil {
			return nil, fault(where, "a mixture besides another measure")
		}
		d, err := f.Mixture.decomposition(dim)
		if err != nil {
			return nil, fault(where+".mixture", "%v", err)
		}
		return d, nil
	}
	if list == nil {
		return f.ofBlocks(dim, where)
	}
	if f.Sum != nil && f.Product != nil || f.Map != nil || f.Blocks != nil || f.Laws != nil || f.Terms != nil ||
		len(list) < 2 || len(list) > mostMeasures || depth == mostNested {
		return nil, fault(where, "neither terms nor from 2 to %d measures of a sum or a product, nested %d times at most",
			mostMeasures, mostNested)
	}
	var of []*Decomposition
	for i := range list {
		d, err := list[i].decomposition(dim, fmt.Sprintf("%s%s[%d]", where, name, i), depth+1)
		if err != nil {
			return nil, err
		}
		of = append(of, d)
	}
	d, err := op(of...)
	if err != nil {
		return nil, fault(where, "%v", err)
	}
	return d, nil
}

// ofBlocks checks a sum of products over orthogonal subspaces.
func (f *measureFile) ofBlocks(dim int, where string) (*Decomposition, error) {
	if len(f.Terms) == 0 || len(f.Terms) > mostTerms {
		return nil, fault(where, "%d terms", len(f.Terms))
	}
	blocks, err := f.space(dim, where)
	if err != nil {
		return nil, err
	}
	if f.Map != nil && !f.mapped(dim) {
		return nil, fault(where+".map", "no matrix of numbers for the dimension")
	}
	d := &Decomposition{Dim: dim, space: newSpace(dim, blocks, f.Map)}
	for i, x := range f.Laws {
		l, err := x.law()
		if err != nil {
			return nil, fault(fmt.Sprintf("%s.laws[%d]", where, i), "%v", err)
		}
		d.laws = append(d.laws, l)
	}
	for i, t := range f.Terms {
		where := fmt.Sprintf("%s.terms[%d]", where, i)
		if len(t.Laws) != len(blocks) || !(math.Abs(t.Coef) < 1e300) || t.Coef == 0 || !(t.Error >= 0 && t.Error < 1e300) {
			return nil, fault(where, "not a constant and a distribution for each block")
		}
		for b, j := range t.Laws {
			if j < 0 || j >= len(d.laws) || d.laws[j].Dim != blocks[b].Dim {
				return nil, fault(where, "distribution %d does not fit block %d", j, b)
			}
		}
		d.terms = append(d.terms, term{t.Coef, t.Error, t.Laws})
	}
	if err := d.finish(); err != nil {
		return nil, fault(where, "%v", err)
	}
	return d, nil
}

// mapped reports whether the map is a matrix of numbers that are not too large.
func (f *measureFile) mapped(dim int) bool {
	for _, row := range f.Map {
		if len(row) != dim || slices.ContainsFunc(row, func(x float64) bool { return !(math.Abs(x) < 1e150) }) {
			return false
		}
	}
	return len(f.Map) == dim
}

// space returns the blocks, which must be orthogonal.
func (f *measureFile) space(dim int, at string) ([]stationary.Block, error) {
	var blocks []stationary.Block
	var rows [][]float64
	used := make(map[int]bool) // coordinates
	dims := 0
	for i, x := range f.Blocks {
		b := stationary.Block(x)
		where := fmt.Sprintf("%s.blocks[%d]", at, i)
		if dims += b.Dim; b.Dim < 1 || b.Dim > dim || dims > dim || b.Complement &&
			(i != len(f.Blocks)-1 || b.Basis != nil || b.From != 0) {
			return nil, fault(where, "does not fit")
		}
		switch {
		case b.Complement:
		case b.Basis == nil:
			if b.From < 0 || b.From > dim-b.Dim {
				return nil, fault(where, "beyond the last coordinate")
			}
			for c := b.From; c < b.From+b.Dim; c++ {
				if used[c] {
					return nil, fault(where, "a coordinate twice")
				}
				used[c] = true
			}
		default:
			if len(b.Basis) != b.Dim {
				return nil, fault(where, "not as many rows as dimensions")
			}
			rows = append(rows, b.Basis...)
		}
		blocks = append(blocks, b)
	}
	if dims != dim {
		return nil, fault(at+".blocks", "they do not span the space")
	}
	for i, r := range rows {
		if len(r) != dim {
			return nil, fault(at+".blocks", "a row of another length")
		}
		for c := range used {
			if !(math.Abs(r[c]) <= 1e-12) {
				return nil, fault(at+".blocks", "a row is not orthogonal to a coordinate")
			}
		}
		for j, s := range rows[:i+1] {
			dot := 0.0
			for c, x := range r {
				dot += x * s[c]
			}
			if i == j {
				dot--
			}
			if !(math.Abs(dot) <= 1e-12) {
				return nil, fault(at+".blocks", "rows are not orthonormal")
			}
		}
	}
	return blocks, nil
}

// law checks the law of a factor.
func (x *lawFile) law() (*law, error) {
	l := &law{Dim: x.Dim, Line: x.Line}
	if x.Dim != 1 && (x.Line != nil || x.Sine != nil) {
		return nil, fmt.Errorf("a distribution on a line in dimension %d", x.Dim)
	}
	if x.Line != nil {
		if err := x.Line.check(); err != nil {
			return nil, err
		}
	}
	for _, t := range []struct {
		data json.RawMessage
		to   **decompose.Decomposition
	}{{x.Radial, &l.Radial}, {x.Sine, &l.Sine}} {
		if t.data == nil {
			continue
		}
		d, err := decompose.Decode(bytes.NewReader(t.data))
		if err != nil {
			return nil, err
		}
		if d.Dim != x.Dim || d.Domain != nil || t.to == &l.Sine && (d.Plus.Origin != 0 || d.Minus.Origin != 0) {
			return nil, fmt.Errorf("a table of another dimension, or on a bounded domain, or a sine transform with an atom at 0")
		}
		*t.to = d
	}
	real, imag := x.Radial != nil, x.Sine != nil
	if x.Line != nil {
		if real && (x.Line.Plus != nil || x.Line.Minus != nil) || imag && x.Line.Imag != nil {
			return nil, fmt.Errorf("a half twice")
		}
		if !real && !imag && x.Line.Modulus == nil {
			return nil, fmt.Errorf("no modulus")
		}
	}
	return l, l.finish()
}

// check checks the laws on a line.
func (l *lineLaw) check() error {
	for _, m := range []struct {
		name  string
		law   *sampler.Law
		phase float64
	}{{"plus", l.Plus, 0}, {"minus", l.Minus, math.Pi}, {"imag", l.Imag, math.Pi / 2}, {"modulus", l.Modulus, -1}} {
		if m.law == nil {
			continue
		}
		if err := m.law.Check(); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if m.phase >= 0 && !m.law.Phased(m.phase) {
			return fmt.Errorf("%s: not of the phase %v", m.name, m.phase)
		}
	}
	return nil
}
