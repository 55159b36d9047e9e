package tensor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"krein/ball"
	"krein/decompose"
	"krein/fourier/stationary"
	"krein/internal/hankel/line"
	"krein/internal/hankel/line/sampler"
	"krein/kernel"
)

// law is the measure of a factor, in halves: on a line by package line as far as it covers them, otherwise the even
// half is that of a radial kernel, and the odd one a sine transform.
type law struct {
	Dim    int
	Line   *lineLaw
	Radial *decompose.Decomposition
	Sine   *decompose.Decomposition // of 2|p_I| on ω > 0: Plus where p_I < 0

	parts []component // those of the Jordan parts
	polar []component
	dist  float64 // of the measures that components stand for and the factor's, by total variation
	sure  bool    // that is proved
	rest  bool    // a part without mass may have some, within its error

	lost ball.Mag // bounds the variation of what is on the line and in none of its laws, until finished
}

// lineLaw are the laws of a line.Measure.
type lineLaw struct {
	Plus    *sampler.Law `json:"plus"`
	Minus   *sampler.Law `json:"minus"`
	Imag    *sampler.Law `json:"imag"`
	Modulus *sampler.Law `json:"modulus"`
}

// component is a positive measure of a factor that is drawn from, with the power of i that is its phase: 0 or 2, 1 for
// an imaginary part, of which ω and −ω have the phases i and −i in some order, and free for a modulus.
type component struct {
	turn  int
	mass  float64
	ball  *ball.Real // encloses the mass of the part
	line  *sampler.Law
	radii *decompose.Part // with its atom at 0
	sigma float64         // of an imaginary part by radii: the phase is σπ/2
	dim   int
}

const free = -1

// errNoMass says that a factor has no part with mass.
var errNoMass = errors.New("tensor: no part of the measure of a factor is told from 0: it oscillates too fast for the " +
	"work that is done, or is too small")

