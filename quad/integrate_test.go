package quad

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/special"
)

type integrand struct {
	name string
	f    func(float64) float64
	a, b float64
	want float64
	cuts []float64
}

var inf = math.Inf(1)

func integrands() []integrand {
	step := func(c float64) func(float64) float64 {
		return func(x float64) float64 {
			if x < c {
				return 0
			}
			return 1
		}
	}
	sq := func(x float64) float64 { return x * x }
	return []integrand{
		{"1", func(float64) float64 { return 1 }, -2, 3, 5, nil},
		{"x^40", func(x float64) float64 { return math.Pow(x, 40) }, 0, 1, 1.0 / 41, nil},
		{"exp", math.Exp, 0, 1, math.E - 1, nil},
		{"|x-1/3|", func(x float64) float64 { return math.Abs(x - 1.0/3) }, 0, 1, 5.0 / 18, nil},
		{"|x-1/3| cut", func(x float64) float64 { return math.Abs(x - 1.0/3) }, 0, 1, 5.0 / 18, []float64{1.0 / 3}},
		{"|x-1/3|^0.3", func(x float64) float64 { return math.Pow(math.Abs(x-1.0/3), 0.3) }, 0, 1, (math.Pow(1.0/3, 1.3) + math.Pow(2.0/3, 1.3)) / 1.3, nil},
		{"|x-pi/6|^5", func(x float64) float64 { return math.Pow(math.Abs(x-math.Pi/6), 5) }, 0, 1, (math.Pow(math.Pi/6, 6) + math.Pow(1-math.Pi/6, 6)) / 6, nil},
		{"sqrt", math.Sqrt, 0, 1, 2.0 / 3, nil},
		{"x^0.01", func(x float64) float64 { return math.Pow(x, 0.01) }, 0, 1, 1 / 1.01, nil},
		{"log", math.Log, 0, 1, -1, nil},
		{"x^-1/2", func(x float64) float64 { return 1 / math.Sqrt(x) }, 0, 1, 2, nil},
		{"x^-0.9", func(x float64) float64 { return math.Pow(x, -0.9) }, 0, 1, 10, nil},
		{"log^2", func(x float64) float64 { return sq(math.Log(x)) }, 0, 1, 2, nil},
		{"log|x-0.3|", func(x float64) float64 { return math.Log(math.Abs(x - 0.3)) }, 0, 1, 0.3*math.Log(0.3) + 0.7*math.Log(0.7) - 1, nil},
		{"arcsine", func(x float64) float64 { return 1 / math.Sqrt(1-x*x) }, 0, 1, math.Pi / 2, nil},
		{"1/(1+x^2)", func(x float64) float64 { return 1 / (1 + x*x) }, -5, 5, 2 * math.Atan(5), nil},
		{"Runge 1e-3", func(x float64) float64 { return 1e-3 / (1e-6 + sq(x-0.4)) }, 0, 1, math.Atan(600) + math.Atan(400), nil},
		{"Runge 1e-3 cut", func(x float64) float64 { return 1e-3 / (1e-6 + sq(x-0.4)) }, 0, 1, math.Atan(600) + math.Atan(400), []float64{0.4}},
		{"Gaussian 0.01", func(x float64) float64 { return math.Exp(-sq((x - 0.35) / 0.01)) }, 0, 1, 0.01 * math.Sqrt(math.Pi), nil},
		{"Gaussian 1e-3 cut", func(x float64) float64 { return math.Exp(-sq((x - 0.35) / 1e-3)) }, 0, 1, 1e-3 * math.Sqrt(math.Pi), []float64{0.35}},
		{"sin 50x", func(x float64) float64 { return math.Sin(50 * x) }, 0, 1, (1 - math.Cos(50)) / 50, nil},
		{"cos 1000x", func(x float64) float64 { return math.Cos(1000 * x) }, 0, 1, math.Sin(1000) / 1000, nil},
		{"1+cos 300x", func(x float64) float64 { return 1 + math.Cos(300*x) }, 0, 1, 1 + math.Sin(300)/300, nil},
		{"x^2 sin(40 pi x)", func(x float64) float64 { return x * x * math.Sin(40*math.Pi*x) }, 0, 1, -1 / (40 * math.Pi), nil},
		{"exp(-x) cos 20x", func(x float64) float64 { return math.Exp(-x) * math.Cos(20*x) }, 0, 10, (1 - math.Exp(-10)*(math.Cos(200)-20*math.Sin(200))) / 401, nil},
		{"step 0.3", step(0.3), 0, 1, 0.7, nil},
		{"step 1/pi", step(1 / math.Pi), 0, 1, 1 - 1/math.Pi, nil},
		{"step 0.7 cut", step(0.7), 0, 1, 0.3, []float64{0.7}},
		{"tiny step", func(x float64) float64 { return math.Exp(x) + 1e-9*step(0.61)(x) }, 0, 1, math.E - 1 + 0.39e-9, nil},
		{"tiny kink", func(x float64) float64 { return 1 + x + 1e-6*math.Abs(x-0.61) }, 0, 1, 1.5 + 1e-6*(sq(0.61)+sq(0.39))/2, nil},
		{"tiny far step", func(x float64) float64 { return x*x + 1e-7*step(0.9871)(x) }, 0, 1, 1.0/3 + 1e-7*0.0129, nil},
		{"floor", math.Floor, 0, 5.5, 10 + 2.5, nil},
		{"compact (1-x^2)^0.5", func(x float64) float64 { return math.Sqrt(max(0, 1-x*x)) }, 0, 3, math.Pi / 4, nil},
		{"compact (1-x)^4", func(x float64) float64 { return sq(sq(max(0, 1-x))) }, 0, 2.7, 0.2, nil},
		{"erf", func(x float64) float64 { return math.Exp(-x * x) }, -inf, inf, math.Sqrt(math.Pi), nil},
		{"half line exp", func(x float64) float64 { return math.Exp(-x) }, 0, inf, 1, nil},
		{"exp(-x)/sqrt x", func(x float64) float64 { return math.Exp(-x) / math.Sqrt(x) }, 0, inf, math.Sqrt(math.Pi), nil},
		{"Cauchy", func(x float64) float64 { return 1 / (1 + x*x) }, -inf, inf, math.Pi, nil},
		{"x^-1.5", func(x float64) float64 { return math.Pow(x, -1.5) }, 1, inf, 2, nil},
		{"left half line", func(x float64) float64 { return math.Exp(3 * (x - 1)) }, -inf, 1, 1.0 / 3, nil},
		{"shifted Gaussian", func(x float64) float64 { return math.Exp(-sq(x - 20)) }, -inf, inf, math.Sqrt(math.Pi), []float64{20}},
		{"half line, cuts", func(x float64) float64 { return max(0, 2-x) + math.Exp(-x) }, 0, inf, 3, []float64{2}},
		{"x^15 exp(-x)", func(x float64) float64 { return math.Exp(15*math.Log(x) - x) }, 0, inf, 1307674368000, nil},
		{"backwards", math.Exp, 1, 0, 1 - math.E, nil},
	}
}

