// Package relevance finds a length for each column (automatic relevance determination): columns that tell little of the
// labels get great ones.
package relevance

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/elem64"
	"krein/internal/learn/spectral"
	"krein/internal/learn/squares"
	"krein/internal/parallel"
)

const (
	// steps is how many lengths are tried.
	steps = 40
	// strict weighs the squares of the logarithms of factors beside the logarithm of the error: columns of which the
	// error says nothing keep the length they have.
	strict = 1e-3
	// firstStep is the change of a logarithm to begin with, mostStep and leastStep bound it.
	firstStep, mostStep, leastStep = 0.2, 1, 1e-3
	// farthest bounds the logarithm of a factor either way.
	farthest = 6
	// nearby is the relative change of a distance by which the kernel's derivative is a difference.
	nearby = 1e-4
)

// ErrNone says that no lengths were found.
var ErrNone = errors.New("relevance: the equations of the rows have no solution in float64 for any λ")

// Factors returns factors of the lengths of the columns of x, all 1 to begin with, by which the leave-one-out error of
// (K + λI)α = y is small, Σ (α_i/((K + λI)⁻¹)_ii)² over the columns of y and the rows (Sundararajan, Keerthi 2001), λ
// chosen with them: signs of the gradient lead the way (Riedmiller, Braun 1993), which asks nothing of its scale. eval
// stores the kernel at distances z in dst and returns it; K need not be positive definite where K + λI is.
// It takes O(n³ + n²d) for each of some 40 steps: some hundred rows tell relevant columns. It panics with mat.ErrShape
// if x and y have different numbers of rows. The error is ErrNone or ctx's.
func Factors(ctx context.Context, eval func(dst, z []float64) []float64, x, y *mat.Dense) ([]float64, error) {
	n, d := x.Dims()
	if rows, _ := y.Dims(); rows != n {
		panic(mat.ErrShape)
	}
	p := &problem{eval: eval, x: x, y: centred(y)}
	theta, gradient := make([]float64, d+1), make([]float64, d+1) // logarithms of factors, then of λ
	theta[d] = elem64.Log(1e-2 * math.Max(math.Abs(eval(make([]float64, 1), []float64{0})[0]), 1e-6))
	best, ok := p.value(theta, gradient), false
	for range 10 { // to a λ that makes an indefinite K definite
		if ok = !math.IsInf(best, 1); ok {
			break
		}
		theta[d] += 2
		best = p.value(theta, gradient)
	}
	if !ok {
		return nil, ErrNone
	}
	at, step, last := append([]float64(nil), theta...), make([]float64, d+1), make([]float64, d+1)
	for j := range step {
		step[j] = firstStep
	}
	value := best
	for range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j, g := range gradient {
			switch turn := g * last[j]; {
			case turn > 0:
				step[j] = min(1.2*step[j], mostStep)
			case turn < 0:
				step[j] = max(step[j]/2, leastStep)
				g = 0 // no step right after a turn
			}
			last[j] = g
			if g != 0 {
				at[j] -= math.Copysign(step[j], g)
			}
			if j < d {
				at[j] = min(max(at[j], -farthest), farthest)
			}
		}
		if value = p.value(at, gradient); value < best {
			best = value
			copy(theta, at)
		} else if math.IsInf(value, 1) { // back to where there was a solution, by smaller steps
			copy(at, theta)
			p.value(at, gradient)
			floats.Scale(0.5, step)
			clear(last)
		}
	}
	return lengthsOf(theta[:d]), nil
}

// lengthsOf returns the lengths of which theta are the logarithms.
func lengthsOf(theta []float64) []float64 {
	lengths := make([]float64, len(theta))
	for j, v := range theta {
		lengths[j] = math.Exp(v)
	}
	return lengths
}

// centred returns y less its means, and divided so that its squares come to 1 for each row.
func centred(y *mat.Dense) *mat.Dense {
	c := mat.DenseCopyOf(y)
	n, m := c.Dims()
	for t := range m {
		mean := mat.Sum(c.ColView(t)) / float64(n)
		for i := range n {
			c.Set(i, t, c.At(i, t)-mean)
		}
	}
	if norm := mat.Norm(c, 2); norm > 0 {
		c.Scale(math.Sqrt(float64(n))/norm, c)
	}
	return c
}

type problem struct {
	eval func(dst, z []float64) []float64
	x, y *mat.Dense
}

