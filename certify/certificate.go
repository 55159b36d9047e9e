package certify

import (
	"io"

	"krein/certify/proof"
	"krein/hankel"
	"krein/kernel"
)

// Certificate is a certificate of package proof, and, if Run made it, what Run computed on
// the way. It is not modified afterwards and is safe for concurrent reading.
type Certificate struct {
	*proof.Certificate

	kernel   *kernel.Kernel
	spectrum *hankel.Spectrum
	profile  *hankel.Profile
}

// Decode reads a certificate as strictly as proof.Decode. Kernel, Spectrum and Profile of
// the result are nil. Reading a proof does not check it: see package certify/check.
func Decode(r io.Reader) (*Certificate, error) {
	c, err := proof.Decode(r)
	if err != nil {
		return nil, err
	}
	return &Certificate{Certificate: c}, nil
}

// UnmarshalJSON implements json.Unmarshaler as strictly as Decode does.
func (c *Certificate) UnmarshalJSON(data []byte) error {
	p := new(proof.Certificate)
	if err := p.UnmarshalJSON(data); err != nil {
		return err
	}
	*c = Certificate{Certificate: p}
	return nil
}

// Kernel returns the kernel that Run was given. A decoded certificate holds no kernel
// and returns nil.
func (c *Certificate) Kernel() *kernel.Kernel { return c.kernel }

// Spectrum returns the spectrum that Run computed with, nil for a decoded certificate,
// a kernel that has none, or Settings.SkipMass.
func (c *Certificate) Spectrum() *hankel.Spectrum { return c.spectrum }

// Profile returns the sign intervals and masses that Run computed. It is nil where Run
// needed none: for a kernel that is positive definite by some other reason than its density
// (the masses are k(0) and 0 then), masses that are enclosed, an infinite or undecided mass,
// a density that is too hard to integrate, Settings.SkipMass; and for a decoded certificate.
func (c *Certificate) Profile() *hankel.Profile { return c.profile }