// TestIntegrate64Honest: the true error is below the reported one, at every tolerance, and the report below the tolerance when it says Converged.
func TestIntegrate64Honest(t *testing.T) {
	for _, c := range integrands() {
		for _, tol := range []float64{1e-3, 1e-6, 1e-10, 1e-12, 1e-16} {
			r := Integrate64(c.f, c.a, c.b, &Settings64{RelTol: tol, Breakpoints: c.cuts})
			// The reference itself is rounded, and so is a breakpoint.
			err := math.Abs(r.Value - c.want)
			assert.LessOrEqualf(t, err, r.Err+2e-16*math.Abs(c.want), "%s at %g: %v", c.name, tol, r)
			if r.Status == Converged {
				assert.LessOrEqual(t, r.Err, tol*math.Abs(r.Value), c.name)
			}
			if tol <= 1e-16 {
				assert.NotEqual(t, Converged, r.Status, c.name)
			}
			if tol == 1e-6 {
				assert.Equalf(t, Converged, r.Status, "%s: %v", c.name, r)
				assert.Less(t, r.Evals, 20000, c.name)
			}
			require.LessOrEqual(t, r.Evals, 200_000)
		}
	}
}

// TestIntegrate64Cost: smooth integrands are cheap.
func TestIntegrate64Cost(t *testing.T) {
	assert.Equal(t, 63, Integrate64(math.Exp, 0, 1, nil).Evals)
	assert.Less(t, Integrate64(func(x float64) float64 { return math.Cos(1000 * x) }, 0, 1, &Settings64{AbsTol: 1e-12}).Evals, 12000)
	assert.Less(t, Integrate64(func(x float64) float64 { return math.Exp(-x * x / 2) }, 0, inf, nil).Evals, 600)
}

