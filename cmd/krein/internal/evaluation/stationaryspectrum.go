package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"krein/ball"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/fourier/stationary"
	"krein/hankel"
	"krein/internal/atomicfile"
	"krein/internal/budget"
	"krein/internal/fourier/numeric"
	"krein/internal/hankel/line"
	"krein/internal/hankel/line/sampler"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Spectrum is the complex measure of a kernel, projected on a line: the density p_R + i p_I of ⟨a,ω⟩, a the
// direction of one of the lines of its decomposition. It is that of s ↦ k(s·a).
type Spectrum struct {
	Formula string    `json:"formula"`
	Dim     int       `json:"dim"`
	Along   string    `json:"along"`
	Omega   []float64 `json:"omega"`
	Real    []float64 `json:"real"`
	Imag    []float64 `json:"imaginary"`
	Error   []float64 `json:"error"` // of both
	Proved  bool      `json:"error_proved"`
	Doubt   string    `json:"doubt,omitempty"` // why the kernel may have no such measure
	Atoms   []Atom    `json:"atoms,omitempty"`

	terms []term
}

// Atom is a point with the weights Real + i Imag at Omega ≥ 0, and the conjugate at −Omega. Values are rounded.
type Atom struct {
	Omega float64 `json:"omega"`
	Real  float64 `json:"real"`
	Imag  float64 `json:"imaginary"`
}

// term is c·(the measure of a factor).
type term struct {
	c float64
	*densityAlong
}

// densityAlong is the measure of a factor: enclosed, or by radial spectra in one and in three dimensions.
type densityAlong struct {
	measure   *line.Measure
	even, odd *hankel.Spectrum // nil: 0
}

