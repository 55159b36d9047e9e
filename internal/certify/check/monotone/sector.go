package monotone

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// A sector says of a function f of t, analytic outside (−∞,0] and positive on (0,∞), that it has no zero there and
// lo·arg t ≤ arg f(t) ≤ hi·arg t for Im t > 0, arg f the branch that is 0 on (0,∞). In the lower half plane f(t̄) is the
// conjugate of f(t), so that one half says all.
//
// Why sectors decide (docs/rules/sector.md): if hi ≤ 0, −log f is a function of Nevanlinna's and −(log f)′ is completely
// monotone, hence f; if the sector is within [0,1], Im f ≥ 0 and f is a complete Bernstein function. A zero would break
// the branch of the argument: 1 + z + z³ has one at an angle of t below π, and must have no sector.
type sector struct{ lo, hi end }

// An end is a real number (inf 0), ±∞ (inf ±1), or unknown. An unknown end is made by times alone, and hull, through which
// every product of ends goes, is an error for it: it is in no sector.
type end struct {
	c   constant.Value
	inf int
}

const unknown = 2

func at(p, q int64) end { return end{c: constant.Rat(big.NewRat(p, q))} }

var infinite = end{inf: 1}

// It is not asked of an unknown end, which hull has kept out of every sector.
func (e end) neg() end { return end{e.c.Neg(), -e.inf} }

// plus adds two lower or two upper ends. A lower end is never +∞ and an upper one never −∞, so that ∞ − ∞ does not occur:
// the hulls that make ends infinite have a finite or opposite one beside them.
func (e end) plus(f end) end {
	if e.inf != 0 || f.inf != 0 {
		return end{inf: max(-1, min(1, e.inf+f.inf))}
	}
	return end{c: e.c.Add(f.c)}
}

// times multiplies; 0·∞ = 0: if arg x = 0·arg t, x is positive everywhere, and so is f(x), however fast its argument may
// grow off the axis.
func (e end) times(f end) end {
	if e.inf == 0 && f.inf == 0 {
		return end{c: e.c.Mul(f.c)}
	}
	if e.inf == 0 {
		e, f = f, e
	}
	if f.inf == 0 {
		s, known := f.c.Sign()
		if known != ball.True {
			return end{inf: unknown}
		}
		f.inf = s
	}
	return end{inf: e.inf * f.inf}
}

// atMost tells whether e ≤ f is proved.
// It is false for an unknown end, and for constants that are not compared: what is not proved is not within a claim.
func (e end) atMost(f end) bool {
	switch {
	case e.inf == unknown || f.inf == unknown:
		return false
	case e.inf != 0 || f.inf != 0:
		return e.inf <= f.inf
	}
	return atMost(e.c, f.c)
}

// hull is the least sector with these ends in it. Ends that are not compared are an error, not left out: a sector without
// one of them would be too small, and prove too much.
func hull(ends ...end) (s sector, err error) {
	s = sector{ends[0], ends[0]}
	for _, e := range ends {
		switch {
		case e.atMost(s.lo):
			s.lo = e
		case !s.lo.atMost(e):
			return s, rule.Incomplete("two angles are not compared")
		}
		switch {
		case s.hi.atMost(e):
			s.hi = e
		case !e.atMost(s.hi):
			return s, rule.Incomplete("two angles are not compared")
		}
	}
	return s, nil
}

// within tells whether the sector is in that between lo and hi.
func (s sector) within(lo, hi end) bool { return lo.atMost(s.lo) && s.hi.atMost(hi) }

// of is the sector of f(x) if x has the sector x, and f the sector s where Re x > 0.
// For Im t > 0 let φ = arg x(t), x.lo·θ ≤ φ ≤ x.hi·θ with θ = arg t. Within [−½,½], |φ| < π/2, so that Re x > 0. Where
// φ ≥ 0, arg f(x) is between s.lo·φ and s.hi·φ; where φ < 0, by reflection, between s.hi·φ and s.lo·φ. Either is bilinear
// in an end of s and one of x, with its extremes at the four products. Without the bound ½ nothing is known of f: cosh has
// zeros on the imaginary axis.
func (s sector) of(x sector) (sector, error) {
	if !x.within(half.neg(), half) {
		return s, rule.Reject("the real part of an argument is not proved to be positive")
	}
	return hull(s.lo.times(x.lo), s.lo.times(x.hi), s.hi.times(x.lo), s.hi.times(x.hi))
}

