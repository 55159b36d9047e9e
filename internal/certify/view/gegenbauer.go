package view

import (
	"math"

	"krein/internal/elem64"
	"krein/internal/kernel/numeric"
)

// Gegenbauer holds the expansion f(u) = Σ c_n P_n(u) on S^{d−1}, d ≥ 2, of
// f(u) = k(√(2−2u)), where P_n is the Gegenbauer polynomial of index (d−2)/2 with
// P_n(1) = 1 (d = 2: Chebyshev). k is positive definite on S^{d−1} iff all c_n ≥ 0.
type Gegenbauer struct {
	C, Err []float64
	Scale  float64 // max |f|
}

// sphereNodes is half the number of quadrature nodes on each panel.
const sphereNodes = 480

// Gegenbauer computes the coefficients up to degree Options.Degrees by double-
// exponential quadrature in the angle θ, u = cos θ, where z = 2 sin(θ/2):
//
//	c_n = N_n ∫ k(2 sin(θ/2)) P_n(cos θ) sin^{d−2}θ dθ / ∫ sin^{d−2}θ dθ,
//
// N_n the dimension of the harmonics of degree n. The panels end at the kernel's breakpoints, so that only endpoint
// singularities are left. The error estimate is the change on halving the number of nodes plus a bound on rounding,
// which N_n magnifies: for large d only the first degrees are told from zero.
func (f *View) Gegenbauer() *Gegenbauer {
	if f.trig != nil {
		return f.trig
	}
	ends := []float64{0}
	if l, err := f.Local(); err == nil {
		for _, p := range l.Points {
			if b := p.At.Value; b < 2 {
				ends = append(ends, 2*math.Asin(b/2))
			}
		}
	}
	ends = append(ends, math.Pi)

	n := f.opt.Degrees
	d := float64(f.Dim)
	g := &Gegenbauer{C: make([]float64, n+1), Err: make([]float64, n+1)}
	coarse := make([]float64, n+1)
	abs := make([]float64, n+1)
	errs := make([]float64, n+1) // by errors of values
	noise := f.chordNoise()
	var mass float64
	const h = 3.2 / sphereNodes
	for p := 1; p < len(ends); p++ {
		lo, hi := ends[p-1], ends[p]
		for j := -sphereNodes; j <= sphereNodes; j++ {
			s := float64(j) * h
			// θ − lo and hi − θ without cancellation.
			q := math.Exp(-math.Pi * math.Sinh(math.Abs(s)))
			near := (hi - lo) * q / (1 + q)
			theta := lo + near
			if s > 0 {
				theta = hi - near
			}
			w := h * (hi - lo) * math.Pi * math.Cosh(s) * q / ((1 + q) * (1 + q))
			if !(theta > 0 && theta < math.Pi) || w == 0 {
				continue
			}
			w *= math.Exp((d - 2) * elem64.Log(math.Sin(theta)))
			mass += w
			z := 2 * math.Sin(theta/2)
			v := f.At(z)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue // at an end of a panel
			}
			g.Scale = max(g.Scale, math.Abs(v))
			u, wrong := math.Cos(theta), noise(z)
			p0, p1 := 1.0, u
			for i := 0; i <= n; i++ {
				x := w * v * p0
				g.C[i] += x
				abs[i] += math.Abs(x)
				errs[i] += w * math.Abs(p0) * wrong
				if j%2 == 0 {
					coarse[i] += 2 * x
				}
				k := float64(i + 1)
				p0, p1 = p1, ((2*k+d-2)*u*p1-k*p0)/(k+d-2)
			}
		}
	}
	for i := range g.C {
		dim := harmonics(i, f.Dim) / mass
		g.Err[i] = dim * (math.Abs(g.C[i]-coarse[i]) + 4e-15*abs[i] + errs[i])
		g.C[i] *= dim
	}
	f.trig = g
	return g
}

// noiseOctaves is how far towards z = 0 the errors of values are looked at.
const noiseOctaves = 36

