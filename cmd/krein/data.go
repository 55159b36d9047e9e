package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/dataio"
	"krein/kernel"
)

// dataFlags are the flags by which a verb names data and how to prepare them.
type dataFlags struct {
	path   string
	label  string
	header string
	scale  string
	ranges string
}

func (f *dataFlags) add(cmd *cobra.Command) {
	f.addAs(cmd, "data", "CSV or npy file, gzipped or not; '-' reads standard input (required)")
	if err := cmd.MarkFlagRequired("data"); err != nil {
		panic(err)
	}
}

// addAs registers the flags with another name of the file's, which is not required.
func (f *dataFlags) addAs(cmd *cobra.Command, name, usage string) {
	fl := cmd.Flags()
	fl.StringVar(&f.path, name, "", usage)
	fl.StringVar(&f.label, "label", "none", "the column to drop: first, last, its number from 1, its name in the header\nof CSV, or none")
	fl.StringVar(&f.header, "header", "auto", "whether CSV begins with column names: yes, no or auto")
	fl.StringVar(&f.scale, "scale", "", "preparation of the rows: unit (every column to [0,1]), sphere (every row to\nlength 1) or none (default: sphere for kernels on the sphere, unit otherwise)")
	fl.StringVar(&f.ranges, "ranges", "", "column ranges for '--scale unit', a JSON file {\"min\":[…],\"max\":[…]}\n(default: taken from the data)")
}

// name is the file's, for messages.
func (f *dataFlags) name() string {
	if f.path == "-" {
		return "standard input"
	}
	return f.path
}

// open opens the data file.
func (f *dataFlags) open(cmd *cobra.Command) (*dataio.Reader, error) {
	opt := &dataio.Options{Stdin: cmd.InOrStdin(), Label: f.label}
	switch f.header {
	case "auto":
	case "yes":
		opt.Header = dataio.HeaderYes
	case "no":
		opt.Header = dataio.HeaderNo
	default:
		return nil, fmt.Errorf("--header %q: want yes, no or auto", f.header)
	}
	return dataio.Open(f.path, opt)
}

// scaling returns the preparation that the flags ask for, with the default for k
// (nil: a kernel of which only the table is known).
func (f *dataFlags) scaling(k *kernel.Kernel) (string, error) {
	s := f.scale
	if s == "" {
		if s = "unit"; k != nil && k.Domain() != nil {
			s = "sphere"
		}
	}
	switch {
	case s != "unit" && s != "sphere" && s != "none":
		return "", fmt.Errorf("--scale %q: want unit, sphere or none", s)
	case s != "unit" && f.ranges != "":
		return "", fmt.Errorf("--ranges has no meaning with --scale %s", s)
	}
	return s, nil
}

// rangesFrom reads the --ranges file; nil if the flag is not set.
func (f *dataFlags) rangesFrom(columns int) (*dataio.Ranges, error) {
	if f.ranges == "" {
		return nil, nil
	}
	b, err := os.ReadFile(f.ranges)
	if err != nil {
		return nil, err
	}
	var g dataio.Ranges
	if err := json.Unmarshal(b, &g); err != nil {
		return nil, fmt.Errorf("%s: not a JSON object {\"min\":[…],\"max\":[…]}: %w", f.ranges, err)
	}
	if err := g.Check(columns); err != nil {
		return nil, fmt.Errorf("%s: %w", f.ranges, err)
	}
	return &g, nil
}

// prepared is a source of rows that are ready for the kernel.
type prepared struct {
	name    string
	used    *dataio.Reader // knows which columns are used; it may be closed
	columns int
	scale   string
	ranges  *dataio.Ranges            // of --scale unit
	rows    int                       // -1 if not known
	stream  func(dst []float64) error // reads and prepares a row
	all     *mat.Dense                // the prepared rows, if they are in memory: stream is then nil
	at      int                       // rows of all that were read
	close   func() error
}

// read stores the next row in dst; io.EOF after the last.
func (p *prepared) read(dst []float64) error {
	if p.all == nil {
		return p.stream(dst)
	}
	if p.at == p.rows {
		return io.EOF
	}
	copy(dst, p.all.RawRowView(p.at))
	p.at++
	return nil
}

// begin opens the data and settles how rows are prepared.
func (f *dataFlags) begin(cmd *cobra.Command, k *kernel.Kernel) (*prepared, *dataio.Reader, error) {
	scale, err := f.scaling(k)
	if err != nil {
		return nil, nil, err
	}
	r, err := f.open(cmd)
	if err != nil {
		return nil, nil, err
	}
	p := &prepared{name: f.name(), used: r, columns: r.Columns(), scale: scale, rows: r.Rows(), close: r.Close}
	if p.ranges, err = f.rangesFrom(p.columns); err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	return p, r, nil
}

