package bigfn

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // a fixed seed
)

// goldens are the values of testdata/bigfn.json (mpmath, 110 digits).
type goldens struct {
	Const       map[string]string
	GammaTaylor []struct {
		X string
		C []string
	}
	Values []struct{ F, Nu, X, Y string }
}

func load(t *testing.T) goldens {
	t.Helper()
	b, err := os.ReadFile("../../testdata/bigfn.json")
	require.NoError(t, err)
	var g goldens
	require.NoError(t, json.Unmarshal(b, &g))
	return g
}

func rat(t *testing.T, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	require.True(t, ok, s)
	return r
}

func dec(t *testing.T, s string) *big.Float {
	t.Helper()
	f, _, err := big.ParseFloat(s, 10, 400, big.ToNearestEven)
	require.NoError(t, err, s)
	return f
}

// bitsOff returns log2 of the relative error, −1e9 for none.
func bitsOff(got, want *big.Float) int {
	d := new(big.Float).SetPrec(500).Sub(got, want)
	if d.Sign() == 0 {
		return -1e9
	}
	return exponent(d) - exponent(want)
}

func call(f string, nu *big.Rat, x *big.Float, p uint) (*big.Float, error) {
	pick := func(s, c *big.Float, err error) func(bool) (*big.Float, error) {
		return func(first bool) (*big.Float, error) {
			if first {
				return s, err
			}
			return c, err
		}
	}
	switch f {
	case "exp":
		return Exp(x, p)
	case "log":
		return Log(x, p)
	case "sin", "cos":
		return pick(SinCos(x, p))(f == "sin")
	case "tan":
		return Tan(x, p)
	case "atan":
		return Atan(x, p), nil
	case "asin":
		return Asin(x, p)
	case "acos":
		return Acos(x, p)
	case "sinh", "cosh":
		return pick(SinhCosh(x, p))(f == "sinh")
	case "tanh":
		return Tanh(x, p)
	case "erf":
		return Erf(x, p)
	case "erfc":
		return Erfc(x, p)
	case "gamma":
		return Gamma(x, p)
	case "besselj":
		return BesselJ(nu, x, p)
	case "besseli":
		return BesselI(nu, x, p)
	case "besselk":
		return BesselK(nu, x, p)
	}
	return nil, fmt.Errorf("no function %q", f)
}

func TestGoldens(t *testing.T) {
	g := load(t)
	require.Greater(t, len(g.Values), 300)
	worst := map[string]int{}
	for _, v := range g.Values {
		x := new(big.Float).SetPrec(300).SetRat(rat(t, v.X))
		var nu *big.Rat
		if v.Nu != "" {
			nu = rat(t, v.Nu)
		}
		want := dec(t, v.Y)
		for _, p := range []uint{64, 200, 320} {
			got, err := call(v.F, nu, x, p)
			require.NoError(t, err, "%v", v)
			require.Equal(t, p, got.Prec(), "%v", v)
			off := bitsOff(got, want)
			assert.LessOrEqual(t, off, -int(p)+3, "%s(%s %s) at %d bits: %g want %g", v.F, v.Nu, v.X, p, got, want)
			if p == 320 {
				if w, ok := worst[v.F]; !ok || off > w {
					worst[v.F] = off
				}
			}
		}
	}
	t.Log("worst relative error at 320 bits, in bits:", worst)
}

func TestConstants(t *testing.T) {
	g := load(t)
	for name, f := range map[string]func(uint) *big.Float{"pi": Pi, "ln2": Ln2, "euler": EulerGamma, "e": E} {
		for _, p := range []uint{64, 340} {
			assert.LessOrEqual(t, bitsOff(f(p), dec(t, g.Const[name])), -int(p)+2, name)
		}
	}
	v := Pi(100)
	v.SetInt64(7)
	assert.NotZero(t, Pi(100).Cmp(v), "results are not shared")
}

func TestGammaTaylor(t *testing.T) {
	for _, r := range load(t).GammaTaylor {
		got, err := GammaTaylor(new(big.Float).SetPrec(100).SetRat(rat(t, r.X)), len(r.C)-1, 320)
		require.NoError(t, err)
		for k, c := range r.C {
			assert.LessOrEqual(t, bitsOff(got[k], dec(t, c)), -310, "Γ Taylor at %s, %d", r.X, k)
		}
	}
}

