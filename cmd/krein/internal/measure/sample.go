package measure

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/internal/dataio"
	"krein/internal/parquet"
)

// PartNamed returns the part that --part names.
func PartNamed(d *decompose.Decomposition, name string) (*decompose.Part, error) {
	if err := input.Choice("part", name, "plus", "minus"); err != nil {
		return nil, err
	}
	return map[string]*decompose.Part{"plus": &d.Plus, "minus": &d.Minus}[name], nil
}

// SampleTable streams n draws.
func SampleTable(cmd *cobra.Command, p *decompose.Part, n int, part string, seed uint64, out string) (err error) {
	w, err := dataio.Create(out, &dataio.WriterOptions{Columns: 1, Rows: n, Stdout: cmd.OutOrStdout(),
		Other: parquet.Format})
	if err != nil {
		return err
	}
	defer w.Abort()
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	copy(key[8:], "table radii "+part)
	radii := rand.New(rand.NewChaCha8(key))
	bar := terminal.NewBar(cmd, "sampling")
	defer bar.Finish()
	row := make([]float64, 1)
	for i := range n {
		if i%4096 == 0 {
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			bar.Set(i, n)
		}
		row[0] = p.Sample(radii)
		if math.IsInf(row[0], 0) {
			return errors.New("a radius exceeds the range of float64; this distribution's tail is too heavy to sample")
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return w.Commit()
}
