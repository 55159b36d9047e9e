package radial

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose"
	"krein/features"
	"krein/internal/testlong"
)

func predict(t testing.TB, dec *decompose.Decomposition, opt *features.Options, z float64) float64 {
	p, err := NewPredictor(dec, opt)
	require.NoError(t, err)
	v, e := p.Variance(z)
	require.Less(t, e, 1e-6)
	return v
}

// For exp(−z²/2) the variance of one frequency is (1−e^{−z²})²/2.
func TestVarianceOfTheGaussianIID(t *testing.T) {
	for _, d := range []int{1, 2, 3, 16, 784} {
		for _, z := range []float64{0, 1e-4, 0.1, 1, 2.5} {
			one := math.Pow(-math.Expm1(-z*z), 2) / 2
			got := predict(t, gaussian(d, 1), &features.Options{Columns: 20}, z)
			assert.InDelta(t, one/10, got, 1e-7*one/10, "d=%d z=%v", d, z)
		}
	}
}

// For exp(−z), whose radii have the tail ω^{−2} and never resolve, the variance of one
// frequency is (1−e^{−2z})/2, and the estimated error holds.
func TestVarianceOfAHeavyTail(t *testing.T) {
	cauchy := quantileFunc(func(u float64) float64 { return math.Sqrt(u*(2-u)) / (1 - u) })
	dec := &decompose.Decomposition{Dim: 2, Plus: decompose.Part{Mass: 1, Radii: cauchy}}
	p, err := NewPredictor(dec, &features.Options{Columns: 4})
	require.NoError(t, err)
	for _, z := range []float64{1e-3, 0.1, 1, 5} {
		got, estimate := p.Variance(z)
		want := -math.Expm1(-2*z) / 4
		assert.InDelta(t, want, got, estimate, "z=%v", z)
		assert.Less(t, estimate, 0.02*want, "z=%v", z)
		t.Logf("z=%v: off by %.1e, estimate %.1e", z, got-want, estimate)
	}
}

// Orthogonal directions against the two-dimensional integral
// E Λ_d(√(R₁²+R₂²)z), which shares nothing with the expansion in harmonics.
func TestVarianceOfOrthogonalDirections(t *testing.T) {
	x, w := legendre(60, 0, 1)
	for _, d := range []int{2, 3, 16} {
		for _, z := range []float64{0.3, 1, 3} {
			// Radii drawn from chi², whose quantiles u ↦ Q(u) are smooth inside
			// but not at the ends: substitute u = 3v²−2v³.
			single := 0.0
			q := make([]float64, len(x))
			wt := make([]float64, len(x))
			for i, v := range x {
				q[i] = chi{float64(d), 1}.Quantile(v * v * (3 - 2*v))
				wt[i] = w[i] * 6 * v * (1 - v)
			}
			for i := range q {
				single += wt[i] * lambda(d, q[i]*z)
			}
			// cov returns the covariance of the cosines of two directions of inner product rho.
			cov := func(rho float64) float64 {
				both := 0.0
				for i, r := range q {
					for j, s := range q {
						both += wt[i] * wt[j] * lambda(d, math.Sqrt(max(r*r+s*s+2*r*s*rho, 0))*z)
					}
				}
				return both - single*single
			}
			one := math.Pow(-math.Expm1(-z*z), 2) / 2
			for _, s := range []int{1, 2, 3, 20} {
				n := 2 * s
				want := one / float64(n)
				products := blockProducts(d, n)
				for rho, times := range products {
					want += times / float64(n*n) * cov(rho)
				}
				got := predict(t, gaussian(d, 1), &features.Options{Columns: 4 * s, Coupling: features.Orthogonal}, z)
				assert.InDelta(t, want, got, 2e-6, "d=%d z=%v n=%d", d, z, n)
				if len(products) > 0 && z == 1 {
					assert.Less(t, got, one/float64(n), "orthogonality helps")
				}
			}
		}
	}
}

