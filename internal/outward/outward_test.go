package outward

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // for the seed
)

func TestExamples(t *testing.T) {
	for _, c := range []struct {
		x        float64
		digits   int
		down, up string
	}{
		{1.25e-11, 2, "1.2e-11", "1.3e-11"},
		{0.00099602, 3, "0.000996", "0.000997"},
		{0.0009999, 3, "0.000999", "0.001"},
		{9.96, 2, "9.9", "10"},
		{0.5, 1, "0.5", "0.5"},
		{0, 3, "0", "0"},
		{-1.25, 2, "-1.3", "-1.2"},
		{0.1, 2, "0.1", "0.11"}, // a float64 above 1/10
		{0.3, 1, "0.2", "0.3"},  // one below 3/10
		{123456, 3, "1.23e+05", "1.24e+05"},
		{1, 6, "1", "1"},
		{math.Inf(1), 2, "+Inf", "+Inf"},
	} {
		assert.Equal(t, c.up, Up(c.x, c.digits), "%v", c.x)
		assert.Equal(t, c.down, Down(c.x, c.digits), "%v", c.x)
	}
}

// What is written is a bound, has no more digits than asked for, and is the tightest: less than a unit of the last digit away.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e300, 1e300).Draw(t, "x")
		if rapid.Bool().Draw(t, "small") {
			x = math.Ldexp(rapid.Float64Range(-1, 1).Draw(t, "m"), rapid.IntRange(-1000, 60).Draw(t, "e"))
		}
		digits := rapid.IntRange(1, 15).Draw(t, "digits")
		exact := new(big.Rat).SetFloat64(x)
		up, ok := new(big.Rat).SetString(Up(x, digits))
		require.True(t, ok)
		down, ok := new(big.Rat).SetString(Down(x, digits))
		require.True(t, ok)
		if up.Cmp(exact) < 0 || down.Cmp(exact) > 0 {
			t.Fatalf("%v is not between %s and %s", x, Down(x, digits), Up(x, digits))
		}
		gap := new(big.Rat).Sub(up, down)
		size := new(big.Rat).Abs(exact)
		size.Mul(size, new(big.Rat).SetFloat64(1.001*math.Pow10(1-digits)))
		if gap.Cmp(size) > 0 {
			t.Fatalf("%v: %s and %s are far apart", x, Down(x, digits), Up(x, digits))
		}
		mantissa, _, _ := strings.Cut(strings.TrimLeft(Up(x, digits), "-0."), "e")
		if n := len(strings.ReplaceAll(strings.TrimPrefix(mantissa, "0"), ".", "")); n > digits && math.Abs(x) < 1 {
			t.Fatalf("%s has %d digits", Up(x, digits), n)
		}
	})
}
