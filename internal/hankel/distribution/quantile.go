package distribution

import (
	"math"

	"krein/internal/elem64"
)

// Quantile returns the frequency above which the share v of the mass of the tail lies, 0 < v ≤ 1; it decreases in v,
// from From at 1, up to rounding. v = 0 gives +Inf; NaN, v outside [0, 1] and tails without mass give NaN. It does not
// allocate.
func (t *Tail) Quantile(v float64) float64 {
	switch {
	case !(v >= 0 && v <= 1):
	case t.Kind == TailPower:
		return t.From * elem64.Pow(v, -1/t.Exponent)
	case t.Kind == TailOscillating:
		return max(t.From, t.Waves.Quantile(v))
	}
	return math.NaN()
}

// Above returns the share of the mass of the tail above ω, the inverse of Quantile, 1 below From; NaN for tails without
// mass. It does not allocate.
func (t *Tail) Above(omega float64) float64 {
	switch {
	case math.IsNaN(omega):
	case t.Kind == TailPower:
		return elem64.Pow(max(omega/t.From, 1), -t.Exponent)
	case t.Kind == TailOscillating:
		return t.Waves.Above(omega)
	}
	return math.NaN()
}

// Quantile is Tail.Quantile.
func (w *OscillatingTail) Quantile(v float64) float64 {
	switch {
	case !(v >= 0 && v <= 1):
		return math.NaN()
	case v == 0:
		return math.Inf(1)
	case w.Survival == nil:
		return w.quantileFull(v)
	}
	first := w.lobe(w.First)
	goal := v * w.survival(first)
	x := w.inverse(w.Survival, 1, first, v, goal)
	n := math.Floor((x - first) / (2 * math.Pi)) // which of the lobes
	if !(n < 0x1p50) {
		return w.omega(x) // nothing is known of where in the period
	}
	var xj, r float64
	for range 3 {
		xj = w.lobe(w.First + 2*int64(n))
		s := w.survival(xj)
		if r = (s - goal) / (s - w.next(xj, s)); r < 0 && n > 0 {
			n--
		} else if r > 1 {
			n++
		} else {
			break
		}
	}
	return w.omega(xj + w.inLobe(xj, min(max(r, 0), 1)))
}

// Above is Tail.Above.
func (w *OscillatingTail) Above(omega float64) float64 {
	x := omega*w.Frequency + omega*w.FrequencyLow
	if w.Survival == nil {
		if x <= w.Start {
			return 1
		}
		all, _, _ := w.full(w.Start)
		a, _, _ := w.full(x)
		return a / all
	}
	first := w.lobe(w.First)
	all := w.survival(first)
	n := math.Floor((x - first) / (2 * math.Pi))
	if !(n < 0x1p50) {
		return w.survival(x) / all
	}
	// Y may be negative
	if n < 0 || x-w.lobe(w.First+2*int64(n)) > 1.5*math.Pi {
		n++
	}
	n = max(n, 0)
	xj := w.lobe(w.First + 2*int64(n))
	s := w.survival(xj)
	e := w.next(xj, s)
	lo, hi := w.ends(xj)
	y := min(max(x-xj, lo), hi)
	a, _, _ := w.atLobe(xj, lo)
	b, _, _ := w.atLobe(xj, hi)
	c, _, _ := w.atLobe(xj, y)
	return (s - (s-e)*(c-a)/(b-a)) / all
}

func (w *OscillatingTail) omega(x float64) float64 {
	o := x / w.Frequency
	if math.IsInf(o, 0) {
		return o
	}
	return o - o*w.FrequencyLow/w.Frequency
}

// lobe returns x_j.
func (w *OscillatingTail) lobe(j int64) float64 { return (float64(j)+0.5)*math.Pi - w.Phase }

