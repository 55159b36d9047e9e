package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"krein/fourier"
	"krein/hankel"
)

func newSpectrumCmd() *cobra.Command {
	var (
		kf       kernelFlags
		from, to float64
		points   int
		plotFile string
		csv      bool
	)
	cmd := &cobra.Command{
		Use:   "spectrum FORMULA --dim D",
		Short: "Tabulate and plot the radial spectral density m(ω)",
		Long: `spectrum evaluates the radial spectral density m(ω) of the kernel in R^d, which is
fixed by k(z) = ∫ Λ_d(ωz) m(dω), on equally spaced frequencies. Each value comes with
an estimate of its error. Atoms (ω, weight) are listed apart. --plot draws the positive
part m₊ and the negative part m₋.`,
		Example: `  krein spectrum 'exp(-z^2/2) - exp(-z^2/200)' --dim 16
  krein spectrum 'spherical_polynomial(2,8)' --dim 16 --plot spectrum.svg
  krein spectrum 'wendland(3,1)' --dim 3 --from 0 --to 60 --points 601 --csv > m.csv
  echo ntk | krein spectrum - --dim 1 --json`,
		Args: oneFormula,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkDim(kf.dim); err != nil {
				return err
			}
			if points < 2 || points > 1_000_000 {
				return fmt.Errorf("--points %d: want 2 … 1000000", points)
			}
			if kf.json && csv {
				return errors.New("--json and --csv exclude each other")
			}
			k, err := kf.kernel(cmd, args[0])
			if err != nil {
				return err
			}
			s, err := hankel.New(k, kf.dim, nil)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("to") {
				if to, err = bulk(cmd, s); err != nil {
					return err
				}
				to = max(to, 2*from)
			}
			if !(from >= 0) || !(to > from) || math.IsInf(to, 0) {
				return fmt.Errorf("frequencies from %v to %v: want 0 ≤ --from < --to", from, to)
			}
			v := spectrumView{Formula: k.Formula(), Beyond: k.BeyondString(), Dim: kf.dim, Atoms: s.Atoms()}
			v.Method = "quadrature"
			if desc, ok := s.Closed(); ok {
				v.Method = "closed form: " + desc
			}
			if v.Omega, v.Density, v.Error, err = tabulate(cmd, s, from, to, points); err != nil {
				return err
			}
			if plotFile != "" {
				if err := v.plot(cmd, s, from, to, plotFile); err != nil {
					return err
				}
			}
			switch {
			case kf.json:
				return writeJSON(cmd.OutOrStdout(), v.finite())
			case csv:
				return v.writeCSV(cmd)
			default:
				return v.writeTable(cmd)
			}
		},
	}
	kf.add(cmd, true)
	fl := cmd.Flags()
	fl.Float64Var(&from, "from", 0, "lowest frequency")
	fl.Float64Var(&to, "to", 0, "highest frequency (default: such that 97 % of the mass lies below)")
	fl.IntVar(&points, "points", 25, "number of frequencies")
	fl.StringVar(&plotFile, "plot", "", "draw m₊ and m₋ into this .svg or .png file")
	fl.BoolVar(&csv, "csv", false, "write omega,density,error as CSV")
	return cmd
}

// tabulate evaluates the density on n equally spaced frequencies.
func tabulate(cmd *cobra.Command, s *hankel.Spectrum, from, to float64, n int) (omegas, m, errs []float64, err error) {
	omegas, m, errs = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range omegas {
		omegas[i] = from + (to-from)*float64(i)/float64(n-1)
	}
	return omegas, m, errs, s.Tabulate(cmd.Context(), m, errs, omegas)
}

