package radial

import (
	"krein/features"
	"krein/internal/features/directions"
	"krein/internal/features/random"
)

// ordered reports whether the directions of a part take the strata of the radii in order: where a
// few of them in a row integrate well.
func ordered(c features.Coupling) bool {
	return c == features.Orthogonal || c == features.Design || c == features.Quasi
}

// drawDirections returns n[0] and n[1] unit vectors of R^d, one a row, for the two parts.
func drawDirections(c features.Coupling, d int, n [2]int, seed uint64) (dirs [2][]float64) {
	switch c {
	case features.IID:
		for p := range dirs {
			dirs[p] = random.GaussianRows(random.Stream(seed, random.Directions, p, 0), n[p], d)
			random.NormaliseRows(dirs[p], d)
		}
	case features.Orthogonal:
		for p := range dirs {
			dirs[p] = directions.Tight(seed, p, n[p], d)
		}
	case features.GORF:
		all := n[0] + n[1]
		if all == 0 {
			break
		}
		// The first d rows of a Haar matrix of size N have the law of the transpose
		// of its first d columns: a thin QR instead of the paper's N×N one.
		size := max(all, 2*d)
		q := random.Stiefel(random.GaussianRows(random.Stream(seed, random.Directions, 0, 0), size, d), size, d)[:all*d]
		random.NormaliseRows(q, d)
		dirs[0], dirs[1] = q[:n[0]*d], q[n[0]*d:]
	case features.Shared:
		q := random.OrthogonalRows(seed, 0, max(n[0], n[1]), d)
		dirs[0], dirs[1] = q[:n[0]*d], q[:n[1]*d]
	case features.Structured, features.Design:
		dirs = factorise(c, d, n, seed).Directions(n)
	case features.Quasi:
		for p := range dirs {
			dirs[p] = directions.Quasi(seed, p, d, n[p])
		}
	}
	return dirs
}

// factorise returns the directions of a coupling in factors, nil for couplings without.
func factorise(c features.Coupling, d int, n [2]int, seed uint64) *directions.Factored {
	switch c {
	case features.Structured:
		return directions.Structured(seed, d, n)
	case features.Design:
		return directions.Design(seed, d, n)
	}
	return nil
}
