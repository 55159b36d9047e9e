package pair

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"krein/decompose/tensor"
	"krein/internal/features/random"
	"krein/internal/parallel"
	"krein/internal/simd"
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
	// A column is a displacement: its coordinates in the subspaces, and in those of more dimensions the direction that it
	// has, all by subspace.
	columns   int
	along     [][]float64
	direction [][]int
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
	g := &gaussian{mix: p.Mixture(mostBranches), dims: part.Dims(), dim: of.Dim, n: n, exact: o.memo.exact}
	if g.mix == nil {
		return nil, nil
	}
	most := slices.Max(g.dims)
	if err := g.tabulate(ctx, part, of); err != nil {
		return nil, err
	}
	times := min(most, (manyColumns+len(o.Displacements)-1)/len(o.Displacements))
	g.columns = times * len(o.Displacements)
	g.along, g.direction = make([][]float64, len(g.dims)), make([][]int, len(g.dims))
	for i := range times {
		for j, delta := range o.Displacements {
			for b, v := range p.Project(delta) {
				g.along[b], g.direction[b] = append(g.along[b], v), append(g.direction[b], (i+j)%g.dims[b])
			}
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

// means returns the means of n cosines at all columns, and if that is of interest less their orders up to 2.
func (g *gaussian) means(seed uint64, group int) (plain, exact []float64) {
	directions := random.Stream(seed, random.Directions, group, 0)
	rnd := random.Stream(seed, random.Parameters, group, 0)
	n := g.columns
	plain, a, p, c := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	if g.exact {
		exact = make([]float64, n)
	}
	block := make([]float64, g.dim*g.dim)
	for i, u := range strata(random.Stream(seed, random.Radii, group, 0), g.n, true) {
		if i%g.dim == 0 {
			block = block[:min(g.dim, g.n-i)*g.dim]
			orthonormal(block, g.dim, directions)
		}
		row := block[i%g.dim*g.dim:][:g.dim]
		length, _ := g.lengths.at(math.Sqrt2 * math.Erfinv(2*u-1))
		floats.Scale(length, row)
		phase := g.project(a, row, g.branch(rnd))
		for j, v := range a {
			p[j] = (v + phase) * simd.QuarterTurns
		}
		simd.Cosines(c, p)
		floats.AddScaled(plain, 1/float64(g.n), c)
		if g.exact {
			lessLow(c, a, phase)
			floats.AddScaled(exact, 1/float64(g.n), c)
		}
	}
	return plain, exact
}

// branch draws a branch of the mixture.
func (g *gaussian) branch(rnd *rand.Rand) *tensor.Branch {
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
	return branch
}

// project stores ⟨ω,Δ⟩ of all columns, and returns the phase, of the frequency of a Gaussian vector.
func (g *gaussian) project(a, w []float64, branch *tensor.Branch) (phase float64) {
	clear(a)
	phase = branch.Phase
	for b, d := range g.dims {
		t := &g.factors[b][branch.Pick[b]]
		at := w[:d]
		w = w[d:]
		along := g.along[b]
		if d == 1 {
			x, theta := t.at(at[0])
			phase += theta
			floats.AddScaled(a, x, along)
			continue
		}
		norm := math.Sqrt(floats.Dot(at, at))
		x, theta := t.at(norm)
		phase += theta
		by := x / norm
		for j, k := range g.direction[b] {
			a[j] += by * at[k] * along[j]
		}
	}
	return phase
}

// orthonormal fills rows with uniform orthonormal vectors of length d, by Gram and Schmidt: exact enough for a simulation,
// and several times as fast for small d as what draws maps.
func orthonormal(rows []float64, d int, rnd *rand.Rand) {
	for i := range rows {
		rows[i] = rnd.NormFloat64()
	}
	for i := 0; i < len(rows); i += d {
		row := rows[i:][:d]
		for j := 0; j < i; j += d {
			floats.AddScaled(row, -floats.Dot(row, rows[j:][:d]), rows[j:][:d])
		}
		floats.Scale(1/math.Sqrt(floats.Dot(row, row)), row)
	}
}
