package drawing

import (
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"sync"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krein/ball"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	drawn "krein/features/activation"
	"krein/internal/features/evaluate"
	"krein/internal/fourier/activation"
	"krein/internal/outward"
)

// ActivationFlags name activation functions.
type ActivationFlags struct {
	signed [2][]string // the functions whose kernels are added, and those whose kernels are subtracted
	length float64     // of --norms, 0 without
}

// On reports whether there are activation functions.
func (f *ActivationFlags) On() bool { return len(f.signed[0])+len(f.signed[1]) > 0 }

// head begins a term.
var head = regexp.MustCompile(`^\s*([-+]?)\s*activation\s*\(`)

// activationTerms takes apart what is written as sums and differences of activation(g). ok is false if it is something else.
func activationTerms(text string) (signed [2][]string, ok bool, err error) {
	if !head.MatchString(text) {
		return signed, false, nil
	}
	whole := text
	for first := true; strings.TrimSpace(text) != ""; first = false {
		m := head.FindStringSubmatchIndex(text)
		if m == nil || !first && m[2] == m[3] {
			return signed, true, fmt.Errorf("%s: want sums and differences of terms activation(g) with g a function of t; a factor c is "+
				"that of g, sqrt(c)*g", whole)
		}
		sign, rest, depth := text[m[2]:m[3]], text[m[1]:], 1
		end := strings.IndexFunc(rest, func(r rune) bool {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			}
			return depth == 0
		})
		if end < 0 {
			return signed, true, fmt.Errorf("%s: a parenthesis is not closed", whole)
		}
		which := 0
		if sign == "-" {
			which = 1
		}
		signed[which] = append(signed[which], strings.TrimSpace(rest[:end]))
		text = rest[end+1:]
	}
	return signed, true, nil
}

// foreign are flags that say nothing about activation functions.
var foreign = []string{"representation", "right", "side",
	"exact", "distances", "bias",
	"compress", "landmarks"}

// Take reports whether the argument is a kernel of activation functions, activation(g) or sums and differences of such, which
// it then keeps. It refuses flags that have no meaning for them.
func (f *ActivationFlags) Take(cmd *cobra.Command, args []string) (on bool, err error) {
	if len(args) != 1 {
		return false, nil
	}
	if f.signed, on, err = activationTerms(args[0]); !on || err != nil {
		return on, err
	}
	return true, f.check(cmd)
}

func (f *ActivationFlags) check(cmd *cobra.Command) error {
	for _, name := range foreign {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is not about activation functions; leave it out", name)
		}
	}
	if input.SaysBeyond(cmd) {
		return errors.New("--param beyond= is not about activation functions; leave it out")
	}
	if coupling := cmd.Flags().Lookup("coupling"); coupling != nil && coupling.Changed {
		values := []string{coupling.Value.String()}
		if list, is := coupling.Value.(pflag.SliceValue); is {
			values = list.GetSlice()
		}
		for _, text := range values {
			if way, err := ReadWay(text); err != nil {
				return err
			} else if way[1] != "auto" || way[2] != "auto" {
				return fmt.Errorf("--coupling %s: radii and budgets are about frequencies, not about activation functions; leave them out", text)
			}
		}
	}
	if cmd.Flags().Changed("norms") {
		norms, err := cmd.Flags().GetFloat64Slice("norms")
		if err != nil {
			return err
		}
		if len(norms) != 1 || !(norms[0] > 0) || math.IsInf(norms[0], 1) {
			return errors.New("--norms of activation functions: want a positive number, one, the length of rows for which the columns are " +
				"shared out between the functions")
		}
		f.length = norms[0]
	}
	return nil
}

// term is an activation function with its sign.
type term struct {
	g     *activation.Function
	minus bool
}

// Kernel is a kernel of activation functions for some data.
type Kernel struct {
	terms     []term
	dim       int
	length    float64 // by which columns are shared out
	mean      float64 // length of the rows
	largest   float64
	unwritten error  // why files cannot have the functions
	unproved  string // why a second moment may be infinite, "" if it is proved to be finite
	rep       *drawn.Representation
}

