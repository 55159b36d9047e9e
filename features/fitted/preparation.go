package fitted

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Preparation is what a map or model was fitted with. The zero value takes rows as they are, of columns without names.
type Preparation struct {
	// Names are the distinct names of the columns, in their order; nil if they had none.
	Names []string
	// Label is the name of the column that was dropped as the label, which tables may have or not; "" if none was.
	Label string
	// FirstIndex is the index of the first column where the map was fitted with rows of svmlight, 0 or 1; nil: it was not.
	FirstIndex *int
	// Offset is subtracted from the columns, which are then divided by Divisor; +Inf makes a column 0. Both are nil
	// where nothing is scaled.
	Offset, Divisor []float64
	// Unit divides rows by their lengths then.
	Unit bool
}

// mostName is the length in bytes of the longest name of a column that a file may have.
const mostName = 1 << 12

// Check calls fault, which makes an error of a place and a message, unless the preparation is one for rows of dim
// columns.
func (p *Preparation) Check(dim int, fault func(where, format string, args ...any) error) error {
	switch {
	case p.Offset == nil && p.Divisor == nil:
	case len(p.Offset) != dim || len(p.Divisor) != dim:
		return fault("offset, divisor", "%d and %d numbers in dimension %d", len(p.Offset), len(p.Divisor), dim)
	case slices.ContainsFunc(p.Offset, func(v float64) bool { return !finite(v) }):
		return fault("offset", "a number is not finite")
	case slices.ContainsFunc(p.Divisor, func(v float64) bool { return !(v > 0) }):
		return fault("divisor", "a number is not positive")
	}
	return p.checkNames(dim, fault)
}

func (p *Preparation) checkNames(dim int, fault func(where, format string, args ...any) error) error {
	if p.Names != nil && len(p.Names) != dim {
		return fault("names", "%d of %d columns", len(p.Names), dim)
	}
	if p.FirstIndex != nil && *p.FirstIndex != 0 && *p.FirstIndex != 1 {
		return fault("first_index", "%d is neither 0 nor 1", *p.FirstIndex)
	}
	if p.Names == nil && p.Label != "" {
		return fault("label", "%.40q is the name of a column, but columns have none", p.Label)
	}
	for i, name := range append(p.Names[:len(p.Names):len(p.Names)], p.Label) {
		if len(name) > mostName || !utf8.ValidString(name) {
			return fault("names", "name %d is no text of up to %d bytes in UTF-8", i+1, mostName)
		}
	}
	if name, twice := repeated(p.Names); twice {
		return fault("names", "%.40q is there twice", name)
	}
	if p.Label != "" && slices.Contains(p.Names, p.Label) {
		return fault("label", "%.40q is a column, too", p.Label)
	}
	return nil
}

// repeated returns a name that occurs twice.
func repeated(names []string) (name string, twice bool) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return name, true
		}
		seen[name] = true
	}
	return "", false
}

// Prepares reports whether Prepare does anything.
func (p *Preparation) Prepares() bool { return p.Offset != nil || p.Unit }

// Prepare makes a raw row ready for the map, in place: (x − Offset)/Divisor, divided by its length if Unit is set. It
// returns an error if the row has no direction then, and panics if it has not as many columns as Offset.
func (p *Preparation) Prepare(row []float64) error {
	if p.Offset != nil {
		floats.Sub(row, p.Offset)
		floats.Div(row, p.Divisor)
	}
	if p.Unit && !Unit(row) {
		return errors.New("a row of length 0 or infinity has no direction on the sphere; remove it")
	}
	return nil
}

// PrepareAll makes the rows of a matrix ready for the map, in place. It panics with mat.ErrShape if the matrix has not as
// many columns as Offset.
func (p *Preparation) PrepareAll(x *mat.Dense) error {
	n, columns := x.Dims()
	if p.Offset != nil && columns != len(p.Offset) {
		panic(mat.ErrShape)
	}
	for i := range n {
		if err := p.Prepare(x.RawRowView(i)); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return nil
}

// String says what Prepare does, for people.
func (p *Preparation) String() string {
	switch {
	case p.Offset != nil && p.Unit:
		return "each column has an offset subtracted and is divided by a number, each row is then divided by its length"
	case p.Offset != nil:
		return "each column has an offset subtracted and is divided by a number"
	case p.Unit:
		return "each row is divided by its length"
	}
	return "rows are taken as they are"
}

// Unit divides a row by its length, so that it is on the unit sphere. It returns false for one that has no direction:
// its length is 0, or not finite.
func Unit(row []float64) bool {
	n := floats.Norm(row, 2)
	if n < 0x1p-1000 { // 1/n would overflow
		floats.Scale(0x1p1000, row)
		n = floats.Norm(row, 2)
	}
	if n == 0 || !finite(n) {
		return false
	}
	floats.Scale(1/n, row)
	return true
}