// bulk returns a round frequency below which about 97 % of the mass lies (and all atoms),
// by a crude sum over a logarithmic grid: it sets a default range and nothing else.
func bulk(cmd *cobra.Command, s *hankel.Spectrum) (float64, error) {
	lo, hi := s.Scale()
	atom := 0.0
	for _, a := range s.Atoms() {
		atom = max(atom, 1.25*a.Omega)
	}
	if !(hi > 0) || math.IsInf(hi, 0) {
		return max(atom, 1), nil
	}
	const n = 4000
	lo = min(max(lo, hi*1e-6), hi/2)
	omegas, m, errs := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range omegas {
		omegas[i] = lo * math.Pow(hi/lo, float64(i)/(n-1))
	}
	if err := s.Tabulate(cmd.Context(), m, errs, omegas); err != nil {
		return 0, err
	}
	var total float64
	for i := range m {
		m[i] = math.Abs(m[i]) * omegas[i]
		if math.IsNaN(m[i]) || math.IsInf(m[i], 0) {
			m[i] = 0
		}
		total += m[i]
	}
	end, sum := hi, 0.0
	for i := range m {
		if sum += m[i]; sum >= 0.97*total {
			end = omegas[i]
			break
		}
	}
	// Up to the next of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten.
	end = max(end, atom)
	unit := math.Pow(10, math.Floor(math.Log10(end)))
	for _, f := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8, 10} {
		if f*unit >= end {
			return f * unit, nil
		}
	}
	return 10 * unit, nil
}

// spectrumView is what the verb shows.
type spectrumView struct {
	Formula string         `json:"formula"`
	Beyond  string         `json:"beyond"`
	Dim     int            `json:"dim"`
	Method  string         `json:"method"`
	Atoms   []fourier.Atom `json:"atoms"`
	Omega   []float64      `json:"omega"`
	Density []float64      `json:"density"`
	Error   []float64      `json:"error"`
}

// finite replaces what JSON cannot say: a density that is infinite (at ω = 0, say)
// or not known becomes null.
func (v spectrumView) finite() any {
	null := func(xs []float64) []*float64 {
		ps := make([]*float64, len(xs))
		for i := range xs {
			if !math.IsInf(xs[i], 0) && !math.IsNaN(xs[i]) {
				ps[i] = &xs[i]
			}
		}
		return ps
	}
	if v.Atoms == nil {
		v.Atoms = []fourier.Atom{}
	}
	return struct {
		spectrumView
		Density []*float64 `json:"density"`
		Error   []*float64 `json:"error"`
	}{v, null(v.Density), null(v.Error)}
}

func (v *spectrumView) writeTable(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\nspectrum by %s\n", v.Formula, v.Beyond, v.Dim, v.Method)
	for _, a := range v.Atoms {
		fmt.Fprintf(w, "atom of weight %.10g at ω = %.10g\n", a.Weight, a.Omega)
	}
	fmt.Fprintln(w)
	t := newTable("ω", "m(ω)", "error ≲")
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 1, Align: text.AlignRight}, {Number: 2, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight}})
	for i, om := range v.Omega {
		t.AppendRow(table.Row{fmt.Sprintf("%.6g", om), fmt.Sprintf("% .9e", v.Density[i]), fmt.Sprintf("%.1e", v.Error[i])})
	}
	_, err := fmt.Fprintln(w, t.Render())
	return err
}

func (v *spectrumView) writeCSV(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("omega,density,error\n")
	for i := range v.Omega {
		for j, x := range []float64{v.Omega[i], v.Density[i], v.Error[i]} {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.FormatFloat(x, 'g', -1, 64))
		}
		b.WriteByte('\n')
	}
	_, err := cmd.OutOrStdout().Write([]byte(b.String()))
	return err
}

// plotPoints resolves the oscillation of a compactly supported kernel over the default range.
const plotPoints = 1200

func (v *spectrumView) plot(cmd *cobra.Command, s *hankel.Spectrum, from, to float64, path string) error {
	omegas, m, _, err := tabulate(cmd, s, from, to, max(plotPoints, len(v.Omega)))
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s   in R^%d, %s", shorten(v.Formula, 60), v.Dim, v.Beyond)
	b, err := spectrumPlot(path, title, omegas, m, v.Atoms)
	if err != nil {
		return err
	}
	return replaceFile(path, b)
}
