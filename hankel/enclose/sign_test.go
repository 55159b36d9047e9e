package enclose

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/kernel"
)

// signs are known: by theorem (iff conditions of Askey, Zastavnyi, Wendland; Yaglom's for damped cosines), or by an elementary argument.
var signs = []struct {
	formula string
	dim     int
	want    Sign
	method  SignMethod
}{
	// one Gaussian: the Laguerre polynomial d/2·(…) of 1 − cz² has its zero at ω = 0 for c = 1/d
	{"exp(-z^2/2)*(1 - z^2/4)", 3, Nonnegative, ByParts},
	{"exp(-z^2/2)*(1 - z^2/4)", 4, Nonnegative, ByParts},
	{"exp(-z^2/2)*(1 - 0.2500001*z^2)", 4, Negative, ByValue},
	{"exp(-z^2/2)*(1 - z^2/4)", 5, Negative, ByValue},
	{"pi*exp(-z^2/2)*(1 - z^2/4)", 4, Nonnegative, ByParts},
	{"exp(-z^2/2)*(1 + z^2)", 1, Negative, ByValue},
	{"exp(-z^2/2)*(3 - 6*z^2 + z^4)", 1, Nonnegative, ByParts}, // ω⁴ exp(−ω²/2)
	{"exp(-z^2/2)*(4 - 5*z^2 + z^4)", 1, Nonnegative, ByParts}, // (ω²−½)²+…: touches nothing
	{"exp(-z^2/2)*(2 - 4*z^2 + z^4)", 1, Nonnegative, ByParts}, // (ω²−1)²: touches zero inside
	{"exp(-z^2/2)*(1.9999999 - 4*z^2 + z^4)", 1, Negative, ByValue},
	{"exp(-z^2/2)*(2.0000001 - 4*z^2 + z^4)", 1, Nonnegative, ByParts},
	// several
	{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 1, Nonnegative, ByPanels},
	{"exp(-z^2/2) - 0.4999999*exp(-z^2/8)", 1, Nonnegative, ByPanels},
	{"exp(-z^2/2) - 0.5000001*exp(-z^2/8)", 1, Negative, ByValue},
	{"exp(-z^2/2) - 0.25*exp(-z^2/8)", 2, Nonnegative, ByPanels},
	{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 2, Negative, ByValue},
	{"exp(-z^2/2) - exp(-z^2/200)", 16, Negative, ByValue},
	{"exp(-z^2/8) - exp(-z^2/2)", 1, Negative, ByValue}, // at infinity
	{"exp(-z^2/2) + exp(-z^2/3) - exp(-z^2/7)/10", 2, Nonnegative, ByPanels},
	// damped cosines, a ≥ b√3 in d = 3 and a ≥ b in d = 2
	{"exp(-z)*cos(7*z)", 1, Nonnegative, ByParts},
	{"exp(-z)*cos(z)", 2, Nonnegative, ByPanels},
	{"exp(-z)*cos(1.0000001*z)", 2, Negative, ByValue},
	{"exp(-z)*cos(z)", 3, Negative, ByValue},
	{"exp(-z)*cos(z/sqrt(3))", 3, Nonnegative, ByParts},
	{"exp(-z)*cos(0.57735026*z)", 3, Nonnegative, ByParts},
	{"exp(-z)*cos(0.57735027*z)", 3, Negative, ByValue},
	// rational spectra
	{"(1+z)*exp(-z)", 784, Nonnegative, ByParts},
	{"(1+z+z^2/3)*exp(-z)", 3, Nonnegative, ByParts},
	{"(1+z+z^2/2)*exp(-z)", 3, Negative, ByValue}, // −z³/6 at 0
	{"(1+z^2)*exp(-z)", 3, Negative, ByValue},
	{"exp(-z) - exp(-2*z)/2", 3, Nonnegative, ByParts}, // no |z| at 0
	{"exp(-z) - exp(-2*z)/2", 2, Nonnegative, ByPanels},
	{"exp(-z) - exp(-2*z)*0.50000001", 3, Negative, ByValue},
	{"exp(-z) - exp(-2*z)*0.50000001", 2, Negative, ByValue},
	{"exp(-2*z) - exp(-z)/2", 3, Negative, ByValue},
	{"matern(3/2,1) - 0.1*matern(5/2,1)", 2, Nonnegative, ByPanels},
	{"matern(4/5,1) - 0.1*matern(9/5,1)", 2, Nonnegative, ByPanels},
	{"matern(4/5,1) - 0.1*matern(7/5,1)", 3, Nonnegative, ByPanels},
	{"matern(7/5,1) - 0.1*matern(4/5,1)", 3, Negative, ByValue},
	// K-Bessel
	{"1/(1+z^2)^pi", 3, Nonnegative, ByParts},
	{"1/(1+z^2) - 0.1/(1+z^2/2)", 3, Nonnegative, ByPanels},
	{"1/(1+z^2) - 0.1/(1+2*z^2)", 3, Negative, ByValue},
	{"1/(1+z^2) - 0.1/(1+z^2)^2", 5, Negative, ByValue},
	{"1/(1+z^2) - 0.4/(1+z^2)^2", 1, Negative, ByValue},    // e^{−ω}(1 − (1+ω)/5)
	{"1/(1+z^2)^2 - 0.4/(1+z^2)", 1, Nonnegative, ByParts}, // e^{−ω}((1+ω)/2 − 2/5)
	{"1/(1+z^2)^2 - 0.5/(1+z^2)", 1, Nonnegative, ByParts}, // ωe^{−ω}/2
	{"1/(1+z^2)^(7/2) - 0.3/(1+z^2)^(5/2) + 0.1/(1+z^2)^(3/2)", 2, Nonnegative, ByParts},
	{"1/(1+z^2)^(7/3) - 0.4/(1+z^2)^(4/3)", 1, Nonnegative, ByPanels},
	{"1/(1+z^2)^2 - 0.5000001/(1+z^2)", 1, Negative, ByValue},
	// compact support: hats, spherical models, Wendland's functions to their dimensions
	{"z < 1 ? 1 - z : 0", 1, Nonnegative, ByParts},
	{"z < 1 ? 1 - z : 0", 2, Negative, ByValue},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 1, Nonnegative, ByPanels},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 2, Nonnegative, ByPanels},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 3, Nonnegative, ByParts},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 4, Negative, ByValue},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 - (1-z)^2/10^9 : 0", 3, Negative, ByValue},
	{"spherical(pi)", 3, Nonnegative, ByParts},
	{"spherical(2) + 2*spherical(3)", 3, Nonnegative, ByParts},
	{"3*spherical(2) - spherical(3)", 3, Negative, ByValue},
	{"cubic(1)", 3, Nonnegative, ByParts},
	{"pentaspherical(1)", 5, Nonnegative, ByParts},
	{"pentaspherical(1)", 6, Negative, ByValue},
	{"z < 1 ? (1-z)^2 : 0", 3, Nonnegative, ByPanels},
	{"z < 1 ? (1-z)^2 : 0", 4, Negative, ByValue},
	{"z < 1 ? (1-z)^4*(4*z+1) : 0", 3, Nonnegative, ByPanels},
	{"z < 1 ? (1-z)^4*(4*z+1) : 0", 4, Negative, ByValue},
	{"z < 1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0", 3, Nonnegative, ByPanels},
	{"z < 1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0", 4, Negative, ByValue},
	{"wendland(5,2,3)", 5, Nonnegative, ByPanels},
	{"wendland(5,2,3)", 6, Negative, ByValue},
	{"z < 1 ? 1 - z^(1/2) : 0", 1, Nonnegative, ByPanels},
	{"z < 2 ? 1 - z^2/4 : 0", 3, Negative, ByValue},
	{"z < 2 ? (1 - z^2/4)^(7/3) : 0", 3, Negative, ByValue},
	{"max(1-z,0)^2 + max(2-z,0)^2", 2, Nonnegative, ByPanels},
	// fractional exponents at the end: Askey's δ ≥ (d+1)/2, Wendland's μ ≥ (d+1)/2+κ
	{"z < 1 ? (1-z)^(3/2) : 0", 2, Nonnegative, ByPanels},
	{"z < 1 ? (1-z)^(3/2) : 0", 3, Negative, ByValue},
	{"z < 1 ? (1-z)^(5/2) : 0", 4, Nonnegative, ByPanels},
	{"z < 1 ? (1-z)^(5/2) : 0", 5, Negative, ByValue},
	{"z < 1 ? (1-z)^(2.51) : 0", 4, Nonnegative, ByPanels},
	{"z < 1 ? (1-z)^(2.49) : 0", 4, Undecided, 0}, // from ω ≈ 10^90 on
	{"z < 3 ? (1-z/3)^(7/2)*(1+7*z/6) : 0", 2, Nonnegative, ByPanels},
	{"z < 3 ? (1-z/3)^(7/2)*(1+7*z/6) : 0", 3, Negative, ByValue},
	{"askey(7/3,3/2) + exp(-z)", 3, Nonnegative, ByPanels},
	{"z < 1/2 ? 1 - 6*z^2 + 6*z^3 : (z < 1 ? 2*(1-z)^3 : 0)", 1, Nonnegative, ByParts}, // Parzen: Λ_3(ω/4)⁴
	{"z < 1/2 ? 1 - 6*z^2 + 6*z^3 : (z < 1 ? 2*(1-z)^3 : 0)", 3, Negative, ByValue},
	{"z < 1 ? 1 - z : (z < 3/2 ? (2*z-2)/10 : (z < 2 ? (4-2*z)/10 : 0))", 1, Negative, ByValue},
	// of several kinds
	{"spherical(2) + gaussian(1)", 3, Nonnegative, ByParts},
	{"gaussian(1) + exp(-z) - exp(-3*z)/5", 2, Nonnegative, ByPanels},
	{"max(1-z,0)^4 + exp(-2*z)", 4, Nonnegative, ByPanels},
	{"exp(-z) - gaussian(1)/10", 3, Nonnegative, ByPanels},
	{"gaussian(1) - exp(-z)/10", 3, Negative, ByValue},
	{"1/(1+z^2) + exp(-z) - gaussian(1)/10", 2, Nonnegative, ByPanels},
	{"exp(-z) + wave(1)", 2, Nonnegative, ByParts},
	{"2 + exp(-z)", 3, Nonnegative, ByParts},
}