// New reads the functions and makes sure that they have a kernel for the rows of the data, which are read once more;
// without data, for rows of dim columns and the length of the flag. accept says that this need not be proved.
func (f *ActivationFlags) New(cmd *cobra.Command, kf *input.KernelFlags, df *dataset.Flags, data *dataset.Rows, dim int,
	accept bool) (*Kernel, error) {
	if err := input.CheckColumns(dim); err != nil {
		return nil, err
	}
	k := &Kernel{dim: dim, length: f.length}
	for i, list := range f.signed {
		for _, text := range list {
			g, err := kf.Activation(text)
			if err != nil {
				return nil, err
			}
			k.terms = append(k.terms, term{g, i == 1})
		}
	}
	if err := k.measure(cmd, df, data); err != nil {
		return nil, err
	}
	for _, t := range k.terms {
		switch finite, why := t.g.Square(max(k.largest, k.length)); {
		case finite == ball.False:
			return nil, fmt.Errorf("%s has no kernel: E g(⟨w,x⟩)² is infinite for rows of length %.6g: %s", t.g.Formula(),
				max(k.largest, k.length), why)
		case finite == ball.Unknown && !accept:
			return nil, fmt.Errorf("whether %s has a kernel, E g(⟨w,x⟩)² < ∞, was not proved: %s\n(--accept-estimate goes on all the "+
				"same)", t.g.Formula(), why)
		case finite == ball.Unknown:
			k.unproved = why
		}
	}
	terms := make([]drawn.Term, len(k.terms))
	for i, t := range k.terms {
		breaks := append(t.g.Breaks(), t.g.Narrow(max(k.largest, k.length), drawn.Reach)...)
		terms[i] = drawn.Term{At: t.g.At, Minus: t.minus, Breaks: breaks}
		var err error
		if terms[i].Formula, err = t.g.Text(); err != nil {
			k.unwritten = fmt.Errorf("files of maps cannot have %s: %w", t.g.Formula(), err)
		}
	}
	var err error
	k.rep, err = drawn.New(k.dim, terms, k.length)
	return k, err
}

// measure takes the lengths of rows from the data, if there are some, or from the flag.
func (k *Kernel) measure(cmd *cobra.Command, df *dataset.Flags, data *dataset.Rows) (err error) {
	if data == nil {
		if k.mean, k.largest = k.length, k.length; k.length == 0 {
			return errors.New("without --data the lengths of rows are not known: give --norms")
		}
		return nil
	}
	if k.mean, k.largest, err = data.RowLengths(cmd, df); err != nil {
		return err
	}
	if k.length == 0 {
		k.length = k.mean
	}
	if !(k.length > 0) {
		return fmt.Errorf("all rows of %s are 0: their lengths share the columns out; 'krein map' takes --norms instead", df.Name())
	}
	return nil
}

// Writable returns nil if files of maps can have the functions, or else why they cannot.
func (k *Kernel) Writable() error { return k.unwritten }

// Formula names the kernel in files and reports: the activation functions with their signs.
func (k *Kernel) Formula() string {
	var sum strings.Builder
	for i, t := range k.terms {
		switch {
		case t.minus && i == 0:
			sum.WriteString("-")
		case t.minus:
			sum.WriteString(" - ")
		case i > 0:
			sum.WriteString(" + ")
		}
		fmt.Fprintf(&sum, "activation(%s)", t.g.Formula())
	}
	return sum.String()
}

// DrawnActivations is a map of a kernel, with the options that it was drawn with.
type DrawnActivations struct {
	*features.Map
	Options features.Options
}

// Draw draws the map that the flags ask for, with orthogonal directions unless they name others.
func (k *Kernel) Draw(how *Flags) (*DrawnActivations, error) {
	opt := how.Options
	if how.Among.Couplings == nil {
		opt.Coupling = features.Orthogonal
	}
	if err := input.CheckMemory(input.MapBytes(opt.Columns, k.dim), fmt.Sprintf("--columns %d in dimension %d", opt.Columns,
		k.dim)); err != nil {
		return nil, err
	}
	m, err := features.New(k.rep, &opt)
	return &DrawnActivations{m, opt}, err
}

