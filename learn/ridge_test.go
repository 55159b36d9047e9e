package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"krein/internal/learn/score"
	"krein/internal/learn/spectral"
)

// λDw = Φᵀ(y − f), and with a free intercept Σ(y − f) = 0: also far from the origin.
func TestRidgeEquations(t *testing.T) {
	x, _ := sample(5, 70, 4, 2)
	y := mat.NewDense(70, 2, nil)
	y.SetCol(0, values(1, x))
	y.SetCol(1, values(2, x))
	penalty := []float64{1, 2, 0.5, 3}
	for _, far := range []float64{0, 1e5} {
		for i := range 70 {
			x.Set(i, 1, x.At(i, 1)+far)
			y.Set(i, 1, y.At(i, 1)+far)
		}
		for b := NoIntercept; b <= PenalisedIntercept; b++ {
			if far > 0 && b != FreeIntercept {
				continue
			}
			s := Ridge{Lambda: 2.5, Intercept: b, Penalty: penalty}
			m, err := s.Fit(ctx, Matrix(x), y)
			require.NoError(t, err)
			f, err := m.Evaluate(ctx, Matrix(x))
			require.NoError(t, err)
			for k := range 2 {
				sum := 0.0
				g := make([]float64, 4)
				for i := range 70 {
					r := y.At(i, k) - f.At(i, k)
					sum += r
					for j := range g {
						g[j] += r * (x.At(i, j) - far*float64(j%3%2))
					}
				}
				for j := range g {
					assert.InDelta(t, 2.5*penalty[j]*m.Weights.At(k, j), g[j], 1e-8*(1+far/100), "%v %v", b, far)
				}
				switch b {
				case NoIntercept:
					assert.Zero(t, m.Intercept[k])
				case FreeIntercept:
					assert.InDelta(t, 0, sum, 1e-9*(1+far))
				case PenalisedIntercept:
					assert.InDelta(t, 2.5*m.Intercept[k], sum, 1e-9)
				}
			}
			p, err := s.Path(ctx, Matrix(x), y)
			require.NoError(t, err)
			for _, lambda := range []float64{0.1, 40} {
				s.Lambda = lambda
				m, err := s.Fit(ctx, Matrix(x), y)
				require.NoError(t, err)
				assert.True(t, mat.EqualApprox(m.Weights, p.At(lambda).Weights, 1e-9), "%v", b)
			}
		}
	}
}

func TestRidgeGolden(t *testing.T) {
	g := readGolden(t)
	m, err := (&Ridge{Lambda: 3, Intercept: FreeIntercept}).Fit(ctx, Matrix(g.x), column(g.T))
	require.NoError(t, err)
	f, err := m.Evaluate(ctx, Matrix(g.x))
	require.NoError(t, err)
	r := score.RMSE(g.T, mat.Col(nil, 0, f))
	n := mat.Norm(m.Weights, 2)
	assert.InEpsilon(t, g.Ridge["3"], 3*n*n+r*r*float64(len(g.T)), 1e-12)
}

// GCV against its definition n‖(I−H)y‖²/tr(I−H)², with the hat matrix H column by column.
func TestGCV(t *testing.T) {
	const n, lambda = 25, 1.5
	x, _ := sample(6, n, 3, 2)
	y := values(3, x)
	s := Ridge{Lambda: lambda, Intercept: FreeIntercept}
	trace, rest := 0.0, 0.0
	for i := range n {
		e := mat.NewDense(n, 1, nil)
		e.Set(i, 0, 1)
		m, err := s.Fit(ctx, Matrix(x), e)
		require.NoError(t, err)
		f, err := m.Evaluate(ctx, Matrix(x))
		require.NoError(t, err)
		trace += 1 - f.At(i, 0)
	}
	m, err := s.Fit(ctx, Matrix(x), column(y))
	require.NoError(t, err)
	f, err := m.Evaluate(ctx, Matrix(x))
	require.NoError(t, err)
	for i, v := range y {
		rest += (v - f.At(i, 0)) * (v - f.At(i, 0))
	}
	p, err := s.Path(ctx, Matrix(x), column(y))
	require.NoError(t, err)
	assert.InDelta(t, n-trace, p.Freedom(lambda), 1e-10)
	assert.InEpsilon(t, n*rest/(trace*trace), p.GCV(lambda), 1e-10)
}

// SVR with ε = 0 is ridge regression with λ = 1/(2C).
func TestRidgeIsSVR(t *testing.T) {
	x, _ := sample(7, 50, 3, 2)
	y := values(4, x)
	a, err := (&SVR{Convex: Convex{C: 2, Intercept: FreeIntercept, Tolerance: 1e-12}}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	b, err := (&Ridge{Lambda: 0.25, Intercept: FreeIntercept}).Fit(ctx, Matrix(x), column(y))
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(a.Weights, b.Weights, 1e-9))
	assert.InDelta(t, a.Intercept[0], b.Intercept[0], 1e-9)
}

// The upper triangle in stripes is the whole of ΦᵀΦ, for more columns than a stripe and more rows than a block.
func TestGramStripes(t *testing.T) {
	x, _ := sample(8, 1100, spectral.Stripe+9, 2)
	sums, err := accumulate(ctx, Matrix(x), mat.NewDense(1100, 1, nil), nil, 1, false)
	require.NoError(t, err)
	var want mat.Dense
	want.Mul(x.T(), x)
	got := sums[0].system(NoIntercept).gram
	assert.True(t, mat.EqualApprox(&want, got, 1e-9))
}

