package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/terminal"
)

func newSurveyCmd() *cobra.Command {
	var (
		params, dims     []string
		beyond           string
		markdown, asJSON bool
		asHTML           bool
		claims           []string
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
  krein survey --markdown > docs/catalogue.md
  krein survey ntk arccos1 --html > survey.html`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			ids, err := input.ParseClaims(claims)
			if err != nil {
				return err
			}
			ds, err := input.ParseDims(dims)
			if err != nil {
				return err
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
				kf := input.KernelFlags{Params: params, Beyond: beyond}
				k, err := kf.Kernel(cmd, formula)
				if err != nil {
					return fmt.Errorf("%s: %w", formula, err)
				}
				s.Kernels, s.Names = append(s.Kernels, k), append(s.Names, formula)
			}
			if err := s.Run(cmd.Context(), terminal.NewBar(cmd, "certifying")); err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			switch {
			case asJSON:
				return s.WriteJSON(w)
			case asHTML:
				return s.WriteHTML(w, ids)
			case markdown:
				return s.WriteMarkdown(w, len(args) == 0, ids)
			default:
				return s.WriteText(w, ids)
			}
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&params, "param", nil, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10)")
	fl.StringVar(&beyond, "beyond", "", "how the kernels go on beyond their domain: natural, zero, or a radius beyond which they are zero")
	fl.StringSliceVar(&dims, "dims", report.SurveyDims, "dimensions")
	fl.StringSliceVar(&claims, "claim", nil, "show only this claim; several with commas, or repeated")
	fl.BoolVar(&markdown, "markdown", false, "write a document in Markdown")
	fl.BoolVar(&asHTML, "html", false, "write a page in HTML that needs nothing else")
	input.TakeJSON(cmd, &asJSON)
	return cmd
}
