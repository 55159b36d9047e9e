// Package testhook names the terms of error bounds, so that tests can weaken one at a time and require that an
// inclusion breaks: a term that nothing notices is either not needed or not tested. Only programs that are built with
// the tag kreintest can weaken a term: in all others LeftOut returns its argument.
package testhook

import (
	"fmt"
)

// A Term is one term of the error bounds of a package.
type Term struct {
	name string
	weakness
}

// Name returns the name.
func (t *Term) Name() string { return t.name }

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
