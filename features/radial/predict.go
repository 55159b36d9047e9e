package radial

import (
	"math"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/directions"

	"gonum.org/v1/gonum/floats"
)

// Predictor predicts the variance of a map's estimate of k(z) over the seeds.
//
// With M± the masses on ω > 0, n± the frequencies, S_n = E h_n(Rz)², m_n = E h_n(Rz) per
// part (see the package comment), the sums over even n:
//
//	Var k̂(z) = Σ_± M±²/n±·(Var h_0 + Σ_{n≥2} S_n)            one frequency, THEORY section 6
//	         + Σ_± M±²/n±²·Σ_{i≠j} (Σ_n D_n·E P_n(ρ_ij) − m_0²)    pairs inside a part
//	         − 2M₊M₋/(n₊n₋)·Σ_{i,j} (Σ_n D_n·E P_n(ρ_ij) − m_0⁺m_0⁻)  pairs between the parts
//
// where D_n = E h_n(R_i z)h_n(R_j z): m_n² for independent radii, m_n² − v_n/(n−1) for two of the n strata, v_n being
// the variance of the stratum means, and the product of two stratum means where directions take the strata in order.
// The first line is Theorem 4 of the GORF paper in other words: Var h_0 + Σ_{n≥2} S_n = (1+k̃(2z))/2 − k̃(z)². The
// second, for orthogonal directions, is E Λ_d(√(R_i²+R_j²)z) − k̃(z)²; the paper's Eq. (12) has its sign reversed. There is a prediction for every combination of options.
type Predictor struct {
	dec   *decompose.Decomposition
	opt   features.Options
	n     [2]int
	quad  *quadrature
	width int // components a degree
	tight directions.TightWeights
	gorf  []float64          // E P_{2k}(ρ) of GORF
	sign  directions.Weights // the same of Structured or Design
	quasi directions.QuasiSums
}

// NewPredictor returns the predictor of the map that New(New(dec), opt) draws. It returns the same errors as New.
func NewPredictor(dec *decompose.Decomposition, opt *features.Options) (*Predictor, error) {
	o, err := prepare(dec, opt)
	if err != nil {
		return nil, err
	}
	p := newPredictor(dec, o, split(dec, &o, nil))
	p.quad = newQuadrature(dec, &o)
	return p, nil
}

// newPredictor returns one for moments that are known.
func newPredictor(dec *decompose.Decomposition, opt features.Options, n [2]int) *Predictor {
	return &Predictor{dec: dec, opt: opt, n: n, width: componentsOf(opt.Exact)}
}

// Counts returns the numbers of frequencies of the two parts.
func (p *Predictor) Counts() (plus, minus int) { return p.n[0], p.n[1] }

// Variance returns Var k̂(z), z = ‖x−y‖ ≥ 0, and an estimate of the error of the number
// (of the quadrature over the radii; not a proved bound). It panics if z is negative, NaN
// or infinite, or beyond 2 under [features.ExactSphere]. A Predictor is not safe for concurrent use.
func (p *Predictor) Variance(z float64) (variance, estimate float64) {
	if !(z >= 0) || math.IsInf(z, 1) {
		panic("features: distance is negative or not finite")
	}
	if p.opt.Exact == features.ExactSphere && sphereDistances([]float64{z}) != nil {
		panic("features: distance exceeds that of points of the unit sphere")
	}
	var strata [2]int
	if stratified(p.opt.Radii) {
		strata = p.n
	}
	if p.quad == nil {
		p.quad = newQuadrature(p.dec, &p.opt)
	}
	m := p.quad.moments(z, strata)
	v := p.variance(m, p.n, false)
	mass := p.dec.Plus.Mass + p.dec.Minus.Mass
	return v, m.err*mass*mass + 1e-15*v
}