func TestRidgeRefusals(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 2, 2, 4, 3, 6, 4, 8})
	y := mat.NewDense(4, 1, []float64{1, 2, 3, 5})
	_, err := (&Ridge{}).Fit(ctx, Matrix(x), y)
	assert.ErrorContains(t, err, "singular")
	near := mat.NewDense(4, 2, []float64{1, 1e-9, 2, 3e-9, 3, 0, 4, 0})
	_, err = (&Ridge{}).Fit(ctx, Matrix(near), y)
	assert.ErrorContains(t, err, "singular")
	_, err = (&Ridge{Lambda: -1}).Fit(ctx, Matrix(x), y)
	assert.ErrorContains(t, err, "λ = -1")
	_, err = (&Ridge{Lambda: 1, Intercept: 5}).Fit(ctx, Matrix(x), y)
	assert.ErrorContains(t, err, "intercept")
	_, err = (&Ridge{Penalty: []float64{1, 0}}).Path(ctx, Matrix(x), y)
	assert.ErrorContains(t, err, "column 2 has no penalty")
	y.Set(2, 0, math.Inf(1))
	_, err = (&Ridge{Lambda: 1}).Fit(ctx, Matrix(x), y)
	assert.ErrorContains(t, err, "value of row 3")
	assert.Panics(t, func() { _, _ = (&Ridge{Lambda: 1}).Fit(ctx, Matrix(x), mat.NewDense(3, 1, nil)) })
}

// Sums from an origin that is not the mean: more rows than the first block, and far from 0.
func TestSumsFromAnOrigin(t *testing.T) {
	x, _ := sample(9, 1500, 3, 2)
	y := values(5, x)
	for i := range y {
		x.Set(i, 2, x.At(i, 2)+float64(i))
		y[i] += float64(2 * i)
	}
	p, err := (&Ridge{Intercept: FreeIntercept}).Path(ctx, Matrix(x), column(y))
	require.NoError(t, err)
	f, err := p.At(0.3).Evaluate(ctx, Matrix(x))
	require.NoError(t, err)
	r := score.RMSE(y, mat.Col(nil, 0, f))
	free := 1500 - p.Freedom(0.3)
	assert.InEpsilon(t, 1500*1500*r*r/(free*free), p.GCV(0.3), 1e-6)
}

// Of fewer rows than columns the equations in the rows have the solution of those in the columns, for any intercept and
// penalties, and one decomposition the scores of cross-validation that fits to the rows outside of each fold have.
func TestRidgeOfFewRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(5, 12).Draw(t, "rows")
		c := n + rapid.IntRange(1, 9).Draw(t, "more")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		random := func(r, c int) *mat.Dense {
			m := mat.NewDense(r, c, nil)
			m.Apply(func(_, _ int, _ float64) float64 { return 2 + rng.NormFloat64() }, m)
			return m
		}
		x, y := random(n, c), random(n, 2)
		s := &Ridge{Lambda: math.Ldexp(1, rapid.IntRange(-6, 6).Draw(t, "λ")),
			Intercept: Intercept(rapid.IntRange(0, 2).Draw(t, "intercept"))}
		if rapid.Bool().Draw(t, "penalty") {
			for range c {
				s.Penalty = append(s.Penalty, 0.5+rng.Float64())
			}
		}
		ctx := t.Context()
		got, err := s.Fit(ctx, Matrix(x), y)
		require.NoError(t, err)
		// A direct solution by the sums over rows.
		direct := func(x, y *mat.Dense) *Linear {
			origin, err := s.Origin(Matrix(x), y)
			require.NoError(t, err)
			sums := NewSums(origin, 2)
			require.NoError(t, sums.Add(ctx, Matrix(x), y))
			l, err := s.Solve(sums)
			require.NoError(t, err)
			return l
		}
		want := direct(x, y)
		assert.True(t, mat.EqualApprox(want.Weights, got.Weights, 1e-8), "%v\n%v", want.Weights, got.Weights)
		assert.InDeltaSlice(t, want.Intercept, got.Intercept, 1e-8)

		folds := &Folds{Count: rapid.IntRange(2, 5).Draw(t, "folds"), Grid: []float64{s.Lambda}}
		scores, err := s.CrossValidate(ctx, Matrix(x), y, folds)
		require.NoError(t, err)
		fold, err := folds.Deal(n)
		require.NoError(t, err)
		for f := range folds.Count {
			var in, out []int
			for i, g := range fold {
				if int(g) == f {
					out = append(out, i)
				} else {
					in = append(in, i)
				}
			}
			some := func(of *mat.Dense, rows []int) *mat.Dense {
				_, c := of.Dims()
				m := mat.NewDense(len(rows), c, nil)
				for to, i := range rows {
					m.SetRow(to, of.RawRowView(i))
				}
				return m
			}
			p, err := direct(some(x, in), some(y, in)).Evaluate(ctx, Matrix(some(x, out)))
			require.NoError(t, err)
			p.Sub(p, some(y, out))
			assert.InDelta(t, mat.Norm(p, 2)/math.Sqrt(float64(2*len(out))), scores.Folds[0][f], 1e-8)
		}
	})
}

// For λ that is next to nothing beside the matrix there are scores nevertheless.
func TestRidgeOfTinyLambda(t *testing.T) {
	x, y := mat.NewDense(30, 3, nil), mat.NewDense(30, 1, nil)
	for i := range 30 {
		v := float64(i%7) * 1e4
		x.SetRow(i, []float64{v, v, float64(i % 3)})
		y.Set(i, 0, float64(i%7))
	}
	s, err := new(Ridge).CrossValidate(t.Context(), Matrix(x), y, &Folds{Grid: []float64{1e-9, 1}})
	require.NoError(t, err)
	assert.Equal(t, []float64{1e-9, 1}, s.Grid)
	assert.Less(t, s.Mean[1], 1e-2)
}