func (q *SignProof) String() string {
	return fmt.Sprintf("%v (%v: %s)", q.Sign, q.Method, q.Because)
}

// TestSigns: the signs are found, and the proofs hold when checked anew.
func TestSigns(t *testing.T) {
	ctx := context.Background()
	for _, c := range signs {
		name := fmt.Sprintf("%s, d = %d", c.formula, c.dim)
		p := density(t, c.formula, c.dim)
		q, err := p.FindSign(ctx, nil)
		require.NoError(t, err)
		assert.Equal(t, c.want, q.Sign, "%s: %v", name, q)
		if q.Sign == Undecided {
			continue
		}
		assert.Equal(t, c.method, q.Method, "%s: %v", name, q)
		assert.NoError(t, density(t, c.formula, c.dim).CheckSign(ctx, q), name)
		if q.Sign == Nonnegative {
			for _, w := range []float64{0.001, 0.3, 1, 2.5, 6.25, 19, 77} {
				var v ball.Real
				if _, err := p.At(ctx, &v, ball.NewReal(w), 53); err != nil {
					continue // the end of a beta law
				}
				assert.NotEqual(t, ball.True, v.Negative(), "%s, ω = %v: %v", name, w, &v)
			}
		}
	}
}

// TestFirstNegative: Gneiting's function in R⁴ has its first negative values near ω = 2440, 10^−29 of the largest.
func TestFirstNegative(t *testing.T) {
	p := density(t, "gneiting(1)", 4)
	q, err := p.FindSign(context.Background(), nil)
	require.NoError(t, err)
	require.Equal(t, Negative, q.Sign)
	w, _ := q.Omega.Float64()
	assert.InDelta(t, 2438.67, w, 0.5)
	var v ball.Real
	for _, w := range []float64{w - 2*math.Pi, w - 4*math.Pi} { // the troughs before
		_, err = p.At(context.Background(), &v, ball.NewReal(w), 64)
		require.NoError(t, err)
		assert.Equal(t, ball.True, v.Positive(), w)
	}
}

