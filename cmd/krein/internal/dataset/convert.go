package dataset

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/terminal"
	"krein/internal/dataio"
	"krein/internal/parquet"
)

// Converted says what Convert wrote.
type Converted struct {
	Data *View  `json:"data"`
	To   string `json:"to"`
	// Labels says whether the rows have labels in the new file.
	Labels bool `json:"labels"`
}

// String is what the verb prints.
func (c *Converted) String() string {
	label := ""
	if c.Labels {
		label = ", the label before them"
	}
	return fmt.Sprintf("%s, %s of %s%s, to %s", terminal.Count(c.Data.Rows, "row"), c.Data.used, c.Data.File, label, c.To)
}

// AddColumns registers the flags that say what the columns of a file are; the verb names the file.
func (f *Flags) AddColumns(cmd *cobra.Command) {
	f.scale = "none"
	f.columnFlags(cmd)
}

// Convert copies the rows of the data to a file of another format, numbers as they are, labels first.
func (f *Flags) Convert(cmd *cobra.Command, to string, single bool) (c *Converted, err error) {
	format, err := dataio.FormatTo(to, parquet.Format)
	if err != nil {
		return nil, err
	}
	said := cmd.Flags().Changed("label")
	f.KeepLabels = !said || f.label != "none"
	data, r, err := f.begin(cmd, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	labels := r.HasLabels()
	if format == dataio.SVMLight && !labels && !said {
		return nil, fmt.Errorf("%s: rows of svmlight begin with a label: say which column it is (--label first, last, its "+
			"number or its name), or --label none for zeros", to)
	}
	opt := &dataio.WriterOptions{
		Columns: r.Columns(), Names: r.Names(), Labels: labels, Single: single, Rows: max(r.Rows(), 0),
		Stdout: cmd.OutOrStdout(), Other: parquet.Format,
	}
	_, opt.LabelName = r.Label()
	w, err := dataio.Create(to, opt)
	if err != nil {
		return nil, err
	}
	defer w.Abort()
	bar := terminal.NewBar(cmd, "converting")
	defer bar.Finish()
	rows, err := copyRows(cmd, r, w, func(rows int) { bar.Set(rows, data.Count) })
	if err != nil {
		return nil, err
	}
	if err := w.Commit(); err != nil {
		return nil, err
	}
	return &Converted{Data: data.View(rows), To: to, Labels: labels}, nil
}

// copyRows copies what is left of r, some rows at a time.
func copyRows(cmd *cobra.Command, r *dataio.Reader, w *dataio.Writer, done func(rows int)) (rows int, err error) {
	most := max(1, (1<<18)/r.Columns())
	cells := make([]float64, most*r.Columns())
	var labels []string
	for err == nil {
		if err := cmd.Context().Err(); err != nil {
			return rows, err
		}
		n := 0
		labels = slices.Grow(labels[:0], most)
		for n < most {
			if err = r.Read(cells[n*r.Columns() : (n+1)*r.Columns()]); err != nil {
				break
			}
			if n++; r.HasLabels() {
				labels = append(labels, r.LabelText())
			}
		}
		if err != nil && err != io.EOF {
			return rows, err
		}
		if failed := w.WriteLabelled(labels, cells[:n*r.Columns()]); failed != nil {
			return rows, failed
		}
		rows += n
		done(rows)
	}
	return rows, nil
}
