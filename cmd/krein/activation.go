package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/activation"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/mapview"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
)

// byActivation draws the features of activation functions.
func (c *featuresCommand) byActivation(cmd *cobra.Command) error {
	if err := c.check(nil); err != nil {
		return err
	}
	if c.how.Among.Couplings == nil {
		c.how.Options.Coupling = features.Orthogonal
	}
	c.data.AsTheyAre()
	data, err := c.data.OpenFor(cmd, nil, true) // the lengths of rows are needed first
	if err != nil {
		return err
	}
	defer data.Close()
	if err := errors.Join(input.CheckColumns(data.Columns), input.CheckMemory(
		input.MapBytes(c.how.Options.Columns, data.Columns),
		fmt.Sprintf("--columns %d in dimension %d", c.how.Options.Columns, data.Columns))); err != nil {
		return err
	}
	k, err := c.activation.New(cmd, &c.kernel, &c.data, data, c.how.Accept)
	if err != nil {
		return err
	}
	m, err := k.Draw(&c.how.Options)
	if err != nil {
		return err
	}
	if c.saved != "" {
		if err := data.Save(c.saved, dataset.Made{}); err != nil {
			return err
		}
	}
	rows, err := c.write(cmd, m, data)
	if err != nil {
		return err
	}
	v := k.View(mapview.New(m, &c.how.Options, rows), data.View(rows))
	return c.report(cmd, v, func(w io.Writer) { v.Write(w, c.out) })
}

// byActivation measures the maps of activation functions.
func (c *evaluateCommand) byActivation(cmd *cobra.Command) error {
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
		c.settings.Rows = activation.Rows
	}
	c.data.AsTheyAre()
	data, err := c.data.LoadAll(cmd, nil)
	if err != nil {
		return err
	}
	if err := errors.Join(input.CheckColumns(data.Columns), c.fits(data)); err != nil {
		return err
	}
	k, err := c.activation.New(cmd, &c.kernel, &c.data, data, c.accept)
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
