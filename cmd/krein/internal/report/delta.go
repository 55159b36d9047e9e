package report

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"krein/certify/stationary"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/verification"
	fourier "krein/fourier/stationary"
	"krein/internal/certify/certificate"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
	notation "krein/internal/fourier/notation"
	"krein/internal/outward"
	"krein/kernel"
	radialnotation "krein/kernel/notation"
	"krein/kernel/parser"
)

// Delta is what is known of a kernel of x − y that is not a function of the distance.
type Delta struct {
	Kernel      *fourier.Kernel
	Certificate *check.Certificate
	// Measure is nil if there is none to draw from; NoMeasure says why.
	Measure   *evaluation.StationaryKernel
	NoMeasure error
	// Comparison is nil if there is no measure, or none of its ways could be compared; NoComparison says why.
	Comparison   *evaluation.StationaryComparison
	NoComparison error

	// Range is nil where the formula makes sense in this dimension alone.
	Range    *SurveyRange
	nesting  string // what the kernels in many dimensions have to do with each other
	argument string
	pictures []Picture
	lemmas   map[proof.ID][]lemmaUse
}

// lemmaUse is a claim about a radial kernel that a proof supposes: of the certificate's lemma with this number.
type lemmaUse struct {
	number int
	claim  proof.ID
}

// ways is how many couplings of each way to draw are looked at: the best, and one to compare it with.
const ways = 2

// NewDelta finds all of it out, as NewRadial does.
func NewDelta(ctx context.Context, k *fourier.Kernel, argument string, stage func(what string)) (r *Delta, err error) {
	r = &Delta{Kernel: k, argument: argument, lemmas: map[proof.ID][]lemmaUse{}}
	stage(fmt.Sprintf("certifying in R^%d", k.Dim()))
	if r.Certificate, err = stationary.Run(ctx, k, input.CertifySettings(ctx)); err != nil {
		return nil, err
	}
	r.suppose(ctx)
	if err := r.survey(ctx, stage); err != nil {
		return nil, err
	}
	stage("decomposing")
	if r.Certificate.Claim(check.FiniteMass).Status == proof.Refuted {
		r.NoMeasure = errors.New("it has no complex measure of finite mass")
	} else {
		r.Measure, r.NoMeasure = evaluation.Of(ctx, k)
	}
	if r.NoMeasure == nil {
		r.NoMeasure = measure.AccuratePair(r.Measure.Rep)
	}
	if r.NoMeasure != nil {
		r.Measure = nil
	}
	stage("drawing")
	most, end := r.draw(ctx)
	stage("comparing representations")
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r.Measure == nil:
		r.NoComparison = errors.New("there is no measure to draw from")
	case !(most > 0):
		r.NoComparison = errors.New("the largest value of |k| is zero or not known, so that there is no error relative to it")
	default:
		r.Comparison, r.NoComparison = r.Measure.Chooser(r.Measure.Options(nil, end, 0)).Compare(ctx, relative(most),
			columns, ways)
	}
	return r, ctx.Err()
}

// suppose finds out which claims about radial kernels the proofs of each claim rest on, by checking them again.
func (r *Delta) suppose(ctx context.Context) {
	for _, cl := range r.Certificate.Claims {
		if cl.Proof == nil {
			continue
		}
		find := func(k *kernel.Kernel, dim int, id proof.ID) proof.Claim {
			for i, l := range r.Certificate.Lemmas {
				if l.Dim() == dim && l.Formula() == k.Formula() && l.Beyond() == k.BeyondString() {
					r.uses(cl.ID, lemmaUse{i, id})
					return l.Claim(id)
				}
			}
			return r.Certificate.Find(k, dim, id)
		}
		// A proof that is not accepted within the steps has its lemmas named as far as it came.
		_ = check.New(ctx, find, 0).Step(check.Goal{Claim: cl.ID, Holds: cl.Status == proof.Proved,
			Kernel: r.Kernel}, cl.Proof)
	}
}

