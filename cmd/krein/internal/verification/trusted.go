package verification

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"krein/certify/verify"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
)

// trustedPackage is a package of the project that a verdict rests on. Lines counts its source files without tests,
// rounded to hundreds.
type trustedPackage struct {
	Path  string `json:"package"`
	Lines int    `json:"lines"`
}

// TrustedBase is what a verdict of 'verify' rests on.
type TrustedBase struct {
	Packages []trustedPackage `json:"packages"`
	Lines    int              `json:"lines"`
	Go       string           `json:"go"` // with its standard library
}

// TrustedFor returns the base of what packages say: they and all that they import.
func TrustedFor(roots ...string) *TrustedBase {
	b := &TrustedBase{Go: runtime.Version()}
	for _, root := range roots {
		for _, p := range trustedPackages[root] {
			if !slices.Contains(b.Packages, p) {
				b.Packages = append(b.Packages, p)
				b.Lines += p.Lines
			}
		}
	}
	slices.SortFunc(b.Packages, func(p, q trustedPackage) int { return strings.Compare(p.Path, q.Path) })
	return b
}

// anyCertificate stands for what every verdict on a certificate rests on, whatever its rules are.
const anyCertificate = "certificate"

// families is where the rules are.
const families = "krein/internal/certify/check/"

// densityMasses is what masses rest on besides that are enclosed by the density.
var densityMasses = []string{"krein/internal/hankel/mass", families + "spectrum"}

// trusted returns the base of the verdicts: that of the families of the rules in the proofs.
func (v *Outcome) trusted() *TrustedBase {
	claims := map[proof.ID]bool{}
	for _, r := range v.results {
		claims[r.Claim] = true
	}
	roots := []string{anyCertificate}
	if v.mass != nil {
		claims[proof.FiniteMass], claims[proof.PD] = true, true
		if v.mass.Method == string(verify.MassByDensity) {
			roots = append(roots, densityMasses...)
		}
	}
	for id := range claims {
		cl := v.Cert.Claim(id)
		roots = append(roots, Roots(cl.Proof, cl.Witness)...)
	}
	return TrustedFor(roots...)
}

// Roots returns for TrustedFor what proofs in certificates rest on; a proof may be nil.
func Roots(proofs ...*proof.Step) []string {
	roots := []string{anyCertificate}
	var walk func(s *proof.Step)
	walk = func(s *proof.Step) {
		if s == nil {
			return
		}
		if f := check.Family(s.Rule); f != "" {
			roots = append(roots, families+f)
		}
		for _, from := range s.From {
			walk(from)
		}
	}
	for _, s := range proofs {
		walk(s)
	}
	return roots
}

// String writes the base as a sentence.
func (b *TrustedBase) String() string {
	var names []string
	for _, p := range b.Packages {
		names = append(names, fmt.Sprintf("%s (%d)", strings.TrimPrefix(p.Path, "krein/"), p.Lines))
	}
	text := fmt.Sprintf("trusted: the theorems of docs/rules, %s with its standard library, and about %d "+
		"lines of krein, by packages: %s", b.Go, b.Lines, strings.Join(names, ", "))
	return terminal.Wrap(text, "")
}
