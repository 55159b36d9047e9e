package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/density"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/sign"
	"krein/internal/outward"
)

// SignSettings are the settings of Sign. The zero value, like nil, chooses the defaults.
type SignSettings struct {
	// Panels bounds the number of panels. Default 3000.
	Panels int
	// Prec is the precision in bits of the first attempt; a second uses three times as many. Default 96.
	Prec uint
	// Hints are frequencies at which the density may be negative, tried first.
	Hints []float64
	// Scan has frequencies from 0.05 to 500 tried next, with 64 bits.
	Scan bool
	// Skip, if not nil, reports that a frequency of the scan is not worth a look.
	Skip func(omega float64) bool
}

// Sign looks for a proof of the sign of the density m(ω), ω > 0, without atoms. The error is that of ctx, to whose
// budget expansions are charged; where nothing could be proved the sign is Undecided.
//
// Nonnegative densities are found where every summand has a closed form, or is a sum of powers of z on an interval:
// sums of polynomials times Gaussians, of Matérn functions and polynomials times exp(−az), also damped cosines, of
// (1+pz²)^{−β}, and of compactly supported piecewise polynomials in z, (1−z²/R²)^α, and polynomials in z times
// (1−z/R)^δ. A density that touches zero at some ω > 0 is decided only ByParts. A negative value is looked for at the
// hints, on panels, at both ends, and where the exact tail of a compactly supported part oscillates.
func Sign(ctx context.Context, p *density.Density, opt *SignSettings) (*sign.Proof, error) {
	var set SignSettings
	if opt != nil {
		set = *opt
	}
	if set.Panels <= 0 {
		set.Panels = 3000
	}
	if set.Prec == 0 {
		set.Prec = 96
	}
	for _, w := range set.Hints {
		if q, _ := tryNegative(ctx, p, w, 64, 256); q != nil || ctx.Err() != nil {
			return q, ctx.Err()
		}
	}
	for w, step, failed := 0.05, scanStep(p), 0; set.Scan && w < 500 && failed < 2; w *= step {
		at := math.Round(w*64) / 64
		if set.Skip != nil && set.Skip(at) {
			continue
		}
		q, err := tryNegative(ctx, p, at, 64)
		if q != nil || ctx.Err() != nil {
			return q, ctx.Err()
		}
		if err != nil { // nor will it be at the others, the work on which grows
			failed++
		}
	}
	forms := sign.NewForms(p)
	for _, d := range dips(forms, budget.Of(ctx)) {
		if q, _ := tryNegativeAt(ctx, p, d.omega, max(64, d.bits), 4*d.bits); q != nil || ctx.Err() != nil {
			return q, ctx.Err()
		}
	}
	if forms.Separately() {
		return &sign.Proof{Sign: sign.Nonnegative, Method: sign.ByParts, Because: "every part of the density is nonnegative"},
			nil
	}
	var because string
	for _, prec := range []uint{set.Prec, 3 * set.Prec} {
		s := sign.NewSigner(p, prec)
		if s == nil {
			return &sign.Proof{Because: "the density has parts without an exact form, or in which nothing " +
				"is known of the constants"}, nil
		}
		s.Groups[0] = &metered{s.Groups[0], budget.Of(ctx), newWork(p, prec)}
		q, err := (&finder{Signer: s, p: p}).find(ctx, set.Panels)
		if err != nil || q.Sign != sign.Undecided {
			return q, err
		}
		because = q.Because
	}
	return &sign.Proof{Because: because}, nil
}

// NegativeFarOut reports whether the leading terms of a density at infinity are negative, so that it is negative from some
// frequency on, however far out and however small it is there.
func NegativeFarOut(ctx context.Context, p *density.Density) bool {
	s := sign.NewSigner(p, 96)
	if s == nil {
		return false
	}
	s.Groups[0] = &metered{s.Groups[0], budget.Of(ctx), newWork(p, 96)}
	_, sgn, _, err := (&finder{Signer: s, p: p}).atInfinity(ctx)
	return err == nil && sgn < 0
}

// dearestFrequency is where the search for negative values of a density by quadrature stops: the work grows with ω.
const dearestFrequency = 1000

// scanStep is the quotient of frequencies of a scan.
func scanStep(p *density.Density) float64 {
	if quadrature.NeedsQuadrature(p) {
		return 2
	}
	return 1.15
}

