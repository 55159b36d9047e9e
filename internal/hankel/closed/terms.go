package closed

import "krein/internal/testhook"

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var termWave = errorTerms.New("closed: the series of a Gaussian wave")
