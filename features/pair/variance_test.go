package pair

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose/tensor"
	"krein/features"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/parallel"
	"krein/internal/testlong"
)

// tested are kernels whose variances are predicted: the paper's, one with a compact function of the coordinate
// along the diagonal, one of several axes, a sum of products, products over coordinates.
func tested(dim int) []string {
	out := []string{
		fmt.Sprintf("shift_gaussian(6/5/sqrt(%d), 7/10)", dim),
		fmt.Sprintf("sinh_gaussian(11/10/sqrt(%d), 7/10)", dim),
		fmt.Sprintf("cosh_gaussian(11/10/sqrt(%d), 7/10)", dim),
		"exp(-z^2/2)*max(1-abs(t)/2,0)^2 + exp(-z^2/2)*sinh(t)/3",
		"prod((1+abs(x))*exp(-abs(x)))",
		"prod(max(1-abs(x)/3,0))",
	}
	if dim > 2 {
		out = append(out, "-2*exp(-z^2/3)*sin(x1)*cos(x2) + 3*exp(-z^2/2)*cosh(x1/3)", "exp(-z^2)-exp(-z^2/8)*x1")
	}
	return out
}

// diagonal is the axis t of tested.
func diagonal(dim int) *stationary.Options {
	axis := make([]*big.Rat, dim)
	for i := range axis {
		axis[i] = big.NewRat(1, 1)
	}
	return &stationary.Options{Axes: [][]*big.Rat{axis}}
}

// compiled parses a kernel with the diagonal as its axis.
func compiled(t testing.TB, source string, dim int) func(delta []float64) float64 {
	k, err := language.Parse(source, dim, diagonal(dim))
	require.NoError(t, err, source)
	c, err := numeric.Compile(k)
	require.NoError(t, err)
	return c.At
}

// Predicted variances of all couplings, with exact low orders and without, by formula and by simulation, are those of
// maps: with -long within 3 % and three standard errors over 20 000 seeds; otherwise some by turns, within four
// standard errors.
func TestPredictedVariances(t *testing.T) {
	testlong.Slow(t)
	seeds, tolerance := testlong.RoundsTo(2400, 20000), 0.03
	if testlong.Enabled() {
		tolerance = 0.01
	}
	row := 0
	for _, d := range []int{1, 2, 8, 16} {
		for _, source := range tested(d) {
			for way := range 2 {
				for _, coupling := range []Coupling{IID, Across, Joint} {
					for _, exact := range []bool{false, true} {
						row++
						if !testlong.Turn(row, 40) {
							continue
						}
						name := strings.ReplaceAll(fmt.Sprintf("R%d %s %d %v %v", d, source, way, coupling, exact), "/", "÷")
						t.Run(name, func(t *testing.T) {
							t.Parallel()
							r := represented(source, d)
							parts := []*Parts{r.Polar, r.Jordan}[way]
							checkVariance(t, source, parts, coupling, exact, seeds, tolerance)
						})
					}
				}
			}
		}
	}
}

// checkVariance compares a predicted variance with that of maps.
func checkVariance(t *testing.T, source string, parts *Parts, coupling Coupling, exact bool, seeds int,
	tolerance float64) {
	d := parts.Dim
	opt := &Options{Columns: 2 * (12 + len(parts.Parts)), Coupling: coupling, Budget: features.BudgetVariance,
		Displacements: RandomDisplacements(d, 4, 1.5, 1)}
	if exact {
		var err error
		if opt.Exact, err = TaylorAt0(compiled(t, source, d), d, 1); err != nil {
			t.Skip("the kernel is not smooth")
		}
		opt.Columns += d + 2
	}
	counts, err := split(t.Context(), parts, opt)
	require.NoError(t, err)
	opt.counts = counts
	want, err := predicted(t.Context(), parts, opt, tolerance)
	require.NoError(t, err)
	if want.Variance == 0 {
		t.Skip("exact")
	}
	x := mat.NewDense(len(opt.Displacements), d, nil)
	for j, delta := range opt.Displacements {
		x.SetRow(j, delta)
	}
	rows := make([][]float64, seeds)
	require.NoError(t, parallel.Try(t.Context(), seeds, func(seed int) error {
		to := *opt
		to.Seed = uint64(seed) + 1<<32
		p, err := New(parts, &to)
		if err != nil {
			return err
		}
		phi, err := p.Left().Transform(nil, x)
		if err != nil {
			return err
		}
		psi, err := p.Right().TransformRow(nil, make([]float64, d))
		rows[seed] = make([]float64, len(opt.Displacements))
		for j := range opt.Displacements {
			for k, s := range p.Signature() {
				rows[seed][j] += s * phi.At(j, k) * psi[k]
			}
		}
		return err
	}))
	got := spreadOf(rows, 0, 1)
	ratio, se := got.Variance/want.Variance, math.Hypot(got.SE, want.SE)/want.Variance
	within := 4 * se
	if testlong.Enabled() {
		within = 0.03 + 3*se
	}
	t.Logf("%.4f ± %.4f, predicted %.4g ± %.1e", ratio, se, want.Variance, want.SE)
	assert.Less(t, math.Abs(ratio-1), within, "%v ± %v of what is predicted", ratio, se)
}

