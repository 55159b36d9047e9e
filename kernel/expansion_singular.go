package kernel

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/internal/budget"
)

// Singularities returns, by increasing distance, how k begins at 0 and how its two
// sides continue each other at every breakpoint, compared up to O(τ^order), and the
// poles and branch points inside pieces (1/(z−1), log(z−1), tan z), where something counts.
// See Singularity for what counts.
//
// Inside a piece the zeros of denominators, of the arguments of roots, logarithms,
// powers and so on are located exactly where the formula can be solved, and by
// interval arithmetic elsewhere. If that leaves a doubt, or an expansion cannot be made, the
// error says where and why; the singularities returned with it are right but need not be all.
// Like every expansion they are estimates.
func (k *Kernel) Singularities(order int) ([]Singularity, error) {
	if order < 0 {
		panic("kernel: negative order")
	}
	pieces, err := k.analyticPieces()
	if err != nil {
		return nil, err
	}
	var out []Singularity
	var errs []error
	for i, p := range pieces {
		var left *Expr
		if i > 0 {
			left = pieces[i-1].Expr
		}
		s, err := singularityAt(p.Lo, left, p.Expr, order, k.meter)
		if err != nil {
			errs = append(errs, err)
		} else {
			out = append(out, s)
		}
		inside, err := insideSingularities(p, order, k.meter)
		if err != nil {
			errs = append(errs, err)
		}
		out = append(out, inside...)
	}
	return out, errors.Join(errs...)
}

// singularityAt compares the sides of b; left nil means b = 0.
func singularityAt(b Breakpoint, left, right *Expr, order int, m *budget.Meter) (Singularity, error) {
	s := Singularity{At: b}
	err := atPrecisions(m, func(ar *bigArith) error {
		n, err := ar.number(b)
		if err != nil {
			return err
		}
		return s.compare(n, left, right, order, ar)
	})
	return s, err
}

func (s *Singularity) compare(n bigNum, left, right *Expr, order int, ar *bigArith) error {
	u, arith, err := expandSeries(right, n, true, order, ar)
	if err != nil {
		return besideError(s.At, true, err)
	}
	var v series[bigNum]
	if left != nil {
		if v, _, err = expandSeries(left, n, false, order, ar); err != nil {
			return besideError(s.At, false, err)
		}
	}
	s.count(u, v, left == nil, arith)
	return nil
}

// count finds the least exponent that counts between the right side u and the left side v.
func (s *Singularity) count(u, v series[bigNum], origin bool, ar *seriesArith[bigNum]) {
	s.Exponent, s.Order = nil, nil
	s.LogPow, s.Left, s.Right, s.Gap = 0, Coef{}, Coef{}, Coef{}
	rem := ar.larger(u.rem, v.rem)
	if rem != nil {
		s.Order = rem.e.rat()
	}
	var at []monomial
	for _, t := range slices.Concat(u.terms, v.terms) {
		if (rem == nil || ar.cmp(t.m, *rem) < 0) && !slices.Contains(at, t.m) {
			at = append(at, t.m)
		}
	}
	slices.SortFunc(at, ar.cmp)
	coef := func(w series[bigNum], m monomial) bigNum {
		for _, t := range w.terms {
			if t.m == m {
				return t.c
			}
		}
		return ar.int(0)
	}
	for _, m := range at {
		r, l := coef(u, m), coef(v, m)
		if m.e.isInt() && m.e.n >= 0 && m.l == 0 {
			odd := m.e.n%2 == 1
			if origin {
				if !odd {
					continue
				}
			} else {
				mirrored := l
				if odd {
					mirrored = ar.fn(OpNeg, l)
				}
				gap := ar.minus(r, mirrored)
				if ar.co.zero(gap) {
					continue
				}
				s.Gap.Value, s.Gap.Err = gap.float64()
			}
		}
		s.Exponent, s.LogPow = m.e.rat(), m.l
		s.Right.Value, s.Right.Err = r.float64()
		s.Left.Value, s.Left.Err = l.float64()
		return
	}
}

