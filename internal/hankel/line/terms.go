package line

import "krein/internal/testhook"

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var (
	termTaylor  = errorTerms.New("line: the Taylor polynomial of a density")
	termFar     = errorTerms.New("line: a Gaussian at infinity")
	termEnd     = errorTerms.New("line: the sign at the end of an interval")
	termZero    = errorTerms.New("line: the interval about a zero")
	termUnknown = errorTerms.New("line: an interval without a sign")
	termRoot    = errorTerms.New("line: the polynomial of a modulus")
)
