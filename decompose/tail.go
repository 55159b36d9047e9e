package decompose

import (
	"math"

	"krein/internal/elem64"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/profile"
)

// tailKind is the form of a table beyond its outermost node.
type tailKind string

const (
	tailNone        tailKind = "none"        // no probability
	tailPower       tailKind = "power"       // p ∝ ω^Exponent; > 0 at the lower end, < 0 at the upper
	tailExponential tailKind = "exponential" // p ∝ exp(−Rate ω), at the upper end
	tailWaves       tailKind = "waves"       // an oscillating law, distribution.OscillatingTail
	tailLattice     tailKind = "lattice"     // atoms at multiples of a frequency, at the upper end
	tailLobes       tailKind = "lobes"       // a train of lobes, as profile.UpperTail; p ∝ ω^Exponent on average
)

// tail is the law of a side beyond its outermost node, and as files hold it.
type tail struct {
	Kind      tailKind `json:"kind"`
	At        float64  `json:"at"` // where it meets the outermost segment
	Exponent  float64  `json:"exponent,omitempty"`
	Rate      float64  `json:"rate,omitempty"`
	Center    float64  `json:"center,omitempty"`
	Period    float64  `json:"period,omitempty"`
	HalfWidth float64  `json:"halfWidth,omitempty"`

	Waves   *distribution.OscillatingTail `json:"waves,omitempty"`
	Lattice *lattice                      `json:"lattice,omitempty"`
}

// quantile returns ω for a probability 0 ≤ p ≤ p0, the probability of the tail.
func (t *tail) quantile(p, p0 float64) float64 {
	at := t.At
	if p >= p0 {
		return at
	}
	switch q := p / p0; t.Kind {
	case tailPower:
		return at * elem64.Pow(q, 1/t.Exponent)
	case tailExponential:
		return at - elem64.Log(q)/t.Rate
	case tailWaves:
		return max(at, t.Waves.Quantile(q))
	case tailLattice:
		return max(at, t.Lattice.quantile(q))
	case tailLobes:
		x := t.start() / t.Period * math.Expm1(elem64.Log(q)/t.Exponent)
		j := math.Floor(x)
		if math.IsInf(x, 0) {
			return math.Inf(1)
		}
		return max(at, t.Center+j*t.Period+t.HalfWidth*2/math.Pi*math.Asin(2*(x-j)-1))
	}
	return at
}

// start is where the smooth power law begins that a train of lobes follows on average.
func (t *tail) start() float64 { return t.Center - t.Period/2 }

// upperTail translates the law of hankel.
func upperTail(u profile.UpperTail) tail {
	switch u.Kind {
	case profile.UpperPower:
		return tail{Kind: tailPower, Exponent: u.Exponent + 1}
	case profile.UpperExponential:
		return tail{Kind: tailExponential, Rate: u.Rate}
	case profile.UpperLobes:
		return tail{Kind: tailLobes, Exponent: u.Exponent + 1, Center: u.Center, Period: u.Period, HalfWidth: u.HalfWidth}
	}
	return tail{Kind: tailNone}
}

// moment returns ∫ ω^n dp over the tail, as a share of its probability; +Inf if it diverges. Of lobes it takes the
// average power law with the variance within a lobe, n = 2 only; of waves the power law far out.
func (t *tail) moment(n int) float64 {
	at := t.At
	switch t.Kind {
	case tailPower:
		return powerMoment(n, at, t.Exponent)
	case tailExponential:
		sum, c := 0.0, 1.0
		for i := 0; i <= n; i++ { // n!/(n−i)! at^(n−i) / rate^i
			sum += c * elem64.Pow(at, float64(n-i))
			c *= float64(n-i) / t.Rate
		}
		return sum
	case tailWaves:
		e := 1 - t.Waves.Q
		if float64(n)+e >= 0 {
			return math.Inf(1)
		}
		var sum float64
		far, rest := t.waves(waveLobes, 0, func(omega, share float64) { sum += share * elem64.Pow(omega, float64(n)) })
		return sum + rest*powerMoment(n, far, e)
	case tailLattice:
		return t.Lattice.moment(n)
	case tailLobes:
		m := powerMoment(n, t.start(), t.Exponent)
		if n == 2 {
			m += t.HalfWidth*t.HalfWidth*(1-8/(math.Pi*math.Pi)) - t.Period*t.Period/12
		}
		return m
	}
	return elem64.Pow(at, float64(n)) // the largest or least radius
}

func powerMoment(n int, at, e float64) float64 {
	k := float64(n)
	if e < 0 && k+e >= 0 {
		return math.Inf(1)
	}
	return elem64.Pow(at, k) * e / (e + k)
}
