package certify

import (
	"fmt"
	"math/bits"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/crosscheck"
	"krein/internal/certify/gram"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
	"krein/internal/certify/zonal"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// proveAllSpheresAngle tries completely monotone functions of the angle, and those with completely
// monotone derivatives.
func proveAllSpheresAngle(f *session) []candidate {
	if _, plain := sphere.Angular(f.K); !plain {
		return nil
	}
	k, err := sphere.AngleRoot(f.K)
	if err != nil {
		return nil
	}
	seen := newSession(f.Ctx, k, f.Dim, f.set)
	for n := 0; n <= maxSphereOrder; n++ {
		if violated, err := seen.Violated(n); err != nil && n > 0 || violated {
			continue // without values far away, h itself is worth a try
		}
		ev, derivative := normal.OrderEvidence{Order: n}, k
		if n > 0 {
			if derivative, err = ev.Derived(k); err != nil {
				return nil
			}
		}
		s, holds := f.prove(derivative, f.Dim, CompletelyMonotone)
		if s != nil && holds {
			return proves(proof.NewStep("pd-all-spheres.angle", fmt.Sprintf("of k as a function h(θ) of the angle, "+
				"(−1)ⁿ h⁽ⁿ⁾ is completely monotone for n = %d: a power series in π − θ", n), ev, s))
		}
	}
	return nil
}

// mostAxial bounds the summands that are divided between f(u) and f(−u).
const mostAxial = 6

// axial takes k for f(u) ± f(−u): for a function of |u|, or for a sum.
func axial(id ID, abs bool) func(f *session) []candidate {
	return func(f *session) []candidate {
		var ways []sphere.AxialEvidence
		if abs && f.K.Expr().Some(func(e *formula.Expr) bool { return e.Op() == formula.OpAbs }) {
			ways = append(ways, sphere.AxialEvidence{})
		}
		if n := len(formula.Terms(shape.ShapeOf(f.K).Core)); !abs && n > 1 && n <= mostAxial && n%2 == 0 {
			for mask := 1; mask < 1<<n; mask++ {
				if bits.OnesCount(uint(mask)) != n/2 {
					continue
				}
				ev := sphere.AxialEvidence{}
				for i := range n {
					if mask>>i&1 != 0 {
						ev.Terms = append(ev.Terms, i)
					}
				}
				if mask&1 != 0 { // f(−u) would do as well as f(u)
					ways = append(ways, ev)
				}
				ev.Odd = true
				ways = append(ways, ev)
			}
		}
		for _, ev := range ways {
			half, err := ev.Half(f.K, f.checker.AtInfinity)
			if err != nil {
				continue
			}
			if s, holds := f.prove(half, f.Dim, id); s != nil && holds {
				return proves(proof.NewStep(string(id)+".axial", fmt.Sprintf("k is f(u) %s f(−u), f(√(2−2u)) = %s",
					map[bool]string{false: "+", true: "−"}[ev.Odd], half), ev, s))
			}
		}
		return nil
	}
}

// composition takes k for a function of a part of its formula: of any part, or of what is below a layer of a network.
// On spheres the larger parts come first, and elsewhere the smaller ones, of which most is known.
func composition(id ID, layers bool) func(f *session) []candidate {
	rule := map[ID]string{CompletelyMonotone: "completely-monotone.series", PD: "pd.composition",
		PDAllSpheres: "pd-all-spheres.composition"}[id]
	return func(f *session) []candidate {
		inner := slices.Collect(parts.Inner(shape.ShapeOf(f.K).Core, layers, budget.Of(f.Ctx)))
		if id != PDAllSpheres {
			slices.Reverse(inner)
		}
		for _, text := range inner {
			ev := sphere.CompositionEvidence{Inner: text}
			e, outer, err := ev.Parts(f.K, id)
			if err != nil || parts.Opened(outer.Expr()).Equal(parts.Opened(f.K.Expr())) {
				continue
			}
			var of, on *proof.Step
			if id == PDAllSpheres {
				if on = f.proven(outer, PDAllSpheres); on != nil {
					of = f.proven(e, id)
				}
			} else if of = f.proven(e, id); of != nil { // what is inside is simpler
				on = f.allSpheresOnly(outer)
			}
			if on != nil && of != nil {
				return proves(proof.NewStep(rule, "a power series with nonnegative coefficients, as a kernel of all "+
					"spheres is, in such a function", ev, of, on))
			}
		}
		return nil
	}
}

// proven is a proof that a claim holds of another kernel, nil if none was found.
func (f *session) proven(k *kernel.Kernel, id ID) *proof.Step {
	if s, holds := f.prove(k, f.Dim, id); holds {
		return s
	}
	return nil
}

// allSpheresOnly is a proof that a kernel, which does not look completely monotone, is positive definite on all
// spheres.
func (f *session) allSpheresOnly(k *kernel.Kernel) *proof.Step {
	if f.depth >= maxDepth {
		return nil
	}
	sub := f.nested(k, f.Dim)
	sub.proveOnly(PDAllSpheres)
	if s, holds := sub.proof(PDAllSpheres); holds {
		return s
	}
	return nil
}

// proveAllSpheresAtZero leaves out a value at 0 above the limit.
func proveAllSpheresAtZero(f *session) []candidate {
	e := sphere.BesideZero(f.K)
	if s := shape.ShapeOf(f.K); e.Expr().Equal(s.With(parts.Opened(s.Core)).Expr()) {
		return nil
	}
	if s := f.proven(e, PDAllSpheres); s != nil {
		says := s.Says // of the same function, written without what counts beyond z = 2 only
		if _, own, err := f.K.OwnValueAtZero(); err != nil || own {
			says = "the value at 0 is at least that of a positive definite kernel"
		}
		return proves(proof.NewStep("pd-all-spheres.at-zero", says, nil, s))
	}
	return nil
}

// proveSphereAngle substitutes the angle for the distance in positive definite functions of bounded support.
func proveSphereAngle(f *session) []candidate {
	if f.Dim < 2 {
		return nil
	}
	dim := f.Dim - 1 + f.Dim%2
	h, err := sphere.Truncated(f.K, f.checker.AtInfinity)
	if err != nil {
		return nil
	}
	s, holds := f.prove(h, dim, PD)
	if s == nil || !holds {
		return nil
	}
	return inAngle(dim, s)
}

// proveSphereConvexAngle is proveSphereAngle for formulas in the distance, of which convexity alone is tried: in even
// dimension it suffices for (1−z/R)^δ with δ ≥ d/2, and not only with δ ≥ (d+1)/2 as on R^d.
func proveSphereConvexAngle(f *session) []candidate {
	if f.Dim < 2 || f.Dim%2 == 1 || f.checker.AtInfinity(f.K).Kind != asymptotic.ZeroBeyond {
		return nil
	}
	h, err := sphere.Truncated(f.K, f.checker.AtInfinity)
	if err != nil || pd.Convex(f.checker, h, f.Dim-1) != nil {
		return nil
	}
	return inAngle(f.Dim-1, convexStep(f.Dim-1))
}

// inAngle is the step from a kernel of the angle on R^dim to the sphere.
func inAngle(dim int, s *proof.Step) []candidate {
	return proves(proof.NewStep("pd-sphere.angle",
		fmt.Sprintf("k as a function of the angle vanishes beyond π and is positive definite on R^%d", dim), nil, s))
}

// refuteSphereAntipode compares central differences at the antipode with those at the pole: a
// function that is positive definite on a circle is nowhere rougher than at 0.
func refuteSphereAntipode(f *session) []candidate {
	if f.Dim < 2 {
		return nil
	}
	for order := 1; order <= 3; order++ {
		for _, halvings := range []int{3, 6, 10, 16, 28, 48, 80, 140, 280, 560} {
			if order > 1 && halvings > 140 { // for cusps close to one another, θ^1.01 beside θ
				break
			}
			bits := rule.Bits(64 + 32*((2*order*halvings+63)/32))
			for sign := int64(-1); sign <= 1 && f.Ctx.Err() == nil; sign += 2 {
				form := crosscheck.Antipodal(order, halvings, sign)
				if ev := gram.Evidence(f.K, form, bits); ev.Form.Negative() == ball.True {
					return refutes(proof.NewStep("pd-sphere.points", fmt.Sprintf("k is rougher at the antipode than at the pole: "+
						"Σ c_i c_j k(‖x_i−x_j‖) < 0 for points some 2^−%d apart there, and their opposites", halvings-1), ev))
				}
			}
		}
	}
	return nil
}

// proveCusp is for functions of the angle that are singular at the pole and the antipode alone.
func proveCusp(id ID) func(f *session) []candidate {
	return func(f *session) []candidate {
		here := f.verdict(PDSphere)
		if id == PDSphere && f.Dim < 2 || here.proved() && here.holds != ball.True {
			return nil
		}
		ev, err := zonal.PositiveFrom(f.K, id == PDSphere)
		if err != nil {
			return nil
		}
		return proves(proof.NewStep(string(id)+".cusp",
			fmt.Sprintf("as a function of the angle k is holomorphic around [0,π] with the larger cusp at the pole: its "+
				"Maclaurin coefficients are positive from degree %d on, and the coefficients before that are not negative",
				ev.From), ev))
	}
}
