package hankel

import (
	"errors"
	"fmt"

	"krein/internal/enum"
	"krein/internal/hankel/closed"
)

// Reason says why a kernel has no radial spectral density in a dimension.
type Reason int8

// The reasons for a NoDensityError.
const (
	// Growth: |k| is unbounded as z→∞, or at a point z > 0; no finite signed measure represents an unbounded function.
	Growth Reason = iota + 1
	// NotIntegrable: k(z) z^(d−1) is not integrable at z = 0 or at a finite breakpoint.
	NotIntegrable
	// Singular: the Fourier transform is a distribution carried by a sphere that is not
	// a measure, as for Λ_n(az) in dimension d > n (cos(az) in d = 2, say).
	Singular
	// UndefinedValue: the formula has no value at some z > 0.
	UndefinedValue
	// Unresolved: the numerical method cannot represent k; nothing is said about whether a density exists.
	Unresolved
)

// String names the reason.
func (r Reason) String() string {
	return enum.Name("Reason", r, "", "unbounded kernel", "not locally integrable", "singular spectrum",
		"undefined kernel", "unresolved")
}

// NoDensityError is returned by New for a kernel that has no radial spectral density
// in the given dimension, or none that this package can compute (Reason Unresolved).
type NoDensityError struct {
	Reason  Reason
	Dim     int
	Because string // one sentence
}

// Error implements error.
func (e *NoDensityError) Error() string {
	return fmt.Sprintf("hankel: no spectral density in dimension %d (%v): %s", e.Dim, e.Reason, e.Because)
}

// NoFiniteMeasure reports whether the reason excludes every finite signed spectral
// measure, not only a density: true for Growth and Singular.
func (e *NoDensityError) NoFiniteMeasure() bool { return e.Reason == Growth || e.Reason == Singular }

// noDensity turns the error of the recognition of closed forms into a *NoDensityError.
func noDensity(err error) error {
	var e *closed.SingularError
	if errors.As(err, &e) {
		return &NoDensityError{Singular, e.Dim, e.Error()}
	}
	return err
}
