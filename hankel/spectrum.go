package hankel

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"krein/ball"
	"krein/fourier"
	"krein/internal/elem64"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/spline"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/numeric"
	"krein/internal/kernel/piecewise"
	"krein/internal/parallel"
	"krein/internal/special/double"
	"krein/kernel"
)

// Settings are the settings of New. The zero value, like nil, chooses the defaults.
type Settings struct {
	// Quadrature computes the density by quadrature even where it has a closed form.
	Quadrature bool
	// MaxNodes bounds the quadrature nodes kept for one octave of frequencies; 0 means
	// 2¹⁸, enough for ω·R up to about 5·10⁴. Frequencies that need more have the error +Inf.
	MaxNodes int
	// Guide spends nothing on what nodes may not see, and states nothing about it: for a search that proves what it finds.
	Guide bool
}

// Spectrum is the radial spectral measure m of a kernel k in dimension d,
//
//	k(z) = ∫_[0,∞) Λ_d(ωz) m(dω),  m(dω) = Σ atoms + m(ω) dω,
//
// in the convention of package fourier. Its density is
//
//	m(ω) = 2^{2−d}/Γ(d/2)² · ω^{d−1} ∫_0^∞ (k(z) − c) Λ_d(ωz) z^{d−1} dz
//
// with c the limit of k at infinity, the integral being understood as an Abel limit where
// k decays slowly. It is safe for concurrent use.
type Spectrum struct {
	k     *kernel.Kernel
	rough *kernel.Kernel          // k without the part that is made of waves, all of which is atoms; nil if that is all
	at    func(z float64) float64 // rough in float64
	dim   int
	guide bool // Settings.Guide
	atoms []fourier.Atom
	// the density is the sum of a closed form and of a transform; either may be nil
	closed *closedForm
	t      *transform

	tail    Tail
	rest    Tail // of the part that quadrature computes
	scratch sync.Pool
	scale   func() [2]float64

	enclosed func() (*density.Density, error) // made when first needed
}

// New returns the spectrum of k in dimension dim. The density is a closed form where the formula, or a summand of it,
// matches a known pair (sums, scalings and expanded products of them included); the rest is quadrature.
//
// The error is a *NoDensityError if k has no density, if its formula is undefined
// somewhere, or if quadrature cannot resolve it. A spectrum whose mass is not finite is
// no error as long as it has a density; see Tail. New panics if k is nil or dim < 1.
func New(k *kernel.Kernel, dim int, opt *Settings) (*Spectrum, error) {
	if k == nil {
		panic("hankel: New of a nil kernel")
	}
	if dim < 1 {
		panic(fmt.Sprintf("hankel: dimension %d", dim))
	}
	var set Settings
	if opt != nil {
		set = *opt
	}
	if set.MaxNodes <= 0 {
		set.MaxNodes = 1 << 18
	}
	s := &Spectrum{k: k, rough: k, dim: dim, guide: set.Guide}
	s.scratch.New = func() any { return new(scratch) }
	s.scale = sync.OnceValue(s.scaleOfAll)
	s.enclosed = sync.OnceValues(func() (*density.Density, error) { return quadrature.Values(s.k, dim) })
	if !set.Quadrature {
		if err := s.splitWaves(); err != nil {
			return nil, err
		}
	}
	if s.rough == nil {
		s.closed, s.at = &closedForm{}, func(float64) float64 { return 0 }
		s.tail = s.tailLaw(nil)
		return s, nil
	}
	k = s.rough
	s.at = numeric.Compile(k).At
	if !set.Quadrature {
		if k = s.splitMoved(k); k == nil {
			s.tail = s.tailLaw(nil)
			return s, nil
		}
	}
	pieces, err := k.Pieces()
	if err != nil {
		return nil, &NoDensityError{reasonUnresolved, dim, err.Error()}
	}
	c, ok, err := closed.Recognise(dim, pieces, false, spline.Take)
	if err != nil {
		return nil, noDensity(err)
	}
	ok = ok && !c.HasWaves() // quadrature in float64 is as good
	rest := k
	switch {
	case ok && !set.Quadrature:
		s.addClosed(c)
		rest = nil
	case !ok && !set.Quadrature:
		if c, r, err := recognisePart(dim, pieces); err != nil {
			return nil, noDensity(err)
		} else if c != nil {
			s.addClosed(c)
			rest = r.CutAt(k.Points()).Metered(k.Meter())
			if pieces, err = rest.Pieces(); err != nil {
				return nil, &NoDensityError{reasonUnresolved, dim, err.Error()}
			}
		}
	}
	if rest != nil && !set.Quadrature {
		if rest = s.splitMixtures(rest, pieces); rest != nil {
			if pieces, err = rest.Pieces(); err != nil {
				return nil, &NoDensityError{reasonUnresolved, dim, err.Error()}
			}
		}
	}
	if rest != nil && !set.Quadrature {
		inf := numeric.AtInfinity(rest)
		if p := s.newSlow(rest, &inf); p != nil {
			if s.closed == nil {
				s.closed = &closedForm{}
			}
			s.closed.parts = append(s.closed.parts, p)
			if inf.Limit != 0 {
				s.atoms = addAtom(s.atoms, fourier.Atom{Omega: 0, Weight: inf.Limit})
			}
			rest = nil
		}
	}
	if rest != nil {
		if err := s.prepare(rest, pieces, set); err != nil {
			return nil, err
		}
	}
	s.tail = s.tailLaw(rest)
	return s, nil
}

