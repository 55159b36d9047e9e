package constant

import (
	"math"
	"math/big"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	_ "krein/internal/testlong"
)

func exponentOf(t require.TestingT, text string) Exponent {
	c, err := Parse(text)
	require.NoError(t, err)
	e, err := ExponentOf(c)
	require.NoError(t, err, text)
	return e
}

// TestExponentDisguised: rationals in disguise are rationals, or equal to them, and what is too close to tell is no
// exponent.
func TestExponentDisguised(t *testing.T) {
	two := IntExponent(2)
	for _, text := range []string{"2", "sqrt(2)*sqrt(2)", "log(e^2)", "sqrt(5+2*sqrt(6))-sqrt(3)-sqrt(2)+2",
		"log(4)/log(2)",
		"4*cos(pi/3)", "2*gamma(1/2)^2/pi"} {
		e := exponentOf(t, text)
		n, whole := e.Int()
		assert.True(t, whole && n == 2 && e.IsEven() && e.CmpHalf(4) == 0, text)
		c, known := e.Cmp(two)
		assert.True(t, c == 0 && known == ball.True, text)
	}
	for _, row := range []struct {
		text  string
		above bool // 2
	}{{"sqrt(2)*sqrt(2)+1/10^40", true}, {"2+sqrt(2)/10^30", true}, {"2-pi/10^200", false}, {"sqrt(3)", false},
		{"e", true}, {"-e", false},
		{"exp(pi*sqrt(163))-262537412640768741-1", false}} { // 262537412640768743.99999999999925…
		e := exponentOf(t, row.text)
		_, whole := e.Int()
		assert.False(t, whole || e.IsEven(), row.text)
		assert.Equal(t, row.above, e.CmpHalf(4) > 0, row.text)
		c, known := e.Cmp(two)
		assert.True(t, known == ball.True && c != 0 && c > 0 == row.above, row.text)
	}
	tiny := exponentOf(t, "sqrt(2)/10^12")
	assert.Equal(t, []int{1, -1}, []int{tiny.Sign(), tiny.Neg().Sign()})
	for text, why := range map[string]string{"2+(sin(1e-700)-1e-700)": "whether the exponent", "e^20": "too large",
		"1/2-(sin(1e-700)-1e-700)": "1/2 is not decided",
		"1000+1/2^32":              "too many digits", "1000+1/2^32+sqrt(5+2*sqrt(6))-sqrt(3)-sqrt(2)": "too many digits"} {
		c, err := Parse(text)
		require.NoError(t, err)
		_, err = ExponentOf(c)
		assert.ErrorContains(t, err, why, text)
	}
}

// TestExponentFar compares a constant with rationals far beyond it.
func TestExponentFar(t *testing.T) {
	root := asExponent(mustConst(t, "sqrt(2)"))
	for _, n := range []int64{1 << 21, 1<<62 + 1<<35, math.MaxInt64} { // twice the last ones has more than 63 bits
		for _, d := range []int64{1, 2} {
			far := Exponent{q: exponent.Exponent{N: n | 1, D: d}}
			assert.Equal(t, -1, CmpExponents(root, far), far)
			assert.Equal(t, 1, CmpExponents(far, root), far)
			assert.Equal(t, 1, CmpExponents(root, far.Neg()), far)
		}
	}
}

