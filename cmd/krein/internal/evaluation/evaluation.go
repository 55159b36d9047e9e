// Package evaluation is what 'krein evaluate' measures: the representations of a kernel that maps are drawn from, and
// the errors of the maps. It also has what verbs show of kernels of x − y that are not functions of the distance alone.
package evaluation

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/zonal"
	"krein/features"
	"krein/features/radial"
	maps "krein/features/zonal"
	"krein/internal/features/evaluate"
	"krein/internal/features/gram"
	"krein/internal/features/signs"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
)

// Representation is what maps are drawn from.
type Representation struct {
	Name string
	Bias float64 // bound of |E k̂(z) − k(z)| at the distances of the rows
	// BiasKind says how Bias is known; "" stands for proved.
	BiasKind decompose.Kind
	Parts    *decompose.Decomposition
	// Padded is the dimension of Parts if rows have fewer columns and are padded by zeros: for designs.
	Padded int
	// Sphere is for rows on the unit sphere, instead of Parts.
	Sphere features.Stationary
	// Expansion is what Sphere's harmonics are those of; nil for step and ReLU functions.
	Expansion *zonal.Decomposition
	// Whole returns what a first look stands for, nil where this is no such, see Coarse.
	Whole func() (*Representation, error)

	// Baseline is a map of another paper, instead of both; Bias is NaN.
	Baseline features.Representation
}

// Dim returns the number of columns of the rows.
func (r *Representation) Dim() int {
	if r.Sphere != nil {
		return r.Sphere.Dim()
	}
	return r.Parts.Dim
}

// Draws returns what features.New draws maps from.
func (r *Representation) Draws() features.Representation {
	switch {
	case r.Baseline != nil:
		return r.Baseline
	case r.Sphere != nil:
		return r.Sphere
	}
	return radial.New(r.Parts)
}

// Mass returns the mass of what is drawn from on the sphere.
func (r *Representation) Mass() (mass float64, proved bool) {
	switch s := r.Sphere.(type) {
	case *signs.Representation:
		return s.Mass(), true
	case interface{ At(u float64) float64 }:
		return s.At(1), true
	}
	mass, _ = r.Expansion.Mass().Mid(nil).Float64()
	return mass, true
}

// SquareBias returns a bound of the mean square of the bias on the sphere at distances.
func (r *Representation) SquareBias(distances []float64) float64 {
	if r.Expansion != nil || len(distances) == 0 {
		return r.Bias * r.Bias
	}
	square := 0.0
	for _, z := range distances {
		b, _ := r.Sphere.Bias(z)
		square += b * b / float64(len(distances))
	}
	return square
}

// Result is a measured combination.
type Result struct {
	Representation string `json:"representation"`
	evaluate.Result
	// Default says that the first of the runs is of the map that 'krein features' draws of these rows, columns and seed.
	Default bool     `json:"default"`
	Bias    *float64 `json:"bias"` // null: not known
	// BiasKind is KindEstimated for what was found of a bias that is not bounded.
	BiasKind decompose.Kind `json:"bias_kind,omitempty"`
}

// appended appends the results of a representation; a bias that is not known, NaN, is left out.
func appended(all []Result, name string, bias float64, kind decompose.Kind, results ...evaluate.Result) []Result {
	for _, r := range results {
		row := Result{Representation: name, Result: r}
		if !math.IsNaN(bias) {
			row.Bias, row.BiasKind = &bias, cmp.Or(kind, decompose.KindProved)
		}
		all = append(all, row)
	}
	return all
}

// searchTime is what a search for a measure of least mass or variance may take at effort 1. In
// hundreds of dimensions it can be longer, and the rest is done without.
const searchTime = 6 * time.Second

