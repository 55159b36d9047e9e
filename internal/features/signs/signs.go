package signs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/decompose/signs"
	"krein/internal/features/basis"
	"krein/internal/features/random"
	"krein/internal/features/ridge"
)

// Representation is such a kernel on the unit sphere of R^dim. It is immutable and safe for concurrent use.
type Representation struct {
	dim  int
	of   *signs.Decomposition
	mass float64 // Σ |p_m|, m ≥ 1
}

// New returns the kernel on the sphere of R^dim. It panics if d is nil or dim < 2.
func New(d *signs.Decomposition, dim int) *Representation {
	if d == nil || dim < 2 {
		panic(fmt.Sprintf("signs: dimension %d", dim))
	}
	r := &Representation{dim: dim, of: d}
	for _, p := range d.Coef[1:] {
		r.mass += math.Abs(p)
	}
	return r
}

// Dim returns d.
func (r *Representation) Dim() int { return r.dim }

// Bias returns that of the decomposition (proved): none to speak of but between points that nearly coincide, or are
// nearly opposite.
func (r *Representation) Bias(z float64) (bound float64, proved bool) {
	if z > 2*(1+basis.OffSphere) {
		return math.Inf(1), true
	}
	return r.of.Bias(min(z, 2)), true
}

// clearBias is the bias relative to k(0) beyond which points count as clear of each other.
const clearBias = 1e-6

// Clear returns a distance from which on, up to √(4−z²), and at 0 and 2, the bias is at most bound, and a bound for all
// distances (proved).
func (r *Representation) Clear() (z, bound, near float64) {
	near = r.of.Rounding + (r.of.Tail[0]+r.of.Tail[1])*(1+0x1p-40)
	z = math.Sqrt2 // κ = 0
	for lo, hi := 0.0, z; hi-lo > 1e-3*hi; {
		mid := (lo + hi) / 2
		if r.of.Bias(mid) > clearBias*r.Mass() {
			lo = mid
		} else {
			hi, z = mid, mid
		}
	}
	z = math.Ceil(z*100) / 100
	return z, r.of.Bias(z), near
}

// counts returns how many of n columns are products of m signs, m ≥ 1 at [m−1], for a uniform u in [0,1): the mean is
// in proportion to |p_m|, and what is drawn differs from it by less than 1.
func (r *Representation) counts(n int, u float64) []int {
	out := make([]int, len(r.of.Coef)-1)
	sum, before := 0.0, 0
	for i, p := range r.of.Coef[1:] {
		sum += math.Abs(p)
		upTo := min(int(sum/r.mass*float64(n)+u), n)
		if i == len(out)-1 {
			upTo = n
		}
		out[i], before = upTo-before, upTo
	}
	return out
}

// mostNumbers is how many numbers the directions of a map may have: 1 GiB.
const mostNumbers = 1 << 27

// Draw draws a map: the constant column, and the products by their numbers of signs. It reads Options.Columns, of which
// the constant is none, Coupling ([features.IID], or [features.Orthogonal] for the directions of single signs; those of
// a product are independent) and Seed.
func (r *Representation) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	var parts []fitted.Part
	if c := r.of.Coef[0]; c != 0 {
		parts = append(parts, fitted.Part{Basis: fitted.Constant(math.Sqrt(math.Abs(c))), Minus: c < 0})
	}
	if r.mass == 0 {
		return fitted.Compose(r.dim, parts), nil
	}
	n := o.Columns
	counts := r.counts(n, random.Source(o.Seed, 0).Float64())
	vectors := 0.0
	for i, count := range counts {
		vectors += float64(count * (i + 1))
	}
	if vectors*float64(r.dim) > mostNumbers {
		return nil, fmt.Errorf("signs: %d columns are products of %.0f signs in all, whose directions in R^%d do not fit into 1 GiB; "+
			"give fewer columns", n, vectors, r.dim)
	}
	w := o.Coupling.Directions(r.dim, counts[0], o.Seed, 0)
	w = append(w, features.IID.Directions(r.dim, int(vectors)-counts[0], o.Seed, 1)...)
	var degree [2][]int // by sign
	var rows [2][]float64
	for i, count := range counts {
		minus := 0
		if r.of.Coef[i+1] < 0 {
			minus = 1
		}
		length := count * (i + 1) * r.dim
		degree[minus] = append(degree[minus], slices.Repeat([]int{i + 1}, count)...)
		rows[minus], w = append(rows[minus], w[:length]...), w[length:]
	}
	for minus, of := range degree {
		if len(of) > 0 {
			scale := slices.Repeat([]float64{math.Sqrt(r.mass / float64(n))}, len(of))
			parts = append(parts, fitted.Part{Basis: basis.NewSignProducts(r.dim, of, scale, rows[minus]), Minus: minus == 1, Random: true})
		}
	}
	return fitted.Compose(r.dim, parts), nil
}