// TestCheckSignRejects: a proof for one kernel is none for another, nor with other data.
func TestCheckSignRejects(t *testing.T) {
	ctx := context.Background()
	reject := func(formula string, d int, q SignProof, why string) {
		t.Helper()
		err := density(t, formula, d).CheckSign(ctx, &q)
		var e *SignError
		require.True(t, errors.As(err, &e), "%s, d = %d, %v: %v", formula, d, q, err)
		assert.Contains(t, e.Because, why)
	}
	proof := func(formula string, d int) SignProof {
		q, err := density(t, formula, d).FindSign(ctx, nil)
		require.NoError(t, err)
		return *q
	}
	// the near misses
	q := proof("exp(-z^2/2) - 0.5*exp(-z^2/8)", 1)
	reject("exp(-z^2/2) - 0.500000001*exp(-z^2/8)", 1, q, "below")
	reject("exp(-z^2/2) - 0.5*exp(-z^2/8)", 2, q, "below")
	q = proof("z < 1 ? (1-z)^2 : 0", 3)
	reject("z < 1 ? (1-z)^2 : 0", 4, q, "beyond")
	reject("z < 1 ? (1-z)^2*(1-z/10^9) + 10^(-15) : 0", 3, q, "beyond") // a jump of 10^−15
	reject("z < 1 ? (1-z)^2 - (1-z)^10*z^2*3 : 0", 3, q, "proved")
	for _, change := range []func(*SignProof){
		func(q *SignProof) { q.Panels = 3 },
		func(q *SignProof) { q.To = big.NewRat(1, 1); q.From = big.NewRat(1, 4) },
		func(q *SignProof) { q.From = big.NewRat(64, 1) },
		func(q *SignProof) { q.From, q.To = q.To, q.From },
		func(q *SignProof) { q.From = nil },
		func(q *SignProof) { q.To = nil },
		func(q *SignProof) { q.To = big.NewRat(1, 3) },
		func(q *SignProof) { q.From = big.NewRat(-1, 4) },
		func(q *SignProof) { q.To = new(big.Rat).SetFloat64(1e40) },
		func(q *SignProof) { q.Method = ByParts },
		func(q *SignProof) { q.Method = ByValue },
		func(q *SignProof) { q.Method = 0 },
		func(q *SignProof) { q.Sign = Negative },
		func(q *SignProof) { q.Sign = Undecided },
		func(q *SignProof) { q.Sign = Negative; q.Method = ByValue; q.Omega = big.NewRat(1, 1) },
	} {
		r := q
		change(&r)
		reject("z < 1 ? (1-z)^2 : 0", 3, r, "")
	}
	q = proof("exp(-z^2/2)*(1 - 0.2500001*z^2)", 4)
	reject("exp(-z^2/2)*(1 - z^2/4)", 4, q, "not proved to be negative")
	reject("exp(-z^2/2)*(2 - 4*z^2 + z^4)", 1, SignProof{Sign: Negative, Method: ByValue, Omega: big.NewRat(1, 1), Prec: 64}, "not proved to be negative") // it is 0
	reject("exp(-z^2/2)*(1 - z^2/4)", 4, SignProof{Sign: Negative, Method: ByValue}, "no frequency")
	q.Omega = big.NewRat(0, 1)
	reject("exp(-z^2/2)*(1 - 0.2500001*z^2)", 4, q, "no frequency")
	for f, d := range map[string]int{"exp(-z^2/2)*(1 - 0.2500001*z^2)": 4, "exp(-z)*cos(0.57735027*z)": 3, "(1+z+z^2/2)*exp(-z)": 3,
		"z < 1 ? 1 - 3*z/2 + 50000001*z^3/10^8 : 0": 3, "3*spherical(2) - spherical(3)": 3, "-exp(-z)": 1, "-1/(1+z^2)": 3, "z < 1 ? z - 1 : 0": 1,
		"z < 1 ? 1 - z : 0": 3, "z < 2 ? 1 - z^2/4 : 0": 3, "exp(-z^3)": 1, "exp(-z) - 2*besselj(2,z)/z^2": 1, "exp(-z) - (z < 1 ? 5*cos(z) : 0)": 1} {
		reject(f, d, SignProof{Sign: Nonnegative, Method: ByParts}, "not nonnegative")
	}
	// proofs do not ask for more than is allowed
	q = proof("exp(-z)*cos(z)", 2)
	q.Panels, q.Prec = math.MaxInt, math.MaxUint
	assert.NoError(t, density(t, "exp(-z)*cos(z)", 2).CheckSign(ctx, &q))
}

