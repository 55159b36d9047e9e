package certify

import (
	"math"
	"math/big"

	"krein/internal/certify/crosscheck"
)

// findPDPoints looks for points at which the Gram matrix has a negative eigenvalue: triangles for kernels that nearly
// return to k(0), and the configurations of crosscheck, which shows the same witness if something else refutes.
func findPDPoints(f *session) []candidate {
	if s := f.Samples(); !(s.At0 > 0) || s.Top > s.At0*(1+1e-9) {
		return nil
	}
	if form := f.trianglePoints(); form != nil {
		return f.refutedBy(form)
	}
	return f.refutedBy(f.looking().Search(f.Dim, crosscheck.Euclidean))
}

// refutedBy is the refutation of pd by a negative form, nil for none.
func (f *session) refutedBy(form *crosscheck.Form) []candidate {
	if form == nil {
		return nil
	}
	if s := f.witness(PD, form); s != nil {
		return refutes(s)
	}
	return nil
}

// trianglePoints uses |k(r) − k(s)|² ≤ 2 k(0)(k(0) − k(T)), which holds for the sides T, r, s of a
// triangle in the plane: it looks for a T with k(T) near k(0).
func (f *session) trianglePoints() *crosscheck.Form {
	s := f.Samples()
	if f.Dim < 2 {
		return nil
	}
	// the highest value of k beyond its first dip
	dip, side, high := s.At0, 0.0, math.Inf(-1)
	for i, v := range s.K {
		if v < dip {
			dip = v
		}
		if v > dip+0.01*s.At0 && v > high && s.Z[i] < 1e3 {
			side, high = s.Z[i], v
		}
	}
	if !(high > 0.5*s.At0) {
		return nil
	}
	for step := side / 64; step > 1e-9*side; step /= 2 { // the peak, between samples
		for _, z := range []float64{side - step, side + step} {
			if v := f.At(z); v > high {
				side, high = z, v
			}
		}
	}
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(math.Round(x*1e6) / 1e6) } // side < 1e3
	for i := range 5 {
		for j := range 6 {
			x, y := side*float64(i)/8, side*float64(j+1)/4
			if form := f.looking().At([][]*big.Rat{{rat(0), rat(0)}, {rat(side), rat(0)}, {rat(x), rat(y)}},
				crosscheck.Euclidean); form != nil {
				return form
			}
		}
	}
	return nil
}
