package distribution

import (
	"krein/internal/testhook"
)

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var (
	termPower     = errorTerms.New("law: all but the leading power at an end")
	termMove      = errorTerms.New("law: an exponent made a float64")
	termFrequency = errorTerms.New("law: a frequency made two float64")
	termResidual  = errorTerms.New("law: the primitive of an oscillating tail")
	termMoved     = errorTerms.New("law: the moved polynomial of an oscillating tail")
	termLobes     = errorTerms.New("law: the masses of the lobes of an oscillating tail")
	termLawEnds   = errorTerms.New("law: the zeros of an oscillating tail")
)
