package mass

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/sign"
	_ "krein/internal/testlong" // fixes the seed
)

// TestArcs: the power series and the expansions at infinity of kernels with arccos agree with quadrature.
func TestArcs(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
	}{
		{"z < 2 ? acos(z^2/2-1)/pi : 0", 1},
		{"z < 2 ? (2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 3},
		{"z < 2 ? (2-z^2)/pi*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 2},
		{"z < 3 ? acos(z/3)*(1+z^2) - z^3*sqrt(1-z^2/9) + sqrt(9-z^2)^3 : 0", 4},
	} {
		name := fmt.Sprintf("%s, d = %d", c.formula, c.dim)
		p := hankeltest.Density(t, c.formula, c.dim)
		s := newArcSigner(p, 128)
		require.NotNil(t, s, name)
		require.True(t, s.Prepare(200))
		r := s.arc.r.Float64()
		for _, x := range []float64{13, 26, 130} { // ωR
			w := ball.NewReal(x / r)
			var want, got, f ball.Real
			_, err := quadrature.At(context.Background(), p, &want, w, 64)
			require.NoError(t, err)
			density.Prefactor(&f, w, c.dim, 128)
			check := func(v *ball.Real, bits int64, how string) {
				v.Mul(v, &f, 128)
				assert.NotEqual(t, ball.False, v.Overlaps(&want), "%s, ωR = %v, %s: %v, not %v", name, x, how, v, &want)
				assert.Greater(t, v.RelAccuracyBits(), bits, "%s, ωR = %v, %s: %v", name, x, how, v)
			}
			if x < 26 {
				var sq ball.Real
				co := make([]ball.Real, 2)
				s.arc.Taylor(co, sq.Sqr(w, 128), ball.Mag{}, 128)
				check(&co[0], 80, "series")
				continue
			}
			terms, ok := s.arc.NearInfinity(w, 128)
			require.True(t, ok, name)
			sign.TailAt(&got, terms, w, 128)
			check(&got, int64(x/6), "tail")
			// the bounds of all terms hold for larger ω too
			sign.TailAt(&got, terms, f.MulInt64(w, 2, 128), 128)
			var twice ball.Real
			_, err = quadrature.At(context.Background(), p, &want, twice.MulInt64(w, 2, 128), 64)
			require.NoError(t, err)
			density.Prefactor(&f, &twice, c.dim, 128)
			check(&got, int64(x/6), "tail beyond")
		}
	}
	// the bound at 0 is that of fractional ends
	for n := 1; n < 12; n += 5 {
		var v, w ball.Real
		q := sign.EndPower{C: closed.IntNum(1), P: big.NewRat(2, 1), Delta: big.NewRat(1, 2)}
		cuspBound(&v, n+2, 3, 64)
		v.Mul(&v, w.SetRat(closed.BinomialOf(q.Delta, n), 64), 64)
		want := q.CuspRemainder(closed.IntNum(1), 3, n, 64)
		assert.InEpsilon(t, want.Float64(), v.MagUpper().Float64(), 1e-6)
	}
	for _, formula := range []string{"z < 2 ? z*acos(z/2) : 0", "z < 2 ? acos(z/2)^2 : 0",
		"z < 2 ? acos(z/2)*sqrt(4-z^2) : 0"} {
		assert.Nil(t, newArcSigner(hankeltest.Density(t, formula, 3), 128), formula)
	}
}

// TestExps: the power series and the expansions at infinity of c exp(−az^β) agree with quadrature.
func TestExps(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		top     float64 // the highest frequency
	}{
		{"exp(-z^3)", 1, 14},
		{"exp(-2*z^(5/2))*3/pi", 4, 12},
		{"-exp(-z^(3/2))", 3, 3},
		{"exp(-z^4)", 2, 10},
	} {
		name := fmt.Sprintf("%s, d = %d", c.formula, c.dim)
		k := hankeltest.Parse(t, c.formula)
		own := newExpGroups(k, c.dim)
		require.Len(t, own, 1, name)
		s := newExpSigner(c.dim, own, 128)
		require.True(t, s.Prepare(c.top*c.top), name)
		p := hankeltest.Density(t, c.formula, c.dim)
		for _, x := range []float64{0.5, c.top} {
			var want, series, tail, f ball.Real
			w := ball.NewReal(x)
			_, err := quadrature.At(context.Background(), p, &want, w, 48)
			require.NoError(t, err)
			density.Prefactor(&f, w, c.dim, 128)
			co := make([]ball.Real, 2)
			s.Taylor(own, co, x*x, x*x)
			series.Mul(&co[0], &f, 128)
			assert.NotEqual(t, ball.False, series.Overlaps(&want), "%s, ω = %v: %v, not %v", name, x, &series, &want)
			assert.Greater(t, series.RelAccuracyBits(), int64(40), "%s, ω = %v: %v", name, x, &series)
			terms, ok := own[0].NearInfinity(w, 128)
			require.True(t, ok, name)
			for i := range 2 {
				sign.TailAt(&tail, terms, w, 128)
				tail.Mul(&tail, &f, 128)
				assert.NotEqual(t, ball.False, tail.Overlaps(&want), "%s, ω = %v: %v, not %v", name, w, &tail, &want)
				if i == 1 {
					break
				}
				// the terms hold beyond
				w.MulInt64(w, 2, 128)
				_, err := quadrature.At(context.Background(), p, &want, w, 48)
				require.NoError(t, err)
				density.Prefactor(&f, w, c.dim, 128)
			}
		}
	}
	terms, _ := newExpGroups(hankeltest.Parse(t, "exp(-z^3)"), 1)[0].NearInfinity(ball.NewReal(60), 128)
	var v ball.Real
	sign.TailAt(&v, terms, ball.NewReal(60), 128)
	assert.Greater(t, v.RelAccuracyBits(), int64(20))
	for _, formula := range []string{"exp(-z)", "exp(-z^3)*z", "exp(z^3-2*z^4)", "1/(1+z^2)", "exp(-z^3) + exp(-z)",
		"z < 1 ? exp(-z^3) : 0"} {
		assert.Nil(t, newExpGroups(hankeltest.Parse(t, formula), 1), formula)
	}
}

