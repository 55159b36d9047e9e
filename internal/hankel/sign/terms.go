package sign

import "krein/internal/testhook"

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var (
	termCompact  = errorTerms.New("sign: the expansion at infinity of a compact part")
	termEnd      = errorTerms.New("sign: a power at the end of a piece")
	termCusp     = errorTerms.New("sign: the expansion at infinity from the start of a piece")
	termEnvelope = errorTerms.New("sign: the envelope of a wave")
	termTaylor   = errorTerms.New("sign: the power series of a compact part")
)
