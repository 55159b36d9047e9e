package work

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/internal/atomicfile"
	"krein/internal/certify/certificate"
	"krein/internal/document"
)

// Cell is a kernel and a dimension of a survey.
type Cell struct {
	Formula string            `json:"formula"`
	Kernel  input.KernelFlags `json:"kernel"`
	Dim     int               `json:"dim"`
	Verify  bool              `json:"verify"`
	Effort  float64           `json:"effort"`
	Output  string            `json:"output"` // where the result goes
}

// Certified is the result of a cell.
type Certified struct {
	Cell        *Cell               `json:"cell"`
	Row         report.SurveyKernel `json:"row"` // of this dimension alone
	Certificate json.RawMessage     `json:"certificate"`
}

// Finished returns the result that is there, nil if there is none for this cell, or it is damaged.
func (c *Cell) Finished() (*Certified, error) {
	text, err := os.ReadFile(c.Output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := new(Certified)
	if json.Unmarshal(text, r) != nil || r.Cell == nil || len(r.Row.Dims) != 1 {
		return nil, nil
	}
	have, err := json.Marshal(r.Cell)
	if err != nil {
		return nil, err
	}
	want, err := json.Marshal(c)
	if err != nil || !bytes.Equal(have, want) {
		return nil, err
	}
	cert, err := certificate.Decode(bytes.NewReader(r.Certificate))
	if err != nil || cert.Dim() != c.Dim { // it has a checksum
		return nil, nil
	}
	for _, cl := range cert.Claims() {
		if r.Row.Dims[0].Claims[cl.ID] != cl.Status.String() {
			return nil, nil
		}
	}
	return r, nil
}

// Run certifies the kernel in the dimension, unless that was done.
func (c *Cell) Run(ctx context.Context) error {
	if r, err := c.Finished(); r != nil || err != nil {
		return err
	}
	k, err := c.Kernel.Kernel(&cobra.Command{}, c.Formula)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Formula, err)
	}
	one, err := report.CertifyCell(input.WithEffort(ctx, c.Effort), k, c.Dim, c.Verify)
	if err != nil {
		return fmt.Errorf("%s in R^%d: %w", c.Formula, c.Dim, err)
	}
	r := Certified{Cell: c, Row: report.SurveyKernel{Kernel: c.Formula, Beyond: k.BeyondString(),
		Dims: []report.Statuses{one.Claims(c.Dim)}}}
	if r.Certificate, err = one.Certificate.MarshalJSON(); err != nil {
		return err
	}
	data, err := document.Compact(r)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(c.Output, append(data, '\n'))
}
