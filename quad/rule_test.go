package quad

import (
	"encoding/json"
	"math/big"
	"math/bits"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

// moments are ∫ x^p dx for p ≤ n in units of the mass 2.
func moments(n int) []*big.Rat {
	m := make([]*big.Rat, n+1)
	for p := range m {
		m[p] = new(big.Rat)
		if p%2 == 0 {
			m[p].SetFrac64(1, int64(p+1))
		}
	}
	return m
}

// checkExact tests Σ w x^p = moment for p ≤ 2n−1, and ≠ for 2n.
func checkExact(t *testing.T, r *Rule) {
	t.Helper()
	n := r.Len()
	wp := r.prec + 20
	m := moments(2 * n)
	pow := make([]ball.Real, n)
	w := make([]ball.Real, n)
	var x, want ball.Real
	for i := range n {
		pow[i].SetInt64(1)
		r.Weight(&w[i], i)
	}
	for p := 0; p <= 2*n; p++ {
		var sum ball.Real
		sum.Dot(nil, w, pow, wp)
		want.SetRat(m[p], wp)
		want.Mul(&want, ball.NewReal(2), wp)
		if p < 2*n {
			require.NotEqual(t, ball.False, sum.Overlaps(&want), "x^%d", p)
			if r.prec > 10 {
				require.Less(t, sum.Rad().Cmp(ball.MagPow2(8-int64(r.prec))), 0, "x^%d %v", p, &sum)
			}
		} else if int(r.prec) > 2*n+60 {
			require.Equal(t, ball.False, sum.Overlaps(&want), "x^%d", p)
		}
		for i := range n {
			pow[i].Mul(&pow[i], r.Node(&x, i), wp)
		}
	}
}

func TestBallRulesExact(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 9, 24} {
		for _, prec := range []uint{2, 53, 128, 333} {
			r := GaussLegendre(n, prec)
			checkExact(t, r)
			for i := range n {
				if i > 0 && prec > 10 {
					require.Equal(t, ball.True, r.Node(nil, i-1).Less(r.Node(nil, i)))
				}
				if prec > 10 {
					require.Less(t, r.Node(nil, i).Rad().Cmp(ball.MagPow2(1-int64(prec))), 0)
				}
			}
		}
	}
}

type ballGolden struct {
	Rules     [][]any
	Integrals map[string]string
}

func readBallGolden(t testing.TB) (g ballGolden) {
	raw, err := os.ReadFile("../testdata/quad_ball.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &g))
	return g
}

// contains tells whether x contains a number whose decimals are given; the last digit is worth its rounding.
func contains(x *ball.Real, decimals string) bool {
	v := rat(decimals)
	e := new(big.Rat).SetFrac(new(big.Int).Abs(v.Num()), v.Denom())
	e.Mul(e, rat("1e-69"))
	var b ball.Real
	b.SetRat(v, 500)
	w, _ := new(big.Float).SetRat(e).Float64()
	b.AddRad(ball.MagFloat64(w))
	return x.Overlaps(&b) == ball.True
}

func TestBallRulesGolden(t *testing.T) {
	g := readBallGolden(t)
	require.Greater(t, len(g.Rules), 30)
	for _, row := range g.Rules {
		n, i := int(row[0].(float64)), int(row[3].(float64))
		if row[1].(string) != "0" || row[2].(string) != "0" {
			continue
		}
		for _, prec := range []uint{64, 300} {
			r := GaussLegendre(n, prec)
			x, w := r.Node(nil, i), r.Weight(nil, i)
			for k, b := range []*ball.Real{x, w} {
				want := rat(row[4+k].(string))
				var d ball.Real
				d.SetRat(want, 500)
				d.AddRad(ball.MagPow2(-355))
				assert.Equal(t, ball.True, b.Overlaps(&d), "%v: %v", row, b)
			}
			assert.Less(t, x.Rad().Cmp(ball.MagPow2(2-int64(prec))), 0, "%v", row)
			assert.GreaterOrEqual(t, w.RelAccuracyBits(), int64(prec-4), "%v", row)
		}
	}
}

func TestRuleOfManyNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second")
	}
	for _, r := range []*Rule{GaussLegendre(500, 53), GaussLegendre(301, 400)} {
		var sum ball.Real
		for i := range r.Len() {
			sum.Add(&sum, r.Weight(nil, i), r.prec+20)
			if i > 0 {
				require.Equal(t, ball.True, r.Node(nil, i-1).Less(r.Node(nil, i)))
			}
		}
		require.Equal(t, ball.True, sum.Overlaps(ball.NewReal(2)))
		require.Less(t, sum.Rad().Cmp(ball.MagPow2(6-int64(r.prec))), 0)
	}
}

