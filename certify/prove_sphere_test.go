package certify

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestSphereProofs has kernels whose answer on spheres is known; each must be proved and the proof
// accepted by a fresh checker.
func TestSphereProofs(t *testing.T) {
	const yes, no = Proved, Refuted
	type row struct {
		formula     string
		dim         int
		sphere, all Status
	}
	for _, c := range testlong.Some([]row{
		{"arccos0", 16, yes, yes}, // Cho and Saul (2009)
		{"arccos1", 3, yes, yes},
		{"arccos2", 784, yes, yes},
		{"ntk", 2, yes, yes},
		{"z < 2 ? (2-z^2)/pi*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 16, yes, yes},
		{"polynomial(1, 3)", 5, yes, yes},
		{"polynomial(0, 2)", 5, yes, yes},
		{"spherical_polynomial(2, 1)", 8, yes, yes}, // (1+u)/2
		{"spherical_polynomial(3, 2)", 8, yes, yes}, // ((7+2u)/9)²
		{"(u - 1/10)^3", 3, no, no},                 // (u − 0.1)³: 3u² has a negative coefficient
		{"u^2 - 1/3", 3, yes, no},                   // 2/3 P_2 on S²
		{"u^2 - 1/3", 4, no, no},                    // its mean is 1/4 − 1/3 there
		{"u^2 - 0.3334", 3, no, no},
		{"gaussian(1)", 3, yes, yes},
		{"laplace(1)", 3, yes, yes},
		{"exp(u)", 4, yes, yes},
		{"1/(3 - 2*u)", 4, yes, yes},
		{"-u", 3, no, no},
		{"log(1+1/(2-u))", 3, yes, yes}, // completely monotone in t, but for the cut at the end
		{"exp(-sqrt(1-u)) - exp(-sqrt(1+u))", 3, yes, yes},
		{"1/(1+theta) - 1/(1+pi-theta)", 3, yes, yes},
		{"exp(-sqrt(1+u)) - exp(-sqrt(1-u))", 3, no, no},
		{"u^3 - u/2", 1, yes, no}, // f(1) = |f(−1)|
		{"acos(u)", 3, no, no},
		{"exp(-theta^1.01)", 3, no, no},          // the cusp at the antipode, seen 2^−559 apart
		{"exp(-z) - exp(-sqrt(2))", 3, yes, yes}, // f(0) = 0
		{"exp(-z) - exp(-sqrt(2)) - 1e-50", 3, yes, no},
		{"max(0, 1-theta/pi)", 3, yes, yes}, // the positive part is vacuous
		{"(pi-acos(u))_+", 2, yes, yes},
		{"max(0, 1-1.001*theta/pi)", 3, no, no}, // rougher within than at the pole
		{"1/(1+z) - 1/(1+sqrt(2))", 5, yes, yes},
		{"exp(-z) + exp(-sqrt(2))/sqrt(8)*z^2", 5, yes, yes}, // f′(0) = 0
		{"cos(acos(0)*z/2^0.5)", 2, yes, yes},
		{"sin(pi*z/sqrt(2))/(pi*z/sqrt(2))", 4, yes, yes},
		{"exp(-z^2) - 1e-300*exp(-z)", 2, no, no}, // cz at the pole
		{"exp(-z^2) - 1e-300*exp(-z)", 1, yes, no},
		{"exp(-z^2) - 10^(-200)*z^3", 7, no, no},
		{"exp(-z^2) - 10^(-200)*z^2*log(z)", 3, no, no},
		{"exp(-z^2*tanh(z^0.01))", 3, no, no}, // −z^2.01
		{"sigmoid", 3, no, no},
		{"geodesic_gaussian(1)", 3, no, no}, // Feragen, Lauze, Hauberg (2015)
		{"geodesic_gaussian(1)", 2, no, no},
		{"geodesic_gaussian(3/100)", 3, no, no}, // e^(−5483) rougher at the antipode
		{"2/pi - sin(theta)", 2, yes, no},       // mean 0
		{"exp(u) - 3*sqrt(pi/2)*besseli(3/2,1)*u", 3, yes, no},
		{"cos(2*theta)", 50, no, no},
		{"z < 1 ? 1 - z : 0", 1, yes, no},
		{"cubic", 4, yes, no}, // as rough within as at the pole
		{"wendland(3, 2)", 4, yes, no},
		{"wendland(5, 3)", 6, yes, no},
		{"1 - z/2", 3, yes, yes}, // 1 minus a Bernstein function of z²
		{"z <= 2 ? 2 - z^(1/2) : 0", 5, yes, yes},
		{"geodesic_laplace(1)", 7, yes, yes}, // Feragen, Lauze, Hauberg (2015)
		{"arccos0*exp(u)", 3, yes, yes},
		{"arccos1 + 1/(2 - u)", 3, yes, yes},
		{"cosh(arccos0)", 3, yes, yes},
		{"2^u", 3, yes, yes},
		{"(3/2)^(u + u^2)", 4, yes, yes},
		{"(1/2)^u", 3, no, no},
		{"cosh(2*sqrt(1+u))", 3, yes, yes},
		{"u^100 + 1/2", 5, yes, yes},
		{"sin(z)/z - 0.6984", 3, yes, yes}, // sin(√2)/√2 = 0.69845…
		{"z/sinh(z) - 1/100", 3, yes, yes},
		{"tanh(z)/z - 0.628", 5, yes, yes},
		{"besseli(0, sqrt(2 + 2*u))", 6, yes, yes},
		{"-log(1 - u/2)", 3, yes, yes},
		{"-log(2 - u)", 3, no, no}, // its mean over the sphere is negative
	}, 4) {
		k, err := parser.Parse(c.formula, nil)
		if err != nil { // undefined beyond 2
			k, err = parser.Parse(c.formula, &parser.Options{Radius: big.NewRat(2, 1)})
		}
		require.NoError(t, err, c.formula)
		f := newSession(context.Background(), k, c.dim, &Settings{SkipMass: true})
		f.proveAll(PDSphere, PDAllSpheres)
		for id, want := range map[ID]Status{PDSphere: c.sphere, PDAllSpheres: c.all} {
			v := f.verdicts[id]
			if got := v.status(); got != want {
				t.Errorf("%s in R^%d: %s is %v, want %v; tried %v", c.formula, c.dim, id, got, want, f.attempts[id])
				continue
			}
			if v.proof == nil {
				continue
			}
			g := rule.Goal{Claim: id, Holds: want == Proved, Kernel: k, Dim: c.dim}
			assert.NoError(t, check.New(context.Background(), 0).Step(g, v.proof), "%s: %s", c.formula, id)
			g.Holds = !g.Holds
			assert.Error(t, check.New(context.Background(), 0).Step(g, v.proof))
			t.Logf("%-40s d=%-3d %-14s %v by %s", c.formula, c.dim, id, want, v.rule)
		}
	}
}

// TestSphereHighDegrees: a coefficient of high degree in high dimension is told from zero, although values of the
// formula lose digits.
func TestSphereHighDegrees(t *testing.T) {
	for _, formula := range []string{"gneiting", "cubic"} {
		c, err := Run(context.Background(), parse(t, formula), 64, &Settings{Claims: []ID{PDSphere}, SkipMass: true})
		require.NoError(t, err)
		assert.Equal(t, Refuted, c.Claim(PDSphere).Status, formula)
	}
}

// Networks of every depth are positive definite on all spheres, layer by layer, however they are written, scaled or mixed,
// and with layers of other kinds; one with a negative part, or a layer that takes its argument beyond 1, is not proved.
func TestDeepNetworks(t *testing.T) {
	testlong.Slow(t)
	for formula, want := range map[string]bool{
		"ntk(6)": true, "arccos0(6)": true, "arccos1(4)": true, "ntk(3)/2+exp(u)": true,
		"1 - acos(arccos1(2))/pi":           true,
		"2/pi*asin(2/3*(2/pi*asin(2/3*u)))": true,
		"let x = (sqrt(1-u^2)+u*(pi-acos(u)))/pi; (sqrt(1-x^2)+x*(pi-acos(x)))/pi + (u*(1-acos(u)/pi)+x)*(1-acos(x)/pi)": true,
		"arccos1(3)-2*arccos0(2)": false,
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		s, holds := Prove(t.Context(), k, 5, PDAllSpheres)
		assert.Equal(t, want, s != nil && holds, formula)
	}
}
