package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/activation"
	"krein/cmd/krein/internal/anisotropic"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/inner"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/mapview"
	"krein/cmd/krein/internal/parts"
	"krein/cmd/krein/internal/stream"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features"
	"krein/internal/dataio"
	"krein/internal/parquet"
	"krein/kernel"
)

// featuresCommand is the verb features with its flags.
type featuresCommand struct {
	kernel     input.KernelFlags
	data       dataset.Flags
	accept     bool
	outside    string
	tableFile  string
	from       string // a map that was saved
	out        string
	saved      string
	how        drawing.Flags
	dtype      string
	signature  string
	measure    string         // jordan, sphere or auto
	resolved   *kernel.Kernel // a function of the distance that is written otherwise
	pair       pairFlags      // of kernels that are not functions of the distance
	stated     anisotropic.DensityFlags
	norms      inner.Flags
	activation activation.Flags
}

func newFeaturesCmd() *cobra.Command {
	c := new(featuresCommand)
	cmd := &cobra.Command{
		Use:   "features FORMULA --data FILE -o FILE",
		Short: "Transform data into random features",
		Long: `features draws one random feature map Φ for the kernel and writes a row of features
for every row of the data, streaming. The signature says which columns count positively
and which negatively: K ≈ Φ J Φᵀ with J = diag(±1). The output is npy if its name ends in
.npy, CSV if in .csv, Parquet if in .parquet, svmlight if in .svm, .libsvm or .svmlight,
which keeps the labels that --label drops; .gz is compressed. While a block of rows is transformed, the next
one is read and the last one written.

By default the coupling, the radii and the budget are those with the least predicted
variance at distances sampled from the data; what was chosen, and from what, is said.
The same --seed, options and --distances give the same map, so that training and test
data can be transformed apart; --save-ranges and --ranges give them the same scaling and
the same distances.

A kernel of x − y that is not symmetric has a pair of maps: Φ is written to -o, Ψ to --right,
and K ≈ Φ J Ψᵀ; --side left or right writes one of them alone. What is chosen for the data is
said, with the flags that give other data the same maps.

A formula in u, such as 'polynomial(1,3)' or 'exp(u)', is for rows on the unit sphere; with --scale none, unit
or standard it is the kernel f(⟨x,y⟩) of rows of any length: low degrees exactly, the others by products of
projections on random signs. What is proved of the bias holds for rows up to the longest of --norms. 'min' is the
min kernel 1 + Σ min(x_j, y_j) of rows in the unit cube, by steps at random thresholds.

--activation takes the activation function of a network's layer instead of a kernel: a column is
g(⟨w,x⟩)/√n with normal w, and the features are an unbiased estimate of k(x,y) = E g(⟨w,x⟩) g(⟨w,y⟩)
for rows anywhere, not only on the sphere. With --activation-minus, the kernel of another function is
subtracted. What k is at rows of the data's mean length is said, and a function whose square
has no mean is an error.

--map applies a map of 'krein map': it does to rows what its file says (scaling, lengths, the
sphere) and nothing else, so that no feature of a row depends on other rows. Where both the map
and the data have names of columns, these are matched by name, in any order.

At most 60 s of processor time are taken at --effort 1 for making the map; beyond that it is an
error (docs/budgets.md). Reading and transforming rows is not bounded.`,
		Example: `  krein features 'delta_gaussian(1,10)' --data train.csv.gz --label first -o phi.npy --columns 1024
  krein features 'delta_gaussian(1,10)' --data train.csv.gz --label first -o phi.npy --coupling orthogonal --radii stratified --budget equal
  krein features 'delta_gaussian(1,10)' --data train.csv --label class --save-ranges r.json -o train.npy
  krein features 'delta_gaussian(1,10)' --data test.csv --label class --ranges r.json -o test.npy
  krein features --table table.json --data x.npy --scale none -o phi.csv --signature j.csv
  krein features 'shift_gaussian(1/8, 2)' --data train.csv.gz --label first -o phi.npy --right psi.npy --signature j.npy
  krein features ntk --data train.csv --label class -o train.npy --columns 512
  krein features 'polynomial(1,3)' --data train.csv --label class --scale none -o train.npy
  krein features min --data train.csv --label class -o train.npy
  krein features --activation 'tanh(t)' --data x.csv -o phi.npy --columns 512
  krein features --activation 'max(0,t)' --activation-minus 't > 1 ? 1/2 : 0' --data x.csv -o phi.npy
  krein features --map map.npz --data x.csv -o phi.npy
  cat x.csv | krein features 'gaussian(2)' --data - -o - --columns 64`,
		Args: func(cmd *cobra.Command, args []string) error {
			if on, err := c.activation.Check(cmd, args); on || err != nil {
				return err
			}
			if c.from != "" {
				return c.fromFile(args)
			}
			if c.tableFile != "" && c.stated.On() {
				return errors.New("give --table or --density, not both")
			}
			if c.tableFile != "" {
				return input.FormulaOrTable(cmd, args, c.tableFile)
			}
			return c.stated.Args(cmd, args)
		},
		RunE: c.run,
	}
	c.kernel.Add(cmd, false)
	c.stated.Add(cmd)
	c.activation.Add(cmd)
	c.data.Add(cmd)
	c.data.TakeLengths(cmd)
	parts.AcceptFlag(cmd, &c.accept)
	dataset.OutsideFlag(cmd, &c.outside)
	c.flags(cmd)
	return cmd
}

