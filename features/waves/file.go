package waves

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"krein/internal/atomicfile"
	"krein/internal/npz"
)

// Format names the files and their version: NumPy archives of the arrays
//
//	header       bytes of a JSON document: format, dim, number of frequencies of both parts, kernel
//	frequencies  (plus+minus)×dim
//	amplitudes   plus+minus
//	constant     one number, 0: there is no such column
//	offset       dim numbers: rows are (x − offset)/divisor before; none if they are taken as they are
//	divisor      dim numbers, or none
//	signature    +1 or −1 for each column
//
// or files of the same tensors in the safetensors format, the members of the header as its metadata.
const Format = "krein.map/1"

// MaxSize is the size of the largest file that is read.
const MaxSize = 1 << 30

// Error says what is wrong with a file, and where.
type Error struct {
	Where string // a member of the header or an array; may be empty
	Msg   string
}

// Error names the place and the fault.
func (e *Error) Error() string {
	if e.Where == "" {
		return "map file: " + e.Msg
	}
	return fmt.Sprintf("map file: %s: %s", e.Where, e.Msg)
}

// header is what a file says besides numbers.
type header struct {
	Format   string `json:"format"`
	Dim      int    `json:"dim"`
	Plus     int    `json:"plus"`
	Minus    int    `json:"minus"`
	Negative bool   `json:"negative_constant,omitempty"`
	Prepared bool   `json:"prepared,omitempty"`
	Kernel   string `json:"kernel,omitempty"`
}

// arrays are those of a file, after the header.
var arrays = []string{"frequencies", "amplitudes", "constant", "offset", "divisor", "signature"}

// contents returns the header and the arrays.
func (m *Map) contents() (header, map[string][]float64) {
	w := &m.numbers
	h := header{Format, w.Dim, w.Plus, len(w.Amplitudes) - w.Plus, w.Negative, w.Offset != nil, w.Kernel}
	numbers := map[string][]float64{"amplitudes": w.Amplitudes, "constant": {w.Constant}, "offset": w.Offset, "divisor": w.Divisor, "signature": m.Signature()}
	if w.Frequencies != nil {
		numbers["frequencies"] = mat.DenseCopyOf(w.Frequencies).RawMatrix().Data // rows without gaps
	}
	return h, numbers
}

// shape returns the shape of an array.
func (h *header) shape(name string, constant bool) []int {
	n := h.Plus + h.Minus
	switch name {
	case "frequencies":
		return []int{n, h.Dim}
	case "amplitudes":
		return []int{n}
	case "constant":
		return []int{1}
	case "signature":
		if constant {
			return []int{2*n + 1}
		}
		return []int{2 * n}
	}
	if h.Prepared {
		return []int{h.Dim}
	}
	return []int{0}
}

// check looks at what says how large arrays are.
func (h *header) check() error {
	switch {
	case h.Format != Format:
		return &Error{"format", fmt.Sprintf("%.40q is not %q", h.Format, Format)}
	case h.Dim < 1 || h.Dim > most:
		return &Error{"dim", fmt.Sprintf("%d is not between 1 and %d", h.Dim, most)}
	case h.Plus < 0 || h.Minus < 0 || h.Plus > most || h.Minus > most:
		return &Error{"plus, minus", fmt.Sprintf("%d and %d are not between 0 and %d", h.Plus, h.Minus, most)}
	case (h.Plus+h.Minus)*h.Dim > MaxSize/8:
		return &Error{"frequencies", "more than a file holds"}
	}
	return nil
}

// assemble makes the map.
func (h *header) assemble(numbers map[string][]float64) (*Map, error) {
	w := &Numbers{Dim: h.Dim, Constant: numbers["constant"][0], Negative: h.Negative, Amplitudes: numbers["amplitudes"], Plus: h.Plus, Kernel: h.Kernel}
	if n := len(w.Amplitudes); n > 0 {
		w.Frequencies = mat.NewDense(n, h.Dim, numbers["frequencies"])
	}
	if h.Prepared {
		w.Offset, w.Divisor = numbers["offset"], numbers["divisor"]
	}
	m, err := New(w)
	if err != nil {
		return nil, &Error{"", strings.TrimPrefix(err.Error(), "waves: ")}
	}
	for i, s := range m.Signature() {
		if s != numbers["signature"][i] {
			return nil, &Error{"signature", fmt.Sprintf("%v for column %d, which has %v", numbers["signature"][i], i, s)}
		}
	}
	return m, nil
}

// Encode writes the map as a NumPy archive.
func (m *Map) Encode(w io.Writer) error {
	h, numbers := m.contents()
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	a := npz.NewWriter(w)
	a.Bytes("header", text)
	for _, name := range arrays {
		columns := 0
		if name == "frequencies" {
			columns = h.Dim
		}
		a.Float64s(name, numbers[name], columns)
	}
	return a.Close()
}

// Save writes the map to a file, all at once: safetensors if its name ends so, else a NumPy archive.
func (m *Map) Save(path string) error {
	encode := m.Encode
	if strings.EqualFold(filepath.Ext(path), ".safetensors") {
		encode = m.EncodeSafetensors
	}
	return atomicfile.Write(path, encode)
}

// Load reads a file of Save, whatever its name. Anything unexpected, an unknown member, another version, a shape that does
// not fit, gives an error that names it, an *Error unless the file cannot be read.
func Load(path string) (*Map, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	m, err := Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Decode reads what Encode or EncodeSafetensors writes, as Load.
func Decode(r io.Reader) (*Map, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxSize {
		return nil, &Error{"", fmt.Sprintf("longer than %d bytes", MaxSize)}
	}
	if !bytes.HasPrefix(data, []byte(npz.Magic)) {
		return decodeSafetensors(data)
	}
	a, err := npz.Open(data, MaxSize, append([]string{"header"}, arrays...)...)
	if err != nil {
		return nil, &Error{"", err.Error()}
	}
	text, err := a.Bytes("header", -1)
	if err != nil {
		return nil, &Error{"header", err.Error()}
	}
	var h header
	if err := strict(text, &h); err != nil {
		return nil, &Error{"header", err.Error()}
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	numbers := map[string][]float64{}
	for _, name := range arrays {
		shape := h.shape(name, name == "signature" && numbers["constant"][0] != 0)
		columns := 0
		if name == "frequencies" {
			columns = h.Dim
		}
		n := 1
		for _, s := range shape {
			n *= s
		}
		if numbers[name], err = a.Float64s(name, n, columns); err != nil {
			return nil, &Error{name, err.Error()}
		}
	}
	return h.assemble(numbers)
}

// strict reads JSON without unknown members, and nothing after it.
func strict(text []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if dec.More() {
		return fmt.Errorf("something follows after %d bytes", dec.InputOffset())
	}
	return nil
}

// elements is the number of elements of a shape, −1 if that is negative or does not fit.
func elements(shape []int) int {
	n := 1
	for _, s := range shape {
		if s < 0 || s > 0 && n > math.MaxInt32*64/s {
			return -1
		}
		n *= s
	}
	return n
}
