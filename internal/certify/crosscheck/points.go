package crosscheck

import (
	"math/big"
	"math/rand/v2"
)

// maxPoints and maxCoordinates bound a configuration.
const (
	maxPoints      = 25
	maxCoordinates = 12
)

func rat(p, q int64) *big.Rat { return big.NewRat(p, q) }

// euclidean returns configurations of points of R^dim for spacings of 1, the simple ones first.
func euclidean(dim int) [][][]*big.Rat {
	line := func(xs ...*big.Rat) [][]*big.Rat {
		var out [][]*big.Rat
		for _, x := range xs {
			out = append(out, []*big.Rat{x})
		}
		return out
	}
	small := rat(1, 1000)
	out := [][][]*big.Rat{
		line(rat(0, 1), rat(1, 1)),
		line(rat(0, 1), rat(1, 1), rat(2, 1)),
		line(rat(0, 1), small, rat(1001, 1000)), // a value at one distance against those beside it
		lattice(1, 8), lattice(1, 20),
	}
	if dim >= 2 {
		out = append(out,
			[][]*big.Rat{{rat(0, 1), rat(0, 1)}, {rat(1, 1), rat(0, 1)}, {rat(1, 2), rat(866, 1000)}},
			lattice(2, 4), lattice(2, 5))
	}
	if dim >= 3 {
		out = append(out, lattice(3, 2))
	}
	if n := min(dim, maxCoordinates); n >= 4 {
		out = append(out, cross(n, false), cross(n, true))
	}
	return append(out, scattered(min(dim, 3), 12))
}

// lattice returns side^dim points with integer coordinates.
func lattice(dim, side int) [][]*big.Rat {
	points := [][]*big.Rat{{}}
	for range dim {
		var next [][]*big.Rat
		for _, p := range points {
			for i := range side {
				next = append(next, append(p[:len(p):len(p)], rat(int64(i), 1)))
			}
		}
		points = next
	}
	return points
}

// cross returns the unit vectors of R^n, which form a regular simplex; with both, their opposites too.
func cross(n int, both bool) [][]*big.Rat {
	var out [][]*big.Rat
	for i := range n {
		for _, s := range []int64{1, -1} {
			p := make([]*big.Rat, n)
			for j := range p {
				p[j] = new(big.Rat)
			}
			p[i] = rat(s, 1)
			out = append(out, p)
			if !both {
				break
			}
		}
	}
	return out
}

// scattered returns points with random coordinates in [0,4]; the same ones every time.
func scattered(dim, n int) [][]*big.Rat {
	rng := rand.New(rand.NewPCG(1, uint64(dim)))
	var out [][]*big.Rat
	for range n {
		p := make([]*big.Rat, dim)
		for j := range p {
			p[j] = rat(rng.Int64N(4097), 1024)
		}
		out = append(out, p)
	}
	return out
}

// spherical returns configurations of points with rational coordinates on the unit sphere of R^dim, dim ≥ 2.
func spherical(dim int) [][][]*big.Rat {
	at := func(p, q int64) []*big.Rat { return onCircle(rat(p, q)) }
	east := at(0, 1)
	out := [][][]*big.Rat{
		{east, minus(east)},
		{east, at(1, 1), minus(east), minus(at(1, 1))},
		{east, at(577, 1000), at(1732, 1000)},
	}
	for _, n := range []int64{1, 3, 10} { // an arc, finer and finer
		var arc [][]*big.Rat
		for i := range int64(maxPoints) / 2 {
			arc = append(arc, at(i, 6*n))
		}
		out = append(out, arc)
	}
	var round [][]*big.Rat // about even around the circle
	for i := range int64(12) {
		p := at([]int64{0, 132, 268, 414, 577, 767}[i%6], 1000)
		if i >= 6 {
			p = minus(p)
		}
		round = append(round, p, []*big.Rat{new(big.Rat).Neg(p[1]), p[0]})
	}
	out = append(out, round)
	// A pair of points at nearly the distance of two others.
	out = append(out, [][]*big.Rat{east, at(1, 1000), at(1, 2), minus(east), minus(at(1, 1000))})
	for n := 3; n <= min(dim, maxCoordinates); n += 3 {
		out = append(out, cross(n, false), cross(n, true))
	}
	return out
}

// scaled returns the points times h, nil for 1.
func scaled(points [][]*big.Rat, h *big.Rat) [][]*big.Rat {
	if h == nil {
		return points
	}
	out := make([][]*big.Rat, len(points))
	for i, p := range points {
		out[i] = make([]*big.Rat, len(p))
		for j := range p {
			out[i][j] = new(big.Rat).Mul(p[j], h)
		}
	}
	return out
}

// square returns the squared distance of two points.
func square(x, y []*big.Rat) *big.Rat {
	q := new(big.Rat)
	for i := range x {
		d := new(big.Rat).Sub(x[i], y[i])
		q.Add(q, d.Mul(d, d))
	}
	return q
}

// cloud is a set of points with their squared distances: few, where points form a lattice.
type cloud struct {
	points  [][]*big.Rat
	squares []*big.Rat // different ones
	of      [][]int    // which of them is that of points i and j ≤ i
}

func newCloud(points [][]*big.Rat) *cloud {
	c := &cloud{points: points, of: make([][]int, len(points))}
	index := map[string]int{}
	for i := range points {
		for j := range i + 1 {
			q := square(points[i], points[j])
			key := q.RatString()
			k, ok := index[key]
			if !ok {
				k, c.squares = len(c.squares), append(c.squares, q)
				index[key] = k
			}
			c.of[i] = append(c.of[i], k)
		}
	}
	return c
}
