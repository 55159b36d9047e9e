package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/internal/dataio"
	"krein/internal/parquet"
	"krein/kernel"
)

// featuresCommand is the verb features with its flags.
type featuresCommand struct {
	kernel     input.KernelFlags
	data       dataset.Flags
	tableFile  string
	from       string // a map that was saved
	out        string
	saved      string
	how        drawing.Flags
	single     bool // numbers of 32 bits
	signature  string
	resolved   *kernel.Kernel // a function of the distance that is written otherwise
	pair       pairFlags      // of kernels that are not functions of the distance
	noMap      bool           // the map is none that files have
	points     int            // of --adapt: principal columns of kernels with so many rows, no map that is drawn
	activation drawing.ActivationFlags
}

func newFeaturesCmd() *cobra.Command {
	c := new(featuresCommand)
	cmd := &cobra.Command{
		Use:   "features FORMULA|MAP|TABLE --data FILE -o FILE",
		Short: "Transform rows of data into random features",
		Long: `features fits a random feature map Φ for the kernel to the rows of the data and writes a row of
features for each, streaming. The map itself goes to a file next to them, phi.map.npz next to phi.npy, unless
the features go to standard output or a device: other rows get the same map by that file in place of the formula. It is replaced
with its features, and the same map in two formats has one file; another map, or another file of that name, is not
replaced, and the command says so before it writes anything. The signature says which columns count positively
and which negatively: K ≈ Φ J Φᵀ with J = diag(±1). The output is npy if its name ends in
.npy, CSV if in .csv, Parquet if in .parquet, svmlight if in .svm, .libsvm or .svmlight,
which keeps the labels that --label drops; .gz is compressed. While a block of rows is transformed, the next
one is read and the last one written.

By default the coupling, the radii and the budget are those with the least predicted
variance at distances sampled from the data; what was chosen, and from what, is said. 'krein map' and
'krein fit' draw the same map of the same kernel, data, columns and --seed, bit for bit. A map depends on the
rows that it is fitted to: give test data the map of the training data, not one of their own.

A kernel of x − y that is not symmetric has a pair of maps: Φ is written to -o, Ψ to --right,
and K ≈ Φ J Ψᵀ; --side left or right writes one of them alone.

A formula in u, such as 'polynomial(1,3)' or 'exp(u)', is for rows on the unit sphere; with --scale none, unit
or standard it is the kernel f(⟨x,y⟩) of rows of any length: low degrees exactly, the others by products of
projections on random signs. What is proved of the bias holds for rows up to the longest. 'min' is the
min kernel 1 + Σ min(x_j, y_j) of rows in the unit cube, by steps at random thresholds.

'activation(g)' is the kernel of a network's layer with the activation function g(t), as in 'activation(max(0,t))': a column is
g(⟨w,x⟩)/√n with normal w, and the features are an unbiased estimate of k(x,y) = E g(⟨w,x⟩) g(⟨w,y⟩)
for rows anywhere, not only on the sphere. Such kernels are added and subtracted. What k is at rows of the data's mean length is said, and a function whose square
has no mean is an error. The map is written as others are, with the function as a formula.

--adapt draws no map: the columns are principal ones of the kernels with rows of the data, which at equal columns are
nearer to K on rows like these than any map that is drawn, also of indefinite kernels, with their signs, and of kernels
of x − y that are not symmetric, with --right or --side. Their error elsewhere is not known, and no bias is proved. Of a file more than 8192 rows, or 12 for a column, are not held in memory. The map file, which applies the map to other rows, has the rows that the
kernels are with.

The file of a map (.npz, .safetensors) in place of the formula applies that map: it does to rows what its file says (scaling, lengths, the
sphere) and nothing else, so that no feature of a row depends on other rows. Where both the map
and the data have names of columns, these are matched by name, in any order. A file of 'krein decompose', a table, a least measure (--proof),
an expansion on the sphere or the measure of a kernel of x − y, is drawn from like a formula.

At most 60 s of processor time are taken at --effort 1 for making the map; beyond that it is an
error (docs/budgets.md). Reading and transforming rows is not bounded.`,
		Example: `  krein features 'delta_gaussian(1,10)' --data train.csv.gz --label first -o phi.npy --columns 1024
  krein features 'delta_gaussian(1,10)' --data train.csv.gz --label first -o phi.npy --coupling orthogonal,stratified,equal
  krein features 'delta_gaussian(1,10)' --data train.csv --label class -o train.npy
  krein features train.map.npz --data test.csv --label class -o test.npy
  krein features table.json --data x.npy --scale none -o phi.csv --signature j.csv
  krein features 'shift_gaussian(1/8, 2)' --data train.csv.gz --label first -o phi.npy --right psi.npy --signature j.npy
  krein features ntk --data train.csv --label class -o train.npy --columns 512
  krein features 'polynomial(1,3)' --data train.csv --label class --scale none -o train.npy
  krein features min --data train.csv --label class -o train.npy
  krein features 'gaussian(1)' --adapt --data train.csv --label class --lengths median -o train.npy --columns 256
  krein features 'activation(tanh(t))' --data x.csv -o phi.npy --columns 512
  krein features 'activation(max(0,t)) - activation(t > 1 ? 1/2 : 0)' --data x.csv -o phi.npy
  cat x.csv | krein features 'gaussian(2)' --data - -o - --columns 64`,
		Args: func(cmd *cobra.Command, args []string) (err error) {
			if on, err := c.activation.Take(cmd, args); on || err != nil {
				return err
			}
			if len(args) == 1 && input.SourceOf(args[0]) == input.Map {
				c.from = args[0]
				return nil
			}
			c.tableFile, err = input.FormulaOrTable(cmd, args)
			return err
		},
		RunE: c.kernel.OrCombined(c.run),
	}
	c.kernel.Add(cmd, false)
	c.data.Add(cmd)
	c.data.TakeLengths(cmd)
	c.flags(cmd)
	return cmd
}

