package learn

import (
	"context"
	"errors"
	"slices"

	"krein/internal/learn/loss"
)

// LinearSVM is the support vector machine with squared hinge loss, LIBLINEAR's L2R_L2LOSS_SVC in the
// primal (Fan et al. 2008, problem (2)):
//
//	½ Σ_j d_j w_j² + C Σ_i max(0, 1 − y_i f(x_i))²,  y_i = ±1,
//
// convex, with a unique minimum for d > 0. Of more than two classes each is set apart from the rest.
type LinearSVM struct {
	Convex
	// Classes is their number, if y need not have the last ones; 0 means the greatest of y and 1.
	Classes int
}

// Fit fits to the classes y_i ≥ 0 of the rows of x. It panics with mat.ErrShape if there are not as
// many as rows, or as many penalties as columns. It returns an error for settings out of range,
// fewer than two classes, rows that are not finite, no convergence, and ctx's.
func (s *LinearSVM) Fit(ctx context.Context, x Rows, y []int) (*Classifier, error) {
	l := classes(y, s.Classes)
	return fitClasses(ctx, s.Convex, hinges{l}, l, x)
}

// Logistic is multinomial logistic regression:
//
//	½ Σ_kj d_j w_kj² + C Σ_i (log Σ_k exp f_k(x_i) − f_{y_i}(x_i)),
//
// convex. With two classes there is one f, the loss is log(1 + exp(∓f)) and the penalty ½ Σ d_j w_j²;
// two outputs with the same probabilities would have half of it.
type Logistic struct {
	Convex
	// Classes is as in LinearSVM.
	Classes int
}

// Fit is as LinearSVM.Fit. Probabilities turns outputs into probabilities.
func (s *Logistic) Fit(ctx context.Context, x Rows, y []int) (*Classifier, error) {
	l := classes(y, s.Classes)
	return fitClasses(ctx, s.Convex, softmaxes{l}, l, x)
}

// labelled are classes 0, …, k−1 of rows.
type labelled struct {
	y []int
	k int
}

func classes(y []int, k int) labelled {
	for _, c := range y {
		if c < 0 {
			panic("learn: negative class")
		}
		k = max(k, c+1)
	}
	return labelled{y, k}
}

var errOneClass = errors.New("learn: the training data have one class; need at least two")

// several returns an error unless there are two classes with rows.
func (l labelled) several() error {
	if !slices.ContainsFunc(l.y, func(c int) bool { return c != l.y[0] }) {
		return errOneClass
	}
	return nil
}

// smaller is the share of the class among the rows that are in, or of the others if they are fewer;
// 1 where all are on one side.
func (l labelled) smaller(class int, in []bool) float64 {
	n, own := 0, 0
	for i, c := range l.y {
		if in == nil || in[i] {
			n++
			if c == class {
				own++
			}
		}
	}
	return share(own, n)
}

// share is the part of n rows that so many are, or the others if they are fewer.
func share(own, n int) float64 { return float64(max(min(own, n-own), 1)) / float64(max(n, 1)) }

type hinges struct{ labelled }

func (h hinges) problems(set *Convex, rows, columns int, in []bool) []*problem {
	var all []*problem
	for class := range h.k {
		if h.k == 2 && class == 0 {
			continue // class 1 against class 0
		}
		p := set.problem(loss.SquaredHinge(h.y, class), 1, rows, columns, in)
		p.floor *= h.smaller(class, in)
		all = append(all, p)
	}
	return all
}

type softmaxes struct{ labelled }

func (m softmaxes) problems(set *Convex, rows, columns int, in []bool) []*problem {
	if m.k == 2 {
		p := set.problem(loss.BinaryLogistic(m.y), 1, rows, columns, in)
		p.floor *= m.smaller(1, in)
		return []*problem{p}
	}
	return []*problem{set.problem(loss.Softmax(m.y), m.k, rows, columns, in)}
}

// fitClasses fits a classifier of the classes l, for which e has the problems.
func fitClasses(ctx context.Context, set Convex, e estimator, l labelled, x Rows) (*Classifier, error) {
	if n, _ := x.Dims(); n == len(l.y) {
		if err := l.several(); err != nil {
			return nil, err
		}
	}
	f, err := fit(ctx, set, e, x, len(l.y))
	if err != nil {
		return nil, err
	}
	return &Classifier{Linear: f, Classes: l.k}, nil
}
