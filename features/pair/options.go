package pair

import (
	"errors"
	"fmt"

	"krein/features"
	"krein/internal/named"
)

// Coupling is the joint law of the frequencies of a part. Parts are independent of each other.
type Coupling int8

const (
	// IID draws every frequency independently.
	IID Coupling = iota
	// Across draws each subspace of a part on its own: stratified quantiles (Latin hypercubes), and in
	// subspaces of more than one dimension directions in orthonormal bases. For kernels with an axis it
	// is orthogonal across the axis and stratified along it.
	Across
	// Joint draws w ∈ R^d with the rows of uniform orthogonal matrices as directions and stratified chi-distributed
	// lengths, so that each w is Gaussian and its coordinates in the subspaces are independent, and gives these to the
	// subspaces: their quantiles are uniform. Where a part is Gaussian the frequencies themselves are orthogonal.
	Joint
	// Auto is the one of the others with the least variance at Options.Displacements, as it is predicted ([Choose]).
	Auto
)

var couplings = named.New[Coupling]("pair", "coupling", "iid", "across", "joint", "auto")

// String returns the name used in flags and JSON.
func (c Coupling) String() string { return couplings.String(c) }

// MarshalText returns the name.
func (c Coupling) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText accepts iid, across, joint and auto.
func (c *Coupling) UnmarshalText(text []byte) error { return couplings.Parse(c, text) }

// Options are the settings of a pair. The zero value, like a nil pointer, is the classical one: 1024
// columns, independent frequencies, equal budget, nothing exact, seed 0.
type Options struct {
	// Columns is the number of columns of Φ and of Ψ, without the constant one; 0 means
	// features.DefaultColumns. A frequency takes two, and Exact d + 2.
	Columns  int
	Coupling Coupling
	// Budget splits the frequencies between the parts: equal, proportional to the masses, or by variance,
	// in proportion to masses times predicted standard deviations at Displacements.
	Budget features.Budget
	// Exact, if not nil, is the value, the gradient and the second derivatives of the kernel at 0. The terms of order 0, 1
	// and 2 in Δ of every cosine are then taken out of the estimate and the exact ones added in d + 2 columns, so that
	// what is sampled is of order 3 in ‖Δ‖. Kernels that hardly vary over the data have hardly any variance then.
	Exact *Taylor
	// Displacements are the Δ = x − y, d numbers each, that BudgetVariance and Auto average over, for example
	// those of [SampleDisplacements].
	Displacements [][]float64
	// Seed picks the draw: the same seed gives the same bits whatever GOMAXPROCS.
	Seed uint64

	counts []int // what Choose has split the frequencies into, for as long as there are as many
	memo   *memo // while predictions are made
}

// checked returns the options with the defaults filled in.
func (o *Options) checked(p *Parts) (Options, error) {
	var opt Options
	if o != nil {
		opt = *o
	}
	if opt.Columns == 0 {
		opt.Columns = features.DefaultColumns
	}
	switch {
	case opt.Coupling < IID || opt.Coupling > Auto:
		return opt, fmt.Errorf("pair: unknown coupling %d", opt.Coupling)
	case opt.Budget < features.BudgetEqual || opt.Budget > features.BudgetVariance:
		return opt, fmt.Errorf("pair: unknown budget %d", opt.Budget)
	case (opt.Coupling == Auto || opt.Budget == features.BudgetVariance) && len(opt.Displacements) == 0:
		return opt, errors.New("pair: the coupling auto and the variance budget need displacements to " +
			"average over, for example from SampleDisplacements")
	case opt.Exact != nil && len(opt.Exact.Gradient) != p.Dim:
		return opt, fmt.Errorf("pair: a gradient of %d numbers in dimension %d", len(opt.Exact.Gradient), p.Dim)
	}
	for i, delta := range opt.Displacements {
		if len(delta) != p.Dim {
			return opt, fmt.Errorf("pair: displacement %d has %d numbers in dimension %d", i+1, len(delta), p.Dim)
		}
	}
	return opt, nil
}

// frequencies returns how many frequencies there are, of all parts together.
func (o *Options) frequencies(dim int) int {
	if o.Exact != nil {
		return (o.Columns - dim - 2) / 2
	}
	return o.Columns / 2
}