// TestLegendreErrorTerms starts the proofs from coarse data, so that each error term of theirs is most of a radius.
func TestLegendreErrorTerms(t *testing.T) {
	for _, n := range []int{2, 3, 10, 33} {
		truth := GaussLegendre(n, 300)
		ev := legendreEval{n: n}
		for i := (n + 1) / 2; i < n; i++ {
			x, w := truth.Node(nil, i), truth.Weight(nil, i)
			for _, h := range []uint{20, 30, 40} {
				// 2^−h off
				off := new(ball.Real).Set(x)
				off.Mul2Exp(off, int64(h))
				xi, _ := off.Mid(nil).Int(nil)
				var node, weight ball.Real
				iv := ev.refine(&node, &weight, xi, h, 250, 300)
				require.NotNil(t, iv, "%d %d", n, i)
				require.True(t, node.Overlaps(x) == ball.True && iv.Overlaps(x) == ball.True, "%d %d: %v", n, i, &node)
				require.Equal(t, ball.True, weight.Overlaps(w), "%d %d: %v %v", n, i, &weight, w)
				lg := int64(4 * bits.Len(uint(n)))
				require.Less(t, node.Rad().Cmp(ball.MagPow2(-2*int64(h)+lg)), 0)
				require.Less(t, weight.Rad().Cmp(ball.MagPow2(-2*int64(h)+lg+4)), 0)
			}
		}
	}
	// anywhere: what is returned is right, or nothing is
	accepted := 0
	for _, n := range []int{2, 5, 12} {
		truth := GaussLegendre(n, 300)
		ev := legendreEval{n: n}
		for xi := int64(1); xi < 256; xi++ {
			var node, weight ball.Real
			iv := ev.refine(&node, &weight, big.NewInt(xi), 8, 120, 120)
			if iv == nil {
				continue
			}
			accepted++
			hits := 0
			for i := range n {
				if x := truth.Node(nil, i); iv.Contains(x) {
					hits++
					require.Equal(t, ball.True, node.Overlaps(x), "%d %d", n, xi)
					require.Equal(t, ball.True, weight.Overlaps(truth.Weight(nil, i)), "%d %d", n, xi)
				}
			}
			require.GreaterOrEqual(t, hits, 1, "%d %d: no zero in %v", n, xi, iv)
		}
	}
	require.Greater(t, accepted, 10)
	// the evaluation itself, where most of its digits are wrong
	for _, n := range []int{1, 2, 30, 200} {
		a, b := legendreEval{n: n}, legendreEval{n: n}
		for _, x := range []int64{0, 1, 12345, 41234, 65535, 65536} {
			xi := big.NewInt(x)
			a.at(xi, 16, 17)
			b.at(xi, 16, 400)
			var p, q ball.Real
			require.Equal(t, ball.True, a.ball(&p, &a.val, 17).Overlaps(b.ball(&q, &b.val, 400)), "P_%d %v %v", n, &p, &q)
			require.Equal(t, ball.True, a.ball(&p, &a.prev, 17).Overlaps(b.ball(&q, &b.prev, 400)))
		}
	}
}

func TestRuleIsImmutable(t *testing.T) {
	r := GaussLegendre(5, 80)
	r.Node(nil, 4).SetInt64(7)
	checkExact(t, GaussLegendre(5, 80))
	assert.Same(t, r, GaussLegendre(5, 80))
}

func TestRuleCacheIsBounded(t *testing.T) {
	defer func(n int) { ruleCacheBits = n }(ruleCacheBits)
	ruleCacheBits = 3000
	for n := 1; n < 12; n++ {
		checkExact(t, GaussLegendre(n, 70))
		require.LessOrEqual(t, ballRules.bits, 3000+n*582)
	}
}

func BenchmarkGaussLegendre(b *testing.B) {
	for b.Loop() {
		legendreBalls(64, 128)
	}
}
