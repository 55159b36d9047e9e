package waves

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// searched is a kernel of which the points of formulas are looked for.
var searched = breakpoints.Natural(formula.Variable())

func parse(t testing.TB, s string) *formula.Expr {
	t.Helper()
	k, err := parser.Parse(s, nil)
	require.NoError(t, err, s)
	return k.Expr()
}

func series(t testing.TB, s string, odd bool) *Atoms {
	t.Helper()
	a, err := Series(parse(t, s), odd, 128, searched)
	require.NoError(t, err, s)
	return a
}

func decimal(t testing.TB, s string) *ball.Real {
	t.Helper()
	v, err := numeral.Parse(s, 200)
	require.NoError(t, err, s)
	return v.AddRad(v.MagUpper().Mul2Exp(-95)) // 30 digits
}

// TestFarIndices: harmonics of a wave of frequency 1024 beyond number 32 have indices that int16 does not hold.
func TestFarIndices(t *testing.T) {
	a, err := Series(parse(t, "1/(11/10+cos(1024*z))+exp(cos(z))"), false, 64, searched)
	if err != nil {
		return
	}
	var sum ball.Real
	for i := range a.List {
		sum.Add(&sum, &a.List[i].Weight, 64)
		if !a.List[i].Omega.IsZero() {
			sum.Add(&sum, &a.List[i].Weight, 64)
		}
	}
	sum.AddRad(a.Lost)
	require.True(t, sum.Contains(decimal(t, "3.1944723046495214259")), "%v", &sum)
}

