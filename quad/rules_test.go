package quad

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func distance(t *testing.T, got float64, want string) (err, value float64) {
	t.Helper()
	w, ok := new(big.Float).SetPrec(120).SetString(want)
	require.True(t, ok)
	d := new(big.Float).SetPrec(120).SetFloat64(got)
	err, _ = d.Sub(d, w).Float64()
	value, _ = w.Float64()
	return math.Abs(err), value
}

func TestGaussRulesGolden(t *testing.T) {
	raw, err := os.ReadFile("../testdata/gauss.json")
	require.NoError(t, err)
	var rows [][]any
	require.NoError(t, json.Unmarshal(raw, &rows))
	require.Greater(t, len(rows), 100)
	type key struct{ n, a, b float64 }
	rules := map[key]rule{}
	var worstX, worstW float64
	for _, r := range rows {
		n, al, be, i := r[0].(float64), r[1].(float64), r[2].(float64), int(r[3].(float64))
		k := key{n, al, be}
		if _, ok := rules[k]; !ok {
			x, w := GaussJacobi64(int(n), al, be)
			rules[k] = rule{x, w}
		}
		ex, x := distance(t, rules[k].x[i], r[4].(string))
		ew, w := distance(t, rules[k].w[i], r[5].(string))
		// Correctly rounded but for what double-double loses.
		assert.LessOrEqualf(t, ex, 0.51*ulp(x)+1e-30, "node %d of %v", i, k)
		assert.LessOrEqualf(t, ew, 0.51*ulp(w), "weight %d of %v", i, k)
		worstX, worstW = max(worstX, ex/(ulp(x)+1e-30)), max(worstW, ew/ulp(w))
	}
	t.Logf("%d nodes, worst error %.3g ulp, weights %.3g ulp", len(rows), worstX, worstW)
}

func ulp(x float64) float64 { x = math.Abs(x); return math.Nextafter(x, math.Inf(1)) - x }

// TestGaussExactness integrates the highest powers each rule must get right, and sees the next one fail.
func TestGaussExactness(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 21} {
		x, w := GaussLegendre64(n)
		for p := 0; p <= 2*n; p++ {
			var s float64
			for i := range x {
				s += w[i] * math.Pow(x[i], float64(p))
			}
			want := 0.0
			if p%2 == 0 {
				want = 2 / float64(p+1)
			}
			if p < 2*n {
				assert.InDelta(t, want, s, 4e-16*float64(n+1))
			} else if n < 9 {
				assert.Greater(t, math.Abs(s-want), 1e-12)
			}
		}
	}
	// ∫ (1−x)^α (1+x)^β (1+x)^m dx = 2^{α+β+m+1} B(α+1, β+m+1)
	for _, ab := range [][2]float64{{-0.5, 0.25}, {3, 0}, {-0.9, -0.9}} {
		x, w := GaussJacobi64(10, ab[0], ab[1])
		for m := range 20 {
			var s float64
			for i := range x {
				s += w[i] * math.Pow(1+x[i], float64(m))
			}
			p, _ := math.Lgamma(ab[0] + 1)
			q, _ := math.Lgamma(ab[1] + float64(m) + 1)
			r, _ := math.Lgamma(ab[0] + ab[1] + float64(m) + 2)
			assert.InEpsilon(t, math.Exp((ab[0]+ab[1]+float64(m)+1)*math.Ln2+p+q-r), s, 1e-13)
		}
	}
}

// TestRulesAreCopies: a caller that spoils its slices spoils nobody else's; many callers at once get the same rule.
func TestRulesAreCopies(t *testing.T) {
	x, w := GaussLegendre64(7)
	x[0], w[0] = 99, 99
	y, v := GaussLegendre64(7)
	assert.NotEqual(t, x[0], y[0])
	assert.NotEqual(t, w[0], v[0])
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			z, _ := GaussJacobi64(37, 0.5, 1.5)
			assert.Len(t, z, 37)
		})
	}
	wg.Wait()
	assert.Panics(t, func() { GaussLegendre64(0) })
	assert.Panics(t, func() { GaussJacobi64(3, -1, 0) })
	assert.Panics(t, func() { GaussJacobi64(3, 0, math.NaN()) })
}

// TestKronrodTable: the 21-point rule is exact to degree 31, its 10-point part to degree 19, which with the interlacing leaves no other.
func TestKronrodTable(t *testing.T) {
	for p := 0; p <= 33; p++ {
		f := func(x float64) float64 { return math.Pow(x, float64(p)) }
		// Monomials on [−1,1] and, against symmetry, on [0,1].
		r := kronrod(f, -1, 1)
		require.True(t, r.finite)
		k, g, k1 := r.k, r.g, kronrod(f, 0, 1).k
		want := 0.0
		if p%2 == 0 {
			want = 2 / float64(p+1)
		}
		switch {
		case p <= 31:
			assert.InDelta(t, want, k, 2e-16, p)
			assert.InDelta(t, 1/float64(p+1), k1, 2e-16, p)
		case p == 32:
			assert.Greater(t, math.Abs(k-want), 1e-12)
		}
		if p <= 19 {
			assert.InDelta(t, want, g, 4e-16, p)
		} else if p == 20 {
			assert.Greater(t, math.Abs(g-want), 1e-7)
		}
	}
	for i := 1; i < 11; i++ {
		assert.Greater(t, kronrodNodes[i], kronrodNodes[i-1])
	}
	x, w := GaussLegendre64(10)
	for i := range 5 {
		assert.InDelta(t, x[5+i], kronrodNodes[2*i+1], 1e-16)
		assert.InDelta(t, w[5+i], gaussWeights[i], 1e-16)
	}
}

func BenchmarkGaussLegendre1000(b *testing.B) {
	for range b.N {
		legendreRule(1000)
	}
}

func BenchmarkGaussLegendreCached(b *testing.B) {
	GaussLegendre64(64)
	b.ReportAllocs()
	for range b.N {
		GaussLegendre64(64)
	}
}
