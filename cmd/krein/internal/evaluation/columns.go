package evaluation

import (
	"fmt"

	"krein/features"
)

// Exactly draws a map of so many columns: opt.Columns, which do not count constant ones, are as many less as these are, and where
// a frequency has no room for its two columns, or nothing more is random, the last columns are 0.
func Exactly(r features.Representation, opt *features.Options, columns int) (*features.Map, error) {
	m, err := within(r, opt, columns)
	if err != nil || m.Columns() == 0 { // the kernel is 0, as whoever draws it says
		return m, err
	}
	return m.Padded(columns), nil
}

// within draws the map of Exactly without the columns that are 0.
func within(r features.Representation, opt *features.Options, columns int) (*features.Map, error) {
	m, err := features.New(r, opt)
	if err != nil {
		return nil, err
	}
	if more := m.Columns() - columns; more > 0 {
		if opt.Columns -= more; opt.Columns < 1 {
			return nil, TooFew(columns)
		}
		if m, err = features.New(r, opt); err != nil {
			return nil, err
		}
	}
	if m.Columns() > columns {
		return nil, TooFew(columns)
	}
	return m, nil
}

// TooFew says that a map has no room for what it is made of.
func TooFew(columns int) error {
	return fmt.Errorf("--columns %d: too few for this kernel: a frequency takes two for each part with mass, a constant takes one, "+
		"and exact orders take d + 2", columns)
}

// Random returns how many of so many columns are there for what is random: the constant ones come on top, and a frequency takes
// two.
func Random(r *Representation, columns int) int {
	if r.Sphere != nil {
		return columns // what is constant is seen when the map is drawn
	}
	if r.Parts.Plus.Origin != r.Parts.Minus.Origin {
		columns--
	}
	return columns - columns%2
}

// whole is a representation whose maps have as many columns in all as the options say, but for those of 0, which are not counted
// where maps are measured.
type whole struct{ features.Representation }

// Draw draws such a map.
func (w whole) Draw(opt *features.Options) (*features.Map, error) {
	with := *opt
	return within(w.Representation, &with, with.Columns)
}
