package certify

import (
	"math"
	"math/big"

	"krein/kernel"
)

// allSpheresRules decide positive definiteness on the unit spheres of all dimensions, where
// the kernel is f(u) = k(√(2−2u)), u the inner product.
var allSpheresRules = []*Rule{
	{
		ID: "pd-all-spheres.analytic", Claim: PDAllSpheres,
		Theorem:  "f(u) = Σ b_n uⁿ with b_n ≥ 0 and Σ b_n < ∞ is analytic for |u| < 1; a point b in (0,2) at which k is not analytic refutes the claim.",
		Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 2",
		on:       sphere,
		apply:    allSpheresAnalytic,
	},
	{
		ID: "pd-all-spheres.maclaurin", Claim: PDAllSpheres,
		Theorem:  "A continuous f on [−1,1] is positive definite on every sphere iff its Maclaurin coefficients b_n are nonnegative (and f is their sum).",
		Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 2",
		on:       sphere,
		apply:    allSpheresMaclaurin,
	},
}

// sphereRules decide positive definiteness on the unit sphere S^{d−1}.
var sphereRules = []*Rule{
	{
		ID: "pd-sphere.two-points", Claim: PDSphere,
		Theorem:  "On S⁰ = {−1,1}, k is positive definite iff k(0) ≥ |k(2)|.",
		Citation: "the 2×2 Gram matrix",
		on:       sphere,
		apply:    sphereTwoPoints,
	},
	{
		ID: "pd-sphere.pd", Claim: PDSphere,
		Theorem:  "A kernel that is positive definite on R^d is so on its unit sphere.",
		Citation: "restriction",
		on:       sphere,
		apply:    sphereRestriction,
	},
	{
		ID: "pd-sphere.discontinuous", Claim: PDSphere,
		Theorem:  "For d ≥ 2 a positive definite k that is continuous at 0 is continuous on [0,2].",
		Citation: "|k(x,z) − k(y,z)|² ≤ 2 k(0) (k(0) − k(x,y)), the 3×3 Gram matrix",
		on:       sphere,
		apply:    sphereDiscontinuous,
	},
	{
		ID: "pd-sphere.bounded-by-zero", Claim: PDSphere,
		Theorem:  "A positive definite k has |k(z)| ≤ k(0) for z in [0,2].",
		Citation: "the 2×2 Gram matrix",
		on:       sphere,
		apply:    sphereBounded,
	},
	{
		ID: "pd-sphere.oscillating-tail", Claim: PDSphere,
		Theorem: "For large n, c_n has from a cusp z^β at 0 a part C n^(−1−β), from a singularity of exponent α in (0,2) a part of order n^((d−4)/2−α) that " +
			"oscillates with mean 0, and from a singularity (2−z)^e at the antipode a part (−1)ⁿ C′ n^(−1−2e); if an oscillating part leads, some c_n < 0.",
		Citation: "G. Szegő, Orthogonal Polynomials (1939), theorem 8.21.8 (Darboux's method)",
		on:       sphere,
		apply:    sphereOscillatingTail,
	},
	{
		ID: "pd-sphere.gegenbauer", Claim: PDSphere,
		Theorem:  "A continuous f on [−1,1] is positive definite on S^{d−1} iff its Gegenbauer coefficients c_n of index (d−2)/2 are nonnegative.",
		Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 1",
		on:       sphere,
		apply:    sphereGegenbauer,
	},
	{
		ID: "pd-all-spheres.not-this-one", Claim: PDAllSpheres,
		Theorem:  "A kernel that is not positive definite on S^{d−1} is not so on every sphere.",
		Citation: "restriction",
		on:       sphere,
		apply:    allSpheresNot,
	},
}

// inside returns the least singularity of k in the open interval (0,2), or nil.
func (f *facts) inside() *kernel.Singularity {
	l, err := f.local()
	if err != nil {
		return nil
	}
	var worst *kernel.Singularity
	for i := range l.points {
		s := &l.points[i]
		if s.At.Value < 2 && s.Exponent != nil && (worst == nil || s.Exponent.Cmp(worst.Exponent) < 0) {
			worst = s
		}
	}
	return worst
}

func allSpheresAnalytic(f *facts) conclusion {
	s := f.inside()
	if s == nil {
		return silent
	}
	return unlikely(f.singular(s), "f(u) = k(√(2−2u)) is not analytic at u = %s, where k has the singular term %s",
		short(1-s.At.Value*s.At.Value/2), singularText(s))
}

type maclaurinEvidence struct {
	Coefs []number `json:"coefficients"`
	Errs  []number `json:"errors"`
	Zero  number   `json:"zero"` // k(0) = f(1)
	Sum   number   `json:"sum"`  // of the coefficients
}

