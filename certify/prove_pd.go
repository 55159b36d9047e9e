package certify

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/family"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
	"krein/internal/certify/view"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/internal/special/double"
	"krein/kernel"
)

// pdProvers look for proofs and refutations of positive definiteness on R^d, the cheap ones first.
var pdProvers []prover

func init() { // the provers use one another through session.prove
	pdProvers = []prover{
		{PD, findPDBound},
		pdMonotone,
		{PD, findPDWave},
		{PD, findPDFamily},
		{PD, findPDBetween},
		{PD, findPDShifts},
		{PD, findPDBand},
		{PD, findPDConvex},
		{PD, findPDLocal},
		{PD, findPDPower},
		{PD, findPDParts},
		{PD, composition(PD, false)},
		{PD, findPDLambda},
		implied("pd.infinite-mass",
			"a continuous positive definite function is the transform of a finite measure, and there is none"),
		{PD, findPDFourier},
		{PD, findPDChord},
		{PD, findPDDensity},
		{PD, findPDHigher},
		{PD, findPDDistributed},
		{PD, findPDPoints},
	}
}

// pdBits are the precisions at which inequalities between enclosures are tried.
var pdBits = []rule.Bits{64, 256, 1024}

// findPDBound looks for a distance at which |k| exceeds k(0).
func findPDBound(f *session) []candidate {
	s := f.Samples()
	if math.IsNaN(s.At0) {
		return nil
	}
	z, top := 0.0, math.Abs(s.At0)
	for i, v := range s.K {
		if a := math.Abs(v); a > top && !math.IsInf(a, 0) {
			z, top = s.Z[i], a
		}
	}
	if !(top > s.At0) {
		return nil
	}
	var out []candidate
	for i, bits := range pdBits {
		at := new(big.Rat)
		if z > 0 {
			var ok bool
			if at, ok = view.Nearby(z, []float64{1e-2, 1e-6, 0}[i]); !ok {
				return nil
			}
		}
		out = append(out, candidate{false, proof.NewStep("pd.bounded-by-zero",
			fmt.Sprintf("|k(%s)| is larger than k(0)%s", at.RatString(), equal(s.At0)), pd.NewValueEvidence(f.K, at, bits))})
	}
	return out
}

var pdMonotone = implied("pd.completely-monotone",
	"k(√t) is completely monotone and k is continuous at 0, so that k is a mixture of Gaussians")

func findPDWave(f *session) []candidate {
	if delta, _, ok := wave.Lambda(f.K.Expr()); ok {
		return proves(proof.NewStep("pd.wave", "k is a positive multiple of Λ_δ(az) with δ = "+
			delta.String()+" ≥ d", nil))
	}
	return waveProducts(f)
}

// waveProducts reads k as a product of waves, with each of them as the carrier that has the order of a sphere of R^n, n ≤ 3.
func waveProducts(f *session) (out []candidate) {
	if f.Dim > 3 {
		return nil
	}
	factors, _ := formula.FactorList(f.K.Expr(), true)
	var powers []int // of z, not in a group yet
	var groups [][]int
	for i, e := range factors {
		switch e.Op() {
		case formula.OpSin, formula.OpCos, formula.OpBesselJ:
			groups = append(groups, []int{i})
		default:
			powers = append(powers, i)
		}
	}
	if len(groups) < 2 {
		return nil
	}
	for g := range groups {
		e := factors[groups[g][0]]
		if _, _, ok := wave.Lambda(e); ok {
			continue
		}
		i := slices.IndexFunc(powers, func(i int) bool {
			_, _, ok := wave.Lambda(formula.Combine(formula.OpMul, e, factors[i]))
			return ok
		})
		if i < 0 {
			return nil
		}
		groups[g] = append(groups[g], powers[i])
		powers = slices.Delete(powers, i, i+1)
	}
	for g := range groups {
		ordered := slices.Concat(groups[g:g+1], groups[:g], groups[g+1:])
		out = append(out, proves(proof.NewStep("pd.wave", "k is a wave of a sphere times others whose frequencies add up to no more",
			pd.WaveEvidence{Product: &pd.ProductEvidence{Powers: true, Groups: ordered}}))...)
	}
	return out
}

// findPDFamily tries the families of functions of which it is known when they are positive definite.
func findPDFamily(f *session) (out []candidate) {
	for _, m := range family.Of(f.K) {
		out = append(out, candidate{m.Holds, proof.NewStep(m.Rule(), m.Says(), m.Evidence)})
	}
	return out
}