func TestBernoulli(t *testing.T) {
	for k, want := range []string{"1", "1/6", "-1/30", "1/42", "-1/30", "5/66", "-691/2730"} {
		assert.Equal(t, want, Bernoulli(k).RatString())
	}
	assert.Equal(t, "-94598037819122125295227433069493721872702841533066936133385696204311395415197247711/33330", Bernoulli(50).RatString())
}

func TestRefusals(t *testing.T) {
	big40 := new(big.Float).SetMantExp(big.NewFloat(1), 40)
	huge := new(big.Float).SetMantExp(big.NewFloat(1), 9000)
	one := big.NewFloat(1)
	minus := big.NewFloat(-1)
	two := big.NewFloat(2)
	for _, c := range []struct {
		f  string
		nu *big.Rat
		x  *big.Float
		is error
	}{
		{"exp", nil, big40, ErrRange}, {"log", nil, new(big.Float), ErrDomain}, {"log", nil, minus, ErrDomain},
		{"sin", nil, huge, ErrRange}, {"asin", nil, two, ErrDomain}, {"acos", nil, two, ErrDomain},
		{"gamma", nil, minus, ErrDomain}, {"gamma", nil, big40, ErrRange}, {"erfc", nil, big40, ErrRange},
		{"sinh", nil, big40, ErrRange}, {"besselj", big.NewRat(1, 2), minus, ErrDomain},
		{"besselj", big.NewRat(1<<20, 1), one, ErrRange}, {"besseli", big.NewRat(0, 1), big40, ErrRange},
		{"besselk", big.NewRat(0, 1), big40, ErrRange},
	} {
		_, err := call(c.f, c.nu, c.x, 128)
		assert.ErrorIs(t, err, c.is, "%s(%g)", c.f, c.x)
	}
	// The message must not spell out a number of 10⁸ digits.
	_, err := Exp(new(big.Float).SetMantExp(big.NewFloat(-0.75), 1<<28), 128)
	assert.EqualError(t, err, "exp(-0.75·2^268435456): argument out of the supported range")
	_, err = Pow(big40, new(big.Float).SetMantExp(big.NewFloat(1), 1<<28), 128)
	assert.ErrorIs(t, err, ErrRange)
}

// J at orders beyond the tables, by the Wronskian J_{ν+1}J_{−ν} + J_ν J_{−ν−1} = −2 sin(νπ)/(πx) (DLMF 10.5.1).
func TestWronskianJ(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nu := big.NewRat(int64(rapid.IntRange(1, 600).Draw(t, "n")), 64)
		x := new(big.Float).SetRat(big.NewRat(int64(rapid.IntRange(1, 25600).Draw(t, "x")), 128))
		j := func(n *big.Rat) *big.Float {
			v, err := BesselJ(n, x, 300)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		m := new(big.Rat).Neg(nu)
		a := newF(300).Mul(j(plusInt(nu, 1)), j(m))
		b := newF(300).Mul(j(nu), j(plusInt(m, -1)))
		s, _, err := SinCos(newF(300).Mul(Pi(300), ratF(nu, 300)), 300)
		if err != nil {
			t.Fatal(err)
		}
		if nu.IsInt() {
			s.SetInt64(0)
		}
		want := newF(300).Quo(scaled(s, 1), newF(300).Mul(Pi(300), x))
		scale := max(exponent(a), exponent(b), exponent(want))
		d := newF(300).Add(newF(300).Add(a, b), want)
		if d.Sign() != 0 && exponent(d) > scale-270 {
			t.Fatalf("ν=%v x=%g: off by 2^%d of 2^%d", nu, x, exponent(d), scale)
		}
	})
}

