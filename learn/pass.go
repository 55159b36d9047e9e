package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"krein/internal/learn/loss"
	"krein/internal/parallel"
)

const (
	// groups is how many sums of a pass run beside each other: fixed, so that they are added in the
	// same order however many processors there are.
	groups = 16
	// blockNumbers is how many numbers a block of rows has: it stays in the cache of a core.
	blockNumbers = 1 << 16
)

// blockRows is the number of rows of a block.
func blockRows(columns int) int { return min(max(blockNumbers/max(columns, 1), 16), 1024) }

// question is what a problem wants to know of all rows.
type question int8

const (
	askGradient  question = iota // margins, value, gradient and the diagonal of the Hessian at w
	askHessian                   // the Hessian times a vector
	askMargins                   // the change of the margins along a vector
	askLine                      // the losses at points of the line along a vector
	askDirection                 // minus the inverse of the Hessian times a vector, the gradient at w
)

// request is a question with its vector and room for the answer: vectors are outputs×width, an
// output's weights and then its intercept, if there is one.
type request struct {
	ask      question
	problem  *problem
	v        []float64
	out      []float64
	diagonal []float64 // nil: not wanted
	value    float64
	steps    []float64 // points of a line
}

// sums are what a group of blocks adds to the requests: rows of out and diagonal for their outputs, see
// addRows, and the last columns for intercepts.
type sums struct {
	out, diagonal           []float64
	intercepts, curvatures  []float64
	values                  []float64 // of each request
	shares, curved, squares []float64 // of a block: what rows count for in the sums; its squared numbers
	margins                 []float64 // of a batch of rows
	laid                    laid
}

// pass answers all requests in one reading of the rows.
type pass struct {
	rows    Rows
	n, cols int
	block   int
	parts   [groups]*sums // kept, so that memory is used again
}

func newPass(x Rows) *pass {
	n, c := x.Dims()
	return &pass{rows: x, n: n, cols: c, block: blockRows(c)}
}

// far reports that rows are here.
func (p *pass) far() bool { return false }

// places are where the outputs of a request are among those of all: of vectors, of out, of diagonal.
type places struct{ vector, out, diagonal int }

// answer fills the answers in.
func (p *pass) answer(ctx context.Context, requests []*request) error {
	var of [2][]*request
	for _, q := range requests {
		i := 0
		if q.ask == askDirection {
			i = 1
		}
		of[i] = append(of[i], q)
	}
	if err := p.directions(ctx, of[1]); err != nil || len(of[0]) == 0 {
		return err
	}
	return p.sums(ctx, of[0])
}

// sums answers requests for sums over rows, and for margins.
func (p *pass) sums(ctx context.Context, requests []*request) error {
	at := make([]places, len(requests)+1)
	var all [][]float64
	for r, q := range requests {
		k, width := q.problem.outputs, q.problem.width
		for o := range k {
			all = append(all, q.v[o*width:][:width])
		}
		at[r+1] = places{at[r].vector + k, at[r].out, at[r].diagonal}
		if q.ask != askMargins {
			at[r+1].out += k
		}
		if q.diagonal != nil {
			at[r+1].diagonal += k
		}
	}
	by, end := newVectors(p.cols, all), at[len(requests)]
	count, err := inGroups(ctx, p.n, p.block, func(g int) func(first, rows int) error {
		from := &reader{Rows: p.rows, most: p.block}
		if p.parts[g] == nil {
			p.parts[g] = new(sums)
		}
		p.parts[g].begin(p.cols, p.block, end, len(requests))
		return func(first, rows int) error {
			b, err := from.read(first, rows)
			if err != nil {
				return err
			}
			return p.parts[g].add(requests, at, by, b, first)
		}
	})
	if err != nil {
		return err
	}
	for r, q := range requests {
		q.value = 0
		clear(q.out)
		clear(q.diagonal)
		for _, s := range p.parts[:count] {
			q.value += s.values[r]
			if q.ask != askMargins {
				addSums(q.out, q.problem, s.out[at[r].out*room(p.cols):], s.intercepts[at[r].out:], p.cols)
			}
			if q.diagonal != nil {
				addSums(q.diagonal, q.problem, s.diagonal[at[r].diagonal*room(p.cols):], s.curvatures[at[r].diagonal:], p.cols)
			}
		}
	}
	return nil
}

// addSums adds the sums of a problem's outputs to dst.
func addSums(dst []float64, p *problem, s, intercepts []float64, cols int) {
	for o := range p.outputs {
		to := dst[o*p.width:][:p.width]
		floats.Add(to[:cols], s[o*room(cols):][:cols])
		if p.width > cols {
			to[cols] += intercepts[o]
		}
	}
}

// begin makes room for sums, from 0.
func (s *sums) begin(cols, block int, end places, requests int) {
	s.out, s.intercepts = zeros(s.out, end.out*room(cols)), zeros(s.intercepts, end.out)
	s.diagonal, s.curvatures = zeros(s.diagonal, end.diagonal*room(cols)), zeros(s.curvatures, end.diagonal)
	s.values = zeros(s.values, requests)
	s.shares, s.curved = sized(s.shares, end.out*block), sized(s.curved, end.diagonal*block)
	if end.diagonal > 0 {
		s.squares = sized(s.squares, block*cols)
	}
	s.margins = sized(s.margins, batch*end.vector)
}

// sized returns n numbers, of a if it has so many.
func sized(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n)
	}
	return a[:n]
}

// zeros are sized numbers that are 0.
func zeros(a []float64, n int) []float64 {
	a = sized(a, n)
	clear(a)
	return a
}

// batch is how many rows at a time are gone through request by request: their margins stay in the cache.
const batch = 32

