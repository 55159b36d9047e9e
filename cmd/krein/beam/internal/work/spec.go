// Package work is what a worker does with one shard. It knows nothing of Beam.
package work

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/evaluation"
	"krein/features"
	"krein/features/radial"
	"krein/features/written"
	"krein/internal/dataio"
	"krein/internal/document"
	"krein/internal/parquet"
	"krein/kernel"
)

// Spec says how rows are read and what becomes of them: with a shard it determines every bit.
type Spec struct {
	Columns     int                  `json:"columns"` // of features, without the label
	Names       []string             `json:"names"`   // of the features; nil: they have none
	Label       string               `json:"label"`   // the column that is no feature, as in dataio.Options
	LabelName   string               `json:"label_name,omitempty"`
	Header      dataio.Header        `json:"header"`
	FirstIndex  *int                 `json:"first_index,omitempty"` // of the columns of svmlight rows, by the first shard
	Preparation *dataset.Preparation `json:"preparation"`
	Map         *Map                 `json:"map"` // nil: the columns themselves
	Single      bool                 `json:"single"`
}

// Map says how the map is made.
type Map struct {
	// File is a map's, or what maps are drawn from: a table, a measure, an expansion. Every worker reads it.
	File string `json:"file"`
	// Sum is its SHA-256.
	Sum string `json:"sha256"`
	// Options are those of the draw; nil: the file is a map.
	Options *features.Options `json:"options"`
}

// Document is a spec as bytes, in which a file counts by what it has and not by its name.
func (s *Spec) Document() ([]byte, error) {
	c := *s
	if c.Map != nil {
		m := *c.Map
		m.File = ""
		c.Map = &m
	}
	text, err := json.MarshalIndent(&c, "", " ")
	return append(text, '\n'), err
}

