// Package zonal looks for evidence about kernels on the unit sphere, which the rules of package sphere check.
package zonal

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"

	"krein/ball"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// NonnegativeFrom looks for a degree from which the Maclaurin coefficients of f(u) = k(√(2−2u)) are
// nonnegative by a formula; the error says why there is none.
func NonnegativeFrom(k *kernel.Kernel) (ev sphere.DegreesEvidence, err error) {
	f, err := sphere.SeriesOf(k)
	if err != nil {
		return ev, err
	}
	for from := 0; from <= 300; from += 1 + from/8 {
		if f.TailNonnegative(from) == nil {
			return sphere.DegreesEvidence{From: from, Terms: from + 40}, nil
		}
		if err := k.Meter().Err(); err != nil {
			return ev, err
		}
	}
	return ev, errors.New("the Maclaurin coefficients of large degree are not all nonnegative by their formula")
}

// Of high degree: the coefficients that are looked at, and the precision.
const negativeTerms, negativeBits = 128, 256

// Negative looks among the first coefficients of f(u) = k(√(2−2u)), a sum of series of which the terms are known but
// that is not seen to end with nonnegative ones, for one that is negative beyond the reach of floats: among those of
// Maclaurin for d = 0, and for d ≥ 2 among those of Gegenbauer.
func Negative(k *kernel.Kernel, d int) (n int, ok bool) {
	f, err := sphere.SeriesOf(k)
	if err != nil {
		return 0, false
	}
	whole, polynomial := f.(*sphere.Arcs)
	polynomial = polynomial && len(whole.Q)+len(whole.R) == 0 // of which all coefficients are exact
	if _, err := NonnegativeFrom(k); err == nil && !(polynomial && d > 0) {
		return 0, false
	}
	exact, err := f.Maclaurin(negativeTerms)
	if err != nil {
		return 0, false
	}
	b := make([]*ball.Real, negativeTerms)
	for n, c := range exact {
		b[n] = c.Ball(nil, negativeBits)
	}
	if d > 0 {
		b = sphere.Gegenbauer(b, d, new(ball.Real),
			func(x, y *ball.Real) *ball.Real { return new(ball.Real).Add(x, y, negativeBits) },
			func(x *ball.Real, r *big.Rat) *ball.Real {
				return new(ball.Real).Mul(x, new(ball.Real).SetRat(r, negativeBits), negativeBits)
			})
		b = b[:negativeTerms/2] // of the others the partial sums say little
	}
	n = slices.IndexFunc(b, func(x *ball.Real) bool { return x.Negative() == ball.True })
	return n, n >= 0
}

// cuspTerms is how many coefficients of partial sums are formed beyond those that are looked at.
const cuspTerms = 60

// mostCuspOrder bounds the orders of cusps that are tried.
const mostCuspOrder = 5

// PositiveFrom looks for the evidence of pd-all-spheres.cusp: parts of the axes on which the slopes decide
// and rectangles on which the function is holomorphic, of which it takes those of the least degree; and
// of pd-sphere.cusp, with more terms.
func PositiveFrom(k *kernel.Kernel, more bool) (ev sphere.CuspEvidence, err error) {
	nears := []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(1, 4), big.NewRat(1, 8)}
	heights := []*big.Rat{big.NewRat(3, 2), big.NewRat(11, 10)}
	var easiest *sphere.Cusp // others ask for more
	for ev.Order = 1; easiest == nil; ev.Order += 2 {
		if easiest, err = sphere.NewCusp(k, ev.Order, heights[1], nears[3], cuspSearchBits); err != nil &&
			ev.Order == mostCuspOrder {
			return ev, err
		}
	}
	ev.Order -= 2
	const most = 320
	ev.From = most + 1
	for _, near := range nears {
		for _, height := range heights {
			c := easiest
			if height != heights[1] || near != nears[3] {
				if c, err = sphere.NewCusp(k, ev.Order, height, near, cuspSearchBits); err != nil {
					continue
				}
			}
			if !c.Positive(int64(min(most, ev.From-1))) {
				continue
			}
			ev.From = 1 + sort.Search(ev.From-2, func(n int) bool { return c.Positive(int64(n + 1)) })
			ev.Height, ev.Near = rule.Rational{Rat: height}, rule.Rational{Rat: near}
		}
	}
	if ev.From > most {
		return ev, errors.New("the Maclaurin coefficients are not known to be positive before a large degree")
	}
	ev.Terms, ev.Bits = ev.From, rule.Bits(192+ev.From)
	if more {
		ev.Terms += cuspTerms
	}
	return ev, nil
}

// cuspSearchBits is the precision of the search.
const cuspSearchBits = 96

// fourierFrom are the degrees from which the terms of integration by parts are to decide.
var fourierFrom = []int{0, 1, 2, 3, 5, 8, 12, 20, 32, 50, 80, 120, 200, 300}

