package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/decompose"
	"krein/decompose/minimal"
	"krein/internal/budget"
	"krein/kernel"
)

// minimalFlags are the flags of 'decompose --minimal'.
type minimalFlags struct {
	on       bool
	bias     string
	frontier []string
	proof    string
	data     dataFlags
}

// minimalOnly are the flags that mean nothing without --minimal.
var minimalOnly = []string{"bias", "frontier", "proof", "distances"}

// dataOnly are the flags that mean nothing without data.
var dataOnly = []string{"label", "header", "scale", "ranges"}

func (f *minimalFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.on, "minimal", false, "the measure of least total mass for distances in [0, --radius], within --bias")
	fl.StringVar(&f.bias, "bias", "1e-3", "with --minimal: the largest |k̂ − k| on [0, --radius]")
	fl.StringSliceVar(&f.frontier, "frontier", nil, "with --minimal: show the least mass for each of these biases, as in 1e-1,1e-2,1e-3")
	fl.StringVar(&f.proof, "proof", "", "with --minimal: write the minimum with its proofs (krein.minimum/1) to this file")
	f.data.addAs(cmd, "distances", "with --minimal: least variance instead of least mass, at the distances between the rows\nof this CSV or npy file ('-': standard input)")
}

// check rejects combinations that mean nothing.
func (f *minimalFlags) check(cmd *cobra.Command, radius string) error {
	if !f.on {
		for _, name := range minimalOnly {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s has a meaning only with --minimal", name)
			}
		}
	}
	if f.data.path == "" {
		for _, name := range dataOnly {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s prepares the data of --distances: give these", name)
			}
		}
	}
	switch {
	case f.on && radius == "":
		return errors.New("--minimal needs --radius, the largest distance that matters (2 on the unit sphere)")
	case f.frontier != nil && (f.proof != "" || cmd.Flags().Changed("output")):
		return errors.New("--frontier shows several minima; --output and --proof write a single one: give --bias instead")
	}
	return nil
}

func positive(flag, s string) (float64, error) {
	r, ok := new(big.Rat).SetString(s)
	if !ok || r.Sign() <= 0 {
		return 0, fmt.Errorf("--%s %q: want a positive number such as 2, 0.001 or 1e-3", flag, s)
	}
	x, _ := r.Float64()
	return x, nil
}

