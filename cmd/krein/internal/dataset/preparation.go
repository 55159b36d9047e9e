package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"

	"krein/cmd/krein/internal/input"
	"krein/features/fitted"
	"krein/internal/atomicfile"
	"krein/internal/dataio"
	"krein/internal/document"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/language"
)

// Preparation is what is done to rows before a kernel sees them: columns are scaled, then divided by
// lengths, then rows are put on the sphere. A ranges file has one.
type Preparation struct {
	Scale string `json:"scale,omitempty"` // unit, standard, sphere or none
	*dataio.Ranges
	*dataio.Moments
	// Lengths divide the columns, one each; nil: none.
	Lengths []float64 `json:"lengths,omitempty"`
	// From says what lengths are that were not given.
	From string `json:"lengths_from,omitempty"`
	// Names are those of the columns, nil if they cannot be told apart by them, and Label is that of the column that was
	// dropped as the label.
	Names []string `json:"names,omitempty"`
	Label string   `json:"label,omitempty"`
	// FirstIndex is the index of the first column of svmlight rows, nil for others.
	FirstIndex *int `json:"first_index,omitempty"`
}

// saved is what a ranges file has.
type saved struct {
	Preparation
	Made
}

// Made is what a map was made for: distances between rows, or of kernels of the inner product their lengths.
type Made struct {
	Distances []float64 `json:"distances,omitempty"`
	Norms     []float64 `json:"norms,omitempty"`
}

// Words of --lengths: the median of distances, the choice by cross-validation, of one for all columns or one each, and the
// formula as it stands.
const medianLengths, autoLengths, ardLengths, noLengths = "median", "auto", "ard", "none"

// needsPass reports whether ranges or moments have to be taken from the rows.
func (p *Preparation) needsPass() bool {
	return p.Scale == "unit" && p.Ranges == nil || p.Scale == "standard" && p.Moments == nil
}

// Apply prepares one row.
func (p *Preparation) Apply(row []float64) error {
	switch {
	case p.Scale == "unit":
		p.Ranges.Scale(row)
	case p.Scale == "standard":
		p.Moments.Scale(row)
	}
	if p.Lengths != nil {
		floats.Div(row, p.Lengths)
	}
	if p.Scale != "sphere" {
		return nil
	}
	if !fitted.Unit(row) {
		return errors.New("a row of length 0 or infinity has no direction, '--scale sphere' cannot put it on the sphere; " +
			"remove it or choose another --scale")
	}
	return nil
}

// median sets all lengths to the median of the distances: the median heuristic. Lengths that are chosen begin with it, or
// with the median of those distances that are not 0 if it is, or with 1 if there is none.
func (p *Rows) median(distances []float64) error {
	z := slices.Sorted(slices.Values(distances))
	m := middle(z)
	p.From = fmt.Sprintf("median heuristic: the median of %d distances between rows", len(z))
	if m == 0 {
		if !p.Chosen {
			return errors.New("--lengths median: half of the pairs of rows are equal, their median distance is 0; give a length")
		}
		z = slices.DeleteFunc(z, func(v float64) bool { return v == 0 })
		p.From = fmt.Sprintf("the median of %d distances between rows that are not equal", len(z))
		if m = middle(z); m == 0 {
			m, p.From = 1, "all rows are equal"
		}
	}
	p.Lengths = slices.Repeat([]float64{m}, p.Columns)
	return nil
}

// middle returns the median of ascending numbers, 0 of none.
func middle(z []float64) float64 {
	if len(z) == 0 {
		return 0
	}
	return (z[(len(z)-1)/2] + z[len(z)/2]) / 2
}

// String says what is done to rows.
func (p *Preparation) String() string { return "rows: --scale " + p.Scale + p.words() }

// words says what lengths there are, as in ", lengths 1, 2".
func (p *Preparation) words() string {
	if p.Lengths == nil {
		return ""
	}
	const shown = 8
	var list []string
	for _, v := range p.Lengths[:min(shown, len(p.Lengths))] {
		list = append(list, strconv.FormatFloat(v, 'g', 5, 64))
	}
	text := strings.Join(list, ", ")
	switch {
	case slices.Min(p.Lengths) == slices.Max(p.Lengths):
		text = list[0] + " for every column"
	case len(p.Lengths) > shown:
		text += ", …"
	}
	if p.From != "" {
		text += " (" + p.From + ")"
	}
	return ", columns divided by lengths: " + text
}

