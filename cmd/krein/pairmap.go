package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
)

// anisotropic draws a pair of maps of a kernel of x − y, and writes its frequencies with their phases.
func (c *mapCommand) anisotropic(cmd *cobra.Command, text string) error {
	if err := c.how.CheckPair(); err != nil {
		return err
	}
	k, err := c.measure(cmd, text)
	if err != nil {
		return err
	}
	data, err := c.prepare(cmd, nil, k.Dim)
	if err != nil {
		return err
	}
	d, err := c.how.FitPair(cmd, k, &c.data, data)
	if err != nil {
		return err
	}
	if c.out != "" {
		file, err := drawing.PairFile(d.Pair, k.Dim, k.Formula, c.prepared)
		if err != nil {
			return err
		}
		if err := file.Save(c.out); err != nil {
			return err
		}
	}
	var about *dataset.View
	if data != nil {
		about = data.View(data.Count)
	}
	v := k.PairView(d.Pair, d.Way, d.Choices, about)
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	v.Describe(cmd.OutOrStdout())
	c.writePrepared(cmd.OutOrStdout(), about)
	fmt.Fprintf(cmd.OutOrStdout(), "%d columns each of Φ and Ψ, frequencies of the parts: %v\n", v.Columns, v.Frequencies)
	return nil
}

// measure returns what to draw from: the file's, or the formula's.
func (c *mapCommand) measure(cmd *cobra.Command, text string) (*evaluation.StationaryKernel, error) {
	if c.tableFile != "" {
		b, err := input.ReadFile(cmd, c.tableFile)
		if err != nil {
			return nil, err
		}
		k, err := evaluation.DecodeTensor(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.tableFile, err)
		}
		return k, nil
	}
	s, err := c.kernel.Stationary(text, c.kernel.Dim)
	if err != nil {
		return nil, err
	}
	return evaluation.NewStationary(cmd, s)
}