// flags registers the flags that no other verb has.
func (c *featuresCommand) flags(cmd *cobra.Command) {
	c.how.Add(cmd)
	c.norms.Add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&c.tableFile, "table", "", "sample from this file of 'krein decompose' instead of a formula: a table, "+
		"a least\nmeasure (--proof), an expansion on the sphere, the measure of a kernel of x − y\n('-': standard input)")
	fl.StringVar(&c.from, "map", "", "apply the map of this file (.npz, .safetensors), which 'krein map -o' or "+
		"'krein features'\nhas written, instead of drawing one")
	fl.StringVar(&c.measure, "representation", "auto",
		"what to draw from, for a formula: jordan (frequencies), sphere (harmonics, or step\n"+
			"and ReLU functions, for rows on the unit sphere), polar (of a complex measure) or auto, by\npredicted variance")
	fl.StringVar(&c.signature, "signature", "", "write the signature J, +1 or -1 for each "+
		"column, as a column to this file")
	fl.StringVarP(&c.out, "output", "o", "", "the file to write, '-' for CSV on standard output (required)")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err)
	}
	fl.StringVar(&c.pair.right, "right", "", "the file to write Ψ to, the map of the second argument, for kernels that "+
		"are not\nsymmetric: K ≈ Φ J Ψᵀ")
	fl.StringVar(&c.pair.side, "side", "both", "of such a kernel: left, Φ alone is written to -o, right, Ψ alone is, or both, "+
		"which needs\n--right")
	fl.BoolVar(&c.pair.concatenate, "concatenate", false,
		"write Φ and behind it Ψ, for linear classifiers (section 5.3 of the asymmetric paper)")
	fl.StringVar(&c.saved, "save-ranges", "", "write the preparation of the rows (ranges of '--scale unit', means and "+
		"deviations of\nstandard, --lengths) and the distances that the map was made for to this JSON file")
	fl.StringVar(&c.dtype, "dtype", "float64", "float64 or float32: what is computed and written")
}

// run transforms the data and says what was done.
func (c *featuresCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	return c.transform(cmd, args)
}

// transform is run without the limit of time.
func (c *featuresCommand) transform(cmd *cobra.Command, args []string) error {
	if c.activation.On() {
		return c.byActivation(cmd)
	}
	if c.from != "" {
		return c.bySavedMap(cmd)
	}
	if c.stated.On() || isMeasure(cmd, c.tableFile) {
		return c.anisotropic(cmd, "")
	}
	if c.tableFile == "" && !(args[0] == "-" && c.data.Path == "-") {
		text, err := c.kernel.Text(cmd, args[0])
		if err != nil {
			return err
		}
		if c.resolved == nil && c.measure == "auto" {
			if k, err := inner.Of(cmd, &c.kernel, &c.data, text); k != nil || err != nil {
				if err != nil {
					return err
				}
				return c.inner(cmd, k)
			}
		}
		if args = []string{text}; c.resolved == nil && c.kernel.OfDelta(text) {
			return c.anisotropic(cmd, text)
		}
	}
	if err := c.check(args); err != nil {
		return err
	}
	if err := c.checkSides(false, true); err != nil {
		return err
	}
	k, given, err := c.source(cmd, args)
	if err != nil {
		return err
	}
	var dec *decompose.Decomposition
	if given != nil {
		dec = given.Parts
	}
	limit := dataset.LimitOf(dec, k, c.kernel.Beyond)
	data, err := c.data.OpenFor(cmd, k, limit.Radius > 0 || c.how.NeedsDistances())
	if err != nil {
		return err
	}
	defer data.Close()
	c.how.Options.OnSphere = data.Scale == "sphere"
	reps, about, err := c.representations(cmd, k, given, data)
	if err != nil {
		return err
	}
	if err := input.CheckMemory(input.MapBytes(c.how.Options.Columns, data.Columns),
		fmt.Sprintf("--columns %d in dimension %d", c.how.Options.Columns, data.Columns)); err != nil {
		return err
	}
	spread, err := limit.Check(cmd, &c.data, data, c.outside)
	if err != nil {
		return err
	}
	m, rep, err := c.draw(cmd, reps, data)
	if err != nil {
		return err
	}
	rows, err := c.write(cmd, m, data)
	if err != nil {
		return err
	}
	v := c.view(k, rep, m, rows)
	if k != nil {
		v.Size(k)
	}
	v.Bias, v.Data, v.Spread = about[rep], data.View(rows), spread
	if b := evaluation.SphereBias(rep); b != nil { // the whole of a first look
		v.Bias = b
	}
	return c.report(cmd, v, func(w io.Writer) { v.Write(w, c.out) })
}

