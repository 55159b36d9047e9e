package hankel

import (
	"math"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/hankel/chebyshev"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// digits computes a piece of a kernel, without its limit at infinity, where the formula keeps no digits in float64:
// exp(z^2)*erfc(z) is ∞·0 from z = 26.7 on, 1 - z*log(1+1/z) cancels. Each octave of distances is computed in one of
// these ways, the first that works:
//
//   - by the formula in float64, if at the nodes of the octave its rounding, for exact z, is small beside the largest value;
//   - by Chebyshev interpolation of enclosures, the octave being divided until they are resolved;
//   - by the expansion at infinity, from where enclosures end (their exponents overflow, too), if both agree before.
//
// Otherwise the formula is used as it is, with its errors, or an enclosure at each z where it has no value.
type digits struct {
	e     *formula.Expr // nil for none
	plain func(z noisy) noisy
	cover *cover // what nodes may not see; nil if there are no enclosures
	meter *budget.Meter
	of    *kernel.Kernel // the piece less the limit, exactly; nil if that is not known
	far   func(z float64) float64
	a, b  float64
	cost  int64
	more  int64 // what Bessel functions add to it beyond nearBessel

	mu       sync.Mutex
	octaves  map[int][]stretch
	farAgree func() (from, off float64)
}

// stretch is a part of an octave.
type stretch struct {
	chebyshev.Panel
	way
	off   float64 // relative error of the expansion
	slope float64 // bounds |zf'(z)| of the interpolant f, about
}

type way uint8

const (
	byFormula way = iota
	byPanel
	byExpansion
	byEnclosure
)

const (
	mostLost          = 0x1p-34 // the share of the largest value that rounding inside a formula may be
	digitDepth        = 6       // halvings of an octave
	hopeless          = 0.1     // the share of the largest value by which an interpolant that divisions will not mend is off
	enclosedBits      = 60
	interpolationCost = 8
	mostFarOff        = 1e-11 // the relative error an expansion may have where enclosures end
)

// newDigits returns the function of a piece on (a, b); limit is what is subtracted.
func newDigits(e *formula.Expr, limit float64, inf numeric.Infinity, a, b float64, k *kernel.Kernel, dim int, guide bool) *digits {
	d := &digits{e: e, plain: plainFunc(e, limit), a: a, b: b, cost: noisyCost * EvaluationWork(e), more: farCost(e), octaves: map[int][]stretch{}, meter: k.Meter()}
	switch {
	case limit == 0:
		d.of = k.Derive(e).Metered(k.Meter())
	case inf.Limit == limit:
		if c, ok := k.ExactInfinity().Limit.Expr(); ok {
			d.of = k.Derive(formula.Sub(e, c)).Metered(k.Meter())
		}
	}
	if math.IsInf(b, 1) && d.of != nil {
		d.far = expansion(inf.Terms, limit != 0)
	}
	d.farAgree = sync.OnceValues(d.compareFar)
	if !guide {
		d.cover = newCover(d.of, d.look, a, b, dim)
	}
	return d
}

// plainFunc returns the function of a formula in float64 with its rounding errors.
func plainFunc(e *formula.Expr, limit float64) func(z noisy) noisy {
	value := numeric.Evaluator[noisy](e, noisyArith{})
	return func(z noisy) noisy {
		v, err := value(z)
		if err != nil {
			return noisy{math.NaN(), math.Inf(1)}
		}
		if limit != 0 {
			v.v -= limit
			v.e += epsilon * math.Abs(limit)
		}
		return v
	}
}

// expansion returns the sum of the terms of an expansion at infinity, without the constant one if that is the limit;
// nil if there are none.
func expansion(all []numeric.InfinityTerm, limit bool) func(z float64) float64 {
	type term struct {
		numeric.InfinityTerm
		power  float64
		powers []float64
	}
	var terms []term
	for _, t := range all {
		if limit && t.Power.Sign() == 0 && t.LogPow == 0 && len(t.Exps) == 0 {
			continue
		}
		x := term{InfinityTerm: t}
		x.power, _ = t.Power.Float64()
		for _, f := range t.Exps {
			p, _ := f.Power.Float64()
			x.powers = append(x.powers, p)
		}
		terms = append(terms, x)
	}
	if len(terms) == 0 {
		return nil
	}
	return func(z float64) (sum float64) {
		l := elem64.Log(z)
		for i := range terms {
			t := &terms[i]
			size, phase := -t.power*l, t.Phase
			for j, f := range t.Exps {
				p := elem64.Pow(z, t.powers[j]) * elem64.Pow(l, float64(f.LogPow))
				size += f.Re * p
				phase += f.Im * p
			}
			v := t.Coef * math.Exp(size) * elem64.Pow(l, float64(t.LogPow))
			if phase != 0 {
				v *= math.Cos(phase)
			}
			sum += v
		}
		return sum
	}
}

// at returns the value at z with an estimate of its error, that from the rounding of z included.
func (d *digits) at(z float64) noisy {
	s := d.stretch(z)
	var v noisy
	switch {
	case s == nil || s.way == byFormula:
		return d.plain(noisy{z, epsilon * z})
	case s.way == byPanel:
		v = noisy{s.At(z), s.Err + epsilon*s.slope}
	case s.way == byExpansion:
		v.v = d.far(z)
		v.e = s.off * math.Abs(v.v)
	default:
		if v = d.enclosed(z); math.IsInf(v.e, 1) {
			return d.plain(noisy{z, epsilon * z})
		}
		v.e += epsilon * d.slope(z)
	}
	v.e += 4 * epsilon * math.Abs(v.v)
	return v
}

// costAt is what a value at z costs, without that of enclosures, which count themselves.
func (d *digits) costAt(z float64) int64 {
	if s := d.stretch(z); s != nil && (s.way == byPanel || s.way == byExpansion) {
		return interpolationCost
	}
	if z > nearBessel {
		return d.cost + d.more
	}
	return d.cost
}

// stretch returns the stretch of z, nil for one that is not known.
func (d *digits) stretch(z float64) *stretch {
	if d.of == nil || !(z > 0) || math.IsInf(z, 1) {
		return nil
	}
	_, e := math.Frexp(z)
	d.mu.Lock()
	defer d.mu.Unlock()
	list, ok := d.octaves[e]
	if !ok {
		a, b := math.Max(math.Ldexp(0.5, e), d.a), math.Min(math.Ldexp(1, e), d.b)
		list = d.divide(nil, a, b, 0)
		if m := d.of.Meter(); m != nil && m.Stopped() {
			return nil
		}
		d.octaves[e] = list
	}
	for i := range list {
		if z <= list[i].B {
			return &list[i]
		}
	}
	return nil
}

// divide appends the stretches of (a, b).
func (d *digits) divide(list []stretch, a, b float64, depth int) []stretch {
	s := stretch{Panel: chebyshev.Panel{A: a, B: b}}
	meter := d.of.Meter()
	if !(a < b) || meter != nil && !meter.Spend(chebyshev.Evals*d.cost) {
		return append(list, s)
	}
	var v, off [chebyshev.Evals]float64
	most, noise, valued := 0.0, 0.0, true
	nodes := chebyshev.Tables().Nodes
	for _, u := range nodes {
		x := d.plain(noisy{v: a + (b-a)/2*(1+u)})
		valued = valued && !math.IsNaN(x.v) && !math.IsInf(x.v, 0) && !math.IsInf(x.e, 1)
		most, noise = math.Max(most, math.Abs(x.v)), math.Max(noise, x.e)
	}
	if valued && noise <= mostLost*most {
		return append(list, s)
	}
	for i, u := range nodes {
		x := d.enclosed(a + (b-a)/2*(1+u))
		if math.IsInf(x.e, 1) {
			return append(list, d.unenclosed(s, valued))
		}
		v[i], off[i] = x.v, x.e
	}
	s.Fit(v[:], off[:])
	if s.Rest <= 1e-14*s.Amp {
		if _, seen := d.cover.hides(a, b, 1e-14*s.Amp*(b-a), chebyshev.Nodes); !seen {
			for _, p := range d.cover.tops(a, b) { // whatever is narrower than the nodes are apart has cells of its own
				if x := d.enclosed(p.z); a < p.z && p.z < b && math.Abs(x.v-s.At(p.z)) > 1e-10*s.Amp+x.e {
					s.Rest = math.Max(s.Rest, math.Abs(x.v-s.At(p.z)))
				}
			}
		}
	}
	switch {
	case s.Rest <= 1e-14*s.Amp:
		s.way = byPanel
		h := (b - a) * 0x1p-10
		for _, u := range nodes {
			z := a + (b-a)/2*(1+u)
			s.slope = math.Max(s.slope, z*math.Abs(s.At(z+h)-s.At(z-h))/(2*h))
		}
	case depth < digitDepth && s.Rest < hopeless*s.Amp || depth < 2:
		return d.divide(d.divide(list, a, a+(b-a)/2, depth+1), a+(b-a)/2, b, depth+1)
	case !valued:
		s.way = byEnclosure
	}
	return append(list, s)
}

// unenclosed chooses the way for a stretch some values of which have no enclosure.
func (d *digits) unenclosed(s stretch, valued bool) stretch {
	if d.far != nil {
		if from, off := d.farAgree(); s.A >= from && off <= mostFarOff {
			s.way, s.off = byExpansion, off
			return s
		}
	}
	if !valued {
		s.way = byEnclosure
	}
	return s
}

// compareFar returns the last power of 2 at and before which, down to its half, there are enclosures, and by how much of
// the largest value the expansion at infinity is off there. Beyond, it is better.
func (d *digits) compareFar() (from, off float64) {
	const points = 5
	lo, hi := -60, 1000 // all of the enclosures at 2^lo, none at 2^hi
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if x := d.enclosed(math.Ldexp(1, mid)); math.IsInf(x.e, 1) {
			hi = mid
		} else {
			lo = mid
		}
	}
	most := 0.0
	for i := range points {
		z := math.Ldexp(1-float64(i)/(2*points), lo)
		x := d.enclosed(z)
		off = math.Max(off, math.Abs(d.far(z)-x.v)+x.e)
		most = math.Max(most, math.Abs(x.v))
	}
	if !(off <= mostFarOff*most) || most == 0 {
		return math.Ldexp(1, lo), math.Inf(1)
	}
	return math.Ldexp(1, lo), off / most
}

// enclosed returns the value at z by an enclosure; the error is infinite if there is none.
func (d *digits) enclosed(z float64) noisy {
	x := d.of.BallAt(nil, ball.NewReal(z), enclosedBits)
	if !x.IsFinite() {
		return noisy{math.NaN(), math.Inf(1)}
	}
	v := x.Nearest()
	if math.IsInf(v, 0) {
		return noisy{math.NaN(), math.Inf(1)}
	}
	return noisy{v, x.Rad().Float64()}
}

// slope returns |zf'(z)|, 0 where that has no enclosure: next to a step as steep as that of 1/(1+z^1000000) values move by more with
// the rounding of z than nodes ever agree.
func (d *digits) slope(z float64) float64 {
	if x := d.of.BallTaylor(nil, ball.NewReal(z), 1, enclosedBits).Coef(1); x.IsFinite() {
		return z * x.MagUpper().Float64()
	}
	return 0
}

// look returns the value at z, by an enclosure where the formula has no digits in float64.
func (d *digits) look(z float64) noisy {
	x := d.plain(noisy{z, epsilon * z})
	if !(x.e <= math.Abs(x.v)/2) && d.of != nil {
		return d.enclosed(z)
	}
	return x
}
