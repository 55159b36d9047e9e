package enclose

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
)

// find looks for a proof ByPanels, and for negative values.
func (s *signer) find(ctx context.Context, p *Density, most int) (*SignProof, error) {
	const octaves = 120
	// the tail
	to, sign := 0.0, 0
	var waves []endTerm
	reach := signReach
	if s.f.compact != nil {
		for _, w := range s.lobes() {
			if q, err := p.tryNegative(ctx, w); q != nil || err != nil {
				return q, err
			}
		}
		if len(s.f.compact.pieces)+len(s.f.compact.ends) == 0 {
			reach = max(reach, 4*float64(s.dim)) // one term is the exact tail
		}
	}
	for e := -octaves; e <= octaves && sign == 0; e++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w := math.Ldexp(1, e)
		if s.f.compact != nil {
			r := s.reach(w)
			if r > reach {
				break
			}
			if r < max(2, float64(s.dim)/2) {
				continue // no asymptotic expansion holds there
			}
		}
		var terms []endTerm
		if sign, terms = s.atInfinity(w); sign != 0 {
			to = w
		}
		if terms != nil {
			waves = terms
		}
	}
	if sign < 0 {
		for w := math.Sqrt(to); !math.IsInf(w, 0) && w < 0x1p80; w *= 16 {
			if q, err := p.tryNegative(ctx, w); q != nil || err != nil {
				return q, err
			}
		}
		return &SignProof{Because: "the leading terms at infinity are negative, but no value was found that is"}, nil
	}
	if sign == 0 {
		if s.f.compact != nil {
			negative := func(w float64) bool {
				if len(s.f.compact.ends) > 0 {
					return true // their waves are not known well enough to tell
				}
				var v ball.Real
				tailAt(&v, waves, ball.NewReal(w), s.prec)
				return v.Negative() == ball.True
			}
			for w := range troughs(waves, negative) {
				if q, err := p.tryNegative(ctx, w); q != nil || err != nil {
					return q, err
				}
			}
		}
		return &SignProof{Because: "no sign of the density at infinity could be proved"}, nil
	}
	if !s.prepare(to) {
		return &SignProof{Because: "the power series would be too long"}, nil
	}
	// the origin
	from := 0.0
	for h := to / 2; h > to*0x1p-200 && h > 0; h /= 2 {
		if sign = s.atZero(h); sign != 0 {
			from = h
			break
		}
	}
	switch {
	case sign < 0:
		for w := math.Sqrt(from); w > 0x1p-80; w /= 16 {
			if q, err := p.tryNegative(ctx, w); q != nil || err != nil {
				return q, err
			}
		}
		return &SignProof{Because: "the leading term at zero is negative, but no value was found that is"}, nil
	case sign == 0:
		return &SignProof{Because: "no sign of the density at ω = 0 could be proved"}, nil
	}
	ok, n, at, err := s.panels(ctx, from, to, most)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return &SignProof{
			Sign: Nonnegative, Method: ByPanels, From: new(big.Rat).SetFloat64(from), To: new(big.Rat).SetFloat64(to), Panels: n, Prec: s.prec,
			Because: fmt.Sprintf("positive for ω ≤ %.4g by its first Taylor coefficient, on panels up to ω = %.4g, and beyond by its leading terms", math.Sqrt(from), math.Sqrt(to)),
		}, nil
	}
	if q, err := p.tryNegative(ctx, math.Sqrt(at)); q != nil || err != nil {
		return q, err
	}
	return &SignProof{Because: fmt.Sprintf("the density could not be separated from zero near ω = %.6g", math.Sqrt(at))}, nil
}

// signReach bounds R√t for the radius R of a compact part, in dimensions that are not large.
const signReach = 400.0

// lobes returns frequencies where Λ_d(Rω) is negative for the first times, at zeros ν + 1.86ν^{1/3} + … of J_ν, ν = d/2−1, in large dimensions, where the
// tail comes late.
func (s *signer) lobes() []float64 {
	if s.dim <= 100 {
		return nil
	}
	nu := float64(s.dim)/2 - 1
	r := s.reach(1)
	var out []float64
	for i := range 12 {
		out = append(out, (nu+(2+float64(i))*math.Cbrt(nu))/r)
	}
	return out
}

// reach returns R√t.
func (s *signer) reach(t float64) float64 {
	var r float64
	for _, p := range s.f.compact.pieces {
		r = math.Max(r, p.hi.Float64())
	}
	for _, q := range s.f.compact.sonine {
		r = math.Max(r, q.R.Float64())
	}
	for _, e := range s.f.compact.ends {
		r = math.Max(r, e.r.Float64())
	}
	return r * math.Sqrt(t)
}

// troughs iterates over frequencies at which the terms of an oscillating tail say that the density is negative, the first of them and some beyond:
// in float64 by the leading terms of the waves, and then by sure, which knows better.
func troughs(terms []endTerm, sure func(w float64) bool) iter.Seq[float64] {
	// every term as ±exp(l) ω^power, times cos(bω − φ) for a wave
	type asym struct {
		log, sign, power, b, phase float64
	}
	var as []asym
	var fastest, nu float64 // the highest frequency; the order of the largest wave, of which the terms are in order
	for i := range terms {
		t := &terms[i]
		c := &t.coef
		a := asym{power: t.power.Float64()}
		wave := t.wave
		if wave == nil {
			wave = t.trough
		}
		if wave == nil {
			if c.ContainsZero() {
				continue // a remainder
			}
		} else {
			// Λ_n(x) ~ Γ(n/2) 2^{(n−1)/2}/√π x^{−(n−1)/2} cos(x − (n−1)π/4)
			c = &wave.a
			if c.ContainsZero() {
				continue
			}
			n := wave.n.Float64()
			a.b = wave.b.Float64()
			a.phase = (n - 1) * math.Pi / 4
			a.log = lgamma(n/2) + (n-1)/2*math.Ln2 - elem64.Log(math.Pi)/2 - (n-1)/2*elem64.Log(a.b)
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