// TestReference: coefficients and their sums as mpmath has them, in testdata/waves.json.
func TestReference(t *testing.T) {
	testlong.Slow(t)
	b, err := os.ReadFile("../../../testdata/waves.json")
	require.NoError(t, err)
	var rows []struct {
		Formula     string
		Atoms       [][2]string
		Plus, Minus string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	require.GreaterOrEqual(t, len(rows), 15)
	for _, r := range rows {
		a := series(t, r.Formula, false)
		var norm, v, w ball.Real
		for i := range a.List {
			x := &a.List[i]
			v.Abs(&x.Weight, 128)
			if !x.Omega.IsZero() {
				v.Mul2Exp(&v, 1)
			}
			norm.Add(&norm, &v, 128)
		}
		norm.AddRad(a.Lost)
		v.Add(decimal(t, r.Plus), decimal(t, r.Minus), 128)
		assert.NotEqual(t, ball.False, norm.Overlaps(&v), "%s: %v, not %v", r.Formula, &norm, &v)
		assert.Less(t, norm.Rad().Float64(), 1e-14*norm.Nearest(), r.Formula)
		for _, atom := range r.Atoms {
			omega, want := decimal(t, atom[0]), decimal(t, atom[1])
			if !omega.ContainsZero() {
				want.Mul2Exp(want, -1)
			}
			found := false
			for i := range a.List {
				x := &a.List[i]
				if x.Omega.Ball(&w, 128).Overlaps(omega) != ball.False {
					found = true
					v.Set(&x.Weight)
					v.AddRad(a.Lost)
					assert.NotEqual(t, ball.False, v.Overlaps(want), "%s at %v: %v, not %v", r.Formula, omega, &v, want)
					assert.Less(t, x.Weight.Rad().Float64(), 1e-18, r.Formula)
				}
			}
			if !found {
				assert.LessOrEqual(t, want.MagLower().Cmp(a.Lost), 0, "%s has no atom at %v", r.Formula, omega)
			}
		}
	}
}

// TestValues: the series adds up to the function, to what it leaves out.
func TestValues(t *testing.T) {
	testlong.Slow(t)
	for s, odd := range map[string]bool{
		"exp(-2*sin(pi*z)^2)*cos(z)": false, "sin(cos(z)+sin(sqrt(2)*z)^2)": false, "sin(sin(z)+sin(sqrt(2)*z))": true,
		"sin(z)/(5/4-cos(z))": true, "cosh(cos(z+pi)+1)*(1+cos(3*z))^3": false, "(9+cos(z)*cos(pi*z))^(-2)": false,
		"log(9-cos(z)-cos(sqrt(3)*z))": false, "(9+cos(z)+cos(sqrt(2)*z))^(7/3)": false,
		"tanh(cos(z))*cos(sqrt(2)*z)": false, "erf(cos(3*z))": false, "exp(sin(z)*sin(2*z))": false,
		"exp((cos(z)+cos(sqrt(2)*z)+cos(sqrt(3)*z))/20)": false, "-exp(cos(z))/(2+cos(z/2))": false,
		"exp(-30+30*cos(z))": false, "1/(cos(z)-cos(sqrt(2)*z)-9)": false, "sqrt(3-cos(z)-cos(z/7))": false,
	} {
		e := parse(t, s)
		a := series(t, s, odd)
		assert.Less(t, a.Lost.Float64(), 1e-11, s)
		for _, z := range []float64{0, 0.5, 2.25, 31} {
			x := ball.NewReal(z)
			var sum, v, w ball.Real
			for i := range a.List {
				p := &a.List[i]
				v.Mul(p.Omega.Ball(&w, 160), x, 160)
				factor := int64(2)
				switch {
				case odd: // c_ω = i·weight: i w e^{iωx} and its conjugate
					v.Sin(&v, 160)
					factor = -2
				case p.Omega.IsZero():
					v.Cos(&v, 160)
					factor = 1
				default:
					v.Cos(&v, 160)
				}
				v.Mul(&v, &p.Weight, 160)
				sum.Add(&sum, v.MulInt64(&v, factor, 160), 160)
			}
			sum.AddRad(a.Lost)
			eval.Compile(e).At(&v, x, 160)
			assert.NotEqual(t, ball.False, sum.Overlaps(&v), "%s at %v: %v, not %v", s, z, &sum, &v)
			assert.Less(t, sum.Rad().Float64(), 1e-11, s)
		}
	}
}

// TestRefused: what is no such series, or not seen to be one, is refused.
func TestRefused(t *testing.T) {
	for s, odd := range map[string]bool{
		"exp(-z)": false, "z*cos(z)": false, "exp(sin(z))": false, "sin(cos(z))": true, "cos(z^2)": false,
		"cos(z/exp(1)*0)": false, "1/cos(z)": false, "tan(z)^2": false, "abs(z)": false, "exp(cos(z)+z)": false,
		"1/(1+cos(z)+cos(sqrt(2)*z))": false, "exp(500*cos(z)+cos(pi*z))": false, "1": false,
		"(2+cos(z))^cos(sqrt(2)*z)": false,
	} {
		_, err := Series(parse(t, s), odd, 128, searched)
		var e *Error
		assert.ErrorAs(t, err, &e, s)
	}
}

// TestOneFrequency: what belongs to one frequency is one atom, although other waves give it.
func TestOneFrequency(t *testing.T) {
	a := series(t, "exp((cos(z)+cos(sqrt(2)*z)+cos((1+sqrt(2))*z))/20)", false)
	seen := math.Inf(-1)
	for i := range a.List {
		w := a.List[i].Omega.Float64()
		assert.Greater(t, w, seen+1e-9)
		seen = w
	}
	unknown := closed.ExprNum(parse(t, "sqrt(2)-sqrt(2)"))
	m := &Atoms{List: []Atom{{Omega: closed.IntNum(0), Weight: *ball.NewReal(1)}, {Omega: unknown, Weight: *ball.NewReal(2)}}}
	require.NoError(t, m.Merge())
	assert.Len(t, m.List, 1)
	assert.Equal(t, 3.0, m.List[0].Weight.Nearest())
}

// TestOff: what a series leaves out has weights at listed frequencies, too. The coefficient at 0 of this function is known by
// a double integral, (1/2π)∫ ((5+cos x+cos 2x)²−1)^{−1/2} dx, as mpmath has it.
func TestOff(t *testing.T) {
	t.Parallel()
	a := series(t, "1/(5+cos(z)+cos(2*z)+cos(sqrt(2)*z))", false)
	want := decimal(t, "0.2124696724518596142318738076614071339206")
	require.True(t, a.List[0].Omega.IsZero())
	var v ball.Real
	v.Set(&a.List[0].Weight)
	assert.NotEqual(t, ball.True, v.Contains(want), "the ball alone is that of what was added up")
	v.AddRad(a.Off)
	assert.NotEqual(t, ball.False, v.Overlaps(want), "%v ± %v", &a.List[0].Weight, a.Off)
	assert.Less(t, a.Off.Float64(), 1e-15)
}
