// Package testhook names the terms of error bounds, so that tests can weaken one at a time and require that an
// inclusion breaks: a term that nothing notices is either not needed or not tested.
//
// A weakened term is one of the whole process; tests that weaken do not run in parallel with others.
package testhook

import (
	"fmt"

	"krein/ball"
)

// A Term is one term of the error bounds of a package. Its factor is 1 but in tests.
type Term struct {
	name  string
	shift int64
}

// Name returns the name.
func (t *Term) Name() string { return t.name }

// LeftOut is a bound of what the term leaves out, weakened if a test asks for it.
func (t *Term) LeftOut(bound ball.Mag) ball.Mag {
	if t.shift != 0 {
		return bound.Mul2Exp(t.shift)
	}
	return bound
}

// Weaken makes the factor 2^−bits until restore is called.
func (t *Term) Weaken(bits int64) (restore func()) {
	t.shift = -bits
	return func() { t.shift = 0 }
}

// A Registry lists the terms of a package.
type Registry struct{ terms []*Term }

// New adds a term; it panics if there is one of that name. It is for package variables.
func (r *Registry) New(name string) *Term {
	for _, t := range r.terms {
		if t.name == name {
			panic(fmt.Sprintf("testhook: two terms %q", name))
		}
	}
	t := &Term{name: name}
	r.terms = append(r.terms, t)
	return t
}

// Terms returns all terms.
func (r *Registry) Terms() []*Term { return append([]*Term(nil), r.terms...) }
