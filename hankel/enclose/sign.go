package enclose

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
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
	switch s {
	case Undecided:
		return "undecided"
	case Nonnegative:
		return "nonnegative"
	case Negative:
		return "negative somewhere"
	}
	return fmt.Sprintf("Sign(%d)", int8(s))
}

// SignMethod says how a sign was proved.
type SignMethod int8

// The methods.
const (
	// ByParts: every part is nonnegative for itself: a polynomial with exact coefficients that is nonnegative on [0, ∞), by Sturm's theorem,
	// times a positive function; a positive multiple of a positive function; a square; a nonnegative cosine polynomial times a power, for splines in d = 1.
	ByParts SignMethod = iota + 1
	// ByPanels: enclosures on panels of [From, To], with the sign of the first Taylor coefficient that does not vanish (exactly) or of the leading terms
	// below From, and the leading terms above To.
	ByPanels
	// ByValue: the enclosure of m(Omega).
	ByValue
)

// String names the method.
func (m SignMethod) String() string {
	switch m {
	case ByParts:
		return "parts"
	case ByPanels:
		return "panels"
	case ByValue:
		return "value"
	}
	return fmt.Sprintf("SignMethod(%d)", int8(m))
}

// SignProof is a claim about the sign of a density together with all that is needed to check it without a search; see CheckSign.
type SignProof struct {
	Sign   Sign
	Method SignMethod
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

// SignSettings are the settings of FindSign. The zero value, like nil, chooses the defaults.
type SignSettings struct {
	// Panels bounds the number of panels. Default 3000.
	Panels int
	// Prec is the precision in bits of the first attempt; a second uses three times as many. Default 96.
	Prec uint
	// Hints are frequencies at which the density may be negative, tried first.
	Hints []float64
}

// FindSign looks for a proof of the sign of the density m(ω), ω > 0, without atoms. The error is that of ctx; where nothing could be proved
// the sign is Undecided.
//
// Nonnegative densities are found where every summand has a closed form, or is a sum of powers of z on an interval: sums of polynomials times Gaussians, of
// Matérn functions and polynomials times exp(−az), also damped cosines, of (1+pz²)^{−β}, and of compactly supported piecewise polynomials in z, (1−z²/R²)^α, and polynomials in z times (1−z/R)^δ.
// A density that touches zero at some ω > 0 is decided only ByParts. A negative value is looked for at the hints, on panels, at both ends, and
// where the exact tail of a compactly supported part oscillates.
func (p *Density) FindSign(ctx context.Context, opt *SignSettings) (*SignProof, error) {
	var set SignSettings
	if opt != nil {
		set = *opt
	}
	if set.Panels <= 0 {
		set.Panels = 3000
	}
	if set.Prec == 0 {
		set.Prec = 96
	}
	for _, w := range set.Hints {
		if q, err := p.tryNegative(ctx, w); q != nil || err != nil {
			return q, err
		}
	}
	if newForms(p).separately() {
		return &SignProof{Sign: Nonnegative, Method: ByParts, Because: "every part of the density is nonnegative"}, nil
	}
	var because string
	for _, prec := range []uint{set.Prec, 3 * set.Prec} {
		s := newSigner(p, prec)
		if s == nil {
			return &SignProof{Because: "the density has parts without an exact form, or in which nothing is known of the constants"}, nil
		}
		q, err := s.find(ctx, p, set.Panels)
		if err != nil || q.Sign != Undecided {
			return q, err
		}
		because = q.Because
	}
	return &SignProof{Because: because}, nil
}

// CheckSign proves the claim of q again, without a search: nil means that it is proved. Otherwise the error is that of ctx or a *SignError.
func (p *Density) CheckSign(ctx context.Context, q *SignProof) error {
	fail := func(format string, a ...any) error { return &SignError{fmt.Sprintf(format, a...)} }
	switch {
	case q.Sign == Negative && q.Method == ByValue:
		if q.Omega == nil || q.Omega.Sign() <= 0 {
			return fail("no frequency")
		}
		var w, v ball.Real
		w.SetRat(q.Omega, 2*clampSignPrec(q.Prec)+64)
		if _, err := p.At(ctx, &v, &w, clampSignPrec(q.Prec)); err != nil {
			return err
		}
		if v.Negative() != ball.True {
			return fail("m(%s) = %v, which is not proved to be negative", q.Omega.RatString(), &v)
		}
		return nil
	case q.Sign == Nonnegative && q.Method == ByParts:
		if !newForms(p).separately() {
			return fail("some part of the density is not nonnegative for itself")
		}
		return nil
	case q.Sign == Nonnegative && q.Method == ByPanels:
		s := newSigner(p, clampSignPrec(q.Prec))
		if s == nil {
			return fail("the density has parts without an exact form")
		}
		from, ok1 := floatOf(q.From)
		to, ok2 := floatOf(q.To)
		if !ok1 || !ok2 || from >= to {
			return fail("the ends of the panels are no increasing float64 numbers")
		}
		if !s.prepare(to) {
			return fail("the power series would be too long")
		}
		if c := s.atZero(from); c != 1 {
			return fail("below t = %v the sign is not proved", from)
		}
		if c, _ := s.atInfinity(to); c != 1 {
			return fail("beyond t = %v the sign is not proved", to)
		}
		ok, _, at, err := s.panels(ctx, from, to, min(max(q.Panels, 1), mostPanels))
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

func clampSignPrec(prec uint) uint { return min(max(prec, 32), mostSignPrec) }

// SignError says why a proof was not accepted.
type SignError struct{ Because string }

// Error implements error.
func (e *SignError) Error() string { return "enclose: sign not proved: " + e.Because }

// floatOf returns a positive number that is exactly a float64.
func floatOf(r *big.Rat) (float64, bool) {
	if r == nil {
		return 0, false
	}
	f, exact := r.Float64()
	return f, exact && f > 0 && !math.IsInf(f, 0)
}

// dearestFrequency is where the search for negative values of a density by quadrature stops: the work grows with ω.
const dearestFrequency = 1000

// byQuadrature reports whether values of the density need quadrature.
func (p *Density) byQuadrature() bool {
	return slices.ContainsFunc(p.parts, func(q encloser) bool {
		switch q.(type) {
		case *intervalPart, *tailPart:
			return true
		}
		return false
	})
}

// tryNegative returns a proof if m(ω) < 0; it is nil if it is not known to be.
func (p *Density) tryNegative(ctx context.Context, w float64) (*SignProof, error) {
	if !(w > 0) || math.IsInf(w, 0) || w > dearestFrequency && p.byQuadrature() {
		return nil, nil
	}
	r := new(big.Rat).SetFloat64(w)
	for _, prec := range []uint{64, 256} {
		q := &SignProof{Sign: Negative, Method: ByValue, Omega: r, Prec: prec, Because: fmt.Sprintf("the density is negative at ω = %.17g", w)}
		if p.CheckSign(ctx, q) == nil {
			return q, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// signer examines a reduced density that is a sum of groups.
type signer struct {
	dim    int
	groups []signGroup
	f      *forms
	order  int
	prec   uint
}

// newSigner returns nil if the density has parts that are not understood.
func newSigner(p *Density, prec uint) *signer {
	f := newForms(p)
	if f.other || slices.ContainsFunc(f.beta, func(b *BetaLaw) bool { return !f.positiveBeta(b) }) {
		return nil // positive parts are left out: they only help
	}
	s := &signer{dim: p.dim, f: f, order: signOrder, prec: prec}
	if len(f.gauss) > 0 {
		s.groups = append(s.groups, f.gauss)
	}
	for _, g := range f.poles {
		s.groups = append(s.groups, g)
	}
	for _, g := range f.bessel {
		s.groups = append(s.groups, g)
	}
	if f.compact != nil {
		s.groups = append(s.groups, f.compact)
		s.order = signOrderCompact
	}
	if len(s.groups) == 0 {
		return nil
	}
	return s
}

// prepare readies the power series of a compact part for 0 ≤ t ≤ to.
func (s *signer) prepare(to float64) bool {
	return s.f.compact == nil || s.f.compact.prepare(ball.NewReal(to), s.prec)
}

// taylor adds up the Taylor coefficients of groups on [lo, hi] about its middle, and returns the radius.
func (s *signer) taylor(groups []signGroup, c []ball.Real, lo, hi float64) ball.Mag {
	var t0, a, b ball.Real
	t0.SetFloat64(lo + (hi-lo)/2)
	a.Sub(&t0, ball.NewReal(lo), 64)
	b.Sub(ball.NewReal(hi), &t0, 64)
	rho := a.MagUpper().Max(b.MagUpper())
	part := make([]ball.Real, len(c))
	for i, g := range groups {
		if i == 0 {
			g.taylor(c, &t0, rho, s.prec)
			continue
		}
		g.taylor(part, &t0, rho, s.prec)
		for k := range c {
			c[k].Add(&c[k], &part[k], s.prec)
		}
	}
	return rho
}

// atZero returns the sign of the density on 0 < t ≤ h, 0 if it is not known.
func (s *signer) atZero(h float64) int {
	terms := s.zeroTerms(h, func(g signGroup) bool {
		_, ok := g.origin(0)
		return ok
	})
	var x ball.Real
	x.Sqrt(ball.NewReal(h), s.prec)
	return dominance(terms, &x, true, s.prec)
}

// zeroTerms returns terms the sum of which is the density for 0 < t ≤ h; nil if they are not known. The groups that are analytic at t = 0 are in one term, with the least power of
// t that is not known to be left out.
func (s *signer) zeroTerms(h float64, isAnalytic func(signGroup) bool) []endTerm {
	var x ball.Real
	x.Sqrt(ball.NewReal(h), s.prec)
	var analytic []signGroup
	var terms []endTerm
	for _, g := range s.groups {
		if isAnalytic(g) {
			analytic = append(analytic, g)
			continue
		}
		t, ok := g.nearZero(&x, s.prec)
		if !ok {
			return nil
		}
		terms = append(terms, t...)
	}
	if len(analytic) > 0 {
		j, ok := vanishing(func(k int) (Num, bool) {
			sum := intNum(0)
			for _, g := range analytic {
				a, ok := g.origin(k)
				if !ok {
					return a, false
				}
				sum = sum.add(a)
			}
			return sum, true
		})
		if !ok {
			if len(terms) == 0 {
				return nil
			}
			j = 0 // the others may dominate
		}
		c := make([]ball.Real, j+s.order+1)
		rho := s.taylor(analytic, c, 0, h)
		t := endTerm{power: intNum(int64(2 * j)), alpha: intNum(0), rate: intNum(0)}
		rangeOf(&t.coef, c, j, rho, s.prec)
		terms = append(terms, t)
	}
	return terms
}

// atInfinity returns the sign of the density for t ≥ w, 0 if it is not known, and the terms at infinity.
func (s *signer) atInfinity(w float64) (int, []endTerm) {
	var x ball.Real
	x.Sqrt(ball.NewReal(w), s.prec)
	var terms []endTerm
	for _, g := range s.groups {
		t, ok := g.nearInfinity(&x, s.prec)
		if !ok {
			return 0, nil
		}
		terms = append(terms, t...)
	}
	return dominance(terms, &x, false, s.prec), terms
}

// panels proves that the density is positive on [lo, hi] with at most n panels, and returns how many it looked at. If it does not, at is a point
// where it fails.
func (s *signer) panels(ctx context.Context, lo, hi float64, n int) (ok bool, used int, at float64, err error) {
	type span struct{ lo, hi float64 }
	stack := []span{{lo, hi}}
	c := make([]ball.Real, s.order+1)
	var v ball.Real
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		mid := p.lo + (p.hi-p.lo)/2
		if err := ctx.Err(); err != nil {
			return false, used, mid, err
		}
		if used++; used > n || !(p.lo < mid && mid < p.hi) {
			return false, used, mid, nil
		}
		if p.hi > 8*p.lo {
			mid = math.Sqrt(p.lo) * math.Sqrt(p.hi)
			stack = append(stack, span{mid, p.hi}, span{p.lo, mid})
			continue
		}
		rho := s.taylor(s.groups, c, p.lo, p.hi)
		if c[0].Negative() == ball.True || p.hi-p.lo < 0x1p-30*p.hi {
			return false, used, mid, nil
		}
		if rangeOf(&v, c, 0, rho, s.prec); v.Positive() == ball.True {
			continue
		}
		stack = append(stack, span{mid, p.hi}, span{p.lo, mid})
	}
	return true, used, 0, nil
}
