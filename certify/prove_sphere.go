package certify

import (
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/conditional"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/harmonic"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/crosscheck"
	"krein/internal/certify/gram"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
	"krein/internal/certify/view"
	"krein/internal/certify/zonal"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

var sphereProvers []prover

// sphereFirst are those of kernels that are formulas of the sphere; they take no time with others. Beyond the
// sphere there is nothing to be found of a formula in the angle.
func sphereFirst() []prover {
	first := []prover{
		{PDAllSpheres, proveAllSpheresArcs},
		{PDAllSpheres, proveAllSpheresAngle},
		{PDAllSpheres, composition(PDAllSpheres, true)},
		{PDAllSpheres, proveAllSpheresAtZero},
		sphereFromAll,
	}
	return append(first,
		ofAngle(PDSphere, proveSphereAngle, true),
		prover{PDSphere, axial(PDSphere, true)},
		ofAngle(PDSphere, refuteSpherePolynomial, true),
		ofAngle(PDSphere, refuteSphereCircle, true),
		ofAngle(PDSphere, refuteSphereAntipode, true),
		prover{PDAllSpheres, refuteAllSpheresHere},
		ofAngle(PDAllSpheres, refuteAllSpheresSingular, true),
	)
}

// layerProvers take networks of several layers apart, layer by layer, before anything else is tried: formulas in which an
// arccosine or arcsine holds another one, the size of which is exponential in their number.
func layerProvers() []prover {
	ofLayers := func(find func(f *session) []candidate) prover {
		return prover{PDAllSpheres, func(f *session) []candidate {
			if !f.K.Expr().Some(parts.Nested) {
				return nil
			}
			return find(f)
		}}
	}
	return []prover{ofLayers(composition(PDAllSpheres, true)), ofLayers(proveAllSpheresParts), sphereFromAll}
}

// ofAngle is a prover for formulas in the angle only, or for others only.
func ofAngle(id ID, find func(f *session) []candidate, angle bool) prover {
	return prover{id, func(f *session) []candidate {
		if _, plain := sphere.Angular(f.K); plain != angle {
			return nil
		}
		return find(f)
	}}
}

func init() { // the provers use one another through session.prove
	sphereProvers = []prover{
		implied("pd-all-spheres.completely-monotone",
			"k(√t) is completely monotone and k is continuous at 0, so k is positive definite on every "+
				"R^n and on the spheres in it"),
		sphereFromAll,
		{PDSphere, func(*session) []candidate {
			return proves(proof.NewStep("pd-sphere.two-points", "k(0) ≥ |k(2)|, and S⁰ has only two points", nil))
		}},
		{PDSphere, refuteSphereBounded},
		ofAngle(PDSphere, refuteSphereCircle, false),
		ofAngle(PDSphere, refuteSphereAntipode, false),
		{PDAllSpheres, refuteAllSpheresHere},
		{PDAllSpheres, refuteAllSpheresMaclaurin},
		{PDAllSpheres, proveAllSpheresSeries},
		{PDAllSpheres, proveAllSpheresParts},
		{PDAllSpheres, proveAllSpheresTrigonometric},
		{PDAllSpheres, proveAllSpheresDerivative},
		{PDAllSpheres, proveCusp(PDAllSpheres)},
		{PDAllSpheres, composition(PDAllSpheres, false)},
		sphereFromAll,
		{PDSphere, refuteSphereSeries},
		implied("pd-sphere.pd", "k is positive definite on R^d, which contains the sphere"),
		{PDSphere, proveSphereGegenbauer},
		{PDSphere, proveCusp(PDSphere)},
		{PDSphere, sphereBy("pd-sphere.fourier", zonal.ByParts)},
		{PDSphere, refuteSphereJump},
		{PDSphere, refuteSpherePower},
		{PDSphere, refuteSphereRougher},
		{PDSphere, refuteSphereCoefficient},
		{PDSphere, sphereBy("pd-sphere.legendre", zonal.Roots)},
		ofAngle(PDSphere, proveSphereConvexAngle, false),
		{PDAllSpheres, axial(PDAllSpheres, false)},
		{PDSphere, trigonometric(PDSphere)},
		{PDSphere, axial(PDSphere, false)},
		{PDAllSpheres, refuteAllSpheresHere},
		{PDAllSpheres, refuteAllSpheresSeries},
		ofAngle(PDAllSpheres, refuteAllSpheresSingular, false),
		{PDAllSpheres, refuteAllSpheresElsewhere},
		sphereFromAll, // once more, for what the claim above may have found
	}
}

// sphereBits are the precisions at which the sign of a value is tried.
var sphereBits = []rule.Bits{96, 256, 768}

// integralBits are those for integrals, which take longer.
var integralBits = []rule.Bits{32, 64, 128, 256, 768}

func proveAllSpheresArcs(f *session) []candidate {
	if _, err := sphere.ArcsOf(f.K); err != nil {
		return nil
	}
	return proveAllSpheresSeries(f)
}

// proveAllSpheresSeries looks at closed forms of the Maclaurin coefficients.
func proveAllSpheresSeries(f *session) []candidate {
	ev, err := zonal.NonnegativeFrom(f.K)
	if err != nil {
		return nil
	}
	return proves(proof.NewStep("pd-all-spheres.arcs",
		"f(u) = k(√(2−2u)) is continuous on [−1,1], and its Maclaurin coefficients, of which there is a "+
			"formula, are all nonnegative", ev))
}

var sphereFromAll = implied("pd-sphere.all-spheres", "k is positive definite on the spheres of all dimensions")

func proveSphereGegenbauer(f *session) []candidate {
	if f.Dim < 2 {
		return nil
	}
	ev, err := zonal.NonnegativeFrom(f.K)
	if err != nil {
		f.lacks("pd-sphere.gegenbauer", err)
		return nil
	}
	return proves(proof.NewStep("pd-sphere.gegenbauer",
		fmt.Sprintf("the Maclaurin coefficients of f(u) = k(√(2−2u)) are nonnegative from degree %d on, and so are the "+
			"Gegenbauer coefficients on S^%d below",
			ev.From, f.Dim-1), ev))
}

// sphereBy proves positive definiteness by a rule for functions that are smooth but for finitely many points.
func sphereBy(id string, prove func(*kernel.Kernel, int) (*proof.Step, error)) func(*session) []candidate {
	return func(f *session) []candidate {
		s, err := prove(f.K, f.Dim)
		if err != nil {
			f.lacks(id, err)
			return nil
		}
		return proves(s)
	}
}

// refuteSphereBounded looks for a distance at which |k| exceeds k(0).
func refuteSphereBounded(f *session) []candidate {
	at := f.Samples()
	best, excess, values := 0.0, 0.0, append([]float64{f.At(2)}, at.K...)
	for i, z := range append([]float64{2}, at.Z...) {
		if z > 2 || f.Dim == 1 && z != 2 {
			continue
		}
		if e := math.Abs(values[i]) - at.At0; e > excess && !math.IsInf(e, 0) {
			best, excess = z, e
		}
	}
	if best == 0 {
		return nil
	}
	z, ok := view.Nearby(best, 1e-3)
	if !ok || f.Dim == 1 || z.Cmp(big.NewRat(2, 1)) > 0 {
		z = big.NewRat(2, 1)
	}
	for _, bits := range sphereBits {
		ev := pd.NewValueEvidence(f.K, z, bits)
		var v ball.Real
		if ev.Zero.Less(v.Abs(ev.Value, uint(bits))) == ball.True {
			return refutes(proof.NewStep("pd-sphere.bounded-by-zero", fmt.Sprintf("|k(%s)| exceeds k(0)", z.RatString()), ev))
		}
	}
	return nil
}

// refuteSphereJump looks for a value other than a limit.
func refuteSphereJump(f *session) (out []candidate) {
	for _, j := range findJump(f) {
		var ev finite.JumpEvidence
		if err := j.step.Decode(&ev); err == nil {
			out = append(out, refutes(proof.NewStep("pd-sphere.jump",
				fmt.Sprintf("k has at z = %s a value other than a limit, and is continuous at 0", ev.At), ev))...)
		}
	}
	return out
}

// refuteSpherePower looks for a leading term at the pole of the wrong sign.
func refuteSpherePower(f *session) []candidate {
	ev, err := conditional.NewPowerEvidence(f.checker, f.K, f.Dim, "0")
	if err != nil || f.Dim < 2 {
		return nil
	}
	return refutes(proof.NewStep("pd-sphere.power", "even powers aside, k is "+powerTerm(ev)+
		" at 0, which makes the coefficients of high degrees negative", ev))
}

// refuteSphereRougher looks for points at which k is rougher than its beginning allows.
func refuteSphereRougher(f *session) (out []candidate) {
	local := f.checker.Singularities(f.K, finite.LocalOrder(f.Dim))
	for i := range local.Singularities {
		s := &local.Singularities[i]
		if f.Dim < 2 || s.At.Value <= 0 || s.At.Value >= 2 || s.Exponent == nil {
			continue
		}
		if finite.Rougher(local, s, int64(f.Dim)-2) != ball.True {
			continue
		}
		out = append(out, refutes(proof.NewStep("pd-sphere.rougher",
			fmt.Sprintf("at z = %s, within (0,2), the exponent %s counts: k is rougher there than its beginning at "+
				"0 and the dimension allow", s.At, s.Exponent),
			finite.Evidence(s)))...)
	}
	if f.Dim < 2 {
		return out
	}
	if ev, at, err := sphere.AntipodeEvidence(f.K); err == nil && finite.Rougher(local, at, 0) == ball.True {
		out = append(out, refutes(proof.NewStep("pd-sphere.rougher", fmt.Sprintf("as a function of the distance from the "+
			"antipode k has there the exponent %s: it is rougher than at the pole", at.Exponent), ev))...)
	}
	return out
}

// refuteSphereCircle looks for a negative eigenvalue on a regular polygon.
func refuteSphereCircle(f *session) []candidate {
	if f.Dim < 2 {
		return nil
	}
	n, points := zonal.Polygon(f.At)
	if points == 0 {
		return nil
	}
	for i, bits := range []uint{10, 30, 50} { // the points are the nearer the more
		if ev := gram.Evidence(f.K, crosscheck.Polygon(n, points, bits), sphereBits[i]); ev.Form.Negative() == ball.True {
			return refutes(proof.NewStep("pd-sphere.points",
				fmt.Sprintf("of points near a regular %d-gon the Gram matrix has a negative eigenvalue, "+
					"about that of cos(2πj·%d/%d)", points, n, points), ev))
		}
	}
	return nil
}

// refuteNegative raises the precision until the value is proved negative.
func (f *session) refuteNegative(rule, says string, precisions []rule.Bits,
	compute func(bits rule.Bits) (sphere.CoefficientEvidence, error)) []candidate {
	for _, bits := range precisions {
		ev, err := compute(bits)
		if err != nil {
			f.lacks(rule, err)
			return nil
		}
		if f.Ctx.Err() != nil {
			return nil
		}
		if ev.Value.Negative() == ball.True {
			return refutes(proof.NewStep(rule, says, ev))
		}
	}
	return nil
}

// refuteSphereCoefficient encloses the coefficient of which floats are surest that it is negative.
func refuteSphereCoefficient(f *session) []candidate {
	if f.Dim < 2 {
		return nil
	}
	g := f.Gegenbauer()
	worst, least := -1, 0.0
	for n, c := range g.C {
		if sure := c / max(g.Err[n], 1e-300); sure < -f.set.Margin && sure < least {
			worst, least = n, sure
		}
	}
	if worst < 0 {
		return nil
	}
	return f.refuteGegenbauer(worst)
}

// refuteSphereSeries looks for one of high degree.
func refuteSphereSeries(f *session) []candidate {
	if f.Dim < 2 {
		return nil
	}
	if n, ok := zonal.Negative(f.K, f.Dim); ok {
		return f.refuteGegenbauer(n)
	}
	return nil
}

// refuteSpherePolynomial does so for polynomials in u, as cos(nθ) is, of which all coefficients are exact.
func refuteSpherePolynomial(f *session) []candidate {
	if a, err := sphere.ArcsOf(f.K); err != nil || len(a.Q)+len(a.R) > 0 {
		return nil
	}
	return refuteSphereSeries(f)
}

// refuteGegenbauer encloses the coefficient of degree n.
func (f *session) refuteGegenbauer(n int) []candidate {
	return f.refuteNegative("pd-sphere.negative-coefficient",
		fmt.Sprintf("the Gegenbauer coefficient of degree %d on S^%d is negative", n, f.Dim-1), integralBits,
		func(bits rule.Bits) (sphere.CoefficientEvidence, error) {
			return sphere.NewGegenbauerEvidence(f.Ctx, f.K, f.Dim, n, bits)
		})
}

func refuteAllSpheresHere(f *session) []candidate {
	s, holds := f.proof(PDSphere)
	if s == nil || holds {
		return nil
	}
	return refutes(proof.NewStep("pd-all-spheres.dimension", fmt.Sprintf("k is not positive definite on S^%d", f.Dim-1),
		pd.DimensionEvidence{Other: f.Dim}, s))
}

// refuteAllSpheresMaclaurin encloses a Maclaurin coefficient that floats find negative.
func refuteAllSpheresMaclaurin(f *session) []candidate {
	a, e, err := numeric.TaylorT(f.K, 2, f.set.Orders)
	if err != nil {
		return nil
	}
	scale := 1.0
	for n := range a {
		if b := scale * a[n]; b < -f.set.Margin*(math.Abs(scale)*e[n]+1e-15*math.Abs(b)) {
			return f.refuteMaclaurin(n)
		}
		scale *= -2
	}
	return nil
}

// refuteMaclaurin encloses that of degree n.
func (f *session) refuteMaclaurin(n int) []candidate {
	return f.refuteNegative("pd-all-spheres.maclaurin",
		fmt.Sprintf("the Maclaurin coefficient of degree %d of f(u) = k(√(2−2u)) is negative", n), sphereBits,
		func(bits rule.Bits) (sphere.CoefficientEvidence, error) {
			return sphere.NewMaclaurinEvidence(f.K, n, bits), nil
		})
}

// refuteAllSpheresSeries looks for a negative coefficient of high degree.
func refuteAllSpheresSeries(f *session) []candidate {
	if n, ok := zonal.Negative(f.K, 0); ok {
		return f.refuteMaclaurin(n)
	}
	return nil
}

// refuteAllSpheresElsewhere looks at the spheres of other dimensions.
func refuteAllSpheresElsewhere(f *session) []candidate {
	for _, d := range []int{2, 8, 64} {
		if d == f.Dim {
			continue
		}
		other := newSession(f.Ctx, f.K, d, f.set)
		for _, refute := range []func(*session) []candidate{refuteSphereJump, refuteSpherePower, refuteSphereCircle,
			refuteSphereCoefficient} {
			for _, c := range refute(other) {
				return refutes(proof.NewStep("pd-all-spheres.dimension", fmt.Sprintf("k is not positive definite on S^%d", d-1),
					pd.DimensionEvidence{Other: d}, c.step))
			}
		}
	}
	return nil
}

// proveAllSpheresParts takes k apart, a sum, a product, a power series.
func proveAllSpheresParts(f *session) []candidate {
	shape := shape.ShapeOf(f.K)
	all := func(parts []*kernel.Kernel) (steps []*proof.Step, ok bool) {
		if len(parts) == 0 || len(parts) == 1 && parts[0].Expr().Equal(f.K.Expr()) {
			return nil, false
		}
		for _, k := range parts {
			s, holds := f.prove(k, f.Dim, PDAllSpheres)
			if s == nil || !holds {
				return nil, false
			}
			steps = append(steps, s)
		}
		return steps, true
	}
	terms, _ := sphere.Terms(shape)
	var summands []*kernel.Kernel
	for _, e := range terms {
		summands = append(summands, shape.With(e))
	}
	if steps, ok := all(summands); ok {
		return proves(proof.NewStep("pd-all-spheres.sum", "a sum of kernels that are positive definite on all spheres",
			nil, steps...))
	}
	for _, ev := range zonal.Products(shape) {
		if kernels, constant, err := ev.Split(shape); err == nil && notNegative(constant) {
			if steps, ok := all(kernels); ok {
				return proves(proof.NewStep("pd-all-spheres.product",
					"a product of kernels that are positive definite on all spheres", ev, steps...))
			}
		}
	}
	for _, shift := range zonal.Shifts(shape.Core, f.K.Constants()) {
		ev := rule.Series{Shift: rule.Rational{Rat: shift}}
		inner, _, _, err := ev.InnerOf(shape.Core, shape.With(shape.Core))
		if err != nil {
			continue
		}
		if s, holds := f.prove(shape.With(inner), f.Dim, PDAllSpheres); s != nil && holds {
			return proves(proof.NewStep("pd-all-spheres.power-series",
				"a power series with nonnegative coefficients in a kernel that is positive definite on all spheres", ev, s))
		}
	}
	return nil
}

// proveAllSpheresTrigonometric writes products and powers of sines and cosines as sums of waves.
func proveAllSpheresTrigonometric(f *session) []candidate {
	k := harmonic.Form(f.K)
	if k == nil || parts.Opened(k.Expr()).Equal(parts.Opened(f.K.Expr())) {
		return nil
	}
	if s := f.proven(k, PDAllSpheres); s != nil {
		return proves(proof.NewStep("pd-all-spheres.trigonometric", "products of waves are written as sums of waves", nil, s))
	}
	return nil
}

// maxSphereOrder bounds the derivatives that are tried.
const maxSphereOrder = 3

// proveAllSpheresDerivative tries the kernels c − B, B a Bernstein function of t = z², and those of higher order.
func proveAllSpheresDerivative(f *session) []candidate {
	core := f.K.Derive(shape.ShapeOf(f.K).Core)
	seen := f
	cut := !core.Expr().Equal(f.K.Expr())
	if cut {
		seen = newSession(f.Ctx, core, f.Dim, f.set)
	}
	if violated, err := seen.Violated(0); err != nil || !violated {
		if !cut || err != nil {
			return nil // k(√t) itself is completely monotone, or seems so: then its derivatives are no easier
		}
		if s, holds := f.prove(core, f.Dim, CompletelyMonotone); s != nil && holds {
			return proves(proof.NewStep("pd-all-spheres.derivative", "what k is on the sphere is completely monotone in t = z² for "+
				"every t > 0", normal.OrderEvidence{}, s))
		}
		return nil
	}
	for n := 1; n <= maxSphereOrder; n++ {
		if violated, err := seen.Violated(n); err != nil || violated {
			continue
		}
		ev := normal.OrderEvidence{Order: n}
		k, err := ev.Derived(core)
		if err != nil {
			return nil
		}
		if sphere.NewMaclaurinEvidence(core, n-1, 64).Value.Negative() == ball.True {
			return nil
		}
		if s, holds := f.prove(k, f.Dim, CompletelyMonotone); s != nil && holds {
			return proves(proof.NewStep("pd-all-spheres.derivative",
				fmt.Sprintf("(−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone for n = %d, and the Maclaurin coefficients of f(u) = "+
					"k(√(2−2u)) of lower degree are nonnegative", n), ev, s))
		}
	}
	return nil
}

// refuteAllSpheresSingular looks for a distance in (0,2) at which k is not analytic, or an angle in (0,π).
func refuteAllSpheresSingular(f *session) []candidate {
	var out []candidate
	h, plain := sphere.Angular(f.K)
	for _, d := range []int{1, 8, 64, 256} {
		ev := sphere.SingularityEvidence{DimensionEvidence: pd.DimensionEvidence{Other: d}, Angle: plain}
		other, end := newSession(f.Ctx, f.K, d, f.set), 2.0
		if plain {
			other, end = newSession(f.Ctx, f.K.Derive(h), d, f.set), math.Pi
		}
		other.checker = f.checker
		if s, _ := singularity(other, end); s != nil {
			out = append(out, candidate{false, proof.NewStep("pd-all-spheres.singularity",
				"k is not analytic at a distance between 0 and 2", ev, s)})
		}
	}
	return out
}
