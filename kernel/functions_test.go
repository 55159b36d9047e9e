package kernel_test

import (
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// digits110 is a reference value of 110 digits as a ball.
func digits110(t *testing.T, s string) *ball.Real {
	t.Helper()
	f, _, err := big.ParseFloat(s, 10, 400, big.ToNearestEven)
	require.NoError(t, err, s)
	v := new(ball.Real).SetFloat(f)
	if f.Sign() != 0 {
		v.AddRad(ball.MagPow2(int64(f.MantExp(nil)) - 362))
	}
	return v
}

// Balls of every function against mpmath: the value is inside, and the ball is small.
func TestFunctionsGolden(t *testing.T) {
	b, err := os.ReadFile("../testdata/functions.json")
	require.NoError(t, err)
	var g struct {
		Const  map[string]string
		Values []struct{ F, Nu, X, Y string }
	}
	require.NoError(t, json.Unmarshal(b, &g))
	require.Greater(t, len(g.Values), 300)
	number := func(s string) *formula.Expr {
		r, ok := new(big.Rat).SetString(s)
		require.True(t, ok, s)
		return formula.Rational(r)
	}
	for _, r := range g.Values {
		args := []*formula.Expr{formula.Variable()}
		if r.Nu != "" {
			args = []*formula.Expr{number(r.Nu), formula.Variable()}
		}
		op, ok := formula.FunctionNamed(r.F)
		require.True(t, ok, r.F)
		f := eval.Compile(formula.Apply(op, args...))
		x, want := new(ball.Real).SetRat(number(r.X).Num(), 400), digits110(t, r.Y)
		for _, prec := range []uint{64, 200, 320} {
			var v ball.Real
			f.At(&v, x, prec+32)
			assert.NotEqual(t, ball.False, v.Overlaps(want), "%v at %d bits: %v", r, prec, &v)
			if r.Nu == "-5/3" && r.F != "besselk" { // orders below −1 are left out, integers and halves apart
				continue
			}
			assert.GreaterOrEqual(t, v.RelAccuracyBits(), int64(prec)-12, "%v at %d bits", r, prec)
		}
	}
	euler := constant.Euler()
	log2, err := constant.New(formula.Apply(formula.OpLog, formula.Int(2)))
	require.NoError(t, err)
	for name, v := range map[string]*ball.Real{"pi": eval.Enclose(nil, formula.Pi(), nil, 320),
		"e":     eval.Enclose(nil, formula.E(), nil, 320),
		"euler": euler.Ball(nil, 320), "ln2": log2.Ball(nil, 320)} {
		assert.NotEqual(t, ball.False, v.Overlaps(digits110(t, g.Const[name])), name)
		assert.GreaterOrEqual(t, v.RelAccuracyBits(), int64(310), name)
	}
}
