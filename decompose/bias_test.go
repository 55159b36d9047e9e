package decompose

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/hankel/enclose"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/special"
)

// lawCase is a kernel with a proved table.
type lawCase struct {
	formula string
	radius  int64
	dims    []int
	waves   bool // the density changes sign for ever
}

var lawCases = []lawCase{
	{"exp(-z^2/2)", 0, []int{1, 3, 16, 64}, false},
	{"exp(-z)", 0, []int{1, 3, 16, 64}, false},
	{"(1 + z)*exp(-z)", 0, []int{1, 3, 16, 64}, false},
	{"exp(-z^2/2) - exp(-z^2/200)", 0, []int{1, 3, 16, 64}, false},
	{"exp(-z^2/2)*(1 - z^2/4)", 0, []int{1, 3, 16, 64}, false},
	{"1/(1+z^2)^40", 0, []int{1, 3, 16, 64}, false},
	{"exp(-z^2/2) - 1/2*exp(-z^2/8)", 0, []int{1, 3, 16, 64}, false},
	{"(1-z^2/4)^2", 2, []int{1, 3}, true},
	{"(1-z^2/4)^9", 2, []int{1, 3, 16}, true},
	{"wendland(3,1)", 0, []int{1, 3}, true},
	{"arccos0()", 2, []int{1}, true},
}

func provedDecomposition(t testing.TB, k *kernel.Kernel, dim int) *Decomposition {
	t.Helper()
	laws, err := enclose.EncloseLaws(context.Background(), k, dim, nil)
	require.NoError(t, err)
	d, err := FromLaws(context.Background(), laws, 0)
	require.NoError(t, err)
	d.Dim, d.Kernel, d.Beyond = dim, k.Formula(), k.BeyondString()
	return d
}

// integrated returns E k̂(z) − k(z) by quadrature of the laws of the tables, with other
// lobes of oscillating tails than the default.
func integrated(d *Decomposition, k *kernel.Kernel, z float64, lobes int) float64 {
	sum := d.Plus.Origin - d.Minus.Origin - k.At(z)
	lam := special.NewLambda(float64(d.Dim))
	for i, p := range []*Part{&d.Plus, &d.Minus} {
		if p.Radii == nil {
			continue
		}
		t := p.Radii.(*Table)
		r := rule{end: t.fadesOut(z), waves: lobes}
		t.lower.rule(&r, z)
		t.upper.rule(&r, z)
		mass := p.Mass
		if i == 1 {
			mass = -mass
		}
		for j, w := range r.omega {
			sum += mass * r.weight[j] * lam.At(w*z)
		}
	}
	return sum
}

// The bias is what is proved at most, at a thousand distances.
func TestBias(t *testing.T) {
	for _, c := range lawCases {
		for _, dim := range c.dims {
			if dim > 16 && !testlong.Enabled() {
				continue
			}
			k := parse(t, c.formula, c.radius)
			d := provedDecomposition(t, k, dim)
			norm := d.Plus.Total() + d.Minus.Total()
			assert.LessOrEqual(t, d.Bias.Law, 1e-10*norm)
			rnd := rand.New(rand.NewPCG(7, uint64(dim)))
			n, most := 1000, 1e3
			if c.waves {
				n, most = 60, 30
			}
			worst, share := 0.0, 0.0
			for i := range n {
				z := math.Pow(most, 1.5*rnd.Float64()-0.5)
				if i == 0 {
					z = 0
				}
				got, errs := integrated(d, k, z, waveLobes), 2e-14*norm
				if c.waves {
					errs += 2 * math.Abs(got-integrated(d, k, z, waveLobes*3/4))
				}
				worst = max(worst, math.Abs(got)-errs)
				share = max(share, errs)
				assert.LessOrEqual(t, math.Abs(got), d.BiasAt(z)+errs, "%s d=%d z=%g", c.formula, dim, z)
			}
			t.Logf("%s d=%d: ‖m‖ = %.6g, proved %.2g, with rounding at z = 1000 %.2g, seen %.2g, quadrature %.1g", c.formula, dim, norm, d.Bias.Law, d.BiasAt(1000), worst, share)
		}
	}
}
