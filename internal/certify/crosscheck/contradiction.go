package crosscheck

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Contradiction looks for values of k that cannot be if the claim holds on R^dim (it says nothing against refutations).
// It returns one sentence that names the values, or "" if it found nothing, which means nothing. Forms and differences
// are enclosed and leave no doubt; jumps and growth are read off values at a few distances.
func (v *Look) Contradiction(dim int, claim proof.ID) string {
	v.left = contradictValues
	switch claim {
	case proof.PD:
		return v.against(dim, Euclidean)
	case proof.PDSphere:
		return v.against(dim, Sphere)
	case proof.PDAllSpheres:
		return v.against(maxCoordinates, Sphere)
	case proof.FiniteMass:
		if s := v.jump(true); s != "" {
			return s
		}
		return v.growth()
	case proof.ConditionallyPD:
		return v.jump(false) // a nugget is positive definite
	case proof.CompletelyMonotone:
		return v.differences()
	}
	return ""
}

// against puts a negative form into words; without one, it looks at distances of the formula that need not be rational.
func (v *Look) against(dim int, space Space) string {
	switch f := v.search(dim, space); {
	case f != nil:
		return f.String()
	case space == Sphere && dim < 2:
		return ""
	}
	return v.pinned(space)
}

// String says what the form is, in one clause.
func (f *Form) String() string {
	return fmt.Sprintf("a quadratic form Σ c_i c_j k(‖x_i−x_j‖) on %d points of R^%d is %s", len(f.Points),
		len(f.Points[0]), numeral.Text(f.Value, 4))
}

// pinned looks at three points on a line, or on a great circle, the last of which is at a distance
// b of the formula from the second, b rational or not, and the first two next to each other.
func (v *Look) pinned(space Space) string {
	zero := v.zero()
	near := rat(1, 1<<20)
	step := new(ball.Real).SetRat(near, 2*Prec) // a chord of the circle, too
	small := v.ballAt(step)
	if zero == nil || small == nil {
		return ""
	}
	for _, b := range derived(v.k) {
		at := v.exactly(b)
		beside := v.ballAt(further(b.Ball(nil, 2*Prec), step, space))
		if at == nil || beside == nil {
			continue
		}
		entries := [][]*ball.Real{{zero}, {small, zero}, {beside, at, zero}}
		for _, w := range [][3]int64{{0, 1, 1}, {0, 1, -1}, {8, -8, 1}, {8, -8, -1}, {64, -64, 1}, {64, -64, -1}} {
			x := form(entries, []*big.Rat{rat(w[0], 1), rat(w[1], 1), rat(w[2], 1)})
			if x.Negative() == ball.True {
				return fmt.Sprintf("three points on a %s, the first two 2^−20 apart and the last at the distance %s from the "+
					"second, with c = (%d, %d, %d) make Σ c_i c_j k(‖x_i−x_j‖) equal to %s",
					map[Space]string{Euclidean: "line", Sphere: "great circle"}[space], b, w[0], w[1], w[2], numeral.Text(x, 4))
			}
		}
	}
	return ""
}

// further returns the distance of two points that are b and step beyond a third, on a line or as
// chords of the unit circle.
func further(b, step *ball.Real, space Space) *ball.Real {
	const prec = 2 * Prec
	if space == Euclidean {
		return new(ball.Real).Add(b, step, prec)
	}
	half := func(x *ball.Real) *ball.Real {
		x = new(ball.Real).Mul2Exp(x, -1)
		return x.Asin(x, prec)
	}
	z := half(b)
	z.Add(z, half(step), prec)
	return z.Mul2Exp(z.Sin(z, prec), 1)
}

// ballAt returns k on a ball, nil if the value is not known or the budget is spent.
func (v *Look) ballAt(z *ball.Real) *ball.Real {
	if !v.spend() {
		return nil
	}
	if x := v.k.BallAt(nil, z, Prec); usable(x) {
		return x
	}
	return nil
}

// slow reports whether k has constants so small or large, as z^(10^−9) has, that it may look as if
// it jumped, or grew, at the distances at which it is looked at: constants below tiny, above 1/tiny.
func (v *Look) slow(tiny float64) bool {
	seen := make(map[*formula.Expr]bool)
	var walk func(e *formula.Expr) bool
	walk = func(e *formula.Expr) bool {
		if e = e.Body(); seen[e] || e.Op().IsCondition() && !e.Varies() {
			return false
		}
		seen[e] = true
		if e.Varies() {
			return slices.ContainsFunc(e.Args(), walk)
		}
		x := kernel.NewNatural(e).BallAt(nil, new(ball.Real), 64)
		c := math.Abs(x.Nearest())
		return !(c > tiny && c < 1/tiny || x.IsZero())
	}
	return walk(v.k.Expr())
}

