package landmarks

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/learn"
)

var ctx = context.Background()

// between is ΨSΦᵀ.
func between(psi, phi *mat.Dense, signs []float64) *mat.Dense {
	signed := mat.DenseCopyOf(psi)
	signed.Apply(func(_, j int, v float64) float64 { return v * signs[j] }, signed)
	out := new(mat.Dense)
	out.Mul(signed, phi.T())
	return out
}

// of makes what NewLandmarks evaluates.
func of(k func(z float64) float64) func(dst, z []float64) []float64 {
	return func(dst, z []float64) []float64 {
		for i, v := range z {
			dst[i] = k(v)
		}
		return dst
	}
}

// difference is an indefinite kernel.
func difference(z float64) float64 { return math.Exp(-z*z/2) - 0.7*math.Exp(-z*z/8) }

func scattered(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 5))
	x := mat.NewDense(n, d, nil)
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = rng.NormFloat64()
	}
	return x
}

// kernels are the matrix of k between rows.
func kernels(k func(z float64) float64, x, y *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	m, _ := y.Dims()
	out := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			s := 0.0
			for a, v := range x.RawRowView(i) {
				s += (v - y.At(j, a)) * (v - y.At(j, a))
			}
			out.Set(i, j, k(math.Sqrt(s)))
		}
	}
	return out
}

func landmarks(t *testing.T, k func(z float64) float64, points *mat.Dense) *Map {
	t.Helper()
	l, err := New(of(k), points)
	require.NoError(t, err)
	return l
}

// features are Ψ of rows.
func features(t *testing.T, l *Map, by *learn.Canonical, x *mat.Dense) *mat.Dense {
	t.Helper()
	c, err := l.Transform(nil, x)
	require.NoError(t, err)
	psi := new(mat.Dense)
	psi.Mul(c, by.By)
	return psi
}

// off is ‖K − ΨSΨᵀ‖ on rows.
func off(t *testing.T, k func(z float64) float64, l *Map, by *learn.Canonical, x *mat.Dense) float64 {
	t.Helper()
	psi := features(t, l, by, x)
	var d mat.Dense
	d.Sub(kernels(k, x, x), between(psi, psi, by.Signature()))
	return mat.Norm(&d, 2)
}

// Columns are kernels with the points, of rows of any table, to the bit whatever rows are with them.
func TestMap(t *testing.T) {
	points, x := scattered(1, 7, 3), scattered(2, 150, 3)
	x.SetRow(149, points.RawRowView(2))
	l := landmarks(t, difference, points)
	assert.Equal(t, []int{7, 3}, []int{l.Columns(), l.Dim()})
	got, err := l.Transform(nil, x)
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(kernels(difference, x, points), got, 1e-14))
	assert.Equal(t, difference(0), got.At(149, 2)) // the distance of equal rows is 0
	turned, err := l.Transform(mat.NewDense(150, 7, nil), mat.DenseCopyOf(x.T()).T())
	require.NoError(t, err)
	assert.True(t, mat.Equal(got, turned))
	one, err := l.Transform(nil, x.Slice(140, 141, 0, 3))
	require.NoError(t, err)
	assert.Equal(t, got.RawRowView(140), one.RawRowView(0))
	points.Set(0, 0, 99)
	assert.NotEqual(t, 99., l.Points().At(0, 0))
}