// Least returns the measure of least mass or of least variance within the bias at the distances of the rows, the one
// whose maps are predicted to have the smaller variance. The bias is proved. It returns an error if none was found.
func Least(
	cmd *cobra.Command, k *kernel.Kernel, rows *mat.Dense, bias float64, set *evaluate.Settings,
) (*Representation, error) {
	defer terminal.Spin(cmd, fmt.Sprintf("searching for measures within %g", bias))()
	_, dim := rows.Dims()
	radius := gram.Diameter(rows)
	if radius == 0 {
		return nil, fmt.Errorf("all rows are equal")
	}
	distances := set.Distances
	columns := 128
	if len(set.Columns) > 0 {
		columns = slices.Max(set.Columns)
	}
	var best *Representation
	var least float64
	var why error
	for _, way := range []struct {
		name      string
		distances []float64
	}{{"least mass", nil}, {"least variance", distances}} {
		m, err := search(cmd.Context(), k, dim, minimal.Domain{Radius: radius, Bias: bias, Distances: way.distances})
		if err != nil {
			why = err
			continue
		}
		r := &Representation{Name: way.name, Bias: m.Bias, Parts: decompose.FromMinimum(m)}
		opt := &features.Options{Columns: columns, Distances: distances, OnSphere: set.OnSphere}
		choices, err := radial.Choose(cmd.Context(), r.Parts, opt, nil)
		if err != nil {
			why = err
			continue
		}
		if v := choices[0].Variance; best == nil || v < least {
			best, least = r, v
		}
	}
	if best == nil {
		return nil, why
	}
	return best, cmd.Context().Err()
}

// Sphere returns the representation for rows on the unit sphere: step and ReLU functions for the
// kernels that have them, else the zonal expansion. The error says why there is none.
func Sphere(cmd *cobra.Command, k *kernel.Kernel, dim int) (*Representation, error) {
	return expand(cmd, k, dim, measure.Degrees)
}

func expand(cmd *cobra.Command, k *kernel.Kernel, dim, degrees int) (*Representation, error) {
	defer terminal.Spin(cmd, fmt.Sprintf("expanding on the unit sphere of R^%d", dim))()
	s, err := measure.NewSphere(cmd.Context(), k, dim, degrees)
	switch {
	case err != nil:
		return nil, err
	case s.Network != nil:
		return &Representation{Name: s.Name, Sphere: s.Network}, nil
	}
	return Zonal(s.Expansion), nil
}

// Slack is how far the variance of a first look may be above that of the whole expansion.
const Slack = 1.1

// Coarse is Sphere for a first look at the variance: where an expansion takes more than a few degrees it is cut off,
// without a bias, and Whole returns all of it. What is cut off is sampled, and hardly ever lowers the variance.
func Coarse(cmd *cobra.Command, k *kernel.Kernel, dim int) (*Representation, error) {
	whole := func() (*Representation, error) { return Sphere(cmd, k, dim) }
	r, err := expand(cmd, k, dim, measure.FewDegrees)
	switch {
	case err != nil && cmd.Context().Err() == nil:
		return whole()
	case err == nil && r.Expansion != nil && r.Expansion.Degree() >= measure.FewDegrees:
		r.Bias, r.Whole = 0, whole
	}
	return r, err
}

// Zonal returns an expansion as a representation.
func Zonal(z *zonal.Decomposition) *Representation {
	name := fmt.Sprintf("zonal on S^%d, degrees to %d", z.Dim-1, z.Degree())
	return &Representation{Name: name, Bias: z.Bias, Sphere: maps.New(z), Expansion: z}
}

func search(ctx context.Context, k *kernel.Kernel, dim int, dom minimal.Domain) (*minimal.Measure, error) {
	within, stop := input.WithTime(ctx, searchTime)
	defer stop()
	m, err := minimal.New(within, k, dim, dom)
	if err != nil && ctx.Err() == nil && within.Err() != nil {
		return nil, fmt.Errorf("none was found within %v (%s)", time.Duration(input.Effort(ctx)*float64(searchTime)), input.AtEffort(ctx))
	}
	return m, err
}

