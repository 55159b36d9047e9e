package kernel

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// infinityOrders are the orders in 1/z to which the analysis at infinity carries
// infinite processes; the second is tried when leading terms cancel in the first.
var infinityOrders = [...]int64{6, 24}

// AtInfinity returns the behaviour of the effective function as z → ∞, from an
// expansion of its last piece in powers of 1/z, powers of log z and exponentials
// (with complex exponents for what oscillates). A limit is separated from what
// decays however small it is, and terms that cancel are followed to the next ones; where the
// expansion does not settle the behaviour, Kind is Undetermined and Because says why.
func (k *Kernel) AtInfinity() Infinity {
	pieces, err := k.Pieces()
	if err != nil {
		return Infinity{Because: err.Error()}
	}
	last := pieces[len(pieces)-1]
	if k.IsFunc() {
		if b, r := k.Extension(); b == Zero {
			v, _ := r.Float64()
			return Infinity{Kind: ZeroBeyond, Radius: Breakpoint{Value: v, Exact: Rational(r)}, Regular: true,
				Because: fmt.Sprintf("k = 0 for z > %s", r.RatString())}
		}
		return Infinity{Because: errGoFunc.Error()}
	}
	var inf Infinity
	for _, order := range infinityOrders {
		var u series[complexNum[bigNum]]
		var s *seriesArith[complexNum[bigNum]]
		var found Infinity
		err = atPrecisions(k.meter, func(ar *bigArith) error {
			s = newSeriesArith[complexNum[bigNum]](complexArith[bigNum]{ar}, intExp(order), true)
			var err error
			u, err = evalSeries(last.Expr, func(s *seriesArith[complexNum[bigNum]]) series[complexNum[bigNum]] {
				return s.monomial(s.int(1), monomial{e: intExp(-1)})
			}, s)
			if err == nil {
				found, err = classify(u, s)
			}
			return err
		})
		if err == nil {
			inf = found
			if inf.Kind != Constant || inf.Regular {
				break
			}
			continue
		}
		if inf.Kind == Undetermined {
			inf.Because = err.Error()
		}
		if se := (*seriesError)(nil); !errors.As(err, &se) || !se.order {
			break
		}
	}
	if inf.Kind == ZeroBeyond || inf.Kind == Constant && inf.Regular {
		inf.Radius = last.Lo
		inf.Because = fmt.Sprintf("k = %.6g for z > %v", inf.Limit, last.Lo)
	}
	return inf
}

// farShape is the behaviour at infinity that an expansion in τ = 1/z shows.
type farShape[C any] struct {
	kind    DecayKind
	regular bool
	limit   C                           // the constant term
	group   []seriesTerm[complexNum[C]] // the leading terms of k − limit, of one size; empty if none was found
}

// shapeAtInfinity reads the behaviour off the expansion u. The leading term is certain to differ from zero as far as the coefficients can tell.
func shapeAtInfinity[C any](u series[complexNum[C]], s *seriesArith[complexNum[C]]) (f farShape[C], err error) {
	defer catchSeries(&err)
	f.limit = s.int(0).re
	rest := -1
	for i, t := range u.terms {
		if t.m == one {
			f.limit = t.c.re
		} else if rest < 0 {
			rest = i
		}
	}
	if rest < 0 {
		f.kind, f.regular = Constant, u.rem == nil
		switch {
		case u.isZero():
			f.kind = ZeroBeyond
		case u.rem != nil && s.cmp(*u.rem, one) <= 0:
			return f, failOrder("the terms of the expansion at infinity cancel as far as it goes")
		}
		return f, nil
	}
	m := u.terms[rest].m
	for _, t := range u.terms[rest:] {
		if t.m != one && s.cmp(t.m, m) == 0 {
			ok(t.c, s.co.nonzero(t.c)) // or it is not known what oscillates
			f.group = append(f.group, t)
		}
	}
	// Of several terms of the leading size one that oscillates speaks for all.
	i := max(0, slices.IndexFunc(f.group, s.oscillates))
	f.group[0], f.group[i] = f.group[i], f.group[0]
	switch lead := f.group[0]; {
	case s.cmp(m, one) < 0:
		f.kind = Growth
	case s.growth(m.key, 0) < 0:
		b, q := s.decay(lead)
		f.kind, f.regular = exponentialKind(b, q), true
	case s.oscillates(lead):
		f.kind = Oscillating
	case m.e.sign() > 0:
		f.kind, f.regular = Power, !s.wavy
	default:
		f.kind, f.regular = LogDecay, !s.wavy
	}
	return f, nil
}

