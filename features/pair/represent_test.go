package pair

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/decompose/tensor"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/testlong"
)

// Pairs of formulas are unbiased for their values, with lengths and products, and predicted variances
// come with them.
func TestRepresent(t *testing.T) {
	testlong.Await(t, 2, 2)
	delta := []float64{0.7, -0.4, 0.3}
	for _, e := range testlong.Some([]struct {
		source  string
		lengths []string
	}{
		{"shift_gaussian(1, 1)", []string{"1", "1/2", "2"}},
		{"prod(exp(-abs(x)))", []string{"1", "2", "1"}},
	}, 2) {
		k, err := language.Parse(e.source, 3, &stationary.Options{Lengths: e.lengths})
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, e.source)
		c, err := numeric.Compile(k)
		require.NoError(t, err)
		for _, parts := range []*Parts{r.Jordan, r.Polar} {
			sum := 0.0
			for _, part := range parts.Parts {
				f, err := newFormula(t.Context(), part, &Options{Displacements: [][]float64{delta}}, 1)
				require.NoError(t, err)
				sum += part.Mass() * f.variance(delta)[0].mean
			}
			assert.InDelta(t, c.At(delta), sum, 1e-5, e.source)
			var values []float64
			for seed := range testlong.RoundsTo(120*8, 1000) {
				p, err := New(parts, &Options{Columns: 16, Coupling: Joint, Seed: uint64(seed)})
				require.NoError(t, err)
				values = append(values, estimate(t, p, delta))
			}
			assert.Less(t, math.Abs(zscore(values, c.At(delta))), 4.2, e.source)
		}
		assert.Less(t, r.Bias, 1e-8)
	}
	taxicabs(t, delta)
	k, err := language.Parse("exp(-z)*x1", 3, nil)
	require.NoError(t, err)
	_, err = Represent(t.Context(), k, nil)
	assert.Error(t, err)
	// The normal forms of these are exp(−|x₁|) and exp(−‖Δ‖₁), with values where the formulas have none.
	for _, source := range []string{"exp(-abs(x1))+0/(x1^2-2)", "exp(-l1)+0*tan(l1)", "exp(-l1)*log(abs(l1-1))^0"} {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err)
		_, err = Represent(t.Context(), k, nil)
		assert.ErrorContains(t, err, "has a value at every x − y is not proved", source)
	}
}

// Kernels the sine transform of which is told by values only are unbiased, as far as they are estimated.
func TestEstimatedSine(t *testing.T) {
	testlong.Await(t, 2, 2)
	for _, source := range testlong.Some([]string{"exp(-abs(x1))*tanh(x1)/(1+x1^2)", "exp(-x1^2/2)*(1+atan(x1)/2)"}, 1) {
		k, err := language.Parse(source, 1, nil)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, source)
		c, err := numeric.Compile(k)
		require.NoError(t, err)
		delta := []float64{0.7}
		for _, parts := range []*Parts{r.Jordan, r.Polar} {
			var values []float64
			for seed := range 1000 {
				p, err := New(parts, &Options{Columns: 16, Coupling: Joint, Seed: uint64(seed)})
				require.NoError(t, err)
				values = append(values, estimate(t, p, delta))
			}
			assert.Less(t, math.Abs(zscore(values, c.At(delta))), 4.2, source)
		}
		assert.Less(t, r.Bias, 1e-6)
	}
}

// TestSigned: what is positive and has a kink at 0 has no columns with −1.
func TestSigned(t *testing.T) {
	t.Parallel()
	for formula, want := range map[string]bool{
		"exp(-x1^2-2*x2^2)": true, "exp(-abs(x1)-x2^2)": false, "exp(-l1)": false,
		"exp(-abs(x1))-exp(-x2^2)/2": true, "exp(-abs(x1)-abs(x2))*cos(x1)": false,
	} {
		k, err := language.Parse(formula, 2, nil)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err)
		c, err := numeric.Compile(k)
		require.NoError(t, err)
		assert.Equal(t, want, r.Signed(c.At, 2, 1), formula)
		if want {
			continue
		}
		_, err = TaylorAt0(c.At, 2, 1)
		require.Error(t, err, formula)
		for _, parts := range []*Parts{r.Polar, r.Jordan} {
			p, err := New(parts, &Options{Columns: 64})
			require.NoError(t, err)
			assert.NotContains(t, p.Signature(), -1., formula)
		}
	}
}

// The variance at huge frequencies is simulated: a formula for it would take millions of panels.
func TestHugeFrequencies(t *testing.T) {
	testlong.Slow(t)
	for source, known := range map[string]bool{"product_laplace(1)": true, "product_laplace(1e-6)": false} {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, source)
		o := &Options{Columns: 16, Displacements: [][]float64{{0.7, -0.4, 0.3}}}
		f, err := newFormula(t.Context(), r.Polar.Parts[0], o, 8)
		require.NoError(t, err, source)
		assert.Equal(t, known, f != nil, source)
		v, err := spread(t.Context(), r.Polar.Parts[0], r.Polar, o, 0, 8, 0.1, false)
		require.NoError(t, err, source)
		assert.InDelta(t, 0.5, v[0].Variance, 0.5, source)
	}
}

