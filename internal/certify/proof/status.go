package proof

import "krein/internal/enum"

// Status is what a certificate says of a claim. The zero value says nothing.
type Status int8

// The five statuses, as they are spelt in a certificate.
const (
	Undecided Status = iota // "undecided"
	Likely                  // "likely": holds, by floating-point evidence
	Unlikely                // "unlikely": fails, by floating-point evidence
	Proved                  // "proved"
	Refuted                 // "refuted"
)

// String returns the status as a certificate spells it.
func (s Status) String() string {
	return enum.Name("Status", s, "undecided", "likely", "unlikely", "proved", "refuted")
}