// ends returns where the lobe of x_j begins and ends, relative to x_j.
func (w *OscillatingTail) ends(xj float64) (lo, hi float64) {
	u, v := 1/math.Sqrt(xj), 1/math.Sqrt(xj+math.Pi)
	for l := len(w.Ends[0]) - 1; l >= 0; l-- {
		lo = lo*u + w.Ends[0][l]
	}
	for l := len(w.Ends[1]) - 1; l >= 0; l-- {
		hi = hi*v + w.Ends[1][l]
	}
	return lo, hi + math.Pi
}

// halfPowers returns Σ c_l x^{−l/2}.
func halfPowers(c []float64, x float64) float64 {
	u, p := 1/math.Sqrt(x), 0.0
	for l := len(c) - 1; l >= 0; l-- {
		p = p*u + c[l]
	}
	return p
}

// survival returns S(x).
func (w *OscillatingTail) survival(x float64) float64 {
	return elem64.Pow(x, 1-w.Q) * halfPowers(w.Survival, x)
}

// Mean returns the next x beyond the given one at which the leading wave of A is 0.
func (w *OscillatingTail) Mean(x float64) float64 {
	for l := range w.Cos {
		if w.Cos[l] != 0 || w.Sin[l] != 0 {
			d := math.Mod(math.Atan2(-w.Cos[l], w.Sin[l])-x-w.Phase, math.Pi)
			if d <= 0 {
				d += math.Pi
			}
			return x + d
		}
	}
	return x + math.Pi
}

// OnAverage returns the density of the law beyond far as it is on average over periods, in units of
// the probability beyond far: the middle of a gap, or a place of Mean.
func (w *OscillatingTail) OnAverage(far float64) func(omega float64) float64 {
	b := w.Frequency + w.FrequencyLow
	c, shift := w.Plain, 0.0
	if w.Survival != nil { // lobes begin a quarter of a period after the middle of a gap
		c, shift = w.Survival, math.Pi/2
	}
	slope := make([]float64, len(c))
	for l := range c {
		slope[l] = c[l] * (w.Q - 1 + float64(l)/2)
	}
	x := b*far + shift
	scale := b / (elem64.Pow(x, 1-w.Q) * halfPowers(c, x))
	return func(omega float64) float64 {
		x := b*omega + shift
		return scale * elem64.Pow(x, -w.Q) * halfPowers(slope, x)
	}
}

// next returns S(x+2π), where S(x) = s.
func (w *OscillatingTail) next(x, s float64) float64 {
	f := math.Exp((1 - w.Q) * math.Log1p(2*math.Pi/x))
	return s * f * halfPowers(w.Survival, x+2*math.Pi) / halfPowers(w.Survival, x)
}

// inverse solves power(c, X, sign) = goal, about v times its value at from, by Newton's method for ln X, until it is
// known to about 1.
func (w *OscillatingTail) inverse(c []float64, sign, from, v, goal float64) float64 {
	slope := 1 - w.Q
	lx, lg := elem64.Log(from)+elem64.Log(v)/slope, elem64.Log(goal)
	for range 20 {
		if !(lx < 690) {
			return math.Inf(1)
		}
		u := math.Exp(-lx / 2)
		var p, dp float64
		for l := len(c) - 1; l >= 0; l-- {
			dp = dp*u + p
			p = p*u + c[l]
		}
		d := (slope*lx + elem64.Log(sign*p) - lg) / (slope - u*dp/(2*p))
		if !(math.Abs(d) < 10) {
			break
		}
		lx -= d
		if d = math.Abs(d); d < 0.5*u*u || d < 1e-15 { // what is left of X is about d²X
			break
		}
	}
	return math.Exp(lx)
}