// TestFindSignHints: hints help where there is no exact form, and cannot mislead.
func TestFindSignHints(t *testing.T) {
	ctx := context.Background()
	for f, w := range map[string]float64{"exp(-z)/100 - besselj(3,z)/z^3": 0.5, "exp(-z^3)": 4.5, "z < 2 ? acos(z^2/2-1)/pi : 0": 5.75, "exp(-z)": 1} {
		p := density(t, f, 1)
		q, err := p.FindSign(ctx, &SignSettings{Hints: []float64{math.NaN(), -1, 0, math.Inf(1), 0.25, w}})
		require.NoError(t, err)
		if f == "exp(-z)" {
			assert.Equal(t, Nonnegative, q.Sign)
			continue
		}
		var v ball.Real
		_, err = p.At(ctx, &v, ball.NewReal(w), 64)
		require.NoError(t, err)
		require.Equal(t, ball.True, v.Negative(), "%s: choose another hint, %v", f, &v)
		assert.Equal(t, Negative, q.Sign, f)
		assert.NoError(t, p.CheckSign(ctx, q))
		q, err = p.FindSign(ctx, nil)
		require.NoError(t, err)
		assert.Equal(t, Undecided, q.Sign, f)
		assert.NotEmpty(t, q.Because)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err := density(t, "exp(-z)*cos(z)", 2).FindSign(cancelled, nil)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = density(t, "exp(-z^2/2)*(1 - 0.2500001*z^2)", 4).FindSign(cancelled, &SignSettings{Hints: []float64{1}})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestSquares: Λ_a(ωR/2)² belongs to Euclid's hats and the other autoconvolutions, exactly.
func TestSquares(t *testing.T) {
	for f, dims := range map[string]map[int]bool{
		"z < 1 ? 1 - z : 0":                                     {1: true, 2: false, 3: false},
		"z < 1 ? 1 - 3*z/2 + z^3/2 : 0":                         {1: false, 2: false, 3: true, 5: false},
		"z < sqrt(2) ? 1 - z/sqrt(2) : 0":                       {1: true},
		"z < 1 ? z - 1 : 0":                                     {1: false},
		"z < 1 ? (1-z)^2 : 0":                                   {1: false, 3: false},
		"z < 1 ? 1 - z - z^2/10^20 : 0":                         {1: false},
		"z < 1/2 ? 0 : (z < 1 ? 1 - 3*z/2 + z^3/2 : 0)":         {3: false},
		"z < 1/2 ? 1 - z : (z < 3/4 ? 0 : (z < 1 ? 1 - z : 0))": {1: false},
		"max(1-z,0) + max(2-z,0)/3":                             {1: true, 3: false},
		"max(1-z,0) - max(2-z,0)/3":                             {1: false},
		"z < 1 ? 1 - 2*z^2 + 2*z^3 - z^5*2/5 : 0":               {1: false},
		"z < 2 ? (2-z)^3*(z^2 + 6*z + 4)/32 : 0":                {1: true}, // (1−z²)_+ with itself
		"z < 2 ? (2-z)^3*(z^2 + 6*z + 4.001)/32 : 0":            {1: false},
	} {
		for d, want := range dims {
			k, err := kernel.Parse(f, nil)
			require.NoError(t, err)
			p, err := New(k, d)
			require.NoError(t, err)
			forms := newForms(p)
			require.NotNil(t, forms.compact, f)
			assert.Equal(t, want, forms.compact.squares(), "%s, d = %d", f, d)
		}
	}
}

// TestSignsAtRandom: whatever is found about sums of random parts holds at random frequencies.
func TestSignsAtRandom(t *testing.T) {
	ctx := context.Background()
	decided := map[SignMethod]int{}
	rapid.Check(t, func(r *rapid.T) {
		families := map[string][]string{
			"gauss":   {"exp(-z^2/2)", "z^2*exp(-z^2/2)", "z^4*exp(-z^2/2)", "exp(-z^2/5)", "exp(-2*z^2)"},
			"pole":    {"exp(-z)", "z*exp(-z)", "z^2*exp(-z)", "exp(-2*z)", "exp(-z)*cos(z)", "z*exp(-z)*sin(z/2)", "exp(-3*z/2)"},
			"matern":  {"matern(4/5,1)", "matern(9/5,1)", "matern(4/5,2)", "matern(14/5,1/2)"},
			"bessel":  {"1/(1+z^2)", "1/(1+z^2)^2", "1/(1+2*z^2)", "(1+z^2)^(-1/2)", "(1+z^2/3)^(-4/3)"},
			"compact": {"spherical(1)", "max(1-z,0)^2", "max(1-z,0)^3", "max(2-z,0)^4", "max(1-z,0)^5*(5*z+1)", "(z < 1 ? 1 - z^2 : 0)"},
			"mixed":   {"exp(-z^2/2)", "exp(-z)", "matern(3/2,1)", "1/(1+z^2)", "max(1-z,0)^4", "spherical(2)", "besselj(3,z)/z^3", "1/10"},
		}
		family := rapid.SampledFrom([]string{"gauss", "pole", "matern", "bessel", "compact", "mixed"}).Draw(r, "family")
		formula := ""
		for i := range rapid.IntRange(1, 3).Draw(r, "parts") {
			c := rapid.IntRange(-6, 20).Draw(r, "coefficient")
			if i == 0 {
				c = 10
			}
			formula += fmt.Sprintf(" + (%d/10)*%s", c, rapid.SampledFrom(families[family]).Draw(r, "part"))
		}
		d := rapid.IntRange(1, 5).Draw(r, "d")
		k, err := kernel.Parse("0"+formula, nil)
		require.NoError(r, err)
		p, err := New(k, d)
		if err != nil {
			return // no density
		}
		q, err := p.FindSign(ctx, &SignSettings{Panels: 400})
		require.NoError(r, err)
		if q.Sign == Undecided {
			return
		}
		decided[q.Method]++
		if err := p.CheckSign(ctx, q); err != nil {
			r.Fatalf("%s, d = %d: %v: %v", formula, d, q, err)
		}
		for range 12 {
			w := math.Exp(rapid.Float64Range(-5, 4).Draw(r, "log ω"))
			var v ball.Real
			if _, err := p.At(ctx, &v, ball.NewReal(w), 40); err != nil {
				continue
			}
			if q.Sign == Nonnegative && v.Negative() == ball.True {
				r.Fatalf("%s, d = %d: %v, but m(%v) = %v", formula, d, q, w, &v)
			}
		}
	})
	for _, m := range []SignMethod{ByParts, ByPanels, ByValue} {
		assert.Positive(t, decided[m], m)
	}
}

// TestSplines: sampled cosine polynomials agree with the decision.
func TestSplines(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(r, "n")
		c := make([]*big.Rat, n)
		for i := range c {
			c[i] = big.NewRat(rapid.Int64Range(-4, 4).Draw(r, "c"), 1)
		}
		c[0].Abs(c[0])
		least := math.Inf(1)
		for i := range 20001 {
			var v float64
			for m := range c {
				f, _ := c[m].Float64()
				v += f * math.Cos(float64(m)*math.Pi*float64(i)/20000)
			}
			least = math.Min(least, v)
		}
		if got := chebyshevNonnegative(c); got && least < -1e-9 || !got && least > 1e-6 {
			r.Fatalf("%v: %v, least value %v", c, got, least)
		}
	})
	parzen := "z < 1/2 ? 1 - 6*z^2 + 6*z^3 : (z < 1 ? 2*(1-z)^3 : 0)"
	for f, want := range map[string]bool{
		parzen: true, "max(1-z,0)": true, "max(1-z,0) + max(pi-z,0)": false, // incommensurable: another method
		"z < 1 ? 1 - z : (z < 2 ? 0 : 0)": true, "max(1-z,0)^2": false, "z < 1 ? 1 : 0": false, "max(2-z,0) - max(1-z,0)/2": false,
		"max(2-z,0) + max(1-z,0)/2": true, "max(3-z,0)^3 - 3*max(1-z,0)^3": false,
		// 2 + 2 cos: hats at ±½
		"z < 1/2 ? 1/2 : (z < 3/2 ? (3/2 - z)/2 : 0)": false, "(z < 1/2 ? 1/2 : (z < 3/2 ? (3/2 - z)/2 : 0)) + max(1-z,0)": true,
	} {
		forms := newForms(density(t, f, 1))
		require.NotNil(t, forms.compact, f)
		assert.Equal(t, want, forms.compact.spline(), f)
	}
}