// flags registers the flags that no other verb has.
func (c *featuresCommand) flags(cmd *cobra.Command) {
	c.how.Add(cmd)
	fl := cmd.Flags()
	fl.IntVar(&c.points, "adapt", 0, "draw no map: --columns principal columns of the kernels with so many rows of the data, "+
		"as in --adapt=512\n(Nyström), an estimate for rows like these alone; --adapt alone takes as many as are enough,\n2048, or three for a column, at most")
	fl.Lookup("adapt").NoOptDefVal = "0"
	fl.StringVar(&c.signature, "signature", "", "write the signature J, +1 or -1 for each "+
		"column, as a column to this file")
	input.AddOutput(cmd, &c.out, &c.single, "the file to write, '-' for CSV on standard output (required);\nafter a comma the numbers computed and written, as in "+
		"phi.npy,dtype=float32")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err)
	}
	fl.StringVar(&c.pair.right, "right", "", "the file to write Ψ to, the map of the second argument, for kernels that "+
		"are not\nsymmetric: K ≈ Φ J Ψᵀ")
	fl.StringVar(&c.pair.side, "side", "both", "of such a kernel: left, Φ alone is written to -o, right, Ψ alone is, "+
		"concatenated, Φ and after\nit Ψ, for linear classifiers (section 5.3 of the asymmetric paper), or both, which needs --right")
	fl.StringVar(&c.saved, "save-ranges", "", "write the preparation of the rows (ranges of '--scale unit', means and "+
		"deviations of\nstandard, --lengths) and the distances that the map was made for to this JSON file")
}

// run transforms the data and says what was done.
func (c *featuresCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	c.resolved = nil // what it was before it began again is taken apart
	return c.transform(cmd, args)
}

// transform is run without the limit of time.
func (c *featuresCommand) transform(cmd *cobra.Command, args []string) error {
	if c.activation.On() {
		return c.byActivation(cmd)
	}
	if cmd.Flags().Changed("adapt") {
		return c.adapted(cmd, args)
	}
	if c.from != "" {
		return c.bySavedMap(cmd)
	}
	if isMeasure(cmd, c.tableFile) {
		return c.anisotropic(cmd, "")
	}
	if c.tableFile == "" && !(args[0] == "-" && c.data.Path == "-") {
		text, err := c.kernel.Text(cmd, args[0])
		if err != nil {
			return err
		}
		if c.resolved == nil && c.how.Representation == "auto" {
			if k, err := measure.InnerOf(cmd, &c.kernel, &c.data, text); k != nil || err != nil {
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
	fit := &drawing.Fitting{Kernel: k, Given: given, File: c.tableFile, Beyond: c.kernel.Beyond,
		Flags: &c.data}
	if c.how.Sphere(given) {
		c.data.OnSphere()
	}
	data, err := c.data.OpenFor(cmd, k, fit.Far().Radius > 0 || c.how.NeedsDistances())
	if err != nil {
		return err
	}
	defer data.Close()
	fit.Data, fit.Dim, fit.OnSphere = data, data.Columns, data.Scale == "sphere"
	d, spread, err := c.how.Fit(cmd, fit)
	if err != nil {
		return err
	}
	if c.saved != "" {
		if err := data.Save(c.saved, dataset.Made{Distances: d.Options.Distances}); err != nil {
			return err
		}
	}
	rows, path, err := c.write(cmd, formulaOf(k), d.Map, data)
	if err != nil {
		return err
	}
	v := drawing.MapViewOf(d, k, rows)
	v.Data, v.Spread, v.MapFile = data.View(rows), spread, path
	return c.report(cmd, v, func(w io.Writer) { v.Write(w) })
}

// write writes the features of data, the signature where it is asked for, and the map beside them, if that is wanted, whose
// file it returns.
func (c *featuresCommand) write(cmd *cobra.Command, formula string, m *features.Map,
	data *dataset.Rows) (rows int, path dataset.MapFile, err error) {
	if c.noMap {
		rows, err = dataset.WriteFeatures(cmd, c.out, m, data, c.single)
		return rows, "", errors.Join(err, dataset.WriteSignature(cmd, m, c.signature))
	}
	save, err := beside(cmd, func() (drawing.File, error) { return drawing.FileOf(m, formula, &data.Preparation) })
	if err != nil {
		return 0, "", err
	}
	if rows, err = dataset.WriteFeatures(cmd, c.out, m, data, c.single); err != nil {
		return 0, "", err
	}
	if err := dataset.WriteSignature(cmd, m, c.signature); err != nil {
		return 0, "", err
	}
	path, err = save()
	return rows, path, err
}

// beside returns what writes the map beside its features, if that is wanted, and returns its file. The error says that
// another map would be lost.
func beside(cmd *cobra.Command, of func() (drawing.File, error)) (save func() (dataset.MapFile, error), err error) {
	path := input.MapBeside(cmd)
	if path == "" {
		return func() (dataset.MapFile, error) { return "", nil }, nil
	}
	f, err := of()
	if err != nil {
		return nil, err
	}
	if err := input.Replaces(cmd, path, f.Encode); err != nil {
		return nil, err
	}
	return func() (dataset.MapFile, error) { return dataset.MapFile(path), f.Save(path) }, nil
}

// formulaOf is the name of a kernel in files, which a table may lack.
func formulaOf(k *kernel.Kernel) string {
	if k == nil {
		return ""
	}
	return k.Formula()
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
	case c.signature == "-" && c.out == "-":
		return errors.New("'--signature -' and '-o -' would both write to standard output; write one of them to a file")
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
