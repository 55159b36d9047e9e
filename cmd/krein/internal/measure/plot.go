package measure

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/fourier"
)

// SavePlot draws the parts of a decomposition into a file.
func SavePlot(cmd *cobra.Command, path string, d *decompose.Decomposition) error {
	data, err := picture(path, title(d), d)
	if err != nil {
		return err
	}
	return terminal.WriteOutput(cmd, path, data)
}

func title(d *decompose.Decomposition) string {
	return fmt.Sprintf("%s   in R^%d, %s", terminal.Shorten(d.Kernel, 50), d.Dim, terminal.Shorten(d.Beyond, 70))
}

// partLaw is the law of the radius of a part on ω > 0, as pictures need it.
type partLaw struct {
	mass, origin float64
	radii        decompose.Radii
	atoms        []fourier.Atom // masses, by increasing radius
	atomic       float64        // their sum
}

func newPartLaw(p *decompose.Part) *partLaw {
	l := &partLaw{mass: p.Mass, origin: p.Origin, radii: p.Radii}
	s, ok := p.Radii.(interface{ Steps() []float64 })
	if !ok {
		return l
	}
	edges := append([]float64{0}, append(s.Steps(), 1)...)
	for i := 1; i < len(edges); i++ {
		a, b := edges[i-1], edges[i]
		omega := l.radii.Quantile(a/2 + b/2)
		if b-a < 1e-14 || l.radii.Quantile(a+(b-a)/64) != omega || l.radii.Quantile(b-(b-a)/64) != omega {
			continue
		}
		w := (b - a) * l.mass
		l.atomic += w
		if n := len(l.atoms); n > 0 && l.atoms[n-1].Omega == omega {
			l.atoms[n-1].Weight += w
		} else {
			l.atoms = append(l.atoms, fourier.Atom{Omega: omega, Weight: w})
		}
	}
	return l
}

// discrete reports whether there is nothing but atoms.
func (l *partLaw) discrete() bool { return l.atomic >= l.mass*(1-1e-9) }

