package enclose

import (
	"context"
	"fmt"
	"math"
	"math/big"
)

// find looks for a proof ByPanels, and for negative values.
func (s *signer) find(ctx context.Context, p *Density, most int) (*SignProof, error) {
	const octaves = 120
	// the tail
	to, sign := 0.0, 0
	var waves []endTerm
	for e := -octaves; e <= octaves && sign == 0; e++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w := math.Ldexp(1, e)
		if s.f.compact != nil && s.reach(w) > signReach {
			break
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
			for _, w := range troughs(waves) {
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

// signReach bounds R√t for the radius R of a compact part, and with it the length of its power series.
const signReach = 400

// reach returns R√t.
func (s *signer) reach(t float64) float64 {
	var r float64
	for _, p := range s.f.compact.pieces {
		r = math.Max(r, p.hi.Float64())
	}
	for _, q := range s.f.compact.sonine {
		r = math.Max(r, q.R.Float64())
	}
	return r * math.Sqrt(t)
}

// troughs returns frequencies at which the leading terms of an oscillating tail say, in float64, that the density is negative.
func troughs(terms []endTerm) []float64 {
	// every term as ±exp(l) ω^power, times cos(bω − φ) for a wave
	type asym struct {
		log, sign, power, b, phase float64
	}
	var as []asym
	var fastest, nu float64
	for i := range terms {
		t := &terms[i]
		c := &t.coef
		a := asym{power: t.power.Float64()}
		if t.wave == nil {
			if c.ContainsZero() {
				continue // a remainder
			}
		} else {
			// Λ_n(x) ~ Γ(n/2) 2^{(n−1)/2}/√π x^{−(n−1)/2} cos(x − (n−1)π/4)
			c = &t.wave.a
			if c.ContainsZero() {
				continue
			}
			n := t.wave.n.Float64()
			a.b = t.wave.b.Float64()
			a.phase = (n - 1) * math.Pi / 4
			a.log = lgamma(n/2) + (n-1)/2*math.Ln2 - math.Log(math.Pi)/2 - (n-1)/2*math.Log(a.b)
			fastest = math.Max(fastest, a.b)
			nu = math.Max(nu, n/2)
		}
		s, _ := c.Sign()
		a.sign = float64(s)
		var m big.Float
		e := c.Mid(&m).MantExp(&m)
		f, _ := m.Float64()
		a.log += math.Log(math.Abs(f)) + float64(e)*math.Ln2
		as = append(as, a)
	}
	if fastest == 0 {
		return nil
	}
	value := func(w float64) (sum, size float64) {
		l := math.Log(w)
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
	var out []float64
	// a few periods out of every octave
	start := (4 + 2*nu) / fastest
	for k := 0; k < 120 && len(out) < 24; k++ {
		lo := start * math.Pow(1.25, float64(k))
		if lo*fastest > 1e12 {
			break
		}
		best, at := 0.0, 0.0
		for i := range 400 {
			w := lo + float64(i)*math.Pi/(16*fastest)
			if v, size := value(w); v < best*size {
				best, at = v/size, w
			}
		}
		if best < -0.002 {
			out = append(out, at)
		}
	}
	return out
}