// TestHurwitz: ζ(2, 1) = π²/6, ζ(s, a) − ζ(s, a+1) = a^{−s} and ζ(s, a) + ζ(s, a+½) = 2^s ζ(s, 2a).
func TestHurwitz(t *testing.T) {
	var v, w ball.Real
	hurwitz(&v, big.NewRat(2, 1), ball.NewReal(1), mostEuler, 128)
	w.Pi(128)
	w.Sqr(&w, 128)
	w.QuoInt64(&w, 6, 128)
	assert.NotEqual(t, ball.False, v.Overlaps(&w))
	assert.Greater(t, v.RelAccuracyBits(), int64(110))
	rapid.Check(t, func(t *rapid.T) {
		s := big.NewRat(rapid.Int64Range(9, 200).Draw(t, "8s"), 8)
		a := ball.NewReal(rapid.Float64Range(0.01, 200).Draw(t, "a"))
		var v, w, x, b ball.Real
		hurwitz(&v, s, a, mostEuler, 128)
		hurwitz(&w, s, b.AddInt64(a, 1, 128), mostEuler, 128)
		w.Add(&w, x.PowRat(a, new(big.Rat).Neg(s), 128), 128)
		assert.NotEqual(t, ball.False, v.Overlaps(&w))
		hurwitz(&w, s, b.Add(a, ball.NewReal(0.5), 128), mostEuler, 128)
		v.Add(&v, &w, 128)
		hurwitz(&w, s, b.Mul2Exp(a, 1), mostEuler, 128)
		w.Mul(&w, x.PowRat(ball.NewReal(2), s, 128), 128)
		assert.NotEqual(t, ball.False, v.Overlaps(&w))
		assert.Greater(t, w.RelAccuracyBits(), int64(80))
	})
}
