package measure

import (
	"fmt"
	"io"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose/minimal"
	"krein/internal/outward"
)

func writeMinimum(w io.Writer, m *minimal.Measure) error {
	fmt.Fprintf(w, "k(z) = %s on 0 ≤ z ≤ %g in R^%d, |k̂ − k| ≤ %g\n\n", m.Kernel, m.Radius, m.Dim, m.Tolerance)
	t := terminal.NewTable("radius ω", "mass")
	for _, a := range m.Atoms {
		t.AppendRow(table.Row{fmt.Sprintf("%.9g", a.Omega), fmt.Sprintf("%+.9g", a.Coef)})
	}
	fmt.Fprintf(w, "%s\n\n", t.Render())
	what, which := "total mass", "measure"
	if m.Distances != nil {
		what, which = "cost Σ |c| w(ω) at ω > 0", "measure with this atom at 0"
	}
	_, err := fmt.Fprintf(w, "%s: %s; no %s does with less than %s (gap %s); bias ≤ %s: all proved\n", what,
		outward.Up(m.Cost, 8), which, outward.Down(m.Lower, 8), gap(m), outward.Up(m.Bias, minimal.BiasDigits))
	return err
}

// gap is that between both bounds of a minimum, in percent.
func gap(m *minimal.Measure) string { return outward.Up(100*m.Gap(), 2) + " %" }

// SteadyView sets a measure of least variance beside that of least mass.
type SteadyView struct {
	Data      *dataset.View    `json:"data,omitempty"`
	Minimum   *minimal.Measure `json:"minimum"`
	LeastMass *minimal.Measure `json:"least_mass"`
	// Mean variance of one frequency at the distances, picked in proportion to the masses, as features do.
	Variance          float64 `json:"variance"`
	LeastMassVariance float64 `json:"least_mass_variance"`
	// The same, picked in proportion to mass times w(ω), the best choice.
	Importance          float64 `json:"variance_by_importance"`
	LeastMassImportance float64 `json:"least_mass_variance_by_importance"`
}

func viewSteady(r frontierRow) *SteadyView {
	v := &SteadyView{Minimum: r.Steady, LeastMass: r.Least}
	v.Variance, v.Importance = r.Steady.Variance(r.Steady.Distances)
	v.LeastMassVariance, v.LeastMassImportance = r.Least.Variance(r.Steady.Distances)
	return v
}

func writeSteady(w io.Writer, r frontierRow) {
	v := viewSteady(r)
	z := r.Steady.Distances
	fmt.Fprintf(w, "\nmean variance of one frequency at %d distances between %.4g and %.4g, quantiles of the data's\n",
		len(z), slices.Min(z), slices.Max(z))
	t := terminal.NewTable("measure of", "mass", "variance, picked by mass", "by importance")
	row := func(name string, m *minimal.Measure, a, b float64) {
		t.AppendRow(table.Row{name, fmt.Sprintf("%.7g", m.Mass), fmt.Sprintf("%.5g", a), fmt.Sprintf("%.5g", b)})
	}
	row("least mass", r.Least, v.LeastMassVariance, v.LeastMassImportance)
	row("least variance", r.Steady, v.Variance, v.Importance)
	fmt.Fprintf(w, "%s\n\n", t.Render())
}

// LeastSays says what is known of a minimum that was proved.
func LeastSays(m *minimal.Measure) string {
	what, which := "mass", "measure"
	if m.Distances != nil {
		what, which = "cost at its distances", "measure with the same atom at 0"
	}
	return fmt.Sprintf("%s on 0 ≤ z ≤ %g in R^%d has the bias ≤ %s with the %s %s, and no %s within %g has less than "+
		"%s; what the kernel is beyond %g does not matter",
		m.Kernel, m.Radius, m.Dim, outward.Up(m.Bias, minimal.BiasDigits), what, outward.Up(m.Cost, 9), which, m.Tolerance,
		outward.Down(m.Lower, 9), m.Radius)
}
