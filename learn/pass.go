package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

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
	diagonal []float64
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
	laid                    laid
}

// pass answers all requests in one reading of the rows.
type pass struct {
	rows    Rows
	n, cols int
	block   int
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
		if q.ask == askGradient {
			at[r+1].diagonal += k
		}
	}
	by, end := newVectors(p.cols, all), at[len(requests)]
	var parts [groups]*sums
	count, err := inGroups(ctx, p.n, p.block, func(g int) func(first, rows int) error {
		from := &reader{Rows: p.rows, most: p.block}
		parts[g] = newSums(p.cols, p.block, end, len(requests))
		return func(first, rows int) error {
			b, err := from.read(first, rows)
			if err != nil {
				return err
			}
			return parts[g].add(requests, at, by, b, first)
		}
	})
	if err != nil {
		return err
	}
	for r, q := range requests {
		q.value = 0
		clear(q.out)
		clear(q.diagonal)
		for _, s := range parts[:count] {
			q.value += s.values[r]
			if q.ask != askMargins {
				addSums(q.out, q.problem, s.out[at[r].out*room(p.cols):], s.intercepts[at[r].out:], p.cols)
			}
			if q.ask == askGradient {
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

func newSums(cols, block int, end places, requests int) *sums {
	s := &sums{
		out: make([]float64, end.out*room(cols)), intercepts: make([]float64, end.out), shares: make([]float64, end.out*block),
		diagonal: make([]float64, end.diagonal*room(cols)), curvatures: make([]float64, end.diagonal),
		curved: make([]float64, end.diagonal*block), values: make([]float64, requests),
	}
	if end.diagonal > 0 {
		s.squares = make([]float64, block*cols)
	}
	return s
}

// add adds a block of rows.
func (s *sums) add(requests []*request, at []places, by *vectors, b blas64.General, first int) error {
	end := at[len(requests)]
	shares, curved := s.shares[:end.out*b.Rows], s.curved[:end.diagonal*b.Rows]
	clear(shares)
	clear(curved)
	most := 0
	for _, q := range requests {
		most = max(most, q.problem.outputs)
	}
	g := make([]float64, most)
	var err error
	by.each(b, func(i int, z []float64) bool {
		for r, q := range requests {
			k, p := q.problem.outputs, q.problem
			z := z[at[r].vector:][:k]
			if p.width > by.width {
				for o := range k {
					z[o] += q.v[o*p.width+by.width]
				}
			}
			share := place{shares, b.Rows, i, at[r].out}
			switch q.ask {
			case askGradient:
				if v := floats.Sum(z); v-v != 0 {
					err = notFinite(b, first, i)
					return false
				}
				copy(p.z[(first+i)*k:][:k], z)
				if p.weight(first+i) > 0 {
					s.values[r] += q.gradient(first+i, z, g[:k], share, place{curved, b.Rows, i, at[r].diagonal})
				}
			case askHessian:
				q.hessian(first+i, z, g[:k], share)
			case askMargins:
				copy(p.dz[(first+i)*k:][:k], z)
			}
		}
		return true
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

// place is that of a row among the shares of outputs from first on.
type place struct {
	all       []float64
	stride, i int
	first     int
}

func (p place) set(o int, v float64) { p.all[(p.first+o)*p.stride+p.i] = v }

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

// gradient returns the value of a row, and sets its shares in the gradient and in the diagonal.
func (q *request) gradient(i int, z, g []float64, share, curved place) float64 {
	p := q.problem
	weight := p.weight(i)
	value := weight * p.loss.value(i, z, g)
	for o, v := range g {
		share.set(o, weight*v)
	}
	p.loss.diagonal(i, z, g)
	for o, v := range g {
		curved.set(o, weight*v)
	}
	return value
}

// hessian sets the shares of a row in the Hessian times v, u its inner products with v.
func (q *request) hessian(i int, u, g []float64, share place) {
	p := q.problem
	weight, z := p.weight(i), p.z[i*p.outputs:][:p.outputs]
	if weight == 0 || !p.loss.curved(i, z) {
		return
	}
	p.loss.product(i, z, u, g)
	for o, v := range g {
		share.set(o, weight*v)
	}
}
