package stationary_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"math/big"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	prover "krein/certify/stationary"
	"krein/fourier/language"
	fourier "krein/fourier/stationary"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check/rule"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/fourier/taxicab"
	"krein/internal/kernel/cuts"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

func parsed(t *testing.T, source string, dim int) *fourier.Kernel {
	t.Helper()
	ones := make([]*big.Rat, dim)
	for i := range ones {
		ones[i] = big.NewRat(1, 1)
	}
	k, err := language.Parse(source, dim, &fourier.Options{Axes: [][]*big.Rat{ones}})
	require.NoError(t, err, source)
	return k
}

// proven are lemmas as package certify finds them.
func proven(t *testing.T) check.Lemmas {
	return func(k *kernel.Kernel, dim int, id proof.ID) proof.Claim {
		c, err := certify.Run(context.Background(), k, dim, &certify.Settings{Claims: []certify.ID{id}, SkipMass: true})
		require.NoError(t, err)
		return c.Claim(id)
	}
}

func rats(v ...int64) (out []rule.Rational) {
	for _, x := range v {
		out = append(out, rule.Rational{Rat: big.NewRat(x, 1)})
	}
	return out
}

// unknown is a constant of which nothing is known here: 0, by the Wronskian of J.
const unknown = "(besselj(1/3,1)*besselj(2/3,1)+besselj(-1/3,1)*besselj(-2/3,1)-sqrt(3)/pi)"

// density is evidence about (a, …, a).
func density(dim int, a int64, terms int) check.DensityEvidence {
	return check.DensityEvidence{Dim: dim, At: rats(a)[0], Terms: terms}
}

// TestDensity: what package taxicab finds by divided differences, for mixtures too.
func TestDensity(t *testing.T) {
	for dim := 1; dim <= 4; dim++ {
		for a := range int64(9) {
			at := make([]float64, dim)
			for j := range at {
				at[j] = float64(a)
			}
			one, _ := taxicab.NewPower(dim, 1, 1).Density(at)
			two, _ := taxicab.NewPower(dim, 2, 0.5).Density(at)
			for phi, want := range map[string]float64{"max(1-z,0)": one, "max(1-z,0) - 3*max(1-2*z,0)^2 - 1/3": one - 3*two} {
				f, err := parser.Parse(phi, nil)
				require.NoError(t, err)
				series, err := check.NewDensitySeries(f, nil)
				require.NoError(t, err)
				sum, rest, err := series.Density(density(dim, a, 40))
				require.NoError(t, err)
				v, _ := sum.Float64()
				within, _ := rest.Float64()
				assert.InDelta(t, want*math.Pow(math.Pi, float64(dim)), v, 1e-12, "%s at %d", phi, a)
				assert.Less(t, within, 1e-20)
				few, over, err := series.Density(density(dim, a, 12))
				require.NoError(t, err)
				assert.LessOrEqual(t, new(big.Rat).Abs(few.Sub(few, sum)).Cmp(over.Add(over, rest)), 0, "%s at %d", phi, a)
			}
		}
	}
}

