package constant_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/constant"
)

func parse(t require.TestingT, text string) constant.Value {
	c, err := constant.Parse(text)
	require.NoError(t, err, text)
	return c
}

// The sign of a constant with a parameter is the one that it has for all values, or none.
func TestParameterSign(t *testing.T) {
	for _, row := range []struct {
		text        string
		sign        int
		nonnegative ball.Truth
	}{
		{"par(0 <= b <= 1)", 0, ball.True}, // 0 is a value
		{"par(0 < b <= 1)", 1, ball.True},
		{"par(-1 <= b < 0)", -1, ball.False},
		{"par(-1 <= b <= 0)", 0, ball.Unknown},
		{"-par(-1 <= b <= 0)", 0, ball.True},
		{"1 - par(0 <= b <= 1)", 0, ball.True},
		{"1 - par(0 <= b < 1)", 1, ball.True},
		{"1 - par(1 < b <= 3)", -1, ball.False},
		{"1 - par(1/2 < b <= 3)", 0, ball.Unknown},
		{"par(0 < b < 1) - par(0 < b < 1)^2", 1, ball.True},
		{"par(0 <= b < 1) - par(0 <= b < 1)^2", 0, ball.True},
		{"par(-1 <= b <= 1)^2", 0, ball.Unknown}, // no Bernstein coefficients without a sign: undecided, not wrong
		{"sqrt(3) - par(0 <= b <= 1)", 1, ball.True},
		{"sqrt(3)/2 - par(0 <= b <= 1)", 0, ball.Unknown},
		{"par(0 < b < 1) - par(0 < c < 1)", 0, ball.Unknown},
		{"par(0 < b < 1) - par(0 < b <= 1)", 0, ball.Unknown}, // another symbol, another number
		{"par(1 <= b <= 2) - par(0 < c < 1)", 1, ball.True},
		{"par(0 < b < 1)*par(-2 <= c < 0)", -1, ball.False},
		{"exp(par(-1 <= b <= 1)) - 1/3", 1, ball.True},
		{"sqrt(par(0 < b <= 1))", 1, ball.True},
		{"1/par(0 < b <= 1)", 1, ball.True},
		{"1/par(0 < b <= 1) - 1", 0, ball.True},
		{"1 - 5/par(5 < b <= 6)", 1, ball.True},
		{"1 - 5/par(5 <= b <= 6)", 0, ball.True},
		{"1 - 5/par(4 < b <= 6)", 0, ball.Unknown},
		{"1 + 5/par(-6 <= b < -5)", 1, ball.True},
		{"1 + 1/par(-3 <= b <= -1)", 0, ball.True},
		{"-1 - 1/par(-3 <= b < -1)", -1, ball.False},
		{"1/par(1 < b < 2)^2 - 1/par(1 < b < 2)", -1, ball.False},
		{"1/par(-2 < b < -1)^3 - 1/par(-2 < b < -1)", 1, ball.True},
		// √b² = |b|, which needs a sign of b
		{"sqrt(par(-3 <= b <= -1)^2) + par(-3 <= b <= -1) + par(1 <= c <= 2)", 1, ball.True},
		{"3 - sqrt(par(-3 < b <= -1)^2)", 1, ball.True},
		{"(par(-3 <= b <= -1)^2)^(3/2) - par(-3 <= b <= -1)^2", 0, ball.True},
		{"sqrt(4*par(-3 <= b < 0)^2*pi^2)", 1, ball.True},
		{"1 - par(0 <= b <= 1000000)/1000000", 0, ball.True},
		{"par(1/3 <= b <= 1000000000000000000000000000003/3000000000000000000000000000000) - 1/3", 0, ball.True},
		{"par(1/3 < b <= 1000000000000000000000000000003/3000000000000000000000000000000) - 1/3", 1, ball.True},
	} {
		c := parse(t, row.text)
		s, known := c.Sign()
		assert.Equal(t, row.sign, s, row.text)
		assert.Equal(t, row.sign != 0, known == ball.True, row.text)
		assert.Equal(t, row.nonnegative, c.Nonnegative(), row.text)
		_, rational := c.Rat()
		assert.False(t, rational, row.text)
		assert.True(t, c.HasParameter(), row.text)
		assert.True(t, parse(t, c.String()).Same(c), "%s is written %s", row.text, c)
	}
	same := parse(t, "sqrt(par(-3 <= b <= -1)^2*par(1 <= c <= 2)^4/9)")
	assert.True(t, same.Same(parse(t, "-par(-3 <= b <= -1)*par(1 <= c <= 2)^2/3")), "%s", same)
	zero := parse(t, "par(-1 <= b <= 1) - par(-1 <= b <= 1)")
	assert.True(t, zero.IsZeroForm() && !zero.HasParameter())
	assert.True(t, parse(t, "par(-1 <= b <= 1)^0").Same(constant.Int(1)))
	for _, text := range []string{"1/par(-1 <= b <= 1)", "1/par(0 <= b <= 1)", "par(-1 <= b <= 1)/par(-1 <= b <= 1)", "log(par(0 <= b <= 1))",
		"sqrt(par(-1 <= b <= 1))", "abs(par(-1 <= b <= 1))", "gamma(par(-3/2 <= b <= -1/2))", "min(par(0 <= b <= 1), 1/2)",
		"max(par(0 <= b <= 1), 1/2)", "acos(par(0 <= b <= 2))", "besselk(0, par(0 <= b <= 1))", "2^par(0 <= b <= 1) - par(0 <= b <= 1)^par(0 <= b <= 1)",
		"par(0 < b < 1) < 1/2 ? 1 : 2"} {
		_, err := constant.Parse(text)
		assert.Error(t, err, "%s has no value, or no one formula, somewhere", text)
	}
}