// Integrals over quantiles are what characteristic functions say, for mixtures of up to 16 products too.
func TestFormulaWaves(t *testing.T) {
	for _, d := range []int{1, 3} {
		for i, source := range tested(d) {
			if !testlong.Turn(i+d, 3) {
				continue
			}
			r := represented(source, d)
			for _, parts := range []*Parts{r.Polar, r.Jordan} {
				for _, part := range parts.Parts {
					o := &Options{Displacements: RandomDisplacements(d, 3, 2, 2)}
					f, err := newFormula(t.Context(), part, o, 7)
					require.NoError(t, err)
					if f == nil {
						continue
					}
					for _, delta := range o.Displacements {
						m := f.variance(delta)[0]
						p := part.(*tensor.Part)
						c := p.Wave(delta, 1)
						assert.InDelta(t, c, m.mean, 1e-3, source)
						assert.InDelta(t, (1+p.Wave(delta, 2))/2-c*c, m.variance, 1e-3, source)
					}
				}
			}
		}
	}
}

// Predictions end when they are told to.
func TestPredictCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []Coupling{Across, Joint} {
		_, err := predicted(ctx, papers(dim, 1.2, sigma, 1.1)[0].Polar,
			&Options{Coupling: c, Displacements: [][]float64{delta}}, 1e-9)
		assert.ErrorIs(t, err, context.Canceled)
	}
	_, err := predicted(t.Context(), papers(dim, 1.2, sigma, 1.1)[0].Polar, &Options{}, 0.1)
	assert.Error(t, err)
}

// Formulas are what draws say: of runs of orthogonal directions, of Latin hypercubes, of folded strata, with low orders
// and without.
func TestFormulaSimulated(t *testing.T) {
	testlong.Slow(t)
	for i, e := range []struct {
		source   string
		dim, n   int
		coupling Coupling
	}{{"sinh_gaussian(1/2, 1)", 3, 6, Across}, {"prod(exp(-x^2)*(1-x))", 2, 5, Across},
		{"exp(-z^2)*(1+sinh(2*z))", 1, 4, Joint}} {
		if !testlong.Turn(i, 2) {
			continue
		}
		source := strings.ReplaceAll(e.source, "2*z", "2*x1")
		part := represented(source, e.dim).Polar.Parts[0]
		for _, exact := range []bool{false, true} {
			o := &Options{Coupling: e.coupling, Displacements: RandomDisplacements(e.dim, 4, 2.5, 4)}
			if exact {
				o.Exact = &Taylor{}
			}
			f, err := newFormula(t.Context(), part, o, e.n)
			require.NoError(t, err)
			known, err := f.spread(t.Context(), o.Displacements)
			require.NoError(t, err)
			way := 0
			if exact {
				way = 1
			}
			require.True(t, known.ok[way])
			v := exactly(known.variance[way], false)[0].Variance
			got, err := simulate(t.Context(), unfactored{part}, &Parts{Dim: e.dim}, o, 0, e.n, 0.012, false)
			require.NoError(t, err)
			assert.InDelta(t, 1, got[0].Variance/v, 4*got[0].SE/v, "%s %v", source, exact)
		}
	}
}

