package landmarks

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/learn"
)

// Sides are columns of both arguments of a kernel k(x − y) that need not be symmetric: k ≈ C(x) L (R(y) M)ᵀ, C(x) the kernels k(x − l_j)
// with the points and R(y) those k(l_j − y) of the points with y.
type Sides struct {
	Points      *Map       // C
	Left, Right *mat.Dense // L and M, a column each
}

// Second returns the map of the kernels of the points with rows, k(l_j − y) in the place of k(y − l_j).
func (l *Map) Second() *Map {
	m := *l
	m.second = true
	return &m
}

// Sides returns n columns of either argument, fewer if there are fewer, for the kernel of l: the principal ones on the rows x, the singular vectors of
// the matrix of the kernel, of what the points give. These are as many as are asked for, of 0 as many as for an indefinite kernel,
// drawn uniformly.
//
// K_mm = UΣVᵀ of the points has C K_mm⁺ Rᵀ = (CVΣ^−½)(RUΣ^−½)ᵀ for an approximation of K, the method of Nyström for kernels that are not
// symmetric. Of its singular values those are left out that Dropped says are none, the smallest of which are next to 0 by accident, with
// vectors that are large at other rows; of these columns Φ, Ψ of rows x, G = ΦᵀΦ and H = ΨᵀΨ = SᵀS, the n first singular vectors
// of ΦΨᵀ are taken: with SGSᵀ = WΛ²Wᵀ
//
//	ΦSᵀWΛ^−½ and ΨGSᵀWΛ^−3/2,
//
// whose product is ΦΨᵀ projected on the range of its first n left singular vectors, and whose columns have equal sums of squares.
//
// Blocks of rows are read in their order in at most three passes. Errors are those of Transform, an error for a kernel that is
// 0 between all points, and ctx's. It panics if n < 1.
func (l *Map) Sides(ctx context.Context, x learn.Rows, n, points int, seed uint64) (*Sides, error) {
	if n < 1 {
		panic("landmarks: no columns")
	}
	rows, _ := x.Dims()
	if points == 0 {
		points = min(MostPoints(n), uniformPerColumn*n)
	}
	chosen, err := Pick(ctx, x, learn.UniformRows(rows, points, seed))
	if err != nil {
		return nil, err
	}
	m, err := l.with(chosen)
	if err != nil {
		return nil, err
	}
	count := m.Columns()
	all := count <= n || rows <= count
	wide := min(n, count)
	if !all {
		wide = min(count, n+min(n, spare))
	}
	s, err := m.ofPoints(ctx, wide)
	if _, found := s.dims(); all || err != nil || found <= n {
		return s, err
	}
	var g, h mat.Dense
	add := func(to *mat.Dense, by *Map, b, t *mat.Dense) error {
		c, err := by.Transform(nil, b)
		if err == nil {
			products := spectral.Squares(spectral.Multiply(c, t))
			if to.IsEmpty() {
				to.CloneFrom(products)
			} else {
				to.Add(to, products)
			}
		}
		return err
	}
	second := m.Second()
	err = blocks(ctx, x, func(_ int, b *mat.Dense) error {
		if err := add(&g, m, b, s.Left); err != nil {
			return err
		}
		return add(&h, second, b, s.Right)
	})
	if err != nil {
		return nil, err
	}
	values, root, err := spectral.All(&h)
	if err != nil {
		return nil, err
	}
	for j, v := range values { // Sᵀ = EΔ^½ of H = EΔEᵀ
		scaleColumn(root, j, math.Sqrt(math.Max(v, 0)))
	}
	gs := spectral.Multiply(&g, root)
	first, err := spectral.Of(ctx, spectral.Multiply(root.T(), gs), n)
	if err != nil {
		return nil, err
	}
	left, right := spectral.Multiply(root, first.Vectors), spectral.Multiply(gs, first.Vectors)
	for j, v := range first.Values {
		root := 1 / math.Sqrt(math.Sqrt(v))
		scaleColumn(left, j, root)
		scaleColumn(right, j, root*root*root)
	}
	return &Sides{m, spectral.Multiply(s.Left, left), spectral.Multiply(s.Right, right)}, nil
}

// dims returns how many points and columns there are.
func (s *Sides) dims() (points, columns int) {
	if s == nil {
		return 0, 0
	}
	return s.Left.Dims()
}

// ofPoints returns VΣ^−½ and UΣ^−½ of the n first singular values of K_mm = UΣVᵀ. They are found from K_mmᵀK_mm = VΣ²Vᵀ, which leaves out those below
// a millionth of the greatest: so near to K the columns are at best.
func (l *Map) ofPoints(ctx context.Context, n int) (*Sides, error) {
	gram, err := l.Transform(nil, l.all)
	if err != nil {
		return nil, err
	}
	if floats.Norm(gram.RawMatrix().Data, math.Inf(1)) == 0 {
		return nil, errors.New("landmarks: the kernel is 0 between all landmarks: there is nothing to learn from")
	}
	found, err := spectral.Of(ctx, spectral.Squares(gram), n)
	if err != nil {
		return nil, err
	}
	left, right := found.Vectors, mat.DenseCopyOf(spectral.Multiply(gram, found.Vectors)) // VΣ⁰ and UΣ
	for j, v := range found.Values {                                                      // Σ²
		root := 1 / math.Sqrt(math.Sqrt(v))
		scaleColumn(left, j, root)
		scaleColumn(right, j, root*root*root)
	}
	return &Sides{l, left, right}, nil
}

// scaleColumn multiplies a column.
func scaleColumn(m *mat.Dense, j int, by float64) {
	rows, _ := m.Dims()
	for i := range rows {
		m.Set(i, j, m.At(i, j)*by)
	}
}
