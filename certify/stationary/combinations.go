package stationary

import (
	"math/big"
	"slices"

	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/rule"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
)

// slopes are the ratios of two factors that are tried, besides those of the coefficients of the kernel.
var slopes = []*big.Rat{big.NewRat(1, 4), big.NewRat(1, 3), big.NewRat(1, 2), big.NewRat(2, 3), big.NewRat(3, 4), big.NewRat(1, 1),
	big.NewRat(4, 3), big.NewRat(3, 2), big.NewRat(2, 1), big.NewRat(3, 1), big.NewRat(4, 1)}

// combined is the step for a sum of products with two different factors on each of two subspaces, and one on the others, that
// is one of sums of these factors with positive coefficients. Of the cone of the positive definite sums on a subspace it
// takes the widest part that is found between two of finitely many directions: if there is a way, that has it.
func combined(p *prover, k *fourier.Kernel, _ int) *proof.Step {
	t, err := k.Tensor()
	if err != nil || len(t.Terms) < 2 {
		return nil
	}
	var pairs []int
	ev := check.CombinationEvidence{Functions: make([][][]rule.Rational, len(t.Blocks))}
	for b := range t.Blocks {
		switch column := check.Column(t, b); {
		case slices.ContainsFunc(column, func(f *fourier.Factor) bool { return f.Odd != nil }):
			return nil
		case len(column) == 2:
			pairs = append(pairs, b)
		case len(column) != 1:
			return nil
		}
		ev.Functions[b] = [][]rule.Rational{{{Rat: big.NewRat(1, 1)}}}
	}
	if len(pairs) != 2 {
		return nil
	}
	var c [2][2]*big.Rat
	for i := range c {
		c[i] = [2]*big.Rat{new(big.Rat), new(big.Rat)}
	}
	for _, term := range t.Terms {
		v := term.Coef.Num()
		if v == nil {
			return nil
		}
		var at [2]int
		for n, b := range pairs {
			at[n] = slices.Index(check.Column(t, b), term.Factors[b])
		}
		c[at[0]][at[1]].Add(c[at[0]][at[1]], v)
	}
	var cones [2][2][2]*big.Rat
	for n, b := range pairs {
		cone, ok := p.cone(check.Column(t, b), t.Blocks[b].Dim, c)
		if !ok {
			return nil
		}
		cones[n] = cone
		ev.Functions[b] = nil
		for _, ray := range cone {
			ev.Functions[b] = append(ev.Functions[b], []rule.Rational{{Rat: ray[0]}, {Rat: ray[1]}})
		}
	}
	// k = Σ c_ij f_i⊗h_j with f = P⁻¹g: the coefficients in g are P⁻ᵀ c Q⁻¹
	left, right := inverse(cones[0]), inverse(cones[1])
	for i := range 2 {
		for j := range 2 {
			sum := new(big.Rat)
			for x := range 2 {
				for y := range 2 {
					v := new(big.Rat).Mul(left[x][i], right[y][j])
					sum.Add(sum, v.Mul(v, c[x][y]))
				}
			}
			switch sum.Sign() {
			case -1:
				return nil
			case 0:
				continue
			}
			of := make([]int, len(t.Blocks))
			of[pairs[0]], of[pairs[1]] = i, j
			ev.Products = append(ev.Products, check.CombinationProduct{Coef: rule.Rational{Rat: sum}, Of: of})
		}
	}
	return proof.NewStep("factors.combinations", "k is a sum of products of functions on orthogonal subspaces, sums of multiples of its "+
		"factors, which are positive definite", ev)
}

// inverse returns that of a matrix whose rows differ in direction.
func inverse(m [2][2]*big.Rat) (inv [2][2]*big.Rat) {
	det := determinant(m[0], m[1])
	over := func(v *big.Rat, sign int64) *big.Rat {
		q := new(big.Rat).Quo(v, det)
		return q.Mul(q, big.NewRat(sign, 1))
	}
	return [2][2]*big.Rat{{over(m[1][1], 1), over(m[0][1], -1)}, {over(m[1][0], -1), over(m[0][0], 1)}}
}

func determinant(a, b [2]*big.Rat) *big.Rat {
	det := new(big.Rat).Mul(a[0], b[1])
	return det.Sub(det, new(big.Rat).Mul(a[1], b[0]))
}

// cone returns two sums of two factors, as far apart as those that are tried and proved to be positive definite are.
func (p *prover) cone(column []*fourier.Factor, dim int, c [2][2]*big.Rat) (ends [2][2]*big.Rat, ok bool) {
	tried := slices.Clone(slopes)
	for _, q := range [][2]*big.Rat{{c[0][0], c[0][1]}, {c[1][0], c[1][1]}, {c[0][0], c[1][0]}, {c[0][1], c[1][1]}, {c[0][0], c[1][1]},
		{c[0][1], c[1][0]}} {
		if q[0].Sign() != 0 && q[1].Sign() != 0 {
			r := new(big.Rat).Quo(q[0], q[1])
			tried = append(tried, r.Abs(r), new(big.Rat).Inv(r))
		}
	}
	slices.SortFunc(tried, (*big.Rat).Cmp)
	tried = slices.CompactFunc(tried, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	// By angle: (1,−s) from the largest s, (1,0), (1,s), (0,1) and (−s,1).
	one, zero := big.NewRat(1, 1), new(big.Rat)
	var rays [][2]*big.Rat
	for _, s := range slices.Backward(tried) {
		rays = append(rays, [2]*big.Rat{one, new(big.Rat).Neg(s)})
	}
	first := len(rays)
	rays = append(rays, [2]*big.Rat{one, zero})
	for _, s := range tried {
		rays = append(rays, [2]*big.Rat{one, s})
	}
	last := len(rays)
	rays = append(rays, [2]*big.Rat{zero, one})
	for _, s := range tried {
		rays = append(rays, [2]*big.Rat{new(big.Rat).Neg(s), one})
	}
	is := func(i int) bool {
		if i < 0 || i >= len(rays) || p.ctx.Err() != nil {
			return false
		}
		a := []rule.Rational{{Rat: rays[i][0]}, {Rat: rays[i][1]}}
		return p.proved(check.Combination(column, a), dim, check.PD)
	}
	// The directions that are in the cone follow each other: one is found, and from there the ends.
	inside := -1
	for _, i := range append([]int{first, last}, spread(len(rays))...) {
		if is(i) {
			inside = i
			break
		}
	}
	if inside < 0 {
		return ends, false
	}
	low, high := inside, inside
	for is(low - 1) {
		low--
	}
	for is(high + 1) {
		high++
	}
	if low < high && determinant(rays[low], rays[high]).Sign() == 0 { // the factors are multiples of each other, and a sum of them is 0
		high--
	}
	if low == high {
		return ends, false
	}
	return [2][2]*big.Rat{rays[low], rays[high]}, true
}

// spread returns the numbers below n in an order that begins far apart.
func spread(n int) (order []int) {
	for step := 4; step >= 1; step /= 2 {
		for i := step - 1; i < n; i += step {
			if !slices.Contains(order, i) {
				order = append(order, i)
			}
		}
	}
	return order
}