// value returns the logarithm of the leave-one-out error, with the penalty, and stores its gradient; +∞ where K + λI is not
// positive definite in float64.
//
// With A = (K + λI)⁻¹, α = AY, g = diag A and L = Σ α²/g²: dA = −A dK A, so that dL = −⟨dK, M⟩ for M = A P αᵀ +
// A diag(q) A, P = 2α/g², q_i = −2Σ_t α_it²/g_i³. Of the logarithm of a column's length dK_ij = −k'(r)/r·δ², δ the
// difference in the column over its length.
func (p *problem) value(theta, gradient []float64) float64 {
	n, d := p.x.Dims()
	_, m := p.y.Dims()
	x, lengths := mat.DenseCopyOf(p.x), lengthsOf(theta[:d])
	for i := range n {
		floats.Div(x.RawRowView(i), lengths)
	}
	lambda := math.Exp(theta[d])
	k, slope := squares.New(n), mat.NewDense(n, n, nil)
	parallel.For(n, func(i int) {
		z := make([]float64, n-i)
		for j := i; j < n; j++ {
			z[j-i] = floats.Distance(x.RawRowView(i), x.RawRowView(j), 2)
		}
		up, down := make([]float64, len(z)), make([]float64, len(z))
		floats.ScaleTo(up, 1+nearby, z)
		floats.ScaleTo(down, 1-nearby, z)
		at := p.eval(make([]float64, len(z)), z)
		up, down = p.eval(up, up), p.eval(down, down)
		for j := i; j < n; j++ {
			k.Data[i*k.Stride+j] = at[j-i]
			if r := z[j-i]; r > 0 { // k'(r)/r
				slope.Set(i, j, (up[j-i]-down[j-i])/(2*nearby*r*r))
			}
		}
	})
	for i := range n {
		k.Data[i*k.Stride+i] += lambda
	}
	inverse := inverted(k)
	if inverse == nil {
		return math.Inf(1)
	}
	var alpha mat.Dense
	alpha.Mul(inverse, p.y)
	loss := 0.0
	of, q := mat.NewDense(n, m, nil), make([]float64, n)
	for i := range n {
		g := inverse.At(i, i)
		for t := range m {
			a := alpha.At(i, t)
			loss += a * a / (g * g)
			of.Set(i, t, 2*a/(g*g))
			q[i] -= 2 * a * a / (g * g * g)
		}
	}
	if !(loss > 0) || math.IsInf(loss, 1) {
		return math.Inf(1)
	}
	var both, turned mat.Dense // M
	both.Mul(spectral.Multiply(inverse, of), alpha.T())
	turned.Apply(func(i, _ int, v float64) float64 { return q[i] * v }, inverse)
	both.Add(&both, spectral.Multiply(inverse, &turned))
	trace := mat.Trace(&both)
	// W = M∘k'/r, symmetric, its diagonal of no use
	weight := mat.NewDense(n, n, nil)
	sums := make([]float64, n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			w := slope.At(i, j) * (both.At(i, j) + both.At(j, i)) / 2
			weight.Set(i, j, w)
			weight.Set(j, i, w)
			sums[i] += w
			sums[j] += w
		}
	}
	along := spectral.Multiply(weight, x)
	clear(gradient)
	for i := range n {
		row, by := x.RawRowView(i), along.RawRowView(i)
		for j, v := range row { // Σ W_ij(x_i − x_j)²
			gradient[j] += 2 * v * (sums[i]*v - by[j])
		}
	}
	gradient[d] = -lambda * trace
	floats.Scale(1/loss, gradient)
	value := elem64.Log(loss / float64(n))
	for j := range d {
		value += strict * theta[j] * theta[j]
		gradient[j] += 2 * strict * theta[j]
	}
	return value
}

// inverted returns the inverse of the matrix of which k has the upper triangle, and destroys that; nil if it is not positive
// definite in float64.
func inverted(k blas64.General) *mat.Dense {
	n := k.Rows
	if !new(squares.Memory).Factorise(k) {
		return nil
	}
	u := mat.NewDense(n, n, nil)
	for i := range n {
		copy(u.RawRowView(i)[i:], k.Data[i*k.Stride+i:][:n-i])
	}
	if !spectral.Inverse(u) {
		return nil
	}
	return spectral.Squares(mat.DenseCopyOf(u.T()))
}
