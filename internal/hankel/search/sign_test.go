package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/sign"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// signs are known: by theorem (iff conditions of Askey, Zastavnyi, Wendland; Yaglom's for damped cosines), or by an
// elementary argument.
var signs = []struct {
	formula string
	dim     int
	want    sign.Sign
	method  sign.Method
}{
	// one Gaussian: the Laguerre polynomial d/2·(…) of 1 − cz² has its zero at ω = 0 for c = 1/d
	{"exp(-z^2/2)*(1 - z^2/4)", 3, sign.Nonnegative, sign.ByParts},
	{"exp(-z^2/2)*(1 - z^2/4)", 4, sign.Nonnegative, sign.ByParts},
	{"exp(-z^2/2)*(1 - 0.2500001*z^2)", 4, sign.Negative, sign.ByValue},
	{"exp(-z^2/2)*(1 - z^2/4)", 5, sign.Negative, sign.ByValue},
	{"pi*exp(-z^2/2)*(1 - z^2/4)", 4, sign.Nonnegative, sign.ByParts},
	{"exp(-z^2/2)*(1 + z^2)", 1, sign.Negative, sign.ByValue},
	{"exp(-z^2/2)*(3 - 6*z^2 + z^4)", 1, sign.Nonnegative, sign.ByParts}, // ω⁴ exp(−ω²/2)
	{"exp(-z^2/2)*(4 - 5*z^2 + z^4)", 1, sign.Nonnegative, sign.ByParts}, // (ω²−½)²+…: touches nothing
	{"exp(-z^2/2)*(2 - 4*z^2 + z^4)", 1, sign.Nonnegative, sign.ByParts}, // (ω²−1)²: touches zero inside
	{"exp(-z^2/2)*(1.9999999 - 4*z^2 + z^4)", 1, sign.Negative, sign.ByValue},
	{"exp(-z^2/2)*(2.0000001 - 4*z^2 + z^4)", 1, sign.Nonnegative, sign.ByParts},
	// several
	{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 1, sign.Nonnegative, sign.ByPanels},
	{"exp(-z^2/2) - 0.4999999*exp(-z^2/8)", 1, sign.Nonnegative, sign.ByPanels},
	{"exp(-z^2/2) - 0.5000001*exp(-z^2/8)", 1, sign.Negative, sign.ByValue},
	{"exp(-z^2/2) - 0.25*exp(-z^2/8)", 2, sign.Nonnegative, sign.ByPanels},
	{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 2, sign.Negative, sign.ByValue},
	{"exp(-z^2/2) - exp(-z^2/200)", 16, sign.Negative, sign.ByValue},
	{"exp(-z^2/8) - exp(-z^2/2)", 1, sign.Negative, sign.ByValue}, // at infinity
	{"exp(-z^2/2) + exp(-z^2/3) - exp(-z^2/7)/10", 2, sign.Nonnegative, sign.ByPanels},
	// damped cosines, a ≥ b√3 in d = 3 and a ≥ b in d = 2
	{"exp(-z)*cos(7*z)", 1, sign.Nonnegative, sign.ByParts},
	{"exp(-z)*cos(z)", 2, sign.Nonnegative, sign.ByPanels},
	{"exp(-z)*cos(1.0000001*z)", 2, sign.Negative, sign.ByValue},
	{"exp(-z)*cos(z)", 3, sign.Negative, sign.ByValue},
	{"exp(-z)*cos(z/sqrt(3))", 3, sign.Nonnegative, sign.ByParts},
	{"exp(-z)*cos(0.57735026*z)", 3, sign.Nonnegative, sign.ByParts},
	{"exp(-z)*cos(0.57735027*z)", 3, sign.Negative, sign.ByValue},
	// rational spectra
	{"(1+z)*exp(-z)", 784, sign.Nonnegative, sign.ByParts},
	{"(1+z+z^2/3)*exp(-z)", 3, sign.Nonnegative, sign.ByParts},
	{"(1+z+z^2/2)*exp(-z)", 3, sign.Negative, sign.ByValue}, // −z³/6 at 0
	{"(1+z^2)*exp(-z)", 3, sign.Negative, sign.ByValue},
	{"exp(-z) - exp(-2*z)/2", 3, sign.Nonnegative, sign.ByParts}, // no |z| at 0
	{"exp(-z) - exp(-2*z)/2", 2, sign.Nonnegative, sign.ByPanels},
	{"exp(-z) - exp(-2*z)*0.50000001", 3, sign.Negative, sign.ByValue},
	{"exp(-z) - exp(-2*z)*0.50000001", 2, sign.Negative, sign.ByValue},
	{"exp(-2*z) - exp(-z)/2", 3, sign.Negative, sign.ByValue},
	{"matern(3/2,1) - 0.1*matern(5/2,1)", 2, sign.Nonnegative, sign.ByPanels},
	{"matern(4/5,1) - 0.1*matern(9/5,1)", 2, sign.Nonnegative, sign.ByPanels},
	{"matern(4/5,1) - 0.1*matern(7/5,1)", 3, sign.Nonnegative, sign.ByPanels},
	{"matern(7/5,1) - 0.1*matern(4/5,1)", 3, sign.Negative, sign.ByValue},
	// K-Bessel
	{"1/(1+z^2)^pi", 3, sign.Nonnegative, sign.ByParts},
	{"1/(1+z^2) - 0.1/(1+z^2/2)", 3, sign.Nonnegative, sign.ByParts},
	{"1/(1+z^2) - 0.5/(1+z^2/4)", 1, sign.Nonnegative, sign.ByParts}, // e^{−ω} − e^{−2ω}
	{"1/(1+z^2) - 0.5000001/(1+z^2/4)", 1, sign.Negative, sign.ByValue},
	{"1/(1+z^2/4) - 0.25/(1+z^2)", 1, sign.Negative, sign.ByValue},                // 2e^{−2ω} − e^{−ω}/4
	{"1/(1+z^2)^2 - 0.125/(1+z^2/4)^2", 3, sign.Nonnegative, sign.ByParts},        // e^{−ω} − e^{−2ω}
	{"1/(1+z^2)^2 - 0.126/(1+z^2/4)^2", 3, sign.Negative, sign.ByValue},           // and a little less
	{"1/(1+2*z^2) - 1/(sqrt(2)*(1+z^2))", 1, sign.Nonnegative, sign.ByParts},      // e^{−ω/√2} − e^{−ω}
	{"(1+z^2)^(-2/3) - 0.1*(1+z^2/2)^(-2/3)", 1, sign.Nonnegative, sign.ByPanels}, // no polynomials
	{"1/(1+z^2) - 0.1/(1+2*z^2)", 3, sign.Negative, sign.ByValue},
	{"1/(1+z^2) - 0.1/(1+z^2)^2", 5, sign.Negative, sign.ByValue},
	{"1/(1+z^2) - 0.4/(1+z^2)^2", 1, sign.Negative, sign.ByValue},    // e^{−ω}(1 − (1+ω)/5)
	{"1/(1+z^2)^2 - 0.4/(1+z^2)", 1, sign.Nonnegative, sign.ByParts}, // e^{−ω}((1+ω)/2 − 2/5)
	{"1/(1+z^2)^2 - 0.5/(1+z^2)", 1, sign.Nonnegative, sign.ByParts}, // ωe^{−ω}/2
	{"1/(1+z^2)^(7/2) - 0.3/(1+z^2)^(5/2) + 0.1/(1+z^2)^(3/2)", 2, sign.Nonnegative, sign.ByParts},
	{"1/(1+z^2)^(7/3) - 0.4/(1+z^2)^(4/3)", 1, sign.Nonnegative, sign.ByPanels},
	{"1/(1+z^2)^2 - 0.5000001/(1+z^2)", 1, sign.Negative, sign.ByValue},
	// compact support: hats, spherical models, Wendland's functions to their dimensions
	{"z < 1 ? 1 - z : 0", 1, sign.Nonnegative, sign.ByParts},
	{"z < 1 ? 1 - z : 0", 2, sign.Negative, sign.ByValue},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 1, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 2, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 3, sign.Nonnegative, sign.ByParts},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 4, sign.Negative, sign.ByValue},
	{"z < 1 ? 1 - 3*z/2 + z^3/2 - (1-z)^2/10^9 : 0", 3, sign.Negative, sign.ByValue},
	{"spherical(pi)", 3, sign.Nonnegative, sign.ByParts},
	{"spherical(2) + 2*spherical(3)", 3, sign.Nonnegative, sign.ByParts},
	{"3*spherical(2) - spherical(3)", 3, sign.Negative, sign.ByValue},
	{"cubic(1)", 3, sign.Nonnegative, sign.ByParts},
	{"pentaspherical(1)", 5, sign.Nonnegative, sign.ByParts},
	{"pentaspherical(1)", 6, sign.Negative, sign.ByValue},
	{"z < 1 ? (1-z)^2 : 0", 3, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? (1-z)^2 : 0", 4, sign.Negative, sign.ByValue},
	{"z < 1 ? (1-z)^4*(4*z+1) : 0", 3, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? (1-z)^4*(4*z+1) : 0", 4, sign.Negative, sign.ByValue},
	{"z < 1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0", 3, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0", 4, sign.Negative, sign.ByValue},
	{"wendland(5,2,3)", 5, sign.Nonnegative, sign.ByPanels},
	{"wendland(5,2,3)", 6, sign.Negative, sign.ByValue},
	{"z < 1 ? 1 - z^(1/2) : 0", 1, sign.Nonnegative, sign.ByPanels},
	{"z < 2 ? 1 - z^2/4 : 0", 3, sign.Negative, sign.ByValue},
	{"z < 2 ? (1 - z^2/4)^(7/3) : 0", 3, sign.Negative, sign.ByValue},
	{"max(1-z,0)^2 + max(2-z,0)^2", 2, sign.Nonnegative, sign.ByPanels},
	// fractional exponents at the end: Askey's δ ≥ (d+1)/2, Wendland's μ ≥ (d+1)/2+κ
	{"z < 1 ? (1-z)^(3/2) : 0", 2, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? (1-z)^(3/2) : 0", 3, sign.Negative, sign.ByValue},
	{"z < 1 ? (1-z)^(5/2) : 0", 4, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? (1-z)^(5/2) : 0", 5, sign.Negative, sign.ByValue},
	{"z < 1 ? (1-z)^(2.51) : 0", 4, sign.Nonnegative, sign.ByPanels},
	{"z < 1 ? (1-z)^(2.49) : 0", 4, sign.Undecided, 0}, // from ω ≈ 10^90 on
	{"z < 3 ? (1-z/3)^(7/2)*(1+7*z/6) : 0", 2, sign.Nonnegative, sign.ByPanels},
	{"z < 3 ? (1-z/3)^(7/2)*(1+7*z/6) : 0", 3, sign.Negative, sign.ByValue},
	{"askey(7/3,3/2) + exp(-z)", 3, sign.Nonnegative, sign.ByPanels},
	{"z < 1/2 ? 1 - 6*z^2 + 6*z^3 : (z < 1 ? 2*(1-z)^3 : 0)", 1, sign.Nonnegative, sign.ByParts}, // Parzen: Λ_3(ω/4)⁴
	{"z < 1/2 ? 1 - 6*z^2 + 6*z^3 : (z < 1 ? 2*(1-z)^3 : 0)", 3, sign.Negative, sign.ByValue},
	{"z < 1 ? 1 - z : (z < 3/2 ? (2*z-2)/10 : (z < 2 ? (4-2*z)/10 : 0))", 1, sign.Negative, sign.ByValue},
	// of several kinds
	{"spherical(2) + gaussian(1)", 3, sign.Nonnegative, sign.ByParts},
	{"gaussian(1) + exp(-z) - exp(-3*z)/5", 2, sign.Nonnegative, sign.ByPanels},
	{"max(1-z,0)^4 + exp(-2*z)", 4, sign.Nonnegative, sign.ByPanels},
	{"exp(-z) - gaussian(1)/10", 3, sign.Nonnegative, sign.ByPanels},
	{"gaussian(1) - exp(-z)/10", 3, sign.Negative, sign.ByValue},
	{"1/(1+z^2) + exp(-z) - gaussian(1)/10", 2, sign.Nonnegative, sign.ByPanels},
	{"exp(-z) + wave(1)", 2, sign.Nonnegative, sign.ByParts},
	{"2 + exp(-z)", 3, sign.Nonnegative, sign.ByParts},
}

// TestSigns: the signs are found, and the proofs hold when checked anew.
func TestSigns(t *testing.T) {
	ctx := context.Background()
	for _, c := range testlong.Some(signs, 10) {
		name := fmt.Sprintf("%s, d = %d", c.formula, c.dim)
		p := hankeltest.Density(t, c.formula, c.dim)
		q, err := Sign(ctx, p, nil)
		require.NoError(t, err)
		assert.Equal(t, c.want, q.Sign, "%s: %v", name, q)
		if q.Sign == sign.Undecided {
			continue
		}
		assert.Equal(t, c.method, q.Method, "%s: %v", name, q)
		assert.NoError(t, check(ctx, hankeltest.Density(t, c.formula, c.dim), q), name)
		if q.Sign == sign.Nonnegative {
			for _, w := range []float64{0.001, 0.3, 1, 2.5, 6.25, 19, 77} {
				var v ball.Real
				if _, err := quadrature.At(ctx, p, &v, ball.NewReal(w), 53); err != nil {
					continue // the end of a beta law
				}
				assert.NotEqual(t, ball.True, v.Negative(), "%s, ω = %v: %v", name, w, &v)
			}
		}
	}
}

// TestFirstNegative: Gneiting's function in R⁴ has its first negative values near ω = 2440, 10^−29 of the largest.
func TestFirstNegative(t *testing.T) {
	p := hankeltest.Density(t, "gneiting(1)", 4)
	q, err := Sign(context.Background(), p, nil)
	require.NoError(t, err)
	require.Equal(t, sign.Negative, q.Sign)
	w, _ := q.Omega.Float64()
	assert.InDelta(t, 2438.67, w, 0.5)
	var v ball.Real
	for _, w := range []float64{w - 2*math.Pi, w - 4*math.Pi} { // the troughs before
		_, err = quadrature.At(context.Background(), p, &v, ball.NewReal(w), 64)
		require.NoError(t, err)
		assert.Equal(t, ball.True, v.Positive(), w)
	}
}

// TestCheckSignRejects: a proof for one kernel is none for another, nor with other data.
func TestCheckSignRejects(t *testing.T) {
	ctx := context.Background()
	reject := func(formula string, d int, q sign.Proof, why string) {
		t.Helper()
		err := check(ctx, hankeltest.Density(t, formula, d), &q)
		var e *sign.Error
		require.True(t, errors.As(err, &e), "%s, d = %d, %v: %v", formula, d, q, err)
		assert.Contains(t, e.Because, why)
	}
	proof := func(formula string, d int) sign.Proof {
		q, err := Sign(ctx, hankeltest.Density(t, formula, d), nil)
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
	for _, change := range []func(*sign.Proof){
		func(q *sign.Proof) { q.Panels = 3 },
		func(q *sign.Proof) { q.To = big.NewRat(1, 1); q.From = big.NewRat(1, 4) },
		func(q *sign.Proof) { q.From = big.NewRat(64, 1) },
		func(q *sign.Proof) { q.From, q.To = q.To, q.From },
		func(q *sign.Proof) { q.From = nil },
		func(q *sign.Proof) { q.To = nil },
		func(q *sign.Proof) { q.To = big.NewRat(1, 3) },
		func(q *sign.Proof) { q.From = big.NewRat(-1, 4) },
		func(q *sign.Proof) { q.To = new(big.Rat).SetFloat64(1e40) },
		func(q *sign.Proof) { q.Method = sign.ByParts },
		func(q *sign.Proof) { q.Method = sign.ByValue },
		func(q *sign.Proof) { q.Method = 0 },
		func(q *sign.Proof) { q.Sign = sign.Negative },
		func(q *sign.Proof) { q.Sign = sign.Undecided },
		func(q *sign.Proof) { q.Sign = sign.Negative; q.Method = sign.ByValue; q.Omega = big.NewRat(1, 1) },
	} {
		r := q
		change(&r)
		reject("z < 1 ? (1-z)^2 : 0", 3, r, "")
	}
	q = proof("exp(-z^2/2)*(1 - 0.2500001*z^2)", 4)
	reject("exp(-z^2/2)*(1 - z^2/4)", 4, q, "not proved to be negative")
	// it is 0
	reject("exp(-z^2/2)*(2 - 4*z^2 + z^4)", 1, sign.Proof{Sign: sign.Negative, Method: sign.ByValue,
		Omega: big.NewRat(1, 1), Prec: 64}, "not proved to be negative")
	reject("exp(-z^2/2)*(1 - z^2/4)", 4, sign.Proof{Sign: sign.Negative, Method: sign.ByValue}, "no frequency")
	q.Omega = big.NewRat(0, 1)
	reject("exp(-z^2/2)*(1 - 0.2500001*z^2)", 4, q, "no frequency")
	for f, d := range map[string]int{"exp(-z^2/2)*(1 - 0.2500001*z^2)": 4, "exp(-z)*cos(0.57735027*z)": 3,
		"(1+z+z^2/2)*exp(-z)":                       3,
		"z < 1 ? 1 - 3*z/2 + 50000001*z^3/10^8 : 0": 3, "3*spherical(2) - spherical(3)": 3, "-exp(-z)": 1, "-1/(1+z^2)": 3,
		"z < 1 ? z - 1 : 0": 1,
		"z < 1 ? 1 - z : 0": 3, "z < 2 ? 1 - z^2/4 : 0": 3, "exp(-z^3)": 1, "exp(-z) - 2*besselj(2,z)/z^2": 1,
		"exp(-z) - (z < 1 ? 5*cos(z) : 0)": 1,
		"1/(1+z^2) - 0.5000001/(1+z^2/4)":  1, "1/(1+z^2)^2 - 0.126/(1+z^2/4)^2": 3, "1/(1+z^2/4) - 0.25/(1+z^2)": 1,
		"1/(1+z^2) - 3*(1+z^2/2)^(-2/3)":                  1,
		"1/(1+(1+sin(1e-700)-1e-700)*z^2) - 0.25/(1+z^2)": 1} { // e^{−aω}/√p − e^{−ω}/4, and a > 1

		reject(f, d, sign.Proof{Sign: sign.Nonnegative, Method: sign.ByParts}, "not nonnegative")
	}
	// proofs do not ask for more than is allowed
	q = proof("exp(-z)*cos(z)", 2)
	q.Panels, q.Prec = math.MaxInt, math.MaxUint
	assert.NoError(t, check(ctx, hankeltest.Density(t, "exp(-z)*cos(z)", 2), &q))
}

// TestFindSignHints: hints help where there is no exact form, and cannot mislead.
func TestFindSignHints(t *testing.T) {
	ctx := context.Background()
	for f, w := range map[string]float64{"exp(-z)/100 - besselj(3,z)/z^3": 0.5, "exp(-z^3)": 4.5,
		"z < 2 ? acos(z^2/2-1)/pi : 0": 5.75, "exp(-z)": 1} {
		p := hankeltest.Density(t, f, 1)
		q, err := Sign(ctx, p, &SignSettings{Hints: []float64{math.NaN(), -1, 0, math.Inf(1), 0.25, w}})
		require.NoError(t, err)
		if f == "exp(-z)" {
			assert.Equal(t, sign.Nonnegative, q.Sign)
			continue
		}
		var v ball.Real
		_, err = quadrature.At(ctx, p, &v, ball.NewReal(w), 64)
		require.NoError(t, err)
		require.Equal(t, ball.True, v.Negative(), "%s: choose another hint, %v", f, &v)
		assert.Equal(t, sign.Negative, q.Sign, f)
		assert.NoError(t, check(ctx, p, q))
		q, err = Sign(ctx, p, nil)
		require.NoError(t, err)
		assert.Equal(t, sign.Undecided, q.Sign, f)
		assert.NotEmpty(t, q.Because)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err := Sign(cancelled, hankeltest.Density(t, "exp(-z)*cos(z)", 2), nil)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = Sign(cancelled, hankeltest.Density(t, "exp(-z^2/2)*(1 - 0.2500001*z^2)", 4),
		&SignSettings{Hints: []float64{1}})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestScan: a scan ends where it finds a negative value and where nothing is bounded, and leaves out what it is told
// to.
func TestScan(t *testing.T) {
	for _, r := range testlong.Some([]struct {
		formula string
		dim     int
		looks   int // at frequencies
		want    sign.Sign
	}{
		{"exp(-z^(3/2))*z^2", 3, 8, sign.Negative},
		{"1/z^7 - 1/z^4", 3, 2, sign.Undecided},  // no value is bounded
		{"exp(-z^(3/2))", 1, 14, sign.Undecided}, // positive everywhere
		{"exp(-z^(3/2))*cos(9*z)", 3, 8, sign.Negative},
	}, 2) {
		for _, skip := range []bool{true, false} {
			p, err := quadrature.New(hankeltest.Parse(t, r.formula), r.dim)
			require.NoError(t, err, r.formula)
			looks := 0
			q, err := Sign(context.Background(), p, &SignSettings{Scan: true, Skip: func(float64) bool { looks++; return skip }})
			require.NoError(t, err, r.formula)
			if skip {
				assert.Equal(t, sign.Undecided, q.Sign, r.formula)
				assert.Equal(t, 14, looks, r.formula)
				continue
			}
			assert.Equal(t, r.want, q.Sign, r.formula)
			assert.LessOrEqual(t, looks, r.looks, r.formula)
		}
	}
}

// TestSignsAtRandom: whatever is found about sums of random parts holds at random frequencies.
func TestSignsAtRandom(t *testing.T) {
	ctx := context.Background()
	decided := map[sign.Method]int{}
	rapid.Check(t, func(r *rapid.T) {
		families := map[string][]string{
			"gauss": {"exp(-z^2/2)", "z^2*exp(-z^2/2)", "z^4*exp(-z^2/2)", "exp(-z^2/5)", "exp(-2*z^2)"},
			"pole": {"exp(-z)", "z*exp(-z)", "z^2*exp(-z)", "exp(-2*z)", "exp(-z)*cos(z)", "z*exp(-z)*sin(z/2)",
				"exp(-3*z/2)"},
			"matern": {"matern(4/5,1)", "matern(9/5,1)", "matern(4/5,2)", "matern(14/5,1/2)"},
			"bessel": {"1/(1+z^2)", "1/(1+z^2)^2", "1/(1+2*z^2)", "(1+z^2)^(-1/2)", "(1+z^2/3)^(-4/3)"},
			"compact": {"spherical(1)", "max(1-z,0)^2", "max(1-z,0)^3", "max(2-z,0)^4", "max(1-z,0)^5*(5*z+1)",
				"(z < 1 ? 1 - z^2 : 0)"},
			"mixed": {"exp(-z^2/2)", "exp(-z)", "matern(3/2,1)", "1/(1+z^2)", "max(1-z,0)^4", "spherical(2)",
				"besselj(3,z)/z^3", "1/10"},
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
		k, err := parser.Parse("0"+formula, nil)
		require.NoError(r, err)
		p, err := quadrature.New(k, d)
		if err != nil {
			return // no density
		}
		q, err := Sign(ctx, p, &SignSettings{Panels: 400})
		require.NoError(r, err)
		if q.Sign == sign.Undecided {
			return
		}
		decided[q.Method]++
		if err := check(ctx, p, q); err != nil {
			r.Fatalf("%s, d = %d: %v: %v", formula, d, q, err)
		}
		for range 12 {
			w := math.Exp(rapid.Float64Range(-5, 4).Draw(r, "log ω"))
			var v ball.Real
			if _, err := quadrature.At(ctx, p, &v, ball.NewReal(w), 40); err != nil {
				continue
			}
			if q.Sign == sign.Nonnegative && v.Negative() == ball.True {
				r.Fatalf("%s, d = %d: %v, but m(%v) = %v", formula, d, q, w, &v)
			}
		}
	})
	for _, m := range []sign.Method{sign.ByParts, sign.ByPanels, sign.ByValue} {
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
		if got := sign.ChebyshevNonnegative(c); got && least < -1e-9 || !got && least > 1e-6 {
			r.Fatalf("%v: %v, least value %v", c, got, least)
		}
	})
	parzen := "z < 1/2 ? 1 - 6*z^2 + 6*z^3 : (z < 1 ? 2*(1-z)^3 : 0)"
	for f, want := range map[string]bool{
		parzen: true, "max(1-z,0)": true, "max(1-z,0) + max(pi-z,0)": false, // incommensurable: another method
		"z < 1 ? 1 - z : (z < 2 ? 0 : 0)": true, "max(1-z,0)^2": false, "z < 1 ? 1 : 0": false,
		"max(2-z,0) - max(1-z,0)/2": false,
		"max(2-z,0) + max(1-z,0)/2": true, "max(3-z,0)^3 - 3*max(1-z,0)^3": false,
		// 2 + 2 cos: hats at ±½
		"z < 1/2 ? 1/2 : (z < 3/2 ? (3/2 - z)/2 : 0)":                false,
		"(z < 1/2 ? 1/2 : (z < 3/2 ? (3/2 - z)/2 : 0)) + max(1-z,0)": true,
	} {
		forms := sign.NewForms(hankeltest.Density(t, f, 1))
		require.NotNil(t, forms.Compact, f)
		assert.Equal(t, want, forms.Compact.Spline(), f)
	}
	cohn := "let r = z/3; r < 1 ? 1-5/3*r^2+5/8*r^3+1/2*r^4-1/4*r^5 : r < 2 ? " +
		"4-5*r+5/3*r^2+5/8*r^3-1/2*r^4+1/12*r^5-2/(3*r) : 0"
	for f, want := range map[string]bool{
		cohn: true, strings.Replace(cohn, "5/3*r^2+5/8*r^3+1/2", "5/3*r^2+5/8*r^3+1/3", 1): false,
		"z < 1 ? 1-3/2*z+z^3/2 : 0": true, "z < pi ? 1-3/2*z/pi+(z/pi)^3/2 : 0": true, "max(1-z,0)^3": false,
		"z < 1 ? 1/z-1 : 0": false, // (ω − sin ω)/ω², positive, but no square
	} {
		forms := sign.NewForms(hankeltest.Density(t, f, 3))
		require.NotNil(t, forms.Compact, f)
		assert.Equal(t, want, forms.Compact.Spline(), f)
	}
}

// TestTouchingAtZero: compactly supported kernels with mean 0: the second Taylor coefficient at t = 0 is the first that
// counts.
func TestTouchingAtZero(t *testing.T) {
	// In R¹, ∫_0^1 (1−z)^a dz = 1/(a+1): 4(1−z)³ − 6(1−z)⁵ has mean 0; its second moment is 8/120 − 12/336 > 0, so that m
	// is negative near 0.
	p := hankeltest.Density(t, "4*max(1-z,0)^3 - 6*max(1-z,0)^5", 1)
	a, ok := sign.NewForms(p).Compact.Origin(0)
	require.True(t, ok)
	assert.True(t, a.IsZero())
	q, err := Sign(context.Background(), p, nil)
	require.NoError(t, err)
	assert.Equal(t, sign.Negative, q.Sign, "%v", q)
	// The negative of it is nonnegative near 0, and at infinity too: −30z + 12z rules there.
	s := sign.NewSigner(hankeltest.Density(t, "6*max(1-z,0)^5 - 4*max(1-z,0)^3", 1), 96)
	require.True(t, s.Prepare(64))
	assert.Equal(t, 1, s.AtZero(1))
	q, err = Sign(context.Background(), hankeltest.Density(t, "6*max(1-z,0)^5 - 4*max(1-z,0)^3", 1), nil)
	require.NoError(t, err)
	assert.Equal(t, sign.Nonnegative, q.Sign, "%v", q)
	assert.Equal(t, sign.ByPanels, q.Method)
	assert.NoError(t, check(context.Background(), p,
		&sign.Proof{Sign: sign.Negative, Method: sign.ByValue, Omega: big.NewRat(1, 2), Prec: 64}))
}