// SumOf returns the SHA-256 of a file.
func SumOf(path string) (string, error) {
	data, err := os.ReadFile(path)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// Drawn is a map.
type Drawn struct {
	*features.Map
	// File is the map as its file has it, which may prepare rows; nil: it was drawn here.
	File *written.Loaded
	// Kernel is that of what the map was drawn from; nil: not known.
	Kernel *kernel.Kernel
}

// Prepares reports whether Prepare does anything.
func (d *Drawn) Prepares() bool { return d.File != nil && d.File.Prepares() }

// Prepare makes a raw row ready for the map, in place, as far as the map's own file says.
func (d *Drawn) Prepare(row []float64) error {
	if d.File == nil {
		return nil
	}
	return d.File.Prepare(row)
}

// Draw makes the map.
func (m *Map) Draw() (*Drawn, error) {
	sum, err := SumOf(m.File)
	if err != nil {
		return nil, err
	}
	if sum != m.Sum {
		return nil, fmt.Errorf("%s is not the file that it was when the run began: start again", m.File)
	}
	if m.Options == nil {
		f, err := written.Load(m.File)
		if err != nil {
			return nil, err
		}
		if f.Pair != nil {
			return nil, fmt.Errorf("%s: a pair of maps of a kernel that is not symmetric, which 'krein features' applies",
				m.File)
		}
		return &Drawn{Map: f.Map, File: f}, nil
	}
	rep, k, err := evaluation.Load(&cobra.Command{}, m.File)
	if err != nil {
		return nil, err
	}
	var from features.Representation = rep.Sphere
	if rep.Parts != nil {
		from = radial.New(rep.Parts)
	}
	opt := *m.Options
	drawn, err := features.New(from, &opt)
	if err != nil {
		return nil, err
	}
	return &Drawn{Map: drawn, Kernel: k}, nil
}

// Rows reads the rows of a shard, prepared. It must be closed.
type Rows struct {
	*dataio.Reader
	spec *Spec
	by   *Drawn // may be nil
	row  int
}

// Open opens a shard. m may be nil.
func (s *Spec) Open(path string, m *Drawn, labels bool) (*Rows, error) {
	wanted := s.wanted(m)
	opt := &dataio.Options{Label: s.Label, Header: s.Header, KeepLabels: labels, Wanted: wanted, Other: Parquet}
	if wanted == nil {
		opt.Wanted = &dataio.Wanted{Width: s.Columns, FirstIndex: s.firstIndex(m), What: "the map or the first shard"}
	}
	r, err := dataio.Open(path, opt)
	if err != nil {
		return nil, err
	}
	if r.Columns() != s.Columns {
		return nil, errors.Join(fmt.Errorf("%s has %d columns without the label where the first shard has %d: "+
			"all shards have the same columns; remove it or make it again", path, r.Columns(), s.Columns), r.Close())
	}
	if wanted == nil {
		if err := s.sameNames(path, r.Names()); err != nil {
			return nil, errors.Join(err, r.Close())
		}
	}
	return &Rows{Reader: r, spec: s, by: m}, nil
}

// wanted are the columns that the map's file or the ranges were fitted with; nil if these have no names.
func (s *Spec) wanted(m *Drawn) *dataio.Wanted {
	switch {
	case m != nil && m.File != nil && m.File.Names != nil:
		return &dataio.Wanted{Names: m.File.Names, Label: m.File.Label, What: "the map"}
	case s.Preparation != nil && s.Preparation.Names != nil:
		return &dataio.Wanted{Names: s.Preparation.Names, Label: s.Preparation.Label, What: "the ranges"}
	}
	return nil
}

// firstIndex is that of the columns of svmlight rows, as what is applied was fitted with them, or as the first shard has them:
// in another shard the first columns may be absent, like the last ones.
func (s *Spec) firstIndex(m *Drawn) *int {
	switch {
	case m != nil && m.File != nil && m.File.FirstIndex != nil:
		return m.File.FirstIndex
	case s.Preparation != nil && s.Preparation.FirstIndex != nil:
		return s.Preparation.FirstIndex
	}
	return s.FirstIndex
}

// sameNames returns an error for columns that are in another order than those of the first shard, or are others.
func (s *Spec) sameNames(path string, names []string) error {
	if s.Names == nil || names == nil {
		return nil
	}
	for j := range names {
		if j < len(s.Names) && names[j] != s.Names[j] {
			return fmt.Errorf("%s: feature %d is called %q where the first shard has %q: all shards have the same columns in "+
				"the same order; make it again", path, j+1, names[j], s.Names[j])
		}
	}
	return nil
}

// Read stores the next row in dst; io.EOF after the last.
func (r *Rows) Read(dst []float64) error {
	if err := r.Reader.Read(dst); err != nil {
		return err
	}
	r.row++
	var err error
	if r.by != nil {
		err = r.by.Prepare(dst)
	}
	if err == nil && r.spec.Preparation != nil {
		err = r.spec.Preparation.Apply(dst)
	}
	if err != nil {
		return fmt.Errorf("row %d: %w", r.row, err)
	}
	return nil
}

// All reads all rows, or so many of the first ones if most is not 0, and their labels.
func (r *Rows) All(most int) (*mat.Dense, []string, error) {
	var data []float64
	var labels []string
	row := make([]float64, r.Columns())
	for most == 0 || r.row < most {
		err := r.Read(row)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		data = append(data, row...)
		if r.HasLabels() {
			labels = append(labels, r.LabelText())
		}
	}
	return mat.NewDense(r.row, len(row), data), labels, nil
}

// ReadSpec reads what json.Marshal wrote.
func ReadSpec(text []byte) (*Spec, error) {
	s := new(Spec)
	return s, document.Strict(text, s)
}

// Look takes the number of columns from a shard, the first one.
func (s *Spec) Look(path string) error {
	r, err := dataio.Open(path, &dataio.Options{Label: s.Label, Header: s.Header, Other: Parquet})
	if err != nil {
		return err
	}
	s.Columns, s.Names, s.FirstIndex = r.Columns(), r.Names(), r.FirstIndex()
	_, s.LabelName, _ = r.Distinct()
	return r.Close()
}

// Parquet is the format that dataio leaves to others.
var Parquet = parquet.Format