// addClosed takes over a closed form.
func (s *Spectrum) addClosed(c *closed.Form) {
	f, atoms := newClosedForm(c)
	if s.closed == nil {
		s.closed = &closedForm{}
	}
	s.closed.parts = append(s.closed.parts, f.parts...)
	for _, a := range atoms {
		s.atoms = addAtom(s.atoms, a)
	}
}

// splitWaves takes the atoms of a part that is made of waves, as far as they are more than rounding of the others.
func (s *Spectrum) splitWaves() error {
	if s.dim > 1 {
		return nil
	}
	part, rest, ok := atoms.Split(s.k)
	if !ok {
		return nil
	}
	series, err := atoms.Of(part, s.k)
	if err != nil {
		return &NoDensityError{reasonUnresolved, s.dim, err.Error()}
	}
	s.rough = rest
	most := 0.0
	for i := range series.List {
		most = math.Max(most, math.Abs(series.List[i].Weight.Nearest()))
	}
	for i := range series.List {
		x := &series.List[i]
		if w := x.Weight.Nearest(); math.Abs(w) > epsilon/16*most {
			s.atoms = addAtom(s.atoms, fourier.Atom{Omega: x.Omega.Float64(), Weight: w})
		}
	}
	return nil
}

// prepare sets up the quadrature of k, which is the kernel or the part of it that has no closed form.
func (s *Spectrum) prepare(k *kernel.Kernel, pieces []piecewise.Piece,
	set Settings) error { // one function: what is refused, cut and surveyed comes in this order.
	inf := numeric.AtInfinity(k)
	final, constant := closed.Constant(pieces[len(pieces)-1].Expr)
	if constant {
		inf = numeric.Infinity{Kind: asymptotic.ZeroBeyond, Limit: final.Float64(), Radius: pieces[len(pieces)-1].Lo}
	}
	d := float64(s.dim)
	switch {
	case inf.Kind == asymptotic.Growth:
		return &NoDensityError{reasonGrowth, s.dim, inf.Because}
	case inf.Kind == asymptotic.Oscillating && inf.Power < (d-1)/2:
		return &NoDensityError{reasonSingular, s.dim, fmt.Sprintf("the kernel oscillates with the frequency %g and decays like "+
			"z^-%g, more slowly than z^-%g, the transform of a sphere", inf.Frequency, inf.Power, (d-1)/2)}
	case inf.Kind == asymptotic.Oscillating && inf.Power == (d-1)/2:
		return &NoDensityError{reasonUnresolved, s.dim, fmt.Sprintf("an atom at ω = %g may have to be split off", inf.Frequency)}
	}
	limit := inf.Limit
	if inf.Kind == asymptotic.Undetermined {
		var err error
		if limit, err = s.measureLimit(k); err != nil {
			return err
		}
	}
	if math.IsNaN(limit) || math.IsInf(limit, 0) {
		return &NoDensityError{reasonUndefined, s.dim, "the kernel has no finite limit at infinity"}
	}
	if limit != 0 {
		s.atoms = addAtom(s.atoms, fourier.Atom{Omega: 0, Weight: limit})
	}
	t := &transform{
		d: s.dim, lambda: double.NewLambda(d), cut: math.Inf(1), budget: set.MaxNodes,
		levels: map[int]*level{}, meter: k.Meter(),
	}
	pieces, err := splitAtSingularities(k, pieces, s.dim)
	if err != nil {
		return err
	}
	for _, p := range pieces {
		b := p.Hi.Value
		if p.Hi.Inf {
			b = math.Inf(1)
		}
		d := newDigits(p.Expr, limit, inf, p.Lo.Value, b, k, s.dim, s.guide)
		sp := span{a: p.Lo.Value, b: b, f: d.at, cost: d.costAt, cover: d.cover,
			kept: &ruleValues{list: map[rulePanel]*[ruleNodes]noisy{}}}
		t.spans = append(t.spans, sp)
	}
	last := &t.spans[len(t.spans)-1]
	vanishes := inf.Kind == asymptotic.ZeroBeyond
	switch {
	case vanishes && inf.Radius.Value > last.a:
		t.cut = inf.Radius.Value
		last.b = t.cut
	case vanishes:
		t.cut = last.a
		t.spans = t.spans[:len(t.spans)-1]
		if len(t.spans) == 0 {
			return nil // a constant
		}
	default:
		t.soft = true
		if err := t.survey(last, inf); err != nil {
			return err
		}
	}
	if err := t.integrable(); err != nil {
		return err
	}
	s.t = t
	// The lowest level shows whether the kernel can be resolved at all.
	low := 1 / t.scale
	if !math.IsInf(t.cut, 1) {
		low = 1 / t.cut
	}
	if l := t.at(low); l.err != nil {
		if e, ok := l.err.(*NoDensityError); ok {
			return e
		}
		return &NoDensityError{reasonUnresolved, s.dim, l.err.Error()}
	}
	return nil
}

