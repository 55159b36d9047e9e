package decompose

import (
	"context"
	"fmt"
	"math"

	"krein/ball"
	"krein/certify"
	"krein/certify/verify"
	"krein/hankel"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/profile"
	"krein/internal/outward"
	"krein/kernel"
)

// Settings steer Jordan and FromCertificate. The zero value, like nil, chooses the defaults.
type Settings struct {
	// AcceptEstimate admits a kernel whose finite mass is likely, not proved.
	AcceptEstimate bool
	// Tolerance is the bias that is aimed for, relative to ‖m‖; 0 means 1e-10. Where
	// nothing can be proved, it is the interpolation tolerance.
	Tolerance float64
	// Estimate skips the proof.
	Estimate bool
	// Profile is used if nothing can be proved.
	Profile *profile.Settings
	// Certify is used for what has to be proved of the kernel. Its Claims are not looked at.
	Certify *certify.Settings
}

// Jordan splits the spectral measure of k on R^dim into its Jordan parts m₊ and m₋ and tabulates
// both. Of the kernel it proves that the mass is finite, and no more than it needs beside.
//
// The claim finite-mass must be proved, or likely if set.AcceptEstimate; otherwise the
// error is a *certify.NotCertifiedError with the reason. Other errors are ctx's and those of the
// profile and tables. A part that cannot be told from zero has mass 0 and no Radii.
//
// If finite mass is proved, so are the masses and the bias of the tables (FromLaws), for the kernels for which
// distribution.Enclose finds them proved. Otherwise both are estimated (FromProfile), but for masses that are proved
// without the laws, and Doubt says why. Jordan panics if k is nil or dim < 1.
func Jordan(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (*Decomposition, error) {
	opt := set.withDefaults()
	opt.Certify.Claims = []certify.ID{certify.FiniteMass}
	if err := k.Fixed(); err != nil {
		return nil, err
	}
	cert, err := certify.Run(ctx, k, dim, opt.Certify)
	if err != nil {
		return nil, err
	}
	return jordan(ctx, cert, k, &opt)
}

// FromCertificate is Jordan for a kernel of which a certificate is at hand, whoever made it: its
// proof that the mass is finite is checked, not searched for. It is an error if the certificate is
// about another kernel than k, or its proof is not accepted. It panics if cert or k is nil.
func FromCertificate(
	ctx context.Context, cert *certify.Certificate, k *kernel.Kernel, set *Settings,
) (*Decomposition, error) {
	if cert == nil || k == nil {
		panic("decompose: nil certificate or kernel")
	}
	if err := verify.About(cert, k, cert.Dim()); err != nil {
		return nil, fmt.Errorf("decompose: %w", err)
	}
	if cert.Claim(certify.FiniteMass).Proof != nil {
		r := verify.New(cert, k, cert.Dim(), 0).Claim(ctx, certify.FiniteMass)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.Verdict != check.Accepted {
			return nil, fmt.Errorf("decompose: the certificate's proof of %s is %s: %s %s",
				r.Claim, r.Verdict, r.Rule, r.Why)
		}
	}
	opt := set.withDefaults()
	return jordan(ctx, cert, k, &opt)
}

// withDefaults returns a copy whose Certify can be changed.
func (s *Settings) withDefaults() (t Settings) {
	if s != nil {
		t = *s
	}
	c := new(certify.Settings)
	if t.Certify != nil {
		*c = *t.Certify
	}
	t.Certify = c
	return t
}

// jordan decomposes k as far as what cert says of its finite mass admits.
func jordan(
	ctx context.Context, cert *certify.Certificate, k *kernel.Kernel, opt *Settings,
) (*Decomposition, error) {
	if err := cert.Require(certify.FiniteMass, opt.AcceptEstimate); err != nil {
		return nil, err
	}
	tol, err := tolerance(opt.Tolerance)
	if err != nil {
		return nil, err
	}
	d, doubt := (*Decomposition)(nil), ""
	proved := cert.Claim(certify.FiniteMass).Status == certify.Proved
	switch {
	case opt.Estimate:
	case !proved:
		doubt = "finite mass is not proved"
	default:
		d, err = fromLaws(ctx, k, cert.Dim(), tol, opt)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			d, doubt = nil, err.Error()
		}
	}
	if d == nil {
		if d, err = estimated(ctx, k, cert.Dim(), tol, proved, opt); err != nil {
			return nil, err
		}
		d.Doubt = doubt
	}
	d.Kernel, d.Beyond = cert.Formula(), cert.Beyond()
	d.Certificate = cert.ClaimDigest(certify.FiniteMass)
	return d, nil
}

