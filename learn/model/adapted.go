package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/fourier/stationary"
	"krein/internal/learn/landmarks"
	"krein/internal/npz"
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

// AdaptSides is Landmarks.Adapt for a kernel k(x − y) that need not be symmetric: K ≈ Φ Ψᵀ, columns of both arguments, see
// landmarks.Map.Sides. The file has the kernel's formula alone, as that of NewStationaryLandmarks.
func AdaptSides(ctx context.Context, k *stationary.Kernel, x learn.Rows, n, points int, seed uint64) (*Model, error) {
	first, err := landmarks.Pick(ctx, x, []int{0})
	if err != nil {
		return nil, err
	}
	l, err := statedLandmarks(k, first)
	if err != nil {
		return nil, err
	}
	s, err := l.Sides(ctx, x, n, points, seed)
	if err != nil {
		return nil, err
	}
	with, err := (&Landmarks{Map: s.Points, formula: l.formula}).probed()
	if err != nil {
		return nil, err
	}
	_, columns := s.Left.Dims()
	m := NewAdapted(with, &learn.Canonical{By: s.Left, Values: slices.Repeat([]float64{1}, columns)})
	m.Second = mat.DenseCopyOf(s.Right.T())
	return m, nil
}

// Adapted returns the map of prepared rows that a model of NewAdapted is, nil for others: K ≈ Φ J Φᵀ. Of AdaptSides it
// is Φ, of the first argument.
func (m *Model) Adapted() *fitted.Map {
	if m.Task != Features {
		return nil
	}
	return fitted.Compose(m.Dim, m.first())
}

func (m *Model) first() []fitted.Part {
	return m.columns(m.Map.(*Landmarks).Map, m.Function.Weights)
}

func (m *Model) columns(of *landmarks.Map, weights *mat.Dense) []fitted.Part {
	return []fitted.Part{{Basis: landmarks.NewBasis(of, mat.DenseCopyOf(weights.T()), m.Signs)}}
}

// Sides are the maps of the arguments of a kernel that is not symmetric: K ≈ Φ Ψᵀ.
type Sides struct{ left, right, both *fitted.Map }

// Left returns Φ.
func (s *Sides) Left() *fitted.Map { return s.left }

// Right returns Ψ.
func (s *Sides) Right() *fitted.Map { return s.right }

// Concatenation returns the columns of Φ and then those of Ψ.
func (s *Sides) Concatenation() *fitted.Map { return s.both }

// AdaptedSides returns the maps of prepared rows that a model of AdaptSides is; nil for others, which have one for both arguments.
func (m *Model) AdaptedSides() *Sides {
	if m.Second == nil {
		return nil
	}
	first, second := m.first(), m.columns(m.Map.(*Landmarks).Map.Second(), m.Second)
	return &Sides{m.Adapted(), fitted.Compose(m.Dim, second), fitted.Compose(m.Dim, append(first, second...))}
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
	if m.Second == nil {
		return nil
	}
	if second, columns := m.Second.Dims(); second != outputs || columns != m.Columns() || !npz.Finite(m.Second.RawMatrix().Data) {
		return fault("weights", "want as many finite numbers for the second argument as for the first")
	}
	if m.Beyond != "" {
		return fault("second", "a function of the distance has one map for both arguments")
	}
	return nil
}