// newDensity returns the measure of a factor on a line. With o the odd half, o(z)/z has in three dimensions the radial
// density m with p_I(ω) = −m(ω)/2ω; the even half has p_R(ω) = m(ω)/2 in one.
func newDensity(ctx context.Context, f *stationary.Factor) (*densityAlong, error) {
	m, err := line.Enclose(ctx, f.Even, f.Odd, nil)
	var not *line.Error
	if err == nil {
		return &densityAlong{measure: m}, nil
	}
	if !errors.As(err, &not) || not.Infinite {
		return nil, err
	}
	d := &densityAlong{}
	meter := budget.Of(ctx)
	if f.Even != nil {
		if d.even, err = hankel.New(f.Even.Metered(meter), 1, nil); err != nil {
			return nil, err
		}
	}
	if f.Odd != nil {
		g := f.Odd.Derive(formula.Div(f.Odd.Expr(), formula.Variable()))
		if d.odd, err = hankel.New(g.Metered(meter), 3, nil); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// at returns both densities with the error of both.
func (d *densityAlong) at(omega float64) (re, im, err float64) {
	if d.measure != nil {
		var a, b ball.Real
		d.measure.At(&a, &b, omega)
		x, e := a.Float64()
		y, f := b.Float64()
		return x, y, math.Max(e, f)
	}
	if d.even != nil {
		m, e := d.even.Density(math.Abs(omega))
		re, err = m/2, e/2
	}
	if d.odd != nil && omega != 0 {
		m, e := d.odd.Density(math.Abs(omega))
		im, err = -m/(2*omega), math.Max(err, e/(2*math.Abs(omega)))
	}
	return re, im, err
}

// atoms returns the points that have weight.
func (d *densityAlong) atoms() (out []Atom) {
	if d.measure != nil {
		for i := range d.measure.Modulus.Atoms {
			a := &d.measure.Modulus.Atoms[i]
			re, im := a.Weight.Re.Nearest(), a.Weight.Im.Nearest()
			out = append(out, Atom{a.Omega.Nearest(), re, im})
		}
		return out
	}
	if d.even != nil {
		for _, a := range d.even.Atoms() {
			w := a.Weight
			if a.Omega > 0 {
				w /= 2
			}
			out = append(out, Atom{a.Omega, w, 0})
		}
	}
	return out
}

// add adds atoms of a term.
func (s *Spectrum) add(c float64, atoms []Atom) {
	for _, a := range atoms {
		at := slices.IndexFunc(s.Atoms, func(b Atom) bool { return b.Omega == a.Omega })
		if at < 0 {
			at = len(s.Atoms)
			s.Atoms = append(s.Atoms, Atom{Omega: a.Omega})
		}
		s.Atoms[at].Real += c * a.Real
		s.Atoms[at].Imag += c * a.Imag
	}
}

// bulk returns a frequency below which most of the measure lies.
func (d *densityAlong) bulk() (to float64) {
	if d.measure != nil {
		if law := sampler.New(d.measure.Modulus); law != nil {
			to, _ = law.Quantile(0.97)
		}
		return to
	}
	for _, s := range []*hankel.Spectrum{d.even, d.odd} {
		if s != nil {
			_, hi := s.Scale()
			to = math.Max(to, hi)
		}
	}
	return to
}

// NewStationarySpectrum returns the measure along the n-th line of the decomposition, from 1. Its values, too, are counted by the
// meter of ctx, if there is one. Nothing is proved of a formula that is not proved to have a value everywhere, or to be
// continuous: factors are those of its normal form, and on a line a kernel may have other values than around it.
func NewStationarySpectrum(ctx context.Context, k *stationary.Kernel, n int) (*Spectrum, error) {
	s, err := newSpectrum(ctx, k, n)
	if err != nil {
		return nil, err
	}
	if doubt := cmp.Or(k.ProvedDefined(), k.ProvedContinuous()); doubt != nil {
		s.Proved, s.Doubt = false, doubt.Error()
	}
	return s, nil
}

func newSpectrum(ctx context.Context, k *stationary.Kernel, n int) (*Spectrum, error) {
	t, err := k.Tensor()
	if phi, ok := k.L1(); ok && err != nil {
		return onCoordinate(ctx, k, phi, n)
	}
	if err != nil {
		return nil, err
	}
	var lines []int
	for b, block := range t.Blocks {
		if block.Dim == 1 {
			lines = append(lines, b)
		}
	}
	if len(lines) == 0 {
		return nil, errors.New("the kernel has no lines: it is a function of distances")
	}
	if n < 1 || n > len(lines) {
		return nil, fmt.Errorf("--along %d: the kernel has %d lines", n, len(lines))
	}
	b := lines[n-1]
	s := &Spectrum{Formula: k.Formula(), Dim: k.Dim(), Along: direction(&t.Blocks[b])}
	if t.Map != nil {
		s.Along += ", after a linear map that makes its quadratic form diagonal"
	}
	if k.Lengths() != nil {
		s.Along += ", of the kernel before --lengths"
	}
	known := map[*stationary.Factor]*densityAlong{}
	s.Proved = true
	for _, x := range t.Terms {
		c := kernel.NewNatural(x.Coef).At(0)
		for i, f := range x.Factors {
			if i != b {
				c *= numeric.FactorAt(f, 0)
			}
		}
		f := x.Factors[b]
		if known[f] == nil {
			if known[f], err = newDensity(ctx, f); err != nil {
				return nil, fmt.Errorf("the density along %s: %w", s.Along, err)
			}
			s.Proved = s.Proved && known[f].measure != nil
		}
		if c != 0 {
			s.terms = append(s.terms, term{c, known[f]})
			s.add(c, known[f].atoms())
		}
	}
	return s, nil
}

// onCoordinate returns the measure of a function φ of the 1-norm along a coordinate: that of φ(|s|).
func onCoordinate(ctx context.Context, k *stationary.Kernel, phi *kernel.Kernel, n int) (*Spectrum, error) {
	if n < 1 || n > k.Dim() {
		return nil, fmt.Errorf("--along %d: the kernel has %d coordinates", n, k.Dim())
	}
	s := &Spectrum{Formula: k.Formula(), Dim: k.Dim(), Along: fmt.Sprintf("coordinate %d", n)}
	if k.Lengths() != nil {
		s.Along += ", of the kernel before --lengths"
	}
	d, err := newDensity(ctx, &stationary.Factor{Dim: 1, Even: phi})
	if err != nil {
		return nil, fmt.Errorf("the density along %s: %w", s.Along, err)
	}
	s.Proved, s.terms = d.measure != nil, []term{{1, d}}
	s.add(1, d.atoms())
	return s, nil
}

// direction names a line.
func direction(b *stationary.Block) string {
	if b.Basis == nil && !b.Complement {
		return fmt.Sprintf("coordinate %d", b.From+1)
	}
	if b.Complement {
		return "the line across all axes"
	}
	equal := true
	var text []string
	for _, v := range b.Basis[0] {
		equal = equal && math.Abs(v-b.Basis[0][0]) < 1e-15
		text = append(text, strconv.FormatFloat(v, 'g', 4, 64))
	}
	if equal && len(text) > 3 {
		return "the diagonal"
	}
	if len(text) > 6 {
		text = append(text[:6], "…")
	}
	return "(" + strings.Join(text, ", ") + ")"
}

// Bulk returns a frequency below which about 97 % of |μ| lies.
func (s *Spectrum) Bulk() float64 {
	to := 0.0
	for _, t := range s.terms {
		to = max(to, t.bulk())
	}
	if to == 0 {
		return 1
	}
	to = s.seen(to)
	for _, a := range s.Atoms {
		to = max(to, 1.1*a.Omega)
	}
	unit := math.Pow10(int(math.Floor(math.Log10(to))))
	for _, f := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8} {
		if f*unit >= to {
			return f * unit
		}
	}
	return 10 * unit
}

// seen returns the frequency up to which a picture shows something: beyond it, of those up to `to`, the density is
// below half a percent of its largest value. It looks at frequencies that lie the closer the smaller they are.
func (s *Spectrum) seen(to float64) float64 {
	const halvings, points, least = 12, 32, 5e-3
	var omega, size []float64
	largest := 0.0
	for k := halvings; k >= 0; k-- {
		lo := math.Ldexp(to, -k-1)
		for i := range points {
			w := lo * (1 + float64(i+1)/points)
			re, im := 0.0, 0.0
			for _, t := range s.terms {
				x, y, _ := t.at(w)
				re, im = re+t.c*x, im+t.c*y
			}
			omega, size = append(omega, w), append(size, math.Hypot(re, im))
			largest = max(largest, size[len(size)-1])
		}
	}
	for i := len(omega) - 1; i > 0; i-- {
		if size[i] > least*largest {
			return omega[i]
		}
	}
	return to
}

// Tabulate evaluates the densities at n frequencies.
func (s *Spectrum) Tabulate(ctx context.Context, from, to float64, n int) error {
	s.Omega, s.Real, s.Imag, s.Error = nil, nil, nil, nil
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		omega := from + (to-from)*float64(i)/float64(n-1)
		re, im, fault := 0.0, 0.0, 0.0
		for _, t := range s.terms {
			x, y, e := t.at(omega)
			re, im = re+t.c*x, im+t.c*y
			fault += math.Abs(t.c)*e + 0x1p-50*math.Abs(t.c)*(math.Abs(x)+math.Abs(y)) // and rounding
		}
		s.Omega, s.Real, s.Imag = append(s.Omega, omega), append(s.Real, re), append(s.Imag, im)
		s.Error = append(s.Error, fault)
	}
	return nil
}