// TestForged: steps whose hypotheses do not hold are not accepted, and the reason is the hypothesis.
func TestForged(t *testing.T) {
	const fm, pd, sym, dec = check.FiniteMass, check.PD, check.Symmetric, check.PositiveDecomposition
	const cpd = check.ConditionallyPD
	step := proof.NewStep
	many, ones := [][]rule.Rational{}, []rule.Rational{}
	for i := range 201 {
		many, ones = append(many, rats(int64(i))), append(ones, rats(1)...)
	}
	odd := func(id string, ev any, from ...*proof.Step) *proof.Step {
		return step("factors.finite-mass", "", nil, step(id, "", ev, from...))
	}
	forgedAll(t, []forged{
		{"exp(-l1)", 2, fm, true, step("no.rule", "", nil), "there is no such rule"},
		{"sqrt(x1^2+abs(x2))", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be a constant minus"},
		{"1-l1^1.5", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be a constant minus"},
		{"-max(abs(x1),abs(x2),abs(x3))", 3, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"-abs(x1)+0*log(abs(x2)-1)", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved"},
		// |γ − 1| is no affine function of γ
		{"-((abs(x1)+sqrt(abs(x2))-1)^2)^(1/2)", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be a constant minus"},
		{"-(((abs(x1)+sqrt(abs(x2))-1)^3)^2)^(1/6)", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be a constant minus"},
		{"-abs(x1)*exp(-abs(x2))", 2, cpd, true, step("conditional.factors", "", nil), "two factors that are not constant"},
		{"abs(x1)-abs(x2)", 2, cpd, true, step("conditional.factors", "", nil), "of z in R^1 is refuted, not proved"},
		{"exp(-abs(x1))*sin(x2)", 2, cpd, true, step("conditional.factors", "", nil), "a factor has an odd part"},
		{"x1-abs(x1)-abs(x2)", 2, cpd, true, step("conditional.factors", "", nil), "a factor has an odd part"},
		{"-log(1+l1)", 2, cpd, true, step("conditional.factors", "", nil), ""},
		{"-abs(x1)^3-abs(x2)", 2, cpd, true, step("conditional.pd", "", nil, step("factors.pd", "", nil)), "pd of -z^3 in R^1 is refuted, not proved"},
		{"-abs(x1)^3-abs(x2)", 2, dec, true, step("decomposition.conditionally-pd", "", nil), "0 premises, want 1"},
		{"-abs(x1)-abs(x2)", 2, cpd, false, step("conditional.asymmetric", "", check.PointEvidence{Delta: rats(1, 0)}), "is not proved"},
		{"-abs(x1)-abs(x2)", 2, cpd, false, step("line.not-conditionally-pd", "", check.LineEvidence{Direction: rats(1, 0)}), "is proved, not refuted"},
		{"exp(-l1) + 0*log(abs(x1)-1)", 2, sym, true, step("symmetric.parity", "", nil),
			"that 0*log(abs(x1) - 1) has a value at every x − y is not proved"},
		{"exp(-l1) + 0*log(abs(x1)-1)", 2, fm, true, step("factors.finite-mass", "", nil), "is not proved"},
		{"exp(-l1) + 0*log(abs(x1)-1)", 2, pd, true, step("factors.pd", "", nil), "is not proved"},
		{"exp(-z^2/2)*cosh(x1)+0*acos(2+x1^2)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 0}), "is not proved"},
		{"x1*exp(-z^2)+0/(x1*x2-1)", 2, sym, false, step("symmetric.point", "", check.PointEvidence{Delta: rats(1, 0)}), "is not proved"},
		{"exp(-l1)*(x1*x2-1)^0", 2, dec, true, step("decomposition.finite-mass", "", nil,
			step("factors.finite-mass", "", nil)), ""},
		{"exp(-z^2) + 0/(l1-1)", 2, pd, true, step("radial.pd", "", nil), "k has no value at z = 1"},
		{"exp(-l1)*log(1-l1/1e6)^0", 2, pd, true, step("taxicab.completely-monotone-pd", "", nil), "is not proved"},
		{"prod(exp(-x^2)*log(x)^0)", 2, pd, true, step("radial.pd", "", nil), "that exp(-x^2)*log(x)^0 has"},
		{"exp(-l1)", 2, fm, true, step("factors.pd", "", nil), "does not conclude"},
		{"exp(-l1)", 2, fm, false, step("factors.finite-mass", "", nil), "does not conclude"},
		{"-prod(exp(-abs(x)))", 2, pd, true, step("factors.pd", "", nil), "is negative"},
		{"prod(exp(-x^2/2)*(1+x))", 2, pd, true, step("factors.pd", "", nil), "odd part"},
		{"prod(max(1-x^2,0))", 2, pd, true, step("factors.pd", "", nil), "not proved"},
		{"prod(abs(x) < 1 ? 1 : 0)", 2, fm, true, step("factors.finite-mass", "", nil), "not proved"},
		{"tl1(1)", 2, fm, true, step("factors.finite-mass", "", nil), "no route"},
		{"x1*exp(-z^2)", 2, fm, true, step("factors.finite-mass", "", nil), "0 premises, want 1"},
		{"exp(-l1)", 2, fm, true, step("factors.finite-mass", "", nil, step("odd.wave", "", nil)), "1 premises, want 0"},
		{"t > 0 ? exp(-t) : 0", 1, fm, true, odd("odd.analysis", nil), ""},
		{"exp(-t^2) + tanh(t)", 1, fm, true, odd("odd.analysis", nil), "o tends to 1 at infinity"},
		{"exp(-t^2) + t*abs(t)/(1+t^2)*cos(t)", 1, fm, true, odd("odd.analysis", nil), "a wave that does not decay"},
		{"exp(-t^2) + t", 1, fm, true, odd("odd.analysis", nil), ""},
		{"exp(-t^2) + (t > 1 ? t*exp(-t) : 0)", 1, fm, true, odd("odd.analysis", nil), ""},
		{"exp(-t^2) + sin(t*abs(t))", 1, fm, true, odd("odd.wave", nil), "no sine of a multiple of z"},
		{"exp(-t^2) + t*exp(-t^2)", 1, fm, true, odd("odd.wave", nil), "no sine of a multiple of z"},
		{"exp(-t^2) + t*exp(-t^2)", 1, fm, true, odd("odd.sum", nil), "is no sum"},
		{"exp(-t^2) + sin(t)*exp(-abs(t))", 1, fm, true,
			odd("odd.product", check.FactorEvidence{Factor: 2}, step("odd.wave", "", nil)), "has no factor 2"},
		{"exp(-t^2) + sin(t)*exp(-abs(t))", 1, fm, true, odd("odd.product", check.FactorEvidence{Factor: 1},
			step("odd.wave", "", nil)), "finite-mass of sin(z) in R^1 is refuted"},
		{"exp(-t^2) + t*cos(t)", 1, fm, true, odd("odd.product", check.FactorEvidence{Factor: 1},
			step("odd.wave", "", nil)), ""},
		{"exp(-l1)", 2, fm, true, step("radial.finite-mass", "", nil), "not proved to be a function of the distance"},
		{"exp(-l1)", 2, fm, true, step("sum.finite-mass", "", nil), "is no sum"},
		{"tl1(1)", 2, fm, true, step("product.finite-mass", "", nil), "is no product"},
		{"exp(-z)*cos(t)", 2, fm, true, step("product.finite-mass", "", nil, step("radial.finite-mass", "", nil),
			step("radial.finite-mass", "", nil)), "not proved to be a function of the distance"},
		{"exp(-z)*cos(t)", 2, fm, true, step("product.finite-mass", "", check.SplitEvidence{Split: -1}), "way -1 of 1"},
		{"exp(-z)*cos(t)", 2, fm, true, step("product.finite-mass", "", check.SplitEvidence{Split: 2}), "way 2 of 1"},
		{"exp(-z)*cos(t)*exp(-abs(t))", 2, fm, true, step("product.finite-mass", "", check.SplitEvidence{Split: 2},
			step("factors.finite-mass", "", nil), step("factors.finite-mass", "", nil)), "is no product of functions"},
		{"exp(-z)*(1+z)*cos(t)", 2, pd, true, step("product.pd", "", check.SplitEvidence{Split: 1},
			step("radial.pd", "", nil), step("factors.pd", "", nil)), "z is not there as z^2 alone"},
		{"exp(-l1)", 2, fm, false, step("line.not-finite-mass", "", check.LineEvidence{Direction: rats(1)}),
			"a vector of length 1 in R^2"},
		{"exp(-l1)", 2, fm, false, step("line.not-finite-mass", "", check.LineEvidence{Direction: rats(1, 1)}),
			"not refuted"},
		{"x1*exp(-z^2)", 2, fm, false, step("line.not-finite-mass", "", check.LineEvidence{Direction: rats(1, 1)}),
			"no even part"},
		{"exp(-l1)", 2, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1, 1), At: "0"}),
			"no odd part"},
		{"x1*exp(-z^2)", 2, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1, 1), At: "0"}),
			"tends to 0 at 0"},
		{"x1*exp(-z^2)", 2, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1, 1), At: "1"}),
			"nothing is known to change at 1"},
		{"x1*exp(-z^2)", 2, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1, 1), At: "infinity"}),
			"does not tend"},
		{"x1*exp(-z^2)", 2, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1, 1), At: "unbounded"}),
			"not refuted"},
		{"x1*max(1-abs(x1),0)", 1, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1), At: "1"}),
			"the limits at 1 are the same"},
		{"exp(-l1)*cos(x1)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 2}), "there is no subspace 2"},
		{"exp(-l1)*cos(x1)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: -1}),
			"there is no subspace -1"},
		{"exp(-l1)*cos(x1)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 0}), "not refuted"},
		{"x1*exp(-z^2)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 0}), "vanishes"},
		{"x1*exp(-z^2)", 2, sym, true, step("symmetric.parity", "", nil), "not proved to be even"},
		{"exp(-l1)", 2, sym, false, step("symmetric.point", "", check.PointEvidence{Delta: rats(1, 1)}), "is not proved"},
		{"x1*exp(-z^2)", 2, sym, false, step("symmetric.point", "", check.PointEvidence{Delta: rats(0, 1)}), "is not proved"},
		{"x1*exp(-z^2)", 2, pd, false, step("pd.asymmetric", "", check.PointEvidence{Delta: rats(1)}),
			"a vector of length 1"},
		{"exp(-l1)", 1, pd, false, step("pd.difference-points", "",
			check.PointsEvidence{Points: [][]rule.Rational{rats(0), rats(1)}, Weights: rats(1, -1), Bits: 64}), "the sum is"},
		{"exp(-l1)", 1, pd, false, step("pd.difference-points", "", check.PointsEvidence{
			Points: [][]rule.Rational{rats(0), rats(1)}, Weights: rats(1), Bits: 64}), "2 points and 1 weights"},
		{"exp(-l1)", 1, pd, false, step("pd.difference-points", "",
			check.PointsEvidence{Points: [][]rule.Rational{}, Weights: rats(), Bits: 64}), "0 points"},
		{"max(1-l1,0)^2", 2, pd, true, step("taxicab.convex", "", nil), "k^(2) has no jump at 1"},
		{"-max(1-l1,0)^3", 2, pd, true, step("taxicab.convex", "", nil), "does not jump downwards"},
		{"max(1-l1,0)^4", 3, pd, true, step("taxicab.convex", "", nil), "k^(4) has no jump at 1"},
		{"max(1-l1,0)^3 - 1", 2, pd, true, step("taxicab.convex", "", nil), "k ends in a constant -1 ≥ 0"},
		{"l1 < 1/2 ? (1-l1)^3 : 0", 2, pd, true, step("taxicab.convex", "", nil), "the limit is"},
		{"exp(-z^2)", 2, pd, true, step("taxicab.convex", "", nil), "1-norm alone"},
		{"exp(-z^2)", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 20)), "1-norm alone"},
		{"max(1-l1,0)^3", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 20)), "not proved to be negative"},
		{"max(1-l1,0)", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 3)), "not proved to be negative"},
		{"max(1-l1,0)", 2, pd, false, step("taxicab.negative-density", "", density(3, 5, 20)), "a frequency of length 3"},
		{"max(1-l1,0)", 2, pd, false, step("taxicab.negative-density", "", density(0, 5, 20)), "a frequency of length 0"},
		{"max(1-l1,0)", 2, pd, false, step("taxicab.negative-density", "", density(2, 600, 20)), "too few"},
		{"max(1-l1,0)", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, -1)), "-1 terms"},
		{"l1 < 1 ? 1 : l1", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 20)), "constant from some s on"},
		{"l1 < sqrt(2) ? 1 - l1^2/2 : 0", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 20)),
			"is not rational"},
		{"max(1-l1,0)", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 5000)), "5000 terms"},
		{"1/(1+l1)", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 20)), "constant from some s on"},
		{"max(1-l1/sqrt(2),0)", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 20)), "not"},
		{"l1 < 1 ? 1 : 0", 2, pd, false, step("taxicab.negative-density", "", density(2, 5, 20)), "the limit is"},
		{"cos(l1)", 2, fm, true, step("taxicab.analysis", "", nil), "oscillates"},
		{"l1 < 1 ? 1 : 0", 2, fm, true, step("taxicab.analysis", "", nil), "the limit is"},
		{"tl1(1)", 2, pd, true, step("taxicab.completely-monotone-pd", "", nil), "not proved"},
		{"prod(exp(-x^2)*(1+x))", 2, dec, true, step("factors.decomposition", "", nil), "2 factors with odd parts"},
		{"max(1-sum(x^2),0)", 3, fm, true, step("radial.finite-mass", "", nil), "is refuted, not proved"},
		{"tl1(1)", 2, pd, true, step("factors.pd", "", nil), "no route"},
		{"prod(exp(-2*abs(x))-2*exp(-abs(x)))", 3, pd, true, step("factors.pd", "", check.SignsEvidence{Negative: []int{0}}),
			"sign of a product"},
		{"prod(exp(-2*abs(x))-2*exp(-abs(x)))", 2, pd, true, step("factors.pd", "", nil), "not proved"},
		{"prod(exp(-abs(x)))-prod(exp(-x^2))", 2, pd, true, step("factors.pd", "", nil), "sign of a product"},
		{"exp(-x1^2)*(exp(-2*abs(x2))-2*exp(-abs(x2)))", 2, pd, true,
			step("factors.pd", "", check.SignsEvidence{Negative: []int{1}}), "sign of a product"},
		{"exp(-x1^2)*cos(x2)", 2, pd, true, step("factors.pd", "", check.SignsEvidence{Negative: []int{0}}), "not proved"},
		{"tl1(1)", 2, dec, true, step("factors.decomposition", "", nil), "no route"},
		{"prod(abs(x) < 1 ? 1 : 0)", 2, dec, true, step("factors.decomposition", "", nil), "is refuted, not proved"},
		{unknown + "*exp(-z^2)*(2+cos(x1))", 2, pd, true, step("factors.pd", "", nil), "is not decided"},
		// 0, by a Wronskian, too
		{"(besseli(1/3,1)*besselk(4/3,1)+besseli(4/3,1)*besselk(1/3,1)-1)*exp(-l1)", 2, pd, true, step("factors.pd", "", nil),
			"the sign of"},
		{"x1*exp(-z^2) + log(-z^2-1)", 2, fm, true, step("sum.finite-mass", "", nil), "is not proved"},
		{"x1*exp(-z^2) + log(-z^2-1)", 2, fm, false,
			step("line.not-finite-mass", "", check.LineEvidence{Direction: rats(1, 1)}), "is not proved"},
		{"tl1(1)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 0}), "no route"},
		{"cos(x1)/abs(x2)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 0}), "at 0"},
		{"cos(x1)*(besselk(0,abs(x2))+log(abs(x2)))", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 0}),
			"has no formula"},
		{unknown + "*exp(-l1)", 2, pd, false, step("block.not-pd", "", check.BlockEvidence{Block: 0}), "is undecided, not refuted"},
		{"exp(-l1)", 2, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1), At: "0"}),
			"a vector of length 1"},
		{"sin(1/t)", 1, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1), At: "0"}), "undecided"},
		{"1/t", 1, fm, false, step("line.odd-part", "", check.OddEvidence{Direction: rats(1), At: "0"}), "no limit"},
		{"t/abs(t)*(abs(t) == 1 ? 0 : 1/(abs(t)-1))", 1, fm, false, step("line.odd-part", "",
			check.OddEvidence{Direction: rats(1), At: "1"}), "no limit"},
		{"t/abs(t)*(abs(t) < 1 ? 1/(abs(t)-1) : abs(t))", 1, fm, false,
			step("line.odd-part", "", check.OddEvidence{Direction: rats(1), At: "1"}), "no limit"},
		{"t/abs(t)*(abs(t) <= 1 ? abs(t) : 1/(abs(t)-1))", 1, fm, false,
			step("line.odd-part", "", check.OddEvidence{Direction: rats(1), At: "1"}), "no limit"},
		{"t/abs(t)*(abs(t) > 1 ? abs(t)*exp(-abs(t)) : 0)", 1, fm, false,
			step("line.odd-part", "", check.OddEvidence{Direction: rats(1), At: "unbounded"}), "by [finite-mass.unbounded]"},
		{"t/abs(t)*(abs(t) > 1 ? abs(t)*exp(-abs(t)) : 0)", 1, fm, true, odd("odd.analysis", nil), "the limit is"},
		{"t/abs(t)*exp(-abs(t))", 1, fm, true, odd("odd.analysis", nil), "o tends to 1 at 0"},
		{"t/(1+abs(t))/log(2+abs(t))", 1, fm, true, odd("odd.analysis", nil), "undecided"},
		{"sin(t)*(1+t^2)", 1, fm, true, odd("odd.wave", nil), "no sine of a multiple of z"},
		{"tanh(t)", 1, fm, true, odd("odd.wave", nil), "no sine of a multiple of z"},
		{"tanh(t)", 1, fm, true, odd("odd.product", check.FactorEvidence{}, step("odd.wave", "", nil)), "has no factor 0"},
		{"sin(t)*exp(-t^2)", 1, fm, true, odd("odd.product", check.FactorEvidence{Factor: -1}, step("odd.wave", "", nil)),
			"has no factor -1"},
		{"exp(-l1)", 2, fm, false, step("line.not-finite-mass", "", map[string]int{"direction": 1}), "cannot unmarshal"},
		{"exp(-l1)", 1, pd, false, step("pd.difference-points", "",
			check.PointsEvidence{Points: many, Weights: ones, Bits: 64}), "201 points"},
		{"exp(-l1)", 2, pd, false, step("pd.difference-points", "",
			check.PointsEvidence{Points: [][]rule.Rational{rats(0)}, Weights: rats(1), Bits: 64}), "a vector of length 1"},
		{"1/x1", 1, pd, false, step("pd.difference-points", "",
			check.PointsEvidence{Points: [][]rule.Rational{rats(0)}, Weights: rats(1), Bits: 64}), "no value of k"},
		{"exp(-z^2)", 2, fm, true, step("taxicab.analysis", "", nil), "1-norm alone"},
		{"exp(-z^2)", 2, fm, true, step("taxicab.completely-monotone", "", nil), "1-norm alone"},
		{"1/log(2+l1)", 2, fm, true, step("taxicab.analysis", "", nil), "undecided"},
		{"cos(l1)/(1+l1)", 2, fm, true, step("taxicab.analysis", "", nil), "oscillates"},
		{"l1 < 1 ? 1 : 0", 2, fm, true, step("taxicab.completely-monotone", "", nil), "the limit is"},
		{"x1*exp(-z^2)", 2, dec, true, step("decomposition.finite-mass", "", nil, step("factors.finite-mass", "", nil)),
			"0 premises, want 1"},
		{"1/(1+x1^4+abs(x2))", 2, pd, true, step("mixture.pd", "", nil), "negative definite one"},
		{"exp(-sqrt((abs(x1)+sqrt(abs(x2))-1)^2))", 2, pd, true, step("mixture.pd", "", nil), "completely-monotone of"},
		{"1/(1+x1^2-abs(x2))", 2, fm, true, step("mixture.finite-mass", "", nil), "is not proved"},
		{"exp(-x1^2+abs(x2))", 2, fm, true, step("mixture.finite-mass", "", nil), "negative definite one"},
		{"1/(1+" + unknown + "*x1^2+abs(x2))", 2, pd, true, step("mixture.pd", "", nil), "is not proved"},
		{"exp(-z^2)", 2, pd, true, step("mixture.pd", "", nil), "negative definite one"},
		{"cos(sqrt(x1^2+abs(x2)))", 2, pd, true, step("mixture.pd", "", nil), "completely-monotone of"},
		{"x1^2+abs(x2) > 0 ? exp(-x1^2-abs(x2))/2 : 1", 2, fm, true, step("mixture.finite-mass", "", nil), "the limit is"},
		{"exp(-x1^2/(1+x2^2))", 2, pd, true, step("gneiting.pd", "", nil), "completely-monotone of (1 + z^2)^(1/2)"},
		{"exp(-(x1^2+x2^2)/(1+abs(x3)))/sqrt(1+abs(x3))", 3, fm, true, step("gneiting.finite-mass", "", nil),
			"completely-monotone of"},
		{"cos(x1/sqrt(1+x2^2))/sqrt(1+x2^2)", 2, pd, true, step("gneiting.pd", "", nil), "Gneiting's class"},
		{"cos(abs(x1)/sqrt(1+x2^2))/sqrt(1+x2^2)", 2, pd, true, step("gneiting.pd", "", nil), "completely-monotone of cos"},
		{"exp(-x1^2/(1+x2^4))/sqrt(1+x2^4)", 2, pd, true, step("gneiting.pd", "", nil), "Gneiting's class"},
		{"exp(-x1^2/(1+x2^2)^2)/(1+x2^2)", 2, pd, true, step("gneiting.pd", "", nil), "Gneiting's class"},
		{"exp(-x1^2/(1+x2^2))/sqrt(1+x2^2+x1^2)", 2, pd, true, step("gneiting.pd", "", nil), "Gneiting's class"},
		{"exp(-x1*(x1^4*(1+abs(x2))^(-4))^(1/4))*(1+abs(x2))^(-1/2)", 2, pd, true, step("gneiting.pd", "", nil),
			"Gneiting's class"}, // x1·|x1|
		{"exp(-z)", 2, pd, true, step("gneiting.pd", "", nil), "Gneiting's class"},
		{"(x1^2/(1+abs(x2)) > 0 ? exp(-x1^2/(1+abs(x2)))/2 : 1)/(1+abs(x2))", 2, fm, true,
			step("gneiting.finite-mass", "", nil), "the limit is"},
	})
}