func allSpheresMaclaurin(f *facts) conclusion {
	a, ea, err := f.k.TaylorT(2, f.set.Orders)
	if err != nil {
		return stuck("the Maclaurin coefficients of f(u) = k(√(2−2u)) could not be computed: %v", err)
	}
	zero := f.samples().at0
	ev := maclaurinEvidence{Zero: number(zero)}
	var sum, noise, top float64
	scale := 1.0
	for n := range a {
		b, e := scale*a[n], math.Abs(scale)*ea[n]+1e-15*math.Abs(scale*a[n])
		scale *= -2
		ev.Coefs, ev.Errs = append(ev.Coefs, number(b)), append(ev.Errs, number(e))
		sum += b
		noise += e
		top = max(top, math.Abs(b))
		if math.IsNaN(b) || math.IsNaN(e) {
			return stuck("the Maclaurin coefficient of order %d of f(u) = k(√(2−2u)) has no value", n)
		}
	}
	ev.Sum = number(sum)
	for n, b := range ev.Coefs {
		if float64(b) < -f.set.Margin*float64(ev.Errs[n]) {
			return unlikely(ev, "the Maclaurin coefficient of order %d of f(u) = k(√(2−2u)) is %s ± %s",
				n, short(float64(b)), short(float64(ev.Errs[n])))
		}
	}
	_, err = f.local()
	switch {
	case err != nil:
		return stuck("no Maclaurin coefficient up to order %d is negative, but the singularities of k are not known: %v", f.set.Orders, err)
	case !f.bounded0():
		return stuck("no Maclaurin coefficient up to order %d is negative, but k has no finite limit k(0) at 0", f.set.Orders)
	case noise > 1e-8*top:
		return stuck("the Maclaurin coefficients of f(u) = k(√(2−2u)) are not known well enough to tell their signs")
	case sum > zero+1e-9*math.Abs(zero)+noise:
		return unlikely(ev, "the Maclaurin coefficients of f up to order %d sum to %s > f(1) = %s", f.set.Orders, short(sum), short(zero))
	}
	// The singularities of f on and outside the unit circle decide the signs for large n, and those outside are not known.
	return stuck("the Maclaurin coefficients of f(u) = k(√(2−2u)) are nonnegative within errors up to order %d and sum to %s ≤ f(1) = %s, but "+
		"every order counts, and a negative one of higher order would not have been seen", f.set.Orders, short(sum), short(zero))
}

// antipode returns the limit of k at 2 from below, NaN if it is not known to exist.
func (f *facts) antipode() float64 {
	if f.k.IsFunc() {
		return f.k.At(2)
	}
	e, err := f.k.ExpandAt(2, false, 4)
	if err != nil {
		return f.k.At(2 - 1e-15)
	}
	lim, ok := origin{e}.limit()
	if !ok {
		return math.NaN()
	}
	return lim
}

func sphereTwoPoints(f *facts) conclusion {
	if f.dim != 1 {
		return silent
	}
	zero, two := f.samples().at0, f.k.At(2)
	ev := valueEvidence{number(zero), 2, number(two), number(zero)}
	switch {
	case math.IsNaN(zero) || math.IsNaN(two):
		return stuck("k(0) or k(2) has no value")
	case math.Abs(two) > zero+rounding*math.Abs(zero):
		return unlikely(ev, "|k(2)| = %s exceeds k(0) = %s", short(math.Abs(two)), short(zero))
	}
	return likely(ev, "k(0) = %s ≥ |k(2)| = %s, and S⁰ has only two points", short(zero), short(math.Abs(two)))
}

func sphereRestriction(f *facts) conclusion {
	pd := f.verdict(PD)
	if pd.holds != kernel.True {
		return silent
	}
	return likely(premise{pd.rule, PD}, "k is positive definite on R^%d, which contains the sphere", f.dim).given(pd)
}

func sphereDiscontinuous(f *facts) conclusion {
	if f.dim < 2 || !f.bounded0() {
		return silent
	}
	if s := f.inside(); s != nil && s.Exponent.Sign() <= 0 {
		return unlikely(f.singular(s), "k is continuous at 0 and not at z = %s", short(s.At.Value))
	}
	v, lim := f.k.At(2), f.antipode()
	if math.IsNaN(v) || math.Abs(v-lim) <= 1e-12*f.samples().top {
		return silent
	}
	return unlikely(valueEvidence{number(f.samples().at0), 2, number(v), number(lim)},
		"k is continuous at 0, but at antipodes, z = 2, its value %s is not its limit %s (a formula for z <= 2 instead of z < 2 is meant?)", short(v), short(lim))
}

func sphereBounded(f *facts) conclusion {
	if f.dim < 2 || math.IsNaN(f.samples().at0) {
		return silent
	}
	return f.exceeds(2)
}

type sphereTailEvidence struct {
	Cusp     *termJSON         `json:"cusp,omitempty"`
	Inside   *singularEvidence `json:"inside,omitempty"`
	Antipode *termJSON         `json:"antipode,omitempty"`
	// The exponents of n in the parts of c_n.
	CuspTail string `json:"cuspTail,omitempty"`
	WaveTail string `json:"waveTail"`
}

