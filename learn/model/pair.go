package model

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/fitted"
	"krein/features/waves"
	"krein/learn"
)

// Pair are the features of both maps Φ, Ψ of a kernel k(x,y) ≈ Φ(x)JΨ(y)ᵀ that is not symmetric, side by side: the columns of Φ,
// then those of Ψ that differ from them. It is a learn.Transformer.
type Pair struct {
	*features.Map
	waves *waves.Pair
	right *features.Map // ΨJ
}

// NewPair returns the features of a pair. It panics if the pair prepares rows: a model does that.
func NewPair(p *waves.Pair) *Pair {
	if p.Numbers().Prepares() {
		panic("model: a pair of maps that prepares rows, which a model does")
	}
	var right []fitted.Part
	for _, part := range p.Right().Parts() {
		if part.Minus {
			part.Basis = negated{part.Basis}
		}
		right = append(right, part)
	}
	return &Pair{p.Concatenation(), p, fitted.Compose(p.Left().Dim(), right)}
}

// negated are the columns of a basis times −1.
type negated struct{ fitted.Basis }

// Transform stores the values.
func (n negated) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	bad := n.Basis.Transform(dst, dstStride, x, xStride, rows)
	for i := range rows {
		blas64.Scal(-1, blas64.Vector{N: n.Columns(), Inc: 1, Data: dst[i*dstStride:]})
	}
	return bad
}

// Pair returns the pair of maps.
func (p *Pair) Pair() *waves.Pair { return p.waves }

// Sides returns Φ and ΨJ, the inner products of whose rows are the kernel.
func (p *Pair) Sides() (left, right learn.Transformer) { return p.waves.Left(), p.right }

// Mean returns (f₁+f₂)/2 as a function of the pair's columns, f₁ being one of Φ and f₂ one of ΨJ, as those of
// learn.Asymmetric.
func (p *Pair) Mean(f1, f2 *learn.Linear) *learn.Linear {
	outputs, columns := f1.Weights.Dims()
	if !p.waves.Symmetric() { // the pair has no columns of 0, then
		columns -= p.waves.Numbers().Zeros
	}
	out := &learn.Linear{Weights: mat.NewDense(outputs, p.Columns(), nil), Intercept: make([]float64, outputs)}
	sign, differs := p.right.Signature(), p.waves.Differs()
	for k := range outputs {
		out.Intercept[k] = (f1.Intercept[k] + f2.Intercept[k]) / 2
		own := columns
		for j := range columns {
			out.Weights.Set(k, j, out.Weights.At(k, j)+f1.Weights.At(k, j)/2)
			to := j
			if differs[j] {
				to, own = own, own+1
			}
			out.Weights.Set(k, to, out.Weights.At(k, to)+sign[j]*f2.Weights.At(k, j)/2)
		}
	}
	return out
}