// uses notes that the proof of a claim rests on a lemma.
func (r *Delta) uses(id proof.ID, u lemmaUse) {
	for _, known := range r.lemmas[id] {
		if known == u {
			return
		}
	}
	r.lemmas[id] = append(r.lemmas[id], u)
}

// anchor is the place of a claim about a lemma.
func (u lemmaUse) anchor() string { return fmt.Sprintf("lemma-%d-%s", u.number+1, u.claim) }

// claims are the claims about the kernel, with links to the lemmas.
func (r *Delta) claims() (out []Claim) {
	for _, cl := range r.Certificate.Claims {
		c := NewClaim(cl, verification.StationaryStatement(r.Certificate, cl), true)
		for _, u := range r.lemmas[cl.ID] {
			l := r.Certificate.Lemmas[u.number]
			c.Lemmas = append(c.Lemmas, Link{Anchor: u.anchor(),
				Text: fmt.Sprintf("%s of %s on R^%d", u.claim, short(l.Formula()), l.Dim())})
		}
		out = append(out, c)
	}
	return out
}

// lemmaClaims are what is proved or refuted of each lemma.
func (r *Delta) lemmaClaims() (out []group, all []Claim) {
	for i, l := range r.Certificate.Lemmas {
		g := group{Formula: lemmaFormula(l), Where: fmt.Sprintf("on R^%d", l.Dim())}
		for _, cl := range l.Claims() {
			if cl.Proof != nil {
				c := NewClaim(cl, prose.Statement(l.Dim(), cl), true)
				c.ID = proof.ID(lemmaUse{i, cl.ID}.anchor())
				g.Claims = append(g.Claims, c)
			}
		}
		if g.Claims != nil {
			out, all = append(out, g), append(all, g.Claims...)
		}
	}
	return out, all
}

// lemmaFormula typesets the kernel of a lemma.
func lemmaFormula(l *certificate.Certificate) template.HTML {
	k, err := parser.Parse(l.Formula(), nil)
	if err != nil {
		return Formula("", l.Formula(), false)
	}
	return Formula(radialnotation.KernelLaTeX(k), l.Formula(), false)
}

// WriteHTML writes the report as one file.
func (r *Delta) WriteHTML(w io.Writer) error {
	where := fmt.Sprintf("on R^%d", r.Kernel.Dim())
	data, err := r.Certificate.MarshalJSON()
	if err != nil {
		return err
	}
	data = append(data, '\n')
	sum := sha256.Sum256(data)
	d := &document{
		Title: short(r.Kernel.Formula()) + " " + where, Heading: "a kernel of x − y " + where,
		Formulas: []template.HTML{formulaOf(r.Kernel)},
		Plain:    r.Kernel.Formula(), Where: "Δ = x − y, z = ‖Δ‖" + verification.StationaryDetails(r.Certificate),
		Claims: r.claims(), Masses: verification.StationaryMasses(&r.Certificate.Masses, false), Digested: "the file certificate.json",
		Digest: hex.EncodeToString(sum[:]),
	}
	d.advise(verification.StationaryVerdict(r.Certificate, func() (bool, error) {
		return r.NoMeasure == nil && measure.SignedPair(r.Measure.Rep, r.Kernel), r.NoMeasure
	}), r.argument)
	d.pictures(r.pictures)
	found, lemmas := r.lemmaClaims()
	var errs []error
	if r.Range != nil {
		errs = append(errs, d.add("dimensions", "Dimensions", "In which dimensions", "strip",
			stripWith(r.Range, r.Kernel.Dim(), false, r.nesting)))
	}
	errs = append(errs, d.add("parts", "Parts", "The parts of the measure", "table", r.parts()))
	if found != nil {
		errs = append(errs, d.add("lemmas", "Lemmas", "Lemmas about radial kernels", "claims", groups{
			Before: "The proofs above reduce claims to these, about functions of a distance; their proofs " +
				"are in the certificate, too.", Groups: found,
		}))
	}
	errs = append(errs,
		d.add("representations", "Representations", "Representations", "table", r.representations()),
		d.cite(append(d.Claims[:len(d.Claims):len(d.Claims)], lemmas...)))
	if err := errors.Join(errs...); err != nil {
		return err
	}
	d.embed("certificate.json", "claims, proofs, lemmas, masses", data)
	at := fmt.Sprintf("%s --dim %d", r.argument, r.Kernel.Dim())
	lines := []string{"krein certify " + at + " -o certificate.json", "krein verify certificate.json --kernel " + at}
	if table := r.table(); table != nil {
		d.embed("measure.json", "samplers of all parts", table)
		lines = append(lines, "krein decompose "+at+" -o measure.json")
	}
	d.Commands = strings.Join(append(lines, "krein report "+at+" -o report.html"), "\n")
	return d.write(w)
}

