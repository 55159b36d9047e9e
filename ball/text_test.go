package ball

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

func TestTextRoundTrip(t *testing.T) {
	r := newRand(20)
	for range testlong.Rounds(2000) {
		x := randBall(r, -1000, 1000)
		if r.IntN(10) == 0 {
			x.Mul2Exp(x, r.Int64N(1<<31)-1<<30)
		}
		b, err := x.MarshalText()
		require.NoError(t, err)
		y := garbage(r)
		require.NoError(t, y.UnmarshalText(b))
		require.True(t, same(x, y), "%s", b)
		// the human form contains the ball
		if x.IsFinite() && !strings.Contains(x.Text(0), "p") {
			for _, d := range []int{0, 1, 7} {
				s := x.Text(d)
				z := new(Real)
				_, err := z.SetString(strings.NewReplacer("[± ", "0+/-", "[", "", "]", "").Replace(s), 4000)
				require.NoError(t, err, s)
				require.True(t, z.Contains(x), "%s does not contain %s", s, b)
			}
		}
	}
	x := new(Real).SetIndeterminate()
	b, _ := json.Marshal(map[string]*Real{"x": x})
	assert.Equal(t, `{"x":"0+/-inf"}`, string(b))
	var m map[string]*Real
	require.NoError(t, json.Unmarshal([]byte(`{"x":"3p-2+/-1p-60"}`), &m))
	assert.Equal(t, "[0.75 ± 8.68e-19]", m["x"].Text(5))
	assert.Equal(t, "[± inf]", x.String())
	assert.Equal(t, "0.75", NewReal(0.75).String())
	assert.Equal(t, "[3.141592653589793238462643383279 ± 5.06e-31]", new(Real).Pi(106).String())
	assert.Equal(t, "[± 3.00e+00]", NewReal(1).AddRad(MagPow2(1)).String())
}

func TestSetString(t *testing.T) {
	for s, want := range map[string]*big.Rat{
		"0.1": big.NewRat(1, 10), "-2.5e-3": big.NewRat(-1, 400), "1/3": big.NewRat(1, 3),
		"7": big.NewRat(7, 1), " 12e2 ": big.NewRat(1200, 1), "+.5": big.NewRat(1, 2),
	} {
		z, err := new(Real).SetString(s, 80)
		require.NoError(t, err, s)
		assert.True(t, z.ContainsRat(want), s)
		assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(79))
	}
	z, err := new(Real).SetString("1.5 +/- 0.1", 53)
	require.NoError(t, err)
	assert.True(t, z.ContainsRat(big.NewRat(8, 5)) && !z.ContainsRat(big.NewRat(1601, 1000)))
	for _, s := range []string{"", "x", "1e999999999", "1e", "0x10", "1_0", "1+/--1", "nan", "inf", "--1", "1/0", strings.Repeat("9", 1<<20+1)} {
		z, err := new(Real).SetString(s, 53)
		assert.Error(t, err, clip(s))
		assert.True(t, z.Indeterminate())
	}
	for _, s := range []string{"", "p", "1p", "1.5p2", "1p2+/-", "1p2+/--1p3", "0x1p3", "1p99999999999", "1p9223372036854775807", "1p2+/-1p9223372036854775807"} {
		assert.Error(t, new(Real).UnmarshalText([]byte(s)), s)
	}
}

func FuzzUnmarshalText(f *testing.F) {
	for _, s := range []string{"0", "3p-2", "-5p7+/-1p-60", "0+/-inf"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var x, y Real
		if x.UnmarshalText([]byte(s)) != nil {
			return
		}
		b, _ := x.MarshalText()
		if err := y.UnmarshalText(b); err != nil || !same(&x, &y) {
			t.Fatalf("%q reads as %v, writes as %s, reads again as %v (%v)", s, &x, b, &y, err)
		}
		_ = x.String()
		if _, err := y.SetString(s, 60); err == nil && !y.IsFinite() {
			t.Logf("%q is indeterminate", s)
		}
	})
}
