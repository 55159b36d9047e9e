package waves

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/eval"
	"krein/internal/testlong"
)

func cosines(t testing.TB, s string) *Atoms {
	t.Helper()
	a, err := Cosines(parse(t, s), 128, searched)
	require.NoError(t, err, s)
	return a
}

// TestKinksReference: coefficients and sums of functions with kinks as mpmath has them, in testdata/kinks.json.
func TestKinksReference(t *testing.T) {
	b, err := os.ReadFile("../../../testdata/kinks.json")
	require.NoError(t, err)
	var rows []struct {
		Formula     string
		Atoms       [][2]string
		Far         [][2]json.RawMessage
		Plus, Minus string
		Digits      int
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	require.GreaterOrEqual(t, len(rows), 10)
	for i, r := range rows {
		if !testlong.Turn(i, 3) {
			continue
		}
		a := cosines(t, r.Formula)
		var sums [2]ball.Real
		var w ball.Real
		for i := range a.List {
			x := &a.List[i].Weight
			if s, _ := x.Sign(); s >= 0 {
				sums[0].Add(&sums[0], x, 128)
			} else {
				sums[1].Sub(&sums[1], x, 128)
			}
		}
		if a.Lattice != nil {
			sums[0].Add(&sums[0], a.Lattice.Mass(1, 128), 128)
			sums[1].Add(&sums[1], a.Lattice.Mass(-1, 128), 128)
		}
		assert.Equal(t, r.Digits > 20, a.Lattice != nil, r.Formula)
		for i, s := range []string{r.Plus, r.Minus} {
			sums[i].AddRad(a.Lost)
			want := decimal(t, s)
			want.AddRad(ball.MagFloat64(math.Pow10(-r.Digits)))
			assert.NotEqual(t, ball.False, sums[i].Overlaps(want), "%s: %v, not %v", r.Formula, &sums[i], want)
			assert.Less(t, sums[i].Rad().Float64(), max(1e-29, 10*math.Pow10(-r.Digits)), r.Formula)
		}
		for _, atom := range r.Atoms {
			omega, want := decimal(t, atom[0]), decimal(t, atom[1])
			for i := range a.List {
				x := &a.List[i]
				if x.Omega.Ball(&w, 128).Overlaps(omega) != ball.False {
					assert.NotEqual(t, ball.False, x.Weight.Overlaps(want), "%s at %v: %v, not %v", r.Formula, omega, &x.Weight, want)
					assert.Less(t, x.Weight.Rad().Float64(), 1e-36, r.Formula)
					want = nil
					break
				}
			}
			assert.Nil(t, want, "%s has no atom at %v", r.Formula, omega)
		}
		for _, far := range r.Far {
			var n int
			var weight string
			require.NoError(t, json.Unmarshal(far[0], &n))
			require.NoError(t, json.Unmarshal(far[1], &weight))
			require.Greater(t, n, a.Lattice.From, r.Formula)
			got := a.Lattice.Weight(n, 128)
			got.AddRad(a.Lost)
			assert.NotEqual(t, ball.False, got.Overlaps(decimal(t, weight)), "%s at number %d: %v, not %s", r.Formula, n, got, weight)
		}
	}
}

// TestKinkValues: the series adds up to the function, to the weights of a lattice beyond many terms.
func TestKinkValues(t *testing.T) {
	for i, s := range []string{
		"max(0,cos(z))^3", "exp(-acos(cos(z)))", "abs(cos(z/2))-cos(z/2)^2", "sqrt(1+abs(sin(pi*z)))",
		"1/(2+abs(sin(z)))", "abs(sin(z))*exp(cos(z))", "exp(asin(cos(z)))", "min(cos(z),1/2)", "abs(sin(3*z))+exp(cos(sqrt(5)*z))",
		"abs(cos(z)-cos(pi/7))", "log(2-abs(cos(2*z)))",
	} {
		if !testlong.Turn(i, 3) {
			continue
		}
		a := cosines(t, s)
		f := eval.Compile(parse(t, s))
		const terms = 400
		a.Extend(terms)
		left := a.Lost
		if a.Lattice != nil {
			left = left.Add(a.Lattice.Mass(1, 64).MagUpper()).Add(a.Lattice.Mass(-1, 64).MagUpper())
		}
		assert.Less(t, left.Float64(), 1e-2, s)
		for _, z := range []float64{0, 0.5, 2.25, 31} {
			var sum, v, w ball.Real
			for i := range a.List {
				v.Mul(a.List[i].Omega.Ball(&w, 96), ball.NewReal(z), 96)
				v.Cos(&v, 96)
				sum.FMA(&v, &a.List[i].Weight, &sum, 96)
			}
			sum.AddRad(left)
			f.At(&v, ball.NewReal(z), 96)
			assert.NotEqual(t, ball.False, sum.Overlaps(&v), "%s at %v: %v, not %v", s, z, &sum, &v)
		}
	}
}

// TestKinksRefused: functions that are not even, not continuous, not bounded, or not analytic up to the ends of pieces.
func TestKinksRefused(t *testing.T) {
	for _, s := range []string{
		"abs(sin(z)-1/2)", "cos(z)/abs(cos(z))", "cos(z) < 0 ? 0 : 1", "1/abs(sin(z))", "sqrt(abs(sin(z)))*cos(z)", "abs(tan(z))",
		"exp(-abs(z))", "abs(sin(z))*cos(sqrt(2)*z)", "abs(cos(z)+cos(sqrt(2)*z))", "abs(sin(z))+abs(sin(sqrt(2)*z))",
		"log(abs(sin(z)))", "cos(z) < 1/2 ? cos(z) : 1/2 + (cos(z)-1/2)/1000 + 1/10^30",
		"abs(sin(z))+cos(10^9*z)",
	} {
		_, err := Cosines(parse(t, s), 128, searched)
		var e *Error
		assert.ErrorAs(t, err, &e, s)
	}
}

// TestExtend: a lattice and a longer list beside a shorter lattice are the same atoms.
func TestExtend(t *testing.T) {
	a, b := cosines(t, "exp(-acos(cos(z))^2/2)"), cosines(t, "exp(-acos(cos(z))^2/2)")
	n := a.Lattice.From
	b.Extend(n + 37)
	require.Len(t, b.List, len(a.List)+37)
	for sign := -1; sign < 2; sign += 2 {
		sum := b.Lattice.Mass(sign, 128)
		for i := n + 1; i <= n+37; i++ {
			if w := a.Lattice.Weight(i, 160); a.Lattice.Sign[i%2] == sign {
				sum.Add(sum, w.Abs(w, 160), 160)
			}
		}
		assert.NotEqual(t, ball.False, sum.Overlaps(a.Lattice.Mass(sign, 128)))
	}
	lost := b.Lost
	b.CutLattice(n + 37)
	assert.Nil(t, b.Lattice)
	assert.Greater(t, b.Lost.Float64(), lost.Float64())
}

// TestHalfPeriods: functions of |sin z| have the period π.
func TestHalfPeriods(t *testing.T) {
	for s, want := range map[string]bool{
		"abs(sin(z))": true, "sin(z)^2": true, "abs(sin(z))*cos(z)": false, "abs(tan(z))": true, "cos(2*z)": true,
		"abs(cos(z+1))": true, "abs(sin(z))+cos(3*z)": false, "abs(sin(3*z)*cos(z))": true,
	} {
		assert.Equal(t, want, invariant(parse(t, s), closed.IntNum(1)), s)
	}
}

// ofKinks has the pieces of a function, expanded on n intervals each.
func ofKinks(t *testing.T, s string, n int) *kinked {
	e := parse(t, s)
	b, ok := basesOf(e)
	require.True(t, ok)
	k := &kinked{w: b[0].w, prec: 192, of: searched}
	k.measure()
	require.NoError(t, k.cut(e))
	k.variation = make([]ball.Mag, mostParts+1)
	for i := range k.pieces {
		require.True(t, k.divide(&k.pieces[i], n, true))
	}
	return k
}
