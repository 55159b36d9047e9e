package mass

import (
	"krein/internal/testhook"
)

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var (
	termArc        = errorTerms.New("mass: the expansion at infinity of an arc, from its end")
	termExp        = errorTerms.New("mass: the expansion at infinity of exp(-z^b)")
	termPanel      = errorTerms.New("mass: the Taylor polynomial on a panel")
	termFar        = errorTerms.New("mass: the terms at infinity on a panel")
	termKnot       = errorTerms.New("mass: a panel with a knot")
	termHankel     = errorTerms.New("mass: Hankel's expansion of a wave")
	termIntegrated = errorTerms.New("mass: an exponential term at infinity")
	termTail       = errorTerms.New("mass: the remainders at infinity of an oscillating tail")
	termZeros      = errorTerms.New("mass: the zeros of an oscillating tail")
	termGap        = errorTerms.New("mass: from the start of an oscillating tail to its first zero")
	termModel      = errorTerms.New("mass: a power beyond a Taylor model")
	termProduct    = errorTerms.New("mass: the powers of a product beyond its Taylor model")
	termCarried    = errorTerms.New("mass: the remainders of the factors of a product of Taylor models")
	termNearZero   = errorTerms.New("mass: the expansion about a zero of the leading term")
	termLobe       = errorTerms.New("mass: the expansion of a lobe")
	termEuler      = errorTerms.New("mass: the Euler-Maclaurin formula")
	termCrossing   = errorTerms.New("mass: the sign on a panel")
	termArcCusp    = errorTerms.New("mass: the expansion at infinity of an arc, from its cusp")
)
