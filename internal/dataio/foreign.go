package dataio

import (
	"io"
	"os"
)

// Foreign is a format that another package reads and writes, so that this one does not import what it takes.
type Foreign struct {
	// Ending is that of the names of such files, with its point.
	Ending string
	// Open knows files by how they begin, and returns nil for others. file is nil for what can be read once only.
	Open func(file *os.File, begin []byte) (Table, error)
	// Create starts a file of opt.Columns, with labels or without, in float32 or float64.
	Create func(w io.Writer, opt *WriterOptions) (Sink, error)
}

// Table is a table in a format of another package. The methods are those that a Reader needs: rows
// are whole, the label among them, and cannot be read twice.
type Table interface {
	// Columns returns the length of a row.
	Columns() int
	// Names returns the names of the columns, nil if they have none.
	Names() []string
	// Rows returns the number of rows, −1 if it is not known.
	Rows() int
	// Next returns some of the next rows, one behind the other and valid until the next call, and an error that comes
	// behind them; io.EOF after the last one. Their numbers are finite. In the column label, if it is not −1, any text may
	// be: its number is what number makes of it, and 0 if that is nil.
	Next(label int, number func(text []byte) float64) ([]float64, error)
}

// Sink takes rows that lie one behind the other, and one label for each, nil if there are none.
type Sink interface {
	Write(labels []string, rows []float64) error
	Write32(labels []string, rows []float32) error
	// Close writes what is left; the file itself stays open.
	Close() error
}

// other is a Table as a source.
type other struct {
	Table
	labels *dictionary
}

func (o *other) columns() int    { return o.Columns() }
func (o *other) names() []string { return o.Names() }
func (o *other) rows() int       { return o.Rows() }
func (o *other) stop(bool)       {}

func (o *other) next(skip int) ([]float64, error) {
	if o.labels == nil {
		return o.Next(skip, nil)
	}
	return o.Next(skip, o.labels.number)
}
