package decompose

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"krein/ball"
	"krein/decompose/minimal"
	"krein/internal/decompose/segment"
	"krein/internal/outward"
	"krein/kernel"
)

// biasRounding is the share by which a bound that is proved again may exceed the first one: both round.
const biasRounding = 0.01

// VerifyTable proves again what a table says of the kernel k on R^dim, whoever made it: that it belongs to them, and
// its bias, which must not be smaller than what is proved now, but for 1 %; of a table for all distances also the
// masses, up to their stated errors. It returns the bound that is proved now. For a table with a Domain that is sup |Σ
// c_j Λ_d(ω_j z) − k(z)| over z ≤ Domain.Radius for the atoms as they are, so that what the kernel is beyond that
// radius does not matter. A table of estimates is refused. The error is a *BoundError or says what fails, or ctx's. It
// panics if k or d is nil.
func VerifyTable(ctx context.Context, k *kernel.Kernel, dim int, d *Decomposition) (bias float64, err error) {
	if k == nil || d == nil {
		panic("decompose: VerifyTable of nil")
	}
	bad := func(format string, args ...any) (float64, error) {
		return 0, fmt.Errorf("decompose: table: "+format, args...)
	}
	switch {
	case d.Dim != dim:
		return bad("it is for dimension %d, not %d", d.Dim, dim)
	case d.Kernel != k.Formula() || d.Domain == nil && d.Beyond != k.BeyondString() || d.Domain != nil &&
		!minimal.AgreeUpTo(k, d.Beyond, d.Domain.Radius):
		return bad("it is for %q (%s), not %q (%s)", d.Kernel, d.Beyond, k.Formula(), k.BeyondString())
	case d.Domain != nil:
		return d.verifyDomain(ctx, k)
	case d.Bias == nil:
		return bad("its numbers are estimates (%s): nothing is proved of them", d.Quality)
	}
	laws, err := lawsOf(ctx, k, dim)
	if err != nil {
		return 0, err
	}
	for _, x := range []struct {
		name string
		p    *Part
		mass *ball.Real
	}{{"m₊", &d.Plus, laws.Masses.Plus}, {"m₋", &d.Minus, laws.Masses.Minus}} {
		var off ball.Real
		off.Sub(ball.NewReal(x.p.Mass), x.mass, segment.Prec)
		off.Add(&off, ball.NewReal(x.p.Origin), segment.Prec)
		// what is known now counts as well
		most := ball.MagFloat64(x.p.MassErr).Mul(ball.MagFloat64(1 + biasRounding)).Add(x.mass.Rad().Mul2Exp(2)).Add(
			x.mass.MagUpper().Mul2Exp(-50))
		if off.MagUpper().Cmp(most) > 0 {
			return bad("the mass of %s is said to be %v ± %s, but it is %v", x.name, x.p.Total(),
				outward.Up(x.p.MassErr, 2), x.mass)
		}
	}
	b, err := d.ProveBias(ctx, laws)
	if err != nil {
		return 0, err
	}
	if !(b.Law <= (1+biasRounding)*d.Bias.Law) {
		return bad("the bias is proved to be at most %s, not %s", outward.Up(b.Law, 4), outward.Up(d.Bias.Law, 4))
	}
	return b.Law, nil
}

// verifyDomain proves the bias of the table of a minimum.
func (d *Decomposition) verifyDomain(ctx context.Context, k *kernel.Kernel) (float64, error) {
	at := map[float64]*big.Rat{}
	add := func(omega float64, coef *big.Rat) {
		if at[omega] == nil {
			at[omega] = new(big.Rat)
		}
		at[omega].Add(at[omega], coef)
	}
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	for _, x := range []struct {
		p    *Part
		sign int64
	}{{&d.Plus, 1}, {&d.Minus, -1}} {
		sign := big.NewRat(x.sign, 1)
		add(0, new(big.Rat).Mul(sign, rat(x.p.Origin)))
		if x.p.Radii == nil {
			continue
		}
		t, ok := x.p.Radii.(*Table)
		if !ok {
			return 0, errors.New("decompose: radii that are not a table prove nothing")
		}
		for _, s := range []*side{&t.lower, &t.upper} {
			if s.tail.Kind != tailNone {
				return 0, errors.New("decompose: table: that of a minimum has atoms only, and no tails")
			}
			for i := range s.kinds {
				if !s.isAtom(i) || s.kinds[i] != segment.Regular {
					return 0, errors.New("decompose: table: that of a minimum has atoms only")
				}
				w := rat(s.edges[i+1])
				w.Sub(w, rat(s.edges[i]))
				w.Mul(w, rat(x.p.Mass))
				add(s.poly(i)[0], w.Mul(w, sign))
			}
		}
	}
	// The coefficients are rounded, which counts: |Λ_d| ≤ 1.
	var omega, coef []float64
	for w := range at {
		omega = append(omega, w)
	}
	slices.Sort(omega)
	var lost ball.Mag
	for _, w := range omega {
		c, _ := at[w].Float64()
		coef = append(coef, c)
		var off ball.Real
		off.SetRat(new(big.Rat).Sub(at[w], rat(c)), segment.Prec)
		lost = lost.Add(off.MagUpper())
	}
	bound := d.Domain.Bias * (1 + biasRounding)
	if lost = lost.Mul2Exp(8); lost.Cmp(ball.MagFloat64(bound)) > 0 {
		return 0, fmt.Errorf("decompose: table: a bias of %v is beyond the accuracy of its coefficients", d.Domain.Bias)
	}
	if err := minimal.ProveBias(ctx, k, d.Dim, d.Domain.Radius, omega, coef,
		d.Domain.Bias*(1+biasRounding/2)); err != nil {
		return 0, err
	}
	return bound, nil
}
