// Package specialtest draws arguments and reads reference values for the tests of special functions.
package specialtest

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/elem64"
)

// NewRand returns a source of random numbers.
func NewRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 33)) }

// LogUniform draws a float64 of up to 53 bits between lo and hi, uniform in the logarithm, often with few bits.
func LogUniform(r *rand.Rand, lo, hi float64) float64 {
	x := lo * math.Exp(r.Float64()*elem64.Log(hi/lo))
	if r.IntN(2) == 0 {
		f, e := math.Frexp(x)
		x = math.Ldexp(math.Round(f*64)/64, e)
	}
	return math.Min(math.Max(x, lo), hi)
}

// Order draws an order ≥ −1/2: integers, halves, other dyadics, doubles.
func Order(r *rand.Rand, most float64) float64 {
	nu := math.Exp(r.Float64()*elem64.Log(most+1)) - 1
	switch r.IntN(5) {
	case 0:
		return math.Round(nu)
	case 1:
		return math.Round(nu) + 0.5
	case 2:
		return math.Round(nu*16) / 16
	case 3:
		return -0.5 + r.Float64()*0.5
	}
	return nu
}

// ReadGolden calls f with the rows of a file: name, exact arguments, values.
func ReadGolden(t *testing.T, file string, f func(name string, args []*ball.Real, values []string)) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var rows [][]any
	require.NoError(t, json.Unmarshal(data, &rows))
	require.NotEmpty(t, rows)
	for _, row := range rows {
		var args []*ball.Real
		var values []string
		for _, a := range row[1].([]any) {
			v, _, err := big.ParseFloat(a.(string), 0, 4000, big.ToNearestEven)
			require.NoError(t, err)
			args = append(args, new(ball.Real).SetFloat(v.SetPrec(max(v.MinPrec(), 53))))
		}
		for _, v := range row[2:] {
			values = append(values, v.(string))
		}
		f(row[0].(string), args, values)
	}
}

// ParseGolden reads a decimal number to 400 bits.
func ParseGolden(t *testing.T, s string) *big.Float {
	v, _, err := big.ParseFloat(s, 10, 400, big.ToNearestEven)
	require.NoError(t, err)
	return v
}
