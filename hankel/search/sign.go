package search

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"

	"krein/ball"
	"krein/hankel/density"
	"krein/hankel/sign"
	"krein/internal/elem64"
)

// SignSettings are the settings of Sign. The zero value, like nil, chooses the defaults.
type SignSettings struct {
	// Panels bounds the number of panels. Default 3000.
	Panels int
	// Prec is the precision in bits of the first attempt; a second uses three times as many. Default 96.
	Prec uint
	// Hints are frequencies at which the density may be negative, tried first.
	Hints []float64
}

// Sign looks for a proof of the sign of the density m(ω), ω > 0, without atoms. The error is that of ctx; where nothing could be proved
// the sign is Undecided.
//
// Nonnegative densities are found where every summand has a closed form, or is a sum of powers of z on an interval: sums of polynomials times Gaussians, of
// Matérn functions and polynomials times exp(−az), also damped cosines, of (1+pz²)^{−β}, and of compactly supported piecewise polynomials in z, (1−z²/R²)^α, and polynomials in z times (1−z/R)^δ.
// A density that touches zero at some ω > 0 is decided only ByParts. A negative value is looked for at the hints, on panels, at both ends, and
// where the exact tail of a compactly supported part oscillates.
func Sign(ctx context.Context, p *density.Density, opt *SignSettings) (*sign.Proof, error) {
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
		if q, err := tryNegative(ctx, p, w); q != nil || err != nil {
			return q, err
		}
	}
	if sign.NewForms(p).Separately() {
		return &sign.Proof{Sign: sign.Nonnegative, Method: sign.ByParts, Because: "every part of the density is nonnegative"}, nil
	}
	var because string
	for _, prec := range []uint{set.Prec, 3 * set.Prec} {
		s := sign.NewSigner(p, prec)
		if s == nil {
			return &sign.Proof{Because: "the density has parts without an exact form, or in which nothing is known of the constants"}, nil
		}
		q, err := (&finder{Signer: s, p: p}).find(ctx, set.Panels)
		if err != nil || q.Sign != sign.Undecided {
			return q, err
		}
		because = q.Because
	}
	return &sign.Proof{Because: because}, nil
}

// dearestFrequency is where the search for negative values of a density by quadrature stops: the work grows with ω.
const dearestFrequency = 1000

// tryNegative returns a proof if m(ω) < 0; it is nil if it is not known to be.
func tryNegative(ctx context.Context, p *density.Density, w float64) (*sign.Proof, error) {
	if !(w > 0) || math.IsInf(w, 0) || w > dearestFrequency && ByQuadrature(p) {
		return nil, nil
	}
	r := new(big.Rat).SetFloat64(w)
	for _, prec := range []uint{64, 256} {
		q := &sign.Proof{Sign: sign.Negative, Method: sign.ByValue, Omega: r, Prec: prec, Because: fmt.Sprintf("the density is negative at ω = %.17g", w)}
		if sign.Check(ctx, p, q) == nil {
			return q, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// ByQuadrature reports whether values of the density need quadrature.
func ByQuadrature(p *density.Density) bool {
	for _, q := range p.Parts() {
		switch q.(type) {
		case *density.IntervalPart, *density.TailPart:
			return true
		}
	}
	return false
}

// finder looks for a proof of the sign of a density.
type finder struct {
	*sign.Signer
	p *density.Density
}

// find looks for a proof ByPanels, and for negative values.
func (s *finder) find(ctx context.Context, most int) (*sign.Proof, error) {
	const octaves = 120
	// the tail
	to, sgn := 0.0, 0
	var waves []sign.EndTerm
	reach := signReach
	if s.F.Compact != nil {
		for _, w := range s.lobes() {
			if q, err := tryNegative(ctx, s.p, w); q != nil || err != nil {
				return q, err
			}
		}
		if len(s.F.Compact.Pieces)+len(s.F.Compact.Ends) == 0 {
			reach = max(reach, 4*float64(s.Dim)) // one term is the exact tail
		}
	}
	for e := -octaves; e <= octaves && sgn == 0; e++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w := math.Ldexp(1, e)
		if s.F.Compact != nil {
			r := s.Reach(w)
			if r > reach {
				break
			}
			if r < max(2, float64(s.Dim)/2) {
				continue // no asymptotic expansion holds there
			}
		}
		var terms []sign.EndTerm
		if sgn, terms = s.Tail(w); sgn != 0 {
			to = w
		}
		if terms != nil {
			waves = terms
		}
	}
	if sgn < 0 {
		for w := math.Sqrt(to); !math.IsInf(w, 0) && w < 0x1p80; w *= 16 {
			if q, err := tryNegative(ctx, s.p, w); q != nil || err != nil {
				return q, err
			}
		}
		return &sign.Proof{Because: "the leading terms at infinity are negative, but no value was found that is"}, nil
	}
	if sgn == 0 {
		if s.F.Compact != nil {
			negative := func(w float64) bool {
				if len(s.F.Compact.Ends) > 0 {
					return true // their waves are not known well enough to tell
				}
				var v ball.Real
				sign.TailAt(&v, waves, ball.NewReal(w), s.Prec)
				return v.Negative() == ball.True
			}
			for w := range troughs(waves, negative) {
				if q, err := tryNegative(ctx, s.p, w); q != nil || err != nil {
					return q, err
				}
			}
		}
		return &sign.Proof{Because: "no sign of the density at infinity could be proved"}, nil
	}
	if !s.Prepare(to) {
		return &sign.Proof{Because: "the power series would be too long"}, nil
	}
	// the origin
	from := 0.0
	for h := to / 2; h > to*0x1p-200 && h > 0; h /= 2 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if sgn = s.AtZero(h); sgn != 0 {
			from = h
			break
		}
	}
	switch {
	case sgn < 0:
		for w := math.Sqrt(from); w > 0x1p-80; w /= 16 {
			if q, err := tryNegative(ctx, s.p, w); q != nil || err != nil {
				return q, err
			}
		}
		return &sign.Proof{Because: "the leading term at zero is negative, but no value was found that is"}, nil
	case sgn == 0:
		return &sign.Proof{Because: "no sign of the density at ω = 0 could be proved"}, nil
	}
	ok, n, at, err := s.Panels(ctx, from, to, most)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return &sign.Proof{
			Sign: sign.Nonnegative, Method: sign.ByPanels, From: new(big.Rat).SetFloat64(from), To: new(big.Rat).SetFloat64(to), Panels: n, Prec: s.Prec,
			Because: fmt.Sprintf("positive for ω ≤ %.4g by its first Taylor coefficient, on panels up to ω = %.4g, and beyond by its leading terms", math.Sqrt(from), math.Sqrt(to)),
		}, nil
	}
	if q, err := tryNegative(ctx, s.p, math.Sqrt(at)); q != nil || err != nil {
		return q, err
	}
	return &sign.Proof{Because: fmt.Sprintf("the density could not be separated from zero near ω = %.6g", math.Sqrt(at))}, nil
}

