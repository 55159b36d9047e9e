package check

import "slices"

// witnesses are the rules that refute by a Gram matrix of finitely many points alone.
// Each of them is one inequality between numbers that a reader can compute: no theorem beyond the definition is needed.
var witnesses = []string{
	"pd.points", "pd.bounded-by-zero", "pd-sphere.points", "pd-sphere.bounded-by-zero", "conditionally-pd.points",
}

// IsWitness reports whether a rule refutes by values of the kernel at finitely many points that anyone can compute
// again.
func IsWitness(rule string) bool { return slices.Contains(witnesses, rule) }