// infinite reports whether a density is infinite, as at ω = 0.
func (s *Spectrum) infinite(i int) bool { return math.IsInf(s.Real[i], 0) || math.IsInf(s.Imag[i], 0) }

// unknown reports whether nothing is known of a value: it was not computed, or may be off by any amount.
func (s *Spectrum) unknown(i int) bool {
	return math.IsNaN(s.Real[i]) || math.IsNaN(s.Imag[i]) || math.IsNaN(s.Error[i]) ||
		math.IsInf(s.Error[i], 0) && !s.infinite(i)
}

// Known is an error if no value is known but, perhaps, that at ω = 0.
func (s *Spectrum) Known() error {
	for i, omega := range s.Omega {
		if omega != 0 && !s.unknown(i) {
			return nil
		}
	}
	n := len(s.Omega)
	return fmt.Errorf("the density of %s along %s is not known at any of the frequencies from %.4g to %.4g: the quadrature "+
		"does not converge; --from and --to choose others", s.Formula, s.Along, s.Omega[0], s.Omega[n-1])
}

// Finite replaces what JSON cannot say: a density that is infinite or not known becomes null.
func (s *Spectrum) Finite() any {
	return struct {
		*Spectrum
		Real  []*float64 `json:"real"`
		Imag  []*float64 `json:"imaginary"`
		Error []*float64 `json:"error"`
	}{s, measure.Null(s.Real), measure.Null(s.Imag), measure.Null(s.Error)}
}

