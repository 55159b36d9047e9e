package kernel

import (
	"math/big"
)

// Term is ExactTerm with a float64 Coef, wrong by at most Err.
type Term struct {
	Exp    *big.Rat
	LogPow int
	Coef   float64
	Err    float64
}

// Expansion is an ExactExpansion in float64, for what needs numbers and no proof. It ends, with the
// Order it has there, before the first term whose coefficient is not proved to differ from zero.
type Expansion struct {
	At    float64
	Right bool // from the right: z = At + τ; else z = At − τ
	Terms []Term
	Order *big.Rat // nil if Exact
	Exact bool     // the sum is the function itself near At: no remainder
}

// Singularity is an ExactSingularity without doubt in float64.
type Singularity struct {
	At          Breakpoint
	Exponent    *big.Rat // nil if no exponent below Order counts
	LogPow      int
	Left, Right Coef
	Gap         Coef
	Order       *big.Rat
}
