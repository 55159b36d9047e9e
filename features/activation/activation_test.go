package activation

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features"
	"krein/internal/features/maptest"
	"krein/internal/fourier/activation"
	"krein/internal/testlong"
)

func term(t testing.TB, formula string, minus bool) Term {
	t.Helper()
	g, err := activation.Parse(formula, nil)
	require.NoError(t, err, formula)
	text, err := g.Text()
	require.NoError(t, err, formula)
	return Term{Formula: text, Minus: minus, Breaks: append(g.Breaks(), g.Narrow(2.5, Reach)...)}
}

// Kernels by quadrature have the values of closed forms, within their estimated errors.
func TestKernelClosed(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    func(a, b, u float64) float64
	}{
		{"t > 0 ? 1 : 0", func(_, _, u float64) float64 { return (math.Pi - math.Acos(u)) / (2 * math.Pi) }},
		{"max(0,t)", func(a, b, u float64) float64 {
			return a * b / (2 * math.Pi) * (math.Sqrt(1-u*u) + u*(math.Pi-math.Acos(u)))
		}},
		{"erf(t)", func(a, b, u float64) float64 { // C. Williams, Computing with infinite networks (1997)
			return 2 / math.Pi * math.Asin(2*a*b*u/math.Sqrt((1+2*a*a)*(1+2*b*b)))
		}},
		{"exp(t/2)", func(a, b, u float64) float64 { return math.Exp((a*a + b*b + 2*a*b*u) / 8) }},
		{"cos(t)", func(a, b, u float64) float64 { return math.Exp(-(a*a+b*b)/2) * math.Cosh(a*b*u) }},
		{"t^3", func(a, b, u float64) float64 { c := a * b; return 6*math.Pow(c*u, 3) + 9*c*c*c*u }},
		{"1", func(_, _, _ float64) float64 { return 1 }},
	} {
		r, err := New(2, []Term{term(t, c.formula, false)}, 1)
		require.NoError(t, err)
		for i, a := range []float64{0.25, 1, 2.5} {
			for j, u := range []float64{-1, -0.6, 0, 0.3, 0.99, 1} {
				if !testlong.Turn(i+j, 1) {
					continue
				}
				x, y := []float64{a, 0}, []float64{1.5 * u, 1.5 * math.Sqrt(1-u*u)}
				got, e := r.Kernel(x, y)
				want := c.want(a, 1.5, u)
				assert.InDelta(t, want, got, 2*e+1e-12*math.Abs(want), "%s, a=%v u=%v", c.formula, a, u)
				assert.Less(t, e, 1e-9*math.Max(1, math.Abs(want)), "%s, a=%v u=%v", c.formula, a, u)
			}
		}
	}
}

// spike is E exp(−p‖X−m‖²) for normal X with the covariances of (aU, bV).
func spike(p, m, a, b, u float64) float64 {
	det := 1 + 2*p*(a*a+b*b) + 4*p*p*a*a*b*b*(1-u*u)
	return math.Exp(-p*m*m*(2+2*p*(a*a+b*b-2*a*b*u))/det) / math.Sqrt(det)
}

// TestNarrow: what is narrower than the nodes of a panel are apart is in the kernel all the same, and the error of what is
// not resolved is no smaller than it is.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		formula  string
		resolved bool
		want     func(a, u float64) float64
	}{
		{"exp(-1e8*(t-1)^2)", true, func(a, u float64) float64 { return spike(1e8, 1, a, a, u) }},
		{"1e7*exp(-1e14*(t-1/3)^2)", true, func(a, u float64) float64 { return 1e14 * spike(1e14, 1./3, a, a, u) }},
		{"exp(-1e10*t^2)*1e5", true, func(a, u float64) float64 { return 1e10 * spike(1e10, 0, a, a, u) }},
		{"cos(2000*t)", false, func(a, u float64) float64 {
			return (math.Exp(-4e6*a*a*(1-u)) + math.Exp(-4e6*a*a*(1+u))) / 2
		}},
		{"cos(1e5*t)", false, func(a, u float64) float64 {
			return (math.Exp(-1e10*a*a*(1-u)) + math.Exp(-1e10*a*a*(1+u))) / 2
		}},
	} {
		r, err := New(2, []Term{term(t, c.formula, false)}, 1)
		require.NoError(t, err, c.formula)
		for _, a := range []float64{0.7, 1, 2.5} {
			for _, u := range []float64{-1, 0, 0.5, 1} {
				got, e := r.At(a, a, u)
				assert.InDelta(t, c.want(a, u), got, e+1e-11*got, "%s, a=%v u=%v", c.formula, a, u)
				if c.resolved {
					assert.InDelta(t, c.want(a, u), got, 1e-9*r.size[0], "%s, a=%v u=%v", c.formula, a, u)
				}
			}
		}
	}
}