func (s sector) plus(r sector) sector { return sector{s.lo.plus(r.lo), s.hi.plus(r.hi)} }

// power is the sector of f^p = exp(p log f), log f the branch that is real on (0,∞): p times the ends, which change places
// for p < 0. The sign of p has to be known, or it would not be known which is the lower one.
func (s sector) power(p constant.Value) (sector, error) {
	if _, known := p.Sign(); known != ball.True {
		return s, rule.Incomplete("the sign of the power %s is not known", p)
	}
	return hull(s.lo.times(end{c: p}), s.hi.times(end{c: p}))
}

var (
	half    = at(1, 2)
	pick    = sector{at(0, 1), at(1, 1)}  // of complete Bernstein functions
	inverse = sector{at(-1, 1), at(0, 1)} // of Stieltjes functions
	odd     = sector{at(-1, 1), at(1, 1)} // of x times a Stieltjes function of x²
)

// maxNodes bounds the parts that are looked at, maxFactors those of one product, each of which is compared with each.
const maxNodes, maxFactors = 400, 40

// sectors finds the sectors of the parts of a formula.
type sectors struct {
	left int
	from *kernel.Kernel
}

// Sector reports, for the search, whether the rules of sectors make a formula complete Bernstein, or completely monotone.
// The formula is cut where the kernel is.
// A float chooses nothing here; what it says is checked again by sectorRule.
func Sector(e *formula.Expr, from *kernel.Kernel) (bernstein, monotone bool) {
	s, err := (&sectors{maxNodes, from}).of(opened(e))
	return err == nil && s.within(pick.lo, pick.hi), err == nil && s.hi.atMost(inverse.hi)
}

// opened has formulas in the place of named kernels.
func opened(e *formula.Expr) *formula.Expr { return formula.Substitute(e, formula.Variable()) }

// sectorRule makes the rule that a function with a sector between lo and hi is what the rule says.
// The formula of the evidence is one of many of the same function: which one is written decides what the sector is found
// to be. It equals k for z > 0 by normal forms, or because it is k, node for node.
func sectorRule(lo, hi end) func(*rule.Checker, rule.Goal, Argument) error {
	return func(_ *rule.Checker, g rule.Goal, ev Argument) error {
		k, err := readFormula(ev.Formula)
		if err != nil {
			return err
		}
		if err := composed(g, k.Expr()); err != nil && !k.Expr().Equal(g.Kernel.Expr()) { // it may have no normal form
			return err
		}
		s, err := (&sectors{maxNodes, g.Kernel}).of(opened(k.Expr()))
		if err == nil && !s.within(lo, hi) {
			err = rule.Reject("the argument of the function is not proved to be that of the claim")
		}
		return err
	}
}

// of returns the sector of e.
// The tree is read as it is written; each case is a line of the table in docs/rules/sector.md. A formula without a case
// (abs, min, conditions, erf, Γ, J) has no sector.
func (w *sectors) of(e *formula.Expr) (sector, error) {
	if w.left--; w.left < 0 {
		return sector{}, rule.Incomplete("the formula is too large")
	}
	if !e.Varies() {
		c, err := constant.New(e)
		if err != nil || !c.Positive() {
			return sector{}, rule.Reject("the constant %s is not proved to be positive", e)
		}
		return sector{at(0, 1), at(0, 1)}, nil
	}
	switch args := e.Args(); e.Op() {
	// arg √t = ½ arg t exactly.
	case formula.OpVar: // √t
		return sector{half, half}, nil
	case formula.OpMul, formula.OpDiv, formula.OpSqrt, formula.OpPow:
		return w.product(e)
	case formula.OpAdd, formula.OpSub:
		return w.sum(e)
	case formula.OpLog:
		return w.log(e)
	// arg exp(g) = Im g, of which only the sign is known: [0,∞] or [−∞,0].
	// #1
	case formula.OpExp:
		s, err := w.imaginary(args[0])
		if err != nil {
			return sector{}, err
		}
		return hull(at(0, 1), end{inf: s})
	// atan y = ∫_0^1 du/(1/y + u²y): 1/y and y have arguments −φ and φ, and so |arg atan y| ≤ φ; Im
	// atan y > 0 for Im y > 0.
	case formula.OpAtan:
		return w.function(pick, args[0])
	// tanh x = Σ 2x/(x² + ((j−½)π)²) (Gradshteyn–Ryzhik 1.421): x times a Stieltjes function of x².
	case formula.OpTanh:
		return w.function(odd, args[0])
	// K_ν has no zeros for Re x > 0 (DLMF 10.42), K_{−ν} = K_ν, and −(d/du) log(u^(ν/2) K_ν(√u)) is a Stieltjes function of
	// u for ν ≥ 0 (Grosswald 1976; Ismail 1977): [−∞,−|ν|]. Only the upper end is sharp: K_½(x) = √(π/2x)·e^(−x).
	case formula.OpBesselK:
		nu, err := constant.New(args[0])
		if err != nil {
			return sector{}, rule.Incomplete("%v", err)
		}
		top, err := hull(end{c: nu}, end{c: nu.Neg()})
		if err != nil {
			return sector{}, err
		}
		return w.function(sector{infinite.neg(), top.lo}, args[1])
	}
	f, ok := wholeOf(e)
	if !ok {
		return sector{}, rule.Reject("the argument of %s is not known", e)
	}
	return w.function(sector{f.low, infinite}, f.x)
}

