package learn

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/score"
)

// distortion is that of a partition by the kernel matrix: Σ_c Σ_{i∈c} K_ii − Σ_{ij∈c} K_ij/|c|.
func distortion(k mat.Matrix, labels []int, clusters int) float64 {
	sum, size, within := 0.0, make([]float64, clusters), make([]float64, clusters)
	for i, c := range labels {
		size[c]++
		sum += k.At(i, i)
		for j, d := range labels {
			if c == d {
				within[c] += k.At(i, j)
			}
		}
	}
	for c := range size {
		sum -= within[c] / size[c]
	}
	return sum
}

// leastDistortion tries all partitions into two clusters.
func leastDistortion(k mat.Matrix) float64 {
	n, _ := k.Dims()
	least := math.Inf(1)
	labels := make([]int, n)
	for bits := 1; bits < 1<<(n-1); bits++ {
		for i := range labels {
			labels[i] = bits >> i & 1
		}
		least = min(least, distortion(k, labels, 2))
	}
	return least
}

func gramOf(x *mat.Dense, signature []float64) *mat.SymDense {
	n, _ := x.Dims()
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s := 0.0
			for l, v := range x.RawRowView(i) {
				s += signature[l] * v * x.At(j, l)
			}
			k.SetSym(i, j, s)
		}
	}
	return k
}

func ones(n int) []float64 { return Penalty(make([]float64, n), 1, 1) }

func TestKMeansGolden(t *testing.T) {
	g := readGolden(t)
	p, err := (&KMeans{Clusters: 3, Starts: 60, Seed: 1}).Fit(ctx, Matrix(g.x))
	require.NoError(t, err)
	assert.InEpsilon(t, g.KMeans, p.Distortion, 1e-12)
	assert.InDelta(t, g.Rand, score.AdjustedRand(g.Y, p.Labels), 1e-12)
	assert.InEpsilon(t, distortion(gramOf(g.x, ones(4)), p.Labels, 3), p.Distortion, 1e-9)
	got, err := Assign(ctx, Matrix(g.x), p.Means)
	require.NoError(t, err)
	assert.Equal(t, p.Labels, got)
}

// With the kernel ⟨x,y⟩ the steps are those on points.
func TestKernelMeansArePoints(t *testing.T) {
	x, _ := sample(4, 80, 3, 3)
	for seed := range uint64(4) {
		s := &KMeans{Clusters: 4, Starts: 1, Seed: seed}
		a, err := s.Fit(ctx, Matrix(x))
		require.NoError(t, err)
		b, err := s.FitKernel(ctx, gramOf(x, ones(3)), false)
		require.NoError(t, err)
		assert.Equal(t, a.Labels, b.Labels)
		assert.Equal(t, a.Steps, b.Steps)
		assert.InEpsilon(t, a.Distortion, b.Distortion, 1e-9)
	}
}

// The best of some starts is the best of all partitions, on points and for an indefinite kernel with
// shift, whose distortion is that of the kernel without.
func TestKMeansFindsTheBest(t *testing.T) {
	for seed := range uint64(6) {
		x, _ := sample(seed, 11, 3, 2)
		p, err := (&KMeans{Clusters: 2, Starts: 100}).Fit(ctx, Matrix(x))
		require.NoError(t, err)
		assert.InEpsilon(t, leastDistortion(gramOf(x, ones(3))), p.Distortion, 1e-9)
		k := gramOf(x, []float64{1, -0.4, 1})
		p, err = (&KMeans{Clusters: 2, Starts: 300}).FitKernel(ctx, k, true)
		require.NoError(t, err)
		assert.Positive(t, p.Shift)
		assert.InDelta(t, distortion(k, p.Labels, 2), p.Distortion, 1e-9)
		assert.InDelta(t, leastDistortion(k), p.Distortion, 1e-9)
	}
}

// σ is that of the centred matrix: −λ_min of HKH, here of two points with K = diag(−1, −1): on (1, −1).
func TestConstantShift(t *testing.T) {
	s, err := constantShift(mat.NewDense(2, 2, []float64{-1, 0, 0, -1}))
	require.NoError(t, err)
	assert.InDelta(t, 1, s, 1e-15)
	s, err = constantShift(mat.NewDense(2, 2, []float64{-5, -6, -6, -5})) // −11 is on (1, 1)
	require.NoError(t, err)
	assert.InDelta(t, 0, s, 1e-15)
}

func TestRefill(t *testing.T) {
	labels, d := []int{0, 0, 0, 2}, []float64{1, 5, 4, 9}
	(&KMeans{Clusters: 4}).refill(labels, d)
	assert.Equal(t, []int{0, 1, 3, 2}, labels, "a cluster with one row keeps it")
	assert.Equal(t, []float64{1, 0, 0, 9}, d)
}

// A start where a mean gets no row ends with as many clusters as asked for.
func TestEmptyCluster(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{0, 0.1, 10, 10.1, 10.2})
	g, err := newPoints(ctx, Matrix(x))
	require.NoError(t, err)
	g.means = mat.NewDense(3, 1, []float64{0, 100, 10})
	p, err := (&KMeans{Clusters: 3, Steps: 50}).descend(ctx, g, 5)
	require.NoError(t, err)
	size := map[int]int{}
	for _, c := range p.Labels {
		size[c]++
	}
	assert.Len(t, size, 3)
}

