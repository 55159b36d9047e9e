package hankel

import (
	"math"

	"krein/internal/elem64"
)

// scaleOfAll is the range of frequencies with the densities of factors that are moved: between two of their places there
// may be nothing, where a walk would end.
func (s *Spectrum) scaleOfAll() [2]float64 {
	r := s.measureScale()
	if s.closed == nil {
		return r
	}
	for _, p := range s.closed.parts {
		switch p := p.(type) {
		case *movedPart:
			_, hi := p.extent()
			r[1] = math.Max(r[1], p.last()+hi)
		case *phasedPart:
			r[1] = math.Max(r[1], 2*p.last())
		}
	}
	return r
}

// measureScale walks up and down a logarithmic grid of frequencies from where the density should be largest.
func (s *Spectrum) measureScale() [2]float64 {
	const step = 1.189207115002721 // 2^{1/4}
	mid := math.Sqrt(float64(s.dim)) / s.halfWidth()
	b := new(scratch)
	value := func(w float64) (m, e float64) {
		m, e = s.density(w, b)
		if math.IsNaN(m) || math.IsInf(m, 0) {
			return 0, math.Inf(1)
		}
		return math.Abs(m), e
	}
	t := s.tail
	// mass is a rough ∫|m| over the range visited, one grid step to each value.
	var mass float64
	visit := func(w float64) (m, e float64) {
		m, e = value(w)
		mass += m * w * elem64.Log(step)
		return m, e
	}
	// In the noise nothing is seen: the walk begins at the nearest frequency with a digit.
	for i := range 100 {
		up, down := mid*math.Exp2(float64(i)/2), mid*math.Exp2(-float64(i)/2)
		if m, e := value(up); m > e || m == 0 && e == 0 {
			mid = up
			break
		}
		if m, e := value(down); m > e {
			mid = down
			break
		}
	}
	visit(mid)
	hi := mid
	if t.Kind == TailZero && t.Rate > 0 {
		hi = t.Rate
		if mid > hi {
			mid = hi / 2
		}
		for w := mid; w < hi; w *= step {
			visit(w)
		}
	} else {
		quiet := 0
		for i := 0; i < 400 && quiet < 6; i++ {
			hi *= step
			m, e := visit(hi)
			switch {
			case mass == 0 && i < 80: // still before the density begins
			case t.Kind == TailPower && s.followsTail(hi, m, e):
				quiet++
			case m*hi <= 1e-14*mass || e >= m:
				quiet++
			default:
				quiet = 0
			}
			if s.t != nil && math.IsInf(e, 1) {
				hi /= step
				break
			}
		}
	}
	lo := mid
	last, _ := value(mid)
	quiet := 0
	for i := 0; i < 400 && quiet < 4; i++ {
		lo /= step
		m, e := visit(lo)
		// what lies below and does not follow the power law at the origin
		off := math.Min(1, math.Abs(last*elem64.Pow(step, -t.OriginExponent)-m)/m)
		last = m
		// where the values are noise, and the law at the origin is known, further ones say nothing
		noise := e >= noisyOrigin*m && t.OriginExponent > -1 && t.OriginCoef != 0 && !math.IsNaN(t.OriginCoef)
		if m == 0 || m*lo*off <= 1e-14*mass || noise || e >= m && m*lo <= 1e-12*mass {
			quiet++
		} else {
			quiet = 0
		}
	}
	return [2]float64{lo, hi}
}

// noisyOrigin is the relative error of values below which the law at the origin is better.
const noisyOrigin = 1e-3

// followsTail reports whether the density at ω is within 1 % of its power law.
func (s *Spectrum) followsTail(omega, m, e float64) bool {
	var law, size float64
	for _, w := range s.tail.Waves {
		v := w.Coef * elem64.Pow(omega, w.Exponent) * elem64.Pow(elem64.Log(omega), float64(w.LogPow))
		law += v * math.Cos(w.Freq*omega+w.Phase)
		size += math.Abs(v)
	}
	return math.Abs(math.Abs(law)-m) <= 0.01*size+e
}

// plateau is by how much z (k − c) has to grow for halfWidth to go on: where k − c falls as 1/z it is constant but for
// rounding.
const plateau = 1 + 0x1p-20

// drowned reports whether what is left of the kernel at z, without its limit, is rounding: exp(−1/z) − 1 far out.
func (s *Spectrum) drowned(z float64) bool {
	if s.t == nil || s.closed != nil && len(s.closed.parts) > 0 {
		return false
	}
	for i := range s.t.spans {
		if p := &s.t.spans[i]; p.a < z && z < p.b {
			k := p.f(z)
			return math.Abs(k.v) <= noiseShare*k.e
		}
	}
	return false
}

// noiseShare is how many times the estimate of its rounding a value is that means something.
const noiseShare = 64

// halfWidth returns a distance at which k − c has fallen to about half its value near 0.
func (s *Spectrum) halfWidth() float64 {
	var c float64
	for _, a := range s.atoms {
		if a.Omega == 0 {
			c = a.Weight
		}
	}
	const octaves = 60
	var k [8 * octaves]float64
	var most, peak float64
	at := 0
	for i := range k {
		z := math.Exp2(float64(i)/4 - octaves)
		v := s.at(z)
		k[i] = math.Abs(v - c)
		if math.IsInf(k[i], 0) || math.IsNaN(k[i]) || k[i] <= 8*epsilon*(math.Abs(v)+math.Abs(c)) || // rounding of c
			s.drowned(z) {
			k[i] = 0
		}
		if g := k[i] * z; i == 0 || g > peak*plateau {
			peak, at = g, i
		}
	}
	// Where k z only approaches its largest value, as for what decays like 1/z, it has nearly got there long before.
	for i := range at {
		if z := math.Exp2(float64(i)/4 - octaves); k[i]*z > peak/2 {
			at = i
			break
		}
	}
	for _, v := range k[max(0, at-40):] { // not where an unbounded kernel is large but has no weight
		most = math.Max(most, v)
	}
	for i := len(k) - 1; i >= 0; i-- {
		if k[i] >= most/2 && i < len(k)-1 {
			return math.Exp2(float64(i)/4 - octaves)
		}
	}
	return 1
}