// add adds a block of rows.
func (s *sums) add(requests []*request, at []places, by *vectors, b blas64.General, first int) error {
	end := at[len(requests)]
	shares, curved := s.shares[:end.out*b.Rows], s.curved[:end.diagonal*b.Rows]
	clear(shares)
	clear(curved)
	width, n := end.vector, 0
	var err error
	by.each(b, func(i int, z []float64) bool {
		copy(s.margins[n*width:][:width], z[:width])
		if n++; n == batch || i == b.Rows-1 {
			err = s.addBatch(requests, at, by, b, first, i+1-n, n)
			n = 0
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	addIntercepts(s.intercepts, shares, b.Rows)
	s.laid.addRows(s.out, shares, b)
	if end.diagonal > 0 {
		addIntercepts(s.curvatures, curved, b.Rows)
		s.laid.addRows(s.diagonal, curved, s.squared(b))
	}
	return nil
}

// addBatch sets the shares of n rows of the block from a row of it on, whose margins are known.
func (s *sums) addBatch(requests []*request, at []places, by *vectors, b blas64.General, first, from, n int) error {
	width := at[len(requests)].vector
	for r, q := range requests {
		p, k := q.problem, q.problem.outputs
		if p.width > by.width {
			for t := range n {
				for o := range k {
					s.margins[t*width+at[r].vector+o] += q.v[o*p.width+by.width]
				}
			}
		}
		if q.ask == askGradient {
			for t := range n {
				if v := floats.Sum(s.margins[t*width+at[r].vector:][:k]); v-v != 0 {
					return notFinite(b, first, from+t)
				}
			}
		}
		if f, ok := p.loss.(loss.Scalar); ok {
			s.scalars(q, f, r, at, b.Rows, first, from, n)
			continue
		}
		g := make([]float64, k)
		for t := range n {
			i, z := from+t, s.margins[t*width+at[r].vector:][:k]
			weight, old := p.weight(first+i), p.z[(first+i)*k:][:k]
			put := func(all []float64, output int) {
				for o, v := range g {
					all[(output+o)*b.Rows+i] = weight * v
				}
			}
			switch q.ask {
			case askGradient:
				copy(old, z)
				if weight > 0 {
					s.values[r] += weight * p.loss.Value(first+i, z, g)
					put(s.shares, at[r].out)
					if q.diagonal != nil {
						p.loss.Diagonal(first+i, z, g)
						put(s.curved, at[r].diagonal)
					}
				}
			case askHessian:
				if weight > 0 && p.loss.Curved(first+i, old) {
					p.loss.Product(first+i, old, z, g)
					put(s.shares, at[r].out)
				}
			case askMargins:
				copy(p.dz[(first+i)*k:][:k], z)
			}
		}
	}
	return nil
}

// scalars is addBatch for a request with one output: the same sums, without a slice for each row.
func (s *sums) scalars(q *request, f loss.Scalar, r int, at []places, rows, first, from, n int) {
	p, width := q.problem, at[len(at)-1].vector
	z := s.margins[at[r].vector:]
	switch q.ask {
	case askGradient:
		share, curved := s.shares[at[r].out*rows+from:][:n], []float64(nil)
		if q.diagonal != nil {
			curved = s.curved[at[r].diagonal*rows+from:][:n]
		}
		for t := range n {
			i, z := first+from+t, z[t*width]
			p.z[i] = z
			if weight := p.weight(i); weight > 0 {
				value, g, h := f(i, z)
				s.values[r] += weight * value
				share[t] = weight * g
				if curved != nil {
					curved[t] = weight * h
				}
			}
		}
	case askHessian:
		share := s.shares[at[r].out*rows+from:][:n]
		for t := range n {
			i := first + from + t
			if weight := p.weight(i); weight != 0 {
				if _, _, h := f(i, p.z[i]); h != 0 {
					share[t] = weight * (h * z[t*width])
				}
			}
		}
	case askMargins:
		for t := range n {
			p.dz[first+from+t] = z[t*width]
		}
	}
}

func addIntercepts(sums, shares []float64, rows int) {
	for o := range sums {
		sums[o] += floats.Sum(shares[o*rows:][:rows])
	}
}

// squared returns the squares of the block's numbers.
func (s *sums) squared(b blas64.General) blas64.General {
	to := blas64.General{Rows: b.Rows, Cols: b.Cols, Stride: b.Cols, Data: s.squares}
	for i := range b.Rows {
		row := b.Data[i*b.Stride:][:b.Cols]
		floats.MulTo(to.Data[i*to.Stride:][:b.Cols], row, row)
	}
	return to
}

// inGroups splits blocks of n rows into groups that do not depend on the number of processors. Each
// gets what begin makes for it, and goes through its blocks in their order. It returns the number
// of groups, and the error of the first one that has one.
func inGroups(ctx context.Context, n, block int, begin func(group int) func(first, rows int) error) (int, error) {
	blocks := (n + block - 1) / block
	count := min(groups, blocks)
	return count, parallel.Try(ctx, count, func(g int) error {
		do := begin(g)
		for b := blocks * g / count; b < blocks*(g+1)/count; b++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := do(b*block, min(block, n-b*block)); err != nil {
				return err
			}
		}
		return nil
	})
}

// notFinite says what is wrong with a row whose margin is not finite.
func notFinite(b blas64.General, first, i int) error {
	for j, v := range b.Data[i*b.Stride:][:b.Cols] {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("learn: row %d, column %d is %v: remove the row or fill the gap", first+i+1, j+1, v)
		}
	}
	return fmt.Errorf("learn: row %d is too large to be multiplied with weights: scale the columns", first+i+1)
}
