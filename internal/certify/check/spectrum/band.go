package spectrum

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/polynomial"
	"krein/kernel"
)

// bandRules are about functions the spectrum of which is bounded.
var bandRules = []*rule.Rule{
	{
		ID: "pd.band-limited", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
		Check: rule.Fact(bandLimited),
	},
	{
		ID: "pd.not-band-limited", Claim: proof.PD, Holds: false, Supposes: rule.Continuous,
		Check: rule.Fact(notBandLimited),
	},
}

// bandLimited: k = Σ c wave/zⁿ, n ≥ 1, continuous on [0,∞), is entire and square integrable (Paley
// and Wiener), and its transform on the line is the piecewise polynomial f, zero beyond the largest
// frequency. On R^{2l+1} the radial density is a positive multiple of ω^{2l} (−d/(ω dω))^l f. If it
// is nonnegative on an odd dimension n ≥ d, k is positive definite on R^n ⊃ R^d
// (docs/rules/band-limited.md).
func bandLimited(_ *rule.Checker, g rule.Goal, _ rule.None) error {
	if negative, rises, err := band(g.Kernel, g.Dim|1); err != nil || negative || rises {
		return rule.First(err, rule.Reject("the density is negative somewhere"))
	}
	return nil
}

// notBandLimited: a density that is negative on an odd R^n, n ≤ d, refutes for R^d. A jump upwards
// before the last derivative is a negative atom on R^n; for an even d = n−1 the density on R^d is
// ∫_ω^∞ (s²−ω²)^{−½} (…) over that on R^n, and goes to −∞ just below it.
func notBandLimited(_ *rule.Checker, g rule.Goal, _ rule.None) error {
	// (d−1)|1 is the largest odd number ≤ d, d|1 the least that is ≥ d.
	negative, rises, err := band(g.Kernel, g.Dim-1|1)
	if !negative && !rises {
		_, rises, err = band(g.Kernel, g.Dim|1)
	}
	if err == nil && !negative && !rises {
		return rule.Reject("no density is proved to be negative")
	}
	return err
}

// bandTerm is weight·sgn(at−x)(at−x)^(n−1) in f.
type bandTerm struct {
	at, weight *big.Rat
	n          int
}

// maxBand bounds the powers of z.
const maxBand = 64

// bandTerms returns f as a function of x, ω in some unit, up to a positive factor: the transform of i^n z^(−n) e^(iaz)
// is (−1)^n (a−ω)^(n−1) sgn(a−ω)/(2(n−1)!).
//
// Each term is C Re(i^phase e^{iaz}) z^{−n} = C i^{phase−n} (iⁿ z^{−n} e^{iaz}) with n + phase
// even, so that it is an even function of z. Terms with a and −a are both listed, as
// closed.Normalise brings them in conjugate pairs, and single poles at 0 cancel in the sum: z^{−n}
// may be the mean of its boundary values from above and below, of which the transform is the
// formula above. With (−1)ⁿ the factor is i^{phase−n} i^{2n} = i^{n+phase} = ±1.
func bandTerms(k *kernel.Kernel) (out []bandTerm, err error) {
	pieces, err := density.ProvedPieces(k)
	if err != nil {
		return nil, NotEnclosed(err)
	}
	sum, ok := closed.Normalise(pieces[0].Expr)
	var unit, weights []closed.Num
	for i := range sum {
		if sum[i].Freq.Sign() > 0 {
			unit = append(unit, sum[i].Freq)
		}
	}
	if !ok || len(pieces) > 1 || len(unit) == 0 {
		return nil, rule.Reject("%s is not proved to be a sum of waves over powers of z", k)
	}
	for i := range sum {
		t := &sum[i]
		n, _ := t.Pow.Neg().IsInt() // 0 if it is none
		// n = 0 are waves without decay, with atoms; odd n + phase would be odd functions of z, of
		// no real transform.
		if n < 1 || n > maxBand || (n+t.Phase)%2 != 0 || len(t.Factors) > 0 || !t.Lin.IsZero() || !t.Quad.IsZero() {
			return nil, rule.Reject("a term is no wave over a power of z")
		}
		// x = ω/unit; negative frequencies have their place left of 0.
		at, ok := t.Freq.Ratio(unit[0])
		if !ok {
			return nil, rule.Reject("the frequencies are not rational multiples of one")
		}
		scale := big.NewRat(int64(1-(n+t.Phase)%4), 1) // i^(n + phase)
		scale.Quo(scale, new(big.Rat).SetInt(new(big.Int).MulRange(1, int64(n-1))))
		out = append(out, bandTerm{at: at, n: n})
		// (a−ω)^{n−1} = unit^{n−1} (at−x)^{n−1}.
		weights = append(weights, t.C.Mul(unit[0].PowInt(n-1)).Mul(closed.RatNum(scale)))
	}
	// Up to a positive common factor, which changes no sign.
	r, ok := closed.CommonRationals(weights)
	if !ok {
		return nil, rule.Reject("the coefficients are not rational multiples of one")
	}
	for i := range out {
		out[i].weight = r[i]
	}
	return out, nil
}

