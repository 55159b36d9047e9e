package measure

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/internal/budget"
	"krein/internal/outward"
	"krein/kernel"
)

// RunLeast is 'decompose --minimal'.
func RunLeast(cmd *cobra.Command, k *kernel.Kernel, kf *input.KernelFlags, f *LeastFlags, out, plotFile string) error {
	radius, err := input.Positive("radius", kf.Radius)
	if err != nil {
		return err
	}
	biases, err := input.Positives("bias", f.biases)
	if err != nil {
		return err
	}
	distances, data, err := f.distances(cmd, k, kf.Dim, radius)
	if err != nil {
		return err
	}
	if taken := out == "-" || f.proof == "-" || plotFile == "-"; data != nil && (taken || !kf.JSON) {
		data.Say(cmd, taken)
	}
	rows, solveErr := minima(cmd, k, kf.Dim, minimal.Domain{Radius: radius, Distances: distances}, biases)
	var heavy *minimal.TooHeavyError
	if solveErr != nil && (!f.frontier() || !errors.As(solveErr, &heavy)) {
		return solveErr
	}
	if !f.frontier() {
		return showMinimum(cmd, rows[0], data, kf.JSON, f.proof, out, plotFile)
	}
	// What was found before the mass became too heavy is worth showing.
	if err := showFrontier(cmd, k, rows, data, kf, radius, plotFile); err != nil {
		return err
	}
	return solveErr
}

// frontierRow holds the minima for one bias: of the mass, and of the cost at given distances if there are any.
type frontierRow struct {
	Tolerance     float64
	Least, Steady *minimal.Measure
}

// best is the minimum that was asked for.
func (r *frontierRow) best() *minimal.Measure {
	if r.Steady != nil {
		return r.Steady
	}
	return r.Least
}

// minima finds the minima for every bias. With an error it returns those found before.
func minima(cmd *cobra.Command, k *kernel.Kernel, dim int, dom minimal.Domain,
	biases []float64) ([]frontierRow, error) {
	defer terminal.Spin(cmd, fmt.Sprintf("searching for the least measure on [0, %g] in R^%d", dom.Radius, dim))()
	ctx, release := budget.Within(cmd.Context(), int64(input.Effort(cmd.Context())*minimalUnits*float64(len(biases))))
	defer release()
	all := dom
	all.Distances = nil
	least, err := minimal.Frontier(ctx, k, dim, all, biases)
	err = tooDear(ctx, err)
	rows := make([]frontierRow, len(least))
	for i, m := range least {
		rows[i] = frontierRow{Tolerance: m.Tolerance, Least: m}
	}
	if len(dom.Distances) == 0 || len(rows) == 0 {
		return rows, err
	}
	steady, second := minimal.Frontier(ctx, k, dim, dom, biases[:len(rows)])
	second = tooDear(ctx, second)
	rows = rows[:len(steady)]
	for i, m := range steady {
		rows[i].Steady = m
	}
	return rows, errors.Join(err, second)
}

// minimalUnits is the work of the linear programs that one minimum may take at effort 1, in units of budget.Meter: some
// 20 s.
const minimalUnits = 2e8

// tooDear says what helps where a search ended because its work was spent.
func tooDear(ctx context.Context, err error) error {
	if err == nil || !budget.Over(ctx) {
		return err
	}
	return fmt.Errorf("no minimum was found: %s; a larger --bias or a smaller --radius need less",
		budget.Why(ctx, input.AtEffort(ctx)))
}

// showMinimum writes the files that were asked for, and the minimum.
func showMinimum(cmd *cobra.Command, r frontierRow, data *dataset.View, asJSON bool,
	proof, out, plotFile string) error {
	m := r.best()
	if proof != "" {
		b, err := m.MarshalJSON()
		if err != nil {
			return err
		}
		if err := terminal.WriteOutput(cmd, proof, append(b, '\n')); err != nil {
			return err
		}
	}
	if out != "" {
		if err := Save(cmd, decompose.FromMinimum(m), out); err != nil {
			return err
		}
	}
	if plotFile != "" {
		if err := SavePlot(cmd, plotFile, decompose.FromMinimum(m)); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	switch {
	case out == "-" || proof == "-":
		return nil
	case asJSON && r.Steady != nil:
		v := viewSteady(r)
		v.Data = data
		return terminal.WriteJSON(w, v)
	case asJSON:
		return terminal.WriteJSON(w, m)
	}
	if err := writeMinimum(w, m); err != nil {
		return err
	}
	if r.Steady != nil {
		writeSteady(w, r)
	}
	_, err := fmt.Fprintln(w, terminal.Wrap(m.Advice(), ""))
	return err
}

func showFrontier(cmd *cobra.Command, k *kernel.Kernel, rows []frontierRow, data *dataset.View, kf *input.KernelFlags,
	radius float64, plotFile string) error {
	if plotFile != "" && len(rows) > 0 {
		b, err := frontierPlot(plotFile, fmt.Sprintf("%s on [0, %g] in R^%d", terminal.Shorten(k.String(), 60), radius,
			kf.Dim), rows)
		if err != nil {
			return err
		}
		if err := terminal.WriteOutput(cmd, plotFile, b); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	weighted := len(rows) > 0 && rows[0].Steady != nil
	if kf.JSON {
		if weighted {
			var views []*SteadyView
			for _, r := range rows {
				views = append(views, viewSteady(r))
			}
			return terminal.WriteJSON(w, map[string]any{"data": data, "frontier": views})
		}
		all := []*minimal.Measure{}
		for _, r := range rows {
			all = append(all, r.Least)
		}
		return terminal.WriteJSON(w, map[string]any{"frontier": all})
	}
	fmt.Fprintf(w, "k(z) = %s on 0 ≤ z ≤ %g in R^%d\n\n", k, radius, kf.Dim)
	most := func(x float64) string { return outward.Up(x, 7) }
	least := func(x float64) string { return outward.Down(x, 7) }
	t := terminal.NewTable("bias ≤", "least mass ≤", "≥", "gap", "atoms")
	if weighted {
		t = terminal.NewTable("bias ≤", "least mass ≤", "≥", "gap", "variance", "least variance", "mass", "at ω = 0",
			"cost ≤", "≥", "gap", "atoms")
	}
	for _, r := range rows {
		m := r.Least
		row := table.Row{strconv.FormatFloat(m.Tolerance, 'g', -1, 64), most(m.Mass), least(m.Lower),
			gap(m)}
		if weighted {
			v := viewSteady(r)
			row = append(row, fmt.Sprintf("%.5g", v.LeastMassVariance))
			m = r.Steady
			at0 := 0.0
			if len(m.Atoms) > 0 && m.Atoms[0].Omega == 0 {
				at0 = m.Atoms[0].Coef
			}
			row = append(row, fmt.Sprintf("%.5g", v.Variance), most(m.Mass), fmt.Sprintf("%+.5g", at0), most(m.Cost),
				least(m.Lower), gap(m))
		}
		t.AppendRow(append(row, len(m.Atoms)))
	}
	fmt.Fprintln(w, t.For(w))
	if weighted {
		fmt.Fprintf(w, "\n%s\n", terminal.Wrap("Left the measure of least mass, right that of least variance, with its "+
			"atom at ω = 0, which has none, and its cost Σ |c| w(ω) elsewhere. Variance is that of one frequency picked in "+
			"proportion to the masses, the mean over the data's distances.", ""))
	}
	if len(rows) > 0 {
		fmt.Fprintln(w, "\n"+terminal.Wrap(rows[len(rows)-1].best().Advice(), ""))
	}
	return nil
}
