package dataio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// dictionary stores the texts of labels as numbers: those that are numbers as they are written back as themselves,
// so that a column of values takes no memory, others as a NaN with their index among the texts, in no particular order:
// several workers read at once.
type dictionary struct {
	mu    sync.Mutex
	off   bool // labels are not used
	index map[string]float64
	texts []string
}

// boxed is a quiet NaN; the bits below hold an index.
const boxed = 0x7ff8 << 48

// number returns the number of a text; 0 without a dictionary.
func (d *dictionary) number(text []byte) float64 {
	if d == nil || d.off {
		return 0
	}
	text = bytes.TrimSpace(text)
	if v, err := strconv.ParseFloat(string(text), 64); err == nil && v-v == 0 {
		var b [32]byte
		if bytes.Equal(strconv.AppendFloat(b[:0], v, 'g', -1, 64), text) {
			return v
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	i, ok := d.index[string(text)]
	if !ok {
		i = math.Float64frombits(boxed | uint64(len(d.texts)))
		s := string(text)
		d.index[s] = i
		d.texts = append(d.texts, s)
	}
	return i
}

// text returns the label that a number stands for: in formats of numbers, the number itself.
func (d *dictionary) text(v float64) string {
	if !math.IsNaN(v) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.texts[math.Float64bits(v)&^boxed]
}

// LabelText returns the label of the row that was read last, as it is written in text, with
// Options.KeepLabels; "" without, or if there is no label column.
func (r *Reader) LabelText() string {
	if !r.HasLabels() {
		return ""
	}
	return r.labels.text(r.own)
}

// HasLabels reports whether rows have labels that LabelText gives.
func (r *Reader) HasLabels() bool { return r.labels != nil && (r.label >= 0 && !r.unread || r.apart) }

// ReadLabelled returns all rows and their labels, read with Options.KeepLabels. An empty label is an
// error, as is a table without a label column.
func ReadLabelled(ctx context.Context, r *Reader) (*mat.Dense, []string, error) {
	if !r.HasLabels() {
		return nil, nil, fmt.Errorf("%s: there is no label column; say which it is (--label first, "+
			"last, its number or its name)", r.name)
	}
	x, labels, err := ReadTable(ctx, r, -1)
	if err != nil {
		return nil, nil, err
	}
	texts := make([]string, labels.Len())
	for i := range texts {
		texts[i] = labels.Text(i)
	}
	return x, texts, nil
}

// ReadTable returns all rows and their labels, nil if the reader keeps none. With the number of rows memory has them once;
// without, −1, twice for a moment. An empty label is an error, as is another number of rows.
func ReadTable(ctx context.Context, r *Reader, rows int) (*mat.Dense, *Labels, error) {
	t := newTable(r, rows)
	var labels *Labels
	if r.HasLabels() {
		labels = &Labels{make([]float64, 0, max(rows, 0)), r.labels}
	}
	var empty error
	err := Each(ctx, r, func(i int, row []float64) {
		t.add(i, row)
		if labels == nil {
			return
		}
		if empty == nil && math.IsNaN(r.own) && r.LabelText() == "" {
			empty = fmt.Errorf("%s: row %d has no label; remove the row or fill the label in", r.name, i+1)
		}
		labels.values = append(labels.values, r.own)
	})
	if err == nil {
		err = empty
	}
	if err != nil {
		return nil, nil, err
	}
	x, err := t.matrix()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.name, err)
	}
	return x, labels, nil
}

// Labels are those of rows in memory: a number each, and the texts that are no numbers once.
type Labels struct {
	values []float64
	of     *dictionary
}

// Len returns the number of rows.
func (l *Labels) Len() int { return len(l.values) }

// Text returns the label of row i, from 0, as LabelText does.
func (l *Labels) Text(i int) string { return l.of.text(l.values[i]) }
