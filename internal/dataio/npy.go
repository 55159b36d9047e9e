package dataio

import (
	"errors"
	"fmt"
	"io"
	"math"

	"krein/internal/npy"
)

// blockNumbers is how many numbers of an array are decoded at a time, or a row if that is longer.
const blockNumbers = 1 << 15

type npySource struct {
	r       io.Reader
	n, d    int
	number  number
	sealed  bool // a checksum follows the numbers
	bytes   []byte
	row     int       // the next one
	fortran bool      // columns first in the file
	cells   []float64 // the rows given out; of a Fortran table all of them
	turned  []float64 // the rows given out of a Fortran table
}

// newNPY reads the header; sealed says that r is of an archive or compressed, which has a checksum at its end.
func newNPY(r io.Reader, sealed bool) (*npySource, error) {
	h, err := npy.Read(r)
	if err != nil {
		return nil, err
	}
	s := &npySource{r: r, sealed: sealed, fortran: h.Fortran}
	if s.number, err = numberOf(h.Descr); err != nil {
		return nil, err
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

func (s *npySource) stop(bool) {}

func (s *npySource) next(skip int) ([]float64, error) {
	if s.row == s.n {
		return nil, io.EOF
	}
	rows := min(max(blockNumbers/s.d, 1), s.n-s.row)
	cells, err := s.decode(rows)
	if err != nil {
		return nil, err
	}
	first := s.row
	s.row += rows
	if s.row == s.n && s.sealed { // before the last rows are given out
		switch n, err := io.ReadFull(s.r, s.bytes[:1]); {
		case n > 0:
			return nil, fmt.Errorf("bytes follow the %d rows of the array; the file is damaged", s.n)
		case err != io.EOF:
			return nil, err
		}
	}
	for i := 0; i < len(cells); i += s.d {
		for j, v := range cells[i : i+s.d] {
			if v-v != 0 && j != skip {
				return cells[:i], notFinite(fmt.Sprintf("row %d, column %d", first+i/s.d+1, j+1), v)
			}
		}
	}
	return cells, nil
}

// decode returns the next rows.
func (s *npySource) decode(rows int) ([]float64, error) {
	if !s.fortran {
		s.cells = s.cells[:0]
		if at, err := s.numbers(rows * s.d); err != nil {
			return nil, fmt.Errorf("row %d of %d: %w", s.row+at/s.d+1, s.n, err)
		}
		return s.cells, nil
	}
	// The first row is complete only near the end of the file.
	if s.row == 0 {
		if at, err := s.numbers(s.n * s.d); err != nil {
			return nil, fmt.Errorf("number %d of %d: %w", at+1, s.n*s.d, err)
		}
	}
	s.turned = s.turned[:0]
	for i := range rows {
		for j := range s.d {
			s.turned = append(s.turned, s.cells[j*s.n+s.row+i])
		}
	}
	return s.turned, nil
}

// numbers appends so many numbers to cells, in pieces, so that memory grows with what is there and
// not with what the header claims. It returns how many came before an error.
func (s *npySource) numbers(count int) (int, error) {
	if s.bytes == nil {
		s.bytes = make([]byte, 1<<18)
	}
	for done := 0; done < count; {
		k := min(count-done, len(s.bytes)/s.number.size)
		piece := s.bytes[:k*s.number.size]
		if _, err := io.ReadFull(s.r, piece); err != nil {
			return done, npy.Whole(err)
		}
		s.cells = s.number.decode(s.cells, piece)
		done += k
	}
	return count, nil
}
