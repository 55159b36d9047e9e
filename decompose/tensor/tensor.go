package tensor

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krein/ball"
	"krein/decompose"
	"krein/fourier/stationary"
	"krein/internal/hankel/line"
	"krein/internal/kernel/continuity"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// errMass says that a mass is not known, 0 where it must not be, or beyond 1e300.
var errMass = errors.New("tensor: the measure has no mass that floats can hold")

// Settings steer Decompose. The zero value, like nil, chooses the defaults.
type Settings struct {
	Line   *line.Settings      // of factors on lines
	Radial *decompose.Settings // of radial factors
	// Combined takes a function of the distance for a product or a mixture only: what decompose.Jordan says of the whole is
	// known.
	Combined bool
	// Mixed takes functions of the distance for mixtures, by a distribution of the scale that is known or found from
	// values, before it looks at their densities.
	Mixed bool
}

// Mass is a mass with a bound of its error.
type Mass struct {
	Value float64        `json:"value"`
	Err   float64        `json:"error"`
	Kind  decompose.Kind `json:"kind"`
}

// Masses are the masses of the parts. Those of Parts are ‖μ_R⁺‖, ‖μ_R⁻‖ and ‖μ_I⁺‖ = ‖μ_I⁻‖ if Minimal, and
// otherwise no smaller. Polar is ∫|μ| for a single product, and otherwise no smaller.
type Masses struct {
	RealPlus  Mass `json:"realPlus"`
	RealMinus Mass `json:"realMinus"`
	Imaginary Mass `json:"imaginary"`
	Polar     Mass `json:"polar"`
}

// Decomposition is the measure of a kernel, twice: by Parts and by Polar.
type Decomposition struct {
	Dim    int
	Kernel string  // the formula, as whoever calls says it
	Parts  []*Part // R+, R- and I, those that have mass
	Polar  []*Part // one part
	Masses Masses

	// Minimal says that Parts are the Jordan parts of μ_R and μ_I. Otherwise Why says what keeps them from being that,
	// or being known to be.
	Minimal bool
	Why     string

	// Bias bounds |E k̂(Δ) − k(Δ)| over all Δ, of Parts and of Polar, for the exact laws: rounding of floats in Draw comes
	// in addition.
	Bias     float64
	BiasKind decompose.Kind

	space *space
	laws  []*law
	terms []term

	op   operation // how it is made of others
	of   []*Decomposition
	rest bool // a part without mass may have some, within its error

	mixture *scaledMeasure // of ofSamplers: what its file says
}

// term is c Π_b laws[index[b]], |c − coef| ≤ err.
type term struct {
	coef, err float64
	index     []int
}

// Decompose encloses the measure of every factor and multiplies them. Terms that differ in one factor only are added up
// first, so that Gaussian × (sum on a line) is one product.
//
// The error is ctx's, ErrZero, a *line.Error for a factor on a line that is not covered, or that of decompose.Jordan for a
// radial factor, which must have a finite mass; or says where a factor is not proved to have a value, or to be continuous.
// It panics if t is nil.
func Decompose(ctx context.Context, t *stationary.Tensor, set *Settings) (*Decomposition, error) {
	if set == nil {
		set = &Settings{}
	}
	if err := t.Valid(); err != nil {
		return nil, err
	}
	d := &Decomposition{Dim: t.Dim, space: newSpace(t.Dim, t.Blocks, t.Map)}
	at := make(map[*stationary.Factor]int)
	for _, m := range merged(t.Terms) {
		var c ball.Real
		kernel.NewNatural(m.Coef).BallAt(&c, ball.NewReal(1), 64)
		x := term{index: make([]int, len(m.Factors))}
		if x.coef, x.err = c.Float64(); math.IsInf(x.err, 1) || math.IsNaN(x.coef) {
			return nil, fmt.Errorf("tensor: the constant %v of a term has no value", m.Coef)
		}
		if c.IsZero() {
			continue
		}
		none := false
		for b, f := range m.Factors {
			i, ok := at[f]
			if !ok {
				if err := represented(f); err != nil {
					return nil, err
				}
				l, err := newLaw(ctx, f, set)
				if err != nil {
					return nil, err
				}
				if i = -1; l != nil {
					i = len(d.laws)
					d.laws = append(d.laws, l)
				}
				at[f] = i
			}
			x.index[b] = i
			none = none || i < 0
		}
		if !none {
			d.terms = append(d.terms, x)
		}
	}
	return d, d.finish()
}

