package check

import "slices"

// finiteRules prove and refute that the radial spectral measure has finite mass.
var finiteRules = slices.Concat(finiteLocalRules, almostPeriodicFiniteRules, finiteAlgebraRules)
