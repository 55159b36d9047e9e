package certificate

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // fixes the seed
)

func TestNewBounds(t *testing.T) {
	float := func(s string) *big.Float {
		f, _, err := big.ParseFloat(s, 10, 200, big.ToNearestEven)
		require.NoError(t, err)
		return f
	}
	for _, c := range []struct{ lower, upper, want string }{
		{"0", "0", "0"}, {"1", "1", "1"}, {"0.5", "0.5", "0.5"}, {"1000", "1000", "1000"},
		{"1e20", "1e20", "100000000000000000000"}, {"1e21", "1e21", "1e21"},
		{"1.0009765625", "1.001953125", "[1.00097, 1.00196]"}, {"0.25", "3", "[0.25, 3]"}, {"1024", "1048576", "[1024, 1050000]"},
		{"0", "inf", "[0, inf]"}, {"inf", "inf", "inf"}, {"0.75", "inf", "[0.75, inf]"},
		{"1e500", "2e500", "[1e380, inf]"}, {"0", "1e-500", "[0, 1e-400]"},
	} {
		b := NewBounds(float(c.lower), float(c.upper))
		assert.Equal(t, c.want, b.String(), "%s, %s", c.lower, c.upper)
	}
	tiny := new(big.Float).SetMantExp(big.NewFloat(0.5), math.MinInt32+9) // a rational of 2^31 bits
	assert.Equal(t, "[0, 1e-400]", NewBounds(tiny, tiny).String())
	assert.Equal(t, "[0, 1]", NewBounds(tiny, big.NewFloat(1)).String())
	huge := new(big.Float).SetMantExp(big.NewFloat(0.5), math.MaxInt32)
	assert.Equal(t, "[1, inf]", NewBounds(big.NewFloat(1), huge).String())
	assert.Equal(t, "[1e380, inf]", NewBounds(huge, huge).String())
	third := new(big.Float).SetPrec(200).Quo(big.NewFloat(1).SetPrec(200), big.NewFloat(3))
	assert.Equal(t, "[0.333333333333333333, 0.333333333333333334]", NewBounds(third, third).String())
	assert.Equal(t, "[0, 1]", NewBounds(float("-1"), float("1")).String(), "a mass is not negative")
	assert.Equal(t, "0", NewBounds(float("-1"), float("0")).String())
	assert.Equal(t, "[0, inf]", NewBounds(float("-inf"), float("inf")).String())
	assert.Nil(t, NewBounds(float("2"), float("1")))
	assert.Nil(t, NewBounds(float("-2"), float("-1")))
}

// TestBoundsOutward: the decimals contain the interval, the floats the decimals, and neither is
// much wider.
func TestBoundsOutward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := new(big.Float).SetPrec(120).SetMantExp(new(big.Float).SetInt64(rapid.Int64Range(0, 1<<62).Draw(t, "m")),
			rapid.IntRange(-900, 900).Draw(t, "e"))
		w := new(big.Float).SetPrec(120).SetMantExp(x, -rapid.IntRange(-3, 130).Draw(t, "w"))
		y := new(big.Float).SetPrec(1200).Add(x, w)
		b := NewBounds(x, y)
		l, u, ok := b.Decimals()
		require.True(t, ok)
		lower, ok := new(big.Rat).SetString(l)
		require.True(t, ok)
		upper, ok := new(big.Rat).SetString(u)
		require.True(t, ok)
		rx, _ := x.Rat(nil)
		ry, _ := y.Rat(nil)
		require.LessOrEqual(t, lower.Cmp(rx), 0)
		require.GreaterOrEqual(t, upper.Cmp(ry), 0)
		// ≤ 9/8 of the width, or the 17th digit
		slack := new(big.Rat).Sub(ry, rx)
		slack.Mul(slack, big.NewRat(1, 8))
		slack.Add(slack, new(big.Rat).Mul(ry, big.NewRat(1, 1e16)))
		slack.Add(slack, new(big.Rat).SetFloat64(5e-324))
		require.LessOrEqual(t, new(big.Rat).Sub(rx, lower).Cmp(slack), 0, "%s below %v", l, x)
		require.LessOrEqual(t, new(big.Rat).Sub(upper, ry).Cmp(slack), 0, "%s above %v", u, y)
		require.LessOrEqual(t, new(big.Rat).SetFloat64(b.Lower).Cmp(lower), 0)
		require.GreaterOrEqual(t, new(big.Rat).SetFloat64(b.Upper).Cmp(upper), 0)
		near := func(a, f float64) bool { return a == f || math.Nextafter(a, f) == f }
		a, _ := lower.Float64()
		require.True(t, near(a, b.Lower))
		a, _ = upper.Float64()
		require.True(t, near(a, b.Upper))
		again, err := ParseBounds(l, u)
		require.NoError(t, err)
		require.Equal(t, b, again)
	})
}

func TestParseBoundsRejects(t *testing.T) {
	for _, s := range []string{"", "-1", "+1", "1.0", "01", ".5", "1.", "1e0", "1E5", "1e+30", "0e0", "0.0", " 1", "1 ",
		"Inf", "nan", "0x1", "1_0", "1/2", "10e400", "1e401", "1e-401", "1.5e3",
		"1e22.5", "1ee2", "--1", "1e3", "0.0000001", "10000000000000000000000"} {
		_, err := ParseBounds("0", s)
		assert.Error(t, err, "%q", s)
	}
	for _, s := range []string{"1", "0", "inf", "0.5", "12.25", "1e22", "1e-7", "15e-8", "0.000001", "15e29"} {
		_, err := ParseBounds("0", s)
		assert.NoError(t, err, "%q", s)
	}
	_, err := ParseBounds("0", strings.Repeat("1", 801))
	require.ErrorContains(t, err, "a decimal of 801 characters")
	_, err = ParseBounds("2", "1")
	require.Error(t, err)
	_, err = ParseBounds("inf", "1")
	require.Error(t, err)
	b, err := ParseBounds("1e400", "1e400")
	require.NoError(t, err)
	assert.Equal(t, math.MaxFloat64, b.Lower)
	assert.Equal(t, math.Inf(1), b.Upper)
}
