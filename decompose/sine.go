package decompose

import (
	"context"
	"fmt"
	"math"
	"slices"

	"krein/certify"
	"krein/hankel"
	"krein/internal/budget"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/profile"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/continuity"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// sineDim is the dimension in which o(z)/z has the radial density ω s(ω), for o(z) = ∫_0^∞ s(ω) sin(ωz) dω.
const sineDim = 3

// Sine splits the measure s(ω)dω on ω > 0 of an odd function o(z) = ∫_0^∞ s(ω) sin(ωz) dω, z ≥ 0, into its Jordan parts
// and tabulates both, in a Decomposition that is one of dimension 1 but for the sines. Laws and bias are proved where
// distribution.Enclose finds them; otherwise they are estimated, provided that o(z)/z is proved to have finite mass in
// R³ and o to fall to 0 at infinity by a power at least: with m(ω) = ω s(ω) the density of the former, ∫ |s| over ω ≥ 1
// is at most that of |m|, and s is O(ω^{γ−1}) at ω = 0 for an o that falls as z^{−γ}, 0 < γ < 1, and O(log 1/ω) for
// others. The error says where o is not proved to have a value or to be continuous, too. Sine panics if odd is nil.
func Sine(ctx context.Context, odd *kernel.Kernel, set *Settings) (*Decomposition, error) {
	opt := set.withDefaults()
	tol, err := tolerance(opt.Tolerance)
	if err != nil {
		return nil, err
	}
	if err := odd.Fixed(); err != nil {
		return nil, err
	}
	if err := continuity.Representable(odd); err != nil {
		return nil, err
	}
	g := odd.Derive(overVariable(odd.Expr()))
	d, err := sineLaws(ctx, g, tol, &opt)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		doubt := err.Error()
		if d, err = sineProfile(ctx, g, odd, tol, &opt); err != nil {
			return nil, err
		}
		d.Doubt = doubt
	}
	d.Dim, d.Kernel, d.Beyond = 1, "sine transform of "+odd.Formula(), odd.BeyondString()
	return d, nil
}

// sineLaws has a proved bias.
func sineLaws(ctx context.Context, g *kernel.Kernel, tol float64, opt *Settings) (*Decomposition, error) {
	within, release := opt.within(ctx)
	defer release()
	laws, err := distribution.Enclose(within, g, sineDim, &distribution.Settings{Sine: true})
	if err != nil {
		return nil, err
	}
	return FromLaws(within, laws, tol)
}

// sineProfile is estimated.
func sineProfile(ctx context.Context, g, odd *kernel.Kernel, tol float64, opt *Settings) (*Decomposition, error) {
	switch inf := odd.ExactInfinity(); inf.Kind {
	case asymptotic.ZeroBeyond, asymptotic.Gaussian, asymptotic.Exponential, asymptotic.StretchedExp, asymptotic.SuperExp,
		asymptotic.Power:
		if r, ok := inf.Limit.Rat(); !ok || r.Sign() != 0 {
			return nil, fmt.Errorf("decompose: %s tends to %v at infinity, and the density of its sine transform is no "+
				"function near ω = 0", odd.Formula(), inf.Limit)
		}
	default:
		return nil, fmt.Errorf("decompose: the sine transform of %s is not proved to be integrable at ω = 0: its behaviour at "+
			"infinity is %v", odd.Formula(), inf.Kind)
	}
	opt.Certify.Claims = []certify.ID{certify.FiniteMass}
	cert, err := certify.Run(ctx, g, sineDim, opt.Certify)
	if err == nil {
		err = cert.Require(certify.FiniteMass, opt.AcceptEstimate)
	}
	if err != nil {
		return nil, err
	}
	within, release := opt.within(ctx)
	defer release()
	d, err := func() (*Decomposition, error) {
		s, err := hankel.New(g.Metered(budget.Of(within)), sineDim, nil)
		if err != nil {
			return nil, err
		}
		p, err := profile.Sine(within, s, opt.Profile)
		if err != nil {
			return nil, err
		}
		return FromProfile(within, p, tol)
	}()
	switch {
	case err == nil:
	case ctx.Err() == nil && budget.Over(within):
		return nil, fmt.Errorf("decompose: nothing is proved of the sine transform of %s, and values did not tell it: %s",
			odd.Formula(), budget.Why(within, opt.Certify.AtEffort()))
	default:
		return nil, err
	}
	d.raise(d.sineGap(odd))
	return d, nil
}

// sineGap is Agreement for a measure of sines.
func (d *Decomposition) sineGap(odd *kernel.Kernel) *Gap {
	bound, _ := d.BiasBound()
	worst := &Gap{Admitted: bound + d.Plus.Mass*d.Plus.comparison() + d.Minus.Mass*d.Minus.comparison()}
	at := numeric.Compile(odd).At
	for i := -2 * agreementOctaves; i <= 2*agreementOctaves; i++ {
		z := math.Exp2(float64(i) / 2)
		want := at(z)
		if d.restless(z) || math.IsNaN(want) || math.IsInf(want, 0) {
			continue
		}
		g := Gap{Z: z, Kernel: want, Admitted: worst.Admitted}
		for j, p := range []*Part{&d.Plus, &d.Minus} {
			t, ok := p.Radii.(*Table)
			if !ok {
				continue
			}
			omega, weight := t.Rule(z)
			for k, w := range omega {
				g.Table += float64(1-2*j) * p.Mass * weight[k] * math.Sin(w*z)
			}
		}
		if g.Off = math.Abs(g.Table - want); math.IsNaN(g.Off) {
			g.Off = math.Inf(1)
		}
		if g.Off > worst.Off {
			worst = &g
		}
	}
	return worst
}

// overVariable returns e/z, in which a factor z of the summands of e is taken out where it stands: enclosures about 0 have
// no value of z/z.
func overVariable(e *formula.Expr) *formula.Expr {
	var sum *formula.Expr
	for _, t := range e.Summands(nil) {
		factors, c := formula.FactorList(t, true)
		at := slices.IndexFunc(factors, func(f *formula.Expr) bool { return formula.Unfold(f).Op() == formula.OpVar })
		if at < 0 {
			return formula.Div(e, formula.Variable())
		}
		for i, f := range factors {
			if i != at {
				c = formula.Identity(formula.Mul(c, f))
			}
		}
		sum = formula.Combine(formula.OpAdd, sum, c)
	}
	return sum
}
