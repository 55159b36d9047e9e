package main

import (
	"errors"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/decompose"
)

func newTableCheckCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE [CERTIFICATE]",
		Short: "Check a table: its form, its distributions, its masses, its certificate",
		Long: `check reads a table strictly (format, version, checksum, every number in its range),
walks the quantiles of both distributions, wants masses and distributions within 1 % by the table's own account,
and compares the kernel that the table represents with the one that it names, at 0 and at
other distances. With a second file it also compares the table with the certificate ('krein
certify -o') or the minimum ('krein decompose --minimal --proof') that it rests on.

A checksum finds damage, not intent: the table's bias is believed. 'krein verify table.json --kernel FORMULA'
proves a bound on the bias of the table as it is, from the formula alone.

Exit status: 0 all is well, 1 a comparison fails, 2 not a table, or damaged.`,
		Example: `  krein table check table.json
  krein table check table.npz c.json --json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			certificate := ""
			if len(args) == 2 {
				certificate = args[1]
			}
			if certificate == "-" && args[0] == "-" {
				return errors.New("both the table and the certificate are '-': standard input has only one")
			}
			d, err := measure.Load(cmd, args[0])
			if err != nil {
				return err
			}
			c := measure.TableChecks{Checks: []measure.TableCheck{
				{Name: "file", OK: true, Why: "format, checksum and ranges of " + decompose.Format}}}
			c.Laws(d)
			c.Accuracy(d)
			if certificate != "" {
				data, err := input.ReadFile(cmd, certificate)
				if err != nil {
					return err
				}
				if err := c.Certificate(d, data, certificate); err != nil {
					return err
				}
			}
			if err := c.Kernel(cmd.Context(), d); err != nil {
				return err
			}
			return c.Write(cmd, asJSON)
		},
	}
	input.TakeJSON(cmd, &asJSON)
	return cmd
}
