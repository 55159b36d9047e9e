package numeric

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"krein/ball"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// ExpFactor is asymptotic.ExpFactor in float64.
type ExpFactor struct {
	Re, Im float64
	Power  *big.Rat
	LogPow int
}

// InfinityTerm is one term of the expansion at infinity,
//
//	Coef · z^−Power · (log z)^LogPow · exp(Σ Re z^b (log z)^q) · cos(Phase + Σ Im z^b (log z)^q),
//
// the sums over Exps, which are in order of growth: a asymptotic.InfinityTerm in float64, Coef wrong by at most Err.
type InfinityTerm struct {
	Coef, Err float64
	Power     *big.Rat
	LogPow    int
	Exps      []ExpFactor
	Phase     float64
}

// Infinity is asymptotic.Infinity in float64, for what needs numbers and no proof.
type Infinity struct {
	Kind asymptotic.DecayKind
	// Limit is the constant term c at infinity, wrong by at most LimitErr. For
	// Oscillating with Power 0 it is the mean. It has no meaning for Undetermined and Growth.
	Limit, LimitErr float64
	// Radius is where k becomes zero (ZeroBeyond) or constant (Constant).
	Radius piecewise.Breakpoint
	// The leading term of k − Limit is, with the factor exp(−Rate z^Stretch) if
	// Stretch is not nil and the cosine if Frequency > 0,
	//
	//	Coef·z^−Power·(log z)^LogPow·exp(−Rate z^Stretch)·cos(Frequency z + φ).
	//
	// Chirp is the power of z in the cosine if there is one; Frequency is 0 unless Chirp
	// is 1. Of several oscillations of the same size this is one. Terms has the whole of it.
	Coef      float64
	Power     float64
	LogPow    int
	Rate      float64
	Stretch   *big.Rat
	Frequency float64
	Chirp     *big.Rat
	// Terms are the terms that were found and differ from zero, by dominance, the constant included.
	Terms []InfinityTerm
	// Regular says that the derivatives of k decay likewise: the j-th like the same
	// exponential times some power of z, or, for Power, like z^(−Power−j).
	Regular bool
	// Because is one sentence that says what was found, or why nothing was.
	Because string
}

// AtInfinity is k.ExactInfinity in float64. Where the last of the kernel's pieces begins may be known
// as a float64 only.
func AtInfinity(k *kernel.Kernel) Infinity {
	if _, err := k.ExactPieces(); err == nil {
		return roundedInfinity(k.ExactInfinity())
	}
	pieces, err := k.Pieces()
	if err != nil {
		return Infinity{Because: err.Error()}
	}
	last := pieces[len(pieces)-1]
	x := k.Derive(last.Expr).Metered(k.Meter()).ExactInfinity()
	if x.Kind == asymptotic.ZeroBeyond || x.Kind == asymptotic.Constant && x.Regular {
		x.Radius, x.Because = last.Lo, fmt.Sprintf("k = %s for z > %v", x.Limit, last.Lo)
	}
	return roundedInfinity(x)
}

// Rates reads off the exponents of a leading term that it is exp(−rate z^stretch), rate > 0, if stretch is not nil
// (with a power of log z in Exps, if these say so), and cos(frequency z + φ), or chirp ≠ 1.
func Rates(lead *asymptotic.InfinityTerm) (rate constant.Value, stretch *constant.Exponent, frequency constant.Value,
	chirp *constant.Exponent) {
	for i := range lead.Exps {
		x := &lead.Exps[i]
		if r, ok := x.Re.Rat(); stretch == nil && (!ok || r.Sign() != 0) {
			rate, stretch = x.Re.Neg(), &x.Power
		}
		if r, ok := x.Im.Rat(); chirp == nil && (!ok || r.Sign() != 0) {
			chirp = &x.Power
			if x.LogPow == 0 && x.Power.CmpHalf(2) == 0 {
				frequency = x.Im
			}
		}
	}
	return rate, stretch, frequency, chirp
}

// roundedInfinity returns x in float64.
func roundedInfinity(x asymptotic.Infinity) Infinity {
	rate, stretch, frequency, chirp := Rates(&x.Lead)
	inf := Infinity{Kind: x.Kind, Radius: x.Radius, Stretch: Near(stretch), Chirp: Near(chirp), Regular: x.Regular,
		Because: x.Because}
	limit := rounded(x.Limit)
	inf.Limit, inf.LimitErr = limit.Value, limit.Err
	for i := range x.Terms {
		if t := &x.Terms[i]; t.Cos.IsZero() == ball.False || t.Sin.IsZero() == ball.False {
			inf.Terms = append(inf.Terms, roundedTerm(t))
		}
	}
	if len(x.Leading) == 0 {
		return inf
	}
	lead := roundedTerm(&x.Lead)
	inf.Coef, inf.LogPow = lead.Coef, lead.LogPow
	inf.Power, _ = lead.Power.Float64()
	inf.Rate, inf.Frequency = rounded(rate).Value, rounded(frequency).Value
	switch {
	case inf.Kind == asymptotic.Growth:
		inf.Because = "k grows like " + lead.String()
	case inf.Kind == asymptotic.Oscillating && lead.Power.Sign() == 0 && lead.LogPow == 0:
		inf.Because = "k oscillates like " + lead.String()
		if inf.Limit != 0 {
			inf.Because += fmt.Sprintf(" about %.6g", inf.Limit)
		}
	case inf.Limit != 0:
		inf.Because = fmt.Sprintf("k − (%.6g) decays like %s", inf.Limit, lead)
	default:
		inf.Because = "k decays like " + lead.String()
	}
	return inf
}

// roundedTerm returns t in float64, an oscillation as one cosine.
func roundedTerm(t *asymptotic.InfinityTerm) InfinityTerm {
	c := rounded(t.Cos)
	x := InfinityTerm{Coef: c.Value, Err: c.Err, Power: Near(&t.Power), LogPow: t.LogPow}
	for _, f := range t.Exps {
		x.Exps = append(x.Exps, ExpFactor{rounded(f.Re).Value, rounded(f.Im).Value, Near(&f.Power), f.LogPow})
	}
	if t.Oscillates() {
		s := rounded(t.Sin)
		x.Coef, x.Err = math.Hypot(c.Value, s.Value), c.Err+s.Err
		x.Phase = math.Atan2(-s.Value, c.Value)
	}
	return x
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
	case p.Denom().BitLen() > 32: // irrational
		f, _ := p.Float64()
		return fmt.Sprintf("%s^(%.6g)", base, f)
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
