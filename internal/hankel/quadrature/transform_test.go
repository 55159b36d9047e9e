package quadrature

import (
	"context"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
)

// at is the bound at y.
func (d *decay) at(y float64) float64 {
	p, _ := d.p.Float64()
	v := d.c.Float64() * math.Pow(y, p)
	if !d.a.IsZero() {
		b, _ := d.b.Float64()
		v *= math.Exp(-d.a.Float64() * math.Pow(y, b))
	}
	return v
}

// read reads a formula that need not be a kernel.
func read(t *testing.T, text string) *formula.Expr {
	t.Helper()
	e, err := formula.Read(text, nil)
	require.NoError(t, err)
	return e
}

func fraction(t *testing.T, text string) *ball.Real {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return new(ball.Real).SetRat(r, 600)
}

// Closed forms, and values of mpmath (quad after a substitution that removes the singularity), to 25 digits at least.
func TestTransform(t *testing.T) {
	for _, c := range testlong.Some([]struct{ f, nu, r, want string }{
		{"exp(-257/100*z)/z", "1", "1000", "0.0009974300084872544569229188987"},   // (1 − a/√(a²+r²))/r
		{"exp(-z^2/2)", "0", "3", "0.01110899653824230649614313429"},              // e^{−9/2}
		{"exp(-z)*cos(z)", "0", "3", "0.04532554122962941992548938117"},           // Re a/(a²+9)^{3/2}, a = 1−i
		{"1/(1+z^2)", "0", "1", "0.4210244382407083333356273792"},                 // K₀(1)
		{"besselk(0,z)", "0", "3", "0.1"},                                         // 1/(1+r²)
		{"1/z", "7/3", "7", "0.1428571428571428571428571429"},                     // 1/r, conditionally convergent
		{"z < 1 ? (1-z)^(-1/2) : 0", "0", "5", "-0.2725742506935191010107644096"}, // an algebraic end
		{"z < 1 ? (1-z)^(-1/2) : 0", "1/3", "50", "-0.01987218171725193246425437723"},
		{"z < 1 ? (1-z^2)^(-1/2)/z : 0", "0", "5", "0.003677218218684030070464557584"}, // both ends
		{"z < 1 ? log(z)*z^(-1/2) : 0", "1/2", "3", "-0.2389588276935823975521636869"},
		{"(1+z/2)^-3", "0", "1", "0.2608965075125775491085986034"},
		{"z^(-1/2)/(1+z^4)", "1/3", "2", "0.3672036760251377777379925"},
		{"exp(-z)", "50", "10", "0.003370098321352829864599135162"},
	}, 1) {
		want, err := numeral.Parse(c.want, 200)
		require.NoError(t, err)
		want.AddRad(want.MagUpper().Mul(ball.MagFloat64(1e-24)))
		var z ball.Real
		e, err := Transform(context.Background(), Parse(t, c.f), &z, fraction(t, c.nu), fraction(t, c.r), 90)
		require.NoError(t, err, c.f)
		assert.Truef(t, z.Overlaps(want) == ball.True, "%s, ν = %s, r = %s: %s, not %s", c.f, c.nu, c.r, numeral.Text(&z, 28), c.want)
		assert.Truef(t, e.Met && z.RelAccuracyBits() >= 88, "%s, ν = %s, r = %s: %s", c.f, c.nu, c.r, numeral.Text(&z, 28))
	}
}

// Densities of kernels that fall too slowly to be integrable, on the line or at singular ends, and where much cancels: (1 + z/2)^−3 is a mixture of exponentials,
// whose densities mpmath integrated; z^(1/2)exp(−z) is a ₂F₁; the others are by mpmath's quad after a substitution at the end.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		f     string
		d     int
		omega float64
		want  string
	}{
		{"(1+z/2)^-3", 3, 1, "0.22188130129084440101002403156820548239"},
		{"(1+z/2)^-3", 16, 100, "0.00046932032221342794602267295748152959612"},
		{"(1+z/2)^-3", 100, 1, "0.0045579883572670676979483449269253419867"},
		{"exp(-z)*(1+z/2)^0+(1+z/2)^-3-exp(-z)", 3, 1, "0.22188130129084440101002403156820548239"},
		{"z^(1/2)*exp(-z)", 200, 15, "0.0187831995255364795834480677384684639"},
		{"z < 1 ? exp(-1/(1-z^2)) : 0", 3, 20, "0.0154729758979013412218228787542213686"},
		{"z < 1 ? (1-z)^(1/3)*exp(-z) : 0", 3, 1, "0.0579927563047446204440447026217601667"},
		{"z < 1 ? (1-z)^(-1/2)*exp(-z) : 0", 2, 1, "0.523853179640021648936597178596694333"},
	} {
		p, err := Values(Parse(t, c.f), c.d)
		require.NoError(t, err, c.f)
		var m ball.Real
		e, err := At(context.Background(), p, &m, ball.NewReal(c.omega), 100)
		require.NoError(t, err, c.f)
		want, err := numeral.Parse(c.want, 200)
		require.NoError(t, err)
		want.AddRad(ball.MagFloat64(1e-35))
		assert.Truef(t, e.Met && m.Overlaps(want) == ball.True, "%s in R^%d at %v: %s, not %s", c.f, c.d, c.omega, numeral.Text(&m, 34), c.want)
	}
	// the mass of [0, ω] is that of the mixture, arctan and a rational function: its derivative is the density
	p, err := Values(Parse(t, "(1+z/2)^-3"), 3)
	require.NoError(t, err)
	var a, b, m ball.Real
	const h = 0x1p-20
	for i, v := range []*ball.Real{&a, &b} {
		_, err := Distribution(context.Background(), p, v, ball.NewReal(1+float64(2*i-1)*h), 100)
		require.NoError(t, err)
	}
	m.Mul2Exp(m.Sub(&b, &a, 200), 19)
	m.AddRad(ball.MagFloat64(1e-11))
	want, err := numeral.Parse("0.22188130129084440101", 100)
	require.NoError(t, err)
	assert.Equal(t, ball.True, m.Overlaps(want), &m)
	// at 0 it may be infinite, and New has no such parts; what grows has none
	_, err = At(context.Background(), p, &m, new(ball.Real), 60)
	assert.ErrorContains(t, err, "may be infinite at 0")
	_, err = New(Parse(t, "(1+z/2)^-3"), 3)
	assert.ErrorContains(t, err, "is not integrable in dimension 3")
	_, err = Values(Parse(t, "1/z"), 1)
	assert.ErrorContains(t, err, "is not integrable in dimension 1")
	_, err = Values(Parse(t, "sqrt(1+z)*(2+1/(1+z))"), 3)
	assert.ErrorContains(t, err, "is not integrable in dimension 3")
}

