package waves

import "krein/internal/testhook"

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var (
	termAlias     = errorTerms.New("waves: the trapezoidal rule of a Fourier coefficient")
	termSeries    = errorTerms.New("waves: a Fourier series beyond its coefficients")
	termProduct   = errorTerms.New("waves: what the factors of a product leave out")
	termExp       = errorTerms.New("waves: the power series of an exponential")
	termCarried   = errorTerms.New("waves: the exponential of what an exponent leaves out")
	termPower     = errorTerms.New("waves: the binomial series of a power")
	termParts     = errorTerms.New("waves: integration by parts")
	termExpansion = errorTerms.New("waves: expansions of a function on intervals")
	termWave      = errorTerms.New("waves: the power series of a wave")
	termBeyond    = errorTerms.New("waves: coefficients beyond those that are listed")
	termLattice   = errorTerms.New("waves: the atoms outside of a lattice")
	termZeta      = errorTerms.New("waves: the sum formula of Euler and Maclaurin")
	termRoots     = errorTerms.New("waves: the power series in a root of a wave")
	termRootTail  = errorTerms.New("waves: the coefficients of a root of a wave beyond those that are listed")
	termPruned    = errorTerms.New("waves: small coefficients")
)
