package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	_ "krein/internal/testlong" // fewer collections
)

var ctx = context.Background()

// Two rows ±1 with classes of their signs: ½w² + 2C(1−w)² has its minimum at 4C/(1+4C), whatever is
// done about the intercept.
func TestSVMOfTwoPoints(t *testing.T) {
	x := Matrix(mat.NewDense(2, 1, []float64{1, -1}))
	for b := NoIntercept; b <= PenalisedIntercept; b++ {
		for _, c := range []float64{0.1, 1, 8} {
			s := LinearSVM{Convex: Convex{C: c, Intercept: b, Tolerance: 1e-12}}
			m, err := s.Fit(ctx, x, []int{1, 0})
			require.NoError(t, err)
			w := 4 * c / (1 + 4*c)
			assert.InDelta(t, w, m.Weights.At(0, 0), 1e-12)
			assert.InDelta(t, 0, m.Intercept[0], 1e-12)
			assert.InDelta(t, w*w/2+2*c*(1-w)*(1-w), m.Convergence[0].Objective, 1e-12)
			got, err := m.Predict(ctx, x)
			require.NoError(t, err)
			assert.Equal(t, []int{1, 0}, got)
		}
	}
}

// One row 1 with the value 1: ½w² + C(1−ε−w)².
func TestSVROfOnePoint(t *testing.T) {
	s := SVR{Convex: Convex{C: 3, Tolerance: 1e-12}, Epsilon: 0.25}
	m, err := s.Fit(ctx, Matrix(mat.NewDense(1, 1, []float64{1})), []float64{1})
	require.NoError(t, err)
	assert.InDelta(t, 6*0.75/7, m.Weights.At(0, 0), 1e-12)
	m, err = s.Fit(ctx, Matrix(mat.NewDense(1, 1, []float64{1})), []float64{-0.2}) // within the tube
	require.NoError(t, err)
	assert.Zero(t, m.Weights.At(0, 0))
}

// The gradient, written down once more without blocks, is zero at the minimum, for every loss,
// intercept and penalty.
func TestGradientsVanish(t *testing.T) {
	const c, epsilon = 0.7, 0.3
	penalty := []float64{1, 0.5, 3, 1, 2}
	x, y := sample(1, 90, 5, 3)
	v := values(1, x)
	for b := NoIntercept; b <= PenalisedIntercept; b++ {
		set := Convex{C: c, Intercept: b, Penalty: penalty, Tolerance: 1e-11}
		svm, err := (&LinearSVM{Convex: set}).Fit(ctx, Matrix(x), y)
		require.NoError(t, err)
		logistic, err := (&Logistic{Convex: set}).Fit(ctx, Matrix(x), y)
		require.NoError(t, err)
		svr, err := (&SVR{Convex: set, Epsilon: epsilon}).Fit(ctx, Matrix(x), v)
		require.NoError(t, err)
		for name, m := range map[string]struct {
			*Linear
			slope func(i, k int, f []float64) float64
		}{
			"svm": {&svm.Linear, func(i, k int, f []float64) float64 {
				s := -1.0
				if y[i] == k {
					s = 1
				}
				return -2 * s * max(0, 1-s*f[k])
			}},
			"logistic": {&logistic.Linear, func(i, k int, f []float64) float64 {
				sum, own := 0.0, 0.0
				for _, v := range f {
					sum += math.Exp(v)
				}
				if y[i] == k {
					own = 1
				}
				return math.Exp(f[k])/sum - own
			}},
			"svr": {svr, func(i, _ int, f []float64) float64 {
				if r := f[0] - v[i]; math.Abs(r) > epsilon {
					return 2 * (r - math.Copysign(epsilon, r))
				}
				return 0
			}},
		} {
			f, err := m.Evaluate(ctx, Matrix(x))
			require.NoError(t, err)
			outputs, columns := m.Weights.Dims()
			for k := range outputs {
				g := make([]float64, columns+1)
				for i := range y {
					s := c * m.slope(i, k, f.RawRowView(i))
					for j := range columns {
						g[j] += s * x.At(i, j)
					}
					g[columns] += s
				}
				for j := range columns {
					assert.InDelta(t, 0, g[j]+penalty[j]*m.Weights.At(k, j), 1e-7, "%s %v", name, b)
				}
				switch b {
				case NoIntercept:
					assert.Zero(t, m.Intercept[k])
				case FreeIntercept:
					assert.InDelta(t, 0, g[columns], 1e-7, "%s %v", name, b)
				case PenalisedIntercept:
					assert.InDelta(t, 0, g[columns]+m.Intercept[k], 1e-7, "%s %v", name, b)
				}
			}
		}
	}
}

