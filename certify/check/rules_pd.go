package check

// pdRules prove and refute that the kernel is positive definite on R^d.
var pdRules = []*Rule{}
