package enclose

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/kernel"
)

func masses(t *testing.T, formula string, dim int, set *MassSettings) *Masses {
	t.Helper()
	start := time.Now()
	m, err := EncloseMasses(context.Background(), parse(t, formula), dim, set)
	require.NoError(t, err, "%s, d = %d", formula, dim)
	t.Logf("%s, d = %d: %v, %v, width %.2g, %d panels, %v", formula, dim, m.Plus, m.Minus, m.Width, m.Panels, time.Since(start).Round(time.Millisecond))
	// the Jordan identity
	var v ball.Real
	v.Sub(m.Plus, m.Minus, 200)
	assert.NotEqual(t, ball.False, v.Overlaps(m.KernelAtZero), "%s, d = %d", formula, dim)
	return m
}

// near requires that x contains a number given to some digits, and no more than that is needed.
func near(t *testing.T, x *ball.Real, decimal string, digits int, msg string) {
	t.Helper()
	var want ball.Real
	_, err := want.SetString(decimal, 200)
	require.NoError(t, err)
	want.AddRad(ball.MagFloat64(math.Pow10(-digits)))
	assert.NotEqual(t, ball.False, x.Overlaps(&want), "%s: %v does not contain %s", msg, x, decimal)
}

type massRow struct {
	Formula     string
	Dim         int
	Plus, Minus string
	Digits      int
}

