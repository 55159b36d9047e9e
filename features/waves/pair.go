package waves

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/internal/atomicfile"
	"krein/internal/document"
	"krein/internal/npz"
	"krein/internal/simd"
	"krein/internal/tensors"
)

// Pair is a pair of maps Φ, Ψ of a kernel k(x,y) ≈ Φ(x) J Ψ(y)ᵀ that is not symmetric, written out. With the
// frequencies w, their amplitudes a and phases θ the columns are
//
//	Φ: c, a_1 cos(⟨w_1,x⟩+θ_1), a_1 sin(⟨w_1,x⟩+θ_1), …    Ψ: c, a_1 cos⟨w_1,y⟩, a_1 sin⟨w_1,y⟩, …
//
// c only if it is not 0, and then those of exact low orders, if there are some. The rows that both take are prepared ones.
type Pair struct {
	left, right, both *fitted.Map
	numbers           PairNumbers
}

// PairNumbers are what a Pair consists of.
type PairNumbers struct {
	Dim int
	// Constant is the column of frequency 0, 0 if there is none. It counts as negative in J if Negative is set.
	Constant float64
	Negative bool
	// Frequencies has a row for each; nil if there are none.
	Frequencies        *mat.Dense
	Phases, Amplitudes []float64
	// Signs are those of both columns of a frequency in J, +1 or −1.
	Signs []float64
	// Low has the columns of exact low orders, nil if there are none.
	Low *Low
	// Zeros is how many columns of 0 are behind the others, in Φ and Ψ alike.
	Zeros int
	// Preparation is what is done to raw rows before.
	fitted.Preparation
	// Kernel says what the pair was drawn for.
	Kernel string
}

// NewPair makes a pair of numbers, which it keeps. It is an error if they do not fit each other or are not finite.
func NewPair(w *PairNumbers) (*Pair, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	p := &Pair{numbers: *w, left: w.compose(w.Phases), right: w.compose(nil)}
	p.both = p.left
	if !p.Symmetric() {
		all := p.left.Parts()
		p.both = fitted.Compose(w.Dim, append(all[:len(all)-w.Zeros], p.own()...))
	}
	return p, nil
}

// check says how numbers do not fit each other, or which are not finite.
func (w *PairNumbers) check() error {
	n := len(w.Amplitudes)
	count, cols := 0, w.Dim
	if w.Frequencies != nil {
		count, cols = w.Frequencies.Dims()
	}
	switch {
	case w.Dim < 1 || w.Dim > most:
		return fmt.Errorf("waves: dimension %d: want 1 … %d", w.Dim, most)
	case count != n || cols != w.Dim:
		return fmt.Errorf("waves: %d amplitudes and dimension %d, but frequencies of shape %d×%d", n, w.Dim, count, cols)
	case len(w.Phases) != n || len(w.Signs) != n:
		return fmt.Errorf("waves: %d amplitudes, but %d phases and %d signs", n, len(w.Phases), len(w.Signs))
	case w.Zeros < 0 || w.Zeros > most:
		return fmt.Errorf("waves: %d columns of 0: want 0 … %d", w.Zeros, most)
	case n == 0 && w.Constant == 0 && w.Low == nil:
		return errors.New("waves: no columns")
	case !npz.Finite(w.Amplitudes) || !npz.Finite(w.Phases) || !npz.Finite([]float64{w.Constant}) || n > 0 &&
		!npz.Finite(w.Frequencies.RawMatrix().Data):
		return errors.New("waves: a number is not finite")
	case slices.ContainsFunc(w.Signs, func(s float64) bool { return math.Abs(s) != 1 }):
		return errors.New("waves: a sign is neither 1 nor −1")
	}
	return errors.Join(w.Low.check(w.Dim), w.Check(w.Dim, tensors.Fault))
}

// compose lays out one of both maps, with the phases or without, frequencies of the same sign together.
func (w *PairNumbers) compose(phases []float64) *fitted.Map {
	var parts []fitted.Part
	if w.Constant != 0 {
		parts = append(parts, fitted.Part{Basis: fitted.Constant(w.Constant), Minus: w.Negative})
	}
	for from, to := 0, 0; from < len(w.Signs); from = to {
		for to = from; to < len(w.Signs) && w.Signs[to] == w.Signs[from]; to++ {
		}
		some := make([]int, 0, to-from)
		for i := from; i < to; i++ {
			some = append(some, i)
		}
		parts = append(parts, w.part(some, phases))
	}
	if w.Low != nil {
		parts = append(parts, w.Low.Columns(phases == nil)...)
	}
	for range w.Zeros {
		parts = append(parts, fitted.Part{Basis: fitted.Constant(0)})
	}
	return fitted.Compose(w.Dim, parts)
}

