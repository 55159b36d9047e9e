package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

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
		Short: "Predict with a model of 'krein fit'",
		Long: `predict prepares the rows as those were that the model was fitted to, and writes a line for
each: the label, the value or the number of the cluster. With --label the column is taken for
the truth, and the score is printed (to standard error if predictions go to standard output).`,
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
	fl.BoolVar(&c.outputs, "outputs", false, "write the estimator's outputs behind each prediction: for two classes "+
		"one, positive for\nthe second, else one a class, the greatest of which decides")
	fl.BoolVar(&c.json, "json", false, "write JSON to standard output: the predictions, unless -o "+
		"takes them, and the score")
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
	data, err := c.data.LoadAll(cmd, nil)
	if err != nil {
		return err
	}
	if err := data.CheckDim("the dimension of "+args[0], m.Dim); err != nil {
		return err
	}
	if err := m.Prepare(data.Matrix); err != nil {
		return err
	}
	p, err := m.Predict(cmd.Context(), data.Matrix)
	if err != nil {
		return err
	}
	v := &predictView{Model: args[0], Task: m.Task, Prepared: m.Prepared, Data: data.View(data.Count),
		Predictions: fitting.Texts(m, p)}
	v.Data.Scale = "of the model"
	if data.Labels != nil {
		if v.Score, err = fitting.ScoreOf(m, p, data.Labels); err != nil {
			return fmt.Errorf("%s: %w", c.data.Name(), err)
		}
	}
	if !c.json || c.out != "-" {
		if err := c.write(cmd, v.Predictions, p); err != nil {
			return err
		}
		v.Predictions = nil
	}
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

// write writes the predictions as CSV without a header.
func (c *predictCommand) write(cmd *cobra.Command, texts []string, p *model.Prediction) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
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
	return terminal.WriteOutput(cmd, c.out, b.Bytes())
}
