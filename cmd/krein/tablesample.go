package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/measure"
)

func newTableSampleCmd() *cobra.Command {
	var (
		n    int
		seed uint64
		part string
		out  string
	)
	cmd := &cobra.Command{
		Use:   "sample FILE -n N",
		Short: "Draw radii from a table",
		Long: `sample draws independent radii ω from the distribution of m₊ or m₋ on ω > 0 (the atom at 0 is
deterministic and kept apart, see 'krein table inspect'). One row for each, streamed; npy if the name ends in .npy, CSV if
in .csv; .gz is compressed. The same --seed and --part give the same numbers. Frequency vectors, which are
radii times directions, are in the file of 'krein map'.`,
		Example: `  krein table sample table.json -n 1000 --seed 7 -o radii.npy
  krein table sample table.npz -n 1000000 --part minus -o radii.csv.gz
  cat table.json | krein table sample - -n 5`,
		Args: oneTable,
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 1 {
				return fmt.Errorf("-n %d: want at least 1", n)
			}
			d, err := measure.Load(cmd, args[0])
			if err != nil {
				return err
			}
			p, err := measure.PartNamed(d, part)
			if err != nil {
				return err
			}
			if p.Radii == nil {
				return fmt.Errorf("the part %s of %s has no mass on ω > 0: there is nothing to sample", part, args[0])
			}
			return measure.SampleTable(cmd, p, n, part, seed, out)
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&n, "number", "n", 0, "how many to draw (required)")
	if err := cmd.MarkFlagRequired("number"); err != nil {
		panic(err)
	}
	fl.Uint64Var(&seed, "seed", 0, "the same seed gives the same bits")
	fl.StringVar(&part, "part", "plus", "plus or minus")
	fl.StringVarP(&out, "output", "o", "-", "the file to write ('-': CSV on standard output)")
	return cmd
}
