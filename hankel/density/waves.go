package density

import (
	"errors"
	"slices"

	"krein/ball"
	"krein/hankel/closed"
	"krein/hankel/waves"
	"krein/kernel"
	"krein/kernel/eval"
	"krein/kernel/formula"
)

// SplitWaves writes k on the line as the sum of a part made of waves (waves.Of) that has no closed form, the formula
// of which is returned, and a rest, nil if there is none; ok is false if there is no such part. Both are for all z ≥ 0.
func SplitWaves(k *kernel.Kernel) (part *formula.Expr, rest *kernel.Kernel, ok bool) {
	if k.IsFunc() {
		return nil, nil, false
	}
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
	ok, err := new(closed.Form).Natural(1, f)
	return ok && err == nil
}

// waveBits is the precision of the coefficients of Fourier series.
const waveBits = 128

// WaveAtoms encloses the atoms of the measure on the line of a formula that is made of waves. The error is a
// *NotEnclosedError, or that of the meter of the kernel of which it is made.
func WaveAtoms(e *formula.Expr, of *kernel.Kernel) (*waves.Atoms, error) {
	series, err := waves.Cosines(e, waveBits, of)
	var none *waves.Error
	switch {
	case errors.As(err, &none):
		return nil, &NotEnclosedError{none.Because}
	case err != nil:
		return nil, err
	}
	return series, nil
}

// takeWaves takes the atoms of the part made of waves, and returns the rest of the kernel, nil if that is all.
func (p *Density) takeWaves() (rest *kernel.Kernel, err error) {
	if p.dim > 1 {
		return p.k, nil
	}
	part, rest, ok := SplitWaves(p.k)
	if !ok {
		return p.k, nil
	}
	series, err := WaveAtoms(part, p.k)
	if err != nil {
		return nil, err
	}
	p.waves, p.more = part, series
	return rest, nil
}

// HasAtoms reports whether the measure has atoms, or may have.
func (p *Density) HasAtoms() bool { return len(p.atoms) > 0 || p.more != nil }

// EnclosedAtoms encloses all atoms of the measure, those of Atoms and those of a part made of waves (Plan.Waves), and
// their sum, which is the value at 0 of the kernel that they represent. An error says what is not known of them.
func (p *Density) EnclosedAtoms(prec uint) (*waves.Atoms, *ball.Real, error) {
	out, sum := &waves.Atoms{}, new(ball.Real)
	if p.more != nil {
		out.Lost, out.Lattice = p.more.Lost, p.more.Lattice
		eval.Compile(p.waves).At(sum, new(ball.Real), prec)
		for i := range p.more.List {
			x := waves.Atom{Omega: p.more.List[i].Omega}
			x.Weight.Set(&p.more.List[i].Weight)
			out.List = append(out.List, x)
		}
	}
	for _, a := range p.atoms {
		if !a.Weight.Exact() || !a.Omega.Exact() {
			return nil, nil, &NotEnclosedError{"the atom " + a.Weight.String() + " at ω = " + a.Omega.String() +
				" is not known exactly"}
		}
		x := waves.Atom{Omega: a.Omega}
		a.Weight.Ball(&x.Weight, prec)
		sum.Add(sum, &x.Weight, prec)
		out.List = append(out.List, x)
	}
	return out, sum, out.Merge()
}
