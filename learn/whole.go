package learn

import (
	"context"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"krein/internal/learn/squares"
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

// worthwhile reports whether the Hessian as a whole costs less than so many products with it. It takes width²
// operations for a row that is curved, and a product 4·width for any row at a quarter of the speed, or less (measured).
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
			all[r] = &whole{request: q, gram: squares.New(width)}
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
			all[r].solve(&in.Memory)
			scratch <- in
		})
	}
	return nil
}

// curved is memory for rows that are curved, times the root of their curvature.
type curved struct {
	rows blas64.General
	squares.Memory
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
		scratch.Add(1, w.gram, part(scratch.rows, 0, n))
	}
}

// solve stores −H⁻¹v, or 0 if H is not positive definite in float64.
func (w *whole) solve(in *squares.Memory) {
	n := w.problem.width
	for j, d := range w.problem.penalty {
		w.gram.Data[j*w.gram.Stride+j] += d
	}
	clear(w.out)
	if !in.Factorise(w.gram) {
		return
	}
	floats.ScaleTo(w.out, -1, w.v)
	u, to := squares.Upper(w.gram, 0, n), blas64.Vector{N: n, Inc: 1, Data: w.out}
	blas64.Trsv(blas.Trans, u, to)
	blas64.Trsv(blas.NoTrans, u, to)
	if v := floats.Sum(w.out); v-v != 0 {
		clear(w.out)
	}
}
