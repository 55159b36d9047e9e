package stationary

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	fourier "krein/fourier/stationary"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/gram"
	"krein/internal/certify/proof"
	"krein/internal/fourier/numeric"
)

// pointBits is the precision in which a witness is checked.
const pointBits = 192

// grid is {0, h, …}^dims in the first coordinates, with side points each way.
type grid struct {
	dims, side int
	h          *big.Rat
}

// grids returns those that are tried. A function of the 1-norm that vanishes from τ on has a scale: among neighbours at
// τ/2 only they see each other, and 2τ/5 shows that (τ−l1)₊² is not positive definite in the plane.
func grids(k *fourier.Kernel) (out []grid) {
	if phi, ok := k.L1(); ok {
		if pieces, ok := phi.PiecewisePolynomial(); ok && len(pieces) > 1 && len(pieces[len(pieces)-1].Coef) == 0 {
			if tau := pieces[len(pieces)-1].Lo.Exact.Num(); tau != nil {
				part := func(a, b int64) *big.Rat { return new(big.Rat).Mul(tau, big.NewRat(a, b)) }
				for dims := 2; dims <= min(k.Dim(), 3); dims++ {
					out = append(out, grid{dims, 3, part(1, 2)}, grid{dims, 5, part(2, 5)})
				}
			}
		}
	}
	for _, side := range []int{2, 3, 4} {
		for _, h := range []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(2, 1), big.NewRat(3, 4), big.NewRat(3, 2),
			big.NewRat(1, 4), big.NewRat(4, 1), big.NewRat(1, 10)} {
			out = append(out, grid{min(k.Dim(), 3), side, h})
		}
	}
	return out
}

// points looks for points and numbers with Σ c_i c_j k(x_i − x_j) < 0 on grids.
func points(p *prover, k *fourier.Kernel, _ int) *proof.Step {
	return p.points(check.Goal{Claim: check.PD, Kernel: k}, false, func(ev check.PointsEvidence) *proof.Step {
		return proof.NewStep("pd.difference-points", "a sum Σ c_i c_j k(x_i − x_j) is negative for points of a lattice", ev)
	})
}

// balancedPoints is points with Σ c_i = 0, for a kernel of finite mass.
func balancedPoints(p *prover, k *fourier.Kernel, depth int) *proof.Step {
	finite := p.proves(k, check.FiniteMass, depth)
	if finite == nil {
		return nil
	}
	return p.points(check.Goal{Claim: check.ConditionallyPD, Kernel: k}, true, func(ev check.PointsEvidence) *proof.Step {
		return proof.NewStep("conditional.difference-points", "k has finite mass, and a sum Σ c_i c_j k(x_i − x_j), Σ c_i = 0, is "+
			"negative for points of a lattice", ev, finite)
	})
}

// points looks for the points of a step, with Σ c_i = 0 if balanced.
func (p *prover) points(goal check.Goal, balanced bool, step func(check.PointsEvidence) *proof.Step) *proof.Step {
	k := goal.Kernel
	if _, ok := k.Radial(); ok || k.Parity() != 1 {
		return nil
	}
	for _, g := range grids(k) {
		if p.ctx.Err() != nil {
			return nil
		}
		x := g.points(k.Dim())
		weights := negative(k, x, g.dims, balanced, budget.Of(p.ctx))
		if weights == nil {
			continue
		}
		ev := check.PointsEvidence{Weights: gram.Rationals(weights), Bits: pointBits}
		for _, v := range x {
			ev.Points = append(ev.Points, gram.Rationals(v))
		}
		if s := step(ev); p.try(goal, s) {
			return s
		}
	}
	return nil
}

// points returns them.
func (g grid) points(dim int) [][]*big.Rat {
	var out [][]*big.Rat
	n := 1
	for range g.dims {
		n *= g.side
	}
	for i := range n {
		v := make([]*big.Rat, dim)
		for j := range v {
			v[j] = new(big.Rat)
		}
		for j, rest := 0, i; j < g.dims; j, rest = j+1, rest/g.side {
			v[j].Mul(g.h, big.NewRat(int64(rest%g.side), 1))
		}
		out = append(out, v)
	}
	return out
}

