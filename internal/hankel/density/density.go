package density

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// NotEnclosedError is returned where nothing can be proved; it says in a sentence why.
type NotEnclosedError struct{ Because string }

// Error implements error.
func (e *NotEnclosedError) Error() string {
	return "density: no enclosure: " + e.Because
}

// Density is the radial spectral measure of a kernel as a sum of parts. It is immutable and safe for concurrent use.
type Density struct {
	k     *kernel.Kernel
	dim   int
	parts []any
	plan  *Plan
	away  bool
	atoms []closed.Atom
	taken any // by Plan.Line
}

// A Plan says what is done with that part of a kernel which has no closed form.
type Plan struct {
	// Part says how an OpenPart of a density on R^dim is enclosed, of a kernel that charges m; nil: it is not. Its error,
	// that the part is not integrable or not seen to be, is a *NotEnclosedError.
	Part func(q *OpenPart, dim int, m *budget.Meter) error
	// Split writes a summand as c + r with a constant c and an r that decays; ok is false if it does not. It may be nil.
	Split func(e *formula.Expr) (c, r *formula.Expr, ok bool)
	// More recognises closed forms that no proof of a claim needs; it may be nil.
	More closed.More
	// Line, if not nil, takes out of a kernel on the line what has a measure of another form, kept as Taken (nil: nothing), and
	// returns the rest, nil if that is all. Package atoms has one.
	Line func(k *kernel.Kernel) (rest *kernel.Kernel, taken any, err error)
}

func (p *Plan) more() closed.More {
	if p == nil {
		return nil
	}
	return p.More
}

// New finds a provable form for every summand of k in dimension dim: a closed form with exact constants; sums of powers
// of z on pieces, by ₁F₂; what plan, for instance that of internal/hankel/quadrature, says of the others. Without a plan those
// on bounded intervals have no enclosure, but are Parts, and one up to infinity is an error. The pieces of the formula
// are those of kernel.ExactPieces, which are proved.
//
// The error is a *NotEnclosedError. New panics if k is nil or dim < 1.
func New(k *kernel.Kernel, dim int, plan *Plan) (*Density, error) { return build(k, dim, false, plan) }

// Away is New for the Fourier transform on ω > 0 of a k that may grow like a power, as a tempered distribution: with
// closed forms of z^p, z^{2m} log z, (1+az²)^p and log(1+az²), without those of polynomials in z², which are at ω = 0.
// Atoms there mean nothing.
func Away(k *kernel.Kernel, dim int, plan *Plan) (*Density, error) { return build(k, dim, true, plan) }

func build(k *kernel.Kernel, dim int, away bool, plan *Plan) (*Density, error) {
	if k == nil {
		panic("density: New of a nil kernel")
	}
	if dim < 1 {
		panic(fmt.Sprintf("density: dimension %d", dim))
	}
	if err := k.Meter().Err(); err != nil {
		return nil, err
	}
	p := &Density{k: k, dim: dim, away: away, plan: plan}
	if plan != nil && plan.Line != nil && !away && dim == 1 {
		var err error
		if k, p.taken, err = plan.Line(k); err != nil {
			return nil, err
		}
		if k == nil {
			return p, nil
		}
	}
	pieces, err := ProvedPieces(k)
	if err != nil {
		return nil, err
	}
	if c, ok, err := closed.Recognise(dim, pieces, away, plan.more()); ok && err == nil {
		p.add(c)
		return p, nil
	}
	if err := p.infinite(pieces); err != nil {
		return nil, err
	}
	return p, nil
}

// Kernel returns the kernel.
func (p *Density) Kernel() *kernel.Kernel { return p.k }

// Dim returns the dimension d.
func (p *Density) Dim() int { return p.dim }

// Atoms returns the atoms of the measure, exactly, in increasing order of Omega. The slice is the caller's.
func (p *Density) Atoms() []closed.Atom { return append([]closed.Atom(nil), p.atoms...) }

// Taken returns what Plan.Line took out of the kernel, which is in neither Atoms nor Parts; nil if nothing.
func (p *Density) Taken() any { return p.taken }

// Parts returns the parts that the measure without its atoms is the sum of, each a closed.Part, *PowersPart or
// *OpenPart. They must not be changed.
func (p *Density) Parts() []any { return p.parts }

// Prefactor sets dst to 2^{2−d}/Γ(d/2)² ω^{d−1}.
//
// m(ω) = 2^{2−d}/Γ(d/2)² ω^{d−1} ∫_0^∞ k(z) Λ_d(ωz) z^{d−1} dz, in the convention k(z) = ∫ Λ_d(ωz)
// m(dω).
func Prefactor(dst, omega *ball.Real, d int, prec uint) {
	c := closed.NewCalc(dst, prec).RecipGamma(closed.Half(d)).RecipGamma(closed.Half(d)).PowInt(omega, d-1)
	dst.Mul2Exp(c.V, int64(2-d))
}

// ProvedPieces returns kernel.ExactPieces, neighbours with one formula as one piece: integrals see no point.
//
// Expr.Equal is equality of trees, so that joined pieces are one function.
func ProvedPieces(k *kernel.Kernel) ([]piecewise.Piece, error) {
	exact, err := k.ExactPieces()
	if err != nil {
		return nil, &NotEnclosedError{err.Error()}
	}
	var out []piecewise.Piece
	for _, p := range exact {
		if n := len(out); n > 0 && out[n-1].Expr.Equal(p.Expr) {
			out[n-1].Hi = p.Hi
			continue
		}
		out = append(out, piecewise.Piece{Lo: p.Lo, Hi: p.Hi, Expr: p.Expr})
	}
	return out, nil
}

// add adds a closed form.
func (p *Density) add(c *closed.Form) {
	for _, part := range c.Parts {
		p.parts = append(p.parts, part)
	}
	p.atoms = append(p.atoms, c.Atoms...)
}