// estimated returns a decomposition from the profile, with proved masses if there are any.
func estimated(
	ctx context.Context, k *kernel.Kernel, dim int, tol float64, finite bool, opt *Settings,
) (*Decomposition, error) {
	d, err := fromDensity(ctx, k, dim, tol, opt)
	if err != nil {
		return nil, err
	}
	if finite && !opt.Estimate {
		m, err := certify.ProvedMasses(ctx, k, dim, opt.Certify)
		if err != nil {
			return nil, err
		}
		d.adoptMasses(m)
	}
	gap, err := d.Agreement(ctx, k, 0)
	if err != nil {
		return nil, err
	}
	d.raise(gap)
	return d, nil
}

// densityUnits are what proved laws, and if there are none a profile and its tables, may cost at effort 1, in units of
// budget.Meter: some ten seconds. Most take a tenth of it at most; what does not end is in high dimensions, or has many
// parts.
const densityUnits = 100_000_000

// within bounds the work on laws, or on a profile.
func (s *Settings) within(ctx context.Context) (inner context.Context, release func()) {
	return budget.Within(ctx, s.Certify.Units(densityUnits))
}

// fromDensity returns the decomposition from values of the density, within the budget of work.
func fromDensity(
	ctx context.Context, k *kernel.Kernel, dim int, tol float64, opt *Settings,
) (*Decomposition, error) {
	within, release := opt.within(ctx)
	defer release()
	p, err := func() (*profile.Profile, error) {
		s, err := hankel.New(k.Metered(budget.Of(within)), dim, nil)
		if err != nil {
			return nil, err
		}
		return profile.New(within, s, opt.Profile)
	}()
	var d *Decomposition
	if err != nil {
		err = fmt.Errorf("decompose: %w", err)
	} else {
		d, err = FromProfile(within, p, tol)
	}
	if err == nil {
		return d, nil
	}
	if ctx.Err() != nil { // of which what was being done may say less
		return nil, fmt.Errorf("decompose: stopped: %w", ctx.Err())
	}
	if budget.Over(within) {
		return nil, fmt.Errorf("decompose: nothing is proved of the distributions in R^%d, and values of the density "+
			"did not tell them: %s", dim, budget.Why(within, opt.Certify.AtEffort()))
	}
	return nil, err
}

// adoptMasses replaces estimated masses by those that are proved; laws and atoms stay as they are, with errors that the
// comparison of the masses may raise but never lowers. A part that is proved to be nothing goes.
func (d *Decomposition) adoptMasses(m certify.Mass) {
	if m.Kind != certificate.MassEnclosed {
		return
	}
	for _, x := range []struct {
		part *Part
		b    *certify.Bounds
	}{{&d.Plus, m.Plus}, {&d.Minus, m.Minus}} {
		switch {
		case x.b == nil || math.IsInf(x.b.Upper, 1):
		case x.b.Upper == 0:
			*x.part = Part{MassKind: KindProved}
		default:
			all := x.b.Lower + (x.b.Upper-x.b.Lower)/2
			if mass := all - x.part.Origin; x.part.Radii != nil && mass > 0 {
				// What the tabulated law lacks of the mass, it lacks whatever is written beside it.
				e := &x.part.LawErr
				off := math.Abs(mass-x.part.Mass) / mass
				*e = lawError(e.Kolmogorov+off, e.TotalVariation+off, KindEstimated)
				x.part.Mass = mass
				x.part.MassErr = max(x.b.Upper-all, all-x.b.Lower) + 0x1p-52*all // and rounding
				x.part.MassKind = KindProved
			}
		}
	}
}

