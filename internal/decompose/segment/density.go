package segment

import (
	"math"
	"slices"

	"krein/ball"
	"krein/internal/hankel/distribution"
)

// Panel is a panel, and its density about T0 in floats, in units of its half width.
type Panel struct {
	*distribution.Panel
	t0, half float64
	g        []float64
}

func NewPanel(p *distribution.Panel) *Panel {
	q := &Panel{Panel: p, half: (p.Hi - p.Lo) / 2, g: make([]float64, len(p.Coef))}
	q.t0, _ = p.T0.Float64()
	var h, power, c ball.Real
	h.SetFloat64(q.half)
	power.SetInt64(1)
	for k := range q.g {
		q.g[k], _ = c.Mul(&p.Coef[k], &power, Prec).Float64()
		power.Mul(&power, &h, Prec)
	}
	return q
}

// Near returns the density on a stretch, to rounding errors of the panel's size.
func (p *Panel) Near(lo, hi float64) Density {
	d := newDensity(lo, hi)
	g := slices.Clone(p.g)
	by := (d.Mid - p.t0) / p.half
	power, ratio := 1.0, d.Half/p.half
	for k := range g {
		for j := len(g) - 2; j >= k; j-- {
			g[j] += by * g[j+1]
		}
		g[k] *= power
		power *= ratio
	}
	d.set(g)
	return d
}

// Density is that of a stretch in floats, Σ g_k x^k with x as in local.
type Density struct {
	Mid, Half float64
	g         []float64
}

func newDensity(lo, hi float64) Density {
	half := (hi - lo) / 2
	return Density{Mid: lo + half, Half: half}
}

// set takes over coefficients, less those that do not matter.
func (d *Density) set(g []float64) {
	top := 0.0
	for _, v := range g {
		top = max(top, math.Abs(v))
	}
	for len(g) > 1 && math.Abs(g[len(g)-1]) < 1e-19*top {
		g = g[:len(g)-1]
	}
	d.g = g
}

func (l *Local) Float() Density {
	d := Density{Mid: l.Mid, Half: l.Half}
	g := make([]float64, len(l.g))
	for k := range g {
		g[k], _ = l.g[k].Float64()
	}
	d.set(g)
	return d
}

// Size bounds ∫ |f| dt, up to rounding.
func (d *Density) Size() float64 {
	sum := 0.0
	for _, v := range d.g {
		sum += math.Abs(v)
	}
	return 2 * d.Half * sum
}

// Mass returns ∫ f dt over the stretch.
func (d *Density) Mass() float64 {
	sum := 0.0
	for k := (len(d.g) - 1) / 2 * 2; k >= 0; k -= 2 {
		sum += d.g[k] / float64(k+1)
	}
	return 2 * d.Half * sum
}

// At returns f at x, −1 ≤ x ≤ 1, and ∫ f dx from −1.
func (d *Density) At(x float64) (f, integral float64) {
	var low float64
	for k := len(d.g) - 1; k >= 0; k-- {
		f = f*x + d.g[k]
		integral = integral*x + d.g[k]/float64(k+1)
		low = -low + d.g[k]/float64(k+1)
	}
	return f, integral*x + low
}

// Share returns the share of the mass up to x, 0 ≤ x ≤ 1, from one of the ends, and its derivative.
func (d *Density) Share(x float64, up bool) (v, slope float64) {
	all := d.Mass() / d.Half
	at := 2*x - 1
	if !up {
		at = -at
	}
	f, i := d.At(at)
	if !up {
		i = all - i
	}
	return i / all, 2 * f / all
}
