package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/stream"
	"krein/cmd/krein/internal/terminal"
	"krein/features/written"
)

// savedView is what is reported of features by a map from a file.
type savedView struct {
	Formula string        `json:"formula,omitempty"`
	Map     string        `json:"map"`
	Rows    int           `json:"rows"`
	Columns int           `json:"columns"`
	Data    *dataset.View `json:"data"`
}

// bySavedMap transforms the data by a map that 'krein map -o' wrote: nothing is decomposed or drawn.
func (c *featuresCommand) bySavedMap(cmd *cobra.Command) error {
	for _, name := range []string{
		"columns", "coupling", "radii", "budget", "exact", "padding", "map", "distances", "seed", "representation",
		"accept-estimate", "outside", "save-ranges", "right", "concatenate", "param", "axis", "beyond", "radius",
	} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is about maps that are drawn; --from has one that is", name)
		}
	}
	if err := c.check([]string{""}); err != nil {
		return err
	}
	w, err := written.Load(c.from)
	if err != nil {
		return input.Misplaced(c.from, input.MapFile, err, "krein.map", "krein.columns")
	}
	prepares := w.Prepares()
	if prepares {
		if err := c.data.Raw(); err != nil {
			return fmt.Errorf("%s prepares rows itself: %w", c.from, err)
		}
	} else if w.Sphere {
		c.data.OnSphere()
	}
	data, err := c.data.Open(cmd, nil)
	if err != nil {
		return err
	}
	defer data.Close()
	if err := data.CheckDim("the dimension of "+c.from, w.Dim()); err != nil {
		return err
	}
	if prepares {
		data.Through(w.Prepare)
	}
	rows, err := stream.File(cmd, c.out, w.Map, data, c.dtype == "float32")
	if err != nil {
		return err
	}
	if err := stream.Signature(cmd, w.Map, c.signature); err != nil {
		return err
	}
	v := savedView{w.Kernel, c.from, rows, w.Columns(), data.View(rows)}
	if prepares {
		v.Data.Scale = "of the map"
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	v.Data.Say(cmd, c.out == "-")
	if c.out != "-" {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s × %s by %s written to %s\n", terminal.Count(v.Rows, "row"),
			terminal.Count(v.Columns, "column"), v.Map, c.out)
	}
	return err
}

// fromFile wants neither a formula nor a table beside a map.
func (c *featuresCommand) fromFile(args []string) error {
	if len(args) > 0 || c.tableFile != "" || c.stated.On() {
		return errors.New("give a formula, --table, --density or --from, one of them")
	}
	return nil
}