// oscillates reports whether the exponential of the term has an imaginary part.
func (s *seriesArith[C]) oscillates(t seriesTerm[C]) bool {
	return slices.ContainsFunc(s.keys[t.m.key], func(k keyTerm[C]) bool { return !s.co.isReal(k.a) })
}

// decay returns the powers of z and log z that lead in the real part of the exponent.
func (s *seriesArith[C]) decay(t seriesTerm[C]) (*big.Rat, int) {
	for _, k := range s.keys[t.m.key] {
		if s.co.realSign(k.a) != 0 {
			return k.b.rat(), k.q
		}
	}
	return nil, 0
}

// classify describes the behaviour that the expansion u in τ = 1/z shows.
func classify(u series[complexNum[bigNum]], s *seriesArith[complexNum[bigNum]]) (inf Infinity, err error) {
	defer catchSeries(&err)
	f, err := shapeAtInfinity(u, s)
	if err != nil {
		return inf, err
	}
	inf.Kind, inf.Regular = f.kind, f.regular
	inf.Terms = infinityTerms(u.terms, s)
	inf.Limit, inf.LimitErr = f.limit.float64()
	if len(f.group) == 0 {
		if f.kind == Constant && !f.regular {
			inf.Because = fmt.Sprintf("k tends to %.6g; the terms that follow cancel as far as the expansion goes", inf.Limit)
		}
		return inf, nil
	}
	leading := infinityTerms(f.group, s)
	lead := leading[max(0, slices.IndexFunc(leading, InfinityTerm.oscillates))]
	inf.Coef, inf.LogPow = lead.Coef, lead.LogPow
	inf.Power, _ = lead.Power.Float64()
	for _, f := range lead.Exps {
		if f.Re != 0 && inf.Stretch == nil {
			inf.Rate, inf.Stretch = -f.Re, f.Power
		}
		if f.Im != 0 && inf.Chirp == nil {
			inf.Chirp = f.Power
			if f.LogPow == 0 && f.Power.Cmp(big.NewRat(1, 1)) == 0 {
				inf.Frequency = f.Im
			}
		}
	}
	m := f.group[0].m
	switch {
	case inf.Kind == Growth:
		inf.Because = "k grows like " + lead.String()
	case inf.Kind == Oscillating && m.e.sign() == 0 && m.l == 0:
		inf.Because = "k oscillates like " + lead.String()
		if inf.Limit != 0 {
			inf.Because += fmt.Sprintf(" about %.6g", inf.Limit)
		}
	case inf.Limit != 0:
		inf.Because = fmt.Sprintf("k − (%.6g) decays like %s", inf.Limit, lead)
	default:
		inf.Because = "k decays like " + lead.String()
	}
	return inf, nil
}

// exponentialKind names the decay exp(−a z^b (log z)^q).
func exponentialKind(b *big.Rat, q int) DecayKind {
	switch c := b.Cmp(big.NewRat(2, 1)); {
	case c > 0 || c == 0 && q > 0:
		return SuperExp
	case c == 0 && q == 0:
		return Gaussian
	case q == 0 && b.Cmp(big.NewRat(1, 1)) == 0:
		return Exponential
	}
	return StretchedExp
}

