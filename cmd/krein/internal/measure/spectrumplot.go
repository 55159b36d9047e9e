package measure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/fourier"
	"krein/hankel"
	"krein/internal/atomicfile"
)

// spectrumPicture renders m₊ and m₋ over the frequencies, with atoms as stems, and
// returns the bytes of an SVG or PNG file, chosen by the path's ending.
func spectrumPicture(path, title string, omegas, m []float64, atoms []fourier.Atom, logarithmic bool) ([]byte, error) {
	p := figure.New(title, "frequency ω", "radial spectral density")
	if logarithmic {
		figure.Logarithmic(&p.X)
		p.Y.Label.Text = "mass per unit of log ω"
	}
	var parts [2][]float64
	for i, v := range m {
		if logarithmic {
			v *= omegas[i]
		}
		parts[0], parts[1] = append(parts[0], max(v, 0)), append(parts[1], max(-v, 0))
	}
	lines, err := figure.AddDensity(p, omegas, parts)
	if err != nil {
		return nil, err
	}
	for i, line := range lines {
		if line != nil {
			p.Legend.Add(figure.Parts[i].Name, line)
		}
	}
	for _, a := range atoms {
		head, err := figure.AddStem(p, figure.AtomColor(a), a.Omega, 0, math.Abs(a.Weight))
		if err != nil {
			return nil, err
		}
		p.Legend.Add(fmt.Sprintf("atom %.4g at ω = %.4g", a.Weight, a.Omega), head)
	}
	p.Y.Min = 0
	p.Y.Max *= 1.04
	return figure.Render(path, p)
}

// pointsDrawn resolves the oscillation of a compactly supported kernel over the default range.
const pointsDrawn = 1200

// heavy reports whether half of the mass that is drawn lies in a few per cent of the axis.
func heavy(omegas, m []float64) bool {
	const few = 0.05
	all, first := 0.0, 0.0
	from, to := omegas[0], omegas[len(omegas)-1]
	for i, v := range m {
		if v = math.Abs(v); math.IsInf(v, 0) || math.IsNaN(v) {
			continue
		}
		if all += v; omegas[i] < from+few*(to-from) {
			first += v
		}
	}
	return first > all/2
}

// spaced tabulates the density at frequencies with equal quotients.
func spaced(ctx context.Context, s *hankel.Spectrum, from, to float64) (omegas, m []float64, err error) {
	const n = 3 * pointsDrawn
	omegas, m = make([]float64, n), make([]float64, n)
	for i := range omegas {
		omegas[i] = from * math.Pow(to/from, float64(i)/(n-1))
	}
	return omegas, m, s.Tabulate(ctx, m, make([]float64, n), omegas)
}

// Plot draws the densities of both parts into a file.
func (v *SpectrumView) Plot(cmd *cobra.Command, s *hankel.Spectrum, from, to float64, path string) error {
	omegas, m, _, err := TabulateSpectrum(cmd.Context(), s, from, to, max(pointsDrawn, len(v.Omega)))
	if err != nil {
		return err
	}
	logarithmic := heavy(omegas, m) && !slices.ContainsFunc(v.Atoms, func(a fourier.Atom) bool { return a.Omega <= 0 })
	if logarithmic {
		lo, _ := s.Scale()
		if omegas, m, err = spaced(cmd.Context(), s, max(from, min(lo, to/100), to*1e-5), to); err != nil {
			return err
		}
	}
	title := fmt.Sprintf("%s   in R^%d, %s", terminal.Shorten(v.Formula, 60), v.Dim, v.Beyond)
	b, err := spectrumPicture(path, title, omegas, m, v.Atoms, logarithmic)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, b)
}
