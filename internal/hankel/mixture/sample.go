package mixture

import (
	"math"

	"krein/internal/elem64"
)

// Source is a source of uniform random numbers in [0,1).
type Source interface {
	Float64() float64
}

// open returns a uniform number in (0,1).
func open(rnd Source) float64 {
	for {
		if u := rnd.Float64(); u > 0 {
			return u
		}
	}
}

// logExponential draws the logarithm of an exponential variable.
func logExponential(rnd Source) float64 { return elem64.Log(-elem64.Log(open(rnd))) }

// normal draws a standard normal variable (Box–Muller).
func normal(rnd Source) float64 {
	r := math.Sqrt(-2 * elem64.Log(open(rnd)))
	return r * math.Cos(2*math.Pi*rnd.Float64())
}

// logGamma draws the logarithm of a variable with the Gamma(shape) law (Marsaglia and Tsang,
// ACM Transactions on Mathematical Software 26 (2000) 363–372; G_a = G_{a+1} U^{1/a} below 1).
func logGamma(rnd Source, shape float64) float64 {
	boost := 0.0
	if shape < 1 {
		boost = elem64.Log(open(rnd)) / shape
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := normal(rnd)
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if elem64.Log(open(rnd)) < x*x/2+d-d*v+d*elem64.Log(v) {
			return elem64.Log(d) + elem64.Log(v) + boost
		}
	}
}

// logStable draws the logarithm of a positive p-stable variable by Kanter's formula,
// S = (A(U)/E)^{(1−p)/p}, see stableLog.
func logStable(rnd Source, p float64) float64 {
	v := open(rnd)
	u, w := math.Pi*v, math.Pi*(1-v)
	sine := math.Sin(min(u, w))
	cosine := math.Cos(u)
	sd, cd := math.Sin((1-p)*u), math.Sin((1-p)*u/2)
	q := (1 - p) / p
	return math.Log1p(-2*cd*cd-sd/sine*cosine) + q*(elem64.Log(sd/sine)-logExponential(rnd))
}

// Sample draws log S exactly, up to rounding: a few draws for each subordinator.
func (l *Law) Sample(rnd Source) float64 {
	if len(l.also) > 0 {
		var x []float64
		for _, f := range l.scales() {
			x = append(x, f.Sample(rnd))
		}
		return addLogs(x)
	}
	x := 0.0
	switch l.from.kind {
	case originGamma:
		x = logGamma(rnd, l.from.gamma)
	case originDagum:
		// E/W with W of the law Beta(γ, 1−γ): γ ₁F₁(1−γ; 2; s) e^−s is a mixture of exponentials
		x = logExponential(rnd)
		if g := l.from.gamma; g < 1 {
			a, b := logGamma(rnd, g), logGamma(rnd, 1-g)
			x += max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b))) - a
		}
	case originRatio:
		// ∫ r e^−rs dr/r over 1 < r < 1+a
		x = logExponential(rnd) - rnd.Float64()*math.Log1p(l.from.gamma)
	}
	for _, s := range l.steps {
		if x += elem64.Log(s.a); s.log {
			if x < 80 { // beyond it is the mean, which may be no float64
				x = logGamma(rnd, math.Exp(x))
			}
			x += elem64.Log(s.b)
		} else if x /= s.p; s.p < 1 {
			x += logStable(rnd, s.p)
		}
	}
	return x
}

// SampleRadius draws log R, R = √(2S) χ_dim.
func (l *Law) SampleRadius(rnd Source, dim int) float64 {
	// χ² is 2 Gamma(d/2)
	return (l.Sample(rnd)+logGamma(rnd, float64(dim)/2))/2 + math.Ln2
}
