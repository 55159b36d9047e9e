package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
)

// fading are rows of c columns with J of both signs, whose K has eigenvalues that fall slowly.
func fading(seed uint64, n, c int) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, mix, signature := mat.NewDense(n, c, nil), mat.NewDense(c, c, nil), make([]float64, c)
	for j := range c {
		signature[j] = 1 - 2*float64(j%3/2)
		for i := range n {
			x.Set(i, j, rng.NormFloat64()*math.Pow(0.96, float64(j)))
		}
		for i := range c {
			mix.Set(i, j, rng.NormFloat64()/math.Sqrt(float64(c)))
		}
	}
	x.Mul(mat.DenseCopyOf(x), mix)
	return x, signature
}

// Of all ΨSΨᵀ with n columns the principal ones are nearest to K: the rest is the norm of the other eigenvalues.
func TestPrincipal(t *testing.T) {
	for _, of := range []struct {
		name       string
		rows, c, n int
	}{
		{"all eigenvectors", 50, 20, 6}, {"subspace", 150, 120, 9}, {"subspace, fewer rows than columns", 60, 130, 20},
		{"wide", 150, 120, 50}, {"few rows", 110, 400, 30}, {"few rows, all eigenvectors", 60, 130, 50},
	} {
		t.Run(of.name, func(t *testing.T) {
			x, signature := fading(7, of.rows, of.c)
			p, err := NewPrincipal(ctx, Matrix(x), signature, of.n)
			require.NoError(t, err)
			require.Len(t, p.Values, of.n)
			k := gramOf(x, signature)
			var eig mat.EigenSym
			require.True(t, eig.Factorize(k, false))
			values := eig.Values(nil)
			rest := 0.0
			for at, i := range spectral.BySize(values) {
				if at < of.n {
					assert.InEpsilon(t, values[i], p.Values[at], 2e-3, at)
				} else {
					rest += values[i] * values[i]
				}
			}
			assert.Contains(t, p.Signature(), -1.)
			psi := new(mat.Dense)
			psi.Mul(x, p.By)
			var gram, off mat.Dense
			gram.Mul(psi.T(), psi)
			for i, d := range p.Values {
				for j := range p.Values {
					want := 0.0
					if i == j {
						want = math.Abs(d)
					}
					// subspace iteration ends before all digits are there
					assert.InDelta(t, want, gram.At(i, j), 1e-7*math.Abs(p.Values[0]))
				}
			}
			off.Sub(k, between(psi, psi, p.Signature()))
			assert.InEpsilon(t, math.Sqrt(rest), mat.Norm(&off, 2), 1e-4)
			assert.GreaterOrEqual(t, mat.Norm(&off, 2), math.Sqrt(rest)*(1-1e-9)) // Mirsky: none is nearer
		})
	}
}

// TestPrincipalOf: columns of sums over rows, those of parts too, are those of the rows.
func TestPrincipalOf(t *testing.T) {
	for _, of := range []struct{ rows, c, n int }{{50, 20, 6}, {150, 120, 9}, {60, 130, 20}, {40, 90, 90}} {
		x, signature := fading(7, of.rows, of.c)
		var sums *Sums
		for _, part := range [][2]int{{0, of.rows / 3}, {of.rows / 3, of.rows}} {
			s := NewSums(make([]float64, of.c+1), 1)
			n := part[1] - part[0]
			require.NoError(t, s.Add(ctx, Matrix(x.Slice(part[0], part[1], 0, of.c).(*mat.Dense)), mat.NewDense(n, 1, nil)))
			if sums == nil {
				sums = s
			} else {
				require.NoError(t, sums.Plus(s))
			}
		}
		got, err := PrincipalOf(ctx, sums, signature, of.n)
		require.NoError(t, err)
		want, err := NewPrincipal(ctx, Matrix(x), signature, of.n)
		require.NoError(t, err)
		require.Len(t, got.Values, len(want.Values), "%v", of)
		between := func(p *Canonical) *mat.Dense {
			psi := new(mat.Dense)
			psi.Mul(x, p.By)
			return between(psi, psi, p.Signature())
		}
		var off mat.Dense
		off.Sub(between(got), between(want))
		assert.Less(t, mat.Norm(&off, 2), 2e-4*mat.Norm(between(want), 2), "%v", of)
	}
	sums := NewSums(make([]float64, 4), 1)
	_, err := PrincipalOf(ctx, sums, []float64{1, 1, -1}, 2)
	assert.ErrorContains(t, err, "sums of no rows")
	require.NoError(t, sums.Add(ctx, Matrix(mat.NewDense(5, 3, nil)), mat.NewDense(5, 1, nil)))
	_, err = PrincipalOf(ctx, sums, []float64{1, 1, -1}, 2)
	assert.ErrorContains(t, err, "all features are zero")
	assert.Panics(t, func() { _, _ = PrincipalOf(ctx, sums, []float64{1}, 2) })
	assert.Panics(t, func() { _, _ = PrincipalOf(ctx, sums, []float64{1, 1, 1}, 0) })
	centred := NewSums([]float64{1, 1, 1, 1}, 1)
	require.NoError(t, centred.Add(ctx, Matrix(mat.NewDense(5, 3, nil)), mat.NewDense(5, 1, nil)))
	_, err = PrincipalOf(ctx, centred, []float64{1, 1, -1}, 2)
	assert.Error(t, err, "sums about a mean are of other columns")
}

