package parquet

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"krein/internal/dataio"
)

// groupBytes is about how many bytes of numbers a group of rows has: readers and writers hold one.
const groupBytes = 32 << 20

// sink writes a file of one column for the labels, if there are any, and one for each number.
type sink struct {
	out     io.Writer
	opt     *dataio.WriterOptions
	w       *parquet.GenericWriter[any] // nil until the first rows have said what labels are
	words   bool                        // labels are text
	names   []string
	most    int // rows of a group
	written int
	group   int // rows in the group so far
	values  []parquet.Value
}

// create starts a file of DOUBLE or FLOAT columns, none of them optional, in their order, compressed with
// Snappy. Labels that are numbers are such a column too, others one of strings: the first one decides.
func create(w io.Writer, opt *dataio.WriterOptions) (dataio.Sink, error) {
	s := &sink{out: w, opt: opt, names: opt.Names, most: max(1, groupBytes/(8*opt.Columns))}
	if s.names == nil {
		digits := len(strconv.Itoa(opt.Columns))
		for j := range opt.Columns { // in the order of the alphabet, for those who sort them
			s.names = append(s.names, fmt.Sprintf("x%0*d", digits, j+1))
		}
	}
	if opt.Labels {
		name := opt.LabelName
		if name == "" {
			name = "label"
		}
		s.names = append([]string{name}, s.names...)
	}
	seen := map[string]bool{}
	for j, name := range s.names {
		if name == "" || strings.ContainsRune(name, 0) || seen[name] {
			return nil, fmt.Errorf("column %d is called %q: a Parquet file needs names, each of them once", j+1, name)
		}
		seen[name] = true
	}
	return s, nil
}

func (s *sink) Write(labels []string, rows []float64) error {
	return writeRows(s, labels, rows, parquet.DoubleValue)
}

func (s *sink) Write32(labels []string, rows []float32) error {
	return writeRows(s, labels, rows, parquet.FloatValue)
}

func writeRows[T float32 | float64](s *sink, labels []string, rows []T, value func(T) parquet.Value) error {
	if len(rows) == 0 {
		return nil
	}
	if s.w == nil {
		s.begin(labels)
	}
	for count := len(rows) / s.opt.Columns; count > 0; {
		n := min(count, s.most-s.group)
		if err := s.add(first(labels, n), n, func(i, j int) parquet.Value { return value(rows[i*s.opt.Columns+j]) }); err !=
			nil {
			return err
		}
		rows, labels, count = rows[n*s.opt.Columns:], labels[min(n, len(labels)):], count-n
		if s.group += n; s.group == s.most {
			if err := s.w.Flush(); err != nil {
				return err
			}
			s.group = 0
		}
	}
	return nil
}

func first(labels []string, n int) []string { return labels[:min(n, len(labels))] }

// begin settles the columns.
func (s *sink) begin(labels []string) {
	number := parquet.DoubleType
	if s.opt.Single {
		number = parquet.FloatType
	}
	group := &columns{}
	for j, name := range s.names {
		node := parquet.Leaf(number)
		if j == 0 && len(labels) > 0 {
			node = parquet.Leaf(parquet.DoubleType)
			if _, err := numeric(labels[0]); err != nil {
				s.words, node = true, parquet.String()
			}
		}
		group.fields = append(group.fields, &field{parquet.Compressed(node, &parquet.Snappy), name})
	}
	s.w = parquet.NewGenericWriter[any](s.out, parquet.NewSchema("table", group), parquet.CreatedBy("krein", "1", ""))
}

// add writes rows, column by column.
func (s *sink) add(labels []string, n int, value func(i, j int) parquet.Value) error {
	writers := s.w.ColumnWriters()
	s.values = append(s.values[:0], make([]parquet.Value, n)...)
	at := 0
	if s.opt.Labels {
		for i, label := range labels {
			if s.words {
				s.values[i] = parquet.ByteArrayValue([]byte(label)).Level(0, 0, 0)
				continue
			}
			v, err := numeric(label)
			if err != nil {
				return fmt.Errorf("row %d: the label %q is no number, the first one is: code them as numbers", s.written+i+1, label)
			}
			s.values[i] = parquet.DoubleValue(v).Level(0, 0, 0)
		}
		if _, err := writers[0].WriteRowValues(s.values); err != nil {
			return err
		}
		at = 1
	}
	for j := range s.opt.Columns {
		for i := range s.values {
			s.values[i] = value(i, j).Level(0, 0, at+j)
		}
		if _, err := writers[at+j].WriteRowValues(s.values); err != nil {
			return err
		}
	}
	s.written += n
	return nil
}

// numeric returns the number that a label is.
func numeric(label string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(label), 64)
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		err = strconv.ErrRange
	}
	return v, err
}

// Close writes the last group and the footer.
func (s *sink) Close() error {
	if s.w == nil {
		s.begin(nil)
	}
	return s.w.Close()
}

// columns is a group of columns in their order; that of a Group of parquet-go is the alphabet's.
type columns struct {
	parquet.Group
	fields []parquet.Field
}

func (r *columns) Fields() []parquet.Field { return r.fields }
func (r *columns) GoType() reflect.Type    { return reflect.TypeFor[map[string]any]() }

// field is one of them.
type field struct {
	parquet.Node
	name string
}

func (f *field) Name() string { return f.name }

func (f *field) Value(base reflect.Value) reflect.Value {
	return base.MapIndex(reflect.ValueOf(f.name))
}
