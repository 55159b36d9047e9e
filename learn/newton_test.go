package learn

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/loss"
)

// The diagonal that comes with a gradient is that of the Hessian, and the Hessian the derivative of the
// gradient, for each loss; the change of margins along a vector is linear.
func TestAnswers(t *testing.T) {
	x, y := sample(1, 50, 3, 3)
	v := values(1, x)
	in := make([]bool, 50)
	two := make([]int, 50)
	for i := range in {
		in[i], two[i] = i%5 > 0, min(y[i], 1)
	}
	set := Convex{C: 0.7, Intercept: FreeIntercept}
	over := newPass(Matrix(x))
	for name, p := range map[string]*problem{
		"hinge":   set.problem(loss.SquaredHinge(y, 1), 1, 50, 3, in),
		"tube":    set.problem(loss.EpsilonInsensitive(v, 0.2), 1, 50, 3, in),
		"binary":  set.problem(loss.BinaryLogistic(two), 1, 50, 3, in),
		"softmax": set.problem(loss.Softmax(y), 3, 50, 3, in),
	} {
		n := len(p.w)
		for i := range p.w {
			p.w[i] = math.Sin(float64(3*i + 1))
		}
		gradient := func(w []float64) *request {
			q := &request{ask: askGradient, problem: p, v: w, out: make([]float64, n), diagonal: make([]float64, n)}
			require.NoError(t, over.answer(ctx, []*request{q}))
			return q
		}
		const h = 1e-6
		for j := range n {
			e := make([]float64, n)
			e[j] = 1
			up, down := append([]float64(nil), p.w...), append([]float64(nil), p.w...)
			up[j] += h
			down[j] -= h
			gu, gd := gradient(up), gradient(down)
			at := gradient(p.w)
			assert.InDelta(t, (gu.value-gd.value)/(2*h), at.out[j], 1e-5, name)
			q := &request{ask: askHessian, problem: p, v: e, out: make([]float64, n)}
			require.NoError(t, over.answer(ctx, []*request{q}))
			assert.InDelta(t, at.diagonal[j], q.out[j], 1e-10, name)
			floats.Sub(gu.out, gd.out)
			floats.Scale(1/(2*h), gu.out)
			assert.InDeltaSlice(t, gu.out, q.out, 1e-4, name)
			z := append([]float64(nil), p.z...)
			if p.outputs == 1 { // −H⁻¹ of a column of H with its penalty
				q.out[j] += p.penalty[j]
				d := &request{ask: askDirection, problem: p, v: q.out, out: make([]float64, n)}
				require.NoError(t, over.answer(ctx, []*request{d, {ask: askMargins, problem: p, v: p.w}}))
				floats.Add(d.out, e)
				assert.InDeltaSlice(t, make([]float64, n), d.out, 1e-9, name)
			}
			require.NoError(t, over.answer(ctx, []*request{{ask: askMargins, problem: p, v: p.w}}))
			for i, dz := range p.dz {
				if in[i/p.outputs] {
					assert.InDelta(t, z[i], dz, 1e-12)
				}
			}
		}
	}
}

// Where conjugate gradients take long, the Hessian as a whole ends the iteration in the same minimum; where it is not
// positive definite, they go on. Several readings give what one gives, and so do rows that are mapped.
func TestWhole(t *testing.T) {
	x, y := sample(3, 300, 40, 3)
	for i := range 300 { // all but one direction, and a column that is there twice
		row := x.RawRowView(i)
		for j := 1; j < 39; j++ {
			row[j] = row[0] + 0.01*row[j]
		}
		row[39] = row[38]
	}
	fit := func(set Convex) *Classifier {
		set.C, set.Tolerance = 1000, 1e-7
		m, err := (&LinearSVM{Convex: set}).Fit(ctx, Matrix(x), y)
		require.NoError(t, err)
		return m
	}
	got := fit(Convex{Intercept: FreeIntercept})
	total := 0
	for o, c := range got.Convergence {
		total += c.Wholes
		p := (&Convex{C: 1000, Intercept: FreeIntercept}).problem(loss.SquaredHinge(y, o), 1, 300, 40, nil)
		w := append(append([]float64(nil), got.Weights.RawRowView(o)...), got.Intercept[o])
		q := &request{ask: askGradient, problem: p, v: w, out: make([]float64, 41), diagonal: make([]float64, 41)}
		require.NoError(t, newPass(Matrix(x)).answer(ctx, []*request{q}))
		q0 := &request{ask: askGradient, problem: p, v: make([]float64, 41), out: make([]float64, 41),
			diagonal: make([]float64, 41)}
		require.NoError(t, newPass(Matrix(x)).answer(ctx, []*request{q0}))
		for j, v := range w {
			q.out[j] += p.penalty[j] * v
		}
		assert.Less(t, floats.Norm(q.out, 2), 1e-6*floats.Norm(q0.out, 2))
	}
	assert.Positive(t, total)
	none := make([]float64, 40) // no penalty: the columns that are equal make the Hessian singular
	for _, c := range fit(Convex{Penalty: none}).Convergence {
		assert.Less(t, c.Gradient, 1e-6)
	}
}