// Value is the kernel of two rows of the mean length, by quadrature.
type Value struct {
	Cosine float64 `json:"cosine"`
	Value  float64 `json:"value"`
	Error  float64 `json:"error"` // estimated
}

// ActivationFunction is an activation function.
type ActivationFunction struct {
	Formula string `json:"formula"`
	Sign    int    `json:"sign"`
}

// Rows is how many rows maps are measured on unless a number is given: every entry of their matrix is a quadrature in two
// variables, of some milliseconds.
const Rows = 30

// Evaluation is what maps of a kernel are worth on rows.
type Evaluation struct {
	Of   *ActivationView `json:"activation"`
	Data *dataset.View   `json:"data"`
	// Error is the largest error of the kernel's values that maps are compared with, estimated.
	Error   float64           `json:"kernel_error"`
	Results []evaluate.Result `json:"results"`
}

// Evaluate measures maps on some of the rows, against values of the kernel by quadrature.
func (k *Kernel) Evaluate(cmd *cobra.Command, data *dataset.Rows, set *evaluate.Settings) (*Evaluation, error) {
	v := &Evaluation{Of: k.view(), Data: data.View(data.Count)}
	var lock sync.Mutex
	at := func(x, y []float64) float64 {
		value, e := k.rep.Kernel(x, y)
		lock.Lock()
		defer lock.Unlock()
		v.Error = max(v.Error, e)
		return value
	}
	bar := terminal.NewBar(cmd, "evaluating")
	defer bar.Finish()
	set.Progress = func(done, total int) { bar.Set(done, total) }
	var err error
	v.Results, err = evaluate.Kernel(cmd.Context(), at, k.rep, data.Matrix, set)
	return v, err
}

// Write writes the results as a table.
func (v *Evaluation) Write(w io.Writer, rows, runs int) error {
	v.Of.define(w)
	v.Of.moments(w)
	fmt.Fprintf(w, "maps are compared with values of k by quadrature, whose error is estimated as %s and not bounded\n%s\n%s, %s\n\n",
		outward.Up(v.Error, 2), v.Data, terminal.Count(rows, "row"), terminal.Count(runs, "run"))
	t := terminal.NewTable("coupling", "columns", "‖K−K̃‖/‖K‖", "± sd", "seconds")
	for _, r := range v.Results {
		t.AppendRow(table.Row{r.Coupling, r.Columns, fmt.Sprintf("%.4f", r.Error.Mean), fmt.Sprintf("%.4f", r.Error.SD),
			fmt.Sprintf("%.4f", r.Seconds)})
	}
	_, err := fmt.Fprintln(w, t.For(w))
	return err
}

// ActivationView holds what 'krein map' and 'krein features' report of a map of activation functions.
type ActivationView struct {
	Activations []ActivationFunction `json:"activations"`
	Dim         int                  `json:"dim"`
	Proved      bool                 `json:"second_moments_proved"`
	Because     string               `json:"because,omitempty"` // why not
	SharedAt    float64              `json:"row_length"`
	MeanLength  float64              `json:"mean_length"`
	Largest     float64              `json:"largest_length"`
	Kernel      []Value              `json:"kernel_at_mean_length"`
	Coupling    features.Coupling    `json:"coupling"`
	Seed        uint64               `json:"seed"`
	Data        *dataset.View        `json:"data"`
	Rows        int                  `json:"rows"`
	Columns     int                  `json:"columns"`
	Signature   dataset.Signature    `json:"signature"`
	MapFile     dataset.MapFile      `json:"map_file,omitempty"` // beside features
}

