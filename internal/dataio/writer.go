package dataio

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"krein/internal/atomicfile"
	"krein/internal/npy"
	"krein/internal/parallel"
)

// Format is the format of a file to write.
type Format int8

const (
	// FormatAuto goes by the ending of the name, see FormatTo.
	FormatAuto Format = iota
	CSV
	// NPY is version 1.0, little-endian, rows first.
	NPY
	// SVMLight is the sparse text of svmlight and libsvm: a label, and index:value, the indices from 1, for what is not
	// zero. The first row has its last column in any case: readers see how many there are.
	SVMLight
	// Another is the format of WriterOptions.Other.
	Another
)

// WriterOptions are the settings of Create.
type WriterOptions struct {
	Format  Format
	Columns int // length of a row without its label, at least 1
	// Names are those of the columns, for formats that have room for them: CSV begins with a line of
	// them. Nil: CSV has none, other formats have names of their own.
	Names []string
	// Labels says that rows come with labels, by WriteLabelled. They are a column before the others;
	// without them rows of SVMLight have the label 0.
	Labels bool
	// LabelName is the name of that column; "" is "label".
	LabelName string
	// Single writes float32: half the bytes in NPY, fewer digits in text.
	Single bool
	// Rows is the number of rows if it is known, 0 if not. NPY has it in its header; where the header cannot be filled in
	// afterwards, on standard output, in a pipe and under gzip, an unknown number costs a temporary copy of the table on disk.
	Rows int
	// Stdout is what the path "-" writes to; nil means os.Stdout.
	Stdout io.Writer
	// Other is one more format; nil: there is none.
	Other *Foreign
}

// Writer streams rows to a file, gzipped if its name ends in .gz. The file appears when
// Commit succeeds, and not at all otherwise; standard output is written as it comes.
type Writer struct {
	file    *atomicfile.File // nil on standard output
	flush   *bufio.Writer    // the buffer in front of standard output
	zip     *gzip.Writer
	out     io.Writer // the end that rows go to
	sink    Sink      // of another format
	format  Format
	single  bool
	labels  bool
	columns int // without the label
	rows    int // announced
	written int
	spool   *os.File // NPY rows whose number must come before them
	spooled *bufio.Writer
	text    [][]byte // a piece a goroutine
}

// FormatTo returns the format in which Create writes a file of that name, with or without .gz: npy, csv,
// or none, which is CSV as standard output ("-") is; svm, libsvm or svmlight; the ending of other, if
// it is not nil, without .gz. Another name is an error.
func FormatTo(path string, other *Foreign) (Format, error) {
	e := ending(path)
	switch {
	case path == "-" || e == "" || textEndings[e] == "csv" && e == ".csv":
		return CSV, nil // also for devices, such as /dev/null
	case e == ".npy":
		return NPY, nil
	case textEndings[e] == "svmlight":
		return SVMLight, nil
	}
	and := ""
	if other != nil {
		and = ", or as " + other.Ending[1:]
		if e == other.Ending {
			if !strings.HasSuffix(path, ".gz") {
				return Another, nil
			}
			return FormatAuto, fmt.Errorf("%s: %s is compressed within: leave .gz out", path, e[1:])
		}
	}
	return FormatAuto, fmt.Errorf("%s: tables are written as csv, npy or svm, each of them with "+
		".gz or without%s, not as %s", path, and, quote(e))
}

