package main

import (
	"fmt"
	"runtime"
	"strings"
)

// trustedPackage is a package of the project that a verdict rests on. Lines counts its source files without tests, rounded to hundreds.
type trustedPackage struct {
	Path  string `json:"package"`
	Lines int    `json:"lines"`
}

// trustedBase is what a verdict of 'verify' rests on.
type trustedBase struct {
	Packages []trustedPackage `json:"packages"`
	Lines    int              `json:"lines"`
	Go       string           `json:"go"` // with its standard library
}

// trustedFor returns the base of a verdict that a package gives: the package and all that it imports.
func trustedFor(root string) *trustedBase {
	b := &trustedBase{Packages: trustedPackages[root], Go: runtime.Version()}
	for _, p := range b.Packages {
		b.Lines += p.Lines
	}
	return b
}

// String writes the base as a sentence.
func (b *trustedBase) String() string {
	var names []string
	for _, p := range b.Packages {
		names = append(names, fmt.Sprintf("%s (%d)", strings.TrimPrefix(p.Path, "krein/"), p.Lines))
	}
	return wrap(fmt.Sprintf("trusted: the theorems of docs/rules, %s with its standard library, and about %d lines of krein, by packages: %s", b.Go, b.Lines, strings.Join(names, ", ")), "")
}
