// Package sphere has the rules of positive definiteness on spheres.
package sphere

import (
	"errors"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// On the unit sphere of R^d the kernel is f(u) = k(√(2−2u)), u = ⟨x,y⟩ ∈ [−1,1].

// Rules are those of this package.
var Rules = slices.Concat(sphereRules, partsRules, sphereClosureRules, sphereAngleRules, sphereRougherRules,
	sphereCuspRules, chordRules, sphereFourierRules, sphereLegendreRules)

// sphereRules prove and refute positive definiteness on S^{d−1} and on all spheres.
//
// pd-all-spheres.completely-monotone: f(u) = g(2−2u) with g completely monotone in t has the
// coefficients 2ⁿ(−1)ⁿ g⁽ⁿ⁾(2)/n! ≥ 0, for |u| < 1, and continuity at z = 0 carries that to u = 1.
// pd-sphere.pd and pd.not-sphere: unit vectors are points of R^d.
var sphereRules = []*rule.Rule{{
	ID: "pd-all-spheres.completely-monotone", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.ContinuousAtZero,
	From: rule.That(proof.CompletelyMonotone),
}, {
	ID: "pd-all-spheres.arcs", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Fact(allSpheresArcs),
}, {
	ID: "pd-all-spheres.maclaurin", Claim: proof.PDAllSpheres, Holds: false, Supposes: rule.Pointwise,
	Check: rule.Fact(allSpheresMaclaurin),
}, {
	ID: "pd-all-spheres.dimension", Claim: proof.PDAllSpheres, Holds: false, Supposes: rule.Pointwise,
	From: rule.Not(proof.PDSphere), Check: rule.Reduction(allSpheresDimension),
}, {
	ID: "pd-sphere.all-spheres", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	From: rule.That(proof.PDAllSpheres),
}, {
	ID: "pd-sphere.pd", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	From: rule.That(proof.PD),
}, {
	ID: "pd.not-sphere", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
	From: rule.Not(proof.PDSphere),
}, {
	ID: "pd-sphere.two-points", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Fact(sphereTwoPoints),
}, {
	ID: "pd-sphere.gegenbauer", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise, MinDim: 2,
	Check: rule.Fact(sphereGegenbauer),
}, {
	ID: "pd-sphere.bounded-by-zero", Claim: proof.PDSphere, Holds: false, Supposes: rule.Pointwise,
	Check: rule.Fact(sphereBounded),
}, {
	ID: "pd-sphere.negative-coefficient", Claim: proof.PDSphere, Holds: false, Supposes: rule.AlmostEverywhere, MinDim: 2,
	Check: rule.Fact(sphereNegativeCoefficient),
}, {
	ID: "pd-sphere.points", Claim: proof.PDSphere, Holds: false, Supposes: rule.Pointwise,
	Check: rule.Fact(spherePoints),
}}

// ArcsOf finds the form of f(u) = k(√(2−2u)) by exact arithmetic. The error says why there is none, or that k(0) or
// k(2) is not known to be the limit.
func ArcsOf(k *kernel.Kernel) (*Arcs, error) {
	f, err := arcFormOf(k)
	if err != nil {
		return nil, rule.Reject("%v", err)
	}
	if err := continuous(k, func(u int64) (constant.Value, error) { return f.At(u), nil }); err != nil {
		return nil, rule.Reject("%v", err)
	}
	return f, nil
}

// DegreesEvidence is the evidence of pd-all-spheres.arcs and pd-sphere.gegenbauer: the Maclaurin coefficients from
// degree From on are nonnegative by a formula; Terms, From at least, are formed one by one.
type DegreesEvidence struct {
	From  int `json:"from"`
	Terms int `json:"terms"`
}

func (ev DegreesEvidence) valid() error {
	if ev.From < 0 || ev.Terms < ev.From || ev.Terms > maxMaclaurin {
		return rule.Reject("%d terms of which %d are looked at", ev.Terms, ev.From)
	}
	return nil
}

// coefficients returns the first Maclaurin coefficients of the kernel, after checking that those that follow are
// nonnegative.
//
// That the tail is nonnegative, and f continuous at u = 1, makes Σ |b_n| finite: for 0 < u < 1 the
// partial sums from N on are at most sup f plus a constant.
func (ev DegreesEvidence) coefficients(k *kernel.Kernel) (f Series, b constPoly, err error) {
	f, err = SeriesOf(k)
	if err := rule.First(ev.valid(), err); err != nil {
		return nil, nil, err
	}
	if err := f.TailNonnegative(ev.From); errors.Is(err, errFrom) {
		return nil, nil, rule.Reject("%v", err)
	} else if err != nil {
		return nil, nil, err
	}
	b, err = f.Maclaurin(ev.Terms)
	return f, b, err
}

// Series is a continuous f on [−1,1] with its Maclaurin series: an Arcs or an AtomSum.
type Series interface {
	// Maclaurin returns the coefficients b_n, n < length.
	Maclaurin(length int) (constPoly, error)
	// TailNonnegative proves b_n ≥ 0 for all n ≥ from.
	TailNonnegative(from int) error
}

// SeriesOf finds the series of f(u) = k(√(2−2u)).
//
// Both prove k(0) and k(2) to be the values of their form at u = ±1.
func SeriesOf(k *kernel.Kernel) (Series, error) {
	if _, err := arcFormOf(k); errors.Is(err, errNotOnSphere) {
		sum, err := atomsOf(k)
		if err == nil {
			return sum, nil
		}
		if !errors.Is(err, errNotAtoms) {
			return nil, rule.Reject("%v", err)
		}
	}
	return ArcsOf(k)
}

// allSpheresArcs: f = Σ b_n uⁿ with b_n ≥ 0 for all n, continuous on [−1,1] (Schoenberg 1942,
// theorem 2; Schur for the powers of a Gram matrix).
func allSpheresArcs(_ *rule.Checker, g rule.Goal, ev DegreesEvidence) error {
	_, b, err := ev.coefficients(g.Kernel)
	if err != nil {
		return err
	}
	return b[:ev.From].allNonnegative("Maclaurin")
}

// allNonnegative wants coefficients that are not negative.
func (p constPoly) allNonnegative(what string) error {
	for n, x := range p {
		if err := rule.Proved(rule.Nonnegative(x), "the %s coefficient %v of degree %d is not negative", what, x,
			n); err != nil {
			return err
		}
	}
	return nil
}

// sphereGegenbauer: with b_n ≥ 0 for n ≥ N and M ≥ N, a coefficient a_j of f is at least that of
// Σ_{n<M} b_n uⁿ, since uⁿ has nonnegative coefficients, of degrees n, n−2, …; for j ≥ N only terms
// with b_n ≥ 0 contribute. Schoenberg (1942), theorem 1.
func sphereGegenbauer(_ *rule.Checker, g rule.Goal, ev DegreesEvidence) error {
	f, b, err := ev.coefficients(g.Kernel)
	if err != nil {
		return err
	}
	// Degrees of P are below From, by TailNonnegative, so that the partial sum of Terms ≥ From terms has all of P.
	c, err := b.gegenbauer(g.Dim, g.Kernel.Meter())
	if err != nil {
		return err
	}
	c = c[:min(ev.From, len(c))]
	sum, ok := f.(*AtomSum)
	if !ok {
		of := f.(*Arcs).series()
		of.meter = g.Kernel.Meter()
		sum = &of
	}
	// A partial sum that is shorter than N lost trailing coefficients that are exactly 0.
	for n := range c { // where a partial sum is none, or is not known to be
		if rule.Nonnegative(c[n]) == ball.True {
			continue
		}
		if x, err := sum.coefficient(g.Dim, n); err == nil {
			c[n] = x
		}
	}
	return c.allNonnegative("partial Gegenbauer")
}

// gegenbauer returns the coefficients of p in the polynomials P_n of S^{d−1}, d ≥ 2, P_n(1) = 1.
//
// m counts the work: each of 400 coefficients may come to be a sum of as many Bessel functions.
func (p constPoly) gegenbauer(d int, m *budget.Meter) (constPoly, error) {
	scale := func(x constant.Value, r *big.Rat) constant.Value {
		v, _ := x.Scaled(r, m)
		return v
	}
	a := constPoly(Gegenbauer(p, d, constant.Value{}, constant.Value.Add, scale)).trim()
	if m.Stopped() { // then some are missing
		return nil, errSpent(m)
	}
	return a, nil
}

// Gegenbauer does so for any coefficients, by Horner's rule and
//
//	u P_n = ((n+d−2) P_{n+1} + n P_{n−1}) / (2n+d−2),   u P_0 = P_1.
//
// (DLMF 18.9.1 with P_n(1) = 1.) For n ≥ 1 and d ≥ 2 the denominator is positive, and both weights
// are ≥ 0; for d = 2, n ≥ 1 they are ½ and ½.
func Gegenbauer[T any](p []T, d int, zero T, add func(x, y T) T, scale func(x T, r *big.Rat) T) []T {
	var a []T
	for _, c := range slices.Backward(p) {
		up := slices.Repeat([]T{zero}, len(a)+1)
		for n, c := range a {
			if n == 0 {
				up[1] = add(up[1], c)
				continue
			}
			all := int64(2*n + d - 2)
			up[n+1] = add(up[n+1], scale(c, big.NewRat(int64(n+d-2), all)))
			up[n-1] = add(up[n-1], scale(c, big.NewRat(int64(n), all)))
		}
		up[0] = add(up[0], c)
		a = up
	}
	return a
}

// sphereTwoPoints: S⁰ = {1, −1} has the Gram matrix k(0), k(2) / k(2), k(0) with the eigenvalues
// k(0) ± k(2), and its minor k(0) ≥ 0 follows.
func sphereTwoPoints(_ *rule.Checker, g rule.Goal, _ rule.None) error {
	if g.Dim != 1 {
		return rule.Reject("S^%d has more than two points", g.Dim-1)
	}
	// 256 bits tell k(0) from |k(2)| where these are no constants that are known
	// An enclosure decides where |k(2)| < k(0); equality needs constants.
	ev := pd.NewValueEvidence(g.Kernel, big.NewRat(2, 1), 256)
	if new(ball.Real).Abs(ev.Value, 256).LessEq(ev.Zero) == ball.True {
		return nil
	}
	zero, err := rule.ValueAtZero(g.Kernel)
	two, err2 := formula.Eval(g.Kernel.Expr(), constInt(2), g.Kernel.Constants())
	if err := rule.First(err, err2); err != nil {
		return rule.Incomplete("whether k(0) = %v is at least |k(2)|, k(2) = %v", ev.Zero, ev.Value)
	}
	return constPoly{zero.Add(two), zero.Sub(two)}.allNonnegative("two-point")
}