// Affine returns what columns have taken off, and what they are divided by then: rows on the sphere are
// divided by their norms besides.
func (p *Preparation) Affine(columns int) (offset, divisor []float64) {
	offset, divisor = make([]float64, columns), slices.Repeat([]float64{1}, columns)
	for j := range columns {
		switch {
		case p.Ranges != nil:
			offset[j], divisor[j] = p.Min[j], p.Max[j]-p.Min[j]
		case p.Moments != nil:
			offset[j], divisor[j] = p.Mean[j], p.SD[j]
		}
		if divisor[j] == 0 { // of constant columns, which become 0
			divisor[j] = math.Inf(1)
		}
		if p.Lengths != nil {
			divisor[j] *= p.Lengths[j]
		}
	}
	return offset, divisor
}

// width returns the number of columns that the preparation is of, 0 if it does not say.
func (p *Preparation) width() int {
	switch {
	case p.Ranges != nil:
		return len(p.Min)
	case p.Moments != nil:
		return len(p.Mean)
	}
	return max(len(p.Lengths), len(p.Names))
}

// Fitted returns the preparation as files of maps and models have it.
func (p *Preparation) Fitted(columns int) *fitted.Preparation {
	out := &fitted.Preparation{Names: p.Names, Label: p.Label, FirstIndex: p.FirstIndex, Unit: p.Scale == "sphere"}
	if p.Ranges != nil || p.Moments != nil || p.Lengths != nil {
		out.Offset, out.Divisor = p.Affine(columns)
	}
	return out
}

// check returns an error unless the file's preparation is for so many columns.
func (p *Preparation) check(columns int) error {
	if p.Ranges != nil {
		if err := p.Ranges.Check(columns); err != nil {
			return err
		}
	}
	if p.Moments != nil {
		if err := p.Moments.Check(columns); err != nil {
			return err
		}
	}
	names := &fitted.Preparation{Names: p.Names, Label: p.Label, FirstIndex: p.FirstIndex}
	err := names.Check(columns, func(where, format string, args ...any) error {
		return fmt.Errorf(where+": "+format, args...)
	})
	return errors.Join(err, checkLengths(p.Lengths, columns))
}

func checkLengths(lengths []float64, columns int) error {
	if lengths == nil {
		return nil
	}
	if len(lengths) != columns {
		return fmt.Errorf("%d lengths for %d columns; give one each, or one for all", len(lengths), columns)
	}
	for j, v := range lengths {
		if !(v > 0) || math.IsInf(v, 1) {
			return fmt.Errorf("length %d is %v; lengths are positive numbers", j+1, v)
		}
	}
	return nil
}

