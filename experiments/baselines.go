package main

import (
	"context"
	"math"
	"sync"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/elem64"
	"krein/internal/features/baseline"
	"krein/internal/special/double"
)

// fitRows is how many rows kernel matrices of baselines have at most.
const fitRows = 400

// srf is spherical random features, fitted to the kernel on [0, 2].
func srf(dim int, at func(z float64) float64) *method {
	start := time.Now()
	d, _, err := baseline.SRF(dim, at, 0)
	if err != nil {
		return &method{name: "SRF", missing: err.Error()}
	}
	return &method{name: "SRF", rep: features.Fourier(d), before: time.Since(start).Seconds()}
}

// digmm is the mixture of both parts, fitted to the kernel matrix of 400 rows.
func digmm(x *mat.Dense, at func(z float64) float64) *method {
	start := time.Now()
	d, _, err := baseline.DIGMM(features.SampleRows(x, fitRows, 1), at, 0)
	if err != nil {
		return &method{name: "DIGMM", missing: err.Error()}
	}
	return &method{name: "DIGMM", rep: features.Fourier(d), before: time.Since(start).Seconds()}
}

// ridge is that of leverage scores, in shares of the norm of the kernel matrix.
const ridge = 1e-3

// nystrom draws landmarks by leverage scores from 400 rows, others in every run; more columns than 400 it does not
// have.
func nystrom(x *mat.Dense, at func(z float64) float64) *method {
	start := time.Now()
	r := &redrawn{x: x, k: func(x, y []float64) float64 { return at(floats.Distance(x, y, 2)) },
		from: map[uint64]*baseline.Landmarked{}}
	if _, err := r.rows(0); err != nil {
		return &method{name: "Nyström, leverage scores", missing: err.Error()}
	}
	return &method{name: "Nyström, leverage scores", rep: r, seeing: true, before: time.Since(start).Seconds()}
}

// redrawn is Nyström's method where every seed has rows of its own.
type redrawn struct {
	x    *mat.Dense
	k    func(x, y []float64) float64
	mu   sync.Mutex
	from map[uint64]*baseline.Landmarked
}

// Dim returns the number of columns of the rows.
func (r *redrawn) Dim() int { return r.x.RawMatrix().Cols }

// Draw draws rows by Options.Seed, and landmarks from them.
func (r *redrawn) Draw(opt *features.Options) (*features.Map, error) {
	l, err := r.rows(opt.Seed)
	if err != nil {
		return nil, err
	}
	return l.Draw(opt)
}

// rows returns those of a seed with their leverage scores.
func (r *redrawn) rows(seed uint64) (*baseline.Landmarked, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.from[seed]; l != nil {
		return l, nil
	}
	some := features.SampleRows(r.x, fitRows, seed+1)
	l, err := baseline.NewLandmarked(some, r.k, ridge*frobenius(some, r.k))
	if err == nil {
		r.from[seed] = l
	}
	return l, err
}

// polynomials are the maps of ((1+⟨x,y⟩)/2)^p, which is (1 − z²/4)^p on the sphere.
func polynomials(ctx context.Context, dim, p int) []*method {
	a := make([]float64, p+1) // binomial coefficients over 2^p
	a[0] = math.Ldexp(1, -p)
	for n := range p {
		a[n+1] = a[n] * float64(p-n) / float64(n+1)
	}
	rm, err := baseline.RandomMaclaurin(dim, a)
	if err != nil {
		return []*method{{name: "RM", missing: err.Error()}}
	}
	// (½ + ⟨x/√2, y/√2⟩)^p
	return []*method{
		{name: "RM", rep: rm},
		{name: "TS", rep: baseline.TensorSketch(dim, p, 0.5), scale: math.Sqrt(0.5)},
		{name: "TRP", rep: baseline.TensorProjection(dim, p, 0.5), scale: math.Sqrt(0.5)},
	}
}

// printedDensity is Eq. (4) of seed 000 for a = 2, p! (2/a²)^p (2/ω)^{d/2+p} J_{d/2+p}(2ω), as a function that is 1 at
// 0 and a constant, which may be below the least float64.
func printedDensity(dim, p int) (relative func(omega float64) float64, constant float64) {
	relative, log := shape(dim, p)
	for i := 1; i <= p; i++ {
		log += elem64.Log(float64(i) / 2)
	}
	return relative, math.Exp(log)
}

// wave is (2/ω)^{d/2+i} J_{d/2+i}(2ω).
func wave(dim, i int) func(omega float64) float64 {
	relative, log := shape(dim, i)
	scale := math.Exp(log)
	return func(omega float64) float64 { return scale * relative(omega) }
}

// shape is wave over its value at 0, and the logarithm of that.
func shape(dim, i int) (relative func(omega float64) float64, log float64) {
	nu := float64(dim)/2 + float64(i)
	// (1/ω)^ν J_ν(2ω) = Λ_{2ν+2}(2ω)/Γ(ν+1)
	return func(omega float64) float64 {
		v, _ := double.LambdaValue(2*nu+2, 2*omega)
		return v
	}, nu*math.Ln2 - elem64.Lgamma(nu+1)
}

// printedAlgorithm is Algorithm 1 for (1 − z²/4)^p as printed, and scaled to k(0).
func printedAlgorithm(dim, p int) []*method {
	relative, constant := printedDensity(dim, p)
	printed := &method{name: "Algorithm 1", missing: "Eq. (4) is below the least number of float64"}
	if constant > 0 {
		mu := func(omega float64) float64 { return constant * relative(omega) }
		printed = algorithm1(printed.name, dim, mu, baseline.Scheme{}, false, features.IID)
	}
	return []*method{printed, algorithm1(printed.name+", scaled to k(0)", dim, relative, baseline.Scheme{}, true,
		features.IID)}
}

// algorithm1 is the papers' for a density, with new points in every run: as printed, or, to be kind,
// with both masses multiplied by what makes the estimate of k(0) right.
func algorithm1(name string, dim int, density func(omega float64) float64, scheme baseline.Scheme, kind bool,
	coupling features.Coupling) *method {
	return &method{name: name, rep: drawer{dim, func(o *features.Options) (*features.Map, error) {
		s := scheme
		s.Seed = o.Seed
		dec, err := baseline.Published(dim, density, &s)
		if err != nil {
			return nil, err
		}
		if kind {
			by := 1 / (dec.Plus.Mass - dec.Minus.Mass) // k(0) = 1
			for _, p := range []*decompose.Part{&dec.Plus, &dec.Minus} {
				p.Mass *= by
			}
		}
		opt := *o
		opt.Coupling = coupling
		return features.Fourier(dec).Draw(&opt)
	}}}
}
