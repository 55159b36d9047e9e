package asymptotic

import "krein/internal/enum"

// DecayKind is how k(z) − Limit behaves as z → ∞.
type DecayKind int8

// The kinds of behaviour at infinity; Rate, Power and so on are fields of
// Infinity. A power of z (z^−Power) and of log z may multiply each of them.
const (
	Undetermined DecayKind = iota // see Because
	ZeroBeyond                    // k = 0 beyond Radius
	// k = Limit ≠ 0 beyond Radius (then Regular), or k tends to Limit and the terms that follow were not found
	Constant
	Gaussian     // exp(−Rate z²)
	Exponential  // exp(−Rate z)
	StretchedExp // exp(−Rate z^Stretch), Stretch < 2 other than 1; log-normal and the like with Stretch 0
	SuperExp     // faster than every Gaussian
	Power        // z^−Power, Power > 0
	LogDecay     // (log z)^LogPow, LogPow < 0
	Oscillating  // z^−Power cos(Frequency z + φ), Power ≥ 0
	Growth       // unbounded
)

// String names the kind in lower case.
func (d DecayKind) String() string {
	return enum.Name("DecayKind", d, "undetermined", "zero beyond a radius", "constant", "gaussian", "exponential",
		"stretched exponential", "super-exponential", "power", "logarithmic", "oscillating", "growth")
}
