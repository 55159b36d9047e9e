package model

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/kernel/parser"
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