// Objectives of LIBLINEAR and scikit-learn, see testdata/README.md.
func TestGoldenObjectives(t *testing.T) {
	g := readGolden(t)
	x := Matrix(g.x)
	total := func(l Linear) (sum float64) {
		for _, c := range l.Convergence {
			sum += c.Objective
		}
		return sum
	}
	tight := func(c float64, b Intercept) Convex { return Convex{C: c, Intercept: b, Tolerance: 1e-10} }
	for c, want := range map[float64]float64{0.5: g.SVM["0.5"], 4: g.SVM["4"]} {
		m, err := (&LinearSVM{Convex: tight(c, NoIntercept)}).Fit(ctx, x, g.Y)
		require.NoError(t, err)
		assert.InEpsilon(t, want, total(m.Linear), 1e-9)
		m, err = (&LinearSVM{Convex: Convex{C: c}}).Fit(ctx, x, g.Y) // as it comes
		require.NoError(t, err)
		assert.InEpsilon(t, want, total(m.Linear), 1e-5)
	}
	m, err := (&LinearSVM{Convex: tight(0.5, PenalisedIntercept)}).Fit(ctx, x, g.Y)
	require.NoError(t, err)
	assert.InEpsilon(t, g.SVMPenalised["0.5"], total(m.Linear), 1e-9)
	r, err := (&SVR{Convex: tight(0.5, PenalisedIntercept), Epsilon: 0.2}).Fit(ctx, x, g.T)
	require.NoError(t, err)
	assert.InEpsilon(t, g.SVR["0.5"], total(*r), 1e-9)
	m, err = (&Logistic{Convex: tight(2, FreeIntercept)}).Fit(ctx, x, g.Y)
	require.NoError(t, err)
	assert.InEpsilon(t, g.Logistic["2"], total(m.Linear), 1e-8)
	two := make([]int, len(g.Y))
	for i, c := range g.Y {
		two[i] = min(c, 1)
	}
	m, err = (&Logistic{Convex: tight(2, FreeIntercept)}).Fit(ctx, x, two)
	require.NoError(t, err)
	assert.InEpsilon(t, g.Binary["2"], total(m.Linear), 1e-8)
}

// With more rows than a block, the same bits come out for any number of processors, and for features
// that are computed when they are read.
func TestSameBits(t *testing.T) {
	raw, y := sample(3, 3000, 10, 4)
	phi, err := doubled{10}.Transform(nil, raw)
	require.NoError(t, err)
	fit := func(x Rows) *Classifier {
		m, err := (&LinearSVM{Convex: Convex{Intercept: FreeIntercept}}).Fit(ctx, x, y)
		require.NoError(t, err)
		return m
	}
	want := fit(Matrix(phi))
	assert.Equal(t, want, fit(Mapped(doubled{10}, raw)))
	left, right := mat.DenseCopyOf(phi.Slice(0, 3000, 0, 10)), phi.Slice(0, 3000, 10, 20).(*mat.Dense)
	assert.Equal(t, want, fit(Concatenate(Matrix(left), Matrix(right))))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 3} {
		runtime.GOMAXPROCS(n)
		assert.Equal(t, want, fit(Matrix(phi)), n)
	}
}

func TestProbabilities(t *testing.T) {
	p := Probabilities(mat.NewDense(2, 1, []float64{math.Log(3), -math.Log(3)}))
	assert.InDelta(t, 0.75, p.At(0, 1), 1e-15)
	assert.InDelta(t, 0.25, p.At(1, 1), 1e-15)
	p = Probabilities(mat.NewDense(1, 3, []float64{1000, 1000 + math.Log(2), 1000}))
	assert.InDelta(t, 0.5, p.At(0, 1), 1e-12)
	assert.InDelta(t, 0.25, p.At(0, 2), 1e-12)
}

// What a row, a setting or a label has wrong is said.
func TestRefusals(t *testing.T) {
	x, y := sample(2, 40, 3, 2)
	_, err := (&LinearSVM{}).Fit(ctx, Matrix(x), make([]int, 40))
	assert.ErrorContains(t, err, "one class")
	_, err = (&LinearSVM{}).CrossValidate(ctx, Matrix(x), make([]int, 40), nil)
	assert.ErrorContains(t, err, "one class")
	for _, set := range []Convex{{C: -1}, {C: math.NaN()}, {C: math.Inf(1)}, {Tolerance: 1}, {Tolerance: -1}, {Steps: -1},
		{Intercept: 7}, {Penalty: []float64{1, -1, 1}}, {Penalty: []float64{1, math.NaN(), 1}}} {
		_, err = (&Logistic{Convex: set}).Fit(ctx, Matrix(x), y)
		assert.ErrorContains(t, err, "want", fmt.Sprint(set))
	}
	_, err = (&LinearSVM{Convex: Convex{Steps: 1, Tolerance: 1e-9}}).Fit(ctx, Matrix(x), y)
	assert.ErrorContains(t, err, "after 1 steps")
	assert.ErrorContains(t, err, "scale the columns")
	_, err = (&SVR{Epsilon: -1}).Fit(ctx, Matrix(x), make([]float64, 40))
	assert.ErrorContains(t, err, "ε = -1")
	_, err = (&SVR{}).Fit(ctx, Matrix(x), append(make([]float64, 39), math.NaN()))
	assert.ErrorContains(t, err, "value of row 40")
	assert.Panics(t, func() { _, _ = (&LinearSVM{}).Fit(ctx, Matrix(x), y[1:]) })
	assert.Panics(t, func() { _, _ = (&LinearSVM{Convex: Convex{Penalty: []float64{1}}}).Fit(ctx, Matrix(x), y) })
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = (&LinearSVM{}).Fit(stopped, Matrix(x), y)
	assert.ErrorIs(t, err, context.Canceled)
	x.Set(17, 2, math.NaN())
	_, err = (&LinearSVM{}).Fit(ctx, Matrix(x), y)
	assert.ErrorContains(t, err, "row 18, column 3 is NaN")
	_, err = (&Ridge{Lambda: 1}).Fit(ctx, Matrix(x), mat.NewDense(40, 1, nil))
	assert.ErrorContains(t, err, "row 18, column 3 is NaN")
}