// prepare opens the data for streaming. Taking the ranges from the data costs a first
// pass, and standard input, which has no second, is then held in memory.
func (f *dataFlags) prepare(cmd *cobra.Command, k *kernel.Kernel) (*prepared, error) {
	p, r, err := f.begin(cmd, k)
	if err != nil {
		return nil, err
	}
	if p.scale == "unit" && p.ranges == nil {
		if f.path == "-" {
			return p, p.load(cmd.Context(), r)
		}
		if p.ranges, err = dataio.ScanRanges(cmd.Context(), r); err != nil {
			return nil, errors.Join(err, r.Close())
		}
		p.rows = r.Rows()
		if err := r.Close(); err != nil {
			return nil, err
		}
		if r, err = f.open(cmd); err != nil {
			return nil, err
		}
		p.close = r.Close
	}
	p.stream = func(dst []float64) error {
		if err := r.Read(dst); err != nil {
			return err
		}
		return p.apply(dst)
	}
	return p, nil
}

// load reads all rows and prepares them.
func (p *prepared) load(ctx context.Context, r *dataio.Reader) error {
	x, err := dataio.ReadAll(ctx, r)
	if err != nil {
		return err
	}
	if p.scale == "unit" && p.ranges == nil {
		p.ranges = dataio.RangesOf(x)
	}
	p.all = x
	p.rows = x.RawMatrix().Rows
	for i := range p.rows {
		if err := p.apply(x.RawRowView(i)); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return nil
}

// apply prepares one row.
func (p *prepared) apply(row []float64) error {
	switch p.scale {
	case "unit":
		p.ranges.Scale(row)
	case "sphere":
		n := floats.Norm(row, 2)
		if n == 0 || math.IsInf(n, 0) {
			return errors.New("a row of length 0 or infinity has no direction, '--scale sphere' cannot put it on the sphere; remove it or choose another --scale")
		}
		floats.Scale(1/n, row)
	}
	return nil
}

// sampleDistances draws `pairs` distances between rows of the data, after their preparation
// for the kernel in dimension dim.
func (f *dataFlags) sampleDistances(cmd *cobra.Command, k *kernel.Kernel, dim, pairs int) ([]float64, *prepared, error) {
	prepare := f.prepare
	if f.path == "-" { // it can be read only once
		prepare = f.matrix
	}
	data, err := prepare(cmd, k)
	if err != nil {
		return nil, nil, err
	}
	var z []float64
	if err = data.fits("--dim", dim); err == nil {
		z, err = distancesOf(cmd, f, data, pairs, 0)
	}
	if data.all == nil {
		err = errors.Join(err, data.close())
	}
	return z, data, err
}

// matrix reads everything into memory, prepared.
func (f *dataFlags) matrix(cmd *cobra.Command, k *kernel.Kernel) (*prepared, error) {
	p, r, err := f.begin(cmd, k)
	if err != nil {
		return nil, err
	}
	return p, errors.Join(p.load(cmd.Context(), r), r.Close())
}

// dataView says which numbers of a file were used.
type dataView struct {
	File    string `json:"file"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`         // without the label
	Label   int    `json:"label,omitempty"` // number of the column that was dropped; absent: none was
	Name    string `json:"label_name,omitempty"`
	Scale   string `json:"scale"`

	used    string
	suspect string
}

// view describes the data once they have been read.
func (p *prepared) view(rows int) *dataView {
	v := &dataView{File: p.name, Rows: rows, Columns: p.columns, Scale: p.scale, used: p.used.Used(), suspect: p.used.Suspect()}
	v.Label, v.Name = p.used.Label()
	return v
}

// String is the line on the data that every verb prints.
func (v *dataView) String() string {
	rows := "rows"
	if v.Rows == 1 {
		rows = "row"
	}
	s := fmt.Sprintf("data: %d %s, %s of %s, --scale %s", v.Rows, rows, v.used, v.File, v.Scale)
	if v.suspect != "" {
		s += fmt.Sprintf("\n(the %s column alone holds whole numbers only: if it is the label, drop it with --label %[1]s)", v.suspect)
	}
	return s
}

// say writes the line on the data: to standard error where standard output is taken by data.
func (v *dataView) say(cmd *cobra.Command, taken bool) {
	w := cmd.OutOrStdout()
	if taken {
		w = cmd.ErrOrStderr()
	}
	fmt.Fprintln(w, v)
}

// fits checks that the data have the dimension of what.
func (p *prepared) fits(what string, dim int) error {
	if p.columns == dim {
		return nil
	}
	err := fmt.Errorf("%s is %d, but %s has %s", what, dim, p.name, p.used.Used())
	label, _ := p.used.Label()
	switch {
	case label == 0 && p.columns == dim+1:
		if word := p.used.Suspect(); word != "" {
			return fmt.Errorf("%w: the %s one alone holds whole numbers only; if it is the label, drop it with --label %[2]s", err, word)
		}
		return fmt.Errorf("%w: if one of them is the label, drop it with --label first (or last, its number, its name)", err)
	case label > 0 && p.columns == dim-1:
		return fmt.Errorf("%w: without --label it has %d", err, dim)
	}
	return err
}
