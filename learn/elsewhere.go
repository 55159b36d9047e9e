package learn

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/loss"
)

// Question is what the minimiser of a LinearSVM wants to know of all rows, where they are in parts on several machines.
// Its answer is a list of sums over rows; those of parts add up, number by number, to that of the table.
type Question struct {
	// Class is set apart from the rest.
	Class int
	// W is where: weights and then the intercept, if there is one.
	W []float64
	// V is a direction; nil asks for the losses, their gradient and the diagonal of their Hessian
	// at W, one behind the other.
	V []float64
	// Steps are points a of the line W + aV, at which losses are asked for; nil asks for the Hessian at W times V.
	Steps []float64
}

// Answers returns the length of the answer.
func (q *Question) Answers() int {
	switch {
	case q.V == nil:
		return 1 + 2*len(q.W)
	case q.Steps != nil:
		return len(q.Steps)
	}
	return len(q.W)
}

// check returns an error unless the question is one about rows of so many columns.
func (q *Question) check(width, classes int) error {
	if len(q.W) != width || q.V != nil && len(q.V) != width || q.V == nil && q.Steps != nil || q.Class < 0 ||
		q.Class >= classes {
		return fmt.Errorf("learn: a question about class %d of %d with %d and %d numbers, not %d", q.Class, classes, len(q.W),
			len(q.V), width)
	}
	return nil
}

// Answer answers questions about some rows x of the classes y ≥ 0, for settings that are those of the minimiser. It
// panics with mat.ErrShape if there are not as many classes as rows. It returns an error for settings out of range,
// rows that are not finite, questions that do not fit, and ctx's.
func (s *LinearSVM) Answer(ctx context.Context, x Rows, y []int, questions []Question) ([][]float64, error) {
	n, c := x.Dims()
	if n != len(y) {
		panic(mat.ErrShape)
	}
	set, err := s.check(c)
	if err != nil {
		return nil, err
	}
	// First the margins at W are found, and with them what is asked for there, then what depends on V.
	answers := make([][]float64, len(questions))
	problems := make([]*problem, len(questions))
	var at, along []*request
	for i := range questions {
		q := &questions[i]
		p := set.problem(loss.SquaredHinge(y, q.Class), 1, n, c, nil)
		if err := q.check(p.width, max(s.Classes, q.Class+1)); err != nil {
			return nil, err
		}
		problems[i], answers[i] = p, make([]float64, q.Answers())
		r := &request{ask: askMargins, problem: p, v: q.W}
		if q.V == nil {
			r.ask, r.out, r.diagonal = askGradient, answers[i][1:1+p.width], answers[i][1+p.width:]
		}
		at = append(at, r)
		switch {
		case q.Steps != nil:
			along = append(along, &request{ask: askMargins, problem: p, v: q.V})
		case q.V != nil:
			along = append(along, &request{ask: askHessian, problem: p, v: q.V, out: answers[i]})
		}
	}
	over := newPass(x)
	if err := over.answer(ctx, at); err != nil {
		return nil, err
	}
	for i, r := range at {
		if r.ask == askGradient {
			answers[i][0] = r.value
		} else {
			copy(problems[i].z, problems[i].dz)
		}
	}
	if len(along) > 0 {
		if err := over.answer(ctx, along); err != nil {
			return nil, err
		}
	}
	for i, p := range problems {
		for k, a := range questions[i].Steps {
			answers[i][k] = p.losses(a)
		}
	}
	return answers, nil
}

// FitElsewhere is Fit for rows that are elsewhere: of so many columns, counts of them of each class. Whatever has to be
// known of the rows is asked for, many questions at a time, and answers are what Answer returns of the parts, added up.
// It returns an error for settings out of range, fewer than two classes with rows, no convergence, answers of the wrong
// length, and those of ask and ctx.
func (s *LinearSVM) FitElsewhere(
	ctx context.Context, columns int, counts []int,
	ask func(ctx context.Context, questions []Question) ([][]float64, error),
) (*Classifier, error) {
	set, err := s.check(columns)
	if err != nil {
		return nil, err
	}
	rows, most := 0, 0
	for _, n := range counts {
		rows += n
		most = max(most, n)
	}
	if rows == most {
		return nil, errOneClass
	}
	var problems []*problem
	var classes []int
	for class, n := range counts {
		if len(counts) == 2 && class == 0 {
			continue // class 1 against class 0
		}
		p := set.problem(nil, 1, 0, columns, nil)
		p.floor *= share(n, rows)
		problems, classes = append(problems, p), append(classes, class)
	}
	if err := set.solve(ctx, &elsewhere{ask, problems, classes}, problems); err != nil {
		return nil, err
	}
	return &Classifier{Linear: linear(problems, columns), Classes: len(counts)}, nil
}

// elsewhere asks for what is known of rows.
type elsewhere struct {
	ask      func(ctx context.Context, questions []Question) ([][]float64, error)
	problems []*problem
	classes  []int // of the problems
}

func (e *elsewhere) far() bool { return true }

// errAnswers says that answers are none to what was asked.
var errAnswers = errors.New("learn: answers that do not fit the questions")

// answer asks for the answers to requests, and takes them apart.
func (e *elsewhere) answer(ctx context.Context, requests []*request) error {
	questions := make([]Question, len(requests))
	for i, r := range requests {
		q := Question{Class: e.classes[slices.Index(e.problems, r.problem)], W: slices.Clone(r.problem.w)}
		if r.ask == askGradient {
			q.W = slices.Clone(r.v)
		} else {
			q.V, q.Steps = slices.Clone(r.v), r.steps
		}
		questions[i] = q
	}
	answers, err := e.ask(ctx, questions)
	if err != nil {
		return err
	}
	if len(answers) != len(requests) {
		return errAnswers
	}
	for i, r := range requests {
		a := answers[i]
		if len(a) != questions[i].Answers() {
			return errAnswers
		}
		if v := floats.Sum(a); v-v != 0 {
			return errTooLarge
		}
		if r.ask == askGradient {
			r.value, a = a[0], a[1:]
			copy(r.diagonal, a[r.problem.width:])
		}
		copy(r.out, a)
	}
	return nil
}