func massRows(t *testing.T) (rows []massRow) {
	b, err := os.ReadFile("../../testdata/masses.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &rows))
	require.NotEmpty(t, rows)
	return rows
}

// TestMasses compares with independent values: sums over the zeros by mpmath.
func TestMasses(t *testing.T) {
	t.Parallel()
	for _, r := range massRows(t) {
		m := masses(t, r.Formula, r.Dim, nil)
		name := fmt.Sprintf("%s, d = %d", r.Formula, r.Dim)
		assert.True(t, m.Met, name)
		assert.LessOrEqual(t, m.Width, 1e-10, name)
		require.GreaterOrEqual(t, r.Digits, 11, name)
		near(t, m.Plus, r.Plus, r.Digits, name)
		near(t, m.Minus, r.Minus, r.Digits, name)
		require.NotEmpty(t, m.Changes, name)
		for i, c := range m.Changes {
			assert.True(t, c.Single, name)
			assert.Negative(t, c.Below*c.Above, name)
			var v ball.Real // the density changes its sign there
			_, err := density(t, r.Formula, r.Dim).At(context.Background(), &v, c.Omega, 64)
			require.NoError(t, err)
			assert.True(t, v.ContainsZero(), "%s: change %d at %v", name, i, c.Omega)
			if i > 8 {
				break
			}
		}
	}
}

// TestMassesSonine: (1−z²/R²)^α.
func TestMassesSonine(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../testdata/profile_masses.json")
	require.NoError(t, err)
	var rows []struct {
		Dim                 int
		Alpha, Radius       float64
		Plus, Minus, Defect float64
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	for _, r := range rows {
		if r.Dim > 8 || r.Alpha == 1 {
			continue // those take half a minute, as the expansion at infinity holds late; these are in TestMasses
		}
		formula := fmt.Sprintf("z < %v ? (1 - z^2/%v)^(%v) : 0", r.Radius, r.Radius*r.Radius, new(big.Rat).SetFloat64(r.Alpha).RatString())
		m := masses(t, formula, r.Dim, nil)
		assert.True(t, m.Met, formula)
		near(t, m.Plus, fmt.Sprint(r.Plus), 14, formula)
		near(t, m.Minus, fmt.Sprint(r.Minus), 14, formula)
	}
}

// TestArcs: the power series and the expansions at infinity of kernels with arccos agree with quadrature.
func TestArcs(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
	}{
		{"z < 2 ? acos(z^2/2-1)/pi : 0", 1},
		{"z < 2 ? (2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 3},
		{"z < 2 ? (2-z^2)/pi*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 2},
		{"z < 3 ? acos(z/3)*(1+z^2) - z^3*sqrt(1-z^2/9) + sqrt(9-z^2)^3 : 0", 4},
	} {
		name := fmt.Sprintf("%s, d = %d", c.formula, c.dim)
		p := density(t, c.formula, c.dim)
		s := newArcSigner(p, 128, 1)
		require.NotNil(t, s, name)
		require.True(t, s.prepare(200))
		r := s.arc.r.Float64()
		for _, x := range []float64{13, 26, 130} { // ωR
			w := ball.NewReal(x / r)
			var want, got, f ball.Real
			_, err := p.At(context.Background(), &want, w, 64)
			require.NoError(t, err)
			prefactor(&f, w, c.dim, 128)
			check := func(v *ball.Real, bits int64, how string) {
				v.Mul(v, &f, 128)
				assert.NotEqual(t, ball.False, v.Overlaps(&want), "%s, ωR = %v, %s: %v, not %v", name, x, how, v, &want)
				assert.Greater(t, v.RelAccuracyBits(), bits, "%s, ωR = %v, %s: %v", name, x, how, v)
			}
			if x < 26 {
				var sq ball.Real
				co := make([]ball.Real, 2)
				s.arc.taylor(co, sq.Sqr(w, 128), ball.Mag{}, 128)
				check(&co[0], 80, "series")
				continue
			}
			terms, ok := s.arc.nearInfinity(w, 128)
			require.True(t, ok, name)
			tailAt(&got, terms, w, 128)
			check(&got, int64(x/6), "tail")
			// the bounds of all terms hold for larger ω too
			tailAt(&got, terms, f.MulInt64(w, 2, 128), 128)
			var twice ball.Real
			_, err = p.At(context.Background(), &want, twice.MulInt64(w, 2, 128), 64)
			require.NoError(t, err)
			prefactor(&f, &twice, c.dim, 128)
			check(&got, int64(x/6), "tail beyond")
		}
	}
	// the bound at 0 is that of fractional ends
	for n := 1; n < 12; n += 5 {
		var v, w ball.Real
		q := endPower{c: intNum(1), p: big.NewRat(2, 1), delta: big.NewRat(1, 2)}
		cuspBound(&v, n+2, 3, 64)
		v.Mul(&v, w.SetRat(binomialOf(q.delta, n), 64), 64)
		want := q.cuspRemainder(intNum(1), 3, n, 64)
		assert.InEpsilon(t, want.Float64(), v.MagUpper().Float64(), 1e-6)
	}
	for _, formula := range []string{"z < 2 ? z*acos(z/2) : 0", "z < 2 ? acos(z/2)^2 : 0", "z < 2 ? acos(z/2)*sqrt(4-z^2) : 0"} {
		assert.Nil(t, newArcSigner(density(t, formula, 3), 128, 1), formula)
	}
}

// TestMassesKnown: the rows of the truth table. Positive definite kernels have ‖m₋‖ = 0 exactly, infinite masses are never enclosed, and all others are in
// TestMasses.
func TestMassesKnown(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../testdata/known.json")
	require.NoError(t, err)
	var table struct {
		Rows []struct {
			Formula string
			Dim     int
			Expect  map[string]bool
		}
	}
	require.NoError(t, json.Unmarshal(b, &table))
	require.NotEmpty(t, table.Rows)
	for _, r := range table.Rows {
		name := fmt.Sprintf("%s, d = %d", r.Formula, r.Dim)
		switch {
		case r.Expect["pd"]:
			m := masses(t, r.Formula, r.Dim, nil)
			assert.Equal(t, BySign, m.Method, name)
			assert.True(t, m.Minus.IsZero() && m.Met, "%s: %v", name, m.Minus)
			k0, err := kernel.Eval(parse(t, r.Formula).Expr(), 0, kernel.Float64{})
			require.NoError(t, err)
			assert.True(t, m.Plus.ContainsRat(new(big.Rat).SetFloat64(k0)), "%s: %v", name, m.Plus)
		case !r.Expect["finite-mass"]:
			_, err := EncloseMasses(context.Background(), parse(t, r.Formula), r.Dim, nil)
			var why *MassError
			var not *NotEnclosedError
			assert.True(t, errors.As(err, &why) || errors.As(err, &not), "%s: %v", name, err)
		default:
			assert.True(t, slices.ContainsFunc(massRows(t), func(q massRow) bool { return q.Formula == r.Formula && q.Dim == r.Dim }), name)
		}
	}
}

// TestExps: the power series and the expansions at infinity of c exp(−az^β) agree with quadrature.
func TestExps(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		top     float64 // the highest frequency
	}{
		{"exp(-z^3)", 1, 14},
		{"exp(-2*z^(5/2))*3/pi", 4, 12},
		{"-exp(-z^(3/2))", 3, 3},
		{"exp(-z^4)", 2, 10},
	} {
		name := fmt.Sprintf("%s, d = %d", c.formula, c.dim)
		k := parse(t, c.formula)
		own := newExpGroups(k, c.dim)
		require.Len(t, own, 1, name)
		s := newExpSigner(c.dim, own, 128, 1)
		require.True(t, s.prepare(c.top*c.top), name)
		p := density(t, c.formula, c.dim)
		for _, x := range []float64{0.5, c.top} {
			var want, series, tail, f ball.Real
			w := ball.NewReal(x)
			_, err := p.At(context.Background(), &want, w, 48)
			require.NoError(t, err)
			prefactor(&f, w, c.dim, 128)
			co := make([]ball.Real, 2)
			s.taylor(own, co, x*x, x*x)
			series.Mul(&co[0], &f, 128)
			assert.NotEqual(t, ball.False, series.Overlaps(&want), "%s, ω = %v: %v, not %v", name, x, &series, &want)
			assert.Greater(t, series.RelAccuracyBits(), int64(40), "%s, ω = %v: %v", name, x, &series)
			terms, ok := own[0].nearInfinity(w, 128)
			require.True(t, ok, name)
			for i := range 2 {
				tailAt(&tail, terms, w, 128)
				tail.Mul(&tail, &f, 128)
				assert.NotEqual(t, ball.False, tail.Overlaps(&want), "%s, ω = %v: %v, not %v", name, w, &tail, &want)
				if i == 1 {
					break
				}
				// the terms hold beyond
				w.MulInt64(w, 2, 128)
				_, err := p.At(context.Background(), &want, w, 48)
				require.NoError(t, err)
				prefactor(&f, w, c.dim, 128)
			}
		}
	}
	terms, _ := newExpGroups(parse(t, "exp(-z^3)"), 1)[0].nearInfinity(ball.NewReal(60), 128)
	var v ball.Real
	tailAt(&v, terms, ball.NewReal(60), 128)
	assert.Greater(t, v.RelAccuracyBits(), int64(20))
	for _, formula := range []string{"exp(-z)", "exp(-z^3)*z", "exp(z^3-2*z^4)", "1/(1+z^2)", "exp(-z^3) + exp(-z)", "z < 1 ? exp(-z^3) : 0"} {
		assert.Nil(t, newExpGroups(parse(t, formula), 1), formula)
	}
	m := masses(t, "exp(-z^3) - exp(-z^4/2)/3 + 1/4", 2, nil)
	assert.True(t, m.Met)
	assert.True(t, m.Origin.ContainsRat(big.NewRat(1, 4)))
}

func TestMassesAtoms(t *testing.T) {
	m := masses(t, "2 + exp(-z)", 3, nil)
	assert.True(t, m.Plus.ContainsInt64(3) && m.Plus.IsExact() && m.Minus.IsZero())
	assert.True(t, m.Origin.ContainsInt64(2) && m.PlusAtoms.ContainsInt64(2) && m.MinusAtoms.IsZero())
	m = masses(t, "exp(-z) - cos(2*z)/3", 1, nil)
	assert.True(t, m.Plus.ContainsInt64(1) && m.Minus.ContainsRat(big.NewRat(1, 3)) && m.Total.ContainsRat(big.NewRat(4, 3)))
	assert.True(t, m.Origin.IsZero() && m.Met)
	m = masses(t, "exp(-z^2/2) - 0.5*exp(-z^2/8) - 1", 2, nil)
	near(t, m.Minus, "1.095275394488074803", 17, "an atom besides")
}

// TestMassesNegative: densities that are nowhere positive.
func TestMassesNegative(t *testing.T) {
	m := masses(t, "-exp(-z)", 3, nil)
	assert.True(t, m.Plus.IsZero() && m.Minus.ContainsInt64(1) && m.Met)
	m = masses(t, "0.5*exp(-z^2/8) - exp(-z^2/2)", 1, nil)
	assert.True(t, m.Plus.IsZero() && m.Minus.ContainsRat(big.NewRat(1, 2)) && m.Met)
}

func TestMassesMoments(t *testing.T) {
	t.Parallel()
	set := &MassSettings{Moments: true}
	m := masses(t, "exp(-z^2/2)", 3, set) // chi with 3 degrees of freedom
	near(t, m.PlusMoments[0], "1.5957691216057307", 16, "mean")
	near(t, m.PlusMoments[1], "3", 30, "second moment")
	assert.Less(t, relativeWidth(m.PlusMoments[1]), 1e-9)
	assert.True(t, m.MinusMoments[0].IsZero())
	m = masses(t, "(1+z)*exp(-z)", 3, set) // 16/π ω²/(1+ω²)³: 4/π and 3
	near(t, m.PlusMoments[0], "1.2732395447351627", 16, "mean")
	near(t, m.PlusMoments[1], "3", 30, "second moment")
	assert.Less(t, relativeWidth(m.PlusMoments[0]), 1e-9)
	m = masses(t, "exp(-z)", 3, set)
	assert.Nil(t, m.PlusMoments[0])
	// ∫ω² dm = −d k''(0), with k''(0) = −1 + 1/8
	m = masses(t, "exp(-z^2/2) - 0.5*exp(-z^2/8)", 2, set)
	var v ball.Real
	v.Sub(m.PlusMoments[1], m.MinusMoments[1], 128)
	near(t, &v, "1.75", 30, "difference of the second moments")
	assert.Less(t, v.Rad().Float64(), 1e-9)
	// k = 1 − z³ + …: k''(0) = 0
	m = masses(t, "exp(-z^3)", 3, set)
	require.NotNil(t, m.PlusMoments[1])
	v.Sub(m.PlusMoments[1], m.MinusMoments[1], 128)
	near(t, &v, "0", 30, "difference of the second moments")
	assert.Less(t, v.Rad().Float64(), 1e-8)
	// with waves: (1−z²)³ in d = 1, k''(0) = −6
	m = masses(t, "z < 1 ? (1-z^2)^3 : 0", 1, set)
	require.NotNil(t, m.PlusMoments[1])
	v.Sub(m.PlusMoments[1], m.MinusMoments[1], 128)
	near(t, &v, "6", 30, "difference of the second moments")
	assert.Less(t, v.Rad().Float64(), 1e-6)
}

func TestMassesErrors(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, c := range []struct {
		formula string
		dim     int
		because string
	}{
		{"z < 1 ? 1 - z : 0", 3, "infinite"},
		{"z < 1 ? 1 - z : (z < 3/2 ? (2*z-2)/10 : (z < 2 ? (4-2*z)/10 : 0))", 3, "several frequencies"},
		{"exp(-z^3)", 1, "no expansion with a remainder"},
		{"z < 2 ? acos(z^2/2-1)/pi : 0", 2, "infinite"},
	} {
		_, err := density(t, c.formula, c.dim).Masses(ctx, nil)
		var why *MassError
		require.ErrorAs(t, err, &why, c.formula)
		assert.Contains(t, why.Because, c.because, c.formula)
	}
	// several breakpoints: a wide enclosure. The density is 2/(πω²) times 1 − cos ω + (cos ω − 2 cos 3ω/2 + cos 2ω)/5.
	m := masses(t, "z < 1 ? 1 - z : (z < 3/2 ? (2*z-2)/10 : (z < 2 ? (4-2*z)/10 : 0))", 1, nil)
	assert.False(t, m.Met)
	assert.Equal(t, ByBoundedTail, m.Method)
	assert.Less(t, m.Total.Rad().Float64(), 0.05)
	sum, cells := 0.0, 400000
	for i := range cells {
		w := (float64(i) + 0.5) * 4 * math.Pi * 50 / float64(cells)
		if v := 2 / (math.Pi * w * w) * (1 - math.Cos(w) + (math.Cos(w)-2*math.Cos(1.5*w)+math.Cos(2*w))/5); v < 0 {
			sum -= v * 4 * math.Pi * 50 / float64(cells)
		}
	}
	near(t, m.Minus, fmt.Sprint(sum), 5, "several breakpoints")
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err := density(t, "exp(-z^2/2) - exp(-z^2/200)", 16).Masses(done, nil)
	assert.ErrorIs(t, err, context.Canceled)
	// a budget that is too small is told, and the enclosure holds
	m = masses(t, "exp(-z)*cos(z)", 3, &MassSettings{Panels: 1, Tol: 1e-13})
	near(t, m.Minus, "0.031750346996815902", 17, "small budget")
}

// TestHurwitz: ζ(2, 1) = π²/6, ζ(s, a) − ζ(s, a+1) = a^{−s} and ζ(s, a) + ζ(s, a+½) = 2^s ζ(s, 2a).
func TestHurwitz(t *testing.T) {
	var v, w ball.Real
	hurwitz(&v, big.NewRat(2, 1), ball.NewReal(1), 128)
	w.Pi(128)
	w.Sqr(&w, 128)
	w.QuoInt64(&w, 6, 128)
	assert.NotEqual(t, ball.False, v.Overlaps(&w))
	assert.Greater(t, v.RelAccuracyBits(), int64(110))
	rapid.Check(t, func(t *rapid.T) {
		s := big.NewRat(rapid.Int64Range(9, 200).Draw(t, "8s"), 8)
		a := ball.NewReal(rapid.Float64Range(0.01, 200).Draw(t, "a"))
		var v, w, x, b ball.Real
		hurwitz(&v, s, a, 128)
		hurwitz(&w, s, b.AddInt64(a, 1, 128), 128)
		w.Add(&w, x.PowRat(a, new(big.Rat).Neg(s), 128), 128)
		assert.NotEqual(t, ball.False, v.Overlaps(&w))
		hurwitz(&w, s, b.Add(a, ball.NewReal(0.5), 128), 128)
		v.Add(&v, &w, 128)
		hurwitz(&w, s, b.Mul2Exp(a, 1), 128)
		w.Mul(&w, x.PowRat(ball.NewReal(2), s, 128), 128)
		assert.NotEqual(t, ball.False, v.Overlaps(&w))
		assert.Greater(t, w.RelAccuracyBits(), int64(90))
	})
}
