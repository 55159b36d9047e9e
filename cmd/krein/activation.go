package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/mapview"
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
	rows, err := c.write(cmd, m, data)
	if err != nil {
		return err
	}
	v := k.View(mapview.New(m, &c.how.Options, rows), data.View(rows))
	return c.report(cmd, v, func(w io.Writer) { v.Write(w, c.out) })
}
