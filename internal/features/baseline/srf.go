package baseline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/internal/elem64"
	"krein/internal/special/double"
)

// Clipped is what spherical random features estimate: the kernel of the density max(0, Σ Weight[i]·N_i(ω)) on R^d, where N_i
// is the normal density of the kernel exp(−z²/(2·Scale[i]²)). Its radius takes finitely many values.
type Clipped struct {
	Mixture
	law *double.Lambda
	*picks
}

// At returns the kernel's value.
func (c *Clipped) At(z float64) (k float64) {
	last := 0.0
	for i, r := range c.radii {
		k += (c.upTo[i] - last) * c.law.At(r*z)
		last = c.upTo[i]
	}
	return k
}

// SRF returns spherical random features (J. Pennington, F. Yu, S. Kumar, Spherical random features for polynomial kernels,
// 2015): the density max(0, Σ c_i N_i(ω)) of a sum of Gaussians with weights of either sign, whose kernel is nearest to k on
// [0, 2] in the mean square. The paper optimises weights and scales of ten Gaussians; here the scales are a geometric
// progression of `terms` ones from 0.1 to 20 (0 means 20), and the weights are found by Levenberg's and Marquardt's
// method from two beginnings, the best nonnegative weights, for which nothing is cut, and the best ones of either sign
// before the cut; the better end counts. So the fit is no worse than that of nonnegative weights, and it may be a local
// optimum, as the paper's may. The integral over ω is a sum over 600 radii.
//
// Defects. A positive measure cannot represent an indefinite kernel: the negative part is left out, and the bias does
// not fall with the number of features; it is the error of the fit. Beyond z = 2 it is another kernel.
func SRF(dim int, k func(z float64) float64, terms int) (*decompose.Decomposition, *Clipped, error) {
	if terms == 0 {
		terms = 20
	}
	if terms < 1 || dim < 1 {
		return nil, nil, fmt.Errorf("baseline: %d Gaussians in dimension %d; give positive numbers", terms, dim)
	}
	z, values := make([]float64, 101), make([]float64, 101)
	for i := range z {
		z[i] = float64(i) / 50
		values[i] = k(z[i])
		if math.IsNaN(values[i] - values[i]) {
			return nil, nil, fmt.Errorf("baseline: the kernel at %v is %v", z[i], values[i])
		}
	}
	c := newClipping(dim, z, values, scales(shortest, longest, terms))
	weights, left := fit(z, values, c.scale).Weight, math.Inf(1)
	for _, from := range [][]float64{weights, c.signed()} {
		if w, s := c.descend(from); s < left {
			weights, left = w, s
		}
	}
	density := c.density(weights)
	if floats.Sum(density) == 0 || left >= floats.Dot(values, values) {
		return nil, nil, errors.New("baseline: the best positive mixture of Gaussians is 0")
	}
	s := &Clipped{Mixture{weights, c.scale}, c.law, newPicks(c.omega, density)}
	d := &decompose.Decomposition{Dim: dim, Quality: decompose.Estimated,
		Plus: decompose.Part{Mass: s.mass(), MassKind: decompose.KindEstimated, Radii: s.picks}}
	return d, s, nil
}

const (
	shortest, longest = 0.1, 20 // scales
	radii             = 600     // of the sum over ω
	steps             = 100     // of the descent at most
)

// clipping is the least-squares problem of the weights.
type clipping struct {
	scale  []float64
	omega  []float64 // radii, in a geometric progression
	law    *double.Lambda
	chi    *mat.Dense // radii × scales: shares of the radii in each Gaussian
	wave   *mat.Dense // distances × radii: Λ(ωz)
	values *mat.VecDense
}

func newClipping(dim int, z, values, scale []float64) *clipping {
	d := float64(dim)
	c := &clipping{scale: scale, omega: make([]float64, radii), law: double.NewLambda(d),
		chi: mat.NewDense(radii, len(scale), nil), wave: mat.NewDense(len(z), radii, nil),
		values: mat.NewVecDense(len(values), values)}
	// The radius of N_i is about √d/τ_i; near 0 its density is as ω^{d−1}.
	from, to := 3e-3*math.Sqrt(d)/longest, (math.Sqrt(d)+7)/shortest
	h := elem64.Log(to/from) / (radii - 1)
	lg := elem64.Lgamma(d / 2)
	for q := range c.omega {
		w := from * elem64.Pow(to/from, float64(q)/(radii-1))
		c.omega[q] = w
		for i, tau := range scale {
			x := tau * w
			c.chi.Set(q, i, h*math.Exp((1-d/2)*math.Ln2-lg+d*elem64.Log(x)-x*x/2))
		}
		for p, x := range z {
			c.wave.Set(p, q, c.law.At(w*x))
		}
	}
	return c
}

// density returns the shares of the radii, of which none is negative.
func (c *clipping) density(weights []float64) []float64 {
	var v mat.VecDense
	v.MulVec(c.chi, mat.NewVecDense(len(weights), weights))
	m := v.RawVector().Data
	for q, x := range m {
		m[q] = max(0, x)
	}
	return m
}

// residual returns k̂ − k at the distances, and the sum of its squares.
func (c *clipping) residual(weights []float64) (*mat.VecDense, float64) {
	var r mat.VecDense
	r.MulVec(c.wave, mat.NewVecDense(radii, c.density(weights)))
	r.SubVec(&r, c.values)
	return &r, mat.Dot(&r, &r)
}

// slope returns the derivatives of the residual with respect to the weights, where the density is positive.
func (c *clipping) slope(weights []float64, all bool) *mat.Dense {
	part := mat.DenseCopyOf(c.chi)
	if !all {
		for q, x := range c.density(weights) {
			if x == 0 {
				clear(part.RawRowView(q))
			}
		}
	}
	var j mat.Dense
	j.Mul(c.wave, part)
	return &j
}

// damped solves (JᵀJ + by·(diag JᵀJ + ε))·x = Jᵀr.
func damped(j *mat.Dense, r *mat.VecDense, by float64) ([]float64, bool) {
	var a mat.SymDense
	a.SymOuterK(1, j.T())
	n := a.SymmetricDim()
	trace := mat.Trace(&a)
	for i := range n {
		a.SetSym(i, i, a.At(i, i)*(1+by)+by*1e-6*trace+1e-300)
	}
	var b, x mat.VecDense
	b.MulVec(j.T(), r)
	var ch mat.Cholesky
	if !ch.Factorize(&a) || ch.SolveVecTo(&x, &b) != nil {
		return nil, false
	}
	return x.RawVector().Data, true
}

// signed returns the best weights of either sign if nothing were cut.
func (c *clipping) signed() []float64 {
	w, ok := damped(c.slope(nil, true), c.values, 1e-6)
	if !ok {
		return make([]float64, len(c.scale))
	}
	return w
}

// descend returns weights that are no worse than w, and their sum of squares.
func (c *clipping) descend(w []float64) ([]float64, float64) {
	r, left := c.residual(w)
	by := 1e-3
	for range steps {
		j := c.slope(w, false)
		better := false
		for ; by < 1e12; by *= 4 {
			step, ok := damped(j, r, by)
			if !ok {
				continue
			}
			next := slices.Clone(w)
			floats.Sub(next, step)
			if rn, l := c.residual(next); l < left {
				better = left-l > 1e-7*left
				w, r, left = next, rn, l
				by /= 9
				break
			}
		}
		if !better {
			break
		}
	}
	return w, left
}