func findPDConvex(f *session) []candidate {
	if f.bends() {
		return nil
	}
	if pd.Convex(f.checker, f.K, f.Dim) != nil {
		return nil
	}
	return proves(convexStep(f.Dim))
}

func convexStep(dim int) *proof.Step {
	says := "k is convex, and tends to a limit that is not negative"
	if n := dim / 2; n > 0 {
		says = fmt.Sprintf("(−1)^%d k^(%[1]d) is convex", n)
	}
	return proof.NewStep("pd.askey-gneiting", says, nil)
}

// findPDHigher tries compact kernels in an odd dimension above, in which their densities are elementary.
func findPDHigher(f *session) []candidate {
	odd := max(f.Dim|1, 3)
	if odd == f.Dim || f.checker.AtInfinity(f.K).Kind != asymptotic.ZeroBeyond {
		return nil
	}
	if s, holds := f.prove(f.K, odd, PD); s != nil && holds {
		return proves(proof.NewStep("pd.dimension", fmt.Sprintf("k is positive definite on R^%d, which contains R^%d", odd,
			f.Dim), pd.DimensionEvidence{Other: odd}, s))
	}
	return nil
}

// bends reports that k, by floats, is not convex: then no derivative of it is, up to its sign, and tends to 0.
func (f *session) bends() bool {
	for z := 0.05; z < 50; z *= 1.3 {
		a, b, c := f.At(z), f.At(1.5*z), f.At(2*z)
		if b-(a+c)/2 > 1e-6*(math.Abs(a)+math.Abs(b)+math.Abs(c)) {
			return true
		}
	}
	return false
}

// findPDLocal refutes by the behaviour at 0, at infinity and at the singular points.
func findPDLocal(f *session) []candidate {
	var out []candidate
	if inf := f.checker.AtInfinity(f.K); inf.Kind != asymptotic.Undetermined && inf.Kind != asymptotic.Growth {
		if s, _ := inf.Limit.Sign(); s < 0 {
			out = append(out, candidate{false, proof.NewStep("pd.negative-limit",
				"the mean of k at infinity is "+inf.Limit.String()+" < 0", nil)})
		}
	}
	if x, err := f.K.ExactAt(piecewise.Origin(), true, 3); err == nil && f.K.Expr().Varies() {
		flat := true
		for _, t := range x.Terms {
			flat = flat && (t.Exp.Sign() == 0 && t.LogPow == 0 || t.Exp.CmpHalf(4) > 0 || t.Coef.IsZero() == ball.True)
		}
		if flat {
			z := f.different()
			out = append(out, candidate{false, proof.NewStep("pd.flat-at-zero",
				"k(0) − k(z) = o(z²) at 0, yet k is not constant", pd.NewValueEvidence(f.K, z, 64))})
		}
	}
	if p := f.oscillatingTail(); p != nil {
		out = append(out, candidate{false, proof.NewStep("pd.oscillating-tail", "the exponent "+p.Exponent.String()+
			" at z = "+p.At.String()+" gives m an oscillating leading tail", finite.Evidence(p))})
	}
	return out
}

// oscillatingTail finds a point at which an exponent counts that makes the leading tail of m oscillate; nil if there is
// none. The exponents that decide finite mass are looked at first, then all up to β + (d−1)/2, where exponents at 0 that
// are no even integers begin at β: beyond evenOrder none is looked for.
func (f *session) oscillatingTail() *asymptotic.Singularity {
	const evenOrder = 24
	if pd.TailRegular(f.checker, f.K) != nil {
		return nil
	}
	order := finite.LocalOrder(f.Dim)
	for range 2 {
		local := f.checker.Singularities(f.K, order)
		zero := local.Origin()
		if !local.Complete || zero == nil {
			return nil
		}
		for i := range local.Singularities {
			p := &local.Singularities[i]
			if p != zero && p.Exponent != nil && finite.Rougher(local, p, int64(f.Dim)-1) == ball.True {
				return p
			}
		}
		if order = f.Dim/2 + evenOrder; zero.Exponent != nil {
			order = min(order, int(zero.Exponent.Floor())+f.Dim/2+1)
		}
		order = max(min(order, pd.MaxTailOrder), finite.LocalOrder(f.Dim))
	}
	return nil
}