// Measured is a representation with what its best combinations are taken from.
type Measured struct {
	*Representation
	Chooser *radial.Chooser // nil: it is made where it is needed
	Least   int             // the smallest number of columns
}

// Run measures all representations, with the settings' number of best combinations for the first
// and one for the others, or with all combinations if that is 0.
func Run(
	cmd *cobra.Command, k *kernel.Kernel, reps []Measured, rows *mat.Dense, set evaluate.Settings,
) ([]Result, error) {
	var all []Result
	at := numeric.Compile(k).At
	bench, err := evaluate.NewBench(cmd.Context(), at, rows)
	if err != nil {
		return nil, err
	}
	set.Bench = bench
	for _, rep := range reps {
		set := set
		if len(all) > 0 {
			set.Best = min(set.Best, 1)
		}
		set.Chooser = rep.Chooser
		set.Columns = slices.DeleteFunc(slices.Clone(set.Columns), func(columns int) bool { return columns < rep.Least })
		bar := terminal.NewBar(cmd, "evaluating "+rep.Name)
		set.Progress = func(done, total int) { bar.Set(done, total) }
		var results []evaluate.Result
		switch {
		case len(set.Columns) == 0: // which would be those of the default
		case rep.Baseline != nil:
			set.Best, set.Couplings = 0, []features.Coupling{features.IID} // as published
			results, err = evaluate.Maps(cmd.Context(), at, rep.Baseline, rows, &set)
		case rep.Sphere != nil:
			results, err = evaluate.Maps(cmd.Context(), at, whole{rep.Sphere}, rows, &set)
		default:
			if rep.Padded > 0 {
				set.Best, set.Couplings = min(set.Best, 1), []features.Coupling{features.Design}
				_, set.PointDim = rows.Dims()
			}
			asked := map[int]int{} // by the numbers of columns for frequencies
			for i, columns := range set.Columns {
				set.Columns[i] = Random(rep.Representation, columns)
				asked[set.Columns[i]] = columns
				if set.Columns[i] < 1 {
					return nil, TooFew(columns)
				}
			}
			set.Columns = slices.Compact(set.Columns)
			results, err = evaluate.Decomposition(cmd.Context(), at, rep.Parts, rows, &set)
			for i := range results {
				results[i].Columns = asked[results[i].Columns]
			}
		}
		bar.Finish()
		if err != nil {
			return nil, err
		}
		all = appended(all, rep.Name, rep.Bias, rep.BiasKind, results...)
	}
	return all, nil
}

// Write writes the results as a table.
func Write(w io.Writer, results []Result) error {
	t := terminal.NewTable("representation", "bias ≤", "coupling", "radii", "budget", "columns", "in all", "‖K−K̃‖/‖K‖",
		"± sd", "seconds")
	var exact []string // those in the table
	for _, r := range results {
		bias := "?"
		if r.Bias != nil {
			if bias = outward.Up(*r.Bias, 2); r.BiasKind != decompose.KindProved {
				bias = "≈ " + bias
			}
		}
		budget := r.Budget.String()
		if r.Exact != "" {
			budget += ", " + r.Exact + " exact"
			if !slices.Contains(exact, r.Exact) {
				exact = append(exact, r.Exact)
			}
		}
		t.AppendRow(table.Row{r.Representation, bias, r.Coupling, r.Radii.String(), budget, r.Columns, r.Total,
			fmt.Sprintf("%.4f", r.Error.Mean), fmt.Sprintf("%.4f", r.Error.SD), fmt.Sprintf("%.4f", r.Seconds)})
	}
	_, err := fmt.Fprintln(w, t.For(w))
	for _, e := range exact {
		words := "orders 0 to 2, of the kernel at 0"
		if e != evaluate.ExactLow {
			var part features.Exact
			if err := part.UnmarshalText([]byte(e)); err != nil {
				return err
			}
			words = part.Words()
		}
		_, err = fmt.Fprintf(w, "%s exact: %s\n", e, words)
	}
	return err
}
