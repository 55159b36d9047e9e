package check

// finiteRules prove and refute that the radial spectral measure has finite mass.
var finiteRules = []*Rule{}
