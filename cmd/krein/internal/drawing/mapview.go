package drawing

import (
	"fmt"
	"io"
	"math"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features"
	"krein/features/fitted"
	"krein/features/radial"
	"krein/internal/features/directions"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
)

// MapView holds what 'krein map' and 'krein features' report of a map.
type MapView struct {
	Formula        string `json:"formula"`
	Beyond         string `json:"beyond"`
	Zeros          int    `json:"columns_zero,omitempty"` // at the end, so that there are as many columns as were asked for
	Dim            int    `json:"dim"`
	Representation string `json:"representation"`
	// the dimension of the frequencies, if rows have a smaller one
	Padded     int                  `json:"padded_to,omitempty"`
	Coupling   features.Coupling    `json:"coupling"`
	Radii      features.RadiusLaw   `json:"radii"`
	Budget     features.Budget      `json:"budget"`
	Exact      features.Exact       `json:"exact"` // the part whose low orders are exact
	Seed       uint64               `json:"seed"`
	Distances  []float64            `json:"distances,omitempty"`
	Choices    []radial.Choice      `json:"choices,omitempty"` // in the order of predicted variance, if there was a choice
	Bias       *measure.Bias        `json:"bias"`
	AtZero     float64              `json:"-"`                     // k(0), to tell whether the bias is large; 0: not known
	Inner      *measure.InnerView   `json:"inner,omitempty"`       // of kernels that are no functions of the distance
	ExactError *fitted.ExactError   `json:"exact_error,omitempty"` // added to the bias
	Data       *dataset.View        `json:"data"`
	Prepared   *dataset.Preparation `json:"preparation,omitempty"` // of rows, as a map without data knows it
	Spread     *dataset.Spread      `json:"distances_between_rows,omitempty"`
	Rows       int                  `json:"rows"`
	Columns    int                  `json:"columns"`
	Random     int                  `json:"random_columns"` // 0: the map is exact
	Plus       int                  `json:"frequencies_plus"`
	Minus      int                  `json:"frequencies_minus"`
	Signature  dataset.Signature    `json:"signature"`
	MapFile    dataset.MapFile      `json:"map_file,omitempty"` // beside features
}

// NewMapView returns what a map itself tells, drawn with these options for so many rows.
func NewMapView(m *features.Map, opt *features.Options, rows int) *MapView {
	v := &MapView{Dim: m.Dim(), Random: m.Random(), Coupling: opt.Coupling, Radii: opt.Radii,
		Budget: opt.Budget, Exact: opt.Exact, Seed: opt.Seed, Distances: opt.Distances, Rows: rows,
		Columns: m.Columns(), Zeros: Zeros(m), Signature: dataset.SignatureOf(m)}
	v.Plus, v.Minus = m.Counts()
	if e := m.ExactError(); e != (fitted.ExactError{}) {
		v.ExactError = &e
	}
	return v
}

// MapViewOf returns what there is to say of a map of a function of the distance, drawn for so many rows. The kernel is nil if it is
// known by its table alone.
func MapViewOf(d *Drawn, k *kernel.Kernel, rows int) *MapView {
	v := NewMapView(d.Map, &d.Options, rows)
	v.Representation, v.Choices, v.Padded, v.Bias = d.Source.Name, d.Choices, d.Source.Padded, d.Bias
	switch {
	case d.Source.Parts != nil:
		v.Formula, v.Beyond = d.Source.Parts.Kernel, d.Source.Parts.Beyond
	case k != nil:
		v.Formula, v.Beyond = k.Formula(), "on the unit sphere"
	}
	if k != nil {
		v.size(k)
	}
	return v
}

// size notes how large the kernel is.
func (v *MapView) size(k *kernel.Kernel) {
	if at := numeric.Compile(k).At(0); !math.IsNaN(at) {
		v.AtZero = math.Abs(at)
	}
}

// Notes writes what is known of the features' errors, and which data they are of.
func (v *MapView) Notes(w io.Writer) {
	v.WriteBias(w)
	fmt.Fprintln(w, v.Data)
	if v.Spread != nil {
		fmt.Fprintln(w, v.Spread)
	}
}

// WriteBias writes what is known of it.
func (v *MapView) WriteBias(w io.Writer) {
	if v.Inner != nil {
		v.Inner.Notes(w)
		return
	}
	fmt.Fprintln(w, v.Bias)
	if v.ExactError != nil {
		fmt.Fprintln(w, Means(*v.ExactError))
	}
	if len(v.Choices) > 0 {
		measure.WriteUseless(w, math.Sqrt(v.Choices[0].Variance), v.AtZero)
	}
	if v.Bias == nil || v.Bias.Kind != decompose.KindProved || v.AtZero == 0 {
		return
	}
	if share := v.Bias.Bound / v.AtZero; share > noticed {
		fmt.Fprintf(w, "WARNING: the bias may be %s %% of k(0), which more columns do not change: the degrees of this kernel "+
			"fall too slowly\nfor those that are kept. 'krein fit --landmarks' takes the kernel itself, without features\n",
			outward.Up(100*share, 2))
	}
}

