package proof

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Format names the certificate's file format and its version.
const Format = "krein.certificate/3"

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
	// Evidence is a JSON object with the floating-point numbers an estimate saw; its members
	// depend on the rule and prove nothing. Nil stands for the empty object.
	Evidence []byte
	// Proof is the proof tree of a proved or refuted claim, and nil for any other.
	// Its root has the rule Rule.
	Proof *Step
	// Witness is a second proof of a refuted claim, by values at finitely many points that anyone can compute again; nil where none was found.
	Witness *Step
}

// MassKind says what the bounds on the masses are worth.
type MassKind string

// The kinds of bounds.
const (
	// MassUnknown: nothing is known, or was computed.
	MassUnknown MassKind = "unknown"
	// MassEstimated: a value minus and plus its error estimate, from floating point.
	MassEstimated MassKind = "estimated"
	// MassEnclosed: proved, by exact or ball arithmetic; the evidence lets a checker do it again.
	MassEnclosed MassKind = "enclosed"
)

// Mass holds the masses ‖m‖, ‖m₊‖ and ‖m₋‖. A nil member is not known; the zero value knows nothing.
type Mass struct {
	Kind               MassKind
	Total, Plus, Minus *Bounds
	// Evidence is a JSON object from which package check derives the enclosed bounds again (check.MassEvidence), its members in canonical order; nil for all other kinds.
	Evidence json.RawMessage
	// RadialIntegral is ∫_0^∞ |k̂(ω)| dω of the unitary d-dimensional density k̂ along one ray: the number that the papers call
	// the total mass. It is none for d > 1, as it lacks the factor ω^{d−1}. Always an estimate, value ± error.
	RadialIntegral *Bounds
}

// Certificate is what is known of one kernel in one dimension. Make one with New or
// Decode; it is not modified afterwards and is safe for concurrent reading.
type Certificate struct {
	formula string
	beyond  string
	dim     int
	claims  []Claim // in the order of IDs
	mass    Mass
}

// New makes a certificate of the kernel with the given formula and continuation (as
// kernel.Kernel's Formula and BeyondString spell them) on R^dim. It panics unless the claims
// are those of IDs, in that order, and a claim has a proof iff it is proved or refuted.
func New(formula, beyond string, dim int, claims []Claim, mass Mass) *Certificate {
	if mass.Kind == "" {
		mass.Kind = MassUnknown
	}
	c := &Certificate{formula: formula, beyond: beyond, dim: dim, claims: claims, mass: mass}
	if err := c.consistent(); err != nil {
		panic("proof: " + err.Error())
	}
	return c
}

func (c *Certificate) consistent() error {
	ids := IDs()
	if len(c.claims) != len(ids) {
		return fmt.Errorf("%d claims, want %d", len(c.claims), len(ids))
	}
	for i := range c.claims {
		cl := &c.claims[i]
		decided := cl.Status == Proved || cl.Status == Refuted
		switch {
		case cl.ID != ids[i]:
			return fmt.Errorf("claim %d is %q, want %q", i+1, cl.ID, ids[i])
		case cl.Because == "":
			return fmt.Errorf("%s: no reason given", cl.ID)
		case cl.Rule == "" && cl.Status != Undecided:
			return fmt.Errorf("%s: %s without a rule", cl.ID, cl.Status)
		case decided != (cl.Proof != nil):
			return fmt.Errorf("%s: a claim has a proof if and only if it is proved or refuted, and this one is %s", cl.ID, cl.Status)
		case cl.Witness != nil && cl.Status != Refuted:
			return fmt.Errorf("%s: a witness against a claim that is %s", cl.ID, cl.Status)
		case decided && cl.Proof.Rule != cl.Rule:
			return fmt.Errorf("%s: the rule is %q, but the proof begins with %q", cl.ID, cl.Rule, cl.Proof.Rule)
		}
	}
	m := c.mass
	if (m.Kind == MassEnclosed) != (m.Evidence != nil) {
		return fmt.Errorf("%s masses: enclosed masses have evidence, and no others", m.Kind)
	}
	switch m.Kind {
	case MassUnknown:
		if m.Total != nil || m.Plus != nil || m.Minus != nil {
			return errors.New("bounds on masses that are unknown")
		}
	case MassEstimated, MassEnclosed:
		if m.Total == nil {
			return fmt.Errorf("%s masses without the total mass", m.Kind)
		}
		for _, b := range []*Bounds{m.Total, m.Plus, m.Minus} {
			if b != nil && (b.lower != "") != (m.Kind == MassEnclosed) {
				return fmt.Errorf("%s masses: exact decimals are bounds of enclosed masses, and of no others", m.Kind)
			}
		}
	default:
		return fmt.Errorf("masses of the unknown kind %q", m.Kind)
	}
	return nil
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
	panic(fmt.Sprintf("proof: no claim %q", id))
}

// Require returns nil if the claim is proved, or if it is likely and estimates is
// true; otherwise a *NotCertifiedError. It panics if id is not one of IDs.
func (c *Certificate) Require(id ID, estimates bool) error {
	cl := c.Claim(id)
	if cl.Status == Proved || estimates && cl.Status == Likely {
		return nil
	}
	return &NotCertifiedError{Claim: id, Status: cl.Status, Because: cl.Because, Rule: cl.Rule}
}

// NotCertifiedError says that a step needs a claim which the certificate does not give.
type NotCertifiedError struct {
	Claim   ID
	Status  Status
	Because string
	Rule    string // as in Claim
}

// Error names the claim, its status and the reason.
func (e *NotCertifiedError) Error() string {
	return fmt.Sprintf("%s is %s: %s", e.Claim, e.Status, e.Because)
}
