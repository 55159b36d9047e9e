package random

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// OrthogonalRows returns n unit vectors in independent orthonormal blocks of d.
func OrthogonalRows(seed uint64, part, n, d int) []float64 {
	rows := make([]float64, n*d)
	for b := 0; b*d < n; b++ {
		k := min(d, n-b*d)
		g := GaussianRows(Stream(seed, Directions, part, b), d, k)
		q := Stiefel(g, d, k)
		block := rows[b*d*d:]
		for i := range k {
			for j := range d {
				block[i*d+j] = q[j*k+i]
			}
		}
	}
	return rows
}

// Stiefel overwrites the m×k Gaussian matrix a, m ≥ k, with a matrix of orthonormal columns, uniform on the Stiefel
// manifold: the factor Q of a = QR with the signs that make R's diagonal positive. Without the signs Householder's Q is
// not uniform (Mezzadri, Notices AMS 54, 2007).
func Stiefel(a []float64, m, k int) []float64 {
	g := blas64.General{Rows: m, Cols: k, Stride: k, Data: a}
	tau := make([]float64, k)
	work := []float64{0}
	lapack64.Geqrf(g, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Geqrf(g, tau, work, len(work))
	flip := make([]bool, k)
	for i := range flip {
		flip[i] = a[i*k+i] < 0
	}
	lapack64.Orgqr(g, tau, work, -1)
	if n := int(work[0]); n > len(work) {
		work = make([]float64, n)
	}
	lapack64.Orgqr(g, tau, work, len(work))
	for i, f := range flip {
		if f {
			blas64.Scal(-1, blas64.Vector{N: m, Inc: k, Data: a[i:]})
		}
	}
	return a
}

func GaussianRows(r *rand.Rand, n, d int) []float64 {
	g := make([]float64, n*d)
	for i := range g {
		g[i] = r.NormFloat64()
	}
	return g
}

// NormaliseRows scales every row of d numbers to length 1.
func NormaliseRows(a []float64, d int) {
	for ; len(a) > 0; a = a[d:] {
		row := a[:d]
		norm := floats.Norm(row, 2)
		for i := range row {
			row[i] /= norm
		}
	}
}
