package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/fitting"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/written"
	"krein/learn/model"
)

// What verbs do with kernels of activation functions.

// byActivation draws the features of activation functions.
func (c *featuresCommand) byActivation(cmd *cobra.Command) error {
	if err := c.check(nil); err != nil {
		return err
	}
	c.data.AsTheyAre()
	data, err := c.data.OpenFor(cmd, nil, true) // the lengths of rows are needed first
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	k, err := c.activation.New(cmd, &c.kernel, &c.data, data, data.Columns, c.how.Accept)
	if err != nil {
		return err
	}
	if err := k.Writable(); err != nil && input.MapBeside(cmd) != "" {
		c.noMap = true
		fmt.Fprintf(cmd.ErrOrStderr(), "the features are written alone, without a file of their map: %v\n", err)
	}
	d, err := k.Draw(&c.how)
	if err != nil {
		return err
	}
	if c.saved != "" {
		if err := data.Save(c.saved, dataset.Made{}); err != nil {
			return err
		}
	}
	rows, path, err := c.write(cmd, k.Formula(), d.Map, data)
	if err != nil {
		return err
	}
	v := k.View(d, data.View(rows), rows)
	v.MapFile = path
	return c.report(cmd, v, func(w io.Writer) { v.Write(w) })
}

// byActivation draws a map of activation functions.
func (c *mapCommand) byActivation(cmd *cobra.Command) error {
	if err := errors.Join(c.how.Read(), c.checkOutput(cmd, false)); err != nil {
		return err
	}
	c.data.AsTheyAre()
	data, err := c.prepare(cmd, nil, c.kernel.Dim)
	if err != nil {
		return err
	}
	k, err := c.activation.New(cmd, &c.kernel, &c.data, data, c.kernel.Dim, c.how.Accept)
	if err != nil {
		return err
	}
	if err := k.Writable(); err != nil && c.out != "" {
		return err
	}
	d, err := k.Draw(&c.how)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := drawing.WriteMap(c.out, d.Map, k.Formula(), c.prepared, c.single); err != nil {
			return err
		}
	}
	var view *dataset.View
	if data != nil {
		view = data.View(data.Count)
	}
	v := k.View(d, view, 0)
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	w := cmd.OutOrStdout()
	v.Describe(w)
	c.writePrepared(w, view)
	v.Signs(w)
	return nil
}

// drawActivation draws the map of activation functions and puts it into the model.
func (c *fitCommand) drawActivation(cmd *cobra.Command, data *dataset.Rows, m *model.Model, v *fitting.Report) error {
	if err := c.draw.Read(); err != nil {
		return err
	}
	k, err := c.activation.New(cmd, &c.kernel, &c.data, data, data.Columns, c.draw.Accept)
	if err != nil {
		return err
	}
	if err := k.Writable(); err != nil {
		return err
	}
	d, err := k.Draw(&c.draw.Flags)
	if err != nil {
		return err
	}
	m.Kernel, v.Formula = k.Formula(), k.Formula()
	if m.Map, err = written.Of(d.Map, nil); err != nil {
		return err
	}
	v.Activation = k.View(d, nil, 0)
	c.job.Signature = m.Map.Signature()
	return nil
}

// byActivation measures the maps of activation functions.
func (c *evaluateCommand) byActivation(cmd *cobra.Command) error {
	if c.all || c.baselines {
		return errors.New("--coupling all and published are about frequencies, not about activation functions; leave them out")
	}
	if err := c.names(); err != nil {
		return err
	}
	if len(c.settings.Columns) == 0 {
		return errors.New("--columns: no numbers of columns")
	}
	for _, coupling := range c.settings.Couplings {
		if coupling != features.IID && coupling != features.Orthogonal {
			return fmt.Errorf("--coupling %v: directions of activation functions are iid or orthogonal", coupling)
		}
	}
	if c.settings.Best = 0; !cmd.Flags().Changed("rows") {
		c.settings.Rows = drawing.Rows
	}
	c.data.AsTheyAre()
	data, err := c.data.LoadAll(cmd, nil)
	if err != nil {
		return err
	}
	if err := errors.Join(input.CheckColumns(data.Columns), c.fits(data)); err != nil {
		return err
	}
	k, err := c.activation.New(cmd, &c.kernel, &c.data, data, data.Columns, c.accept)
	if err != nil {
		return err
	}
	v, err := k.Evaluate(cmd, data, &c.settings)
	if err != nil {
		return err
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	return v.Write(cmd.OutOrStdout(), min(c.settings.Rows, data.Count), c.settings.Runs)
}