// positives reads a list of positive numbers.
func positives(flag string, list []string) ([]float64, error) {
	var out []float64
	for _, s := range list {
		x, err := positive(flag, strings.TrimSpace(s))
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// minimalPairs is the number of pairs of rows whose distances stand for the data.
const minimalPairs = 2000

// distances samples the distances of --distances, nil without that flag.
func (f *minimalFlags) distances(cmd *cobra.Command, k *kernel.Kernel, dim int, radius float64) ([]float64, *dataView, error) {
	if f.data.path == "" {
		return nil, nil, nil
	}
	z, data, err := f.data.sampleDistances(cmd, k, dim, minimalPairs)
	if err != nil {
		return nil, nil, err
	}
	if _, err := limitOfFlag(radius).check(cmd, &f.data, data, "error"); err != nil {
		return nil, nil, err
	}
	for i := range z {
		z[i] = min(z[i], radius) // which they exceed by rounding at most
	}
	return z, data.view(data.rows), nil
}

// runMinimal is 'decompose --minimal'.
func runMinimal(cmd *cobra.Command, k *kernel.Kernel, kf *kernelFlags, f *minimalFlags, out, plotFile string) error {
	radius, err := positive("radius", kf.radius)
	if err != nil {
		return err
	}
	biases, err := positives("frontier", f.frontier)
	if f.frontier == nil {
		biases, err = positives("bias", []string{f.bias})
	}
	if err != nil {
		return err
	}
	distances, data, err := f.distances(cmd, k, kf.dim, radius)
	if err != nil {
		return err
	}
	if taken := out == "-" || f.proof == "-" || plotFile == "-"; data != nil && (taken || !kf.json) {
		data.say(cmd, taken)
	}
	rows, solveErr := minima(cmd, k, kf.dim, minimal.Domain{Radius: radius, Distances: distances}, biases)
	var heavy *minimal.TooHeavyError
	if solveErr != nil && (f.frontier == nil || !errors.As(solveErr, &heavy)) {
		return solveErr
	}
	if f.frontier == nil {
		return showMinimum(cmd, rows[0], data, kf.json, f.proof, out, plotFile)
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
func minima(cmd *cobra.Command, k *kernel.Kernel, dim int, dom minimal.Domain, biases []float64) ([]frontierRow, error) {
	defer spin(cmd, fmt.Sprintf("looking for the least measure on [0, %g] in R^%d", dom.Radius, dim))()
	ctx, release := budget.New(cmd.Context(), int64(effortOf(cmd.Context())*minimalUnits*float64(len(biases))))
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

// minimalUnits is the work of the linear programs that one minimum may take at effort 1, in units of budget.Meter: some 20 s.
const minimalUnits = 2e8

// tooDear says what helps where a search ended because its work was spent.
func tooDear(ctx context.Context, err error) error {
	if err == nil || !budget.Over(ctx) {
		return err
	}
	return fmt.Errorf("no minimum was found: %s; a larger --bias or a smaller --radius need less", budget.Why(ctx, "--effort 4 allows four times as much"))
}

// showMinimum writes the files that were asked for, and the minimum.
func showMinimum(cmd *cobra.Command, r frontierRow, data *dataView, asJSON bool, proof, out, plotFile string) error {
	m := r.best()
	if proof != "" {
		b, err := m.MarshalJSON()
		if err != nil {
			return err
		}
		if err := writeOutput(cmd, proof, append(b, '\n')); err != nil {
			return err
		}
	}
	if out != "" {
		if err := saveTable(cmd, decompose.FromMinimum(m), out); err != nil {
			return err
		}
	}
	if plotFile != "" {
		if err := savePartsPlot(cmd, plotFile, decompose.FromMinimum(m)); err != nil {
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
		return writeJSON(w, v)
	case asJSON:
		return writeJSON(w, m)
	}
	if err := writeMinimum(w, m); err != nil {
		return err
	}
	if r.Steady != nil {
		writeSteady(w, r)
	}
	_, err := fmt.Fprintln(w, wrap(m.Advice(), ""))
	if err == nil && out != "" {
		_, err = fmt.Fprintf(w, "\ntable written to %s\n", out)
	}
	return err
}

func writeMinimum(w io.Writer, m *minimal.Measure) error {
	fmt.Fprintf(w, "k(z) = %s on 0 ≤ z ≤ %g in R^%d, |k̂ − k| ≤ %g\n\n", m.Kernel, m.Radius, m.Dim, m.Tolerance)
	t := newTable("radius ω", "mass")
	for _, a := range m.Atoms {
		t.AppendRow(table.Row{fmt.Sprintf("%.9g", a.Omega), fmt.Sprintf("%+.9g", a.Coef)})
	}
	fmt.Fprintf(w, "%s\n\n", t.Render())
	what, which := "total mass", "measure"
	if m.Distances != nil {
		what, which = "cost Σ |c| w(ω) at ω > 0", "measure with this atom at 0"
	}
	_, err := fmt.Fprintf(w, "%s: %.8g; no %s does with less than %.8g (gap %.2g %%); bias ≤ %s: all proved\n", what, m.Cost, which, m.Lower, 100*m.Gap(), above(m.Bias, 3))
	return err
}

// steadyView sets a measure of least variance beside that of least mass.
type steadyView struct {
	Data      *dataView        `json:"data,omitempty"`
	Minimum   *minimal.Measure `json:"minimum"`
	LeastMass *minimal.Measure `json:"least_mass"`
	// Mean variance of one frequency at the distances, picked in proportion to the masses, as features do.
	Variance          float64 `json:"variance"`
	LeastMassVariance float64 `json:"least_mass_variance"`
	// The same, picked in proportion to mass times w(ω), the best choice.
	Importance          float64 `json:"variance_by_importance"`
	LeastMassImportance float64 `json:"least_mass_variance_by_importance"`
}

func viewSteady(r frontierRow) *steadyView {
	v := &steadyView{Minimum: r.Steady, LeastMass: r.Least}
	v.Variance, v.Importance = r.Steady.Variance(r.Steady.Distances)
	v.LeastMassVariance, v.LeastMassImportance = r.Least.Variance(r.Steady.Distances)
	return v
}

func writeSteady(w io.Writer, r frontierRow) {
	v := viewSteady(r)
	z := r.Steady.Distances
	fmt.Fprintf(w, "\nmean variance of one frequency at %d distances between %.4g and %.4g, quantiles of the data's\n", len(z), slices.Min(z), slices.Max(z))
	t := newTable("measure of", "mass", "variance, picked by mass", "by importance")
	row := func(name string, m *minimal.Measure, a, b float64) {
		t.AppendRow(table.Row{name, fmt.Sprintf("%.7g", m.Mass), fmt.Sprintf("%.5g", a), fmt.Sprintf("%.5g", b)})
	}
	row("least mass", r.Least, v.LeastMassVariance, v.LeastMassImportance)
	row("least variance", r.Steady, v.Variance, v.Importance)
	fmt.Fprintf(w, "%s\n\n", t.Render())
}

func showFrontier(cmd *cobra.Command, k *kernel.Kernel, rows []frontierRow, data *dataView, kf *kernelFlags, radius float64, plotFile string) error {
	if plotFile != "" && len(rows) > 0 {
		b, err := frontierPlot(plotFile, fmt.Sprintf("%s on [0, %g] in R^%d", shorten(k.String(), 60), radius, kf.dim), rows)
		if err != nil {
			return err
		}
		if err := writeOutput(cmd, plotFile, b); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	weighted := len(rows) > 0 && rows[0].Steady != nil
	if kf.json {
		if weighted {
			var views []*steadyView
			for _, r := range rows {
				views = append(views, viewSteady(r))
			}
			return writeJSON(w, map[string]any{"data": data, "frontier": views})
		}
		all := []*minimal.Measure{}
		for _, r := range rows {
			all = append(all, r.Least)
		}
		return writeJSON(w, map[string]any{"frontier": all})
	}
	fmt.Fprintf(w, "k(z) = %s on 0 ≤ z ≤ %g in R^%d\n\n", k, radius, kf.dim)
	number := func(x float64) string { return fmt.Sprintf("%.7g", x) }
	t := newTable("bias ≤", "least mass ≤", "≥", "gap", "atoms")
	if weighted {
		t = newTable("bias ≤", "least mass ≤", "≥", "gap", "variance", "least variance", "mass", "at ω = 0", "cost ≤", "≥", "gap", "atoms")
	}
	for _, r := range rows {
		m := r.Least
		row := table.Row{strconv.FormatFloat(m.Tolerance, 'g', -1, 64), number(m.Mass), number(m.Lower), fmt.Sprintf("%.2g %%", 100*m.Gap())}
		if weighted {
			v := viewSteady(r)
			row = append(row, fmt.Sprintf("%.5g", v.LeastMassVariance))
			m = r.Steady
			at0 := 0.0
			if len(m.Atoms) > 0 && m.Atoms[0].Omega == 0 {
				at0 = m.Atoms[0].Coef
			}
			row = append(row, fmt.Sprintf("%.5g", v.Variance), number(m.Mass), fmt.Sprintf("%+.5g", at0), number(m.Cost), number(m.Lower), fmt.Sprintf("%.2g %%", 100*m.Gap()))
		}
		t.AppendRow(append(row, len(m.Atoms)))
	}
	fmt.Fprintln(w, t.Render())
	if weighted {
		fmt.Fprintf(w, "\n%s\n", wrap("Left the measure of least mass, right that of least variance, with its atom at ω = 0, which has none, and its cost Σ |c| w(ω) elsewhere. Variance is that of one frequency picked in proportion to the masses, the mean over the data's distances.", ""))
	}
	if len(rows) > 0 {
		fmt.Fprintln(w, "\n"+wrap(rows[len(rows)-1].best().Advice(), ""))
	}
	return nil
}

// savePartsPlot draws the parts of a decomposition into a file.
func savePartsPlot(cmd *cobra.Command, path string, d *decompose.Decomposition) error {
	data, err := partsPlot(path, partsTitle(d), d)
	if err != nil {
		return err
	}
	return writeOutput(cmd, path, data)
}

func partsTitle(d *decompose.Decomposition) string {
	return fmt.Sprintf("%s   in R^%d, %s", shorten(d.Kernel, 50), d.Dim, shorten(d.Beyond, 70))
}

// saysMinimum says what is known of a minimum that was proved.
func saysMinimum(m *minimal.Measure) string {
	what, which := "mass", "measure"
	if m.Distances != nil {
		what, which = "cost at its distances", "measure with the same atom at 0"
	}
	return fmt.Sprintf("%s on 0 ≤ z ≤ %g in R^%d has the bias ≤ %g with the %s %.9g, and no %s within %g has less than %.9g; what the kernel is beyond %g does not matter",
		m.Kernel, m.Radius, m.Dim, m.Bias, what, m.Cost, which, m.Tolerance, m.Lower, m.Radius)
}
