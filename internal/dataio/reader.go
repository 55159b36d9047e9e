package dataio

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"krein/internal/npy"
)

// Header says whether a CSV file begins with a line of column names.
type Header int8

const (
	// HeaderAuto takes the first line for a header if none of its features is a number.
	HeaderAuto Header = iota
	HeaderYes
	HeaderNo
)

// Options are the settings of Open. The zero value, like nil, detects what it can.
type Options struct {
	// Label is the column that is dropped: "first", "last", its number from 1, or its
	// name in the header of CSV. "" and "none" drop none. A column whose name is one of
	// these words or a number goes by its number.
	Label string
	// Header applies to CSV.
	Header Header
	// Comma separates the cells of CSV; 0 takes the first of tab, semicolon and
	// comma that occurs in the first line.
	Comma rune
	// Stdin is what the path "-" reads; nil means os.Stdin.
	Stdin io.Reader
}

// Reader streams the rows of a table. It is not safe for concurrent use.
type Reader struct {
	name    string
	source  source
	columns int    // of features
	label   int    // index of the dropped column, −1 for none
	row     int    // rows read
	whole   []bool // whether all numbers of a column so far are whole
	cells   []float64
	err     error // the first one; it stays
	closers []io.Closer
}

// source is a file format. Rows are whole: the label is still among the cells.
type source interface {
	columns() int
	names() []string // of the columns; nil if there are none
	rows() int       // −1 if unknown
	// read fills dst with the next row, io.EOF after the last one. The cell skip,
	// if there is one, is neither parsed nor checked.
	read(dst []float64, skip int) error
	// place names the cell of the row read last, for errors.
	place(column int) string
}

// Open opens a table. The format is told from the contents, not from the name: gzip and
// npy by their magic numbers, anything else is CSV. The path "-" is standard input.
func Open(path string, opt *Options) (*Reader, error) {
	var o Options
	if opt != nil {
		o = *opt
	}
	r := &Reader{name: path}
	var in io.Reader
	if path == "-" {
		r.name = "standard input"
		if in = o.Stdin; in == nil {
			in = os.Stdin
		}
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		in = f
		r.closers = append(r.closers, f)
	}
	if err := r.open(in, &o); err != nil {
		r.Close()
		return nil, fmt.Errorf("%s: %w", r.name, explain(err))
	}
	return r, nil
}

func (r *Reader) open(in io.Reader, o *Options) error {
	b := bufio.NewReaderSize(in, 1<<16)
	if magic, _ := b.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return err
		}
		r.closers = append(r.closers, z)
		b = bufio.NewReaderSize(z, 1<<16)
	}
	magic, err := b.Peek(len(npy.Magic))
	if err != nil && err != io.EOF {
		return err
	}
	if string(magic) == npy.Magic {
		r.source, err = newNPY(b)
	} else {
		r.source, err = newCSV(b, o)
	}
	if err != nil {
		return err
	}
	all := r.source.columns()
	if r.label, err = findLabel(o.Label, all, r.source.names()); err != nil {
		return err
	}
	r.columns = all
	if r.label >= 0 {
		r.columns--
	}
	if r.columns == 0 {
		return errors.New("the only column is the label; read the table without one")
	}
	r.cells = make([]float64, all)
	r.whole = make([]bool, all)
	for j := range r.whole {
		r.whole[j] = true
	}
	return nil
}

// explain gives the remedy for damaged compressed files.
func explain(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the file ends early (%w); it is truncated, get it again", err)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return fmt.Errorf("the gzip data are damaged (%w); get the file again", err)
	}
	return err
}

// Columns returns the number of features, the length of a row.
func (r *Reader) Columns() int { return r.columns }

// Rows returns the number of rows in the file if its header says so or the end has been
// reached, else −1.
func (r *Reader) Rows() int {
	if r.err == io.EOF {
		return r.row
	}
	return r.source.rows()
}

// Read stores the next row in dst, which has length Columns (else it panics), and returns
// io.EOF after the last one. Every number it stores is finite.
func (r *Reader) Read(dst []float64) error {
	if len(dst) != r.columns {
		panic("dataio: row of the wrong length")
	}
	if r.err == nil {
		r.err = r.read(dst)
	}
	return r.err
}

func (r *Reader) read(dst []float64) error {
	err := r.source.read(r.cells, r.label)
	if err == io.EOF {
		if r.row == 0 {
			return fmt.Errorf("%s: the table has no rows", r.name)
		}
		return io.EOF
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.name, explain(err))
	}
	r.row++
	k := 0
	for j, v := range r.cells {
		if j == r.label {
			continue
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s: %s is %v; remove the row or fill the value in", r.name, r.source.place(j), v)
		}
		r.whole[j] = r.whole[j] && v == math.Trunc(v)
		dst[k] = v
		k++
	}
	return nil
}

// Close closes the file. Standard input stays open.
func (r *Reader) Close() error {
	var errs []error
	for i := len(r.closers) - 1; i >= 0; i-- {
		errs = append(errs, r.closers[i].Close())
	}
	r.closers = nil
	return errors.Join(errs...)
}
