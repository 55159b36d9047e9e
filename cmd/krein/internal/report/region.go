package report

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"html/template"
	"io"
	"math"
	"math/big"
	"strings"
	"time"

	"krein/certify"
	"krein/certify/region"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/verification"
	"krein/hankel"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
	"krein/internal/kernel/numeric"
)

// Region is what is known of the kernels of a family with one or two parameters in ranges: for which values they are positive
// definite on R^dim.
type Region struct {
	family   *region.Family
	axes     []region.Axis // in the order of the picture
	dim      int
	argument string

	document interface{ Encode(io.Writer) error } // one of the next two
	one      *region.Document
	box      *region.Map

	frames []frame // the first parameter changes last
	reach  float64 // of the pictures
	to     float64
}

// frame is the kernel at one value of each parameter.
type frame struct {
	at      []int // the numbers of the values
	values  []*big.Rat
	status  proof.Status
	where   string // for which values it has this status
	kernel  []float64
	density []float64 // nil if there is none
}

// Class is the class by which the page shows the frame.
func (f *frame) Class() string { return DragClass(f.at...) }

// How many points curves have of which there are many.
const framePoints = 140

// NewRegion decides for which values of the parameters, one or two, the kernels are positive definite, in this processor time.
func NewRegion(ctx context.Context, f *region.Family, axes []region.Axis, dim int, argument string, limit time.Duration,
	stage func(string)) (*Region, error) {
	r := &Region{family: f, axes: axes, dim: dim, argument: argument}
	set := &certify.RegionSettings{Settings: *input.CertifySettings(ctx)}
	set.Claims, set.Time = []certify.ID{certify.PD}, limit
	made, decided := 0, ""
	certificate := func() {
		made++
		stage(fmt.Sprintf("certifying: %scertificate %d", decided, made))
	}
	set.Looked = func(certify.ID, *big.Rat, certify.Status) { certificate() }
	set.Box = func(certify.ID, *region.Box) { certificate() }
	set.Mapped = func(m *region.Map, _ string) {
		proved, refuted := m.Shares()
		decided = verification.Percent(proved+refuted, false) + " of the box are decided, "
		certificate()
	}
	stage("certifying")
	var err error
	switch len(axes) {
	case 1:
		r.one, err = certify.Region(ctx, f, axes[0].From, axes[0].To, dim, set)
		r.document = r.one
	case 2:
		r.box, err = certify.RegionMap(ctx, f, axes, dim, set)
		if err == nil {
			r.axes = r.box.Axes
		}
		r.document = r.box
	default:
		err = fmt.Errorf("a page shows one or two parameters in ranges, and not %d: give the others a value", len(axes))
	}
	if err != nil {
		return nil, err
	}
	stage("drawing")
	return r, r.draw(ctx)
}

// numbers returns how many values of each parameter there are.
func (r *Region) numbers() int {
	if len(r.axes) == 1 {
		return ValuesOfOne
	}
	return ValuesOfTwo
}

// value is the i-th value of a parameter.
func (r *Region) value(axis, i int) *big.Rat {
	a := r.axes[axis]
	step := new(big.Rat).Mul(new(big.Rat).Sub(a.To, a.From), big.NewRat(int64(i), int64(r.numbers()-1)))
	return step.Add(step, a.From)
}

