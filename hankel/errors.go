package hankel

import (
	"errors"
	"fmt"

	"krein/internal/enum"
	"krein/internal/hankel/closed"
)

// reason says why a kernel has no radial spectral density in a dimension.
type reason int8

// The reasons for a NoDensityError.
const (
	// reasonGrowth: |k| is unbounded as z→∞, or at a point z > 0; no finite signed measure represents an unbounded function.
	reasonGrowth reason = iota + 1
	// reasonNotIntegrable: k(z) z^(d−1) is not integrable at z = 0 or at a finite breakpoint.
	reasonNotIntegrable
	// reasonSingular: the Fourier transform is a distribution carried by a sphere that is not
	// a measure, as for Λ_n(az) in dimension d > n (cos(az) in d = 2, say).
	reasonSingular
	// reasonUndefined: the formula has no value at some z > 0.
	reasonUndefined
	// reasonUnresolved: the numerical method cannot represent k; nothing is said about whether a density exists.
	reasonUnresolved
)

// String names the reason.
func (r reason) String() string {
	return enum.Name("reason", r, "", "unbounded kernel", "not locally integrable", "singular spectrum",
		"undefined kernel", "unresolved")
}

// NoDensityError is returned by New for a kernel that has no radial spectral density
// in the given dimension, or none that this package can compute (unresolved).
type NoDensityError struct {
	reason  reason
	Dim     int
	Because string // one sentence
}

// Error implements error.
func (e *NoDensityError) Error() string {
	return fmt.Sprintf("hankel: no spectral density in dimension %d (%v): %s", e.Dim, e.reason, e.Because)
}

// NoFiniteMeasure reports whether the reason excludes every finite signed spectral
// measure, not only a density: where k is unbounded or its spectrum is singular.
func (e *NoDensityError) NoFiniteMeasure() bool {
	return e.reason == reasonGrowth || e.reason == reasonSingular
}

// noDensity turns the error of the recognition of closed forms into a *NoDensityError.
func noDensity(err error) error {
	var e *closed.SingularError
	if errors.As(err, &e) {
		return &NoDensityError{reasonSingular, e.Dim, e.Error()}
	}
	return err
}
