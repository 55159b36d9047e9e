package learn

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

const (
	// groups is how many sums of a pass run beside each other: fixed, so that they are added in the
	// same order however many processors there are.
	groups = 16
	// blockNumbers is how many numbers a block of rows has: it stays in the cache of a core.
	blockNumbers = 1 << 15
)

// blockRows is the number of rows of a block.
func blockRows(columns int) int { return min(max(blockNumbers/max(columns, 1), 16), 1024) }

// question is what a problem wants to know of all rows.
type question int8

const (
	askGradient question = iota // margins, value, gradient and the diagonal of the Hessian at w
	askHessian                  // the Hessian times a vector
	askMargins                  // the change of the margins along a vector
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
}

// sums are what a group of blocks adds to a request.
type sums struct{ out, diagonal []float64 }

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

// answer fills the answers in.
func (p *pass) answer(ctx context.Context, requests []*request) error {
	var parts [groups][]sums
	var values [groups][]float64
	count, err := inGroups(ctx, p.n, p.block, func(g int) func(first, rows int) error {
		scratch := general(p.block, p.cols)
		parts[g], values[g] = p.room(requests)
		return func(first, rows int) error {
			return p.add(requests, parts[g], values[g], part(scratch, 0, rows), first)
		}
	})
	if err != nil {
		return err
	}
	for r, q := range requests {
		q.value = 0
		for g := range count {
			q.value += values[g][r]
			add(q.out, parts[g][r].out)
			add(q.diagonal, parts[g][r].diagonal)
		}
	}
	return nil
}

// inGroups splits blocks of n rows into groups that do not depend on the number of processors. Each
// gets what begin makes for it, and goes through its blocks in their order. It returns the number
// of groups, and the error of the first one that has one.
func inGroups(ctx context.Context, n, block int, begin func(group int) func(first, rows int) error) (int, error) {
	blocks := (n + block - 1) / block
	count := min(groups, blocks)
	fails := make([]error, count)
	var next atomic.Int32
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), count) {
		wait.Go(func() {
			for g := int(next.Add(1)) - 1; g < count; g = int(next.Add(1)) - 1 {
				do := begin(g)
				for b := blocks * g / count; b < blocks*(g+1)/count && fails[g] == nil; b++ {
					if fails[g] = ctx.Err(); fails[g] == nil {
						fails[g] = do(b*block, min(block, n-b*block))
					}
				}
			}
		})
	}
	wait.Wait()
	for _, err := range fails {
		if err != nil {
			return count, err
		}
	}
	return count, nil
}

func add(dst, s []float64) {
	if len(s) > 0 {
		floats.Add(dst, s)
	}
}

// room returns zeros for the sums of a group.
func (p *pass) room(requests []*request) ([]sums, []float64) {
	s := make([]sums, len(requests))
	for i, q := range requests {
		clear(q.out)
		clear(q.diagonal)
		if q.ask != askMargins {
			s[i].out = make([]float64, len(q.out))
		}
		if q.ask == askGradient {
			s[i].diagonal = make([]float64, len(q.diagonal))
		}
	}
	return s, make([]float64, len(requests))
}

// add adds a block of rows to the sums of its group.
func (p *pass) add(requests []*request, s []sums, values []float64, scratch blas64.General, first int) error {
	b, err := p.rows.Block(scratch, first)
	if err != nil {
		return err
	}
	for i, q := range requests {
		switch q.ask {
		case askGradient:
			var bad int
			values[i], bad = q.gradient(b, first, s[i], values[i])
			if bad >= 0 {
				return notFinite(b, first, bad)
			}
		case askHessian:
			q.hessian(b, first, s[i])
		case askMargins:
			q.margins(b, first)
		}
	}
	return nil
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

// dot is the margin of a row for an output: v has its weights and perhaps its intercept.
func dot(row, v []float64) float64 {
	z := floats.Dot(row, v[:len(row)])
	if len(v) > len(row) {
		z += v[len(row)]
	}
	return z
}

// addScaled adds a·(row, 1) to out.
func addScaled(out []float64, a float64, row []float64) {
	floats.AddScaled(out[:len(row)], a, row)
	if len(out) > len(row) {
		out[len(row)] += a
	}
}

// gradient returns the value of the block added to what there is, and a row whose margins are not
// finite, or −1.
func (q *request) gradient(b blas64.General, first int, s sums, value float64) (float64, int) {
	p := q.problem
	k, width := p.outputs, p.width
	g := make([]float64, 2*k)
	h := g[k:]
	g = g[:k]
	for i := range b.Rows {
		weight := p.weight(first + i)
		row := b.Data[i*b.Stride:][:b.Cols]
		z := p.z[(first+i)*k:][:k]
		for o := range k {
			z[o] = dot(row, q.v[o*width:][:width])
			if z[o]-z[o] != 0 {
				return value, i
			}
		}
		if weight == 0 {
			continue
		}
		value += weight * p.loss.value(first+i, z, g)
		p.loss.diagonal(first+i, z, h)
		for o := range k {
			if g[o] != 0 {
				addScaled(s.out[o*width:][:width], weight*g[o], row)
			}
			if a := weight * h[o]; a != 0 {
				d := s.diagonal[o*width:][:width]
				for j, v := range row {
					d[j] += a * v * v
				}
				if width > len(row) {
					d[len(row)] += a
				}
			}
		}
	}
	return value, -1
}

// hessian adds the block's part of the Hessian times v.
func (q *request) hessian(b blas64.General, first int, s sums) {
	p := q.problem
	k, width := p.outputs, p.width
	u := make([]float64, 2*k)
	hu := u[k:]
	u = u[:k]
	for i := range b.Rows {
		weight := p.weight(first + i)
		z := p.z[(first+i)*k:][:k]
		if weight == 0 || !p.loss.curved(first+i, z) {
			continue
		}
		row := b.Data[i*b.Stride:][:b.Cols]
		for o := range k {
			u[o] = dot(row, q.v[o*width:][:width])
		}
		p.loss.product(first+i, z, u, hu)
		for o := range k {
			addScaled(s.out[o*width:][:width], weight*hu[o], row)
		}
	}
}

// margins stores the change of the margins along v.
func (q *request) margins(b blas64.General, first int) {
	p := q.problem
	k, width := p.outputs, p.width
	for i := range b.Rows {
		if p.weight(first+i) == 0 {
			continue
		}
		row := b.Data[i*b.Stride:][:b.Cols]
		for o := range k {
			p.dz[(first+i)*k+o] = dot(row, q.v[o*width:][:width])
		}
	}
}
