package certify

import (
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	"krein/certify/check"
	"krein/certify/proof"
	"krein/kernel"
)

// pointSpacings are the spacings of the lattices on which Gram matrices are looked at.
var pointSpacings = []float64{0.05, 0.125, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5}

// findPDPoints looks for points at which the Gram matrix has a negative eigenvalue: triangles for kernels that nearly return to k(0), and lattices in up to
// three dimensions.
func findPDPoints(f *facts) []candidate {
	if s := f.samples(); !(s.at0 > 0) || s.top > s.at0*(1+1e-9) {
		return nil
	}
	if c := f.trianglePoints(); c != nil {
		return c
	}
	for _, shape := range []struct{ dim, side int }{{1, 3}, {1, 8}, {1, 24}, {2, 5}, {3, 3}} {
		if shape.dim > f.dim {
			break
		}
		for _, h := range pointSpacings {
			if c := f.negativeForm(lattice(shape.dim, shape.side, nearby(h, 0))); c != nil {
				return c
			}
		}
	}
	return nil
}

// lattice returns side^dim points with coordinates that are multiples of h.
func lattice(dim, side int, h *big.Rat) [][]check.Rational {
	points := [][]check.Rational{{}}
	for range dim {
		var next [][]check.Rational
		for _, p := range points {
			for i := range side {
				x := check.Rational{Rat: new(big.Rat).Mul(h, big.NewRat(int64(i), 1))}
				next = append(next, append(p[:len(p):len(p)], x))
			}
		}
		points = next
	}
	return points
}

// trianglePoints uses |k(r) − k(s)|² ≤ 2 k(0)(k(0) − k(T)), which holds for the sides T, r, s of a triangle in the plane: it looks for a T with k(T) near k(0).
func (f *facts) trianglePoints() []candidate {
	s := f.samples()
	if f.dim < 2 {
		return nil
	}
	// the highest value of k beyond its first dip
	dip, side, high := s.at0, 0.0, math.Inf(-1)
	for i, v := range s.k {
		if v < dip {
			dip = v
		}
		if v > dip+0.01*s.at0 && v > high && s.z[i] < 1e3 {
			side, high = s.z[i], v
		}
	}
	if !(high > 0.5*s.at0) {
		return nil
	}
	for step := side / 64; step > 1e-9*side; step /= 2 { // the peak, between samples
		for _, z := range []float64{side - step, side + step} {
			if v := f.k.At(z); v > high {
				side, high = z, v
			}
		}
	}
	rat := func(x float64) check.Rational {
		return check.Rational{Rat: new(big.Rat).SetFloat64(math.Round(x*1e6) / 1e6)}
	}
	for i := range 5 {
		for j := range 6 {
			x, y := side*float64(i)/8, side*float64(j+1)/4
			points := [][]check.Rational{{rat(0), rat(0)}, {rat(side), rat(0)}, {rat(x), rat(y)}}
			if c := f.negativeForm(points); c != nil {
				return c
			}
		}
	}
	return nil
}

// negativeForm is the refutation by the eigenvector of a negative eigenvalue of the Gram matrix, nil if there is none.
func (f *facts) negativeForm(points [][]check.Rational) []candidate {
	n := len(points)
	at0 := f.samples().at0
	gram := mat.NewSymDense(n, nil)
	for i := range n {
		gram.SetSym(i, i, at0)
		for j := range i {
			var q float64
			for c := range points[i] {
				a, _ := points[i][c].Float64()
				b, _ := points[j][c].Float64()
				q += (a - b) * (a - b)
			}
			v := f.k.At(math.Sqrt(q))
			if math.IsNaN(v) {
				return nil
			}
			gram.SetSym(i, j, v)
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(gram, true) || !(eig.Values(nil)[0] < -1e-11*at0*float64(n)) {
		return nil
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	weights := make([]check.Rational, n)
	for i := range weights {
		weights[i].Rat = big.NewRat(int64(math.Round(vectors.At(i, 0)*1e9)), 1_000_000_000)
	}
	ev := check.NewPointsEvidence(f.k, points, weights, 128)
	if ev.Form.Negative() != kernel.True {
		return nil
	}
	return refutes(proof.NewStep("pd.points", fmt.Sprintf("a quadratic form on %d points of R^%d is negative", n, len(points[0])), ev))
}
