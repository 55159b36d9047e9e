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

func TestAround(t *testing.T) {
	for _, c := range []struct {
		x, err float64
		digits int
		want   string
	}{
		{1.25, 0.0021, 3, "1.25 ± 0.003"},
		{1.0 / 3, 0.01, 3, "0.333 ± 0.02"},
		{1.0 / 3, 0.01, 10, "0.3333333333 ± 0.02"},
		{1.0 / 3, 1e-12, 3, "0.3333333333333 ± 2e-12"},
		{0.5, 0, 3, "0.5 ± 0"},
		{0, 2.1e-9, 3, "0 ± 3e-09"},
		{1.0 / 3, 0, 3, "0.333 ± 0.0004"},
		{math.Inf(1), 0, 3, "+Inf ± 0"},
		{1, math.Inf(1), 3, "1 ± +Inf"},
	} {
		assert.Equal(t, c.want, Around(c.x, c.err, c.digits))
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e9, 1e9).Draw(t, "x")
		e := math.Ldexp(rapid.Float64Range(0, 1).Draw(t, "m"), rapid.IntRange(-80, 30).Draw(t, "e"))
		mid, radius, ok := strings.Cut(Around(x, e, rapid.IntRange(1, 12).Draw(t, "digits")), " ± ")
		require.True(t, ok)
		m, ok := new(big.Rat).SetString(mid)
		require.True(t, ok)
		r, ok := new(big.Rat).SetString(radius)
		require.True(t, ok)
		off := new(big.Rat).Sub(m, new(big.Rat).SetFloat64(x))
		if off.Abs(off).Add(off, new(big.Rat).SetFloat64(e)).Cmp(r) > 0 {
			t.Fatalf("%v ± %v is not within %s ± %s", x, e, mid, radius)
		}
	})
}

func TestFigure(t *testing.T) {
	assert.Equal(t, "1.25", Figure(1.25, 1.25, 4))
	assert.Equal(t, "1.234", Figure(1.2341, 1.23412, 4))
	assert.Equal(t, "1", Figure(0.99999, 1.00001, 4), "not between 0.9999 and 1.001")
	assert.Equal(t, "between 1 and 2", Figure(1, 2, 4))
	assert.Equal(t, "between 0.3333 and 0.6667", Figure(1.0/3, 2.0/3, 4))
	assert.Equal(t, "between 0 and 0.5", Figure(0, 0.5, 4))
}

// TestDigits: the digits that are written say no more than the error leaves: rounding to them moves a number by less than
// ten times its error, and one more would be smaller than it.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		x, err float64
		want   int
	}{{1, 0, 10}, {0, 1e-3, 10}, {1, 1e-3, 4}, {-2.5, 1e-3, 4}, {1, 1e-30, 10}, {1e-8, 1e-10, 3}, {1, 2, 1}, {1, math.Inf(1), 1},
		{1, math.NaN(), 1}, {9.99, 1e-2, 3}} {
		assert.Equal(t, c.want, Digits(c.x, c.err, 10), "%v ± %v", c.x, c.err)
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-300, 1e300).Draw(t, "x")
		err := x * math.Pow(10, -rapid.Float64Range(0, 12).Draw(t, "digits"))
		n := Digits(x, err, 15)
		last := math.Pow(10, math.Floor(math.Log10(x))-float64(n)+1) // a unit of the last digit
		if n > 1 {
			assert.LessOrEqual(t, err/last, 10.1)
		}
		assert.GreaterOrEqual(t, 10.1*err, last/10)
	})
}
