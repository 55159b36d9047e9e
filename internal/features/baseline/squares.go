package baseline

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// PublishedRows is how many rows the paper of [LeastSquares] estimates masses on in its experiments (section 5); its figure
// 1 has 10.
const PublishedRows = 50

// Masses are ‖μ_R⁺‖, ‖μ_R⁻‖ and ‖μ_I⁺‖ = ‖μ_I⁻‖ of a complex measure μ_R + iμ_I, estimated.
type Masses struct{ RealPlus, RealMinus, Imaginary float64 }

// Frequencies are draws of the three measures, one a row; nil for one that is empty.
type Frequencies struct{ RealPlus, RealMinus, Imaginary *mat.Dense }

// LeastSquares estimates the masses as equation 12 of M. He, F. He, F. Liu, X. Huang, Random Fourier features for asymmetric
// kernels: gram is K on the rows of x, at0 is k(0), and ξ
// minimises
//
//	‖K − ξ₁φ(ω)φ(ω)ᵀ + ξ₂φ(ζ)φ(ζ)ᵀ + 2ξ₃φ(ν)ψ(ν)ᵀ‖_F   subject to ξ₁ − ξ₂ = k(0), ξ ≥ 0,
//
// with the matrices of the drawn frequencies. (The paper prints −2ξ₃, against its own equation 7: that minimum is at ξ₃
// = 0.) The first two matrices are symmetric and the third is antisymmetric, so that the problem falls apart into one
// for ξ₂ and one for ξ₃, each solved in closed form. An empty measure has mass 0; without μ_R⁻, ξ₁ = k(0). It panics on
// matrices whose shapes do not match.
//
// As the same frequencies are used as regressors, whose entries are random, the masses are biased towards 0 where
// there are few frequencies, and the estimate of k with them is not unbiased.
func LeastSquares(gram mat.Matrix, x *mat.Dense, at0 float64, f *Frequencies) Masses {
	n, _ := x.Dims()
	if r, c := gram.Dims(); r != n || c != n {
		panic(fmt.Sprintf("baseline: a %d×%d Gram matrix of %d rows", r, c, n))
	}
	plus, _ := means(x, f.RealPlus)
	minus, _ := means(x, f.RealMinus)
	_, sines := means(x, f.Imaginary)
	var m Masses
	var top, bottom, odd, size float64
	for i := range n {
		for j := range n {
			k := gram.At(i, j)
			if plus != nil && minus != nil {
				a, b := plus.At(i, j), minus.At(i, j)
				top += (k - at0*a) * (a - b)
				bottom += (a - b) * (a - b)
			}
			if sines != nil {
				odd -= k * sines.At(i, j)
				size += sines.At(i, j) * sines.At(i, j)
			}
		}
	}
	m.RealMinus = max(0, -at0)
	if bottom > 0 {
		m.RealMinus = max(m.RealMinus, top/bottom)
	}
	m.RealPlus = at0 + m.RealMinus
	if size > 0 {
		m.Imaginary = max(0, odd/size/2)
	}
	return m
}

// means returns the matrices of means over the frequencies of cos⟨ω, x_i − x_j⟩ = (φφᵀ)_ij, and of sin⟨ω, x_i − x_j⟩ =
// (φψᵀ)_ij; nil for no frequencies.
func means(x, omega *mat.Dense) (cosines, sines *mat.Dense) {
	if omega == nil {
		return nil, nil
	}
	n, d := x.Dims()
	count, length := omega.Dims()
	if length != d {
		panic(fmt.Sprintf("baseline: frequencies of length %d for rows of length %d", length, d))
	}
	p := mat.NewDense(n, count, nil)
	p.Mul(x, omega.T())
	c, s := mat.NewDense(n, count, nil), p
	for i := range n {
		from, to := p.RawRowView(i), c.RawRowView(i)
		for l, v := range from {
			from[l], to[l] = math.Sincos(v)
		}
	}
	cosines, sines = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	var t mat.Dense
	cosines.Mul(c, c.T())
	t.Mul(s, s.T())
	cosines.Add(cosines, &t)
	sines.Mul(s, c.T())
	t.Mul(c, s.T())
	sines.Sub(sines, &t)
	cosines.Scale(1/float64(count), cosines)
	sines.Scale(1/float64(count), sines)
	return cosines, sines
}
