package dataio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
)

// svmSource reads the sparse text of svmlight and libsvm: a label, pairs index:value, a comment
// behind #. How many columns there are is known at the end only, so that the numbers are in memory,
// sparse. Labels are no columns of the table.
type svmSource struct {
	ends   []int // of the rows, among the pairs
	index  []int32
	value  []float64
	least  int32 // the least index, 0 or 1
	width  int
	row    int
	dense  []float64
	number int // lines read
	labels *dictionary
	own    []float64 // labels, if they are kept
}

func newSVMLight(b *bufio.Reader, o *Options) (*svmSource, error) {
	if o.Label != "" && o.Label != "none" {
		return nil, fmt.Errorf("labels of svmlight files are no column of the table: leave --label %s out", o.Label)
	}
	s := &svmSource{least: 1, labels: o.labels}
	for {
		line, err := b.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if len(line) > 0 {
			s.number++
			if err := s.line(line); err != nil {
				return nil, fmt.Errorf("line %d%w", s.number, err)
			}
		}
		if err == io.EOF {
			break
		}
	}
	if w := o.Wanted; w != nil && w.FirstIndex != nil {
		if first := int32(*w.FirstIndex); s.least < first {
			return nil, fmt.Errorf("index 0, and the columns of %s begin with 1: add 1 to the indices", w.What)
		}
		s.least = int32(*w.FirstIndex)
	}
	for _, i := range s.index {
		s.width = max(s.width, int(i))
	}
	s.width += 1 - int(s.least)
	switch {
	case o.Width > 0 && s.width > o.Width:
		return nil, fmt.Errorf("index %d is beyond width=%d; give at least %d", s.width-1+int(s.least), o.Width, s.width)
	case o.Width > 0:
		s.width = o.Width
	case o.Wanted != nil: // columns behind the last pair are 0
		s.width = max(s.width, o.Wanted.Width)
	}
	if s.width > mostColumns {
		return nil, fmt.Errorf("an index of %d: rows are held with all their columns, which does not fit; renumber them",
			s.width-1+int(s.least))
	}
	if s.width == 0 {
		return nil, errors.New("no pair index:value in the whole file")
	}
	return s, nil
}

// line reads a row.
func (s *svmSource) line(line []byte) error {
	line, _, _ = bytes.Cut(line, []byte("#"))
	fields := bytes.Fields(line)
	if len(fields) == 0 {
		return nil
	}
	last := int32(-1)
	for k, field := range fields[1:] {
		name, text, ok := bytes.Cut(field, []byte(":"))
		if ok && string(name) == "qid" {
			continue
		}
		i, n := number64(name)
		if !ok || n != len(name) || n == 0 || i != math.Trunc(i) || i < 0 || i > math.MaxInt32 {
			return fmt.Errorf(", word %d: %s is not index:value", k+2, quote(string(field)))
		}
		if int32(i) <= last {
			return fmt.Errorf(", word %d: index %d comes after %d; sort the indices", k+2, int(i), last)
		}
		last = int32(i)
		v, n := number64(text)
		if n != len(text) || n == 0 {
			l := lines{}
			var err error
			if v, err = l.cell(text, s.number, int(i)-1); err != nil {
				return fmt.Errorf(", word %d: %s is no finite number", k+2, quote(string(text)))
			}
		}
		s.least = min(s.least, last)
		s.index, s.value = append(s.index, last), append(s.value, v)
	}
	s.ends = append(s.ends, len(s.index))
	if s.labels != nil {
		s.own = append(s.own, s.labels.number(fields[0]))
	}
	return nil
}

func (s *svmSource) columns() int    { return s.width }
func (s *svmSource) names() []string { return nil }
func (s *svmSource) rows() int       { return len(s.ends) }
func (s *svmSource) stop(bool)       {}

func (s *svmSource) next(int) ([]float64, error) {
	if s.row == len(s.ends) {
		return nil, io.EOF
	}
	rows := min(max(blockNumbers/s.width, 1), len(s.ends)-s.row)
	if s.dense == nil {
		s.dense = make([]float64, rows*s.width)
	}
	s.dense = s.dense[:rows*s.width]
	clear(s.dense)
	for i := range rows {
		from := 0
		if s.row+i > 0 {
			from = s.ends[s.row+i-1]
		}
		for k := from; k < s.ends[s.row+i]; k++ {
			s.dense[i*s.width+int(s.index[k]-s.least)] = s.value[k]
		}
	}
	s.row += rows
	return s.dense, nil
}
