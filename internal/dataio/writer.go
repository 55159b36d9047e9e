package dataio

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"krein/internal/atomicfile"
	"krein/internal/npy"
)

// Format is the format of a file to write.
type Format int8

const (
	// FormatAuto goes by the ending of the name, with or without .gz: npy, csv, or none, which is
	// CSV as standard output is. Others are an error.
	FormatAuto Format = iota
	CSV
	// NPY is version 1.0, little-endian, rows first.
	NPY
)

// WriterOptions are the settings of Create.
type WriterOptions struct {
	Format  Format
	Columns int // length of a row, at least 1
	// Single writes float32: half the bytes in NPY, fewer digits in CSV.
	Single bool
	// Rows is the number of rows if it is known, 0 if not. NPY has it in its header;
	// where the header cannot be filled in afterwards, on standard output and under
	// gzip, an unknown number costs a temporary copy of the table on disk.
	Rows int
	// Stdout is what the path "-" writes to; nil means os.Stdout.
	Stdout io.Writer
}

// Writer streams rows to a file, gzipped if its name ends in .gz. The file appears when
// Commit succeeds, and not at all otherwise; standard output is written as it comes.
type Writer struct {
	file    *atomicfile.File // nil on standard output
	flush   *bufio.Writer    // the buffer in front of standard output
	zip     *gzip.Writer
	out     io.Writer // the end that rows go to
	format  Format
	single  bool
	columns int
	rows    int // announced
	written int
	spool   *os.File // NPY rows whose number must come before them
	spooled *bufio.Writer
	text    [][]byte // of CSV, one a goroutine
}

// FormatTo returns the format in which Create writes a file of that name, "-" being standard output, or an
// error if there is none.
func FormatTo(path string) (Format, error) {
	switch e := ending(path); {
	case path == "-" || e == "" || e == ".csv":
		return CSV, nil
	case e == ".npy":
		return NPY, nil
	default:
		return FormatAuto, fmt.Errorf("%s: tables are written as csv or npy, each of them with .gz or without, not as %s", path, quote(e))
	}
}

// Create starts a file. The caller must end it with Commit or Abort; a deferred Abort
// after Commit does nothing.
func Create(path string, opt *WriterOptions) (*Writer, error) {
	if opt.Columns < 1 || opt.Rows < 0 {
		return nil, fmt.Errorf("%s: cannot write a table of %d columns and %d rows", path, opt.Columns, opt.Rows)
	}
	w := &Writer{format: opt.Format, single: opt.Single, columns: opt.Columns, rows: opt.Rows}
	if w.format == FormatAuto {
		var err error
		if w.format, err = FormatTo(path); err != nil {
			return nil, err
		}
	}
	if path == "-" {
		out := opt.Stdout
		if out == nil {
			out = os.Stdout
		}
		w.flush = bufio.NewWriterSize(out, 1<<16)
		w.out = w.flush
	} else {
		f, err := atomicfile.Create(path)
		if err != nil {
			return nil, err
		}
		w.file, w.out = f, f
		if strings.HasSuffix(path, ".gz") {
			w.zip = gzip.NewWriter(f)
			w.out = w.zip
		}
	}
	if err := w.begin(); err != nil {
		w.Abort()
		return nil, err
	}
	return w, nil
}

// begin writes the NPY header, or makes room for it.
func (w *Writer) begin() error {
	if w.format != NPY {
		return nil
	}
	if w.rows == 0 && (w.zip != nil || w.file == nil) {
		f, err := os.CreateTemp("", "krein-*.rows")
		if err != nil {
			return fmt.Errorf("no room to keep the rows until their number is known: %w", err)
		}
		w.spool, w.spooled = f, bufio.NewWriterSize(f, 1<<16)
		return nil
	}
	_, err := w.out.Write(w.head(w.rows))
	return err
}

// head returns an npy header of 128 bytes, whatever the shape.
func (w *Writer) head(rows int) []byte {
	descr := "<f8"
	if w.single {
		descr = "<f4"
	}
	return npy.Header{Descr: descr, Shape: []int{rows, w.columns}}.Append(nil)
}

// Write adds a row. It panics if row has not Columns numbers. Numbers in CSV have as many
// digits as it takes to read the same number back.
func (w *Writer) Write(row []float64) error {
	if len(row) != w.columns {
		panic("dataio: row of the wrong length")
	}
	return w.WriteRows(row)
}

