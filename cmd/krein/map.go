package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/kernel"
)

// mapCommand is the verb map with its flags.
type mapCommand struct {
	kernel     input.KernelFlags
	norms      measure.InnerFlags
	activation drawing.ActivationFlags
	tableFile  string
	modelFile  string
	out        string
	how        drawing.Flags
	single     bool                 // numbers of ONNX models have 32 bits
	data       dataset.Flags        // the data, if there are some, and what is done to rows
	prepared   *dataset.Preparation // nil: rows are taken as they are
}

func newMapCmd() *cobra.Command {
	c := new(mapCommand)
	cmd := &cobra.Command{
		Use:   "map FORMULA|MODEL|TABLE --data FILE | --dim D",
		Short: "Fit a feature map and write it, to be applied to any data",
		Long: `map fits a feature map, says what it is, and with -o writes it: as a NumPy archive, as safetensors
(.safetensors) of the same tensors, or as an ONNX model (.onnx, opset 13) from rows to features, with numbers of 64 or,
for -o map.onnx,dtype=float32, 32 bits. The same kernel, data, columns and seed give the map that 'krein features' and 'krein fit' draw, bit for bit: of
the ways to draw it, that with the least predicted variance at distances between the rows, or without data at those
that 'krein compare' takes.

The file has all that is done to rows: the scaling of columns, their lengths and names, whether rows are put on the sphere.
With --data it is fitted to these rows (--scale, --lengths median; distances for the choices that depend on them). Without,
the map takes rows as they are, but for --lengths, --scale sphere or --scale FILE, and for kernels on the sphere, whose rows are
divided by their lengths unless --scale none says that they have length 1. Applying the file does just that, and
nothing that depends on other rows.

The arrays are

  header       JSON: format krein.map/1, dimension, numbers of frequencies of both parts, kernel, names of the columns
  frequencies  n×d, those of the positive part first
  amplitudes   n, of the two columns of each: cosine and sine
  constant     one number, the column of frequency 0 (0: there is none)
  offset       d where columns are scaled, else none: rows are (X − offset)/divisor before
  divisor      d, the product of scale and length of each column, or none
  signature    +1 or -1 for each column: the constant one, if there is one, then a cosine and a
               sine for each frequency

so that in Python  t = X @ frequencies.T;  phi = amplitudes * [cos t, sin t], interleaved: package python/krein does it.
Maps on the unit sphere (--representation sphere, and kernels like ntk that live there) have harmonics, and step, ReLU
and other functions of projections instead of frequencies; with --exact there are exact columns besides these. Their files
(format krein.columns/1, docs/map-files.md) have blocks of columns; 'krein features', the Go package features/written and
package krein in Python read them.

A formula in u for rows of any length, f(⟨x,y⟩), has --scale none (or unit, standard), and --data or --norms with
lengths of rows; 'min' is the min kernel 1 + Σ min(x_j, y_j) of rows in the unit cube. Their files are of the format
krein.columns/1.

'activation(g)' is the kernel of a network's layer with the activation function g(t), as in 'krein features': the file has
the function as a formula (format krein.columns/1). Without data, --norms says how long rows are.

A model in place of the formula takes the map out of it, one whose map was drawn ('krein fit --landmarks=none'), with what it does to rows, and draws
nothing: the features of its file are those that the model predicts from, bit for bit.

A kernel of x − y that is not a function of the distance has a pair of maps, K ≈ Φ J Ψᵀ. The archive
(format krein.pair/2) has phases too, n of them: psi is as phi above, and phi = amplitudes * [cos(t+phases), sin(t+phases)],
with more columns where orders 0 to 2 are exact (docs/map-files.md).

At most 60 s of processor time are taken at --effort 1 for making the map; beyond that it is an
error (docs/budgets.md). Reading rows is not bounded.`,
		Example: `  krein map 'exp(-z^2/2) - exp(-z^2/200)' --dim 16 --columns 512 -o map.npz
  krein map 'gaussian(1)' --data train.csv --label class --lengths median -o map.npz
  krein map table.json -o map.onnx,dtype=float32
  krein map 'shift_gaussian(1/8, 2)' --dim 16 --columns 512 -o pair.npz
  krein map ntk --dim 16 --columns 512 -o ntk.npz
  krein map 'exp(u)' --dim 16 --scale none --norms 0.5,1,1.5 -o products.npz
  krein map min --data train.csv --label class -o steps.npz
  krein map 'activation(tanh(t))' --data train.csv --label class -o layer.npz
  krein map model.npz -o map.npz
  krein map 'gaussian(1)' --dim 16 --representation sphere -o sphere.onnx
  krein map 'exp(-z^2/2) - exp(-z^2/200)' --dim 16 --exact sphere -o degrees.npz
  krein map zonal.json --columns 512 -o zonal.safetensors`,
		Args: func(cmd *cobra.Command, args []string) (err error) {
			if on, err := c.activation.Take(cmd, args); on || err != nil {
				return err
			}
			if len(args) == 1 && input.SourceOf(args[0]) == input.Map {
				c.modelFile = args[0]
				return c.checkModel(cmd)
			}
			c.tableFile, err = input.FormulaOrTable(cmd, args)
			return err
		},
		RunE: c.kernel.OrCombined(c.run),
	}
	c.kernel.Add(cmd, false)
	fl := cmd.Flags()
	c.data.AddAs(cmd, "data", "the rows that the map is fitted to: their ranges, lengths, names and distances (default: none, "+
		"--dim\nsays how many columns rows have); CSV, text between spaces, svmlight, npy, npz or Parquet")
	c.data.TakeLengths(cmd)
	c.norms.Add(cmd)
	fl.Lookup("scale").Usage = "what the map does to rows: unit (every column to [0,1]), standard (mean 0, standard " +
		"deviation 1),\nsphere (every row to length 1), none, or a file of 'krein features --save-ranges' (default: sphere for " +
		"kernels on\nthe sphere, unit with --data, none without)"
	fl.IntVar(&c.kernel.Dim, "dim", 0, "the dimension d of R^d (default: that of --data or of a table)")
	input.AddOutput(cmd, &c.out, &c.single, "the file to write: .npz, .safetensors or .onnx, or map.onnx,dtype=float32")
	c.how.Add(cmd)
	c.how.AddDistances(cmd)
	return cmd
}