// cases are the decompositions of the simulations, with laws that are inverted in closed
// form, and their kernels.
func cases() map[string]simulation {
	atoms := func(share, low, high float64) quantileFunc {
		return func(u float64) float64 {
			if u < share {
				return low
			}
			return high
		}
	}
	rayleigh := func(tau float64) quantileFunc { // of exp(−z²/2τ²) in R²
		return func(u float64) float64 { return math.Sqrt(-2*math.Log1p(-u)) / tau }
	}
	normal := func(tau float64) quantileFunc { // in R¹
		return func(u float64) float64 { return math.Sqrt2 * math.Erfinv(u) / tau }
	}
	cauchy := func(u float64) float64 { return math.Sqrt(u*(2-u)) / (1 - u) } // of exp(−z) in R²
	sinc := func(x float64) float64 { return lambda(3, x) }
	return map[string]simulation{
		"gaussians": {
			&decompose.Decomposition{Dim: 2,
				Plus:  decompose.Part{Origin: 0.3, Mass: 1.5, Radii: rayleigh(1)},
				Minus: decompose.Part{Origin: 0.4, Mass: 0.8, Radii: rayleigh(2)}},
			func(z float64) float64 { return -0.1 + 1.5*math.Exp(-z*z/2) - 0.8*math.Exp(-z*z/8) },
		},
		"heavy tail": {
			&decompose.Decomposition{Dim: 2,
				Plus:  decompose.Part{Mass: 1, Radii: quantileFunc(cauchy)},
				Minus: decompose.Part{Mass: 0.6, Radii: quantileFunc(func(u float64) float64 { return 2 * cauchy(u) })}},
			func(z float64) float64 { return math.Exp(-z) - 0.6*math.Exp(-2*z) },
		},
		"atoms": {
			&decompose.Decomposition{Dim: 3,
				Plus:  decompose.Part{Mass: 2, Radii: atoms(0.5, 1, 3)},
				Minus: decompose.Part{Mass: 1, Radii: atoms(0.2, 0.5, 2)}},
			func(z float64) float64 { return sinc(z) + sinc(3*z) - 0.2*sinc(z/2) - 0.8*sinc(2*z) },
		},
		"line": {
			&decompose.Decomposition{Dim: 1,
				Plus:  decompose.Part{Mass: 1, Radii: normal(0.5)},
				Minus: decompose.Part{Origin: 0.1, Mass: 2, Radii: normal(1)}},
			func(z float64) float64 { return -0.1 + math.Exp(-2*z*z) - 2*math.Exp(-z*z/2) },
		},
	}
}

type simulation struct {
	dec *decompose.Decomposition
	k   func(z float64) float64
}

// every calls do for all combinations of the options.
func every(do func(features.Options)) {
	for c := features.IID; c <= features.Quasi; c++ {
		for r := features.RadiiIID; r <= features.RadiiImportance; r++ {
			for b := features.BudgetEqual; b <= features.BudgetVariance; b++ {
				do(features.Options{Columns: 16, Coupling: c, Radii: r, Budget: b, Distances: []float64{0.5, 1, 2}})
			}
		}
	}
}

// Over many seeds the mean of k̂ is k and its variance the predicted one, for every
// combination of options, by z-scores. The spread of the variance is small enough that a
// factor of 2 (indeed of 1.6) cannot pass.
func TestUnbiasedWithThePredictedVariance(t *testing.T) {
	const seeds = 1000
	distances := []float64{0, 0.4, 1.1, 3}
	all, row := cases(), 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		dec, k := all[name].dec, all[name].k
		x := mat.NewDense(1+len(distances), dec.Dim, nil)
		for j := range dec.Dim { // off the origin, in a direction along no axis
			u := math.Sqrt(float64(2*j+1)) / float64(dec.Dim)
			x.Set(0, j, 0.3+u)
			for i, z := range distances {
				x.Set(i+1, j, 0.3+u+z*u)
			}
		}
		every(func(opt features.Options) {
			if name != "gaussians" && opt.Budget == features.BudgetProportional {
				return // that case has all combinations
			}
			if row++; !testlong.Turn(row, 10) {
				return
			}
			t.Run(fmt.Sprintf("%s/%v/%v/%v", name, opt.Coupling, opt.Radii, opt.Budget), func(t *testing.T) {
				p, err := NewPredictor(dec, &opt)
				require.NoError(t, err)
				sample := make([][]float64, len(distances))
				var phi *mat.Dense
				var m *features.Map
				for seed := range uint64(seeds) {
					opt.Seed = seed
					o, err := prepare(dec, &opt)
					require.NoError(t, err)
					m, err = draw(dec, &o, p.n, p.quad.laws)
					require.NoError(t, err)
					phi, err = m.Transform(phi, x)
					require.NoError(t, err)
					sign := m.Signature()
					for i := range distances {
						sum := 0.0
						for c, j := range sign {
							sum += j * phi.At(0, c) * phi.At(i+1, c)
						}
						sample[i] = append(sample[i], sum)
					}
				}
				for i, z := range distances {
					// ‖x₀ − x_i‖ is z·‖u‖.
					dist := mat.Norm(vecSub(x, 0, i+1), 2)
					mean, v := stat.MeanVariance(sample[i], nil)
					want, estimate := p.Variance(dist)
					require.Less(t, estimate, 4e-3)
					if want < 1e-12 {
						assert.Less(t, v, 1e-12)
						assert.InDelta(t, k(dist), mean, 1e-7)
						continue
					}
					score := (mean - k(dist)) / math.Sqrt(want/seeds)
					assert.Less(t, math.Abs(score), 4.5, "bias at z=%v: mean %v, k %v", z, mean, k(dist))
					// The spread of the sample variance, from the fourth moment.
					m4 := stat.MomentAbout(4, sample[i], mean, nil)
					se := math.Sqrt((m4/(v*v) - 1) / seeds)
					require.Less(t, se, 0.12)
					assert.Less(t, math.Abs(v/want-1), 4.5*se+estimate/want, "variance at z=%v: %v, predicted %v", z, v, want)
				}
			})
		})
	}
}

