package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

var signs = []float64{1, -1, 1, -1, 1}

// between is the matrix of k between rows: XJYᵀ.
func between(x, y *mat.Dense, signature []float64) *mat.Dense {
	var k mat.Dense
	k.Mul(x, mat.NewDiagDense(len(signature), signature))
	var all mat.Dense
	all.Mul(&k, y.T())
	return &all
}

func TestCanonical(t *testing.T) {
	x, _ := sample(1, 30, 5, 2)
	for i := range 30 { // a column that depends on others
		x.Set(i, 4, x.At(i, 0)+x.At(i, 1))
	}
	can, err := NewCanonical(ctx, Matrix(x), signs, false)
	require.NoError(t, err)
	k := between(x, x, signs)
	psi := new(mat.Dense)
	psi.Mul(x, can.By)
	var gram mat.Dense
	gram.Mul(psi.T(), psi)
	for i, d := range can.Values {
		for j := range can.Values {
			want := 0.0
			if i == j {
				want = math.Abs(d)
			}
			assert.InDelta(t, want, gram.At(i, j), 1e-9)
		}
	}
	assert.True(t, mat.EqualApprox(k, between(psi, psi, can.Signature()), 1e-9))
	var eig mat.EigenSym
	require.True(t, eig.Factorize(gramOf(x, signs), false))
	var want []float64
	for _, d := range eig.Values(nil) {
		if math.Abs(d) > 1e-9 {
			want = append(want, d)
		}
	}
	assert.Len(t, want, 4)
	assert.InDeltaSlice(t, want, can.Values, 1e-9)
	block, err := can.Rows(Matrix(x)).Block(general(3, 4), 7)
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(psi.Slice(7, 10, 0, 4), dense(block), 1e-12))
}