// insideSingularities finds what counts inside the open interval of a piece.
func insideSingularities(p Piece, order int, m *budget.Meter) ([]Singularity, error) {
	var out []Singularity
	var errs []error
	var roots []innerRoot
	for _, g := range criticalArguments(p.Expr) {
		r, err := zerosInside(g, p.Lo, p.Hi)
		if err != nil {
			errs = append(errs, err)
		}
		roots = append(roots, r...)
	}
	slices.SortFunc(roots, func(a, b innerRoot) int {
		switch {
		case a.at.Value < b.at.Value:
			return -1
		case a.at.Value > b.at.Value:
			return 1
		}
		return 0
	})
	for i, r := range roots {
		if i > 0 && r.at.Value-roots[i-1].at.Value <= 1e-14*r.at.Value {
			continue
		}
		s := Singularity{At: r.at}
		err := atPrecisions(m, func(ar *bigArith) error {
			n, err := r.number(ar)
			if err != nil {
				return err
			}
			return s.compare(n, p.Expr, p.Expr, order, ar)
		})
		switch {
		case err != nil:
			errs = append(errs, err)
		case s.Exponent != nil:
			out = append(out, s)
		}
	}
	return out, errors.Join(errs...)
}

// criticalArguments returns the expressions at whose zeros e may fail to be analytic.
func criticalArguments(e *Expr) []*Expr {
	var out []*Expr
	seen := make(map[*Expr]bool)
	need := func(g *Expr) {
		g = simplify(g)
		if g.varies && !slices.ContainsFunc(out, g.Equal) {
			out = append(out, g)
		}
	}
	var walk func(e *Expr)
	walk = func(e *Expr) {
		if !e.varies || seen[e] {
			return
		}
		seen[e] = true
		if e.op == OpCall {
			walk(e.body)
			return
		}
		for _, a := range e.args {
			walk(a)
		}
		switch e.op {
		case OpDiv:
			need(e.args[1])
		case OpPow:
			if p := ratOf(e.args[1]); p == nil || !p.IsInt() || p.Sign() < 0 {
				need(e.args[0])
			}
		case OpSqrt, OpLog, OpAbs:
			need(e.args[0])
		case OpMin, OpMax:
			for _, a := range e.args[1:] {
				need(sub(e.args[0], a))
			}
		case OpAsin, OpAcos:
			need(sub(e.args[0], Int(1)))
			need(add(e.args[0], Int(1)))
		case OpTan:
			need(Apply(OpCos, e.args[0]))
		case OpGamma: // poles where sin πx = 0, x ≤ 0
			if x := e.args[0]; steadySign(x) <= 0 {
				need(Apply(OpSin, mul(Pi(), x)))
			}
		case OpBesselK:
			need(e.args[1])
		case OpBesselJ, OpBesselI:
			if p := ratOf(e.args[0]); p == nil || !p.IsInt() {
				need(e.args[1])
			}
		}
	}
	walk(e)
	return out
}

// innerRoot is a zero of g.
type innerRoot struct {
	at Breakpoint
	g  *Expr
}

// number evaluates the zero; one that is known as a float64 only is improved by
// Newton's method (and for a multiple zero left as it is).
func (r innerRoot) number(ar *bigArith) (bigNum, error) {
	if r.at.Exact != nil {
		return ar.number(r.at)
	}
	x := ar.point(r.at.Value)
	x.r = nil
	for range 12 {
		u, _, err := expandSeries(r.g, x, true, 1, ar)
		if err != nil {
			break
		}
		var y, slope bigNum
		for _, t := range u.terms {
			switch t.m {
			case one:
				y = t.c
			case monomial{e: intExp(1)}:
				slope = t.c
			}
		}
		if y.v == nil { // zero to all digits
			x.e = lg(x.v) - float64(ar.prec) + 8
			return x, nil
		}
		if slope.v == nil {
			break
		}
		d := ar.float().Quo(y.v, slope.v)
		if lg(d) > lg(x.v)-30 { // not the zero that the float64 stands for
			break
		}
		x = bigNum{v: ar.float().Sub(x.v, d), e: exactError}
		if lg(d) < lg(x.v)-float64(ar.prec)/2-8 { // the step just made squares the error
			x.e = lg(x.v) - float64(ar.prec) + 8
			return x, nil
		}
	}
	return ar.number(r.at)
}