// write writes the features of data, and the signature where it is asked for.
func (c *featuresCommand) write(cmd *cobra.Command, m *features.Map, data *dataset.Rows) (rows int, err error) {
	if rows, err = stream.File(cmd, c.out, m, data, c.dtype == "float32"); err != nil {
		return 0, err
	}
	return rows, stream.Signature(cmd, m, c.signature)
}

// report prints what there is to say of features that were written, as JSON or in words: beside the features if they went to
// standard output.
func (c *featuresCommand) report(cmd *cobra.Command, v interface{ Notes(w io.Writer) }, words func(w io.Writer)) error {
	switch {
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	case c.out == "-":
		v.Notes(cmd.ErrOrStderr())
	default:
		words(cmd.OutOrStdout())
	}
	return nil
}

// check reads the flags that are names, and refuses flags that contradict each other.
func (c *featuresCommand) check(args []string) error {
	err := c.how.Read()
	if err != nil {
		return err
	}
	switch {
	case c.kernel.JSON && c.out == "-":
		return errors.New("--json and '-o -' would both write to standard output; write the features to a file")
	case len(args) > 0 && c.tableFile == "" && args[0] == "-" && c.data.Path == "-":
		return dataset.ErrBothStdin
	case c.dtype != "float64" && c.dtype != "float32":
		return fmt.Errorf("--dtype %q: want float64 or float32", c.dtype)
	case c.measure != "auto" && c.measure != "jordan" && c.measure != "sphere":
		return fmt.Errorf("--representation %q: want auto, jordan or sphere", c.measure)
	case c.how.Padding == "yes" && (c.tableFile != "" || c.measure == "sphere"):
		return errors.New("--padding is for the Jordan decomposition of a formula")
	case c.signature == "-" && c.out == "-":
		return errors.New("'--signature -' and '-o -' would both write to standard output; write one of them to a file")
	case c.how.Options.Columns < 1:
		return fmt.Errorf("--columns %d: want at least 1", c.how.Options.Columns)
	}
	return c.outputs(c.out, c.signature)
}

// outputs checks the names of files before any work. Rows of svmlight begin with their labels, which are kept for it.
func (c *featuresCommand) outputs(files ...string) error {
	for _, file := range files {
		f, err := dataio.FormatTo(file, parquet.Format)
		if err != nil && file != "" {
			return err
		}
		c.data.KeepLabels = c.data.KeepLabels || f == dataio.SVMLight
	}
	return nil
}

// source returns the kernel, and what a file has to draw from.
func (c *featuresCommand) source(cmd *cobra.Command,
	args []string) (*kernel.Kernel, *evaluation.Representation, error) {
	if c.resolved != nil {
		return c.resolved, nil, nil
	}
	if c.tableFile == "" {
		k, err := c.kernel.Kernel(cmd, args[0])
		return k, nil, err
	}
	rep, k, err := evaluation.Load(cmd, c.tableFile)
	return k, rep, err
}