// fromLaws returns a decomposition with a bias, within the budget of work.
func fromLaws(ctx context.Context, k *kernel.Kernel, dim int, tol float64, opt *Settings) (*Decomposition, error) {
	within, release := opt.within(ctx)
	defer release()
	d, err := func() (*Decomposition, error) {
		laws, err := distribution.Enclose(within, k, dim, &distribution.Settings{Tol: tol / 10})
		if err != nil {
			return nil, err
		}
		return FromLaws(within, laws, tol)
	}()
	switch {
	case err == nil:
	case ctx.Err() == nil && budget.Over(within):
		return nil, fmt.Errorf("the distributions were not proved: %s", budget.Why(within, opt.Certify.AtEffort()))
	default:
		return nil, err
	}
	d.Dim = dim
	return d, nil
}

// usableBias is the bias relative to ‖m‖ beyond which a proof is not worth having, unless the tolerance is as large.
const usableBias = 1e-6

// usableLost is that of atoms which are not listed.
const usableLost = 1e-3

// FromLaws tabulates proved laws. The bias is about tol·‖m‖ at most, 0 meaning 1e-10, provided that the distances of
// the laws to the parts are below it; what was reached after all is Bias. It asks for no certificate; Dim, Kernel,
// Beyond and Certificate are left empty. The error says why there is no useful bound, or is ctx's. It panics if laws is
// nil.
func FromLaws(ctx context.Context, laws *distribution.Pair, tol float64) (*Decomposition, error) {
	if laws == nil {
		panic("decompose: nil distributions")
	}
	tol, err := tolerance(tol)
	if err != nil {
		return nil, err
	}
	d := &Decomposition{Quality: BiasProved}
	m := laws.Masses
	norm, _ := m.Total.Float64()
	usable := max(usableBias, 10*tol) * norm
	if laws.Atoms != nil { // there are no estimates of a measure with atoms that are not listed
		usable += min(4*laws.Atoms.Lost.Add(laws.Atoms.Off).Float64(), usableLost*norm) // it is in both masses, too
	}
	tooWide := func(bias ball.Mag) error {
		if b := bias.Float64(); !(b <= usable) {
			return fmt.Errorf("the proved bias would be %s for a mass of %.4g", outward.Up(b, 2), norm)
		}
		return nil
	}
	var bias ball.Mag
	for _, law := range []*distribution.Distribution{laws.Plus, laws.Minus} {
		if law != nil {
			bias = bias.Add(law.Distance())
		}
	}
	if err := tooWide(bias); err != nil { // no table makes it better
		return nil, err
	}
	bias = doubtful(m.Origin)
	for _, x := range []struct {
		part *Part
		mass *ball.Real
		law  *distribution.Distribution
		sign int
	}{{&d.Plus, m.Plus, laws.Plus, 1}, {&d.Minus, m.Minus, laws.Minus, -1}} {
		var origin, mass, e ball.Real
		if s, _ := m.Origin.Sign(); s == x.sign {
			origin.Abs(m.Origin, 128)
			x.part.Origin, _ = origin.Float64()
			bias = bias.Add(e.Sub(&origin, e.SetFloat64(x.part.Origin), 128).MagUpper())
		}
		mass.Sub(x.mass, &origin, 128)
		atoms, err := newPartAtoms(laws.Atoms, x.sign)
		if err != nil {
			return nil, err
		}
		if x.sign > 0 { // it is in one of the parts
			bias = bias.Add(atoms.lost)
		}
		none := x.law == nil && len(atoms.list) == 0 && atoms.lattice == nil // but what may be lost of the atoms
		if all := mass.MagUpper(); none || all.Float64() <= 1e-2*tol*norm {
			bias = bias.Add(all)
		} else {
			t, sampled, bound, err := lawTable(ctx, x.law, atoms, &mass, 0.35*tol*norm)
			if err != nil {
				return nil, err
			}
			bias = bias.Add(bound)
			x.part.Radii, x.part.Mass = t, sampled
			x.part.LawErr = provedLaw(bound.Add(atoms.lost), sampled)
		}
		mass.Add(&mass, &origin, 128)
		mass.Sub(&mass, e.SetFloat64(x.part.Origin), 128)
		mass.Sub(&mass, e.SetFloat64(x.part.Mass), 128)
		x.part.MassErr, x.part.MassKind = mass.MagUpper().Float64(), KindProved
	}
	d.Bias = &Bias{Law: bias.Float64()}
	if err := tooWide(bias); err != nil {
		return nil, err
	}
	return d, nil
}