// TestForgedCompositions is TestForged for functions of positive definite kernels and norms of the plane.
func TestForgedCompositions(t *testing.T) {
	const fm, pd, cpd = check.FiniteMass, check.PD, check.ConditionallyPD
	step := proof.NewStep
	forgedAll(t, []forged{
		{"-(abs(x1)^3+abs(x2)^3+abs(x3)^3)^(1/3)", 3, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"-(abs(x1)^3+abs(x2)^2)^(1/3)", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"-(abs(x1)^3+abs(x2)^3)^(1/2)", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"-(abs(x1)^(1/2)+abs(x2)^(1/2))^2", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"-(x1^4+abs(x2)^4-x1^4/2-abs(x2)^4/2-abs(x1+x2)^4)^(1/4)", 2, cpd, true, step("conditional.exponent", "", nil), "is not"},
		{"-(x1^3+abs(x2)^3)^(1/3)", 2, cpd, true, step("conditional.exponent", "", nil), "is not"},
		{"-(abs(x1)^3+z^3)^(1/3)", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"-(abs(x1)^3+abs(x2)^3+abs(x1+x2-x3)^3)^(1/3)", 3, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"-max(abs(x1),abs(x2),x1)", 2, cpd, true, step("conditional.exponent", "", nil), "is not proved to be"},
		{"exp(cos(x1)*cos(x2))", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{}), "a kernel number 0"},
		{"exp(cos(x1)*cos(x2))", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 9}), "a kernel number 9"},
		{"exp(cos(x1)*cos(x2))", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 1}), "0 premises, want 1"},
		{"exp(cos(x1)*cos(x2))", 2, fm, true, step("composition.finite-mass", "", check.CompositionEvidence{Inner: 1},
			step("factors.pd", "", nil)), "1 premises, want 2"},
		{"exp(cos(x1)*cos(x2))*cos(x1)", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 1}), "a kernel number 1"},
		{"exp(-cos(x1)*cos(x2))", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 1},
			step("factors.pd", "", nil)), "is not known to be positive at 0"},
		{"exp(2-cos(x1)*cos(x2)-cos(x1))", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 2},
			step("factors.pd", "", nil)), "pd-all-spheres of"},
		{"exp(cos(x1)*sin(x2)^2)", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 1},
			step("factors.pd", "", nil)), "is not known to be positive at 0"},
		{"exp(sin(x1)/x1*cos(x2))", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 1},
			step("factors.pd", "", nil)), "at 0: "},
		{"exp(exp(-abs(x1)^3)*cos(x2))", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 1},
			step("factors.pd", "", nil)), "pd of exp"},
		{"x1 < 1 ? exp(cos(x1)*cos(x2)) : 0", 2, pd, true, step("composition.pd", "", check.CompositionEvidence{Inner: 1}), "kernel number 1"},
	})
}