func vecSub(x *mat.Dense, i, j int) *mat.VecDense {
	var d mat.VecDense
	d.SubVec(x.RowView(i), x.RowView(j))
	return &d
}

// The sign of Eq. (12) of the GORF paper, Var(orthogonal) − Var(i.i.d.), is reversed: what
// is printed is positive for the Gaussian, while the simulated difference is as negative.
func TestSignOfTheOrthogonalTerm(t *testing.T) {
	const d, s, z, seeds = 8, 4, 1.5, 3000
	dec := gaussian(d, 1) // 2s = 8 frequencies, one full block
	iid := predict(t, dec, &features.Options{Columns: 4 * s}, z)
	ours := predict(t, dec, &features.Options{Columns: 4 * s, Coupling: features.Orthogonal}, z) - iid
	printed := -ours
	require.Less(t, ours, 0.0)
	x := mat.NewDense(2, d, nil)
	x.Set(1, 3, z)
	var sample []float64
	for seed := range uint64(seeds) {
		m, err := features.New(New(dec), &features.Options{Columns: 4 * s, Coupling: features.Orthogonal, Seed: seed})
		require.NoError(t, err)
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		sample = append(sample, mat.Dot(phi.RowView(0), phi.RowView(1)))
	}
	v := stat.Variance(sample, nil)
	se := v * math.Sqrt(2.0/seeds) * 2
	assert.Less(t, math.Abs(v-iid-ours), 4*se)
	assert.Greater(t, math.Abs(v-iid-printed), 10*se)
}

// Between the parts of an indefinite kernel orthogonality adds variance, and shared
// directions take some away.
func TestTermBetweenTheParts(t *testing.T) {
	dec := deltaGaussian(16, 1, 2)
	for _, s := range []int{8, 16, 32} {
		for _, z := range []float64{0.7, 1.2} {
			per := predict(t, dec, &features.Options{Columns: 4 * s, Coupling: features.Orthogonal}, z)
			joint := predict(t, dec, &features.Options{Columns: 4 * s, Coupling: features.GORF}, z)
			shared := predict(t, dec, &features.Options{Columns: 4 * s, Coupling: features.Shared}, z)
			assert.Greater(t, joint, per, "s=%d z=%v", s, z)
			assert.Less(t, shared, per, "s=%d z=%v", s, z)
		}
	}
}

// With the same law on both sides, shared frequencies are equal and the estimate is the
// constant 0: every term of the variance cancels, those of the tail too.
func TestEqualPartsCancel(t *testing.T) {
	cauchy := quantileFunc(func(u float64) float64 { return math.Sqrt(u*(2-u)) / (1 - u) })
	for _, law := range []decompose.Radii{cauchy, chi{2, 1}} {
		for r := features.RadiiIID; r <= features.RadiiStratified; r++ {
			part := decompose.Part{Mass: 1, Radii: law}
			dec := &decompose.Decomposition{Dim: 2, Plus: part, Minus: part}
			p, err := NewPredictor(dec, &features.Options{Columns: 28, Coupling: features.Shared, Radii: r})
			require.NoError(t, err)
			for _, z := range []float64{0.3, 2, 20} {
				v, _ := p.Variance(z)
				assert.InDelta(t, 0, v, 1e-13, "%v z=%v", r, z)
			}
		}
	}
}