// function is the sector of a function of x that has the sector s where Re x > 0.
func (w *sectors) function(s sector, x *formula.Expr) (sector, error) {
	inner, err := w.of(x)
	if err != nil {
		return s, err
	}
	return s.of(inner)
}

// imaginary returns the sign of Im e for Im t > 0, 1 for ≥ 0 and −1 for ≤ 0, and 0 for constants; e may be negative.
// Im is linear, so that real constants may have either sign, and their sum is of no account. arg g in [0,π] or [−π,0]
// decides the sign of Im g, and of Im log g = arg g for any sector on one side of 0. Signs are of one t at a time: terms
// with Im of both signs prove nothing of their sum.
func (w *sectors) imaginary(e *formula.Expr) (int, error) {
	if w.left--; w.left < 0 {
		return 0, rule.Incomplete("the formula is too large")
	}
	if !e.Varies() {
		return 0, nil
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpNeg:
		s, err := w.imaginary(args[0])
		return -s, err
	case formula.OpAdd, formula.OpSub:
		a, err := w.imaginary(args[0])
		if err != nil {
			return 0, err
		}
		b, err := w.imaginary(args[1])
		if e.Op() == formula.OpSub {
			b = -b
		}
		if err == nil && a*b < 0 {
			err = rule.Reject("the imaginary parts in %s have different signs", e)
		}
		return max(-1, min(1, a+b)), err
	case formula.OpMul, formula.OpDiv:
		for i, a := range args {
			if !a.Varies() && (i == 1 || e.Op() == formula.OpMul) {
				c, err := readConstant(a.String())
				if err != nil {
					return 0, err
				}
				s, err := w.imaginary(args[1-i])
				return c.sign * s, err
			}
		}
	}
	x, bounds := e, []sector{pick, inverse}
	if e.Op() == formula.OpLog { // Im log x = arg x
		x, bounds = args[0], []sector{{at(0, 1), infinite}, {infinite.neg(), at(0, 1)}}
	}
	s, err := w.of(x)
	switch {
	case err != nil:
		return 0, err
	case s.within(bounds[0].lo, bounds[0].hi):
		return 1, nil
	case s.within(bounds[1].lo, bounds[1].hi):
		return -1, nil
	}
	return 0, rule.Reject("the sign of the imaginary part of %s is not known", e)
}

// real is the sector of a function that is real on (0,∞): positive there, with an imaginary part of one sign.
// Im f ≥ 0 for Im t > 0, f real and f ≥ 0 on (0,∞): f is a complete Bernstein function, f/t a Stieltjes one, and
// 0 ≤ arg f ≤ arg t (Schilling–Song–Vondraček, Bernstein Functions, theorems 6.2 and 7.3). If Im f ≤ 0, that is 1/f. On
// (0,∞) f is monotone, so that one limit shows f ≥ 0: f(0+) if it increases, f(∞) if it decreases. Without it log t,
// Im ≥ 0 everywhere, would count as a Bernstein function.
func (w *sectors) real(e *formula.Expr) (sector, error) {
	s, err := w.imaginary(e)
	if err != nil {
		return sector{}, err
	}
	err = NotNegative(e, s < 0, w.from) // it does not decrease if s ≥ 0, nor increase if s ≤ 0
	if s < 0 {
		return inverse, err
	}
	return pick, err
}