// part lays out some frequencies of one sign.
func (w *PairNumbers) part(some []int, phases []float64) fitted.Part {
	n := len(some)
	turns, amplitudes := make([]float64, w.Dim*n), make([]float64, n)
	var shift []float64
	for to, i := range some {
		amplitudes[to] = w.Amplitudes[i]
		for j := range w.Dim {
			turns[j*n+to] = w.Frequencies.At(i, j) * simd.QuarterTurns
		}
		if phases != nil {
			shift = append(shift, phases[i]*simd.QuarterTurns)
		}
	}
	return fitted.Part{Basis: simd.New(w.Dim, turns, amplitudes, shift), Minus: w.Signs[some[0]] < 0, Random: true}
}

// own are the columns of Ψ that are not among those of Φ: of frequencies with a phase.
func (p *Pair) own() (parts []fitted.Part) {
	w := &p.numbers
	var some []int
	for i, phase := range w.Phases {
		if len(some) > 0 && w.Signs[i] != w.Signs[some[0]] {
			parts, some = append(parts, w.part(some, nil)), nil
		}
		if phase != 0 {
			some = append(some, i)
		}
	}
	if len(some) > 0 {
		parts = append(parts, w.part(some, nil))
	}
	if !w.Low.symmetric() {
		parts = append(parts, w.Low.own(true)...)
	}
	return parts
}

// Differs reports for each column whether Ψ has another one there than Φ.
func (p *Pair) Differs() []bool {
	w := &p.numbers
	differs := make([]bool, p.left.Columns())
	at := 0
	if w.Constant != 0 {
		at = 1
	}
	for _, phase := range w.Phases {
		differs[at], differs[at+1] = phase != 0, phase != 0
		at += 2
	}
	if !w.Low.symmetric() {
		last := len(differs) - w.Zeros
		differs[last-2], differs[last-1] = true, true
	}
	return differs
}

// Numbers returns what the pair consists of, not to be modified.
func (p *Pair) Numbers() *PairNumbers { return &p.numbers }

// Left returns Φ, the map of the first argument of the kernel.
func (p *Pair) Left() *fitted.Map { return p.left }

// Right returns Ψ, the map of the second argument, with the same signature.
func (p *Pair) Right() *fitted.Map { return p.right }

// Concatenation returns the columns of Φ and behind them those of Ψ that differ from Φ's, for linear classifiers.
func (p *Pair) Concatenation() *fitted.Map { return p.both }

// Symmetric reports whether Φ and Ψ are the same map.
func (p *Pair) Symmetric() bool {
	return !slices.ContainsFunc(p.numbers.Phases, func(v float64) bool { return v != 0 }) && p.numbers.Low.symmetric()
}

// PairFormat names the files of pairs and their version: NumPy archives of the arrays
//
//	header       bytes of a JSON document: format, dim, number of frequencies, kernel, and what is done to rows as in [Format]
//	frequencies  n×dim
//	phases       n
//	amplitudes   n
//	constant     one number, 0: there is no such column
//	offset       dim numbers: rows are (x − offset)/divisor before; none if they are taken as they are
//	divisor      dim numbers, or none
//	forms        linear forms of exact low orders, dim×dim, or none
//	low          4 + dim numbers, see [Low]: how many forms count as positive, v, t, b, c; or none
//	signature    +1 or −1 for each column: of the constant, if there is one, then two for each frequency, which are the same,
//	             then dim for the forms, 1 and −1
const PairFormat = "krein.pair/2"

// pairHeader is what a file of a pair says besides numbers.
type pairHeader struct {
	Format      string   `json:"format"`
	Dim         int      `json:"dim"`
	Frequencies int      `json:"frequencies"`
	Exact       bool     `json:"exact,omitempty"` // low orders are exact: forms and low are there
	Prepared    bool     `json:"prepared,omitempty"`
	Unit        bool     `json:"unit,omitempty"`
	Kernel      string   `json:"kernel,omitempty"`
	Names       []string `json:"names,omitempty"`
	Label       string   `json:"label,omitempty"`
	First       *int     `json:"first_index,omitempty"` // of the columns of svmlight rows
	Zeros       int      `json:"zeros,omitempty"`       // columns of 0
}

var pairArrays = []string{"frequencies", "phases", "amplitudes", "constant", "offset", "divisor", "forms", "low", "signature"}

// length is how many numbers an array has, behind others.
func (h *pairHeader) length(name string, before map[string][]float64) int {
	low := 0
	if h.Exact {
		low = h.Dim
	}
	switch name {
	case "phases":
		return h.Frequencies
	case "forms":
		return low * h.Dim
	case "low":
		if low > 0 {
			return 4 + low
		}
		return 0
	case "signature":
		if low > 0 {
			low += 2
		}
		low += h.Zeros
	default:
		low = 0
	}
	return low + (&header{Dim: h.Dim, Plus: h.Frequencies, Prepared: h.Prepared}).length(name, before)
}