// Draws that were made for another tolerance, or without exact low orders, are taken again: predictions have the bits of
// those that begin anew.
func TestSimulationsGoOn(t *testing.T) {
	parts := represented("sinh_gaussian(1/2, 1)", 3).Polar
	o := &Options{Coupling: Joint, Displacements: RandomDisplacements(3, 4, 2.5, 4), Exact: &Taylor{}}
	shared := o.remembering()
	for _, part := range []Part{parts.Parts[0], unfactored{parts.Parts[0]}} {
		for _, tolerance := range []float64{0.3, 0.05, 0.2, 0.03} {
			for _, exact := range []*Taylor{nil, o.Exact} {
				on, anew := *shared, *o.remembering()
				on.Exact, anew.Exact = exact, exact
				got, err := simulate(t.Context(), part, parts, &on, 1, 7, tolerance, exact == nil)
				require.NoError(t, err)
				want, err := simulate(t.Context(), part, parts, &anew, 1, 7, tolerance, exact == nil)
				require.NoError(t, err)
				assert.Equal(t, want, got)
			}
		}
	}
	made := 0
	for _, s := range shared.memo.simulations {
		made += s.draws
		assert.Len(t, s.means[0], s.draws*s.drawn/s.count)
		assert.Len(t, s.means[1], s.draws*s.drawn/s.count)
	}
	assert.Positive(t, made)
}

// unfactored is a part that is drawn.
type unfactored struct{ Part }

// Sums of powers at the nodes are what products of the terms of a wave add up to, with phases and without, in strata.
func TestLineSums(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, phases := range []bool{false, true} {
		r := &rule{}
		for i := range 40 {
			theta := 0.0
			if phases {
				theta = rnd.NormFloat64()
			}
			r.x, r.weight = append(r.x, rnd.NormFloat64()), append(r.weight, rnd.Float64())
			r.turn, r.stratum = append(r.turn, cmplx.Rect(1, theta)), append(r.stratum, i/10)
		}
		f := &formula{n: 4, strata: true, exact: true}
		r.sum(f.n, f.strata)
		const s = -1.3
		want := &integrals{at: make([][orders]complex128, f.n)}
		for i, x := range r.x {
			a := complex(x*s, 0)
			z := [orders]complex128{cmplx.Exp(1i * a), 1, 1i * a, -a * a / 2}
			for j := range z {
				z[j] *= r.turn[i]
			}
			for j, v := range z {
				v *= complex(r.weight[i], 0)
				want.mean[j] += v
				want.at[r.stratum[i]][j] += v
				for k, u := range z {
					want.same[0][j][k] += v * u
					want.same[1][j][k] += v * cmplx.Conj(u)
				}
			}
		}
		got := f.line(r, s)
		near := func(a, b complex128) { assert.Less(t, cmplx.Abs(a-b), 1e-12) }
		for j := range orders {
			near(want.mean[j], got.mean[j])
			for i := range want.at {
				near(want.at[i][j], got.at[i][j])
			}
			for k := range orders {
				near(want.same[0][j][k], got.same[0][j][k])
				near(want.same[1][j][k], got.same[1][j][k])
			}
		}
	}
}

// Variances at each of the displacements are those at it alone, by formula and by simulation, and their mean is that of
// all; with exact low orders too.
func TestPredictEach(t *testing.T) {
	const d = 5
	parts := represented(tested(d)[0], d).Polar
	exact, err := TaylorAt0(compiled(t, tested(d)[0], d), d, 1)
	require.NoError(t, err)
	for _, coupling := range []Coupling{IID, Across, Joint} {
		for _, taylor := range []*Taylor{nil, exact} {
			o := &Options{Columns: 60, Coupling: coupling, Exact: taylor, Displacements: RandomDisplacements(d, 3, 2, 1)}
			p, err := NewPredictor(parts, o)
			require.NoError(t, err)
			each, err := p.Each(t.Context(), o, 0.03)
			require.NoError(t, err)
			all, err := predicted(t.Context(), parts, o, 0.03)
			require.NoError(t, err)
			mean := Prediction{}
			for j, p := range each {
				alone := *o
				alone.Displacements = o.Displacements[j : j+1]
				want, err := predicted(t.Context(), parts, &alone, 0.03)
				require.NoError(t, err)
				assert.InDelta(t, 1, p.Variance/want.Variance, 1e-4+4*math.Hypot(p.SE, want.SE)/want.Variance, "%v", coupling)
				assert.Equal(t, coupling == Joint, p.SE > 0, "%v", coupling)
				mean.Variance, mean.SE = mean.Variance+p.Variance/3, mean.SE+p.SE/3
			}
			assert.InDelta(t, 1, mean.Variance/all.Variance, 1e-4+4*math.Hypot(mean.SE, all.SE)/all.Variance, "%v", coupling)
			assert.Nil(t, o.memo)
		}
	}
}

// predicted is [Predictor.At] for the displacements of the options, alone.
func predicted(ctx context.Context, parts *Parts, opt *Options, tolerance float64) (Prediction, error) {
	p, err := NewPredictor(parts, opt)
	if err != nil {
		return Prediction{}, err
	}
	return p.At(ctx, opt, tolerance)
}
