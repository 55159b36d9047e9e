package fitting

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/fitted"
	"krein/learn/model"
)

// Report is what 'krein fit' says of its work.
type Report struct {
	Task       string                  `json:"task"`
	Method     string                  `json:"method"`
	Formula    string                  `json:"formula"`
	Lengths    string                  `json:"lengths,omitempty"` // what --lengths is
	Beyond     string                  `json:"beyond,omitempty"`
	Columns    int                     `json:"columns"`
	Map        *MapChoice              `json:"map,omitempty"`   // absent: the columns themselves, landmarks, or a pair of maps
	Inner      *drawing.MapView        `json:"inner,omitempty"` // the map of a kernel that is no function of the distance
	Activation *drawing.ActivationView `json:"activation,omitempty"`
	Note       string                  `json:"note,omitempty"`
	Pair       *evaluation.PairView    `json:"pair,omitempty"`
	Labels     []string                `json:"labels,omitempty"`
	Training   model.Training          `json:"training"`
	*Result
	Data   *dataset.View   `json:"data"`
	Spread *dataset.Spread `json:"distances_between_rows,omitempty"`
	File   string          `json:"file"`

	Drawn *Drawn `json:"-"` // for the text
}

// MapChoice says how the map was drawn.
type MapChoice struct {
	Representation string             `json:"representation"`
	Coupling       features.Coupling  `json:"coupling"`
	Radii          features.RadiusLaw `json:"radii"`
	Budget         features.Budget    `json:"budget"`
	Exact          features.Exact     `json:"exact"` // the part whose low orders are exact
	Bias           *measure.Bias      `json:"bias"`
	ExactError     *fitted.ExactError `json:"exact_error,omitempty"` // added to the bias
	Note           string             `json:"note,omitempty"`
}

// Choice is what is reported of the map.
func (d *Drawn) Choice() *MapChoice {
	c := &MapChoice{
		Representation: d.Source.Name, Coupling: d.Options.Coupling, Radii: d.Options.Radii, Budget: d.Options.Budget,
		Exact: d.Options.Exact,
		Bias:  d.Bias, Note: d.Note,
	}
	if e := d.ExactError(); e != (fitted.ExactError{}) {
		c.ExactError = &e
	}
	return c
}

// lengths says what the columns are divided by, if the kernel is one that lengths matter to, and which values of parameters
// were chosen.
func (v *Report) lengths() string {
	s := ""
	if v.Lengths != "" {
		s += ", --lengths " + v.Lengths
		if c := v.Length; c != nil {
			s += fmt.Sprintf(": %v", c)
		}
	}
	for _, p := range v.Params {
		s += fmt.Sprintf("; %v", p)
	}
	return s
}

// unrelated reports whether a note says that the kernel is next to zero between rows: its remedy is the one then.
func (v *Report) unrelated() bool { return v.Note != "" || v.Drawn != nil && v.Drawn.Note != "" }

// Write shows the result as text.
func (v *Report) Write(w io.Writer) {
	fmt.Fprintf(w, "%s by %s, %s%s\n", v.Task, v.Method, v.Formula, v.lengths())
	if v.Drawn != nil {
		fmt.Fprintf(w, "%v\n%v\n", v.Drawn, v.Drawn.Bias)
		if e := v.Drawn.ExactError(); e != (fitted.ExactError{}) {
			fmt.Fprintln(w, drawing.Means(e))
		}
	}
	if v.Pair != nil {
		v.Pair.Describe(w)
	}
	if v.Activation != nil {
		v.Activation.Describe(w)
	}
	if v.Inner != nil {
		v.Inner.Describe(w)
		v.Inner.WriteBias(w)
	}
	fmt.Fprintln(w, v.Data)
	if v.Drawn != nil && v.Drawn.Note != "" {
		fmt.Fprintln(w, v.Drawn.Note)
	}
	if v.Note != "" {
		fmt.Fprintln(w, v.Note)
	}
	if v.Spread != nil {
		fmt.Fprintln(w, v.Spread)
	}
	if v.Compression != nil {
		fmt.Fprintln(w, v.Compression)
	}
	if n := len(v.Labels); n > 0 {
		names := slices.Clone(v.Labels)
		for i, name := range names {
			if name == "" || strings.ContainsAny(name, " ,\t\"") {
				names[i] = strconv.Quote(name)
			}
		}
		fmt.Fprintf(w, "labels: %d, %s\n", n, terminal.Shorten(strings.Join(names, " "), 60))
	}
	name, value := "C", v.Training.C
	if v.Training.Lambda > 0 {
		name, value = "λ", v.Training.Lambda
	}
	if s := v.Result.Choice; s != nil {
		at := slices.Index(s.Grid, s.Best)
		what := "accuracy"
		if v.Task == model.Regress {
			what = "root mean square error"
		}
		by := fmt.Sprintf("by %d folds (%s %.4g ± %.2g)", len(s.Folds[at]), what, s.Mean[at], s.SD[at])
		if len(s.Folds[at]) == 1 {
			by = fmt.Sprintf("on rows held out (%s %.4g)", what, s.Mean[at])
		}
		if c := v.Result.Compression; c != nil && c.Of > 0 {
			by += fmt.Sprintf(" of all %d principal columns", c.Of)
		}
		fmt.Fprintf(w, "%s = %.4g, of %d values %s\n", name, value, len(s.Grid), by)
		if last := len(s.Grid) - 1; last > 0 && (at == last || at == 0) && s.Mean[0] != s.Mean[last] && !v.unrelated() {
			fmt.Fprintf(w, "%s is at an end of the values tried: --strength beyond it may do better\n", name)
		}
	} else if value > 0 {
		fmt.Fprintf(w, "%s = %.4g\n", name, value)
	}
	if v.Held != nil {
		fmt.Fprintf(w, "held out: %v\n", v.Held)
	}
	fmt.Fprintf(w, "training: %v\n", v.Result.Training)
}