// measureLimit guesses the limit at infinity of a kernel of which nothing is known there.
func (s *Spectrum) measureLimit(k *kernel.Kernel) (float64, error) {
	var v [4]float64
	at := numeric.Compile(k).At
	for i := range v {
		v[i] = at(math.Ldexp(1, 40+8*i))
		if math.IsNaN(v[i]) {
			return 0, nil // overflow inside a formula, or undefined: survey tells which
		}
	}
	a := math.Abs(v[3])
	if a > 1.001*math.Abs(v[2]) && math.Abs(v[2]) > 1.001*math.Abs(v[1]) {
		return 0, &NoDensityError{reasonGrowth, s.dim, fmt.Sprintf("the values grow: k(2^56) = %.4g, k(2^64) = %.4g", v[2], v[3])}
	}
	if a > 0 && math.Abs(v[3]-v[2]) <= 4*epsilon*a && math.Abs(v[2]-v[1]) <= 4*epsilon*a {
		return v[3], nil
	}
	return 0, nil
}

// farthest is up to how many times the distance of its peak a kernel is searched for narrow features.
const farthest = 0x1p24

// survey decides how the last span ends: at a cut beyond which the kernel is negligible, or in windows.
func (t *transform) survey(last *span, inf numeric.Infinity) error {
	const steps, octaves = 4, 160
	unit := last.a
	if unit == 0 {
		unit = 0x1p-80
	}
	slow := inf.Kind == asymptotic.Power || inf.Kind == asymptotic.Oscillating || inf.Kind == asymptotic.LogDecay
	type sample struct{ z, g, k float64 }
	var all []sample
	var peak, peakK float64
	at := 0
	values := map[float64]float64{}
	look := func(looks []float64) error {
		all, at, peak, peakK = nil, 0, math.Inf(-1), 0
		for _, z := range looks {
			k, known := values[z]
			if !known {
				if !t.meter.Spend(last.cost(z)) {
					return &NoDensityError{reasonUnresolved, t.d, t.meter.Err().Error()}
				}
				k = math.Abs(last.f(z).v)
				values[z] = k
			}
			if math.IsNaN(k) || math.IsInf(k, 0) {
				if len(all) > 0 && all[len(all)-1].g < peak-52 {
					break // a formula that overflows inside where it is negligible
				}
				return t.undefined(z)
			}
			g := elem64.Log(k) + float64(t.d)*elem64.Log(z)
			if g > peak {
				peak, at = g, len(all)
			}
			all = append(all, sample{z, g, k})
			peakK = math.Max(peakK, k)
		}
		return nil
	}
	var looks []float64
	for i := 0; i <= steps*octaves; i++ {
		z := unit * math.Exp2(float64(i)/steps)
		if z == last.a {
			z *= 1 + 1e-12
		}
		looks = append(looks, z)
	}
	if err := look(looks); err != nil {
		return err
	}
	if !slow { // a peak that no sample hits may be anywhere
		from, to := all[at].z, math.Min(all[at].z*farthest, all[len(all)-1].z)
		if math.IsInf(peak, -1) {
			from, to = math.Max(last.a, 1/farthest), math.Max(last.a, 1)*farthest
		}
		for _, p := range last.cover.tops(from, to) {
			looks = append(looks, p.z)
		}
		slices.Sort(looks)
		if err := look(looks); err != nil {
			return err
		}
	}
	if math.IsInf(peak, -1) {
		return &NoDensityError{reasonUnresolved, t.d, "all values that were looked at are 0 in floating point"}
	}
	// half is where the kernel has fallen to half its largest value for good.
	half := last.a
	for _, s := range all {
		if s.k >= peakK/2 {
			half = s.z
		}
	}
	t.scale = math.Max(half, last.a)
	// A peak at the end means that k z^d does not fall at all.
	end := -1
	for i := len(all) - 1; i > at; i-- {
		if all[i].g > peak-52 {
			break
		}
		end = i
	}
	if end < 0 || slow || all[end].z > 1e6*all[at].z {
		return nil
	}
	// A cut where k z^d has fallen below e⁻⁵² of its peak; the rest is a few widths of it.
	t.cut = all[end].z
	last.b = t.cut
	t.rest = all[end].k * t.cut
	return nil
}

