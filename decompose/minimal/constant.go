package minimal

import (
	"context"
	"math"

	"krein/internal/dd"
)

// The atom at 0 is a constant: features add it without variance. With distances given, what counts is therefore
//
//	V(c₀) = P(c₀)² − mean (k(z) − c₀)²,   P(c₀) = the least Σ_{ω_j>0} |c_j| w(ω_j) for k − c₀,
//
// the variance of one pick. P is convex, V is not: on the pieces where P is linear V is concave (|P′| ≤ 1, since an
// atom at a tiny radius does what a constant does at the price 1). Often V falls far from the constant that would be
// optimal if it cost its mass: a large constant and an opposite atom at a small radius make quadratic features, whose
// variance is small. The least V is then approached slowly as masses grow, so that the search doubles its steps and
// stops where they gain little.
const (
	constantHeavy  = 1e3   // costs that much larger than the kernel are hopeless, and not worth a search
	constantStart  = 0.25  // the first step, in units of the cost
	constantMost   = 64    // and the largest
	constantGain   = 0.97  // of the variance: a step must gain that much
	constantTol    = 0.003 // relative error of the variance that prices may cause
	constantFinest = 1e-6  // but prices are not better than that
	constantBias   = 1e-4  // the search need not be for a smaller tolerance, relative to the cost
)

// split returns the atom at 0, constant and column together, and the cost of the other atoms.
func (e *exchange) split() (constant, cost float64) {
	constant, cost = e.constant, e.sol.Mass.Hi
	for l, j := range e.sol.Cols {
		if e.omega[j] == 0 {
			c := e.sol.Coef[l]
			constant, cost = c.AddF(e.constant).Float(), cost-math.Abs(c.Hi)
		}
	}
	return constant, cost
}

// move makes c the constant.
func (e *exchange) move(c float64) {
	if d := c - e.constant; d != 0 {
		// Both are float64, their difference need not be.
		e.lp.Shift(dd.Of(c).AddF(-e.constant))
		e.constant = c
		e.sol = nil
	}
}

// sizeOfKernel returns the largest |k| on the grid.
func (e *exchange) sizeOfKernel() float64 {
	top := 0.0
	for _, z := range e.grid {
		top = max(top, math.Abs(e.at(z)))
	}
	return top
}

// variance returns the mean variance at the distances of one pick from the present solution by importance, and the
// cost.
func (e *exchange) variance() (v, cost float64) {
	_, cost = e.split()
	v = cost * cost
	for _, z := range e.distances {
		s := 0.0
		for l, j := range e.sol.Cols {
			if e.omega[j] > 0 {
				s += e.sol.Coef[l].Hi * e.fast.At(e.omega[j]*z)
			}
		}
		v -= s * s / float64(len(e.distances))
	}
	return v, cost
}

// settle solves with the present constant for a tolerance eps, until what prices may exceed 1 by does not matter beside
// the variance, which is a small difference of squares of costs.
func (e *exchange) settle(ctx context.Context, eps float64) (v, cost float64, err error) {
	e.tolPrice = priceTol
	for {
		if err := e.solve(ctx, eps*(1-easeMost), (1-easeMost/8)/(1-easeMost)-1, e.tolPrice); err != nil {
			return 0, 0, err
		}
		v, cost = e.variance()
		tol := max(constantTol*v/(cost*cost), constantFinest)
		if !(cost > 0) || e.tolPrice <= 2*tol {
			return v, cost, nil
		}
		e.tolPrice = tol
	}
}

// chooseConstant searches for the constant with the least variance at the distances, for about the tolerance eps, with
// radii up to a bound: larger ones hardly matter for the choice.
func (e *exchange) chooseConstant(ctx context.Context, eps float64) error {
	e.top = fineRadii2 * math.Pi / e.radius
	defer func() { e.top = 0 }()
	e.move(0)
	least, scale, err := e.settle(ctx, eps)
	if err != nil || scale <= 0 || scale > constantHeavy*e.sizeOfKernel() {
		// With all radii there may be a solution: that decides.
		e.tolPrice = priceTol
		return ctx.Err()
	}
	coarse := max(eps, constantBias*scale)
	if coarse > eps {
		if least, scale, err = e.settle(ctx, coarse); err != nil {
			e.tolPrice = priceTol
			return ctx.Err()
		}
	}
	start, _ := e.split()
	best, tol := 0.0, e.tolPrice
	for _, sign := range []float64{-1, 1} {
		last := least
		for step := constantStart; step <= constantMost; step *= 2 {
			c := start + sign*step*scale
			e.move(c)
			v, _, err := e.settle(ctx, coarse)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				break // too heavy, say: what was found before is good enough
			}
			if v < constantGain*least {
				best, least, tol = c, v, e.tolPrice
			}
			if step >= 1 && v > constantGain*last {
				break
			}
			last = min(last, v)
		}
	}
	e.move(best)
	e.tolPrice = tol
	return nil
}
