package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/loss"
)

// Defaults of Convex.
const (
	// defaultTolerance is that of Convex.
	defaultTolerance = 1e-3
	// defaultSteps is the greatest number of steps of Newton's method.
	defaultSteps = 200
)

// Convex are the settings that LinearSVM, SVR and Logistic share. The zero value means C = 1, no
// intercept, the penalty ½‖w‖².
type Convex struct {
	// C is the weight of the losses; 0 means 1.
	C float64
	// Intercept says what is done about b.
	Intercept Intercept
	// Penalty are the weights d_j ≥ 0 of the columns in ½ Σ d_j w_j²; nil means 1. See Penalty.
	Penalty []float64
	// Tolerance ends the iteration when the norm of the gradient is below Tolerance·m times that at w = 0, m the share of
	// the smaller class among the rows (LIBLINEAR's rule; 1 for SVR and multinomial Logistic). 0 means 1e-3.
	Tolerance float64
	// Steps is the greatest number of Newton steps; 0 means 200. Reaching it is an error.
	Steps int
	// Progress, if not nil, is told how many problems (classes, folds) of how many are solved.
	Progress func(done, total int)
}

// Penalty returns the weights of the columns of a map with this signature: plus where J = 1 and minus where J = −1.
// With Convex.Penalty or Ridge.Penalty the penalty is plus‖f₊‖² + minus‖f₋‖² in the Kreĭn space's decomposition f = f₊
// + f₋ (Oglic and Gärtner 2019): convex, for positive weights.
func Penalty(signature []float64, plus, minus float64) []float64 {
	p := make([]float64, len(signature))
	for j, s := range signature {
		p[j] = plus
		if s < 0 {
			p[j] = minus
		}
	}
	return p
}

// check returns the settings with the defaults filled in.
func (s Convex) check(columns int) (Convex, error) {
	if s.C == 0 {
		s.C = 1
	}
	if s.Tolerance == 0 {
		s.Tolerance = defaultTolerance
	}
	if s.Steps == 0 {
		s.Steps = defaultSteps
	}
	switch {
	case !(s.C > 0) || math.IsInf(s.C, 1):
		return s, fmt.Errorf("learn: C = %v: want a positive number", s.C)
	case !(s.Tolerance > 0 && s.Tolerance < 1):
		return s, fmt.Errorf("learn: tolerance %v: want a number between 0 and 1", s.Tolerance)
	case s.Steps < 0:
		return s, fmt.Errorf("learn: %d steps: want a positive number", s.Steps)
	case s.Intercept < NoIntercept || s.Intercept > PenalisedIntercept:
		return s, fmt.Errorf("learn: %v: want an intercept that is none, free or penalised", s.Intercept)
	}
	return s, checkPenalty(s.Penalty, columns)
}

func checkPenalty(penalty []float64, columns int) error {
	if penalty == nil {
		return nil
	}
	if len(penalty) != columns {
		panic(mat.ErrShape)
	}
	for j, d := range penalty {
		if !(d >= 0) || math.IsInf(d, 1) {
			return fmt.Errorf("learn: penalty %v of column %d: want a number ≥ 0", d, j+1)
		}
	}
	return nil
}

// problem returns a problem for rows that are in (nil: all), from w = 0.
func (s *Convex) problem(l loss.Function, outputs, rows, columns int, in []bool) *problem {
	width := columns
	if s.Intercept != NoIntercept {
		width++
	}
	p := &problem{
		loss: l, outputs: outputs, width: width, c: s.C, in: in, floor: s.Tolerance,
		penalty: make([]float64, width), w: make([]float64, outputs*width),
		z: make([]float64, rows*outputs), dz: make([]float64, rows*outputs),
	}
	for j := range p.penalty {
		p.penalty[j] = 1
	}
	copy(p.penalty, s.Penalty)
	if s.Intercept == FreeIntercept {
		p.penalty[columns] = 0
	}
	return p
}

// solve solves the problems, each to the end.
func (s *Convex) solve(ctx context.Context, over answerer, problems []*problem) error {
	var done func(int)
	if s.Progress != nil {
		done = func(n int) { s.Progress(n, len(problems)) }
	}
	if err := solveAll(ctx, over, problems, s.Steps, done); err != nil {
		return err
	}
	for _, p := range problems {
		if !p.Converged {
			return fmt.Errorf(
				"learn: after %d steps the gradient is %.2g of the first, not %.2g: allow more steps, a larger tolerance or a "+
					"smaller C, or scale the columns",
				p.Steps, p.Gradient, p.floor)
		}
	}
	return nil
}

// linear gathers the solutions.
func linear(problems []*problem, columns int) Linear {
	outputs := 0
	for _, p := range problems {
		outputs += p.outputs
	}
	l := Linear{Weights: mat.NewDense(outputs, columns, nil), Intercept: make([]float64, outputs)}
	at := 0
	for _, p := range problems {
		for o := range p.outputs {
			w := p.w[o*p.width:][:p.width]
			l.Weights.SetRow(at, w[:columns])
			if p.width > columns {
				l.Intercept[at] = w[columns]
			}
			at++
		}
		l.Convergence = append(l.Convergence, p.Convergence)
	}
	return l
}

// estimator is what folds and classes are made into problems by.
type estimator interface {
	// problems returns those of the rows that are in; the settings have been checked.
	problems(set *Convex, rows, columns int, in []bool) []*problem
}

// fit solves the problems of all rows.
func fit(ctx context.Context, set Convex, e estimator, x Rows, targets int) (Linear, error) {
	n, c := x.Dims()
	if targets != n {
		panic(mat.ErrShape)
	}
	set, err := set.check(c)
	if err != nil {
		return Linear{}, err
	}
	problems := e.problems(&set, n, c, nil)
	if err := set.solve(ctx, newPass(x), problems); err != nil {
		return Linear{}, err
	}
	return linear(problems, c), nil
}
