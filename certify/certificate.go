package certify

import (
	"fmt"

	"krein/hankel"
	"krein/kernel"
)

// Format names the certificate's file format and its version.
const Format = "krein.certificate/1"

// ID names a claim. The seven identifiers are part of the file format.
type ID string

// The claims, in the order in which a certificate states them. k is the kernel's
// effective function on [0,∞) (its extension applied) and d the dimension;
// docs/claims.md says at length what each means.
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
	// Evidence is a JSON object with the numbers the rule saw; its members depend on
	// the rule. It is never nil in a certificate made by Run or Decode.
	Evidence []byte
}

// Bounds is an interval [Lower, Upper] for a mass; Upper, and then possibly Lower
// too, may be +Inf. Under the statuses likely and unlikely the bounds are estimates
// (a value minus and plus its error estimate), not enclosures.
type Bounds struct {
	Lower, Upper float64
}

// Mass holds the masses ‖m‖, ‖m₊‖ and ‖m₋‖. A nil member is not known.
type Mass struct {
	Total, Plus, Minus *Bounds
}

// Certificate is what is known of one kernel in one dimension. Make one with Run or
// Decode; it is not modified afterwards and is safe for concurrent reading.
type Certificate struct {
	formula string
	beyond  string
	dim     int
	claims  []Claim // in the order of IDs
	mass    Mass

	kernel   *kernel.Kernel
	spectrum *hankel.Spectrum
	profile  *hankel.Profile
}

// Formula returns the kernel's formula as it was given.
func (c *Certificate) Formula() string { return c.formula }

// Beyond returns how the kernel continues outside its domain, for instance
// "natural" or "zero beyond 2".
func (c *Certificate) Beyond() string { return c.beyond }

// Dim returns the dimension d of R^d.
func (c *Certificate) Dim() int { return c.dim }

// Mass returns the masses as far as they are known.
func (c *Certificate) Mass() Mass { return c.mass }

// Claims returns a copy of all claims in the order of IDs.
func (c *Certificate) Claims() []Claim { return append([]Claim(nil), c.claims...) }

// Claim returns the claim with the given identifier. It panics if id is not one of IDs.
func (c *Certificate) Claim(id ID) Claim {
	for _, cl := range c.claims {
		if cl.ID == id {
			return cl
		}
	}
	panic(fmt.Sprintf("certify: no claim %q", id))
}

// Kernel returns the kernel that Run was given. A decoded certificate holds no kernel
// and returns nil.
func (c *Certificate) Kernel() *kernel.Kernel { return c.kernel }

// Spectrum returns the spectrum that Run computed with, nil for a decoded certificate,
// a kernel that has none, or Settings.SkipMass.
func (c *Certificate) Spectrum() *hankel.Spectrum { return c.spectrum }

// Profile returns the sign intervals and masses that Run computed. It is nil where Run
// needed none: for a kernel that is positive definite by some other reason than its density (the masses
// are k(0) and 0 then), an infinite or undecided mass, a density that is too hard to integrate, Settings.SkipMass; and for a decoded certificate.
func (c *Certificate) Profile() *hankel.Profile { return c.profile }

// Require returns nil if the claim is proved, or if it is likely and estimates is
// true; otherwise a *NotCertifiedError. It panics if id is not one of IDs.
func (c *Certificate) Require(id ID, estimates bool) error {
	cl := c.Claim(id)
	if cl.Status == Proved || estimates && cl.Status == Likely {
		return nil
	}
	return &NotCertifiedError{Claim: id, Status: cl.Status, Because: cl.Because}
}

// NotCertifiedError says that a step needs a claim which the certificate does not give.
type NotCertifiedError struct {
	Claim   ID
	Status  Status
	Because string
}

// Error names the claim, its status and the reason.
func (e *NotCertifiedError) Error() string {
	return fmt.Sprintf("%s is %s: %s", e.Claim, e.Status, e.Because)
}