// signReach bounds R√t for the radius R of a compact part, in dimensions that are not large.
const signReach = 400.0

// lobes returns frequencies where Λ_d(Rω) is negative for the first times, at zeros ν + 1.86ν^{1/3} + … of J_ν, ν = d/2−1, in large dimensions, where the
// tail comes late.
func (s *finder) lobes() []float64 {
	if s.Dim <= 100 {
		return nil
	}
	nu := float64(s.Dim)/2 - 1
	r := s.Reach(1)
	var out []float64
	for i := range 12 {
		out = append(out, (nu+(2+float64(i))*math.Cbrt(nu))/r)
	}
	return out
}

// troughs iterates over frequencies at which the terms of an oscillating tail say that the density is negative, the first of them and some beyond:
// in float64 by the leading terms of the waves, and then by sure, which knows better.
func troughs(terms []sign.EndTerm, sure func(w float64) bool) iter.Seq[float64] {
	// every term as ±exp(l) ω^power, times cos(bω − φ) for a wave
	type asym struct {
		log, sign, power, b, phase float64
	}
	var as []asym
	var fastest, nu float64 // the highest frequency; the order of the largest wave, of which the terms are in order
	for i := range terms {
		t := &terms[i]
		c := &t.Coef
		a := asym{power: t.Power.Float64()}
		wave := t.Wave
		if wave == nil {
			wave = t.Trough
		}
		if wave == nil {
			if c.ContainsZero() {
				continue // a remainder
			}
		} else {
			// Λ_n(x) ~ Γ(n/2) 2^{(n−1)/2}/√π x^{−(n−1)/2} cos(x − (n−1)π/4)
			c = &wave.A
			if c.ContainsZero() {
				continue
			}
			n := wave.N.Float64()
			a.b = wave.B.Float64()
			a.phase = (n - 1) * math.Pi / 4
			a.log = elem64.Lgamma(n/2) + (n-1)/2*math.Ln2 - elem64.Log(math.Pi)/2 - (n-1)/2*elem64.Log(a.b)
			if fastest == 0 {
				nu = n / 2
			}
			fastest = math.Max(fastest, a.b)
		}
		s, _ := c.Sign()
		a.sign = float64(s)
		var m big.Float
		e := c.Mid(&m).MantExp(&m)
		f, _ := m.Float64()
		a.log += elem64.Log(math.Abs(f)) + float64(e)*math.Ln2
		as = append(as, a)
	}
	if fastest == 0 {
		return func(func(float64) bool) {}
	}
	value := func(w float64) (sum, size float64) {
		l := elem64.Log(w)
		top := math.Inf(-1)
		for _, a := range as {
			top = math.Max(top, a.log+a.power*l)
		}
		for _, a := range as {
			v := a.sign * math.Exp(a.log+a.power*l-top)
			size += math.Abs(v)
			if a.b != 0 {
				v *= math.Cos(a.b*w - a.phase)
			}
			sum += v
		}
		return sum, size
	}
	// trough looks for the most negative value, relative to the terms, in some periods from lo on.
	trough := func(lo float64, periods int) (at, depth float64) {
		step := math.Pi / (8 * fastest)
		relative := func(w float64) float64 {
			v, size := value(w)
			return v / size
		}
		for i := range 16 * periods {
			w := lo + float64(i)*step
			if v := relative(w); v < depth || i == 0 {
				at, depth = w, v
			}
		}
		a, b := at-step, at+step
		for range 40 {
			x, y := a+(b-a)/3, b-(b-a)/3
			if relative(x) < relative(y) {
				b = y
			} else {
				a = x
			}
		}
		return (a + b) / 2, relative((a + b) / 2)
	}
	const noise = 1e-11
	return func(yield func(float64) bool) {
		found := 0
		for lo, step := (4+nu)/fastest, 1.25; found < 32 && lo*fastest < 1e10; lo *= step {
			at, depth := trough(lo, 16)
			if depth >= -noise || !sure(at) {
				continue
			}
			if found == 0 { // the first of all lies between
				w := math.Max(lo/step, (4+nu)/fastest)
				for i := 0; w < lo && i < 4000; i++ {
					if at, depth := trough(w, 1); depth < -noise && sure(at) {
						if !yield(at) {
							return
						}
						break
					}
					w += 2 * math.Pi / fastest
				}
			}
			if !yield(at) {
				return
			}
			if found++; found > 16 {
				step = 2
			}
		}
	}
}
