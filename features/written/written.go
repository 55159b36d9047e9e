// Package written has maps written out that are not of frequencies alone: harmonics of the sphere, functions of
// projections on directions, monomials and products of projections, activation functions by formulas, as features/zonal,
// features/step, features/maclaurin and features/activation draw them, and frequencies with exact low orders or degrees beside them. A file has all of a
// map, and a program only applies it: nothing is expanded or drawn. [Load] reads files of frequencies too, those of
// package features/waves.
package written

import (
	"errors"
	"slices"

	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/tensors"
)

// Map is a map of other columns than those of frequencies, written out. It is a learn.Transformer. The rows that
// it takes are prepared ones.
type Map struct {
	*fitted.Map
	about  About
	place  basis.Place
	blocks []Block
}

// About says what rows a map is for, and of what.
type About struct {
	// Kernel says what the map was drawn for.
	Kernel string
	// Preparation is what is done to raw rows before.
	fitted.Preparation
}

// ErrNotWritten says that a map has columns of which there are no files.
var ErrNotWritten = errors.New("written: the map has columns of another kind than harmonics, functions of " +
	"projections, monomials and their products, activation functions by formulas, cosines and sines")

var errNoColumns = errors.New("written: the kernel is 0 in float64, so that its map has no columns: there is nothing to write")

// Of writes the map out. Its values are those of m, to the bit, but for couplings of frequencies that are multiplied by
// fast transforms, see fitted.Map.Parts. A nil about says nothing. It returns ErrNotWritten for maps
// of columns that are not of the kinds of [Block], and an error for maps without columns.
func Of(m *fitted.Map, about *About) (*Map, error) {
	if m.Columns() == 0 {
		return nil, errNoColumns
	}
	parts, placed := m.Parts(), false
	w := &Map{Map: fitted.Compose(m.Dim(), parts), place: basis.Place{Everywhere: true}}
	if about != nil {
		w.about = *about
	}
	if len(parts) == 0 {
		return nil, ErrNotWritten
	}
	for _, p := range parts {
		b, at, ok := blockOf(p)
		switch {
		case !ok || at != nil && placed && *at != w.place:
			return nil, ErrNotWritten
		case at != nil:
			w.place, placed = *at, true
		}
		if err := b.check(m.Dim()); err != nil {
			return nil, err
		}
		w.blocks = append(w.blocks, b)
	}
	if err := w.about.Check(m.Dim(), tensors.Fault); err != nil {
		return nil, err
	}
	return w, w.head().check()
}

// About returns what the map is for, not to be modified.
func (m *Map) About() *About { return &m.about }

// Blocks returns the columns, in their order.
func (m *Map) Blocks() []Block { return slices.Clone(m.blocks) }

// Place says where points are: unit vectors, unless anywhere is set; functions of projections and harmonics of x are
// ‖x‖^power times those of x/‖x‖ then, 0 at x = 0.
func (m *Map) Place() (anywhere bool, power int) { return m.place.Everywhere, m.place.Power }
