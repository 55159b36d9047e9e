// Package measure shows the spectra of kernels and the measures that represent them: densities of radial spectra;
// decompositions into a positive and a negative part, how accurate they are, their tables and what is drawn from them, their
// pictures; measures of least mass and least variance, and their frontier; expansions on the unit sphere; and kernels that are
// no functions of the distance: of the inner product, f(⟨x,y⟩), for rows of any length, and the min kernel
// 1 + Σ min(x_j, y_j) of rows in the unit cube.
package measure

import (
	"fmt"
	"io"
	"math"

	"github.com/jedib0t/go-pretty/v6/table"

	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
)

// quantileLevels are the levels of the radii shown.
var quantileLevels = []float64{0.001, 0.25, 0.5, 0.75, 0.999}

// partView is what is shown of one part.
type partView struct {
	Mass               float64        `json:"mass"`
	Error              float64        `json:"error"`
	ErrorKind          decompose.Kind `json:"error_kind"`
	LawError           *lawErrorView  `json:"law_error,omitempty"` // of the law of the radius
	Origin             float64        `json:"origin"`
	Quantiles          []float64      `json:"quantiles,omitempty"`
	InterpolationError float64        `json:"interpolation_error"`
}

// View is what is shown of a decomposition.
type View struct {
	Formula string            `json:"formula"`
	Beyond  string            `json:"beyond"`
	Dim     int               `json:"dim"`
	Quality decompose.Quality `json:"quality"`
	Bias    *Bias             `json:"bias"`
	// of sampled features at distance 1, rounding included, if it is proved
	AtUnit *float64  `json:"bias_at_one,omitempty"`
	Doubt  string    `json:"doubt,omitempty"`     // why nothing is proved
	AtZero *float64  `json:"k_at_zero,omitempty"` // of the formula
	Levels []float64 `json:"levels"`
	Plus   partView  `json:"plus"`
	Minus  partView  `json:"minus"`
}

// lawErrorView is how far the law of a part's radius may be from the true one.
type lawErrorView struct {
	Kolmogorov     float64        `json:"kolmogorov"`
	TotalVariation float64        `json:"total_variation"`
	Kind           decompose.Kind `json:"kind"`
}

// NewView returns what is shown of a decomposition with a bias.
func NewView(d *decompose.Decomposition, b *Bias) *View {
	part := func(p *decompose.Part) partView {
		v := partView{Mass: p.Total(), Error: p.MassErr, ErrorKind: kindOf(p.MassKind), Origin: p.Origin,
			InterpolationError: p.InterpolationError()}
		if p.Radii != nil {
			v.LawError = &lawErrorView{p.LawErr.Kolmogorov, p.LawErr.TotalVariation, kindOf(p.LawErr.Kind)}
			for _, u := range quantileLevels {
				v.Quantiles = append(v.Quantiles, p.Radii.Quantile(u))
			}
		}
		return v
	}
	v := &View{Formula: d.Kernel, Beyond: d.Beyond, Dim: d.Dim, Quality: d.Quality, Bias: b, Doubt: d.Doubt,
		Levels: quantileLevels, Plus: part(&d.Plus), Minus: part(&d.Minus)}
	if d.Bias != nil {
		at := d.BiasAt(1)
		v.AtUnit = &at
	}
	if k, err := KernelOf(d); err == nil {
		if at := numeric.AtZero(k); !math.IsNaN(at) && !math.IsInf(at, 0) {
			v.AtZero = &at
		}
	}
	return v
}

// Row is a part in the digits that are shown.
type Row struct {
	Name, Mass, Error, Origin string
	Quantiles                 []string // of the radius, at 0.1 %, 25 %, 50 %, 75 %, 99.9 %; nil for a part without mass
	Law                       string   // error of the law
}

// Rows returns both parts as they are shown.
func (v *View) Rows() []Row {
	row := func(name string, p *partView) Row {
		digits := 10
		if p.ErrorKind != decompose.KindProved {
			digits = 6
		}
		r := Row{Name: name, Mass: fmt.Sprintf("%.*g", outward.Digits(p.Mass, p.Error, digits), p.Mass), Error: ErrorText(p.Error, p.ErrorKind),
			Origin: fmt.Sprintf("%.6g", p.Origin), Law: "–"}
		for _, q := range p.Quantiles {
			r.Quantiles = append(r.Quantiles, fmt.Sprintf("%.4g", q))
		}
		if p.Quantiles != nil {
			r.Law = ErrorText(p.LawError.Kolmogorov, p.LawError.Kind)
		}
		return r
	}
	return []Row{row("m₊", &v.Plus), row("m₋", &v.Minus)}
}

// Write shows the decomposition as text.
func (v *View) Write(w io.Writer) {
	what := "Jordan decomposition k = k₊ − k₋"
	if v.Bias.Radius > 0 {
		what = fmt.Sprintf("decomposition k = k₊ − k₋ on 0 ≤ z ≤ %g, of least mass or variance", v.Bias.Radius)
	}
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\n%s (%s)\n\n", v.Formula, v.Beyond, v.Dim, what, v.Quality)
	t := terminal.NewTable("", "mass", "its error", "of it at ω = 0", "radius quantiles 0.1 %, 25 %, 50 %, 75 %, 99.9 %",
		"error of the distribution")
	for _, r := range v.Rows() {
		quantiles := "–"
		if r.Quantiles != nil {
			quantiles = ""
			for _, q := range r.Quantiles {
				quantiles += fmt.Sprintf("%-9s", q)
			}
		}
		t.AppendRow(table.Row{r.Name, r.Mass, r.Error, r.Origin, quantiles, r.Law})
	}
	fmt.Fprintln(w, t.For(w))
	atZero := v.Plus.Mass - v.Minus.Mass
	if math.Abs(atZero) <= v.Plus.Error+v.Minus.Error {
		atZero = 0 // its digits are errors
	}
	equals, digits := "=", 10
	if v.Plus.ErrorKind != decompose.KindProved || v.Minus.ErrorKind != decompose.KindProved {
		equals, digits = "≈", 6
	}
	total, err := v.Plus.Mass+v.Minus.Mass, v.Plus.Error+v.Minus.Error
	fmt.Fprintf(w, "\ntotal mass ‖m‖ %s %.*g, ‖m₊‖ − ‖m₋‖ %s %.*g", equals, outward.Digits(total, err, digits), total,
		equals, outward.Digits(atZero, err, digits), atZero)
	if v.AtZero != nil {
		fmt.Fprintf(w, ", k(0) = %.10g", *v.AtZero)
	}
	fmt.Fprintf(w, "\nerror of the distribution: largest error of a probability P(R ≤ r)\n%v\n", v.Bias)
	if v.AtUnit != nil {
		fmt.Fprintf(w, "with the rounding of samples ≤ %s at z = 1\n", outward.Up(*v.AtUnit, 2))
	}
	if v.Doubt != "" {
		fmt.Fprintln(w, terminal.Wrap("why none is proved: "+v.Doubt, ""))
	}
}

// kindOf returns the kind of a number; what says nothing is estimated.
func kindOf(k decompose.Kind) decompose.Kind {
	if k == decompose.KindProved {
		return k
	}
	return decompose.KindEstimated
}

// ErrorText writes the bound of an error: 0 for what is exact. What is estimated has none.
func ErrorText(x float64, k decompose.Kind) string {
	switch {
	case k != decompose.KindProved:
		return "not bounded"
	case x == 0:
		return "0"
	}
	return "≤ " + outward.Up(x, 1)
}