// ByParts proves positive definiteness of functions of the angle that are smooth but for finitely many points, by
// pd-sphere.fourier, on spheres of odd dimension and those in them.
func ByParts(k *kernel.Kernel, dim int) (*proof.Step, error) {
	odd := dim + dim%2
	if dim < 2 || odd > 6 {
		return nil, errors.New("of spheres within S⁵ only")
	}
	best := len(fourierFrom)
	var ev sphere.FourierEvidence
	for _, order := range []int{3, 5, 8, 11} {
		f, err := sphere.NewFourier(k, odd, order, cuspSearchBits)
		if err != nil {
			return nil, err
		}
		for best > 0 && f.Nonnegative(fourierFrom[best-1]) == nil {
			best--
			ev = sphere.FourierEvidence{Order: order, From: fourierFrom[best], Bits: cuspSearchBits}
		}
		if best <= 6 {
			break
		}
	}
	if best == len(fourierFrom) {
		return nil, errors.New("the first terms of integration by parts do not decide")
	}
	s := proof.NewStep("pd-sphere.fourier", fmt.Sprintf("k is smooth as a function of the angle but for finitely many "+
		"points, and integration by parts tells the signs of its Gegenbauer coefficients on S^%d from degree %d on",
		odd-1, ev.From), ev)
	if odd > dim {
		s = proof.NewStep("pd-sphere.dimension", fmt.Sprintf("k is positive definite on S^%d, which contains S^%d", odd-1,
			dim-1), pd.DimensionEvidence{Other: odd}, s)
	}
	return s, nil
}

// Roots proves positive definiteness on S² of functions with singularities of roots, by pd-sphere.legendre.
func Roots(k *kernel.Kernel, dim int) (*proof.Step, error) {
	if dim != 3 {
		return nil, errors.New("of the sphere of R^3 only")
	}
	ev := sphere.LegendreEvidence{Order: legendreOrder, Bits: cuspSearchBits}
	var err error
	for _, ev.Near = range []int{7, 10} {
		l, fails := sphere.NewLegendre(k, ev.Order, ev.Near, ev.Bits)
		if fails != nil {
			return nil, fails
		}
		for _, ev.From = range fourierFrom {
			if err = l.Positive(ev.From); err == nil {
				break
			}
		}
		if err == nil && ev.From <= 50 {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return proof.NewStep("pd-sphere.legendre", fmt.Sprintf("k is a series in powers of roots near some points, "+
		"and they tell the signs of its Legendre coefficients from degree %d on", ev.From), ev), nil
}

// legendreOrder is enough for what begins with z³, or z⁴ log z.
const legendreOrder = 3

// Polygon looks for a regular polygon of a great circle on which the values at(z) of a kernel give a negative
// eigenvalue, that of cos(2πjn/points); points is 0 if there is none.
func Polygon(at func(z float64) float64) (n, points int) {
	for _, points := range []int{3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64} {
		k := make([]float64, points)
		scale := 0.0
		for j := range k {
			k[j] = at(2 * math.Sin(math.Pi*float64(j)/float64(points)))
			scale += math.Abs(k[j])
		}
		if math.IsNaN(scale) || math.IsInf(scale, 0) {
			return 0, 0
		}
		worst, least := -1, -1e-13*scale
		for n := 0; n <= points/2; n++ {
			sum := 0.0
			for j, v := range k {
				sum += v * math.Cos(2*math.Pi*float64(j*n%points)/float64(points))
			}
			if sum < least {
				worst, least = n, sum
			}
		}
		if worst >= 0 {
			return worst, points
		}
	}
	return 0, 0
}

// Shifts returns the shifts c, without repetitions, with which a formula F(e) may be a power series in e + c or c − e.
func Shifts(core *formula.Expr, constants formula.Arith[constant.Value]) (out []*big.Rat) {
	shifts := parts.SeriesShifts(core)
	for _, shift := range []int64{1, 2, 3, 4, 6, 10, 100} {
		shifts = append(shifts, big.NewRat(shift, 1))
	}
	if args := core.Args(); len(args) > 0 && !args[0].Op().IsCondition() { // the argument at u = 0
		at := args[0]
		if core.Op() == formula.OpDiv {
			at = args[1]
		}
		if v, err := formula.Eval(at, constant.Pow(constant.Int(2), big.NewRat(1, 2)), constants); err == nil {
			if r, ok := v.Rat(); ok {
				shifts = slices.Insert(shifts, 1, r, new(big.Rat).Neg(r))
			}
		}
	}
	for _, s := range shifts {
		if !slices.ContainsFunc(out, func(r *big.Rat) bool { return r.Cmp(s) == 0 }) {
			out = append(out, s)
		}
	}
	return out
}

// maxFactors bounds the factors that are put into groups.
const maxFactors = 16

// Products returns ways to take a kernel for a product.
func Products(s shape.Shape) (out []pd.ProductEvidence) {
	for _, powers := range []bool{false, true} {
		factors, _ := formula.FactorList(s.Core, powers)
		if len(factors) > maxFactors {
			continue
		}
		for _, groups := range append(parts.Groupings(factors), parts.WithPowers(factors)...) {
			if len(groups) == 1 && len(groups[0]) > 1 {
				continue // the kernel itself
			}
			ev := pd.ProductEvidence{Powers: powers, Groups: groups}
			if s.Where != nil {
				ev.Cut = slices.Repeat([]bool{true}, len(groups))
			}
			out = append(out, ev)
		}
	}
	return out
}
