package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"krein/cmd/krein/beam/internal/pipeline"
	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/atomicfile"
	"krein/learn"
	"krein/learn/labels"
	"krein/learn/model"
)

// defaultTolerance is the tolerance that learn.Convex, and so krein fit, takes for 0.
const defaultTolerance = 1e-3

// fitCommand is the verb fit with its flags.
type fitCommand struct {
	rows      rowFlags
	by        mapFlags
	task      string
	strength  string
	tolerance float64
	intercept string
	out       string
	work      string

	all  []shards.Shard
	spec *work.Spec
	free learn.Intercept
}

func newFitCmd() *cobra.Command {
	c := new(fitCommand)
	cmd := &cobra.Command{
		Use:   "fit FORMULA --task TASK --data PATTERN --label COLUMN -o MODEL",
		Short: "Fit ridge regression or a linear support vector machine to a table in many files",
		Long: `fit does what 'krein fit' does for tables that no machine holds, and writes a model that 'krein predict' reads.

  --task regress    ridge: ΦᵀΦ and Φᵀy are added up, shard by shard; λ is --strength, or the one of 2^-20, 2^-18, …, 2^10
                    with the least generalised cross-validation
  --task classify   the support vector machine with squared hinge loss (as LIBLINEAR): Newton's method; every gradient, and
                    every product of the Hessian with a vector, is a sum over shards, and a pass over them; C is --strength

Sums over shards are added along a fixed binary tree: the model has the same bits wherever shards are done.
'linear' in the place of the formula takes the columns themselves.`,
		Example: `  krein-beam fit 'gaussian(1)' --task regress --data 'prices-*.csv' --label price --columns 512 -o model.npz
  krein-beam fit --map map.npz --task classify --strength 1 --data 'train-*.parquet' --label class -o model.npz`,
		Args: c.by.args,
		RunE: c.run,
	}
	c.rows.add(cmd)
	c.by.add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&c.task, "task", "", "regress or classify (required)")
	fl.StringVar(&c.strength, "strength", "", "λ of ridge (default: by generalised cross-validation), C "+
		"of the machine (required)")
	fl.StringVar(&c.intercept, "intercept", "free", "none, free (not penalised) or penalised (as LIBLINEAR's -B 1)")
	fl.Float64Var(&c.tolerance, "tolerance", defaultTolerance, "of the machine: where the gradient is below that "+
		"times the share of the smaller class, of what\nit is at 0, the iteration ends")
	fl.StringVarP(&c.out, "output", "o", "", "the .npz file to write (required)")
	fl.StringVar(&c.work, "work", "", "a directory for what is found on the way, which workers see; it goes when the "+
		"model is written,\nand nothing else may lie in it (default: the model's name with .work)")
	for _, name := range []string{"task", "output"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err)
		}
	}
	return cmd
}

// different says that no name occurs twice: files of models have no others.
func different(names []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(names)))) == len(names)
}

// fitView is what the verb reports.
type fitView struct {
	Task     string              `json:"task"`
	Method   string              `json:"method"`
	Formula  string              `json:"formula"`
	Columns  int                 `json:"columns"`
	Shards   int                 `json:"shards"`
	Labels   []string            `json:"labels,omitempty"`
	Training model.Training      `json:"training"`
	Passes   int                 `json:"passes,omitempty"` // over the rows, of the machine
	Solved   []learn.Convergence `json:"solved,omitempty"`
	File     string              `json:"file"`
}

// check reads the flags.
func (c *fitCommand) check() (strength float64, err error) {
	if err := c.free.UnmarshalText([]byte(c.intercept)); err != nil {
		return 0, err
	}
	if c.strength != "" {
		if strength, err = input.Positive("strength", c.strength); err != nil {
			return 0, err
		}
	}
	switch {
	case c.task != model.Regress && c.task != model.Classify:
		return 0, fmt.Errorf("--task %q: want regress or classify", c.task)
	case c.task == model.Classify && strength == 0:
		return 0, errors.New("--strength is required for classify: choose C by 'krein fit' on a sample")
	case c.rows.label == "none":
		return 0, errors.New("--label is required: which column has the labels (first, last, its number or its name)")
	}
	return strength, nil
}

// run fits and says what was done.
func (c *fitCommand) run(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	strength, err := c.check()
	if err != nil {
		return err
	}
	if c.all, c.spec, err = c.rows.begin(); err != nil {
		return err
	}
	if c.work == "" {
		c.work = c.out + ".work"
	}
	if c.work, err = filepath.Abs(c.work); err != nil {
		return err
	}
	if err := c.place(); err != nil {
		return err
	}
	m, err := c.model(cmd, args)
	if err != nil {
		return err
	}
	v := &fitView{Task: c.task, Method: m.Method, Formula: m.Kernel, Shards: len(c.all), File: c.out}
	if c.task == model.Regress {
		err = c.regress(ctx, m, strength)
	} else {
		err = c.classify(ctx, m, strength, v)
	}
	if err != nil {
		return err
	}
	if err := m.Save(c.out); err != nil {
		return err
	}
	if err := os.RemoveAll(c.work); err != nil {
		return err
	}
	v.Columns, v.Labels, v.Training = m.Columns(), m.Labels, m.Training
	if c.by.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	what := fmt.Sprintf("λ = %g", m.Training.Lambda)
	if c.task == model.Classify {
		what = fmt.Sprintf("C = %g, %d classes, %d passes over the rows", m.Training.C, len(m.Labels), v.Passes)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s by %s, %s: %d columns, %d rows in %d files, %s\n%s: written\n",
		v.Task, v.Method, v.Formula, v.Columns, v.Training.Rows, v.Shards, what, v.File)
	return err
}

