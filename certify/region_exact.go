package certify

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/certify/region"
	"krein/internal/elem64"
	"krein/internal/polynomial/roots"
)

// Ends of regions are often no rationals: 1/√3 for exp(−z)·cos(bz) on R³. The bracket of an end is compared with constants of
// few letters, and one that lies in it is tried: certificates of the intervals on its two sides prove it, or nothing is said.

// mostGuesses bounds the constants that are tried in one bracket.
const mostGuesses = 6

// thresholds tries constants in the brackets of ends.
func (r *regionSearch) thresholds(cells []region.Cell) {
	for i := 1; i < len(cells)-1; i++ {
		gap, before, after := &cells[i], &cells[i-1], &cells[i+1]
		if gap.Status != Undecided || !decided(before.Status) || !decided(after.Status) || before.Status == after.Status ||
			!r.near(gap.From, gap.To) {
			continue
		}
		if r.affine && r.rationalEnd(gap, before, after) || gap.From.Sign()*gap.To.Sign() <= 0 {
			continue
		}
		tried := 0
		for _, text := range guesses(gap.From, gap.To) {
			if r.err != nil || r.spent || tried == mostGuesses {
				break
			}
			unit, err := region.NewExact(text)
			if err != nil {
				continue
			}
			in, out := r.unitSpans(gap, unit)
			if in == nil {
				continue
			}
			tried++
			proved, refuted, end := in, out, in.To
			if before.Status == Refuted {
				proved, refuted = out, in
			}
			beside := r.beside(unit, refuted, Refuted, refuted == in)
			if beside == nil { // as for a number that is not the end
				continue
			}
			b := r.hullTo(unit, end)
			if b == nil {
				b = r.beside(unit, proved, Proved, proved == in)
			}
			if b != nil {
				r.keep(*beside, *b)
				break
			}
		}
	}
}

// rationalEnd looks for a certificate of a gap next to a value of few letters up to which a cell goes, with the status of the
// other one: the end is often 0, 1/3 or another such number. Where the family is not affine, boxes were looked for so.
func (r *regionSearch) rationalEnd(gap, before, after *region.Cell) bool {
	s, status := region.Span{From: gap.From, To: gap.To, OpenFrom: true}, after.Status
	at := gap.From
	if len(at.RatString()) > mostLetters || gap.OpenTo && len(gap.To.RatString()) < len(at.RatString()) {
		s, status, at = region.Span{From: gap.From, To: gap.To, OpenTo: true}, before.Status, gap.To
	}
	if len(at.RatString()) > mostLetters {
		return false
	}
	cert := r.over(s, nil, status, 1)
	if cert == nil {
		return false
	}
	r.keep(region.Box{Span: s, Cert: cert})
	return true
}

// unitSpans returns the intervals of s for which s·unit goes from beside the gap to an end in it, and from there to
// beyond the gap; nil if the end is not in the gap.
func (r *regionSearch) unitSpans(gap *region.Cell, unit *region.Exact) (in, out *region.Span) {
	end := big.NewRat(int64(gap.From.Sign()), 1)
	if c, err := unit.Cmp(end, gap.From); err != nil || c <= 0 {
		return nil, nil
	}
	if c, err := unit.Cmp(end, gap.To); err != nil || c >= 0 {
		return nil, nil
	}
	near := new(big.Rat).SetFloat64(unit.Near())
	width := new(big.Rat).Sub(gap.To, gap.From)
	// A rational of few letters that is a bracket's width or two outside of it.
	beside := func(v *big.Rat, sign int64) *big.Rat {
		step := new(big.Rat).Mul(width, big.NewRat(sign, 1))
		a, b := new(big.Rat).Add(v, step), new(big.Rat).Add(v, new(big.Rat).Mul(step, big.NewRat(2, 1)))
		a.Quo(a, near)
		b.Quo(b, near)
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		return roots.Simplest(a, b)
	}
	return &region.Span{From: beside(gap.From, -1), To: end}, &region.Span{From: end, To: beside(gap.To, 1)}
}

// hullTo returns a certificate of the claim at the exact end of what is proved, where that is enough; nil if there is none.
func (r *regionSearch) hullTo(unit *region.Exact, end *big.Rat) *region.Box {
	if !r.affine || r.id.Linear() {
		return nil
	}
	s := region.Span{From: end, To: end}
	if cert := r.over(s, unit, Proved, 1); cert != nil {
		return &region.Box{Span: s, Unit: unit, Cert: cert}
	}
	return nil
}