// jump looks at both sides of the distances of the formula, and at them, for values that do not
// come together; at 0 only if asked to.
func (v *Look) jump(atZero bool) string {
	if v.slow(1e-4) {
		return ""
	}
	distances := derived(v.k)
	if atZero {
		distances = append([]constant.Value{{}}, distances...)
	}
	for _, b := range distances {
		if s, ok := b.Sign(); !atZero && (ok != ball.True || s <= 0) {
			continue
		}
		at := v.exactly(b)
		var sides [2][2]*ball.Real // left and right, at two offsets
		for i, sign := range []int64{-1, 1} {
			for j, e := range []uint{80, 160} {
				h := new(big.Rat).SetFrac(big.NewInt(sign), new(big.Int).Lsh(big.NewInt(1), e))
				z := b.Add(constant.Rat(h))
				if s, ok := z.Sign(); ok != ball.True || s < 0 {
					continue
				}
				sides[i][j] = v.near(z)
			}
		}
		for _, pair := range [][2][2]*ball.Real{{sides[0], sides[1]}, {sides[0], {at, at}}, {sides[1], {at, at}}} {
			if gap := lasting(pair[0], pair[1]); gap != nil {
				return fmt.Sprintf("k is not continuous at z = %s: values 2^−160 apart differ by %s", b, numeral.Text(gap, 4))
			}
		}
	}
	return ""
}

// near returns k at a constant by substitution of a ball, or else exactly.
func (v *Look) near(z constant.Value) *ball.Real {
	if x := v.ballAt(z.Ball(nil, 2*Prec)); x != nil {
		return x
	}
	return v.exactly(z)
}

// lasting returns the difference of two values that is the same, to a thousandth, at an offset and
// at its square; nil if there is none.
func lasting(a, b [2]*ball.Real) *ball.Real {
	var gap [2]*ball.Real
	for j := range gap {
		if a[j] == nil || b[j] == nil {
			return nil
		}
		gap[j] = new(ball.Real).Sub(a[j], b[j], Prec)
	}
	_, first := gap[0].Sign()
	_, second := gap[1].Sign()
	if first != ball.True || second != ball.True || gap[0].ContainsZero() || gap[1].ContainsZero() {
		return nil
	}
	ratio := new(ball.Real).Quo(gap[1], gap[0], Prec)
	if f := float(ratio); f > 0.999 && f < 1.001 {
		return gap[1]
	}
	return nil
}

// growth looks for values at infinity that grow for ever: by equal steps, or faster, for exponentially growing z.
func (v *Look) growth() string {
	if v.slow(1. / 200) {
		return ""
	}
	var at []float64
	for _, e := range []uint{40, 80, 160, 320, 640} {
		x := v.at(new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), e)))
		if x == nil {
			return ""
		}
		at = append(at, float(x))
		// The exponents of z double: log z gives steps that double, a power more.
		if i := len(at) - 1; i >= 2 {
			last, step := at[i-1]-at[i-2], at[i]-at[i-1]
			if last == 0 || !(step/last > 1.5) {
				return ""
			}
		}
	}
	return fmt.Sprintf("k seems to grow without bound: it is %.4g at 2^160, %.4g at 2^320 and %.4g at 2^640",
		at[2], at[3], at[4])
}

// maxOrder is the highest order of the differences.
const maxOrder = 16

// differences looks for a difference of f(t) = k(√t) with the wrong sign: (−1)ⁿ Δⁿ f ≥ 0 if f is completely monotone.
func (v *Look) differences() string {
	starts := []*big.Rat{}
	for _, b := range derived(v.k) {
		if r, ok := b.Rat(); ok && r.Denom().BitLen() < 60 && r.Num().BitLen() < 60 {
			starts = append(starts, new(big.Rat).Mul(r, r))
		}
	}
	starts = append(starts, rat(1, 1000), rat(1, 10), rat(1, 1), rat(10, 1))
	for _, start := range starts {
		for _, h := range []*big.Rat{rat(1, 64), rat(1, 4), rat(2, 1)} {
			for _, back := range []int64{0, 1, 4} { // with the point itself among the first, the second and the fifth
				t := new(big.Rat).Sub(start, new(big.Rat).Mul(h, rat(back, 1)))
				if t.Sign() <= 0 {
					continue
				}
				if s := v.differencesAt(t, h); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

func (v *Look) differencesAt(t, h *big.Rat) string {
	var row []*ball.Real
	for i := range int64(maxOrder + 1) {
		x := v.atSquare(new(big.Rat).Add(t, new(big.Rat).Mul(h, rat(i, 1))))
		if x == nil {
			break
		}
		row = append(row, x)
	}
	for n := 0; len(row) > 0; n++ {
		for _, x := range row {
			if x.Negative() == ball.True {
				return fmt.Sprintf("a difference of order %d of f(t) = k(√t) on t = %s, … in steps of %s has the "+
					"wrong sign: (−1)ⁿ Δⁿ f is %s",
					n, t.RatString(), h.RatString(), numeral.Text(x, 4))
			}
		}
		next := make([]*ball.Real, len(row)-1)
		for i := range next {
			next[i] = new(ball.Real).Sub(row[i], row[i+1], Prec)
		}
		row = next
	}
	return ""
}
