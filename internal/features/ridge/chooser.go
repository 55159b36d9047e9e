package ridge

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mathext"

	"krein/internal/features/basis"
)

// Split says which degrees a map has exactly, and what is left to random columns.
type Split interface {
	// Groups are the kinds of random columns.
	Groups() []Group
	// Columns are those of the degrees ≥ 1 that are exact.
	Columns() int
	// Exact returns these degrees, in order, and the columns of all that is exact, the constant too.
	Exact() (degrees []int, columns int)
}

// Chosen is a split, and the number of random columns of each of its groups.
type Chosen[S Split] struct {
	Split  S
	Counts []int
}

// Chooser chooses splits, for the least predicted variance of independent columns. It remembers the last choice: maps
// are drawn for many seeds with the same options. It is safe for concurrent use.
type Chooser[S Split] struct {
	// Name is that of the package, for errors.
	Name string
	Dim  int
	// Splits are those that may be best for a number of columns; the first one has no exact degrees. It is called by one
	// goroutine at a time.
	Splits func(columns int) iter.Seq[S]

	mu      sync.Mutex
	known   bool
	columns int
	us      []float64
	last    Chosen[S]
}

// Choose returns the best split for unit vectors at the distances, see InnerProducts.
func (c *Chooser[S]) Choose(columns int, distances []float64) (Chosen[S], error) {
	us, err := c.innerProducts(distances)
	if err != nil {
		return Chosen[S]{}, err
	}
	return c.choose(columns, us)
}

func (c *Chooser[S]) innerProducts(distances []float64) ([]float64, error) {
	us, err := InnerProducts(c.Dim, distances)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return us, nil
}

func (c *Chooser[S]) choose(columns int, us []float64) (best Chosen[S], err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known && c.columns == columns && slices.Equal(c.us, us) {
		return c.last, nil
	}
	least, fewest := math.Inf(1), -1
	for s := range c.Splits(columns) {
		groups := s.Groups()
		if fewest < 0 {
			fewest = len(groups)
		}
		n, ok := Share(groups, columns-s.Columns(), us)
		if !ok {
			continue
		}
		if v := MeanVariance(groups, n, us, false); v < least {
			best, least = Chosen[S]{s, n}, v
		}
	}
	if math.IsInf(least, 1) {
		return best, fmt.Errorf("%s: %d columns are too few for this kernel in R^%d; give %d at least", c.Name, columns,
			c.Dim, fewest)
	}
	c.known, c.columns, c.us, c.last = true, columns, slices.Clone(us), best
	return best, nil
}

// Prediction predicts the variance of maps of unit vectors.
type Prediction[S Split] struct {
	chooser    *Chooser[S]
	us, likes  []float64 // inner products that it is for, and for which the maps are drawn
	orthogonal bool
}

// Predict returns the prediction for unit vectors at distances, of maps that are drawn for own distances, for the same
// ones if there are none.
func (c *Chooser[S]) Predict(distances, own []float64, orthogonal bool) (*Prediction[S], error) {
	us, err := c.innerProducts(distances)
	if err != nil {
		return nil, err
	}
	p := &Prediction[S]{c, us, us, orthogonal}
	if len(own) > 0 {
		p.likes, err = c.innerProducts(own)
	}
	return p, err
}

// At returns the mean variance for so many columns.
func (p *Prediction[S]) At(ctx context.Context, columns int) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	c, err := p.chooser.choose(columns, p.likes)
	if err != nil {
		return 0, err
	}
	return MeanVariance(c.Split.Groups(), c.Counts, p.us, p.orthogonal), nil
}

// Design returns the degrees ≥ 1 that a map with so many columns has exactly, the columns that they and
// the constant take, and the number of random ones.
func (p *Prediction[S]) Design(columns int) (degrees []int, fixed, random int, err error) {
	c, err := p.chooser.choose(columns, p.likes)
	if err != nil {
		return nil, 0, 0, err
	}
	degrees, fixed = c.Split.Exact()
	for _, n := range c.Counts {
		random += n
	}
	return degrees, fixed, random, nil
}

// InnerProducts returns those of unit vectors at the distances; if there are none, at those of random points.
func InnerProducts(dim int, distances []float64) ([]float64, error) {
	if len(distances) == 0 {
		distances = Distances(dim, 8)
	}
	u := make([]float64, len(distances))
	for i, z := range distances {
		if !(z >= 0 && z <= 2*(1+basis.OffSphere)) {
			return nil, fmt.Errorf("a distance of %v; those of unit vectors are in [0, 2]", z)
		}
		u[i] = max(-1, 1-z*z/2)
	}
	return u, nil
}

// Distances returns n quantiles of the distance of two random points of the unit sphere of R^dim, dim ≥ 2: (1+⟨x,y⟩)/2
// has the law Beta((d−1)/2, (d−1)/2). It panics if n < 1.
func Distances(dim, n int) []float64 {
	if n < 1 {
		panic("ridge: no distances")
	}
	h := float64(dim-1) / 2
	z := make([]float64, n)
	for i := range z { // z² = 2 − 2u = 4(1−B), and 1−B has the law of B
		z[i] = 2 * math.Sqrt(mathext.InvRegIncBeta(h, h, (float64(i)+0.5)/float64(n)))
	}
	return z
}