// draw computes the frames: kernels of which there is none at a value have empty ones.
func (r *Region) draw(ctx context.Context) error {
	n := r.numbers()
	var compiled []*numeric.Func
	var spectra []*hankel.Spectrum
	for i := range n {
		for j := range n {
			at := []int{i, j}[:len(r.axes)]
			f := frame{at: at}
			family := r.family
			for k, a := range r.axes {
				v := r.value(k, at[k])
				f.values = append(f.values, v)
				if a.Name != family.Name {
					family = family.Where(a.Name, region.Span{From: v, To: v})
				}
			}
			var own *big.Rat
			for k, a := range r.axes {
				if a.Name == family.Name {
					own = f.values[k]
				}
			}
			f.status, f.where = r.status(f.values)
			var curve *numeric.Func
			var s *hankel.Spectrum
			if k, err := family.At(own); err == nil {
				curve = numeric.Compile(k)
				r.reach = max(r.reach, reach(k, curve))
				if s, err = hankel.New(k, r.dim, nil); err != nil {
					s = nil
				}
			}
			compiled, spectra = append(compiled, curve), append(spectra, s)
			r.frames = append(r.frames, f)
			if len(r.axes) == 1 {
				break
			}
		}
	}
	if r.reach == 0 {
		r.reach = 1
	}
	for _, at := range []int{0, len(spectra) / 2, len(spectra) - 1} {
		if s := spectra[at]; s != nil {
			if to, err := measure.Bulk(ctx, s); err == nil {
				r.to = max(r.to, to)
			}
		}
	}
	if r.to = min(r.to, 100/r.reach); r.to == 0 {
		r.to = waves * 2 * math.Pi / r.reach
	}
	for i := range r.frames {
		f := &r.frames[i]
		if compiled[i] != nil {
			for p := range framePoints + 1 {
				f.kernel = append(f.kernel, compiled[i].At(r.reach*max(float64(p), 1e-6)/framePoints))
			}
		}
		if spectra[i] != nil {
			if _, m, _, err := measure.TabulateSpectrum(ctx, spectra[i], 0, r.to, framePoints+1); err == nil {
				f.density = m
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// status is what is known at values of the parameters, and the values around them of which it is known at once.
func (r *Region) status(values []*big.Rat) (status proof.Status, where string) {
	status = certify.Undecided
	if r.one != nil {
		for _, c := range r.one.Claims[0].Cells {
			if c.Contains(values[0]) {
				return c.Status, c.Interval(r.one.Name)
			}
		}
		return status, ""
	}
	r.box.Leaves(func(spans []region.Span, p *region.Part) bool {
		if !spans[0].Contains(values[0]) {
			return true
		}
		for _, c := range p.Cells {
			if c.Contains(values[1]) {
				status, where = c.Status, spans[0].Interval(r.axes[0].Name)+" and "+c.Interval(r.axes[1].Name)
				return false
			}
		}
		return true
	})
	return status, where
}

// Sentences say for which values the kernels are positive definite.
func (r *Region) Sentences() []string {
	if r.one != nil {
		v := &verification.RegionView{Document: r.one}
		return []string{v.Sentence(&r.one.Claims[0])}
	}
	return []string{sharesSentence(r.dim, r.box)}
}

// sharesSentence says in which share of a box kernels are proved to be positive definite, and not to be, rounded down, and how much is open, rounded up.
// Whether there is nothing of a kind is decided by the cells: a share that is rounded to 0 may have some.
func sharesSentence(dim int, m *region.Map) string {
	statement := prose.Statement(dim, proof.Claim{ID: certify.PD, Status: certify.Proved})
	var has [3]bool // proved, refuted, open
	m.Leaves(func(_ []region.Span, p *region.Part) bool {
		has[2] = has[2] || len(p.Cells) == 0
		for _, c := range p.Cells {
			has[0], has[1] = has[0] || c.Status == certify.Proved, has[1] || c.Status == certify.Refuted
			has[2] = has[2] || c.Status != certify.Proved && c.Status != certify.Refuted
		}
		return true
	})
	proved, refuted := m.Shares()
	switch has {
	case [3]bool{true, false, false}:
		return statement + " in the whole box."
	case [3]bool{false, true, false}:
		return prose.Statement(dim, proof.Claim{ID: certify.PD, Status: certify.Refuted}) + " anywhere in the box."
	}
	text := statement + " in " + verification.Percent(proved, false) + " of the box"
	if has[1] {
		text += ", not in " + verification.Percent(refuted, false)
	}
	if has[2] {
		text += "; " + verification.Percent(max(1-proved-refuted, 0.001), true) + " are open"
	}
	return text + "."
}

// Title is the formula with the ranges.
func (r *Region) Title() string {
	text := r.family.Formula
	for _, a := range r.axes {
		text += fmt.Sprintf(", %s ≤ %s ≤ %s", verification.Short(a.From), a.Name, verification.Short(a.To))
	}
	return text
}

// Typed is the formula with the ranges as a page shows it.
func (r *Region) Typed() template.HTML { return TypedFamily(r.family, r.axes) }

// TypedFamily is a formula with its ranges as a page shows it.
func TypedFamily(f *region.Family, axes []region.Axis) template.HTML {
	r := Region{family: f, axes: axes}
	return template.HTML("<code>" + html.EscapeString("k(z) = "+r.Title()) + "</code>") //nolint:gosec // escaped
}

// Commands make the file of the region, and check it.
func (r *Region) Commands() string {
	at := fmt.Sprintf("%s --dim %d", r.argument, r.dim)
	return "krein region " + at + " -o region.json\nkrein verify region.json --kernel " + at
}

// picture draws the cells.
func (r *Region) picture() *RegionChart {
	x := r.axes[0]
	c := &RegionChart{Title: "For which values it is positive definite", Says: strings.Join(r.Sentences(), " "), X: x.Name, X0: float(x.From), X1: float(x.To)}
	cell := func(s, t region.Span, status proof.Status) {
		if status == certify.Proved || status == certify.Refuted {
			c.Cells = append(c.Cells, RegionCell{X0: float(s.From), X1: float(s.To), Y0: float(t.From), Y1: float(t.To), Class: status.String()})
		}
	}
	none := region.Span{From: new(big.Rat), To: new(big.Rat)}
	if r.one != nil {
		for _, k := range r.one.Claims[0].Cells {
			cell(k.Span, none, k.Status)
		}
	} else {
		y := r.axes[1]
		c.Y, c.Y0, c.Y1 = y.Name, float(y.From), float(y.To)
		r.box.Leaves(func(spans []region.Span, p *region.Part) bool {
			for _, k := range p.Cells {
				if spans[0].From.Cmp(spans[0].To) != 0 { // lines between cells are in the table
					cell(spans[0], k.Span, k.Status)
				}
			}
			return true
		})
	}
	for i := range r.frames {
		f := &r.frames[i]
		m := RegionMark{Class: f.Class(), X: float(f.values[0])}
		if len(f.values) > 1 {
			m.Y = float(f.values[1])
		}
		c.Points = append(c.Points, m)
	}
	return c
}

func float(v *big.Rat) float64 {
	x, _ := v.Float64()
	return x
}

type (
	// dragged is what the template drag shows.
	dragged struct {
		Axes     []dragAxis
		Frames   []dragFrame
		Pictures []template.HTML
	}
	dragAxis struct {
		Name, Letter string
		Values       []dragValue
	}
	dragValue struct {
		Class, Label string
		Checked      bool
	}
	dragFrame struct {
		Class, At, Says string
		Mark            Mark
	}
)

// HTML returns the picture of the region, a row of values for each parameter, and what is shown for the chosen one: the
// verdict, the kernel and its density. id is the prefix of identifiers.
func (r *Region) HTML(id string) (template.HTML, error) {
	d := dragged{}
	n := r.numbers()
	for k, a := range r.axes {
		axis := dragAxis{Name: a.Name, Letter: string(rune('a' + k))}
		for i := range n {
			v := dragValue{Class: fmt.Sprintf("%s%d", axis.Letter, i), Label: fmt.Sprintf("%s = %s", a.Name, shortValue(r.value(k, i))), Checked: i == n/4}
			if len(r.axes) == 1 {
				m := MarkOf(r.frames[i].status)
				v.Class, v.Label = v.Class+" "+m.Class, v.Label+", "+m.Word
			} else {
				for j := range n { // of the other parameter
					at := [2]int{i, j}
					if k == 1 {
						at = [2]int{j, i}
					}
					if s := r.frames[at[0]*n+at[1]].status; s != certify.Undecided {
						v.Class += fmt.Sprintf(" %s%s%d", axis.Letter, s, j)
					}
				}
			}
			axis.Values = append(axis.Values, v)
		}
		d.Axes = append(d.Axes, axis)
	}
	kernels := Chart{Title: "The kernel", X: "distance z", Y: "k(z)", Curves: []Curve{{Name: "k(z)", Class: KernelClass}}}
	densities := Chart{Title: "The radial spectral density", X: "frequency ω", Y: "density",
		Curves: []Curve{{Name: "density (negative: not positive definite)", Class: Plus, Fill: true}}}
	for p := range framePoints + 1 {
		kernels.Curves[0].X = append(kernels.Curves[0].X, r.reach*float64(p)/framePoints)
		densities.Curves[0].X = append(densities.Curves[0].X, r.to*float64(p)/framePoints)
	}
	for i := range r.frames {
		f := &r.frames[i]
		var at []string
		for k, v := range f.values {
			at = append(at, fmt.Sprintf("%s = %s", r.axes[k].Name, shortValue(v)))
		}
		says := "not decided"
		if f.status != certify.Undecided {
			says = prose.Statement(r.dim, proof.Claim{ID: certify.PD, Status: f.status})
		}
		if f.where != "" {
			says += " for " + f.where
		}
		d.Frames = append(d.Frames, dragFrame{f.Class(), strings.Join(at, ", "), says + ".", MarkOf(f.status)})
		if f.kernel != nil {
			kernels.Frames = append(kernels.Frames, Frame{Class: f.Class(), Y: f.kernel})
		}
		if f.density != nil {
			densities.Frames = append(densities.Frames, Frame{Class: f.Class(), Y: f.density})
		}
	}
	pictures := []Picture{{r.picture().Title, r.picture(), "The mark is at the chosen value."}}
	for _, c := range []*Chart{&kernels, &densities} {
		if c.Frames != nil {
			c.Curves[0].Y = c.Frames[0].Y
			pictures = append(pictures, NewPicture(*c, "At the chosen value, by floating point."))
		}
	}
	for i, p := range pictures {
		if h, ok := p.HTML(fmt.Sprintf("%s%d", id, i)); ok {
			d.Pictures = append(d.Pictures, h)
		}
	}
	var b strings.Builder
	err := templates.ExecuteTemplate(&b, "drag", d)
	return template.HTML(b.String()), err //nolint:gosec // of a template
}

// shortValue is a value of a parameter for people: as it is, or in four digits.
func shortValue(v *big.Rat) string {
	if s := v.RatString(); len(s) <= 6 {
		return s
	}
	return fmt.Sprintf("%.4g", float(v))
}

// certificates lists those on which the region rests.
func (r *Region) certificates() (t tabular, claims []proof.Claim) {
	t = tabular{Head: []column{{"certificate for", false}, {"status", false}, {"rule", false}}}
	add := func(where string, c *certificate.Certificate) {
		cl := c.Claim(certify.PD)
		rule := ""
		if cl.Proof != nil {
			rule = cl.Proof.Rule
		}
		t.Rows = append(t.Rows, []string{where, cl.Status.String(), rule})
		claims = append(claims, cl)
	}
	if r.one != nil {
		c := &r.one.Claims[0]
		for _, p := range c.Points {
			add(fmt.Sprintf("%s = %s", r.one.Name, verification.Short(p.At)), p.Cert)
		}
		for _, b := range c.Boxes {
			add(b.Interval(r.one.Name), b.Cert)
		}
		return t, claims
	}
	var walk func(p *region.Part)
	walk = func(p *region.Part) {
		for _, c := range p.Points {
			claims = append(claims, c.Cert.Claim(certify.PD))
		}
		for _, c := range p.Boxes {
			claims = append(claims, c.Cert.Claim(certify.PD))
		}
		for _, q := range p.Parts {
			walk(q)
		}
	}
	walk(r.box.Root)
	return tabular{After: fmt.Sprintf("The map rests on %d certificates, which are in its file.", len(claims))}, claims
}

// WriteHTML writes the report as one file.
func (r *Region) WriteHTML(w io.Writer) error {
	var file bytes.Buffer
	if err := r.document.Encode(&file); err != nil {
		return err
	}
	sum := sha256.Sum256(file.Bytes())
	d := &document{
		Title: short(r.family.Formula) + " in a range", Heading: fmt.Sprintf("for which values of its parameters a kernel is positive definite on R^%d", r.dim),
		Formulas: []template.HTML{r.Typed()},
		Plain:    r.family.Formula, Drag: true, Digested: "the file region.json", Digest: hex.EncodeToString(sum[:]), Commands: r.Commands() + "\nkrein report " + r.argument +
			fmt.Sprintf(" --dim %d -o report.html", r.dim),
	}
	for _, s := range r.Sentences() {
		d.Verdict = append(d.Verdict, advice{s, r.Commands()})
	}
	shown, err := r.HTML("c")
	if err != nil {
		return err
	}
	d.Sections = append(d.Sections, section{"region", "Region", "For which values", shown})
	t, claims := r.certificates()
	if err := d.add("certificates", "Certificates", "Certificates", "table", t); err != nil {
		return err
	}
	if err := d.cite(Claims(r.dim, claims, true)); err != nil {
		return err
	}
	d.embed("region.json", "certificates and cells", file.Bytes())
	return d.write(w)
}