// WriteRows adds rows that lie one behind the other. It panics if the last one is not full.
func (w *Writer) WriteRows(rows []float64) error {
	if !w.single {
		return writeRows(w, rows)
	}
	narrow := make([]float32, len(rows))
	for i, v := range rows {
		narrow[i] = float32(v)
	}
	return writeRows(w, narrow)
}

// WriteRows32 is WriteRows for float32.
func (w *Writer) WriteRows32(rows []float32) error {
	if w.single {
		return writeRows(w, rows)
	}
	wide := make([]float64, len(rows))
	for i, v := range rows {
		wide[i] = float64(v)
	}
	return writeRows(w, wide)
}

func writeRows[T float32 | float64](w *Writer, rows []T) error {
	if len(rows)%w.columns != 0 {
		panic("dataio: a row is not full")
	}
	count := len(rows) / w.columns
	out := w.out
	if w.spooled != nil {
		out = w.spooled
	}
	var err error
	if w.format == NPY {
		_, err = out.Write(littleEndian(rows))
	} else {
		err = w.writeText(out, func(dst []byte, i int) []byte {
			return appendRow(dst, rows[i*w.columns:(i+1)*w.columns])
		}, count)
	}
	if err != nil {
		return fmt.Errorf("writing row %d: %w", w.written+1, err)
	}
	w.written += count
	return nil
}

// writeText writes rows that are text: several goroutines make them, a share of the rows each.
func (w *Writer) writeText(out io.Writer, row func(dst []byte, i int) []byte, count int) error {
	if w.text == nil {
		w.text = make([][]byte, min(runtime.GOMAXPROCS(0), 8))
	}
	var wg sync.WaitGroup
	share := max((count+len(w.text)-1)/len(w.text), 1)
	format := func(k int) {
		b := w.text[k][:0]
		for i := k * share; i < min((k+1)*share, count); i++ {
			b = row(b, i)
		}
		w.text[k] = b
	}
	for k := range w.text {
		if k > 0 && k*share < count {
			wg.Go(func() { format(k) })
		}
	}
	format(0)
	wg.Wait()
	for k := 0; k < len(w.text) && k*share < count; k++ {
		if _, err := out.Write(w.text[k]); err != nil {
			return err
		}
	}
	return nil
}

// appendRow appends a line of CSV.
func appendRow[T float32 | float64](dst []byte, row []T) []byte {
	bits := 8 * int(unsafe.Sizeof(T(0)))
	for j, v := range row {
		if j > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendFloat(dst, float64(v), 'g', -1, bits)
	}
	return append(dst, '\n')
}

// littleEndian returns the bytes of numbers, the lowest of each first: those in memory where the
// processor has them so.
func littleEndian[T float32 | float64](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	size := int(unsafe.Sizeof(v[0]))
	b := unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), size*len(v))
	if one := [2]byte{1}; binary.NativeEndian.Uint16(one[:]) == 1 {
		return b
	}
	b = bytes.Clone(b)
	for i := 0; i < len(b); i += size {
		slices.Reverse(b[i : i+size])
	}
	return b
}

// Commit completes the file and gives it its name. It returns an error, and leaves what
// was there before, if the number of rows is not the announced one.
func (w *Writer) Commit() error {
	if err := w.complete(); err != nil {
		w.Abort()
		return err
	}
	if w.file == nil {
		return nil
	}
	return w.file.Commit()
}

func (w *Writer) complete() error {
	if w.rows > 0 && w.rows != w.written {
		return fmt.Errorf("%d rows were announced and %d written", w.rows, w.written)
	}
	if w.spool != nil {
		defer w.dropSpool()
		if err := w.spooled.Flush(); err != nil {
			return err
		}
		if _, err := w.spool.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if _, err := w.out.Write(w.head(w.written)); err != nil {
			return err
		}
		if _, err := io.Copy(w.out, w.spool); err != nil {
			return err
		}
	}
	if w.zip != nil {
		if err := w.zip.Close(); err != nil {
			return err
		}
	}
	if w.flush != nil {
		return w.flush.Flush()
	}
	if w.format == NPY && w.zip == nil && w.rows == 0 {
		if _, err := w.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := w.file.Write(w.head(w.written))
		return err
	}
	return nil
}

// Abort throws the file away.
func (w *Writer) Abort() {
	w.dropSpool()
	if w.file != nil {
		w.file.Abort()
	}
}

func (w *Writer) dropSpool() {
	if w.spool != nil {
		name := w.spool.Name()
		_ = errors.Join(w.spool.Close(), os.Remove(name))
		w.spool = nil
	}
}
