package main

import (
	"encoding"
	"fmt"
	"io"
	"math"
	"strings"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/parts"
	"krein/features"
)

// parseNames parses the values of a list flag; no values leave to nil, which means all.
func parseNames[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](values []string, to *[]T) error {
	for _, v := range values {
		var t T
		if err := P(&t).UnmarshalText([]byte(v)); err != nil {
			return err
		}
		*to = append(*to, t)
	}
	return nil
}

// run is a stretch of columns with one sign.
type columnRun struct {
	Columns int `json:"columns"`
	Sign    int `json:"sign"`
}

// mapView is what the verb reports of a map.
type mapView struct {
	Formula        string               `json:"formula"`
	Beyond         string               `json:"beyond"`
	Dim            int                  `json:"dim"`
	Representation string               `json:"representation"`
	Padded         int                  `json:"padded_to,omitempty"` // the dimension of the frequencies, if rows have a smaller one
	Coupling       features.Coupling    `json:"coupling"`
	Radii          features.RadiusLaw   `json:"radii"`
	Budget         features.Budget      `json:"budget"`
	Exact          features.Exact       `json:"exact"` // the part whose low orders are exact
	Map            features.MapKind     `json:"map"`
	Seed           uint64               `json:"seed"`
	Distances      []float64            `json:"distances,omitempty"`
	Choices        []features.Choice    `json:"choices,omitempty"` // in the order of predicted variance, if there was a choice
	Bias           *parts.Bias          `json:"bias"`
	ExactError     *features.ExactError `json:"exact_error,omitempty"` // added to the bias
	Data           *dataset.View        `json:"data"`
	Prepared       *dataset.Preparation `json:"preparation,omitempty"` // of rows, as a map without data knows it
	Spread         *dataset.Spread      `json:"distances_between_rows,omitempty"`
	Rows           int                  `json:"rows"`
	Columns        int                  `json:"columns"`
	Random         int                  `json:"random_columns"` // 0: the map is exact
	Plus           int                  `json:"frequencies_plus"`
	Minus          int                  `json:"frequencies_minus"`
	Signature      []columnRun          `json:"signature"`
}

func viewMap(m *features.Map, opt *features.Options, rows int) *mapView {
	v := &mapView{Dim: m.Dim(), Random: m.Random(), Coupling: opt.Coupling, Radii: opt.Radii,
		Budget: opt.Budget, Exact: opt.Exact, Map: opt.Map, Seed: opt.Seed, Distances: opt.Distances, Rows: rows, Columns: m.Columns()}
	v.Plus, v.Minus = m.Counts()
	if e := m.ExactError(); e != (features.ExactError{}) {
		v.ExactError = &e
	}
	for _, s := range m.Signature() {
		if n := len(v.Signature); n > 0 && v.Signature[n-1].Sign == int(s) {
			v.Signature[n-1].Columns++
			continue
		}
		v.Signature = append(v.Signature, columnRun{1, int(s)})
	}
	return v
}

// notes writes what is known of the features' errors, and which data they are of.
func (v *mapView) notes(w io.Writer) {
	v.bias(w)
	fmt.Fprintln(w, v.Data)
	if v.Spread != nil {
		fmt.Fprintln(w, v.Spread)
	}
}

// bias writes what is known of it.
func (v *mapView) bias(w io.Writer) {
	fmt.Fprintln(w, v.Bias)
	if v.ExactError != nil {
		fmt.Fprintln(w, v.ExactError)
	}
}

// why says why the map is as it is, if that was chosen.
func (v *mapView) why(w io.Writer) {
	if len(v.Choices) < 2 {
		return
	}
	fmt.Fprintf(w, "chosen by predicted root mean square error at %d distances:", len(v.Distances))
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
	fmt.Fprintln(w, "\n(for other data give the same --distances, or --ranges with a file of --save-ranges, else they get a map of their own)")
}

// describe says what kernel and what map it is.
func (v *mapView) describe(w io.Writer) {
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\n", v.Formula, v.Beyond, v.Dim)
	switch {
	case v.Plus+v.Minus > 0:
		fmt.Fprintf(w, "%s map, %s directions, %s radii, %s budget, seed %d\n", v.Map, v.Coupling, v.Radii, v.Budget, v.Seed)
		switch n := features.DesignDim(v.Dim); {
		case v.Padded > 0:
			fmt.Fprintf(w, "designs of R^%d, whose bases are complete: rows are padded by zeros, and the kernel's mass there is finite\n", v.Padded)
		case v.Coupling == features.Design && n > v.Dim:
			fmt.Fprintf(w, "designs of R^%d cut to tight frames of R^%d, rows normalised\n", n, v.Dim)
		}
		if v.Exact != features.ExactNone {
			fmt.Fprintf(w, "%s are exact, in %d columns\n", v.Exact.Words(), v.Exact.Columns(v.Dim))
		}
	case v.Random > 0:
		fmt.Fprintf(w, "%s, %d random columns in %s directions, seed %d, and %d exact ones\n", v.Representation, v.Random, v.Coupling, v.Seed, v.Columns-v.Random)
	default:
		fmt.Fprintf(w, "%s: exact, %d columns\n", v.Representation, v.Columns)
	}
}

// signs says which columns count positively.
func (v *mapView) signs(w io.Writer) {
	var runs []string
	for _, r := range v.Signature {
		runs = append(runs, fmt.Sprintf("%d× %+d", r.Columns, r.Sign))
	}
	if v.Plus+v.Minus > 0 {
		fmt.Fprintf(w, "%d frequencies for k₊, %d for k₋; ", v.Plus, v.Minus)
	}
	fmt.Fprintf(w, "signature J: %s\n", strings.Join(runs, ", "))
}

func (v *mapView) write(w io.Writer, out string) {
	v.describe(w)
	v.why(w)
	v.notes(w)
	fmt.Fprintf(w, "%d rows × %d columns written to %s\n", v.Rows, v.Columns, out)
	v.signs(w)
}
