package profile

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mathext"

	"krein/fourier"
	"krein/hankel"
	"krein/internal/hankel/chebyshev"
	"krein/internal/special/double"
)

// synthetic is a density given by a Go function.
type synthetic struct {
	f     func(omega float64) (m, err float64)
	evals atomic.Int64
}

func (s *synthetic) Tabulate(_ context.Context, dst, errs, omegas []float64) error {
	for i, w := range omegas {
		dst[i], errs[i] = s.f(w)
	}
	s.evals.Add(int64(len(omegas)))
	return nil
}

func (s *synthetic) Effort(float64) int { return 1 }

// exactly turns a closed form into a density with a relative error of a few roundings.
func exactly(f func(float64) float64) *synthetic {
	return &synthetic{f: func(w float64) (float64, float64) {
		m := f(w)
		return m, 8 * chebyshev.Roundoff * math.Abs(m)
	}}
}

func runProfile(t *testing.T, in input) *Profile {
	t.Helper()
	start := time.Now()
	p, err := build(context.Background(), in, nil)
	require.NoError(t, err)
	t.Logf("%v, %d evaluations, %d intervals: plus %.15g±%.1e minus %.15g±%.1e tail %.3g noise %.1e defect %.1e",
		time.Since(start).Round(time.Millisecond), in.src.(*synthetic).evals.Load(), len(p.Intervals), p.Plus.Value,
		p.Plus.Err, p.Minus.Value, p.Minus.Err, p.TailMass.Value, p.Noise, p.Defect)
	return p
}

// chi is the density of the Gaussian exp(−τ²z²/2)'s dual: k = exp(−z²/(2τ²)) has τχ.
func chi(d int, tau float64) func(float64) float64 {
	n := float64(d)
	lg, _ := math.Lgamma(n / 2)
	c := (1-n/2)*math.Ln2 - lg + n*math.Log(tau)
	return func(w float64) float64 { return math.Exp(c + (n-1)*math.Log(w) - tau*tau*w*w/2) }
}

func chiInput(d int) input {
	m := math.Sqrt(float64(d))
	return input{
		src: exactly(chi(d, 1)), dim: d, lo: m * math.Pow(1e-13, 1/float64(d)) / 2, hi: m + 8,
		tail: hankel.Tail{Kind: hankel.TailGaussian, Rate: 0.5, Exponent: float64(d - 1), Finite: true}, zero: 1,
	}
}

func TestProfileGaussian(t *testing.T) {
	for _, d := range []int{1, 2, 3, 16, 64, 784} {
		p := runProfile(t, chiInput(d))
		assert.InDelta(t, 1, p.Plus.Value, p.Plus.Err+1e-15, "d=%d", d)
		assert.Less(t, p.Plus.Err, 1e-10)
		assert.Zero(t, p.Minus.Value)
		assert.Less(t, p.Minus.Err, 1e-12)
		assert.Len(t, p.Intervals, 1)
		assert.Empty(t, p.SignChanges())
		l := p.Law(1)
		assert.Nil(t, p.Law(-1).Pieces())
		for _, u := range []float64{1e-18, 1e-12, 1e-6, 1e-3, 0.2, 0.5, 0.9, 0.999} {
			lo, hi := 0.0, math.Sqrt(float64(d))+5
			for range 200 {
				if x := (lo + hi) / 2; mathext.GammaIncReg(float64(d)/2, x*x/2) < u {
					lo = x
				} else {
					hi = x
				}
			}
			tol := 1e-9
			if u < 1e-15 {
				tol = 1e-5
			}
			assert.InEpsilon(t, mathext.GammaIncReg(float64(d)/2, lo*lo/2), l.Below(lo), tol, "d=%d u=%g", d, u)
		}
		for _, x := range []float64{1, 3, 5, 7, 8} {
			x += math.Sqrt(float64(d))
			want := mathext.GammaIncRegComp(float64(d)/2, x*x/2)
			if want > 1e-17 {
				assert.InEpsilon(t, want, l.Above(x), 1e-6, "d=%d x=%g", d, x)
			}
		}
	}
}