// TestTouchingAtZero: compactly supported kernels with mean 0: the second Taylor coefficient at t = 0 is the first that counts.
func TestTouchingAtZero(t *testing.T) {
	// In R¹, ∫_0^1 (1−z)^a dz = 1/(a+1): 4(1−z)³ − 6(1−z)⁵ has mean 0; its second moment is 8/120 − 12/336 > 0, so that m is negative near 0.
	p := density(t, "4*max(1-z,0)^3 - 6*max(1-z,0)^5", 1)
	a, ok := newForms(p).compact.origin(0)
	require.True(t, ok)
	assert.True(t, a.IsZero())
	q, err := p.FindSign(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, Negative, q.Sign, "%v", q)
	// The negative of it is nonnegative near 0, and at infinity too: −30z + 12z rules there.
	s := newSigner(density(t, "6*max(1-z,0)^5 - 4*max(1-z,0)^3", 1), 96)
	require.True(t, s.prepare(64))
	assert.Equal(t, 1, s.atZero(1))
	q, err = density(t, "6*max(1-z,0)^5 - 4*max(1-z,0)^3", 1).FindSign(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, Nonnegative, q.Sign, "%v", q)
	assert.Equal(t, ByPanels, q.Method)
	assert.NoError(t, p.CheckSign(context.Background(), &SignProof{Sign: Negative, Method: ByValue, Omega: big.NewRat(1, 2), Prec: 64}))
}