// zerosInside returns the zeros of g in the open interval; the error says why some may be missing.
func zerosInside(g *Expr, lo, hi Breakpoint) ([]innerRoot, error) {
	if steadySign(g) != 0 {
		return nil, nil
	}
	if _, _, isPoly := rationalPolynomial(g); isPoly {
		at, err := zeros(g, lo, hi)
		if err != nil {
			return nil, fmt.Errorf("cannot tell whether %s = 0 between %v and %v: %w", abridge(g.String()), lo, hi, err)
		}
		out := make([]innerRoot, len(at))
		for i, b := range at {
			out[i] = innerRoot{b, g}
		}
		return out, nil
	}
	return scanZeros(g, lo, hi)
}

// maxScan bounds the intervals examined by scanZeros, maxFound the zeros it returns.
const (
	maxScan  = 800
	maxFound = 8
)

// scanZeros excludes zeros of g by interval arithmetic on ever smaller intervals,
// the variable running over z = lo + t/(1−t) for an infinite interval. What remains is
// a simple zero where the sign changes and a doubt elsewhere.
func scanZeros(g *Expr, lo, hi Breakpoint) ([]innerRoot, error) {
	place := func(t float64) float64 { return lo.Value + (hi.Value-lo.Value)*t }
	if hi.Inf {
		place = func(t float64) float64 { return lo.Value + t/(1-t) }
	}
	known, _ := zeros(g, lo, hi) // closed forms, if there are any
	isKnown := func(a, b float64) (Breakpoint, bool) {
		for _, k := range known {
			if a <= k.Value && k.Value <= b {
				return k, true
			}
		}
		return Breakpoint{}, false
	}
	var out []innerRoot
	unclear := math.NaN()
	type part struct{ a, b float64 }
	// Near the ends g may vanish; there the expansions at the breakpoints speak.
	const end = 1e-9
	stack := []part{{end, 1 - end}}
	for n := 0; len(stack) > 0; n++ {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		a, b := place(t.a), place(t.b)
		v, err := Eval(g, interval{a, b}, intervals{})
		var u *undefinedError
		if errors.As(err, &u) || err == nil && v.sign() != 0 {
			continue
		}
		fine := b-a <= 1e-7*b
		if !fine && n < maxScan && len(out) < maxFound {
			m := (t.a + t.b) / 2
			stack = append(stack, part{m, t.b}, part{t.a, m})
			continue
		}
		if k, is := isKnown(a-1e-7*b, b+1e-7*b); is && fine {
			if !slices.ContainsFunc(out, func(r innerRoot) bool { return r.at.Value == k.Value }) {
				out = append(out, innerRoot{k, g})
			}
			continue
		}
		if x, changes := bisectSign(g, a, b); changes && fine {
			if len(out) == 0 || x > out[len(out)-1].at.Value*(1+1e-13) {
				out = append(out, innerRoot{Breakpoint{Value: x}, g})
			}
			continue
		}
		if math.IsNaN(unclear) {
			unclear = a
		}
	}
	if !math.IsNaN(unclear) {
		return out, fmt.Errorf("cannot exclude a zero of %s at or beyond z = %.6g, where the kernel would not be analytic", abridge(g.String()), unclear)
	}
	return out, nil
}

// bisectSign finds a change of sign of g between a and b or just beside them. A
// value of 0 is no sign: it may be an underflow.
func bisectSign(g *Expr, a, b float64) (float64, bool) {
	a, b = a-0.37*(b-a), b+0.37*(b-a)
	f := func(x float64) float64 {
		v, err := Eval(g, x, Float64{})
		if err != nil {
			return math.NaN()
		}
		return v
	}
	fa, fb := f(a), f(b)
	if !(fa < 0 && fb > 0 || fa > 0 && fb < 0) {
		return 0, false
	}
	for range 200 {
		m := a + (b-a)/2
		if m <= a || m >= b {
			break
		}
		if fm := f(m); fm == 0 {
			return m, true
		} else if (fm < 0) == (fa < 0) {
			a = m
		} else {
			b = m
		}
	}
	return a, true
}
