package semilp

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/dd"

	_ "krein/internal/testlong" // a fixed seed
)

// program is a random program in plain floats.
type program struct {
	a    [][]float64
	b, w []float64
	eps  float64
}

func draw(t *rapid.T, extraCols int) program {
	m := rapid.IntRange(1, 8).Draw(t, "rows")
	n := m + rapid.IntRange(0, extraCols).Draw(t, "more columns")
	// in general position, which rapid's own floats are not
	rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	p := program{eps: 1e-3 + 0.3*rnd.Float64(), a: make([][]float64, m)}
	for i := range p.a {
		for range n {
			p.a[i] = append(p.a[i], 2*rnd.Float64()-1)
		}
		p.b = append(p.b, 2*rnd.Float64()-1)
	}
	for range n {
		p.w = append(p.w, 0.2+3*rnd.Float64())
	}
	return p
}

func (p *program) column(j, rows int) []dd.T {
	v := make([]dd.T, rows)
	for i := range v {
		v[i] = dd.Of(p.a[i][j])
	}
	return v
}

func (p *program) row(i, cols int) []dd.T {
	v := make([]dd.T, cols)
	for j := range v {
		v[j] = dd.Of(p.a[i][j])
	}
	return v
}

// optimal checks the optimality conditions: feasible coefficients, feasible multipliers, equal objectives.
func (p *program) optimal(t require.TestingT, s *Solver) float64 {
	x, err := s.Solution()
	require.NoError(t, err)
	c, l := make([]float64, len(p.w)), make([]float64, len(p.b))
	mass := 0.0
	for k, j := range x.Cols {
		c[j] = x.Coef[k].Float()
		mass += p.w[j] * math.Abs(c[j])
	}
	dual := 0.0
	for k, i := range x.Rows {
		l[i] = x.Mult[k].Float()
		dual += p.b[i]*l[i] - p.eps*math.Abs(l[i])
	}
	norm := 1.0
	for j := range p.w {
		sum := 0.0
		for i := range p.b {
			sum += l[i] * p.a[i][j]
			norm += math.Abs(l[i])
		}
		assert.LessOrEqual(t, math.Abs(sum), p.w[j]*(1+2e-7)+1e-13*norm)
	}
	for i := range p.b {
		r := p.b[i]
		for j := range c {
			r -= p.a[i][j] * c[j]
		}
		assert.LessOrEqual(t, math.Abs(r), p.eps*(1+1e-9)+1e-13*mass)
	}
	assert.InDelta(t, mass, x.Mass.Float(), 1e-12*(1+mass))
	assert.InDelta(t, mass, dual, 3e-7*mass+1e-13*norm+1e-9)
	return mass
}

// The optimum satisfies the optimality conditions, and no way to get there matters: rows and columns one after the
// other, a change of ε, dropped rows and columns that are not needed.
func TestOptimal(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t, 12)
		s := New()
		s.SetEps(dd.Of(p.eps))
		for j := range p.w {
			s.AddCol(p.w[j], nil)
		}
		for i := range p.b {
			s.AddRow(dd.Of(p.b[i]), p.row(i, len(p.w)))
		}
		require.NoError(t, s.Dual(ctx))
		require.NoError(t, s.Primal(ctx))
		mass := p.optimal(t, s)

		// The same by exchange.
		m, n := len(p.b), len(p.w)
		e := New()
		e.SetEps(dd.Of(2 * p.eps))
		for j := range m { // a square random matrix is regular
			e.AddCol(p.w[j], nil)
		}
		for i := range m {
			e.AddRow(dd.Of(p.b[i]), p.row(i, m))
			require.NoError(t, e.Dual(ctx))
		}
		for j := m; j < n; j++ {
			e.AddCol(p.w[j], p.column(j, m))
			require.NoError(t, e.Primal(ctx))
		}
		e.SetEps(dd.Of(p.eps))
		require.NoError(t, e.Dual(ctx))
		require.NoError(t, e.Primal(ctx))
		assert.InDelta(t, mass, p.optimal(t, e), 1e-6*mass+1e-9)

		rows, cols := e.Keep(func(int) bool { return false }, func(int) bool { return false })
		assert.Equal(t, len(rows), e.Rows())
		assert.Equal(t, len(cols), e.Cols())
		x, err := e.Solution()
		require.NoError(t, err)
		assert.InDelta(t, mass, x.Mass.Float(), 1e-6*mass+1e-9)
	})
}

// Two rows that contradict each other on a single column, and what the ray says.
func TestInfeasible(t *testing.T) {
	ctx := context.Background()
	s := New()
	s.SetEps(dd.Of(0.1))
	s.AddCol(1, nil)
	s.AddRow(dd.Of(1), []dd.T{dd.Of(1)})
	s.AddRow(dd.Of(-1), []dd.T{dd.Of(1)})
	require.ErrorIs(t, s.Dual(ctx), ErrInfeasible)
	ray := s.Ray()
	require.Len(t, ray, 2)
	assert.InDelta(t, 0, ray[0].Add(ray[1]).Float(), 1e-15)
	value := ray[0].Sub(ray[1]).Float()
	assert.Greater(t, value, 0.1*(math.Abs(ray[0].Hi)+math.Abs(ray[1].Hi)))
	// A column along the ray makes it feasible.
	s.AddCol(1, []dd.T{dd.Of(1), dd.Of(-1)})
	require.NoError(t, s.Dual(ctx))
	x, err := s.Solution()
	require.NoError(t, err)
	assert.InDelta(t, 0.9, x.Mass.Float(), 1e-6)
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := New()
	s.SetEps(dd.Of(0.1))
	assert.ErrorIs(t, s.Dual(ctx), context.Canceled)
	assert.ErrorIs(t, s.Primal(ctx), context.Canceled)
}

// Hilbert's matrix of order n, known solutions: at n = 6 refinement converges, at n = 14, of condition 10¹⁸, only
// double-double factors do.
func TestHilbert(t *testing.T) {
	for _, n := range []int{1, 6, 14} {
		m := make([][]dd.T, n)
		for i := range m {
			m[i] = make([]dd.T, n)
			for j := range m[i] {
				m[i][j] = dd.Of(float64(i + j + 1)).Inv()
			}
			m[i][0] = m[i][0].AddF(1) // not symmetric
		}
		want := make([]int64, n)
		rnd := rand.New(rand.NewPCG(1, uint64(n)))
		for i := range want {
			want[i] = rnd.Int64N(1000) - 500
		}
		for _, transposed := range []bool{false, true} {
			b := make([]dd.T, n)
			for i := range b {
				sum := new(big.Float).SetPrec(300)
				for j := range want {
					a := m[i][j]
					if transposed {
						a = m[j][i]
					}
					v := new(big.Float).SetPrec(300).SetFloat64(a.Hi)
					v.Add(v, big.NewFloat(a.Lo))
					sum.Add(sum, v.Mul(v, new(big.Float).SetInt64(want[j])))
				}
				b[i].Hi, _ = sum.Float64()
				b[i].Lo, _ = sum.Sub(sum, big.NewFloat(b[i].Hi)).Float64()
			}
			var f factors
			require.True(t, f.factor(m))
			x := f.run(b, transposed)
			assert.Equal(t, n > 6, f.full != nil, "n=%d", n)
			for i := range x {
				assert.InDelta(t, float64(want[i]), x[i].Float(), 1e-9, "n=%d", n)
			}
		}
	}
	var f factors
	assert.False(t, f.factor([][]dd.T{{dd.Of(1), dd.Of(2)}, {dd.Of(2), dd.Of(4)}}))
}
