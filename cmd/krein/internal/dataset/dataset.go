// Package dataset reads rows of data, prepares them for a kernel, says which they are and how far apart, and moves them
// through a feature map into a file: while a block is transformed, the next one is read and the one before is written.
package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/internal/dataio"
)

// Rows is a source of rows that are ready for the kernel.
type Rows struct {
	name    string
	used    *dataio.Reader // knows which columns are used; it may be closed
	Columns int
	Preparation
	byMedian bool                      // lengths are the median of distances, which are not known yet
	Chosen   bool                      // lengths are to be chosen, and are the median of distances to begin with
	Made                               // of the file of --scale
	Count    int                       // -1 if not known
	stream   func(dst []float64) error // reads and prepares a row
	Matrix   *mat.Dense                // the prepared rows, if they are in memory: stream is then nil
	Labels   *dataio.Labels            // of the rows in memory, if they are kept
	at       int                       // rows of all that were read
	further  func(row []float64) error // what a fitted map or model does to rows; nil: nothing
	Close    func() error
}

// Read stores the next row in dst; io.EOF after the last.
func (p *Rows) Read(dst []float64) error {
	if p.Matrix == nil {
		err := p.stream(dst)
		if err == nil && p.further != nil {
			err = p.further(dst)
		}
		return err
	}
	if p.at == p.Count {
		return io.EOF
	}
	copy(dst, p.Matrix.RawRowView(p.at))
	p.at++
	return nil
}

// HasLabels reports whether the rows have labels, which are kept.
func (p *Rows) HasLabels() bool { return p.used.HasLabels() }

// LabelText returns the label of the row that was read last.
func (p *Rows) LabelText() string {
	if p.Matrix != nil {
		return p.Labels.Text(p.at - 1)
	}
	return p.used.LabelText()
}

// Through prepares the rows further, as a map or model that was fitted does.
func (p *Rows) Through(prepare func(row []float64) error) error {
	p.further = prepare
	if p.Matrix == nil {
		return nil
	}
	for i := range p.Count {
		if err := prepare(p.Matrix.RawRowView(i)); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return nil
}

// checkMoments returns an error for columns whose squares overflow.
func (p *Rows) checkMoments() error {
	if err := p.Moments.Check(p.Columns); err != nil {
		return fmt.Errorf("--scale standard: %w: --scale unit has no squares", err)
	}
	return nil
}

// load reads all rows and prepares them; their number may be known, else it is −1.
func (p *Rows) load(ctx context.Context, r *dataio.Reader, rows int) error {
	x, labels, err := dataio.ReadTable(ctx, r, rows)
	if err != nil {
		return err
	}
	p.Labels = labels
	switch {
	case !p.needsPass():
	case p.Scale == "unit":
		p.Ranges = dataio.RangesOf(x)
	default:
		p.Moments = dataio.MomentsOf(x)
		if err := p.checkMoments(); err != nil {
			return err
		}
	}
	p.Matrix = x
	p.Count = x.RawMatrix().Rows
	for i := range p.Count {
		if err := p.Apply(x.RawRowView(i)); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	if !p.byMedian {
		return nil
	}
	z := features.SampleDistances(dataio.SampleOf(x, sampleRows(p.Columns), 0), Pairs, 0)
	if z == nil && !p.Chosen {
		return ErrOneRow
	}
	if err := p.median(z); err != nil {
		return err
	}
	for i := range p.Count {
		floats.Div(x.RawRowView(i), p.Lengths)
	}
	return nil
}

// Lengthen multiplies all lengths by a power of two, in whose product nothing is rounded: by that, rows in memory are
// divided as those that are read from now on are.
func (p *Rows) Lengthen(power int, from string) {
	f := math.Ldexp(1, power)
	p.Lengths, p.From = slices.Clone(p.Lengths), from
	floats.Scale(f, p.Lengths)
	if p.Matrix != nil {
		for i := range p.Count {
			floats.Scale(1/f, p.Matrix.RawRowView(i))
		}
	}
}

// Stretch multiplies the length of each column by a factor, as Lengthen does for all.
func (p *Rows) Stretch(factors []float64, from string) {
	p.Lengths, p.From = slices.Clone(p.Lengths), from
	floats.Mul(p.Lengths, factors)
	if p.Matrix != nil {
		for i := range p.Count {
			floats.Div(p.Matrix.RawRowView(i), factors)
		}
	}
}

// View says which numbers of a file were used.
type View struct {
	File    string `json:"file"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`         // without the label
	Label   int    `json:"label,omitempty"` // number of the column that was dropped; absent: none was
	Name    string `json:"label_name,omitempty"`
	Scale   string `json:"scale"`
	// Lengths divided the columns.
	Lengths []float64 `json:"lengths,omitempty"`
	From    string    `json:"lengths_from,omitempty"`

	words   string
	used    string
	suspect string
}

// View describes the data once they have been read.
func (p *Rows) View(rows int) *View {
	v := &View{File: p.name, Rows: rows, Columns: p.Columns, Scale: p.Scale, Lengths: p.Lengths, From: p.From,
		words: p.words(), used: p.used.Used(), suspect: p.used.Suspect()}
	v.Label, v.Name = p.used.Label()
	return v
}

// String is the line on the data that every verb prints.
func (v *View) String() string {
	rows := "rows"
	if v.Rows == 1 {
		rows = "row"
	}
	s := fmt.Sprintf("data: %d %s, %s of %s, --scale %s%s", v.Rows, rows, v.used, v.File, v.Scale, v.words)
	if v.suspect != "" {
		s += fmt.Sprintf("\n(the %s column alone holds whole numbers only: if it is the label, drop it with --label %[1]s)",
			v.suspect)
	}
	return s
}

// Say writes the line on the data: to standard error where standard output is taken by data.
func (v *View) Say(cmd *cobra.Command, taken bool) {
	w := cmd.OutOrStdout()
	if taken {
		w = cmd.ErrOrStderr()
	}
	fmt.Fprintln(w, v)
}

// CheckDim checks that the data have the dimension of what.
func (p *Rows) CheckDim(what string, dim int) error {
	if p.Columns == dim {
		return nil
	}
	err := fmt.Errorf("%s is %d, but %s has %s", what, dim, p.name, p.used.Used())
	label, _ := p.used.Label()
	switch {
	case label == 0 && p.Columns == dim+1:
		if word := p.used.Suspect(); word != "" {
			return fmt.Errorf("%w: the %s one alone holds whole numbers only; if it is the label, drop it with --label %[2]s",
				err, word)
		}
		return fmt.Errorf("%w: if one of them is the label, drop it with --label first (or last, its number, its name)", err)
	case label > 0 && p.Columns == dim-1:
		return fmt.Errorf("%w: without --label it has %d", err, dim)
	}
	return err
}

// ErrBothStdin says that the formula and the data cannot both be read from standard input.
var ErrBothStdin = errors.New("both the formula and the data are '-': standard input has only one")