// forged is a step that is not accepted, and the reason.
type forged struct {
	source string
	dim    int
	claim  proof.ID
	holds  bool
	step   *proof.Step
	want   string
}

func forgedAll(t *testing.T, list []forged) {
	t.Helper()
	for _, c := range list {
		err := check.New(context.Background(), proven(t),
			0).Step(check.Goal{Claim: c.claim, Holds: c.holds, Kernel: parsed(t, c.source, c.dim)}, c.step)
		require.Error(t, err, "%s: %s", c.source, c.step.Rule)
		assert.Contains(t, err.Error(), c.want, "%s: %s", c.source, c.step.Rule)
	}
}

// TestForgedCurvature: steps about second derivatives.
func TestForgedCurvature(t *testing.T) {
	const fm, pd = check.FiniteMass, check.PD
	const bell, laplace = "exp(-1/2*z^2)", "exp(-1*z)"
	along := func(f string, order int, v ...[]rule.Rational) check.CurvatureTerm {
		return check.CurvatureTerm{Function: f, Order: order, Directions: v}
	}
	of := func(rest string, terms ...check.CurvatureTerm) *proof.Step {
		return proof.NewStep("curvature.pd", "", check.CurvatureEvidence{Rest: rest, Of: terms})
	}
	x, y := rats(1, 0), rats(0, 1)
	for _, c := range []struct {
		source string
		step   *proof.Step
	}{
		{"exp(-z^2/2)*(1-x1^2)", of("", along(bell, 0, x))},
		{"exp(-z^2/2)*(2-x1^2-x2^2)+exp(-z)", of(laplace, along(bell, 0, x, y))},
		{"exp(-z^2/2)*(5-(x1+2*x2)^2)", of("", along(bell, 0, rats(1, 2)))},
		{"(1+z^2-x1^2)/(1+z^2)^(3/2)", of("", along("-(1 + z^2)^(1/2)", 1, x))},
	} {
		g := check.Goal{Claim: pd, Holds: true, Kernel: parsed(t, c.source, 2)}
		assert.NoError(t, check.New(context.Background(), proven(t), 0).Step(g, c.step), c.source)
	}
	many := make([][]rule.Rational, 65)
	for i := range many {
		many[i] = x
	}
	forgedAll(t, []forged{
		{"exp(-l1)", 2, pd, true, of("", along(bell, 0, x)), "is not proved to be a polynomial of degree two"},
		{"exp(-z^2/2)*(1-x1^3)", 2, pd, true, of("", along(bell, 0, x)), "is not proved to be a polynomial of degree two"},
		{"exp(-z^2/2)*(1-x1)", 2, pd, true, of("", along(bell, 0, x)), "is not proved to be a polynomial of degree two"},
		{"(z < 1 ? 2 : 1)*exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along(bell, 0, x)), "is not proved to be a polynomial"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of(""), "0 functions"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", make([]check.CurvatureTerm, 65)...), "65 functions"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along(bell, 0, many...)), "65 directions"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along(bell, 0, rats(1))), "a direction in R^1"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along("exp(-(z^2)/2)", 0, x)), "is written in another way"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along("z < 1 ? exp(-1/2*z^2) : exp(-1/2*z^2)", 0, x)), "has conditions"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along("nonsense", 0, x)), "nonsense"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along(bell, 2, x)), "order 2"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along("-1/log(z)*exp(-1*z^2)", 0, x)), "z = 1"},
		// a sign, another direction, a cross term, what is left
		{"exp(-z^2/2)*(1+x1^2)", 2, pd, true, of("", along(bell, 0, x)), "is not proved to equal 0"},
		{"exp(-z^2/2)*(1-x1^2)", 2, pd, true, of("", along(bell, 0, y)), "is not proved to equal 0"},
		{"exp(-z^2/2)*(2-x1^2-x2^2-x1*x2)", 2, pd, true, of("", along(bell, 0, x, y)), "is not proved to equal 0"},
		{"exp(-z^2/2)*(1/2-x1^2)", 2, pd, true, of("", along(bell, 0, x)), "is not proved to equal 0"},
		{"exp(-z^2/2)*(2-x1^2)", 2, pd, true, of(laplace, along(bell, 0, x)), "is not proved to equal"},
		{"exp(-z^2/2)*(1/2-x1^2)", 2, fm, true, proof.NewStep("curvature.finite-mass", "", check.CurvatureEvidence{
			Rest: "-1/2*exp(-1/2*z^2)", Of: []check.CurvatureTerm{along(bell, 0, x)}}), "is refuted, not proved"},
		{"exp(-z^2/2)*(x1^2-1)", 2, pd, true, of("", along("-exp(-1/2*z^2)", 0, x)), "is refuted, not proved"},
		// −∂² of a conditionally positive definite function of order 2, and of one of order 1 that is no Bernstein function
		{"-3*z-3*x1^2/z", 2, pd, true, of("", along("z^3", 1, x)), "is not proved by"},
		// ∂² exp(−z) is infinite at 0
		{"exp(-z)*(1/z-x1^2/z^2-x1^2/z^3)", 2, pd, true, of("", along(laplace, 0, x)), ""},
		{"1/z-x1^2/z^3", 2, pd, true, of("", along("-z", 1, x)), ""},
	})
}

