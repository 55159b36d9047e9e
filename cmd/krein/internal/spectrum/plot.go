package spectrum

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/fourier"
	"krein/hankel"
	"krein/internal/atomicfile"
)

// picture renders m₊ and m₋ over the frequencies, with atoms as stems, and
// returns the bytes of an SVG or PNG file, chosen by the path's ending.
func picture(path, title string, omegas, m []float64, atoms []fourier.Atom) ([]byte, error) {
	p := figure.New(title, "frequency ω", "radial spectral density")
	var parts [2][]float64
	for _, v := range m {
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
	p.Y.Max *= 1 + 0.08*float64(2+len(atoms)) // room for the legend
	return figure.Render(path, p)
}

// pointsDrawn resolves the oscillation of a compactly supported kernel over the default range.
const pointsDrawn = 1200

// Plot draws the densities of both parts into a file.
func (v *View) Plot(cmd *cobra.Command, s *hankel.Spectrum, from, to float64, path string) error {
	omegas, m, _, err := Tabulate(cmd.Context(), s, from, to, max(pointsDrawn, len(v.Omega)))
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s   in R^%d, %s", terminal.Shorten(v.Formula, 60), v.Dim, v.Beyond)
	b, err := picture(path, title, omegas, m, v.Atoms)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, b)
}
