// Package finite has the rules of finite mass.
package finite

import "slices"

// Rules prove and refute that the radial spectral measure has finite mass.
var Rules = slices.Concat(finiteLocalRules, almostPeriodicFiniteRules, finiteAlgebraRules)
