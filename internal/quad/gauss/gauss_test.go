package gauss

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "krein/internal/testlong" // fewer collections
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
	raw, err := os.ReadFile("../../../testdata/gauss.json")
	require.NoError(t, err)
	var rows [][]any
	require.NoError(t, json.Unmarshal(raw, &rows))
	require.Greater(t, len(rows), 100)
	rules := map[int]rule{}
	var worstX, worstW float64
	for _, r := range rows {
		n, al, be, i := r[0].(float64), r[1].(float64), r[2].(float64), int(r[3].(float64))
		if al != 0 || be != 0 {
			continue
		}
		k := int(n)
		if _, ok := rules[k]; !ok {
			x, w := Legendre(k)
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
		x, w := Legendre(n)
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
}

// TestRulesAreCopies: a caller that spoils its slices spoils nobody else's; many callers at once get the same rule.
func TestRulesAreCopies(t *testing.T) {
	x, w := Legendre(7)
	x[0], w[0] = 99, 99
	y, v := Legendre(7)
	assert.NotEqual(t, x[0], y[0])
	assert.NotEqual(t, w[0], v[0])
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			z, _ := Legendre(37)
			assert.Len(t, z, 37)
		})
	}
	wg.Wait()
	assert.Panics(t, func() { Legendre(0) })
}

func BenchmarkLegendre1000(b *testing.B) {
	for range b.N {
		legendreRule(1000)
	}
}

func BenchmarkLegendreCached(b *testing.B) {
	Legendre(64)
	b.ReportAllocs()
	for range b.N {
		Legendre(64)
	}
}