// At every value of the interval, what is known of the sign of a random expression holds.
func TestParameterSignAtValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Custom(func(t *rapid.T) string {
			return big.NewRat(rapid.Int64Range(-6, 6).Draw(t, "p"), rapid.Int64Range(1, 3).Draw(t, "q")).RatString()
		})
		lo := big.NewRat(rapid.Int64Range(-4, 4).Draw(t, "lo"), 2)
		width := big.NewRat(rapid.Int64Range(1, 6).Draw(t, "width"), 2)
		hi := new(big.Rat).Add(lo, width)
		less := func(label string) (string, bool) {
			if rapid.Bool().Draw(t, label) {
				return " < ", true
			}
			return " <= ", false
		}
		from, openLo := less("open lo")
		to, openHi := less("open hi")
		p := "par(" + lo.RatString() + from + "b" + to + hi.RatString() + ")"
		var expr func(depth int) string
		expr = func(depth int) string {
			if depth == 0 {
				return rapid.SampledFrom([]string{"B", "B", "(" + number.Draw(t, "number") + ")", "sqrt(2)"}).Draw(t, "leaf")
			}
			a := expr(depth - 1)
			switch rapid.IntRange(0, 6).Draw(t, "operation") {
			case 0:
				return "(" + a + "^2)"
			case 1:
				return "exp(" + a + ")"
			case 2:
				return "(" + a + ")*(" + expr(depth-1) + ")"
			case 3:
				return "sin(" + a + ")"
			case 4:
				return "1/(" + a + ")"
			}
			return "(" + a + rapid.SampledFrom([]string{" + ", " - "}).Draw(t, "sign") + expr(depth-1) + ")"
		}
		text := expr(rapid.IntRange(1, 4).Draw(t, "depth"))
		c, err := constant.Parse(strings.ReplaceAll(text, "B", p))
		if err != nil {
			return // not proved to be defined
		}
		s, known := c.Sign()
		nonnegative := c.Nonnegative()
		for i := int64(0); i <= 8; i++ {
			if i == 0 && openLo || i == 8 && openHi {
				continue
			}
			v := new(big.Rat).Mul(width, big.NewRat(i, 8))
			v.Add(v, lo)
			at, err := constant.Parse(strings.ReplaceAll(text, "B", "("+v.RatString()+")"))
			require.NoError(t, err, "%s at %s, of %s", text, v, p)
			got, decided := at.Sign()
			if decided != ball.True {
				continue
			}
			if known == ball.True {
				assert.Equal(t, s, got, "%s at %s, of %s", text, v, p)
			}
			if nonnegative == ball.True {
				assert.GreaterOrEqual(t, got, 0, "%s at %s, of %s", text, v, p)
			}
			if nonnegative == ball.False {
				assert.Less(t, got, 0, "%s at %s, of %s", text, v, p)
			}
		}
	})
}