// jordan returns the decomposition in R^dim that decompose finds, and notes its bias.
func (c *featuresCommand) jordan(
	decompose func(*cobra.Command, *kernel.Kernel, int, bool) (*decompose.Decomposition, *parts.Bias, error),
	cmd *cobra.Command, k *kernel.Kernel, dim int, about map[*evaluation.Representation]*parts.Bias,
) (*evaluation.Representation, error) {
	dec, bias, err := decompose(cmd, k, dim, c.accept)
	if err != nil {
		return nil, err
	}
	r := &evaluation.Representation{Name: "jordan", Parts: dec}
	about[r] = bias
	return r, nil
}

// representations returns what may be drawn from, that of the file if there is one, and their biases.
func (c *featuresCommand) representations(
	cmd *cobra.Command, k *kernel.Kernel, given *evaluation.Representation, data *dataset.Rows,
) ([]*evaluation.Representation, map[*evaluation.Representation]*parts.Bias, error) {
	about := map[*evaluation.Representation]*parts.Bias{}
	onSphere := func(r *evaluation.Representation) {
		about[r] = evaluation.SphereBias(r)
	}
	if given != nil {
		dim := 0
		if given.Sphere != nil {
			dim = given.Sphere.Dim()
			onSphere(given)
		} else {
			dim = given.Parts.Dim
		}
		if err := data.CheckDim("the dimension of "+c.tableFile, dim); err != nil {
			return nil, nil, err
		}
		if given.Parts != nil {
			var err error
			if about[given], err = parts.Admit(cmd.Context(), given.Parts, k, c.accept); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", c.tableFile, err)
			}
		}
		return []*evaluation.Representation{given}, about, nil
	}
	if err := input.CheckColumns(data.Columns); err != nil {
		return nil, nil, fmt.Errorf("%s has %d columns: %w", c.data.Name(), data.Columns, err)
	}
	var reps []*evaluation.Representation
	sphere := c.measure == "sphere" || c.measure == "auto" && data.Scale == "sphere" && c.how.Harmonics() == nil
	plain := c.measure != "sphere" && c.how.Padding != "yes"
	var jordan *evaluation.Representation
	var none error
	if plain && sphere {
		jordan, none = c.jordan(parts.Attempt, cmd, k, data.Columns, about)
	}
	if sphere {
		look := evaluation.Sphere
		if c.measure == "auto" && none == nil { // there may be something to compare it with
			look = evaluation.Coarse
		}
		r, err := look(cmd, k, data.Columns)
		switch {
		case err == nil:
			onSphere(r)
			reps = append(reps, r)
		case c.measure == "sphere":
			return nil, nil, err
		}
	}
	if c.measure == "sphere" {
		return reps, about, nil
	}
	if plain && (!sphere || jordan == nil && len(reps) == 0) {
		if jordan, none = c.jordan(parts.Jordan, cmd, k, data.Columns, about); none != nil {
			return nil, nil, none
		}
	}
	if jordan != nil {
		reps = append(reps, jordan)
	}
	r, bias, err := c.how.Padded(cmd, k, data.Columns, c.accept)
	switch {
	case r != nil:
		about[r] = bias
		reps = append(reps, r)
	case err != nil && c.how.Padding == "yes":
		return nil, nil, err
	case err != nil && c.how.Among.Couplings != nil: // designs were asked for
		fmt.Fprintln(cmd.ErrOrStderr(), err)
	}
	if len(reps) == 1 && reps[0].Whole != nil { // there is nothing to compare it with
		if reps[0], err = reps[0].Whole(); err != nil {
			return nil, nil, err
		}
		onSphere(reps[0])
	}
	return reps, about, cmd.Context().Err()
}

// draw draws the map, and saves the ranges of the data if that is asked for.
func (c *featuresCommand) draw(
	cmd *cobra.Command, reps []*evaluation.Representation, data *dataset.Rows,
) (*features.Map, *evaluation.Representation, error) {
	m, rep, err := c.how.Draw(cmd, reps, &c.data, data)
	if err != nil || c.saved == "" {
		return m, rep, err
	}
	return m, rep, data.Save(c.saved, dataset.Made{Distances: c.how.Options.Distances})
}

// view is what there is to say of the map.
func (c *featuresCommand) view(k *kernel.Kernel, rep *evaluation.Representation, m *features.Map,
	rows int) *mapview.View {
	v := mapview.New(m, &c.how.Options, rows)
	v.Representation, v.Choices, v.Padded = rep.Name, c.how.Choices, rep.Padded
	if rep.Parts != nil {
		v.Formula, v.Beyond = rep.Parts.Kernel, rep.Parts.Beyond
	} else if k != nil {
		v.Formula, v.Beyond = k.Formula(), "on the unit sphere"
	}
	return v
}
