package check

// monotoneRules prove and refute that f(t) = k(√t) is completely monotone on (0,∞).
var monotoneRules = []*Rule{}
