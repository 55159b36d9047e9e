package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/spectrum"
	"krein/cmd/krein/internal/terminal"
	"krein/hankel"
)

func newSpectrumCmd() *cobra.Command {
	var (
		kf       input.KernelFlags
		from, to float64
		points   int
		plotFile string
		csv      bool
		along    int
	)
	cmd := &cobra.Command{
		Use:   "spectrum FORMULA --dim D",
		Short: "Tabulate and plot the radial spectral density m(ω)",
		Long: `spectrum evaluates the radial spectral density m(ω) of the kernel in R^d, which is
fixed by k(z) = ∫ Λ_d(ωz) m(dω), on equally spaced frequencies. Each value comes with
an estimate of its error. Atoms (ω, weight) are listed apart. --plot draws the positive
part m₊ and the negative part m₋.

For a kernel of x − y that is not a function of the distance it is the complex density
p_R + i p_I along one of the lines of the kernel, its axis for example, that is of the
projection of ω; errors are proved. --plot draws the real and the imaginary part.`,
		Example: `  krein spectrum 'exp(-z^2/2) - exp(-z^2/200)' --dim 16
  krein spectrum 'spherical_polynomial(2,8)' --dim 16 --plot spectrum.svg
  krein spectrum 'exp(-z^2/8)*(1+sinh(t))' --dim 16 --axis ones --plot parts.svg
  krein spectrum 'wendland(3,1)' --dim 3 --from 0 --to 60 --points 601 --csv > m.csv
  echo ntk | krein spectrum - --dim 1 --json`,
		Args: oneFormula,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := input.CheckDim(kf.Dim); err != nil {
				return err
			}
			if points < 2 || points > 1_000_000 {
				return fmt.Errorf("--points %d: want 2 … 1000000", points)
			}
			if kf.JSON && csv {
				return errors.New("--json and --csv exclude each other")
			}
			k, err := kf.Kernel(cmd, args[0])
			if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
				return complexSpectrum{other.Kernel, along, points, plotFile, kf.JSON, csv}.run(cmd, from, to)
			}
			if err != nil {
				return err
			}
			s, err := hankel.New(k, kf.Dim, nil)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("to") {
				if to, err = spectrum.Bulk(cmd, s); err != nil {
					return err
				}
				to = max(to, 2*from)
			}
			if !(from >= 0) || !(to > from) || math.IsInf(to, 0) {
				return fmt.Errorf("frequencies from %v to %v: want 0 ≤ --from < --to", from, to)
			}
			v := spectrum.View{Formula: k.Formula(), Beyond: k.BeyondString(), Dim: kf.Dim, Atoms: s.Atoms()}
			v.Method = "quadrature"
			if desc, ok := s.Closed(); ok {
				v.Method = "closed form: " + desc
			}
			if v.Omega, v.Density, v.Error, err = spectrum.Tabulate(cmd, s, from, to, points); err != nil {
				return err
			}
			if plotFile != "" {
				if err := v.Plot(cmd, s, from, to, plotFile); err != nil {
					return err
				}
			}
			switch {
			case kf.JSON:
				return terminal.WriteJSON(cmd.OutOrStdout(), v.Finite())
			case csv:
				return v.WriteCSV(cmd)
			default:
				return v.WriteTable(cmd)
			}
		},
	}
	kf.Add(cmd, true)
	fl := cmd.Flags()
	fl.Float64Var(&from, "from", 0, "lowest frequency")
	fl.Float64Var(&to, "to", 0, "highest frequency (default: such that 97 % of the mass lies below)")
	fl.IntVar(&along, "along", 1, "for kernels that are not functions of the distance: which of their lines, from 1")
	fl.IntVar(&points, "points", 25, "number of frequencies")
	fl.StringVar(&plotFile, "plot", "", "draw m₊ and m₋ into this .svg or .png file")
	fl.BoolVar(&csv, "csv", false, "write omega,density,error as CSV")
	return cmd
}
