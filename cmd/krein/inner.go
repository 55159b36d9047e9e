package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/fitting"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/written"
	"krein/internal/features/gram"
	"krein/learn/model"
)

// What verbs do with kernels that are no functions of the distance: of the inner product, and the min kernel.

// notInner are the flags of verbs that draw that mean nothing for them.
var notInner = []string{"exact", "distances", "representation", "sphere",
	"accept-estimate", "table"}

// innerOptions reads the options of a map of a kernel that is no function of the distance.
func innerOptions(cmd *cobra.Command, k *measure.InnerKernel, columns int, coupling string, seed uint64) (*features.Options, error) {
	way, err := drawing.ReadWay(coupling)
	if err != nil {
		return nil, err
	}
	if way[0] != "auto" && way[0] != "iid" || way[2] != "auto" || way[1] != "auto" && !k.IsMin() {
		return nil, fmt.Errorf("--coupling %s is about functions of the distance, and %s is one of %s: leave it out", way, k.Formula,
			k.OfRows())
	}
	for _, name := range notInner {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return nil, fmt.Errorf("--%s is about functions of the distance, and %s is one of %s: leave it out", name, k.Formula,
				k.OfRows())
		}
	}
	opt := &features.Options{Columns: columns, Coupling: features.IID, Seed: seed}
	switch {
	case columns < 1:
		return nil, fmt.Errorf("--columns %d: want at least 1", columns)
	case !k.IsMin():
		return opt, nil
	case way[1] == "auto":
		opt.Radii = features.RadiiStratified
		return opt, nil
	}
	err = opt.Radii.UnmarshalText([]byte(way[1]))
	if err == nil && opt.Radii == features.RadiiImportance {
		err = errors.New("importance radii are about frequencies; thresholds of the min kernel are iid or stratified: --coupling iid,iid or iid,stratified")
	}
	return opt, err
}

// innerDrawing represents the kernel for the data, whose lengths are measured unless they are given.
func innerDrawing(cmd *cobra.Command, k *measure.InnerKernel, norms measure.InnerFlags, df *dataset.Flags, data *dataset.Rows,
	opt *features.Options) (*measure.InnerDrawing, error) {
	made := norms.Norms
	if made == nil {
		made = data.Norms
	}
	var have *measure.Lengths
	if !k.IsMin() {
		var err error
		if have, err = measure.InnerMeasure(cmd, df, data); err != nil {
			return nil, err
		}
		if made == nil {
			made = have.Some
		}
	} else if norms.Norms != nil {
		return nil, errors.New("--norms is about kernels of the inner product: leave it out")
	}
	d, err := k.Represent(cmd.Context(), data.Columns, made)
	if err != nil {
		return nil, err
	}
	if err := d.Fits(opt.Columns); err != nil {
		return nil, err
	}
	some, err := dataset.Sample(cmd, df, data, opt.Seed)
	if err != nil {
		return nil, err
	}
	if err := d.Predict(opt, some); err != nil {
		return nil, err
	}
	d.Longer(have)
	return d, nil
}

// inner transforms data.
func (c *featuresCommand) inner(cmd *cobra.Command, k *measure.InnerKernel) error {
	opt, err := innerOptions(cmd, k, c.how.Options.Columns, c.how.Way(), c.how.Options.Seed)
	if err != nil {
		return err
	}
	if err := c.check([]string{k.Formula}); err != nil {
		return err
	}
	if err := c.checkSides(false, true); err != nil {
		return err
	}
	data, err := c.data.OpenFor(cmd, nil, true)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	d, err := innerDrawing(cmd, k, measure.InnerFlags{}, &c.data, data, opt)
	if err != nil {
		return err
	}
	m, err := evaluation.Exactly(d, opt, opt.Columns)
	if err != nil {
		return err
	}
	if c.saved != "" {
		if err := data.Save(c.saved, dataset.Made{Norms: d.View.Norms}); err != nil {
			return err
		}
	}
	rows, path, err := c.write(cmd, k.Formula, m, data)
	if err != nil {
		return err
	}
	v := innerView(k, d, m, opt, rows)
	v.Data, v.MapFile = data.View(rows), path
	return c.report(cmd, v, func(w io.Writer) { v.Write(w) })
}

// innerView returns what the output says of a map.
func innerView(k *measure.InnerKernel, d *measure.InnerDrawing, m *features.Map, opt *features.Options, rows int) *drawing.MapView {
	v := drawing.NewMapView(m, opt, rows)
	v.Formula, v.Inner, v.Representation = k.Formula, d.View, "maclaurin"
	if k.IsMin() {
		v.Representation = "threshold"
	}
	return v
}

// ofInner is the kernel if it is no function of the distance. Rows of a kernel of the inner product for which neither
// data nor lengths are given have length 1, and harmonics.
func (c *mapCommand) ofInner(cmd *cobra.Command, args []string) (*measure.InnerKernel, error) {
	text, err := c.kernel.Text(cmd, args[0])
	if err != nil {
		return nil, err
	}
	args[0] = text
	k, err := measure.InnerOf(cmd, &c.kernel, &c.data, text)
	if k != nil && !k.IsMin() && c.data.Path == "" && c.norms.Norms == nil {
		return nil, nil
	}
	return k, err
}