// deltaGaussian is exp(−z²/2) − exp(−z²/200): chi with τ = 1 minus chi with τ = 10.
func deltaGaussian(d int) input {
	a, b := chi(d, 1), chi(d, 10)
	return input{
		src: &synthetic{f: func(w float64) (float64, float64) {
			x, y := a(w), b(w)
			return x - y, 8 * chebyshev.Roundoff * (x + y)
		}},
		dim: d, lo: math.Sqrt(float64(d)) / 40, hi: math.Sqrt(float64(d)) + 8,
		tail: hankel.Tail{Kind: hankel.TailGaussian, Rate: 0.5, Finite: true}, zero: 0,
	}
}

func TestProfileDeltaGaussian(t *testing.T) {
	for _, d := range []int{1, 3, 16, 64} {
		n := float64(d)
		p := runProfile(t, deltaGaussian(d))
		require.Len(t, p.SignChanges(), 1)
		x := math.Sqrt(2 * n * math.Ln10 / 99) // τ^d e^{−τ²x²/2} = e^{−x²/2}
		assert.InEpsilon(t, x, p.SignChanges()[0], 1e-12)
		want := mathext.GammaIncReg(n/2, 50*x*x) - mathext.GammaIncReg(n/2, x*x/2)
		assert.InDelta(t, want, p.Plus.Value, p.Plus.Err)
		assert.InDelta(t, want, p.Minus.Value, p.Minus.Err)
		assert.Less(t, p.Total.Err, 1e-10)
		assert.Equal(t, -1, p.Intervals[0].Sign)
	}
}

// The Laplace kernel in d = 1 has a Cauchy density, whose tail is a plain power.
func TestProfileCauchy(t *testing.T) {
	p := runProfile(t, input{
		src: exactly(func(w float64) float64 { return 2 / math.Pi / (1 + w*w) }), dim: 1, lo: 1e-3, hi: 1e4,
		tail: hankel.Tail{Kind: hankel.TailPower, Exponent: -2, Coef: 2 / math.Pi, Sign: 1, Finite: true,
			Waves: []hankel.Wave{{Exponent: -2, Coef: 2 / math.Pi}}}, zero: 1,
	})
	assert.InDelta(t, 1, p.Plus.Value, 1e-11)
	assert.Zero(t, p.Minus.Value)
	for _, v := range []float64{1e-3, 1e-9, 1e-15, 1e-25} {
		assert.InEpsilon(t, v, p.Law(1).Above(math.Tan(math.Pi/2*(1-v))*0+1/math.Tan(math.Pi/2*v)), 1e-9)
		assert.InEpsilon(t, v, p.Law(1).Below(math.Tan(math.Pi/2*v)), 1e-8)
	}
}

