package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/internal/dataio"
	"krein/internal/parquet"
)

// WriteFeatures streams the rows through the map into a file, with their labels if that is svmlight, and returns their number.
func WriteFeatures(cmd *cobra.Command, to string, m *features.Map, data *Rows, single bool) (int, error) {
	defer input.Rows(cmd.Context())()
	f, err := dataio.FormatTo(to, parquet.Format)
	if err != nil {
		return 0, err
	}
	if m.Columns() == 0 {
		return 0, errors.New("the kernel is 0 in float64, so that its features have no columns: there is nothing to write")
	}
	labelled := f == dataio.SVMLight && data.HasLabels()
	w, err := dataio.Create(to, &dataio.WriterOptions{
		Columns: m.Columns(), Rows: max(data.Count, 0), Single: single, Stdout: cmd.OutOrStdout(),
		Labels: labelled, Other: parquet.Format,
	})
	if err != nil {
		return 0, err
	}
	defer w.Abort()
	bar := terminal.NewBar(cmd, "transforming")
	defer bar.Finish()
	job := Job{
		Map: m, From: data, To: w, Single: single, Block: input.BlockRows(data.Columns + m.Columns()),
		Done: func(rows int) { bar.Set(rows, data.Count) },
	}
	if labelled {
		job.Label = data.LabelText
	}
	rows, err := job.Run(cmd.Context())
	if err != nil {
		return 0, err
	}
	return rows, w.Commit()
}

// A SignRun is a stretch of columns with one sign.
type SignRun struct {
	Columns int `json:"columns"`
	Sign    int `json:"sign"`
}

// A Signature is the diagonal of J, run by run.
type Signature []SignRun

// SignatureOf returns the signature of a map.
func SignatureOf(m *features.Map) (runs Signature) {
	for _, s := range m.Signature() {
		if n := len(runs); n > 0 && runs[n-1].Sign == int(s) {
			runs[n-1].Columns++
			continue
		}
		runs = append(runs, SignRun{1, int(s)})
	}
	return runs
}

// Negative reports whether some columns count negatively.
func (s Signature) Negative() bool {
	return slices.ContainsFunc(s, func(r SignRun) bool { return r.Sign < 0 })
}

// String is a line about the runs.
func (s Signature) String() string {
	var runs []string
	for _, r := range s {
		runs = append(runs, fmt.Sprintf("%d× %+d", r.Columns, r.Sign))
	}
	return "signature J: " + strings.Join(runs, ", ")
}

// WriteSignature writes J as a column, to no file if there is no name.
func WriteSignature(cmd *cobra.Command, m *features.Map, path string) error {
	if path == "" {
		return nil
	}
	w, err := dataio.Create(path, &dataio.WriterOptions{
		Columns: 1, Rows: m.Columns(), Stdout: cmd.OutOrStdout(), Other: parquet.Format,
	})
	if err != nil {
		return err
	}
	defer w.Abort()
	for _, s := range m.Signature() {
		if err := w.Write([]float64{s}); err != nil {
			return err
		}
	}
	return w.Commit()
}