type failing struct{ Rows }

var errRead = errors.New("cannot be read")

func (failing) Transform(*mat.Dense, mat.Matrix) (*mat.Dense, error) { return nil, errRead }
func (failing) Columns() int                                         { return 3 }

func TestErrorsOfRows(t *testing.T) {
	x, y := sample(2, 40, 3, 2)
	_, err := (&LinearSVM{}).Fit(ctx, Mapped(failing{}, x), y)
	assert.ErrorIs(t, err, errRead)
	_, err = (&Linear{Weights: mat.NewDense(1, 3, nil), Intercept: []float64{0}}).Evaluate(ctx, Mapped(failing{}, x))
	assert.ErrorIs(t, err, errRead)
}

func TestInterceptNames(t *testing.T) {
	for b := NoIntercept; b <= PenalisedIntercept; b++ {
		text, err := b.MarshalText()
		require.NoError(t, err)
		var back Intercept
		require.NoError(t, back.UnmarshalText(text))
		assert.Equal(t, b, back)
	}
	assert.Error(t, new(Intercept).UnmarshalText([]byte("some")))
	assert.Equal(t, "Intercept(9)", Intercept(9).String())
}

// With a free intercept the fit does not depend on where the values have their zero, however far off.
func TestSVRShifted(t *testing.T) {
	x, y := mat.NewDense(40, 2, nil), make([]float64, 40)
	for i := range y {
		a := float64(i) / 10
		x.SetRow(i, []float64{math.Sin(a), math.Cos(3 * a)})
		y[i] = 2*math.Sin(a) - math.Cos(3*a) + 0.1*math.Sin(float64(9*i))
	}
	s := &SVR{Convex: Convex{Intercept: FreeIntercept, C: 32}, Epsilon: 0.01}
	near, err := s.Fit(context.Background(), Matrix(x), y)
	require.NoError(t, err)
	scores, err := s.CrossValidate(context.Background(), Matrix(x), y, nil)
	require.NoError(t, err)
	for i := range y {
		y[i] += 1 << 30
	}
	far, err := s.Fit(context.Background(), Matrix(x), y)
	require.NoError(t, err)
	assert.InDeltaSlice(t, near.Weights.RawRowView(0), far.Weights.RawRowView(0), 1e-5)
	assert.InDelta(t, near.Intercept[0]+1<<30, far.Intercept[0], 1e-5)
	shifted, err := s.CrossValidate(context.Background(), Matrix(x), y, nil)
	require.NoError(t, err)
	assert.InDeltaSlice(t, scores.Mean, shifted.Mean, 1e-5)
	for i := range y {
		y[i] = 1e200
	}
	_, err = s.Fit(context.Background(), Matrix(x), y)
	assert.ErrorContains(t, err, "row 1 is 1e+200, too large")
}

// Columns whose squares overflow are told, and not taken for a minimum.
func TestTooLarge(t *testing.T) {
	x, y := mat.NewDense(4, 1, []float64{1e200, -1e200, 2e200, 0}), []int{0, 1, 0, 1}
	_, err := (&LinearSVM{}).Fit(context.Background(), Matrix(x), y)
	assert.ErrorIs(t, err, errTooLarge)
	_, err = (&Logistic{}).Fit(context.Background(), Matrix(x), y)
	assert.ErrorIs(t, err, errTooLarge)
	_, err = (&Ridge{Lambda: 1}).Fit(context.Background(), Matrix(x), mat.NewDense(4, 1, nil))
	assert.ErrorIs(t, err, errTooLarge)
	for k := 1; k < 3; k++ {
		_, err = (&KMeans{Clusters: k}).Fit(context.Background(), Matrix(x))
		assert.ErrorIs(t, err, errTooLarge)
	}
}
