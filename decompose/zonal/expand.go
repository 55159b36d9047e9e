package zonal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/certify"
	"krein/internal/budget"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/continuity"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// sumPrec is the precision of sums of coefficients.
const sumPrec = 192

const (
	defaultTol  = 1e-10
	defaultPrec = 128
	precByQuad  = 96
	mostDegree  = 8192
	mostByQuad  = 1024
	leastDegree = 64 // degrees, to begin with
)

// tailShare is the part of the tolerance that the tail may take.
const tailShare = 0.125

func (s *Settings) withDefaults() Settings {
	var t Settings
	if s != nil {
		t = *s
	}
	if !(t.Tol > 0) {
		t.Tol = defaultTol
	}
	t.given = t.Prec != 0
	if !t.given {
		t.Prec = defaultPrec
	}
	t.Prec = max(t.Prec, 64)
	return t
}

// workUnits are what an expansion may cost at effort 1, in units of budget.Meter: some twenty seconds. Few take a tenth.
const workUnits = 200_000_000

// units returns the work that Effort allows.
func (s *Settings) units() int64 { return (&certify.Settings{Effort: s.Effort}).Units(workUnits) }

// most returns MaxDegree or its default.
func (s *Settings) most(byDefault int) int {
	if s.MaxDegree > 0 {
		return s.MaxDegree
	}
	return byDefault
}

