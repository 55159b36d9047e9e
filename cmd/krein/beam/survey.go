package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"krein/cmd/krein/beam/internal/pipeline"
	"krein/cmd/krein/beam/internal/work"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/internal/atomicfile"
)

// surveyCommand is the verb survey with its flags.
type surveyCommand struct {
	kernel   input.KernelFlags
	file     string
	dims     []string
	out      string
	noVerify bool
}

func newSurveyCmd() *cobra.Command {
	c := new(surveyCommand)
	cmd := &cobra.Command{
		Use:   "survey [FORMULA…] -o DIR",
		Short: "Certify many kernels in many dimensions",
		Long: `survey certifies each formula (without one: the catalogue of named kernels) in each of the dimensions --dims, and checks the
proofs. DIR/certificates.jsonl has the certificates, a line each, kernel by kernel; DIR/survey.json is the document of
'krein survey --json'. Each kernel in each dimension is work that a worker takes; what is finished is kept for a run that goes on.`,
		Example: `  krein-beam survey ntk arccos1 'exp(-z)*cos(z)' --dims 1,2,3,16 -o survey
  krein-beam survey --formulas kernels.txt -o survey`,
		RunE: c.run,
	}
	fl := cmd.Flags()
	fl.StringVar(&c.file, "formulas", "", "a file with formulas, one a line; empty lines and those that "+
		"begin with # are left out")
	c.kernel.AddParam(cmd, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10)")
	fl.StringSliceVar(&c.dims, "dims", report.SurveyDims, "dimensions")
	fl.BoolVar(&c.noVerify, "no-verify", false, "do not check the proofs again")
	fl.StringVarP(&c.out, "output", "o", "", "the directory to write to (required)")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err)
	}
	return cmd
}

// formulas returns those of the arguments and of the file, or the catalogue's.
func (c *surveyCommand) formulas(args []string) ([]string, error) {
	if c.file == "" {
		if len(args) == 0 {
			return report.SurveyKernels, nil
		}
		return args, nil
	}
	text, err := os.ReadFile(c.file)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			args = append(args, line)
		}
	}
	if len(args) == 0 {
		return nil, fmt.Errorf("%s has no formula", c.file)
	}
	return args, nil
}

// run certifies, and puts the results together.
func (c *surveyCommand) run(cmd *cobra.Command, args []string) error {
	formulas, err := c.formulas(args)
	if err != nil {
		return err
	}
	dims, err := input.ParseDims(c.dims)
	if err != nil {
		return err
	}
	if c.out, err = filepath.Abs(c.out); err != nil {
		return err
	}
	if c.file != "" {
		if err := input.Outside([]input.NamedFile{{Flag: "--formulas", Path: c.file}}, input.NamedFile{Flag: "--output", Path: c.out}); err != nil {
			return err
		}
	}
	pieces := filepath.Join(c.out, "pieces")
	if err := os.MkdirAll(pieces, 0o777); err != nil {
		return err
	}
	var cells []work.Cell
	for i, f := range formulas {
		if _, err := c.kernel.Kernel(cmd, f); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		for _, d := range dims {
			cells = append(cells, work.Cell{
				Formula: f, Kernel: c.kernel, Dim: d, Verify: !c.noVerify, Effort: input.Effort(cmd.Context()),
				Output: filepath.Join(pieces, fmt.Sprintf("kernel-%05d-dim-%05d.json", i, d)),
			})
		}
	}
	if err := pipeline.Survey(cmd.Context(), cells); err != nil {
		return err
	}
	var lines bytes.Buffer
	var rows []report.SurveyKernel
	for i := range cells {
		r, err := cells[i].Finished()
		if err != nil {
			return err
		}
		if r == nil {
			return fmt.Errorf("%s in R^%d was not finished: start again", cells[i].Formula, cells[i].Dim)
		}
		lines.Write(append(r.Certificate, '\n'))
		if i%len(dims) == 0 {
			rows = append(rows, r.Row)
		} else {
			last := &rows[len(rows)-1]
			last.Dims = append(last.Dims, r.Row.Dims...)
		}
	}
	if err := atomicfile.WriteBytes(filepath.Join(c.out, "certificates.jsonl"), lines.Bytes()); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := report.WriteRows(&b, rows); err != nil {
		return err
	}
	if err := atomicfile.WriteBytes(filepath.Join(c.out, "survey.json"), b.Bytes()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d certificates of %d kernels in "+
		"certificates.jsonl, claims in survey.json\n", c.out, len(cells), len(formulas))
	return err
}
