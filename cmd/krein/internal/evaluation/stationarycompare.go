package evaluation

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features/pair"
	"krein/internal/features/compare"
	"krein/internal/outward"
)

// StationaryComparison holds what 'krein compare' shows of a kernel of x − y.
type StationaryComparison struct {
	Formula   string        `json:"formula"`
	Dim       int           `json:"dim"`
	From      string        `json:"displacements_from"`
	Data      *dataset.View `json:"data,omitempty"`
	Target    float64       `json:"target"`
	Reference int           `json:"columns"`
	Rows      []Row         `json:"rows"`
}

// Row is a way to draw and to couple.
type Row struct {
	Measure  string          `json:"measure"`
	Samples  string          `json:"samples"`
	Mass     float64         `json:"mass"`
	Bias     float64         `json:"bias"`
	BiasKind decompose.Kind  `json:"bias_kind"`
	Variance float64         `json:"variance"`       // of the estimate at the reference columns
	SE       float64         `json:"variance_se"`    // its standard error, 0: by formula
	RMS      float64         `json:"rms"`            // with the bias
	Needed   float64         `json:"columns_needed"` // for the target, in proportion
	Drawn    bool            `json:"drawn"`          // by 'krein features' with the reference columns
	Curve    []compare.Point `json:"curve,omitempty"`

	predictor *pair.Predictor
	options   pair.Options
}

// Compare predicts the errors of all ways, couplings and exact low orders, or of the so many best ones of each way.
func (c *Chooser) Compare(ctx context.Context, target float64, columns, most int) (*StationaryComparison, error) {
	k := c.k
	v := &StationaryComparison{Formula: k.Formula, Dim: k.Dim, Target: target, Reference: columns}
	best, from, err := c.Best(ctx, columns, nil, false)
	if err != nil {
		return nil, err
	}
	for i, w := range k.Ways() {
		if i > 0 && k.Rep.Positive() {
			for _, r := range v.Rows {
				r.Measure, r.Mass, r.Drawn = w.Name, w.Mass, false
				v.Rows = append(v.Rows, r)
			}
			break
		}
		predictor, err := c.Predictor(&w)
		if err != nil {
			return nil, err
		}
		choices, err := c.Choose(ctx, &w, columns)
		if err != nil {
			return nil, err
		}
		if most > 0 && len(choices) > most {
			choices = choices[:most]
		}
		first := len(v.Rows)
		for _, c := range choices {
			if err := predictor.Refine(ctx, &c, pair.ForChoices/2); err != nil {
				return nil, err
			}
			bias := k.Rep.Bias
			r := Row{predictor: predictor, options: c.Options, Measure: w.Name, Samples: c.Options.Coupling.String(), Mass: w.Mass, Bias: bias,
				BiasKind: k.Rep.BiasKind,
				Variance: c.Variance, SE: c.SE, RMS: math.Sqrt(c.Variance + bias*bias)}
			fixed := 0.0
			if c.Options.Exact != nil {
				r.Samples += ", orders to 2 exact"
				fixed = float64(k.Dim + 2)
			}
			if rest := target*target - bias*bias; rest > 0 {
				r.Needed = math.Ceil(fixed + (float64(columns)-fixed)*c.Variance/rest)
			}
			v.Rows = append(v.Rows, r)
		}
		for i := range v.Rows[first:] {
			r := &v.Rows[first+i]
			o := best[0].Options
			r.Drawn = w.Name == from.Name && r.options.Coupling == o.Coupling && (r.options.Exact == nil) == (o.Exact == nil)
		}
		slices.SortStableFunc(v.Rows[first:], func(a, b Row) int { return cmp.Compare(a.Variance, b.Variance) })
	}
	return v, nil
}

// NeededText is the number of columns for the target, if it is within reach.
func (r *Row) NeededText() string {
	if r.Needed > 0 {
		return fmt.Sprintf("%.0f", r.Needed)
	}
	return "–"
}

// Write shows the comparison as text.
func (v *StationaryComparison) Write(w io.Writer) error {
	fmt.Fprintf(w, "k(Δ) = %s, Δ = x − y, in R^%d\n%s\n", v.Formula, v.Dim, terminal.Wrap("errors at "+v.From, ""))
	if v.Data != nil {
		fmt.Fprintln(w, v.Data)
	}
	t := terminal.NewTable("measure", "frequencies", "mass", "bias ≤", fmt.Sprintf("RMS, %d columns", v.Reference),
		fmt.Sprintf("columns for %g", v.Target))
	for _, r := range v.Rows {
		bias := outward.Up(r.Bias, 2)
		if !r.Proved() {
			bias = "≈ " + bias
		}
		samples := r.Samples
		if r.Drawn {
			samples += " *"
		}
		t.AppendRow(table.Row{r.Measure, samples, fmt.Sprintf("%.6g", r.Mass), bias, RMS(r.RMS, r.Variance, r.SE),
			r.NeededText()})
	}
	_, err := fmt.Fprintf(w, "\n%s\n\n* the pair that 'krein features' draws with --columns %d\n%s\n", t.For(w), v.Reference,
		terminal.Wrap("RMS: of the estimate of k(x − y), with the bias; by formula, or by simulation with its standard "+
			"error; columns for the target in proportion to 1/variance. Columns are those of Φ, and of Ψ.", ""))
	return err
}

// Proved reports whether the bias is proved.
func (r *Row) Proved() bool { return r.BiasKind == decompose.KindProved }