// findPDPower refutes by terms at 0 and at infinity that are not conditionally positive definite.
func findPDPower(f *session) (out []candidate) {
	for _, s := range f.wrongPowers() {
		out = append(out, candidate{false, proof.NewStep("pd.not-conditionally-pd",
			"k is not even conditionally positive definite", nil, s)})
	}
	return out
}

// different returns a distance at which k is at least half as far from k(0) as anywhere, the least of the samples, where the values
// for all of an interval of a parameter differ less than farther out; 1 where the floats do not name one.
func (f *session) different() *big.Rat {
	s := f.Samples()
	off := func(i int) float64 {
		if d := math.Abs(s.K[i] - s.At0); !math.IsInf(d, 0) {
			return d
		}
		return 0
	}
	most := 0.0
	for i := range s.K {
		most = math.Max(most, off(i))
	}
	z := math.Inf(1)
	for i := range s.K {
		if off(i) >= most/2 && off(i) > 0 {
			z = math.Min(z, s.Z[i])
		}
	}
	if r, ok := view.Nearby(z, 1e-2); ok {
		return r
	}
	return big.NewRat(1, 1)
}

// findPDLambda looks for a distance at which k lies below k(0)·min Λ_d.
func findPDLambda(f *session) []candidate {
	s := f.Samples()
	if f.Dim < 2 || !(s.At0 > 0) {
		return nil
	}
	z, low := 0.0, 0.0
	for i, v := range s.K {
		if v < low {
			z, low = s.Z[i], v
		}
	}
	if z == 0 || !(low < s.At0*leastLambda(f.Dim)) {
		return nil
	}
	// The first zero of Λ_{d+2}, between floats, is bracketed on both sides.
	x := firstMinimum(f.Dim)
	lo, below := view.Nearby(x*(1-1e-6), 1e-7)
	hi, above := view.Nearby(x*(1+1e-6), 1e-7)
	var out []candidate
	for i, bits := range pdBits {
		at, ok := view.Nearby(z, []float64{1e-2, 1e-6, 0}[i])
		if !ok || !below || !above {
			return nil
		}
		out = append(out, candidate{false, proof.NewStep("pd.lambda-bound",
			fmt.Sprintf("k(%s) lies below k(0)·min Λ_%d, the least value of a positive definite function",
				at.RatString(), f.Dim),
			pd.NewLambdaBoundEvidence(f.K, f.Dim, at, lo, hi, bits))})
	}
	return out
}

// firstMinimum returns the first zero of Λ_{d+2}, where Λ_d is least.
func firstMinimum(d int) float64 {
	return double.BesselJZeros(float64(d)/2, 1)[0]
}

// findPDParts looks for proofs from the structure of the formula.
func findPDParts(f *session) []candidate {
	if e, ok := shape.AtZero(f.K); ok {
		if s := f.provePD(f.K.Derive(e)); s != nil {
			return proves(proof.NewStep("pd.at-zero", "the value at 0 is at least that of a positive definite function", nil, s))
		}
		return nil
	}
	for _, find := range []func(*session) *proof.Step{findPDSum, findPDProduct, findPDSeries, findPDTrigonometric} {
		if s := find(f); s != nil && f.checker.Step(rule.Goal{Claim: PD, Holds: true, Kernel: f.K, Dim: f.Dim}, s) == nil {
			return proves(s) // the others may take all the work that is left
		}
	}
	return nil
}

// provePD returns a proof that another kernel is positive definite in the same dimension, or nil.
// Of other claims, only complete monotonicity is looked at.
func (f *session) provePD(k *kernel.Kernel) *proof.Step {
	if f.depth >= maxDepth {
		return nil
	}
	sub := newSession(f.Ctx, k, f.Dim, &Settings{SkipMass: true})
	sub.checker, sub.depth = f.checker, f.depth+1
	for _, p := range []prover{
		{PD, findPDBound}, {PD, findPDWave}, {PD, findPDFamily}, {PD, findPDBand}, {PD, findPDConvex},
		{PD, findPDChord},
		{CompletelyMonotone, proveMonotone}, pdMonotone,
		{PD, findPDLocal}, {PD, findPDPower}, {PD, findPDLambda}, {PD, findPDParts}, {PD, composition(PD, false)},
		{PD, provePDDensity}, {PD, findPDDistributed},
	} {
		if sub.proveWith(p); sub.verdicts[PD].holds != ball.Unknown {
			break
		}
	}
	if s, holds := sub.proof(PD); holds {
		return s
	}
	return nil
}

