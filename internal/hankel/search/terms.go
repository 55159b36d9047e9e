package search

import "krein/internal/testhook"

// errorTerms are terms of the error bounds that tests weaken one at a time.
var errorTerms = new(testhook.Registry)

// What is left out, of
var termCrossed = errorTerms.New("search: the mass next to a change of sign")