// infinite plans k = last on (0,∞), plus piece − last on each other piece. The last formula is taken on all of (0,∞)
// where it has a closed form there, and otherwise from its breakpoint on, and the other pieces accordingly.
//
// k = whole + rest on the last piece, with whole = last − rest of known transform on (0,∞). On the
// other pieces k − whole is left, and rest from its breakpoint on: the sum of all these is k at
// every z but the breakpoints.
func (p *Density) infinite(pieces []piecewise.Piece) error {
	last := pieces[len(pieces)-1]
	known, rest := p.splitClosed(last.Expr, p.k.Meter())
	p.add(known)
	// what has been taken on all of (0,∞) must be subtracted on the pieces
	whole := subtract(last.Expr, rest)
	for _, q := range pieces[:len(pieces)-1] {
		if err := p.finite(subtract(q.Expr, whole), q.Lo.Exact, q.Hi.Exact); err != nil {
			return err
		}
	}
	if rest == nil {
		return nil
	}
	if p.plan == nil {
		return &NotEnclosedError{fmt.Sprintf("%s has no closed form", rest)}
	}
	return p.open(&OpenPart{Formula: rest, From: last.Lo.Exact})
}

// open adds a part for which there is a plan.
func (p *Density) open(q *OpenPart) error {
	if p.plan != nil && p.plan.Part != nil {
		if err := p.plan.Part(q, p.dim, p.k.Meter()); err != nil {
			return err
		}
	}
	p.parts = append(p.parts, q)
	return nil
}

// OpenPart is the integral of a formula over (From, To), or over (From, ∞) if To is nil, that has no closed form.
type OpenPart struct {
	Formula, From, To *formula.Expr
	By                any // what Plan.Part knows of it
}

// subtract returns a − b; nil stands for 0.
func subtract(a, b *formula.Expr) *formula.Expr {
	zero := func(e *formula.Expr) bool { return e == nil || formula.IsZero(e) }
	switch {
	case zero(b):
		return a
	case a == nil:
		return formula.Apply(formula.OpNeg, b)
	case a.Equal(b):
		return nil
	}
	return formula.Apply(formula.OpSub, a, b)
}

// splitUnits is the work on a summand of a closed form, and on eight pairs of atoms that are to be told apart.
const splitUnits = 100

// splitClosed splits a formula on (0,∞) into summands that have a closed form, which is returned, and the sum of
// the others, nil if there are none.
//
// What Natural takes is taken with its hypotheses; which summands those are is a matter of luck and
// not of soundness, as the rest is the sum of the others.
func (p *Density) splitClosed(e *formula.Expr, m *budget.Meter) (c *closed.Form, rest *formula.Expr) {
	natural := func(f closed.Sum) *closed.Form {
		c := &closed.Form{Away: p.away, More: p.plan.more()}
		if !m.Spend(splitUnits * int64(1+len(f)+len(f)*len(f)/8)) {
			return nil
		}
		if ok, err := c.Natural(p.dim, f); ok && err == nil {
			return c
		}
		return nil
	}
	if f, ok := closed.Normalise(e); ok {
		if c := natural(f); c != nil {
			return c, nil
		}
	}
	var parts []*formula.Expr
	for _, t := range closed.Summands(e) {
		if p.plan != nil && p.plan.Split != nil {
			if c, r, ok := p.plan.Split(t); ok {
				parts = append(parts, c, r)
				continue
			}
		}
		parts = append(parts, t)
	}
	// Mostly what has a closed form by itself has one with the others.
	split := func(together func(f closed.Sum) bool) (known closed.Sum, rest *formula.Expr) {
		for _, t := range parts {
			if f, ok := closed.Normalise(t); ok && natural(f) != nil {
				if all := append(known[:len(known):len(known)], f...).Collect(); together(all) {
					known = all
					continue
				}
			}
			if rest == nil {
				rest = t
			} else {
				rest = formula.Apply(formula.OpAdd, rest, t)
			}
		}
		return known, rest
	}
	known, rest := split(func(closed.Sum) bool { return true })
	if c = natural(known); c == nil {
		known, rest = split(func(f closed.Sum) bool { return natural(f) != nil })
		c = natural(known)
	}
	if c == nil {
		return &closed.Form{}, e
	}
	return c, rest
}

// PowersPart is ∫_lo^hi Σ c z^p Λ_d(ωz) z^{d−1} dz by
//
//	∫_0^b z^{p+d−1} Λ_d(ωz) dz = b^{p+d}/(p+d) M(ωb),  M of package mean for p+d.
type PowersPart struct {
	Lo, Hi *formula.Expr
	Terms  closed.Sum
}

// finite plans a formula on (lo, hi), zero elsewhere.
func (p *Density) finite(e, lo, hi *formula.Expr) error {
	if e == nil {
		return nil
	}
	if f, ok := closed.Normalise(e); ok {
		if len(f) == 0 {
			return nil
		}
		if powers(f, p.dim) {
			p.parts = append(p.parts, &PowersPart{lo, hi, f})
			return nil
		}
	}
	return p.open(&OpenPart{Formula: e, From: lo, To: hi})
}

// powers reports whether f is a sum of powers of z with exact exponents that are integrable with z^{d−1}.
//
// p + d > 0: integrable at 0, if the piece begins there.
func powers(f closed.Sum, dim int) bool {
	for i := range f {
		t := &f[i]
		r, ok := t.Pow.Rat()
		if !ok || !t.Bare() || t.Phase != 0 || !t.C.Exact() {
			return false
		}
		if new(big.Rat).Add(r, new(big.Rat).SetInt64(int64(dim))).Sign() <= 0 {
			return false
		}
	}
	return true
}
