package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"krein/certify"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/internal/certify/prose"
	"krein/internal/features/compare"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
	"krein/kernel/notation"
)

// What a report looks at.
const (
	// mostRuns is how many certificates the strip may take.
	mostRuns = 24
	// Target is the error, relative to the largest |k(z)|, whose columns are told.
	Target  = 0.05
	columns = 512
)

// radial is what reports of functions of the distance have in common, on R^d and on the sphere.
type radial struct {
	Kernel      *kernel.Kernel
	Dim         int
	Certificate *certify.Certificate
	Range       *SurveyRange
	// Comparison is nil if the representations could not be compared; NoComparison says why.
	Comparison   *drawing.Comparison
	NoComparison error

	// Argument is the kernel as a command line names it.
	Argument string
	pictures []Picture
}

// Radial is what is known of a function of the distance in a dimension.
type Radial struct {
	radial
	// Decomposition is nil if there is none, or none that is accurate; NoDecomposition says why.
	Decomposition   *decompose.Decomposition
	Bias            *measure.Bias
	NoDecomposition error

	routes prose.Routes
}

// NewRadial finds all of it out. stage is told what is being done. That something does not exist or is not found is no
// error; the error is that of the certificate, or ctx's.
func NewRadial(ctx context.Context, k *kernel.Kernel, dim int, argument string,
	stage func(what string)) (*Radial, error) {
	r := &Radial{radial: radial{Kernel: k, Dim: dim, Argument: argument}}
	if err := r.certify(ctx, stage); err != nil {
		return nil, err
	}
	stage("drawing")
	r.pictures = append(r.pictures, KernelPicture(k))
	if p, ok := SpectrumPicture(ctx, k, dim, r.finite()); ok {
		r.pictures = append(r.pictures, p)
	}
	stage("decomposing")
	r.decompose(ctx)
	r.routes = measure.Routes(ctx, k, r.Certificate, argument)
	if r.Decomposition != nil {
		r.routes.Fourier = func() (bool, error) { return measure.SignedRadial(r.Decomposition, k), nil }
		r.pictures = append(r.pictures, lawsPicture(r.Decomposition))
	}
	if err := r.survey(ctx, stage); err != nil {
		return nil, err
	}
	r.compare(ctx, stage, reach(k, numeric.Compile(k)), r.Decomposition, false)
	return r, ctx.Err()
}

// certify certifies all claims.
func (r *radial) certify(ctx context.Context, stage func(string)) (err error) {
	stage(fmt.Sprintf("certifying in R^%d", r.Dim))
	r.Certificate, err = certify.Run(ctx, r.Kernel, r.Dim, input.CertifySettings(ctx))
	return err
}

// survey looks at other dimensions, for some claims or for all.
func (r *radial) survey(ctx context.Context, stage func(string), claims ...certify.ID) (err error) {
	stage("looking at other dimensions")
	set := *input.CertifySettings(ctx)
	set.Time /= 4
	set.Effort /= 2
	set.Claims = claims
	r.Range, err = NewRange(ctx, r.Kernel, Dims, mostRuns, set, r.Certificate)
	return err
}

// compare compares the representations at distances up to `to`.
func (r *radial) compare(ctx context.Context, stage func(string), to float64, known *decompose.Decomposition,
	sphere bool) {
	stage("comparing representations")
	if t := target(r.Kernel, to); t > 0 {
		r.Comparison, r.NoComparison = drawing.Compare(ctx, r.Kernel, r.Dim, columns, t, known, sphere)
	} else {
		r.NoComparison = errors.New("the largest value of |k| is zero, infinite or not known, so that there " +
			"is no error relative to it")
	}
}

func (r *Radial) decompose(ctx context.Context) {
	var err error
	if r.Decomposition, err = decompose.FromCertificate(ctx, r.Certificate, r.Kernel,
		measure.Settings(ctx, false)); err == nil {
		r.Bias, err = measure.Admit(ctx, r.Decomposition, r.Kernel, false)
	}
	if err != nil {
		r.Decomposition, r.NoDecomposition = nil, measure.Refusal(err, true) // the flag that accepts estimates is not ours
	}
}

// finite reports whether the mass is finite, as far as is known.
func (r *radial) finite() bool { return r.Certificate.Require(certify.FiniteMass, true) == nil }

