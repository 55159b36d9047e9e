package tensor

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krein/ball"
	"krein/decompose"
)

// Finite complex measures are an algebra: the measure of a sum of kernels is the sum of theirs, and that of a product
// the convolution. Sum and Product have parts of the same kinds as products over orthogonal subspaces have:
//
//	cos(⟨ω₁,Δ⟩+θ₁)·cos(⟨ω₂,Δ⟩+θ₂) = E_s cos(⟨ω₁+sω₂,Δ⟩ + θ₁+sθ₂),  s = ±1 with equal chances,
//
// so that independent frequencies are added with a random sign, phases with the same one, and masses are multiplied.
// For parts with the phases 0, π and ±π/2 the sum of the phases is one of these again; where both are ±π/2 it is 0 for
// one of the signs and π for the other, so that half of the mass belongs to each.

// operation is how a Decomposition is made of others.
type operation int8

const (
	ofBlocks operation = iota // a sum of products over orthogonal subspaces
	ofSum
	ofProduct
	ofSamplers // parts that are drawn otherwise
)

// blend is a share of a part: what a draws or, if b is not nil, what a and b draw together.
type blend struct {
	mass float64
	a, b *Part
	sign float64 // of ω_b; 0: either one at random
}

// mostApart bounds the parts of a sum that stay apart, so that frequencies can be coupled and shared out among them;
// of more than that those of one kind are mixed.
const mostApart = 8

// Sum returns the measure of the sum of kernels, of which list has the measures. Its parts are theirs: they cost no
// less than Jordan parts, and are known to be those if none is negative or imaginary, or none positive or imaginary.
// It panics if list is empty or the dimensions differ.
func Sum(list ...*Decomposition) (*Decomposition, error) {
	d := combination(ofSum, list)
	var m [4]ball.Real
	for _, x := range list {
		d.Parts, d.Polar = append(d.Parts, x.Parts...), append(d.Polar, x.Polar...)
		d.Bias += x.Bias
		for i, y := range x.Masses.balls() {
			m[i].Add(&m[i], y, 64)
		}
	}
	if len(d.Parts) > mostApart || len(d.Polar) > mostApart {
		d.Parts, d.Polar = mixed(d.Parts), mixed(d.Polar)
	}
	d.Bias *= 1 + 0x1p-30
	return d.combined(&m, fmt.Sprintf("the measures of the %d kernels that are added up may cancel", len(list)))
}

// Product returns the measure of the product of kernels, of which list has the measures: their convolution. As for Sum,
// the parts are known to be Jordan parts if they have one sign. It is an error if frequencies are added of which float64
// keeps too few digits: exp(−z) cos(10²⁰z) would be drawn as cos(10²⁰z). It panics if list is empty or the dimensions differ.
func Product(list ...*Decomposition) (*Decomposition, error) {
	d := combination(ofProduct, list)
	least, most := math.Inf(1), 0.0
	for _, x := range list {
		for _, p := range x.Polar {
			if v := p.typical(); v > 0 {
				least, most = math.Min(least, v), math.Max(most, v)
			}
		}
	}
	if most > mostRatio*least {
		return nil, fmt.Errorf("tensor: frequencies about %.2g and about %.2g are added, of which float64 keeps too few digits", most, least)
	}
	x := list[0]
	d.Parts, d.Polar, d.Bias = x.Parts, x.Polar, x.Bias
	m := x.Masses.balls()
	mass := math.Max(massOf(d.Parts), massOf(d.Polar))
	for _, y := range list[1:] {
		// k₁k₂ − k̂₁k̂₂ = (k₁−k̂₁)k₂ + k̂₁(k₂−k̂₂), |k̂| ≤ the mass, |k₂| ≤ that and the bias; products are rounded
		other := math.Max(massOf(y.Parts), massOf(y.Polar))
		d.Bias = (d.Bias*(other+y.Bias) + mass*y.Bias + mostSlack*mass*other) * (1 + 0x1p-30)
		mass *= other * (1 + 0x1p-30)
		m = convolved(m, y.Masses.balls())
		d.Parts, d.Polar = mixed(together(d.Parts, y.Parts)), mixed(together(d.Polar, y.Polar))
	}
	var all [4]ball.Real
	for i, v := range m {
		all[i].Set(v)
	}
	return d.combined(&all, fmt.Sprintf("the measure is a convolution of those of %d kernels, in which signs may "+
		"cancel", len(list)))
}

// mostRatio is how many times as large as others frequencies may be that they are added to. A sum is rounded by 2⁻⁵³ of
// itself, by 1e-6 of the lesser ones then, which is what the phases of cosines are off by at the distances where those matter.
const mostRatio = 1e10