// inner draws a map.
func (c *mapCommand) inner(cmd *cobra.Command, k *measure.InnerKernel) error {
	opt, err := innerOptions(cmd, k, c.how.Options.Columns, c.how.Way(), c.how.Options.Seed)
	if err != nil {
		return err
	}
	var data *dataset.Rows
	var d *measure.InnerDrawing
	if c.data.Path == "" {
		if err := input.CheckColumns(c.kernel.Dim); err != nil {
			return fmt.Errorf("--dim: %w", err)
		}
		if c.prepared, err = c.data.Known(cmd, c.kernel.Dim); err != nil {
			return err
		}
		if d, err = k.Represent(cmd.Context(), c.kernel.Dim, c.norms.Norms); err == nil {
			err = d.Fits(opt.Columns)
		}
	} else {
		if data, err = c.data.Open(cmd, nil); err != nil {
			return err
		}
		defer func() { _ = data.Close() }()
		if err := data.CheckDim("the dimension of the map", c.kernel.Dim); err != nil {
			return err
		}
		c.prepared = &data.Preparation
		d, err = innerDrawing(cmd, k, c.norms, &c.data, data, opt)
	}
	if err != nil {
		return err
	}
	m, err := evaluation.Exactly(d, opt, opt.Columns)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := drawing.WriteMap(c.out, m, k.Formula, c.prepared, c.single); err != nil {
			return err
		}
	}
	v := innerView(k, d, m, opt, 0)
	v.Prepared = c.prepared
	if data != nil {
		v.Data = data.View(data.Count)
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	w := cmd.OutOrStdout()
	v.Describe(w)
	v.WriteBias(w)
	c.writePrepared(w, v.Data)
	v.Signs(w)
	return nil
}

// inner measures the maps on data.
func (c *evaluateCommand) inner(cmd *cobra.Command, k *measure.InnerKernel) error {
	for _, name := range []string{"bias", "all", "baselines"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is about functions of the distance, and %s is one of %s: leave it out", name, k.Formula,
				k.OfRows())
		}
	}
	coupling := "auto"
	switch len(c.couplings) {
	case 0:
	case 1:
		coupling = c.couplings[0]
	default:
		return fmt.Errorf("--coupling: %s is measured with one coupling: give it once", k.Formula)
	}
	if len(c.settings.Columns) == 0 {
		return errors.New("--columns: no numbers of columns")
	}
	opt, err := innerOptions(cmd, k, slices.Max(c.settings.Columns), coupling, c.settings.Seed)
	if err != nil {
		return err
	}
	data, err := c.data.LoadAll(cmd, nil)
	if err != nil {
		return err
	}
	if err := c.fits(data); err != nil {
		return err
	}
	d, err := innerDrawing(cmd, k, measure.InnerFlags{}, &c.data, data, opt)
	if err != nil {
		return err
	}
	rows := gram.SampleRows(data.Matrix, c.settings.Rows, c.settings.Seed)
	bar := terminal.NewBar(cmd, "evaluating")
	c.settings.Progress = func(done, total int) { bar.Set(done, total) }
	results, err := evaluation.Inner(cmd, k, d, rows, opt.Radii, c.settings)
	bar.Finish()
	if err != nil {
		return err
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(),
			map[string]any{"data": data.View(data.Count), "inner": d.View, "results": results})
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "k(x,y) = %s, %s, in R^%d\n", k.Formula, k.OfRows(), data.Columns)
	d.View.Notes(w)
	fmt.Fprintf(w, "%v\n%s, %s\n\n", data.View(data.Count), terminal.Count(min(c.settings.Rows, data.Count), "row"),
		terminal.Count(c.settings.Runs, "run"))
	return evaluation.Write(w, results)
}

// drawInner draws the map of a kernel that is no function of the distance and puts it into the model.
func (c *fitCommand) drawInner(cmd *cobra.Command, k *measure.InnerKernel, data *dataset.Rows, m *model.Model,
	v *fitting.Report) error {
	if c.draw.Keep() > 0 || c.draw.Coupled() {
		return fmt.Errorf("--compress, --landmarks and --coupling are for functions of the distance, and %s is one of %s: leave "+
			"them out", k.Formula, k.OfRows())
	}
	opt, err := innerOptions(cmd, k, c.draw.Columns(), c.draw.Way(), c.job.Seed)
	if err != nil {
		return err
	}
	d, err := innerDrawing(cmd, k, measure.InnerFlags{}, &c.data, data, opt)
	if err != nil {
		return err
	}
	drawn, err := evaluation.Exactly(d, opt, opt.Columns)
	if err != nil {
		return err
	}
	m.Kernel, v.Formula = k.Formula, k.Formula
	if m.Map, err = written.Of(drawn, nil); err != nil {
		return err
	}
	v.Inner = innerView(k, d, drawn, opt, 0)
	c.job.Signature = m.Map.Signature()
	return nil
}
