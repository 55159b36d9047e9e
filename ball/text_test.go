package ball

import (
	"encoding/json"
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
	}
	x := new(Real).SetIndeterminate()
	b, _ := json.Marshal(map[string]*Real{"x": x})
	assert.Equal(t, `{"x":"0+/-inf"}`, string(b))
	var m map[string]*Real
	require.NoError(t, json.Unmarshal([]byte(`{"x":"3p-2+/-1p-60"}`), &m))
	assert.Equal(t, "[0.75 ± 8.67e-19]", m["x"].String())
	assert.Equal(t, "[± inf]", x.String())
	assert.Equal(t, "0.75", NewReal(0.75).String())
	assert.Equal(t, "[3.1415926535897932384626433832795 ± 2.47e-32]", new(Real).Pi(106).String())
	assert.Equal(t, "[± 3.00e+00]", NewReal(1).AddRad(MagPow2(1)).String())
}

func TestUnmarshalRefuses(t *testing.T) {
	for _, s := range []string{"", "p", "1p", "1.5p2", "1p2+/-", "1p2+/--1p3", "0x1p3", "1p99999999999",
		"1p9223372036854775807", "1p2+/-1p9223372036854775807"} {
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
	})
}