func TestIntegrate64Statuses(t *testing.T) {
	assert.Equal(t, Result64{}, Integrate64(math.Exp, 2, 2, nil))
	r := Integrate64(func(x float64) float64 { return math.Sin(1 / x) }, 0, 1, &Settings64{MaxEvals: 500, RelTol: 1e-12})
	assert.Equal(t, MaxEvaluations, r.Status)
	assert.LessOrEqual(t, r.Evals, 500)
	assert.InDelta(t, 0.5040670619069284, r.Value, r.Err) // sin 1 − Ci 1
	r = Integrate64(func(x float64) float64 { return 1 / (x - 0.5) }, 0, 1, nil)
	assert.Equal(t, NonFinite, r.Status)
	assert.True(t, math.IsNaN(r.Value))
	r = Integrate64(func(float64) float64 { return math.NaN() }, 0, inf, nil)
	assert.Equal(t, NonFinite, r.Status)
	// A divergent integral must not be reported as converged.
	r = Integrate64(func(x float64) float64 { return 1 / x }, 0, 1, nil)
	assert.NotEqual(t, Converged, r.Status)
	r = Integrate64(func(x float64) float64 { return 1 / (1 + x) }, 0, inf, nil)
	assert.NotEqual(t, Converged, r.Status)
	assert.Panics(t, func() { Integrate64(nil, 0, 1, nil) })
	assert.Panics(t, func() { Integrate64(math.Exp, math.NaN(), 1, nil) })
	// An absolute tolerance alone.
	r = Integrate64(func(x float64) float64 { return math.Sin(x) }, -1, 1, &Settings64{AbsTol: 1e-10})
	assert.Equal(t, Converged, r.Status)
	for s, name := range map[Status]string{Converged: "converged", MaxEvaluations: "max evaluations", Roundoff: "roundoff", NonFinite: "non-finite", 9: "Status(9)"} {
		assert.Equal(t, name, s.String())
	}
	// The length scale of a half line.
	f := func(x float64) float64 { return math.Exp(-x / 1e6) }
	wide := Integrate64(f, 0, inf, &Settings64{Scale: 1e6})
	assert.InEpsilon(t, 1e6, wide.Value, 1e-13)
	assert.Less(t, wide.Evals, 400)
}