// represented returns an error where a half of a factor is not proved to have a value or to be continuous.
func represented(f *stationary.Factor) error {
	for _, half := range []*kernel.Kernel{f.Even, f.Odd} {
		if half == nil {
			continue
		}
		if err := continuity.Representable(half); err != nil {
			return fmt.Errorf("tensor: the factor %s: %w", half.Formula(), err)
		}
	}
	return nil
}

// merged adds up terms that differ in one factor only.
func merged(terms []stationary.Term) []stationary.Term {
	out := append([]stationary.Term(nil), terms...)
again:
	for i := range out {
		for j := i + 1; j < len(out); j++ {
			if b, ok := differ(&out[i], &out[j]); ok {
				out[i] = sum(&out[i], &out[j], b)
				out = append(out[:j], out[j+1:]...)
				goto again
			}
		}
	}
	return out
}

// differ returns the only block in which the factors are different, 0 if there is none; ok is false if there are
// several.
func differ(s, t *stationary.Term) (block int, ok bool) {
	n := 0
	for b := range s.Factors {
		if s.Factors[b] != t.Factors[b] {
			block = b
			n++
		}
	}
	return block, n <= 1
}

// sum adds up two terms that differ in a block.
func sum(s, t *stationary.Term, b int) stationary.Term {
	half := func(x, y *kernel.Kernel) *kernel.Kernel {
		var e *formula.Expr
		var of *kernel.Kernel
		for _, q := range []struct {
			c *formula.Expr
			k *kernel.Kernel
		}{{s.Coef, x}, {t.Coef, y}} {
			switch {
			case q.k == nil:
			case e == nil:
				of = q.k
				e = formula.Mul(q.c, q.k.Expr())
			default:
				e = formula.Add(e, formula.Mul(q.c, q.k.Expr()))
			}
		}
		if e == nil {
			return nil
		}
		return of.Derive(e)
	}
	f, g := s.Factors[b], t.Factors[b]
	out := stationary.Term{Coef: formula.Int(1), Factors: append([]*stationary.Factor(nil), s.Factors...)}
	out.Factors[b] = &stationary.Factor{Dim: f.Dim, Even: half(f.Even, g.Even), Odd: half(f.Odd, g.Odd)}
	return out
}

// ErrZero says that a kernel is 0 everywhere.
var ErrZero = errors.New("tensor: the kernel is zero: there is nothing to draw")

// mostSlack bounds the rounding of products in float64, for each factor and term.
const mostSlack = 0x1p-48

// finish computes masses, parts and bias from laws and terms.
func (d *Decomposition) finish() error { // one function: part by part.
	if len(d.terms) == 0 {
		return ErrZero
	}
	sure := decompose.KindProved
	for _, l := range d.laws {
		if !l.sure {
			sure = decompose.KindEstimated
		}
		d.rest = d.rest || l.rest
	}
	d.BiasKind = sure
	var enclosed [4]ball.Real // of R+, I, R-, polar
	targets := []struct {
		name   string
		target int
	}{{"R+", 0}, {"I", 1}, {"R-", 2}, {"polar", free}}
	parts := make([]*Part, 4)
	for i, x := range targets {
		parts[i] = &Part{name: x.name, dim: d.Dim, space: d.space, target: x.target}
	}
	d.Bias = 0
	for i := range d.terms {
		x := &d.terms[i]
		laws := make([]*law, len(x.index))
		for b, j := range x.index {
			laws[b] = d.laws[j]
		}
		before, scale := chains(laws)
		masses := enclose(laws)
		turn := 0
		var c ball.Real
		c.SetFloat64(math.Abs(x.coef))
		c.AddRad(ball.MagFloat64(x.err))
		if x.coef < 0 {
			turn = 2
		}
		polar := 1.0
		for _, l := range laws {
			polar *= total(l.polar)
		}
		for j, p := range parts {
			q := product{laws: laws, turn: turn, before: before, mass: math.Abs(x.coef) * polar}
			k := 4 // in masses
			if p.target != free {
				k = (p.target - turn + 4) % 4
				q.turn = k
				q.mass = math.Abs(x.coef) * math.Ldexp(before[len(laws)][k], scale)
				if p.target == 1 {
					q.mass *= 2 // ω and −ω
				}
			}
			var v ball.Real
			v.Mul(&c, &masses[k], 64)
			enclosed[j].Add(&enclosed[j], &v, 64)
			if q.mass > 0 {
				p.terms = append(p.terms, q)
				p.mass += q.mass
			}
		}
		d.Bias += x.bias(laws)
	}
	d.Parts, d.Polar = nil, nil
	for _, j := range []int{0, 2, 1} {
		if p := parts[j]; p.mass > 0 {
			d.Parts = append(d.Parts, p)
		}
	}
	d.Polar = parts[3:]
	for _, p := range parts {
		if !(p.mass >= 0) || p.mass > 1e300 {
			return errMass
		}
	}
	if !(d.Polar[0].mass > 0) {
		return errMass
	}
	for j, m := range []*Mass{&d.Masses.RealPlus, &d.Masses.Imaginary, &d.Masses.RealMinus, &d.Masses.Polar} {
		v, r := enclosed[j].Float64()
		*m = Mass{v, r, sure}
	}
	d.Minimal, d.Why = d.minimal()
	return nil
}

