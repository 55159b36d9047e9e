// Package restriction decides whether a kernel k(Δ) on R^d is, on a smaller space, the kernel of another one: from
// their formulas. What is proved of k then holds of the other, and what is refuted of the other fails for k.
package restriction

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"krein/fourier/stationary"
	"krein/internal/kernel/formula"
)

// Proved reports whether lower(Δ′) = k(Δ′, 0, …, 0) is seen, lower being of a smaller dimension: both are the same
// function of the 1-norm or of the distance, or both are sums of products over the same coordinates (and the rest of
// them), in which the factors that are lost have the value 1 or 0 at 0. False says nothing. The budget of work of ctx
// counts the products, and nothing is proved any more once it is spent.
func Proved(ctx context.Context, k, lower *stationary.Kernel) bool {
	if k.Lengths() != nil || lower.Lengths() != nil || lower.Dim() >= k.Dim() {
		return false
	}
	if r, ok := k.Radial(); ok {
		l, ok := lower.Radial()
		return ok && r.String() == l.String()
	}
	if phi, ok := k.L1(); ok {
		l, ok := lower.L1()
		if !ok && lower.Dim() == 1 { // ‖Δ‖₁ is the distance
			l, ok = lower.Radial()
		}
		return ok && phi.String() == l.String()
	}
	t, err := k.TensorWithin(ctx)
	if err != nil {
		return false
	}
	l, err := lower.TensorWithin(ctx)
	if err != nil {
		return false
	}
	have, ok := terms(t, lower.Dim())
	want, other := terms(l, lower.Dim())
	return ok && other && slices.Equal(have, want)
}

// terms names the products of a sum on the first dim coordinates, in an order that only depends on what they are.
func terms(t *stationary.Tensor, dim int) (out []string, ok bool) {
	names := make([]string, len(t.Blocks)) // of the blocks that stay
	if t.Map != nil {
		return nil, false
	}
	rest := dim // coordinates that are in no other block
	for i := range t.Blocks {
		b := &t.Blocks[i]
		at, coordinate := index(b)
		switch {
		case b.Complement:
		case !coordinate || at < dim && at+b.Dim > dim:
			return nil, false
		case at < dim:
			names[i] = fmt.Sprintf("x%d to x%d", at+1, at+b.Dim)
			rest -= b.Dim
		}
	}
	for i := range t.Blocks {
		if b := &t.Blocks[i]; b.Complement && rest > 0 {
			names[i] = "the rest"
		}
	}
	sums := map[string]*big.Rat{} // of the coefficients of each product
	text := map[*stationary.Factor]string{}
	for _, term := range t.Terms {
		var factors []string
		zero := false
		for i, f := range term.Factors {
			if names[i] != "" {
				if _, known := text[f]; !known { // a factor is in many products, and printing takes long
					text[f] = ""
					if !isOne(f) {
						text[f] = name(f)
					}
				}
				if text[f] != "" {
					factors = append(factors, names[i]+": "+text[f])
				}
				continue
			}
			v, known := atZero(f)
			switch {
			case !known:
				return nil, false
			case v == 0:
				zero = true
			}
		}
		product := strings.Join(factors, "\n")
		switch c := term.Coef.Num(); {
		case zero:
		case c == nil:
			out = append(out, term.Coef.String()+"\n"+product)
		case sums[product] == nil:
			sums[product] = new(big.Rat).Set(c)
		default:
			sums[product].Add(sums[product], c)
		}
	}
	for product, c := range sums {
		if c.Sign() != 0 {
			out = append(out, c.RatString()+"\n"+product)
		}
	}
	slices.Sort(out)
	return out, true
}

// index is the first of the coordinates that a block has, if it is one of some.
func index(b *stationary.Block) (at int, ok bool) {
	if b.Basis == nil {
		return b.From, true
	}
	if len(b.Basis) != 1 {
		return 0, false
	}
	for i, v := range b.Basis[0] {
		if v != 0 && v != 1 {
			return 0, false
		}
		if v == 1 {
			at = i
		}
	}
	return at, true
}

// isOne reports whether a factor is 1 as it is written.
func isOne(f *stationary.Factor) bool {
	if f.Odd != nil || f.Even.Expr().Varies() {
		return false
	}
	v, known := atZero(f)
	return known && v == 1
}

// name says what function a factor is, whatever the dimension of its block.
func name(f *stationary.Factor) string {
	switch {
	case f.Odd == nil:
		return f.Even.String()
	case f.Even == nil:
		return "odd " + f.Odd.String()
	}
	return f.Even.String() + " and odd " + f.Odd.String()
}

// atZero returns the value of a factor at 0 if it is seen to be 0 or 1.
func atZero(f *stationary.Factor) (v int, known bool) {
	if f.Even == nil {
		return 0, true
	}
	e := f.Even.Expr().Replace(func(x *formula.Expr) *formula.Expr {
		if x.Op() == formula.OpVar {
			return formula.Int(0)
		}
		return nil
	})
	if e.Varies() || e.Num() == nil || !e.Num().IsInt() || !e.Num().Num().IsInt64() {
		return 0, false
	}
	n := e.Num().Num().Int64()
	return int(n), n == 0 || n == 1
}
