package pd

import (
	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/check/wave"
	"krein/certify/proof"
	"krein/kernel"
)

// pdWaveRules decide positive definiteness of finite sums of waves, and write others by them.
var pdWaveRules = []*rule.Rule{
	{
		ID: "pd.harmonics", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "Σ c_j cos(a_j z) with c_j ≥ 0 is positive definite on R^1: its measure is Σ c_j δ at |a_j|. Products and powers of sines and cosines are such sums.",
		Citation: "2 cos x cos y = cos(x−y) + cos(x+y); S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933)",
		Check:    rule.Fact(pdHarmonics),
	},
	{
		ID: "pd.negative-harmonic", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
		Theorem: "If k is positive definite on some R^d and measurable and bounded, the mean of k(z) cos(az) over 0 < z < X has no negative limit as X → ∞. " +
			"So c_j < 0 at an a_j ≥ 0 that differs from all others refutes k = Σ c_j cos(a_j z) + s_j sin(a_j z).",
		Citation: "docs/rules/pd.negative-harmonic.md; H. Bohr, Fastperiodische Funktionen (1932)",
		Check:    rule.Fact(pdNegativeHarmonic),
	},
	{
		ID: "pd.trigonometric", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "Products and powers of sines and cosines of az + b may be replaced by sums of waves anywhere in a formula, and exp(h + e) by exp(h)·exp(e).",
		Citation: "2 cos x cos y = cos(x−y) + cos(x+y), 2 sin x sin y = cos(x−y) − cos(x+y), 2 sin x cos y = sin(x+y) + sin(x−y)",
		Check:    rule.Reduction(Rewritten),
	},
}

// HarmonicsEvidence is the evidence of pd.harmonics: frequencies and coefficients of the waves, as they are written.
type HarmonicsEvidence struct {
	Frequencies  []string `json:"frequencies"`
	Coefficients []string `json:"coefficients"`
}

// NewHarmonicsEvidence writes a sum of waves; where a coefficient is not seen to be nonnegative, frequencies that are equal, though written differently, are merged.
func NewHarmonicsEvidence(k *kernel.Kernel) (ev HarmonicsEvidence, err error) {
	h, ok := wave.Harmonics(k.Expr(), k.Meter())
	if !ok {
		return ev, rule.Reject("%s is not seen to be a finite sum of waves", k)
	}
	if err = nonnegativeHarmonics(h); err != nil {
		if h, err = distinctHarmonics(h); err == nil {
			err = nonnegativeHarmonics(h)
		}
	}
	for _, x := range h {
		ev.Frequencies = append(ev.Frequencies, x.Freq.String())
		ev.Coefficients = append(ev.Coefficients, x.Cos.String())
	}
	return ev, err
}

// nonnegativeHarmonics wants Cos ≥ 0 and Sin = 0 of each wave.
func nonnegativeHarmonics(h []wave.Harmonic) error {
	for _, x := range h {
		if err := rule.Proved(x.Sin.IsZero(), "the coefficient %s of sin(%s z) is zero", x.Sin, x.Freq); err != nil {
			return err
		}
		if err := rule.Proved(rule.Nonnegative(x.Cos), "the coefficient %s of cos(%s z) is nonnegative", x.Cos, x.Freq); err != nil {
			return err
		}
	}
	return nil
}

// distinctHarmonics merges equal frequencies; where it is not known whether two are equal, it is an error.
func distinctHarmonics(h []wave.Harmonic) ([]wave.Harmonic, error) {
	var out []wave.Harmonic
next:
	for _, x := range h {
		for i := range out {
			switch out[i].Freq.Equal(x.Freq) {
			case ball.True:
				out[i].Cos, out[i].Sin = out[i].Cos.Add(x.Cos), out[i].Sin.Add(x.Sin)
				continue next
			case ball.Unknown:
				return nil, rule.Incomplete("whether the frequencies %s and %s are equal is not decided", out[i].Freq, x.Freq)
			}
		}
		out = append(out, x)
	}
	return out, nil
}

func pdHarmonics(_ *rule.Checker, g rule.Goal, ev HarmonicsEvidence) error {
	if g.Dim > 1 {
		return rule.Reject("a cosine is positive definite on R^1 only")
	}
	again, err := NewHarmonicsEvidence(g.Kernel)
	return rule.First(err, rule.Recomputed(ev, again))
}

// NegativeHarmonicEvidence is the evidence of pd.negative-harmonic.
type NegativeHarmonicEvidence struct {
	Frequency   string `json:"frequency"`
	Coefficient string `json:"coefficient"`
}

// NewNegativeHarmonicEvidence looks for a wave with a negative coefficient, the last one of a positive frequency if there is one.
func NewNegativeHarmonicEvidence(k *kernel.Kernel) (ev NegativeHarmonicEvidence, err error) {
	h, ok := wave.Harmonics(k.Expr(), k.Meter())
	if !ok {
		return ev, rule.Reject("%s is not seen to be a finite sum of waves", k)
	}
	if h, err = distinctHarmonics(h); err != nil {
		return ev, err
	}
	for _, x := range h {
		// a frequency of unknown sign may be the opposite of another
		if s, known := x.Freq.Sign(); known != ball.True || s < 0 {
			return ev, rule.Incomplete("the sign of the frequency %s is not decided", x.Freq)
		}
	}
	err, found := rule.Reject("no wave has a coefficient that is proved to be negative"), false
	for _, x := range h {
		switch sign, known := x.Cos.Sign(); {
		case known != ball.True:
			err = rule.Incomplete("the sign of %s is not decided", x.Cos)
		case sign < 0 && !found || sign < 0 && x.Freq.IsZero() != ball.True: // rather a positive frequency
			ev, found = NegativeHarmonicEvidence{x.Freq.String(), x.Cos.String()}, true
		}
	}
	if found {
		err = nil
	}
	return ev, err
}

func pdNegativeHarmonic(_ *rule.Checker, g rule.Goal, ev NegativeHarmonicEvidence) error {
	again, err := NewNegativeHarmonicEvidence(g.Kernel)
	return rule.First(err, rule.Recomputed(ev, again))
}

// TrigonometricForm returns the kernel whose formula is Trigonometric of that of k; nil if that is no other one.
func TrigonometricForm(k *kernel.Kernel) *kernel.Kernel {
	e := k.Expr()
	if f := wave.Trigonometric(e, k.Meter()); f != e {
		return kernel.NewNatural(f)
	}
	return nil
}

// Rewritten reduces a goal to the same one about the TrigonometricForm.
func Rewritten(_ *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	k := TrigonometricForm(g.Kernel)
	if k == nil {
		return nil, rule.Reject("there is nothing to be replaced in %s", g.Kernel)
	}
	return []rule.Goal{{Claim: g.Claim, Holds: g.Holds, Kernel: k, Dim: g.Dim}}, nil
}
