package learn

import (
	"context"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"krein/internal/parallel"
)

const (
	// wholeColumns is the greatest number of weights of a problem whose Hessian is made as a whole.
	wholeColumns = 1024
	// fewProducts is the number of products up to which conjugate gradients are not too many.
	fewProducts = 8
	// wholeNumbers is how many numbers there are of such Hessians at a time: 128 MiB.
	wholeNumbers = 1 << 24
)

// worthwhile reports whether the Hessian as a whole costs less than so many products with it. It takes width² operations
// for a row that is curved, and a product 4·width for any row at a quarter of the speed, or less (measured).
func (p *problem) worthwhile(products int) bool {
	return p.outputs == 1 && p.width <= wholeColumns && products > max(fewProducts, p.width/16)
}

// whole is the Hessian of a problem in the making.
type whole struct {
	*request
	gram blas64.General // the upper triangle
}

// directions answers requests, all of one width, in as few readings of the rows as memory allows. Each is made by one
// goroutine, block after block, so that its sums do not depend on the number of processors.
func (p *pass) directions(ctx context.Context, requests []*request) error {
	if len(requests) == 0 {
		return nil
	}
	width, block := requests[0].problem.width, min(p.n, max(4*p.block, 256))
	scratch := make(chan *curved, runtime.GOMAXPROCS(0)) // as many as there are goroutines
	for range cap(scratch) {
		scratch <- &curved{rows: general(block, width)}
	}
	for some := range slices.Chunk(requests, max(1, wholeNumbers/(width*room(width)))) {
		all := make([]*whole, len(some))
		for r, q := range some {
			all[r] = &whole{request: q, gram: square(width)}
		}
		if err := each(p.rows, block, func(first int, b blas64.General) error {
			parallel.For(len(all), func(r int) {
				to := <-scratch
				all[r].add(b, first, to)
				scratch <- to
			})
			return ctx.Err()
		}); err != nil {
			return err
		}
		parallel.For(len(all), func(r int) {
			in := <-scratch
			all[r].solve(&in.squares)
			scratch <- in
		})
	}
	return nil
}

// curved is memory for rows that are curved, times the root of their curvature.
type curved struct {
	rows blas64.General
	squares
}

// add adds a block of rows.
func (w *whole) add(b blas64.General, first int, scratch *curved) {
	p, n := w.problem, 0
	var h [1]float64
	for i := range b.Rows {
		weight, z := p.weight(first+i), p.z[first+i:first+i+1]
		if weight == 0 || !p.loss.Curved(first+i, z) {
			continue
		}
		p.loss.Diagonal(first+i, z, h[:])
		root := math.Sqrt(weight * h[0])
		row := scratch.rows.Data[n*scratch.rows.Stride:][:p.width]
		floats.ScaleTo(row[:b.Cols], root, b.Data[i*b.Stride:][:b.Cols])
		if p.width > b.Cols {
			row[b.Cols] = root
		}
		n++
	}
	if n > 0 {
		scratch.squares.add(1, w.gram, part(scratch.rows, 0, n))
	}
}

// solve stores −H⁻¹v, or 0 if H is not positive definite in float64.
func (w *whole) solve(in *squares) {
	n := w.problem.width
	for j, d := range w.problem.penalty {
		w.gram.Data[j*w.gram.Stride+j] += d
	}
	clear(w.out)
	if !factorise(w.gram, in) {
		return
	}
	floats.ScaleTo(w.out, -1, w.v)
	u, to := upper(w.gram, 0, n), blas64.Vector{N: n, Inc: 1, Data: w.out}
	blas64.Trsv(blas.Trans, u, to)
	blas64.Trsv(blas.NoTrans, u, to)
	if v := floats.Sum(w.out); v-v != 0 {
		clear(w.out)
	}
}

// factorBlock is how many rows factorise makes at once, a multiple of what room rounds to.
const factorBlock = 64

// factorise puts Cholesky's U, UᵀU = G, in the place of the upper triangle of G, whose rows are room apart, and reports whether G is positive
// definite in float64: a block of rows by gonum, and what they leave of the rest, most of the work, by the kernels of package simd.
func factorise(g blas64.General, in *squares) bool {
	for k := 0; k < g.Rows; k += factorBlock {
		own, to := upper(g, k, min(factorBlock, g.Rows-k)), k+factorBlock
		if _, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: own.N, Stride: own.Stride, Data: own.Data}); !ok {
			return false
		}
		if to < g.Rows {
			rest := g.Rows - to
			beside := blas64.General{Rows: own.N, Cols: rest, Stride: g.Stride, Data: g.Data[k*g.Stride+to:]}
			blas64.Trsm(blas.Left, blas.Trans, 1, own, beside)
			in.add(-1, blas64.General{Rows: rest, Cols: rest, Stride: g.Stride, Data: g.Data[to*g.Stride+to:]}, beside)
		}
	}
	return true
}

// upper is the upper triangle of n rows and columns of g from the diagonal's k on.
func upper(g blas64.General, k, n int) blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: g.Stride, Data: g.Data[k*g.Stride+k:]}
}