// Nyström's K ≈ C K_mm⁻¹ Cᵀ of an indefinite kernel, from the equations instead of eigenvalues; between the points it
// is K_mm.
func TestNystrom(t *testing.T) {
	points, x := scattered(1, 12, 3), scattered(2, 20, 3)
	l := landmarks(t, difference, points)
	by, err := l.Nystrom(ctx, nil, 12)
	require.NoError(t, err)
	assert.Contains(t, by.Signature(), -1.)
	assert.Contains(t, by.Signature(), 1.)
	assert.Less(t, off(t, difference, l, by, points), 1e-12)
	var solved, want mat.Dense
	c := kernels(difference, x, points)
	require.NoError(t, solved.Solve(kernels(difference, points, points), c.T()))
	want.Mul(c, &solved)
	psi := features(t, l, by, x)
	assert.True(t, mat.EqualApprox(&want, between(psi, psi, by.Signature()), 1e-9))
	// Functions of the features are functions of the kernels.
	f := &learn.Linear{Weights: scattered(3, 1, 12), Intercept: []float64{2}}
	a, err := f.Evaluate(ctx, learn.Matrix(psi))
	require.NoError(t, err)
	b, err := by.Fold(f).Evaluate(ctx, learn.Mapped(l, x))
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(a, b, 1e-10))
	// The first columns are nearest between the points, whichever way they are found.
	wide := landmarks(t, difference, scattered(4, 130, 2))
	by, err = wide.Nystrom(ctx, nil, 20)
	require.NoError(t, err)
	values, _, err := spectral.All(kernels(difference, wide.Points(), wide.Points()))
	require.NoError(t, err)
	for at, i := range spectral.BySize(values)[:20] {
		assert.InEpsilon(t, values[i], by.Values[at], 1e-3, at)
	}
}

// A kernel of finite rank is exact at every row, with duplicates among the points too, in as many columns as its rank.
func TestNystromRank(t *testing.T) {
	plane := func(z float64) float64 { return 3 - z*z } // 3 − ‖x‖² − ‖y‖² + 2⟨x,y⟩: rank d + 2, of both signs
	points, x := scattered(1, 40, 4), scattered(2, 60, 4)
	for i := range 20 {
		points.SetRow(20+i, points.RawRowView(i))
	}
	l := landmarks(t, plane, points)
	for _, n := range []int{6, 40} {
		by, err := l.Nystrom(ctx, x, n)
		require.NoError(t, err)
		assert.Len(t, by.Values, 6)
		assert.Less(t, off(t, plane, l, by, x), 1e-8)
	}
	by, err := landmarks(t, plane, scattered(3, 1, 4)).Principal(ctx, x, 8) // one point
	require.NoError(t, err)
	assert.Len(t, by.Values, 1)
}

// An indefinite matrix that is singular by accident: the direction is left out where other rows show that
// it does harm.
func TestNystromAccident(t *testing.T) {
	k := func(z float64) float64 { return (1 + 2*z*z) * math.Exp(-z*z/2) }
	lo, hi := 1.2, 5. // k(lo) > k(0) = 1 > k(hi)
	for range 80 {
		if mid := (lo + hi) / 2; k(mid) > 1 {
			lo = mid
		} else {
			hi = mid
		}
	}
	x := scattered(5, 200, 1)
	l := landmarks(t, k, mat.NewDense(2, 1, []float64{0, lo + 1e-7}))
	all, err := l.Nystrom(ctx, nil, 2)
	require.NoError(t, err)
	require.Len(t, all.Values, 2)
	kept, err := l.Nystrom(ctx, x, 2)
	require.NoError(t, err)
	assert.Len(t, kept.Values, 1)
	assert.Greater(t, off(t, k, l, all, x), 1e3*off(t, k, l, kept, x))
}

// Rows that directions are tried on are no points.
func TestOthers(t *testing.T) {
	x := scattered(1, 60, 2)
	l := landmarks(t, difference, picked(x, learn.UniformRows(60, 25, 1)))
	some, err := l.others(x)
	require.NoError(t, err)
	n, _ := some.Dims()
	assert.Equal(t, 35, n)
	some, err = landmarks(t, difference, picked(x, learn.UniformRows(60, 35, 1))).others(x)
	require.NoError(t, err)
	assert.Nil(t, some) // too few
}

// With more points than columns principal ones are nearer to K than as many points are, and nearly as near as
// anything can be.
func TestPrincipal(t *testing.T) {
	x := scattered(7, 400, 2)
	k := func(z float64) float64 { return math.Exp(-z*z/2) - 0.5*math.Exp(-z*z) }
	values, _, err := spectral.All(kernels(k, x, x))
	require.NoError(t, err)
	rest := 0.0
	for _, i := range spectral.BySize(values)[15:] {
		rest += values[i] * values[i]
	}
	pick := func(m int) *Map {
		points, err := Draw(ctx, x, m, false, 3)
		require.NoError(t, err)
		return landmarks(t, k, points)
	}
	near, err := pick(120).Principal(ctx, x, 15)
	require.NoError(t, err)
	require.Len(t, near.Values, 15)
	best := off(t, k, pick(120), near, x)
	assert.Less(t, best, 1.1*math.Sqrt(rest))
	assert.GreaterOrEqual(t, best, math.Sqrt(rest)*(1-1e-9))
	plain, err := pick(15).Principal(ctx, x, 15)
	require.NoError(t, err)
	assert.Greater(t, off(t, k, pick(15), plain, x), 1.5*best)
	all, err := pick(500).Principal(ctx, x, 15) // fewer rows than landmarks: kernel PCA
	require.NoError(t, err)
	assert.InEpsilon(t, math.Sqrt(rest), off(t, k, pick(400), all, x), 1e-3)
}

