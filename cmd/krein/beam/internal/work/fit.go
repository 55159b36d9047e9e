package work

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/internal/fitting"
	"krein/learn"
	"krein/learn/labels"
)

// labelled reads prepared rows of a shard and their labels, all of them if most is 0.
func (s *Spec) labelled(m *Drawn, shard *shards.Shard, most int) (*mat.Dense, []string, error) {
	if err := shard.Unchanged(); err != nil {
		return nil, nil, err
	}
	rows, err := s.Open(shard.Path, m, true)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.HasLabels() {
		return nil, nil, errors.New("there are no labels: say which column has them (--label first, " +
			"last, its number or its name)")
	}
	x, labels, err := rows.All(most)
	if err != nil {
		return nil, nil, err
	}
	return x, labels, shard.Unchanged()
}

// mapped are the features of prepared rows, computed as they are read.
func mapped(m *Drawn, x *mat.Dense) learn.Rows {
	if m == nil {
		return learn.Matrix(x)
	}
	return learn.Mapped(m.Map, x)
}

// originRows is how many rows the origin of sums is the mean of.
const originRows = 1024

// Origin returns what sums of all shards are taken from: the means of the first rows of the first shard.
func (s *Spec) Origin(m *Drawn, first *shards.Shard, by *learn.Ridge) ([]float64, error) {
	x, y, err := s.values(m, first, originRows)
	if err != nil {
		return nil, first.Fault(err)
	}
	return by.Origin(mapped(m, x), y)
}

// values reads rows whose labels are numbers.
func (s *Spec) values(m *Drawn, shard *shards.Shard, most int) (*mat.Dense, *mat.Dense, error) {
	x, labels, err := s.labelled(m, shard, most)
	if err != nil {
		return nil, nil, err
	}
	v, err := fitting.Values(labels)
	if err != nil {
		return nil, nil, err
	}
	return x, mat.NewDense(len(v), 1, v), nil
}

// Sums returns what ridge regression needs of a shard, as bytes. They are kept in output, for a run
// that goes on after this one was killed.
func (s *Spec) Sums(ctx context.Context, m *Drawn, shard *shards.Shard, origin []float64,
	output, job string) ([]byte, error) {
	return shard.Once(output, job, func() ([]byte, int, error) {
		x, y, err := s.values(m, shard, 0)
		if err != nil {
			return nil, 0, err
		}
		sums := learn.NewSums(origin, 1)
		if err := sums.Add(ctx, mapped(m, x), y); err != nil {
			return nil, 0, err
		}
		data, err := sums.MarshalBinary()
		return data, sums.Rows(), err
	})
}

// Labels counts the labels of a shard.
func (s *Spec) Labels(shard *shards.Shard) (map[string]int, error) {
	_, labels, err := s.labelled(nil, shard, 0)
	if err == nil {
		err = fitting.Missing(labels)
	}
	if err != nil {
		return nil, shard.Fault(err)
	}
	count := map[string]int{}
	for _, l := range labels {
		count[l]++
	}
	return count, nil
}

// Machine is a support vector machine that is fitted.
type Machine struct {
	C         float64         `json:"c"`
	Tolerance float64         `json:"tolerance"`
	Intercept learn.Intercept `json:"intercept"`
	Names     []string        `json:"names"` // of the classes
}

// SVM returns its settings for learn.
func (m *Machine) SVM() *learn.LinearSVM {
	return &learn.LinearSVM{Convex: learn.Convex{C: m.C, Tolerance: m.Tolerance, Intercept: m.Intercept},
		Classes: len(m.Names)}
}

// inMemory is how many numbers of features of a shard are computed once and kept.
const inMemory = 1 << 25

// Answers answers questions about the rows of a shard, all numbers behind each other.
func (s *Spec) Answers(ctx context.Context, m *Drawn, shard *shards.Shard, by *Machine,
	questions []learn.Question) ([]float64, error) {
	x, text, err := s.labelled(m, shard, 0)
	if err != nil {
		return nil, shard.Fault(err)
	}
	y, err := (&labels.Set{Names: by.Names}).Classes(text)
	if err != nil {
		return nil, shard.Fault(err)
	}
	rows := mapped(m, x)
	if n, c := rows.Dims(); m != nil && n*c <= inMemory {
		phi, err := m.Transform(nil, x)
		if err != nil {
			return nil, shard.Fault(err)
		}
		rows = learn.Matrix(phi)
	}
	answers, err := by.SVM().Answer(ctx, rows, y, questions)
	if err != nil {
		return nil, shard.Fault(err)
	}
	return slices.Concat(answers...), nil
}