// TestForgedBalancedPoints: forms with weights that do not sum to 0, are not negative, or are of a kernel without finite mass.
func TestForgedBalancedPoints(t *testing.T) {
	step := func(x2 string, weights ...int64) *proof.Step {
		ev := check.PointsEvidence{Points: [][]rule.Rational{rats(0, 0), rats(1, 0), rats(0, 1), rats(1, 1)}, Weights: rats(weights...), Bits: 128}
		mass := proof.NewStep("factors.finite-mass", "", nil)
		if x2 != "" {
			mass = proof.NewStep(x2, "", nil)
		}
		return proof.NewStep("conditional.difference-points", "", ev, mass)
	}
	const k = "exp(-abs(x1))+exp(-abs(x2))-exp(-abs(x1)-abs(x2))"
	assert.NoError(t, check.New(context.Background(), proven(t), 0).Step(check.Goal{Claim: check.ConditionallyPD, Kernel: parsed(t, k, 2)},
		step("", 1, -1, -1, 1)))
	forgedAll(t, []forged{
		{k, 2, check.ConditionallyPD, false, step("", 1, -1, -1, 2), "the weights sum to 1, not to 0"},
		{k, 2, check.ConditionallyPD, false, step("", 1, -1, 0, 0), "the sum is"},
		{k, 2, check.ConditionallyPD, false, step("", 1, -1), "4 points and 2 weights"},
		{k + "+x1^2*x2^2", 2, check.ConditionallyPD, false, step("", 1, -1, -1, 1), ""},
		{k, 2, check.ConditionallyPD, true, step("", 1, -1, -1, 1), "does not conclude"},
	})
}

