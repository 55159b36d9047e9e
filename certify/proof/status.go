package proof

import "fmt"

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

var statusNames = [...]string{"undecided", "likely", "unlikely", "proved", "refuted"}

// String returns the status as a certificate spells it.
func (s Status) String() string {
	if s < 0 || int(s) >= len(statusNames) {
		return fmt.Sprintf("Status(%d)", int8(s))
	}
	return statusNames[s]
}

// ParseStatus is the inverse of String.
func ParseStatus(name string) (Status, error) {
	for i, n := range statusNames {
		if n == name {
			return Status(i), nil
		}
	}
	return Undecided, fmt.Errorf("unknown status %q", name)
}
