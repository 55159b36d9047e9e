package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
)

func newDoctorCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Show version and machine, and check that krein works here",
		Long: `doctor prints versions, the kernels of feature maps that the processor has, budgets and file formats, and tries the way
from a formula to features: a certificate is made and verified, a table drawn from. Put its output into reports of
errors. The exit status is 1 if something is wrong.`,
		Example: "  krein doctor\n  krein doctor --json",
		Args:    input.None("leave it out"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			found := verification.Diagnose(cmd.Context())
			if asJSON {
				if err := terminal.WriteJSON(cmd.OutOrStdout(), map[string]any{"doctor": found}); err != nil {
					return err
				}
			} else {
				t := terminal.NewTable("what", "found")
				for _, f := range found {
					t.AppendRow(table.Row{f.What, f.Value})
				}
				fmt.Fprintln(cmd.OutOrStdout(), t.Render())
			}
			var wrong []string
			for _, f := range found {
				if f.Trouble != "" {
					wrong = append(wrong, f.What+": "+f.Trouble)
				}
			}
			if wrong != nil {
				return &terminal.NotMetError{Why: strings.Join(wrong, "; ")}
			}
			return nil
		},
	}
	input.TakeJSON(cmd, &asJSON)
	return cmd
}
