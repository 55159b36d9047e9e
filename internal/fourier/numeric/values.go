package numeric

import (
	"fmt"
	"math"
	"math/big"

	"krein/fourier/stationary"
	"krein/kernel"
)

// At returns k(Δ), rounded, by an enclosure; NaN where the formula is undefined and has no limit that its factors know.
// It is for a few values. It panics if delta is not of length Dim.
func At(k *stationary.Kernel, delta []float64) float64 {
	lengths := k.Lengths()
	exact := make([]*big.Rat, len(delta))
	scaled := append([]float64(nil), delta...)
	for i, x := range delta {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return math.NaN()
		}
		if lengths != nil {
			scaled[i] /= kernel.NewNatural(lengths[i]).At(0)
		}
		if exact[i] = new(big.Rat).SetFloat64(scaled[i]); exact[i] == nil { // a length has taken it beyond the floats
			return math.NaN()
		}
	}
	v := kernel.NewNatural(k.ValueAt(exact)).At(0)
	if math.IsNaN(v) {
		if t, err := k.Tensor(); err == nil {
			return TensorAt(t, scaled)
		}
	}
	return v
}

// Project sets dst to the coordinates of delta in the blocks: the signed coordinate for a line, the length for any
// other, and returns dst, which is allocated if it is nil. It panics if delta is not of length Dim.
func Project(t *stationary.Tensor, dst, delta []float64) []float64 {
	if len(delta) != t.Dim {
		panic(fmt.Sprintf("numeric: a difference of length %d in R^%d", len(delta), t.Dim))
	}
	if dst == nil {
		dst = make([]float64, len(t.Blocks))
	}
	if t.Map != nil {
		mapped := make([]float64, t.Dim)
		for i, row := range t.Map {
			for j, a := range row {
				mapped[i] += a * delta[j]
			}
		}
		delta = mapped
	}
	var rest []float64 // delta less its projections, if there is a complement
	if n := len(t.Blocks); n > 0 && t.Blocks[n-1].Complement {
		rest = append(rest, delta...)
	}
	for b, v := range t.Blocks {
		switch {
		case v.Complement:
			dst[b] = length(rest, t.Dim+1) // a norm: the factor is even
		case v.Basis == nil:
			dst[b] = length(delta[v.From:v.From+v.Dim], v.Dim)
			for i := range v.Dim {
				if rest != nil {
					rest[v.From+i] = 0
				}
			}
		default:
			along := make([]float64, v.Dim)
			for i, row := range v.Basis {
				for j, a := range row {
					along[i] += a * delta[j]
				}
				for j, a := range row {
					if rest != nil {
						rest[j] -= along[i] * a
					}
				}
			}
			dst[b] = length(along, v.Dim)
		}
	}
	return dst
}

// length is the norm of v, or, on a line, its only coordinate.
func length(v []float64, dim int) float64 {
	if dim == 1 && len(v) == 1 {
		return v[0]
	}
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	if sum > 1e-200 && sum < 1e200 { // no square has lost digits that count
		return math.Sqrt(sum)
	}
	n := 0.0
	for _, x := range v {
		n = math.Hypot(n, x)
	}
	return n
}

// FactorAt returns f at the signed coordinate or the length s.
func FactorAt(f *stationary.Factor, s float64) float64 {
	v := 0.0
	if f.Even != nil {
		v = f.Even.At(math.Abs(s))
	}
	if f.Odd != nil {
		switch {
		case s > 0:
			v += f.Odd.At(s)
		case s < 0:
			v -= f.Odd.At(-s)
		}
	}
	return v
}

// TensorAt returns the sum of products within a few roundings, by enclosures of the factors; it is for a few values. It
// panics if delta is not of length Dim.
func TensorAt(t *stationary.Tensor, delta []float64) float64 {
	type point struct {
		f *stationary.Factor
		s float64
	}
	memo := make(map[point]float64)
	s := Project(t, nil, delta)
	sum := 0.0
	for _, term := range t.Terms {
		p := kernel.NewNatural(term.Coef).At(0)
		for b, f := range term.Factors {
			at := point{f, s[b]}
			if _, ok := memo[at]; !ok {
				memo[at] = FactorAt(f, s[b])
			}
			p *= memo[at]
		}
		sum += p
	}
	return sum
}
