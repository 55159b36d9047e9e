// Package tables looks into sampler tables, checks them and draws from them.
package tables

import (
	"fmt"
	"io"

	"krein/cmd/krein/internal/parts"
	"krein/decompose"
)

// View is what 'table inspect' shows.
type View struct {
	*parts.View
	Format      string `json:"format"`
	Bytes       int    `json:"bytes"`
	Certificate string `json:"certificate"`
	Convention  string `json:"convention"`
	Segments    [2]int `json:"segments"` // of plus and minus
}

// NewView returns what 'table inspect' shows of a file.
func NewView(d *decompose.Decomposition, b *parts.Bias, data []byte) *View {
	v := &View{View: parts.NewView(d, b), Format: decompose.Format, Bytes: len(data), Certificate: d.Certificate,
		Convention: decompose.Convention}
	for i, p := range []*decompose.Part{&d.Plus, &d.Minus} {
		if t, ok := p.Radii.(*decompose.Table); ok {
			v.Segments[i] = t.Segments()
		}
	}
	return v
}

// Write shows it as text.
func (v *View) Write(w io.Writer) error {
	v.View.Write(w)
	_, err := fmt.Fprintf(w, "%s, %d bytes; %d + %d segments\ncertificate %s\n", v.Format, v.Bytes, v.Segments[0],
		v.Segments[1], v.Certificate)
	return err
}
