package dataset

import (
	"slices"

	"github.com/spf13/pflag"

	"krein/internal/dataio"
)

// scales are the words of --scale; other values are files.
var scales = []string{"unit", "standard", "sphere", "none"}

// Scaling is the value of --scale: one of its words, or the file of a preparation.
type Scaling struct{ Scale, Ranges *string }

var _ pflag.Value = Scaling{}

// Set takes a word or the name of a file.
func (s Scaling) Set(text string) error {
	*s.Scale, *s.Ranges = "", ""
	if slices.Contains(scales, text) {
		*s.Scale = text
	} else {
		*s.Ranges = text
	}
	return nil
}

// String returns what was set.
func (s Scaling) String() string {
	if s.Scale == nil {
		return ""
	}
	return *s.Scale + *s.Ranges
}

// Type is that of a text.
func (Scaling) Type() string { return "string" }

// source is the value of --data: the name of a file, and after commas how it is read.
type source struct{ flags *Flags }

// Set takes the name and the settings.
func (s source) Set(text string) error {
	s.flags.SetSource(text)
	return nil
}

// String returns the name alone.
func (s source) String() string {
	if s.flags == nil {
		return ""
	}
	return s.flags.Path
}

// Type is that of a text.
func (source) Type() string { return "string" }

// SetSource takes the name of a file, and after commas how it is read.
func (f *Flags) SetSource(text string) { f.Path, f.format = dataio.SplitName(text) }