// A map of rank r has no more than r principal columns, and these are all of K.
func TestPrincipalRank(t *testing.T) {
	x, signature := fading(3, 40, 5)
	wide := mat.NewDense(40, 110, nil)
	for j := range 110 {
		wide.SetCol(j, mat.Col(nil, j%5, x))
	}
	of := make([]float64, 110)
	for j := range of {
		of[j] = signature[j%5]
	}
	p, err := NewPrincipal(ctx, Matrix(wide), of, 12)
	require.NoError(t, err)
	assert.Len(t, p.Values, 5)
	psi := new(mat.Dense)
	psi.Mul(wide, p.By)
	assert.True(t, mat.EqualApprox(gramOf(wide, of), between(psi, psi, p.Signature()), 1e-8))

	_, err = NewPrincipal(ctx, Matrix(mat.NewDense(9, 110, nil)), of, 2)
	assert.ErrorContains(t, err, "all features are zero")
	wide.Set(3, 3, math.NaN())
	_, err = NewPrincipal(ctx, Matrix(wide), of, 2)
	assert.ErrorContains(t, err, "row 4, column 4 is NaN")
	assert.Panics(t, func() { _, _ = NewPrincipal(ctx, Matrix(wide), of, 0) })
	assert.Panics(t, func() { _, _ = NewPrincipal(ctx, Matrix(wide), of[:3], 2) })
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = NewPrincipal(stopped, Matrix(wide), of, 2)
	assert.ErrorIs(t, err, context.Canceled)
}

// Evened columns have sums of squares that go with the power ¾ of the first ones and are as many together; signs stay.
func TestEvened(t *testing.T) {
	x, signature := fading(3, 80, 12)
	c, err := NewPrincipal(ctx, Matrix(x), signature, 5)
	require.NoError(t, err)
	squares := func(c *Canonical) (s []float64) {
		var psi mat.Dense
		psi.Mul(x, c.By)
		for j := range len(c.Values) {
			s = append(s, mat.Dot(psi.ColView(j), psi.ColView(j)))
		}
		return s
	}
	before := squares(c)
	e := c.Evened(before)
	after := squares(e)
	assert.InEpsilon(t, floats.Sum(before), floats.Sum(after), 1e-12)
	for j := range after {
		assert.InEpsilon(t, math.Pow(before[j]/before[0], 0.75), after[j]/after[0], 1e-12)
		assert.InEpsilon(t, after[j], math.Abs(e.Values[j]), 1e-9)
	}
	assert.Equal(t, c.Signature(), e.Signature())

	zero := c.Evened([]float64{1, 0, 0, 0, 0})
	assert.InEpsilon(t, math.Pow(evenLeast, -0.125), zero.By.At(0, 1)/c.By.At(0, 1)/(zero.By.At(0, 0)/c.By.At(0, 0)), 1e-9)
	assert.Panics(t, func() { c.Evened(before[:3]) })
	assert.Panics(t, func() { c.Evened(make([]float64, 5)) })
	assert.Panics(t, func() { c.Evened([]float64{1, -1, 0, 0, 0}) })
	assert.Panics(t, func() { c.Evened([]float64{1, math.NaN(), 0, 0, 0}) })
}