// Write shows the densities as a table.
func (s *Spectrum) Write(w io.Writer) error {
	fmt.Fprintf(w, "k(Δ) = %s, Δ = x − y, in R^%d\n"+
		"complex density p_R + i p_I of the projection of ω on %s: p_R is even, p_I odd\n",
		s.Formula, s.Dim, s.Along)
	if s.Doubt != "" {
		fmt.Fprintln(w, terminal.Wrap("of a formula that may have no measure: "+s.Doubt, ""))
	}
	fmt.Fprintln(w)
	bound := "error, estimated"
	if s.Proved {
		bound = "error ≤"
	}
	t := terminal.NewTable("ω", "p_R(ω)", "p_I(ω)", bound)
	for i, omega := range s.Omega {
		re, im, bound := leave(s.Real[i], s.Imag[i], s.Error[i])
		row := table.Row{fmt.Sprintf("%.6g", omega), re, im, ""}
		switch {
		case s.unknown(i):
			row[1], row[2] = "not known", ""
		case s.infinite(i):
			row[1], row[2] = measure.Beyond, ""
		default:
			row[3] = bound
		}
		t.AppendRow(row)
	}
	fmt.Fprintln(w, t.Render())
	for _, a := range s.Atoms {
		fmt.Fprintf(w, "atom at ω = %.9g: %.9g%+.9gi, and at −ω the conjugate\n", a.Omega, a.Real, a.Imag)
	}
	return nil
}

// leave writes both parts of a value in the digits that their error leaves, and the error; a part that is no larger than
// that may be 0 and is shown as 0, at the distance to which it may be off then.
func leave(re, im, err float64) (a, b, bound string) {
	a, bound = measure.Leave(re, err)
	b, other := measure.Leave(im, err)
	if math.Abs(im) <= err && (math.Abs(re) > err || math.Abs(im) > math.Abs(re)) {
		bound = other // the larger one
	}
	return a, b, bound
}

// WriteCSV writes the densities as CSV.
func (s *Spectrum) WriteCSV(w io.Writer) error {
	var b strings.Builder
	b.WriteString("omega,real,imaginary,error\n")
	for i := range s.Omega {
		re, im, bound := s.Real[i], s.Imag[i], s.Error[i]
		if s.unknown(i) {
			re, im, bound = math.NaN(), math.NaN(), math.NaN()
		}
		measure.SpectrumCSV(&b, s.Omega[i], re, im, bound)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// pointsDrawn is how many points a curve has.
const pointsDrawn = 600

// Plot draws the real and the imaginary part from −to to `to`.
func (s *Spectrum) Plot(ctx context.Context, to float64, path string) error {
	drawn := &Spectrum{terms: s.terms}
	if err := drawn.Tabulate(ctx, -to, to, pointsDrawn); err != nil {
		return err
	}
	p := figure.New(fmt.Sprintf("%s   in R^%d, along %s", terminal.Shorten(s.Formula, 50), s.Dim, s.Along), "frequency ω",
		"complex spectral density")
	for _, c := range []struct {
		name   string
		values []float64
		part   int
	}{{"real part", drawn.Real, 0}, {"imaginary part", drawn.Imag, 1}} {
		if !slices.ContainsFunc(c.values, func(v float64) bool { return v != 0 }) {
			continue
		}
		pts := make(plotter.XYs, len(c.values))
		for i, y := range c.values {
			pts[i] = plotter.XY{X: drawn.Omega[i], Y: y}
		}
		if _, err := figure.AddCurve(p, c.name, figure.Parts[c.part].C, pts); err != nil {
			return err
		}
	}
	if err := s.drawAtoms(p, to); err != nil {
		return err
	}
	p.X.Min, p.X.Max = -to, to
	height := p.Y.Max - p.Y.Min
	p.Y.Max += 0.04 * height
	if len(s.Atoms) > 0 && p.Y.Min < 0 {
		p.Y.Min -= 0.03 * height // and for the heads of stems
	}
	b, err := figure.Render(path, p)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, b)
}

// drawAtoms draws points as stems, at ω and −ω: their weights, not densities.
func (s *Spectrum) drawAtoms(p *plot.Plot, to float64) error {
	for part, value := range []func(a Atom) float64{func(a Atom) float64 { return a.Real },
		func(a Atom) float64 { return a.Imag }} {
		named := false
		for _, a := range s.Atoms {
			v := value(a)
			if v == 0 || a.Omega > to {
				continue
			}
			for _, sign := range []float64{1, -1} {
				if sign < 0 && part == 1 {
					v = -v
				}
				head, err := figure.AddStem(p, figure.Parts[part].C, sign*a.Omega, 0, v)
				if err != nil {
					return err
				}
				if !named {
					p.Legend.Add([]string{"atoms, real", "atoms, imaginary"}[part], head)
				}
				named = true
			}
		}
	}
	return nil
}