func sphereOscillatingTail(f *facts) conclusion {
	l, err := f.local()
	if err != nil || f.dim < 2 || !f.bounded0() {
		return silent
	}
	var ev sphereTailEvidence
	var wave *big.Rat
	what := ""
	if s := f.inside(); s != nil {
		ev.Inside = f.singular(s)
		wave = new(big.Rat).Sub(big.NewRat(int64(f.dim)-4, 2), s.Exponent)
		what = "the singular term " + singularText(s) + " at z = " + short(s.At.Value)
	}
	e, err := f.k.ExpandAt(2, false, originOrder)
	if err != nil {
		return silent
	}
	if t := (origin{e}).least(func(t *kernel.Term) bool { return t.LogPow > 0 || !t.Exp.IsInt() }); t != nil {
		p := new(big.Rat).Sub(big.NewRat(-1, 1), new(big.Rat).Add(t.Exp, t.Exp))
		if wave == nil || p.Cmp(wave) > 0 {
			ev.Antipode, ev.Inside = termOf(t), nil
			wave = p
			what = "the term " + termText(t, "(2−z)") + " at the antipode"
		}
	}
	if wave == nil {
		return silent
	}
	ev.WaveTail = wave.RatString()
	cusp := big.NewRat(-1-originOrder, 1) // the tail of a cusp that was not seen
	if t := l.origin.cusp(); t != nil {
		cusp = cuspTail(t.Exp)
		ev.Cusp, ev.CuspTail = termOf(t), cusp.RatString()
	}
	if wave.Cmp(cusp) <= 0 {
		return silent
	}
	return unlikely(ev, "%s gives the Gegenbauer coefficients c_n an oscillating tail of order n^(%s), which the smoother behaviour at 0 cannot make up for, so some c_n < 0",
		what, wave.RatString())
}

type gegenbauerEvidence struct {
	Coefs   []number `json:"coefficients"`
	Errs    []number `json:"errors"`
	Derived []int    `json:"byDerivatives,omitempty"` // degrees whose sign was told by Rodrigues' formula
}

func sphereGegenbauer(f *facts) conclusion {
	if f.dim < 2 {
		return silent
	}
	g := f.gegenbauer()
	var ev gegenbauerEvidence
	for n := range g.c {
		ev.Coefs, ev.Errs = append(ev.Coefs, number(g.c[n])), append(ev.Errs, number(g.err[n]))
	}
	for n, c := range g.c {
		if c < -f.set.Margin*g.err[n] {
			return unlikely(ev, "the Gegenbauer coefficient of degree %d on S^%d is %s ± %s", n, f.dim-1, short(c), short(g.err[n]))
		}
	}
	if !f.bounded0() {
		return stuck("no Gegenbauer coefficient up to degree %d is negative, but k has no finite limit k(0) at 0", f.set.Degrees)
	}
	smooth := !f.k.IsFunc()
	if _, err := f.local(); err != nil && smooth {
		return stuck("no Gegenbauer coefficient up to degree %d is negative, but the singularities of k are not known: %v", f.set.Degrees, err)
	}
	smooth = smooth && f.inside() == nil
	for n, c := range g.c {
		if c > f.set.Margin*g.err[n] || g.err[n] < 1e-10*g.scale {
			continue
		}
		if !smooth || n > f.set.Orders {
			if n > f.set.Orders && smooth && f.dim >= 8 {
				break // all orders that derivatives reach have been looked at
			}
			return stuck("no Gegenbauer coefficient up to degree %d is negative, but that of degree %d is lost in its error %s", f.set.Degrees, n, short(g.err[n]))
		}
		sign, ok := f.rodrigues(n)
		if !ok {
			return stuck("no Gegenbauer coefficient up to degree %d is negative, but the sign of that of degree %d could not be told", f.set.Degrees, n)
		}
		if sign < 0 {
			return unlikely(ev, "the Gegenbauer coefficient of degree %d on S^%d is negative, by the sign of the n-th derivative of f (Rodrigues)", n, f.dim-1)
		}
		ev.Derived = append(ev.Derived, n)
	}
	if why := f.unseenDegrees(g); why != "" {
		return stuck("no Gegenbauer coefficient up to degree %d is negative, but every degree counts, and %s", f.set.Degrees, why)
	}
	return likely(ev, "the Gegenbauer coefficients of f(u) = k(√(2−2u)) on S^%d are nonnegative within errors up to degree %d, and for large degrees they "+
		"decay as the cusp at 0 wants, which gives them a positive sign; a smaller term that decays more slowly than can be seen at these degrees would escape",
		f.dim-1, f.set.Degrees)
}

func allSpheresNot(f *facts) conclusion {
	s := f.verdict(PDSphere)
	if s.holds != kernel.False {
		return silent
	}
	return unlikely(premise{s.rule, PDSphere}, "k is not positive definite on S^%d: %s", f.dim-1, s.because).given(s)
}
