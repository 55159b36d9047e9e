package pair

import (
	"context"
	"math"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"krein/decompose/tensor"
	"krein/features/internal/random"
	"krein/internal/parallel"
)

// gaussian draws, in a simulation, what [Joint] does of a part that is a function of quantiles: with those as tables of
// the Gaussian vector's coordinates, and of displacements only the coordinates in the subspaces, since in a subspace
// every direction has the same law.
type gaussian struct {
	mix     *tensor.Mixture
	dims    []int
	dim, n  int
	exact   bool
	lengths table
	factors [][]table
	columns []column
}

// column is a displacement, by its coordinates in the subspaces, and in those of more dimensions the direction that it
// has.
type column struct {
	at        []float64
	direction int
}

// table has the values of a function at equal steps.
type table struct {
	low, step float64
	x, theta  []float64
}

const (
	cells       = 2048
	farGaussian = 9
	manyColumns = 64
)

func newTable(low, high float64, f func(w float64) (x, theta float64)) table {
	t := table{low, (high - low) / cells, make([]float64, cells+1), make([]float64, cells+1)}
	for i := range t.x {
		t.x[i], t.theta[i] = f(low + t.step*float64(i))
	}
	return t
}

// at interpolates, phases as far as they do not jump.
func (t *table) at(w float64) (x, theta float64) {
	s := min(max((w-t.low)/t.step, 0), cells)
	i := min(int(s), cells-1)
	s -= float64(i)
	x, theta = t.x[i]+s*(t.x[i+1]-t.x[i]), t.theta[i]
	if by := t.theta[i+1] - theta; math.Abs(by) < 1 {
		theta += s * by
	} else if s > 0.5 {
		theta += by
	}
	return x, theta
}

// newGaussian returns nil for parts that are not functions of quantiles.
func newGaussian(ctx context.Context, part Part, of *Parts, o *Options, n int) (*gaussian, error) {
	p, ok := part.(factored)
	if !ok || o.Coupling != Joint || part.Dims() == nil {
		return nil, nil
	}
	g := &gaussian{mix: p.Mixture(mostBranches), dims: part.Dims(), dim: of.Dim, n: n, exact: o.Exact != nil}
	if g.mix == nil {
		return nil, nil
	}
	most := slices.Max(g.dims)
	if err := g.tabulate(ctx, part, of); err != nil {
		return nil, err
	}
	times := min(most, (manyColumns+len(o.Displacements)-1)/len(o.Displacements))
	for i := range times {
		for j, delta := range o.Displacements {
			g.columns = append(g.columns, column{p.Project(delta), i + j})
		}
	}
	return g, nil
}

// tabulate fills in the tables, which take longer than a short simulation: they are kept for the next ones.
func (g *gaussian) tabulate(ctx context.Context, part Part, of *Parts) error {
	type tables struct {
		lengths table
		factors [][]table
	}
	keep := reflect.TypeOf(part).Comparable()
	if keep {
		if known, ok := of.tables.Load(part); ok {
			t := known.(*tables)
			g.lengths, g.factors = t.lengths, t.factors
			return nil
		}
	}
	var length [1]float64
	g.lengths = newTable(-farGaussian, farGaussian, func(w float64) (float64, float64) {
		chiQuantiles(length[:], g.dim, []float64{min(math.Erfc(-w/math.Sqrt2)/2, belowOne)})
		return length[0], 0
	})
	g.factors = make([][]table, len(g.dims))
	err := parallel.Try(ctx, len(g.dims), func(b int) error {
		for _, f := range g.mix.Factors[b] {
			g.factors[b] = append(g.factors[b], quantiles(f, g.dims[b]))
		}
		return nil
	})
	if err == nil && keep {
		of.tables.Store(part, &tables{g.lengths, g.factors})
	}
	return err
}

// quantiles tabulates a factor over the coordinate, or the length, of a Gaussian vector.
func quantiles(f tensor.Factor, d int) table {
	if d == 1 {
		return newTable(-farGaussian, farGaussian, func(w float64) (float64, float64) { return f.At(probability(w, 1)) })
	}
	return newTable(0, math.Sqrt(float64(d))+farGaussian,
		func(w float64) (float64, float64) { return f.At(probability(w, d)) })
}

// probability returns that of a smaller coordinate, or in d > 1 dimensions length, of a Gaussian vector.
func probability(w float64, d int) float64 {
	p := 0.0
	if d == 1 {
		p = math.Erfc(-w/math.Sqrt2) / 2
	} else {
		p = mathext.GammaIncReg(float64(d)/2, w*w/2)
	}
	return max(min(p, belowOne), 0x1p-54)
}

// means returns the means of n cosines at all columns.
func (g *gaussian) means(seed uint64, group int) []float64 {
	w := random.OrthogonalRows(seed, group, g.n, g.dim)
	rnd := random.Stream(seed, random.Parameters, group, 0)
	out, a := make([]float64, len(g.columns)), make([]float64, len(g.columns))
	for i, u := range strata(random.Stream(seed, random.Radii, group, 0), g.n, true) {
		row := w[i*g.dim:][:g.dim]
		length, _ := g.lengths.at(math.Sqrt2 * math.Erfinv(2*u-1))
		floats.Scale(length, row)
		branch := &g.mix.Branches[0]
		if len(g.mix.Branches) > 1 {
			at := rnd.Float64()
			for k := range g.mix.Branches {
				branch = &g.mix.Branches[k]
				if at -= branch.Weight; at < 0 {
					break
				}
			}
		}
		clear(a)
		phase := branch.Phase
		for b, d := range g.dims {
			t := &g.factors[b][branch.Pick[b]]
			at := row[:d]
			row = row[d:]
			if d == 1 {
				x, theta := t.at(at[0])
				phase += theta
				for j := range g.columns {
					a[j] += x * g.columns[j].at[b]
				}
				continue
			}
			norm := floats.Norm(at, 2)
			x, theta := t.at(norm)
			phase += theta
			for j := range g.columns {
				a[j] += x / norm * at[g.columns[j].direction%d] * g.columns[j].at[b]
			}
		}
		sin, cos := math.Sincos(phase)
		for j, v := range a {
			f := math.Cos(v + phase)
			if g.exact {
				f -= cos - sin*v - cos*v*v/2
			}
			out[j] += f / float64(g.n)
		}
	}
	return out
}
