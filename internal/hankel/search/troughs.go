package search

import (
	"iter"
	"math"
	"math/big"

	"krein/internal/elem64"
	"krein/internal/hankel/sign"
)

// tail is what float64 knows of an oscillating tail: the leading terms of its waves.
type tail struct {
	terms   []tailTerm
	fastest float64 // the highest frequency
	order   float64 // of the largest wave, of which the terms are in order
}

// tailTerm is sign·exp(log) ω^power, times cos(bω − phase) for a wave, b > 0.
type tailTerm struct{ log, sign, power, b, phase float64 }

// newTail leaves out remainders.
func newTail(terms []sign.EndTerm) *tail {
	t := new(tail)
	for i := range terms {
		e := &terms[i]
		a, c := tailTerm{power: e.Power.Float64()}, &e.Coef
		wave := e.Wave
		if wave == nil {
			wave = e.Trough
		}
		if wave != nil {
			c = &wave.A
		}
		if c.ContainsZero() {
			continue
		}
		if wave != nil { // Λ_n(x) ~ Γ(n/2) 2^{(n−1)/2}/√π x^{−(n−1)/2} cos(x − (n−1)π/4)
			n := wave.N.Float64()
			a.b = wave.B.Float64()
			a.phase = (n - 1) * math.Pi / 4
			a.log = elem64.Lgamma(n/2) + (n-1)/2*math.Ln2 - elem64.Log(math.Pi)/2 - (n-1)/2*elem64.Log(a.b)
			if t.fastest == 0 {
				t.order = n / 2
			}
			t.fastest = math.Max(t.fastest, a.b)
		}
		s, _ := c.Sign()
		a.sign = float64(s)
		var m big.Float
		exp := c.Mid(&m).MantExp(&m)
		f, _ := m.Float64()
		a.log += elem64.Log(math.Abs(f)) + float64(exp)*math.Ln2
		t.terms = append(t.terms, a)
	}
	return t
}

// relative returns the sum of the terms at w, as a share of the sum of their sizes.
func (t *tail) relative(w float64) float64 {
	l := elem64.Log(w)
	top := math.Inf(-1)
	for _, a := range t.terms {
		top = math.Max(top, a.log+a.power*l)
	}
	var sum, size float64
	for _, a := range t.terms {
		v := a.sign * math.Exp(a.log+a.power*l-top)
		size += math.Abs(v)
		if a.b != 0 {
			v *= math.Cos(a.b*w - a.phase)
		}
		sum += v
	}
	return sum / size
}

// trough looks for the most negative value, relative to the terms, in some periods from lo on.
func (t *tail) trough(lo float64, periods int) (at, depth float64) {
	step := math.Pi / (8 * t.fastest)
	for i := range 16 * periods {
		w := lo + float64(i)*step
		if v := t.relative(w); v < depth || i == 0 {
			at, depth = w, v
		}
	}
	a, b := at-step, at+step
	for range 40 {
		x, y := a+(b-a)/3, b-(b-a)/3
		if t.relative(x) < t.relative(y) {
			b = y
		} else {
			a = x
		}
	}
	return (a + b) / 2, t.relative((a + b) / 2)
}

// troughs iterates over frequencies at which the tail says that the density is negative, the first
// of them and some beyond: in float64 by its terms, and then by sure, which knows better.
func (t *tail) troughs(sure func(w float64) bool) iter.Seq[float64] {
	const noise = 1e-11
	return func(yield func(float64) bool) {
		if t.fastest == 0 {
			return
		}
		begin := (4 + t.order) / t.fastest
		found := 0
		for lo, step := begin, 1.25; found < 32 && lo*t.fastest < 1e10; lo *= step {
			at, depth := t.trough(lo, 16)
			if depth >= -noise || !sure(at) {
				continue
			}
			if found == 0 { // the first of all lies between
				w := math.Max(lo/step, begin)
				for i := 0; w < lo && i < 4000; i++ {
					if at, depth := t.trough(w, 1); depth < -noise && sure(at) {
						if !yield(at) {
							return
						}
						break
					}
					w += 2 * math.Pi / t.fastest
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