// readSaved reads a ranges file.
func readSaved(path string) (*saved, error) {
	b, err := input.ReadNamed(path)
	if err != nil && filepath.Ext(path) == "" {
		return nil, input.Choice("scale", path, append(scales, "a file")...)
	}
	if err != nil {
		return nil, fmt.Errorf("--scale: %w", err)
	}
	g := new(saved)
	if err := document.Strict(b, g); err != nil {
		return nil, fmt.Errorf("%s: not a JSON object {\"min\":[…],\"max\":[…]}: %w", path, err)
	}
	if g.Scale == "" { // written by hand
		switch {
		case g.Moments != nil:
			g.Scale = "standard"
		case g.Ranges != nil:
			g.Scale = "unit"
		}
	}
	switch {
	case g.Scale == "unit" && g.Ranges == nil:
		err = errors.New("no ranges for '--scale unit': want {\"min\":[…],\"max\":[…]}")
	case g.Scale == "standard" && g.Moments == nil:
		err = errors.New("no moments for '--scale standard': want {\"mean\":[…],\"sd\":[…]}")
	case g.Scale == "":
		err = errors.New("not a JSON object {\"min\":[…],\"max\":[…]}")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

// Save writes the preparation, and what a map was made for, to a JSON file.
func (p *Preparation) Save(path string, made Made) error {
	if p.Ranges == nil && p.Moments == nil && p.Lengths == nil && made.Norms == nil {
		return fmt.Errorf("--save-ranges: '--scale %s' has no ranges", p.Scale)
	}
	b, err := json.Marshal(saved{*p, made})
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, append(b, '\n'))
}

// lengths returns the numbers of --lengths for so many columns: one for all, one each, or those of a
// file with a row or a column of them; nil for none, and for a word that stands for them.
func lengths(cmd *cobra.Command, words []string, columns int) ([]float64, error) {
	for _, word := range []string{medianLengths, autoLengths, ardLengths, noLengths} {
		if isWord(words, word) {
			return nil, nil
		}
	}
	if len(words) == 0 {
		return nil, nil
	}
	var out []float64
	for _, w := range words {
		e, err := language.ReadConstant(strings.TrimSpace(w), nil)
		if err != nil {
			if len(words) == 1 {
				return lengthsFile(cmd, w, columns)
			}
			return nil, fmt.Errorf("--lengths: %q is no number: %w", w, err)
		}
		out = append(out, certain.ConstantFloat(e))
	}
	if len(out) == 1 {
		out = slices.Repeat(out, columns)
	}
	if err := checkLengths(out, columns); err != nil {
		return nil, fmt.Errorf("--lengths: %w", err)
	}
	return out, nil
}

func isWord(words []string, word string) bool { return len(words) == 1 && words[0] == word }

// lengthsFile reads a row or a column of numbers.
func lengthsFile(cmd *cobra.Command, path string, columns int) ([]float64, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("--lengths %q: want median, none, numbers, or a file: %w", path, err)
	}
	r, err := dataio.Open(path, &dataio.Options{Label: "none"})
	if err != nil {
		return nil, fmt.Errorf("--lengths: %w", err)
	}
	x, err := dataio.ReadAll(cmd.Context(), r)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("--lengths: %w", err)
	}
	if rows, cols := x.Dims(); rows != 1 && cols != 1 {
		return nil, fmt.Errorf("--lengths: %s has %d rows and %d columns; want one of either", path, rows, cols)
	}
	if err := checkLengths(x.RawMatrix().Data, columns); err != nil {
		return nil, fmt.Errorf("--lengths: %s: %w", path, err)
	}
	return x.RawMatrix().Data, nil
}

// Known returns the preparation that flags give without data, as the function Known.
func (f *Flags) Known(cmd *cobra.Command, columns int) (*Preparation, error) {
	scale := f.scale
	switch scale {
	case "unit", "standard":
		if f.ranges == "" {
			return nil, fmt.Errorf("--scale %s takes the scaling from data: give --data, or a file of 'krein features "+
				"--save-ranges', --scale FILE", scale)
		}
		scale = ""
	}
	if scale == "" {
		scale = "none"
	}
	return Known(cmd, f.ranges, f.Lengths, scale, columns)
}

// Known returns the preparation that flags give without data, for so many columns: that of a ranges
// file, with --lengths, or the scale sphere; nil if they give none.
func Known(cmd *cobra.Command, ranges string, words []string, scale string, columns int) (*Preparation, error) {
	if scale != "none" && scale != "sphere" {
		return nil, fmt.Errorf("--scale %q: want sphere or none", scale)
	}
	if isWord(words, medianLengths) || isWord(words, autoLengths) || isWord(words, ardLengths) {
		return nil, fmt.Errorf("--lengths %s takes the median of the data's distances, and there are no data; "+
			"give --data, numbers, or --scale with a file of 'krein features --save-ranges'", words[0])
	}
	p := &Preparation{Scale: scale}
	if ranges != "" {
		g, err := readSaved(ranges)
		if err != nil {
			return nil, err
		}
		if err := g.check(columns); err != nil {
			return nil, fmt.Errorf("%s: %w", ranges, err)
		}
		p = &g.Preparation
	}
	given, err := lengths(cmd, words, columns)
	if err != nil {
		return nil, err
	}
	if err := p.divide(given); err != nil {
		return nil, err
	}
	if ranges == "" && given == nil && scale == "none" {
		return nil, nil
	}
	return p, nil
}

// divide sets lengths that were given.
func (p *Preparation) divide(given []float64) error {
	switch {
	case given == nil:
		return nil
	case p.Lengths != nil:
		return errors.New("--lengths: the file of --scale has lengths of its own")
	}
	p.Lengths = given
	return p.sphereLengths()
}

// sphereLengths refuses one length for all columns of rows that are put on the sphere.
func (p *Preparation) sphereLengths() error {
	if p.Scale == "sphere" && p.Lengths != nil && slices.Min(p.Lengths) == slices.Max(p.Lengths) {
		return errors.New("--lengths: one length for all columns changes nothing on the unit sphere; " +
			"write it into the formula")
	}
	return nil
}
