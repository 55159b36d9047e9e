package crosscheck

import (
	"context"
	"math/big"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/proof"
	_ "krein/internal/testlong" // fewer collections
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// Every one of these claims is false, and values show it.
var falseClaims = []struct {
	formula string
	dim     int
	claim   proof.ID
}{
	{"(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)", 3, proof.PD},
	{"(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)", 3, proof.FiniteMass},
	{"(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)", 3, proof.PDSphere},
	{"(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)", 3, proof.ConditionallyPD},
	{"((z < 1 ? 0 : 1) + (z > 1 ? 0 : 1)) == 2 ? 1/5 : exp(-z)", 3, proof.PD},
	{"((z < 1 ? 0 : 1) + (z > 1 ? 0 : 1)) == 2 ? 1/5 : exp(-z)", 3, proof.FiniteMass},
	{"exp(-z) + ((z <= 1 ? 1 : 0)*(z >= 1 ? 1 : 0) > 1/2 ? 1/100 : 0)", 3, proof.FiniteMass},
	{"exp(-z) + ((z <= 1 ? 1 : 0)*(z >= 1 ? 1 : 0) > 1/2 ? 1/2 : 0)", 1, proof.PD},
	{"(z == 0 ? 1 : -1) > 0 ? 2 : exp(-z)", 3, proof.FiniteMass},
	{"z == sqrt(2) ? 1 : exp(-z)", 2, proof.FiniteMass},
	{"z == 1/3 ? 1 : exp(-z)", 2, proof.PD},
	{"z == 1/3 ? 1 : exp(-z)", 2, proof.CompletelyMonotone},
	{"z*log(6) == log(2)+log(3) ? 1 : exp(-z)", 2, proof.FiniteMass},
	{"z < 1 ? 1 : 0", 1, proof.PD},
	{"max(0,1-z)", 2, proof.CompletelyMonotone},
	{"cos(z)", 2, proof.PD},
	{"exp(-z^4)", 1, proof.PD},
	{"exp(-z)*cos(3*z)", 3, proof.PD},
	{"exp(-z^2/2) - exp(-z^2/200)", 16, proof.PD},
	{"z < 19/2 ? (z < 9 ? exp(-z) : 60) : exp(-z)", 2, proof.PD},
	{"exp(-z) + z/100", 2, proof.FiniteMass},
	{"log(1+z)", 2, proof.FiniteMass},
	{"1 + cos(pi*z)", 3, proof.CompletelyMonotone},
	{"z^2*exp(-z)", 3, proof.CompletelyMonotone},
	{"exp(-z)-exp(-2*z)", 3, proof.PDSphere},
	{"1 - z^2", 4, proof.PDAllSpheres},
}

// Every one of these is true: nothing may be found.
var trueClaims = []struct {
	formula string
	dim     int
	claims  string
}{
	{"exp(-z)", 3, "finite-mass pd completely-monotone pd-sphere pd-all-spheres conditionally-pd"},
	{"exp(-z^2/2)", 16, "finite-mass pd completely-monotone pd-sphere pd-all-spheres conditionally-pd"},
	{"cos(z)", 1, "finite-mass pd conditionally-pd"},
	{"besselj(0,z)", 2, "finite-mass pd conditionally-pd"},
	{"sin(z)/z", 3, "finite-mass pd pd-sphere conditionally-pd"},
	{"max(0,1-z)", 1, "finite-mass pd conditionally-pd"},
	{"max(0,1-z)^2", 3, "finite-mass pd pd-sphere conditionally-pd"},
	{"z == 1 ? exp(-1) : exp(-z)", 3, "finite-mass pd conditionally-pd"},
	{"exp(-z) + z^(1/100)*exp(-z)", 3, "finite-mass"},
	{"z^(sqrt(2)/10^300)*exp(-z)", 2, "finite-mass"},
	{"1 - (1+z)^(-1/1000)", 2, "finite-mass"},
	{"1/(1+log(1+z^2))", 3, "finite-mass pd completely-monotone"},
	{"z == 0 ? 2 : exp(-z)", 3, "pd"},
	{"-sqrt(1+z^2)", 3, "conditionally-pd"},
	{"exp(-10^9*z)", 2, "finite-mass pd completely-monotone"},
	{"1 + cos(pi*z) - cos(4*(atan(1/2)+atan(1/3))*z)", 3, "finite-mass pd completely-monotone pd-sphere"},
	{"z < 2 ? acos(z^2/2-1)/pi : 0", 16, "pd-sphere pd-all-spheres"},
}

func TestContradiction(t *testing.T) {
	for _, x := range falseClaims {
		assert.NotEmpty(t, New(context.Background(), parse(t, x.formula)).Contradiction(x.dim, x.claim), "%s of %s in R^%d",
			x.claim, x.formula, x.dim)
	}
	for _, x := range trueClaims {
		look := New(context.Background(), parse(t, x.formula))
		for _, id := range strings.Fields(x.claims) {
			assert.Empty(t, look.Contradiction(x.dim, proof.ID(id)), "%s of %s in R^%d", id, x.formula, x.dim)
		}
	}
}

// The value of a form is that of a sum in other arithmetic, its points lie where they should, and
// balanced weights add up to 0.
func TestSearch(t *testing.T) {
	for _, x := range []struct {
		formula string
		dim     int
		space   Space
	}{
		{"exp(-z^2/2) - exp(-z^2/200)", 16, Euclidean}, {"cos(z)", 2, Euclidean}, {"exp(-z^4)", 1, Euclidean},
		{"exp(-z)-exp(-2*z)", 3, Sphere}, {"1-z^2", 4, Sphere}, {"z", 3, Balanced}, {"exp(-z)*cos(3*z)", 2, Balanced},
		{"exp(-z^4)", 2, Balanced},
	} {
		k := parse(t, x.formula)
		f := New(context.Background(), k).Search(x.dim, x.space)
		require.NotNil(t, f, x.formula)
		require.Equal(t, ball.True, f.Value.Negative())
		sum, total := 0.0, new(big.Rat)
		for i, p := range f.Points {
			assert.LessOrEqual(t, len(p), x.dim)
			total.Add(total, f.Weights[i])
			if x.space == Sphere {
				assert.Zero(t, square(p, make0(len(p))).Cmp(rat(1, 1)), x.formula)
			}
			for j, q := range f.Points {
				z := new(ball.Real).SetRat(square(p, q), 300)
				w, _ := new(big.Rat).Mul(f.Weights[i], f.Weights[j]).Float64()
				zf, _ := z.Sqrt(z, 300).Float64()
				sum += w * k.At(zf)
			}
		}
		if x.space == Balanced {
			assert.Zero(t, total.Sign(), x.formula)
		}
		assert.InDelta(t, float(f.Value), sum, 1e-9*float64(len(f.Points)*len(f.Points)), x.formula)
	}
}

func make0(n int) []*big.Rat {
	p := make([]*big.Rat, n)
	for i := range p {
		p[i] = new(big.Rat)
	}
	return p
}

func TestCancelledSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.Nil(t, New(ctx, parse(t, "cos(z)")).Search(2, Euclidean))
}

// The second look must not lean on the first: of the project it imports balls, kernels and the
// names of the claims.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{join .Imports \"\\n\"}}", ".").Output()
	require.NoError(t, err)
	for _, path := range strings.Fields(string(out)) {
		if strings.HasPrefix(path, "krein/") {
			assert.Contains(t, []string{"krein/ball", "krein/internal/ball/numeral", "krein/kernel", "krein/internal/kernel/constant",
				"krein/internal/kernel/formula", "krein/internal/kernel/piecewise", "krein/internal/certify/proof"}, path)
		}
	}
}
