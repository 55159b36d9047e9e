package semilp

import (
	"math"

	"krein/internal/dd"
)

// factors is P·M = L·U with partial pivoting, L with unit diagonal below U in one array.
type factors struct {
	m    [][]dd.T
	perm []int
}

// singular is the relative size of a pivot below which the matrix counts as singular.
const singular = 1e-28

// factor overwrites m and reports whether it is regular to working precision.
func (f *factors) factor(m [][]dd.T) bool {
	n := len(m)
	f.m, f.perm = m, make([]int, n)
	for i := range f.perm {
		f.perm[i] = i
	}
	for k := range n {
		p, size := k, 0.0
		for i := k; i < n; i++ {
			if a := math.Abs(m[i][k].Hi); a > size {
				p, size = i, a
			}
		}
		if !(size > singular) {
			return false
		}
		m[k], m[p] = m[p], m[k]
		f.perm[k], f.perm[p] = f.perm[p], f.perm[k]
		inv := m[k][k].Inv()
		for i := k + 1; i < n; i++ {
			if m[i][k].Hi == 0 {
				continue
			}
			q := m[i][k].Mul(inv)
			m[i][k] = q
			q = q.Neg()
			for j := k + 1; j < n; j++ {
				m[i][j] = m[i][j].Add(q.Mul(m[k][j]))
			}
		}
	}
	return true
}

// solve returns x with M x = b.
func (f *factors) solve(b []dd.T) []dd.T {
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

// solveT returns x with Mᵀ x = b.
func (f *factors) solveT(b []dd.T) []dd.T {
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