// signBits is the accuracy with which the sign of a density is looked at.
const signBits = 8

// errOpen: the sign of an integral is not known.
var errOpen = errors.New("the sign is not known")

// tryNegative returns a proof if m(ω) < 0; it is nil if it is not known to be. The error says why the sign of an
// integral is not known.
func tryNegative(ctx context.Context, p *density.Density, w float64, precs ...uint) (*sign.Proof, error) {
	if !(w > 0) || math.IsInf(w, 0) {
		return nil, nil
	}
	return tryNegativeAt(ctx, p, new(big.Rat).SetFloat64(w), precs...)
}

func tryNegativeAt(ctx context.Context, p *density.Density, omega *big.Rat, precs ...uint) (*sign.Proof, error) {
	w, _ := omega.Float64()
	if w > dearestFrequency && quadrature.NeedsQuadrature(p) {
		return nil, nil
	}
	if quadrature.NeedsQuadrature(p) { // a few bits are had for less
		var v ball.Real
		_, err := quadrature.At(ctx, p, &v, ball.NewReal(w), signBits)
		if err == nil && v.Positive() != ball.True && v.Negative() != ball.True {
			err = errOpen
		}
		if err != nil || v.Positive() == ball.True {
			return nil, err
		}
	}
	for _, prec := range precs {
		q := &sign.Proof{Sign: sign.Negative, Method: sign.ByValue, Omega: omega, Prec: prec,
			Because: fmt.Sprintf("the density is negative at ω = %.17g", w)}
		if check(ctx, p, q) == nil {
			return q, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// check is sign.Check, and proves a value, for which it may need quadrature.
func check(ctx context.Context, p *density.Density, q *sign.Proof) error {
	if q.Sign != sign.Negative || q.Method != sign.ByValue {
		return sign.Check(ctx, p, q)
	}
	if q.Omega == nil || q.Omega.Sign() <= 0 {
		return &sign.Error{Because: "no frequency"}
	}
	if sign.NegativeAt(p, q.Omega) {
		return nil
	}
	var w, v ball.Real
	prec := sign.ClampSignPrec(q.Prec)
	w.SetRat(q.Omega, 2*prec+64)
	if _, err := quadrature.At(ctx, p, &v, &w, prec); err != nil {
		return err
	}
	if v.Negative() != ball.True {
		return &sign.Error{Because: fmt.Sprintf("m(%s) = %v, which is not proved to be negative", q.Omega.RatString(), &v)}
	}
	return nil
}

// finder looks for a proof of the sign of a density.
type finder struct {
	*sign.Signer
	p *density.Density
}

// find looks for a proof ByPanels, and for negative values.
func (s *finder) find(ctx context.Context, most int) (*sign.Proof, error) {
	if q, err := s.negative(ctx, slices.Values(s.lobes()), ""); err != nil || q.Sign != sign.Undecided {
		return q, err
	}
	to, sgn, waves, err := s.atInfinity(ctx)
	switch {
	case err != nil:
		return nil, err
	case sgn < 0:
		return s.negative(ctx, powers(math.Sqrt(to), 16),
			"the leading terms at infinity are negative, but no value was found that is")
	case sgn == 0:
		return s.negative(ctx, s.troughs(waves), "no sign of the density at infinity could be proved")
	case !s.Prepare(to):
		return &sign.Proof{Because: "the power series would be too long"}, nil
	}
	from, sgn, err := s.atZero(ctx, to)
	switch {
	case err != nil:
		return nil, err
	case sgn < 0:
		return s.negative(ctx, powers(math.Sqrt(from), 1./16),
			"the leading term at zero is negative, but no value was found that is")
	case sgn == 0:
		return &sign.Proof{Because: "no sign of the density at ω = 0 could be proved"}, nil
	}
	return s.between(ctx, from, to, most)
}

// negative returns a proof from the first of the frequencies at which the density is negative; with
// none the sign is Undecided, because of what is said.
func (s *finder) negative(ctx context.Context, at iter.Seq[float64], because string) (*sign.Proof, error) {
	for w := range at {
		if q, _ := tryNegative(ctx, s.p, w, 64, 256); q != nil || ctx.Err() != nil {
			return q, ctx.Err()
		}
	}
	return &sign.Proof{Because: because}, nil
}

// powers iterates over w, w·factor, w·factor², … as long as they are reasonable frequencies.
func powers(w, factor float64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for ; w > 0x1p-80 && w < 0x1p80 && yield(w); w *= factor {
		}
	}
}

// atInfinity finds a t = ω² from which on the density has a sign, sgn ≠ 0; or the terms of a tail
// that oscillates, if any were found.
func (s *finder) atInfinity(ctx context.Context) (to float64, sgn int, waves []sign.EndTerm, err error) {
	const octaves = 120
	most := signReach
	if s.F.Compact != nil && len(s.F.Compact.Pieces)+len(s.F.Compact.Ends) == 0 {
		most = max(most, 4*float64(s.Dim)) // one term is the exact tail
	}
	for e := -octaves; e <= octaves && sgn == 0; e++ {
		if err := ctx.Err(); err != nil {
			return 0, 0, nil, err
		}
		w := math.Ldexp(1, e)
		if s.F.Compact != nil {
			r := reach(s.Signer, w)
			if r > most {
				break
			}
			if r < max(2, float64(s.Dim)/2) {
				continue // no asymptotic expansion holds there
			}
		}
		var terms []sign.EndTerm
		if sgn, terms = s.Tail(w); sgn != 0 {
			to = w
		}
		if terms != nil {
			waves = terms
		}
	}
	return to, sgn, waves, nil
}

// troughs are frequencies at which an oscillating tail of a compact part is negative.
func (s *finder) troughs(waves []sign.EndTerm) iter.Seq[float64] {
	if s.F.Compact == nil {
		return slices.Values([]float64(nil))
	}
	return newTail(waves).troughs(func(w float64) bool {
		if len(s.F.Compact.Ends) > 0 {
			return true // their waves are not known well enough to tell
		}
		var v ball.Real
		sign.TailAt(&v, waves, ball.NewReal(w), s.Prec)
		return v.Negative() == ball.True
	})
}

// atZero finds a t = ω² below which the density has a sign; 0 if none was found.
func (s *finder) atZero(ctx context.Context, to float64) (from float64, sgn int, err error) {
	for h := to / 2; h > to*0x1p-200 && h > 0; h /= 2 {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		if sgn = s.AtZero(h); sgn != 0 {
			return h, sgn, nil
		}
	}
	return 0, 0, nil
}

// between looks for a proof by panels of a density that is positive outside of them.
func (s *finder) between(ctx context.Context, from, to float64, most int) (*sign.Proof, error) {
	ok, n, at, err := s.Panels(ctx, from, to, most)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return &sign.Proof{
			Sign: sign.Nonnegative, Method: sign.ByPanels, From: new(big.Rat).SetFloat64(from), To: new(big.Rat).SetFloat64(to),
			Panels: n, Prec: s.Prec,
			Because: fmt.Sprintf("positive for ω ≤ %s by its first Taylor coefficient, on panels up to ω = %s, and "+
				"beyond by its leading terms", outward.Down(math.Sqrt(from), 4), outward.Up(math.Sqrt(to), 4)),
		}, nil
	}
	return s.negative(ctx, slices.Values([]float64{math.Sqrt(at)}),
		fmt.Sprintf("the density could not be separated from zero near ω = %.6g", math.Sqrt(at)))
}

// signReach bounds R√t for the radius R of a compact part, in dimensions that are not large.
const signReach = 400.0

// lobes returns frequencies where Λ_d(Rω) is negative for the first times, at zeros ν + 1.86ν^{1/3} + … of J_ν, ν =
// d/2−1, in large dimensions, where the tail comes late.
func (s *finder) lobes() []float64 {
	if s.F.Compact == nil || s.Dim <= 100 {
		return nil
	}
	nu := float64(s.Dim)/2 - 1
	r := reach(s.Signer, 1)
	var out []float64
	for i := range 12 {
		out = append(out, (nu+(2+float64(i))*math.Cbrt(nu))/r)
	}
	return out
}

// reach returns R√t, R the largest distance of the compact part of a density.
func reach(s *sign.Signer, t float64) float64 {
	c := s.F.Compact
	breaks, ok := c.Breaks()
	if !ok {
		return math.Inf(1)
	}
	var r float64
	for _, b := range breaks {
		r = math.Max(r, b.At.Float64())
	}
	for _, q := range c.Sonine {
		r = math.Max(r, q.R.Float64())
	}
	for _, e := range c.Ends {
		r = math.Max(r, e.R.Float64())
	}
	return r * math.Sqrt(t)
}
