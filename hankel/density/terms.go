package density

import "krein/internal/testhook"

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms testhook.Registry

// What is left out, of
var (
	termBeyond   = errorTerms.New("density: the integral beyond a cut")
	termSonine   = errorTerms.New("density: Sonine's series")
	termPowerExp = errorTerms.New("density: the series at infinity of a power times an exponential")
	termMajorant = errorTerms.New("density: the majorant of a kernel")
)
