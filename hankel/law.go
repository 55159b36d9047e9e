package hankel

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"krein/internal/elem64"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// singularOrders are the orders up to which singular exponents of a kernel are sought,
// the second if the first shows none at some point.
var singularOrders = [2]int{6, 20}

// combine returns the tail of a sum of densities.
func combine(all []Tail) Tail {
	rank := map[TailKind]int{TailUnknown: 6, TailPower: 5, TailRapid: 4, TailExponential: 3, TailGaussian: 2, TailZero: 1}
	kind := all[0].Kind
	for _, t := range all {
		if rank[t.Kind] > rank[kind] {
			kind = t.Kind
		}
	}
	var same []Tail
	for _, t := range all {
		if t.Kind == kind {
			same = append(same, t)
		}
	}
	out := same[0]
	switch kind {
	case TailPower:
		var waves []Wave
		for _, t := range same {
			waves = append(waves, t.Waves...)
		}
		out = wavesTail(waves)
		out.Because = same[0].Because
	case TailExponential, TailGaussian:
		out = decayTail(same)
	case TailZero:
		for _, t := range same {
			out.Rate = math.Max(out.Rate, t.Rate)
		}
	}
	out.OriginExponent, out.OriginCoef = all[0].OriginExponent, all[0].OriginCoef
	for _, t := range all[1:] {
		switch {
		case t.OriginExponent < out.OriginExponent:
			out.OriginExponent, out.OriginCoef = t.OriginExponent, t.OriginCoef
		case t.OriginExponent == out.OriginExponent:
			out.OriginCoef += t.OriginCoef
		}
	}
	return out
}

// wavesTail merges the waves of one frequency and orders them; the leading term of each frequency stays.
func wavesTail(waves []Wave) Tail {
	slices.SortStableFunc(waves, func(a, b Wave) int {
		return cmp.Or(-cmp.Compare(a.Exponent, b.Exponent), -cmp.Compare(a.LogPow, b.LogPow), cmp.Compare(a.Freq, b.Freq))
	})
	var out []Wave
	var lost float64
	for i := 0; i < len(waves); {
		w := waves[i]
		re, im := w.Coef*math.Cos(w.Phase), w.Coef*math.Sin(w.Phase)
		size := math.Abs(w.Coef)
		j := i + 1
		for ; j < len(waves) && waves[j].Exponent == w.Exponent && waves[j].LogPow == w.LogPow &&
			waves[j].Freq == w.Freq; j++ {
			re += waves[j].Coef * math.Cos(waves[j].Phase)
			im += waves[j].Coef * math.Sin(waves[j].Phase)
			size += math.Abs(waves[j].Coef)
		}
		if j > i+1 {
			w.Coef, w.Phase = math.Hypot(re, im), math.Atan2(im, re)
			if w.Freq == 0 {
				w.Coef, w.Phase = re, 0
			}
		}
		if math.Abs(w.Coef) <= 1e-12*size {
			lost = math.Max(lost, w.Exponent) // the next terms decide
		} else if !slices.ContainsFunc(out, func(v Wave) bool { return v.Freq == w.Freq }) {
			out = append(out, w)
		}
		i = j
	}
	if len(out) == 0 {
		return Tail{Kind: TailUnknown, Coef: math.NaN(), Exponent: lost}
	}
	return powerTail(out)
}

// decayTail keeps the slowest of several exponential or Gaussian tails.
func decayTail(same []Tail) Tail {
	out := same[0]
	signed := float64(out.Sign) * out.Coef
	for _, t := range same[1:] {
		c := float64(t.Sign) * t.Coef
		switch {
		case t.Rate < out.Rate, t.Rate == out.Rate && t.Exponent > out.Exponent:
			out, signed = t, c
		case t.Rate == out.Rate && t.Exponent == out.Exponent:
			signed += c
		}
	}
	out.Coef, out.Sign = math.Abs(signed), signOf(signed)
	return out
}

// tailLaw derives the tail of the density from the closed form, from the singularities of
// the kernel and from the behaviour of rest, the part without a closed form (nil if there is none), at infinity.
func (s *Spectrum) tailLaw(rest *kernel.Kernel) Tail {
	d := float64(s.dim)
	var all []Tail
	if s.closed != nil {
		all = append(all, s.closed.tail(d))
	}
	if s.t != nil {
		s.rest = s.singularTail(rest)
		s.rest.OriginExponent, s.rest.OriginCoef = s.originLaw(numeric.AtInfinity(rest))
		all = append(all, s.rest)
	}
	if len(all) == 0 {
		return Tail{Kind: TailZero, Finite: true, OriginExponent: d - 1, Because: "there is no density"}
	}
	t := combine(all)
	if s.closed != nil && t.Kind == TailPower {
		// the singularities of the whole kernel know what cancels between its parts
		if w := s.singularTail(s.rough); w.Kind == TailPower {
			w.OriginExponent, w.OriginCoef = t.OriginExponent, t.OriginCoef
			return w
		}
	}
	return t
}

