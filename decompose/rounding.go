package decompose

import (
	"math"

	"krein/internal/elem64"
)

// What floats add to the law of a table.
//
// The law of the table is that of Quantile(u) in exact arithmetic with a uniform u. A sample differs from it in three
// ways, and |E Λ_d(Rz) − E Λ_d(R′z)| ≤ E min(2, z|R−R′|) because |Λ_d| ≤ 1 and |Λ_d′| ≤ 1.
//
//   - u stands for a cell, see Table.Sample: p is off by cell(p) at most. On a segment of
//     probability P that moves y by ε = cell/P, and E|ω(y±ε)−ω(y)| ≤ ε Σ k|c_k|, for
//     w = √y too, as ∫₀¹ |√(y+ε)−√y| dy ≤ ε. With probability cell it takes a sample
//     across a gap between segments.
//   - y has a relative error of three roundings, w of three at most: 3η Σ k|c_k| for ω.
//   - value adds up to ten roundings to any of its terms: 11η Σ|c_k|. η = 2⁻⁵³.
//
// A little is added for atoms, which are rounded to η ω. In the tails the relative error of p/p₀ is cell/p + η, but p <
// 2⁻⁵² is counted as 2. The functions of package math are taken to be right to 2⁻⁵⁰ relative, which is not proved, as
// is an error of waveRounding in the quantiles of waves. The sums have nonnegative terms and are rounded up generously.
const (
	eta          = 0x1p-53
	waveRounding = 0x1p-44
	slackUp      = 1 + 1e-9
)

// cell bounds how far p may be from the number that it stands for, relative to p, if it is p or more.
func cell(p float64) float64 {
	switch {
	case p >= fine:
		return 0x1p-54 / p
	case p >= fine*0x1p-53:
		return 4*eta + 0x1p-106/p
	}
	return 0x1p-44
}

// rounding bounds |E Λ_d(Rz) − E Λ_d(R′z)| between the law of the table and its samples.
func (t *Table) rounding(z float64) float64 {
	return (t.lower.rounding(z) + t.upper.rounding(z)) * slackUp
}

func (s *side) rounding(z float64) float64 {
	_, before := s.ends(0)
	sum := s.tail.rounding(z, s.edges[0])
	for i := range s.kinds {
		dp := s.edges[i+1] - s.edges[i]
		_, off, gap := s.wobble(i)
		sum += math.Min(2*dp, z*off)
		outer, inner := s.ends(i)
		if i > 0 {
			sum += 2 * gap * math.Min(2, z*math.Abs(outer-before))
		}
		before = inner
	}
	return sum
}

// wobble bounds |ω| on segment i and E|R−R′| there, and the probability gap with which a sample is
// across one of its ends.
func (s *side) wobble(i int) (size, off, gap float64) {
	var slope float64
	for k, c := range s.poly(i) {
		size += math.Abs(c)
		slope += float64(k) * math.Abs(c)
	}
	dp := s.edges[i+1] - s.edges[i]
	gap = cell(s.edges[i+1]) * s.edges[i+1]
	return size, slope*(gap+3*eta*dp) + 12*eta*size*dp, gap
}

// squareRounding bounds E|R²−R′²|/E R² of a tail; proved is false of oscillating tails. Probabilities
// are off by a relative 2⁻⁴³ at most.
func (t *tail) squareRounding() (share float64, proved bool) {
	const probability, functions = 0x1p-43, 0x1p-49
	switch t.Kind {
	case tailNone:
		return functions, true
	case tailPower:
		return 3*probability/math.Abs(t.Exponent) + 3*functions*(1+math.Abs(t.Exponent/(t.Exponent+2))), true
	case tailExponential: // ω² is off by 2ω(p/rate + …), and E ω ≤ √E ω² and 1/rate ≤ √E ω²
		return 3*probability + 3*functions, true
	}
	return 1e-9, false
}

// rounding is that of a tail with the probability p0.
func (t *tail) rounding(z, p0 float64) float64 {
	if t.Kind == tailNone {
		return 0
	}
	const functions = 0x1p-50
	rel := 8 * eta // of p/p₀
	if p0 > fine {
		rel += cell(fine)
	}
	sum := 2 * min(p0, 0x1p-52)
	switch t.Kind {
	case tailPower:
		rel = rel/math.Abs(t.Exponent) + functions
		if t.Exponent > 0 {
			return sum + p0*math.Min(2, z*rel*t.At)
		}
		return sum + p0*heavyRounding(z*rel*t.At, -t.Exponent)
	case tailExponential:
		return sum + p0*math.Min(2, z*(rel/t.Rate+functions*(t.At+1/t.Rate)))
	case tailWaves:
		return sum + p0*heavyRounding(z*waveRounding*t.At, t.Waves.Q-1)
	case tailLattice:
		return sum + p0*t.Lattice.rounding(z, rel)
	case tailLobes:
		return sum + p0*heavyRounding(z*waveRounding*t.At, -t.Exponent)
	}
	return math.Inf(1)
}

// heavyRounding returns E min(2, bX) for P(X > x) = x^−a, x ≥ 1.
func heavyRounding(b, a float64) float64 {
	if b >= 2 {
		return 2
	}
	if b == 0 {
		return 0
	}
	l := elem64.Log(2 / b)
	// b + ∫ P(bX > y) dy over b < y < 2 = b + b ∫ x^−a dx over 1 < x < 2/b
	if a == 1 {
		return b * (1 + l)
	}
	return b * (1 + math.Expm1((1-a)*l)/(1-a))
}
