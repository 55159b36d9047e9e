package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/kernel/catalogue"
)

func newKernelsCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "kernels [NAME…]",
		Short: "List the catalogue of named kernels, or describe some of them",
		Long: `kernels lists the named kernels. Each is a function inside formulas, with its
parameters as arguments: 2*gaussian(1) - matern(3/2, 2). With names it describes those
kernels: parameters and their ranges, formula, source and remarks. '-' reads names from
standard input.`,
		Example: `  krein kernels
  krein kernels matern wendland ntk
  krein kernels --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "-" {
				b, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), 1<<20))
				if err != nil {
					return fmt.Errorf("reading names from standard input: %w", err)
				}
				args = strings.Fields(string(b))
			}
			all := catalogue.Entries()
			entries := all
			if len(args) > 0 {
				entries = nil
				for _, name := range args {
					e, err := report.FindEntry(all, name)
					if err != nil {
						return err
					}
					entries = append(entries, e)
				}
			}
			w := cmd.OutOrStdout()
			switch {
			case asJSON:
				views := make([]report.CatalogueEntry, len(entries))
				for i, e := range entries {
					views[i] = report.ViewEntry(e)
				}
				return terminal.WriteJSON(w, map[string]any{"kernels": views})
			case len(args) > 0:
				for i, e := range entries {
					if i > 0 {
						fmt.Fprintln(w)
					}
					report.DescribeKernel(w, e)
				}
				return nil
			}
			if err := report.WriteKernels(w, entries); err != nil {
				return err
			}
			return writeNamedOfDelta(w)
		},
	}
	input.TakeJSON(cmd, &asJSON)
	return cmd
}