// powerOrigin returns the leading exponent and coefficient at ω = 0 that a power law at
// infinity gives the density; ok is false if the density is regular there.
func (s *Spectrum) powerOrigin(inf numeric.Infinity) (exponent, coef float64, ok bool) {
	d := float64(s.dim)
	switch g := inf.Power; {
	case inf.Kind == asymptotic.LogDecay:
		return -1, math.NaN(), true
	case inf.Kind == asymptotic.Power && g < d && inf.LogPow == 0:
		return g - 1, cuspCoef(d, -g) * inf.Coef, true
	case inf.Kind == asymptotic.Power && g < d:
		return g - 1, math.NaN(), true
	}
	return d - 1, math.NaN(), false
}

// originLaw returns the leading exponent and coefficient at ω = 0 of the part that quadrature computes.
func (s *Spectrum) originLaw(inf numeric.Infinity) (exponent, coef float64) {
	d := float64(s.dim)
	if exponent, coef, ok := s.powerOrigin(inf); ok {
		return exponent, coef
	}
	if !math.IsInf(s.t.cut, 1) {
		w := 1e-6 / s.t.cut
		if m, e := s.t.density(w, new(scratch)); m != 0 && e < 1e-3*math.Abs(m) {
			if c := m / elem64.Pow(w, d-1); !math.IsInf(c, 0) {
				return d - 1, c
			}
		}
	}
	return d - 1, math.NaN()
}

// singularTail is the tail at infinity from the singularities of k: an exponent α that
// counts at b > 0, with coefficients a_L to the left and a_R to the right, contributes
//
//	2^{2−d}/Γ(d/2)² · Γ(d/2) 2^{(d−1)/2}/√π · b^{(d−1)/2} Γ(α+1)
//	  · Re[(a_L e^{−i(α+1)π/2} + a_R e^{i(α+1)π/2}) e^{i(ωb − (d−1)π/4)}] · ω^{(d−3)/2−α}
//
// (Watson's lemma on each side), and a term a z^β at 0 contributes cuspCoef(d,β)·a ω^{−1−β}.
func (s *Spectrum) singularTail(k *kernel.Kernel) Tail {
	unknown := Tail{Kind: TailUnknown, Coef: math.NaN()}
	var sing []numeric.Singularity
	var err error
	for _, order := range singularOrders {
		if sing, err = numeric.Singularities(k, order); err != nil ||
			!slices.ContainsFunc(sing, func(p numeric.Singularity) bool {
				return p.Exponent == nil && p.Order != nil
			}) {
			break
		}
	}
	if err != nil {
		unknown.Because = err.Error()
		return unknown
	}
	d := float64(s.dim)
	var waves []Wave
	var where []string
	for _, p := range sing {
		if p.Exponent == nil {
			continue
		}
		alpha, _ := p.Exponent.Float64()
		b := p.At.Value
		switch {
		case b == 0:
			c, logs := cuspCoef(d, alpha)*p.Left.Value, p.LogPow
			if p.Left.Value == 0 {
				c = cuspCoef(d, alpha) * p.Right.Value
			}
			if n := math.Round(alpha / 2); logs > 0 && alpha == 2*n && alpha >= 0 {
				// 1/Γ(−β/2) vanishes: one logarithm is used up by its derivative, (−1)^{n+1} n!/2.
				logs--
				sign := 1.0
				if int(n)%2 == 0 {
					sign = -1
				}
				c = (p.Left.Value + p.Right.Value) * float64(p.LogPow) * sign * elem64.Pow(-1, float64(logs)) *
					math.Exp((alpha+1)*math.Ln2+elem64.Lgamma((alpha+d)/2)-elem64.Lgamma(d/2)+elem64.Lgamma(n+1)) / 2
			} else if logs%2 == 1 {
				c = -c // log z becomes −log ω
			}
			waves = append(waves, Wave{Exponent: -1 - alpha, LogPow: logs, Coef: c})
		default:
			l := (2-d)*math.Ln2 - elem64.Lgamma(d/2) + (d-1)/2*elem64.Log(2*b) - elem64.Log(math.Pi)/2 + elem64.Lgamma(alpha+1)
			h := (alpha + 1) * math.Pi / 2
			re := (p.Left.Value + p.Right.Value) * math.Cos(h)
			im := (p.Right.Value - p.Left.Value) * math.Sin(h)
			c := math.Exp(l) * math.Hypot(re, im)
			if p.LogPow%2 == 1 {
				c = -c
			}
			waves = append(waves, Wave{
				Exponent: (d-3)/2 - alpha, LogPow: p.LogPow, Coef: c, Freq: b,
				Phase: math.Atan2(im, re) - (d-1)*math.Pi/4,
			})
		}
		where = append(where, fmt.Sprintf("the exponent %s at z = %.6g", p.Exponent.RatString(), b))
	}
	if len(waves) == 0 {
		t := Tail{Kind: TailRapid, Coef: math.NaN(), Finite: true, Because: "no singularity of the kernel was found on z ≥ 0"}
		for _, p := range sing {
			if p.Order != nil {
				t.Because = "no singularity of low order was found on z ≥ 0"
			}
		}
		return t
	}
	t := wavesTail(waves)
	t.Because = "the kernel has " + joined(where)
	return t
}

func joined(s []string) string {
	out := s[0]
	for i := 1; i < len(s); i++ {
		if i == len(s)-1 {
			out += " and "
		} else {
			out += ", "
		}
		out += s[i]
	}
	return out
}
