package line

import (
	"cmp"
	"context"
	"math"
	"slices"

	"krein/ball"
	"krein/kernel"
)

// Settings are the settings of Enclose. The zero value, like nil, chooses the defaults.
type Settings struct {
	// Tol is the relative width of the masses asked for. Default 1e-11.
	Tol float64
	// Prec is the working precision in bits, at least 64. Default 128, also for less.
	Prec uint
}

func (s *Settings) defaults() (t Settings) {
	if s != nil {
		t = *s
	}
	if !(t.Tol > 0) {
		t.Tol = 1e-11
	}
	if t.Prec < 64 {
		t.Prec = 128
	}
	return t
}

// Measure is the measure p_R + i p_I of a function on the line, enclosed. Masses are those on all of R, atoms included.
type Measure struct {
	RealPlus, RealMinus *ball.Real // ‖p_R⁺‖, ‖p_R⁻‖
	Imaginary           *ball.Real // ‖p_I⁺‖ = ‖p_I⁻‖
	Polar               *ball.Real // ∫ √(p_R²+p_I²)

	Plus, Minus, Imag, Modulus *Part // p_R⁺, p_R⁻, |p_I| and |p|

	pair pair
	prec uint
}

// pair are the two halves of p.
type pair struct{ even, odd *side }

// Enclose encloses the measure of e(|s|) + sgn(s)·o(|s|); even or odd may be nil, for 0. The value of the function at
// single points does not matter. The error is that of ctx, or an *Error if the functions are not covered. It panics if
// both are nil.
func Enclose(ctx context.Context, even, odd *kernel.Kernel, set *Settings) (*Measure, error) {
	if even == nil && odd == nil {
		panic("line: Enclose of nothing")
	}
	opt := set.defaults()
	m := &Measure{prec: opt.Prec}
	var err error
	if m.pair.even, err = newSide(even, false, opt.Prec); err != nil {
		return nil, err
	}
	if m.pair.odd, err = newSide(odd, true, opt.Prec); err != nil {
		return nil, err
	}
	atoms, err := m.pair.joined(opt.Prec)
	if err != nil {
		return nil, err
	}
	w := 0.0
	for _, s := range []*side{m.pair.even, m.pair.odd} {
		v, err := s.start(ball.MagPow2(-int64(opt.Prec)+8), opt.Prec)
		if err != nil {
			return nil, err
		}
		w = math.Max(w, v)
	}
	for what := realPart; what <= modulus; what++ {
		cells, err := sweep(ctx, &m.pair, what, w, &opt)
		if err != nil {
			return nil, err
		}
		switch what {
		case realPart:
			m.Plus, m.Minus = gather(cells, atoms.part(false, 1), 1, opt.Prec),
				gather(cells, atoms.part(false, -1), -1, opt.Prec)
			m.RealPlus, m.RealMinus = m.Plus.Mass, m.Minus.Mass
		case imagPart:
			m.Imag = gather(cells, atoms.part(true, 0), 0, opt.Prec)
			m.Imag.Imaginary = true
			m.Imaginary = new(ball.Real).Mul2Exp(m.Imag.Mass, -1)
		default:
			m.Modulus = gather(cells, atoms, 0, opt.Prec)
			m.Polar = m.Modulus.Mass
		}
	}
	return m, nil
}

// At sets re and im to enclosures of the densities p_R and p_I at ω = omega, any real number that is a float64.
func (m *Measure) At(re, im *ball.Real, omega float64) {
	a := chart{mid: math.Abs(omega), half: math.Ldexp(1, -40+max(-100, math.Ilogb(math.Abs(omega)+0x1p-60)))}
	one := func(dst *ball.Real, s *side) {
		c, rest := s.expand(&a, m.prec)
		dst.Set(&c[0])
		dst.AddRad(rest)
		dst.Mul2Exp(dst, -int64(math.Ilogb(a.half)))
	}
	one(re, m.pair.even)
	one(im, m.pair.odd)
	if omega < 0 {
		im.Neg(im)
	}
}

// mostCells bounds the number of intervals looked at for each mass.
const mostCells = 4000

// sweep covers ω > 0 with cells, of ω up to w and of v = 1/ω beyond, and halves them where the error is large, until
// the masses are known to the tolerance: first relative to all of them, then to the lesser part too.
func sweep(ctx context.Context, p *pair, what part, w float64, set *Settings) ([]*cell, error) {
	if w == 0 {
		return nil, nil
	}
	cells := []*cell{
		look(p, what, chart{false, w / 2, w / 2}, set.Prec),
		look(p, what, chart{true, 1 / (2 * w), 1 / (2 * w)}, set.Prec),
	}
	for range 400 {
		var known [2]float64
		var err ball.Mag
		for _, c := range cells {
			err = err.Add(c.err)
			for i := range c.pieces {
				v := c.pieces[i].value.Nearest()
				if c.pieces[i].sign < 0 {
					known[1] += v
				} else {
					known[0] += v
				}
			}
		}
		all := known[0] + known[1]
		least := all
		for _, v := range known { // of an odd density only the sum is asked for
			if what == realPart && v > 1e-25*all {
				least = math.Min(least, v)
			}
		}
		if err.Float64() <= set.Tol*least/4 || len(cells) >= mostCells {
			break
		}
		limit := set.Tol * least / float64(16*len(cells))
		var next []*cell
		for _, c := range cells {
			if c.err.Float64() <= limit || c.half < 0x1p-40*c.mid || len(next) > 2*mostCells {
				next = append(next, c)
				continue
			}
			if err := ctx.Err(); err != nil { // one round may look at thousands of cells
				return nil, err
			}
			for i := range 2 {
				h := c.half / 2
				next = append(next, look(p, what, chart{c.inv, c.mid + float64(2*i-1)*h, h}, set.Prec))
			}
		}
		if len(next) == len(cells) {
			break
		}
		cells = next
	}
	slices.SortStableFunc(cells, func(a, b *cell) int { return cmp.Compare(a.omega(0), b.omega(0)) })
	return cells, nil
}
