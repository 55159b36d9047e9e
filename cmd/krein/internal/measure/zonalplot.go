package measure

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krein/cmd/krein/internal/figure"
	"krein/decompose/zonal"
)

// spherePicture draws |a_n| over n ≥ 1, both axes logarithmic.
func spherePicture(path string, z *zonal.Decomposition) ([]byte, error) {
	p := figure.New(fmt.Sprintf("%s on the unit sphere of R^%d", z.Kernel, z.Dim), "degree n", "coefficient |a(n)|")
	var points [2]plotter.XYs
	for n := 1; n <= z.Degree(); n++ {
		mid, _ := z.Coef[n].Float64()
		if size := math.Abs(mid); size >= math.SmallestNonzeroFloat64*0x1p60 {
			i := 0
			if mid < 0 {
				i = 1
			}
			points[i] = append(points[i], plotter.XY{X: float64(n), Y: size})
		}
	}
	if points[0] == nil && points[1] == nil {
		return nil, errors.New("--plot: the kernel is constant on the sphere, there is nothing to draw")
	}
	for i, name := range []string{"positive", "negative"} {
		if points[i] == nil {
			continue
		}
		s, err := plotter.NewScatter(points[i])
		if err != nil {
			return nil, err
		}
		s.GlyphStyle = draw.GlyphStyle{Color: figure.Parts[i].C, Radius: vg.Points(2.2), Shape: draw.CircleGlyph{}}
		p.Add(s)
		p.Legend.Add(name, s)
	}
	if z.Degree() == 1 {
		p.X.Min, p.X.Max = 0.5, 2
	}
	if p.Y.Min == p.Y.Max {
		p.Y.Min, p.Y.Max = p.Y.Min/2, p.Y.Max*2
	}
	figure.Logarithmic(&p.X, &p.Y)
	return figure.Render(path, p)
}
