package dataset

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/input"
	"krein/features"
	"krein/internal/dataio"
	"krein/kernel"
)

// SampleDistances draws `pairs` distances between rows of the data, after their preparation
// for the kernel in dimension dim.
func (f *Flags) SampleDistances(cmd *cobra.Command, k *kernel.Kernel, dim, pairs int) ([]float64, *Rows, error) {
	prepare := f.Open
	if !f.Streams() {
		prepare = f.LoadAll
	}
	data, err := prepare(cmd, k)
	if err != nil {
		return nil, nil, err
	}
	var z []float64
	if err = data.CheckDim("--dim", dim); err == nil {
		z, err = Distances(cmd, f, data, pairs, 0)
	}
	if data.Matrix == nil {
		err = errors.Join(err, data.Close())
	}
	return z, data, err
}

// Distances samples the distances of some pairs of rows from the prepared data, reading a file once more.
func Distances(cmd *cobra.Command, df *Flags, data *Rows, pairs int, seed uint64) ([]float64, error) {
	defer input.Rows(cmd.Context())()
	x, err := Sample(cmd, df, data, seed)
	if err != nil {
		return nil, err
	}
	z := features.SampleDistances(x, pairs, seed)
	if z == nil {
		return nil, ErrOneRow
	}
	return z, nil
}

// sampleRows is how many rows of so many columns stand for the data.
func sampleRows(columns int) int { return min(1000, max(1<<22/columns, 100)) }

// Sample returns up to 1000 of the prepared rows, fewer of those with more than 4000 columns, reading a file once more;
// the same of rows in memory.
func Sample(cmd *cobra.Command, df *Flags, data *Rows, seed uint64) (*mat.Dense, error) {
	defer input.Rows(cmd.Context())()
	if data.Matrix != nil {
		return dataio.SampleOf(data.Matrix, sampleRows(data.Columns), seed), nil
	}
	if !df.Streams() {
		return nil, fmt.Errorf("the distances are sampled from the data, and %s can be read only once: give a file",
			df.Name())
	}
	r, err := df.openFile(cmd)
	if err != nil {
		return nil, err
	}
	x, err := dataio.Sample(cmd.Context(), r, sampleRows(data.Columns), seed)
	data.used, data.Count = r, r.Rows()
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	for i := range x.RawMatrix().Rows {
		if err := data.Apply(x.RawRowView(i)); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// ErrOneRow says that there are no distances.
var ErrOneRow = errors.New("at least two rows are needed to sample distances from")

// Pairs is the number of pairs of rows whose distances stand for the data.
const Pairs = 2000