// The same against mpmath.
func TestKernelTable(t *testing.T) {
	var rows []struct {
		Activation string
		A, B, U    float64
		Value      float64 `json:",string"`
	}
	data, err := os.ReadFile("../../testdata/activation.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	require.NotEmpty(t, rows)
	for _, row := range rows {
		r, err := New(1, []Term{term(t, row.Activation, false)}, 1)
		require.NoError(t, err)
		got, e := r.At(row.A, row.B, row.U)
		assert.InDelta(t, row.Value, got, 2*e+1e-14*math.Abs(row.Value), "%+v", row)
		assert.Less(t, e, 1e-8, "%+v", row)
	}
}

// Maps are unbiased, off the sphere, for one function and for both signs, in independent and orthogonal directions; for
// independent ones the variance is that of a mean.
func TestUnbiased(t *testing.T) {
	const n = 1000
	for i, terms := range [][]Term{
		{term(t, "tanh(t)", false)},
		{term(t, "max(0,t)", false)},
		{term(t, "t > 1 ? t : 0", false)},
		{term(t, "t*(1+erf(t/sqrt(2)))/2", false)},
		{term(t, "sqrt(2)*sin(t)", false), term(t, "tanh(t)/2", true), term(t, "0*t", false)},
	} {
		for j, d := range []int{2, 5} {
			if !testlong.Turn(i+j, 2) {
				continue
			}
			r, err := New(d, terms, 1.5)
			require.NoError(t, err)
			x := mat.NewDense(2, d, nil)
			x.Set(0, 0, 1.25)
			x.Set(1, 0, -0.5)
			x.Set(1, 1, 2)
			want, e := r.Kernel(x.RawRowView(0), x.RawRowView(1))
			same, e2 := r.Kernel(x.RawRowView(1), x.RawRowView(1))
			for _, coupling := range []features.Coupling{features.IID, features.Orthogonal} {
				off, on := make([]float64, n), make([]float64, n)
				twice := mat.NewDense(2, d, nil)
				twice.SetRow(0, x.RawRowView(1))
				twice.SetRow(1, x.RawRowView(1))
				for seed := range n {
					m, err := features.New(r, &features.Options{Columns: 7, Coupling: coupling, Seed: uint64(seed)})
					require.NoError(t, err)
					require.Equal(t, 7, m.Columns())
					off[seed], on[seed] = maptest.Estimate(t, m, x), maptest.Estimate(t, m, twice)
				}
				what := fmt.Sprintf("%d terms, d=%d, %v", len(terms), d, coupling)
				mean, sd := stat.MeanStdDev(off, nil)
				assert.InDelta(t, want, mean, 5*sd/math.Sqrt(n)+e, what)
				assert.Greater(t, sd, 0.01, what)
				mean, sd = stat.MeanStdDev(on, nil)
				assert.InDelta(t, same, mean, 5*sd/math.Sqrt(n)+e2, what)
			}
		}
	}
}

// A formula is the function, bit for bit, and of many projections as of one; what is wrong with it is an error.
func TestFormula(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{0.5, -2, 1, 0, 0, 0, -1, 0.25, 3})
	var out []*mat.Dense
	g := func(t float64) float64 { return t * math.Tanh(t) }
	for _, terms := range [][]Term{{{Formula: "t*tanh(t)"}}, {{At: g}}} {
		r, err := New(3, terms, 1)
		require.NoError(t, err)
		m, err := features.New(r, &features.Options{Columns: 300, Seed: 2})
		require.NoError(t, err)
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		out = append(out, phi)
	}
	assert.Equal(t, out[1], out[0])
	_, err := New(3, []Term{{Formula: "t"}, {Formula: "q(t)"}}, 1)
	require.ErrorContains(t, err, `the formula of term 2: unknown function "q"`)
}

// Columns go to the terms by their size, one seed gives the same bits, signs follow the terms, and what cannot be is an
// error.
func TestShareAndErrors(t *testing.T) {
	plus, minus := term(t, "2*t", false), term(t, "t", true)
	r, err := New(3, []Term{plus, minus}, 1)
	require.NoError(t, err)
	assert.Equal(t, 3, r.Dim())
	m, err := features.New(r, &features.Options{Columns: 100, Seed: 3})
	require.NoError(t, err)
	assert.Equal(t, 100, m.Random())
	sum := 0
	for _, s := range m.Signature() {
		sum += int(s)
	}
	assert.Equal(t, 80-20, sum)
	again, err := features.New(r, &features.Options{Columns: 100, Seed: 3})
	require.NoError(t, err)
	x := mat.NewDense(1, 3, []float64{0.5, -2, 1})
	a, err := m.Transform(nil, x)
	require.NoError(t, err)
	b, err := again.Transform(nil, x)
	require.NoError(t, err)
	assert.Equal(t, a.RawMatrix().Data, b.RawMatrix().Data)

	_, err = features.New(r, &features.Options{Columns: 1})
	require.ErrorContains(t, err, "1 columns for 2 functions")
	_, err = features.New(r, &features.Options{Coupling: features.Quasi})
	require.Error(t, err)
	_, err = New(3, []Term{plus}, 0)
	require.ErrorContains(t, err, "length")
	_, err = New(3, []Term{{At: func(float64) float64 { return math.NaN() }}}, 1)
	require.ErrorContains(t, err, "finite second moment")
	_, err = New(3, []Term{{At: func(float64) float64 { return 0 }}}, 1)
	require.ErrorContains(t, err, "all terms are 0")
	assert.Panics(t, func() { _, _ = New(0, []Term{plus}, 1) })
	assert.Panics(t, func() { r.Kernel(nil, nil) })
	far, err := New(3, []Term{term(t, "exp(t)", false)}, 1)
	require.NoError(t, err)
	m, err = features.New(far, &features.Options{Columns: 4})
	require.NoError(t, err)
	_, err = m.Transform(nil, mat.NewDense(1, 3, []float64{1e9, 0, 0}))
	require.ErrorContains(t, err, "not a finite number")
}
