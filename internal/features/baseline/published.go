package baseline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/decompose"
	"krein/internal/features/random"
)

// Scheme is how the papers' Algorithm 1 discretises the measure.
type Scheme struct {
	// Points is the number of points; 0 means 10 000.
	Points int
	// Limit: points are uniform on [−Limit, Limit]; 0 means 10. The papers' "sub-interval" is a smaller one.
	Limit float64
	// Gaussian, if positive, is importance sampling: points are normal with this standard deviation,
	// and weighted with the inverse of its density.
	Gaussian float64
	// Seed picks the points.
	Seed uint64
}

// Published returns Algorithm 1 of F. Liu, X. Huang, Y. Chen, J. Suykens, Generalizing random Fourier features
// via generalized measures, and Fast learning in reproducing kernel Kreĭn spaces via signed measures
// (2021), as it is run in their experiments: density is μ as a function of the length of a frequency,
// points are drawn on [−10, 10], and radii are picked among those with μ > 0, and with μ < 0, in proportion
// to |μ|; the masses are the integrals of μ± over the interval. Directions are uniform.
//
// Defects. The law of the length of a d-dimensional frequency has the density |μ(ω)| ω^{d−1} times a constant: the
// factor ω^{d−1} and the constant are missing, so that masses and radii are those of no measure on R^d if d > 1, and
// the estimate is biased, by a multiple of the kernel; what lies beyond the interval is lost, and what happens between
// points. The papers call the estimator unbiased; how they normalise masses in experiments they do not say, and here
// nothing is added to what is written. What it estimates is KernelAt of the decomposition.
func Published(dim int, density func(omega float64) float64, scheme *Scheme) (*decompose.Decomposition, error) {
	var s Scheme
	if scheme != nil {
		s = *scheme
	}
	if s.Points == 0 {
		s.Points = 10000
	}
	if s.Limit == 0 {
		s.Limit = 10
	}
	if s.Points < 1 || !(s.Limit > 0) || !(s.Gaussian >= 0) || math.IsInf(s.Limit+s.Gaussian, 1) {
		return nil, fmt.Errorf("baseline: %d points, limit %v, deviation %v; give positive numbers", s.Points,
			s.Limit, s.Gaussian)
	}
	src := random.Source(s.Seed, 0)
	d := &decompose.Decomposition{Dim: dim, Quality: decompose.Estimated}
	var radii, weights [2][]float64
	for range s.Points {
		var omega, by float64
		if s.Gaussian > 0 {
			x := src.NormFloat64()
			omega = s.Gaussian * x
			by = math.Sqrt(2*math.Pi) * s.Gaussian * math.Exp(x*x/2)
		} else {
			omega = s.Limit * (2*src.Float64() - 1)
			by = 2 * s.Limit
		}
		omega = math.Abs(omega)
		mu := density(omega)
		if math.IsNaN(mu - mu) {
			return nil, fmt.Errorf("baseline: the density at %v is %v", omega, mu)
		}
		part := 0
		if mu < 0 {
			part, mu = 1, -mu
		}
		if mu > 0 {
			radii[part] = append(radii[part], omega)
			weights[part] = append(weights[part], mu*by/float64(s.Points))
		}
	}
	for i, p := range []*decompose.Part{&d.Plus, &d.Minus} {
		if len(radii[i]) > 0 {
			law := newPicks(radii[i], weights[i])
			p.Radii, p.Mass = law, law.mass()
		}
		p.MassKind = decompose.KindEstimated
	}
	if d.Plus.Mass == 0 && d.Minus.Mass == 0 {
		return nil, errors.New("baseline: the density is 0 at all points")
	}
	return d, nil
}

// picks is the law of a radius that takes finitely many values.
type picks struct{ radii, upTo []float64 }

func newPicks(radii, weights []float64) *picks {
	order := make([]int, len(radii))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if radii[i] < radii[j] {
			return -1
		}
		return 1
	})
	p, sum := &picks{}, 0.0
	for _, i := range order {
		sum += weights[i]
		p.radii, p.upTo = append(p.radii, radii[i]), append(p.upTo, sum)
	}
	return p
}

func (p *picks) mass() float64 { return p.upTo[len(p.upTo)-1] }

// Quantile returns the radius below which the share u of the weights lies.
func (p *picks) Quantile(u float64) float64 {
	i, _ := slices.BinarySearch(p.upTo, u*p.mass())
	return p.radii[min(i, len(p.radii)-1)]
}

// Steps returns the shares at which the radius changes; predictions are sums between them.
func (p *picks) Steps() []float64 {
	out := make([]float64, 0, len(p.upTo))
	for _, v := range p.upTo[:len(p.upTo)-1] {
		if u := v / p.mass(); u > 0 && u < 1 {
			out = append(out, u)
		}
	}
	return slices.Compact(out)
}