// Create starts a file. The caller must end it with Commit or Abort; a deferred Abort after Commit does nothing.
func Create(path string, opt *WriterOptions) (*Writer, error) {
	if opt.Columns < 1 || opt.Rows < 0 {
		return nil, fmt.Errorf("%s: cannot write a table of %d columns and %d rows", path, opt.Columns, opt.Rows)
	}
	if opt.Names != nil && len(opt.Names) != opt.Columns {
		return nil, fmt.Errorf("%s: %d names for %d columns", path, len(opt.Names), opt.Columns)
	}
	w := &Writer{format: opt.Format, single: opt.Single, labels: opt.Labels, columns: opt.Columns, rows: opt.Rows}
	if w.format == FormatAuto {
		var err error
		if w.format, err = FormatTo(path, opt.Other); err != nil {
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
	if err := w.begin(opt); err != nil {
		w.Abort()
		return nil, err
	}
	return w, nil
}

// begin writes what comes before the rows, or makes room for it.
func (w *Writer) begin(opt *WriterOptions) (err error) {
	switch {
	case w.format == CSV && opt.Names != nil:
		names := opt.Names
		if w.labels {
			names = append([]string{opt.labelName()}, names...)
		}
		_, err = w.out.Write(appendNames(nil, names))
	case w.format == Another:
		w.sink, err = opt.Other.Create(w.out, opt)
	case w.format != NPY:
	case w.rows == 0 && (w.zip != nil || w.file == nil || w.file.Device()):
		w.spool, err = atomicfile.Scratch()
		if err != nil {
			return fmt.Errorf("no room to keep the rows until their number is known: %w", err)
		}
		w.spooled = bufio.NewWriterSize(w.spool, 1<<16)
	default:
		_, err = w.out.Write(w.head(w.rows))
	}
	return err
}

func (o *WriterOptions) labelName() string {
	if o.LabelName == "" {
		return "label"
	}
	return o.LabelName
}

// head returns an npy header of 128 bytes, whatever the shape.
func (w *Writer) head(rows int) []byte {
	descr := "<f8"
	if w.single {
		descr = "<f4"
	}
	columns := w.columns
	if w.labels {
		columns++
	}
	return npy.Header{Descr: descr, Shape: []int{rows, columns}}.Append(nil)
}

// Write adds a row. It panics if row has not Columns numbers. Numbers in text have as many
// digits as it takes to read the same number back.
func (w *Writer) Write(row []float64) error {
	if len(row) != w.columns {
		panic("dataio: row of the wrong length")
	}
	return w.WriteRows(row)
}

// WriteRows adds rows that lie one behind the other. It panics if the last one is not full.
func (w *Writer) WriteRows(rows []float64) error { return w.WriteLabelled(nil, rows) }

// WriteLabelled adds rows with their labels. It panics unless there is one for each, or none without
// WriterOptions.Labels. A label that the format has no room for is an error.
func (w *Writer) WriteLabelled(labels []string, rows []float64) error {
	if !w.single {
		return writeRows(w, labels, rows)
	}
	narrow := make([]float32, len(rows))
	for i, v := range rows {
		if narrow[i] = float32(v); math.Abs(v) > math.MaxFloat32 {
			return fmt.Errorf("writing row %d: column %d: %v is outside the range of float32; write float64, or scale the column",
				w.written+1+i/w.columns, i%w.columns+1, v)
		}
	}
	return writeRows(w, labels, narrow)
}

// WriteLabelled32 is WriteLabelled for float32.
func (w *Writer) WriteLabelled32(labels []string, rows []float32) error {
	if w.single {
		return writeRows(w, labels, rows)
	}
	wide := make([]float64, len(rows))
	for i, v := range rows {
		wide[i] = float64(v)
	}
	return writeRows(w, labels, wide)
}

func writeRows[T float32 | float64](w *Writer, labels []string, rows []T) error {
	count := len(rows) / w.columns
	if count*w.columns != len(rows) {
		panic("dataio: a row is not full")
	}
	if w.labels && len(labels) != count || !w.labels && len(labels) > 0 {
		panic("dataio: as many labels as rows are needed, or none")
	}
	if err := writeAs(w, labels, rows, count); err != nil {
		return fmt.Errorf("writing row %d: %w", w.written+1, err)
	}
	w.written += count
	return nil
}

// writeAs writes rows in the format of the file.
func writeAs[T float32 | float64](w *Writer, labels []string, rows []T, count int) error {
	row := func(i int) []T { return rows[i*w.columns : (i+1)*w.columns] }
	switch w.format {
	case CSV:
		return w.writeText(func(dst []byte, i int) []byte {
			if w.labels {
				dst = append(appendCell(dst, labels[i]), ',')
			}
			return appendRow(dst, row(i))
		}, count)
	case SVMLight:
		if _, err := numbers[T](labels); err != nil {
			return err
		}
		return w.writeText(func(dst []byte, i int) []byte {
			label := "0"
			if w.labels {
				label = strings.TrimSpace(labels[i])
			}
			return appendSparse(append(dst, label...), row(i), w.written+i == 0)
		}, count)
	case Another:
		if rows, ok := any(rows).([]float32); ok {
			return w.sink.Write32(labels, rows)
		}
		return w.sink.Write(labels, any(rows).([]float64))
	}
	if w.labels {
		first, err := numbers[T](labels)
		if err != nil {
			return err
		}
		all := make([]T, 0, len(rows)+count)
		for i, label := range first {
			all = append(append(all, label), row(i)...)
		}
		rows = all
	}
	var out io.Writer = w.out
	if w.spooled != nil {
		out = w.spooled
	}
	_, err := out.Write(littleEndian(rows))
	return err
}

// numbers returns the numbers that labels are.
func numbers[T float32 | float64](labels []string) ([]T, error) {
	out := make([]T, len(labels))
	for i, label := range labels {
		v, err := strconv.ParseFloat(strings.TrimSpace(label), 8*int(unsafe.Sizeof(T(0))))
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("the label %s is not a number, and this format has numbers only: write csv or parquet, "+
				"or code labels as numbers", quote(label))
		}
		out[i] = T(v)
	}
	return out, nil
}

// writeText writes rows that are text: several goroutines make them, a share of the rows each.
func (w *Writer) writeText(row func(dst []byte, i int) []byte, count int) error {
	if w.text == nil {
		w.text = make([][]byte, min(runtime.GOMAXPROCS(0), 8))
	}
	share := max((count+len(w.text)-1)/len(w.text), 1)
	parallel.For(len(w.text), func(k int) {
		b := w.text[k][:0]
		for i := k * share; i < min((k+1)*share, count); i++ {
			b = row(b, i)
		}
		w.text[k] = b
	})
	for k := 0; k < len(w.text) && k*share < count; k++ {
		if _, err := w.out.Write(w.text[k]); err != nil {
			return err
		}
	}
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
	if w.sink != nil {
		if err := w.sink.Close(); err != nil {
			return err
		}
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
	if w.format == NPY && w.zip == nil && w.rows == 0 && !w.file.Device() {
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
		_ = w.spool.Close()
		w.spool = nil
	}
}
