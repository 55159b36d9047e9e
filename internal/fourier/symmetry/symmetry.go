// Package symmetry decides whether kernels k(Δ) are even or odd: from their formulas that they are,
// by their values at a few rational points that they are not.
package symmetry

import (
	"fmt"
	"math/big"

	"krein/fourier/stationary"
)

// Kind says what k(−Δ) is.
type Kind int8

// The kinds. The zero value says that none was proved.
const (
	Unknown Kind = iota // not decided
	Even                // k(−Δ) = k(Δ) for all Δ
	Odd                 // k(−Δ) = −k(Δ) for all Δ, and k is not zero
	Neither             // neither: k has an even and an odd part, both proved not to vanish
)

// Of decides what k(−Δ) is.
func Of(k *stationary.Kernel) Kind {
	switch k.Parity() {
	case 1:
		return Even
	case -1:
		if Differs(k, 1) != nil {
			return Odd
		}
		return Unknown
	}
	if Differs(k, 1) != nil && Differs(k, -1) != nil {
		return Neither
	}
	return Unknown
}

// String returns the symmetry in lower case.
func (s Kind) String() string {
	switch s {
	case Unknown:
		return "unknown"
	case Even:
		return "even"
	case Odd:
		return "odd"
	case Neither:
		return "neither"
	}
	return fmt.Sprintf("Kind(%d)", int8(s))
}

// Differs returns a rational point at which k₀(Δ) − sign·k₀(−Δ) is proved not to be 0, nil if none was found.
func Differs(k *stationary.Kernel, sign int) []*big.Rat {
	for _, p := range points(k.Dim()) {
		if k.DiffersAt(p, sign) {
			return p
		}
	}
	return nil
}

// points are a few rational points.
func points(dim int) [][]*big.Rat {
	var out [][]*big.Rat
	for _, r := range []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 3), big.NewRat(13, 10), big.NewRat(5, 2)} {
		for _, shape := range []func(i int) *big.Rat{
			func(int) *big.Rat { return big.NewRat(1, 1) },
			func(i int) *big.Rat { return big.NewRat(int64(i%3+1), 2) },
			func(i int) *big.Rat { return big.NewRat(int64(1-2*(i%2)), int64(1+i%4)) },
			func(i int) *big.Rat { return big.NewRat(int64((3-i%7)*(1+i%2)), 4) },
		} {
			p := make([]*big.Rat, dim)
			for i := range p {
				p[i] = new(big.Rat).Mul(r, shape(i))
			}
			out = append(out, p)
		}
	}
	return out
}
