// Package tensors has map files, named arrays of float64 beside a short text, as NumPy archives and in the
// safetensors format: bytes that depend on the contents only, and a reader that knows beforehand
// which arrays there are, in which order and of which shapes.
package tensors

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"krein/internal/atomicfile"
	"krein/internal/document"
	"krein/internal/npz"
)

// MaxSize is the size of the largest file that is read.
const MaxSize = 1 << 30

// file is a map file.
var file = &document.Kind{Name: "map file", MaxSize: MaxSize}

// Fault returns an error that says what is wrong with a map file, and where: an array, "header", a member of it or a
// kind of block.
var Fault = file.Fault

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

// Source makes the contents of a file.
type Source func() (*Contents, error)

// EncodeNumPy writes the contents as a NumPy archive.
func (s Source) EncodeNumPy(w io.Writer) error {
	return s.with(func(c *Contents) error { return c.EncodeNumPy(w) })
}

// EncodeSafetensors writes the contents as a safetensors file.
func (s Source) EncodeSafetensors(w io.Writer) error {
	return s.with(func(c *Contents) error { return c.EncodeSafetensors(w) })
}

// Save writes the contents to a file, all at once: safetensors if its name ends so, else a NumPy archive.
func (s Source) Save(path string) error {
	return s.with(func(c *Contents) error {
		if strings.EqualFold(filepath.Ext(path), ".safetensors") {
			return atomicfile.Write(path, c.EncodeSafetensors)
		}
		return atomicfile.Write(path, c.EncodeNumPy)
	})
}

func (s Source) with(write func(*Contents) error) error {
	c, err := s()
	if err != nil {
		return err
	}
	return write(c)
}

// SameSignature returns an error unless the signature of a file is that of the map that was made of it.
func SameSignature(file, made []float64) error {
	for i, s := range made {
		if s != file[i] {
			return Fault("signature", "%v for column %d, which has %v", file[i], i, s)
		}
	}
	return nil
}

// Reader reads a file in memory. Its errors are of type *document.Error, but those of reading the bytes.
type Reader struct {
	names    []string
	header   []byte
	metadata map[string]string
	arrays   *npz.Reader
	tensors  *safetensors
}

// Open opens a file of the kind of Contents that has the named arrays, in this order. It refuses files, and archives
// that would unpack to more, of over MaxSize bytes.
func Open(r io.Reader, names ...string) (*Reader, error) {
	b := bufio.NewReader(r)
	if head, err := b.Peek(safetensorsHead); (err == nil || err == io.EOF) && !bytes.HasPrefix(head, []byte(npz.Magic)) {
		if err := beginsSafetensors(head); err != nil { // which is known before all of it is in memory
			return nil, err
		}
	}
	data, err := file.ReadAll(b)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte(npz.Magic)) {
		s, err := openSafetensors(data, names)
		if err != nil {
			return nil, err
		}
		return &Reader{names: names, metadata: s.metadata, tensors: s}, nil
	}
	a, err := npz.Open(file, data, append([]string{header}, names...)...)
	if err != nil {
		return nil, err
	}
	text, err := a.Bytes(header, -1)
	if err != nil {
		return nil, err
	}
	return &Reader{names: names, header: text, arrays: a}, nil
}

// Text returns the header of a NumPy archive, or the metadata of a safetensors file; the other is nil.
func (r *Reader) Text() (header []byte, metadata map[string]string) { return r.header, r.metadata }

// Numbers reads the arrays. It asks how many numbers each has, given those before it, and how long its rows are, 0 for an array of
// one dimension.
func (r *Reader) Numbers(length func(name string, before map[string][]float64) int, columns func(name string) int) (
	numbers map[string][]float64, err error) {
	numbers = map[string][]float64{}
	for _, name := range r.names {
		switch n := length(name, numbers); {
		case n < 0:
			return nil, Fault(name, "more numbers than a file holds")
		case r.tensors != nil:
			numbers[name], err = r.tensors.next(name, shape(n, columns(name)))
		default:
			numbers[name], err = r.arrays.Float64s(name, n, columns(name))
		}
		if err != nil {
			return nil, err
		}
	}
	if r.tensors != nil {
		err = r.tensors.end()
	}
	return numbers, err
}
