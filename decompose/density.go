package decompose

import (
	"math"
	"slices"

	"krein/ball"
	"krein/hankel/distribution"
)

// lawPanel is a panel, and its density about T0 in floats, in units of its half width.
type lawPanel struct {
	*distribution.Panel
	t0, half float64
	g        []float64
}

func newPanel(p *distribution.Panel) *lawPanel {
	q := &lawPanel{Panel: p, half: (p.Hi - p.Lo) / 2, g: make([]float64, len(p.Coef))}
	q.t0, _ = p.T0.Float64()
	var h, power, c ball.Real
	h.SetFloat64(q.half)
	power.SetInt64(1)
	for k := range q.g {
		q.g[k], _ = c.Mul(&p.Coef[k], &power, proofPrec).Float64()
		power.Mul(&power, &h, proofPrec)
	}
	return q
}

// near returns the density on a stretch, to rounding errors of the panel's size.
func (p *lawPanel) near(lo, hi float64) density {
	d := newDensity(lo, hi)
	g := slices.Clone(p.g)
	by := (d.mid - p.t0) / p.half
	power, ratio := 1.0, d.half/p.half
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

// density is that of a stretch in floats, Σ g_k x^k with x as in local.
type density struct {
	mid, half float64
	g         []float64
}

func newDensity(lo, hi float64) density {
	half := (hi - lo) / 2
	return density{mid: lo + half, half: half}
}

// set takes over coefficients, less those that do not matter.
func (d *density) set(g []float64) {
	top := 0.0
	for _, v := range g {
		top = max(top, math.Abs(v))
	}
	for len(g) > 1 && math.Abs(g[len(g)-1]) < 1e-19*top {
		g = g[:len(g)-1]
	}
	d.g = g
}

func (l *local) float() density {
	d := density{mid: l.mid, half: l.half}
	g := make([]float64, len(l.g))
	for k := range g {
		g[k], _ = l.g[k].Float64()
	}
	d.set(g)
	return d
}

// size bounds ∫ |f| dt, up to rounding.
func (d *density) size() float64 {
	sum := 0.0
	for _, v := range d.g {
		sum += math.Abs(v)
	}
	return 2 * d.half * sum
}

// mass returns ∫ f dt over the stretch.
func (d *density) mass() float64 {
	sum := 0.0
	for k := (len(d.g) - 1) / 2 * 2; k >= 0; k -= 2 {
		sum += d.g[k] / float64(k+1)
	}
	return 2 * d.half * sum
}

// at returns f at x, −1 ≤ x ≤ 1, and ∫ f dx from −1.
func (d *density) at(x float64) (f, integral float64) {
	var low float64
	for k := len(d.g) - 1; k >= 0; k-- {
		f = f*x + d.g[k]
		integral = integral*x + d.g[k]/float64(k+1)
		low = -low + d.g[k]/float64(k+1)
	}
	return f, integral*x + low
}

// share returns the share of the mass up to x, 0 ≤ x ≤ 1, from one of the ends, and its
// derivative.
func (d *density) share(x float64, up bool) (v, slope float64) {
	all := d.mass() / d.half
	at := 2*x - 1
	if !up {
		at = -at
	}
	f, i := d.at(at)
	if !up {
		i = all - i
	}
	return i / all, 2 * f / all
}
