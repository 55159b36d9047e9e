package check

import "slices"

// pdRules prove and refute that the kernel is positive definite on R^d.
var pdRules = slices.Concat(
	pdValueRules, pdLocalRules, pdPremiseRules, pdDensityRules, pdClosureRules, pdConvexRules, pdFamilyRules, pdWaveRules, pdFourierRules,
)