func TestKMeansSameBits(t *testing.T) {
	x, _ := sample(3, 3000, 20, 4)
	s := &KMeans{Clusters: 5, Starts: 2, Seed: 1}
	want, err := s.Fit(ctx, Matrix(x))
	require.NoError(t, err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	runtime.GOMAXPROCS(1)
	got, err := s.Fit(ctx, Matrix(x))
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestKMeansRefusals(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 1, 2, 2})
	for _, s := range []KMeans{{}, {Clusters: 5}, {Clusters: 2, Starts: -1}, {Clusters: 2, Steps: -1}} {
		_, err := s.Fit(ctx, Matrix(x))
		assert.ErrorContains(t, err, "want")
		_, err = s.FitKernel(ctx, gramOf(x, ones(1)), true)
		assert.ErrorContains(t, err, "want")
	}
	_, err := (&KMeans{Clusters: 3}).Fit(ctx, Matrix(x))
	assert.ErrorContains(t, err, "only 2 different rows")
	_, err = (&KMeans{Clusters: 3}).Fit(ctx, Matrix(mat.NewDense(4, 2, nil)))
	assert.ErrorContains(t, err, "all rows are the same")
	p, err := (&KMeans{Clusters: 2}).Fit(ctx, Matrix(x))
	require.NoError(t, err)
	assert.Zero(t, p.Distortion)
	k := gramOf(x, ones(1))
	k.SetSym(1, 2, math.NaN())
	_, err = (&KMeans{Clusters: 2}).FitKernel(ctx, k, false)
	assert.ErrorContains(t, err, "not finite")
	x.Set(3, 0, math.NaN())
	_, err = (&KMeans{Clusters: 2}).Fit(ctx, Matrix(x))
	assert.ErrorContains(t, err, "row 4, column 1 is NaN")
	assert.Panics(t, func() { _, _ = Assign(ctx, Matrix(x), mat.NewDense(1, 2, nil)) })
}

// k-means++ draws a row in proportion to its squared distance: of rows at 0, 1 and 3, begun with 0 and
// without a choice of candidates the shares are 1 and 9.
func TestSeeds(t *testing.T) {
	x := Matrix(mat.NewDense(3, 1, []float64{0, 1, 3}))
	g, err := newPoints(ctx, x)
	require.NoError(t, err)
	far, starts := 0, 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 0))
		rows, err := (&KMeans{Clusters: 2}).seeds(ctx, g, 3, rng)
		require.NoError(t, err)
		if rows[0] == 0 { // of two candidates the better one, which is at 3
			starts++
			if rows[1] == 2 {
				far++
			}
		}
	}
	// The chance that both candidates are the row at 1 is 1/100; sums of squares left: 4 for 1, 1 for 3.
	z := (float64(far) - 0.99*float64(starts)) / math.Sqrt(float64(starts)*0.99*0.01)
	assert.Less(t, math.Abs(z), 4.0)
}

// Rows that are drawn are different, and by k-means++ one is in each of the groups that are far apart.
func TestRowsDrawn(t *testing.T) {
	x, _ := sample(1, 100, 2, 1)
	for i := range 100 {
		x.Set(i, 0, x.At(i, 0)+1000*float64(min(i, 5)))
	}
	some, err := SpreadRows(ctx, Matrix(x), 6, 1)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2, 3, 4}, some[:5])
	assert.Len(t, some, 6)
	some = UniformRows(100, 6, 1)
	assert.Len(t, some, 6)
	assert.IsIncreasing(t, some)
	assert.NotEqual(t, some, UniformRows(100, 6, 2))
	assert.Len(t, UniformRows(3, 6, 1), 3)
	same := mat.NewDense(50, 2, nil)
	same.Set(3, 1, 1)
	some, err = SpreadRows(ctx, Matrix(same), 6, 1) // two different rows
	require.NoError(t, err)
	assert.Len(t, some, 2)
	some, err = SpreadRows(ctx, Matrix(same), 60, 1)
	require.NoError(t, err)
	assert.Len(t, some, 50)
	same.Set(9, 0, math.NaN())
	_, err = SpreadRows(ctx, Matrix(same), 6, 1)
	assert.ErrorContains(t, err, "row 10, column 1 is NaN")
}

// Moves of single rows find what steps with a large shift do not leave: of an indefinite matrix no row can be moved to a
// smaller distortion afterwards.
func TestMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const n, clusters = 40, 3
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			k.SetSym(i, j, r.NormFloat64())
		}
	}
	distortion := func(labels []int) float64 {
		d := 0.0
		for c := range clusters {
			size, inner := 0.0, 0.0
			for i := range labels {
				if labels[i] != c {
					continue
				}
				size++
				d += k.At(i, i)
				for j := range labels {
					if labels[j] == c {
						inner += k.At(i, j)
					}
				}
			}
			d -= inner / size
		}
		return d
	}
	p, err := (&KMeans{Clusters: clusters, Seed: 1}).FitKernel(t.Context(), k, true)
	require.NoError(t, err)
	assert.Positive(t, p.Shift)
	assert.InDelta(t, distortion(p.Labels), p.Distortion, 1e-9*p.Shift*n)
	count := make([]int, clusters)
	for _, c := range p.Labels {
		count[c]++
	}
	for i, c := range p.Labels {
		if count[c] < 2 {
			continue
		}
		for b := range clusters {
			p.Labels[i] = b
			assert.GreaterOrEqual(t, distortion(p.Labels), p.Distortion-1e-9*p.Shift*n)
		}
		p.Labels[i] = c
	}
}
