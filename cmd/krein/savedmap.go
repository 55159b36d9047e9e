package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/written"
	"krein/learn/model"
)

// savedView is what is reported of features by a map from a file.
type savedView struct {
	Formula string        `json:"formula,omitempty"`
	Map     string        `json:"map"`
	Rows    int           `json:"rows"`
	Columns int           `json:"columns"`
	Data    *dataset.View `json:"data"`
	// Prepared says what the map does to rows.
	Prepared string `json:"prepared"`
	Sides    string `json:"sides,omitempty"` // of a pair: left, right, both or concatenated
	// Signature is J, of the first side.
	Signature dataset.Signature `json:"signature"`
}

// bySavedMap transforms the data by a map that 'krein map -o' wrote: nothing is decomposed or drawn, and nothing is
// done to rows but what the file says.
func (c *featuresCommand) bySavedMap(cmd *cobra.Command) error {
	for _, name := range []string{
		"columns", "coupling", "exact", "distances", "seed", "representation",
		"accept-estimate", "save-ranges", "param",
	} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is about maps that are drawn, and %s has one that is: leave it out", name, c.from)
		}
	}
	if err := c.check([]string{""}); err != nil {
		return err
	}
	var pair arguments
	symmetric := true
	w, err := written.Load(c.from)
	if err != nil {
		if m, other := model.Load(c.from); other == nil && m.Task == model.Features {
			w, err = &written.Loaded{Map: m.Adapted(), About: written.About{Kernel: m.Kernel, Preparation: m.Preparation}}, nil
			if s := m.AdaptedSides(); s != nil {
				pair, symmetric = s, false
			}
		}
	}
	if err != nil {
		return input.Misplaced(c.from, input.MapFile, err, "krein.map", "krein.columns", "krein.pair")
	}
	if w.Pair != nil {
		pair, symmetric = w.Pair, w.Pair.Symmetric()
	}
	if err := c.checkSides(pair != nil, symmetric); err != nil {
		return err
	}
	if err := c.data.Raw(w.Prepares()); err != nil {
		return fmt.Errorf("%s: %w", c.from, err)
	}
	c.data.Fitted(&w.Preparation, w.Dim(), c.from)
	sides := []side{{w.Map, c.out, ""}}
	if !symmetric || pair != nil && c.pair.right != "" {
		sides = c.sidesOf(pair)
	}
	data, err := c.data.OpenFor(cmd, nil, len(sides) > 1)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	if err := data.CheckDim("the dimension of "+c.from, w.Dim()); err != nil {
		return err
	}
	if err := data.Through(w.Prepare); err != nil {
		return err
	}
	rows, err := c.writeSides(cmd, sides, data)
	if err != nil {
		return err
	}
	if err := dataset.WriteSignature(cmd, sides[0].by, c.signature); err != nil {
		return err
	}
	v := savedView{Formula: w.Kernel, Map: c.from, Rows: rows, Columns: sides[0].by.Columns(), Data: data.View(rows),
		Prepared: w.Preparation.String(), Signature: dataset.SignatureOf(sides[0].by)}
	if v.Data.Scale = "none"; w.Prepares() {
		v.Data.Scale = "of the map"
	}
	if pair != nil {
		v.Sides = c.pair.side
	}
	return c.say(cmd, &v, sides)
}

// say reports what was written.
func (c *featuresCommand) say(cmd *cobra.Command, v *savedView, sides []side) error {
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	v.Data.Say(cmd, c.out == "-")
	if c.out == "-" {
		return nil
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "rows are prepared as %s says: %s\n", v.Map, v.Prepared)
	for _, s := range sides {
		if _, err := fmt.Fprintf(out, "%s × %s%s by %s\n", terminal.Count(v.Rows, "row"),
			terminal.Count(s.by.Columns(), "column"), s.what, v.Map); err != nil {
			return err
		}
	}
	if v.Signature.Negative() {
		fmt.Fprintln(out, v.Signature)
	}
	return nil
}

// side is a map of a pair, or the only one, and the file that its features are written to.
type side struct {
	by         *features.Map
	file, what string
}

// arguments are the maps of both arguments of a kernel that is not symmetric.
type arguments interface {
	Left() *features.Map
	Right() *features.Map
	Concatenation() *features.Map
}

// sidesOf returns what is written of a pair of maps.
func (c *featuresCommand) sidesOf(p arguments) []side {
	switch {
	case c.pair.concatenates():
		return []side{{p.Concatenation(), c.out, " of Φ and Ψ"}}
	case c.pair.side == "left":
		return []side{{p.Left(), c.out, " of Φ"}}
	case c.pair.side == "right":
		return []side{{p.Right(), c.out, " of Ψ"}}
	}
	left := side{p.Left(), c.out, " of Φ"}
	if c.pair.right == "" {
		return []side{left}
	}
	return []side{left, {p.Right(), c.pair.right, " of Ψ"}}
}

// writeSides writes the features and returns the number of rows. Those of a second side are made of the data read once more.
func (c *featuresCommand) writeSides(cmd *cobra.Command, sides []side, data *dataset.Rows) (rows int, err error) {
	for i, s := range sides {
		if i > 0 {
			if err := c.data.Again(cmd, data); err != nil {
				return 0, err
			}
		}
		if rows, err = dataset.WriteFeatures(cmd, s.file, s.by, data, c.single); err != nil {
			return 0, err
		}
	}
	return rows, nil
}