// variance puts the moments together for n frequencies per part. With approximate set
// the stratum variances, which depend on n, are replaced by 1 − 1/n² of the whole.
func (p *Predictor) variance(m *moments, n [2]int, approximate bool) float64 {
	s := sums{p, m, n, stratified(p.opt.Radii), m.stratum, m.stratumCov, [2]float64{1, 1}, approximate}
	if approximate {
		s.stratum, s.stratumCov = m.variance, m.cov
		for i, c := range n {
			s.share[i] = 1 - 1/(float64(c)*float64(c))
		}
	}
	mass := [2]float64{p.dec.Plus.Mass, p.dec.Minus.Mass}
	total := 0.0
	for i, c := range n {
		if c > 0 {
			total += mass[i] * mass[i] * s.within(i)
		}
	}
	if n[0] > 0 && n[1] > 0 {
		total -= 2 * mass[0] * mass[1] * s.between()
	}
	return max(total, 0)
}

// sums are those of the comment on Predictor, per unit of mass.
type sums struct {
	p           *Predictor
	m           *moments
	n           [2]int
	stratified  bool
	stratum     [2][]float64
	stratumCov  []float64
	share       [2]float64 // of stratum in the variance of the stratum means
	approximate bool
}

// within returns the sums of one part, over single frequencies and pairs.
func (s *sums) within(i int) float64 {
	m, p, orders := s.m, s.p, len(s.m.cov)
	degrees := (orders + p.width - 1) / p.width
	count := float64(s.n[i])
	one := m.variance[i][0] + m.tail[i]
	for k := 1; k < orders; k++ {
		one += m.variance[i][k] + m.mean[i][k]*m.mean[i][k]
	}
	// product returns D_{2k}, less m_0² at k = 0.
	product := func(k int) float64 {
		v := 0.0
		if k > 0 {
			v = m.mean[i][k] * m.mean[i][k]
		}
		if s.stratified && count > 1 {
			v -= s.share[i] * s.stratum[i][k] / (count - 1)
		}
		return v
	}
	pairs := count * (count - 1)
	var sum float64
	coupling := p.opt.Coupling
	if s.stratified && ordered(coupling) && !(s.approximate && coupling == features.Quasi) {
		sum, coupling = pairs*product(0)+s.ordered(i), -1
	}
	switch coupling {
	case features.IID:
		sum = pairs * product(0)
	case features.Orthogonal:
		sum = pairs * product(0)
		for _, run := range directions.TightBlocks(s.n[i], p.dec.Dim) {
			if run.Size > 1 {
				inRun := float64(run.Blocks) * float64(run.Size) * float64(run.Size-1)
				sum += inRun * s.weighted(p.tight.At(p.dec.Dim, run.Size, degrees), product)
			}
		}
	case features.Shared:
		block := directions.BlockPairs(s.n[i], s.n[i], p.dec.Dim) - count
		sum = pairs*product(0) + block*s.weighted(p.orthogonal(degrees), product)
	case features.GORF:
		sum = pairs * (product(0) + s.weighted(p.joint(degrees), product))
	case features.Structured:
		block, cube := p.sign.At(directions.StructuredWeights, p.dec.Dim, degrees)
		inBlock, inCube := directions.StructuredPairs(p.dec.Dim, s.n, i, i)
		sum = pairs*product(0) + inBlock*s.weighted(block, product) + inCube*s.weighted(cube, product)
	case features.Design:
		basis, rotation := p.sign.At(directions.DesignWeights, p.dec.Dim, degrees)
		inBasis, inRotation := directions.DesignPairs(p.dec.Dim, s.n[i])
		sum = pairs*product(0) + inBasis*s.weighted(basis, product) + inRotation*s.weighted(rotation, product)
	case features.Quasi:
		sum = pairs*product(0) + s.weighted(p.quasi.Pairs(p.dec.Dim, s.n[i], degrees), product)
	}
	return one/count + sum/(count*count)
}

