package report

import (
	"context"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/hankel"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// Picture is a drawing with words below it.
type Picture struct {
	title   string
	drawing vectors
	caption string
}

// vectors is what is drawn as SVG: a Chart or a Plane.
type vectors interface{ SVG(id string) string }

// NewPicture returns a picture of curves with words below it.
func NewPicture(c Chart, caption string) Picture { return Picture{c.Title, &c, caption} }

// HTML returns the picture as a figure; ok is false if there is nothing to draw. id is the prefix of the identifiers in
// it.
func (p Picture) HTML(id string) (out template.HTML, ok bool) {
	svg := p.drawing.SVG(id)
	if svg == "" {
		return "", false
	}
	var b strings.Builder
	if err := figure.Execute(&b, map[string]any{"Title": p.title, "SVG": template.HTML(svg),
		"Caption": Text(p.caption)}); err != nil { //nolint:gosec // SVG escapes
		panic(err) // a builder takes all
	}
	return template.HTML(b.String()), true //nolint:gosec // of a template
}

var figure = template.Must(template.New("figure").Parse(
	`<figure><h3>{{.Title}}</h3><div class="scroll" ` +
		`tabindex="0">{{.SVG}}</div><figcaption>{{.Caption}}</figcaption></figure>`))

// target is the error that representations are compared for, relative to the largest value seen up to `end`; 0 if there
// is none.
func target(k *kernel.Kernel, end float64) float64 {
	f := numeric.Compile(k)
	most := math.Abs(numeric.AtZero(k))
	for i := range points {
		most = max(most, math.Abs(f.At(end*float64(i+1)/points)))
	}
	if !(most > 0) || math.IsInf(most, 0) { // NaN too
		return 0
	}
	return relative(most)
}

// relative is the error relative to the largest value, in three digits.
func relative(most float64) float64 {
	x, err := strconv.ParseFloat(strconv.FormatFloat(Target*most, 'g', 3, 64), 64)
	if err != nil {
		return Target * most
	}
	return x
}

// points is the number of points of a curve.
const points = 480

// KernelPicture draws k up to its domain, or to where it has decayed.
func KernelPicture(k *kernel.Kernel) Picture {
	f := numeric.Compile(k)
	end := reach(k, f)
	c := Curve{Name: "k(z)", Class: KernelClass}
	for i := range points + 1 {
		z := end * float64(i) / points
		y := f.At(z)
		if i == 0 {
			y = numeric.AtZero(k)
		}
		c.X, c.Y = append(c.X, z), append(c.Y, y)
	}
	return NewPicture(Chart{Title: "The kernel", X: "distance z", Y: "k(z)", Curves: []Curve{c}},
		fmt.Sprintf("k(z) for distances up to %.4g, in float64.", end))
}

// reach returns the end of the domain, or else a round distance beyond which |k| stays small as far as a coarse look
// shows, or 10.
func reach(k *kernel.Kernel, f *numeric.Func) float64 {
	if d := k.Domain(); d != nil {
		end, _ := d.Float64()
		return end
	}
	return decayed(f.At)
}

// decayed is the round number beyond which a function of a number z > 0 stays small.
func decayed(at func(z float64) float64) float64 {
	most, last := 0.0, 0.0
	const from, to, n = -10, 12, 8 // powers of two, and steps for each
	for i := from * n; i <= to*n; i++ {
		if y := math.Abs(at(math.Exp2(float64(i) / n))); y > most && !math.IsInf(y, 0) && i <= 0 {
			most = y
		}
	}
	for i := from * n; i <= to*n; i++ {
		z := math.Exp2(float64(i) / n)
		if y := math.Abs(at(z)); y > 0.01*most {
			last = z
		}
	}
	if last == 0 || last >= math.Exp2(to)/2 {
		return 10
	}
	unit := math.Pow(10, math.Floor(math.Log10(last)))
	for _, m := range []float64{1.5, 2, 3, 4, 5, 6, 8, 10, 15} {
		if m*unit >= 1.1*last {
			return m * unit
		}
	}
	return 20 * unit
}

// waves is how many oscillations are drawn of the spectrum of a kernel whose mass is not finite.
const waves = 12

// SpectrumPicture draws the densities of both parts; ok is false where the spectrum has none.
func SpectrumPicture(ctx context.Context, k *kernel.Kernel, dim int, finite bool) (p Picture, ok bool) {
	ctx, k, done := input.Metered(ctx, k)
	var err error
	defer done(&err)
	s, err := hankel.New(k, dim, nil)
	if err != nil {
		return p, false
	}
	to := waves * 2 * math.Pi / reach(k, numeric.Compile(k))
	if finite {
		if to, err = measure.Bulk(ctx, s); err != nil {
			return p, false
		}
	}
	omegas, m, _, err := measure.TabulateSpectrum(ctx, s, 0, to, 2*points)
	if err != nil {
		return p, false
	}
	curves := []Curve{{Name: "m₊, positive part", Class: Plus, Fill: true},
		{Name: "m₋, negative part", Class: Minus, Fill: true}}
	some := [2]bool{}
	for i, om := range omegas {
		y := [2]float64{max(m[i], 0), max(-m[i], 0)}
		for j := range curves {
			curves[j].X, curves[j].Y = append(curves[j].X, om), append(curves[j].Y, y[j])
			some[j] = some[j] || y[j] > 0 && !math.IsInf(y[j], 0)
		}
	}
	for _, a := range s.Atoms() {
		j := 0
		if a.Weight < 0 {
			j = 1
		}
		some[j] = true
		curves[j].Stems = append(curves[j].Stems, Point{X: a.Omega, Y: math.Abs(a.Weight)})
	}
	c := Chart{Title: "The radial spectral density", X: "frequency ω", Y: "density"}
	for j := range curves {
		if some[j] {
			c.Curves = append(c.Curves, curves[j])
		}
	}
	caption := fmt.Sprintf("The density of the radial spectral measure m on R^%d, k(z) = ∫ "+
		"Λ_%d(ωz) m(dω), by floating point", dim, dim)
	if finite {
		caption += "; 97 % of its mass is in the picture."
	} else {
		caption += "; its beginning, as the mass is infinite, or not known to be finite."
	}
	if len(s.Atoms()) > 0 {
		caption += " Stems are atoms, their height is the mass."
	}
	return NewPicture(c, caption), !c.Empty()
}

// lawsPicture draws the distribution functions of the radius in both parts.
func lawsPicture(d *decompose.Decomposition) Picture {
	c := Chart{Title: "The distribution functions of both parts", X: "radius ω", Y: "share of radii ≤ ω"}
	lo, hi := math.Inf(1), 0.0
	for _, p := range []*decompose.Part{&d.Plus, &d.Minus} {
		if p.Radii != nil {
			lo, hi = min(lo, p.Radii.Quantile(0.02)), max(hi, p.Radii.Quantile(0.98))
		}
	}
	c.Log = hi > 30*lo && lo > 0
	for i, p := range []*decompose.Part{&d.Plus, &d.Minus} {
		total := p.Total()
		if total == 0 {
			continue
		}
		cv := Curve{Name: fmt.Sprintf("m₊, mass %.5g", total), Class: Plus}
		if i == 1 {
			cv.Name, cv.Class = fmt.Sprintf("m₋, mass %.5g", total), Minus
		}
		origin := p.Origin / total
		if p.Radii == nil {
			if !c.Log {
				cv.Stems = []Point{{X: 0, Y: 1}}
			}
			c.Curves = append(c.Curves, cv)
			continue
		}
		if !c.Log {
			cv.X, cv.Y = append(cv.X, 0), append(cv.Y, origin)
		}
		for j := range points {
			u := (float64(j) + 0.5) / points
			if w := p.Radii.Quantile(u); w <= 1.6*hi {
				cv.X, cv.Y = append(cv.X, w), append(cv.Y, origin+u*(1-origin))
			}
		}
		c.Curves = append(c.Curves, cv)
	}
	return NewPicture(c, "From these the frequencies' lengths are drawn; their directions are uniform. The "+
		"tables are below, for download.")
}