// sum is the sector of a sum: of the values in one convex cone; of imaginary parts of one sign; or with a term as a
// factor.
// Summands are what varies or is not 0, so that there is one. The cone. If all terms have arguments in [lo·θ, hi·θ] with hi − lo ≤ 1, the angle is at most θ < π: the cone is convex
// and has no two opposite directions, so that the sum is in it and is not 0. A wider one is not: z^3 + 1 = 0 for some t.
// A term as a factor. t_i·(1 + Σ t_j/t_i), where the quotients may have simpler sectors than the terms.
func (w *sectors) sum(e *formula.Expr) (sector, error) {
	terms := slices.DeleteFunc(e.Summands(nil), formula.IsZero)
	var ends []end
	var err error
	parts := make([]sector, len(terms))
	for i, t := range terms {
		if parts[i], err = w.of(t); err != nil {
			break
		}
		ends = append(ends, parts[i].lo, parts[i].hi)
	}
	if err == nil {
		if s, err := hull(ends...); err == nil && s.hi.plus(s.lo.neg()).atMost(at(1, 1)) {
			return s, nil
		}
	}
	if f, ok := wholeOf(e); ok {
		return w.function(sector{f.low, infinite}, f.x)
	}
	if x, low, ok := shiftedExp(e); ok {
		if s, err := w.function(sector{low, infinite}, x); err == nil {
			return s, nil
		}
	}
	if s, err := w.real(e); err == nil {
		return s, nil
	}
	for i, t := range terms {
		if err != nil || !t.Varies() || len(terms) > 3 {
			continue
		}
		rest := formula.Int(1)
		for j, u := range terms {
			if j != i {
				rest = formula.Add(rest, formula.Div(u, t))
			}
		}
		if s, err := w.of(rest); err == nil {
			return s.plus(parts[i]), nil
		}
	}
	return sector{}, rule.Reject("the argument of the sum %s is not known", e)
}

// log is the sector of log x: of x = 1 + y by log(1+y)/y = ∫_0^1 du/(1+uy), of x = y + √(1+y²) by asinh(y)/y = ∫_0^1
// du/√(1+u²y²), or by its imaginary part.
// log(1+y)/y is for 0 ≤ arg y < π a mean of 1/(1+uy), with arguments between −arg y and 0, so that log(1+y) is between 0
// and arg y; the same below. y = x − 1 is in the normal form, where a constant 1 may hide: log(3/2 + z) has y = ½ + z.
// For asinh, arg(1+u²y²) is between 0 and 2·arg y for Re y > 0, so that arg of y/√(1+u²y²) is between 0 and arg y.
func (w *sectors) log(e *formula.Expr) (sector, error) {
	x := e.Args()[0]
	rest := formula.Int(-1)
	for _, y := range x.Summands(nil) {
		if root := formula.Apply(formula.OpSqrt, formula.Add(formula.Int(1), pow(y, constant.Int(2)))); y.Varies() &&
			normal.Same(x, formula.Add(y, root)) == nil {
			return w.function(pick, y)
		}
		rest = formula.Add(rest, y)
	}
	if y, err := normal.Of(rest); err == nil {
		if s, err := w.of(y.Expr()); err == nil && s.within(inverse.lo, pick.hi) {
			return hull(s.lo, s.hi, at(0, 1))
		}
	}
	return w.real(e)
}

// A whole is an entire function F(x) = x^low·Π(1 + x²/c_j²), c_j > 0, Σ c_j^(−2) < ∞, up to a positive factor: for
// Re x > 0, Im x > 0 each factor has an argument ≥ 0, so that its sector is [low,∞]. The products are DLMF 4.36.1, 4.36.2
// (sinh, cosh), 10.21.15 (I_ν, ν > −1: all zeros of x^(−ν) J_ν are real, Watson 15.25), and Hadamard's for cosh x + cos α,
// whose zeros are i((2n+1)π ± α). For c > 1 the zeros of cosh x + c are complex: that has no sector.
type whole struct {
	x       *formula.Expr
	low     end
	nu      constant.Value // a multiple of I_ν(x)·x^c, unless it is shifted
	shifted bool           // cosh x + c
}

