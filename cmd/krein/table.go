package main

import (
	"errors"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
)

func newTableCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "table",
		Short: "Inspect, check, sample and convert sampler tables",
		Long: `table works on the sampler tables (krein.table/2, .json or .npz) that 'krein decompose -o'
writes. docs/tables.md describes both formats and has a reader in Python.`,
		Example: `  krein table inspect table.json
  krein table check table.npz c.json
  krein table sample table.json -n 1000 -o radii.npy
  krein table convert table.json table.npz`,
	}
	cmd.AddCommand(newTableInspectCmd(), newTableCheckCmd(), newTableSampleCmd(), newTableConvertCmd())
	return cmd
}

func oneTable(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("want one table, a file that 'krein decompose --output FILE' wrote ('-': standard input)")
	}
	return nil
}

func newTableConvertCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "convert FROM TO",
		Short: "Write a table in the other format, .json or .npz",
		Long: `convert reads a table in either format and writes it in the format that the name TO ends
in: .npz for NumPy, anything else JSON. Nothing is rounded; the checksum stays the same.`,
		Example: `  krein table convert table.json table.npz
  krein table convert table.npz - | head -c 300`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := measure.Load(cmd, args[0])
			if err != nil {
				return err
			}
			return measure.Save(cmd, d, args[1])
		},
	}
}

func newTableInspectCmd() *cobra.Command {
	var (
		asJSON   bool
		plotFile string
	)
	cmd := &cobra.Command{
		Use:   "inspect FILE",
		Short: "Show what a table says: masses, bias, quantiles, size",
		Long: `inspect shows the header of a table, the masses of its parts, the bound on the bias and
its source, the size and quantiles of both radial distributions. --plot draws their
densities and distribution functions as they are sampled. Nothing is proved again: see
'krein table check'.`,
		Example: `  krein table inspect table.json
  krein table inspect table.npz --plot distributions.svg
  cat table.json | krein table inspect - --json`,
		Args: oneTable,
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := input.ReadFile(cmd, args[0])
			if err != nil {
				return err
			}
			d, err := measure.Decode(data, args[0])
			if err != nil {
				return err
			}
			if plotFile != "" {
				if err := measure.SavePlot(cmd, plotFile, d); err != nil {
					return err
				}
			}
			k, err := measure.KernelOf(d)
			if err != nil {
				k = nil // the table of a Go function
			}
			b, err := measure.Admit(cmd.Context(), d, k, true)
			if err != nil {
				return err
			}
			v := measure.NewTableView(d, b, data)
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), v)
			}
			return v.Write(cmd.OutOrStdout())
		},
	}
	fl := cmd.Flags()
	input.TakeJSON(cmd, &asJSON)
	fl.StringVar(&plotFile, "plot", "", "draw the distributions into this .svg or .png file")
	return cmd
}