// Signs next to ends hold at points.
func TestEndSigns(t *testing.T) {
	for _, c := range []struct {
		f, end     string
		side, want int
	}{
		{"-1/(1-z^2)", "1", -1, -1}, {"1/(1-z^2)", "1", 1, -1}, {"(1-z)^3/z", "1", -1, 1}, {"(1-z)^3", "1", 1, -1}, {"sqrt(z)", "0", 1, 1}, {"-1/z", "0", 1, -1},
		{"(1-z)^2", "1", -1, 1}, {"z-1+(1-z)^2", "1", -1, -1}, {"sin(1/z)", "0", 1, 0},
	} {
		n := near{end: Parse(t, c.end).Expr(), side: int64(c.side)}
		eval.Enclose(&n.at, n.end, nil, 100)
		n.reach.SetFloat64(0x1p-10)
		assert.Equal(t, c.want, n.sign(Parse(t, c.f).Expr()), c.f)
	}
}

// What is not integrable, or not known to be, is refused with a reason.
func TestTransformRefuses(t *testing.T) {
	for f, because := range map[string]string{
		"1/z^2":               "not proved to be integrable at 0",
		"z < 1 ? 1/(1-z) : 0": "not proved to be integrable at 1",
		"z^(-1/4)":            "is not bounded",
		"cos(z)":              "is not bounded",
		"1+exp(-z)":           "is not bounded",
	} {
		var z ball.Real
		_, err := Transform(context.Background(), Parse(t, f), &z, ball.NewReal(0), ball.NewReal(2), 60)
		require.ErrorContains(t, err, because, f)
		assert.True(t, z.Indeterminate(), f)
	}
	var z ball.Real
	for _, c := range [][2]float64{{-0.75, 1}, {0, 0}, {0, -1}} {
		_, err := Transform(context.Background(), Parse(t, "exp(-z)"), &z, ball.NewReal(c[0]), ball.NewReal(c[1]), 60)
		require.Error(t, err)
	}
}

