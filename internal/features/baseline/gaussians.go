package baseline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"

	"krein/decompose"
	"krein/internal/elem64"
)

// Mixture is a positive mixture of Gaussian kernels, Σ Weight[i]·exp(−z²/(2·Scale[i]²)).
type Mixture struct{ Weight, Scale []float64 }

// At returns its value.
func (m *Mixture) At(z float64) (k float64) {
	for i, w := range m.Weight {
		k += w * math.Exp(-z*z/(2*m.Scale[i]*m.Scale[i]))
	}
	return k
}

// part returns the mixture as one of two measures on R^dim.
func (m *Mixture) part(dim int) decompose.Part {
	law := &chis{half: float64(dim) / 2}
	p := decompose.Part{MassKind: decompose.KindEstimated}
	for i, w := range m.Weight {
		if w > 0 {
			p.Mass += w
			law.weight, law.scale = append(law.weight, w), append(law.scale, m.Scale[i])
		}
	}
	if p.Mass > 0 {
		law.mass, p.Radii = p.Mass, law
	}
	return p
}

// chis is the law of the length of a normal vector at a random scale.
type chis struct {
	half          float64 // d/2
	weight, scale []float64
	mass          float64
}

// Quantile inverts the distribution function by bisection: P(d/2, τ²r²/2) for one.
func (c *chis) Quantile(u float64) float64 {
	below := func(r float64) float64 {
		f := 0.0
		for i, w := range c.weight {
			x := c.scale[i] * r
			f += w * mathext.GammaIncReg(c.half, x*x/2)
		}
		return f / c.mass
	}
	lo, hi := 0.0, math.Sqrt(2*c.half)/slices.Min(c.scale)
	for below(hi) < u && hi < 1e12 {
		lo, hi = hi, 2*hi
	}
	for range 200 {
		m := lo + (hi-lo)/2
		if m == lo || m == hi {
			break
		}
		if below(m) < u {
			lo = m
		} else {
			hi = m
		}
	}
	return hi
}

// scales returns n scales in a geometric progression.
func scales(from, to float64, n int) []float64 {
	s := make([]float64, n)
	ratio := 1.0
	if n > 1 {
		ratio = elem64.Pow(to/from, 1/float64(n-1))
	}
	for i := range s {
		s[i] = from
		from *= ratio
	}
	return s
}

// fit returns the positive mixture of the scales that is nearest to the values k at z in the mean square:
// coordinate descent for nonnegative least squares, a convex problem.
func fit(z, k, scale []float64) *Mixture {
	n := len(scale)
	a, b := mat.NewSymDense(n, nil), make([]float64, n)
	base := func(i int, z float64) float64 { return math.Exp(-z * z / (2 * scale[i] * scale[i])) }
	for i := range n {
		for p, x := range z {
			b[i] += base(i, x) * k[p]
		}
		for j := i; j < n; j++ {
			s := 0.0
			for _, x := range z {
				s += base(i, x) * base(j, x)
			}
			a.SetSym(i, j, s)
		}
	}
	w := make([]float64, n)
	for range 20000 {
		moved := 0.0
		for i := range n {
			g := b[i]
			for j, v := range w {
				g -= a.At(i, j) * v
			}
			next := max(0, w[i]+g/a.At(i, i))
			moved = max(moved, math.Abs(next-w[i]))
			w[i] = next
		}
		if moved < 1e-12 {
			break
		}
	}
	return &Mixture{w, scale}
}

// DIGMM returns features after F. Liu, L. Shi, X. Huang, J. Yang, J. Suykens, A double-variational Bayesian
// framework in random Fourier features for indefinite kernels (2020): the Gram matrix of the rows of x is split
// by its eigenvalues into K₊ − K₋, and each part is approximated by a stationary mixture of Gaussians. The
// paper infers infinite mixtures by variational Bayes; here weights of `terms` scales (0 means 20) are fitted
// to the entries of K± as functions of the distance, by nonnegative least squares.
//
// Defects. K± are no functions of the distance, so that a stationary mixture has an error that does not fall with the
// number of features; it depends on the rows that are given; and the paper needs at least 2d features.
func DIGMM(x *mat.Dense, k func(z float64) float64, terms int) (*decompose.Decomposition, [2]*Mixture, error) {
	if terms == 0 {
		terms = 20
	}
	var mixtures [2]*Mixture
	rows, dim := x.Dims()
	if terms < 1 || rows < 2 {
		return nil, mixtures, fmt.Errorf("baseline: %d Gaussians for %d rows", terms, rows)
	}
	z, gram := distances(x), mat.NewSymDense(rows, nil)
	far := 0.0
	for i := range rows {
		for j := i; j < rows; j++ {
			gram.SetSym(i, j, k(z.At(i, j)))
			far = max(far, z.At(i, j))
		}
	}
	plus, minus, err := eigenparts(gram)
	if err != nil {
		return nil, mixtures, err
	}
	d := &decompose.Decomposition{Dim: dim, Quality: decompose.Estimated}
	for i, g := range []*mat.SymDense{plus, minus} {
		var at, values []float64
		for r := range rows {
			for c := r; c < rows; c++ {
				at, values = append(at, z.At(r, c)), append(values, g.At(r, c))
			}
		}
		mixtures[i] = fit(at, values, scales(far/30, 10*far, terms))
	}
	d.Plus, d.Minus = mixtures[0].part(dim), mixtures[1].part(dim)
	return d, mixtures, nil
}

// distances returns those between the rows.
func distances(x *mat.Dense) *mat.SymDense {
	n, _ := x.Dims()
	z := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i {
			s := 0.0
			for c, v := range x.RawRowView(i) {
				e := v - x.At(j, c)
				s += e * e
			}
			z.SetSym(i, j, math.Sqrt(s))
		}
	}
	return z
}

// eigenparts splits a symmetric matrix into the parts of its positive and negative eigenvalues.
func eigenparts(a *mat.SymDense) (plus, minus *mat.SymDense, err error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(a, true) {
		return nil, nil, errors.New("baseline: the eigenvalues of the kernel matrix were not found; is it finite?")
	}
	n := a.SymmetricDim()
	var v mat.Dense
	eigen.VectorsTo(&v)
	out := [2]*mat.SymDense{mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)}
	for k, value := range eigen.Values(nil) {
		i := 0
		if value < 0 {
			i = 1
		}
		out[i].SymRankOne(out[i], math.Abs(value), v.ColView(k))
	}
	return out[0], out[1], nil
}