// TestForgedSecondOrder: every row but the first ones fails at one hypothesis of curvature.analysis.
func TestForgedSecondOrder(t *testing.T) {
	step := proof.NewStep("curvature.analysis", "", nil)
	for _, source := range []string{"(1-x1^2/2)*exp(-z)", "(1-x1^2/(1+z))*exp(-z)+x1*x2/(1+z^2)^2", "exp(-z)+x1^2*exp(-exp(z))"} {
		assert.NoError(t, check.New(context.Background(), proven(t), 0).Step(check.Goal{Claim: check.FiniteMass, Holds: true,
			Kernel: parsed(t, source, 2)}, step), source)
	}
	var list []forged
	for _, c := range [][2]string{
		{"exp(-z)+x1^2/(1+z^2)", "to tend to 0"},
		{"exp(-z)+x1^2/z^2*exp(-z)", "to tend to 0"},
		{"exp(-z)+x1^2/z^3*exp(-z)", ""},
		{"exp(-z)+x1^2*cos(z)/(1+z)^4", "regular at infinity"},
		{"exp(-z)+x1^2*cos(z)/(1+z)^2", ""},
		{"exp(-z)+x1^2*abs(1-z)^(1/4)*exp(-z)", ""},
		{"exp(-z)+x1^2", ""},
		{"z+x1^2*exp(-z)", "not proved"},
		{"exp(-z)+x1*exp(-z)", "is not proved to be a polynomial of degree two"},
		{"exp(-z)+x1^3*exp(-z)", "is not proved to be a polynomial of degree two"},
		{"exp(-z)", "is not proved to be a polynomial of degree two"},
		{"(z < 1 ? 2 : 1)*exp(-z)+x1^2*exp(-z)", "is not proved to be a polynomial of degree two"},
		{"exp(-z)+x1^2/(1+z^2)/log(2+z)", ""},
	} {
		list = append(list, forged{c[0], 2, check.FiniteMass, true, step, c[1]})
	}
	forgedAll(t, list)
}

// TestLemmasAreChecked: that a lemma is called proved is not enough.
func TestLemmasAreChecked(t *testing.T) {
	lies := func(status proof.Status, s *proof.Step) check.Lemmas {
		return func(_ *kernel.Kernel, _ int, id proof.ID) proof.Claim {
			return proof.Claim{ID: id, Status: status, Because: "so it is", Rule: "pd.wave", Proof: s}
		}
	}
	k := parsed(t, "prod(max(1-x^2,0))", 2)
	goal := check.Goal{Claim: check.PD, Holds: true, Kernel: k}
	for _, l := range []check.Lemmas{
		lies(proof.Proved, nil), lies(proof.Proved, proof.NewStep("pd.wave", "", nil)), lies(proof.Likely, nil),
		func(*kernel.Kernel, int, proof.ID) (cl proof.Claim) { return cl },
	} {
		assert.Error(t, check.New(context.Background(), l, 0).Step(goal, proof.NewStep("factors.pd", "", nil)))
	}
	assert.ErrorContains(t, check.New(context.Background(), proven(t), 1).Step(check.Goal{Claim: check.PD, Holds: true,
		Kernel: parsed(t, "prod(2*exp(-abs(x)) - exp(-2*abs(x)))", 2)}, proof.NewStep("factors.pd", "", nil)),
		"undecided: lemma pd")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	assert.ErrorContains(t, check.New(ctx, proven(t), 0).Step(goal, proof.NewStep("factors.pd", "", nil)), "stopped")
	assert.ErrorContains(t, check.New(context.Background(), proven(t),
		1).Step(check.Goal{Claim: check.FiniteMass, Holds: true, Kernel: parsed(t, "exp(-z)*cos(t)", 2)},
		proof.NewStep("product.finite-mass", "", nil, proof.NewStep("radial.finite-mass", "", nil),
			proof.NewStep("factors.finite-mass", "", nil))), "budget of steps")
}

// TestUndefined: the whole certificate of a kernel is none of one with a part besides that reading drops, but that has
// no value somewhere.
func TestUndefined(t *testing.T) {
	ctx := context.Background()
	const sound, undefined = "exp(-l1)", "exp(-l1)+0*log(abs(x1)-1)"
	cert, err := prover.Run(ctx, parsed(t, sound, 2), nil)
	require.NoError(t, err)
	data, err := cert.MarshalJSON()
	require.NoError(t, err)
	forged, err := check.Decode(strings.NewReader(resealed(strings.Replace(string(data), `"formula":"`+sound+`"`,
		`"formula":"`+undefined+`"`, 1))))
	require.NoError(t, err)
	k := parsed(t, undefined, 2)
	for _, id := range check.IDs() {
		r := check.Verify(ctx, forged, k, id, 0)
		assert.Equal(t, "incomplete", r.Verdict.String(), id)
		assert.Contains(t, r.Why, "as a function of z = ±x1", id)
	}
	verdict, why := check.VerifyMasses(ctx, forged, k, 0)
	assert.Equal(t, "incomplete", verdict.String())
	assert.Contains(t, why, "log(abs(x1) - 1)")
	honest, err := prover.Run(ctx, k, nil)
	require.NoError(t, err)
	for _, cl := range honest.Claims {
		assert.Equal(t, proof.Undecided, cl.Status)
		assert.Contains(t, cl.Because, "log(abs(x1) - 1)")
	}
}

// sealed is the digest at the end of a certificate in its canonical encoding.
var sealed = regexp.MustCompile(`"digest":"[0-9a-f]{64}"}$`)

// resealed gives an edited certificate the digest of what it says now, as a forger would.
func resealed(text string) string {
	at := sealed.FindStringIndex(text)
	if at == nil {
		return text
	}
	before := text[:at[0]] + `"digest":"`
	sum := sha256.Sum256([]byte(before + `"}`))
	return before + hex.EncodeToString(sum[:]) + `"}`
}

// TestDamaged: every byte of a file is changed (without a flag every fourth), and it is cut off everywhere: what is read all the same says the same.
func TestDamaged(t *testing.T) {
	cert, err := prover.Run(context.Background(), parsed(t, "exp(-l1)", 2), nil)
	require.NoError(t, err)
	data, err := cert.MarshalJSON()
	require.NoError(t, err)
	try := func(damaged []byte, at int) {
		c, err := check.Decode(bytes.NewReader(damaged))
		if err != nil {
			return
		}
		text, err := c.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, string(data), string(text), "at %d", at)
	}
	for i, stride := 0, 1+len(data)/2000; i < len(data); i += stride {
		if !testlong.Turn(i/stride, 1) {
			continue
		}
		for _, by := range []byte{1, 2, 16, 32, 128} {
			c := bytes.Clone(data)
			c[i] ^= by
			try(c, i)
		}
		_, err := check.Decode(bytes.NewReader(data[:i]))
		require.Error(t, err, "cut off at %d", i)
	}
	_, err = check.Decode(bytes.NewReader(append(bytes.Clone(data), '}')))
	require.Error(t, err)
}

