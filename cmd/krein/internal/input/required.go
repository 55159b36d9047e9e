package input

import (
	"fmt"
	"slices"
	"strings"

	"krein/certify"
	"krein/cmd/krein/internal/terminal"
)

// Requirement is one --require flag.
type Requirement struct {
	id        certify.ID
	estimates bool // likely will do
}

// ParseRequirements reads the flags --require; claims are those that are to be decided, none for all.
func ParseRequirements(flags []string, claims []certify.ID) ([]Requirement, error) {
	var rs []Requirement
	for _, s := range flags {
		name, strength, _ := strings.Cut(s, "=")
		if !slices.Contains(certify.IDs(), certify.ID(name)) {
			return nil, NoClaim("require", name)
		}
		if strength != "" && strength != "likely" && strength != "proved" {
			return nil, fmt.Errorf("--require %s=%s: want %[1]s, %[1]s=likely or %[1]s=proved", name, strength)
		}
		if len(claims) > 0 && !slices.Contains(claims, certify.ID(name)) {
			return nil, fmt.Errorf("--require %s: not to be decided; add --claim %s", s, name)
		}
		rs = append(rs, Requirement{certify.ID(name), strength != "proved"})
	}
	return rs, nil
}

// CheckRequirements says which requirements a certificate does not meet.
func CheckRequirements(cert *certify.Certificate, rs []Requirement) error {
	return CheckClaims(cert.Claims(), rs)
}

// CheckClaims says which requirements claims do not meet.
func CheckClaims(claims []certify.Claim, rs []Requirement) error {
	var missing []string
	for _, r := range rs {
		i := slices.IndexFunc(claims, func(c certify.Claim) bool { return c.ID == r.id })
		if s := claims[i].Status; s != certify.Proved && !(r.estimates && s == certify.Likely) {
			missing = append(missing, fmt.Sprintf("%s is %s", r.id, s))
		}
	}
	if missing == nil {
		return nil
	}
	return &terminal.NotMetError{Why: "required, but not met: " + strings.Join(missing, "; ")}
}