// noticed is the share of k(0) from which on a bias is remarked upon.
const noticed = 0.01

// WriteChoices says why the map is as it is, if that was chosen.
func (v *MapView) WriteChoices(w io.Writer) {
	if len(v.Choices) < 2 {
		return
	}
	fmt.Fprintf(w, "chosen by predicted root mean square error at %s:", terminal.Count(len(v.Distances), "distance"))
	const shown = 5
	for i, c := range v.Choices[:min(shown, len(v.Choices))] {
		if i > 0 {
			fmt.Fprint(w, ";")
		}
		fmt.Fprintf(w, " %.3g %s %s %s", math.Sqrt(c.Variance), c.Coupling, c.Radii, c.Budget)
		if c.Exact != features.ExactNone {
			fmt.Fprintf(w, " with %s exact", c.Exact.Words())
		}
	}
	if more := len(v.Choices) - shown; more > 0 {
		fmt.Fprintf(w, "; %d more", more)
	}
	fmt.Fprintln(w)
}

// Describe says what kernel and what map it is.
func (v *MapView) Describe(w io.Writer) {
	if v.Inner != nil {
		fmt.Fprintf(w, "k(x,y) = %s, %s, in R^%d\n", v.Formula, v.Inner.Of, v.Dim)
	} else {
		fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\n", v.Formula, v.Beyond, v.Dim)
	}
	switch {
	case v.Inner != nil && v.Random > 0:
		fmt.Fprintf(w, "%s: %s, seed %d, and %d exact\n", v.Representation, terminal.Count(v.Random, "random column"), v.Seed,
			v.Columns-v.Random)
	case v.Plus+v.Minus > 0:
		fmt.Fprintf(w, "sincos map, %s directions, %s radii, %s budget, seed %d\n", v.Coupling, v.Radii, v.Budget, v.Seed)
		switch n := directions.DesignSize(v.Dim); {
		case v.Padded > 0:
			fmt.Fprintf(w, "designs of R^%d, whose bases are complete: rows are padded by zeros, and the "+
				"kernel's mass there is finite\n", v.Padded)
		case v.Coupling == features.Design && n > v.Dim:
			fmt.Fprintf(w, "designs of R^%d cut to tight frames of R^%d, rows normalised\n", n, v.Dim)
		}
		if v.Exact != features.ExactNone {
			fmt.Fprintf(w, "%s are exact, in %d columns\n", v.Exact.Words(), v.Exact.Columns(v.Dim))
		}
	case v.Random > 0:
		fmt.Fprintf(w, "%s, %d random columns in %s directions, seed %d, and %d exact\n", v.Representation, v.Random,
			v.Coupling, v.Seed, v.Columns-v.Random)
	default:
		fmt.Fprintf(w, "%s: exact, %s\n", v.Representation, terminal.Count(v.Columns-v.Zeros, "column"))
	}
}

// Signs says which columns count positively.
func (v *MapView) Signs(w io.Writer) {
	if v.Plus+v.Minus > 0 {
		fmt.Fprintf(w, "%d frequencies for k₊, %d for k₋; ", v.Plus, v.Minus)
	}
	fmt.Fprintln(w, v.Signature)
}

// Write says all of it, and what was written where.
func (v *MapView) Write(w io.Writer) {
	v.Describe(w)
	v.WriteChoices(w)
	v.Notes(w)
	fmt.Fprintf(w, "%s × %s%s\n", terminal.Count(v.Rows, "row"), terminal.Count(v.Columns, "column"), ZerosNote(v.Zeros))
	v.MapFile.Say(w, false)
	v.Signs(w)
}

// Zeros counts the columns of 0 of a map, which it was padded with.
func Zeros(m *fitted.Map) (n int) {
	for _, p := range m.Parts() {
		if v, constant := fitted.IsConstant(p.Basis); constant && v == 0 {
			n++
		}
	}
	return n
}

// ZerosNote says that the last columns are 0, if there are such.
func ZerosNote(zeros int) string {
	switch zeros {
	case 0:
		return ""
	case 1:
		return ", the last of them 0"
	}
	return fmt.Sprintf(", the last %d of them 0", zeros)
}

// Means is a line on what the means in exact columns add to the bias.
func Means(e fitted.ExactError) string {
	size, relation, kind := outward.Up(e.Level, 2), "about", "estimated"
	if e.Square > 0 {
		size = outward.Up(e.Square, 2) + "·z²"
	}
	if e.Proved {
		relation, kind = "at most", "proved"
	}
	return fmt.Sprintf("the means in exact columns add %s %s to the bias, %s", relation, size, kind)
}
