package published

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/random"
)

const (
	// leveragePool is how many times as many frequencies are drawn as are kept.
	leveragePool = 4
	// leverageRidge is that of the scores, in shares of the norm of the matrix.
	leverageRidge = 1e-3
)

// Leverage samples frequencies by their ridge leverage scores, which is what F. Liu, X. Huang, Y. Chen, J. Suykens, Fast
// learning in reproducing kernel Kreĭn spaces via signed measures (2021), sections 3.2 and 5, name as another way to sample
// and have no experiment with: H. Avron, M. Kapralov, C. Musco, C. Musco, A. Velingker, A. Zandieh, Random Fourier features
// for kernel ridge regression (2017), with the scores by a pool as in Z. Li, J.-F. Ton, D. Oglic, D. Sejdinovic, Towards a
// unified analysis of random Fourier features (2019), section 3.2. A pool of frequencies is drawn from each part of μ; of
// these so many as are wanted are drawn anew, in proportion to their scores of rows of the data, and weighted with the
// inverse. (Of both parts together, the narrow one of two Gaussians has frequencies that are all alike, and so hardly a score:
// few of them are drawn, with large weights: errors were .9 to 3.1 on letter.)
//
// Defects. It sees rows, and says nothing of others. Without bias for what it draws the pool from, it has the pool's variance
// besides its own, and large weights where scores are small. The scores are those of the kernels of the parts, which are not k.
type Leverage struct {
	dim     int
	measure func(seed uint64) (*decompose.Decomposition, error)
	rows    *mat.Dense
}

// NewLeverage takes the measure, which may be another for every seed, and rows.
func NewLeverage(rows *mat.Dense, measure func(seed uint64) (*decompose.Decomposition, error)) Leverage {
	_, dim := rows.Dims()
	return Leverage{dim, measure, rows}
}

// Dim returns d.
func (l Leverage) Dim() int { return l.dim }

// Draw draws a map, cosines and sines; it reads Options.Columns, an even number, and Seed.
func (l Leverage) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	dec, err := l.measure(o.Seed)
	if err != nil {
		return nil, err
	}
	if dec.Plus.Origin != 0 || dec.Minus.Origin != 0 {
		return nil, errors.New("published: leverage scores of a measure with a mass at 0")
	}
	halves := []*decompose.Part{&dec.Plus, &dec.Minus}
	halves = slices.DeleteFunc(halves, func(p *decompose.Part) bool { return p.Mass == 0 })
	if o.Columns%(2*len(halves)) != 0 {
		return nil, fmt.Errorf("published: %d columns, but %d parts have equally many frequencies of two", o.Columns, len(halves))
	}
	src := random.Source(o.Seed, 1)
	var out []fitted.Part
	for _, p := range halves {
		b, err := l.part(p, o.Columns/2/len(halves), src)
		if err != nil {
			return nil, err
		}
		out = append(out, fitted.Part{Basis: b, Minus: p == &dec.Minus, Random: true})
	}
	return fitted.Compose(l.dim, out), nil
}

// part draws n frequencies of one part of the measure.
func (l Leverage) part(p *decompose.Part, n int, src *rand.Rand) (*waves, error) {
	pool := leveragePool * n
	w, direction := mat.NewDense(l.dim, pool, nil), make([]float64, l.dim)
	for f := range pool {
		for j := range direction {
			direction[j] = src.NormFloat64()
		}
		floats.Scale(p.Radii.Quantile(src.Float64())/floats.Norm(direction, 2), direction)
		w.SetCol(f, direction)
	}
	scores, err := leverages(&waves{dim: l.dim, w: w.RawMatrix().Data, level: levels(pool)}, l.rows)
	if err != nil {
		return nil, err
	}
	upTo := floats.CumSum(make([]float64, pool), scores)
	all := upTo[pool-1]
	b := &waves{dim: l.dim, w: make([]float64, l.dim*n), level: make([]float64, n)}
	for k := range n {
		f, _ := slices.BinarySearch(upTo, src.Float64()*all)
		f = min(f, pool-1)
		b.level[k] = math.Sqrt(p.Mass / float64(pool) / float64(n) * all / scores[f])
		for j := range l.dim {
			b.w[j*n+k] = w.At(j, f)
		}
	}
	return b, nil
}

// leverages are ψᵀ(ΨΨᵀ + λ)⁻¹ψ, of the two columns of each frequency together.
func leverages(b *waves, rows *mat.Dense) ([]float64, error) {
	n, _ := rows.Dims()
	psi := mat.NewDense(n, b.Columns(), nil)
	raw, x := psi.RawMatrix(), rows.RawMatrix()
	if bad := b.Transform(raw.Data, raw.Stride, x.Data, x.Stride, n); bad >= 0 {
		return nil, fmt.Errorf("published: row %d is not finite", bad+1)
	}
	var outer mat.SymDense
	outer.SymOuterK(1, psi)
	lambda := leverageRidge * mat.Norm(&outer, 2)
	for i := range n {
		outer.SetSym(i, i, outer.At(i, i)+lambda)
	}
	var by mat.Cholesky
	if !by.Factorize(&outer) {
		return nil, errors.New("published: the sums of squares of frequencies are not positive definite")
	}
	var solved mat.Dense
	if err := by.SolveTo(&solved, psi); err != nil {
		return nil, err
	}
	solved.MulElem(&solved, psi)
	scores := make([]float64, b.Columns()/2)
	for i := range n {
		for f := range scores {
			scores[f] += solved.At(i, 2*f) + solved.At(i, 2*f+1)
		}
	}
	return scores, nil
}
