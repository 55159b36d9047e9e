package mixture

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestBessel: Bessel functions K of roots are recognised, with their weights (mpmath, 20 digits) and laws.
func TestBessel(t *testing.T) {
	inverse := func(order, scale, rate float64) Clock { return &Inverse{order, scale, rate} }
	gamma := func(shape, rate float64) Clock {
		return &Law{from: origin{originGamma, shape}, steps: []step{{a: rate, p: 1}}}
	}
	for f, want := range map[string]ScaleTerm{
		"besselk(0,sqrt(1+z^2))":                       {0.42102443824070833334, []Clock{inverse(-0.5, 1, 1)}},
		"3*besselk(0,sqrt(4+9*z^2))":                   {0.34168161824860030696, []Clock{inverse(-0.5, 9, 4./9)}},
		"besselk(1,2*sqrt(1+z^2))":                     {0.13986588181652242728, []Clock{inverse(0.5, 4, 1), gamma(0.5, 1)}},
		"besselk(-1/3,sqrt(1+z^2/4))":                  {0.43843063344153436171, []Clock{inverse(-1./6, 0.25, 4), gamma(1./6, 0.25)}},
		"(1+z^2)^(1/8)*besselk(1/4,sqrt(1+z^2))":       {0.43073977444858552466, []Clock{inverse(-0.25, 1, 1)}},
		"besselk(2,sqrt(3+z^2))*sqrt(3+z^2)/2":         {0.33797749259757335441, []Clock{inverse(1.5, 1, 3), gamma(0.5, 1./3)}},
		"besselk(0,sqrt(1+z^2))/(1+z^2)":               {0.42102443824070833334, []Clock{inverse(-0.5, 1, 1), gamma(1, 1)}},
		"z^(1/3)*besselk(1/3,z)":                       {1.6876255256264092559, []Clock{inverse(-1./6, 1, 0)}},
		"besselk(0,sqrt(1+z^2))*exp(-z)":               {0.42102443824070833334, []Clock{inverse(-0.5, 1, 1), &Law{steps: []step{{a: 1, p: 0.5}}}}},
		"besselk(0,sqrt(1+z^2))*z*besselk(1,z)":        {0.42102443824070833334, []Clock{inverse(-0.5, 1, 1), inverse(0.5, 1, 0)}},
		"besselk(7,sqrt(1/100+z^2))*(1/100+z^2)^(7/2)": {46060.804799000208281, []Clock{inverse(6.5, 1, 0.01)}},
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		s, err := RecogniseScale(k.Expr())
		if !assert.NoError(t, err, f) || !assert.Len(t, s, 1, f) {
			continue
		}
		assert.InEpsilon(t, want.Weight, s[0].Weight, 1e-12, f)
		if !assert.Len(t, s[0].Laws, len(want.Laws), f) {
			continue
		}
		for i, l := range want.Laws {
			assert.IsType(t, l, s[0].Laws[i], f)
			for _, z := range []float64{0, 0.1, 1, 5} {
				assert.InDelta(t, l.Kernel(z), s[0].Laws[i].Kernel(z), 1e-12, "%s: law %d at %g", f, i, z)
			}
		}
	}
	for _, f := range []string{"besselk(0,z)", "besselk(1,z)", "besselk(0,1+z)", "besselk(0,sqrt(1+z^4))", "z*besselk(1/2,z)",
		"(1+z^2)*besselk(1,sqrt(1+z^2))", "besselk(0,sqrt(1+z^2))*cos(z)", "z^2*besselk(0,sqrt(1+z^2))"} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		_, err = RecogniseScale(k.Expr())
		assert.Error(t, err, f)
	}
}

// TestInverseKernel compares transforms of inverse Gamma laws with quadrature (mpmath, 20 digits).
func TestInverseKernel(t *testing.T) {
	for _, c := range []struct {
		l       Inverse
		z, want float64
	}{
		{Inverse{-0.5, 1, 1}, 2, 0.20299501689420292391},
		{Inverse{-0.5, 1, 1e-12}, 0.5, 0.066354873123725290026},
		{Inverse{-0.5, 4, 100}, 3, 0.40579553274909808805},
		{Inverse{-0.2, 1, 0}, 1, 0.23625832779735160268},
		{Inverse{-0.2, 2, 0.3}, 1.5, 0.19068353986075895121},
		{Inverse{3, 2, 0.1}, 0.7, 0.91008742030019594149},
		{Inverse{20.25, 3, 0}, 4, 0.54981591424486758374},
		{Inverse{60, 1, 1e4}, 20, 0.32323251050855280778},
		{Inverse{2, 1, 0}, 1, 0.85838536273336541706},
	} {
		assert.NoError(t, c.l.Check())
		assert.InEpsilon(t, c.want, c.l.Kernel(c.z), 1e-11, "%v at %g", c.l, c.z)
		assert.Equal(t, 1., c.l.Kernel(0), "%v", c.l)
		assert.Zero(t, c.l.Kernel(math.MaxFloat64), "%v", c.l)
	}
	for _, l := range []Inverse{{-0.5, 1, 0}, {-1, 1, 1}, {0.5, 0, 1}, {0.5, 1, -1}, {200, 1, 1}, {100, 1e-10, 1e-10},
		{0, 1, math.Inf(1)}, {math.NaN(), 1, 1}, {0, math.NaN(), 1}, {0, 1, math.NaN()}} {
		assert.Error(t, l.Check(), "%v", l)
	}
}

// TestInverseSample: draws of inverse Gamma laws have their transforms as means, by z-scores, where one of the three pieces of
// the rejection, or the Gamma law, is nearly all.
func TestInverseSample(t *testing.T) {
	draws := 20_000 * testlong.RoundsTo(8, 100)
	for i, l := range []Inverse{
		{-0.5, 1, 1}, {-0.5, 1, 1e-12}, {-0.5, 4, 100}, {-0.5, 1, 1e8}, {-1. / 6, 1, 0}, {-1. / 6, 1, 0.3}, {0, 1, 1e-8},
		{0.5, 1, 1}, {3, 2, 0.1}, {9.5, 1, 1e-3}, {9.5, 1, 50}, {60, 1, 1e4}, {20.25, 3, 0},
	} {
		require.NoError(t, l.Check())
		rnd := rand.New(rand.NewPCG(13, uint64(i)))
		var zs []float64 // where the transform is between 0 and 1
		for _, v := range []float64{0.9, 0.5, 0.1} {
			z := 1e-10
			for l.Kernel(z) > v {
				z *= 1.1
			}
			zs = append(zs, z)
		}
		sum, squares := make([]float64, len(zs)), make([]float64, len(zs))
		for range draws {
			x := l.Sample(rnd)
			for j, z := range zs {
				v := math.Exp(-math.Exp(x + 2*math.Log(z)))
				sum[j], squares[j] = sum[j]+v, squares[j]+v*v
			}
		}
		for j, z := range zs {
			n := float64(draws)
			mean := sum[j] / n
			score := (mean - l.Kernel(z)) / math.Sqrt((squares[j]/n-mean*mean)/n)
			assert.Less(t, math.Abs(score), 4.5, fmt.Sprintf("%v at %g", l, z))
		}
	}
}
