package main

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/experiments/internal/published"
	"krein/features"
	"krein/features/radial"
	"krein/internal/elem64"
	"krein/internal/features/baseline"
	"krein/internal/features/gram"
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
	return &method{name: "SRF", rep: radial.New(d), before: time.Since(start).Seconds()}
}

// digmm is the mixture of both parts, fitted to the kernel matrix of 400 rows.
func digmm(x *mat.Dense, at func(z float64) float64) *method {
	start := time.Now()
	d, _, err := baseline.DIGMM(gram.SampleRows(x, fitRows, 1), at, 0)
	if err != nil {
		return &method{name: "DIGMM", missing: err.Error()}
	}
	return &method{name: "DIGMM", rep: radial.New(d), before: time.Since(start).Seconds()}
}

// orthogonalParts are the frequencies of ORF (F. Yu, A. Suresh, K. Choromanski, D. Holtmann-Rice, S. Kumar 2016) for each
// part of a signed measure.
func orthogonalParts(dec *decompose.Decomposition) *method {
	return &method{name: withinParts, rep: radial.New(dec), opt: features.Options{Coupling: features.Orthogonal}}
}

// sorf are those of SORF for the two Gaussians of the Delta-Gaussian kernel.
func sorf(dim int) *method {
	return &method{name: "SORF for each Gaussian", rep: published.SORFs{
		{SORF: published.NewSORF(dim, 1)}, {SORF: published.NewSORF(dim, 10), Minus: true},
	}}
}

// polynomials are the maps of ((1+⟨x,y⟩)/2)^p, which is (1 − z²/4)^p on the sphere.
func polynomials(ctx context.Context, dim, p int) []*method {
	a := make([]float64, p+1) // binomial coefficients over 2^p
	a[0] = math.Ldexp(1, -p)
	for n := range p {
		a[n+1] = a[n] * float64(p-n) / float64(n+1)
	}
	rm, err := published.RandomMaclaurin(dim, a)
	if err != nil {
		return []*method{{name: "RM", missing: err.Error()}}
	}
	// (½ + ⟨x/√2, y/√2⟩)^p
	return []*method{
		{name: "RM", rep: rm},
		{name: "TS", rep: published.TensorSketch(dim, p, 0.5), scale: math.Sqrt(0.5)},
		{name: "TRP", rep: published.TensorProjection(dim, p, 0.5), scale: math.Sqrt(0.5)},
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
		sampled := baseline.Published
		if kind {
			sampled = scaled
		}
		dec, err := sampled(dim, density, &s)
		if err != nil {
			return nil, err
		}
		opt := *o
		opt.Coupling = coupling
		return radial.New(dec).Draw(&opt)
	}}}
}

// scaled is baseline.Published with masses that make the estimate of k(0) = 1 right.
func scaled(dim int, density func(omega float64) float64, scheme *baseline.Scheme) (*decompose.Decomposition, error) {
	dec, err := baseline.Published(dim, density, scheme)
	if err != nil {
		return nil, err
	}
	by := 1 / (dec.Plus.Mass - dec.Minus.Mass)
	for _, p := range []*decompose.Part{&dec.Plus, &dec.Minus} {
		p.Mass *= by
	}
	return dec, nil
}
