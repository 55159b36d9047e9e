package dataio

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Each calls do for every row left in r, numbered from 0. The slice is reused.
func Each(ctx context.Context, r *Reader, do func(i int, row []float64)) error {
	row := make([]float64, r.Columns())
	for i := 0; ; i++ {
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		err := r.Read(row)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		do(i, row)
	}
}

// ReadAll returns all rows.
func ReadAll(ctx context.Context, r *Reader) (*mat.Dense, error) {
	t := newTable(r, -1)
	if err := Each(ctx, r, t.add); err != nil {
		return nil, err
	}
	return t.matrix()
}

// pieceNumbers is how many numbers a table of unknown length grows by.
const pieceNumbers = 1 << 17

// table collects rows: in one piece if their number is known, so that they take the memory of one copy.
type table struct {
	columns, rows int // −1: not known
	full          [][]float64
	last          []float64
	tooMany       bool
}

func newTable(r *Reader, rows int) *table {
	t := &table{columns: r.Columns(), rows: rows}
	if rows >= 0 {
		t.last = make([]float64, 0, rows*t.columns)
	}
	return t
}

func (t *table) add(_ int, row []float64) {
	if len(t.last)+len(row) > cap(t.last) {
		if t.tooMany = t.rows >= 0; t.tooMany {
			return
		}
		if t.last != nil {
			t.full = append(t.full, t.last)
		}
		t.last = make([]float64, 0, max(pieceNumbers/t.columns, 1)*t.columns)
	}
	t.last = append(t.last, row...)
}

// errOtherRows says that a file has not the rows that were counted in it.
var errOtherRows = errors.New("the file was changed while it was read; read it again")

// matrix returns the rows.
func (t *table) matrix() (*mat.Dense, error) {
	all := t.last
	if t.tooMany || t.rows >= 0 && len(all) < cap(all) {
		return nil, errOtherRows
	}
	if t.full != nil {
		all = slices.Concat(append(t.full, t.last)...)
	}
	return mat.NewDense(len(all)/t.columns, t.columns, all), nil
}

// Sample returns n rows drawn uniformly without replacement, in the order of the file, or
// all rows if there are no more than n. It reads the file once and keeps n rows (Vitter's
// Algorithm R, ACM TOMS 11, 1985). It panics if n is not positive.
func Sample(ctx context.Context, r *Reader, n int, seed uint64) (*mat.Dense, error) {
	s := newSampler(n, seed)
	if err := Each(ctx, r, s.add); err != nil {
		return nil, err
	}
	return s.matrix(r.Columns()), nil
}

// SampleOf returns what Sample returns of a file with the rows of x.
func SampleOf(x *mat.Dense, n int, seed uint64) *mat.Dense {
	rows, columns := x.Dims()
	if rows <= n {
		return x
	}
	s := newSampler(n, seed)
	for i := range rows {
		s.add(i, x.RawRowView(i))
	}
	return s.matrix(columns)
}

// sampler is a reservoir of rows.
type sampler struct {
	most   int
	random *rand.Rand
	keep   []sampled
}

// sampled is a row with its number.
type sampled struct {
	index int
	row   []float64
}

func newSampler(n int, seed uint64) *sampler {
	if n < 1 {
		panic("dataio: a sample of no rows")
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	copy(key[8:], "dataio")
	return &sampler{most: n, random: rand.New(rand.NewChaCha8(key))}
}

// add offers the sample the next row.
func (s *sampler) add(i int, row []float64) {
	if i < s.most {
		s.keep = append(s.keep, sampled{i, slices.Clone(row)})
	} else if j := s.random.IntN(i + 1); j < s.most {
		s.keep[j].index = i
		copy(s.keep[j].row, row)
	}
}

// matrix returns the rows of the sample in their order.
func (s *sampler) matrix(columns int) *mat.Dense {
	slices.SortFunc(s.keep, func(a, b sampled) int { return a.index - b.index })
	x := mat.NewDense(len(s.keep), columns, nil)
	for i, k := range s.keep {
		x.SetRow(i, k.row)
	}
	return x
}

// Ranges are the least and the greatest value of every column.
type Ranges struct {
	Min []float64 `json:"min"`
	Max []float64 `json:"max"`
}

// ScanRanges reads all rows of r: the first pass of scaling a stream. Standard input has
// no second pass; read it with ReadAll, or scale by ranges known beforehand.
func ScanRanges(ctx context.Context, r *Reader) (*Ranges, error) {
	g := newRanges(r.Columns())
	if err := Each(ctx, r, func(_ int, row []float64) { g.include(row) }); err != nil {
		return nil, err
	}
	return g, nil
}

// RangesOf returns the ranges of the columns of x.
func RangesOf(x *mat.Dense) *Ranges {
	rows, cols := x.Dims()
	g := newRanges(cols)
	for i := range rows {
		g.include(x.RawRowView(i))
	}
	return g
}

func newRanges(columns int) *Ranges {
	g := &Ranges{Min: make([]float64, columns), Max: make([]float64, columns)}
	for j := range columns {
		g.Min[j], g.Max[j] = math.Inf(1), math.Inf(-1)
	}
	return g
}

func (g *Ranges) include(row []float64) {
	for j, v := range row {
		g.Min[j] = min(g.Min[j], v)
		g.Max[j] = max(g.Max[j], v)
	}
}

// Check returns an error unless there are as many finite ranges as columns, each with its
// least value first: for ranges that come from a user.
func (g *Ranges) Check(columns int) error {
	if len(g.Min) != columns || len(g.Max) != columns {
		return fmt.Errorf("%d least and %d greatest values for %d columns; give one of each a column", len(g.Min),
			len(g.Max), columns)
	}
	for j, lo := range g.Min {
		if !(lo <= g.Max[j]) || math.IsInf(lo, 0) || math.IsInf(g.Max[j], 0) {
			return fmt.Errorf("column %d: [%v, %v] is not a range of numbers", j+1, lo, g.Max[j])
		}
	}
	return nil
}

// Scale maps every column's range to [0,1] in place, (v − min)/(max − min), and a constant column to 0. Values outside
// the range land outside [0,1]: they are not cut off. It panics if row has another length than the ranges.
func (g *Ranges) Scale(row []float64) {
	if len(row) != len(g.Min) {
		panic("dataio: row of the wrong length")
	}
	for j, v := range row {
		lo, hi := g.Min[j], g.Max[j]
		switch span := hi - lo; {
		case span == 0:
			row[j] = 0
		case math.IsInf(span, 0):
			row[j] = (v/2 - lo/2) / (hi/2 - lo/2)
		default:
			row[j] = (v - lo) / span
		}
	}
}

// ScaleAll scales every row of x in place.
func (g *Ranges) ScaleAll(x *mat.Dense) {
	rows, _ := x.Dims()
	for i := range rows {
		g.Scale(x.RawRowView(i))
	}
}