// (1−z²/R²)_+^α: slow oscillating power tails, against sums over the lobes by mpmath.
func TestProfileSonine(t *testing.T) {
	var golden []struct {
		Dim                                   int
		Alpha, Radius, Plus, Minus, FirstZero float64
	}
	blob, err := os.ReadFile("../../../testdata/profile_masses.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(blob, &golden))
	for _, g := range golden {
		p := runProfile(t, sonine(g.Dim, g.Alpha, g.Radius))
		t.Logf("  α=%g true errors are %.2f and %.2f of the estimates", g.Alpha, (p.Plus.Value-g.Plus)/p.Plus.Err,
			(p.Minus.Value-g.Minus)/p.Minus.Err)
		assert.InDelta(t, g.Plus, p.Plus.Value, p.Plus.Err, "d=%d α=%g", g.Dim, g.Alpha)
		assert.InDelta(t, g.Minus, p.Minus.Value, p.Minus.Err, "d=%d α=%g", g.Dim, g.Alpha)
		assert.Less(t, p.Total.Err, 1e-6)
		assert.InEpsilon(t, g.FirstZero, p.SignChanges()[0], 1e-11)
		assert.True(t, p.ChangesForever)
		for _, sign := range []int{1, -1} {
			assert.Equal(t, UpperLobes, p.Law(sign).Upper().Kind)
		}
	}
}

func sonine(d int, alpha, r float64) input {
	n := float64(d)
	lg, _ := math.Lgamma(n / 2)
	lb := mathext.Lbeta(n/2, alpha+1)
	c := (2-n)*math.Ln2 - 2*lg + n*math.Log(r) - math.Ln2 + lb
	order := n + 2*alpha + 2
	p := (n-3)/2 - alpha
	return input{
		src: &synthetic{f: func(w float64) (float64, float64) {
			v, e := double.LambdaValue(order, w*r)
			s := math.Exp(c + (n-1)*math.Log(w))
			return s * v, s*e + 8*chebyshev.Roundoff*math.Abs(s*v)
		}},
		dim: d, lo: math.Sqrt(n) / r * math.Pow(1e-13, 1/n), hi: 100 / r,
		tail: hankel.Tail{Kind: hankel.TailPower, Exponent: p, Oscillating: true, Finite: p < -1, Because: "a breakpoint",
			Waves: []hankel.Wave{{Exponent: p, Freq: r}}}, zero: 1,
	}
}

func TestProfileInfiniteMass(t *testing.T) {
	_, err := build(context.Background(), sonine(3, 1, 2), nil)
	var inf *InfiniteMassError
	require.True(t, errors.As(err, &inf))
	assert.Equal(t, -1.0, inf.Exponent)
	assert.False(t, inf.AtOrigin)
	assert.Contains(t, err.Error(), "a breakpoint")

	_, err = build(context.Background(), input{
		src: exactly(func(w float64) float64 { return math.Pow(w, -1.5) * math.Exp(-w) }), dim: 1, lo: 1e-3, hi: 40,
		tail: hankel.Tail{Kind: hankel.TailExponential, Rate: 1, Finite: true}, zero: math.Inf(1),
	}, nil)
	require.True(t, errors.As(err, &inf), "%v", err)
	assert.True(t, inf.AtOrigin)
	assert.InDelta(t, -1.5, inf.Exponent, 1e-3)

	_, err = build(context.Background(), input{
		src: exactly(func(w float64) float64 { return math.Pow(1+w*w, -0.3) }), dim: 1, lo: 1e-3, hi: 400,
		tail: hankel.Tail{Kind: hankel.TailUnknown}, zero: math.NaN(),
	}, nil)
	require.True(t, errors.As(err, &inf), "%v", err)
	assert.InDelta(t, -0.6, inf.Exponent, 1e-2)
}

// The triangle (1−z)_+ in d = 1 touches zero for ever but never changes sign.
func TestProfileDoubleZeros(t *testing.T) {
	p := runProfile(t, input{
		src: &synthetic{f: func(w float64) (float64, float64) {
			s := math.Sin(w/2) / w * 2
			m := s * s / math.Pi
			return m, 8 * chebyshev.Roundoff * (m + 4/math.Pi/(w*w+1))
		}},
		dim: 1, lo: 1e-2, hi: 200,
		tail: hankel.Tail{Kind: hankel.TailPower, Exponent: -2, Finite: true, Waves: []hankel.Wave{
			{Exponent: -2, Coef: 2 / math.Pi}, {Exponent: -2, Coef: 2 / math.Pi, Freq: 1, Phase: math.Pi}}}, zero: 1,
	})
	assert.Zero(t, p.Minus.Value)
	assert.Less(t, p.Minus.Err, 1e-7)
	assert.InDelta(t, 1, p.Plus.Value, p.Plus.Err)
	assert.Empty(t, p.SignChanges())
	assert.False(t, p.ChangesForever)
}

// Two incommensurable frequencies and a cusp: the averages of |A + B cos ω + C cos √2ω|
// are extrapolated, and k(0) = ‖m₊‖ − ‖m₋‖ tests the result.
func TestProfileTwoFrequencies(t *testing.T) {
	a, b := sonine(1, 0.5, 1), sonine(1, 0.5, math.Sqrt2)
	p := runProfile(t, input{
		src: &synthetic{f: func(w float64) (float64, float64) {
			x, ex := a.src.(*synthetic).f(w)
			y, ey := b.src.(*synthetic).f(w)
			z := 2 / math.Pi / (1 + w*w)
			return x - y + z, ex + ey + 4*chebyshev.Roundoff*z
		}},
		dim: 1, lo: 1e-3, hi: 200,
		tail: hankel.Tail{Kind: hankel.TailPower, Exponent: -1.5, Finite: true, Oscillating: true,
			Waves: []hankel.Wave{{Exponent: -1.5, Freq: 1}, {Exponent: -1.5, Freq: math.Sqrt2}, {Exponent: -2}}},
		zero: 1,
	})
	assert.InDelta(t, 1, p.Plus.Value-p.Minus.Value, p.Total.Err)
	assert.Less(t, p.Total.Err, 1e-3)
	assert.Less(t, math.Abs(p.Defect), 1e-3)
	assert.Equal(t, UpperPower, p.Law(1).Upper().Kind)
}

// Noise must not become negative mass.
func TestProfileNoise(t *testing.T) {
	for _, level := range []float64{1e-15, 1e-12, 1e-8} {
		f := chi(16, 1)
		in := chiInput(16)
		in.src = &synthetic{f: func(w float64) (float64, float64) {
			// A deterministic function that no polynomial resolves.
			r := rand.New(rand.NewPCG(math.Float64bits(w), 7))
			return f(w) + level*(2*r.Float64()-1), level
		}}
		p := runProfile(t, in)
		assert.Zero(t, p.Minus.Value)
		assert.Len(t, p.Intervals, 1)
		assert.InDelta(t, 1, p.Plus.Value, p.Plus.Err)
		assert.Less(t, p.Plus.Err, 100*level)
		assert.Less(t, p.Minus.Err, 100*level)
	}
}

// m ~ ω^(−1/2) at 0, from a kernel that decays like z^(−1/2).
func TestProfileSingularOrigin(t *testing.T) {
	p := runProfile(t, input{
		src: exactly(func(w float64) float64 { return math.Exp(-w) / math.Sqrt(math.Pi*w) }), dim: 2, lo: 1e-3, hi: 40,
		tail: hankel.Tail{Kind: hankel.TailExponential, Rate: 1, Finite: true}, zero: 1,
	})
	assert.InDelta(t, 1, p.Plus.Value, 1e-11)
	for _, x := range []float64{1e-36, 1e-24, 1e-15, 1e-9, 1e-3} {
		assert.InEpsilon(t, math.Erf(math.Sqrt(x)), p.Law(1).Below(x), 1e-7)
	}
	assert.Equal(t, UpperExponential, p.Law(1).Upper().Kind)
	assert.InEpsilon(t, math.Erfc(math.Sqrt(38)), p.Law(1).Above(38), 1e-6)
}

func TestProfileAtoms(t *testing.T) {
	in := chiInput(3)
	in.atoms = []fourier.Atom{{Omega: 2.5, Weight: 0.25}, {Omega: 0, Weight: -0.5}, {Omega: 1, Weight: -0.125},
		{Omega: 1.5, Weight: 0.75}}
	in.zero = 1 + 0.25 - 0.5 - 0.125 + 0.75
	p := runProfile(t, in)
	assert.InDelta(t, 2, p.Plus.Value, 1e-12)
	assert.InDelta(t, 0.625, p.Minus.Value, 1e-12)
	assert.Equal(t, -0.5, p.Origin)
	assert.Equal(t, []fourier.Atom{{Omega: 1, Weight: -0.125}, {Omega: 1.5, Weight: 0.75},
		{Omega: 2.5, Weight: 0.25}}, p.Atoms)
	l := p.Law(1)
	cdf := func(x float64) float64 { return mathext.GammaIncReg(1.5, x*x/2) }
	assert.InDelta(t, 2, l.Mass(), 1e-12)
	assert.InDelta(t, cdf(2), l.Below(2)-0.75, 1e-12)
	assert.InDelta(t, cdf(1.5)+0.75, l.Below(1.5), 1e-12)
	assert.InDelta(t, 1-cdf(1.5)+0.25, l.Above(1.5), 1e-12)
	assert.InDelta(t, 0.75, l.Below(1.5)-l.Below(math.Nextafter(1.5, 0)), 1e-12)
	m := p.Law(-1)
	assert.Equal(t, 0.125, m.Mass())
	assert.Equal(t, 0.125, m.Below(1))
	assert.Zero(t, m.Below(0.99))
	assert.Zero(t, m.Above(1))
	assert.Equal(t, 0.125, m.Above(0.5))
	assert.Panics(t, func() { p.Law(0) })

	only := runProfile(t, input{src: in.src, dim: 3, atoms: in.atoms,
		tail: hankel.Tail{Kind: hankel.TailZero, Finite: true}, zero: 0.375})
	assert.Equal(t, 1.0, only.Plus.Value)
	assert.Equal(t, 0.625, only.Minus.Value)
	assert.Empty(t, only.Intervals)
}