// Predict returns the variance of the maps, which is exact up to rounding, and the series of products of two signs of
// orthogonal directions.
func (r *Representation) Predict(opt *features.Options, distances []float64) (features.Prediction, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	us, err := ridge.InnerProducts(r.dim, distances)
	if err != nil {
		return nil, fmt.Errorf("signs: %w", err)
	}
	p := &prediction{r: r, kappa: make([]float64, len(us)), pair: make([]float64, len(us))}
	sign := ridge.Sampled{Dim: r.dim, Phi: basis.Power{Order: basis.Sign, Scale: 1}, Degree: signDegree}
	for i, u := range us {
		p.kappa[i] = 1 - 2/math.Pi*math.Acos(max(-1, min(u, 1)))
		if o.Coupling == features.Orthogonal {
			mean, _, pair := sign.Moments(true).At(u, true)
			most := 1 - p.kappa[i]*p.kappa[i] // a covariance is no larger than the variance
			p.pair[i] = max(-most, min(pair-mean*mean, most))
		}
	}
	return p, nil
}

// signDegree is how far the series of a sign is taken in predictions for orthogonal directions.
const signDegree = 48

type prediction struct {
	r           *Representation
	kappa, pair []float64 // κ at the distances, and the covariance of two orthogonal directions
}

// At returns the variance: of n columns with the mean square mass/n each, given their numbers of signs, and of these.
func (p *prediction) At(ctx context.Context, columns int) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if columns < 1 {
		return 0, fmt.Errorf("signs: %d columns; give a positive number", columns)
	}
	r := p.r
	if r.mass == 0 {
		return 0, nil
	}
	// The counts are those of u up to the next place at which one of them changes.
	places := []float64{0}
	sum := 0.0
	for _, c := range r.of.Coef[1:] {
		sum += math.Abs(c)
		at := sum / r.mass * float64(columns)
		places = append(places, math.Ceil(at)-at)
	}
	slices.Sort(places)
	places = append(places, 1)
	all := 0.0
	for i, kappa := range p.kappa {
		var within, mean, square float64
		for k := 1; k < len(places); k++ {
			w := places[k] - places[k-1]
			if w <= 0 {
				continue
			}
			counts := r.counts(columns, places[k-1]+w/2)
			v, power := 0.0, 1.0
			for i, count := range counts {
				power *= kappa
				v += math.Copysign(float64(count), r.of.Coef[i+1]) * power
				within += w * float64(count) * (1 - power*power)
			}
			within += w * ridge.OrthogonalPairs(r.dim, counts[0]) * p.pair[i]
			mean += w * v
			square += w * v * v
		}
		all += max(within+square-mean*mean, 0) / float64(len(p.kappa))
	}
	by := r.mass / float64(columns)
	return by * by * all, nil
}

var _ features.Stationary = (*Representation)(nil)

// Design returns no degrees, the constant column, and the products.
func (p *prediction) Design(columns int) (degrees []int, fixed, random int, err error) {
	if columns < 1 {
		return nil, 0, 0, fmt.Errorf("signs: %d columns; give a positive number", columns)
	}
	if p.r.of.Coef[0] != 0 {
		fixed = 1
	}
	if p.r.mass > 0 {
		random = columns
	}
	return nil, fixed, random, nil
}

// Mass returns Σ |p_m|.
func (r *Representation) Mass() float64 { return math.Abs(r.of.Coef[0]) + r.mass }

// Length returns the mean number of signs of a column.
func (r *Representation) Length() float64 {
	sum := 0.0
	for m, p := range r.of.Coef {
		sum += float64(m) * math.Abs(p)
	}
	return sum / max(r.mass, math.SmallestNonzeroFloat64)
}
