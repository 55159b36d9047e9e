// Package parser makes kernels of what people write (docs/formulas.md): formulas with names of kernels, parameters and
// habits of other languages. What it makes is a tree, which prints as a formula without any of that; proofs are about
// the tree.
package parser

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
	"krein/internal/kernel/language"
	"krein/kernel"
)

// Options sets what Parse needs besides the formula. Nil means none.
type Options struct {
	// Params gives the parameters of the formula by name; each value is an exact
	// constant expression such as "10", "1/3" or "sqrt(2)".
	Params map[string]string
	// Radius, if not nil, makes the kernel zero beyond it, whatever the formula says there.
	Radius *big.Rat
	// Over are parameters with an interval of values, each name once. What is proved of the kernel is proved for all of
	// their values; it has no value in floating point, and nothing but a proof is to be made of it (kernel.Fixed).
	Over []*formula.Range
}

// Parse reads a formula (the language is described in docs/formulas.md).
//
// A formula in u, or one that contains a kernel of the sphere, is meant for distances up to 2 and zero beyond, the
// choice of the papers; any other is its own continuation. Kernel.Extend or Options.Radius choose otherwise.
//
// Errors are *grammar.Error with the column; a formula is also rejected if it has a constant without a finite value or
// is certain to be undefined inside the range of distances it is used on. Parameters that the formula does not use are
// errors.
func Parse(source string, opt *Options) (*kernel.Kernel, error) {
	if opt == nil {
		opt = &Options{}
	}
	e, places, ferr := language.ReadOver(source, opt.Params, opt.Over...)
	if ferr != nil {
		return nil, ferr
	}
	e = distance{places, make(map[*formula.Expr]*formula.Expr)}.of(e)
	if x := kernel.Valueless(e); x != nil {
		return nil, grammar.ErrorAt(places[x], "%s has no value", brief.Text(x.String()))
	}
	k := breakpoints.Natural(inDistance(e))
	if opt.Radius != nil || k.Domain() != nil {
		var err error
		if k, err = k.Extend(kernel.Zero, opt.Radius); err != nil {
			return nil, err
		}
	}
	beyond, radius := k.Extension()
	var undefined *certain.UndefinedError
	if errors.As(certain.Undefined(k.Expr(), radius, nil), &undefined) {
		off := 0
		for _, node := range undefined.Path {
			if place, ok := places[node]; ok {
				off = place
				break
			}
		}
		if beyond == kernel.Natural {
			return nil, grammar.ErrorAt(off, "%v; if it is meant for smaller distances only, write z < R ? "+
				"… : 0, or give the radius R beyond which it is zero", undefined)
		}
		return nil, grammar.ErrorAt(off, "%v", undefined)
	}
	return k, nil
}

// Named returns a kernel of the catalogue; trailing parameters that have defaults may be left out.
func Named(name string, args ...*big.Rat) (*kernel.Kernel, error) {
	var texts []string
	for _, a := range args {
		texts = append(texts, a.RatString())
	}
	k, err := Parse(name+"("+strings.Join(texts, ", ")+")", nil)
	if err == nil && k.FormulaExpr().Op() != formula.OpCall { // a function of the language
		return nil, fmt.Errorf("no kernel is named %q", name)
	}
	return k, err
}
