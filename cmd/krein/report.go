package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/terminal"
)

func newReportCmd() *cobra.Command {
	var kf input.KernelFlags
	var out string
	var onSphere bool // is refused with a word
	cmd := &cobra.Command{
		Use:   "report FORMULA --dim D -o report.html",
		Short: "Write all that is known of a kernel into one HTML file, proofs and pictures included",
		Long: `report writes a document that can be sent to others: the formula, a verdict, the claims with
their proofs to fold open down to theorems and exact evidence, pictures of the kernel, of both parts of its
spectrum and of their distribution functions, the dimensions 1 … 64 in which each claim holds, every
representation with its mass and the columns that 5 % takes, the pages of the theorems cited, and the
certificate and the sampler table for download. The file needs no network, and no script.`,
		Example: `  krein report ntk --dim 16 -o ntk.html
  krein report 'exp(-z^2/2) - exp(-z^2/200)' --dim 3 -o difference.html`,
		Args: input.OneFormula,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch ext := strings.ToLower(filepath.Ext(out)); {
			case out == "":
				return errors.New("no file: name one with -o report.html ('-': standard output)")
			case out != "-" && ext != ".html" && ext != ".htm":
				return fmt.Errorf("-o %s: want a name ending in .html", out)
			}
			if onSphere {
				return errors.New("report shows what is known in R^d; on the unit sphere see 'krein certify --explain', the claim of spheres, and 'krein decompose --sphere'")
			}
			if err := input.CheckDim(kf.Dim); err != nil {
				return err
			}
			text, err := kf.Text(cmd, args[0])
			if err != nil {
				return err
			}
			k, err := kf.Kernel(cmd, text)
			if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
				return errors.New("report takes functions of the distance z alone; for this kernel of x − y see 'krein certify --explain', 'krein spectrum --plot', 'krein decompose' and 'krein compare'")
			}
			if err != nil {
				return err
			}
			status := terminal.NewStages(cmd)
			defer status.Stop()
			r, err := report.Make(cmd.Context(), k, kf.Dim, kf.Argument(text, k.Formula()), status.Begin)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := r.WriteHTML(&b); err != nil {
				return err
			}
			status.Stop()
			if err := terminal.WriteOutput(cmd, out, b.Bytes()); err != nil || out == "-" {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "report written to %s (%d kB)\n", out, b.Len()/1000)
			return err
		},
	}
	kf.Add(cmd, true)
	cmd.Flags().BoolVar(&onSphere, "sphere", false, "")
	for _, name := range []string{"json", "sphere"} {
		if err := cmd.Flags().MarkHidden(name); err != nil {
			panic(err)
		}
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the file to write ('-': standard output)")
	return cmd
}