// TestEdited: what is changed in a file is found, by Decode or by Verify.
func TestEdited(t *testing.T) {
	ctx := context.Background()
	k := parsed(t, "prod(2*exp(-abs(x)) - exp(-2*abs(x)))", 2)
	cert, err := prover.Run(ctx, k, nil)
	require.NoError(t, err)
	data, err := cert.MarshalJSON()
	require.NoError(t, err)
	again, err := check.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	verdict, why := check.VerifyMasses(ctx, again, k, 0)
	require.Equal(t, "accepted", verdict.String(), why)
	text, err := again.MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, string(data), string(text))
	for _, id := range check.IDs() {
		assert.Equal(t, "accepted", check.Verify(ctx, again, k, id, 0).Verdict.String(), id)
		assert.Contains(t, check.Verify(ctx, again, parsed(t, "prod(2*exp(-abs(x)) - exp(-2*abs(x)))", 3), id, 0).Why,
			"about another kernel")
		assert.Contains(t, check.Verify(ctx, again, parsed(t, "prod(3*exp(-abs(x)) - exp(-2*abs(x)))", 2), id, 0).Why,
			"about another kernel")
	}
	other, err := language.Parse(k.Formula(), 2, nil)
	require.NoError(t, err)
	assert.Contains(t, check.Verify(ctx, again, other, check.PD, 0).Why, "about another kernel", "the axes are part of it")
	for _, edit := range [][2]string{
		{`"format":"krein.certificate.stationary/4"`, `"format":"krein.certificate.stationary/3"`},
		{`"dim":2`, `"dim":2,"dim":2`},
		{`"dim":2`, `"dim":0`},
		{`"id":"symmetric"`, `"id":"symmetrical"`},
		{`"status":"proved","because"`, `"status":"likely","because"`},
		{`"rule":"symmetric.parity","proof"`, `"rule":"symmetric.point","proof"`},
		{`"evidence":{}`, `"evidence":[]`},
		{`"method"`, `"methods"`},
		{`,"lemmas":`, `,"lemma":`},
		{`"points":[],"lemmas"`, `"points":null,"lemmas"`},
		{`"points":[],"lemmas"`, `"points":[{"formula":"exp(-z)"}],"lemmas"`},
		{`"points":[],"lemmas"`, `"points":[{"formula":"exp(-z)","at":["z"]}],"lemmas"`},
		{`"digest":"`, `"digest":"0`},
		{`"axes":[["1","1"]]`, `"axes":[["1","2/2"]]`},
		{`"axes":[["1","1"]]`, `"axes":[["1","x"]]`},
		{`{"format"`, `"format"`},
		{`"kind":"enclosed"`, `"kind":"estimated"`},
		{`"real-plus":{"lower":"1"`, `"real-plus":{"lower":"x"`},
	} {
		text := strings.Replace(string(data), edit[0], edit[1], 1)
		require.NotEqual(t, string(data), text, edit[0])
		_, err := check.Decode(strings.NewReader(resealed(text)))
		assert.Error(t, err, edit[1])
	}
	lemmas := again.Lemmas[0]
	again.Lemmas[0] = lemmas.WithPoints([]cuts.Recorded{{Formula: "exp(-z)", At: []string{"1"}}})
	withPoints, err := again.MarshalJSON()
	require.NoError(t, err)
	_, err = check.Decode(bytes.NewReader(withPoints))
	assert.ErrorContains(t, err, "lemma 1 has points of its own")
	again.Lemmas[0] = lemmas
	again.Points = []cuts.Recorded{{Formula: "exp(-z)", At: []string{"z"}}}
	assert.Contains(t, check.Verify(ctx, again, k, check.PD, 0).Why, "is no constant as it is printed")
	verdict, why = check.VerifyMasses(ctx, again, k, 0)
	assert.Equal(t, "rejected", verdict.String())
	assert.Contains(t, why, "is no constant as it is printed")
	again.Points = nil
	_, err = check.Decode(iotest.ErrReader(os.ErrClosed))
	assert.ErrorIs(t, err, os.ErrClosed)
	for _, short := range []func(c *check.Certificate){
		func(c *check.Certificate) { c.Claims = c.Claims[:3] },
		func(c *check.Certificate) { c.Formula = "" },
	} {
		c := check.About(k)
		short(c)
		text, err := c.MarshalJSON()
		require.NoError(t, err)
		_, err = check.Decode(bytes.NewReader(text))
		assert.Error(t, err)
	}
	wrong := strings.Replace(string(data), `"real-minus":{"lower":"0","upper":"0"}`,
		`"real-minus":{"lower":"0","upper":"1"}`, 1)
	require.NotEqual(t, string(data), wrong)
	_, err = check.Decode(strings.NewReader(wrong))
	require.ErrorContains(t, err, "the file was damaged or edited")
	c, err := check.Decode(strings.NewReader(resealed(wrong)))
	require.NoError(t, err)
	verdict, why = check.VerifyMasses(ctx, c, k, 0)
	assert.Equal(t, "rejected", verdict.String())
	assert.Contains(t, why, "‖μ_R⁻‖")
}

// expiring is a context that ends after some questions whether it has.
type expiring struct {
	context.Context
	left int
}

func (c *expiring) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestPointsStop(t *testing.T) {
	c := check.New(&expiring{context.Background(), 2}, proven(t), 0)
	s := proof.NewStep("pd.difference-points", "",
		check.PointsEvidence{Points: [][]rule.Rational{rats(0), rats(1), rats(2)}, Weights: rats(1, -2, 1), Bits: 64})
	assert.ErrorContains(t, c.Step(check.Goal{Claim: check.PD, Kernel: parsed(t, "exp(-l1)", 1)}, s), "stopped")
}

// TestForgedFiles: what is inconsistent in a file is not read.
func TestForgedFiles(t *testing.T) {
	data, err := check.About(parsed(t, "exp(-l1)", 2)).MarshalJSON()
	require.NoError(t, err)
	_, err = check.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	const undecided = `"status":"undecided","because":"no rule applies to this kernel","rule":""`
	proved := func(step string) string {
		return `"status":"proved","because":"so","rule":"a","proof":` + step
	}
	deep := strings.Repeat(`{"rule":"a","says":"","evidence":{},"from":[`, 50) + `{"rule":"a","says":"","evidence":{}}` +
		strings.Repeat("]}", 50)
	for _, c := range []struct{ from, to, want string }{
		{undecided, `"status":"perhaps","because":"so","rule":""`, "unknown status"},
		{undecided, `"status":"undecided","because":"","rule":""`, "no reason"},
		{undecided, `"status":"likely","because":"so","rule":""`, "nothing is estimated"},
		{undecided, `"status":"undecided","because":"so","rule":"a","proof":{"rule":"a","says":"","evidence":{}}`,
			"if and only if"},
		{undecided, `"status":"proved","because":"so","rule":"a"`, "if and only if"},
		{undecided, proved(`{"rule":"b","says":"","evidence":{}}`), "the proof begins with"},
		{undecided, proved(`{"rule":"a","says":"","evidence":{},"from":[null]}`), "a step without"},
		{undecided, proved(`{"rule":"a","says":"","evidence":{},"from":[{"rule":"","says":"","evidence":{}}]}`),
			"a step without"},
		{undecided, proved(`{"rule":"a","says":"","evidence":[]}`), "a step without"},
		{undecided, proved(`{"rule":"a","says":"","evidence":{"b":{"c":1,"c":1}}}`), `"c" is given twice`},
		{undecided, proved(deep), "too deep"},
		{`{"kind":"unknown"}`, `{"kind":"unknown","method":"line"}`, "unknown"},
		{`{"kind":"unknown"}`, `{"kind":"enclosed","method":"line"}`, "without bounds"},
	} {
		text := strings.Replace(string(data), c.from, c.to, 1)
		require.NotEqual(t, string(data), text)
		_, err := check.Decode(strings.NewReader(resealed(text)))
		assert.ErrorContains(t, err, c.want, c.to)
	}
}

