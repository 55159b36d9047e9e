package sphere

import (
	"context"
	"math/big"

	"krein/ball"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/quad"
)

func sphereBounded(_ *rule.Checker, g rule.Goal, ev pd.ValueEvidence) error {
	switch two := ev.Z.Cmp(big.NewRat(2, 1)); {
	case two > 0:
		return rule.Reject("no two points of the sphere are %s apart", ev.Z.RatString())
	case g.Dim == 1 && two != 0:
		return rule.Reject("the two points of S⁰ are 2 apart")
	}
	return ev.AboveZero(g)
}

// CoefficientEvidence is the evidence of the rules that refute by a coefficient of degree N, enclosed with Bits bits in Value.
type CoefficientEvidence struct {
	N     int        `json:"n"`
	Bits  rule.Bits  `json:"bits"`
	Value *ball.Real `json:"value"`
}

// maxDegree bounds the degrees that evidence may name.
const maxDegree = 2000

// negative checks the evidence against the enclosure that compute finds again.
func (ev CoefficientEvidence) negative(compute func() (CoefficientEvidence, error)) error {
	if ev.N < 0 || ev.N > maxDegree {
		return rule.Reject("degree %d", ev.N)
	}
	again, err := compute()
	if err := rule.First(err, rule.Recomputed(ev, again)); err != nil {
		return err
	}
	return rule.Proved(ev.Value.Negative(), "the coefficient of degree %d is negative", ev.N)
}

func allSpheresMaclaurin(_ *rule.Checker, g rule.Goal, ev CoefficientEvidence) error {
	return ev.negative(func() (CoefficientEvidence, error) { return NewMaclaurinEvidence(g.Kernel, ev.N, ev.Bits), nil })
}

// NewMaclaurinEvidence encloses the Maclaurin coefficient b_n of f(u) = k(√(2−2u)).
func NewMaclaurinEvidence(k *kernel.Kernel, n int, bits rule.Bits) CoefficientEvidence {
	return CoefficientEvidence{N: n, Bits: bits, Value: MaclaurinBalls(k, n+1, bits)[n]}
}

// MaclaurinBalls encloses the first of them, by jets at u = 0.
func MaclaurinBalls(k *kernel.Kernel, length int, bits rule.Bits) (b []*ball.Real) {
	// f(u) = g(t), t = 2 − 2u, so that b_n = (−2)ⁿ times the coefficient of g at t = 2.
	g := k.BallTaylorT(nil, ball.NewReal(2), max(length-1, 1), uint(bits))
	for n := range length {
		b = append(b, new(ball.Real).Mul2Exp(g.Coef(n), int64(n)))
		if n%2 == 1 {
			b[n].Neg(b[n])
		}
	}
	return b
}

func allSpheresDimension(_ *rule.Checker, g rule.Goal, ev pd.DimensionEvidence) ([]rule.Goal, error) {
	if ev.Other < 1 || ev.Other > pd.MaxDim {
		return nil, rule.Reject("dimension %d", ev.Other)
	}
	return []rule.Goal{{Claim: proof.PDSphere, Holds: false, Kernel: g.Kernel, Dim: ev.Other}}, nil
}

func sphereNegativeCoefficient(c *rule.Checker, g rule.Goal, ev CoefficientEvidence) error {
	return ev.negative(func() (CoefficientEvidence, error) {
		return NewGegenbauerEvidence(c.Context(), g.Kernel, g.Dim, ev.N, ev.Bits)
	})
}

// NewGegenbauerEvidence encloses ∫_0^π k(2 sin(θ/2)) P_n(cos θ) sin^{d−2}θ dθ with some bits bits, provided that |k| ≤ k(0).
func NewGegenbauerEvidence(ctx context.Context, k *kernel.Kernel, d, n int, bits rule.Bits) (ev CoefficientEvidence, err error) {
	bound := rule.AtZero(k, new(ball.Real), uint(bits)).MagUpper()
	v, err := GegenbauerIntegral(ctx, k, d, n, bits, bound)
	return CoefficientEvidence{N: n, Bits: bits, Value: v}, err
}

