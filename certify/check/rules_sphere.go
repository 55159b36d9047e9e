package check

// sphereRules prove and refute positive definiteness on S^{d−1} and on all spheres.
var sphereRules = []*Rule{}
