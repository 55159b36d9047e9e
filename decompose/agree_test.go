package decompose

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/hankel"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/profile"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// tabulated decomposes as Jordan does, without a certificate: from proved laws if there are
// any, and otherwise from the profile.
func tabulated(t testing.TB, k *kernel.Kernel, dim int) (*Decomposition, error) {
	t.Helper()
	if laws, err := distribution.Enclose(t.Context(), k, dim, nil); err == nil {
		if d, err := FromLaws(t.Context(), laws, 0); err == nil {
			d.Dim = dim
			return d, nil
		}
	}
	s, err := hankel.New(k, dim, nil)
	if err != nil {
		return nil, err
	}
	p, err := profile.New(t.Context(), s, nil)
	if err != nil {
		return nil, err
	}
	return FromProfile(t.Context(), p, 0)
}

// The catalogue with parameters that give slow decay and small ones that do not.
var agreeing = map[string][][]*big.Rat{
	"cauchy": {{big.NewRat(1, 1), big.NewRat(1, 1)}, {big.NewRat(1, 2), big.NewRat(1, 3)},
		{big.NewRat(3, 2), big.NewRat(1, 10)}, {big.NewRat(2, 1), big.NewRat(1, 5)}},
	"powered_exponential": {{big.NewRat(1, 5)}, {big.NewRat(1, 2)}, {big.NewRat(4, 5)}, {big.NewRat(1, 1)},
		{big.NewRat(6, 5)}, {big.NewRat(9, 5)}, {big.NewRat(2, 1)}},
	"matern":               {{big.NewRat(1, 10)}, {big.NewRat(3, 2)}},
	"rational_quadratic":   {{big.NewRat(1, 10)}, {big.NewRat(2, 1)}},
	"inverse_multiquadric": {{}},
	"gaussian":             {{big.NewRat(1, 1)}},
	"laplace":              {{big.NewRat(1, 1)}},
	"damped_cosine":        {{big.NewRat(1, 1), big.NewRat(3, 1)}},
	"delta_gaussian":       {{big.NewRat(1, 1), big.NewRat(10, 1)}},
	"askey":                {{big.NewRat(9, 1)}},
	"wendland":             {{big.NewRat(3, 1), big.NewRat(1, 1)}},
	"spherical":            {{}},
}

// No table is worse than it states, as far as the values of the kernel show.
func TestTablesAgreeWithKernels(t *testing.T) {
	type row struct {
		name   string
		params []*big.Rat
		dim    int
	}
	var rows []row
	for _, d := range []int{1, 16, 2, 3, 8, 32, 64} {
		for _, name := range slices.Sorted(maps.Keys(agreeing)) {
			for _, p := range agreeing[name] {
				rows = append(rows, row{name, p, d})
			}
		}
	}
	for _, r := range testlong.Some(rows, 64) {
		name, p, d := r.name, r.params, r.dim
		t.Run(fmt.Sprintf("%s %v d=%d", name, p, d), func(t *testing.T) {
			k, err := parser.Named(name, p...)
			require.NoError(t, err)
			dec, err := tabulated(t, k, d)
			if err != nil {
				t.Skip(err)
			}
			gap, err := dec.Agreement(context.Background(), k, 0)
			require.NoError(t, err)
			bias, kind := dec.BiasBound()
			t.Logf("bias %.2g %s, at z=%.3g off by %.2g; law %.2g", bias, kind, gap.Z, gap.Off, dec.Plus.LawErr.Kolmogorov)
			assert.True(t, gap.Holds(), "%+v", gap)
		})
	}
}

// At small distances the far lobes of an oscillating tail do not cancel: they count.
func TestKernelAtSmallDistances(t *testing.T) {
	k := parse(t, "z < 1 ? (1-z)^2*(1+z/2) : 0", 0) // the spherical model
	d, err := tabulated(t, k, 1)
	require.NoError(t, err)
	for _, z := range []float64{1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.3} {
		assert.InDelta(t, k.At(z), d.KernelAt(z), 3e-9, "%g", z)
	}
	if !testlong.Turn(1, 2) {
		return
	}
	d = decomposition(t, k, 1) // with a train of lobes, or a power law
	for _, z := range []float64{1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.3} {
		assert.InDelta(t, k.At(z), d.KernelAt(z), 1e-7, "%g", z)
	}
}

// The table of another kernel, or of another scale, does not agree.
func TestAgreementRefuses(t *testing.T) {
	k := parse(t, "exp(-sqrt(z))", 0)
	d := decomposition(t, k, 8)
	gap, err := d.Agreement(t.Context(), k, 0)
	require.NoError(t, err)
	assert.True(t, gap.Holds(), "%+v", gap)
	for _, other := range []string{"exp(-sqrt(1.001*z))", "1/(1+z)", "exp(-sqrt(z))/1.001"} {
		gap, err = d.Agreement(t.Context(), parse(t, other, 0), 0)
		require.NoError(t, err)
		assert.False(t, gap.Holds(), "%s: %+v", other, gap)
	}
	d.Plus.Mass *= 1.3
	gap, err = d.Agreement(t.Context(), k, 0)
	require.NoError(t, err)
	assert.False(t, gap.Holds())
	assert.InDelta(t, 0.3, gap.Off, 1e-6)
	// and what Jordan does about it
	d.raise(gap)
	gap, err = d.Agreement(t.Context(), k, 0)
	require.NoError(t, err)
	assert.True(t, gap.Holds())
	assert.Greater(t, d.Plus.LawErr.Kolmogorov, 0.2)
	var bad *InaccurateError
	require.ErrorAs(t, d.Within(0.01), &bad)
	assert.Contains(t, bad.Error(), "the distribution of the radius of m₊")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = d.Agreement(cancelled, k, 0)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() { _, _ = d.Agreement(t.Context(), nil, 0) })
}
