package enclose

import (
	"krein/ball"
	"krein/internal/testhook"
)

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms testhook.Registry

// What is left out, of
var (
	termBeyond     = errorTerms.New("density: the integral beyond a cut")
	termSonine     = errorTerms.New("density: Sonine's series")
	termCompact    = errorTerms.New("sign: the expansion at infinity of a compact part")
	termEnd        = errorTerms.New("sign: a power at the end of a piece")
	termCusp       = errorTerms.New("sign: the expansion at infinity from the start of a piece")
	termArc        = errorTerms.New("mass: the expansion at infinity of an arc, from its end")
	termExp        = errorTerms.New("mass: the expansion at infinity of exp(-z^b)")
	termEnvelope   = errorTerms.New("sign: the envelope of a wave")
	termPanel      = errorTerms.New("mass: the Taylor polynomial on a panel")
	termFar        = errorTerms.New("mass: the terms at infinity on a panel")
	termHankel     = errorTerms.New("mass: Hankel's expansion of a wave")
	termTail       = errorTerms.New("mass: the remainders at infinity of an oscillating tail")
	termIntegrated = errorTerms.New("law: an exponential term at infinity")
	termPower      = errorTerms.New("law: all but the leading power at an end")
	termMove       = errorTerms.New("law: an exponent made a float64")
	termFrequency  = errorTerms.New("law: a frequency made two float64")
	termResidual   = errorTerms.New("law: the primitive of an oscillating tail")
	termMoved      = errorTerms.New("law: the moved polynomial of an oscillating tail")
	termLobes      = errorTerms.New("law: the masses of the lobes of an oscillating tail")
	termLawEnds    = errorTerms.New("law: the zeros of an oscillating tail")
	termZeros      = errorTerms.New("mass: the zeros of an oscillating tail")
	termGap        = errorTerms.New("mass: from the start of an oscillating tail to its first zero")
	termModel      = errorTerms.New("mass: a power beyond a Taylor model")
	termProduct    = errorTerms.New("mass: the powers of a product beyond its Taylor model")
	termCarried    = errorTerms.New("mass: the remainders of the factors of a product of Taylor models")
	termNearZero   = errorTerms.New("mass: the expansion about a zero of the leading term")
	termLobe       = errorTerms.New("mass: the expansion of a lobe")
	termEuler      = errorTerms.New("mass: the Euler-Maclaurin formula")
	termCrossing   = errorTerms.New("mass: the sign on a panel")
	termTaylor     = errorTerms.New("sign: the power series of a compact part")
	termArcCusp    = errorTerms.New("mass: the expansion at infinity of an arc, from its cusp")
	termPowerExp   = errorTerms.New("density: the series at infinity of a power times an exponential")
	termMajorant   = errorTerms.New("density: the majorant of a kernel")
)

// leftOut is a bound of what the term leaves out, weakened if a test asks for it.
func leftOut(t *testhook.Term, bound ball.Mag) ball.Mag {
	if s := t.Shift(); s != 0 {
		return bound.Mul2Exp(s)
	}
	return bound
}