// wholeOf recognises sinh x, I_ν(x), ν > −1, and positive multiples of cosh x + c, −1 ≤ c ≤ 1.
func wholeOf(e *formula.Expr) (f whole, ok bool) {
	switch args := e.Args(); e.Op() {
	case formula.OpCosh:
		return whole{args[0], at(0, 1), constant.Rat(big.NewRat(-1, 2)), false}, true
	case formula.OpSinh:
		return whole{args[0], at(1, 1), constant.Rat(big.NewRat(1, 2)), false}, true
	case formula.OpBesselI:
		nu, err := constant.New(args[0])
		return whole{args[1], end{c: nu}, nu, false}, err == nil && nu.Add(constant.Int(1)).Positive()
	case formula.OpAdd, formula.OpSub:
		wave, low, ok := shifted(e)
		if !ok || len(wave.Factors) != 1 || wave.Exponent != nil || wave.Factors[0].Op != formula.OpCosh ||
			wave.Factors[0].Power.Cmp(big.NewRat(1, 1)) != 0 {
			return f, false
		}
		return whole{x: wave.Factors[0].Arg, low: low.times(at(2, 1)), shifted: true}, true
	}
	return f, false
}

// shifted recognises positive multiples of w + c, −1 ≤ c ≤ 1, w one term; low is 1 if c is −1, otherwise 0.
// Both signs of the coefficient of w are in the normal form; only a positive one is a multiple of w + c. c is compared
// exactly: −1 is a double zero at x = 0, from which low comes, and nearly −1 is not.
func shifted(e *formula.Expr) (w normal.Term, low end, ok bool) {
	terms, err := normal.Terms(e)
	if err != nil || len(terms) != 2 {
		return w, low, false
	}
	w, other := terms[0], terms[1]
	constantTerm := func(t normal.Term) bool { return len(t.Factors) == 0 && t.Exponent == nil }
	if constantTerm(w) {
		w, other = other, w
	}
	if !constantTerm(other) || !w.Coefficient.Positive() {
		return w, low, false
	}
	c, err := other.Coefficient.Quo(w.Coefficient)
	if err != nil || !atMost(c, constant.Int(1)) {
		return w, low, false
	}
	if c = c.Add(constant.Int(1)); c.IsZero() == ball.True {
		return w, at(1, 1), true
	}
	return w, low, c.Positive()
}

// shiftedExp recognises positive multiples of eˣ + c, −1 ≤ c ≤ 1, whose argument has for Re x > 0 the sign of that of
// x: its derivative by Im x is Re eˣ/(eˣ+c) > 0. That of eˣ − 1 = 2 exp(x/2) sinh(x/2) is no nearer to 0 than x's.
// |eˣ| > 1 ≥ |c| for Re x > 0, so that there is no zero, and the derivative has the sign of Re eˣ(e^x̄ + c) =
// |eˣ|² + c·Re eˣ > 0.
func shiftedExp(e *formula.Expr) (x *formula.Expr, low end, ok bool) {
	w, low, ok := shifted(e)
	return w.Exponent, low, ok && w.Exponent != nil && len(w.Factors) == 0
}

// factor is a power of a function.
type factor struct {
	base *formula.Expr
	p    constant.Value
}

// factors splits e^p into powers.
// f^p·f^q = f^(p+q) and (f^p)^q = f^(pq) hold for the branches that are positive on (0,∞), as all bases are that get a
// sector; a base of which the sign is not known, −z, has none, and ends the step.
func factors(e *formula.Expr, p constant.Value) []factor {
	args := e.Args()
	switch e.Op() {
	case formula.OpMul:
		return append(factors(args[0], p), factors(args[1], p)...)
	case formula.OpDiv:
		return append(factors(args[0], p), factors(args[1], p.Neg())...)
	case formula.OpSqrt:
		return factors(args[0], p.Scale(big.NewRat(1, 2)))
	case formula.OpPow:
		if args[1].Varies() {
			break
		}
		if q, err := constant.New(args[1]); err == nil {
			return factors(args[0], p.Mul(q))
		}
	}
	return []factor{{e, p}}
}

