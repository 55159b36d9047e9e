package semilp

import (
	"math"

	"krein/internal/dd"
)

// factors solves systems with a square matrix M to double-double accuracy: factored in float64 with iterative
// refinement of double-double residuals where that converges, which is some ten times faster, and factored in
// double-double otherwise.
type factors struct {
	m    [][]dd.T
	fast *lu64
	full *luDD
}

const (
	singular    = 1e-28 // the size of a pivot below which a matrix with entries of order 1 counts as singular
	refined     = 1e-27 // the relative size of the last correction of a refined solution
	settled     = 1e-16 // the relative size of corrections that may stop to shrink
	refinements = 16
)

// factor keeps m and reports whether it is regular to working precision.
func (f *factors) factor(m [][]dd.T) bool {
	*f = factors{m: m}
	if f.fast = factor64(m); f.fast != nil {
		return true
	}
	return f.exact()
}

// exact factors in double-double.
func (f *factors) exact() bool {
	if f.full == nil {
		f.full = factorDD(f.m)
	}
	return f.full != nil
}

// solve returns x with M x = b, nil if M is singular to working precision.
func (f *factors) solve(b []dd.T) []dd.T { return f.run(b, false) }

// solveT returns x with Mᵀ x = b, nil if M is singular to working precision.
func (f *factors) solveT(b []dd.T) []dd.T { return f.run(b, true) }

func (f *factors) run(b []dd.T, transposed bool) []dd.T {
	if f.full == nil {
		if x := f.refine(b, transposed); x != nil {
			return x
		}
		if !f.exact() {
			return nil
		}
	}
	if transposed {
		return f.full.solveT(b)
	}
	return f.full.solve(b)
}

// refine returns nil if the corrections do not shrink quickly.
func (f *factors) refine(b []dd.T, transposed bool) []dd.T {
	n := len(f.m)
	x, r, step := make([]dd.T, n), make([]dd.T, n), make([]float64, n)
	copy(r, b)
	last := math.Inf(1)
	for range refinements {
		for i, v := range r {
			step[i] = v.Hi
		}
		if transposed {
			f.fast.solveT(step)
		} else {
			f.fast.solve(step)
		}
		size, norm := 0.0, 0.0
		for i, v := range step {
			x[i] = x[i].AddF(v)
			size, norm = max(size, math.Abs(v)), max(norm, math.Abs(x[i].Hi))
		}
		if size <= refined*norm {
			return x
		}
		if !(size < last/8) {
			// The residuals are rounding errors now: nothing does better, unless that came too early.
			if size <= settled*norm {
				return x
			}
			return nil
		}
		last = size
		copy(r, b)
		for i, row := range f.m {
			if transposed {
				v := x[i].Neg()
				for j, a := range row {
					r[j] = r[j].Add(a.Mul(v))
				}
				continue
			}
			s := r[i]
			for j, a := range row {
				s = s.Sub(a.Mul(x[j]))
			}
			r[i] = s
		}
	}
	return nil
}

// lu64 is P·M = L·U with partial pivoting, L with unit diagonal below U in one array.
type lu64 struct {
	m    [][]float64
	perm []int
}

// factor64 returns nil if a pivot vanishes.
func factor64(a [][]dd.T) *lu64 {
	n := len(a)
	f := &lu64{make([][]float64, n), make([]int, n)}
	data := make([]float64, n*n)
	for i, row := range a {
		f.m[i], f.perm[i] = data[i*n:(i+1)*n], i
		for j, v := range row {
			f.m[i][j] = v.Hi
		}
	}
	m := f.m
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(m[i][k]) > math.Abs(m[p][k]) {
				p = i
			}
		}
		if m[p][k] == 0 {
			return nil
		}
		m[k], m[p] = m[p], m[k]
		f.perm[k], f.perm[p] = f.perm[p], f.perm[k]
		top := m[k][k+1:]
		for i := k + 1; i < n; i++ {
			q := m[i][k] / m[k][k]
			m[i][k] = q
			rest := m[i][k+1:]
			for j, v := range top {
				rest[j] -= q * v
			}
		}
	}
	return f
}

// solve overwrites b with M⁻¹ b.
func (f *lu64) solve(b []float64) {
	n := len(f.m)
	x := make([]float64, n)
	for i, row := range f.m {
		s := b[f.perm[i]]
		for j, v := range row[:i] {
			s -= v * x[j]
		}
		x[i] = s
	}
	for i := n - 1; i >= 0; i-- {
		s := x[i]
		for j := i + 1; j < n; j++ {
			s -= f.m[i][j] * x[j]
		}
		x[i] = s / f.m[i][i]
	}
	copy(b, x)
}

// solveT overwrites b with M⁻ᵀ b.
func (f *lu64) solveT(b []float64) {
	n := len(f.m)
	y := make([]float64, n)
	copy(y, b)
	for i, row := range f.m {
		y[i] /= row[i]
		for j := i + 1; j < n; j++ {
			y[j] -= row[j] * y[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j, v := range f.m[i][:i] {
			y[j] -= v * y[i]
		}
	}
	for i, p := range f.perm {
		b[p] = y[i]
	}
}

// luDD is lu64 in double-double.
type luDD struct {
	m    [][]dd.T
	perm []int
}

// factorDD returns nil if a is singular to working precision.
func factorDD(a [][]dd.T) *luDD {
	n := len(a)
	m, perm := make([][]dd.T, n), make([]int, n)
	for i := range perm {
		m[i], perm[i] = append([]dd.T(nil), a[i]...), i
	}
	for k := range n {
		p, size := k, 0.0
		for i := k; i < n; i++ {
			if a := math.Abs(m[i][k].Hi); a > size {
				p, size = i, a
			}
		}
		if !(size > singular) {
			return nil
		}
		m[k], m[p] = m[p], m[k]
		perm[k], perm[p] = perm[p], perm[k]
		inv := m[k][k].Inv()
		for i := k + 1; i < n; i++ {
			q := m[i][k].Mul(inv)
			m[i][k] = q
			q = q.Neg()
			for j := k + 1; j < n; j++ {
				m[i][j] = m[i][j].Add(q.Mul(m[k][j]))
			}
		}
	}
	return &luDD{m, perm}
}

func (f *luDD) solve(b []dd.T) []dd.T {
	n := len(f.m)
	x := make([]dd.T, n)
	for i := range n {
		s := b[f.perm[i]]
		for j := range i {
			s = s.Sub(f.m[i][j].Mul(x[j]))
		}
		x[i] = s
	}
	for i := n - 1; i >= 0; i-- {
		s := x[i]
		for j := i + 1; j < n; j++ {
			s = s.Sub(f.m[i][j].Mul(x[j]))
		}
		x[i] = s.Div(f.m[i][i])
	}
	return x
}

func (f *luDD) solveT(b []dd.T) []dd.T {
	n := len(f.m)
	y := make([]dd.T, n)
	for i := range n {
		s := b[i]
		for j := range i {
			s = s.Sub(f.m[j][i].Mul(y[j]))
		}
		y[i] = s.Div(f.m[i][i])
	}
	for i := n - 1; i >= 0; i-- {
		s := y[i]
		for j := i + 1; j < n; j++ {
			s = s.Sub(f.m[j][i].Mul(y[j]))
		}
		y[i] = s
	}
	x := make([]dd.T, n)
	for i, p := range f.perm {
		x[p] = y[i]
	}
	return x
}
