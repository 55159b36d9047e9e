package sign

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/enum"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
)

// Sign is what is proved of the sign of a density on (0, ∞).
type Sign int8

// The signs.
const (
	Undecided   Sign = iota // nothing is proved
	Nonnegative             // m(ω) ≥ 0 for all ω > 0
	Negative                // m(ω) < 0 for some ω
)

// String names the sign.
func (s Sign) String() string {
	return enum.Name("Sign", s, "undecided", "nonnegative", "negative somewhere")
}

// Method says how a sign was proved.
type Method int8

// The methods.
const (
	// ByParts: every part is nonnegative for itself: a polynomial with exact coefficients that is nonnegative on [0, ∞),
	// by Sturm's theorem, times a positive function; a positive multiple of a positive function; a square; a nonnegative
	// cosine polynomial times a power, for splines in d = 1; inverse powers of 1+pz² with partial sums that are.
	ByParts Method = iota + 1
	// ByPanels: enclosures on panels of [From, To], with the sign of the first Taylor coefficient that does not vanish
	// (exactly) or of the leading terms below From, and the leading terms above To.
	ByPanels
	// ByValue: the enclosure of m(Omega).
	ByValue
)

// String names the method.
func (m Method) String() string {
	return enum.Name("SignMethod", m, "", "parts", "panels", "value")
}

// Proof is a claim about the sign of a density and all that is needed to check it without a search; see Check.
//
// From, To, Panels and Prec are all that a check by panels is told: each choice that succeeds
// proves the same.
type Proof struct {
	Sign   Sign
	Method Method
	// ByValue: the frequency. ByPanels: nil.
	Omega *big.Rat
	// ByPanels: the ends of the panels in t = ω², float64 numbers. Otherwise nil.
	From, To *big.Rat
	// ByPanels: the number of panels that suffice.
	Panels int
	// ByPanels and ByValue: the precision in bits.
	Prec uint
	// Because says in a sentence what was found, or why nothing was.
	Because string
}

// String says what is claimed, and how it was found.
func (q *Proof) String() string {
	return fmt.Sprintf("%v (%v: %s)", q.Sign, q.Method, q.Because)
}

// Check proves the claim of q, if it is not that of a value, again, without a search: nil means that it is proved.
// Otherwise the error is that of ctx or a *Error.
//
// By panels: (0, From] by the leading terms at 0, [From, To] by panels that cover it, [To, ∞) by
// the leading terms at infinity. From and To are float64 numbers exactly, so that the three meet.
func Check(ctx context.Context, p *density.Density, q *Proof) error {
	fail := func(format string, a ...any) error { return &Error{fmt.Sprintf(format, a...)} }
	switch {
	// No evidence is needed: the parts are those of the density.
	case q.Sign == Nonnegative && q.Method == ByParts:
		if !NewForms(p).Separately() {
			return fail("some part of the density is not nonnegative for itself")
		}
		return nil
	case q.Sign == Nonnegative && q.Method == ByPanels:
		s := NewSigner(p, ClampSignPrec(q.Prec))
		if s == nil {
			return fail("the density has parts without an exact form")
		}
		from, ok1 := floatOf(q.From)
		to, ok2 := floatOf(q.To)
		if !ok1 || !ok2 || from >= to {
			return fail("the ends of the panels are no increasing float64 numbers")
		}
		if !s.Prepare(to) {
			return fail("the power series would be too long")
		}
		// Positive on (0, From].
		if c := s.AtZero(from); c != 1 {
			return fail("below t = %v the sign is not proved", from)
		}
		if c, _ := s.Tail(to); c != 1 {
			return fail("beyond t = %v the sign is not proved", to)
		}
		ok, _, at, err := s.Panels(ctx, from, to, min(max(q.Panels, 1), mostPanels))
		switch {
		case err != nil:
			return err
		case !ok:
			return fail("the panel near t = %v is not proved", at)
		}
		return nil
	}
	return fail("a density that is %v cannot be proved by %v", q.Sign, q.Method)
}

// mostPanels and mostSignPrec bound what a proof may ask of a checker.
const (
	mostPanels   = 100000
	mostSignPrec = 4096
)

// ClampSignPrec keeps a precision within what a proof may ask of a checker.
func ClampSignPrec(prec uint) uint { return min(max(prec, 32), mostSignPrec) }

// Error says why a proof was not accepted.
type Error struct{ Because string }

// Error implements error.
func (e *Error) Error() string { return "sign: not proved: " + e.Because }

