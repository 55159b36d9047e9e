package sphere

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/testlong"
	"krein/special"
)

// zonal is P_n(u), by (i+d−2) P_{i+1} = (2i+d−2) u P_i − i P_{i−1}.
func zonal(u *ball.Real, d, n int, prec uint) *ball.Real {
	p, q := ball.NewReal(1), new(ball.Real)
	for i := range n {
		var t ball.Real
		if t.Mul(u, p, prec); i > 0 {
			t.MulInt64(&t, int64(2*i+d-2), prec)
			t.Sub(&t, q.MulInt64(q, int64(i), prec), prec)
			t.QuoInt64(&t, int64(i+d-2), prec)
		}
		q.Set(p)
		p.Set(&t)
	}
	return p
}

// The waves have the values of the polynomials, fulfil their differential equation, and are no larger than powers of
// the degree.
func TestWaves(t *testing.T) {
	for _, d := range []int{2, 3, 4, 64, 256} {
		for _, n := range []int{0, 1, 2, 5, 40, 300} {
			for _, at := range []float64{0, 0.25, 1.5, 2.75, 3} {
				const length = 9
				var w, sin, cos, x ball.RealSeries
				theta := ball.NewReal(at)
				waves(d, n, 200, nil)(&w, theta, length, 200)
				require.Equal(t, length, w.Len())
				var u ball.Real
				want := zonal(u.Cos(theta, 1500), d, n, 1500)
				assert.True(t, w.Coef(0).Contains(want), "P_%d(cos %g), d = %d: %v, not %v", n, at, d, w.Coef(0), want)
				assert.Less(t, w.Coef(0).Rad().Float64(), 1e-40)
				x.SetVar(theta, length)
				sin.Sin(&x, 200)
				cos.Cos(&x, 200)
				first, second := derivative(&w), derivative(derivative(&w))
				second.Mul(second, &sin, 200)
				first.Mul(first, &cos, 200)
				w.Mul(&w, &sin, 200)
				for k := range length - 2 { // sin θ y″ + (d−2) cos θ y′ + n(n+d−2) sin θ y = 0
					var sum, t1 ball.Real
					sum.Add(second.Coef(k), t1.MulInt64(first.Coef(k), int64(d-2), 200), 200)
					sum.Add(&sum, t1.MulInt64(w.Coef(k), int64(n*(n+d-2)), 200), 200)
					assert.True(t, sum.ContainsZero(), "%v", &sum)
					assert.Less(t, sum.Rad().Float64(), 1e-24)
				}
			}
		}
	}
}

// derivative is that of a jet, one term shorter.
func derivative(w *ball.RealSeries) *ball.RealSeries {
	var d ball.RealSeries
	d.SetLen(w.Len() - 1)
	for k := range d.Len() {
		d.Coef(k).MulInt64(w.Coef(k+1), int64(k+1), 200)
	}
	return &d
}

// ∫ e^{cos θ} P_n(cos θ) sin^{d−2}θ dθ = √π Γ(λ+½) 2^λ I_{n+λ}(1), λ = d/2−1 (Watson, Bessel Functions, § 3.32; DLMF
// 5.5.5).
func TestGegenbauerIntegral(t *testing.T) {
	k := checktest.Parsed(t, "exp(u)")
	for i, d := range []int{2, 3, 4, 64, 256} {
		for j, n := range []int{0, 1, 5, 40, 300} {
			if !testlong.Turn(i+j, 1) { // without a flag one of each dimension and of each degree, and two of d = 2
				continue
			}
			const prec = 600
			var want, v, order ball.Real
			order.SetInt64(int64(d - 1))
			special.Gamma(&want, order.Mul2Exp(&order, -1), prec)
			want.Mul(&want, v.Sqrt(v.Pi(prec), prec), prec)
			order.SetInt64(int64(d - 2))
			want.Mul(&want, v.Pow(ball.NewReal(2), order.Mul2Exp(&order, -1), prec), prec)
			want.Mul(&want, special.BesselI(&v, order.AddInt64(&order, int64(n), prec), ball.NewReal(1), prec), prec)
			for _, bits := range []rule.Bits{32, 120} {
				if bits > 32 && n > 5 || n == 300 && d > 3 {
					continue
				}
				got, err := GegenbauerIntegral(t.Context(), k, d, n, bits, ball.MagInf())
				require.NoError(t, err)
				assert.True(t, got.Contains(&want), "degree %d, d = %d: %v, not %v", n, d, got, &want)
				assert.Less(t, got.Rad().Cmp(ball.MagPow2(12-int64(bits/2))), 1, "degree %d, d = %d: %v", n, d, got)
			}
		}
	}
}

// TestSphereWork: the budget counts the waves of high degrees and the coefficients of long partial sums, which would take
// minutes.
func TestSphereWork(t *testing.T) {
	ctx, leave := budget.Within(context.Background(), 1<<22)
	defer leave()
	_, err := GegenbauerIntegral(ctx, checktest.Parsed(t, "exp(-z)-1/2+z/7"), 3, maxDegree, rule.MaxEvidenceBits, ball.MagInf())
	assert.Error(t, err)

	f, err := SeriesOf(checktest.Parsed(t, "cos(sqrt(2)*z)+exp(sqrt(3)*(1-z^2/2))"))
	require.NoError(t, err)
	b, err := f.Maclaurin(maxMaclaurin)
	require.NoError(t, err)
	ctx, leave = budget.Within(context.Background(), 1<<22)
	defer leave()
	_, err = b.gegenbauer(900, budget.Of(ctx))
	assert.Error(t, err)
	few, err := b[:20].gegenbauer(900, budget.Of(context.Background()))
	require.NoError(t, err)
	assert.Len(t, few, 20)

	nested := "1-z^2/2"
	for range 8 {
		nested = "exp((" + nested + ")/2)"
	}
	_, err = NewCusp(checktest.Parsed(t, nested), 9, big.NewRat(1, 1), big.NewRat(1, 8), 64)
	assert.ErrorContains(t, err, "too long")
}