// View returns what the output says of a map, applied to so many rows of the data, which may be nil.
func (k *Kernel) View(d *DrawnActivations, data *dataset.View, rows int) *ActivationView {
	v := k.view()
	general := NewMapView(d.Map, &d.Options, rows)
	v.Coupling, v.Seed, v.Data, v.Rows = general.Coupling, general.Seed, data, general.Rows
	v.Columns, v.Signature = general.Columns, general.Signature
	for _, u := range []float64{1, 0.5, 0, -0.5, -1} {
		value, e := k.rep.At(k.mean, k.mean, u)
		v.Kernel = append(v.Kernel, Value{u, value, e})
	}
	return v
}

// view returns what does not depend on a map.
func (k *Kernel) view() *ActivationView {
	v := &ActivationView{Dim: k.dim, Proved: k.unproved == "", Because: k.unproved, SharedAt: k.length, MeanLength: k.mean,
		Largest: k.largest}
	for _, t := range k.terms {
		sign := 1
		if t.minus {
			sign = -1
		}
		v.Activations = append(v.Activations, ActivationFunction{t.g.Formula(), sign})
	}
	return v
}

// define says which kernel it is.
func (v *ActivationView) define(w io.Writer) {
	var sum strings.Builder
	for i, g := range v.Activations {
		switch {
		case g.Sign < 0:
			sum.WriteString(" − ")
		case i > 0:
			sum.WriteString(" + ")
		}
		name := "g"
		if len(v.Activations) > 1 {
			name += fmt.Sprint(i + 1)
		}
		fmt.Fprintf(&sum, "E %s(⟨w,x⟩) %s(⟨w,y⟩)", name, name)
	}
	fmt.Fprintf(w, "k(x,y) = %s, w normal on R^%d with coordinates of variance 1\n", strings.TrimSpace(sum.String()), v.Dim)
	for i, g := range v.Activations {
		name := "g"
		if len(v.Activations) > 1 {
			name += fmt.Sprint(i + 1)
		}
		fmt.Fprintf(w, "%s(t) = %s\n", name, g.Formula)
	}
}

// moments says what is known of the bias.
func (v *ActivationView) moments(w io.Writer) {
	if v.Proved {
		fmt.Fprintf(w, "unbiased: second moments are finite, proved for rows up to length %s\n", outward.Up(v.Largest, 4))
	} else {
		fmt.Fprintf(w, "unbiased if second moments are finite, which is not proved: %s\n", v.Because)
	}
}

// Notes says which kernel it is, and which data.
func (v *ActivationView) Notes(w io.Writer) {
	v.Describe(w)
	fmt.Fprintln(w, v.Data)
}

// Describe says which kernel it is, and how the map is drawn.
func (v *ActivationView) Describe(w io.Writer) {
	v.define(w)
	fmt.Fprintf(w, "%s random columns in %s directions, seed %d", fmt.Sprint(v.Columns), v.Coupling, v.Seed)
	if len(v.Activations) > 1 {
		fmt.Fprintf(w, ", shared out for rows of length %v", v.SharedAt)
	}
	fmt.Fprintln(w)
	v.moments(w)
	fmt.Fprintf(w, "k at two rows of the mean length %.4g, by the cosine of their angle (estimated by quadrature):", v.MeanLength)
	worst := 0.0
	for i, p := range v.Kernel {
		if i > 0 {
			fmt.Fprint(w, ";")
		}
		value := p.Value
		if math.Abs(value) <= p.Error {
			value = 0 // an odd function's at a right angle
		}
		fmt.Fprintf(w, " %.*g at %v", outward.Digits(value, p.Error, 6), value, p.Cosine)
		worst = max(worst, p.Error)
	}
	fmt.Fprintf(w, "\nerror of these numbers before they are rounded: about %s, estimated and not bounded\n", outward.Up(worst, 2))
}

// Write says all of it, and what was written where.
func (v *ActivationView) Write(w io.Writer) {
	v.Notes(w)
	fmt.Fprintf(w, "%s × %s\n", terminal.Count(v.Rows, "row"), terminal.Count(v.Columns, "column"))
	v.MapFile.Say(w, false)
	v.Signs(w)
}

// Signs says which columns count positively.
func (v *ActivationView) Signs(w io.Writer) { fmt.Fprintln(w, v.Signature) }
