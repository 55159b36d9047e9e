package features

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// directions returns n[0] and n[1] unit vectors of R^d, one a row, for the two parts.
func directions(c Coupling, d int, n [2]int, seed uint64) (dirs [2][]float64) {
	switch c {
	case IID:
		for p := range dirs {
			dirs[p] = gaussianRows(stream(seed, streamDirections, p, 0), n[p], d)
			normaliseRows(dirs[p], d)
		}
	case Orthogonal:
		for p := range dirs {
			dirs[p] = orthogonalRows(seed, p, n[p], d)
		}
	case GORF:
		all := n[0] + n[1]
		if all == 0 {
			break
		}
		// The first d rows of a Haar matrix of size N have the law of the transpose
		// of its first d columns: a thin QR instead of the paper's N×N one.
		size := max(all, 2*d)
		q := stiefel(gaussianRows(stream(seed, streamDirections, 0, 0), size, d), size, d)[:all*d]
		normaliseRows(q, d)
		dirs[0], dirs[1] = q[:n[0]*d], q[n[0]*d:]
	case Shared:
		q := orthogonalRows(seed, 0, max(n[0], n[1]), d)
		dirs[0], dirs[1] = q[:n[0]*d], q[:n[1]*d]
	case Structured, Design:
		dirs = factorise(c, d, n, seed).directions(n)
	case Quasi:
		for p := range dirs {
			dirs[p] = quasiRows(seed, p, d, n[p])
		}
	}
	return dirs
}

// orthogonalRows returns n unit vectors in independent orthonormal blocks of d.
func orthogonalRows(seed uint64, part, n, d int) []float64 {
	rows := make([]float64, n*d)
	for b := 0; b*d < n; b++ {
		k := min(d, n-b*d)
		g := gaussianRows(stream(seed, streamDirections, part, b), d, k)
		q := stiefel(g, d, k)
		block := rows[b*d*d:]
		for i := range k {
			for j := range d {
				block[i*d+j] = q[j*k+i]
			}
		}
	}
	return rows
}

// stiefel overwrites the m×k Gaussian matrix a, m ≥ k, with a matrix of orthonormal
// columns, uniform on the Stiefel manifold: the factor Q of a = QR with the signs that
// make R's diagonal positive. Without the signs Householder's Q is not uniform
// (Mezzadri, Notices AMS 54, 2007).
func stiefel(a []float64, m, k int) []float64 {
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

func gaussianRows(r *rand.Rand, n, d int) []float64 {
	g := make([]float64, n*d)
	for i := range g {
		g[i] = r.NormFloat64()
	}
	return g
}

// normaliseRows scales every row of d numbers to length 1.
func normaliseRows(a []float64, d int) {
	for ; len(a) > 0; a = a[d:] {
		row := a[:d]
		norm := floats.Norm(row, 2)
		for i := range row {
			row[i] /= norm
		}
	}
}

// finite reports that v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v - v) }