// at returns A(x) and A′(x) times y^Q, y a number near x, where far is ln(x/y), and about A″(x) y^Q.
func (w *OscillatingTail) at(x, far, cosine, sine float64) (a, da, dda float64) {
	u := 1 / math.Sqrt(x)
	var p, dp, q, dq, g, dg float64
	c, s, e := w.Cos, w.Sin, w.Plain
	l := max(len(c), len(s), len(e)) - 1
	for n := min(len(c), len(s), len(e)); l >= n; l-- {
		dp, dq, dg = dp*u+p, dq*u+q, dg*u+g
		p, q, g = p*u, q*u, g*u
		if l < len(c) {
			p += c[l]
		}
		if l < len(s) {
			q += s[l]
		}
		if l < len(e) {
			g += e[l]
		}
	}
	for ; l >= 0; l-- {
		dp, dq, dg = dp*u+p, dq*u+q, dg*u+g
		p, q, g = p*u+c[l], q*u+s[l], g*u+e[l]
	}
	f := math.Exp(-w.Q * far)
	wave := cosine*p + sine*q
	v := wave + x*g
	dv := cosine*q - sine*p + g - u*u*u/2*(cosine*dp+sine*dq+x*dg)
	return f * v, f * (dv - w.Q/x*v), -f * wave
}

// atLobe is at for x_j + y and x_j, for j of the parity of w.First.
func (w *OscillatingTail) atLobe(xj, y float64) (a, da, dda float64) {
	sine, cosine := math.Sincos(y)
	if w.First%2 != 0 {
		sine, cosine = -sine, -cosine
	}
	return w.at(xj+y, math.Log1p(y/xj), -sine, cosine)
}

// inLobe returns y such that the share r of the lobe of x_j lies below x_j + y.
func (w *OscillatingTail) inLobe(xj, r float64) float64 {
	lo, hi := w.ends(xj)
	a, _, _ := w.atLobe(xj, lo)
	b, _, _ := w.atLobe(xj, hi)
	goal := a + r*(b-a)
	y := lo + (hi-lo)*math.Acos(1-2*r)/math.Pi
	return root(lo, hi, y, goal, b > a, func(y float64) (float64, float64, float64) { return w.atLobe(xj, y) })
}

// root solves f(y) = goal between lo and hi, where f increases or decreases, by Halley's method kept inside; f returns
// its derivatives too, the second one roughly.
func root(lo, hi, y, goal float64, up bool, f func(float64) (v, dv, ddv float64)) float64 {
	for i := range 120 {
		a, da, dda := f(y)
		a -= goal
		if a == 0 {
			return y
		}
		if (a < 0) == up {
			lo = y
		} else {
			hi = y
		}
		next := y - a/da
		if h := a * dda / (2 * da * da); math.Abs(h) < 0.4 {
			next = y - a/(da*(1-h))
		}
		if !(next >= lo && next <= hi) || i > 8 && i%2 == 0 {
			next = lo + (hi-lo)/2
		}
		d := math.Abs(next - y)
		if y = next; d*d*math.Abs(dda) < 1e-14*math.Abs(da) || hi-lo < 4e-16*math.Abs(hi) {
			break
		}
	}
	return y
}

// full is at for Start and the mass above x.
func (w *OscillatingTail) full(x float64) (a, da, dda float64) {
	sine, cosine := math.Sincos(x + w.Phase)
	a, da, dda = w.at(x, elem64.Log(x/w.Start), cosine, sine)
	sign := -float64(w.Sign)
	return sign * a, sign * da, sign * dda
}

// quantileFull is Quantile where the density has one sign.
func (w *OscillatingTail) quantileFull(v float64) float64 {
	all, _, _ := w.full(w.Start)
	goal := v * all
	x := w.inverse(w.Plain, -float64(w.Sign), w.Start, v, goal*elem64.Pow(w.Start, -w.Q))
	if !(x < 0x1p50) {
		return w.omega(x)
	}
	lo, hi := max(x-math.Pi, w.Start), max(x+math.Pi, w.Start+2*math.Pi)
	for range 8 {
		if a, _, _ := w.full(lo); a >= goal || lo == w.Start {
			break
		}
		lo = max(lo-2*math.Pi, w.Start)
	}
	for range 8 {
		if a, _, _ := w.full(hi); a <= goal {
			break
		}
		hi += 2 * math.Pi
	}
	return w.omega(root(lo, hi, min(max(x, lo), hi), goal, false, w.full))
}