// A kernel that is even by its formula has one map, whatever its parts are: phases of half a turn, sums of quarter turns,
// and low orders exact, which have the sine of half a turn in them.
func TestEvenPairs(t *testing.T) {
	t.Parallel()
	delta := []float64{0.7, -0.4}
	for _, e := range []struct {
		source  string
		lengths []string
	}{
		{"cos(x1)*cos(x2) - sin(x1)*sin(x2)", nil},
		{"cos(x1+2*x2)", []string{"2", "1/2"}},
		{"exp(-x1^2)*sin(x1)*exp(-abs(x2))*sin(2*x2)", nil},
		{"(sin(x1) + sin(2*x2))^2 - exp(-abs(x2))", nil},
	} {
		k, err := language.Parse(e.source, 2, &stationary.Options{Lengths: e.lengths})
		require.NoError(t, err)
		require.Equal(t, 1, k.Parity(), e.source)
		c, err := numeric.Compile(k)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, e.source)
		var exact *Taylor
		if low, err := TaylorAt0(c.At, 2, 1); err == nil {
			exact = low
		}
		for _, parts := range []*Parts{r.Jordan, r.Polar} {
			var values []float64
			for seed := range testlong.RoundsTo(200*8, 1000) {
				p, err := New(parts, &Options{Columns: 24, Coupling: Coupling(seed % 3), Exact: exact, Seed: uint64(seed)})
				require.NoError(t, err)
				require.True(t, p.Symmetric(), e.source)
				values = append(values, estimate(t, p, delta))
			}
			assert.Less(t, math.Abs(zscore(values, c.At(delta))), 4.2, e.source)
		}
	}
}

// taxicabs: functions of the 1-norm that are no products, with their Jordan parts or as mixtures.
func taxicabs(t *testing.T, delta []float64) {
	for _, e := range []struct {
		source  string
		lengths []string
		minimal bool
	}{{"tl1(2)", []string{"1", "1/2", "2"}, true}, {"1/(1+l1)", nil, true}, {"1 + exp(-l1^2)", nil, false}} {
		k, err := language.Parse(e.source, 3, &stationary.Options{Lengths: e.lengths})
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, e.source)
		assert.Equal(t, e.minimal, r.Measure.Minimal)
		c, err := numeric.Compile(k)
		require.NoError(t, err)
		m := r.Measure.Masses
		assert.InDelta(t, c.At(make([]float64, 3)), m.RealPlus.Value-m.RealMinus.Value, 1e-5, e.source)
		var values []float64
		for seed := range testlong.RoundsTo(40*8, 1000) {
			p, err := New(r.Jordan, &Options{Columns: 64, Coupling: IID, Seed: uint64(seed)})
			require.NoError(t, err)
			assert.True(t, p.Symmetric())
			values = append(values, estimate(t, p, delta))
		}
		assert.Less(t, math.Abs(zscore(values, c.At(delta))), 4.2, e.source)
	}
}

// Kernels that are not continuous have no measure, whatever it would be almost everywhere.
func TestRepresentsContinuous(t *testing.T) {
	for _, text := range []string{"exp(-l1)*(x1 == 0 ? 2 : 1)", "cos(x1)*exp(-z^2)+(x1==1?1:0)", "exp(-l1)*(l1==1?2:1)",
		"max(0,2-l1)*(l1==1?2:1)", "prod(x==0?2:exp(-x^2))", "exp(-abs(x1))*(x1==1?2:1)*exp(-x2^2)"} {
		k, err := language.Parse(text, 2, nil)
		require.NoError(t, err, text)
		_, err = Represent(t.Context(), k, nil)
		assert.ErrorContains(t, err, "is continuous is not proved", text)
	}
}

// TestOddPartOfGaussian: the odd part of a kernel with a Gaussian on one side and an exponential on the other is continuous
// at 0 although each of them jumps there; its sine transform is no closed form, and is found.
func TestOddPartOfGaussian(t *testing.T) {
	axis := [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(1, 1)}}
	k, err := language.Parse("t>0 ? exp(-t^2) : exp(2*t)", 2, &stationary.Options{Axes: axis})
	require.NoError(t, err)
	r, err := Represent(t.Context(), k, nil)
	require.NoError(t, err)
	c, err := numeric.Compile(k)
	require.NoError(t, err)
	for _, delta := range [][]float64{{0.4, 0.5}, {-0.4, -0.5}} {
		for _, parts := range []*Parts{r.Jordan, r.Polar} {
			var values []float64
			for seed := range testlong.RoundsTo(250, 1000) {
				p, err := New(parts, &Options{Columns: 16, Coupling: IID, Seed: uint64(seed)})
				require.NoError(t, err)
				values = append(values, estimate(t, p, delta))
			}
			assert.Less(t, math.Abs(zscore(values, c.At(delta))), 4.2)
		}
	}
}

// TestExponentialOfSum: the exponential of a sum of functions of one line, which has atoms that no density shows, is a
// product of exponentials, whose measures are known.
func TestExponentialOfSum(t *testing.T) {
	k, err := language.Parse("2*exp(-abs(sin(z))-abs(sin(sqrt(2)*z)))", 1, nil)
	require.NoError(t, err)
	r, err := Represent(t.Context(), k, &tensor.Settings{Combined: true})
	require.NoError(t, err)
	assert.Equal(t, decompose.KindProved, r.BiasKind)
	assert.InDelta(t, 2, r.Measure.Masses.RealPlus.Value, 1e-9)
	var values []float64
	for seed := range testlong.RoundsTo(250, 1000) {
		p, err := New(r.Jordan, &Options{Columns: 16, Coupling: IID, Seed: uint64(seed)})
		require.NoError(t, err)
		values = append(values, estimate(t, p, []float64{0.8}))
	}
	assert.Less(t, math.Abs(zscore(values, 2*math.Exp(-math.Sin(0.8)-math.Sin(math.Sqrt2*0.8)))), 4.2)
}

// TestRepresentStopped: a context that has ended is an error, also where no part of the kernel has been looked at.
func TestRepresentStopped(t *testing.T) {
	k, err := language.Parse("erf(z)*exp(-z^2)", 493, nil)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = Represent(ctx, k, &tensor.Settings{Combined: true})
	require.ErrorIs(t, err, context.Canceled)
}
