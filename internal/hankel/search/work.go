package search

import (
	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/sign"
)

// work is what expansions of a density cost, in units of budget.Meter, by measurement: on a panel, and at infinity.
type work struct{ panel, end int64 }

// newWork adds up what the parts of a density cost at so many bits.
func newWork(p *density.Density, prec uint) work {
	w := work{1500, 300}
	add := func(terms int, panel, end int64) {
		w.panel += panel * int64(terms)
		w.end += end * int64(terms)
	}
	for _, q := range p.Parts() {
		switch q := q.(type) {
		case *closed.Gaussian:
			add(len(q.C), 250, 90)
		case *closed.Matern:
			add(len(q.B), 1000, 350)
		case *closed.Damped:
			for _, t := range q.Terms {
				add(1+t.Pow, 1000, 350)
			}
		case *closed.GaussianWave:
			add(1+len(q.C), 2000, 500)
		case *density.PowersPart:
			add(10+len(q.Terms), 50, 1500)
		case *density.OpenPart, *closed.Sonine: // power series
			add(1, 1000, 40_000)
		default:
			add(1, 500, 300)
		}
	}
	bits := 128 + int64(prec)
	return work{w.panel * bits / 256, w.end * bits / 256}
}

// metered is a group that charges for all of its Signer's.
type metered struct {
	sign.Group
	meter *budget.Meter
	work
}

// Taylor charges for a panel.
func (g *metered) Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint) {
	g.meter.Spend(g.panel)
	g.Group.Taylor(c, t0, rho, prec)
}

// NearZero charges for a panel.
func (g *metered) NearZero(h *ball.Real, prec uint) ([]sign.EndTerm, bool) {
	g.meter.Spend(g.panel)
	return g.Group.NearZero(h, prec)
}

// NearInfinity charges for an end.
func (g *metered) NearInfinity(w *ball.Real, prec uint) ([]sign.EndTerm, bool) {
	g.meter.Spend(g.end)
	return g.Group.NearInfinity(w, prec)
}
