package measure

import (
	"fmt"
	"io"

	"krein/decompose"
)

// TableView is what 'table inspect' shows.
type TableView struct {
	*View
	Format      string `json:"format"`
	Bytes       int    `json:"bytes"`
	Certificate string `json:"certificate"`
	Convention  string `json:"convention"`
	Segments    [2]int `json:"segments"` // of plus and minus
}

// NewTableView returns what 'table inspect' shows of a file.
func NewTableView(d *decompose.Decomposition, b *Bias, data []byte) *TableView {
	v := &TableView{View: NewView(d, b), Format: decompose.Format, Bytes: len(data), Certificate: d.Certificate,
		Convention: decompose.Convention}
	for i, p := range []*decompose.Part{&d.Plus, &d.Minus} {
		if t, ok := p.Radii.(*decompose.Table); ok {
			v.Segments[i] = t.Segments()
		}
	}
	return v
}

// Write shows it as text.
func (v *TableView) Write(w io.Writer) error {
	v.View.Write(w)
	_, err := fmt.Fprintf(w, "%s, %d bytes; %d + %d segments\ncertificate %s\n", v.Format, v.Bytes, v.Segments[0],
		v.Segments[1], v.Certificate)
	return err
}
