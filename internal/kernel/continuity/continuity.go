// Package continuity proves that kernels are continuous, for those who draw samples of them and bound their masses: rules
// of the checker derive what they suppose of a kernel at single distances for themselves.
package continuity

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Proved returns nil if every value that the formula has, at a distance z ≥ 0 where it may take other branches
// than around it, is proved to be the limit from both sides; at 0 it may have no value. Otherwise the error says where not.
// With Kernel.ProvedDefined, k is continuous on (0,∞).
// Without conditions, and powers whose exponent varies, a formula is continuous wherever it has a value: compositions of
// continuous functions. Otherwise the points are those between which the branches are proved, each compared with its limits exactly.
func Proved(k *kernel.Kernel) error {
	if !piecewise.Branches(k.Expr()) { // it may have infinitely many kinks
		return nil
	}
	own, err := k.OwnValues()
	if err != nil {
		return err
	}
	for _, v := range own {
		switch zero := formula.IsZero(v.At.Exact); {
		case zero && !v.Defined:
		case zero:
			err = at(k, v, true)
		default:
			err = at(k, v, true, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// at returns nil if the value at v.At is proved to be the limits from these sides, the right one if true.
// A limit that is not known, or not equal by proof, is no continuity.
func at(k *kernel.Kernel, v piecewise.OwnValue, sides ...bool) error {
	if !v.Defined {
		return fmt.Errorf("k has no value at z = %s", v.At)
	}
	for _, right := range sides {
		x, err := k.ExactAt(v.At, right, 1)
		if err != nil {
			return fmt.Errorf("the limit at z = %s: %w", v.At, err)
		}
		if limit, ok := x.Limit(); !ok || limit.Equal(v.Value) != ball.True {
			return fmt.Errorf("k jumps at z = %s, or has a value of its own there, or is not proved not to", v.At)
		}
	}
	return nil
}

// Representable returns nil if k is proved to have a value at every z > 0 and to be continuous: a spectral measure
// is that of a normal form, or of integrals, which see neither a missing value nor one at a single distance, and represents
// continuous functions only. Otherwise it returns the error of Kernel.ProvedDefined or Proved.
func Representable(k *kernel.Kernel) error {
	if err := k.ProvedDefined(); err != nil {
		return err
	}
	return Proved(k)
}

// UpTo returns nil if k is proved to have a value at every z in (0,end], and to be continuous on (0,end).
// What it does at 0 and on the right of end is not asked. Otherwise the error says where it has no value, or may jump.
// A gap that begins before end counts, and a single one at end; what begins at end is beyond. Comparisons that are not decided count.
func UpTo(k *kernel.Kernel, end *big.Rat) error {
	stop := constant.Rat(end)
	gaps, err := k.Gaps()
	if err != nil {
		return err
	}
	for _, g := range gaps {
		from, err := g.From.Constant()
		if err != nil {
			return err
		}
		if s, known := from.Cmp(stop); known != ball.True || s < 0 || s == 0 && g.To == g.From {
			return g.Because
		}
	}
	own, err := k.OwnValues()
	if err != nil {
		return err
	}
	for _, v := range own {
		point, err := constant.New(v.At.Exact)
		if err != nil {
			return err
		}
		if s, known := point.Sign(); known == ball.True && s <= 0 {
			continue
		}
		if s, known := point.Cmp(stop); known == ball.True && s >= 0 {
			continue
		}
		if err := at(k, v, false, true); err != nil {
			return err
		}
	}
	return nil
}
