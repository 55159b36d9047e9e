package radial

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krein/decompose"
	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/harmonic"
)

// Under [features.ExactSphere] a frequency w = Rθ has, for points of the unit sphere with ⟨x,y⟩ = u, the columns
//
//	cos⟨w,x⟩ − a_0 h_0(R),   sin⟨w,x⟩ − a_1 √d h_1(R)⟨θ,x⟩,
//
// in which a_0 and a_1 are multiples of the projections on degrees 0 and 1. The mean of the products
// lacks (2a_0 − a_0²)h_0² + (2a_1 − a_1²)h_1² u, which 1 + d columns add. A product is a sum with the
// coefficients 1, a_0, a_1, a_0², a_1² that harmonic.Sphere takes apart: harmonic.Width numbers a degree
// stand for it, as the one number h_n(Rz) does without residuals.

// Residuals are taken of radii up to residualEnd, all of them up to half of it: what larger ones have
// in degrees 0 and 1 is next to nothing, and their harmonics reach beyond harmonic.Most.
const residualEnd = harmonic.Most / 2

// residual are a_0 and a_1 of a part, and what it lacks of the mean, per unit of mass.
type residual struct{ a, missing [2]float64 }

// at returns the coefficients of the terms at a radius.
func (a *residual) at(radius float64) (c [harmonic.Terms]float64) {
	fade := 1.0
	if x := 2*radius/residualEnd - 1; x >= 1 {
		fade = 0
	} else if x > 0 {
		rise, fall := math.Exp(-1/x), math.Exp(-1/(1-x))
		fade = fall / (rise + fall)
	}
	zero, one := fade*a.a[0], fade*a.a[1]
	return [...]float64{1, zero, one, zero * zero, one * one}
}

// wave returns h_0(R) and h_1(R).
func wave(h *harmonic.Functions, radius float64) (zero, one float64) {
	var few [harmonic.Most + 1]float64
	all := h.All(few[:0], radius)
	zero = all[0]
	if len(all) > 1 {
		one = all[1]
	}
	return zero, one
}

// residualWaves are frequencies less multiples of degrees 0 and 1, in either type.
type residualWaves struct {
	frequencies
	dim           int
	level, linear []float64
}

func (r *residualWaves) columns64() fitted.Block[float64] {
	return &basis.Residuals[float64]{Waves: r.frequencies.columns64(), Dim: r.dim, Level: r.level, Linear: r.linear}
}

func (r *residualWaves) columns32() fitted.Block[float32] {
	return &basis.Residuals[float32]{Waves: r.frequencies.columns32(), Dim: r.dim, Level: basis.Times[float32](r.level, 1),
		Linear: basis.Times[float32](r.linear, 1)}
}

// newResidualWaves takes off the residuals of n frequencies per part with the given amplitudes, in
// dim dimensions, for points in the first of them.
func newResidualWaves(waves frequencies, dim int, n [2]int, laws [2]law, amplitude []float64,
	points int) *residualWaves {
	all := len(amplitude)
	r := &residualWaves{waves, dim, make([]float64, all), make([]float64, dim*all)}
	h := harmonic.New(dim)
	waves.each(func(i int, w []float64) {
		p := 0
		if i >= n[0] {
			p = 1
		}
		radius := floats.Norm(w, 2)
		c := laws[p].low.at(radius)
		zero, one := wave(h, radius)
		r.level[i] = amplitude[i] * c[1] * zero
		if radius > 0 {
			floats.Scale(amplitude[i]*c[2]*math.Sqrt(float64(dim))*one/radius, w)
			for j, v := range w {
				r.linear[j*all+i] = v
			}
		}
	})
	if points < dim {
		r.frequencies, r.dim, r.linear = cut(waves, points, amplitude), points, r.linear[:points*all]
	}
	return r
}

// lowDegrees returns e_0 and e_1 of the e_0 + e_1·u that residuals lack of the mean.
func lowDegrees(dec *decompose.Decomposition, laws [2]law) (e [2]float64) {
	for p, mass := range []float64{dec.Plus.Mass, -dec.Minus.Mass} {
		if laws[p].low != nil {
			floats.AddScaled(e[:], mass, laws[p].low.missing[:])
		}
	}
	return e
}

// lowDegreesError estimates how far lowDegrees is off, by a finer rule.
func lowDegreesError(dec *decompose.Decomposition, laws [2]law) fitted.ExactError {
	const rule = 1e-11 // what decompose.Table.Rule says of itself
	off := 0.0
	for p, part := range []*decompose.Part{&dec.Plus, &dec.Minus} {
		if low := laws[p].low; low != nil {
			fine := low.lacks(harmonic.New(dec.Dim), part.Radii, 3*oscillation)
			for i, v := range fine {
				off += part.Mass * (2*math.Abs(v-low.missing[i]) + rule)
			}
		}
	}
	return fitted.ExactError{Level: off}
}

// oscillation is how fast squares of waves oscillate with the radius on the sphere.
const oscillation = 2

// lacks returns the means of (2a_0 − a_0²)h_0² and (2a_1 − a_1²)h_1² by a rule for functions that
// oscillate no faster than cos(Rz).
func (a *residual) lacks(h *harmonic.Functions, radii decompose.Radii, z float64) (e [2]float64) {
	omega, weight := radiusRule(radii, z)
	for i, r := range omega {
		c := a.at(r)
		zero, one := wave(h, r)
		e[0] += weight[i] * (2*c[1] - c[3]) * zero * zero
		e[1] += weight[i] * (2*c[2] - c[4]) * one * one
	}
	return e
}

