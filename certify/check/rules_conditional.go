package check

// conditionalRules prove and refute conditional positive definiteness.
var conditionalRules = []*Rule{}
