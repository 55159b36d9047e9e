package dataset

import (
	"errors"

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