// negativeDensity looks for a frequency (a, …, a) of R², R³, … at which the density of a function of the 1-norm is
// negative. For (τ−l1)₊ⁿ, n ≤ 2m−2, there is one in R^m for a little above (m−1)2^(m−1)/τ, where waves outweigh what
// has no sign.
func negativeDensity(p *prover, k *fourier.Kernel, _ int) *proof.Step {
	phi, ok := k.L1()
	if !ok {
		return nil
	}
	m := budget.Of(p.ctx)
	series, err := check.NewDensitySeries(phi, m)
	if err != nil || series.End().Sign() == 0 {
		return nil
	}
	for dim := 2; dim <= min(k.Dim(), densityDims); dim++ {
		for a := 1; a <= (dim-1)<<dim+20; a++ {
			at := new(big.Rat).Quo(big.NewRat(int64(a), 1), series.End())
			ev := check.DensityEvidence{Dim: dim, At: rule.Rational{Rat: at}, Terms: 2*a + 20}
			near, err := densityNear(series, ev, a, m)
			if err != nil { // the work is spent
				return nil
			}
			if near.Sign() >= 0 {
				continue
			}
			s := proof.NewStep("taxicab.negative-density", "the spectral density is negative at a frequency", ev)
			if p.try(check.Goal{Claim: check.PD, Kernel: k}, s) {
				return s
			}
		}
	}
	return nil
}

// densityNear is about what DensitySeries.Density adds up at a/R, in floating point with more bits than the terms, which are
// at most e^a times a power of a, lose to each other. The checker's fractions take a hundred times as long.
func densityNear(series *check.DensitySeries, ev check.DensityEvidence, a int, m *budget.Meter) (*big.Float, error) {
	prec, d := uint(256+4*a), int64(ev.Dim)
	float := func(x *big.Rat) *big.Float { return new(big.Float).SetPrec(prec).SetRat(x) }
	sum, term := float(new(big.Rat)), new(big.Float).SetPrec(prec)
	factor := float(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, d-1)))
	square := float(new(big.Rat).Mul(ev.At.Rat, ev.At.Rat))
	for k := range int64(ev.Terms) {
		moment, err := series.Moment(2*k + d - 1)
		if err != nil {
			return nil, err
		}
		if !m.Spend(10 * budget.Arithmetic(prec)) {
			return nil, m.Err()
		}
		sum.Add(sum, term.Mul(factor, float(moment)))
		factor.Mul(factor, square)
		factor.Mul(factor, float(big.NewRat(-(k+d), (k+1)*(2*k+d)*(2*k+d+1))))
	}
	return sum, nil
}

// densityDims bounds the dimension of frequencies that are tried.
const densityDims = 5

// pairUnits and valueUnits are the work of a coordinate of a difference, and of one of a value of k in float64.
const pairUnits, valueUnits = 5, 10

// negative returns weights for which the form is negative by floating point, nil if there are none. The points
// differ in the first dims coordinates; m counts the work. Balanced weights sum to 0.
func negative(k *fourier.Kernel, x [][]*big.Rat, dims int, balanced bool, m *budget.Meter) []*big.Rat {
	values := map[string]float64{}
	_, norm := k.L1()
	gram := mat.NewSymDense(len(x), nil)
	trace := 0.0
	for i := range x {
		for j := range i + 1 {
			if !m.Spend(int64(pairUnits * dims)) {
				return nil
			}
			delta := make([]*big.Rat, dims)
			key, sum := "", new(big.Rat)
			for n := range delta {
				delta[n] = new(big.Rat).Sub(x[i][n], x[j][n])
				key += delta[n].RatString() + ","
				sum.Add(sum, new(big.Rat).Abs(delta[n]))
			}
			if norm { // differences of one norm have one value
				key = sum.RatString()
			}
			v, ok := values[key]
			if !ok {
				if !m.Spend(int64(valueUnits * (1 + len(x[i])))) {
					return nil
				}
				f := make([]float64, len(x[i]))
				for n := range delta {
					f[n], _ = delta[n].Float64()
				}
				v = numeric.At(k, f)
				values[key] = v
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil
			}
			gram.SetSym(i, j, v)
		}
		trace += math.Abs(gram.At(i, i))
	}
	if balanced {
		centre(gram)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) || eigen.Values(nil)[0] > -1e-9*(trace+1e-300) {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	out := make([]*big.Rat, len(x))
	for i := range out {
		out[i] = big.NewRat(int64(math.Round(vectors.At(i, 0)*1e6)), 1e6)
		if balanced && i > 0 {
			out[0].Sub(out[0], out[i])
		}
	}
	if balanced { // the rounded first weight goes, for minus the sum of the others
		out[0].Sub(out[0], big.NewRat(int64(math.Round(vectors.At(0, 0)*1e6)), 1e6))
	}
	return out
}

// centre takes the means of rows and columns away: the matrix of the form on weights that sum to 0.
func centre(g *mat.SymDense) {
	n := g.SymmetricDim()
	means, all := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			means[i] += g.At(i, j) / float64(n)
		}
		all += means[i] / float64(n)
	}
	for i := range n {
		for j := range i + 1 {
			g.SetSym(i, j, g.At(i, j)-means[i]-means[j]+all)
		}
	}
}