// GegenbauerIntegral encloses it by rigorous quadrature between the kernel's breakpoints, provided that |k| ≤ bound.
func GegenbauerIntegral(ctx context.Context, k *kernel.Kernel, d, n int, bits rule.Bits, bound ball.Mag) (*ball.Real, error) {
	pieces, ends, err := anglePieces(k)
	if err != nil { // where the pieces meet is not known, so that it is enclosed across
		h, _ := Angular(k)
		pieces, ends = []*formula.Expr{h}, []constant.Value{{}, constant.Pi()}
	}
	prec := uint(bits)
	var sum, part, lo, hi ball.Real
	for i, e := range pieces {
		if ends[i].Ball(&lo, prec+32).Less(ends[i+1].Ball(&hi, prec+32)) != ball.True {
			return nil, rule.Incomplete("the breakpoints %v and %v cannot be ordered", ends[i], ends[i+1])
		}
		quad.Integrate(ctx, &part, zonalIntegrand(e, bound, d, n), &lo, &hi, &quad.Settings{Bits: prec / 2, AbsTol: ball.Mag{}, Workers: 1})
		if part.Indeterminate() {
			return nil, rule.Incomplete("the integral over [%v, %v] is not bounded, or not known to be", ends[i], ends[i+1])
		}
		sum.Add(&sum, &part, prec)
	}
	return new(ball.Real).Set(&sum), nil
}

// maxUnknown bounds how often a value is not known in one integral, which is to be about points only.
const maxUnknown = 512

// zonalIntegrand is F(θ) P_n(cos θ) sin^{d−2}θ. Where no value is known, as about removable singularities, it is |F| ≤ bound.
func zonalIntegrand(e *formula.Expr, bound ball.Mag, d, n int) quad.Func {
	f, unknown := eval.Compile(e), 0
	bounded := func(v, z *ball.Real, prec uint) {
		if f.At(v, z, prec); !v.IsFinite() && unknown < maxUnknown {
			unknown++
			v.SetInt64(0).AddRad(bound)
		}
	}
	return quad.Func{
		F: func(v, theta *ball.Real, prec uint) { zonal(v, theta, bounded, d, n, prec) },
		Holomorphic: func(v, theta *ball.Complex, prec uint) {
			zonal(v, theta, func(dst, z *ball.Complex, prec uint) { f.ComplexAt(dst, z, prec) }, d, n, prec)
		},
	}
}

// number is what zonal needs of real and complex balls.
type number[T any] interface {
	*T
	Set(x *T) *T
	SetInt64(n int64) *T
	Sub(x, y *T, prec uint) *T
	Mul(x, y *T, prec uint) *T
	MulInt64(x *T, n int64, prec uint) *T
	QuoInt64(x *T, n int64, prec uint) *T
	PowInt64(x *T, n int64, prec uint) *T
	Sin(x *T, prec uint) *T
	Cos(x *T, prec uint) *T
}

// zonal sets v to the integrand.
func zonal[T any, P number[T]](v, theta P, f func(dst, theta *T, prec uint), d, n int, prec uint) {
	var u, p, q, t T
	P(&u).Cos(theta, prec)
	P(&p).SetInt64(1)
	for i := range n { // (i+d−2) P_{i+1} = (2i+d−2) u P_i − i P_{i−1}; P_1 = u
		P(&t).Mul(&u, &p, prec)
		if i > 0 {
			P(&t).MulInt64(&t, int64(2*i+d-2), prec)
			P(&q).MulInt64(&q, int64(i), prec)
			P(&t).Sub(&t, &q, prec)
			P(&t).QuoInt64(&t, int64(i+d-2), prec)
		}
		P(&q).Set(&p)
		P(&p).Set(&t)
	}
	f(v, theta, prec)
	v.Mul(v, &p, prec)
	P(&t).Sin(theta, prec)
	P(&t).PowInt64(&t, int64(d-2), prec)
	v.Mul(v, &t, prec)
}

func spherePoints(_ *rule.Checker, g rule.Goal, ev pd.PointsEvidence) error {
	if err := ev.Negative(g); err != nil {
		return err
	}
	one := big.NewRat(1, 1)
	for i, x := range ev.Points {
		size := new(big.Rat)
		for _, c := range x {
			size.Add(size, new(big.Rat).Mul(c.Rat, c.Rat))
		}
		if size.Cmp(one) != 0 {
			return rule.Reject("point %d does not lie on the unit sphere", i+1)
		}
	}
	return nil
}
