package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/fitting"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/learn/model"
)

// predictCommand is the verb predict with its flags.
type predictCommand struct {
	data    dataset.Flags
	out     string
	outputs bool
	json    bool
}

func newPredictCmd() *cobra.Command {
	c := new(predictCommand)
	cmd := &cobra.Command{
		Use:   "predict MODEL --data FILE",
		Short: "Predict with a model that 'krein fit' wrote",
		Long: `predict prepares the rows as those were that the model was fitted to, and writes a line for
each: the label, the value or the number of the cluster. With --label the column is taken for
the truth, and the score is printed (to standard error if predictions go to standard output).

A model keeps the names of the columns it was fitted with. Data with names are matched by name, in any order: missing
and unknown columns are an error, but for the label's, which may be there or not. Without names the number of columns
counts; the last columns of svmlight rows may be absent. Rows are read, predicted and written some at a time, so that memory does not grow with their number, but for the
predictions in the JSON of --json without -o.`,
		Example: `  krein predict model.npz --data test.csv.gz > labels.txt
  krein predict model.npz --data test.csv.gz --label first -o labels.csv
  krein predict model.npz --data test.csv.gz --label first --json`,
		Args: input.One(input.ModelFile),
		RunE: c.run,
	}
	c.data.AddRaw(cmd)
	c.data.KeepLabels = true
	fl := cmd.Flags()
	fl.StringVarP(&c.out, "output", "o", "-", "the file to write, '-': standard output")
	fl.BoolVar(&c.outputs, "outputs", false, "write the estimator's outputs after each prediction: for two classes "+
		"one, positive for\nthe second, else one a class, the greatest of which decides")
	input.TakeJSON(cmd, &c.json)
	return cmd
}

// predictView is what the verb reports.
type predictView struct {
	Model       string         `json:"model"`
	Task        string         `json:"task"`
	Data        *dataset.View  `json:"data"`
	Prepared    string         `json:"prepared"`
	Score       *fitting.Score `json:"score,omitempty"`
	Predictions []string       `json:"predictions,omitempty"`
}

// run predicts.
func (c *predictCommand) run(cmd *cobra.Command, args []string) error {
	m, err := model.Load(args[0])
	if err != nil {
		return input.Misplaced(args[0], input.ModelFile, err, "krein.model")
	}
	if m.Task == model.Features {
		return fmt.Errorf("%s is a map that was adapted to rows: 'krein features' applies it", args[0])
	}
	c.data.Fitted(&m.Preparation, m.Dim, args[0])
	data, err := c.data.Open(cmd, nil)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	if err := data.CheckDim("the dimension of "+args[0], m.Dim); err != nil {
		return err
	}
	v := &predictView{Model: args[0], Task: m.Task, Prepared: m.Prepared}
	rows := 0
	if c.json && c.out == "-" {
		rows, err = c.stream(cmd, m, data, v, nil)
	} else {
		err = terminal.StreamOutput(cmd, c.out, func(w io.Writer) (err error) {
			rows, err = c.stream(cmd, m, data, v, w)
			return err
		})
	}
	if err != nil {
		return err
	}
	v.Data = data.View(rows)
	v.Data.Scale = "of the model"
	if c.json {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	w := cmd.OutOrStdout()
	if c.out == "-" {
		w = cmd.ErrOrStderr()
	}
	if v.Score != nil {
		fmt.Fprintf(w, "%v\n%s: %v\n", v.Data, m.Method, v.Score)
	} else if c.out != "-" {
		fmt.Fprintln(w, v.Data)
	}
	return nil
}

// most is how many numbers of a block of rows, and of its outputs, are in memory.
const most = 1 << 22

// stream predicts some rows at a time and returns their number; predictions go to w, or if that is nil into the view.
func (c *predictCommand) stream(cmd *cobra.Command, m *model.Model, data *dataset.Rows, v *predictView,
	w io.Writer) (rows int, err error) {
	tally := fitting.NewTally(m)
	outputs := max(1, len(m.Labels))
	x := mat.NewDense(max(1, min(1<<14, most/(m.Dim+outputs))), m.Dim, nil)
	bar := terminal.NewBar(cmd, "predicting")
	defer bar.Finish()
	for end := false; !end; {
		var texts []string
		n := 0
		for n < x.RawMatrix().Rows {
			if err := data.Read(x.RawRowView(n)); err == io.EOF {
				end = true
				break
			} else if err != nil {
				return rows, err
			}
			if n++; data.HasLabels() {
				texts = append(texts, data.LabelText())
			}
		}
		if n == 0 {
			break
		}
		if i := slices.Index(texts, ""); i >= 0 {
			return rows, fmt.Errorf("%s: row %d has no label; remove the row or fill the label in", c.data.Name(), rows+i+1)
		}
		p, err := c.predict(cmd, m, x.Slice(0, n, 0, m.Dim).(*mat.Dense), rows)
		if err != nil {
			return rows, err
		}
		if err := tally.Add(p, texts); err != nil {
			return rows, fmt.Errorf("%s: %w", c.data.Name(), err)
		}
		if w == nil {
			v.Predictions = append(v.Predictions, fitting.Texts(m, p)...)
		} else if err := c.write(w, fitting.Texts(m, p), p); err != nil {
			return rows, err
		}
		rows += n
		bar.Set(rows, data.Count)
	}
	if data.HasLabels() {
		v.Score = tally.Score()
	}
	return rows, nil
}

// predict prepares some rows, the first of which has the number first from 0, and predicts.
func (c *predictCommand) predict(cmd *cobra.Command, m *model.Model, x *mat.Dense, first int) (*model.Prediction, error) {
	n, _ := x.Dims()
	for i := range n {
		if err := m.Preparation.Prepare(x.RawRowView(i)); err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", c.data.Name(), first+i+1, err)
		}
	}
	p, err := m.Predict(cmd.Context(), x)
	if err != nil && first > 0 {
		err = fmt.Errorf("in the block of rows from %d on: %w", first+1, err)
	}
	return p, err
}

// write writes predictions as CSV without a header.
func (c *predictCommand) write(to io.Writer, texts []string, p *model.Prediction) error {
	w := csv.NewWriter(to)
	for i, t := range texts {
		row := []string{t}
		if c.outputs && p.Outputs != nil {
			for _, v := range p.Outputs.RawRowView(i) {
				row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
			}
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
