// Package numeric has values of kernels of Δ = x − y in float64, compiled for many of them.
package numeric

import (
	"math"

	"krein/fourier/stationary"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// Kernel is a compiled kernel. It is safe for concurrent use.
type Kernel struct {
	lengths []float64 // nil: 1
	taxicab *numeric.Func
	tensor  *stationary.Tensor // nil for a function of the 1-norm
	coef    []float64          // of the terms
	factors []function         // all different ones
	which   [][]int            // of the terms, by block

	of  []*Kernel // or of which it is the sum, or the product
	sum bool

	composed *composed // or what it is a function of
}

// function is a factor: even(|s|) + sgn(s)·odd(|s|), nil for 0.
type function struct{ even, odd *numeric.Func }

// Compile returns the kernel compiled. The error is a *stationary.ClassError for a kernel that is neither radial, nor one
// of the 1-norm, nor a sum of products over orthogonal subspaces, nor a sum or product of such kernels as its formula
// says it.
func Compile(k *stationary.Kernel) (*Kernel, error) {
	c, err := compileParts(k, 0)
	if err != nil {
		return nil, err
	}
	for _, e := range k.Lengths() {
		c.lengths = append(c.lengths, kernel.NewNatural(e).At(0))
	}
	return c, nil
}

// compileParts is Compile without lengths.
func compileParts(k *stationary.Kernel, depth int) (*Kernel, error) {
	c := &Kernel{}
	if phi, ok := k.L1(); ok {
		c.taxicab = numeric.Compile(phi)
		return c, nil
	}
	t, err := k.Tensor()
	if err != nil {
		return taken(k, err, depth)
	}
	c.tensor = t
	known := map[*stationary.Factor]int{}
	for _, term := range t.Terms {
		c.coef = append(c.coef, kernel.NewNatural(term.Coef).At(0))
		var which []int
		for _, f := range term.Factors {
			if _, ok := known[f]; !ok {
				known[f] = len(c.factors)
				c.factors = append(c.factors, compile(f))
			}
			which = append(which, known[f])
		}
		c.which = append(c.which, which)
	}
	return c, nil
}

// taken compiles what a sum or product is made of; the error is why the kernel is of no class itself.
func taken(k *stationary.Kernel, why error, depth int) (*Kernel, error) {
	if c := compose(k); c != nil {
		return &Kernel{composed: c}, nil
	}
	if depth == stationary.MostNested {
		return nil, why
	}
	for i, parts := range []func(*stationary.Kernel) ([]*stationary.Kernel, error){
		(*stationary.Kernel).Summands, (*stationary.Kernel).Product} {
		list, err := parts(k)
		if err != nil || len(list) < 2 {
			continue
		}
		c := &Kernel{sum: i == 0}
		for _, part := range list {
			f, err := compileParts(part, depth+1)
			if err != nil {
				c = nil
				break
			}
			c.of = append(c.of, f)
		}
		if c != nil {
			return c, nil
		}
	}
	return nil, why
}

func compile(f *stationary.Factor) (g function) {
	if f.Even != nil {
		g.even = numeric.Compile(f.Even)
	}
	if f.Odd != nil {
		g.odd = numeric.Compile(f.Odd)
	}
	return g
}

func (g function) at(s float64) (v float64) {
	if g.even != nil {
		v = g.even.At(math.Abs(s))
	}
	switch {
	case g.odd == nil:
	case s > 0:
		v += g.odd.At(s)
	case s < 0:
		v -= g.odd.At(-s)
	}
	return v
}

// At returns k(Δ): rounding errors are those of the operations of the formula in its normal form. It is NaN where
// that is undefined. It panics if delta is not of the kernel's dimension.
func (c *Kernel) At(delta []float64) float64 {
	if c.lengths != nil {
		scaled := make([]float64, len(delta))
		for i, v := range delta {
			scaled[i] = v / c.lengths[i]
		}
		delta = scaled
	}
	switch {
	case c.composed != nil:
		return c.composed.at(delta)
	case c.of != nil && c.sum:
		total := 0.0
		for _, f := range c.of {
			total += f.At(delta)
		}
		return total
	case c.of != nil:
		total := 1.0
		for _, f := range c.of {
			total *= f.At(delta)
		}
		return total
	case c.tensor == nil:
		sum := 0.0
		for _, v := range delta {
			sum += math.Abs(v)
		}
		return c.taxicab.At(sum)
	}
	s := Project(c.tensor, nil, delta)
	total := 0.0
	for i, p := range c.coef {
		for b, f := range c.which[i] {
			p *= c.factors[f].at(s[b])
		}
		total += p
	}
	return total
}
