package main

import (
	"context"
	"regexp"
	"slices"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/internal/features/compare"
	"krein/internal/features/ridge"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// searchDim is the largest dimension in which measures of least mass and variance are looked for off the sphere:
// beyond, they have so many atoms that the search takes minutes.
const searchDim = 200

// biases are how far measures of least mass and variance may be from the kernel. The first is for classifiers alone,
// who are given principal columns of wide maps of the least mass within it.
var biases = []float64{0.05, 0.01, 0.002}

// coarse reports whether a representation is within the first of biases.
func coarse(f compare.Found) bool { return f.Within == biases[0] }

// found returns krein's representations of a kernel at the distances of rows.
func found(ctx context.Context, k *kernel.Kernel, d *dataset, sphere bool) ([]compare.Found, error) {
	if d.dim() > searchDim && !sphere {
		dec, err := decompose.Jordan(ctx, k, d.dim(), nil)
		if err != nil {
			return nil, err
		}
		return []compare.Found{{Measure: "Jordan", Stationary: radial.New(dec)}}, nil
	}
	far := 0.0
	distances := features.SampleDistances(d.x, 64, 1)
	for _, z := range append(features.SampleDistances(d.x, 5000, 2), distances...) {
		far = max(far, z)
	}
	radius := compare.Reach(far)
	if sphere {
		radius = min(2, radius)
	}
	c, err := compare.Find(ctx, k, d.dim(), &compare.Settings{
		Radius: radius, Distances: distances, Sphere: sphere, Target: 0.02, Biases: biases,
	})
	if err != nil {
		return nil, err
	}
	for i, f := range c.Found { // one name in every dimension
		c.Found[i].Measure = onSphereOf.ReplaceAllString(f.Measure, "zonal")
	}
	return c.Found, nil
}

// onSphereOf is what compare calls zonal decompositions.
var onSphereOf = regexp.MustCompile(`^zonal on S\^\d+`)

// ours are krein, and each representation alone, drawn from in the best way. A classifier's representation is
// chosen by cross-validation; beside it stands the one that approximates the kernel best.
func ours(ctx context.Context, k *kernel.Kernel, d *dataset, sphere bool, found []compare.Found) []*method {
	distances := features.SampleDistances(d.x, 64, 1)
	of := func(name string, found []compare.Found) *method {
		return &method{name: name, rep: &auto{ctx: ctx, found: found, distances: distances, sphere: sphere}}
	}
	all := found
	found = slices.DeleteFunc(slices.Clone(all), coarse)
	best := of(krein, found)
	methods := []*method{best, unseen(ctx, d.dim(), sphere, found)}
	if len(found) > 1 {
		least := of(least, found)
		least.task = accuracy
		methods = append(methods, least)
	}
	for _, f := range found {
		m := of("krein, "+f.Measure, []compare.Found{f})
		m.task = approximation
		best.among = append(best.among, m)
		if len(found) > 1 {
			methods = append(methods, m)
		}
	}
	near := numeric.Compile(k)
	best.again = true
	wide := of("krein, compressed", found)
	wide.compress = 8
	kernels := &method{name: "krein, landmarks, compressed", landmarks: near, compress: 8}
	best.labelled = kernels
	for _, whole := range []*method{wide, kernels} {
		half := *whole
		half.name += ", half of the columns"
		half.all, half.share = whole, 2
		best.among = append(best.among, whole, &half)
	}
	best.among = append(best.among, &method{name: "krein, landmarks", landmarks: near, spread: true})
	for _, f := range all {
		if f.LeastMass && coarse(f) {
			wide := of("krein, "+f.Measure+", compressed", []compare.Found{f})
			wide.compress = 8
			best.among = append(best.among, wide)
		}
	}
	best.among = append(best.among, evened(best.among)...)
	return methods
}

// kreinUnseen is krein of a kernel and a dimension alone, as the command draws without data.
const kreinUnseen = "krein, no data seen"

// unseen takes, of the representations that have no bias, the one with the least predicted error at distances that say
// nothing of the data: those of random points of the sphere, or up to 2.
func unseen(ctx context.Context, dim int, sphere bool, found []compare.Found) *method {
	m := &method{name: kreinUnseen, task: approximation}
	distances := compare.Grid(2, 16)
	if sphere {
		distances = ridge.Distances(dim, 16)
	}
	a := &auto{ctx: ctx, distances: distances, sphere: sphere}
	for _, f := range found {
		if f.Within == 0 {
			a.found = append(a.found, f)
		}
	}
	if m.rep = a; len(a.found) == 0 {
		m.missing = "no representation without a bias"
	}
	return m
}

// evened are principal columns of methods, and of landmarks, with less unequal sums of squares.
func evened(methods []*method) (out []*method) {
	for _, m := range methods {
		if m.all == nil && (m.compress > 1 || m.landmarks != nil) {
			even := *m
			even.name, even.all, even.even = m.name+", evened", m, true
			out = append(out, &even)
		}
	}
	return out
}
