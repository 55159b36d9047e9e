package dataset

import (
	"errors"
	"fmt"
	"slices"

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

// Seen returns the table of prepared rows as a function of it sees that looks at some rows, the same whatever is in them:
// of a file, which is read once more, the others are not there. The number of rows must be known.
func (p *Rows) Seen(cmd *cobra.Command, f *Flags, look func(x mat.Matrix)) (mat.Matrix, error) {
	defer input.Rows(cmd.Context())()
	if p.Matrix != nil {
		return p.Matrix, nil
	}
	s := &seen{rows: p.Count, zero: make([]float64, p.Columns), at: map[int][]float64{}, noting: true}
	look(s)
	s.noting = false
	return s, p.Each(cmd, f, func(i int, row []float64) {
		if _, ok := s.at[i]; ok {
			s.at[i] = slices.Clone(row)
		}
	})
}

// seen is a table of which some rows are there.
type seen struct {
	rows   int
	zero   []float64 // stands for a row until it is there
	at     map[int][]float64
	noting bool // what is looked at will be there
}

func (s *seen) Dims() (r, c int) { return s.rows, len(s.zero) }

func (s *seen) T() mat.Matrix { return mat.Transpose{Matrix: s} }

func (s *seen) At(i, j int) float64 {
	if s.noting {
		s.at[i] = s.zero
	}
	row, ok := s.at[i]
	if !ok {
		panic("dataset: a row that was not looked at before")
	}
	return row[j]
}

// ErrOneRow says that there are no distances.
var ErrOneRow = errors.New("at least two rows are needed to sample distances from")

// Pairs is the number of pairs of rows whose distances stand for the data.
const Pairs = 2000