// The machine of Loosli, Canu and Ong from the kernel matrix alone: features U|D|^½ of |K|, α̃ = U|D|^−½w and
// α = USUᵀα̃, f = Σ α_i k(x_i, ·) at new points.
func TestKreinSVM(t *testing.T) {
	const n = 40
	x, y := sample(2, n, 5, 2)
	at, _ := sample(3, 7, 5, 2)
	set := Convex{C: 0.6, Tolerance: 1e-11}
	m, err := (&KreinSVM{Convex: set, Signature: signs}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	got, err := m.Evaluate(ctx, Matrix(at))
	require.NoError(t, err)
	var eig mat.EigenSym
	require.True(t, eig.Factorize(gramOf(x, signs), true))
	var u mat.Dense
	eig.VectorsTo(&u)
	roots, signsOfK := make([]float64, n), make([]float64, n)
	psi := mat.NewDense(n, n, nil)
	for j, d := range eig.Values(nil) {
		if math.Abs(d) > 1e-9 {
			roots[j], signsOfK[j] = math.Sqrt(math.Abs(d)), math.Copysign(1, d)
		}
		for i := range n {
			psi.Set(i, j, u.At(i, j)*roots[j])
		}
	}
	flat, err := (&LinearSVM{Convex: set}).Fit(ctx, Matrix(psi), y)
	require.NoError(t, err)
	a := mat.NewVecDense(n, nil)
	for j, r := range roots {
		if r > 0 {
			a.SetVec(j, signsOfK[j]*flat.Weights.At(0, j)/r)
		}
	}
	var alpha, f mat.VecDense
	alpha.MulVec(&u, a)
	f.MulVec(between(at, x, signs), &alpha)
	assert.InDeltaSlice(t, f.RawVector().Data, mat.Col(nil, 0, got), 1e-7)
	// Penalties of 1 are none, others are.
	one, err := (&KreinSVM{Convex: set, Signature: signs, Plus: 1, Minus: 1}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(m.Weights, one.Weights, 1e-9))
	other, err := (&KreinSVM{Convex: set, Signature: signs, Plus: 1, Minus: 1e6}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	assert.False(t, mat.EqualApprox(m.Weights, other.Weights, 1e-3))
	assert.Equal(t, 2, other.Classes)
}

// kernelRidge returns α with (K + λI)α = y.
func kernelRidge(t *testing.T, k, y *mat.Dense, lambda float64) *mat.Dense {
	a := mat.DenseCopyOf(k)
	for i := range y.RawMatrix().Rows {
		a.Set(i, i, a.At(i, i)+lambda)
	}
	x := new(mat.Dense)
	require.NoError(t, x.Solve(a, y))
	return x
}

// (K + λI)α = y at new points; with a free intercept, of centred features and values.
func TestStationary(t *testing.T) {
	const n = 30
	x, _ := sample(4, n, 5, 2)
	at, _ := sample(5, 6, 5, 2)
	y := values(1, x)
	p, err := (&KreinRidge{Signature: signs}).Fit(ctx, Matrix(x), column(y))
	require.NoError(t, err)
	for _, lambda := range []float64{0.3, 7} {
		alpha := kernelRidge(t, between(x, x, signs), column(y), lambda)
		var want mat.Dense
		want.Mul(between(at, x, signs), alpha)
		l, err := p.Stationary(lambda)
		require.NoError(t, err)
		got, err := l.Evaluate(ctx, Matrix(at))
		require.NoError(t, err)
		assert.True(t, mat.EqualApprox(&want, got, 1e-8))
	}
	_, err = p.Stationary(-p.Eigenvalues()[1])
	assert.ErrorContains(t, err, "eigenvalue of K")

	free, err := (&KreinRidge{Signature: signs, Intercept: FreeIntercept}).Fit(ctx, Matrix(x), column(y))
	require.NoError(t, err)
	centred, mean := mat.DenseCopyOf(x), make([]float64, 6)
	for i := range n {
		for j := range 5 {
			mean[j] += x.At(i, j) / n
		}
		mean[5] += y[i] / n
	}
	yc := make([]float64, n)
	for i := range n {
		for j := range 5 {
			centred.Set(i, j, x.At(i, j)-mean[j])
		}
		yc[i] = y[i] - mean[5]
	}
	q, err := (&KreinRidge{Signature: signs}).Fit(ctx, Matrix(centred), column(yc))
	require.NoError(t, err)
	a, err := free.Stationary(2)
	require.NoError(t, err)
	b, err := q.Stationary(2)
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(a.Weights, b.Weights, 1e-9))
	want := mean[5]
	for j := range 5 {
		want -= b.Weights.At(0, j) * mean[j]
	}
	assert.InDelta(t, want, a.Intercept[0], 1e-9)
}

// With a positive signature all are ridge regression.
func TestPositiveKreinIsRidge(t *testing.T) {
	x, _ := sample(4, 30, 5, 2)
	y := column(values(1, x))
	p, err := (&KreinRidge{Signature: ones(5), Intercept: FreeIntercept}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	want, err := (&Ridge{Lambda: 2, Intercept: FreeIntercept}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	a, err := p.Stationary(2)
	require.NoError(t, err)
	assert.True(t, mat.EqualApprox(want.Weights, a.Weights, 1e-9))
	assert.True(t, mat.EqualApprox(want.Weights, p.Hilbert(2, 5).Weights, 1e-9))
}

// The gradient in the eigenvectors' coordinates is zero: λ_±w = Ψᵀ(y − Ψw).
func TestHilbert(t *testing.T) {
	x, _ := sample(6, 30, 5, 2)
	y := column(values(2, x))
	p, err := (&KreinRidge{Signature: signs}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	l := p.Hilbert(0.5, 4)
	can, err := NewCanonical(ctx, Matrix(x), signs, false)
	require.NoError(t, err)
	var psi, f, rest, r, inverse, w mat.Dense
	psi.Mul(x, can.By)
	f.Mul(x, l.Weights.T())
	rest.Sub(y, &f)
	r.Mul(psi.T(), &rest)
	require.NoError(t, inverse.Inverse(can.By))
	w.Mul(&inverse, l.Weights.T())
	for i, s := range can.Signature() {
		penalty := 0.5
		if s < 0 {
			penalty = 4
		}
		assert.InDelta(t, penalty*w.At(i, 0), r.At(i, 0), 1e-8)
	}
	assert.Panics(t, func() { p.Hilbert(0, 1) })
}

// On the sphere no point is better: the constraint holds, and random points are not below.
func TestSphere(t *testing.T) {
	x, _ := sample(7, 30, 5, 2)
	y := mat.NewDense(30, 2, nil)
	y.SetCol(0, values(3, x))
	y.SetCol(1, values(4, x))
	p, err := (&KreinRidge{Signature: signs}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	for _, square := range []float64{1, 500} {
		l, err := p.Sphere(3, square)
		require.NoError(t, err)
		f, err := l.Evaluate(ctx, Matrix(x))
		require.NoError(t, err)
		for k := range 2 {
			assert.InEpsilon(t, square, mat.Dot(f.ColView(k), f.ColView(k)), 1e-9)
		}
	}
	_, err = p.Sphere(-1, 1)
	assert.ErrorContains(t, err, "λ = -1")
	_, err = p.Sphere(1, 0)
	assert.Error(t, err)

	rng := rand.New(rand.NewPCG(1, 1))
	for _, b := range [][]float64{{1, -2, 0.5, 3}, {0, -2, 0.5, 3}, {1, 0, 1, 1}, {0, 0, 0, 0}} {
		d := []float64{-3, -0.7, 0.4, 9}
		const lambda, square = 2, 1.7
		value := func(w []float64) (f, n float64) {
			for i, v := range w {
				f += lambda*math.Copysign(1, d[i])*v*v - 2*b[i]*v
				n += math.Abs(d[i]) * v * v
			}
			return f, n
		}
		w := onSphere(d, b, lambda, square)
		least, n := value(w)
		assert.InEpsilon(t, square, n, 1e-9, b)
		for range 3000 {
			v := make([]float64, 4)
			for i := range v {
				v[i] = w[i] + rng.NormFloat64()*math.Exp(-6*rng.Float64())
			}
			_, n := value(v)
			for i := range v {
				v[i] *= math.Sqrt(square / n)
			}
			f, _ := value(v)
			assert.GreaterOrEqual(t, f, least-1e-9, b)
		}
	}
}

func TestKreinRefusals(t *testing.T) {
	x, y := sample(2, 20, 5, 2)
	v := column(values(1, x))
	assert.Panics(t, func() { _, _ = (&KreinRidge{Signature: signs[1:]}).Fit(ctx, Matrix(x), v) })
	assert.Panics(t, func() { _, _ = NewCanonical(ctx, Matrix(x), signs[1:], false) })
	_, err := (&KreinRidge{Signature: signs, Intercept: PenalisedIntercept}).Fit(ctx, Matrix(x), v)
	assert.ErrorContains(t, err, "none or free")
	_, err = (&KreinSVM{Signature: signs}).Fit(ctx, Matrix(mat.NewDense(20, 5, nil)), y)
	assert.ErrorContains(t, err, "all features are zero")
	assert.Equal(t, []float64{2, 3, 2}, Penalty([]float64{1, -1, 1}, 2, 3))
}

func TestAsymmetric(t *testing.T) {
	const n, lambda = 25, 0.8
	phi, _ := sample(1, n, 4, 2)
	psi, _ := sample(2, n, 4, 2)
	newPhi, _ := sample(3, 6, 4, 2)
	newPsi, _ := sample(4, 6, 4, 2)
	y := mat.NewDense(n, 2, nil)
	y.SetCol(0, values(1, phi))
	y.SetCol(1, values(2, psi))
	s := &Asymmetric{Lambda: lambda}
	k := between(phi, psi, ones(4))
	alpha, beta, err := s.FitKernel(k, y)
	require.NoError(t, err)
	var r mat.Dense
	r.Mul(k, beta)
	for i := range n {
		assert.InDelta(t, y.At(i, 1), lambda*alpha.At(i, 1)+r.At(i, 1), 1e-9)
	}
	r.Reset()
	r.Mul(k.T(), alpha)
	for i := range n {
		assert.InDelta(t, y.At(i, 0), r.At(i, 0)+lambda*beta.At(i, 0), 1e-9)
	}
	f1, f2, err := s.Fit(ctx, Matrix(phi), Matrix(psi), y)
	require.NoError(t, err)
	a, err := f1.Evaluate(ctx, Matrix(newPhi))
	require.NoError(t, err)
	b, err := f2.Evaluate(ctx, Matrix(newPsi))
	require.NoError(t, err)
	var want mat.Dense
	want.Mul(between(newPhi, psi, ones(4)), beta)
	assert.True(t, mat.EqualApprox(&want, a, 1e-8))
	want.Reset()
	want.Mul(between(phi, newPsi, ones(4)).T(), alpha)
	assert.True(t, mat.EqualApprox(&want, b, 1e-8))
	// A symmetric positive kernel: both are kernel ridge regression.
	k = between(phi, phi, ones(4))
	alpha, beta, err = s.FitKernel(k, y)
	require.NoError(t, err)
	ridge := kernelRidge(t, k, y, lambda)
	assert.True(t, mat.EqualApprox(alpha, beta, 1e-8))
	assert.True(t, mat.EqualApprox(alpha, ridge, 1e-8))
	// Where λ is a singular value of K, or −λ an eigenvalue, there is no solution.
	one := mat.NewDense(2, 2, []float64{0, lambda, lambda, 0})
	_, _, err = s.FitKernel(one, mat.NewDense(2, 1, []float64{1, 2}))
	assert.ErrorContains(t, err, "singular value")
	_, _, err = (&Asymmetric{}).Fit(ctx, Matrix(phi), Matrix(psi), y)
	assert.ErrorContains(t, err, "want a positive number")
	assert.Panics(t, func() { _, _, _ = s.FitKernel(one, y) })
	assert.Panics(t, func() { _, _, _ = s.Fit(ctx, Matrix(phi), Matrix(mat.NewDense(n, 3, nil)), y) })
}

// Both functions are stationary, λv + ΦᵀΦw = Φᵀy and λw + ΨᵀΨv = Ψᵀy, of fewer rows than columns and of more, for all
// λ of a path; where λ is a singular value of K, they are refused.
func TestAsymmetricPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, c, m := rapid.IntRange(1, 40).Draw(t, "rows"), rapid.IntRange(1, 40).Draw(t, "columns"), rapid.IntRange(1, 3).Draw(t, "targets")
		seed := rapid.Uint64Range(1, 1000).Draw(t, "seed")
		phi, _ := sample(seed, n, c, 2)
		psi, _ := sample(seed+1000, n, c, 2)
		y, _ := sample(seed+2000, n, m, 2)
		p, err := (&Asymmetric{}).Path(ctx, Matrix(phi), Matrix(psi), y)
		require.NoError(t, err)
		for _, lambda := range []float64{0.7, 3, 40} {
			f1, f2, err := p.At(lambda)
			require.NoError(t, err)
			w, v := f1.Weights.T(), f2.Weights.T()
			size := mat.Norm(w, 2) + mat.Norm(v, 2)
			for _, q := range []struct {
				x            *mat.Dense
				inner, outer mat.Matrix
			}{{phi, w, v}, {psi, v, w}} {
				var r, of mat.Dense
				r.Mul(q.x, q.inner)
				r.Sub(y, &r)
				of.Mul(q.x.T(), &r)
				r.Reset()
				r.Scale(lambda, q.outer)
				of.Sub(&of, &r)
				norm := mat.Norm(phi, 2) + mat.Norm(psi, 2)
				assert.LessOrEqual(t, mat.Norm(&of, 2), 1e-11*(1+norm*norm)*(1+size))
			}
		}
	})
	for _, columns := range []int{2, 3} { // as many columns as rows, and more
		phi, psi := mat.NewDense(2, columns, nil), mat.NewDense(2, columns, nil)
		phi.Set(0, 0, 1)
		phi.Set(1, 1, 1)
		psi.Set(0, 1, 0.8)
		psi.Set(1, 0, 0.5)
		p, err := (&Asymmetric{}).Path(ctx, Matrix(phi), Matrix(psi), mat.NewDense(2, 1, []float64{1, 2}))
		require.NoError(t, err)
		_, _, err = p.At(0.8)
		assert.ErrorIs(t, err, errAsymmetric, columns)
		_, _, err = p.At(0.7)
		assert.NoError(t, err)
		_, _, err = p.At(0)
		assert.ErrorContains(t, err, "want a positive number")
		phi.Set(0, 0, math.NaN())
		_, err = (&Asymmetric{}).Path(ctx, Matrix(phi), Matrix(psi), mat.NewDense(2, 1, nil))
		assert.ErrorContains(t, err, "row 1, column 1 is NaN")
	}
}
