package dataio

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Moments are the mean and the standard deviation of every column, with the number of rows as divisor.
type Moments struct {
	Mean []float64 `json:"mean"`
	SD   []float64 `json:"sd"`
}

// ScanMoments reads all rows of r, as [ScanRanges] does.
func ScanMoments(ctx context.Context, r *Reader) (*Moments, error) {
	m, n := newMoments(r.Columns()), 0
	if err := Each(ctx, r, func(_ int, row []float64) { n++; m.include(row, n) }); err != nil {
		return nil, err
	}
	m.finish(n)
	return m, nil
}

// MomentsOf returns those of the columns of x.
func MomentsOf(x *mat.Dense) *Moments {
	rows, cols := x.Dims()
	m := newMoments(cols)
	for i := range rows {
		m.include(x.RawRowView(i), i+1)
	}
	m.finish(rows)
	return m
}

func newMoments(columns int) *Moments {
	return &Moments{Mean: make([]float64, columns), SD: make([]float64, columns)}
}

// include adds row number n, from 1, by Welford's recurrence: SD has sums of squares meanwhile.
func (m *Moments) include(row []float64, n int) {
	for j, v := range row {
		before := v - m.Mean[j]
		m.Mean[j] += before / float64(n)
		m.SD[j] += before * (v - m.Mean[j])
	}
}

func (m *Moments) finish(n int) {
	for j, s := range m.SD {
		m.SD[j] = math.Sqrt(s / float64(max(n, 1)))
	}
}

// Check returns an error unless there are as many finite means and deviations as columns: for moments
// that come from a user.
func (m *Moments) Check(columns int) error {
	if len(m.Mean) != columns || len(m.SD) != columns {
		return fmt.Errorf("%d means and %d standard deviations for %d columns; give one of each a column",
			len(m.Mean), len(m.SD), columns)
	}
	for j, sd := range m.SD {
		if !(sd >= 0) || math.IsInf(sd, 0) || math.IsNaN(m.Mean[j]-m.Mean[j]) {
			return fmt.Errorf("column %d: mean %v and standard deviation %v are not numbers of a column", j+1, m.Mean[j], sd)
		}
	}
	return nil
}

// Scale maps every column to (v − mean)/sd in place, and a constant column to 0. It panics if row has
// another length than the moments.
func (m *Moments) Scale(row []float64) {
	if len(row) != len(m.Mean) {
		panic("dataio: row of the wrong length")
	}
	for j, v := range row {
		if row[j] = 0; m.SD[j] > 0 {
			row[j] = (v - m.Mean[j]) / m.SD[j]
		}
	}
}