// product is the sector of a product: the sum of those of its factors, or of pairs of them.
// A pair f^p·g^q is written (fg)^r·f^(p−r)·g^(q−r), or with f/g where p and q have different signs. That is an identity
// for every r; r is what is left of the smaller one, so that a factor is gone. Which pairs are tried first changes how
// small a sector is found, not whether it is right.
func (w *sectors) product(e *formula.Expr) (sum sector, err error) {
	all := factors(e, constant.Int(1))
	if len(all) > maxFactors {
		return sum, rule.Incomplete("a product of more than %d factors", maxFactors)
	}
	if len(all) == 1 && all[0].base == e {
		return sum, rule.Reject("the argument of %s is not known", e)
	}
	add := func(s sector, p constant.Value) error {
		s, err := s.power(p)
		sum = sum.plus(s)
		return err
	}
	for i, f := range all {
		for j := i + 1; j < len(all); j++ {
			p, q := all[i].p, all[j].p
			same := p.Positive() == q.Positive()
			find := w.ratio
			if same {
				find = w.pair
			}
			// What an earlier pair has used up.
			if p.IsZeroForm() || q.IsZeroForm() {
				continue
			}
			s, ok := find(f.base, all[j].base)
			if !ok {
				continue
			}
			if !same {
				q = q.Neg()
			}
			if atMost(q, p) == p.Positive() { // the smaller one of them, of which the sign is that of p
				p = q
			}
			if err := add(s, p); err != nil {
				return sum, err
			}
			if all[i].p = all[i].p.Sub(p); !same {
				p = p.Neg()
			}
			all[j].p = all[j].p.Sub(p)
		}
		if p := all[i].p; !p.IsZeroForm() {
			s, err := w.of(f.base)
			if err == nil {
				err = add(s, p)
			}
			if err != nil {
				return sum, err
			}
		}
	}
	return sum, nil
}

// pair is the sector of a product of I_ν(x) K_ν(x), ν ≥ 0, or of exp(x²) erfc(x).
// I_ν(x)K_ν(x) = ∫ u J_ν(u)²/(u²+x²) du for ν ≥ 0 (Gradshteyn–Ryzhik 6.535): a Stieltjes function of x², so that its
// argument is between −2·arg x and 0. exp(x²)erfc(x) = (2x/π)∫ e^(−u²)/(u²+x²) du (DLMF 7.7.1) and Faddeeva's
// w(ix) = (1/πi)∫ e^(−s²)/(s−ix) ds, Im ≤ 0: [−1,0]. The arguments of both factors are proved to be those of one x.
func (w *sectors) pair(f, g *formula.Expr) (s sector, ok bool) {
	if f.Op() == formula.OpBesselK || f.Op() == formula.OpErfc {
		f, g = g, f
	}
	a, b := f.Args(), g.Args()
	switch {
	case f.Op() == formula.OpBesselI && g.Op() == formula.OpBesselK:
		nu, err := readConstant(a[0].String())
		ok = err == nil && nu.sign >= 0 && normal.Same(formula.Apply(g.Op(), a[0], a[1]), g) == nil
		s = sector{at(-2, 1), at(0, 1)}
	case f.Op() == formula.OpExp && g.Op() == formula.OpErfc:
		ok = normal.Same(a[0], pow(b[0], constant.Int(2))) == nil
		s = inverse
	}
	if ok {
		s, ok = seen(w.function(s, b[len(b)-1]))
	}
	return s, ok
}

func seen(s sector, err error) (sector, bool) { return s, err == nil }

// overExp is the sector of eˣ + c, written as a quotient by exp(−x), or of its inverse.
// A quotient of e^(−x) counts as one of eˣ: a + b·e^(−x) over e^(−x) is a·eˣ + b.
func (w *sectors) overExp(f, g *formula.Expr) (s sector, ok bool) {
	down := f.Op() == formula.OpExp
	if down {
		f, g = g, f
	}
	x, low, ok := shiftedExp(formula.Div(f, g))
	if !ok {
		return s, false
	}
	s, ok = seen(w.function(sector{low, infinite}, x))
	if down {
		s = sector{s.hi.neg(), s.lo.neg()}
	}
	return s, ok
}