// beside returns a certificate on s·unit that says the status, with the exact end if it may be, and without it if not; nil if there
// is none. An end belongs to what is proved where the claim is closed under limits, so only there the first is tried before the
// second.
func (r *regionSearch) beside(unit *region.Exact, s *region.Span, status Status, below bool) *region.Box {
	for _, open := range []bool{status == Refuted, status != Refuted} {
		t := *s
		if below {
			t.OpenTo = open
		} else {
			t.OpenFrom = open
		}
		if cert := r.over(t, unit, status, 1); cert != nil {
			return &region.Box{Span: t, Unit: unit, Cert: cert}
		}
	}
	return nil
}

// keep keeps certificates beside an exact end.
func (r *regionSearch) keep(boxes ...region.Box) {
	r.exact = append(r.exact, boxes...)
	if r.looked != nil {
		r.looked()
	}
}

// guesses returns constants of few letters, positive, near an interval of numbers with one sign: roots of rationals, rational
// multiples of π, values of tan, cos, exp and log at such, and a + b√c.
func guesses(lo, hi *big.Rat) (texts []string) {
	a, _ := lo.Float64()
	b, _ := hi.Float64()
	if a, b = math.Abs(a), math.Abs(b); a > b {
		a, b = b, a
	}
	// through adds what inverse makes a rational of few digits; the two ends are apart, so rounding does no more than miss one.
	through := func(inverse func(float64) float64, most int64, write func(v *big.Rat) string) {
		p, q := inverse(a), inverse(b)
		if p > q {
			p, q = q, p
		}
		if !(q-p > 0) || math.IsInf(p, 0) || math.IsInf(q, 0) {
			return
		}
		v := roots.Simplest(new(big.Rat).SetFloat64(p), new(big.Rat).SetFloat64(q))
		if v.Num().IsInt64() && v.Denom().IsInt64() && v.Sign() != 0 &&
			math.Abs(float64(v.Num().Int64()))*float64(v.Denom().Int64()) <= float64(most) {
			texts = append(texts, write(v))
		}
	}
	for _, n := range []float64{2, 3, 4, 5, 6} {
		through(func(x float64) float64 { return elem64.Pow(x, n) }, 1<<13, func(v *big.Rat) string { return root(v, int(n)) })
	}
	of := func(name string) func(v *big.Rat) string {
		return func(v *big.Rat) string { return name + "(" + v.RatString() + ")" }
	}
	ofAngle := func(name string) func(v *big.Rat) string {
		return func(v *big.Rat) string { return name + "(" + timesPi(v) + ")" }
	}
	through(func(x float64) float64 { return math.Atan(x) / math.Pi }, 1<<10, ofAngle("tan"))
	through(func(x float64) float64 { return x / math.Pi }, 1<<10, timesPi)
	if b <= 1 {
		through(func(x float64) float64 { return math.Acos(x) / math.Pi }, 1<<10, ofAngle("cos"))
	}
	through(elem64.Log, 1<<10, of("exp"))
	through(math.Exp, 1<<10, of("log"))
	for _, c := range []float64{2, 3, 5, 6, 7, 10, 11, 13, 15, 17, 21, 33} {
		for m := -4.0; m <= 4; m++ {
			for n := 1.0; n <= 6 && m != 0; n++ {
				if k := math.Ceil(n*a - m*math.Sqrt(c)); k != 0 && math.Abs(k) <= 20 && k <= n*b-m*math.Sqrt(c) {
					texts = append(texts, fmt.Sprintf("(%v + %v*sqrt(%v))/%v", k, m, c, n))
				}
			}
		}
	}
	slices.SortStableFunc(texts, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return texts
}

// timesPi writes v·π: 3*pi/10.
func timesPi(v *big.Rat) string {
	text := "pi"
	if v.Num().Cmp(big.NewInt(1)) != 0 {
		text = v.Num().String() + "*pi"
	}
	if !v.IsInt() {
		text += "/" + v.Denom().String()
	}
	return text
}

// root writes the n-th root of v: 1/sqrt(3).
func root(v *big.Rat, n int) string {
	switch below := v.Num().Cmp(big.NewInt(1)) == 0 && !v.IsInt(); {
	case below:
		return "1/" + root(new(big.Rat).Inv(v), n)
	case n == 2:
		return "sqrt(" + v.RatString() + ")"
	case v.IsInt():
		return fmt.Sprintf("%s^(1/%d)", v.RatString(), n)
	}
	return fmt.Sprintf("(%s)^(1/%d)", v.RatString(), n)
}
