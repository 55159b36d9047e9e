package proof

// ID names a claim. The seven identifiers are part of the file format.
type ID string

// Linear reports whether the kernels with the claim are a linear space, in any dimension; otherwise they are a convex cone.
// Both are closed under real linear combinations, the others under nonnegative ones: −exp(−z²) is not positive definite.
func (id ID) Linear() bool { return id == FiniteMass || id == PositiveDecomposition }

// The claims, in the order in which a certificate states them. k is the kernel's effective function on [0,∞) (its
// extension applied) and d the dimension; docs/claims.md says at length what each means.
const (
	// FiniteMass: the radial spectral measure m of k on R^d is a finite signed measure.
	FiniteMass ID = "finite-mass"
	// PD: k(‖x−y‖) is a positive definite kernel on R^d.
	PD ID = "pd"
	// CompletelyMonotone: f(t) = k(√t) is completely monotone on (0,∞).
	CompletelyMonotone ID = "completely-monotone"
	// PDSphere: k(‖x−y‖) is positive definite on the unit sphere S^{d−1} of R^d.
	PDSphere ID = "pd-sphere"
	// PDAllSpheres: k(‖x−y‖) is positive definite on the unit sphere of every R^n.
	PDAllSpheres ID = "pd-all-spheres"
	// ConditionallyPD: k is conditionally positive definite on R^d of some order.
	ConditionallyPD ID = "conditionally-pd"
	// PositiveDecomposition: k is a difference of two positive definite kernels on R^d.
	PositiveDecomposition ID = "positive-decomposition"
)

// IDs returns the identifiers of all claims in their fixed order.
func IDs() []ID {
	return []ID{FiniteMass, PD, CompletelyMonotone, PDSphere, PDAllSpheres, ConditionallyPD, PositiveDecomposition}
}

// Claim is one statement about the kernel and what is known of it.
type Claim struct {
	ID     ID
	Status Status
	// Because is one sentence giving the mathematical reason.
	Because string
	// Rule is the identifier of the rule that decided (see Rules); empty for an
	// undecided claim on which no rule had anything to say.
	Rule string
	// Evidence is a JSON object with the floating-point numbers an estimate saw; its members
	// depend on the rule and prove nothing. Nil stands for the empty object.
	Evidence []byte
	// Proof is the proof tree of a proved or refuted claim, and nil for any other. Its root has the rule Rule.
	Proof *Step
	// Witness is a second proof of a refuted claim, by values at points that anyone can compute again; nil where none was
	// found.
	Witness *Step
}
