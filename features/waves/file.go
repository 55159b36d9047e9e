package waves

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"gonum.org/v1/gonum/mat"

	"krein/internal/document"
	"krein/internal/tensors"
)

// Format names the files and their version: NumPy archives of the arrays
//
//	header       bytes of a JSON document: format, dim, number of frequencies of both parts, kernel; whether rows are
//	             prepared by offset and divisor and divided by their lengths (unit); names of the columns and of the label
//	frequencies  (plus+minus)×dim
//	amplitudes   plus+minus
//	constant     one number, 0: there is no such column
//	offset       dim numbers: rows are (x − offset)/divisor before; none if they are taken as they are
//	divisor      dim numbers, or none
//	signature    +1 or −1 for each column
//
// or files of the same tensors in the safetensors format, the members of the header as its metadata.
const Format = "krein.map/1"

// Error says what is wrong with a file (Msg), and where: a member of the header or an array, if Where is not empty.
type Error = document.Error

// header is what a file says besides numbers.
type header struct {
	Format   string `json:"format"`
	Dim      int    `json:"dim"`
	Plus     int    `json:"plus"`
	Minus    int    `json:"minus"`
	Negative bool   `json:"negative_constant,omitempty"`
	Prepared bool   `json:"prepared,omitempty"` // offset and divisor are there
	Unit     bool   `json:"unit,omitempty"`     // rows are divided by their lengths then
	Kernel   string `json:"kernel,omitempty"`
	// Names are those of the columns, and Label that of the column that was dropped as the label.
	Names []string `json:"names,omitempty"`
	Label string   `json:"label,omitempty"`
	First *int     `json:"first_index,omitempty"` // of the columns of svmlight rows
}

// arrays are those of a file, after the header.
var arrays = []string{"frequencies", "amplitudes", "constant", "offset", "divisor", "signature"}

// contents returns what a file has.
func (m *Map) contents() (*tensors.Contents, error) {
	w := &m.numbers
	h := header{Format: Format, Dim: w.Dim, Plus: w.Plus, Minus: len(w.Amplitudes) - w.Plus, Negative: w.Negative,
		Prepared: w.Offset != nil, Unit: w.Unit, Kernel: w.Kernel, Names: w.Names, Label: w.Label, First: w.FirstIndex}
	numbers := map[string][]float64{"amplitudes": w.Amplitudes, "constant": {w.Constant}, "offset": w.Offset,
		"divisor": w.Divisor, "signature": m.Signature()}
	if w.Frequencies != nil {
		numbers["frequencies"] = mat.DenseCopyOf(w.Frequencies).RawMatrix().Data // rows without gaps
	}
	text, err := json.Marshal(h)
	c := &tensors.Contents{Header: text, Metadata: h.metadata()}
	for _, name := range arrays {
		c.Arrays = append(c.Arrays, tensors.Array{Name: name, Data: numbers[name], Columns: h.width(name)})
	}
	return c, err
}

// width is the length of the rows of an array, 0 for one of one dimension.
func (h *header) width(name string) int {
	if name == "frequencies" {
		return h.Dim
	}
	return 0
}

// length is how many numbers an array has, behind others.
func (h *header) length(name string, before map[string][]float64) int {
	n := h.Plus + h.Minus
	switch name {
	case "frequencies":
		return n * h.Dim
	case "amplitudes":
		return n
	case "constant":
		return 1
	case "signature":
		if before["constant"][0] != 0 {
			return 2*n + 1
		}
		return 2 * n
	}
	if h.Prepared {
		return h.Dim
	}
	return 0
}

// check looks at what says how large arrays are.
func (h *header) check() error {
	switch {
	case h.Format != Format:
		return tensors.Fault("format", "%.40q is not %q", h.Format, Format)
	case h.Dim < 1 || h.Dim > most:
		return tensors.Fault("dim", "%d is not between 1 and %d", h.Dim, most)
	case h.Plus < 0 || h.Minus < 0 || h.Plus > most || h.Minus > most:
		return tensors.Fault("plus, minus", "%d and %d are not between 0 and %d", h.Plus, h.Minus, most)
	case (h.Plus+h.Minus)*h.Dim > tensors.MaxSize/8:
		return tensors.Fault("frequencies", "more than a file holds")
	}
	return nil
}

// assemble makes the map.
func (h *header) assemble(numbers map[string][]float64) (*Map, error) {
	w := &Numbers{Dim: h.Dim, Constant: numbers["constant"][0], Negative: h.Negative, Amplitudes: numbers["amplitudes"],
		Plus: h.Plus, Kernel: h.Kernel}
	w.Unit, w.Names, w.Label, w.FirstIndex = h.Unit, h.Names, h.Label, h.First
	if n := len(w.Amplitudes); n > 0 {
		w.Frequencies = mat.NewDense(n, h.Dim, numbers["frequencies"])
	}
	if h.Prepared {
		w.Offset, w.Divisor = numbers["offset"], numbers["divisor"]
	}
	m, err := New(w)
	if err != nil {
		return nil, fault(err)
	}
	if err := tensors.SameSignature(numbers["signature"], m.Signature()); err != nil {
		return nil, err
	}
	return m, nil
}

// fault is an error of New as one of a file.
func fault(err error) error {
	if e := (*Error)(nil); errors.As(err, &e) {
		return err
	}
	return tensors.Fault("", "%s", strings.TrimPrefix(err.Error(), "waves: "))
}

// Encode writes the map as a NumPy archive.
func (m *Map) Encode(w io.Writer) error { return tensors.Source(m.contents).EncodeNumPy(w) }

// EncodeSafetensors writes the map as a safetensors file: tensors F64 named like the arrays of the NumPy archive, the
// members of the header as metadata (strings).
func (m *Map) EncodeSafetensors(w io.Writer) error {
	return tensors.Source(m.contents).EncodeSafetensors(w)
}

// Save writes the map to a file, all at once: safetensors if its name ends so, else a NumPy archive.
func (m *Map) Save(path string) error { return tensors.Source(m.contents).Save(path) }

// Load reads a file of Save, whatever its name. Anything unexpected, an unknown member, another version, a shape that
// does not fit, gives an error that names it, an *Error unless the file cannot be read.
func Load(path string) (*Map, error) { return document.Load(path, Decode) }

// Decode reads what Encode or EncodeSafetensors writes, as Load.
func Decode(file io.Reader) (*Map, error) {
	r, err := tensors.Open(file, arrays...)
	if err != nil {
		return nil, err
	}
	var h header
	text, metadata := r.Text()
	if metadata == nil {
		if err := document.Strict(text, &h); err != nil {
			return nil, tensors.Fault("header", "%v", err)
		}
	} else if h, err = readMetadata(metadata); err != nil {
		return nil, err
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	numbers, err := r.Numbers(h.length, h.width)
	if err != nil {
		return nil, err
	}
	return h.assemble(numbers)
}
