package asymptotic

import "fmt"

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
