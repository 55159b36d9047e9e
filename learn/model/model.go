// Package model keeps fitted estimators in files: what prepares raw rows, the map of features, the
// labels and the weights. Maps are written out.
package model

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/internal/npz"
	"krein/learn"
)

// Tasks.
const (
	Classify = "classify"
	Regress  = "regress"
	Cluster  = "cluster"
	Features = "features" // of NewAdapted
)

// Map is a feature map; files can have *waves.Map, *Pair, *written.Map and *Landmarks.
type Map interface {
	learn.Transformer
	Dim() int
	Signature() []float64
}

// Model is a fitted estimator. Exactly one of Function and Means is there; a clustering has Means, or with *Landmarks, of
// exact kernel k-means, a Function, whose greatest output is that of the nearest mean.
type Model struct {
	Task   string
	Method string // as the command calls it; says nothing to Predict
	Dim    int    // columns of raw rows
	// Preparation is what is done to raw rows, and which columns they have.
	fitted.Preparation
	// Prepared says so in words.
	Prepared string
	// Kernel is the formula that the map was drawn for, and Beyond its extension.
	Kernel, Beyond string
	// Map has the features of prepared rows, *waves.Map, *Pair, *written.Map or *Landmarks; nil: their columns.
	Map Map
	// Labels are the names of classes, at least two for Classify and none otherwise.
	Labels []string
	// Target is the name or the number of the label column, as it was given to the fit.
	Target string
	// Signs are those of Features, the signature of the outputs; nil otherwise.
	Signs []float64
	// Function has an output for each class, or for two classes the one of the second.
	Function *learn.Linear
	// Second are the weights of Features of the second argument of a kernel that is not symmetric, of the kernels k(l − y) of
	// landmarks with rows; nil: both arguments have those of Function.
	Second *mat.Dense
	// Means are those of the clusters.
	Means *mat.Dense
	// Training says what the model was made from.
	Training Training
}

// Training says what a model was made from; nothing depends on it.
type Training struct {
	Rows int `json:"rows"`
	// C is that of a classifier or of SVR, Lambda that of ridge regression.
	C      float64 `json:"c,omitempty"`
	Lambda float64 `json:"lambda,omitempty"`
	// Score is the accuracy (or the root mean square error) on rows held out, Held of them, before
	// the model was fitted to all.
	Score *float64 `json:"score,omitempty"`
	Held  int      `json:"held,omitempty"`
	Seed  uint64   `json:"seed"`
}

// Columns returns the number of features.
func (m *Model) Columns() int {
	if m.Map == nil {
		return m.Dim
	}
	return m.Map.Columns()
}

// Prepare scales raw rows in place. It panics with mat.ErrShape if they have not Dim columns, and
// returns an error for a row that has no direction.
func (m *Model) Prepare(x *mat.Dense) error {
	if _, d := x.Dims(); d != m.Dim {
		panic(mat.ErrShape)
	}
	return m.PrepareAll(x)
}

// Rows returns the features of prepared rows.
func (m *Model) Rows(x *mat.Dense) learn.Rows {
	if m.Map == nil {
		return learn.Matrix(x)
	}
	return learn.Mapped(m.Map, x)
}

// Prediction is what a model says of rows: classes or clusters, or values.
type Prediction struct {
	Classes []int      // of Classify and Cluster
	Values  []float64  // of Regress
	Outputs *mat.Dense // of the function, rows×outputs; nil for clusters
}

// Predict returns what the model says of prepared rows. It panics with mat.ErrShape if they have not Dim
// columns; errors are those of learn.Linear.Evaluate.
func (m *Model) Predict(ctx context.Context, x *mat.Dense) (*Prediction, error) {
	if _, d := x.Dims(); d != m.Dim {
		panic(mat.ErrShape)
	}
	phi := m.Rows(x)
	if m.Task == Cluster && m.Means != nil {
		c, err := learn.Assign(ctx, phi, m.Means)
		if err != nil {
			return nil, err
		}
		return &Prediction{Classes: c}, nil
	}
	f, err := m.Function.Evaluate(ctx, phi)
	if err != nil {
		return nil, err
	}
	p := &Prediction{Outputs: f}
	switch m.Task {
	case Classify:
		p.Classes = learn.Decide(f)
	case Cluster: // by the nearest mean in the space of a kernel, also where there is one
		p.Outputs, p.Classes = nil, make([]int, f.RawMatrix().Rows)
		for i := range p.Classes {
			p.Classes[i] = floats.MaxIdx(f.RawRowView(i))
		}
	default:
		p.Values = mat.Col(nil, 0, f)
	}
	return p, nil
}

// check returns an error unless the parts of the model fit each other.
func (m *Model) check() error {
	columns := m.Columns()
	switch {
	case m.Dim < 1:
		return fault("dim", "want at least 1")
	case m.Map != nil && m.Map.Dim() != m.Dim:
		return fault("map", "of another dimension")
	}
	if err := m.Check(m.Dim, fault); err != nil {
		return err
	}
	var weights *mat.Dense
	switch m.Task {
	case Cluster:
		_, kernels := m.Map.(*Landmarks)
		switch {
		case kernels && m.Function != nil && m.Means == nil:
			weights = m.Function.Weights
			if outputs, _ := weights.Dims(); len(m.Function.Intercept) != outputs || !npz.Finite(m.Function.Intercept) {
				return fault("intercept", "want a finite number for each cluster")
			}
		case m.Means == nil || m.Function != nil:
			return fault("weights", "a clustering has means, or of kernels with rows a function")
		default:
			weights = m.Means
		}
	case Classify, Regress:
		if m.Function == nil || m.Means != nil {
			return fault("weights", "want a function, and no means")
		}
		weights = m.Function.Weights
		outputs, _ := weights.Dims()
		if len(m.Function.Intercept) != outputs || !npz.Finite(m.Function.Intercept) {
			return fault("intercept", "want a finite number for each output")
		}
		if want := outputsOf(len(m.Labels)); m.Task == Classify && (len(m.Labels) < 2 || outputs != want) {
			return fault("labels", "%d labels and %d outputs do not belong together", len(m.Labels), outputs)
		}
		if m.Task == Regress && outputs != 1 {
			return fault("weights", "want one output")
		}
	case Features:
		if err := m.checkAdapted(); err != nil {
			return err
		}
		weights = m.Function.Weights
	default:
		return fault("task", "%.40q is not classify, regress, cluster or features", m.Task)
	}
	if m.Task != Features && (m.Signs != nil || m.Second != nil) {
		return fault("signature", "only features have one, and a second argument")
	}
	if _, c := weights.Dims(); c != columns || !npz.Finite(weights.RawMatrix().Data) {
		return fault("weights", "want finite numbers for %d columns", columns)
	}
	if m.Task != Classify && len(m.Labels) > 0 {
		return fault("labels", "only classes have labels")
	}
	seen := map[string]bool{}
	for _, l := range m.Labels {
		if seen[l] {
			return fault("labels", "%.40q is there twice", l)
		}
		seen[l] = true
	}
	return nil
}

// outputsOf is how many outputs tell so many classes apart.
func outputsOf(classes int) int {
	if classes == 2 {
		return 1
	}
	return classes
}
