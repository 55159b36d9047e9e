package radial

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/harmonic"
)

// exactPart returns the part whose low orders are exact, −1 for none.
func exactPart(e features.Exact) int {
	if e == features.ExactSphere {
		return -1
	}
	return int(e) - 1
}

// componentsOf returns the number of components a degree.
func componentsOf(e features.Exact) int {
	if e == features.ExactSphere {
		return harmonic.Width
	}
	return 1
}

var errNoMoment = errors.New("features: exact low orders need a distribution of radii with a second moment, " +
	"and one that does not rest on its largest radii")

// secondMomentOf returns E R², with errNoMoment what was found of it, and how far it may be off: of tables that of decompose.Table.SecondMoment,
// and otherwise by Gauss–Legendre panels that shrink towards 0 and 1.
func secondMomentOf(radii decompose.Radii) (sum, off float64, proved bool, err error) {
	if t, ok := radii.(*decompose.Table); ok {
		sum, off, proved = t.SecondMoment()
	} else {
		edges := panelEdges([2]law{{Radii: radii}}, [2]int{64, 0})
		add := func(a, b float64) {
			for i, t := range gaussX {
				r := radii.Quantile(a + (b-a)*t)
				sum += gaussW[i] * (b - a) * r * r
			}
		}
		last := len(edges) - 2
		for i, a := range edges[:last+1] {
			b := edges[i+1]
			if i != 0 && i != last {
				add(a, b)
				continue
			}
			for width := b - a; width > 1e-13; width /= 2 {
				if i == 0 {
					add(a+width/2, a+width)
				} else {
					add(b-width, b-width/2)
				}
			}
		}
	}
	const tail, estimated = 1e-12, 1e-8
	if r := radii.Quantile(1 - tail); !(sum > 0) || math.IsInf(sum, 1) || !(r*r*tail <= 1e-8*sum) {
		return sum, 0, false, errNoMoment // of a law that is cut off
	}
	if !proved {
		off = max(off, estimated*sum)
	}
	return sum, off, proved, nil
}

// exactly turns harmonics h_0(x), h_2(x), … of cos⟨Rθ,v⟩, x = R|v|, into those of
// cos⟨Rθ,v⟩ − 1 + ⟨Rθ,v⟩²/2, in place. Both differences are summed as series where they cancel.
func exactly(h []float64, d int, x float64) {
	t := x * x / 4
	// series returns ₀F₁(; b; −t) without its first terms, as a sum.
	series := func(b float64, skip int) float64 {
		sum, term := 0.0, 1.0
		for j := 1; j < 200 && math.Abs(term) > 1e-18*math.Abs(sum); j++ {
			term *= -t / (float64(j) * (b + float64(j-1)))
			if j >= skip {
				sum += term
			}
		}
		return sum
	}
	b := float64(d) / 2
	if t < b { // the terms fall off from the start
		h[0] = series(b, 2)
	} else {
		h[0] += t/b - 1
	}
	if len(h) < 2 {
		return
	}
	lead := math.Sqrt(float64(d+2)*float64(d-1)/2) * x * x / (float64(d) * float64(d+2))
	if t < b+2 {
		h[1] = lead * series(b+2, 1)
	} else {
		h[1] -= lead
	}
}

// newQuadratic returns the columns of e − ½(x−y)ᵀA(x−y).
func newQuadratic(e float64, a *mat.SymDense) (*basis.Quadratic[float64], error) {
	d := a.SymmetricDim()
	var eigen mat.EigenSym
	if !eigen.Factorize(a, true) {
		return nil, errors.New("features: the eigenvalues of the exact terms were not found")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	q := &basis.Quadratic[float64]{}
	size := math.Abs(e)
	for j, lambda := range eigen.Values(nil) {
		root := math.Sqrt(math.Abs(lambda))
		for i := range d {
			q.Linear = append(q.Linear, root*vectors.At(i, j))
		}
		q.Sign = append(q.Sign, math.Copysign(1, lambda))
		size += math.Abs(lambda)
	}
	size = max(size, math.SmallestNonzeroFloat32)
	q.A, q.B = size/2+e, size/2-e
	return q, nil
}

// correction returns the exact low orders less the sampled ones of the frequencies w_i with the
// squared amplitudes a_i: with M and E R² of the part, e = M − Σa_i and
// A = (M·E R²/d)·I − Σ a_i w_i w_iᵀ, d = whole, in the first dim coordinates.
func correction(part *decompose.Part, waves frequencies, first, n int, amplitude []float64,
	dim, whole int) (*basis.Quadratic[float64], fitted.ExactError, error) {
	second, off, proved, err := secondMomentOf(part.Radii)
	if err != nil {
		return nil, fitted.ExactError{}, err
	}
	a := mat.NewSymDense(dim, nil)
	for j := range dim {
		a.SetSym(j, j, part.Mass*second/float64(whole))
	}
	e := part.Mass
	waves.each(func(i int, w []float64) {
		if i < first || i >= first+n {
			return
		}
		s := amplitude[i] * amplitude[i]
		e -= s
		a.SymRankOne(a, -s, mat.NewVecDense(dim, w))
	})
	q, err := newQuadratic(e, a)
	return q, fitted.ExactError{Square: part.Mass * off / float64(2*whole), Proved: proved}, err
}