// What is reported is the objective with penalties, and the gradient over that at 0, which counts rows
// by C; the tolerance is one of the smaller class.
func TestConvergence(t *testing.T) {
	x, _ := sample(1, 60, 3, 3)
	y := make([]int, 60)
	for i := range y {
		if i%10 == 0 {
			y[i] = 1
		}
	}
	set := Convex{C: 100, Penalty: []float64{1, 5, 2}, Tolerance: 0.5}
	m, err := (&LinearSVM{Convex: set}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	w := m.Weights.RawRowView(0)
	objective, g, zero := 0.0, make([]float64, 3), make([]float64, 3)
	for j, d := range set.Penalty {
		objective += d * w[j] * w[j] / 2
		g[j] += d * w[j]
	}
	for i, c := range y {
		s, row := float64(2*c-1), x.RawRowView(i)
		a := max(0, 1-s*floats.Dot(w, row))
		objective += 100 * a * a
		floats.AddScaled(g, -200*s*a, row)
		floats.AddScaled(zero, -200*s, row)
	}
	c := m.Convergence[0]
	assert.InEpsilon(t, objective, c.Objective, 1e-12)
	assert.InDelta(t, floats.Norm(g, 2)/floats.Norm(zero, 2), c.Gradient, 1e-12)
	assert.LessOrEqual(t, c.Gradient, 0.05)
	checked, err := set.check(3)
	require.NoError(t, err)
	for _, class := range []int{0, 1} {
		p := hinges{classes(y, 3)}.problems(&checked, 60, 3, nil)[class]
		assert.InDelta(t, 0.05, p.floor, 1e-15)
	}
}

// A panic in the goroutine of one problem comes to the caller, after the others have ended.
func TestPanic(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 1})
	set := Convex{C: 1, Tolerance: 1e-9}
	good := set.problem(loss.BinaryLogistic([]int{0, 1}), 1, 2, 1, nil)
	bad := set.problem(loss.BinaryLogistic([]int{0, 1}), 1, 2, 1, nil)
	bad.penalty = nil
	assert.Panics(t, func() { _ = solveAll(ctx, newPass(Matrix(x)), []*problem{good, bad}, 10, nil) })
}

// Where a whole Newton step would raise the objective, a part of it is taken.
func TestBacktracking(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 1})
	set := Convex{C: 1e6, Tolerance: 1e-9}
	p := set.problem(loss.BinaryLogistic([]int{0, 0}), 1, 2, 1, nil)
	p.w[0] = 30
	at := func(w float64) float64 { return w*w/2 + 2e6*math.Log1p(math.Exp(-math.Abs(w))) + 2e6*max(w, 0) }
	require.NoError(t, solveAll(ctx, newPass(Matrix(x)), []*problem{p}, 1, nil))
	assert.Less(t, p.Objective, at(30))
	assert.InEpsilon(t, at(p.w[0]), p.Objective, 1e-9)
	for range 100 { // each goes on where the last one ended
		require.NoError(t, solveAll(ctx, newPass(Matrix(x)), []*problem{p}, 1, nil))
		assert.LessOrEqual(t, p.Steps, 1)
	}
	w := p.w[0]
	assert.InDelta(t, 0, w+2e6/(1+math.Exp(-w)), 1e-2)
}

// Columns of very different sizes take no more products for it: the diagonal is the preconditioner.
func TestUnscaledColumns(t *testing.T) {
	x, y := sample(4, 200, 6, 2)
	plain, err := (&Logistic{Convex: Convex{Intercept: FreeIntercept, Penalty: make([]float64, 6)}}).Fit(ctx, Matrix(x), y)
	require.NoError(t, err)
	for i := range 200 {
		for j := range 6 {
			x.Set(i, j, x.At(i, j)*[]float64{1, 10, 100, 1e3, 1e4, 1e5}[j])
		}
	}
	scaled, err := (&Logistic{Convex: Convex{Intercept: FreeIntercept, Penalty: make([]float64, 6)}}).Fit(
		ctx, Matrix(x), y)
	require.NoError(t, err)
	assert.InEpsilon(t, plain.Convergence[0].Objective, scaled.Convergence[0].Objective, 1e-3)
	assert.LessOrEqual(t, scaled.Convergence[0].Products, 3*plain.Convergence[0].Products+10)
}

// The minimum for C is no minimum for 100·C, however large the tolerance: from it a step is taken, and from that of the
// same C none.
func TestFromAnotherMinimum(t *testing.T) {
	x, y := sample(4, 200, 5, 2)
	set, err := Convex{C: 0.01, Tolerance: 0.1}.check(5)
	require.NoError(t, err)
	p := set.problem(loss.SquaredHinge(y, 1), 1, 200, 5, nil)
	p.floor = 1e-6
	solve := func() int {
		require.NoError(t, set.solve(ctx, newPass(Matrix(x)), []*problem{p}))
		return p.Steps
	}
	assert.Positive(t, solve())
	p.floor = 0.5 // the gradient for the next C is less than that
	assert.Zero(t, solve())
	p.c *= 100
	assert.Positive(t, solve())
}
