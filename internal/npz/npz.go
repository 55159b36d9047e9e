// Package npz reads and writes NumPy's archives of arrays: a zip of npy files. It holds
// what a strict format needs: the archive's bytes depend on its contents only, and a reader
// knows beforehand which arrays there are, in which order and of which shapes.
package npz

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"krein/internal/document"
	"krein/internal/npy"
)

// Writer writes an archive, stored, not compressed: the mantissas of measured numbers do
// not compress. The first error stays and is returned by Close.
type Writer struct {
	z   *zip.Writer
	err error
}

// NewWriter starts an archive.
func NewWriter(w io.Writer) *Writer { return &Writer{z: zip.NewWriter(w)} }

// epoch is the time of every entry, the earliest that a zip can say.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func (w *Writer) begin(name string, h npy.Header) io.Writer {
	e, err := w.z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store, Modified: epoch})
	if err == nil {
		_, err = e.Write(h.Append(nil))
	}
	w.err = err
	return e
}

// Float64s adds an array of float64: of one dimension if columns is 0, else of rows of that
// many numbers. It panics if the last row is not full.
func (w *Writer) Float64s(name string, data []float64, columns int) {
	shape := []int{len(data)}
	if columns > 0 {
		if len(data)%columns != 0 {
			panic("npz: a row is not full")
		}
		shape = []int{len(data) / columns, columns}
	}
	if w.err != nil {
		return
	}
	e := w.begin(name, npy.Header{Descr: "<f8", Shape: shape})
	buf := make([]byte, 0, 1<<12)
	for len(data) > 0 && w.err == nil {
		n := min(len(data), cap(buf)/8)
		buf = AppendFloat64s(buf[:0], data[:n])
		data = data[n:]
		_, w.err = e.Write(buf)
	}
}

// AppendFloat64s appends the little-endian bytes of data.
func AppendFloat64s(dst []byte, data []float64) []byte {
	dst = slices.Grow(dst, 8*len(data))
	for _, v := range data {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// Finite reports whether all numbers are.
func Finite(data []float64) bool {
	return !slices.ContainsFunc(data, func(v float64) bool { return math.IsNaN(v - v) })
}

// Bytes adds an array of uint8 of one dimension.
func (w *Writer) Bytes(name string, data []byte) {
	if w.err != nil {
		return
	}
	if e := w.begin(name, npy.Header{Descr: "|u1", Shape: []int{len(data)}}); w.err == nil {
		_, w.err = e.Write(data)
	}
}

// Close ends the archive, not the writer below.
func (w *Writer) Close() error {
	if w.err == nil {
		w.err = w.z.Close()
	}
	return w.err
}

// Magic is how every archive with an entry begins.
const Magic = "PK\x03\x04"

// most is by how much an archive may grow when it is unpacked: sums of float64 arrays do
// not shrink like that, bombs do.
const most = 100

// Reader reads an archive in memory.
type Reader struct {
	kind  *document.Kind
	files map[string]*zip.File
}

// Open opens an archive that holds exactly the named arrays in this order. It refuses an
// archive that claims to unpack to more than a file of its kind has, or to 100 times its size and
// 64 KiB; the methods allocate no more than that. All errors are of type *document.Error.
func Open(kind *document.Kind, data []byte, names ...string) (*Reader, error) {
	if !bytes.HasPrefix(data, []byte(Magic)) {
		return nil, kind.Fault("", "not a zip archive")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, kind.Fault("", "the zip archive is damaged or truncated: %v", err)
	}
	if z.Comment != "" {
		return nil, kind.Fault("", "the archive has a comment, which no table has")
	}
	r := &Reader{kind, map[string]*zip.File{}}
	room := uint64(min(int64(kind.MaxSize), most*int64(len(data))+1<<16))
	for i, f := range z.File {
		if i >= len(names) {
			return nil, kind.Fault("", "unknown further entry %.80q", f.Name)
		}
		name := names[i]
		if f.Name != name+".npy" {
			return nil, kind.Fault(name, "entry %d of the archive is %.80q", i+1, f.Name)
		}
		if f.Method != zip.Store && f.Method != zip.Deflate || f.Flags&1 != 0 {
			return nil, kind.Fault(name, "packed by an unknown method, or encrypted")
		}
		if f.CompressedSize64 > uint64(len(data)) {
			return nil, kind.Fault(name, "claims %d bytes of an archive of %d", f.CompressedSize64, len(data))
		}
		if f.UncompressedSize64 > room {
			return nil, kind.Fault(name, "claims %d bytes: the archive would unpack to more than its size permits",
				f.UncompressedSize64)
		}
		room -= f.UncompressedSize64
		r.files[name] = f
	}
	if len(z.File) < len(names) {
		return nil, kind.Fault(names[len(z.File)], "missing")
	}
	return r, nil
}

// Float64s returns an array of little-endian float64 of n numbers, in rows of the length
// columns unless that is 0: of exactly this shape. It panics if the array was not named to Open.
func (r *Reader) Float64s(name string, n, columns int) ([]float64, error) {
	shape := []int{n}
	if columns > 0 {
		shape = []int{n / columns, columns}
	}
	b, err := r.read(name, "<f8", 8, shape)
	if err != nil {
		return nil, err
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out, nil
}

// Bytes returns an array of uint8 of one dimension: of n numbers, or of any number if n < 0.
func (r *Reader) Bytes(name string, n int) ([]byte, error) {
	return r.read(name, "|u1", 1, []int{n})
}

// read returns the bytes of an array.
func (r *Reader) read(name, descr string, size int, shape []int) ([]byte, error) {
	f := r.files[name]
	if f == nil {
		panic("npz: array " + name + " was not named to Open")
	}
	e, err := f.Open()
	if err != nil {
		return nil, r.kind.Fault(name, "%v", err)
	}
	defer e.Close()
	h, err := npy.Read(e)
	switch {
	case err != nil:
		return nil, r.kind.Fault(name, "%v", err)
	case h.Descr != descr:
		return nil, r.kind.Fault(name, "numbers of type %.20q, want %q", h.Descr, descr)
	case h.Fortran:
		return nil, r.kind.Fault(name, "stored by columns")
	}
	bad := len(h.Shape) != len(shape)
	total := uint64(1)
	for i := 0; i < len(shape) && !bad; i++ {
		if shape[i] < 0 {
			shape[i] = h.Shape[i]
		}
		bad = h.Shape[i] != shape[i]
		total *= uint64(shape[i])
	}
	if bad {
		return nil, r.kind.Fault(name, "shape %.60s, want %v", fmt.Sprint(h.Shape), shape)
	}
	if total > f.UncompressedSize64/uint64(size) {
		return nil, r.kind.Fault(name, "%d numbers are claimed, but the entry has %d bytes", total,
			f.UncompressedSize64)
	}
	b := make([]byte, total*uint64(size))
	if _, err := io.ReadFull(e, b); err != nil {
		return nil, r.kind.Fault(name, "the array ends early: %v", npy.Whole(err))
	}
	// The end of the entry is where the zip's own checksum is compared.
	if n, err := io.Copy(io.Discard, e); err != nil || n > 0 {
		if err == nil {
			err = fmt.Errorf("%d bytes after the array", n)
		}
		return nil, r.kind.Fault(name, "%v", err)
	}
	return b, nil
}
