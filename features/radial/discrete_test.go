package radial

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"krein/decompose"
	"krein/decompose/minimal"
	"krein/features"
	"krein/internal/features/directions"
	"krein/internal/special/double"
	"krein/kernel/parser"
)

// interval is a share of (0,1) on which the radii of the parts are constant.
type interval struct {
	lo, hi float64
	r      [2]float64
}

// discrete returns the joint law of comonotone radii of a minimum: the shares of its atoms, merged.
func discrete(m *minimal.Measure, strata int) (out []interval, mass [2]float64) {
	var at [2][]float64 // where the shares end
	var omega [2][]float64
	edges := []float64{0}
	for i := 1; i < strata; i++ {
		edges = append(edges, float64(i)/float64(strata))
	}
	for _, a := range m.Atoms {
		p := 0
		if a.Coef < 0 {
			p = 1
		}
		if a.Omega > 0 {
			mass[p] += math.Abs(a.Coef)
			at[p], omega[p] = append(at[p], mass[p]), append(omega[p], a.Omega)
		}
	}
	for p := range at {
		for i := range at[p] {
			at[p][i] /= mass[p]
			edges = append(edges, at[p][i])
		}
	}
	slices.Sort(edges)
	for i := 1; i < len(edges); i++ {
		v := interval{lo: edges[i-1], hi: edges[i]}
		for p := range at {
			for k := len(at[p]) - 1; k >= 0; k-- {
				if at[p][k] > v.lo/2+v.hi/2 {
					v.r[p] = omega[p][k]
				}
			}
		}
		if v.hi-v.lo > 1e-14 {
			out = append(out, v)
		}
	}
	return out, mass
}

// The variance for a discrete law is a finite sum: the prediction is exact up to rounding. The sums are over pairs of
// radii, with Λ_d(√(r²+s²)z) for orthogonal and (Λ_d((r+s)z) + Λ_d((r−s)z))/2 for equal directions, and share nothing
// with the harmonics.
func TestDiscreteLawsArePredictedExactly(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		bias    float64
	}{{"1-z^2/4", 4, 1e-2}, {"1-z^2/4", 16, 1e-3}, {"exp(-z^2/2)-exp(-z^2/50)", 3, 1e-3}} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		m, err := minimal.New(context.Background(), k, c.dim, minimal.Domain{Radius: 2, Bias: c.bias})
		require.NoError(t, err)
		dec := decompose.FromMinimum(m)
		d := c.dim
		for _, pairs := range []int{1, 3, 40} {
			n := float64(pairs)
			block := directions.BlockPairs(pairs, pairs, d) - n // pairs of frequencies of a part in blocks of shared directions
			products := blockProducts(d, pairs)
			for _, z := range []float64{1e-3, 0.4, 1.3, 2} {
				law, mass := discrete(m, 0)
				var one, mean [2]float64
				for _, v := range law {
					for p, r := range v.r {
						mean[p] += (v.hi - v.lo) * lambda(d, r*z)
					}
				}
				// About the mean, as at small z nothing but rounding is left of E cos² − mean².
				var orth [2][2]float64 // E Λ_d(√(r²+s²)z) − mean·mean for independent radii
				var tight [2]float64   // the same of all pairs of a block, by their inner products
				var shared float64     // Cov(cos, cos) for shared directions and comonotone radii
				for _, v := range law {
					share := v.hi - v.lo
					for p, r := range v.r {
						one[p] += share * (1 + lambda(d, 2*r*z)) / 2
					}
					r, s := v.r[0], v.r[1]
					shared += share * (lambda(d, (r+s)*z) + lambda(d, math.Abs(r-s)*z)) / 2
					for _, w := range law {
						for p := range 2 {
							for q := range 2 {
								orth[p][q] += share * (w.hi - w.lo) * lambda(d, math.Hypot(v.r[p], w.r[q])*z)
							}
							r, s := v.r[p], w.r[p]
							for rho, times := range products {
								angle := math.Sqrt(max(r*r+s*s+2*r*s*rho, 0))
								tight[p] += times * share * (w.hi - w.lo) * lambda(d, angle*z)
							}
						}
					}
				}
				for p := range 2 {
					for _, times := range products {
						tight[p] -= times * mean[p] * mean[p]
					}
					one[p] -= mean[p] * mean[p]
					for q := range 2 {
						orth[p][q] -= mean[p] * mean[q]
					}
				}
				shared -= mean[0] * mean[1]
				var iid, per, joint float64
				for p := range 2 {
					iid += mass[p] * mass[p] * one[p] / n
					joint += mass[p] * mass[p] * (one[p]/n + block/(n*n)*orth[p][p])
					per += mass[p] * mass[p] * (one[p]/n + tight[p]/(n*n))
				}
				// With radii stratified every stratum has its own mean.
				law, _ = discrete(m, pairs)
				var stratified float64
				for p := range 2 {
					sums := make([]float64, pairs)
					for _, v := range law {
						sums[int((v.lo+v.hi)/2*n)] += n * (v.hi - v.lo) * lambda(d, v.r[p]*z)
					}
					all := one[p] + mean[p]*mean[p]
					for _, s := range sums {
						all -= s * s / n
					}
					stratified += mass[p] * mass[p] / n * all
				}
				joint -= 2 * mass[0] * mass[1] / (n * n) * (n*shared + block*orth[0][1])
				for _, q := range []struct {
					opt  features.Options
					want float64
				}{
					{features.Options{Coupling: features.IID}, iid},
					{features.Options{Coupling: features.IID, Radii: features.RadiiStratified}, stratified},
					{features.Options{Coupling: features.Orthogonal}, per},
					{features.Options{Coupling: features.Shared}, joint},
				} {
					q.opt.Columns = 4 * pairs
					got := predict(t, dec, &q.opt, z)
					rounding := 1e-14 * (mass[0]*mass[0] + mass[1]*mass[1])
					assert.InDelta(t, q.want, got, 1e-10*q.want+rounding, fmt.Sprint(c, q.opt, z))
				}
			}
		}
	}
}

