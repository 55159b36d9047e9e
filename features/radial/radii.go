package radial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/harmonic"
	"krein/internal/features/random"
	"krein/internal/special/double"
)

// belowOne is the largest float64 under 1.
const belowOne = 1 - 1.0/(1<<53)

// stratified reports whether there is a radius in every stratum.
func stratified(r features.RadiusLaw) bool { return r != features.RadiiIID }

// uniforms returns the n[p] uniforms from which the radii of part p are drawn. Each is
// uniform on (0,1), or on a stratum; comonotone couples the i-th of both parts (see [features.Shared]).
func uniforms(opt *features.Options, n [2]int) (v [2][]float64) {
	if comonotone(opt, n) {
		all := partUniforms(random.Stream(opt.Seed, random.Radii, 0, 0), opt, max(n[0], n[1]))
		return [2][]float64{all[:n[0]], all[:n[1]]}
	}
	for p := range v {
		v[p] = partUniforms(random.Stream(opt.Seed, random.Radii, p, 0), opt, n[p])
	}
	return v
}

func partUniforms(r *rand.Rand, opt *features.Options, n int) []float64 {
	v := make([]float64, n)
	if !stratified(opt.Radii) {
		for i := range v {
			v[i] = random.Open01(r)
		}
		return v
	}
	order := r.Perm(n)
	if ordered(opt.Coupling) {
		slices.Sort(order)
	}
	for i, stratum := range order {
		// Rounding may lift the last stratum to 1, which no quantile accepts.
		v[i] = min((float64(stratum)+random.Open01(r))/float64(n), belowOne)
	}
	return v
}

// comonotone reports whether paired frequencies share their uniform.
func comonotone(opt *features.Options, n [2]int) bool {
	return opt.Coupling == features.Shared && (!stratified(opt.Radii) || n[0] == n[1])
}

// law is the law of the radii of a part as it is drawn from: a radius and its weight are
// functions of a uniform v. The mean of weight·f(radius) is that of f under the part.
type law struct {
	decompose.Radii           // nil without mass
	tilt            *tilt     // nil: weight 1
	low             *residual // nil: all degrees are sampled
}

// at returns the radius and the weight, 0 < v < 1.
func (l law) at(v float64) (radius, weight float64) {
	if l.tilt == nil {
		return l.Quantile(v), 1
	}
	u, weight := l.tilt.at(v)
	return l.Quantile(u), weight
}

// stepped is what Radii tell of their atoms, see decompose.Table.Steps.
type stepped interface{ Steps() []float64 }

// edges returns the v at which the radius or the weight jumps, and whether they all are known.
func (l law) edges() (edges []float64, known bool) {
	if l.Radii == nil {
		return nil, true
	}
	s, known := l.Radii.(stepped)
	switch {
	case l.tilt != nil:
		return l.tilt.mass, known // the cells end at steps
	case known:
		return s.Steps(), true
	}
	return nil, false
}

// laws returns the laws of both parts under the options.
func laws(dec *decompose.Decomposition, opt *features.Options) (out [2]law) {
	lambda := double.NewLambda(float64(dec.Dim))
	for p, part := range []*decompose.Part{&dec.Plus, &dec.Minus} {
		if out[p].Radii = part.Radii; part.Radii == nil {
			continue
		}
		second := func(r float64) float64 { return secondMoment(lambda, r, opt) }
		if opt.Exact == features.ExactSphere {
			out[p].low = newResidual(dec, p, opt)
			second = residualSecond(harmonic.New(dec.Dim), out[p].low, opt)
		}
		if opt.Radii == features.RadiiImportance {
			out[p].tilt = newTilt(part.Radii, second)
		}
	}
	return out
}

// heldBack is the share of the second moment of degree 0 in [features.RadiiImportance].
const heldBack = 1.0 / 32

// secondMoment returns the square of what the radius r is drawn in proportion to by
// [features.RadiiImportance]: the second moments of its harmonics, a share of that of degree 0.
func secondMoment(lambda *double.Lambda, r float64, opt *features.Options) float64 {
	sum := 0.0
	for _, z := range opt.Distances {
		h := lambda.At(r * z)
		sum += (1+lambda.At(2*r*z))/2 - (1-heldBack)*h*h
	}
	return sum
}

// tilt is a change of the law of u from uniform to a density that is constant on cells. Whatever
// it is, the weights 1/density undo it.
type tilt struct {
	cell   []float64 // ends of the cells, from 0 to 1
	mass   []float64 // the distribution function there
	weight []float64 // 1/density in the cells
}

// tiltCells is the number of cells, without those that end at a law's steps.
const tiltCells = 32

// levelTilt is the ratio of densities up to which weights are not worth while.
const levelTilt = 1.1

// newTilt returns the tilt with a density in proportion to √square(Q(u)) in the middles of cells.
func newTilt(radii decompose.Radii, square func(r float64) float64) *tilt {
	t := &tilt{}
	for i := range tiltCells + 1 {
		t.cell = append(t.cell, float64(i)/tiltCells)
	}
	if s, ok := radii.(stepped); ok {
		t.cell = append(t.cell, s.Steps()...)
		slices.Sort(t.cell)
		t.cell = slices.Compact(t.cell)
	}
	t.mass = make([]float64, len(t.cell))
	total := 0.0
	for i, from := range t.cell[:len(t.cell)-1] {
		width := t.cell[i+1] - from
		density := math.Sqrt(max(square(radii.Quantile(from+width/2)), 0))
		t.weight = append(t.weight, density)
		total += density * width
		t.mass[i+1] = total
	}
	if !(total > 0) || math.IsInf(total, 1) {
		return nil // damaged, or nothing to choose by
	}
	if slices.Max(t.weight) <= levelTilt*slices.Min(t.weight) {
		return nil // nothing to gain
	}
	for i, density := range t.weight {
		// Cells of no density would lose what is there.
		t.weight[i] = max(density/total, 1e-3)
		t.mass[i+1] = t.mass[i] + t.weight[i]*(t.cell[i+1]-t.cell[i])
	}
	total = t.mass[len(t.mass)-1]
	for i := range t.weight {
		t.weight[i] = total / t.weight[i]
		t.mass[i+1] /= total
	}
	t.mass[len(t.mass)-1] = 1
	return t
}

// at returns u and the weight, 0 < v < 1.
func (t *tilt) at(v float64) (u, weight float64) {
	i, exact := slices.BinarySearch(t.mass, v)
	if !exact {
		i--
	}
	i = min(i, len(t.weight)-1)
	u = t.cell[i] + (v-t.mass[i])*t.weight[i]
	return max(min(u, t.cell[i+1], belowOne), t.cell[i], 0x1p-54), t.weight[i]
}

// radii returns the radii at the uniforms and the weights.
func (l law) radii(part string, v []float64) (radius, weight []float64, err error) {
	radius, weight = make([]float64, len(v)), make([]float64, len(v))
	for i, v := range v {
		r, w := l.at(v)
		if !(r >= 0) || math.IsInf(r, 1) {
			return nil, nil, fmt.Errorf("features: the radius of the %s part at u = %v is %v; "+
				"the decomposition's table is damaged, compute it again", part, v, r)
		}
		radius[i], weight[i] = r, w
	}
	return radius, weight, nil
}
