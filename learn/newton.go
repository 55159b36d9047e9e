package learn

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"krein/internal/learn/loss"
	"krein/internal/parallel"
)

// problem is min ½ Σ_j d_j w_j² + C Σ_i ρ_i loss_i(z_i), z_i = Wφ_i + b: d and ρ are nonnegative.
type problem struct {
	loss    loss.Function
	outputs int
	width   int // of an output's weights, the intercept included
	penalty []float64
	c       float64
	whole   bool   // directions are found by the Hessian as a whole
	in      []bool // rows that count; nil: all
	floor   float64

	w     []float64 // outputs×width: where to begin, and then the minimum
	z, dz []float64 // n×outputs: the margins, and their change along the last direction
	zero  float64   // norm of the gradient at w = 0 over C; 0: not known
	Convergence
}

// Convergence says how a minimum was reached.
type Convergence struct {
	Objective float64 `json:"objective"`
	Gradient  float64 `json:"gradient"` // its norm, over that at w = 0
	Steps     int     `json:"steps"`    // of Newton's method
	Products  int     `json:"products"` // of the Hessian with a vector
	Wholes    int     `json:"wholes"`   // Hessians made as a whole
	Converged bool    `json:"converged"`
}

// pull is the norm of the penalty's gradient, which at the minimum is that of the losses. The gradient at w = 0 grows
// with C and that at another C's minimum need not: measured by the first alone, the minimum for C would pass for that
// of 10·C.
func (p *problem) pull() float64 {
	f := 0.0
	for i, v := range p.w {
		v *= p.penalty[i%p.width]
		f += v * v
	}
	return math.Sqrt(f)
}

// weight is that of a row.
func (p *problem) weight(i int) float64 {
	if p.in != nil && !p.in[i] {
		return 0
	}
	return p.c
}

// quadratic returns ½ Σ d w².
func (p *problem) quadratic(w []float64) (f float64) {
	for i, v := range w {
		f += p.penalty[i%p.width] * v * v
	}
	return f / 2
}

// solver is Newton's method for one problem; asked answers what it wants to know of the rows.
type solver struct {
	*problem
	asked    func(*request) error
	limit    int
	far      bool      // rows are elsewhere: their margins are not known
	line     *request  // the last question about a line, where rows are elsewhere
	g, h     []float64 // gradient, diagonal of the Hessian
	s, r, q  []float64 // of conjugate gradients: solution, residual, direction
	hq, prec []float64
}

const (
	residual   = 0.1  // of conjugate gradients, at most
	sufficient = 0.01 // of what the slope promises (Armijo)
	halvings   = 40
	// settled is the share of the penalty's gradient that the gradient is at most where no step is taken at all.
	settled = 0.1
)

// solve runs Newton's method with backtracking. Of the objectives here the generalised Hessian is
// positive definite on all columns with a penalty, and the others have curvature wherever a row is
// curved; the step is cut off where it has none.
func (s *solver) solve() error {
	s.Convergence = Convergence{}
	n := len(s.w)
	for _, v := range []*[]float64{&s.g, &s.h, &s.s, &s.r, &s.q, &s.hq, &s.prec} {
		*v = make([]float64, n)
	}
	if s.zero == 0 {
		norm, err := s.gradient(make([]float64, n))
		if err != nil {
			return err
		}
		s.zero = norm / s.c
	}
	norm, err := s.gradient(s.w)
	if err != nil {
		return err
	}
	for {
		s.Gradient = norm / (s.zero * s.c)
		if s.zero == 0 {
			s.Gradient = 0
		}
		if s.Gradient <= s.floor && (s.Steps > 0 || norm <= settled*s.pull()) {
			s.Converged = true
			return nil
		}
		if s.Steps == s.limit {
			return nil
		}
		s.Steps++
		moved, err := s.step()
		if err != nil {
			return err
		}
		if !moved { // no smaller value in float64: the minimum, as far as numbers go
			s.Converged = true
			return nil
		}
		if norm, err = s.gradient(s.w); err != nil {
			return err
		}
	}
}

var errTooLarge = errors.New("learn: the columns are too large to be squared and added up: scale them")

// gradient sets g, h unless the Hessian is made as a whole, and the objective at w and returns the norm of g.
func (s *solver) gradient(w []float64) (float64, error) {
	q := &request{ask: askGradient, problem: s.problem, v: w, out: s.g, diagonal: s.h}
	if s.whole {
		q.diagonal = nil
	}
	if err := s.asked(q); err != nil {
		return 0, err
	}
	s.Objective = q.value + s.quadratic(w)
	for i, v := range w {
		s.g[i] += s.penalty[i%s.width] * v
	}
	for i := range q.diagonal {
		s.h[i] += s.penalty[i%s.width]
	}
	norm := floats.Norm(s.g, 2)
	if v := norm + floats.Sum(s.h); v-v != 0 {
		return 0, errTooLarge
	}
	return norm, nil
}

// step moves w along the direction of conjugate gradients, and reports whether it did.
func (s *solver) step() (bool, error) {
	if err := s.direction(); err != nil {
		return false, err
	}
	slope := floats.Dot(s.g, s.s)
	if slope >= 0 {
		return false, nil
	}
	along := s.afar
	if !s.far {
		if err := s.asked(&request{ask: askMargins, problem: s.problem, v: s.s}); err != nil {
			return false, err
		}
		along = func(a float64) (float64, error) { return s.losses(a), nil }
	}
	w := make([]float64, len(s.w))
	for a, t := 1.0, 0; t < halvings; a, t = a/2, t+1 {
		floats.AddScaledTo(w, s.w, a, s.s)
		f, err := along(a)
		if err != nil {
			return false, err
		}
		if f += s.quadratic(w); f-s.Objective <= sufficient*a*slope {
			copy(s.w, w)
			return true, nil
		}
	}
	return false, nil
}