// Points are drawn as rows are.
func TestDraw(t *testing.T) {
	x := scattered(1, 30, 2)
	for _, spread := range []bool{false, true} {
		want := learn.UniformRows(30, 4, 7)
		if spread {
			var err error
			want, err = learn.SpreadRows(ctx, learn.Matrix(x), 4, 7)
			require.NoError(t, err)
		}
		points, err := Draw(ctx, x, 4, spread, 7)
		require.NoError(t, err)
		for to, from := range want {
			assert.Equal(t, x.RawRowView(from), points.RawRowView(to))
		}
	}
	x.Set(29, 0, math.NaN())
	_, err := Draw(ctx, x, 4, true, 7)
	assert.ErrorContains(t, err, "row 30, column 1 is NaN")
}

// What is wrong is said.
func TestRefuse(t *testing.T) {
	points := scattered(1, 5, 2)
	l := landmarks(t, difference, points)
	x := scattered(2, 70, 2)
	x.Set(66, 1, math.NaN())
	_, err := l.Transform(nil, x)
	assert.ErrorContains(t, err, "row 67, column 2 is NaN")
	_, err = l.Nystrom(ctx, x, 3)
	assert.ErrorContains(t, err, "row 67, column 2 is NaN")
	x.Set(66, 1, 1e200)
	_, err = l.Transform(nil, x)
	assert.ErrorContains(t, err, "too large")
	_, err = New(of(difference), mat.NewDense(1, 2, []float64{0, math.Inf(1)}))
	assert.ErrorContains(t, err, "row 1, column 2 is +Inf")
	_, err = landmarks(t, func(z float64) float64 { return 1 / z }, points).Nystrom(ctx, nil, 3)
	assert.ErrorContains(t, err, "the kernel of row 1 with landmark 1 is +Inf")
	_, err = landmarks(t, func(float64) float64 { return 0 }, points).Nystrom(ctx, nil, 3)
	assert.ErrorContains(t, err, "0 between all landmarks")
	assert.Panics(t, func() { _, _ = l.Nystrom(ctx, nil, 0) })
	assert.Panics(t, func() { _, _ = l.Transform(nil, scattered(1, 2, 3)) })
	assert.Panics(t, func() { _, _ = l.Transform(mat.NewDense(2, 2, nil), scattered(1, 2, 2)) })
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = landmarks(t, difference, scattered(1, 120, 2)).Nystrom(stopped, nil, 3)
	assert.ErrorIs(t, err, context.Canceled)
}

// A function of the distance is the same as one of x − y, also for the directions that rows elsewhere leave out.
func TestDifferences(t *testing.T) {
	t.Parallel()
	x := scattered(3, 90, 4)
	points := mat.DenseCopyOf(x.Slice(0, 20, 0, 4))
	a, err := New(of(difference), points)
	require.NoError(t, err)
	b, err := NewOfDifferences(func(delta []float64) float64 {
		v := difference(mat.Norm(mat.NewVecDense(4, delta), 2))
		clear(delta)
		return v
	}, points)
	require.NoError(t, err)
	left, err := a.Transform(nil, x)
	require.NoError(t, err)
	right, err := b.Transform(nil, x)
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(left, right, 1e-12))
	first, err := a.Nystrom(ctx, x, 12)
	require.NoError(t, err)
	second, err := b.Nystrom(ctx, x, 12)
	require.NoError(t, err)
	assert.InDeltaSlice(t, first.Values, second.Values, 1e-9)
}