// blocksOf returns the number of the block of each of n orthogonal directions.
func blocksOf(d, n int) (block []int) {
	number := 0
	for _, run := range directions.TightBlocks(n, d) {
		for range run.Blocks {
			block = append(block, slices.Repeat([]int{number}, run.Size)...)
			number++
		}
	}
	return block
}

// blockProducts returns the inner products of pairs of a block of n orthogonal directions, as drawn, and how many there are:
// both orders and both signs of a direction count, as cosines do not see them.
func blockProducts(d, n int) map[float64]float64 {
	out := map[float64]float64{}
	rows := drawDirections(features.Orthogonal, d, [2]int{n, 0}, 1)[0]
	block := blocksOf(d, n)
	for i := range n {
		for j := range n {
			if i != j && block[i] == block[j] {
				rho := math.Round(1e13*floats.Dot(rows[i*d:][:d], rows[j*d:][:d])) / 1e13
				out[rho] += 0.5
				out[-rho] += 0.5
			}
		}
	}
	return out
}

// Atoms in one part must not make the density of the other a sum.
func TestStepsDoNotFlattenDensities(t *testing.T) {
	k, err := parser.Parse("exp(-z^2)", nil)
	require.NoError(t, err)
	m, err := minimal.New(context.Background(), k, 2, minimal.Domain{Radius: 2, Bias: 1e-2})
	require.NoError(t, err)
	atoms := decompose.FromMinimum(m).Plus
	dec := &decompose.Decomposition{Dim: 2, Plus: atoms, Minus: decompose.Part{Mass: 0.5, Radii: chi{2, 1}}}
	const z = 1.2
	byMass, _ := m.Variance([]float64{z})
	want := byMass/5 + 0.25*math.Pow(-math.Expm1(-z*z), 2)/2/5
	assert.InDelta(t, want, predict(t, dec, &features.Options{Columns: 20}, z), 1e-8)
}

func lambda(d int, x float64) float64 {
	v, _ := double.LambdaValue(float64(d), x)
	return v
}
