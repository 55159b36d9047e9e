// Package parquet reads and writes tables of numbers as Parquet files. It is a module of its own, so
// that who imports the library has no need of parquet-go.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"krein/internal/dataio"
)

// magic is how a file begins.
const magic = "PAR1"

// Format is what dataio's readers and writers have to know: it goes to Options.Other and WriterOptions.Other.
var Format = &dataio.Foreign{Ending: ".parquet", Open: open, Create: create}

// open opens a Parquet file, nil if it is none.
func open(file *os.File, begin []byte) (t dataio.Table, err error) {
	if len(begin) < len(magic) || string(begin[:len(magic)]) != magic {
		return nil, nil
	}
	if file == nil {
		return nil, errors.New("a Parquet file is read from its end: give a file that is not compressed, not a pipe")
	}
	defer damaged(&err)
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	end, err := footer(file, info.Size())
	if err != nil {
		return nil, broken(err)
	}
	f, err := parquet.OpenFile(file, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, broken(err)
	}
	own := &table{file: f, groups: f.RowGroups()}
	for _, field := range f.Root().Columns() {
		if !field.Leaf() || field.Repeated() {
			return nil, fmt.Errorf("column %d, %q, holds lists or records; save one number a cell",
				len(own.names)+1, field.Name())
		}
		own.names = append(own.names, field.Name())
	}
	if len(own.names) == 0 {
		return nil, errors.New("a Parquet file without columns")
	}
	if err := groups(file, end, f.Metadata(), len(own.names)); err != nil {
		return nil, broken(err)
	}
	return own, nil
}

// broken is the error of a damaged file.
func broken(why error) error {
	return fmt.Errorf("the Parquet file is damaged (%w); get it again", why)
}

// damaged makes an error of what the package panics with for some damaged files.
func damaged(err *error) {
	if r := recover(); r != nil {
		*err = broken(fmt.Errorf("%v", r))
	}
}

// block is how many rows are read at a time.
const block = 256

type table struct {
	file   *parquet.File
	names  []string
	groups []parquet.RowGroup
	rows   parquet.Rows // of the first group
	buffer [block]parquet.Row
	row    int // rows read
	cells  []float64
}

func (t *table) Columns() int    { return len(t.names) }
func (t *table) Names() []string { return t.names }
func (t *table) Rows() int       { return int(t.file.NumRows()) }

// Next reads some rows of a group.
func (t *table) Next(label int, number func([]byte) float64) (cells []float64, err error) {
	defer damaged(&err)
	for {
		if len(t.groups) == 0 {
			return nil, io.EOF
		}
		if t.rows == nil {
			t.rows = t.groups[0].Rows()
		}
		n, err := t.rows.ReadRows(t.buffer[:])
		if err != nil && err != io.EOF {
			return nil, broken(fmt.Errorf("after row %d: %w", t.row, err))
		}
		if err == io.EOF || n == 0 {
			if err := t.rows.Close(); err != nil {
				return nil, err
			}
			t.rows, t.groups = nil, t.groups[1:]
		}
		if n > 0 {
			return t.numbers(t.buffer[:n], label, number)
		}
	}
}

// numbers returns the numbers of rows.
func (t *table) numbers(rows []parquet.Row, label int, number func([]byte) float64) ([]float64, error) {
	t.cells = t.cells[:0]
	for _, row := range rows {
		t.row++
		if len(row) != len(t.names) {
			return t.cells, fmt.Errorf("row %d has %d cells for %d columns; the file is damaged", t.row, len(row), len(t.names))
		}
		from := len(t.cells)
		t.cells = append(t.cells, make([]float64, len(row))...)
		for _, v := range row {
			j := v.Column()
			if j == label {
				if number != nil {
					t.cells[from+j] = number(textOf(v))
				}
				continue
			}
			x, err := numberOf(v)
			if err != nil {
				return t.cells[:from], fmt.Errorf("row %d, column %d (%q) %w", t.row, j+1, t.names[j], err)
			}
			t.cells[from+j] = x
		}
	}
	return t.cells, nil
}

// textOf returns a label as other formats write it; none if the cell is empty.
func textOf(v parquet.Value) []byte {
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.ByteArray || v.Kind() == parquet.FixedLenByteArray:
		return v.ByteArray()
	}
	x, err := numberOf(v)
	if err != nil {
		return []byte(v.String())
	}
	return strconv.AppendFloat(nil, x, 'g', -1, 64)
}

// numberOf returns the number of a cell.
func numberOf(v parquet.Value) (float64, error) {
	var x float64
	switch {
	case v.IsNull():
		return 0, errors.New("is empty; remove the row or fill the value in")
	case v.Kind() == parquet.Boolean:
		if v.Boolean() {
			x = 1
		}
	case v.Kind() == parquet.Int32:
		x = float64(v.Int32())
	case v.Kind() == parquet.Int64:
		x = float64(v.Int64())
	case v.Kind() == parquet.Float:
		x = float64(v.Float())
	case v.Kind() == parquet.Double:
		x = v.Double()
	default:
		return 0, fmt.Errorf("is a %v, not a number; code it as one, or drop the column if it is the label", v.Kind())
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("is %v; remove the row or fill the value in", x)
	}
	return x, nil
}