// formulaOf typesets the kernel.
func formulaOf(k *fourier.Kernel) template.HTML {
	latex, err := notation.LaTeX(k)
	if err != nil {
		return Formula("", "k(Δ) = "+k.Formula(), true)
	}
	return Formula(`k(\Delta) = `+latex, "k(Δ) = "+k.Formula(), true)
}

// table returns the bytes of the measure's file, nil if it has none.
func (r *Delta) table() []byte {
	if r.Measure == nil || r.Measure.Rep.Taxicab != nil || r.Kernel.Lengths() != nil {
		return nil
	}
	var b bytes.Buffer
	if err := r.Measure.Rep.Measure.Encode(&b); err != nil {
		return nil // what has no file is not embedded
	}
	return b.Bytes()
}

// parts shows the parts of the measure.
func (r *Delta) parts() tabular {
	if r.Measure == nil {
		return tabular{After: "There is no measure to draw from: " + r.NoMeasure.Error() + "."}
	}
	v := r.Measure.Decomposition()
	t := tabular{
		Before: "k(Δ) = ∫ cos⟨ω,Δ⟩ μ_R(dω) − ∫ sin⟨ω,Δ⟩ μ_I(dω): features are drawn from the parts of μ_R and μ_I, or from " +
			"the modulus |μ| with its phase, which has no greater mass.",
		Head: []column{{"part", false}, {"mass", true}, {"its error", true}}, Rows: v.Rows(),
	}
	if !v.Minimal && v.Why != "" {
		t.After = "Not known to be the Jordan parts: " + v.Why + ". "
	}
	t.After += "The " + evaluation.Bias(v.Bias, v.BiasKind) + "."
	return t
}

// representations shows what pairs of maps can be drawn from.
func (r *Delta) representations() tabular {
	c := r.Comparison
	if c == nil {
		return tabular{After: fmt.Sprintf("They could not be compared: %s.", r.NoComparison)}
	}
	t := tabular{
		Before: fmt.Sprintf("The measures that pairs of maps Φ, Ψ are drawn from, with the two ways to couple frequencies "+
			"that do best: predicted root mean square error with %d columns, and the columns that an error of %.4g, 5 %% of "+
			"the largest |k(Δ)|, takes. Errors are means over differences in random directions.", c.Reference, c.Target),
		Head: []column{{"measure", false}, {"frequencies", false}, {"mass", true}, {"bias ≤", true},
			{fmt.Sprintf("error, %d columns", c.Reference), true}, {"columns for 5 %", true}},
	}
	for _, x := range c.Rows {
		t.Rows = append(t.Rows, []string{
			x.Measure, x.Samples, fmt.Sprintf("%.5g", x.Mass), about(x.Proved()) + outward.Up(x.Bias, 2),
			evaluation.RMS(x.RMS, x.Variance, x.SE), x.NeededText(),
		})
	}
	t.After = "≈ marks a bias that is estimated, and not bounded. Errors are predicted, ± says how well where that is by simulation."
	return t
}
