package maptest

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"

	"krein/decompose"
	"krein/internal/elem64"
	"krein/internal/features/random"
)

// Data are rows of standard normal numbers.
func Data(rows, cols int, seed uint64) *mat.Dense {
	return mat.NewDense(rows, cols, random.GaussianRows(random.Stream(seed, 77, 0, 0), rows, cols))
}

// remembered keeps what a law has said: quadratures ask for the same levels again and again.
type remembered struct {
	decompose.Radii
	said sync.Map
}

func (r *remembered) Quantile(u float64) float64 {
	if w, ok := r.said.Load(u); ok {
		return w.(float64)
	}
	w := r.Radii.Quantile(u)
	r.said.Store(u, w)
	return w
}

// Quantiles is a law given by its inverse distribution function.
type Quantiles func(u float64) float64

func (f Quantiles) Quantile(u float64) float64 { return f(u) }

// DeltaGaussian is the decomposition of exp(−z²/2a²) − exp(−z²/2b²), a < b, into its
// Jordan parts: the difference of two chi densities changes sign once.
func DeltaGaussian(d int, a, b float64) *decompose.Decomposition {
	key := [3]float64{float64(d), a, b}
	dec, ok := deltaGaussians.Load(key)
	if !ok {
		dec, _ = deltaGaussians.LoadOrStore(key, newDeltaGaussian(d, a, b))
	}
	own := *dec.(*decompose.Decomposition)
	return &own
}

var deltaGaussians sync.Map // by dimension and scales

func newDeltaGaussian(d int, a, b float64) *decompose.Decomposition {
	h := float64(d) / 2
	cross := math.Sqrt(2 * float64(d) * elem64.Log(b/a) / (b*b - a*a))
	cdf := func(tau, w float64) float64 { return mathext.GammaIncReg(h, tau*tau*w*w/2) }
	upper := func(tau, w float64) float64 { return mathext.GammaIncRegComp(h, tau*tau*w*w/2) }
	mass := cdf(b, cross) - cdf(a, cross)
	lg, _ := math.Lgamma(h)
	density := func(tau, w float64) float64 { // chi
		return math.Exp((1-h)*math.Ln2 - lg + float64(d)*elem64.Log(tau) + float64(d-1)*elem64.Log(w) - tau*tau*w*w/2)
	}
	// solve finds the zero of the increasing f by Newton's method in a bracket. Steps square what is
	// wrong: one of 1e-9 is the last, and smaller ones are noise.
	solve := func(f, df func(w float64) float64, lo, hi float64) float64 {
		w := (lo + hi) / 2
		for range 100 {
			v := f(w)
			if v < 0 {
				lo = w
			} else {
				hi = w
			}
			next := w - v/df(w)
			if !(next > lo && next < hi) {
				next = (lo + hi) / 2
			}
			if math.Abs(next-w) <= 1e-9*w {
				return next
			}
			w = next
		}
		return w
	}
	net := func(w float64) float64 { return density(a, w) - density(b, w) }
	plus := Quantiles(func(u float64) float64 {
		return solve(func(w float64) float64 { return (1-u)*mass - (upper(a, w) - upper(b, w)) }, net, cross,
			12/a*math.Sqrt(h))
	})
	minus := Quantiles(func(u float64) float64 {
		return solve(func(w float64) float64 { return cdf(b, w) - cdf(a, w) - u*mass },
			func(w float64) float64 { return -net(w) }, 0, cross)
	})
	return &decompose.Decomposition{
		Dim:   d,
		Plus:  decompose.Part{Mass: mass, Radii: &remembered{Radii: plus}},
		Minus: decompose.Part{Mass: mass, Radii: &remembered{Radii: minus}},
	}
}

// DeltaGaussianKernel is that of [DeltaGaussian] as a function of the distance.
func DeltaGaussianKernel(a, b float64) func(float64) float64 {
	return func(z float64) float64 { return math.Exp(-z*z/(2*a*a)) - math.Exp(-z*z/(2*b*b)) }
}
