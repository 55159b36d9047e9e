package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/internal/learn/landmarks"
	"krein/learn"
)

// NewAdapted returns the map whose columns are CT, C the kernels with the points and T of landmarks.Map.Principal, as a model
// without labels: its outputs are the features, of the signs Signs.
func NewAdapted(l *Landmarks, by *learn.Canonical) *Model {
	return &Model{
		Task: Features, Method: "principal", Dim: l.Dim(), Kernel: l.formula, Beyond: l.beyond, Map: l, Signs: by.Signature(),
		Function: &learn.Linear{Weights: mat.DenseCopyOf(by.By.T()), Intercept: make([]float64, len(by.Values))},
	}
}

// Adapt returns the map of n principal columns (fewer, if there are fewer) of the kernels with rows of x, of the kernel of l,
// whose points have no part in it: with as many points as are given, or of 0 with as many as are enough for an error on the rows
// some hundredths above that of the best approximation with n columns. Blocks of rows are read in their order, from the first on for each pass. The model has no preparation yet. See
// docs/learning.md; errors are those of Transform, an error for a kernel that is 0 between all points, and ctx's.
func (l *Landmarks) Adapt(ctx context.Context, x learn.Rows, n, points int, seed uint64) (*Model, error) {
	m, by, err := l.Map.Adapt(ctx, x, n, points, seed)
	if err != nil {
		return nil, err
	}
	with, err := (&Landmarks{Map: m, formula: l.formula, beyond: l.beyond}).probed()
	if err != nil {
		return nil, err
	}
	return NewAdapted(with, by), nil
}

// Adapted returns the map of prepared rows that a model of NewAdapted is, nil for others: K ≈ Φ J Φᵀ.
func (m *Model) Adapted() *fitted.Map {
	if m.Task != Features {
		return nil
	}
	b := landmarks.NewBasis(m.Map.(*Landmarks).Map, mat.DenseCopyOf(m.Function.Weights.T()), m.Signs)
	return fitted.Compose(m.Dim, []fitted.Part{{Basis: b}})
}

// checkAdapted returns an error unless the parts of a map fit each other.
func (m *Model) checkAdapted() error {
	if _, ok := m.Map.(*Landmarks); !ok {
		return fault("map", "want landmarks, for features that are adapted to rows")
	}
	if m.Function == nil || m.Means != nil {
		return fault("weights", "want a function, and no means")
	}
	outputs, _ := m.Function.Weights.Dims()
	if len(m.Function.Intercept) != outputs {
		return fault("intercept", "want a 0 for each output")
	}
	for _, v := range m.Function.Intercept {
		if v != 0 {
			return fault("intercept", "features have none")
		}
	}
	if len(m.Signs) != outputs {
		return fault("signature", "want a sign for each of %d outputs", outputs)
	}
	for _, s := range m.Signs {
		if math.Abs(s) != 1 {
			return fault("signature", "%v is neither 1 nor -1", s)
		}
	}
	return nil
}