// ordered returns the sum over pairs in degrees 2 and more where the i-th direction has the i-th
// stratum: in place of D_n, the products of the stratum means.
func (s *sums) ordered(i int) float64 {
	p, n, orders, d := s.p, s.n[i], len(s.m.cov), s.p.dec.Dim
	degrees := (orders + p.width - 1) / p.width
	// squares returns the squares of the sums of the means over runs between cuts.
	squares := func(cuts []int) []float64 {
		total := make([]float64, orders)
		s.m.runs(i, n, cuts, func(integral []float64) {
			for k, v := range integral {
				total[k] += v * v
			}
		})
		floats.Scale(float64(n)*float64(n), total)
		return total
	}
	own := make([]float64, orders) // the squares of all means
	for k := range own {
		own[k] = float64(n) * (s.m.mean[i][k]*s.m.mean[i][k] + s.share[i]*s.stratum[i][k])
	}
	total := 0.0
	// add adds the pairs of which the sums of products are the difference, with the weights of their degrees.
	add := func(weights, all, less []float64) {
		for k := 1; k < orders; k++ {
			total += weights[k/p.width] * (all[k] - less[k])
		}
	}
	switch p.opt.Coupling {
	case features.Orthogonal:
		from, runs := 0, directions.TightBlocks(n, d)
		for j, run := range runs {
			end, less := from+run.Blocks*run.Size, own
			if j < len(runs)-1 {
				less = squares(cuts(from, end, 1))
				floats.Sub(own, less)
			}
			if run.Size > 1 {
				add(p.tight.At(d, run.Size, degrees), squares(cuts(from, end, run.Size)), less)
			}
			from = end
		}
	case features.Design:
		size := directions.DesignSize(d)
		basis, rotation := p.sign.At(directions.DesignWeights, d, degrees)
		blocks := squares(cuts(0, n, size))
		add(basis, blocks, own)
		add(rotation, squares(cuts(0, n, size*directions.DesignBases(d))), blocks)
	case features.Quasi:
		return p.quasi.Ordered(d, degrees, p.width, s.m.means(i, n))
	}
	return total
}

// between returns the mean over the pairs of a frequency of each part.
func (s *sums) between() float64 {
	m, p, n, orders := s.m, s.p, s.n, len(s.m.cov)
	degrees := (orders + p.width - 1) / p.width
	count := float64(min(n[0], n[1]))
	coupled := comonotone(&p.opt, n)
	product := func(k int) float64 {
		v := 0.0
		if k > 0 {
			v = m.mean[0][k] * m.mean[1][k]
		}
		if s.stratified && coupled && count > 1 {
			v -= s.share[0] * s.stratumCov[k] / (count - 1)
		}
		return v
	}
	pairs := float64(n[0]) * float64(n[1])
	sum := 0.0
	switch p.opt.Coupling {
	case features.Shared:
		block := directions.BlockPairs(n[0], n[1], p.dec.Dim) - count
		sum = (pairs-count)*product(0) + block*s.weighted(p.orthogonal(degrees), product)
		for k := range orders {
			if k > 0 {
				sum += count * m.mean[0][k] * m.mean[1][k]
			}
			if coupled {
				sum += count * m.cov[k]
			}
		}
		if coupled {
			sum += count * m.crossTail
		}
	case features.GORF:
		sum = pairs * s.weighted(p.joint(degrees), product)
	case features.Structured:
		_, cube := p.sign.At(directions.StructuredWeights, p.dec.Dim, degrees)
		_, inCube := directions.StructuredPairs(p.dec.Dim, n, 0, 1)
		sum = inCube * s.weighted(cube, product)
	}
	return sum / pairs
}

// weighted returns Σ_{k≥1} w·product(k), w that of the degree of component k.
func (s *sums) weighted(w []float64, product func(int) float64) float64 {
	sum := 0.0
	for k := 1; k < len(s.m.cov); k++ {
		sum += w[k/s.p.width] * product(k)
	}
	return sum
}

// orthogonal returns P_{2k}(0), k < count.
func (p *Predictor) orthogonal(count int) []float64 { return p.tight.At(p.dec.Dim, p.dec.Dim, count) }

func (p *Predictor) joint(count int) []float64 {
	if len(p.gorf) < count {
		size := max(p.n[0]+p.n[1], 2*p.dec.Dim)
		p.gorf = directions.GORFWeights(p.dec.Dim, size, max(count, 2*len(p.gorf)))
	}
	return p.gorf[:count]
}
