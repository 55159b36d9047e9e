package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/anisotropic"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/mapfile"
	"krein/cmd/krein/internal/terminal"
	"krein/features/pair"
)

// anisotropic draws a pair of maps of a kernel of x − y, and writes its frequencies with their phases.
func (c *mapCommand) anisotropic(cmd *cobra.Command, text string) error {
	if cmd.Flags().Changed("radii") || cmd.Flags().Changed("distances") || c.padding || cmd.Flags().Changed("outside") {
		return errors.New("--radii, --distances, --padding and --outside are for functions of the distance; a pair of maps has " +
			"--coupling iid, across or joint")
	}
	k, err := c.measure(cmd, text)
	if err != nil {
		return err
	}
	data, some, err := c.prepare(cmd, nil, k.Dim)
	if err != nil {
		return err
	}
	if err := input.CheckMemory(input.MapBytes(2*c.opt.Columns, k.Dim),
		fmt.Sprintf("--columns %d in dimension %d", c.opt.Columns, k.Dim)); err != nil {
		return err
	}
	const radius = 2
	opt := pair.Options{Columns: c.opt.Columns, Seed: c.opt.Seed, Coupling: pair.Joint,
		Displacements: k.Displacements(some, radius)}
	if cmd.Flags().Changed("coupling") {
		if err := opt.Coupling.UnmarshalText([]byte(c.coupling)); err != nil {
			return err
		}
	}
	if err := opt.Budget.UnmarshalText([]byte(c.budget)); err != nil {
		return err
	}
	way := k.Ways(c.way)
	if len(way) == 0 {
		return fmt.Errorf("--representation %q: want polar or jordan", c.way)
	}
	p, err := pair.New(way[0].Parts, &opt)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := mapfile.WritePair(c.out, p, k.Dim, k.Formula, c.prepared); err != nil {
			return err
		}
	}
	var about *dataset.View
	if data != nil {
		about = data.View(data.Count)
	}
	v := k.PairView(p, way[0].Name, nil, about)
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	v.Describe(cmd.OutOrStdout())
	c.writePrepared(cmd.OutOrStdout(), about)
	fmt.Fprintf(cmd.OutOrStdout(), "%d columns each of Φ and Ψ, frequencies of the parts: %v\n", v.Columns, v.Frequencies)
	return nil
}

// measure returns what to draw from: the file's, or the formula's.
func (c *mapCommand) measure(cmd *cobra.Command, text string) (*anisotropic.Kernel, error) {
	if c.tableFile != "" {
		b, err := input.ReadFile(cmd, c.tableFile)
		if err != nil {
			return nil, err
		}
		k, err := anisotropic.Decode(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.tableFile, err)
		}
		return k, nil
	}
	s, err := c.kernel.Stationary(text, c.kernel.Dim)
	if err != nil {
		return nil, err
	}
	return anisotropic.New(cmd, s)
}