// TestExponentArithmetic compares with balls.
func TestExponentArithmetic(t *testing.T) {
	texts := []string{"1", "0", "-3/2", "sqrt(2)", "pi", "-pi/2", "e/3", "sqrt(2)/2", "7/5", "1/3-sqrt(2)",
		"1/1000000000000000000000003"}
	rapid.Check(t, func(rt *rapid.T) {
		a, b := exponentOf(rt, rapid.SampledFrom(texts).Draw(rt, "a")), exponentOf(rt, rapid.SampledFrom(texts).Draw(rt, "b"))
		x, y := a.Value().Ball(nil, 200), b.Value().Ball(nil, 200)
		var want, half ball.Real
		overlaps := func(e Exponent) {
			if e.Value().Ball(nil, 200).Overlaps(&want) != ball.True {
				rt.Fatalf("%s, %s: %s", a, b, e)
			}
			if f := e.Float(); want.Nearest() < f-1e-9 || want.Nearest() > f+1e-9 {
				rt.Fatalf("%s: %v", e, f)
			}
			if f, _ := new(big.Float).SetInt64(e.Floor()).Float64(); f > want.Nearest()+1e-9 || f < want.Nearest()-1-1e-9 {
				rt.Fatalf("⌊%s⌋ = %v", e, f)
			}
		}
		want.Add(x, y, 200)
		overlaps(a.Add(b))
		want.Sub(x, y, 200)
		overlaps(a.Sub(b))
		want.Mul(x, y, 200)
		overlaps(a.Mul(b))
		if c, known := a.Cmp(b); known == ball.True && c != 0 {
			if s, _ := half.Sub(x, y, 200).Sign(); s != c {
				rt.Fatalf("%s ? %s: %d", a, b, c)
			}
		}
		n := rapid.Int64Range(-8, 8).Draw(rt, "n")
		if s, known := half.Sub(x, half.SetRat(big.NewRat(n, 2), 200), 200).Sign(); known == ball.True && s != a.CmpHalf(n) {
			rt.Fatalf("%s ? %d/2", a, n)
		}
		if a.Sign() > 0 && b.Sign() > 0 {
			k := a.StepsTo(b, 100)
			if k < 100 && CmpExponents(b.Times(int64(k)), a) < 0 || k > 1 && k < 100 &&
				CmpExponents(b.Times(int64(k-1)), a) >= 0 {
				rt.Fatalf("steps(%v, %v) = %d", a, b, k)
			}
		}
	})
}

// TestSameFormPowers: powers with irrational exponents of what varies.
func TestSameFormPowers(t *testing.T) {
	power := func(slope int64, exponent string) *formula.Expr { // (1 − slope·z)^exponent
		p, ok := exponentOf(t, exponent).Value().Expr()
		require.True(t, ok)
		return formula.Pow(formula.Sub(formula.Int(1), formula.Mul(formula.Int(slope), formula.Variable())), p)
	}
	assert.True(t, SameForm(power(1, "pi/2"), formula.Div(formula.Mul(power(1, "pi/2"), formula.Int(2)), formula.Int(2))))
	assert.True(t, SameForm(formula.Mul(power(1, "sqrt(2)"), power(1, "sqrt(3)")), power(1, "sqrt(2)+sqrt(3)")))
	assert.False(t, SameForm(power(1, "pi/2"), power(1, "e/2")))
	assert.False(t, SameForm(power(1, "pi/2"), power(2, "pi/2")))
}

// overExponent is an exponent with a parameter p, lo < p < hi.
func overExponent(t require.TestingT, lo, hi *big.Rat, of func(p Value) Value) Exponent {
	p, err := New(formula.Parameter(&formula.Range{Name: "p", Lo: lo, Hi: hi, OpenLo: true, OpenHi: true}))
	require.NoError(t, err)
	e, err := ExponentOf(of(p))
	require.NoError(t, err)
	return e
}

