package dataio

import (
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
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
	// Label is the column that is dropped: "first", "last", its number from 1, or its name in the header of CSV. "" and
	// "none" drop none. A column whose name is one of these words or a number goes by its number.
	Label string
	// KeepLabels makes Reader.LabelText work: labels are then read, as text where the file is text,
	// as finite numbers elsewhere. Those of svmlight files need no Label.
	KeepLabels bool
	// Header applies to CSV.
	Header Header
	// Comma separates the cells of CSV; 0 takes the first of tab, semicolon and comma that occurs in the first line.
	Comma rune
	// Array names the table of an npz archive; "" takes the only one. It is an error for other files.
	Array string
	// Width is the number of columns of svmlight files, whose last ones may have no pair; 0: the greatest index says it.
	// It is an error for other files.
	Width int
	// Stdin is what the path "-" reads; nil means os.Stdin.
	Stdin io.Reader
	// Wanted are the columns that are read, by name, of a table that has names; nil: all.
	Wanted *Wanted
	// Other is one more format; nil: there is none.
	Other *Foreign

	labels *dictionary // of the reader
}

// Reader streams the rows of a table. It is not safe for concurrent use.
type Reader struct {
	name    string
	source  source
	columns int         // of features
	label   int         // index of the dropped column, −1 for none
	order   []int       // of the columns that are read; nil: as they come
	unread  bool        // the label was not asked for
	row     int         // rows read
	labels  *dictionary // nil: labels are not looked at
	own     float64     // the label of the row read last
	apart   bool        // labels are no column of the table
	text    bool        // labels are read as text
	whole   []bool      // whether all numbers of a column so far are whole
	cells   []float64   // rows that the source has given
	after   error       // what comes behind them
	err     error       // the first one; it stays
	closers []io.Closer
}

// source is a file format. Rows are whole: the label is still among the cells.
type source interface {
	columns() int
	names() []string // of the columns; nil if there are none
	rows() int       // −1 if unknown
	// next returns some of the next rows, one behind the other and valid until the next call, and
	// an error that comes behind them; io.EOF after the last one. Their numbers are finite. The
	// column skip, if there is one, is neither parsed nor checked.
	next(skip int) ([]float64, error)
	// stop ends what the source does beside its callers, and waits for it if that is asked for.
	stop(wait bool)
}

// Open opens a table. gzip, npy and npz are told by their contents, text by the ending of the name:
// csv and tsv, svm, libsvm and svmlight; txt, dat, data and tab, names without an ending and standard
// input, the path "-", are looked into. Another ending is an error.
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
	if err := r.open(in, path, &o); err != nil {
		r.Close()
		return nil, fmt.Errorf("%s: %w", r.name, explain(err))
	}
	return r, nil
}

// mostColumns bounds the columns of a table: a small archive may claim many.
const mostColumns = 1 << 24

func (r *Reader) open(in io.Reader, path string, o *Options) (err error) {
	if o.KeepLabels {
		r.labels = &dictionary{index: map[string]float64{}}
		o.labels = r.labels
	}
	if r.source, err = r.sourceOf(in, path, o); err != nil {
		return err
	}
	switch r.source.(type) {
	case *csvSource, *spacedSource, *other:
		r.text = true
	case *svmSource:
		r.apart = r.labels != nil
	}
	all := r.source.columns()
	if all > mostColumns {
		return fmt.Errorf("%d columns: rows are held with all their columns, which does not fit; at most %d are read", all, mostColumns)
	}
	if _, sparse := r.source.(*svmSource); o.Width > 0 && !sparse {
		return fmt.Errorf("width=%d is of svmlight files, whose last columns may be absent: leave it out", o.Width)
	}
	if r.label, err = findLabel(o.Label, all, r.source.names()); err != nil {
		return err
	}
	if names := r.source.names(); o.Wanted != nil && o.Wanted.Names != nil && names != nil {
		if r.order, r.label, r.unread, err = o.Wanted.match(names, r.label); err != nil {
			return err
		}
		if r.unread && r.labels != nil {
			r.labels.off = true
		}
	}
	r.columns = all
	if r.label >= 0 {
		r.columns--
	}
	if r.columns == 0 {
		return errors.New("the only column is the label; read the table without one")
	}
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
	case errors.Is(err, zip.ErrChecksum):
		return fmt.Errorf("the archive's data are damaged (%w); get the file again", err)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return fmt.Errorf("the gzip data are damaged (%w); get the file again", err)
	}
	return err
}

// Columns returns the number of features, the length of a row.
func (r *Reader) Columns() int { return r.columns }

// Names returns the names of the columns in the order in which they are read, the label's not among them; nil if they
// have none.
func (r *Reader) Names() []string {
	names := r.source.names()
	if r.order != nil {
		ordered := make([]string, len(r.order))
		for k, j := range r.order {
			ordered[k] = names[j]
		}
		return ordered
	}
	if names == nil || r.label < 0 {
		return names
	}
	return slices.Delete(slices.Clone(names), r.label, r.label+1)
}

// Rows returns the number of rows in the file if its header says so or the end has been reached, else −1.
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
	for len(r.cells) == 0 {
		switch {
		case r.after == nil:
			r.cells, r.after = r.source.next(r.skip())
		case r.after != io.EOF:
			return fmt.Errorf("%s: %w", r.name, explain(r.after))
		case r.row == 0:
			if r.source.names() != nil {
				return fmt.Errorf("%s: the table has no rows after its header; ,header=no after the name reads line 1 as a row", r.name)
			}
			return fmt.Errorf("%s: the table has no rows", r.name)
		default:
			return io.EOF
		}
	}
	row := r.cells[:len(r.whole)]
	r.cells = r.cells[len(row):]
	if r.apart {
		r.own = r.source.(*svmSource).own[r.row]
	}
	r.row++
	k := 0
	for j, v := range row {
		if j == r.label {
			r.own = v
			continue
		}
		if v != math.Trunc(v) {
			r.whole[j] = false
		}
		if r.order == nil {
			dst[k] = v
			k++
		}
	}
	for k, j := range r.order {
		dst[k] = row[j]
	}
	return nil
}

// skip is the column that a source need not look at.
func (r *Reader) skip() int {
	if r.labels != nil && !r.text {
		return -1
	}
	return r.label
}

// Close closes the file. Standard input stays open.
func (r *Reader) Close() error {
	var errs []error
	if r.source != nil && r.after != os.ErrClosed {
		r.source.stop(len(r.closers) > 0)
		r.cells, r.after = nil, os.ErrClosed
	}
	for i := len(r.closers) - 1; i >= 0; i-- {
		errs = append(errs, r.closers[i].Close())
	}
	r.closers = nil
	return errors.Join(errs...)
}