// typical returns the median length of some frequencies.
func (p *Part) typical() float64 {
	const draws = 33
	rnd := rand.New(rand.NewPCG(1, 2))
	omega, lengths := make([]float64, p.dim), make([]float64, draws)
	var u []float64
	if p.space != nil {
		u = make([]float64, len(p.space.dims))
	}
	for i := range lengths {
		for b := range u {
			u[b] = rnd.Float64()
		}
		p.Draw(omega, u, rnd)
		lengths[i] = floats.Norm(omega, 2)
	}
	slices.Sort(lengths)
	return lengths[draws/2]
}

// combination begins what is made of others.
func combination(op operation, list []*Decomposition) *Decomposition {
	d := &Decomposition{Dim: list[0].Dim, BiasKind: decompose.KindProved, op: op, of: list}
	for _, x := range list {
		if x.Dim != d.Dim {
			panic(fmt.Sprintf("tensor: measures on R^%d and R^%d", d.Dim, x.Dim))
		}
		if d.rest = d.rest || x.rest; x.BiasKind != decompose.KindProved {
			d.BiasKind = decompose.KindEstimated
		}
	}
	return d
}

// combined sets the masses and what follows from them.
func (d *Decomposition) combined(m *[4]ball.Real, why string) (*Decomposition, error) {
	d.Masses.set(m, d.BiasKind)
	for _, x := range d.of {
		for i, p := range x.Masses.list() {
			if p.Kind != decompose.KindProved {
				d.Masses.list()[i].Kind = decompose.KindEstimated
			}
		}
	}
	for _, p := range append(d.Parts[:len(d.Parts):len(d.Parts)], d.Polar...) {
		if !(p.mass >= 0 && p.mass <= 1e300) {
			return nil, errMass
		}
	}
	if !(massOf(d.Polar) > 0) || !(d.Bias <= 1e300) {
		return nil, errMass
	}
	if d.Minimal, d.Why = d.oneSign(), ""; !d.Minimal {
		d.Why = why
	}
	return d, nil
}

// combinedAt adds or multiplies the values of what d is made of.
func (d *Decomposition) combinedAt(delta []float64) (parts, polar float64) {
	if d.op == ofProduct {
		parts, polar = 1, 1
	}
	for _, x := range d.of {
		v, w := x.KernelAt(delta)
		if d.op == ofSum {
			parts, polar = parts+v, polar+w
		} else {
			parts, polar = parts*v, polar*w
		}
	}
	return parts, polar
}

// list are the masses of R+, R-, I and polar.
func (m *Masses) list() [4]*Mass { return [4]*Mass{&m.RealPlus, &m.RealMinus, &m.Imaginary, &m.Polar} }

// balls encloses them, as far as their errors are bounds.
func (m *Masses) balls() (out [4]*ball.Real) {
	for i, x := range m.list() {
		out[i] = ball.NewReal(x.Value)
		out[i].AddRad(ball.MagFloat64(x.Err))
	}
	return out
}

// set rounds enclosed masses.
func (m *Masses) set(all *[4]ball.Real, kind decompose.Kind) {
	for i, x := range m.list() {
		v, r := all[i].Float64()
		*x = Mass{v, r, kind}
	}
}

// convolved multiplies masses, those of I for one sign of μ_I: R+ = p₁p₂ + m₁m₂ + 2i₁i₂, R- = p₁m₂ + m₁p₂ + 2i₁i₂,
// I = (p₁+m₁)i₂ + i₁(p₂+m₂).
func convolved(x, y [4]*ball.Real) (out [4]*ball.Real) {
	const prec = 64
	add := func(k, i, j int, exponent int64) {
		t := new(ball.Real).Mul(x[i], y[j], prec)
		out[k].Add(out[k], t.Mul2Exp(t, exponent), prec)
	}
	for k := range out {
		out[k] = new(ball.Real)
	}
	for i := range 2 {
		for j := range 2 {
			add((i+j)%2, i, j, 0)
		}
		add(2, i, 2, 0)
		add(2, 2, i, 0)
		add(i, 2, 2, 1)
	}
	add(3, 3, 3, 0)
	return out
}

func massOf(parts []*Part) (sum float64) {
	for _, p := range parts {
		sum += p.mass
	}
	return sum
}

// together returns parts of a product, of which xs and ys are the parts of the factors.
func together(xs, ys []*Part) (out []*Part) {
	for _, x := range xs {
		for _, y := range ys {
			a, b := x, y
			part := func(target int, share, sign float64) {
				mass := share * a.mass * b.mass
				if mass > 0 {
					out = append(out, &Part{name: nameOf[target], dim: a.dim, target: target, mass: mass,
						mix: []blend{{mass, a, b, sign}}})
				}
			}
			if a.target != 1 && b.target == 1 {
				a, b = b, a
			}
			switch {
			case a.target == free:
				part(free, 1, 0)
			case a.target == 1 && b.target == 1: // π/2 ± π/2
				part(0, 0.5, -1)
				part(2, 0.5, 1)
			case a.target == 1:
				part(1, 1, 0)
			default:
				part((a.target+b.target)%4, 1, 0)
			}
		}
	}
	return out
}

var nameOf = map[int]string{0: "R+", 1: "I", 2: "R-", free: "polar"}

