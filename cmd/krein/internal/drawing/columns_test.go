package drawing

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/decompose/zonal"
	"krein/features"
	"krein/features/fitted"
	"krein/features/maclaurin"
	"krein/features/radial"
	"krein/features/step"
	"krein/features/threshold"
	"krein/features/written"
	draw "krein/features/zonal"
	"krein/internal/features/ridge"
	"krein/kernel"
	"krein/kernel/parser"
)

// spheres are maps with every kind of block that a model can have, with and without preparation.
func spheres(t *testing.T) map[string]*written.Map {
	t.Helper()
	out := map[string]*written.Map{}
	add := func(name string, rep features.Representation, columns int, about *written.About) {
		m, err := features.New(rep, &features.Options{Columns: columns, Seed: 1, Coupling: features.IID})
		require.NoError(t, err, name)
		out[name], err = written.Of(m, about)
		require.NoError(t, err, name)
	}
	expanded := func(formula string, dim int) features.Representation {
		z, err := zonal.New(t.Context(), parse(t, formula), dim, &zonal.Settings{MaxDegree: 80})
		require.NoError(t, err)
		return draw.New(z)
	}
	add("exact", expanded("1 - z^2/9", 5), 40, nil)
	add("signs", expanded("gaussian(1) - 1/2*gaussian(1/3)", 4), 60,
		&written.About{Kernel: "k", Preparation: fitted.Preparation{Unit: true}})
	add("degrees", expanded("exp(-z)", 2), 40, nil)
	add("arccos0", step.ArcCosine(0, 3), 20, nil)
	add("arccos2", step.ArcCosine(2, 4), 60, nil)
	add("ntk", step.NTK(3), 64, &written.About{Preparation: fitted.Preparation{Offset: []float64{1, 0, 0.5},
		Divisor: []float64{2, math.Inf(1), 3}}})
	add("steps", threshold.New(3), 20, nil)
	for name, opt := range map[string]features.Options{
		"quadratic": {Exact: features.ExactMinus},
		"residual":  {Exact: features.ExactSphere, Distances: ridge.Distances(3, 8)},
		"turned":    {},
	} {
		d, err := decompose.Jordan(t.Context(), parse(t, "exp(-z^2/2) - exp(-z^2/200)/2 - 1/4"), 3, nil)
		require.NoError(t, err)
		opt.Columns, opt.Coupling, opt.Seed = 30, features.IID, 1
		m, err := features.New(radial.New(d), &opt)
		require.NoError(t, err)
		out[name], err = written.Of(m, &written.About{Preparation: fitted.Preparation{Offset: []float64{1, 0, 0.5},
			Divisor: []float64{2, 4, 3}, Unit: name != "quadratic"}})
		require.NoError(t, err)
	}
	return out
}

func TestColumns(t *testing.T) {
	for name, m := range spheres(t) {
		anywhere, _ := m.Place()
		x := mat.NewDense(9, m.Dim(), nil)
		prepared := mat.NewDense(9, m.Dim(), nil)
		for i := range 9 {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = math.Sin(float64(3*i*i + 5*j + i*j))
				if name == "steps" { // of points of the unit cube
					row[j] = math.Abs(row[j])
				}
			}
			if !anywhere && !m.About().Unit {
				require.True(t, fitted.Unit(row))
			}
			if anywhere && i == 7 && m.About().Offset == nil {
				clear(row)
			}
			copy(prepared.RawRowView(i), row)
			require.NoError(t, m.About().Prepare(prepared.RawRowView(i)))
		}
		want, err := m.Transform(nil, prepared)
		require.NoError(t, err, name)
		size := floats.Norm(want.RawMatrix().Data, math.Inf(1))
		for _, single := range []bool{false, true} {
			model, err := ONNXOfColumns(m, single)
			require.NoError(t, err, name)
			tolerance := 1e-12
			if single {
				tolerance = 1e-5 // the numbers are rounded, the interpreter calculates in float64
			}
			got := interpret(t, model, x)
			assert.True(t, mat.EqualApprox(want, got, tolerance*max(size, 1)), "%s %v", name, single)
		}
	}
}

// What operators cannot express is refused, with the formats that can.
func TestColumnsRefuses(t *testing.T) {
	polynomial, err := maclaurin.New(3, []float64{1, 1, 1}, 1)
	require.NoError(t, err)
	m, err := features.New(polynomial, &features.Options{Columns: 30, Coupling: features.IID})
	require.NoError(t, err)
	w, err := written.Of(m, nil)
	require.NoError(t, err)
	_, err = ONNXOfColumns(w, false)
	assert.ErrorContains(t, err, ".safetensors")
	z, err := zonal.New(t.Context(), parse(t, "1 - z^2/4 + z^4/99"), 1000, nil)
	require.NoError(t, err)
	m, err = features.New(draw.New(z), &features.Options{Columns: 1e6})
	require.NoError(t, err)
	require.Zero(t, m.Random())
	w, err = written.Of(m, nil)
	require.NoError(t, err)
	_, err = ONNXOfColumns(w, false)
	assert.ErrorContains(t, err, "operators")
}

func parse(t *testing.T, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	return k
}