// floatOf returns a positive number that is exactly a float64.
//
// 0 and negative numbers are refused.
func floatOf(r *big.Rat) (float64, bool) {
	if r == nil {
		return 0, false
	}
	f, exact := r.Float64()
	return f, exact && f > 0 && !math.IsInf(f, 0)
}

// Signer examines a reduced density that is a sum of groups.
//
// The groups add up to I, but for positive parts (NewSigner).
type Signer struct {
	Dim    int
	Groups []Group
	F      *Forms
	Order  int
	Prec   uint
	Entire bool // the groups are entire functions of t, whatever their Origin knows

	meter *budget.Meter // of the kernel: a stopped search knows nothing more
	once  sync.Once
	zero  origin
}

// NewSigner returns nil if the density has parts that are not understood.
//
// A proof that the sum of the other parts is nonnegative is one for all, as beta laws are. For the
// opposite sign they may not be left out (NegativeFrom, NegativeAtZero).
func NewSigner(p *density.Density, prec uint) *Signer {
	s := newSigner(p, prec)
	if s.F.other || len(s.Groups) == 0 || slices.ContainsFunc(s.F.Beta,
		func(b *closed.BetaLaw) bool { return !s.F.positiveBeta(b) }) {
		return nil // positive parts are left out: they only help
	}
	return s
}

// newSigner takes the parts that are understood.
func newSigner(p *density.Density, prec uint) *Signer {
	f := NewForms(p)
	s := &Signer{Dim: p.Dim(), F: f, Order: signOrder, Prec: prec, meter: p.Kernel().Meter()}
	if len(f.gauss) > 0 {
		s.Groups = append(s.Groups, f.gauss)
	}
	for _, g := range f.poles {
		s.Groups = append(s.Groups, g)
	}
	for _, g := range f.bessel {
		s.Groups = append(s.Groups, g)
	}
	for _, g := range f.waves {
		s.Groups = append(s.Groups, g)
	}
	for _, g := range f.own {
		s.Groups = append(s.Groups, g)
	}
	if f.Compact != nil {
		s.Groups = append(s.Groups, f.Compact)
		s.Order = SignOrderCompact
	}
	return s
}

// Value sets dst to an enclosure of the density m(ω), ω > 0, of about prec bits unless it cancels. The error is a
// *Error.
//
// The enclosure is right at each precision; more is tried while it is wide.
func Value(dst *ball.Real, p *density.Density, omega *big.Rat, prec uint) error {
	s := newSigner(p, 0)
	if s.F.other {
		return &Error{"the density has parts without an exact form"}
	}
	for s.Prec = prec + 64; ; s.Prec *= 2 {
		s.value(dst, omega)
		if dst.RelAccuracyBits() >= int64(prec) || s.Prec > 8*prec {
			dst.SetRound(dst, prec+8)
			return nil
		}
	}
}

// value is Value at one precision.
//
// Γ(d/2)^{−2} 2^{2−d} ω^{d−1} Σ I, and the beta laws, which are written for m itself.
func (s *Signer) value(dst *ball.Real, omega *big.Rat) {
	var w, t, v ball.Real
	w.SetRat(omega, s.Prec)
	t.Sqr(&w, s.Prec)
	dst.SetInt64(0)
	// c[0] is the value, c[1] a bound that is not used.
	c := make([]ball.Real, 2)
	for _, g := range s.Groups {
		// Where the series of a compact part would be too long, its expansion at infinity is used.
		if g != Group(s.F.Compact) || s.F.Compact.prepare(&t, s.Prec) {
			g.Taylor(c, &t, ball.Mag{}, s.Prec)
		} else if terms, ok := g.NearInfinity(&w, s.Prec); ok {
			TailAt(&c[0], terms, &w, s.Prec)
		} else {
			c[0].SetIndeterminate()
		}
		dst.Add(dst, &c[0], s.Prec)
	}
	density.Prefactor(&v, &w, s.Dim, s.Prec)
	dst.Mul(dst, &v, s.Prec)
	for _, b := range s.F.Beta {
		b.Enclose(&v, &w, s.Prec)
		dst.Add(dst, &v, s.Prec)
	}
}

// Prepare readies the power series of a compact part for 0 ≤ t ≤ to.
func (s *Signer) Prepare(to float64) bool {
	return s.F.Compact == nil || s.F.Compact.prepare(ball.NewReal(to), s.Prec)
}