// chordNoise estimates how far off values of k on the sphere are by cancellation within the
// formula: at z, which often is far worse near 0, as for (z − sin z)/z³.
func (f *View) chordNoise() (at func(z float64) float64) {
	worst := math.Inf(-1)
	see := func(z float64) {
		if d := math.Abs(f.At(z) - f.accurate(z)); d > worst && !math.IsInf(d, 0) {
			worst = d
		}
	}
	for j := range 24 {
		see((float64(j) + 0.37) / 12)
	}
	if worst < 0 { // no accurate value is known, perhaps because the budget is spent
		return func(float64) float64 { return math.Inf(1) }
	}
	var octaves [noiseOctaves]float64 // the worst from 2^(−5−j) on
	for j := range octaves {
		for _, x := range []float64{0.53, 0.71, 0.97} {
			see(math.Ldexp(x, -5-j))
		}
		octaves[j] = worst
	}
	return func(z float64) float64 {
		_, e := math.Frexp(z) // z ≥ 2^(e−1)
		return 2 * octaves[min(max(-5-e+1, 0), noiseOctaves-1)]
	}
}

// harmonics returns the dimension of the spherical harmonics of degree n on S^{d−1}, d ≥ 2.
func harmonics(n, d int) float64 {
	if n == 0 {
		return 1
	}
	// (2n+d−2)/n · C(n+d−3, n−1)
	lg := func(x int) float64 { v := elem64.Lgamma(float64(x)); return v }
	return float64(2*n+d-2) / float64(n) * math.Exp(lg(n+d-2)-lg(n)-lg(d-1))
}

// Rodrigues returns the sign of c_n and whether it could be told, from Rodrigues' formula
//
//	c_n = positive · ∫ f^(n)(u) (1−u²)^{n+(d−3)/2} du,   f^(n)(u) = (−2)^n (dⁿ/dtⁿ k(√t)) at t = 2−2u,
//
// which needs k analytic on (0,2) and d ≥ 8, so that the weight is small at the ends,
// but has no cancellation when the derivative keeps its sign.
func (f *View) Rodrigues(n int) (sign int, ok bool) {
	if f.Dim < 8 {
		return 0, false
	}
	if f.sphereJets == nil {
		h := 0.4 / math.Sqrt(float64(f.Dim))
		for j := 0; float64(j)*h < math.Pi/2; j++ {
			x := float64(j) * h
			if float64(f.Dim-2)*elem64.Log(math.Cos(x)) < -80 {
				break
			}
			for _, y := range []float64{x, -x} {
				t := 2 + 2*math.Sin(y)
				a, ea, err := numeric.TaylorT(f.K, t, f.opt.Orders)
				if err != nil {
					f.sphereErr = err
				}
				f.sphereJets = append(f.sphereJets, sphereJet{math.Cos(y), j, jetRow{t, a, ea}})
				if j == 0 {
					break
				}
			}
		}
	}
	if f.sphereErr != nil || n > f.opt.Orders {
		return 0, false
	}
	var sum, coarse, noise float64
	for _, r := range f.sphereJets {
		w := math.Exp(float64(2*n+f.Dim-2) * elem64.Log(r.cos))
		v, e := r.a[n], r.ea[n]
		if n%2 == 1 {
			v = -v
		}
		if math.IsNaN(v) || math.IsNaN(e) {
			if w < 1e-30 {
				continue
			}
			return 0, false
		}
		sum += w * v
		noise += w * (e + 1e-14*math.Abs(v))
		if r.index%2 == 0 {
			coarse += 2 * w * v
		}
	}
	noise += math.Abs(sum - coarse)
	switch {
	case sum == 0 && noise == 0:
		return 0, true
	case sum > noise*f.opt.Margin:
		return 1, true
	case sum < -noise*f.opt.Margin:
		return -1, true
	}
	return 0, false
}

// sphereJet is a jet at a node of the trapezoidal rule in the angle from the equator.
type sphereJet struct {
	cos   float64
	index int
	jetRow
}