func TestTanhSinh64(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x, l, r float64) float64
		a, b float64
		want float64
	}{
		{"1", func(x, l, r float64) float64 { return 1 }, -1, 4, 5},
		{"x^-0.9", func(x, l, r float64) float64 { return math.Pow(l, -0.9) }, 0, 1, 10},
		{"both ends", func(x, l, r float64) float64 { return 1 / math.Sqrt(l*r) }, -2, 7, math.Pi},
		{"(1-x)^-0.75", func(x, l, r float64) float64 { return math.Pow(r, -0.75) }, 0, 1, 4},
		{"log", func(x, l, r float64) float64 { return math.Log(l) }, 0, 1, -1},
		{"log log", func(x, l, r float64) float64 { return math.Log(l) * math.Log(r) }, 0, 1, 2 - math.Pi*math.Pi/6},
		{"exp", func(x, l, r float64) float64 { return math.Exp(x) }, 0, 1, math.E - 1},
		{"sqrt", func(x, l, r float64) float64 { return math.Sqrt(l) }, 0, 9, 18},
		{"cos 40x", func(x, l, r float64) float64 { return math.Cos(40 * x) }, 0, 1, math.Sin(40) / 40},
		{"plain x", func(x, l, r float64) float64 { return 1 / math.Sqrt(x) }, 0, 1, 2},
		{"exp(-x) x^-1/2", func(x, l, r float64) float64 { return math.Exp(-x) / math.Sqrt(l) }, 0, inf, math.Sqrt(math.Pi)},
		{"1/(1+x^2)", func(x, l, r float64) float64 { return 1 / (1 + x*x) }, 0, inf, math.Pi / 2},
		{"x^-1.2", func(x, l, r float64) float64 { return math.Pow(1+l, -1.2) }, 1, inf, 5},
	} {
		r := TanhSinh64(c.f, c.a, c.b, nil)
		assert.LessOrEqualf(t, math.Abs(r.Value-c.want), r.Err+4e-16*math.Abs(c.want), "%s: %v", c.name, r)
		assert.LessOrEqual(t, r.Err, 3e-12*math.Abs(c.want), c.name)
		assert.Less(t, r.Evals, 2000, c.name)
	}
	// Too strong a singularity for the float64 range: it stops early and says so.
	r := TanhSinh64(func(x, l, r float64) float64 { return math.Pow(l, -0.97) }, 3, 4, nil)
	assert.InDelta(t, 1/0.03, r.Value, r.Err)
	assert.Equal(t, Roundoff, r.Status)
	assert.Less(t, r.Evals, 2000)
	// Kinks and jumps inside: slow, but honest.
	for _, c := range integrands() {
		if c.a >= c.b || math.IsInf(c.a, 0) {
			continue
		}
		r := TanhSinh64(func(x, _, _ float64) float64 { return c.f(x) }, c.a, c.b, &Settings64{RelTol: 1e-8})
		if r.Status == Converged && c.name != "Gaussian 1e-3 cut" && c.name != "tiny step" && c.name != "tiny far step" {
			assert.LessOrEqualf(t, math.Abs(r.Value-c.want), r.Err+1e-8*math.Abs(c.want), "%s: %v", c.name, r)
		}
	}
	r = TanhSinh64(func(x, _, _ float64) float64 { return math.NaN() }, 0, 1, nil)
	assert.Equal(t, NonFinite, r.Status)
	r = TanhSinh64(func(x, _, _ float64) float64 { return math.Abs(x - 0.3) }, 0, 1, &Settings64{MaxEvals: 300})
	assert.Equal(t, MaxEvaluations, r.Status)
	assert.Panics(t, func() { TanhSinh64(nil, 0, 1, nil) })
	assert.Panics(t, func() { TanhSinh64(func(x, _, _ float64) float64 { return x }, 1, 1, nil) })
}