// TestForgedMasses: no method gives masses of a kernel that it is not for.
func TestForgedMasses(t *testing.T) {
	ctx := context.Background()
	lemma := func(formula string, mass string) *certificate.Certificate {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		c, err := certify.Run(ctx, k, 1, &certify.Settings{Claims: []certify.ID{proof.FiniteMass, proof.PD}})
		require.NoError(t, err)
		if mass != "" {
			other, err := parser.Parse(mass, nil)
			require.NoError(t, err)
			of, err := certify.Run(ctx, other, 1, &certify.Settings{Claims: []certify.ID{proof.FiniteMass, proof.PD}})
			require.NoError(t, err)
			return certificate.New(k.Formula(), k.BeyondString(), 1, c.Claims(), of.Mass())
		}
		return c
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	for _, c := range []struct {
		ctx    context.Context
		source string
		dim    int
		method check.Method
		lemmas []*certificate.Certificate
		want   string
	}{
		{ctx, "sin(z)/z*cos(x1)", 2, check.OfPD, nil, "no value of k"},
		{ctx, "cos(x1)/abs(x2)", 2, check.OfPD, nil, "k(0) is not known"},
		{ctx, "exp(-l1)", 2, check.OfRadial, nil, "not proved to be radial"},
		{ctx, "prod(exp(-x^2))", 2, check.OfRadial, nil, "nothing is said of the masses"},
		{ctx, "cos(x1)/abs(x2)", 2, check.OfFactors, nil, "k(0) is not known"},
		{ctx, "tl1(1)", 2, check.OfFactors, nil, "no route"},
		{ctx, "exp(-l1)", 2, "guess", nil, "by the method"},
		{ctx, "exp(-l1)", 2, check.OfFactors, nil, "nothing is said of the masses"},
		{ctx, "exp(-l1)", 2, check.OfFactors, []*certificate.Certificate{lemma("exp(-1*z)", "2*exp(-z)")},
			"masses of exp(-1*z) in R^1: "},
		{ctx, "prod(x^2 < 1 ? 1 : 0)", 2, check.OfFactors, []*certificate.Certificate{lemma("z^2 < 1 ? 1 : 0", "")},
			"is infinite"},
		{ctx, "exp(-l1) + prod(1/(1+x^2))", 2, check.OfFactors, nil, "2 products"},
		{ctx, "x1*exp(-z^2)", 1, check.OfFactors, nil, "odd parts"},
		{ctx, "prod(exp(-x^2)*(1+x))", 2, check.OfLine, nil, "odd parts"},
		{ctx, "exp(-l1)", 1, check.OfLine, []*certificate.Certificate{lemma("exp(-z)", "")}, "no factor has an odd part"},
		{ctx, "tl1(1)", 2, check.OfProducts, nil, "no route"},
		{ctx, "exp(-l1) + prod(1/(1+x^2))", 2, check.OfProducts, nil, "nothing is said of the masses"},
		{ctx, "exp(-l1) + prod(1/(1+x^2))", 2, check.OfProducts, []*certificate.Certificate{lemma("exp(-1*z)", "2*exp(-z)")},
			"masses of exp(-1*z) in R^1: "},
		{ctx, "exp(-l1) + sum(sin(x)^2)", 2, check.OfProducts, []*certificate.Certificate{lemma("exp(-1*z)", ""),
			lemma("sin(z)^2", ""), lemma("1", ""), lemma("exp(-1*z) + sin(z)^2", "exp(-z)")},
			"masses of exp(-1*z) + sin(z)^2 in R^1: "},
		{ctx, "cos(x1)/abs(x2) + cos(x2)", 2, check.OfProducts, nil, "k(0) is not known"},
		{ctx, "max(2-l1^2,0)", 2, check.OfNorm1, nil, "is not rational"},
		{ctx, "l1 < 1 ? 1-l1^65 : 0", 2, check.OfNorm1, nil, "a term (1−s)^65"},
		{ctx, "prod(exp(-x^2)*tanh(x))", 2, check.OfProducts, nil, "step"},
		{ctx, "exp(-l1)", 2, check.OfNorm1, nil, "piecewise polynomial"},
		{ctx, "exp(-z^2)", 2, check.OfNorm1, nil, "1-norm alone"},
		{ctx, "max(sqrt(2)-l1,0)", 2, check.OfNorm1, nil, "rational"},
		{ctx, "max(1-l1,0)", 17, check.OfNorm1, nil, "R^17"},
		{ctx, "l1 < 1 ? 1 : l1", 2, check.OfNorm1, nil, "constant from some s on"},
		{ctx, "l1 < 1 ? 1 : 0", 2, check.OfNorm1, nil, "a term (1−s)^0"},
		{ctx, "exp(-t^2)*tanh(t)", 1, check.OfLine, nil, "step"},
		{stopped, "exp(-t^2)*(1+t)", 1, check.OfLine, nil, ""},
		{ctx, "exp(-t^2)*(1+t)", 1, check.OfLine, []*certificate.Certificate{lemma("exp(-z^2)", "2*exp(-z)")}, "masses of"},
	} {
		k := parsed(t, c.source, c.dim)
		cert := check.About(k)
		cert.Lemmas = c.lemmas
		m, err := check.MassesFrom(c.ctx, cert, k, c.method, 0)
		require.Error(t, err, "%s by %s: %v", c.source, c.method, m)
		assert.Contains(t, err.Error(), c.want, "%s by %s", c.source, c.method)
	}
}

// FuzzDecode: nothing panics, and what is read is written again.
func FuzzDecode(f *testing.F) {
	k, err := language.Parse("prod(exp(-abs(x)))", 2, nil)
	if err != nil {
		f.Fatal(err)
	}
	cert, err := prover.Run(context.Background(), k, nil)
	if err != nil {
		f.Fatal(err)
	}
	data, err := cert.MarshalJSON()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"format":"krein.certificate.stationary/4"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := check.Decode(strings.NewReader(resealed(string(data)))) // else the digest stops most changes
		if err != nil {
			return
		}
		text, err := c.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := check.Decode(bytes.NewReader(text)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if k, err := language.Parse(c.Formula, c.Dim,
			&fourier.Options{Params: c.Params, Axes: c.Axes, Lengths: c.Lengths}); err == nil && c.Dim < 10 {
			check.Verify(context.Background(), c, k, check.PD, 50)
		}
	})
}
