package dataio

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"krein/internal/atomicfile"
	"krein/internal/npy"
)

// Format is the format of a file to write.
type Format int8

const (
	// FormatAuto is NPY if the name ends in .npy or .npy.gz, else CSV.
	FormatAuto Format = iota
	CSV
	// NPY is version 1.0, little-endian float64, rows first.
	NPY
)

// WriterOptions are the settings of Create.
type WriterOptions struct {
	Format  Format
	Columns int // length of a row, at least 1
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
	columns int
	rows    int // announced
	written int
	spool   *os.File // NPY rows whose number must come before them
	spooled *bufio.Writer
	line    []byte
}

// Create starts a file. The caller must end it with Commit or Abort; a deferred Abort
// after Commit does nothing.
func Create(path string, opt *WriterOptions) (*Writer, error) {
	if opt.Columns < 1 || opt.Rows < 0 {
		return nil, fmt.Errorf("%s: cannot write a table of %d columns and %d rows", path, opt.Columns, opt.Rows)
	}
	w := &Writer{format: opt.Format, columns: opt.Columns, rows: opt.Rows}
	if w.format == FormatAuto {
		w.format = CSV
		if strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".npy") {
			w.format = NPY
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
	_, err := w.out.Write(npyHead(w.rows, w.columns))
	return err
}

// npyHead returns a header of 128 bytes, whatever the shape.
func npyHead(rows, columns int) []byte {
	return npy.Header{Descr: "<f8", Shape: []int{rows, columns}}.Append(nil)
}

// Write adds a row. It panics if row has not Columns numbers. Numbers in CSV have as many
// digits as it takes to read the same float64 back.
func (w *Writer) Write(row []float64) error {
	if len(row) != w.columns {
		panic("dataio: row of the wrong length")
	}
	w.line = w.line[:0]
	for j, v := range row {
		if w.format == NPY {
			w.line = binary.LittleEndian.AppendUint64(w.line, math.Float64bits(v))
			continue
		}
		if j > 0 {
			w.line = append(w.line, ',')
		}
		w.line = strconv.AppendFloat(w.line, v, 'g', -1, 64)
	}
	if w.format == CSV {
		w.line = append(w.line, '\n')
	}
	out := w.out
	if w.spooled != nil {
		out = w.spooled
	}
	if _, err := out.Write(w.line); err != nil {
		return fmt.Errorf("writing row %d: %w", w.written+1, err)
	}
	w.written++
	return nil
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
		if _, err := w.out.Write(npyHead(w.written, w.columns)); err != nil {
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
		_, err := w.file.Write(npyHead(w.written, w.columns))
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
