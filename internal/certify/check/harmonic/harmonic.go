// Package harmonic has the rules that write products of waves as sums.
package harmonic

import (
	"slices"

	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/proof"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Rules are those of this package.
//
// Each says that k and its Form are one function of the distance: what holds of one does of the
// other, whatever the claim is.
var Rules = []*rule.Rule{{
	ID: "pd.trigonometric", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(rewritten),
}, {
	ID: "pd-all-spheres.trigonometric", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(rewritten),
}, {
	ID: "pd-sphere.trigonometric", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(rewritten),
}, {
	ID: "completely-monotone.trigonometric", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(rewritten),
}, {
	ID: "finite-mass.trigonometric", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(rewritten),
}, {
	ID: "finite-mass.not-trigonometric", Claim: proof.FiniteMass, Holds: false, Supposes: rule.Pointwise,
	Check: rule.Reduction(rewritten),
}}

// Form returns the kernel whose formula is that of k with sums of waves; nil if that is no other one.
//
// It is computed from k alone, so that prover and checker find the same.
func Form(k *kernel.Kernel) *kernel.Kernel {
	e := k.Expr()
	if f := rewrite(e, k.Meter()); f != e {
		return k.Derive(f)
	}
	return nil
}

// rewritten reduces a goal to the same one about the Form.
//
// The Form inherits points and parameters of k (Derive). It has a value wherever k has, but for the
// arcs described beside arcs.
func rewritten(_ *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	k := Form(g.Kernel)
	if k == nil {
		return nil, rule.Reject("there is nothing to be replaced in %s", g.Kernel)
	}
	return []rule.Goal{{Claim: g.Claim, Holds: g.Holds, Kernel: k, Dim: g.Dim}}, nil
}

// harmonic is the wave cos·cos(freq z) + sin·sin(freq z), freq ≥ 0, or for freq = 0 the constant cos.
//
// Constants that are not known are in none: closed.Normalise refuses them.
type harmonic struct{ freq, cos, sin closed.Num }

// harmonicsOf writes a formula of waves as a sum of harmonics, for every real z, as its normal form shows them.
//
// The normal form lists the terms c i^phase e^{i freq z} of a real sum in conjugate pairs, so that
// the sum is that of the real parts, one for each term: c cos(freq z) for phase 0, −c sin(freq z)
// for phase 1. A negative frequency is turned: cosines stay, sines change their sign. Frequencies
// are merged where they are known to be equal; two that are equal and not known to be add up all
// the same.
func harmonicsOf(e *formula.Expr) (h []harmonic, ok bool) {
	if _, ok := wave.Slopes(e); !ok {
		return nil, false
	}
	sum, ok := closed.Normalise(e)
	if !ok {
		return nil, false
	}
terms:
	for i := range sum {
		t := &sum[i]
		sign := t.Freq.Sign()
		// A frequency of unknown sign is neither turned nor 0.
		if len(t.Factors) > 0 || !t.Pow.IsZero() || !t.Lin.IsZero() || !t.Quad.IsZero() || sign == 0 && !t.Freq.IsZero() {
			return nil, false
		}
		// the real part of c i^phase e^{i freq z}
		// Phase 1: Re(i c e^{ia}) = −c sin a.
		x := harmonic{freq: t.Freq, cos: t.C}
		if t.Phase == 1 {
			x.cos, x.sin = closed.IntNum(0), t.C.Neg()
		}
		if sign < 0 {
			x.freq, x.sin = x.freq.Neg(), x.sin.Neg()
		}
		for j := range h {
			// One normal form.
			if h[j].freq.Same(x.freq) {
				h[j].cos, h[j].sin = h[j].cos.Add(x.cos), h[j].sin.Add(x.sin)
				continue terms
			}
		}
		h = append(h, x)
	}
	return h, true
}

// rewrite returns e with every part that is seen to be a sum of harmonics so written, and exp of a sum that contains
// such a part as a product; the value is the same for every real z, and there is one where e has one. It returns e
// itself if nothing is gained, or m is spent.
func rewrite(e *formula.Expr, m *budget.Meter) *formula.Expr {
	r := rewriter{meter: m, memo: make(map[*formula.Expr]*formula.Expr)}
	if f := r.walk(e); !m.Stopped() && !f.Equal(formula.Unfold(e)) {
		return f
	}
	return e
}

// A rewriter rewrites one formula.
//
// Parts that occur more than once are rewritten once.
type rewriter struct {
	meter *budget.Meter
	memo  map[*formula.Expr]*formula.Expr
}

// waveUnits is the work on one wave: its frequency written out, and a product of constants.
const waveUnits = 60

// harmonics is harmonicsOf, as long as there is work left.
func (r *rewriter) harmonics(e *formula.Expr) (h []harmonic, ok bool) {
	if r.meter.Stopped() {
		return nil, false
	}
	h, ok = harmonicsOf(e)
	return h, r.meter.Spend(waveUnits*int64(1+len(h)*len(h))) && ok
}

func (r *rewriter) walk(e *formula.Expr) *formula.Expr {
	e = formula.Unfold(e)
	if !e.Varies() || len(e.Args()) == 0 {
		return e
	}
	if f, ok := r.memo[e]; ok {
		return f
	}
	f := r.node(e)
	r.memo[e] = f
	return f
}

// node rewrites one part.
//
// Every replacement is an identity for all z ≥ 0 at which the part has a value; parts that are not
// recognised keep their operation, with arguments rewritten.
func (r *rewriter) node(e *formula.Expr) *formula.Expr {
	if h, ok := r.harmonics(e); ok {
		if f, ok := sumOfHarmonics(h); ok {
			return f
		}
	}
	if e.Op() == formula.OpExp {
		if f, ok := r.exponential(e.Args()[0]); ok {
			return f
		}
	}
	args := make([]*formula.Expr, len(e.Args()))
	for i, a := range e.Args() {
		args[i] = r.walk(a)
	}
	// Arcs are looked at once their arguments are sums of harmonics.
	if len(args) == 1 && r.meter.Spend(waveUnits) {
		if f, ok := arcs(e.Op(), args[0]); ok {
			return f
		}
	}
	return formula.Apply(e.Op(), args...)
}

// exponential writes exp(h + rest), h the harmonics, as exp(c)·exp(h − c)·exp(rest), c the constant in h.
//
// exp(a+b) = exp(a) exp(b). A constant that stands for itself lets rules see exp(h) with h(0)
// known.
func (r *rewriter) exponential(exponent *formula.Expr) (f *formula.Expr, ok bool) {
	var sum, rest *formula.Expr
	// A summand that is no sum of waves goes to the rest, rewritten inside.
	for _, t := range formula.Terms(exponent) {
		if _, ok := r.harmonics(t); ok {
			sum = formula.Combine(formula.OpAdd, sum, t)
			continue
		}
		rest = formula.Combine(formula.OpAdd, rest, r.walk(t))
	}
	// Of the summands together: sums and products of waves may cancel.
	waves, ok := r.harmonics(sum)
	if !ok {
		return nil, false
	}
	var still []harmonic
	if i := slices.IndexFunc(waves, func(x harmonic) bool { return x.freq.IsZero() }); i >= 0 {
		still, waves = waves[i:i+1], slices.Concat(waves[:i], waves[i+1:])
	}
	if len(waves) == 0 {
		return nil, false
	}
	if f, ok = sumOfHarmonics(waves); !ok {
		return nil, false
	}
	f = formula.Apply(formula.OpExp, f)
	if len(still) > 0 {
		c, ok := sumOfHarmonics(still)
		if !ok {
			return nil, false
		}
		f = formula.Mul(formula.Apply(formula.OpExp, c), f)
	}
	if rest != nil {
		f = formula.Mul(f, formula.Apply(formula.OpExp, rest))
	}
	return f, true
}

// sumOfHarmonics writes harmonics as a formula; ok is false if a constant cannot be written.
//
// A coefficient that is exactly 0 is left out.
func sumOfHarmonics(h []harmonic) (sum *formula.Expr, ok bool) {
	ok = true
	write := func(c closed.Num, wave *formula.Expr) *formula.Expr {
		e, written := c.Expr()
		if ok = ok && written; !ok || wave == nil {
			return e
		}
		return formula.Identity(formula.Mul(e, wave))
	}
	add := func(c closed.Num, wave *formula.Expr) {
		if e := write(c, wave); ok && !c.IsZero() {
			sum = formula.Combine(formula.OpAdd, sum, e)
		}
	}
	for _, x := range h {
		if x.freq.IsZero() {
			add(x.cos, nil)
			continue
		}
		phase := write(x.freq, formula.Variable())
		if !ok {
			return nil, false
		}
		add(x.cos, formula.Apply(formula.OpCos, phase))
		add(x.sin, formula.Apply(formula.OpSin, phase))
	}
	if sum == nil {
		sum = formula.Int(0)
	}
	return sum, ok
}