// proveOnly runs the provers of some claims until the last of them is decided.
func (f *session) proveOnly(claims ...ID) {
	for _, p := range provers() {
		if f.Ctx.Err() != nil || f.verdicts[claims[len(claims)-1]].holds != ball.Unknown {
			return
		}
		if slices.Contains(claims, p.claim) && f.verdicts[p.claim].holds == ball.Unknown {
			f.proveWith(p)
		}
	}
}

// provePDs proves that all kernels are positive definite; ok is false if one is not proved. known is what was tried
// before.
func (f *session) provePDs(ks []*kernel.Kernel, known map[string]*proof.Step) (steps []*proof.Step, ok bool) {
	for _, k := range ks {
		key := k.Expr().String()
		s, seen := known[key]
		if !seen {
			s = f.provePD(k)
			known[key] = s
		}
		if s == nil {
			return nil, false
		}
		steps = append(steps, s)
	}
	return steps, true
}

// oneByOne puts every summand that varies, or is cut off, into a group of its own; constant is the sum of the others, nil if
// there are none.
func oneByOne(shape shape.Shape, terms []*formula.Expr) (ev pd.SumEvidence, parts []*kernel.Kernel, constant *formula.Expr,
	err error) {
	for i, t := range terms {
		if t.Varies() || shape.Where != nil {
			ev.Groups = append(ev.Groups, []int{i})
		}
	}
	parts, constant, err = ev.Split(shape)
	return ev, parts, constant, err
}

// notNegative reports whether the constant beside the parts, nil if there is none, is known not to be negative: else no
// proof about the parts is of use.
func notNegative(constant *formula.Expr) bool {
	if constant == nil {
		return true
	}
	sign, err := rule.ConstantSign(constant)
	return err == nil && sign >= 0
}

// findPDSum proves each summand by itself, or else two groups: the summands that fail together with those that help.
func findPDSum(f *session) *proof.Step {
	shape := shape.ShapeOf(f.K)
	terms := formula.Terms(shape.Core)
	if len(terms) < 2 || len(terms) > 12 {
		return nil
	}
	ev, parts, constant, err := oneByOne(shape, terms)
	if err != nil || !notNegative(constant) {
		return nil
	}
	steps, ok := f.provePDs(parts, map[string]*proof.Step{})
	if !ok {
		return nil
	}
	return proof.NewStep("pd.sum", "a sum of positive definite functions", ev, steps...)
}

// findPDProduct proves each factor by itself, or waves with the powers of z that belong to them, or
// algebraic factors together.
func findPDProduct(f *session) *proof.Step {
	shape, known := shape.ShapeOf(f.K), map[string]*proof.Step{}
	for _, powers := range []bool{false, true} {
		factors, _ := formula.FactorList(shape.Core, powers)
		if len(factors) == 0 || len(factors) > 16 || len(factors) == 1 && factors[0].Equal(shape.Core) {
			continue
		}
		if powers && !slices.ContainsFunc(factors, func(e *formula.Expr) bool { return e.Op() != formula.OpPow }) {
			continue
		}
		for _, groups := range parts.Groupings(factors) {
			if len(groups) == 1 && len(groups[0]) > 1 {
				continue // the kernel itself
			}
			for _, cut := range parts.Cuts(shape, len(groups)) {
				ev := pd.ProductEvidence{Powers: powers, Groups: groups, Cut: cut}
				parts, constant, err := ev.Split(shape)
				if err != nil || !notNegative(constant) {
					continue
				}
				if steps, ok := f.provePDs(parts, known); ok {
					return proof.NewStep("pd.product", "a product of positive definite functions and a positive constant", ev,
						steps...)
				}
			}
		}
	}
	return nil
}

// findPDSeries writes the kernel as a power series in a positive definite function.
func findPDSeries(f *session) *proof.Step {
	for _, shift := range parts.SeriesShifts(f.K.Expr().Body()) {
		ev := rule.Series{Shift: rule.Rational{Rat: shift}}
		e, _, _, err := ev.InnerOf(f.K.Expr().Body(), f.K)
		if err != nil {
			continue
		}
		if s := f.provePD(f.K.Derive(e)); s != nil {
			return proof.NewStep("pd.power-series", "a power series with nonnegative coefficients in a "+
				"positive definite function", ev, s)
		}
	}
	return nil
}

// leastLambda returns inf Λ_d, which Λ_d attains at its first minimum, for d ≥ 2.
func leastLambda(d int) float64 {
	v, _ := double.LambdaValue(float64(d), firstMinimum(d))
	return v
}
