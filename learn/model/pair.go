package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/waves"
	"krein/internal/simd"
	"krein/learn"
)

// Pair are the features of both maps Φ, Ψ of a kernel k(x,y) ≈ Φ(x)JΨ(y)ᵀ that is not symmetric, side by side: with the
// frequencies w and their phases θ
//
//	[c, a cos(⟨w,x⟩+θ), a sin(⟨w,x⟩+θ), …, a cos⟨w,x⟩, a sin⟨w,x⟩, …],
//
// c only if it is not 0, the second half for frequencies that count as positive, and not if all phases are 0. It is a
// learn.Transformer.
type Pair struct {
	*features.Map
	left, right *features.Map // Φ and ΨJ
	waves       waves.Numbers
	phases      []float64
	phased      bool
}

// NewPair returns the map of frequencies, dim numbers each, phases, amplitudes and signs in J, with a constant column
// √|constant| of its sign. Those of sign −1 have the phase 0. It panics if lengths do not match, or there is no column.
func NewPair(dim int, constant float64, frequencies, phases, amplitudes, signs []float64) *Pair {
	n := len(signs)
	if len(phases) != n || len(amplitudes) != n || len(frequencies) != n*dim || n == 0 && constant == 0 {
		panic(mat.ErrShape)
	}
	p := &Pair{waves: waves.Numbers{Dim: dim, Constant: math.Sqrt(math.Abs(constant)), Negative: constant < 0}}
	var w []float64
	for _, sign := range []float64{1, -1} {
		for i, s := range signs {
			if s == sign {
				w = append(w, frequencies[i*dim:][:dim]...)
				p.phases, p.waves.Amplitudes = append(p.phases, phases[i]), append(p.waves.Amplitudes, amplitudes[i])
			}
		}
		if sign > 0 {
			p.waves.Plus = len(p.phases)
		}
	}
	if n > 0 {
		p.waves.Frequencies = mat.NewDense(n, dim, w)
	}
	p.compose()
	return p
}

// compose lays the columns out.
func (p *Pair) compose() {
	w := &p.waves
	constant := func(v float64) (parts []features.Part) {
		if w.Constant != 0 {
			parts = append(parts, features.Part{Basis: features.Constant(v)})
		}
		return parts
	}
	left, sign := constant(w.Constant), w.Constant
	if w.Negative {
		sign = -sign
	}
	right := constant(sign)
	plus, n := w.Plus, len(w.Amplitudes)
	p.phased = slices.ContainsFunc(p.phases, func(v float64) bool { return v != 0 })
	group := func(from, to int, phased bool, by float64) []features.Part {
		if from == to {
			return nil
		}
		turns, amplitudes := make([]float64, w.Dim*(to-from)), make([]float64, to-from)
		var shift []float64
		for i := range amplitudes {
			amplitudes[i] = by * w.Amplitudes[from+i]
			for j := range w.Dim {
				turns[j*len(amplitudes)+i] = w.Frequencies.At(from+i, j) * simd.QuarterTurns
			}
			if phased {
				shift = append(shift, p.phases[from+i]*simd.QuarterTurns)
			}
		}
		return []features.Part{{Basis: simd.NewPairs(w.Dim, turns, amplitudes, shift), Random: true}}
	}
	minus := group(plus, n, false, 1)
	left = append(append(left, group(0, plus, p.phased, 1)...), minus...)
	own := group(0, plus, false, 1)
	p.left = features.Compose(w.Dim, left)
	p.right = features.Compose(w.Dim, append(append(right, own...), group(plus, n, false, -1)...))
	if p.phased {
		left = append(left, own...)
	}
	p.Map = features.Compose(w.Dim, left)
}

// Sides returns Φ and ΨJ, the inner products of whose rows are the kernel.
func (p *Pair) Sides() (left, right learn.Transformer) { return p.left, p.right }

// Mean returns (f₁+f₂)/2 as a function of the pair's columns, f₁ being one of Φ and f₂ one of ΨJ, as those of
// learn.Asymmetric.
func (p *Pair) Mean(f1, f2 *learn.Linear) *learn.Linear {
	outputs, columns := f1.Weights.Dims()
	out := &learn.Linear{Weights: mat.NewDense(outputs, p.Columns(), nil), Intercept: make([]float64, outputs)}
	first := p.left.Columns() - 2*len(p.waves.Amplitudes)
	for k := range outputs {
		out.Intercept[k] = (f1.Intercept[k] + f2.Intercept[k]) / 2
		for j := range columns {
			out.Weights.Set(k, j, out.Weights.At(k, j)+f1.Weights.At(k, j)/2)
			to, by := j, 0.5
			switch frequency := j - first; {
			case frequency < 0 && p.waves.Negative || frequency >= 2*p.waves.Plus:
				by = -0.5
			case frequency >= 0 && p.phased:
				to = columns + frequency
			}
			out.Weights.Set(k, to, out.Weights.At(k, to)+by*f2.Weights.At(k, j))
		}
	}
	return out
}

func (p *Pair) write(c *contents) {
	c.writeNumbers(&p.waves)
	c.Map = "pair"
	d := p.waves.Dim
	rows := make([]float64, 0, len(p.phases)*(d+1))
	for i, phase := range p.phases {
		rows = append(append(rows, p.waves.Frequencies.RawRowView(i)...), phase)
	}
	c.numbers["frequencies"] = rows
}

// pair puts the map together.
func (c *contents) pair() (*Pair, error) {
	n := c.Plus + c.Minus
	p := &Pair{waves: waves.Numbers{Dim: c.Dim, Plus: c.Plus, Constant: c.numbers["constant"][0], Negative: c.Negative,
		Amplitudes: c.numbers["amplitudes"]}}
	if n == 0 {
		return nil, fault("map", "a pair without frequencies")
	}
	p.waves.Frequencies = mat.NewDense(n, c.Dim, nil)
	for i := range n {
		row := c.numbers["frequencies"][i*(c.Dim+1):][:c.Dim+1]
		p.waves.Frequencies.SetRow(i, row[:c.Dim])
		if p.phases = append(p.phases, row[c.Dim]); i >= c.Plus && row[c.Dim] != 0 {
			return nil, fault("frequencies", "a phase of one that counts as negative")
		}
	}
	p.compose()
	return p, nil
}