// TestHankel64 compares with closed forms (DLMF 10.22.43, 10.22.46, 10.22.49, 10.22.51), for every ν and ω to the reported error.
func TestHankel64(t *testing.T) {
	lg := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	check := func(name string, nu, omega, want, refErr float64, r Result64, most float64) {
		t.Helper()
		err := math.Abs(r.Value - want)
		assert.LessOrEqualf(t, err, r.Err+refErr, "%s ν=%v ω=%v: %v, want %v", name, nu, omega, r, want)
		assert.LessOrEqualf(t, r.Err, most, "%s ν=%v ω=%v: %v", name, nu, omega, r)
		assert.Less(t, r.Evals, 4000)
	}
	for _, nu := range []float64{-0.5, -0.25, 0, 0.5, 1, 7, 31, 99.75, 391} {
		for _, omega := range []float64{0.01, 1, 30} {
			for _, p := range []float64{-0.25, 0, 0.5, 1, 1.5, 3} {
				// ∫ x^p J_ν(ωx) dx = 2^p Γ((ν+p+1)/2)/Γ((ν−p+1)/2) ω^{−p−1}, Abel's sense for p ≥ 1/2
				s := 1.0
				if nu-p+1 <= 0 {
					_, sign := math.Lgamma((nu - p + 1) / 2)
					s = float64(sign)
				}
				var want float64
				if half := (nu - p + 1) / 2; half > 0 {
					want = math.Exp2(p) * math.Exp(special.LogGammaRatio64(half, p))
				} else if half != math.Trunc(half) {
					want = s * math.Exp2(p) * math.Exp(lg((nu+p+1)/2)-lg(half))
				}
				if p == 0 && omega == 1 && nu > 0 {
					// ∫ J_ν = 1, to the last bits: the rounding of the nodes must not show.
					assert.InDelta(t, 1, Hankel64(func(float64) float64 { return 1 }, nu, 1, &Settings64{RelTol: 1e-15}).Value, 1.2e-15, "ν=%v", nu)
				}
				scale := math.Pow(omega, -p-1)
				r := Hankel64(func(x float64) float64 { return math.Pow(x, p) }, nu, omega, nil)
				check("power", nu, omega, want*scale, 1e-13*math.Abs(want)*scale, r, 1e-10*scale*(1+math.Abs(want))*math.Pow(40+nu, max(p-0.5, 0)))
			}
			// ∫ e^{−ax} J_ν(ωx) dx = ((√(a²+ω²) − a)/ω)^ν/√(a²+ω²)
			for _, a := range []float64{0.1, 2} {
				h := math.Hypot(a, omega)
				want := math.Pow(omega/(h+a), nu) / h
				r := Hankel64(func(x float64) float64 { return math.Exp(-a * x) }, nu, omega, nil)
				check("exp", nu, omega, want, 1e-13*want, r, 1e-11/h)
			}
		}
		if nu < 0 || nu > 40 {
			continue
		}
		for _, omega := range []float64{0.05, 1, 8} {
			// ∫ x^{ν+1} (x²+1)^{−μ−1} J_ν(ωx) dx = ω^μ K_{ν−μ}(ω)/(2^μ Γ(μ+1)), here written for decaying integrands
			for _, mu := range []float64{nu/2 + 0.25, nu + 1} {
				k, ek := special.BesselK64(nu-mu, omega)
				c := math.Exp(mu*math.Log(omega/2) - lg(mu+1))
				f := func(x float64) float64 { return math.Exp((nu+1)*math.Log(x) - (mu+1)*math.Log1p(x*x)) }
				check("Matérn", nu, omega, c*k, c*ek+1e-13*c*k, Hankel64(f, nu, omega, nil), 1e-9*(1+c*k))
			}
			// ∫ x^{ν+1} e^{−x²/2} J_ν(ωx) dx = ω^ν e^{−ω²/2}
			want := math.Pow(omega, nu) * math.Exp(-omega*omega/2)
			f := func(x float64) float64 { return math.Exp((nu+1)*math.Log(x) - x*x/2) }
			check("Gaussian", nu, omega, want, 1e-13*want, Hankel64(f, nu, omega, nil), math.Exp(lg(nu/2+1)+nu/2)*1e-10)
		}
	}
	// ∫ log x J_0(x) dx = −γ − log 2
	r := Hankel64(math.Log, 0, 1, nil)
	assert.InDelta(t, -0.57721566490153286-math.Ln2, r.Value, r.Err)
	assert.Less(t, r.Err, 1e-11)
	r = Hankel64(func(x float64) float64 { return math.NaN() }, 0, 1, nil)
	assert.Equal(t, NonFinite, r.Status)
	assert.Panics(t, func() { Hankel64(math.Log, -1, 1, nil) })
	assert.Panics(t, func() { Hankel64(math.Log, 1, 0, nil) })
	assert.Panics(t, func() { Hankel64(nil, 1, 1, nil) })
}

func BenchmarkIntegrateSmooth(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		Integrate64(math.Exp, 0, 1, nil)
	}
}

func BenchmarkIntegrateKink(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		Integrate64(func(x float64) float64 { return math.Abs(x - 1.0/3) }, 0, 1, nil)
	}
}

func BenchmarkTanhSinh(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		TanhSinh64(func(x, l, r float64) float64 { return 1 / math.Sqrt(l*r) }, 0, 1, nil)
	}
}

func BenchmarkHankel(b *testing.B) {
	f := func(x float64) float64 { return x / (1 + x*x) }
	Hankel64(f, 7, 1, nil)
	b.ReportAllocs()
	for range b.N {
		Hankel64(f, 7, 1, nil)
	}
}