// run draws the map.
func (c *mapCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if c.modelFile != "" {
		return c.ofModel(cmd)
	}
	if err := c.look(cmd); err != nil {
		return err
	}
	if c.activation.On() {
		return c.byActivation(cmd)
	}
	if c.tableFile == "" && c.how.Representation == "auto" {
		if k, err := c.ofInner(cmd, args); k != nil || err != nil {
			if err == nil {
				err = c.checkOutput(cmd, false)
			}
			if err != nil {
				return err
			}
			return c.inner(cmd, k)
		}
	}
	text, pair, err := c.ofPair(cmd, args)
	if err == nil {
		err = c.checkOutput(cmd, pair)
	}
	switch {
	case err != nil:
		return err
	case pair:
		return c.anisotropic(cmd, text)
	case text != "":
		args = []string{text}
	}
	return c.radial(cmd, args)
}

// radial draws a map of a function of the distance.
func (c *mapCommand) radial(cmd *cobra.Command, args []string) error {
	if err := c.how.Read(); err != nil {
		return err
	}
	k, given, err := c.source(cmd, args)
	if err != nil {
		return err
	}
	fit := &drawing.Fitting{Kernel: k, Given: given, File: c.tableFile, Beyond: c.kernel.Beyond,
		Flags: &c.data, Dim: c.kernel.Dim}
	if given != nil {
		fit.Dim = given.Dim()
	}
	if c.how.Sphere(given) {
		c.data.OnSphere()
	}
	if fit.Data, err = c.prepare(cmd, k, fit.Dim); err != nil {
		return err
	}
	unit := c.data.Path == "" && k != nil && k.Domain() != nil && c.prepared == nil // --scale none: rows have length 1
	fit.OnSphere = unit || c.prepared != nil && c.prepared.Scale == "sphere" || c.how.Sphere(given)
	d, spread, err := c.how.Fit(cmd, fit)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := drawing.WriteMap(c.out, d.Map, formulaOf(k), c.prepared, c.single); err != nil {
			return err
		}
	}
	v := drawing.MapViewOf(d, k, 0)
	v.Prepared, v.Spread = c.prepared, spread
	if fit.Data != nil {
		v.Data = fit.Data.View(fit.Data.Count)
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	w := cmd.OutOrStdout()
	v.Describe(w)
	v.WriteChoices(w)
	v.WriteBias(w)
	c.writePrepared(w, v.Data)
	if v.Spread != nil {
		fmt.Fprintln(w, v.Spread)
	}
	v.Signs(w)
	return nil
}

