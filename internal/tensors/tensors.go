// Package tensors has files of named arrays of float64 beside a short text, as NumPy archives and in the
// safetensors format: bytes that depend on the contents only, and a reader that knows beforehand
// which arrays there are, in which order and of which shapes.
package tensors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"krein/internal/atomicfile"
	"krein/internal/npz"
)

// Array is a tensor of one dimension or, if Columns is not 0, of rows of so many numbers.
type Array struct {
	Name    string
	Data    []float64
	Columns int
}

// shape returns the lengths of the dimensions of an array of n numbers.
func shape(n, columns int) []int {
	if columns == 0 {
		return []int{n}
	}
	return []int{n / columns, columns}
}

// Error says what is wrong with a file, and where.
type Error struct {
	Where string // an array or "header"; empty: the file itself
	Msg   string
}

// Error names the place and the fault.
func (e *Error) Error() string {
	if e.Where == "" {
		return e.Msg
	}
	return e.Where + ": " + e.Msg
}

// Contents are what a file has.
type Contents struct {
	// Header is the text of NumPy archives, a JSON document.
	Header []byte
	// Metadata is that of safetensors files.
	Metadata map[string]string
	Arrays   []Array
}

// header is the name of the text among the arrays of a NumPy archive.
const header = "header"

// EncodeNumPy writes a NumPy archive: the header, then the arrays.
func (c *Contents) EncodeNumPy(w io.Writer) error {
	a := npz.NewWriter(w)
	a.Bytes(header, c.Header)
	for _, t := range c.Arrays {
		a.Float64s(t.Name, t.Data, t.Columns)
	}
	return a.Close()
}

// Save writes a file, all at once: safetensors if its name ends so, else a NumPy archive.
func (c *Contents) Save(path string) error {
	if strings.EqualFold(filepath.Ext(path), ".safetensors") {
		return atomicfile.Write(path, c.EncodeSafetensors)
	}
	return atomicfile.Write(path, c.EncodeNumPy)
}

// Reader reads a file in memory. Its errors are of type *Error, but those of reading the bytes.
type Reader struct {
	header   []byte
	metadata map[string]string
	arrays   *npz.Reader
	tensors  *safetensors
}

// Open opens a file of the kind of Contents that has the named arrays, in this order. It refuses archives that
// would unpack to more than limit bytes.
func Open(file io.Reader, limit int64, names ...string) (*Reader, error) {
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &Error{"", fmt.Sprintf("longer than %d bytes", limit)}
	}
	if !bytes.HasPrefix(data, []byte(npz.Magic)) {
		s, err := openSafetensors(data, names)
		if err != nil {
			return nil, err
		}
		return &Reader{metadata: s.metadata, tensors: s}, nil
	}
	a, err := npz.Open(data, limit, append([]string{header}, names...)...)
	if err != nil {
		return nil, &Error{"", err.Error()}
	}
	text, err := a.Bytes(header, -1)
	if err != nil {
		return nil, &Error{header, err.Error()}
	}
	return &Reader{header: text, arrays: a}, nil
}

// Text returns the header of a NumPy archive, or the metadata of a safetensors file; the other is nil.
func (r *Reader) Text() (header []byte, metadata map[string]string) { return r.header, r.metadata }

// Numbers returns the next array, of n numbers: of one dimension, or if columns is not 0 of rows of so many.
func (r *Reader) Numbers(name string, n, columns int) ([]float64, error) {
	switch {
	case n < 0:
		return nil, &Error{name, "more numbers than a file holds"}
	case r.tensors != nil:
		return r.tensors.next(name, shape(n, columns))
	}
	v, err := r.arrays.Float64s(name, n, columns)
	if err != nil {
		return nil, &Error{name, err.Error()}
	}
	return v, nil
}

// Close returns an error if something follows the last array.
func (r *Reader) Close() error {
	if r.tensors != nil {
		return r.tensors.end()
	}
	return nil
}

// Strict reads JSON without unknown members, and nothing after it.
func Strict(text []byte, v any) error {
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