// Sums of numbers whose exponents are far apart must be quick, and right.
func TestAddFar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) *big.Float {
			m := big.NewFloat(rapid.Float64Range(-1, 1).Draw(t, name))
			return scaled(m, rapid.IntRange(-600, 600).Draw(t, name+" exponent"))
		}
		x, y := draw("x"), draw("y")
		p := uint(rapid.IntRange(20, 300).Draw(t, "prec"))
		want := newF(p).Add(x, y)
		got := Add(x, y, p)
		if got.Cmp(want) != 0 || (got.Acc() == big.Exact) != (want.Acc() == big.Exact) {
			t.Fatalf("%g + %g = %g, want %g (%v, %v)", x, y, got, want, got.Acc(), want.Acc())
		}
	})
	far := scaled(big.NewFloat(0.75), -1<<30+2)
	for f, want := range map[string]float64{"asin": 0, "acos": 1.5707963267948966, "cos": 1, "cosh": 1, "erfc": 1, "atan": 0, "erf": 0} {
		y, err := call(f, nil, far, 200)
		require.NoError(t, err)
		v, _ := y.Float64()
		assert.Equal(t, want, v, f)
	}
	y, err := Gamma(far, 200) // 1/x
	require.NoError(t, err)
	assert.LessOrEqual(t, bitsOff(y, newF(200).Quo(intF(8, 1), far)), -190)
	y, err = Tanh(scaled(big.NewFloat(0.99), 30), 200)
	require.NoError(t, err)
	assert.Zero(t, y.Cmp(intF(8, 1)))
}

// The expansions for large arguments are used, and quick: I_ν K_{ν+1} + I_{ν+1} K_ν = 1/x and J² + … far out.
func TestBesselFarOut(t *testing.T) {
	for _, nu := range []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 3), big.NewRat(-1, 3), big.NewRat(17, 2), big.NewRat(4158361, 50516)} {
		x := newF(64).SetInt64(9556)
		k0, err := BesselK(nu, x, 300)
		require.NoError(t, err)
		k1, err := BesselK(plusInt(nu, 1), x, 300)
		require.NoError(t, err)
		i0, err := BesselI(nu, x, 300)
		require.NoError(t, err)
		i1, err := BesselI(plusInt(nu, 1), x, 300)
		require.NoError(t, err)
		sum := newF(300).Add(newF(300).Mul(i0, k1), newF(300).Mul(i1, k0))
		assert.LessOrEqual(t, bitsOff(sum.Mul(sum, x), intF(8, 1)), -290, "I and K of order %v", nu)
		// J_{ν−1} + J_{ν+1} = (2ν/x) J_ν across the middle of both recurrences.
		x = newF(64).SetInt64(1 << 40)
		var j [3]*big.Float
		for i := range j {
			j[i], err = BesselJ(plusInt(nu, int64(i-1)), x, 300)
			require.NoError(t, err)
		}
		lhs := newF(300).Add(j[0], j[2])
		rhs := newF(300).Quo(newF(300).Mul(scaled(ratF(nu, 300), 1), j[1]), x)
		d := newF(300).Sub(lhs, rhs)
		assert.True(t, d.Sign() == 0 || exponent(d) < exponent(j[0])-280, "J of order %v", nu)
	}
	_, err := BesselJ(big.NewRat(9000, 1), newF(64).SetInt64(8000), 300)
	assert.ErrorIs(t, err, ErrRange)
	assert.Less(t, testing.AllocsPerRun(1, func() {
		if _, err := BesselK(big.NewRat(1, 3), newF(64).SetInt64(9556), 300); err != nil {
			t.Error(err)
		}
	}), 4000.0, "the power series of thousands of terms must not be used")
}

func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for p := uint(100); p < 1200; p += 150 {
				Pi(p + uint(i))
				Ln2(p)
				_, err := Gamma(big.NewFloat(2.5), p)
				assert.NoError(t, err)
			}
		})
	}
	wg.Wait()
}

func BenchmarkExp(b *testing.B) { benchmark(b, "exp", nil) }
func BenchmarkLog(b *testing.B) { benchmark(b, "log", nil) }
func BenchmarkSin(b *testing.B) { benchmark(b, "sin", nil) }
func BenchmarkJ(b *testing.B)   { benchmark(b, "besselj", big.NewRat(1, 3)) }
func BenchmarkK(b *testing.B)   { benchmark(b, "besselk", big.NewRat(1, 3)) }

func benchmark(b *testing.B, f string, nu *big.Rat) {
	x := new(big.Float).SetPrec(320).SetRat(big.NewRat(10, 3))
	for b.Loop() {
		if _, err := call(f, nu, x, 320); err != nil {
			b.Fatal(err)
		}
	}
}
