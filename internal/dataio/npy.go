package dataio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"krein/internal/npy"
)

type npySource struct {
	r       *bufio.Reader
	n, d    int
	size    int // bytes a number
	order   binary.ByteOrder
	buf     []byte
	next    int       // row to read
	fortran bool      // columns first in the file
	table   []float64 // the whole of a Fortran table, read when first needed
}

func newNPY(b *bufio.Reader) (*npySource, error) {
	h, err := npy.Read(b)
	if err != nil {
		return nil, err
	}
	s := &npySource{r: b, fortran: h.Fortran, order: binary.LittleEndian}
	switch h.Descr {
	case "<f4":
		s.size = 4
	case "<f8":
		s.size = 8
	case ">f4":
		s.size, s.order = 4, binary.BigEndian
	case ">f8":
		s.size, s.order = 8, binary.BigEndian
	default:
		return nil, fmt.Errorf("npy numbers of type %s; save the array as float64: numpy.save(file, x.astype('<f8'))", quote(h.Descr))
	}
	switch len(h.Shape) {
	case 1:
		s.n, s.d = h.Shape[0], 1
	case 2:
		s.n, s.d = h.Shape[0], h.Shape[1]
	default:
		return nil, fmt.Errorf("npy array of %d dimensions; give one of shape (rows, columns)", len(h.Shape))
	}
	if s.d == 0 {
		return nil, errors.New("npy array without columns")
	}
	if s.d > math.MaxInt/8 || s.n > math.MaxInt/8/s.d {
		return nil, fmt.Errorf("npy shape (%d, %d) is beyond any memory; the file is damaged", s.n, s.d)
	}
	return s, nil
}

func (s *npySource) columns() int    { return s.d }
func (s *npySource) names() []string { return nil }
func (s *npySource) rows() int       { return s.n }

func (s *npySource) place(column int) string {
	return fmt.Sprintf("row %d, column %d", s.next, column+1)
}

func (s *npySource) read(dst []float64, skip int) error {
	if s.next == s.n {
		return io.EOF
	}
	if s.fortran {
		if s.table == nil {
			if err := s.readTable(); err != nil {
				return err
			}
		}
		for j := range dst {
			dst[j] = s.table[j*s.n+s.next]
		}
		s.next++
		return nil
	}
	// In pieces, so that a hostile width does not allocate before data arrive.
	for j := 0; j < len(dst); {
		k, err := s.numbers(dst[j:])
		if err != nil {
			return fmt.Errorf("row %d of %d: %w", s.next+1, s.n, err)
		}
		j += k
	}
	s.next++
	return nil
}

// readTable reads an array stored by columns, whose first row is complete only near the
// end of the file. Memory grows with what is there, not with what the header claims.
func (s *npySource) readTable() error {
	total := s.n * s.d
	var piece [4096]float64
	for len(s.table) < total {
		k, err := s.numbers(piece[:min(len(piece), total-len(s.table))])
		if err != nil {
			return fmt.Errorf("number %d of %d: %w", len(s.table)+1, total, err)
		}
		s.table = append(s.table, piece[:k]...)
	}
	return nil
}

// numbers decodes at least one number and at most len(dst).
func (s *npySource) numbers(dst []float64) (int, error) {
	if s.buf == nil {
		s.buf = make([]byte, 1<<15)
	}
	k := min(len(dst), len(s.buf)/s.size)
	if _, err := io.ReadFull(s.r, s.buf[:k*s.size]); err != nil {
		return 0, npy.Whole(err)
	}
	for i := range k {
		if s.size == 4 {
			dst[i] = float64(math.Float32frombits(s.order.Uint32(s.buf[4*i:])))
		} else {
			dst[i] = math.Float64frombits(s.order.Uint64(s.buf[8*i:]))
		}
	}
	return k, nil
}
