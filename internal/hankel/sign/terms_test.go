package sign

import (
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/hankel/density"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

// seriesHolds: the Taylor coefficients of a power series that is cut off early hold those of a longer one.
func seriesHolds(t *testing.T) bool {
	coefficients := func(prec uint) []ball.Real {
		g := NewForms(Density(t, "z < 2 ? 1 - z^2/4 : 0", 2)).Compact
		require.True(t, g.prepare(ball.NewReal(1600), prec))
		c := make([]ball.Real, SignOrderCompact+1)
		g.Taylor(c, ball.NewReal(1500), ball.MagPow2(0), 200)
		return c
	}
	few, many := coefficients(4), coefficients(200)
	for i := range SignOrderCompact {
		if few[i].Overlaps(&many[i]) != ball.True {
			return false
		}
	}
	return true
}

// tailsHold: the terms at infinity of compact kernels, those with powers at their ends or the others, contain the
// values of mpmath, or if envelopes the terms with the waves' envelopes for waves.
func tailsHold(t *testing.T, envelopes, ends bool) bool {
	for _, r := range densityRows(t) {
		p := Density(t, r.Kernel, r.Dim)
		f := NewForms(p)
		if r.Omega < 40 || len(f.Compact.Ends) > 0 != ends {
			continue
		}
		want, err := numeral.Parse(r.M, 300)
		require.NoError(t, err)
		want.AddRad(want.MagUpper().Mul2Exp(-115))
		omega := ball.NewReal(r.Omega)
		var v, x ball.Real
		density.Prefactor(&v, omega, r.Dim, 200)
		want.Quo(want, &v, 200)
		terms, ok := f.Compact.NearInfinity(ball.NewReal(30), 200)
		require.True(t, ok)
		if TailAt(&v, terms, omega, 200); envelopes {
			v.SetInt64(0)
			for i := range terms {
				x.Pow(omega, terms[i].Power.Ball(&x, 200), 200)
				v.Add(&v, x.Mul(&x, &terms[i].Coef, 200), 200)
			}
		}
		if v.Overlaps(want) != ball.True {
			return false
		}
	}
	return true
}

// cuspHolds: the series of a cusp cut off at two places meet up to their remainders.
func cuspHolds(t *testing.T) bool {
	g := NewForms(Density(t, "z < 1 ? (1-z)^(5/2) : 0", 2)).Compact
	few, rest := cuspOfEnds(t, g, 54, 9)
	many, left := cuspOfEnds(t, g, 54, 162)
	few.Sub(&few, &many, 200)
	return few.MagLower().Cmp(rest.MagUpper().Add(left.MagUpper())) <= 0
}

func TestSignTerms(t *testing.T) {
	termtest.Check(t, errorTerms, map[*testhook.Term]termtest.Case{
		termCompact:  func(t *testing.T) bool { return tailsHold(t, false, false) },
		termEnd:      func(t *testing.T) bool { return tailsHold(t, false, true) },
		termCusp:     cuspHolds,
		termEnvelope: func(t *testing.T) bool { return tailsHold(t, true, false) },
		termTaylor:   seriesHolds,
	})
}