// Taylor adds up the Taylor coefficients of groups on [lo, hi] about its middle, and returns the radius.
//
// Taylor coefficients of a sum are the sums of those of its summands, and so are the bounds of the
// last.
func (s *Signer) Taylor(groups []Group, c []ball.Real, lo, hi float64) ball.Mag {
	t0, rho := Middle(lo, hi)
	part := make([]ball.Real, len(c))
	for i, g := range groups {
		if i == 0 {
			g.Taylor(c, t0, rho, s.Prec)
			continue
		}
		g.Taylor(part, t0, rho, s.Prec)
		for k := range c {
			c[k].Add(&c[k], &part[k], s.Prec)
		}
	}
	return rho
}

// Middle returns the middle of [lo, hi] and a bound of the distance of its points from there.
//
// The middle is rounded; the distances are from where it came to lie.
func Middle(lo, hi float64) (t0 *ball.Real, rho ball.Mag) {
	var a, b ball.Real
	t0 = ball.NewReal(lo + (hi-lo)/2)
	a.Sub(t0, ball.NewReal(lo), 64)
	b.Sub(ball.NewReal(hi), t0, 64)
	return t0, a.MagUpper().Max(b.MagUpper())
}

// AtZero returns the sign of the density on 0 < t ≤ h, 0 if it is not known.
func (s *Signer) AtZero(h float64) int {
	var x ball.Real
	x.Sqrt(ball.NewReal(h), s.Prec)
	return dominance(s.ZeroTerms(h), &x, true, s.Prec)
}

// origin is what is known of the groups at t = 0, whatever the interval.
//
// The value is the same for every h, and is found once.
type origin struct {
	analytic, rest []Group
	order          int  // the least power of t that the analytic ones together are not known to leave out
	known          bool // the order is
}

// atOrigin sorts the groups by whether they are analytic at t = 0.
//
// Analytic groups are added before their first coefficients are looked at: what vanishes may do so
// together alone.
func (s *Signer) atOrigin() *origin {
	s.once.Do(func() {
		o := &s.zero
		if s.Entire {
			o.analytic, o.known = s.Groups, true
			return
		}
		for _, g := range s.Groups {
			if _, ok := g.Origin(0); ok {
				o.analytic = append(o.analytic, g)
			} else {
				o.rest = append(o.rest, g)
			}
		}
		o.order, o.known = vanishing(func(k int) (closed.Num, bool) { return s.coefficient(o.analytic, k) })
	})
	return &s.zero
}

// coefficient is the k-th Taylor coefficient of groups together at t = 0; false if it is not known.
func (s *Signer) coefficient(groups []Group, k int) (closed.Num, bool) {
	sum := closed.IntNum(0)
	for _, g := range groups {
		a, ok := g.Origin(k)
		if !ok || s.meter.Stopped() {
			return a, false
		}
		sum = sum.Add(a)
	}
	return sum, true
}

// ZeroTerms returns terms the sum of which is the density for 0 < t ≤ h; nil if they are not known. The groups that are
// analytic at t = 0 are in one term, with the least power of t that is not known to be left out.
func (s *Signer) ZeroTerms(h float64) []EndTerm {
	var x ball.Real
	x.Sqrt(ball.NewReal(h), s.Prec)
	o := s.atOrigin()
	var terms []EndTerm
	for _, g := range o.rest {
		t, ok := g.NearZero(&x, s.Prec)
		if !ok || s.meter.Stopped() {
			return nil
		}
		terms = append(terms, t...)
	}
	if len(o.analytic) > 0 {
		if !o.known && len(terms) == 0 {
			return nil
		}
		// With f⁽ⁱ⁾(0) = 0 exactly for i < j, f(t) = tʲ f⁽ʲ⁾(ξ)/j!, which RangeOf encloses for all
		// 0 ≤ ξ ≤ h.
		j := o.order // 0 if it is not known: the others may dominate
		c := make([]ball.Real, j+s.Order+1)
		rho := s.Taylor(o.analytic, c, 0, h)
		t := EndTerm{Power: closed.IntNum(int64(2 * j)), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}
		RangeOf(&t.Coef, c, j, rho, s.Prec)
		terms = append(terms, t)
	}
	return terms
}

// Tail returns the sign of the density for t ≥ w, 0 if it is not known, and the terms at infinity.
//
// w is t = ω²; the groups are asked at √w.
func (s *Signer) Tail(w float64) (int, []EndTerm) {
	var x ball.Real
	x.Sqrt(ball.NewReal(w), s.Prec)
	var terms []EndTerm
	for _, g := range s.Groups {
		t, ok := g.NearInfinity(&x, s.Prec)
		if !ok || s.meter.Stopped() {
			return 0, nil
		}
		terms = append(terms, t...)
	}
	if n := len(terms); !s.meter.Spend(compareUnits * int64(n) * int64(bits.Len(uint(n)))) {
		return 0, nil
	}
	return dominance(terms, &x, false, s.Prec), terms
}

