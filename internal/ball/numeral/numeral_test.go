package numeral

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
)

// TestText: what a ball is printed as contains it.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 1))
	for range testlong.Rounds(2000) {
		x := new(ball.Real).SetRat(big.NewRat(r.Int64()-1<<62, r.Int64()+1), uint(1+r.IntN(300)))
		x.Mul2Exp(x, r.Int64N(2000)-1000)
		if r.IntN(3) > 0 {
			x.AddRad(ball.MagFloat64(r.Float64()).Mul2Exp(r.Int64N(2000) - 1000))
		}
		if strings.Contains(Text(x, 0), "p") {
			continue
		}
		for _, d := range []int{0, 1, 7} {
			s := Text(x, d)
			z, err := Parse(strings.NewReplacer("[± ", "0+/-", "[", "", "]", "").Replace(s), 4000)
			require.NoError(t, err, s)
			require.True(t, z.Contains(x), "%s does not contain %v", s, x)
		}
	}
}

func TestParse(t *testing.T) {
	for s, want := range map[string]*big.Rat{
		"0.1": big.NewRat(1, 10), "-2.5e-3": big.NewRat(-1, 400), "1/3": big.NewRat(1, 3),
		"7": big.NewRat(7, 1), " 12e2 ": big.NewRat(1200, 1), "+.5": big.NewRat(1, 2),
	} {
		z, err := Parse(s, 80)
		require.NoError(t, err, s)
		assert.True(t, z.ContainsRat(want), s)
		assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(79))
	}
	z, err := Parse("1.5 +/- 0.1", 53)
	require.NoError(t, err)
	// what is within 2^-30 of an end is not told
	assert.True(t, z.ContainsRat(big.NewRat(159999999, 100000000)) && !z.ContainsRat(big.NewRat(1601, 1000)))
	for _, s := range []string{"", "x", "1e999999999", "1e", "0x10", "1_0", "1+/--1", "nan", "inf", "--1", "1/0",
		strings.Repeat("9", 1<<20+1)} {
		z, err := Parse(s, 53)
		assert.Error(t, err, clip(s))
		assert.Nil(t, z)
	}
	z, err = Parse("1+/-inf", 53)
	require.NoError(t, err)
	assert.True(t, z.Indeterminate())
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "1/3", "-2.5e-3 +/- 1e-9", "1±inf"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if z, err := Parse(s, 60); (z == nil) == (err == nil) {
			t.Fatalf("%q: %v, %v", s, z, err)
		}
	})
}
