package tensor

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krein/ball"
	"krein/decompose"
	"krein/fourier/stationary"
	"krein/hankel/line"
)

// law is the measure of a factor: on a line by package line, otherwise that of a radial kernel.
type law struct {
	Dim    int
	Line   *lineLaw
	Radial *decompose.Decomposition

	parts []component // those of the Jordan parts
	polar []component
	dist  float64 // of the measures that components stand for and the factor's, by total variation
	sure  bool    // that is proved
}

// lineLaw are the laws of a line.Measure.
type lineLaw struct {
	Plus    *line.Law `json:"plus"`
	Minus   *line.Law `json:"minus"`
	Imag    *line.Law `json:"imag"`
	Modulus *line.Law `json:"modulus"`
}

// component is a positive measure of a factor that is drawn from, with the power of i that is its phase: 0 or 2, 1 for
// an imaginary part, of which ω and −ω have the phases i and −i in some order, and free for a modulus.
type component struct {
	turn   int
	mass   float64
	ball   *ball.Real // encloses the mass of the part
	proved bool
	line   *line.Law
	radii  *decompose.Part // with its atom at 0
	dim    int
}

const free = -1

// newLaw encloses the measure of a factor.
func newLaw(ctx context.Context, f *stationary.Factor, set *Settings) (*law, error) {
	l := &law{Dim: f.Dim}
	if f.Dim == 1 {
		m, err := line.Enclose(ctx, f.Even, f.Odd, set.Line)
		var not *line.Error
		switch {
		case err == nil:
			l.Line = &lineLaw{m.Plus, m.Minus, m.Imag, m.Modulus}
			return l, l.finish()
		case !errors.As(err, &not) || f.Odd != nil:
			return nil, err
		}
	}
	d, err := decompose.Jordan(ctx, f.Even, f.Dim, set.Radial)
	if err != nil {
		return nil, fmt.Errorf("tensor: the factor %s in dimension %d: %w", f.Even.Formula(), f.Dim, err)
	}
	l.Radial = d
	return l, l.finish()
}

// finish makes the components.
func (l *law) finish() error {
	l.parts, l.polar, l.dist, l.sure = nil, nil, 0, true
	if l.Line != nil {
		for turn, m := range []*line.Law{l.Line.Plus, l.Line.Imag, l.Line.Minus} {
			if m != nil {
				l.parts = append(l.parts, lineComponent(m, turn))
				l.dist += m.Distance
			}
		}
		if m := l.Line.Modulus; m != nil {
			l.polar = []component{lineComponent(m, free)}
			l.dist = math.Max(l.dist, m.Distance)
		}
	} else {
		d := l.Radial
		for i, p := range []*decompose.Part{&d.Plus, &d.Minus} {
			if p.Total() > 0 {
				b := ball.NewReal(p.Total())
				b.AddRad(ball.MagFloat64(p.MassErr + 0x1p-50*p.Total()))
				l.parts = append(l.parts, component{turn: 2 * i, mass: p.Total(), ball: b,
					proved: p.MassKind == decompose.KindProved, radii: p, dim: l.Dim})
			}
		}
		l.polar = l.parts
		bias, kind := d.BiasBound()
		l.dist, l.sure = bias, kind == decompose.KindProved
	}
	if len(l.parts) == 0 {
		return errors.New("tensor: a factor without mass")
	}
	if !(l.dist >= 0) || math.IsInf(l.dist, 1) {
		return fmt.Errorf("tensor: a factor is known up to %v only", l.dist)
	}
	return nil
}

func lineComponent(m *line.Law, turn int) component {
	b := ball.NewReal(m.Mass)
	b.AddRad(ball.MagFloat64(m.Distance + 0x1p-50*m.Mass))
	return component{turn: turn, mass: m.Mass, ball: b, proved: true, line: m, dim: 1}
}

// draw draws |ω| or the radius of the component at u, and the phase that a line's law has there.
func (c *component) draw(u float64, rnd Source) (radius, phase float64) {
	if c.line != nil {
		return c.line.Quantile(u)
	}
	if c.turn == 2 {
		phase = math.Pi
	}
	if p := c.radii; p.Mass > 0 && (p.Origin == 0 || rnd.Float64()*p.Total() >= p.Origin) {
		radius = p.Radii.Quantile(math.Min(math.Max(u, 0x1p-60), 1-0x1p-53))
	}
	return radius, phase
}

// cosine returns E cos(m(ωs + θ)) over ω and −ω, θ(−ω) = −θ(ω).
func (c *component) cosine(s float64, m int) float64 {
	if c.line != nil {
		return real(c.line.Transform(s, m))
	}
	v := c.radii.Origin
	if c.radii.Mass > 0 {
		v += c.radii.Mass * c.radii.Kernel(math.Abs(s)*float64(m), c.dim)
	}
	v /= c.radii.Total()
	if c.turn == 2 && m%2 == 1 {
		v = -v
	}
	return v
}

// turned returns E e^{imωs} over the frequencies of either sign that have the phase i, for an imaginary part, or over all of
// them, without the phase.
func (c *component) turned(s float64, m int) complex128 {
	if c.turn != 1 {
		v := c.cosine(s, m)
		if c.turn == 2 && m%2 == 1 {
			v = -v
		}
		return complex(v, 0)
	}
	// θ = σπ/2: e^{i(ws+θ)} = iσ e^{iws}, e^{2i(ws/2+θ)} = −e^{iws}, and frequencies of phase i are σω
	w := float64(m) * s
	return complex(-real(c.line.Transform(w/2, 2)), -real(c.line.Transform(w, 1)))
}
