package kernel

import "math/big"

// DecayKind is how k(z) − Limit behaves as z → ∞.
type DecayKind int8

// The kinds of behaviour at infinity; Rate, Power and so on are fields of
// Infinity. A power of z (z^−Power) and of log z may multiply each of them.
const (
	Undetermined DecayKind = iota // see Because
	ZeroBeyond                    // k = Limit beyond Radius
	Constant                      // k tends to Limit, it is not known how
	Gaussian                      // exp(−Rate z²)
	Exponential                   // exp(−Rate z)
	StretchedExp                  // exp(−Rate z^Stretch), Stretch < 2 other than 1; log-normal and the like with Stretch 0
	SuperExp                      // faster than every Gaussian
	Power                         // z^−Power, Power > 0
	LogDecay                      // (log z)^LogPow, LogPow < 0
	Oscillating                   // z^−Power cos(Frequency z + φ), Power ≥ 0
	Growth                        // unbounded
)

// InfinityTerm is one term of the expansion at infinity,
//
//	Coef · z^−Power · (log z)^LogPow · exp(−Rate z^Stretch) · cos(Frequency z^Chirp + Phase).
type InfinityTerm struct {
	Coef, Err float64 // Err estimates the error of Coef
	Power     *big.Rat
	LogPow    int
	Rate      float64
	Stretch   *big.Rat // nil if Rate is 0
	Frequency float64
	Chirp     *big.Rat // nil if Frequency is 0
	Phase     float64
}

// Infinity is the behaviour of a kernel as z → ∞. It is found by calculating with
// leading terms, in floating point of about 300 bits; an estimate, not a proof.
type Infinity struct {
	Kind DecayKind
	// Limit is the constant term c at infinity, LimitErr an estimate of its error.
	// For Oscillating with Power 0 it is the mean. Without meaning for Undetermined and Growth.
	Limit, LimitErr float64
	// Radius is where k becomes constant (ZeroBeyond).
	Radius Breakpoint
	// Leading term of k − Limit.
	Coef      float64
	Rate      float64
	Stretch   *big.Rat
	Power     float64
	LogPow    int
	Frequency float64
	// Terms are the terms known, by dominance, the constant included.
	Terms []InfinityTerm
	// Regular says that the derivatives of k decay likewise: the j-th like the
	// decaying exponential times a power of z, or, for Power, like z^(−Power−j).
	Regular bool
	// Because is one sentence that says what was found, or why nothing was.
	Because string
}