// splitAtSingularities cuts pieces where the kernel is known to be singular inside them.
func splitAtSingularities(k *kernel.Kernel, pieces []piecewise.Piece, dim int) ([]piecewise.Piece, error) {
	sing, _ := numeric.Singularities(k, 0) // whatever is found is right
	var out []piecewise.Piece
	for _, p := range pieces {
		for _, q := range sing {
			b := q.At
			if q.Exponent == nil || b.Value == 0 {
				continue
			}
			if e, _ := q.Exponent.Float64(); e <= -1 {
				return nil, &NoDensityError{reasonNotIntegrable, dim,
					fmt.Sprintf("the kernel behaves like |z-b|^%g at b = %g", e, b.Value)}
			}
			if p.Lo.Value < b.Value && b.Value < p.Hi.Value {
				out = append(out, piecewise.Piece{Lo: p.Lo, Hi: b, Expr: p.Expr})
				p.Lo = b
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// integrable checks k z^{d−1} at the origin.
func (t *transform) integrable() error {
	if !integrableAt0(t.spans[0].f, t.d, math.Min(t.spans[0].b, 1)) {
		return &NoDensityError{reasonNotIntegrable, t.d, "k(z) z^(d-1) is not integrable at z = 0"}
	}
	return nil
}

// integrableAt0 reports whether f(z) z^{d−1} seems to be integrable on (0, b).
func integrableAt0(f func(z float64) noisy, dim int, b float64) bool {
	g := func(z float64) float64 { return elem64.Log(math.Abs(f(z).v)) + float64(dim)*elem64.Log(z) }
	const z1, z2 = 1e-60, 1e-90
	// g ~ (β+d) log z for k ~ z^β
	g1, g2 := g(z1*b), g(z2*b)
	return math.IsInf(g1, -1) || math.IsInf(g2, -1) || !(g2 > g1-1e-3*elem64.Log(z1/z2))
}

// Dim returns the dimension d.
func (s *Spectrum) Dim() int { return s.dim }

// Kernel returns the kernel.
func (s *Spectrum) Kernel() *kernel.Kernel { return s.k }

// Atoms returns the atoms of m in increasing order of ω: the limit of k at infinity at
// ω = 0, and the spheres that carry parts Λ_d(az). The slice is the caller's.
func (s *Spectrum) Atoms() []fourier.Atom { return append([]fourier.Atom(nil), s.atoms...) }

// Closed returns what closed form the density has. If ok is false it is computed by quadrature.
func (s *Spectrum) Closed() (description string, ok bool) {
	if s.closed == nil || s.t != nil {
		return "", false
	}
	if len(s.closed.parts) == 0 {
		return "no density, atoms only", true
	}
	var parts []string
	for _, p := range s.closed.parts {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, " + "), true
}

// Enclose sets dst to a ball that contains the density m(ω), without atoms, for every point ω ≥ 0 of omega; see
// quadrature.At. The value does not depend on how s computes its float64 density. The error is that of density.New or
// At. Enclose panics if dst or omega is nil.
func (s *Spectrum) Enclose(ctx context.Context, dst, omega *ball.Real, prec uint) (quadrature.Enclosure, error) {
	if dst == nil || omega == nil {
		panic("hankel: Enclose of nil")
	}
	p, err := s.enclosed()
	if err != nil {
		dst.SetIndeterminate()
		return quadrature.Enclosure{}, err
	}
	return quadrature.At(ctx, p, dst, omega, prec)
}

// Transform sets dst to a ball that contains the Hankel transform ∫₀^∞ f(x) J_ν(rx) x dx of a function given by a formula, for real ν ≥
// −1/2 and r > 0. What it needs of f, its errors and the result are those of quadrature.Transform. It panics if an argument is nil.
func Transform(ctx context.Context, f *kernel.Kernel, dst, nu, r *ball.Real, prec uint) (quadrature.Enclosure, error) {
	if f == nil || dst == nil || nu == nil || r == nil {
		panic("hankel: Transform of nil")
	}
	return quadrature.Transform(ctx, f, dst, nu, r, prec)
}

// Tail returns the behaviour of the density at 0 and at infinity (estimated).
func (s *Spectrum) Tail() Tail {
	t := s.tail
	t.Waves = append([]Wave(nil), t.Waves...)
	return t
}

// Density returns m(ω), ω ≥ 0, without atoms, and an estimate of its absolute error: the difference of two quadrature
// rules and the rounding errors, those inside the formula of the kernel included, and what can hide between the nodes by enclosures of
// the formula (see docs/spectrum.md for where there are none). The error is +Inf where the method
// fails (the value is then of no use) and where m(ω) is infinite. For mixtures it leaves out what the tables of package
// mixture lack at frequencies below which there is some 1e-24 of the mass. It panics if ω is negative or NaN.
func (s *Spectrum) Density(omega float64) (m, err float64) {
	if !(omega >= 0) {
		panic(fmt.Sprintf("hankel: Density at ω = %v", omega))
	}
	b := s.scratch.Get().(*scratch)
	defer s.scratch.Put(b)
	return s.density(omega, b)
}

// density is sum with an error that is not 0 where a float64 is too large for the value.
func (s *Spectrum) density(omega float64, b *scratch) (m, err float64) {
	m, err = s.sum(omega, b)
	if t := &s.tail; omega > 0 && math.Abs(m) < smallestNormal && !(t.Kind == TailZero && omega >= t.Rate) && !math.IsInf(omega, 1) {
		err = max(err, math.SmallestNonzeroFloat64)
	}
	return m, err
}

// smallestNormal is the least float64 of full precision: of what is below, digits are lost, and 0 may be no zero.
const smallestNormal = 0x1p-1022

// sum adds up the parts.
func (s *Spectrum) sum(omega float64, b *scratch) (m, err float64) {
	if math.IsInf(omega, 1) {
		return 0, 0
	}
	if s.closed != nil {
		if m, err = s.closed.density(omega); math.IsNaN(m) || math.IsNaN(err) {
			return math.NaN(), math.Inf(1)
		}
	}
	if s.t != nil {
		var q, e float64
		if omega == 0 {
			q, e = s.origin(b)
		} else {
			q, e = s.t.density(omega, b)
		}
		if s.closed == nil {
			return q, e
		}
		m += q
		if err += e + epsilon*math.Abs(m); math.IsNaN(err) {
			err = math.Inf(1)
		}
	}
	return m, err
}

// origin returns the part of m(0) that comes from quadrature.
func (s *Spectrum) origin(b *scratch) (m, err float64) {
	t := &s.rest
	switch {
	case t.OriginExponent > 0:
		return 0, 0
	case t.OriginExponent < 0:
		return math.Copysign(math.Inf(1), t.OriginCoef), math.Inf(1)
	case s.dim == 1 && !math.IsInf(s.t.cut, 1):
		// m is even and analytic there
		x := 1e-9 / s.t.cut
		m, err = s.t.density(x, b)
		return m, err + epsilon*math.Abs(m)
	}
	m = t.OriginCoef
	return m, math.Inf(1)
}

func (c *closedForm) density(omega float64) (m, err float64) {
	for _, p := range c.parts {
		v, e := p.density(omega)
		m += v
		err += e + epsilon*math.Abs(m)
	}
	return m, err
}

// tail combines the tails of the parts: at infinity the slowest rules, at the origin the least exponent.
func (c *closedForm) tail(d float64) Tail {
	if len(c.parts) == 0 {
		return Tail{Kind: TailZero, Finite: true, OriginExponent: d - 1, Because: "there is no density"}
	}
	var all []Tail
	for _, p := range c.parts {
		all = append(all, p.tail())
	}
	return combine(all)
}

// Breaks returns frequencies at and around which the density is not smooth, or has features that are narrow beside ω, in
// no order.
func (s *Spectrum) Breaks() (out []float64) {
	if s.closed == nil {
		return nil
	}
	for _, p := range s.closed.parts {
		if p, ok := p.(interface{ breaks() []float64 }); ok {
			out = append(out, p.breaks()...)
		}
	}
	return out
}

// Lost bounds, as far as floats tell, the mass of what the density leaves out: terms of a series with kinks.
func (s *Spectrum) Lost() (sum float64) {
	if s.closed == nil {
		return 0
	}
	for _, p := range s.closed.parts {
		if p, ok := p.(*movedPart); ok {
			sum += p.lost
		}
	}
	return sum
}

// Tabulate stores m(omegas[i]) in dst[i] and the error estimates in errs[i], as Density; errs may be nil. Frequencies
// may come in any order; where they are dense, quadrature values are interpolated by Chebyshev polynomials on fixed
// panels, the error of which is estimated and added. It runs on all processors and the result does not depend on their
// number.
//
// The error is that of ctx, or tells of a frequency that is negative or NaN. It panics if the lengths differ.
func (s *Spectrum) Tabulate(ctx context.Context, dst, errs, omegas []float64) error {
	if len(dst) != len(omegas) || errs != nil && len(errs) != len(omegas) {
		panic(fmt.Sprintf("hankel: Tabulate of %d frequencies into %d values, %d errors", len(omegas), len(dst), len(errs)))
	}
	for i, w := range omegas {
		if !(w >= 0) {
			return fmt.Errorf("hankel: frequency %d is %v; frequencies must be nonnegative numbers", i, w)
		}
	}
	if errs == nil {
		errs = make([]float64, len(omegas))
	}
	tasks := s.plan(omegas)
	return parallel.Try(ctx, len(tasks), func(i int) error {
		b := s.scratch.Get().(*scratch)
		tasks[i].run(s, b, dst, errs, omegas)
		s.scratch.Put(b)
		return nil
	})
}

// Scale returns frequencies outside of which only a share of about 1e-13 of the mass of
// the density lies, or mass that follows the laws of Tail, as far as the accuracy of the
// density lets one see it. lo < hi; both are positive and finite.
func (s *Spectrum) Scale() (lo, hi float64) {
	r := s.scale()
	return r[0], r[1]
}