// NegativeFrom reports whether the density is proved to be negative for all frequencies from omega on, by its leading
// terms at infinity, however small it is.
//
// That m < 0 on an interval of frequencies is what refutes; a single value would do.
func NegativeFrom(p *density.Density, omega *big.Rat, prec uint) bool {
	s := newSigner(p, ClampSignPrec(prec))
	if s.F.other || len(s.F.Beta) > 0 || len(s.Groups) == 0 {
		return false // parts that are left out may be positive
	}
	// Not rounded: from ω on, and not from a little later.
	w, exact := new(big.Rat).Mul(omega, omega).Float64()
	if !exact || math.IsInf(w, 0) {
		return false
	}
	sgn, _ := s.Tail(w)
	return sgn < 0
}

// NegativeAtZero reports whether the density, continuous at ω = 0, is proved to be negative there: by its exact value but for a
// positive factor. With parameters that holds for all of their values, where those next to an end bring the value near 0.
//
// I is continuous at t = 0, where all groups have a Taylor coefficient, and negative there: m < 0
// for small ω > 0.
func NegativeAtZero(p *density.Density) bool {
	s := newSigner(p, 0)
	if s.F.other || len(s.F.Beta) > 0 || len(s.Groups) == 0 {
		return false // parts that are left out may be positive
	}
	at0, known := s.coefficient(s.Groups, 0)
	return known && at0.Sign() < 0
}

// NegativeAtInfinity reports whether the density is proved to be negative for all large ω, for each value of a parameter, by the exact
// sign of what leads its Gaussians and poles there. How large ω has to be is not known: near a value of a parameter at which
// the leading coefficient is 0 it has no bound.
//
// t^{−q0−j} leads a group of poles with the coefficient far(j), and e^{−rt} is less than any power.
// The exponents q0 of two groups differ by no integer, as their ν do, so that one of them leads
// alone.
func NegativeAtInfinity(p *density.Density) bool {
	s := newSigner(p, 0)
	if f := s.F; f.other || len(f.Beta)+len(f.bessel)+len(f.own)+len(f.waves) > 0 || f.Compact != nil {
		return false
	}
	if len(s.F.poles) == 0 {
		return s.F.gauss.leadingSign() < 0
	}
	var least *big.Rat // of the powers t^−r
	sign := 0
	for _, g := range s.F.poles { // the powers of different groups are not an integer apart
		j, ok := vanishing(func(k int) (closed.Num, bool) { return g.far(k), !s.meter.Stopped() })
		if !ok {
			return false
		}
		if r := closed.RatPlus(g.least(), j); least == nil || r.Cmp(least) < 0 {
			least, sign = r, g.far(j).Sign()
		}
	}
	return sign < 0
}

// compareUnits is what it costs to compare the growth of two terms, in units of budget.Meter: of exact constants.
const compareUnits = 4

// Panels proves that the density is positive on [lo, hi] with at most n panels, and returns how many it looked at. If
// it does not, at is a point where it fails.
//
// Each span is proved or replaced by two that share their border: together they cover [lo, hi].
func (s *Signer) Panels(ctx context.Context, lo, hi float64, n int) (ok bool, used int, at float64, err error) {
	type span struct{ lo, hi float64 }
	stack := []span{{lo, hi}}
	c := make([]ball.Real, s.Order+1)
	var v ball.Real
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		mid := p.lo + (p.hi-p.lo)/2
		if err := ctx.Err(); err != nil {
			return false, used, mid, err
		}
		// Panels that can no longer be halved end it.
		if used++; used > n || !(p.lo < mid && mid < p.hi) {
			return false, used, mid, nil
		}
		// An expansion about the middle would not reach down to lo: halve in the geometric mean
		// first.
		if p.hi > 8*p.lo {
			mid = math.Sqrt(p.lo) * math.Sqrt(p.hi)
			stack = append(stack, span{mid, p.hi}, span{p.lo, mid})
			continue
		}
		rho := s.Taylor(s.Groups, c, p.lo, p.hi)
		if c[0].Negative() == ball.True || p.hi-p.lo < 0x1p-30*p.hi {
			return false, used, mid, nil
		}
		if RangeOf(&v, c, 0, rho, s.Prec); v.Positive() == ball.True {
			continue
		}
		stack = append(stack, span{mid, p.hi}, span{p.lo, mid})
	}
	return true, used, 0, nil
}
