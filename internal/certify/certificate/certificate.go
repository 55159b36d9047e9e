package certificate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"krein/internal/certify/proof"
	"krein/internal/kernel/cuts"
)

// Format names the certificate's file format and its version.
const Format = "krein.certificate/4"

// Certificate is what is known of one kernel in one dimension. Make one with New or Decode; it is not modified
// afterwards and is safe for concurrent reading.
type Certificate struct {
	formula string
	beyond  string
	dim     int
	claims  []proof.Claim // in the order of IDs
	mass    Mass
	points  []cuts.Recorded
	table   *cuts.Table // of points
}

// New makes a certificate of the kernel with the given formula and continuation (as kernel.Kernel's Formula and
// BeyondString spell them) on R^dim. It panics unless the claims are those of IDs, in that order, and a claim has a
// proof iff it is proved or refuted.
func New(formula, beyond string, dim int, claims []proof.Claim, mass Mass) *Certificate {
	if mass.Kind == "" {
		mass.Kind = MassUnknown
	}
	c := &Certificate{formula: formula, beyond: beyond, dim: dim, claims: claims, mass: mass}
	if err := c.consistent(); err != nil {
		panic("certificate: " + err.Error())
	}
	return c
}

// WithPoints returns c with the points at which a checker cuts the formulas that it meets (piecewise.Points), as
// cuts.NewTable wants them. It panics if that does not accept them.
func (c *Certificate) WithPoints(list []cuts.Recorded) *Certificate {
	with := *c
	if err := with.setPoints(list); err != nil {
		panic("certificate: " + err.Error())
	}
	return &with
}

func (c *Certificate) setPoints(list []cuts.Recorded) (err error) {
	if c.points, c.table = nil, nil; len(list) > 0 {
		c.points = slices.Clone(list)
		c.table, err = cuts.NewTable(c.points)
	}
	return err
}

// consistent returns an error unless claims are those of IDs, in that order, with reasons, rules and proofs where these
// belong, and masses have the bounds and the evidence of their kind.
func (c *Certificate) consistent() error {
	ids := proof.IDs()
	if len(c.claims) != len(ids) {
		return fmt.Errorf("%d claims, want %d", len(c.claims), len(ids))
	}
	for i, cl := range c.claims {
		if cl.ID != ids[i] {
			return fmt.Errorf("claim %d is %q, want %q", i+1, cl.ID, ids[i])
		}
		if err := consistentClaim(cl); err != nil {
			return fmt.Errorf("%s: %w", cl.ID, err)
		}
	}
	return c.mass.consistent()
}

func consistentClaim(cl proof.Claim) error {
	decided := cl.Status == proof.Proved || cl.Status == proof.Refuted
	switch {
	case cl.Because == "":
		return errors.New("no reason given")
	case cl.Rule == "" && cl.Status != proof.Undecided:
		return fmt.Errorf("%s without a rule", cl.Status)
	case decided != (cl.Proof != nil):
		return fmt.Errorf("a claim has a proof if and only if it is proved or refuted, and this one is %s", cl.Status)
	case cl.Witness != nil && cl.Status != proof.Refuted:
		return fmt.Errorf("a witness against a claim that is %s", cl.Status)
	case decided && cl.Proof.Rule != cl.Rule:
		return fmt.Errorf("the rule is %q, but the proof begins with %q", cl.Rule, cl.Proof.Rule)
	}
	return nil
}

// String is one line: the kernel, the dimension, and the claims with their statuses.
func (c *Certificate) String() string {
	claims := make([]string, len(c.claims))
	for i, cl := range c.claims {
		claims[i] = fmt.Sprintf("%s %s", cl.ID, cl.Status)
	}
	return fmt.Sprintf("%s on R^%d: %s", c.formula, c.dim, strings.Join(claims, ", "))
}

// Formula returns the kernel's formula as it was given.
func (c *Certificate) Formula() string { return c.formula }

// Beyond returns how the kernel continues outside its domain, for instance "natural" or "zero beyond 2".
func (c *Certificate) Beyond() string { return c.beyond }

// Dim returns the dimension d of R^d.
func (c *Certificate) Dim() int { return c.dim }

// Mass returns the masses as far as they are known.
func (c *Certificate) Mass() Mass { return c.mass }

// Points returns where a checker cuts the formulas that it meets. They are not trusted, see piecewise.Points. The slice must
// not be changed.
func (c *Certificate) Points() []cuts.Recorded { return c.points }

// Table is Points for a checker.
func (c *Certificate) Table() *cuts.Table {
	if c.table == nil {
		return new(cuts.Table)
	}
	return c.table
}

// Claims returns a copy of all claims in the order of IDs.
func (c *Certificate) Claims() []proof.Claim { return append([]proof.Claim(nil), c.claims...) }

// Claim returns the claim with the given identifier. It panics if id is not one of IDs.
func (c *Certificate) Claim(id proof.ID) proof.Claim {
	for _, cl := range c.claims {
		if cl.ID == id {
			return cl
		}
	}
	panic(fmt.Sprintf("certificate: no claim %q", id))
}

// Require returns nil if the claim is proved, or if it is likely and estimates is true; otherwise a *NotCertifiedError.
// It panics if id is not one of IDs.
func (c *Certificate) Require(id proof.ID, estimates bool) error {
	cl := c.Claim(id)
	if cl.Status == proof.Proved || estimates && cl.Status == proof.Likely {
		return nil
	}
	return &NotCertifiedError{Claim: id, Status: cl.Status, Because: cl.Because, Rule: cl.Rule}
}

// NotCertifiedError says that a step needs a claim which the certificate does not give.
type NotCertifiedError struct {
	Claim   proof.ID
	Status  proof.Status
	Because string
	Rule    string // as in Claim
}

// Error names the claim, its status and the reason.
func (e *NotCertifiedError) Error() string {
	return fmt.Sprintf("%s is %s: %s", e.Claim, e.Status, e.Because)
}
