package stationary

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	check "krein/certify/check/stationary"
	"krein/certify/proof"
	fourier "krein/fourier/stationary"
)

// Points of a witness: lattices in a few coordinates.
const (
	pointDims = 3
	pointBits = 192
)

// points looks for points and numbers with Σ c_i c_j k(x_i − x_j) < 0 on lattices of some spacings.
func points(p *prover, k *fourier.Kernel, _ int) *proof.Step {
	if _, ok := k.Radial(); ok || k.Parity() != 1 {
		return nil
	}
	for _, side := range []int{2, 3, 4} {
		for _, h := range []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(2, 1), big.NewRat(3, 4), big.NewRat(3, 2), big.NewRat(1, 4), big.NewRat(4, 1), big.NewRat(1, 10)} {
			if p.ctx.Err() != nil {
				return nil
			}
			x := lattice(k.Dim(), side, h)
			weights := negative(k, x)
			if weights == nil {
				continue
			}
			ev := check.PointsEvidence{Weights: rationals(weights), Bits: pointBits}
			for _, v := range x {
				ev.Points = append(ev.Points, rationals(v))
			}
			s := proof.NewStep("pd.difference-points", "a sum Σ c_i c_j k(x_i − x_j) is negative for points of a lattice", ev)
			if p.try(check.Goal{Claim: check.PD, Kernel: k}, s) {
				return s
			}
		}
	}
	return nil
}

// lattice returns the points of {0, h, …}^m in the first coordinates.
func lattice(dim, side int, h *big.Rat) [][]*big.Rat {
	m := min(dim, pointDims)
	var out [][]*big.Rat
	n := 1
	for range m {
		n *= side
	}
	for i := range n {
		v := make([]*big.Rat, dim)
		for j := range v {
			v[j] = new(big.Rat)
		}
		for j, rest := 0, i; j < m; j, rest = j+1, rest/side {
			v[j].Mul(h, big.NewRat(int64(rest%side), 1))
		}
		out = append(out, v)
	}
	return out
}

// negative returns weights for which the form is negative by floating point, nil if there are none.
func negative(k *fourier.Kernel, x [][]*big.Rat) []*big.Rat {
	values := map[string]float64{}
	gram := mat.NewSymDense(len(x), nil)
	trace := 0.0
	for i := range x {
		for j := range i + 1 {
			delta := make([]*big.Rat, len(x[i]))
			key := ""
			for n := range delta {
				delta[n] = new(big.Rat).Sub(x[i][n], x[j][n])
				key += delta[n].RatString() + ","
			}
			v, ok := values[key]
			if !ok {
				f := make([]float64, len(delta))
				for n := range delta {
					f[n], _ = delta[n].Float64()
				}
				v = k.At(f)
				values[key] = v
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil
			}
			gram.SetSym(i, j, v)
		}
		trace += math.Abs(gram.At(i, i))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) || eigen.Values(nil)[0] > -1e-9*(trace+1e-300) {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	out := make([]*big.Rat, len(x))
	for i := range out {
		out[i] = big.NewRat(int64(math.Round(vectors.At(i, 0)*1e6)), 1e6)
	}
	return out
}
