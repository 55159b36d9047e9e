// Package testhook names the terms of error bounds, so that tests can weaken one at a time and require that an inclusion
// breaks: a term that nothing notices is either not needed or not tested.
//
// A weakened term is one of the whole process; tests that weaken do not run in parallel with others.
package testhook

import "fmt"

// A Term is one term of the error bounds of a package. Bounds are multiplied by 2^Shift(), 1 but in tests.
type Term struct {
	name  string
	shift int64
}

// Name returns the name.
func (t *Term) Name() string { return t.name }

// Shift returns the exponent of the factor of the bound.
func (t *Term) Shift() int64 { return t.shift }

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
