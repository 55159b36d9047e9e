package model

import (
	"bytes"
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/kernel/parser"
	"krein/learn"
)

// A map that is adapted to rows has the same bits when it was written and read, and its parts fit each other.
func TestAdapted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(90, 3, nil)
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = rng.NormFloat64()
	}
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/8)/2", nil)
	require.NoError(t, err)
	l, err := NewLandmarks(k, x.Slice(0, 40, 0, 3).(*mat.Dense))
	require.NoError(t, err)
	by, err := l.Principal(context.Background(), x, 8)
	require.NoError(t, err)
	m := NewAdapted(l, by)
	want, err := m.Adapted().Transform(nil, x)
	require.NoError(t, err)
	assert.Equal(t, by.Signature(), m.Adapted().Signature())
	assert.Contains(t, m.Signs, -1.)
	var b bytes.Buffer
	require.NoError(t, m.Encode(&b))
	assert.Contains(t, b.String(), `"format":"krein.model/4","task":"features"`) // files.isMap looks for it
	again, err := Decode(&b)
	require.NoError(t, err)
	got, err := again.Adapted().Transform(nil, x)
	require.NoError(t, err)
	assert.True(t, mat.Equal(want, got))
	outputs, err := again.Function.Evaluate(context.Background(), again.Rows(x))
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(want, outputs, 1e-12))
	for where, spoil := range map[string]func(m *Model){
		"signature: ": func(m *Model) { m.Signs = m.Signs[1:] },
		"signature:":  func(m *Model) { m.Signs[0] = 2 },
		"intercept:":  func(m *Model) { m.Function.Intercept[0] = 1 },
		"intercept: ": func(m *Model) { m.Function.Intercept = nil },
		"weights:":    func(m *Model) { m.Function = nil },
		"map:":        func(m *Model) { m.Map = nil },
		" signature:": func(m *Model) {
			m.Task = Regress
			m.Function.Weights = m.Function.Weights.Slice(0, 1, 0, 40).(*mat.Dense)
			m.Function.Intercept = []float64{0}
		},
	} {
		n := NewAdapted(l, by)
		spoil(n)
		assert.ErrorContains(t, n.Encode(new(bytes.Buffer)), strings.TrimSpace(where))
	}
	assert.Nil(t, (&Model{Task: Regress}).Adapted())
}

// The maps of both arguments have the same bits when they were written and read, also where the kernel's axes were given beside
// its formula.
func TestAdaptedSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	x := mat.NewDense(120, 3, nil)
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = rng.NormFloat64()
	}
	k, err := language.Parse("exp(-z)*(1+t/(1+t^2))", 3, &stationary.Options{Axes: [][]*big.Rat{{big.NewRat(-1, 1), big.NewRat(0, 1), big.NewRat(2, 1)}}})
	require.NoError(t, err)
	_, err = NewStationaryLandmarks(k, x)
	assert.ErrorContains(t, err, "symmetric")
	m, err := AdaptSides(context.Background(), k, learn.Matrix(x), 12, 40, 1)
	require.NoError(t, err)
	assert.Equal(t, "exp(-z)*(1 + -((x1 - 2*x3)/sqrt(5))/(1 + (-((x1 - 2*x3)/sqrt(5)))^2))", m.Kernel)
	var b bytes.Buffer
	require.NoError(t, m.Encode(&b))
	again, err := Decode(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	for name, of := range map[string]func(*Sides) *fitted.Map{"left": (*Sides).Left, "right": (*Sides).Right, "both": (*Sides).Concatenation} {
		want, err := of(m.AdaptedSides()).Transform(nil, x)
		require.NoError(t, err)
		got, err := of(again.AdaptedSides()).Transform(nil, x)
		require.NoError(t, err)
		assert.True(t, mat.Equal(want, got), name)
		_, columns := want.Dims()
		assert.Equal(t, map[bool]int{false: 12, true: 24}[name == "both"], columns, name)
	}
	phi, err := m.Adapted().Transform(nil, x)
	require.NoError(t, err)
	psi, err := m.AdaptedSides().Right().Transform(nil, x)
	require.NoError(t, err)
	assert.False(t, mat.EqualApprox(phi, psi, 0.1))
	for where, spoil := range map[string]func(m *Model){
		"weights:":  func(m *Model) { m.Second = m.Second.Slice(0, 11, 0, 40).(*mat.Dense) },
		" weights:": func(m *Model) { m.Second.Set(0, 0, math.NaN()) },
		"signature:": func(m *Model) {
			m.Task = Regress
			m.Signs = nil
			m.Function.Weights = m.Function.Weights.Slice(0, 1, 0, 40).(*mat.Dense)
			m.Function.Intercept = []float64{0}
		},
	} {
		n, err := Decode(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		spoil(n)
		assert.ErrorContains(t, n.Encode(new(bytes.Buffer)), strings.TrimSpace(where))
	}
}
