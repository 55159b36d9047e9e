package features

import (
	"fmt"
	"math"
	"math/rand/v2"

	"krein/decompose"
)

// belowOne is the largest float64 under 1.
const belowOne = 1 - 1.0/(1<<53)

// uniforms returns the n[p] uniforms from which the radii of part p are drawn. Each is
// uniform on (0,1); comonotone couples the i-th of both parts (see [Shared]).
func uniforms(law RadiusLaw, comonotone bool, n [2]int, seed uint64) (u [2][]float64) {
	if comonotone {
		all := partUniforms(stream(seed, streamRadii, 0, 0), law, max(n[0], n[1]))
		return [2][]float64{all[:n[0]], all[:n[1]]}
	}
	for p := range u {
		u[p] = partUniforms(stream(seed, streamRadii, p, 0), law, n[p])
	}
	return u
}

func partUniforms(r *rand.Rand, law RadiusLaw, n int) []float64 {
	u := make([]float64, n)
	if law == RadiiIID {
		for i := range u {
			u[i] = open01(r)
		}
		return u
	}
	for i, stratum := range r.Perm(n) {
		// Rounding may lift the last stratum to 1, which no quantile accepts.
		u[i] = min((float64(stratum)+open01(r))/float64(n), belowOne)
	}
	return u
}

// comonotone reports whether paired frequencies share their uniform.
func comonotone(opt *Options, n [2]int) bool {
	return opt.Coupling == Shared && (opt.Radii == RadiiIID || n[0] == n[1])
}

// quantiles maps uniforms to radii in place.
func quantiles(part string, law decompose.Radii, u []float64) ([]float64, error) {
	r := make([]float64, len(u))
	for i, v := range u {
		r[i] = law.Quantile(v)
		if !(r[i] >= 0) || math.IsInf(r[i], 1) {
			return nil, fmt.Errorf("features: the radius of the %s part at u = %v is %v; the decomposition's table is damaged, compute it again", part, v, r[i])
		}
	}
	return r, nil
}
