package main

import (
	"context"
	"runtime"
	"time"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/baseline"
	"krein/internal/features/gram"
	"krein/internal/kernel/numeric"
	"krein/kernel/parser"
)

// seed002 is F. Liu, X. Huang, Y. Chen, J. Suykens, Fast learning in reproducing kernel Kreĭn spaces via signed
// measures (2021).
var seed002 = paper{
	name: "seed002", title: "Fast learning in Kreĭn spaces via signed measures",
	measure: measure002, page: page002,
}

func measure002(ctx context.Context, l *lab) error {
	if l.among == nil {
		if err := l.series(ctx); err != nil {
			return err
		}
	}
	for _, name := range l.sets("letter", "ijcnn1", "covtype", "cod-RNA") {
		d, err := l.load(ctx, name)
		if err != nil {
			return err
		}
		if d == nil {
			continue
		}
		d = d.sphere()
		for _, f := range []func(context.Context, *lab, *dataset) error{schemes, orders, sphereDelta, times} {
			if err := f(ctx, l, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// schemes is Figure 4: ways to sample the measure of the spherical polynomial.
func schemes(ctx context.Context, l *lab, d *dataset) error {
	k, err := parser.Parse("1 - z^2/4", nil)
	if err != nil {
		return err
	}
	mu, _ := printedDensity(d.dim(), 1)
	var methods []*method
	for _, s := range []struct {
		name     string
		scheme   baseline.Scheme
		coupling features.Coupling
	}{
		{"10 000 points", baseline.Scheme{}, features.IID},
		{"1 000 points", baseline.Scheme{Points: 1000}, features.IID},
		{"sub-interval [−5, 5]", baseline.Scheme{Limit: 5}, features.IID},
		{"importance sampling, σ = 2", baseline.Scheme{Gaussian: 2}, features.IID},
		{"orthogonal Monte Carlo", baseline.Scheme{}, features.Orthogonal},
	} {
		methods = append(methods, algorithm1(s.name, d.dim(), mu, s.scheme, true, s.coupling))
	}
	methods = append(methods, leverageScores(d.x, func(seed uint64) (*decompose.Decomposition, error) {
		return scaled(d.dim(), mu, &baseline.Scheme{Seed: seed})
	}))
	all, err := found(ctx, k, d, true)
	if err != nil {
		return err
	}
	methods = append(methods, ours(ctx, k, d, true, all)[0])
	return l.errors(ctx, key{Table: "schemes", Kernel: "polynomial", Data: d.name}, numeric.Compile(k).At, d.x, methods,
		l.sizes(ladder(d.dim())), true)
}

// orders is Figure 5: spherical polynomials of higher orders.
func orders(ctx context.Context, l *lab, d *dataset) error {
	powers := []int{2, 3, 10}
	if l.quick {
		powers = powers[:1]
	}
	for _, p := range powers {
		t, err := spherical(ctx, d, p)
		if err != nil {
			return err
		}
		if err := l.errors(ctx, key{Table: "orders", Kernel: t.kernel, Data: d.name}, t.at, d.x, t.methods,
			l.sizes(ladder(d.dim())), false); err != nil {
			return err
		}
	}
	return nil
}

// sphereDelta is Figures 2 and 3, the Delta-Gaussian kernel of rows on the sphere.
func sphereDelta(ctx context.Context, l *lab, d *dataset) error {
	t, err := delta(ctx, d, true)
	if err != nil {
		return err
	}
	of := key{Table: "errors", Kernel: t.kernel, Data: d.name}
	if err := l.errors(ctx, of, t.at, d.x, t.methods, l.sizes(ladder(d.dim())), false); err != nil {
		return err
	}
	of.Table = "accuracy"
	return l.accuracies(ctx, of, d, t.methods, l.sizes(ladder(d.dim())), &classifier{grid: grid000})
}

// trainingRows are those of the papers' Table 1.
var trainingRows = map[string]int{"letter": 12000, "ijcnn1": 49990}

// timed are the sizes of Table 2; those of the paper are lost in our copy, but for there being three.
func timed(d int) []size { return []size{{"first", 8 * d}, {"second", 32 * d}, {"third", 128 * d}} }

func init() { publishedIn["seed002"] = published002() }

// published002 is Table 2 of the paper: seconds for the features of a data set, for three sizes.
func published002() (points []*point) {
	for _, row := range []struct {
		kernel, data, method string
		values               [3]float64
	}{
		{"polynomial", "letter", "SRF", [3]float64{.02, .09, .33}},
		{"polynomial", "letter", "Nyström", [3]float64{.12, .24, 1.27}},
		{"polynomial", "letter", "DIGMM", [3]float64{.21, .41, 2.69}},
		{"polynomial", "letter", "RM", [3]float64{.04, .12, .38}},
		{"polynomial", "letter", "TS", [3]float64{.07, .10, .31}},
		{"polynomial", "letter", "TRP", [3]float64{.01, .21, .89}},
		{"polynomial", "letter", "Algorithm 1", [3]float64{.08, .23, .85}},
		{"polynomial", "ijcnn1", "SRF", [3]float64{.24, .89, 3.30}},
		{"polynomial", "ijcnn1", "Nyström", [3]float64{.83, 2.78, 16.44}},
		{"polynomial", "ijcnn1", "DIGMM", [3]float64{.42, 1.08, 8.36}},
		{"polynomial", "ijcnn1", "RM", [3]float64{.33, 1.20, 4.50}},
		{"polynomial", "ijcnn1", "TS", [3]float64{.53, .90, 2.64}},
		{"polynomial", "ijcnn1", "TRP", [3]float64{.73, 2.74, 10.50}},
		{"polynomial", "ijcnn1", "Algorithm 1", [3]float64{.70, 1.87, 7.31}},
		{"delta-gaussian", "letter", "SRF", [3]float64{.03, .10, .30}},
		{"delta-gaussian", "letter", "Nyström", [3]float64{.14, .39, 1.69}},
		{"delta-gaussian", "letter", "DIGMM", [3]float64{.32, 1.19, 4.56}},
		{"delta-gaussian", "letter", "Algorithm 1", [3]float64{.07, .23, .92}},
		{"delta-gaussian", "ijcnn1", "SRF", [3]float64{.23, .86, 3.42}},
		{"delta-gaussian", "ijcnn1", "Nyström", [3]float64{1.23, 4.38, 22.64}},
		{"delta-gaussian", "ijcnn1", "DIGMM", [3]float64{.61, 1.96, 6.86}},
		{"delta-gaussian", "ijcnn1", "Algorithm 1", [3]float64{.41, 1.44, 5.67}},
	} {
		for i, v := range row.values {
			points = append(points, &point{
				key: key{"time", row.kernel, row.data, row.method + ", published", timed(1)[i].name}, Seconds: v,
			})
		}
	}
	return points
}

// times is Table 2.
func times(ctx context.Context, l *lab, d *dataset) error {
	if trainingRows[d.name] == 0 || l.quick && d.name != "letter" {
		return nil
	}
	for _, f := range []func() (*task, error){
		func() (*task, error) { return spherical(ctx, d, 1) },
		func() (*task, error) { return delta(ctx, d, true) },
	} {
		t, err := f()
		if err != nil {
			return err
		}
		for _, m := range t.methods {
			if m.missing != "" || m.task != "" || m.name == "Algorithm 1, scaled to k(0)" {
				continue
			}
			for _, s := range l.sizes(timed(d.dim())) {
				k := key{"time", t.kernel, d.name, m.name, s.name}
				if err := l.measure(ctx, k, func() (*point, error) { return l.time(m, d, s) }); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// timedRows is how many rows are transformed at a time.
const timedRows = 1000

// time is the best of some runs of drawing a map and, so many times as the data set has thousands of training rows,
// transforming a thousand rows; on one processor.
func (l *lab) time(m *method, d *dataset, s size) (*point, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	rep, x := with(m.rep, m.opt), m.input(gram.SampleRows(d.x, timedRows, 1))
	distances := features.SampleDistances(d.x, 64, 1)
	p := &point{Asked: s.columns, Before: m.before, Note: m.note}
	n, _ := x.Dims()
	var phi *mat.Dense
	for seed := range min(3, l.runs) {
		start := time.Now()
		f, err := features.New(rep, &features.Options{Columns: s.columns, Seed: uint64(seed), Distances: distances})
		if err != nil {
			return nil, err
		}
		drawn := time.Since(start)
		if phi == nil || phi.RawMatrix().Cols != f.Columns() {
			phi = mat.NewDense(n, f.Columns(), nil)
		}
		start = time.Now()
		if phi, err = f.Transform(phi, x); err != nil {
			return nil, err
		}
		seconds := drawn.Seconds() + time.Since(start).Seconds()*float64(trainingRows[d.name])/float64(n)
		if seed == 0 || seconds < p.Seconds {
			p.Seconds, p.Columns = seconds, f.Columns()
		}
	}
	p.Mean = p.Seconds
	return p, nil
}

func page002(p *page) {
	p.say(`
The rows are scaled to [0,1]^d and divided by their lengths, for both kernels (in our copy of the paper formulas are lost: "normalized to … by an ℓ…-norm scaling
scheme"). Figures 2 and 3 for the polynomial are those of [seed 000](seed000.md), whose tables have this paper's Nyström and TRP too. The figures have no numbers; Table 2 has.`)
	schemes := &table{name: "schemes", title: "Figure 4: sampling schemes of the spherical polynomial, relative error",
		errors: true}
	p.table(schemes)
	p.say(`
The papers' schemes, all with masses that make k̂(0) = k(0) (as printed, errors are near 1). The paper: "orthogonal random features achieve lower approximation error but require more computational
cost … importance sampling decreases the time cost with a slight improvement". **Frequencies by leverage scores of rows** is what it names as another sampling scheme and has no experiment with (published.Leverage): of four times as many
frequencies those are drawn again that weigh most in the rows, which it sees. Orthogonal directions take away variance, not the bias that all schemes share, because
they sample |μ(ω)| without ω^{d−1} of a measure whose mass is infinite: the errors stop falling. Widths of the sub-interval and of the surrogate Gaussian are ours, the paper's are lost or not given.`)
	p.plots(schemes)
	times := &table{name: "schemes", title: "Figure 4: seconds to draw a map and transform 1000 rows", seconds: true}
	p.table(times)
	orders := &table{name: "orders", title: "Figure 5: spherical polynomials of orders 2, 3 and 10, relative error",
		errors: true}
	p.table(orders)
	p.say(`
Orders are ours (2, 3; 10 is that of Pennington et al.). "krein" has the harmonics of low degree exactly where columns suffice, or Fourier features within a proved bias on
the distances that occur, whichever is predicted to be better.`)
	p.plots(orders)
	errors := &table{name: "errors", title: "Figure 2: relative error, Delta-Gaussian on the sphere", errors: true}
	p.table(errors)
	p.plots(errors)
	accuracy := &table{name: "accuracy", title: "Figure 3: test accuracy, Delta-Gaussian on the sphere"}
	p.table(accuracy)
	p.say("\nSettings as in [seed 000](seed000.md), where it is said what krein chooses among. %s", p.book.ruled())
	p.plots(accuracy)
	time := &table{name: "time", title: "Table 2: seconds to make the features of a data set", seconds: true,
		published: publishedIn["seed002"]}
	p.table(time)
	p.say(`
Published: MATLAB on an i7-8700K (6 cores), SRF without its search for parameters (17.7 s and 10.3 s for the polynomial, 17.2 s and 20.3 s for Delta-Gaussian). Ours: one thread, the best of three, drawing once and transforming as many rows as the paper's
training set has (%d and %d), by the time for 1000 of them. The three sizes of the paper are lost in our copy; here they are s = 2d, 8d and 32d, 8d, 32d and 128d columns for every
method. krein's map of the polynomial is the exact one, d + 1 columns at every size, which is not what a ratio of times at equal columns is for; Nyström has as many landmarks as columns, 400 at most,
and TS a transform for every row. The times of SRF were measured with other (nonnegative) weights: a map of as many frequencies takes as long.`, trainingRows["letter"], trainingRows["ijcnn1"])
	p.table(&table{name: "series", title: "Appendix E: the measures of arc-cosine kernels by a series", label: "value"})
	p.say(`
The paper expands κ₀ = 1 − θ/π and κ₁ = (sin θ + (π − θ) cos θ)/π on the sphere in powers of u = cos θ = 1 − z²/2, integrates each by parts, I_m(d) = (−1)^m 2^d Λ_{d+2}(2ω)/d + (m/d) I_{m−1}(d+2) for
∫₀² u^m z^{d−1} Λ_d(ωz) dz, and keeps N = 1 term, of which it says that ‖μ‖ is finite, "by the asymptotic equivalence of Bessel functions", so that Algorithm 1 suits the kernel. (Formulas are lost in our copy.)
The series is right, and converges to the measure of the kernel. **The claim is wrong, for every d and every N**: k_N jumps at z = 2, and the Fourier transform of a finite measure is continuous.
(k_N(2) > 0: the coefficients of arcsin u, which are positive and add up to π/2, are less than those of √(1−u²) in size, which add up to 0.) The kernels themselves, set to 0 beyond z = 2, have infinite mass too, κ₀ for d = 2, 3, 4 and 16, κ₁ for d = 4 and 16
([certificates](../seeds.md)). On spheres they are positive definite and need no such measure.`)
	p.counts(schemes, orders, errors, accuracy)
}
