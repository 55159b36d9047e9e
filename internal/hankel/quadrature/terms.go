package quadrature

import "krein/internal/testhook"

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var (
	termBeyond   = errorTerms.New("quadrature: the integral beyond a cut")
	termSonine   = errorTerms.New("quadrature: Sonine's series")
	termPowerExp = errorTerms.New("quadrature: the series at infinity of a power times an exponential")
	termBessel   = errorTerms.New("quadrature: the mass of an inverse power next to 0")
	termGamma    = errorTerms.New("quadrature: an incomplete gamma function")
	termWave     = errorTerms.New("quadrature: the series of the distribution of a Gaussian wave")
	termMajorant = errorTerms.New("quadrature: the majorant of a kernel")
)