// TestExponentOver: comparisons of exponents with a parameter are those of all its values, and panic where these differ.
func TestExponentOver(t *testing.T) {
	type outcome struct {
		value any
		known bool
	}
	rapid.Check(t, func(t *rapid.T) {
		lo := big.NewRat(int64(rapid.IntRange(-20, 20).Draw(t, "lo")), 4)
		hi := new(big.Rat).Add(lo, big.NewRat(int64(rapid.IntRange(1, 12).Draw(t, "width")), 4))
		scale, shift := big.NewRat(int64(rapid.SampledFrom([]int{-3, -1, 1, 2}).Draw(t, "scale")), 2), big.NewRat(int64(rapid.IntRange(-3, 3).Draw(t, "shift")), 2)
		of := func(p Value) Value { return p.Scale(scale).Add(Rat(shift)) }
		half := int64(rapid.IntRange(-8, 8).Draw(t, "half"))
		asked := map[string]func(e Exponent) any{
			"sign":  func(e Exponent) any { return e.Sign() },
			"half":  func(e Exponent) any { return e.CmpHalf(half) },
			"even":  func(e Exponent) any { return e.IsEven() },
			"floor": func(e Exponent) any { return e.Floor() },
			"whole": func(e Exponent) any { _, whole := e.Int(); return whole },
			"twice": func(e Exponent) any { return CmpExponents(e.Add(e), e) },
			"minus": func(e Exponent) any { return e.Neg().Floor() },
		}
		over := overExponent(t, lo, hi, of)
		for name, ask := range asked {
			got := func() (out outcome) {
				out.known = true
				var err error
				defer func() { out.known = out.known && err == nil }()
				defer fail.Catch(&err)
				out.value = ask(over)
				return out
			}()
			width := new(big.Rat).Sub(hi, lo)
			for n := int64(1); n < 48; n++ { // 48ths of the interval: its points at quarters and halves among them
				v := new(big.Rat).Add(lo, new(big.Rat).Mul(width, big.NewRat(n, 48)))
				e, err := ExponentOf(of(Rat(v)))
				require.NoError(t, err)
				if got.known {
					require.Equal(t, ask(e), got.value, "%s of %s at %s", name, over, v.RatString())
				}
			}
		}
	})
	// what is decided for intervals between multiples of a half is decided
	between := overExponent(t, big.NewRat(1, 1), big.NewRat(3, 2), func(p Value) Value { return p })
	_, whole := between.Int()
	assert.Equal(t, []any{1, int64(1), false, false, 3}, []any{between.Sign(), between.Floor(), between.IsEven(), whole,
		IntExponent(3).StepsTo(between, 10)})
}

// TestExponentTooLarge: an exponent of 10^(4·10^8) is refused by its size; no number of that many digits is written out.
func TestExponentTooLarge(t *testing.T) {
	p, err := New(formula.Parameter(&formula.Range{Name: "p", Lo: big.NewRat(1, 1), Hi: big.NewRat(2, 1)}))
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = ExponentOf(constExp(p.Add(Int(1_000_000_000))))
	runtime.ReadMemStats(&after)
	require.ErrorContains(t, err, "too large")
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}

// TestPowerOfSize: a bound that does not fit into 63 bits is an error, and not one that wrapped around.
func TestPowerOfSize(t *testing.T) {
	const n, d = 1<<39 + 1, 1 << 39
	s := algebraicSize{house: (1<<63 - 1) / n}
	require.Error(t, fail.Doubt(func() { s.power(exponent.Exponent{N: n, D: d}, 1) }))
	s.house /= 2
	assert.Equal(t, algebraicSize{house: s.house + 1}, s.power(exponent.Exponent{N: n, D: d}, 1))
}

// TestGammaOver: between two poles Γ has one sign, and at one of them none.
func TestGammaOver(t *testing.T) {
	for _, row := range []struct {
		lo, hi int64 // in halves
		sign   int
	}{{0, 3, 1}, {-1, 0, -1}, {-2, 0, -1}, {-4, -2, 1}, {-3, -2, 1}, {-6, -4, -1}, {-3, -1, 0}, {-1, 1, 0}, {-5, -3, 0}} {
		p, err := New(formula.Parameter(&formula.Range{Name: "p", Lo: big.NewRat(row.lo, 2), Hi: big.NewRat(row.hi, 2), OpenLo: true, OpenHi: true}))
		require.NoError(t, err)
		var g Value
		sign, ok := fail.Attempt(func() (int, bool) {
			g = constGamma(p)
			s, known := g.Sign()
			return s, known == ball.True
		})
		assert.Equal(t, row.sign != 0, ok, "%v", row)
		if ok {
			assert.Equal(t, row.sign, sign, "%v", row)
		}
	}
}