// below returns the mass on 0 < radius ≤ omega.
func (l *partLaw) below(omega float64) float64 {
	lo, hi := 0.0, 1.0
	if l.radii.Quantile(1-0x1p-53) <= omega {
		return l.mass
	}
	for range 53 {
		if mid := (lo + hi) / 2; l.radii.Quantile(mid) <= omega {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo * l.mass
}

// diffuse returns the mass on radii in (a, b] without the atoms.
func (l *partLaw) diffuse(a, b float64) float64 {
	m := l.below(b) - l.below(a)
	for _, q := range l.atoms {
		if q.Omega > a && q.Omega <= b {
			m -= q.Weight
		}
	}
	return max(m, 0)
}

const (
	plotBins  = 600
	farApart  = 40  // quantiles that differ by more ask for a logarithmic axis
	farMasses = 100 // and so do masses of atoms
)

// picture draws the masses of both parts over the radii, densities as curves and atoms as stems, above the distribution
// functions of the radius, and returns the bytes of an SVG or PNG file, chosen by the path's ending.
func picture(path, title string, d *decompose.Decomposition) ([]byte, error) {
	laws := [2]*partLaw{newPartLaw(&d.Plus), newPartLaw(&d.Minus)}
	r, err := newPartsRange(d, laws)
	if err != nil {
		return nil, err
	}
	above := figure.New(title, "", "mass per unit of ω")
	below := figure.New("", "radius ω", "share of radii ≤ ω")
	if r.log {
		figure.Logarithmic(&above.X, &below.X)
		above.Y.Label.Text = "mass per unit of log ω"
	}
	base, err := r.masses(above, laws)
	if err != nil {
		return nil, err
	}
	for i, l := range laws {
		if l.mass+l.origin == 0 {
			continue
		}
		line, err := figure.AddCurve(below, "", figure.Parts[i].C, l.distribution(r.edges))
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("%s, mass %.6g", figure.Parts[i].Name, l.mass+l.origin)
		if l.origin > 0 {
			name += fmt.Sprintf(" (%.4g at ω = 0)", l.origin)
		}
		above.Legend.Add(name, line)
	}
	above.Y.Min = base
	if base > 0 {
		above.Y.Max *= math.Pow(above.Y.Max/base, 0.04)
	} else {
		above.Y.Max *= 1.04
	}
	below.Y.Min, below.Y.Max = 0, 1.02
	for _, p := range []*plot.Plot{above, below} {
		p.X.Min, p.X.Max = r.edges[0], r.edges[plotBins]
	}
	return figure.Render(path, above, below)
}

// partsRange is what a picture of parts shows.
type partsRange struct {
	edges    []float64 // of the bins in ω
	log      bool      // ω is on a logarithmic axis
	discrete bool      // there are atoms only
	shown    []fourier.Atom
}

// newPartsRange chooses the range of radii and the axis.
func newPartsRange(d *decompose.Decomposition, laws [2]*partLaw) (*partsRange, error) {
	r := &partsRange{discrete: true}
	lo, hi, first, last := math.Inf(1), 0.0, math.Inf(1), 0.0
	for i, p := range []*decompose.Part{&d.Plus, &d.Minus} {
		if p.Radii == nil {
			continue
		}
		// light tails end in the picture, heavy ones do not dwarf the rest
		lo, hi = min(lo, p.Radii.Quantile(0.002)), max(hi, min(p.Radii.Quantile(0.9998), 1.6*p.Radii.Quantile(0.99)))
		first, last = min(first, p.Radii.Quantile(0.5)), max(last, p.Radii.Quantile(0.5))
		r.discrete = r.discrete && laws[i].discrete()
	}
	if hi == 0 {
		return nil, errors.New("nothing to draw: neither part has mass on ω > 0")
	}
	r.log = lo > 0 && (last > farApart/4*first || hi > farApart*last)
	if math.IsInf(hi, 1) {
		hi = 1e6 * last
	}
	for i, l := range laws {
		for _, a := range l.atoms {
			if r.discrete {
				lo, hi = min(lo, a.Omega), max(hi, a.Omega)
			}
			a.Weight *= figure.Parts[i].Sign
			r.shown = append(r.shown, a)
		}
	}
	hi *= 1.02
	if r.log = r.log && hi > 4*lo; r.log {
		lo /= 1.2
	} else {
		lo = 0
	}
	r.edges = make([]float64, plotBins+1)
	for i := range r.edges {
		t := float64(i) / plotBins
		if r.edges[i] = lo + (hi-lo)*t; r.log {
			r.edges[i] = lo * math.Pow(hi/lo, t)
		}
	}
	return r, nil
}

// masses draws densities and atoms, and returns where the axis of masses begins: above 0 if it is logarithmic.
func (r *partsRange) masses(above *plot.Plot, laws [2]*partLaw) (base float64, err error) {
	if r.discrete {
		above.Y.Label.Text = "mass"
		least, most := math.Inf(1), 0.0
		for _, a := range r.shown {
			least, most = min(least, math.Abs(a.Weight)), max(most, math.Abs(a.Weight))
		}
		if most > farMasses*least {
			base = math.Pow10(int(math.Floor(math.Log10(least / 2))))
			figure.Logarithmic(&above.Y)
		}
	} else {
		if err := addDiffuse(above, laws, r.edges, r.log); err != nil {
			return 0, err
		}
		if len(r.shown) > 0 {
			above.Y.Label.Text += "; atoms: mass"
		}
	}
	for i, l := range laws {
		if l.origin > 0 && !r.log { // a logarithmic axis has no place for it
			r.shown = append(r.shown, fourier.Atom{Omega: 0, Weight: figure.Parts[i].Sign * l.origin})
		}
	}
	return base, figure.AddAtoms(above, r.shown, base)
}

// addDiffuse draws the densities over the bins between the edges, per unit of ω or of log ω.
func addDiffuse(p *plot.Plot, laws [2]*partLaw, edges []float64, log bool) error {
	var omegas []float64
	var m [2][]float64
	for i := 1; i < len(edges); i++ {
		a, b := edges[i-1], edges[i]
		width, middle := b-a, (a+b)/2
		if log {
			width, middle = math.Log(b/a), math.Sqrt(a*b)
		}
		omegas = append(omegas, middle)
		for k, l := range laws {
			if l.radii != nil {
				m[k] = append(m[k], l.diffuse(a, b)/width)
			}
		}
	}
	_, err := figure.AddDensity(p, omegas, m)
	return err
}

// distribution returns the shares of the part's whole mass at radii up to each edge, with both ends of every jump.
func (l *partLaw) distribution(edges []float64) plotter.XYs {
	total := l.mass + l.origin
	at := func(omega float64) float64 {
		if l.radii == nil {
			return 1
		}
		return (l.origin + l.below(omega)) / total
	}
	var pts plotter.XYs
	if edges[0] == 0 && l.origin > 0 {
		pts = append(pts, plotter.XY{})
	}
	for _, w := range edges {
		pts = append(pts, plotter.XY{X: w, Y: at(w)})
	}
	for _, a := range l.atoms {
		if a.Omega > edges[0] && a.Omega <= edges[len(edges)-1] {
			y := at(a.Omega)
			pts = append(pts, plotter.XY{X: a.Omega, Y: y - a.Weight/total}, plotter.XY{X: a.Omega, Y: y})
		}
	}
	slices.SortStableFunc(pts, func(a, b plotter.XY) int {
		switch {
		case a.X < b.X || a.X == b.X && a.Y < b.Y:
			return -1
		case a == b:
			return 0
		}
		return 1
	})
	return pts
}