// mark is the name of the file by which a directory for what is found on the way is known again.
const mark = "krein-beam.work"

// place makes the directory for what is found on the way, which is removed at the end: it is refused where something else
// lies in it. Neither it nor the model may take the place of what is read.
func (c *fitCommand) place() error {
	reads := append(c.rows.reads(c.all), c.by.reads()...)
	out, dir := input.NamedFile{Flag: "--output", Path: c.out}, input.NamedFile{Flag: "--work", Path: c.work}
	if err := input.CheckOutput(reads, out); err != nil {
		return err
	}
	if err := input.Outside(append(reads, out), dir); err != nil {
		return err
	}
	if err := os.MkdirAll(c.work, 0o777); err != nil {
		return err
	}
	have, err := os.ReadDir(c.work)
	if err != nil {
		return err
	}
	if len(have) > 0 && !slices.ContainsFunc(have, func(e fs.DirEntry) bool { return e.Name() == mark }) {
		return fmt.Errorf("--work %s is not empty, and is removed when the model is written; give a directory that is not there",
			c.work)
	}
	return atomicfile.WriteBytes(filepath.Join(c.work, mark), []byte("made by krein-beam fit, which removes this directory\n"))
}

// model settles the map and the preparation of rows, and returns the model without its function.
func (c *fitCommand) model(cmd *cobra.Command, args []string) (*model.Model, error) {
	ctx := cmd.Context()
	m := &model.Model{Task: c.task, Method: "ridge", Dim: c.spec.Columns, Kernel: "linear", Target: c.rows.label}
	if c.task == model.Classify {
		m.Method = "svm"
	}
	m.Training.Seed = c.by.opt.Seed
	scale := "unit"
	mapped := len(args) == 0 || args[0] != "linear"
	if mapped {
		var err error
		if scale, err = c.by.read(cmd, args, c.spec, c.work); err != nil {
			return nil, err
		}
		if err := c.by.written(c.spec, c.work); err != nil {
			return nil, err
		}
		if err := c.by.prepares(ctx, &c.rows); err != nil {
			return nil, err
		}
		if m.Kernel = c.by.drawn.File.Kernel; c.by.k != nil {
			m.Kernel, m.Beyond = c.by.k.Formula(), c.by.k.BeyondString()
		}
	}
	if err := c.rows.prepare(ctx, cmd, c.spec, c.all, scale, c.work); err != nil {
		return nil, err
	}
	p := c.spec.Preparation
	m.Preparation, m.Prepared = *p.Fitted(c.spec.Columns), p.String()
	if m.Names == nil && different(c.spec.Names) {
		m.Names, m.Label = c.spec.Names, c.spec.LabelName
	}
	if !mapped {
		return m, nil
	}
	if file := c.by.drawn.File; c.by.file != "" {
		m.Prepared, m.Unit = "rows: as the map's file says", file.Unit
		if file.Offset != nil {
			m.Offset, m.Divisor = file.Offset, file.Divisor
		}
		if file.Names != nil {
			m.Names, m.Label = file.Names, file.Label
		}
	}
	var err error
	m.Map, err = bare(c.by.drawn.File)
	return m, err
}

// regress fits ridge regression.
func (c *fitCommand) regress(ctx context.Context, m *model.Model, lambda float64) error {
	s := &learn.Ridge{Lambda: lambda, Intercept: c.free}
	var drawn *work.Drawn
	if c.spec.Map != nil {
		var err error
		if drawn, err = c.spec.Map.Draw(); err != nil {
			return err
		}
	}
	origin, err := c.spec.Origin(drawn, &c.all[0], s)
	if err != nil {
		return err
	}
	sums, err := pipeline.Sums(ctx, c.spec, c.all, origin, c.work)
	if err != nil {
		return err
	}
	m.Training.Rows = sums.Rows()
	if lambda == 0 {
		p, err := s.PathOf(sums)
		if err != nil {
			return err
		}
		least := math.Inf(1)
		for e := -20; e <= 10; e += 2 {
			if v := p.GCV(math.Ldexp(1, e)); v < least {
				least, s.Lambda = v, math.Ldexp(1, e)
			}
		}
	}
	m.Training.Lambda = s.Lambda
	m.Function, err = s.Solve(sums)
	return err
}

// classify fits the machine.
func (c *fitCommand) classify(ctx context.Context, m *model.Model, strength float64, v *fitView) error {
	found, err := pipeline.Labels(ctx, c.spec, c.all, c.work)
	if err != nil {
		return err
	}
	var texts []string
	for l, n := range found {
		texts = append(texts, l)
		m.Training.Rows += n
	}
	slices.Sort(texts)
	set, classes := labels.New(texts)
	counts := make([]int, len(set.Names))
	for i, class := range classes {
		counts[class] += found[texts[i]]
	}
	if len(counts) < 2 {
		return fmt.Errorf("all %d training rows have the label %q; a classifier needs at least two classes", m.Training.Rows, set.Names[0])
	}
	if most := max(m.Training.Rows/2, 1); len(counts) > most {
		return fmt.Errorf("%d different labels for %d rows: if they are values rather than classes, say --task regress",
			len(counts), m.Training.Rows)
	}
	by := &work.Machine{C: strength, Tolerance: c.tolerance, Intercept: c.free, Names: set.Names}
	asker := &pipeline.Asker{Spec: c.spec, Shards: c.all, By: by, Dir: c.work}
	f, err := by.SVM().FitElsewhere(ctx, m.Columns(), counts, asker.Ask)
	if err != nil {
		return err
	}
	m.Labels, m.Training.C = set.Names, strength
	m.Function = &learn.Linear{Weights: f.Weights, Intercept: f.Intercept}
	v.Passes, v.Solved = asker.Passes+asker.Known, f.Convergence
	return nil
}