// look takes the dimension from the data.
func (c *mapCommand) look(cmd *cobra.Command) error {
	if c.data.Path == "" {
		for _, flag := range []string{"label"} {
			if cmd.Flags().Changed(flag) {
				return fmt.Errorf("--%s is about the data of --data: give --data FILE, or leave --%[1]s out", flag)
			}
		}
		if c.kernel.Dim == 0 && c.tableFile == "" && !cmd.Flags().Changed("dim") {
			return errors.New("missing: --data FILE, the rows that the map is for, or --dim D, the number of their columns")
		}
		return nil
	}
	columns, err := c.data.Width(cmd)
	if err == nil && c.kernel.Dim == 0 && c.tableFile == "" {
		c.kernel.Dim = columns
	}
	return err
}

// prepare settles what the map does to rows of so many columns, from the data if there are some: these are returned,
// closed. A file is read again for what else is taken from it.
func (c *mapCommand) prepare(cmd *cobra.Command, k *kernel.Kernel, dim int) (data *dataset.Rows, err error) {
	if c.data.Path == "" {
		if k != nil && k.Domain() != nil {
			c.data.OnSphere()
		}
		c.prepared, err = c.data.Known(cmd, dim)
		return nil, err
	}
	data, err = c.data.Open(cmd, k)
	if err != nil {
		return nil, err
	}
	c.prepared = &data.Preparation
	return data, errors.Join(data.CheckDim("the dimension of the map", dim), data.Close())
}

// writePrepared says what the map does to rows.
func (c *mapCommand) writePrepared(w io.Writer, data *dataset.View) {
	switch {
	case data != nil:
		fmt.Fprintln(w, data)
	case c.prepared == nil:
		fmt.Fprintln(w, "rows: taken as they are; the map has no scaling (--data fits one)")
	default:
		fmt.Fprintln(w, c.prepared)
	}
}

// ofPair reads the formula, if there is one, and tells whether it is, or the file has, a kernel of x − y that is not a
// function of the distance.
func (c *mapCommand) ofPair(cmd *cobra.Command, args []string) (text string, pair bool, err error) {
	if c.tableFile != "" {
		return "", isMeasure(cmd, c.tableFile), nil
	}
	if text, err = c.kernel.Text(cmd, args[0]); err != nil || !c.kernel.OfDelta(text) {
		return text, false, err
	}
	if err := input.CheckDim(c.kernel.Dim); err != nil {
		return "", false, err
	}
	s, err := c.kernel.Stationary(text, c.kernel.Dim)
	if err != nil {
		return "", false, err
	}
	_, radial := c.kernel.OfDistance(s)
	return text, !radial, nil
}

// source returns the kernel, and what a file has to draw from.
func (c *mapCommand) source(cmd *cobra.Command, args []string) (*kernel.Kernel, *evaluation.Representation, error) {
	if c.tableFile != "" {
		given, k, err := evaluation.Load(cmd, c.tableFile)
		return k, given, err
	}
	if err := input.CheckColumns(c.kernel.Dim); err != nil {
		return nil, nil, fmt.Errorf("--dim: %w", err)
	}
	k, err := c.kernel.Kernel(cmd, args[0])
	return k, nil, err
}

// checkOutput refuses what cannot be written, before any work is done for it.
func (c *mapCommand) checkOutput(cmd *cobra.Command, pair bool) error {
	switch {
	case c.single && drawing.MapEnding(c.out) != ".onnx":
		return errors.New("dtype=float32 is for .onnx files; others have float64")
	case c.out == "" || drawing.MapEnding(c.out) == ".npz":
		return nil
	case pair:
		return fmt.Errorf("-o %s: a pair of maps is written as .npz", c.out)
	case drawing.MapEnding(c.out) != ".onnx" && drawing.MapEnding(c.out) != ".safetensors":
		return fmt.Errorf("-o %s: want a name ending in .npz, .safetensors or .onnx", c.out)
	}
	return nil
}