// width is the length of the rows of an array, 0 for one of one dimension.
func (h *pairHeader) width(name string) int {
	if name == "forms" {
		return h.Dim
	}
	return (&header{Dim: h.Dim}).width(name)
}

// Encode writes the pair as a NumPy archive.
func (p *Pair) Encode(out io.Writer) error {
	w := &p.numbers
	h := &pairHeader{PairFormat, w.Dim, len(w.Phases), w.Low != nil, w.Offset != nil, w.Unit, w.Kernel, w.Names, w.Label, w.FirstIndex, w.Zeros}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	numbers := map[string][]float64{"phases": w.Phases, "amplitudes": w.Amplitudes, "constant": {w.Constant},
		"offset": w.Offset, "divisor": w.Divisor, "signature": p.left.Signature()}
	if w.Frequencies != nil {
		numbers["frequencies"] = mat.DenseCopyOf(w.Frequencies).RawMatrix().Data // rows without gaps
	}
	if w.Low != nil {
		numbers["forms"], numbers["low"] = mat.DenseCopyOf(w.Low.Forms).RawMatrix().Data, w.Low.numbers()
	}
	c := &tensors.Contents{Header: text}
	for _, name := range pairArrays {
		c.Arrays = append(c.Arrays, tensors.Array{Name: name, Data: numbers[name], Columns: h.width(name)})
	}
	return c.EncodeNumPy(out)
}

// Save writes the pair to a file, all at once.
func (p *Pair) Save(path string) error { return atomicfile.Write(path, p.Encode) }

// DecodePair reads what Pair.Encode writes. Anything unexpected gives an error that names it, an *Error.
func DecodePair(file io.Reader) (*Pair, error) {
	r, err := tensors.Open(file, pairArrays...)
	if err != nil {
		return nil, err
	}
	text, metadata := r.Text()
	if metadata != nil {
		return nil, tensors.Fault("", "a pair of maps is a NumPy archive, not a safetensors file")
	}
	var h pairHeader
	if err := document.Strict(text, &h); err != nil {
		return nil, tensors.Fault("header", "%v", err)
	}
	switch {
	case h.Format != PairFormat:
		return nil, tensors.Fault("format", "%.40q is not %q", h.Format, PairFormat)
	case h.Dim < 1 || h.Dim > most:
		return nil, tensors.Fault("dim", "%d is not between 1 and %d", h.Dim, most)
	case h.Zeros < 0 || h.Zeros > most:
		return nil, tensors.Fault("zeros", "%d are not between 0 and %d", h.Zeros, most)
	case h.Exact && h.Dim > tensors.MaxSize/8/h.Dim:
		return nil, tensors.Fault("dim", "%d are more than a file with exact low orders holds", h.Dim)
	case h.Frequencies < 0 || h.Frequencies > most || h.Frequencies*h.Dim > tensors.MaxSize/8:
		return nil, tensors.Fault("frequencies", "%d are not between 0 and what a file holds", h.Frequencies)
	}
	numbers, err := r.Numbers(h.length, h.width)
	if err != nil {
		return nil, err
	}
	return h.assemble(numbers)
}

// assemble makes the pair.
func (h *pairHeader) assemble(numbers map[string][]float64) (*Pair, error) {
	w := &PairNumbers{Dim: h.Dim, Constant: numbers["constant"][0], Phases: numbers["phases"],
		Amplitudes: numbers["amplitudes"], Kernel: h.Kernel, Zeros: h.Zeros,
		Preparation: fitted.Preparation{Names: h.Names, Label: h.Label, FirstIndex: h.First, Unit: h.Unit}}
	if h.Prepared {
		w.Offset, w.Divisor = numbers["offset"], numbers["divisor"]
	}
	if h.Frequencies > 0 {
		w.Frequencies = mat.NewDense(h.Frequencies, h.Dim, numbers["frequencies"])
	}
	signature := numbers["signature"]
	if w.Constant != 0 {
		w.Negative, signature = signature[0] < 0, signature[1:]
	}
	for i := range h.Frequencies {
		w.Signs = append(w.Signs, signature[2*i])
	}
	if h.Exact {
		var err error
		if w.Low, err = lowOf(numbers["forms"], numbers["low"], h.Dim); err != nil {
			return nil, err
		}
	}
	p, err := NewPair(w)
	if err != nil {
		return nil, fault(err)
	}
	return p, tensors.SameSignature(numbers["signature"], p.left.Signature())
}