// bandPiece returns f on the interval that begins at lo ≥ 0 as a polynomial.
//
// Between knots sgn(at−x) is constant, −1 for at ≤ lo; (at−x)^{n−1} is multiplied out from
// (−1)^{n−1} x^{n−1} down.
func bandPiece(terms []bandTerm, lo *big.Rat) []*big.Rat {
	p := slices.Repeat([]*big.Rat{new(big.Rat)}, maxBand)
	for _, t := range terms {
		c := new(big.Rat).Set(t.weight) // of x^i, from the highest
		if t.at.Cmp(lo) <= 0 {
			c.Neg(c)
		}
		if t.n%2 == 0 {
			c.Neg(c)
		}
		for i := t.n - 1; i >= 0; i-- {
			p[i] = new(big.Rat).Add(p[i], c)
			c.Mul(c, t.at).Mul(c, big.NewRat(int64(-i), int64(t.n-i)))
		}
	}
	return p
}

// band tells whether the density on R^dim, dim odd, is negative somewhere, and whether there is a jump upwards.
func band(k *kernel.Kernel, dim int) (negative, rises bool, err error) {
	terms, err := bandTerms(k)
	if err != nil {
		return false, false, err
	}
	knots := []*big.Rat{new(big.Rat)}
	for _, t := range terms {
		if t.at.Sign() > 0 {
			knots = append(knots, t.at)
		}
	}
	slices.SortFunc(knots, (*big.Rat).Cmp)
	// 0 is a knot; negative places are none, as ω ≥ 0.
	knots = slices.CompactFunc(knots, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	pieces := make([][]*big.Rat, len(knots))
	for i, lo := range knots {
		pieces[i] = bandPiece(terms, lo)
	}
	// One step is x^{2l+2}(−D/x)(x^{−2l} f_l): x^i becomes (2l−i) x^i.
	last := (dim - 1) / 2
	for l := range last { // x^(2l) (−D/x)^l f
		for i, at := range knots[1:] {
			jump := new(big.Rat).Sub(valueAt(pieces[i+1], at), valueAt(pieces[i], at))
			// A jump that is differentiated twice or more is no measure. In the last derivative one
			// is an atom, with the sign of −jump.
			if jump.Sign() != 0 && l+1 < last {
				return false, false, rule.Reject("the spectrum on R^%d is no measure", dim)
			}
			// −D of a jump upwards is a negative atom.
			rises = rises || jump.Sign() > 0
		}
		for _, p := range pieces {
			for i := range p {
				p[i].Mul(p[i], big.NewRat(int64(2*l-i), 1))
			}
		}
	}
	// The last piece, beyond all knots, is 0, as k is band-limited.
	for i, hi := range knots[1:] {
		// Exact: rational polynomials, by Sturm's theorem.
		negative = negative || !polynomial.FromRats(pieces[i]).Between(knots[i], hi).Nonnegative()
	}
	return negative, rises, nil
}

func valueAt(p []*big.Rat, x *big.Rat) *big.Rat {
	v := new(big.Rat)
	for i := len(p) - 1; i >= 0; i-- {
		v.Mul(v, x).Add(v, p[i])
	}
	return v
}
