package tensor

import "math"

// SecondMoment returns E ‖ω‖² of the part's law, +Inf if it diverges (estimated). It is NaN for a Jordan part with
// imaginary factors, whose signs are not independent, if there is a map, and a bound for a product of two such parts. For
// what is drawn otherwise it is +Inf.
func (p *Part) SecondMoment() float64 {
	switch {
	case p.mix != nil:
		return p.momentOfBlends()
	case p.draw != nil:
		return math.Inf(1)
	}
	sum := 0.0
	stretch := p.space.stretch()
	for i := range p.terms {
		t := &p.terms[i]
		moment := 0.0
		for b, l := range t.laws {
			of := l.parts
			weight := t.chances(b)
			if p.target == free {
				of, weight = l.polar, func(c *component) float64 { return c.mass }
			}
			all, m := 0.0, 0.0
			for j := range of {
				if w := weight(&of[j]); w > 0 {
					if all += w; p.space.by != nil && of[j].turn == 1 && p.target != free {
						return math.NaN()
					}
					m += w * of[j].secondMoment()
				}
			}
			moment += stretch[b] * m / all
		}
		sum += t.mass / p.mass * moment
	}
	return sum
}

// secondMoment returns E ω² of the component.
func (c *component) secondMoment() float64 {
	if c.line != nil {
		return c.line.SecondMoment()
	}
	if c.radii.Mass == 0 {
		return 0
	}
	return c.radii.SecondMoment() * c.radii.Mass / c.radii.Total()
}

// chances returns, up to a factor, the probability of each component of factor b in the product.
func (t *product) chances(b int) func(c *component) float64 {
	after, _ := chains(t.laws[b+1:])
	last := &after[len(after)-1]
	return func(c *component) (w float64) {
		for k, v := range t.before[b] {
			for _, turn := range c.turns() {
				w += v * c.share() * c.mass * last[(t.turn-k-turn+8)%4]
			}
		}
		return w
	}
}
