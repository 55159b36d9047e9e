package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"krein/decompose"
	"krein/internal/dataio"
)

func newTableSampleCmd() *cobra.Command {
	var (
		n       int
		seed    uint64
		part    string
		vectors bool
		out     string
	)
	cmd := &cobra.Command{
		Use:   "sample FILE -n N",
		Short: "Draw radii or frequency vectors from a table",
		Long: `sample draws independent radii ω from the law of m₊ or m₋ on ω > 0 (the atom at 0 is
deterministic and kept apart, see 'krein table inspect'), or with --vectors frequency
vectors: the radius times a uniform direction in R^d. One row for each, streamed; npy if
the name ends in .npy, else CSV; .gz is compressed. The same --seed and --part give the
same numbers, --vectors the same radii.`,
		Example: `  krein table sample table.json -n 1000 --seed 7 -o radii.npy
  krein table sample table.npz -n 1000000 --part minus --vectors -o w.csv.gz
  cat table.json | krein table sample - -n 5`,
		Args: oneTable,
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 1 {
				return fmt.Errorf("-n %d: want at least 1", n)
			}
			d, err := loadTable(cmd, args[0])
			if err != nil {
				return err
			}
			p, err := partOf(d, part)
			if err != nil {
				return err
			}
			if p.Radii == nil {
				return fmt.Errorf("the part %s of %s has no mass on ω > 0: there is nothing to sample", part, args[0])
			}
			return sampleTable(cmd, p, d.Dim, n, part, seed, vectors, out)
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&n, "number", "n", 0, "how many to draw (required)")
	if err := cmd.MarkFlagRequired("number"); err != nil {
		panic(err)
	}
	fl.Uint64Var(&seed, "seed", 0, "the same seed gives the same bits")
	fl.StringVar(&part, "part", "plus", "plus or minus")
	fl.BoolVar(&vectors, "vectors", false, "frequency vectors instead of radii")
	fl.StringVarP(&out, "output", "o", "-", "the file to write ('-': CSV on standard output)")
	return cmd
}

// partOf returns the part that --part names.
func partOf(d *decompose.Decomposition, name string) (*decompose.Part, error) {
	switch name {
	case "plus":
		return &d.Plus, nil
	case "minus":
		return &d.Minus, nil
	}
	return nil, fmt.Errorf("--part %q: want plus or minus", name)
}

// sampleTable streams n draws. Radii and directions have generators of their own.
func sampleTable(cmd *cobra.Command, p *decompose.Part, dim, n int, part string, seed uint64, vectors bool, out string) (err error) {
	columns := 1
	if vectors {
		columns = dim
	}
	w, err := dataio.Create(out, &dataio.WriterOptions{Columns: columns, Rows: n, Stdout: cmd.OutOrStdout()})
	if err != nil {
		return err
	}
	defer w.Abort()
	generator := func(purpose string) *rand.Rand {
		var key [32]byte
		binary.LittleEndian.PutUint64(key[:], seed)
		copy(key[8:], "table "+purpose+" "+part)
		return rand.New(rand.NewChaCha8(key))
	}
	radii, directions := generator("radii"), generator("directions")
	bar := newBar(cmd, "sampling")
	defer bar.finish()
	row := make([]float64, columns)
	for i := range n {
		if i%4096 == 0 {
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			bar.set(i, n)
		}
		row[0] = p.Sample(radii)
		if math.IsInf(row[0], 0) {
			return errors.New("a radius exceeds the range of float64; this law's tail is too heavy to sample")
		}
		if vectors {
			direct(row, row[0], directions)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return w.Commit()
}

// direct fills v with a vector of length r in a uniform direction.
func direct(v []float64, r float64, rnd *rand.Rand) {
	for {
		sum := 0.0
		for i := range v {
			v[i] = rnd.NormFloat64()
			sum += v[i] * v[i]
		}
		if sum > 0 {
			scale := 1 / math.Sqrt(sum)
			for i := range v {
				v[i] *= scale
				v[i] *= r
			}
			return
		}
	}
}