func (t InfinityTerm) oscillates() bool {
	return slices.ContainsFunc(t.Exps, func(f ExpFactor) bool { return f.Im != 0 })
}

// infinityTerms writes a sum as real functions of z, two conjugate terms as one cosine.
func infinityTerms(terms []seriesTerm[complexNum[bigNum]], s *seriesArith[complexNum[bigNum]]) []InfinityTerm {
	var out []InfinityTerm
	for _, t := range terms {
		x := InfinityTerm{Power: t.m.e.rat(), LogPow: t.m.l}
		lead := 0.0 // imaginary part of the first oscillating factor
		for _, k := range s.keys[t.m.key] {
			f := ExpFactor{Power: k.b.rat(), LogPow: k.q}
			f.Re, _ = k.a.re.float64()
			if !s.co.isReal(k.a) {
				f.Im, _ = k.a.im.float64()
			}
			if k.q%2 != 0 { // log τ = −log z
				f.Re, f.Im = -f.Re, -f.Im
			}
			if lead == 0 {
				lead = f.Im
			}
			x.Exps = append(x.Exps, f)
		}
		if lead < 0 {
			continue // the conjugate of another term
		}
		re, errRe := t.c.re.float64()
		x.Coef, x.Err = re, errRe
		if lead > 0 {
			im, errIm := t.c.im.float64()
			x.Coef, x.Err = 2*math.Hypot(re, im), 2*(errRe+errIm)
			x.Phase = math.Atan2(im, re)
		}
		if t.m.l%2 != 0 {
			x.Coef = -x.Coef
		}
		out = append(out, x)
	}
	return out
}

// String writes the term as a formula in z.
func (t InfinityTerm) String() string {
	var f []string
	if t.Power.Sign() != 0 {
		f = append(f, powerText("z", new(big.Rat).Neg(t.Power)))
	}
	if t.LogPow != 0 {
		f = append(f, powerText("log(z)", big.NewRat(int64(t.LogPow), 1)))
	}
	if e := factorText(t.Exps, func(f ExpFactor) float64 { return f.Re }); e != "" {
		f = append(f, "exp("+e+")")
	}
	if c := factorText(t.Exps, func(f ExpFactor) float64 { return f.Im }); c != "" {
		switch {
		case t.Phase > 0:
			c += fmt.Sprintf(" + %.6g", t.Phase)
		case t.Phase < 0:
			c += fmt.Sprintf(" - %.6g", -t.Phase)
		}
		f = append(f, "cos("+c+")")
	}
	return timesText(t.Coef, strings.Join(f, "*"))
}

// powerText writes base^p.
func powerText(base string, p *big.Rat) string {
	switch {
	case p.Cmp(big.NewRat(1, 1)) == 0:
		return base
	case p.IsInt() && p.Sign() > 0:
		return base + "^" + p.RatString()
	}
	return base + "^(" + p.RatString() + ")"
}

// timesText writes c·f; f may be empty.
func timesText(c float64, f string) string {
	switch {
	case f == "":
		return fmt.Sprintf("%.6g", c)
	case c == 1:
		return f
	case c == -1:
		return "-" + f
	}
	return fmt.Sprintf("%.6g*%s", c, f)
}

// factorText writes one part of the exponent.
func factorText(exps []ExpFactor, part func(ExpFactor) float64) string {
	var b strings.Builder
	for _, f := range exps {
		v := part(f)
		if v == 0 {
			continue
		}
		var base []string
		if f.Power.Sign() != 0 {
			base = append(base, powerText("z", f.Power))
		}
		if f.LogPow != 0 {
			base = append(base, powerText("log(z)", big.NewRat(int64(f.LogPow), 1)))
		}
		switch {
		case b.Len() > 0 && v < 0:
			b.WriteString(" - ")
			v = -v
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		b.WriteString(timesText(v, strings.Join(base, "*")))
	}
	return b.String()
}
