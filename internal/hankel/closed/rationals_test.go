package closed

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
)

// Polynomials whose coefficients are no rational multiples of each other, or have parameters: only what is nonnegative for all
// values of the parameters is proved, up to the ends of their intervals.
func TestNonnegativePoly(t *testing.T) {
	a := "par(1 <= a <= 2)"
	open := "par(0 < c < 1/3)"
	closedC := "par(0 <= c <= 1/3)"
	wide := "par(0 <= c <= 1/2)"
	for _, row := range []struct {
		coefficients []string
		yes, ok      bool
	}{
		{[]string{"1", "-2", "1"}, true, true},
		{[]string{"1", "-3", "1"}, false, true},
		{[]string{"sqrt(2)", "pi"}, true, true},
		{[]string{"sqrt(2)", "-1", "1"}, true, true}, // discriminant 1 − 4√2 < 0, seen after divisions
		{[]string{"1", "-sqrt(5)", "1"}, false, false},
		{[]string{"1 - 3*" + open, "1"}, true, true},
		{[]string{"1 - 3*" + closedC, "1"}, true, true}, // 0 at the end
		{[]string{"1 - 3*" + wide, "1"}, false, false},
		{[]string{"1", "1 - 3*" + wide}, false, false},
		{[]string{a + "^3 - 3*" + open + "*" + a + "^2", a + " + " + open}, true, true}, // two parameters
		{[]string{a + "^3 - 7*" + open + "*" + a + "^2", a + " + " + open}, false, false},
		{[]string{"1", "-" + a, "1"}, true, true}, // (1−t)² at a = 2
		{[]string{"1", "-2*" + a, "1"}, false, false},
		{[]string{a + " - " + a, a}, true, true},
		{[]string{"par(-1 <= b <= 1)", "1"}, false, false},
	} {
		var c []Num
		for _, text := range row.coefficients {
			e, err := formula.Read(text, nil)
			require.NoError(t, err, text)
			c = append(c, ExprNum(e))
		}
		yes, ok := NonnegativePoly(c)
		assert.Equal(t, []bool{row.yes, row.ok}, []bool{yes, ok}, "%v", row.coefficients)
	}
	yes, ok := NonnegativePoly(nil)
	assert.True(t, yes && ok)
	_, ok = NonnegativePoly([]Num{{unknown: true}, RatNum(big.NewRat(1, 1))})
	assert.False(t, ok, "an unknown coefficient")
}