// mixed makes one part of those of each kind.
func mixed(parts []*Part) (out []*Part) {
	for _, target := range []int{0, 2, 1, free} {
		p := &Part{name: nameOf[target], target: target}
		for _, q := range parts {
			if q.target != target || q.mass == 0 {
				continue
			}
			p.dim = q.dim
			p.mass += q.mass
			if q.mix != nil {
				p.mix = append(p.mix, q.mix...)
			} else {
				p.mix = append(p.mix, blend{mass: q.mass, a: q})
			}
		}
		if p.mass > 0 {
			out = append(out, p)
		}
	}
	return out
}

// drawBlend draws from one of the shares.
func (p *Part) drawBlend(omega []float64, rnd Source) (phase float64) {
	share := &p.mix[0]
	if len(p.mix) > 1 {
		x := rnd.Float64() * p.mass
		for i := range p.mix {
			share = &p.mix[i]
			if x -= share.mass; x < 0 {
				break
			}
		}
	}
	phase = share.a.drawAlone(omega, rnd)
	if share.b == nil {
		return phase
	}
	other := make([]float64, len(omega))
	theta, s := share.b.drawAlone(other, rnd), share.sign
	if s == 0 {
		s = math.Copysign(1, rnd.Float64()-0.5)
	}
	add(omega, other, s)
	if p.target == free {
		return math.Remainder(phase+s*theta, 2*math.Pi)
	}
	if share.a.target == 1 && share.b.target == 2 { // π/2 ± π is −π/2 but for turns: that of −ω is π/2
		for i := range omega {
			omega[i] = -omega[i]
		}
	}
	return float64(p.target) * math.Pi / 2
}

// drawAlone is Draw with numbers of its own for the blocks.
func (p *Part) drawAlone(omega []float64, rnd Source) float64 {
	u := make([]float64, len(p.Dims()))
	for b := range u {
		for u[b] == 0 {
			u[b] = rnd.Float64()
		}
	}
	return p.Draw(omega, u, rnd)
}

// whirl returns E e^{im⟨ω,Δ⟩} over frequencies that all have the phase of a part that is not free.
func (p *Part) whirl(delta []float64, m int) (sum complex128) {
	if p.mix == nil {
		return p.whirlOfTerms(delta, m)
	}
	for _, x := range p.mix {
		w := x.a.whirl(delta, m)
		if x.b != nil {
			v := x.b.whirl(delta, m)
			switch {
			case x.sign == 0:
				v = complex(real(v), 0)
			case x.sign < 0:
				v = cmplx.Conj(v)
			}
			if w *= v; x.a.target == 1 && x.b.target == 2 {
				w = cmplx.Conj(w)
			}
		}
		sum += complex(x.mass/p.mass, 0) * w
	}
	return sum
}

// waveOfBlends is Wave of a mixture.
func (p *Part) waveOfBlends(delta []float64, m int) (sum float64) {
	if p.target != free {
		return real(p.whirl(delta, m) * cmplx.Rect(1, float64(m*p.target%4)*math.Pi/2))
	}
	for _, x := range p.mix {
		v := x.a.Wave(delta, m)
		if x.b != nil {
			v *= x.b.Wave(delta, m)
		}
		sum += x.mass / p.mass * v
	}
	return sum
}

// momentOfBlends is SecondMoment of a mixture, or a bound where signs depend on each other.
func (p *Part) momentOfBlends() (sum float64) {
	for _, x := range p.mix {
		v := x.a.SecondMoment()
		if x.b != nil {
			w := x.b.SecondMoment()
			if x.sign == 0 {
				v += w
			} else {
				v = (math.Sqrt(v) + math.Sqrt(w)) * (math.Sqrt(v) + math.Sqrt(w))
			}
		}
		sum += x.mass / p.mass * v
	}
	return sum
}

// Sampler is a positive measure that is drawn by a package of its own.
type Sampler struct {
	Mass  float64
	Minus bool // with the phase π
	// Draw stores a frequency.
	Draw func(omega []float64, rnd Source)
	// Wave returns E cos⟨ω,Δ⟩; nil if it is not known.
	Wave func(delta []float64) float64
}

// Given returns a measure by its samplers, with their masses and the bias as they are known elsewhere: real, to be added
// and multiplied. It has no file.
func Given(dim int, samplers []Sampler, masses Masses, bias float64, kind decompose.Kind) *Decomposition {
	d := &Decomposition{Dim: dim, Masses: masses, Bias: bias, BiasKind: kind, op: ofSamplers}
	for _, s := range samplers {
		target := 0
		if s.Minus {
			target = 2
		}
		p := &Part{name: nameOf[target], dim: dim, target: target, mass: s.Mass, draw: s.Draw, known: s.Wave, turn: target}
		modulus := *p
		modulus.name, modulus.target = nameOf[free], free
		d.Parts, d.Polar = append(d.Parts, p), append(d.Polar, &modulus)
	}
	return d
}
