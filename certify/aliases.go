package certify

import (
	"io"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
)

// The certificate format, which package internal/certify/proof owns, under the names by which users of this package know it.
type (
	// Certificate states what is known of a kernel in one dimension.
	Certificate = certificate.Certificate
	// ID names a claim.
	ID = proof.ID
	// Status is what a certificate says of a claim.
	Status = proof.Status
	// Claim is one statement about the kernel and what is known of it.
	Claim = proof.Claim
	// Bounds is an interval for a mass.
	Bounds = certificate.Bounds
	// Mass holds the masses ‖m‖, ‖m₊‖ and ‖m₋‖.
	Mass = certificate.Mass
	// NotCertifiedError says that a step needs a claim which the certificate does not give.
	NotCertifiedError = certificate.NotCertifiedError

	number = certificate.Number
)

// The claims, in the order in which a certificate states them; see package proof.
const (
	FiniteMass            = proof.FiniteMass
	PD                    = proof.PD
	CompletelyMonotone    = proof.CompletelyMonotone
	PDSphere              = proof.PDSphere
	PDAllSpheres          = proof.PDAllSpheres
	ConditionallyPD       = proof.ConditionallyPD
	PositiveDecomposition = proof.PositiveDecomposition
)

// The statuses; see package proof.
const (
	Undecided = proof.Undecided
	Likely    = proof.Likely
	Unlikely  = proof.Unlikely
	Proved    = proof.Proved
	Refuted   = proof.Refuted
)

// Decode reads a certificate strictly. Reading a proof does not check it: see package check.
func Decode(r io.Reader) (*Certificate, error) { return certificate.Decode(r) }

// IDs returns the identifiers of all claims in their fixed order.
func IDs() []ID { return proof.IDs() }