// Zonal expands a kernel on the unit sphere of R^dim, dim ≥ 2, in Gegenbauer polynomials, with proved enclosures of the
// coefficients and of the mass beyond the last one. It tries in turn
//
//   - polynomials in u = ⟨x,y⟩, arcsin u and √(1−u²), the arc-cosine and neural tangent kernels among them: closed
//     forms, exact for polynomials;
//   - sums of real powers of z = √(2−2u), or of √(2+2u): closed forms;
//   - functions of z² that are holomorphic on a disc |u| ≤ R, R > 1, Gaussians and their differences among them:
//     Maclaurin series with Cauchy's bound;
//   - kernels that package certify proves to be positive definite on this sphere: rigorous quadrature, and the tail
//     k(0) − Σ_{n≤N} a_n;
//   - functions of z² that are holomorphic on an ellipse around [−1,1]: quadrature, and Bernstein's bound of the tail;
//   - sums of such terms;
//   - functions of the angle θ that are holomorphic around 0 ≤ θ ≤ π, geodesic Gaussians among them: quadrature, and the
//     signs or the size of Maclaurin coefficients, by Cauchy's integral.
//
// The kernel must be continuous on [0,2]. Where coefficients decay slowly the decomposition ends at MaxDegree, and Bias
// says what that costs.
//
// Errors: a *Error if dim is 1 (S⁰ is two points), for a kernel that is not continuous, if Σ |a_n| < ∞
// was not proved, or if the work that Effort allows is spent; ctx's. It panics if k is nil or dim < 1.
func New(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (*Decomposition, error) {
	if k == nil {
		panic("zonal: nil kernel")
	}
	if dim < 1 {
		panic("zonal: dimension below 1")
	}
	if err := k.Fixed(); err != nil {
		return nil, err
	}
	opt := set.withDefaults()
	within, leave := budget.Within(ctx, opt.units())
	defer leave()
	job := &expansion{ctx: within, dim: dim, set: opt}
	z := &Decomposition{Kernel: k.Formula(), Beyond: k.BeyondString(), Dim: dim}
	fail := func(err error) (*Decomposition, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if budget.Over(within) {
			err = errors.New(budget.Why(within, (&certify.Settings{Effort: opt.Effort}).AtEffort()))
		}
		return nil, &Error{k.Formula(), dim, err.Error()}
	}
	if err := job.check(k); err != nil {
		return fail(err)
	}
	s, err := job.expand(k, true)
	if err != nil {
		return fail(err)
	}
	if within.Err() != nil {
		return fail(within.Err())
	}
	z.AtZero.Set(&job.ends[0])
	z.Because = s.because
	z.Definite = job.definite
	z.quadrature = job.degree
	if err := z.assemble(s, &opt); err != nil {
		return fail(err)
	}
	return z, nil
}

// expansion is the expansion of one kernel.
type expansion struct {
	ctx      context.Context
	dim      int
	set      Settings
	ends     [2]ball.Real // k(0), k(2)
	size     ball.Mag     // of k, roughly
	definite bool         // the kernel is proved to be positive definite on the sphere
	again    int          // if positive, quadrature has this degree at once
	degree   int          // the largest that quadrature had
	length   int          // if positive, the number of coefficients of a sum
}

// Products of dimensions and degrees stay within 64 bits.
const (
	maxDim    = 1 << 20
	maxDegree = 1 << 20
)

// check rejects what cannot be expanded and finds the values at both ends.
func (j *expansion) check(k *kernel.Kernel) error {
	switch {
	case j.dim == 1:
		return errors.New("the sphere S⁰ has only two points and no Gegenbauer polynomials; the dimension must be 2 or more")
	case j.dim > maxDim:
		return fmt.Errorf("the dimension is above %d", maxDim)
	case j.set.MaxDegree < 0 || j.set.MaxDegree > maxDegree:
		return fmt.Errorf("MaxDegree %d is not in 0 … 2²⁰", j.set.MaxDegree)
	case j.set.Prec > 4096:
		return fmt.Errorf("a precision of %d bits is above 4096", j.set.Prec)
	}
	for i, at := range []int64{0, 2} {
		v, err := continuousEnd(k, at)
		if err != nil {
			return err
		}
		setConst(&j.ends[i], v, j.set.Prec+128)
		if j.ends[i].Indeterminate() {
			return fmt.Errorf("no enclosure of the kernel's value %v at z = %d", v, at)
		}
	}
	if err := continuity.UpTo(k, big.NewRat(2, 1)); err != nil {
		return fmt.Errorf("%w; an expansion in P_n represents continuous kernels only", err)
	}
	// size chooses precisions and tolerances. Nothing that is stated depends on it.
	for i := range 33 { // an order of magnitude
		if v := math.Abs(k.At(float64(i) / 16)); v <= math.MaxFloat64 {
			j.size = j.size.Max(ball.MagFloat64(v))
		}
	}
	if j.size.IsZero() {
		j.size = ball.MagPow2(0)
	}
	return nil
}

// diameter returns 2, the greatest distance of points on the sphere.
func diameter() constant.Value { return constant.Rat(big.NewRat(2, 1)) }

// continuousEnd returns the limit of k at z = 0 or 2 from within, after making sure that it is k's value if k has one.
func continuousEnd(k *kernel.Kernel, at int64) (v constant.Value, err error) {
	b := piecewise.Origin()
	if at != 0 {
		b = piecewise.BreakpointAt(formula.Int(at))
	}
	x, err := k.ExactAt(b, at == 0, 1)
	if err != nil {
		return v, fmt.Errorf("the limit at z = %d: %w", at, err)
	}
	v, ok := x.Limit()
	if !ok {
		return v, fmt.Errorf("k is not known to be bounded near z = %d", at)
	}
	own, err := formula.Eval(k.Expr(), constant.Rat(new(big.Rat).SetInt64(at)), k.Constants())
	if err != nil {
		return v, nil // the limit at 0 stands for a value that is missing; at 2 continuity.UpTo refuses it
	}
	switch own.Equal(v) {
	case ball.True:
		return v, nil
	case ball.False:
		return v, fmt.Errorf("k jumps at z = %d from %v to %v; an expansion in P_n represents continuous kernels only", at, v,
			own)
	}
	return v, fmt.Errorf("whether k(%d) = %v is the limit %v is not decided", at, own, v)
}

// expand finds the coefficients of k. Terms of sums are expanded with top false.
func (j *expansion) expand(k *kernel.Kernel, top bool) (*series, error) {
	if arcs, err := sphere.ArcsOf(k); err == nil {
		if s, ok := expandArcs(arcs, j.dim, j.set.most(mostDegree), j.set.Prec); ok {
			return s, nil
		}
	}
	if err := j.ctx.Err(); err != nil {
		return nil, err
	}
	pieces, err := spherePieces(k, 64)
	if err != nil {
		return nil, err
	}
	whole := len(pieces) == 1 && pieces[0].whole
	if whole {
		if s, ok := expandPowers(pieces[0].expr, j.dim, j.set.most(mostDegree), j.set.Prec); ok {
			return s, nil
		}
		if s, ok := expandSeries(pieces[0].expr, j.dim, j.size, j.set.Tol, j.set.Prec, budget.Of(j.ctx)); ok {
			if top && !s.anyNegative() {
				j.definite = j.proveDefinite(k) != nil
			}
			return s, nil
		}
	}
	var tried error
	switch step := j.proveDefinite(k); {
	case j.ctx.Err() != nil:
		return nil, j.ctx.Err()
	case step != nil:
		j.definite = j.definite || top
		s, err := j.byQuadrature(k, func(s *series) error { return j.restBySigns(k, s, top, [2]int{1, 1}) }, true)
		if err == nil {
			s.because = "quadrature; positive definite on the sphere (" + step.Rule +
				"), so that the tail is k(0) less the coefficients before"
			return s, nil
		}
		tried = err
	case whole:
		f := onSphere(pieces[0].expr, budget.Of(j.ctx))
		if !ellipseRest(f, j.dim, j.set.most(mostByQuad)).IsInf() {
			s, err := j.byQuadrature(k, func(s *series) error {
				rest := ellipseRest(f, j.dim, len(s.coef)-1)
				s.rest = [2]TailBound{atMost(rest), atMost(rest)}
				return nil
			}, false)
			if err == nil {
				s.because = "quadrature; holomorphic on an ellipse around −1 ≤ u ≤ 1: the tail by Bernstein's bound"
				return s, nil
			}
			tried = err
		}
	}
	if err := j.ctx.Err(); err != nil {
		return nil, err
	}
	s, err := j.byTerms(k)
	if err == nil || j.ctx.Err() != nil {
		return s, err
	}
	if whole && tried == nil {
		if all, none := findCuts(pieces[0].expr, budget.Of(j.ctx)); none == nil {
			return j.byCuts(k, all, top)
		}
	}
	if tried != nil {
		err = tried
	}
	return nil, err
}

// byCuts computes coefficients of a function that is holomorphic in the angle.
func (j *expansion) byCuts(k *kernel.Kernel, all []*cuts, top bool) (*series, error) {
	if most := j.set.MaxDegree; most > 0 { // signs show from some degree on, even if no more than this are kept
		defer func() { j.set.MaxDegree = most }()
		j.set.MaxDegree = max(most, cutDegree)
	}
	s, err := j.byQuadrature(k, func(s *series) error { return j.cutRest(k, all, s, top) }, false)
	if err != nil {
		return nil, err
	}
	s.because = "quadrature; holomorphic in the angle around 0 ≤ θ ≤ π: "
	if s.rest[0].Sign != 0 && s.rest[1].Sign != 0 {
		s.because += "Maclaurin coefficients of one sign for each parity beyond"
	} else {
		s.because += "Maclaurin coefficients by Cauchy's integral along the cuts"
	}
	return s, nil
}

// proveDefinite looks for a proof that k is positive definite on the sphere.
func (j *expansion) proveDefinite(k *kernel.Kernel) *proof.Step {
	if s, holds := certify.Prove(j.ctx, k, j.dim, certify.PDSphere); s != nil {
		if holds {
			return s
		}
		return nil
	}
	form := sphereShape(k)
	if shape.ShapeOf(k).Where == nil || form.Where != nil {
		return nil
	}
	// On the sphere k is what it is without its condition.
	core := k.Derive(form.Core)
	if s, holds := certify.Prove(j.ctx, core, j.dim, certify.PDSphere); s != nil && holds {
		return s
	}
	return nil
}

// sphereShape is the shape of k without a condition that is proved to hold for all z in [0,2].
func sphereShape(k *kernel.Kernel) shape.Shape {
	shape := shape.ShapeOf(k)
	if shape.Where == nil {
		return shape
	}
	z := ball.NewReal(1)
	z.AddRad(ball.MagPow2(0))
	v := eval.Enclose(nil, formula.Apply(formula.OpCond, shape.Where, formula.Int(1), formula.Int(0)), z, 64)
	if v.IsExact() && v.ContainsRat(big.NewRat(1, 1)) {
		shape.Where = nil
	}
	return shape
}

// byQuadrature computes coefficients, the more the longer the tail that rest finds, up to the budget. definite says
// that |k| ≤ k(0).
func (j *expansion) byQuadrature(k *kernel.Kernel, rest func(*series) error, definite bool) (*series, error) {
	// A positive definite k has |k| ≤ k(0) on the sphere.
	var bound *ball.Mag
	if definite {
		v, err := continuousEnd(k, 0)
		if err != nil {
			return nil, err
		}
		b := setConst(new(ball.Real), v, 64).MagUpper()
		bound = &b
	}
	prec := j.set.Prec
	if !j.set.given {
		prec = precByQuad
	}
	most := j.set.most(mostByQuad)
	first := min(leastDegree, most)
	if j.again > 0 {
		first, most = j.again, j.again
	}
	g, err := newIntegrand(j.ctx, k, j.dim, most, j.size, prec)
	if err != nil {
		return nil, err
	}
	for n := first; ; n = min(4*n, most) {
		coef, err := g.expandQuadrature(j.ctx, n, bound)
		if err != nil {
			return nil, err
		}
		s := &series{coef: coef}
		if err := rest(s); err != nil {
			return nil, err
		}
		// Any n is right: it only decides how large the proved tail is.
		tail := s.rest[0].Mass.MagUpper().Add(s.rest[1].Mass.MagUpper())
		j.degree = max(j.degree, n)
		if n == most || tail.Cmp(s.mass().Mul(ball.MagFloat64(j.set.Tol*tailShare))) <= 0 {
			return s, nil
		}
	}
}

// restBySigns fills in the tail where the coefficients beyond have a proved sign, one for the even and one for the odd
// degrees: Σ a_n = k(0) and Σ (−1)ⁿ a_n = k(2).
func (j *expansion) restBySigns(k *kernel.Kernel, s *series, top bool, signs [2]int) error {
	prec := j.set.Prec + 128
	var ends [2]ball.Real
	for i, at := range []int64{0, 2} {
		if top {
			ends[i].Set(&j.ends[i])
			continue
		}
		v, err := continuousEnd(k, at)
		if err != nil {
			return err
		}
		setConst(&ends[i], v, prec)
	}
	// The a_n of one parity are those of the even or the odd part of f, (f(u) ± f(−u))/2, which is continuous. If they have one
	// sign from some degree on, their sum converges at u = 1, to its value there. Parities without a sign are left to the caller.
	var even, odd ball.Real
	even.Add(&ends[0], &ends[1], prec)
	odd.Sub(&ends[0], &ends[1], prec)
	s.rest[0] = restOf(even.Mul2Exp(&even, -1), s.coef, 0, signs[0], prec)
	s.rest[1] = restOf(odd.Mul2Exp(&odd, -1), s.coef, 1, signs[1], prec)
	return nil
}

// byTerms expands the summands of k, or the function that k is a multiple of.
func (j *expansion) byTerms(k *kernel.Kernel) (*series, error) {
	hopeless := errors.New("no proof that Σ |a_n| is finite was found: the kernel is not proved to be a polynomial in u, " +
		"arcsin u and √(1−u²), to be holomorphic around −1 ≤ u ≤ 1 or in the angle around 0 ≤ θ ≤ π, or to be positive " +
		"definite on this sphere, nor a sum of such terms")
	form := sphereShape(k)
	// A constant is added without the condition that may be left in form. That is right: the other terms, with the condition,
	// are expanded with Σ |a_n| < ∞ and so are continuous functions but for single points, as k is; then the constant times the
	// condition is one, too, and the condition holds everywhere on (0,2) or nowhere. If it does nowhere, the piece of k on
	// (0,2) is 0, which expandPowers has expanded before.
	terms := form.Core.Summands(nil)
	var sums []*series
	var factors []*formula.Expr
	constant := formula.Int(0)
	for _, t := range terms {
		if !t.Varies() {
			constant = formula.Apply(formula.OpAdd, constant, t)
			continue
		}
		e, c := peel(t)
		if len(terms) == 1 && e == t {
			return nil, hopeless
		}
		part, err := defined.Extend(form.With(e), kernel.Natural, nil)
		if err != nil { // not defined beyond 2
			part, err = defined.Extend(shape.ShapeOf(k).With(e), kernel.Natural, nil)
		}
		if err != nil {
			return nil, hopeless
		}
		s, err := j.expand(part, false)
		if err != nil {
			if j.ctx.Err() != nil {
				return nil, j.ctx.Err()
			}
			return nil, fmt.Errorf("the term %s: %w", e, err)
		}
		sums, factors = append(sums, s), append(factors, c)
	}
	if len(sums) == 0 {
		return nil, hopeless
	}
	return j.combine(sums, factors, constant)
}

// peel returns e and c with t = c e, c constant.
func peel(t *formula.Expr) (e, c *formula.Expr) {
	a := t.Args()
	switch {
	case t.Op() == formula.OpNeg:
		e, c = peel(a[0])
		return e, formula.Apply(formula.OpNeg, c)
	case t.Op() == formula.OpMul && !a[0].Varies():
		e, c = peel(a[1])
		return e, formula.Apply(formula.OpMul, a[0], c)
	case t.Op() == formula.OpMul && !a[1].Varies():
		e, c = peel(a[0])
		return e, formula.Apply(formula.OpMul, a[1], c)
	case t.Op() == formula.OpDiv && !a[1].Varies():
		e, c = peel(a[0])
		return e, formula.Apply(formula.OpDiv, c, a[1])
	}
	return t, formula.Int(1)
}

// combine adds c_i times the expansions, and a constant.
func (j *expansion) combine(sums []*series, factors []*formula.Expr, fixed *formula.Expr) (*series, error) {
	n := j.length
	if n == 0 {
		n = commonLength(sums)
	}
	for _, s := range sums {
		s.cut(n)
	}
	prec := j.set.Prec + 64
	out := &series{coef: make([]ball.Real, n), because: "a sum of terms, each: "}
	value := func(e *formula.Expr) (*ball.Real, error) {
		c, err := constant.New(e)
		if err != nil {
			return nil, err
		}
		return setConst(new(ball.Real), c, prec), nil
	}
	for i, s := range sums {
		c, err := value(factors[i])
		if err != nil {
			return nil, err
		}
		// The terms need not be continuous at single points, as only integrals count, and the sum of the expansions is that of k.
		sign, known := c.Sign()
		if known != ball.True {
			sign = 0
		}
		for m := range out.coef {
			if m < len(s.coef) {
				out.coef[m].FMA(c, &s.coef[m], &out.coef[m], prec)
			} else {
				out.coef[m].AddRad(s.rest[m%2].Mass.MagUpper().Mul(c.MagUpper()))
			}
		}
		for p := range out.rest {
			if s.rest[p].Mass.IsZero() {
				continue
			}
			r := TailBound{Sign: s.rest[p].Sign * sign}
			mass := &s.rest[p].Mass
			if len(s.coef) < n { // some of it is in the coefficients above
				some := atMost(mass.MagUpper())
				mass = &some.Mass
			}
			r.Mass.Mul(mass, c, prec)
			r.Mass.Abs(&r.Mass, prec)
			out.rest[p] = out.rest[p].plus(&r)
		}
		if i > 0 {
			out.because += "; "
		}
		out.because += s.because
	}
	c, err := value(fixed)
	if err != nil {
		return nil, err
	}
	out.coef[0].Add(&out.coef[0], c, prec)
	return out, nil
}

// commonLength returns how many coefficients a sum should have, one of the lengths of its terms: where it is longer
// than a term, each further coefficient of that term is known to be within its tail only; where it is shorter, the
// term's tail grows.
func commonLength(sums []*series) int {
	best, least := 0, ball.MagInf()
	for _, t := range sums {
		n := len(t.coef)
		var cost ball.Mag
		for _, s := range sums {
			tail := s.rest[0].Mass.MagUpper().Add(s.rest[1].Mass.MagUpper())
			if len(s.coef) < n {
				tail = tail.Mul(ball.MagUint(uint64((n-len(s.coef))/2 + 1))) // either parity has about half of it
			}
			for m := n; m < len(s.coef); m++ {
				tail = tail.Add(s.coef[m].MagUpper())
			}
			cost = cost.Add(tail)
		}
		if c := cost.Cmp(least); c < 0 || c == 0 && n > best {
			best, least = n, cost
		}
	}
	return best
}

// plus bounds the rest of a sum.
func (r TailBound) plus(o *TailBound) (sum TailBound) {
	if r.Mass.IsZero() {
		sum.Mass.Set(&o.Mass)
		sum.Sign = o.Sign
		return sum
	}
	// These are the same degrees of two functions: only with one sign do the masses add up.
	sum.Mass.Add(&r.Mass, &o.Mass, sumPrec)
	if r.Sign == o.Sign && r.Sign != 0 {
		sum.Sign = r.Sign
		return sum
	}
	// |a + b| is anything between | |a| − |b| | and |a| + |b|
	return atMost(sum.Mass.MagUpper())
}

// anyNegative reports whether some coefficient is proved to be negative.
func (s *series) anyNegative() bool {
	for i := range s.coef {
		if s.coef[i].Negative() == ball.True {
			return true
		}
	}
	return false
}

// mass returns a lower bound of Σ |a_n|.
func (s *series) mass() (m ball.Mag) {
	for i := range s.coef {
		m = m.AddLower(s.coef[i].MagLower())
	}
	return m
}
