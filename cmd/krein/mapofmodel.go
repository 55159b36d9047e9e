package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features/waves"
	"krein/learn/model"
)

// modelMapView is what is reported of a map that a model has.
type modelMapView struct {
	Formula  string `json:"formula"`
	Model    string `json:"model"`
	Dim      int    `json:"dim"`
	Columns  int    `json:"columns"`
	Prepared string `json:"prepared"`         // what it does to rows
	Output   string `json:"output,omitempty"` // the file that was written
}

// checkModel wants nothing beside a model that a map is drawn by.
func (c *mapCommand) checkModel(cmd *cobra.Command) (err error) {
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed && f.Name != "output" {
			err = fmt.Errorf("--%s is about maps that are drawn, and %s has one that is: leave it out", f.Name, c.modelFile)
		}
	})
	return err
}

// ofModel writes the map of a model.
func (c *mapCommand) ofModel(cmd *cobra.Command) error {
	m, err := model.Load(c.modelFile)
	if err != nil {
		return input.Misplaced(c.modelFile, input.ModelFile, err, "krein.model")
	}
	f, err := m.MapFile()
	if err != nil {
		return fmt.Errorf("%s: %w", c.modelFile, err)
	}
	_, pair := f.(*waves.Pair)
	if err := c.checkOutput(cmd, pair); err != nil {
		return err
	}
	v := &modelMapView{Formula: m.Kernel, Model: c.modelFile, Dim: m.Dim, Columns: m.Columns(), Prepared: m.Preparation.String(),
		Output: c.out}
	if c.out != "" {
		if err := drawing.WriteMapFile(c.out, f, c.single); err != nil {
			return err
		}
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "map of %s: %s, in R^%d, %s\nrows: %s\n", v.Model, v.Formula, v.Dim, terminal.Count(v.Columns, "column"), v.Prepared)
	return nil
}