// ratio is the sector of f/g for functions of one x, the zeros of which are in order, or interlace.
// Over and under are functions of positive multiples r·x and x of one x. u = x² turns from 0 to twice arg x < π. With
// zeros u = −c_j of D and −c′_j of N, arg Π(1+u/c′_j)/(1+u/c_j) is a sum of differences arg(u+c′_j) − arg(u+c_j).
// If c_j ≤ c′_j each is ≤ 0. If they interlace, the sum alternates and is between −π and 0, or the other way round: it
// costs or gains at most 2·arg x. δ = μ − ν is the difference of the powers of x in I_μ and I_ν; what cosh, sinh and
// coefficients have besides is added at the end.
// What is needed: r > 0, since sinh(−x)/cosh x has the same zeros and is negative, and nothing else here asks for the
// sign of the argument above; μ, ν > −1, for the order of the zeros; |δ| ≤ 1 where they have to interlace.
func (w *sectors) ratio(f, g *formula.Expr) (s sector, ok bool) {
	// K_{ν−1}(x)/K_ν(x) is x times a Stieltjes function of x² (Ismail 1977): [−1,1], and so is its
	// reciprocal. Orders that differ by 1 in absolute value, or whose moduli add up to 1, since
	// K_{−ν} = K_ν: the four sums and differences say that, whatever the signs are.
	if a, b := f.Args(), g.Args(); f.Op() == formula.OpBesselK && g.Op() == f.Op() && normal.Same(a[1], b[1]) == nil {
		mu, e := constant.New(a[0])
		nu, e2 := constant.New(b[0])
		sum, difference, one := mu.Add(nu), mu.Sub(nu), constant.Int(1)
		next := sum.Same(one) || sum.Same(one.Neg()) || difference.Same(one) || difference.Same(one.Neg())
		if e != nil || e2 != nil || !next {
			return s, false
		}
		return seen(w.function(odd, a[1]))
	}
	if f.Op() == formula.OpExp && g.Op() == formula.OpErfc {
		s, ok = w.pair(formula.Apply(formula.OpExp, formula.Neg(f.Args()[0])), g)
		return sector{s.hi.neg(), s.lo.neg()}, ok
	}
	if f.Op() == formula.OpExp || g.Op() == formula.OpExp {
		return w.overExp(f, g)
	}
	over, ok := wholeOf(f)
	under, both := wholeOf(g)
	if !ok || !both {
		return s, false
	}
	form, err := normal.Of(formula.Div(over.x, under.x))
	if err != nil {
		return s, false
	}
	r, ok := form.Constant()
	one, d := constant.Int(1), over.nu.Sub(under.nu)
	switch {
	// r is one constant for all z > 0: a quotient of arguments that varies has no order of zeros.
	case !ok || !r.Positive() || !atMost(r, one) && !atMost(one, r):
		return s, false
	// sinh x/(cosh x + c) = Σ 2x/(x²+y²)·½ over the zeros iy of cosh x + c: x times a Stieltjes function of x².
	case over.shifted || under.shifted: // their zeros interlace with those of sinh
		if !r.Same(one) || f.Op() != formula.OpSinh && g.Op() != formula.OpSinh {
			return s, false
		}
		return seen(w.function(odd, under.x))
	// For r > 1 the roles of N and D change, and the ends their signs.
	case !atMost(r, one):
		s, ok = w.ratio(g, f)
		return sector{s.hi.neg(), s.lo.neg()}, ok
	}
	s = sector{infinite.neg(), end{c: d}}
	switch {
	// μ ≥ ν and r ≤ 1: j_{μ,m} ≥ j_{ν,m}, so that every c′_j = (j_{μ,m}/r)² ≥ c_j: the upper end is
	// δ. For r = 1 and δ ≤ 1 the zeros interlace, and the product loses at most one turn of 2·arg
	// x.
	case atMost(constant.Int(0), d):
		if r.Same(one) && atMost(d, one) {
			s.lo = end{c: d.Sub(constant.Int(2))}
		}
	// μ < ν ≤ μ + 1: j_{μ,m} < j_{ν,m} ≤ j_{μ,m+1} (Watson 15.22, 15.6): with the zero 0 of x² in
	// front, those of x²D come before those of N.
	case atMost(constant.Int(-1), d):
		s.hi = end{c: d.Add(constant.Int(2))}
		if r.Same(one) {
			s.lo = end{c: d}
		}
	default:
		return s, false
	}
	// Over has x^low where I_μ has x^μ: cosh x = √(πx/2) I_{−½}(x).
	beside := over.low.plus(under.low.neg()).plus(end{c: d.Neg()}) // the powers of x beside I_μ and I_ν
	return seen(w.function(s.plus(sector{beside, beside}), under.x))
}
