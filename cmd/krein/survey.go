package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/atomicfile"
)

func newSurveyCmd() *cobra.Command {
	var (
		kf     input.KernelFlags
		dims   []string
		asJSON bool
		out    string
		claims []string
	)
	cmd := &cobra.Command{
		Use:   "survey [FORMULA…]",
		Short: "Certify kernels in many dimensions and show the claims as a table",
		Long: `survey certifies each formula (without one: the catalogue of named kernels) in each of the
dimensions --dims and shows a row of marks for each claim:

  +  proved      −  refuted      (+)  likely      (−)  unlikely      ?  undecided

Proofs are checked again as by 'krein verify'; one that is not accepted is an error.

At most 10 s of processor time are taken at --effort 1 for each formula and dimension, on average,
and as much again for checking proofs; beyond that it is an error (docs/budgets.md).`,
		Example: `  krein survey ntk arccos1 'exp(-z)*cos(z)'
  krein survey 'askey(l)' --param l=5/2 --dims 1,2,3,4,5
  krein survey -o docs/catalogue.md
  krein survey ntk arccos1 -o survey.html`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			ids, err := input.ParseClaims(claims)
			if err != nil {
				return err
			}
			ds, err := input.ParseDims(dims)
			if err != nil {
				return err
			}
			ending := filepath.Ext(out)
			if to, err := atomicfile.Resolve(out); out == "-" || out != "" && err == nil && to.Device() {
				ending = ".md"
			}
			switch {
			case out != "" && ending != ".html" && ending != ".md":
				return fmt.Errorf("-o %s: want a name ending in .md or .html", out)
			case out != "" && asJSON:
				return errors.New("--json is for standard output, and -o writes a document: give one of them")
			}
			formulas := args
			if len(formulas) == 0 {
				formulas = report.SurveyKernels
			}
			s := &report.SurveyGrid{Dims: ds, Verify: true}
			each := input.CertifyTime
			if s.Verify {
				each *= 2
			}
			defer input.Limit(cmd, time.Duration(len(formulas)*len(ds))*each)(&err)
			for _, formula := range formulas {
				k, err := kf.Kernel(cmd, formula)
				if err != nil {
					return fmt.Errorf("%s: %w", formula, err)
				}
				s.Kernels, s.Names = append(s.Kernels, k), append(s.Names, formula)
			}
			if err := s.Run(cmd.Context(), terminal.NewBar(cmd, "certifying")); err != nil {
				return err
			}
			switch w := cmd.OutOrStdout(); {
			case asJSON:
				return s.WriteJSON(w)
			case ending == ".html":
				err = terminal.StreamOutput(cmd, out, func(w io.Writer) error { return s.WriteHTML(w, ids) })
			case ending == ".md":
				err = terminal.StreamOutput(cmd, out, func(w io.Writer) error { return s.WriteMarkdown(w, len(args) == 0, ids) })
			default:
				return s.WriteText(w, ids)
			}
			return err
		},
	}
	fl := cmd.Flags()
	kf.AddParam(cmd, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10)")
	fl.StringSliceVar(&dims, "dims", report.SurveyDims, "dimensions")
	fl.StringSliceVar(&claims, "claim", nil, "show only this claim; several with commas, or repeated")
	fl.StringVarP(&out, "output", "o", "", "write a document to this .md file ('-': standard output), or a page that needs nothing else to this\n.html file")
	input.TakeJSON(cmd, &asJSON)
	return cmd
}