// radiusRule returns a rule for functions of a radius that oscillate no faster than cos(Rz) and vanish
// where a table's rule fades out.
func radiusRule(radii decompose.Radii, z float64) (omega, weight []float64) {
	if t, ok := radii.(interface {
		Rule(z float64) (omega, weight []float64)
	}); ok {
		return t.Rule(z)
	}
	only := [2]law{{Radii: radii}}
	_, known := only[0].edges()
	q := &quadrature{laws: only, known: known, exact: -1, h: harmonic.New(1), width: 1}
	rule, _ := q.nodes(z, panelEdges(only, [2]int{64, 0}))
	for _, n := range rule {
		omega, weight = append(omega, n.x[0]/z), append(weight, n.w)
	}
	return omega, weight
}

// exactSphere returns the columns of e_1·u, which also see to it that points are on the unit sphere.
func exactSphere(dim int, e float64) fitted.Part {
	return fitted.Part{Basis: basis.NewHarmonics(dim, []int{1}, []float64{math.Abs(e)}, basis.Place{}), Minus: math.Signbit(e)}
}

// residualDistances is how many of Options.Distances coefficients look at.
const residualDistances = 12

// newResidual returns the coefficients that make the variance of single frequencies least: the second moments of a
// product in degrees 2 and more, summed over the distances, and the variance in degree 0, with the share heldBack where
// radii are stratified. (Those that are best for orthogonal directions differ in the second decimal.)
func newResidual(dec *decompose.Decomposition, part int, opt *features.Options) *residual {
	one := law{Radii: [2]*decompose.Part{&dec.Plus, &dec.Minus}[part].Radii}
	_, known := one.edges()
	// A rough rule will do: any coefficients are unbiased, and what they lack is integrated on its own.
	q := &quadrature{laws: [2]law{one}, known: known, rough: true, exact: -1, h: harmonic.New(dec.Dim), width: 1}
	share := 1.0
	if stratified(opt.Radii) {
		share = heldBack
	}
	var gram [harmonic.Terms][harmonic.Terms]float64
	for _, z := range thinned(opt.Distances, residualDistances) {
		s := harmonic.NewSphere(dec.Dim, z)
		rule, _ := q.nodes(max(z, 1), panelEdges(q.laws, [2]int{}))
		var mean [harmonic.Terms]float64
		var term [harmonic.Terms][]float64
		for _, n := range rule {
			r := n.x[0] / max(z, 1)
			if r >= residualEnd { // nothing is taken off
				mean[0] += n.w * q.h.Lambda.At(r*z)
				continue
			}
			near, far := q.h.At(nil, r*z), q.h.All(nil, r)
			unit := residual{a: [2]float64{1, 1}}
			fade := unit.at(r)
			for i := range term {
				var c [harmonic.Terms]float64
				c[i] = fade[i]
				term[i] = s.Product(term[i][:0], near, far, r, c)
				mean[i] += n.w * term[i][0]
			}
			for i, a := range term {
				for j, b := range term[:i+1] {
					both := min(len(a), len(b))
					v := n.w * (share*a[0]*b[0] + floats.Dot(a[harmonic.Width:both], b[harmonic.Width:both]))
					if gram[i][j] += v; j < i {
						gram[j][i] += v
					}
				}
			}
		}
		for i, a := range mean {
			for j, b := range mean {
				gram[i][j] -= share * a * b
			}
		}
	}
	best := &residual{a: least(gram)}
	best.missing = best.lacks(q.h, one.Radii, oscillation)
	return best
}

// least minimises the quadratic form of the coefficients of the terms over a_0 and a_1 in [0, 2].
func least(gram [harmonic.Terms][harmonic.Terms]float64) (best [2]float64) {
	value := func(a [2]float64) float64 {
		c := [...]float64{1, a[0], a[1], a[0] * a[0], a[1] * a[1]}
		sum := 0.0
		for i, x := range c {
			for j, y := range c {
				sum += x * y * gram[i][j]
			}
		}
		return sum
	}
	lowest := value(best)
	centre, step := [2]float64{1, 1}, 1.0/8
	for range 6 {
		for i := -8.0; i <= 8; i++ {
			for j := -8.0; j <= 8; j++ {
				a := [2]float64{max(0, centre[0]+i*step), max(0, centre[1]+j*step)}
				if v := value(a); v < lowest {
					best, lowest = a, v
				}
			}
		}
		centre, step = best, step/4
	}
	return best
}

// residualSecond returns the second moment of a product of residuals at the radius in place of secondMoment.
func residualSecond(h *harmonic.Functions, low *residual, opt *features.Options) func(r float64) float64 {
	var at []*harmonic.Sphere
	for _, z := range opt.Distances {
		at = append(at, harmonic.NewSphere(h.Dim, z))
	}
	var near, far, all []float64
	return func(r float64) float64 {
		sum := 0.0
		far = h.All(far[:0], r)
		for _, s := range at {
			near = h.At(near[:0], r*s.Z)
			all = s.Product(all[:0], near, far, r, low.at(r))
			sum += heldBack * all[0] * all[0]
			for _, v := range all[1:] {
				sum += v * v
			}
		}
		return sum
	}
}

// onSphere returns an error unless residuals mean something.
func onSphere(dim int, o *features.Options) error {
	switch {
	case o.Exact != features.ExactSphere:
		return nil
	case dim < 2:
		return errors.New("features: exact degrees on the sphere need two dimensions at least")
	case len(o.Distances) == 0:
		return errors.New("features: exact degrees on the sphere need distances to average over, for " +
			"example from SampleDistances")
	}
	return sphereDistances(o.Distances)
}

// sphereDistances returns an error for distances that points of the unit sphere do not have.
func sphereDistances(z []float64) error {
	for i, z := range z {
		if z > 2*(1+basis.OffSphere) {
			return fmt.Errorf("features: distance %d is %v; points of the unit sphere are at most 2 apart", i, z)
		}
	}
	return nil
}
