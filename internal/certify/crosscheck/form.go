package crosscheck

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	"krein/ball"
)

// Space says which quadratic forms are looked at.
type Space int8

// The spaces.
const (
	Euclidean Space = iota // points of R^d
	Sphere                 // points of the unit sphere S^{d−1}
	Balanced               // points of R^d, weights of sum 0
)

// Form is a quadratic form Σ c_i c_j k(‖x_i−x_j‖) that is negative. The rows of Points are the
// points x_i; Value encloses the form.
type Form struct {
	Points  [][]*big.Rat
	Weights []*big.Rat
	Value   *ball.Real
}

// Search looks for a negative quadratic form of k on R^dim, or its unit sphere: pairs, triangles, lattices, simplices,
// cross-polytopes and scattered points, at distances of the formula and at general ones. It returns nil if it finds
// none within a bounded number of values, or the context ends.
func (v *Look) Search(dim int, space Space) *Form {
	v.left = searchValues
	return v.search(dim, space)
}

// At returns a negative quadratic form on the points, which are of one dimension: of the space, if
// it is Sphere. It returns nil if it finds none within a bounded number of values.
func (v *Look) At(points [][]*big.Rat, space Space) *Form {
	if len(points) == 0 {
		return nil
	}
	v.left = searchValues
	return v.negative(newCloud(points), nil, space)
}

func (v *Look) search(dim int, space Space) *Form {
	if v.zero() == nil {
		return nil
	}
	if space == Sphere {
		if dim < 2 {
			return v.negative(newCloud([][]*big.Rat{{rat(1, 1)}, {rat(-1, 1)}}), nil, space)
		}
		for _, points := range spherical(dim) {
			if f := v.negative(newCloud(points), nil, space); f != nil {
				return f
			}
		}
		return nil
	}
	hs := scales(derived(v.k))
	for _, points := range euclidean(dim) {
		cloud := newCloud(points)
		for _, h := range hs {
			if f := v.negative(cloud, h, space); f != nil {
				return f
			}
			if v.left <= 0 || v.ctx.Err() != nil {
				return nil
			}
		}
	}
	return nil
}

// digits are the numbers of decimals with which weights are tried: few make a witness that is pleasant to read.
var digits = []int{0, 1, 2, 3, 5, 9}

// negative returns a negative form on the points times h, nil for 1, by the eigenvector of the least
// eigenvalue; nil if there is none.
func (v *Look) negative(on *cloud, h *big.Rat, space Space) *Form {
	n := len(on.points)
	values, floats := make([]*ball.Real, len(on.squares)), make([]float64, len(on.squares))
	for k, q := range on.squares {
		if h != nil {
			q = new(big.Rat).Mul(h, h)
			q.Mul(q, on.squares[k])
		}
		if values[k] = v.atSquare(q); values[k] == nil {
			return nil
		}
		if floats[k] = float(values[k]); math.IsInf(floats[k], 0) {
			return nil
		}
	}
	gram := mat.NewSymDense(n, nil)
	entries := make([][]*ball.Real, n)
	for i := range n {
		for j, k := range on.of[i] {
			entries[i] = append(entries[i], values[k])
			gram.SetSym(i, j, floats[k])
		}
	}
	if space == Balanced {
		center(gram)
	}
	var eig mat.EigenSym
	if !eig.Factorize(gram, true) {
		return nil
	}
	if low := eig.Values(nil)[0]; !(low < -1e-12*mat.Norm(gram, math.Inf(1))) {
		return nil
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	column := mat.Col(nil, 0, &vectors)
	top := 0.0
	for _, c := range column {
		if math.Abs(c) > math.Abs(top) {
			top = c
		}
	}
	for _, d := range digits {
		weights, sum := make([]*big.Rat, n), new(big.Rat)
		unit := math.Pow(10, float64(d))
		for i, c := range column {
			weights[i] = rat(int64(math.Round(c/top*unit)), int64(unit))
			sum.Add(sum, weights[i])
		}
		if space == Balanced {
			weights[n-1].Sub(weights[n-1], sum)
		}
		if x := form(entries, weights); x.Negative() == ball.True {
			return thin(scaled(on.points, h), weights, x)
		}
	}
	return nil
}

// form returns Σ c_i c_j k_ij from the lower triangle of the Gram matrix.
func form(entries [][]*ball.Real, weights []*big.Rat) *ball.Real {
	sum, t := new(ball.Real), new(ball.Real)
	for i := range entries {
		for j, x := range entries[i] {
			c := new(big.Rat).Mul(weights[i], weights[j])
			if i != j {
				c.Add(c, c)
			}
			if c.Sign() != 0 {
				sum.FMA(t.SetRat(c, Prec), x, sum, Prec)
			}
		}
	}
	return sum
}

// thin leaves out the points of weight 0.
func thin(points [][]*big.Rat, weights []*big.Rat, value *ball.Real) *Form {
	f := &Form{Value: value}
	for i, w := range weights {
		if w.Sign() != 0 {
			f.Points, f.Weights = append(f.Points, points[i]), append(f.Weights, w)
		}
	}
	return f
}

// center replaces a symmetric matrix by its restriction to vectors of sum 0.
func center(a *mat.SymDense) {
	n := a.SymmetricDim()
	row, all := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			row[i] += a.At(i, j) / float64(n)
		}
		all += row[i] / float64(n)
	}
	for i := range n {
		for j := range i + 1 {
			a.SetSym(i, j, a.At(i, j)-row[i]-row[j]+all)
		}
	}
}
