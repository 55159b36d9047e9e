// Package atoms encloses the atoms of a radial spectral measure: those that package density has exactly, and those of a part
// of the kernel on the line that is made of waves, by Fourier series (package waves).
package atoms

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/spline"
	"krein/internal/hankel/waves"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Split writes k on the line as the sum of a part made of waves (waves.Of) that has no closed form, the formula
// of which is returned, and a rest, nil if there is none; ok is false if there is no such part. Both are for all z ≥ 0.
func Split(k *kernel.Kernel) (part *formula.Expr, rest *kernel.Kernel, ok bool) {
	var other *formula.Expr
	made := func(t *formula.Expr) bool { return waves.Of(t) && !hasAtoms(t) }
	for _, t := range closed.Summands(k.Expr()) {
		some := []*formula.Expr{t}
		if all := expanded(t, mostExpanded); slices.ContainsFunc(all, made) {
			some = all
		}
		for _, t := range some {
			if made(t) {
				part = formula.Combine(formula.OpAdd, part, t)
			} else {
				other = formula.Combine(formula.OpAdd, other, t)
			}
		}
	}
	if part == nil {
		return nil, nil, false
	}
	if other != nil {
		rest = k.Derive(other).Metered(k.Meter())
	}
	return part, rest, true
}

// mostExpanded bounds the summands of a product that is multiplied out.
const mostExpanded = 64

// expanded returns the summands of a product in which sums that have terms made of waves, or constant ones, among others
// are multiplied out, as (1 + exp(−z))·k; e alone if that are more than most.
func expanded(e *formula.Expr, most int) []*formula.Expr {
	if waves.Of(e) {
		return []*formula.Expr{e}
	}
	factors, c := formula.FactorList(e, true)
	for i, f := range factors {
		terms := formula.Terms(f)
		still := slices.ContainsFunc(terms, func(t *formula.Expr) bool { return !t.Varies() || waves.Of(t) })
		if len(terms) < 2 || len(terms) > most || waves.Of(f) || !still {
			continue
		}
		var out []*formula.Expr
		for _, t := range terms {
			p := formula.Mul(c, t)
			for j, g := range factors {
				if j != i {
					p = formula.Mul(p, g)
				}
			}
			out = append(out, expanded(p, most/len(terms))...)
		}
		return out
	}
	return []*formula.Expr{e}
}

// hasAtoms reports whether a formula is a sum of cosines, as its normal form shows.
func hasAtoms(e *formula.Expr) bool {
	f, ok := closed.Normalise(e)
	if !ok {
		return false
	}
	ok, err := (&closed.Form{More: spline.Take}).Natural(1, f)
	return ok && err == nil
}

// waveBits is the precision of the coefficients of Fourier series.
const waveBits = 128

// Of encloses the atoms of the measure on the line of a formula that is made of waves. The error is a
// *density.NotEnclosedError, or that of the meter of the kernel of which it is made.
func Of(e *formula.Expr, of *kernel.Kernel) (*waves.Atoms, error) {
	series, err := waves.Cosines(e, waveBits, of)
	var none *waves.Error
	switch {
	case errors.As(err, &none):
		return nil, &density.NotEnclosedError{Because: none.Because}
	case err != nil:
		return nil, err
	}
	return series, nil
}

// taken is a part made of waves that a density has no other part for: its formula, and its atoms.
type taken struct {
	formula *formula.Expr
	series  *waves.Atoms
}

// Take is the Line of a density.Plan: it takes out of a kernel on the line what is made of waves.
func Take(k *kernel.Kernel) (rest *kernel.Kernel, what any, err error) {
	part, rest, ok := Split(k)
	if !ok {
		return k, nil, nil
	}
	series, err := Of(part, k)
	if err != nil {
		return nil, nil, err
	}
	return rest, &taken{part, series}, nil
}

// Has reports whether the measure has atoms, or may have.
func Has(p *density.Density) bool { return len(p.Atoms()) > 0 || p.Taken() != nil }

// Enclosed encloses all atoms of the measure, those of Density.Atoms and those of what Take took, and their sum, which is
// the value at 0 of the kernel that they represent. An error says what is not known of them.
func Enclosed(p *density.Density, prec uint) (*waves.Atoms, *ball.Real, error) {
	out, sum := &waves.Atoms{}, new(ball.Real)
	if t, ok := p.Taken().(*taken); ok {
		out.Lost, out.Off, out.Lattice = t.series.Lost, t.series.Off, t.series.Lattice
		eval.Compile(t.formula).At(sum, new(ball.Real), prec)
		for i := range t.series.List {
			x := waves.Atom{Omega: t.series.List[i].Omega}
			x.Weight.Set(&t.series.List[i].Weight)
			out.List = append(out.List, x)
		}
	}
	if len(p.Atoms()) > 0 { // what the series do not list may lie at one of these
		out.Off = out.Off.Add(out.Lost)
	}
	for _, a := range p.Atoms() {
		if !a.Weight.Exact() || !a.Omega.Exact() {
			return nil, nil, &density.NotEnclosedError{Because: "the atom " + a.Weight.String() + " at ω = " + a.Omega.String() +
				" is not known exactly"}
		}
		x := waves.Atom{Omega: a.Omega}
		a.Weight.Ball(&x.Weight, prec)
		sum.Add(sum, &x.Weight, prec)
		out.List = append(out.List, x)
	}
	return out, sum, out.Merge()
}

// Below yields the atoms of a list at frequencies below ω, and at 0, or why it is not known of one where it is.
func Below(all *waves.Atoms, omega *ball.Real, prec uint) iter.Seq2[*waves.Atom, *density.NotEnclosedError] {
	return func(yield func(*waves.Atom, *density.NotEnclosedError) bool) {
		var at ball.Real
		for i := range all.List {
			a := &all.List[i]
			a.Omega.Ball(&at, prec+64)
			var doubt *density.NotEnclosedError
			switch {
			case a.Omega.IsZero() || at.Less(omega) == ball.True:
			case omega.Less(&at) == ball.True:
				continue
			default:
				doubt = &density.NotEnclosedError{Because: fmt.Sprintf("an atom is at ω = %v, or too close to it to tell", a.Omega)}
			}
			if !yield(a, doubt) {
				return
			}
		}
	}
}
