package kernel

import "math/big"

// Term is a·τ^Exp·(log τ)^LogPow, τ = |z − b|, in the expansion of a kernel at b.
// Exp is exact. Coef is a float64 rounding of a value computed with about 300
// bits; Err estimates the error of Coef (half an ulp of it, plus what the
// computation lost). It is an estimate, not a bound.
type Term struct {
	Exp    *big.Rat
	LogPow int
	Coef   float64
	Err    float64
}

// Expansion is a one-sided generalised power series
//
//	k(z) = Σ Coef·τ^Exp·(log τ)^LogPow + O(τ^Order) as τ = |z − At| ↓ 0
//
// (the remainder possibly times a power of log τ). Terms are ordered by
// dominance: Exp increasing, and LogPow decreasing at equal Exp. They hold every
// term below Order that was recognised as different from zero; zero is recognised exactly between
// rationals, and otherwise by tolerance at 960 bits, so an Expansion is an
// estimate and proves nothing.
type Expansion struct {
	At    float64
	Right bool // from the right: z = At + τ; else z = At − τ
	Terms []Term
	Order *big.Rat // nil if Exact
	Exact bool     // the sum is the function itself near At: no remainder
}

// Coef is a coefficient with an estimate of its error.
type Coef struct{ Value, Err float64 }

// Singularity says how the two sides of a distance b > 0 continue each other, or
// how k begins at b = 0.
//
// An exponent e *counts* at b > 0 when the sides do not continue each other
// analytically: e is not a nonnegative integer, or a logarithm is present, or the coefficients do
// not satisfy a_left = (−1)^e a_right. At b = 0 every term counts that is not an even
// nonnegative power without logarithm. Exponent is the least counting exponent and LogPow the
// greatest power of the logarithm with it; Left and Right are the coefficients of
// that term (Left is zero at b = 0). Exponent is nil if no exponent below Order
// counts; then Order nil says that both expansions are finite sums, so that
// nothing is left to count.
type Singularity struct {
	At          Breakpoint
	Exponent    *big.Rat
	LogPow      int
	Left, Right Coef
	// Gap is Right − (−1)^Exponent·Left, formed before rounding, if Exponent is a
	// nonnegative integer without logarithm, b > 0: the jump of k for exponent 0. Else zero.
	Gap   Coef
	Order *big.Rat
}
