// Package pd has the rules of positive definiteness on R^d.
package pd

import "slices"

// Rules prove and refute that the kernel is positive definite on R^d.
var Rules = slices.Concat(
	pdValueRules, pdLocalRules, pdPremiseRules, pdDensityRules, pdClosureRules, pdConvexRules, pdFamilyRules, pdWaveRules, pdFourierRules,
)
