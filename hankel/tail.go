package hankel

// TailKind is the manner in which a spectral density dies out as ω→∞.
type TailKind int8

// The kinds of tail. Of TailUnknown nothing is known.
const (
	TailUnknown     TailKind = iota
	TailZero                 // m vanishes for ω > Rate (or everywhere, Rate = 0)
	TailGaussian             // |m| ~ Coef ω^Exponent exp(−Rate ω²)
	TailExponential          // |m| ~ Coef ω^Exponent exp(−Rate ω)
	TailPower                // |m| ~ Coef ω^Exponent (log ω)^LogPow
	TailRapid                // faster than any power, rate unknown
)

// Wave is one leading term of a power tail,
//
//	Coef · ω^Exponent · (log ω)^LogPow · cos(Freq·ω + Phase).
//
// A breakpoint at b > 0 gives Freq = b; a cusp at z = 0 gives Freq = 0 and Phase = 0 and a signed Coef.
type Wave struct {
	Exponent float64
	LogPow   int
	Coef     float64
	Freq     float64
	Phase    float64
}

// Tail describes a radial spectral density at both ends of (0,∞).
type Tail struct {
	Kind        TailKind
	Exponent    float64 // p of the leading term; see the kinds
	LogPow      int
	Coef        float64 // C ≥ 0, the sum of the leading amplitudes; NaN if unknown
	Rate        float64 // rate, or for TailZero the radius of the support
	Oscillating bool    // the leading term changes sign for ever
	Sign        int     // sign of the leading term if it does not oscillate, else 0
	Waves       []Wave  // TailPower: one leading term for every breakpoint, largest exponent first
	// Finite reports whether ∫|m| converges at infinity, by the law above. It is false for TailUnknown.
	Finite bool
	// Near ω = 0, m ~ OriginCoef · ω^OriginExponent; OriginCoef is NaN if unknown.
	OriginExponent, OriginCoef float64
	Because                    string // one sentence
}
