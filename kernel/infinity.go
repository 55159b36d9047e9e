package kernel

import (
	"fmt"
	"math/big"
)

// DecayKind is how k(z) − Limit behaves as z → ∞.
type DecayKind int8

// The kinds of behaviour at infinity; Rate, Power and so on are fields of
// Infinity. A power of z (z^−Power) and of log z may multiply each of them.
const (
	Undetermined DecayKind = iota // see Because
	ZeroBeyond                    // k = 0 beyond Radius
	Constant                      // k = Limit ≠ 0 beyond Radius (then Regular), or k tends to Limit and the terms that follow were not found
	Gaussian                      // exp(−Rate z²)
	Exponential                   // exp(−Rate z)
	StretchedExp                  // exp(−Rate z^Stretch), Stretch < 2 other than 1; log-normal and the like with Stretch 0
	SuperExp                      // faster than every Gaussian
	Power                         // z^−Power, Power > 0
	LogDecay                      // (log z)^LogPow, LogPow < 0
	Oscillating                   // z^−Power cos(Frequency z + φ), Power ≥ 0
	Growth                        // unbounded
)

// ExpFactor is the pair Re·z^Power·(log z)^LogPow in an exponential and
// Im·z^Power·(log z)^LogPow in a cosine. Power > 0, or Power = 0 and LogPow ≥ 2.
type ExpFactor struct {
	Re, Im float64
	Power  *big.Rat
	LogPow int
}

// InfinityTerm is one term of the expansion at infinity,
//
//	Coef · z^−Power · (log z)^LogPow · exp(Σ Re z^b (log z)^q) · cos(Phase + Σ Im z^b (log z)^q),
//
// the sums over Exps, which are in order of growth. Err estimates the error of Coef.
type InfinityTerm struct {
	Coef, Err float64
	Power     *big.Rat
	LogPow    int
	Exps      []ExpFactor
	Phase     float64
}

// Infinity is the behaviour of a kernel as z → ∞. It is found by calculating with
// leading terms, in floating point of about 300 bits; an estimate, not a proof.
type Infinity struct {
	Kind DecayKind
	// Limit is the constant term c at infinity and LimitErr an estimate of its error. For
	// Oscillating with Power 0 it is the mean. It has no meaning for Undetermined and Growth.
	Limit, LimitErr float64
	// Radius is where k becomes zero (ZeroBeyond) or constant (Constant).
	Radius Breakpoint
	// The leading term of k − Limit is, with the factor exp(−Rate z^Stretch) if
	// Stretch is not nil and the cosine if Frequency > 0,
	//
	//	Coef·z^−Power·(log z)^LogPow·exp(−Rate z^Stretch)·cos(Frequency z + φ).
	//
	// Chirp is the power of z in the cosine if there is one; Frequency is 0 unless Chirp
	// is 1. Of several oscillations of the same size this is one. Terms has the whole of it.
	Coef      float64
	Power     float64
	LogPow    int
	Rate      float64
	Stretch   *big.Rat
	Frequency float64
	Chirp     *big.Rat
	// Terms are the terms that were found, by dominance, the constant included.
	Terms []InfinityTerm
	// Regular says that the derivatives of k decay likewise: the j-th like the same
	// exponential times some power of z, or, for Power, like z^(−Power−j).
	Regular bool
	// Because is one sentence that says what was found, or why nothing was.
	Because string
}

var decayNames = [...]string{
	Undetermined: "undetermined", ZeroBeyond: "zero beyond a radius", Constant: "constant", Gaussian: "gaussian",
	Exponential: "exponential", StretchedExp: "stretched exponential", SuperExp: "super-exponential", Power: "power",
	LogDecay: "logarithmic", Oscillating: "oscillating", Growth: "growth",
}

// String names the kind in lower case.
func (d DecayKind) String() string {
	if d < 0 || int(d) >= len(decayNames) {
		return fmt.Sprintf("DecayKind(%d)", int8(d))
	}
	return decayNames[d]
}