// newLaw encloses the measure of a factor. It is nil for a factor that is 0.
func newLaw(ctx context.Context, f *stationary.Factor, set *Settings) (*law, error) {
	l := &law{Dim: f.Dim}
	if f.Dim > 1 {
		if err := l.radial(ctx, f, set); err != nil {
			return nil, err
		}
		return l.finished()
	}
	ok, err := l.onLine(ctx, f.Even, f.Odd, set)
	if err != nil {
		return nil, err
	}
	if !ok {
		for _, half := range []*stationary.Factor{{Even: f.Even}, {Odd: f.Odd}} {
			if half.Even == nil && half.Odd == nil {
				continue
			}
			ok, err := l.onLine(ctx, half.Even, half.Odd, set)
			switch {
			case err != nil:
				return nil, err
			case ok:
			case half.Odd != nil:
				err = l.sine(ctx, f.Odd, set)
			default:
				err = l.radial(ctx, f, set)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return l.finished()
}

// finished finishes a law, unless nothing is left of it and nothing is left out: the function is 0. What no law of the
// line has is counted to the distance of one of them; without any, nothing can be said.
func (l *law) finished() (*law, error) {
	if !l.lost.IsZero() {
		laws := []*sampler.Law{l.Line.Plus, l.Line.Minus, l.Line.Imag}
		at := slices.IndexFunc(laws, func(m *sampler.Law) bool { return m != nil })
		if at < 0 {
			return nil, errNoMass
		}
		laws[at].Distance = ball.MagFloat64(laws[at].Distance).Add(l.lost).Float64()
		l.lost = ball.Mag{}
	}
	err := l.finish()
	if errors.Is(err, errNoMass) && l.dist == 0 && l.sure && !l.rest {
		return nil, nil
	}
	return l, err
}

// onLine adds what package line says; ok is false if it does not cover the functions.
func (l *law) onLine(ctx context.Context, even, odd *kernel.Kernel, set *Settings) (ok bool, err error) {
	m, err := line.Enclose(ctx, even, odd, set.Line)
	var not *line.Error
	if err != nil {
		if errors.As(err, &not) && !not.Infinite {
			return false, nil
		}
		return false, err
	}
	if l.Line == nil {
		l.Line = &lineLaw{sampler.New(m.Plus), sampler.New(m.Minus), sampler.New(m.Imag), sampler.New(m.Modulus)}
	} else {
		l.Line.Imag = sampler.New(m.Imag)
	}
	// A part whose sign is unknown everywhere has no law. That of p_R counts once: what is left of one sign is what is
	// left of the other.
	if l.Line.Plus == nil && l.Line.Minus == nil {
		l.lost = l.lost.Add(m.Plus.Apart.Mul2Exp(1))
	}
	if l.Line.Imag == nil {
		l.lost = l.lost.Add(m.Imag.Apart.Mul2Exp(1))
	}
	return true, nil
}

// radial adds the measure of the even half.
func (l *law) radial(ctx context.Context, f *stationary.Factor, set *Settings) (err error) {
	if l.Radial, err = decompose.Jordan(ctx, f.Even, f.Dim, set.Radial); err != nil {
		return fmt.Errorf("tensor: the factor %s in dimension %d: %w", f.Even.Formula(), f.Dim, err)
	}
	return nil
}

// sine adds that of the odd half.
func (l *law) sine(ctx context.Context, odd *kernel.Kernel, set *Settings) (err error) {
	if l.Sine, err = decompose.Sine(ctx, odd, set.Radial); err != nil {
		return fmt.Errorf("tensor: the sine transform of %s: %w", odd.Formula(), err)
	}
	return nil
}

// finish makes the components.
func (l *law) finish() error {
	l.parts, l.polar, l.dist, l.sure, l.rest = nil, nil, 0, true, false
	if l.Line != nil {
		for turn, m := range []*sampler.Law{l.Line.Plus, l.Line.Imag, l.Line.Minus} {
			if m != nil {
				l.parts = append(l.parts, lineComponent(m, turn))
				l.dist += m.Distance
			}
		}
	}
	for _, d := range []*decompose.Decomposition{l.Radial, l.Sine} {
		if d == nil {
			continue
		}
		for i, p := range []*decompose.Part{&d.Plus, &d.Minus} {
			if p.Total() > 0 {
				c := component{turn: 2 * i, mass: p.Total(), radii: p, dim: l.Dim, ball: ball.NewReal(p.Total())}
				c.ball.AddRad(ball.MagFloat64(p.MassErr + 0x1p-50*p.Total()))
				if d == l.Sine {
					c.turn, c.sigma = 1, float64(2*i-1)
				}
				l.parts = append(l.parts, c)
			} else if p.MassErr > 0 {
				l.rest = true
			}
		}
		bias, kind := d.BiasBound()
		l.dist += bias
		l.sure = l.sure && kind == decompose.KindProved
	}
	l.polar = l.parts
	if l.whole() {
		l.polar = []component{lineComponent(l.Line.Modulus, free)}
		l.dist = math.Max(l.dist, l.Line.Modulus.Distance)
	}
	if len(l.parts) == 0 {
		return errNoMass
	}
	if !(l.dist >= 0) || math.IsInf(l.dist, 1) {
		return fmt.Errorf("tensor: a factor is known up to %v only", l.dist)
	}
	return nil
}

// whole reports whether all of the factor is on a line, so that its modulus is known.
func (l *law) whole() bool {
	return l.Line != nil && l.Line.Modulus != nil && l.Radial == nil && l.Sine == nil
}

func lineComponent(m *sampler.Law, turn int) component {
	b := ball.NewReal(m.Mass)
	b.AddRad(ball.MagFloat64(m.Distance + 0x1p-50*m.Mass))
	return component{turn: turn, mass: m.Mass, ball: b, line: m, dim: 1}
}

// draw draws |ω| or the radius of the component at u, and the phase that a line's law has there.
func (c *component) draw(u float64, rnd Source) (radius, phase float64) {
	if p := c.radii; p != nil && (p.Mass == 0 || p.Origin > 0 && rnd.Float64()*p.Total() < p.Origin) {
		return 0, c.phase()
	}
	return c.quantile(u)
}

// phase is that of a component by radii.
func (c *component) phase() float64 {
	if c.turn == 1 {
		return c.sigma * math.Pi / 2
	}
	return float64(c.turn) * math.Pi / 2
}

// cosine returns E cos(m(ωs + θ)) over ω and −ω, θ(−ω) = −θ(ω).
func (c *component) cosine(s float64, m int) float64 {
	if c.line != nil {
		return real(c.line.Transform(s, m))
	}
	return real(c.wave(s*float64(m)) * cmplx.Rect(1, float64(m)*c.phase()))
}

// wave returns E e^{iωs}, ω ≥ 0, or E Λ_n(ωs) in n > 1 dimensions, of a component by radii.
func (c *component) wave(s float64) complex128 {
	p := c.radii
	if c.turn != 1 {
		v := p.Origin
		if p.Mass > 0 {
			v += p.Mass * p.Kernel(math.Abs(s), c.dim)
		}
		return complex(v/p.Total(), 0)
	}
	var sum complex128
	omega, weight := p.Radii.(*decompose.Table).Rule(math.Abs(s))
	for i, w := range omega {
		sum += cmplx.Rect(weight[i], w*s)
	}
	return sum
}

// turned returns E e^{imωs} over the frequencies of either sign that have the phase i, for an imaginary part, or over
// all of them, without the phase.
func (c *component) turned(s float64, m int) complex128 {
	w := float64(m) * s
	switch {
	case c.turn != 1 && c.line == nil:
		return c.wave(w)
	case c.turn != 1:
		v := c.cosine(s, m)
		if c.turn == 2 && m%2 == 1 {
			v = -v
		}
		return complex(v, 0)
	case c.line == nil: // frequencies of phase i are σω
		return c.wave(c.sigma * w)
	}
	// θ = σπ/2: e^{i(ws+θ)} = iσ e^{iws}, e^{2i(ws/2+θ)} = −e^{iws}, and frequencies of phase i are σω
	return complex(-real(c.line.Transform(w/2, 2)), -real(c.line.Transform(w, 1)))
}
