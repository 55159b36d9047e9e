package decompose

import (
	"bytes"
	"fmt"
	"io"

	"krein/internal/decompose/segment"
	"krein/internal/document"
	"krein/internal/npz"
)

// headerMost is the size of the largest header of a .npz table, in bytes.
const headerMost = 1 << 20

// arrayNames are the entries of every .npz table, in this order.
func arrayNames() []string {
	sides, _ := new(tableFile).sides()
	names := []string{"header"}
	for _, s := range sides {
		names = append(names, s+"_edges", s+"_kinds", s+"_coefs")
	}
	return names
}

// EncodeNPZ writes d as a krein.table/2 archive for numpy.load: the array header holds the bytes of the JSON document
// without its arrays, and each side of a part has three arrays, such as plus_lower_edges, plus_lower_kinds and
// plus_lower_coefs; those of a part without radii are empty. Both parts' Radii must be *Table or nil.
func (d *Decomposition) EncodeNPZ(w io.Writer) error {
	f, err := d.document()
	if err != nil {
		return err
	}
	data, err := f.archive()
	if err != nil {
		return err
	}
	return document.Decomposition.Write(w, data)
}

// archive returns the document as an archive.
func (f *tableFile) archive() ([]byte, error) {
	head, err := document.Compact(f.header())
	if err != nil {
		return nil, err
	}
	if len(head) > headerMost {
		return nil, fmt.Errorf("decompose: a header of %d bytes; at most %d are read", len(head), headerMost)
	}
	var b bytes.Buffer
	z := npz.NewWriter(&b)
	z.Bytes("header", head)
	names, sides := f.sides()
	for i, s := range sides {
		if s == nil {
			s = new(sideFile)
		}
		s.writeArrays(z, names[i])
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// kindBytes returns the kinds, which check has found to be in range.
func (f *sideFile) kindBytes() []byte {
	b := make([]byte, len(f.Kinds))
	for i, k := range f.Kinds {
		b[i] = byte(k)
	}
	return b
}

// decodeNPZ reads an archive.
func decodeNPZ(data []byte) (*tableFile, error) {
	r, err := npz.Open(document.Decomposition, data, arrayNames()...)
	if err != nil {
		return nil, err
	}
	head, err := r.Bytes("header", -1)
	if err != nil {
		return nil, err
	}
	if len(head) > headerMost {
		return nil, fault("header", "of %d bytes", len(head))
	}
	f, err := decodeDocument(head)
	if err != nil {
		return nil, err
	}
	names, sides := f.sides()
	for i, s := range sides {
		if s == nil {
			s = new(sideFile)
		}
		if err := s.readArrays(r, names[i]); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// writeArrays adds the arrays of a side, which check has found to be in range.
func (f *sideFile) writeArrays(z *npz.Writer, name string) {
	z.Float64s(name+"_edges", f.Edges, 0)
	z.Bytes(name+"_kinds", f.kindBytes())
	z.Float64s(name+"_coefs", f.Coefs, segment.Order)
}

// readArrays reads the arrays of a side that has none.
func (f *sideFile) readArrays(r *npz.Reader, name string) error {
	if f.Edges != nil || f.Kinds != nil || f.Coefs != nil {
		return fault(name, "the header of an archive holds arrays")
	}
	n := f.Segments
	if n < 0 || n > maxSegments {
		return fault(name, "%d segments", n)
	}
	edges := n + 1
	if n == 0 {
		edges = 0
	}
	var err error
	if f.Edges, err = r.Float64s(name+"_edges", edges, 0); err != nil {
		return err
	}
	kinds, err := r.Bytes(name+"_kinds", n)
	if err != nil {
		return err
	}
	f.Kinds = make([]int, n)
	for i, k := range kinds {
		f.Kinds[i] = int(k)
	}
	f.Coefs, err = r.Float64s(name+"_coefs", segment.Order*n, segment.Order)
	return err
}