// doubtful bounds an atom at 0 of which the sign is not known, so that it is in neither part of a table.
func doubtful(origin *ball.Real) (m ball.Mag) {
	if s, _ := origin.Sign(); s == 0 {
		return origin.MagUpper()
	}
	return m
}

// provedLaw translates a bound B of ∫ |M dP − dm| for a part m of unknown mass μ: |μ − M| ≤ B, so that ∫ |dP − dm/μ| ≤
// (B + |μ−M|)/μ ≤ 2B/(M−B), and the distances of probability laws are half of that at most.
func provedLaw(bound ball.Mag, mass float64) LawError {
	b := bound.Float64()
	e := 1.0
	if b < mass {
		e = b / (mass - b) * slackUp
	}
	return lawError(e, e, KindProved)
}

// FromProfile tabulates both parts of a profile to the tolerance tol (0 means 1e-10). It asks for no certificate; the
// caller answers for the finite mass. Radii below those of float64, of which kernels that fall like 1/log z have a
// share, are in the atom at 0. Kernel, Beyond and Certificate are left empty. It panics if p is nil.
func FromProfile(ctx context.Context, p *profile.Profile, tol float64) (*Decomposition, error) {
	if p == nil {
		panic("decompose: nil profile")
	}
	d := &Decomposition{Dim: p.Dim, Quality: Estimated}
	below := belowFloats(p)
	for _, x := range []struct {
		part *Part
		mass profile.Mass
		sign int
	}{{&d.Plus, p.Plus, 1}, {&d.Minus, p.Minus, -1}} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !validMass(x.mass.Value) || !validMass(x.mass.Err) {
			return nil, fmt.Errorf("decompose: a mass of %s is no basis for a sampler: the density was not resolved",
				outward.Around(x.mass.Value, x.mass.Err, 4))
		}
		x.part.Origin = max(float64(x.sign)*(p.Origin+below), 0)
		x.part.MassErr, x.part.MassKind = x.mass.Err, KindEstimated
		law := p.Law(x.sign)
		if !(law.Mass() > 0) {
			continue
		}
		t, moved, err := newTable(ctx, law, tol)
		if err != nil {
			return nil, err
		}
		x.part.Mass, x.part.Radii = law.Mass(), t
		// The error of the mass is the sum of those of all pieces, tails and noise.
		off := max(x.mass.Err-math.Abs(below), 0) / law.Mass()
		x.part.LawErr = lawError(off+t.InterpolationError(), off+moved, KindEstimated)
	}
	if math.Signbit(d.Plus.Origin) {
		d.Plus.Origin = 0
	}
	if math.Signbit(d.Minus.Origin) {
		d.Minus.Origin = 0
	}
	return d, nil
}

// belowFloats returns the net mass of the radii that are no float64 numbers, as for kernels that fall like 1/log z: the
// profile ends there with a density that does not, and lacks it of k(0). To no distance that is far from 1/leastRadius
// do they differ from 0: a mass h below ω adds h(1 − Λ_d(ωz)) ≤ h·(ωz)²/2 to the bias.
func belowFloats(p *profile.Profile) float64 {
	for _, sign := range []int{1, -1} {
		if low := p.Law(sign).Lower(); p.Law(sign).Mass() > 0 && low.Mass == 0 && 0 < low.At && low.At < leastRadius {
			if missing := -p.Defect; math.Abs(missing) <= p.Plus.Err+p.Minus.Err {
				return missing
			}
		}
	}
	return 0
}

// leastRadius is where radii begin to leave float64.
const leastRadius = 1e-270
