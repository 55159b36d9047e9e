package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/mapview"
	"krein/cmd/krein/internal/stream"
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
	open := c.data.Open
	if c.data.Path == "-" { // the lengths of rows are needed first
		open = c.data.LoadAll
	}
	data, err := open(cmd, nil)
	if err != nil {
		return err
	}
	defer data.Close()
	if err := errors.Join(input.CheckColumns(data.Columns), input.CheckMemory(
		input.MapBytes(c.how.Options.Columns, data.Columns),
		fmt.Sprintf("--columns %d in dimension %d", c.how.Options.Columns, data.Columns))); err != nil {
		return err
	}
	k, err := c.activation.New(cmd, &c.kernel, &c.data, data, c.accept)
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
	rows, err := stream.File(cmd, c.out, m, data, c.dtype == "float32")
	if err != nil {
		return err
	}
	if err := stream.Signature(cmd, m, c.signature); err != nil {
		return err
	}
	v := k.View(mapview.New(m, &c.how.Options, rows), data.View(rows))
	switch {
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	case c.out == "-":
		v.Notes(cmd.ErrOrStderr())
	default:
		v.Write(cmd.OutOrStdout(), c.out)
	}
	return nil
}