func total(c []component) (sum float64) {
	for i := range c {
		sum += c[i].mass
	}
	return sum
}

// enclose multiplies enclosed masses: of the turns 0 to 3, and of the moduli. Those of 1 and 3 are the same.
func enclose(laws []*law) (m [5]ball.Real) {
	const prec = 64
	m[0].SetInt64(1)
	m[4].SetInt64(1)
	var t ball.Real
	for _, l := range laws {
		var next [5]ball.Real
		for i := range l.parts {
			c := &l.parts[i]
			for _, turn := range c.turns() {
				for k := range 4 {
					t.Mul(&m[k], c.ball, prec)
					if c.turn == 1 {
						t.Mul2Exp(&t, -1)
					}
					n := (k + turn) % 4
					next[n].Add(&next[n], &t, prec)
				}
			}
		}
		for i := range l.polar {
			t.Mul(&m[4], l.polar[i].ball, prec)
			next[4].Add(&next[4], &t, prec)
		}
		m = next
	}
	return m
}

// bias bounds the distance of a term's measure and what is drawn: Σ_b δ_b Π_{a≠b} (M_a + δ_a), with the constant's
// error.
func (x *term) bias(laws []*law) float64 {
	all, sum := 1.0, 0.0
	for _, l := range laws {
		m := math.Max(total(l.parts), total(l.polar)) + l.dist
		sum = sum*m + all*(l.dist+mostSlack*m)
		all *= m
	}
	return (math.Abs(x.coef)*sum + x.err*all) * (1 + 0x1p-30)
}

// oneSign reports whether the measure is proved to be positive, or its negative is: then nothing cancels.
func (d *Decomposition) oneSign() bool {
	none := func(m Mass) bool { return m.Value == 0 && m.Err == 0 && m.Kind == decompose.KindProved }
	return !d.rest && none(d.Masses.Imaginary) && (none(d.Masses.RealMinus) || none(d.Masses.RealPlus))
}

// minimal tells whether the parts are Jordan parts.
func (d *Decomposition) minimal() (bool, string) {
	if d.oneSign() {
		return true, ""
	}
	if len(d.terms) > 1 {
		return false, fmt.Sprintf("the %d products that are added up may cancel", len(d.terms))
	}
	odd := 0
	for _, j := range d.terms[0].index {
		both := 0 // a real and an imaginary part
		for i := range d.laws[j].parts {
			if d.laws[j].parts[i].turn == 1 {
				both |= 2
			} else {
				both |= 1
			}
		}
		if both == 3 {
			odd++
		}
	}
	if odd > 1 {
		return false, fmt.Sprintf("%d factors are neither even nor odd: the real part of their product is a sum of products",
			odd)
	}
	return true, ""
}

// KernelAt returns what Parts represent at Δ, and what Polar represents. They are k(Δ) up to Bias and quadrature
// errors.
func (d *Decomposition) KernelAt(delta []float64) (parts, polar float64) {
	if d.op == ofSum || d.op == ofProduct {
		return d.combinedAt(delta)
	}
	for _, p := range d.Parts {
		parts += p.mass * p.Wave(delta, 1)
	}
	for _, p := range d.Polar {
		polar += p.mass * p.Wave(delta, 1)
	}
	return parts, polar
}