// losses are those of all rows at the margins z + a·dz.
func (p *problem) losses(a float64) (f float64) {
	k := p.outputs
	if of, ok := p.loss.(loss.Scalar); ok {
		for i, z := range p.z {
			if weight := p.weight(i); weight > 0 {
				value, _, _ := of(i, z+a*p.dz[i])
				f += weight * value
			}
		}
		return f
	}
	z, g := make([]float64, k), make([]float64, k)
	for i := 0; i < len(p.z); i += k {
		if weight := p.weight(i / k); weight > 0 {
			floats.AddScaledTo(z, p.z[i:i+k], a, p.dz[i:i+k])
			f += weight * p.loss.Value(i/k, z, g)
		}
	}
	return f
}

// linePoints is how many points of a line are asked for at once where rows are elsewhere.
const linePoints = 4

// afar is losses where rows are elsewhere: it asks for those at a, a/2, … at once.
func (s *solver) afar(a float64) (float64, error) {
	if a == 1 {
		s.line = nil
	}
	if at := slices.Index(s.line.points(), a); at >= 0 {
		return s.line.out[at], nil
	}
	s.line = &request{ask: askLine, problem: s.problem, v: s.s, out: make([]float64, linePoints)}
	for range linePoints {
		s.line.steps = append(s.line.steps, a)
		a /= 2
	}
	err := s.asked(s.line)
	return s.line.out[0], err
}

// points are those of a question about a line, none of nil.
func (q *request) points() []float64 {
	if q == nil {
		return nil
	}
	return q.steps
}

// direction solves Hs = −g: by conjugate gradients, and where these took long once, by Cholesky's decomposition.
func (s *solver) direction() error {
	if s.whole {
		s.Wholes++
		if err := s.asked(&request{ask: askDirection, problem: s.problem, v: s.g, out: s.s}); err != nil {
			return err
		}
		if floats.Dot(s.g, s.s) < 0 {
			return nil
		}
		s.whole = false // not positive definite
		if _, err := s.gradient(s.w); err != nil {
			return err
		}
		return s.conjugate()
	}
	before := s.Products
	err := s.conjugate()
	s.whole = !s.far && s.worthwhile(s.Products-before)
	return err
}

// conjugate solves Hs = −g by conjugate gradients with the diagonal as preconditioner, to a residual
// that shrinks with the gradient.
func (s *solver) conjugate() error {
	for i, h := range s.h {
		s.prec[i] = 1
		if h > 0 {
			s.prec[i] = 1 / h
		}
		s.s[i], s.r[i] = 0, -s.g[i]
		s.q[i] = s.prec[i] * s.r[i]
	}
	rho := floats.Dot(s.r, s.q)
	shrink := min(residual, math.Sqrt(s.Gradient))
	enough := rho * shrink * shrink
	first := true
	for range 2 * len(s.w) {
		q := &request{ask: askHessian, problem: s.problem, v: s.q, out: s.hq}
		if err := s.asked(q); err != nil {
			return err
		}
		s.Products++
		for i, v := range s.q {
			s.hq[i] += s.penalty[i%s.width] * v
		}
		curvature := floats.Dot(s.q, s.hq)
		if curvature <= 0 { // flat: only at the beginning is there nothing better than the gradient
			if first {
				copy(s.s, s.q)
			}
			return nil
		}
		first = false
		a := rho / curvature
		floats.AddScaled(s.s, a, s.q)
		floats.AddScaled(s.r, -a, s.hq)
		next := 0.0
		for i, r := range s.r {
			next += r * r * s.prec[i]
		}
		if next <= enough {
			return nil
		}
		for i, r := range s.r {
			s.q[i] = s.prec[i]*r + next/rho*s.q[i]
		}
		rho = next
	}
	return nil
}

// answerer knows rows.
type answerer interface {
	answer(ctx context.Context, requests []*request) error
	far() bool // rows are elsewhere
}

// solveAll solves the problems side by side: whenever all that are left have a question, one pass
// over the rows answers them. done is told how many are solved.
func solveAll(ctx context.Context, over answerer, problems []*problem, limit int, done func(int)) error {
	type message struct {
		index int
		*request
		err error
	}
	from := make(chan message)
	answers := make([]chan error, len(problems))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var wait sync.WaitGroup
	var caught parallel.Catcher
	for i, p := range problems {
		answers[i] = make(chan error, 1)
		wait.Go(func() {
			s := &solver{problem: p, limit: limit, far: over.far(), asked: func(q *request) error {
				from <- message{index: i, request: q}
				return <-answers[i]
			}}
			err := caught.Try(s.solve)
			from <- message{index: i, err: err}
		})
	}
	asked := make([]*request, len(problems))
	var fail error
	for live, solved := len(problems), 0; live > 0; {
		clear(asked)
		for n := live; n > 0; n-- {
			m := <-from
			asked[m.index] = m.request
			if m.request == nil {
				live--
				solved++
				if fail == nil {
					fail = m.err
				}
			}
		}
		if done != nil {
			done(solved)
		}
		var now []*request
		for _, q := range asked {
			if q != nil {
				now = append(now, q)
			}
		}
		if fail == nil && len(now) > 0 {
			fail = over.answer(ctx, now)
		}
		for i, q := range asked {
			if q != nil {
				answers[i] <- fail
			}
		}
	}
	wait.Wait()
	caught.Rethrow()
	return fail
}