// WriteHTML writes the report as one file.
func (r *Radial) WriteHTML(w io.Writer) error {
	mass := r.Certificate.Mass()
	d := r.document(fmt.Sprintf("on R^%d", r.Dim), prose.Masses(&mass), prose.Verdict(r.Certificate, r.routes))
	d.Claims = Claims(r.Dim, r.Certificate.Claims(), true)
	err := errors.Join(
		d.add("dimensions", "Dimensions", "In which dimensions", "strip",
			newStrip(r.Range, r.Dim, "R^d", "all smaller spaces")),
		d.add("parts", "Parts", "The two parts", "table", r.parts()),
		d.add("representations", "Representations", "Representations", "table", r.representations()),
		d.cite(d.Claims),
	)
	if err != nil {
		return err
	}
	table, err := r.table()
	if err != nil {
		return err
	}
	at := fmt.Sprintf("%s --dim %d", r.Argument, r.Dim)
	lines := r.certificateLines(at)
	if err := r.embed(d); err != nil {
		return err
	}
	if table != nil {
		lines = append(lines, "krein decompose "+at+" -o table.json")
		d.embed("table.json", "samplers of both parts", table)
	}
	d.Commands = strings.Join(append(lines, "krein report "+at+" -o report.html"), "\n")
	return d.write(w)
}

// document returns the document of a kernel somewhere, without claims and sections.
func (r *radial) document(where, masses string, verdict []prose.Advice) *document {
	d := &document{
		Title: short(r.Kernel.Formula()) + " " + where, Heading: "a kernel " + where,
		Formulas: []template.HTML{KernelFormula(notation.KernelLaTeX(r.Kernel), r.Kernel.Formula())},
		Plain:    r.Kernel.Formula(), Where: r.Kernel.BeyondString(), Masses: masses, Estimates: true,
		Digested: "the certificate", Digest: r.Certificate.Digest(),
	}
	d.advise(verdict, r.Argument)
	d.pictures(r.pictures)
	return d
}

// certificateLines are the commands that make the certificate, and check it.
func (r *radial) certificateLines(at string) []string {
	return []string{"krein certify " + at + " -o certificate.json", "krein verify certificate.json --kernel " + at}
}

// embed adds the certificate to the files.
func (r *radial) embed(d *document) error {
	var b bytes.Buffer
	if err := r.Certificate.Encode(&b); err != nil {
		return err
	}
	d.embed("certificate.json", "claims, proofs, masses", b.Bytes())
	return nil
}

// table returns the bytes of the table's file, nil if there is none.
func (r *Radial) table() ([]byte, error) {
	if r.Decomposition == nil {
		return nil, nil
	}
	var b bytes.Buffer
	err := r.Decomposition.Encode(&b)
	return b.Bytes(), err
}

// parts shows both parts of the measure.
func (r *Radial) parts() tabular {
	if r.Decomposition == nil {
		return tabular{After: fmt.Sprintf("There is no Jordan decomposition to sample on R^%d: %s.", r.Dim, r.NoDecomposition)}
	}
	t := tabular{Head: []column{{"part", false}, {"mass", true}, {"its error", true}, {"of it at ω = 0", true},
		{"0.1 %", true}, {"25 %", true}, {"50 %", true}, {"75 %", true}, {"99.9 %", true}}}
	for _, p := range measure.NewView(r.Decomposition, r.Bias).Rows() {
		quantiles := p.Quantiles
		if quantiles == nil {
			quantiles = []string{"–", "–", "–", "–", "–"}
		}
		t.Rows = append(t.Rows, append([]string{p.Name, p.Mass, p.Error, p.Origin}, quantiles...))
	}
	t.After = "The last five columns are quantiles of the radius. The bias of features: " +
		strings.TrimPrefix(r.Bias.String(), "bias: ") + "."
	return t
}

// representations shows what random features can be drawn from.
func (r *radial) representations() tabular {
	if r.Comparison == nil {
		return tabular{After: fmt.Sprintf("They could not be compared: %s.", r.NoComparison)}
	}
	c := r.Comparison
	t := tabular{
		Before: fmt.Sprintf("What random features can be drawn from, each with the samples that do best: mass, bound of "+
			"the bias, predicted root mean square error with %d columns, and the columns that an error of %.4g, 5 %% of the "+
			"largest |k(z)|, takes. Errors are means over %s.", c.Reference, c.Target, c.From),
		Head: []column{{"measure", false}, {"samples", false}, {"mass", true}, {"bias ≤", true},
			{fmt.Sprintf("error, %d columns", c.Reference), true}, {"columns for 5 %", true}, {"operations a row", true}},
	}
	seen := map[string]bool{}
	for _, x := range c.Rows { // the best comes first; one row a measure
		if seen[x.Measure] {
			continue
		}
		seen[x.Measure] = true
		work := "–"
		if x.Reaches() {
			work = compare.Operations(x.Work)
		}
		t.Rows = append(t.Rows, []string{
			x.Measure, x.Samples, about(x.MassProved) + fmt.Sprintf("%.5g", x.Mass),
			about(x.BiasProved) + outward.Up(x.Bias, 2), fmt.Sprintf("%.3g", x.RMS), x.Needed(), work,
		})
	}
	t.After = "≈ marks what is estimated, with an error that is not bounded; other masses and biases are proved. Errors are predicted."
	if t.Rows == nil {
		t.Before, t.After = "", "None was found."
	}
	for _, u := range c.Unavailable {
		t.Missing = append(t.Missing, missing{u.Measure, u.Because})
	}
	return t
}
