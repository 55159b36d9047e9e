package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"krein/internal/atomicfile"
)

// key names a measured number.
type key struct {
	Table  string `json:"table"`
	Kernel string `json:"kernel"`
	Data   string `json:"data"`
	Method string `json:"method"`
	Size   string `json:"size"` // as the paper says it
}

func (k key) String() string {
	return k.Table + "/" + k.Kernel + "/" + k.Data + "/" + k.Method + "/" + k.Size
}

// point is a measured number, or one that a paper states.
type point struct {
	key
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"` // over the runs, divisor runs − 1
	Runs int     `json:"runs,omitempty"`
	Rows int     `json:"rows,omitempty"` // of a classifier, --rows
	// Trained are the training rows where a data set has others than --rows, Tested the test rows; 0 until November 2026,
	// where they were --rows too.
	Trained int `json:"training_rows,omitempty"`
	Tested  int `json:"test_rows,omitempty"`
	// Folded are the rows of cross-validation; 0 where there was none, and until November 2026 where there were 800.
	Folded int `json:"fold_rows,omitempty"`
	// Asked are the columns that the size stands for, Columns those of Φ.
	Asked   int `json:"asked,omitempty"`
	Columns int `json:"columns,omitempty"`
	// At is where tables that are not drawn along columns have the point; 0: at Asked.
	At float64 `json:"at,omitempty"`
	// Seconds are those of drawing a map and transforming the rows, and Before those spent once.
	Seconds float64 `json:"seconds,omitempty"`
	Before  float64 `json:"seconds_before,omitempty"`
	// Took are the processor seconds of the whole measurement, which other work on the machine does not change; 0
	// if that is not known.
	Took float64 `json:"processor_seconds,omitempty"`
	// Load is the machine's load average when it was measured, 0 if that is not known.
	Load float64 `json:"load,omitempty"`
	// Note says how it was made, or with Missing why there is no number.
	Note string `json:"note,omitempty"`
	// Among is how what was chosen among fared in cross-validation, the best first.
	Among []string `json:"among,omitempty"`
	// Candidates is how many there were; 0 where principal columns of maps of the least mass were not among them.
	Candidates int  `json:"candidates,omitempty"`
	Missing    bool `json:"missing,omitempty"`
}

// along is where the point is drawn.
func (p *point) along() float64 { return cmp.Or(p.At, float64(p.Asked)) }

// book are the results of a paper, in the order in which they were first measured.
type book struct {
	Paper  string   `json:"paper"`
	Absent []string `json:"absent,omitempty"` // data sets
	// Day and Minutes say when all of it was measured in one run, and how long that took; of parts they are zero.
	Day     string   `json:"day,omitempty"`
	Minutes float64  `json:"minutes,omitempty"`
	Points  []*point `json:"points"`

	path string
}

// open reads the book of a paper, an empty one if there is none yet.
func open(dir, paper string) (*book, error) {
	b := &book{Paper: paper, path: filepath.Join(dir, paper+".json")}
	text, err := os.ReadFile(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err == nil {
		err = json.Unmarshal(text, b)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.path, err)
	}
	return b, nil
}

// save writes the file.
func (b *book) save() error {
	if err := os.MkdirAll(filepath.Dir(b.path), 0o777); err != nil {
		return err
	}
	return writeJSON(b.path, b)
}

// find returns a point, nil if there is none.
func (b *book) find(k key) *point {
	for _, p := range b.Points {
		if p.key == k {
			return p
		}
	}
	return nil
}

// put adds a point, in the place of an older one.
func (b *book) put(p *point) {
	if old := b.find(p.key); old != nil {
		*old = *p
		return
	}
	b.Points = append(b.Points, p)
}

func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return writeFile(path, append(text, '\n'))
}

func writeFile(path string, text []byte) error {
	return atomicfile.WriteBytes(path, text)
}