// Bounds on sectors hold at points of them, and so do the arguments; formulas that are not holomorphic there have none.
func TestSectors(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 38))
	for _, text := range []string{
		"1/(1+z)", "(1+z/2)^-3", "1/(1+z^2)", "z^(-1/2)/(1+z^4)", "exp(-z)", "exp(-z^2)", "exp(-z^(1/3))/z", "exp(-sqrt(1+z^2))", "log(2+z)/z^2", "besselk(1/3,z)",
		"besselk(0,sqrt(1+z^2))", "1/(2-exp(-z))", "exp(1/z)/z", "(1+z)^(3/2)*exp(-2*z)", "z/(1+z)-1", "exp(-z+2/z)", "sqrt(1+z^2)-z", "log(1+1/(3*z))", "log(1+1/(1+z^2))", "exp(-z)*log(1+z)", "1/exp(z)", "(z+z^2)^(1/3)",
	} {
		known := false
		for i := range 3 * len(slopes) {
			d := slopes[i/3]
			apex := ball.NewReal([]float64{0.25, 1, 3}[i%3])
			e := Parse(t, text).Expr()
			s := newSector(apex, d.tau)
			f := s.holomorphic(e)
			if f == nil {
				continue
			}
			known = known || f.up != nil
			x0, _ := apex.Float64()
			tau, _ := d.tau.Float64()
			program := eval.Compile(e)
			for range 20 {
				size := x0 * (1 + 20*r.Float64()*r.Float64())
				phi := tau * r.Float64()
				at := ball.NewComplex(cmplx.Rect(size, phi*3.141592653589793))
				var v ball.Complex
				program.ComplexAt(&v, at, 80)
				require.Truef(t, v.IsFinite(), "%s at %v", text, at)
				y := new(ball.Real).Quo(at.Abs(new(ball.Real), 80), apex, 80).Nearest()
				if f.up != nil {
					require.LessOrEqualf(t, v.MagLower().Float64(), f.up.at(y)*(1+1e-12)+1e-300, "%s at %v: |f| ≤ %v", text, at, f.up)
				}
				if f.low != nil {
					p, _ := f.low.p.Float64()
					require.GreaterOrEqualf(t, v.MagUpper().Float64()*(1+1e-12), f.low.c.Float64()*math.Pow(y, p), "%s at %v", text, at)
				}
				if f.lo != nil {
					lo, _ := f.lo.Float64()
					hi, _ := f.hi.Float64()
					arg := cmplx.Phase(complex(v.Re.Nearest(), v.Im.Nearest())) / 3.141592653589793
					inside := false
					for _, k := range []float64{-4, -2, 0, 2, 4} {
						inside = inside || arg+k >= lo-1e-9 && arg+k <= hi+1e-9
					}
					require.Truef(t, inside, "%s at %v: argument %vπ not in [%v, %v]π", text, at, arg, f.lo, f.hi)
				}
			}
		}
		assert.Truef(t, known, "%s has no bound on any sector", text)
	}
	for _, text := range []string{"abs(z-7)", "1/(z-7)", "sqrt(z-7)", "log(z-7)", "1/(z^8+1)^(1/2)", "exp(z)", "cos(z)", "besselk(0,z^4)", "max(z,1)"} {
		f := newSector(ball.NewReal(1), big.NewRat(1, 4)).holomorphic(read(t, text))
		assert.Truef(t, f == nil || f.up == nil, "%s: %v", text, f)
	}
}

// The rotated path and the real line give one value, where both serve; a weakened bound of what is beyond is noticed.
func TestRotated(t *testing.T) {
	for _, text := range []string{"exp(-z)", "exp(-z)/(1+z)", "exp(-sqrt(1+z^2))"} {
		for _, nu := range []float64{0, 0.5, 2.25} {
			e := Parse(t, text).Expr()
			x0, w, r := ball.NewReal(4), ball.NewReal(1), ball.NewReal(3)
			n := ball.NewReal(nu)
			p := rotate(e, w, n, r, x0, false, nil)
			require.NotNil(t, p, text)
			var a, b ball.Real
			_, err := p.enclose(context.Background(), &a, 80)
			require.NoError(t, err)
			h := transform{nu: n, r: r, prec: 120}
			h.w.SetInt64(1)
			T, beyond, ok := h.cut(e, x0)
			require.True(t, ok)
			because, err := h.between(context.Background(), &b, e, x0, new(ball.Real).SetFloat(T), nil, nil)
			require.NoError(t, err)
			require.Empty(t, because)
			b.AddRad(beyond)
			assert.Truef(t, a.Overlaps(&b) == ball.True && a.RelAccuracyBits() > 70 && b.RelAccuracyBits() > 70, "%s, ν = %v: %v, %v", text, nu, &a, &b)
		}
	}
}

// Bounds next to an end hold at points.
func TestEndPowers(t *testing.T) {
	for _, c := range []struct {
		f, end string
		side   int64
	}{
		{"(1-z)^(-1/2)", "1", -1}, {"(1-z^2)^(-1/3)*log(1-z)", "1", -1}, {"log(z)^2/sqrt(z)", "0", 1}, {"besselk(0,z)", "0", 1}, {"besselk(2,z)", "0", 1},
		{"1/sin(z)", "0", 1}, {"exp(-z^(1/3))/z", "0", 1}, {"(z-2)^(-1/4)+z", "2", 1}, {"log(2-z)/(2-z)^(1/2)", "2", -1},
	} {
		e := read(t, c.f)
		n := near{end: read(t, c.end), side: c.side}
		n.at.Set(fraction(t, c.end))
		n.reach.SetFloat64(0x1p-40)
		b := n.upper(e)
		require.NotNil(t, b, c.f)
		q, _ := b.q.Float64()
		for k := 41.0; k < 200; k += 7 {
			var x, v ball.Real
			d := new(ball.Real).SetFloat(new(big.Float).SetMantExp(big.NewFloat(1), -int(k)))
			x.Add(&n.at, d.MulInt64(d, c.side, 300), 300)
			eval.Enclose(&v, e, &x, 300)
			require.Truef(t, v.IsFinite(), "%s at %v", c.f, &x)
			assert.LessOrEqualf(t, v.MagLower().Float64(), b.c.Float64()*math.Pow(2, k*q)*(1+1e-12), "%s at distance 2^−%v", c.f, k)
		}
	}
	n := near{end: read(t, "0"), side: 1}
	n.reach.SetFloat64(0x1p-40)
	assert.Nil(t, n.upper(read(t, "1/(1-cos(z))")), "a double zero")
}
