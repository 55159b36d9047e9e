package decompose

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krein/certify"
	"krein/hankel"
)

// Settings steer Jordan. The zero value, like nil, chooses the defaults.
type Settings struct {
	// AcceptEstimate admits a kernel whose finite mass is likely, not proved.
	AcceptEstimate bool
	// Tolerance is the interpolation tolerance of the tables, see NewTable; 0 means 1e-9.
	Tolerance float64
	// Profile is used if the certificate holds no profile (it was made without masses).
	Profile *hankel.ProfileSettings
}

// ErrNoKernel is returned for a certificate that was read from a file: it states claims
// about a kernel but does not hold the kernel. Run certify.Run on the formula again.
var ErrNoKernel = errors.New("decompose: the certificate was read from a file and holds no kernel; certify the formula again")

// Jordan splits the kernel of a certificate into the Jordan parts m₊ and m₋ of its
// spectral measure and tabulates both. The certificate's spectrum and profile are used,
// nothing is computed twice.
//
// The claim finite-mass must be proved, or likely if set.AcceptEstimate; otherwise the
// error is a *certify.NotCertifiedError with the certificate's reason. Other errors:
// ErrNoKernel, ctx's, and those of the profile and tables. A part that cannot be told
// from zero has mass 0 and no Radii. Masses and tables are estimated. Jordan panics if
// cert is nil.
func Jordan(ctx context.Context, cert *certify.Certificate, set *Settings) (*Decomposition, error) {
	if cert == nil {
		panic("decompose: nil certificate")
	}
	var opt Settings
	if set != nil {
		opt = *set
	}
	if err := cert.Require(certify.FiniteMass, opt.AcceptEstimate); err != nil {
		return nil, err
	}
	p := cert.Profile()
	if p == nil {
		var err error
		if p, err = profile(ctx, cert, opt.Profile); err != nil {
			return nil, err
		}
	}
	d, err := FromProfile(ctx, p, opt.Tolerance)
	if err != nil {
		return nil, err
	}
	d.Kernel, d.Beyond, d.Certificate = cert.Formula(), cert.Beyond(), cert.Digest()
	return d, nil
}

// profile computes what the certificate does not hold.
func profile(ctx context.Context, cert *certify.Certificate, set *hankel.ProfileSettings) (*hankel.Profile, error) {
	s := cert.Spectrum()
	if s == nil {
		if cert.Kernel() == nil {
			return nil, ErrNoKernel
		}
		var err error
		if s, err = hankel.New(cert.Kernel(), cert.Dim(), nil); err != nil {
			return nil, fmt.Errorf("decompose: %w", err)
		}
	}
	p, err := s.Profile(ctx, set)
	if err != nil {
		return nil, fmt.Errorf("decompose: %w", err)
	}
	return p, nil
}

// FromProfile tabulates both parts of a profile to the tolerance tol (0 means 1e-9, see
// NewTable). It asks for no certificate; the caller answers for the finite mass. Kernel,
// Beyond and Certificate are left empty. It panics if p is nil.
func FromProfile(ctx context.Context, p *hankel.Profile, tol float64) (*Decomposition, error) {
	if p == nil {
		panic("decompose: nil profile")
	}
	d := &Decomposition{Dim: p.Dim, Quality: Estimated}
	for _, x := range []struct {
		part *Part
		mass hankel.Mass
		sign int
	}{{&d.Plus, p.Plus, 1}, {&d.Minus, p.Minus, -1}} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !validMass(x.mass.Value) || !validMass(x.mass.Err) {
			return nil, fmt.Errorf("decompose: a mass of %g ± %g is no basis for a sampler: the density was not resolved", x.mass.Value, x.mass.Err)
		}
		x.part.Origin = max(float64(x.sign)*p.Origin, 0)
		x.part.MassErr = x.mass.Err
		law := p.Law(x.sign)
		if !(law.Mass() > 0) {
			continue
		}
		t, err := NewTable(law, tol)
		if err != nil {
			return nil, err
		}
		x.part.Mass, x.part.Radii = law.Mass(), t
	}
	if math.Signbit(d.Plus.Origin) {
		d.Plus.Origin = 0
	}
	if math.Signbit(d.Minus.Origin) {
		d.Minus.Origin = 0
	}
	return d, nil
}
