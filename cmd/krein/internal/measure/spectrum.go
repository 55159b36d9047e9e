package measure

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/terminal"
	"krein/fourier"
	"krein/hankel"
	"krein/internal/budget"
	"krein/internal/kernel/continuity"
	"krein/internal/outward"
	"krein/kernel"
)

// TabulateSpectrum evaluates the density on n equally spaced frequencies.
func TabulateSpectrum(ctx context.Context, s *hankel.Spectrum, from, to float64, n int) (omegas, m, errs []float64, err error) {
	omegas, m, errs = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range omegas {
		omegas[i] = from + (to-from)*float64(i)/float64(n-1)
	}
	return omegas, m, errs, s.Tabulate(ctx, m, errs, omegas)
}

// Bulk returns a round frequency below which about 97 % of the mass lies (and all atoms),
// by a crude sum over a logarithmic grid: it sets a default range and nothing else.
func Bulk(ctx context.Context, s *hankel.Spectrum) (float64, error) {
	lo, hi := s.Scale()
	atom := 0.0
	for _, a := range s.Atoms() {
		atom = max(atom, 1.25*a.Omega)
	}
	if !(hi > 0) || math.IsInf(hi, 0) {
		return max(atom, 1), nil
	}
	lo = min(max(lo, hi*1e-6), hi/2)
	// Values at high frequencies may take many nodes, in numbers that grow with the frequency: fewer of them are as good to within 3 %.
	const most, least, cheap = 4000, 400, 16
	n := max(least, min(most, most*cheap/s.Effort(hi)))
	omegas, m, errs := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range omegas {
		omegas[i] = lo * math.Pow(hi/lo, float64(i)/float64(n-1))
	}
	if err := s.Tabulate(ctx, m, errs, omegas); err != nil {
		return 0, err
	}
	var total float64
	for i := range m {
		if math.IsNaN(m[i]) || math.IsInf(m[i], 0) || !(math.Abs(m[i]) > errs[i]) { // nothing but noise
			m[i] = 0
		}
		m[i] = math.Abs(m[i]) * omegas[i]
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

// SpectrumView is what the verb shows.
type SpectrumView struct {
	Formula string         `json:"formula"`
	Beyond  string         `json:"beyond"`
	Dim     int            `json:"dim"`
	Method  string         `json:"method"`
	Doubt   string         `json:"doubt,omitempty"` // why m is not proved to represent k at every distance
	Atoms   []fourier.Atom `json:"atoms"`
	Omega   []float64      `json:"omega"`
	Density []float64      `json:"density"`
	Error   []float64      `json:"error"`
}

// Finite replaces what JSON cannot say: a density that is infinite (at ω = 0, say) or not known becomes null.
func (v SpectrumView) Finite() any {
	if v.Atoms == nil {
		v.Atoms = []fourier.Atom{}
	}
	return struct {
		SpectrumView
		Density []*float64 `json:"density"`
		Error   []*float64 `json:"error"`
	}{v, Null(v.Density), Null(v.Error)}
}

// Null returns pointers to the numbers, nil for those that JSON cannot say.
func Null(xs []float64) []*float64 {
	ps := make([]*float64, len(xs))
	for i := range xs {
		if !math.IsInf(xs[i], 0) && !math.IsNaN(xs[i]) {
			ps[i] = &xs[i]
		}
	}
	return ps
}

// SpectrumCSV writes a row of a table, with an empty field for a number that is infinite or not known.
func SpectrumCSV(b *strings.Builder, row ...float64) {
	for j, x := range row {
		if j > 0 {
			b.WriteByte(',')
		}
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			b.WriteString(strconv.FormatFloat(x, 'g', -1, 64))
		}
	}
	b.WriteByte('\n')
}

// unknown reports whether nothing is known of a value: it was not computed, or may be off by any amount.
func (v *SpectrumView) unknown(i int) bool {
	return math.IsNaN(v.Density[i]) || math.IsNaN(v.Error[i]) ||
		math.IsInf(v.Error[i], 0) && !math.IsInf(v.Density[i], 0)
}

// Known is an error if no value of the density is known but, perhaps, that at ω = 0.
func (v *SpectrumView) Known() error {
	for i := range v.Omega {
		if v.Omega[i] > 0 && !v.unknown(i) {
			return nil
		}
	}
	n := len(v.Omega)
	return fmt.Errorf("the density of %s in R^%d is not known at any of the frequencies from %.4g to %.4g: the quadrature "+
		"does not converge; --from and --to choose others", v.Formula, v.Dim, v.Omega[0], v.Omega[n-1])
}

// definedUnits bounds the work of Doubt: some seconds.
const definedUnits = 8_000_000

// Doubt says why a measure is not proved to represent a kernel at every distance z > 0, where it may have no value, or one
// that its neighbours do not show; "" if it is.
func Doubt(ctx context.Context, k *kernel.Kernel) string {
	within, release := budget.Within(ctx, definedUnits)
	defer release()
	if err := continuity.Representable(k.Metered(budget.Of(within))); err != nil {
		return err.Error()
	}
	return ""
}

// writeDoubt shows it, if there is any.
func writeDoubt(w io.Writer, doubt string) {
	if doubt != "" {
		fmt.Fprintln(w, terminal.Wrap("m is not proved to represent k at every distance: "+doubt, ""))
	}
}

// WriteTable shows the density as a table.
func (v *SpectrumView) WriteTable(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\nspectrum by %s\n", v.Formula, v.Beyond, v.Dim, v.Method)
	writeDoubt(w, v.Doubt)
	for _, a := range v.Atoms {
		fmt.Fprintf(w, "atom of weight %.10g at ω = %.10g\n", a.Weight, a.Omega)
	}
	if !v.dense() {
		return nil
	}
	fmt.Fprintln(w)
	t := terminal.NewTable("ω", "m(ω)", "error, estimated")
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 1, Align: text.AlignRight}, {Number: 2, Align: text.AlignRight},
		{Number: 3, Align: text.AlignRight}})
	for i, om := range v.Omega {
		m, bound := Leave(v.Density[i], v.Error[i])
		row := table.Row{fmt.Sprintf("%.6g", om), m, bound}
		switch {
		case v.unknown(i):
			row = table.Row{row[0], "not known", ""}
		case math.IsInf(v.Density[i], 0):
			row = table.Row{row[0], Beyond, ""}
		}
		t.AppendRow(row)
	}
	_, err := fmt.Fprintln(w, t.Render())
	return err
}

// Beyond stands for a value of a density that no float64 has, be it infinite or not.
const Beyond = "beyond 1.8e308"

// Leave writes a value in the digits that its error leaves, at most ten, and the error: a value that is no larger than its
// error may be 0, and is shown as that, at the distance to which it may be off then.
func Leave(value, err float64) (digits, bound string) {
	if err > 0 && math.Abs(value) <= err {
		return "0", outward.Up(err+math.Abs(value), 2)
	}
	return fmt.Sprintf("% .*e", outward.Digits(value, err, 10)-1, value), outward.Up(err, 2)
}

// dense reports whether there is a density besides the atoms.
func (v *SpectrumView) dense() bool {
	for i := range v.Density {
		if v.Density[i] != 0 || v.Error[i] != 0 {
			return true
		}
	}
	return len(v.Atoms) == 0
}

// WriteCSV writes the density as CSV.
func (v *SpectrumView) WriteCSV(w io.Writer) error {
	var b strings.Builder
	b.WriteString("omega,density,error\n")
	for i := range v.Omega {
		density, bound := v.Density[i], v.Error[i]
		if v.unknown(i) {
			density, bound = math.NaN(), math.NaN()
		}
		SpectrumCSV(&b, v.Omega[i], density, bound)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
