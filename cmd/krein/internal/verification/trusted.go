package verification

import (
	"fmt"
	"runtime"
	"strings"

	"krein/cmd/krein/internal/terminal"
)

// trustedPackage is a package of the project that a verdict rests on. Lines counts its source files without tests, rounded to hundreds.
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

// TrustedFor returns the base of a verdict that a package gives: the package and all that it imports.
func TrustedFor(root string) *TrustedBase {
	b := &TrustedBase{Packages: trustedPackages[root], Go: runtime.Version()}
	for _, p := range b.Packages {
		b.Lines += p.Lines
	}
	return b
}

// String writes the base as a sentence.
func (b *TrustedBase) String() string {
	var names []string
	for _, p := range b.Packages {
		names = append(names, fmt.Sprintf("%s (%d)", strings.TrimPrefix(p.Path, "krein/"), p.Lines))
	}
	return terminal.Wrap(fmt.Sprintf("trusted: the theorems of docs/rules, %s with its standard library, and about %d lines of krein, by packages: %s", b.Go, b.Lines, strings.Join(names, ", ")), "")
}
