package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
)

func masses(t *testing.T, formula string, dim int, set *MassSettings) *mass.Masses {
	t.Helper()
	start := time.Now()
	m, err := EncloseMasses(context.Background(), hankeltest.Parse(t, formula), dim, set)
	require.NoError(t, err, "%s, d = %d", formula, dim)
	t.Logf("%s, d = %d: %v, %v, width %.2g, %d panels, %v", formula, dim, m.Plus, m.Minus, m.Width, m.Panels,
		time.Since(start).Round(time.Millisecond))
	// the Jordan identity
	var v ball.Real
	v.Sub(m.Plus, m.Minus, 200)
	assert.NotEqual(t, ball.False, v.Overlaps(m.KernelAtZero), "%s, d = %d", formula, dim)
	return m
}

// TestMasses compares with independent values: sums over the zeros by mpmath.
func TestMasses(t *testing.T) {
	t.Parallel()
	for _, r := range testlong.Some(hankeltest.MassRows(t), 28) {
		m := masses(t, r.Formula, r.Dim, nil)
		name := fmt.Sprintf("%s, d = %d", r.Formula, r.Dim)
		assert.True(t, m.Converged, name)
		assert.LessOrEqual(t, m.Width, 1e-10, name)
		require.GreaterOrEqual(t, r.Digits, 11, name)
		hankeltest.Near(t, m.Plus, r.Plus, r.Digits, name)
		hankeltest.Near(t, m.Minus, r.Minus, r.Digits, name)
		require.NotEmpty(t, m.Proof.Panels.Zeros, name)
		for i, z := range m.Proof.Panels.Zeros {
			var sides [2]ball.Real // the density changes its sign between them
			for j, at := range z {
				var w ball.Real
				w.Sqrt(ball.NewReal(at), 128)
				_, err := quadrature.At(context.Background(), hankeltest.Density(t, r.Formula, r.Dim), &sides[j], &w, 64)
				require.NoError(t, err)
			}
			assert.NotEqual(t, ball.True, sides[0].Mul(&sides[0], &sides[1], 64).Positive(), "%s: change %d in %v", name, i, z)
			if i > 8 {
				break
			}
		}
	}
}

// TestMassesSonine: (1−z²/R²)^α.
func TestMassesSonine(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../../testdata/profile_masses.json")
	require.NoError(t, err)
	var rows []struct {
		Dim                 int
		Alpha, Radius       float64
		Plus, Minus, Defect float64
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	for _, r := range testlong.Some(rows, 7) {
		if r.Dim > 8 || r.Alpha == 1 {
			continue // those take half a minute, as the expansion at infinity holds late; these are in TestMasses
		}
		formula := fmt.Sprintf("z < %v ? (1 - z^2/%v)^(%v) : 0", r.Radius, r.Radius*r.Radius,
			new(big.Rat).SetFloat64(r.Alpha).RatString())
		m := masses(t, formula, r.Dim, nil)
		assert.True(t, m.Converged, formula)
		hankeltest.Near(t, m.Plus, fmt.Sprint(r.Plus), 14, formula)
		hankeltest.Near(t, m.Minus, fmt.Sprint(r.Minus), 14, formula)
	}
}

// TestMassesGaussianWaves: on R^3 the density of e^{−z²} cos 2z is −ωg′(ω), g the density on the line, on R² an integral of g′ (mpmath,
// 25 digits); with another wave or Gaussian beside it the sign is proved, so that ‖m₋‖ = 0.
func TestMassesGaussianWaves(t *testing.T) {
	t.Parallel()
	for _, r := range []struct {
		formula     string
		dim         int
		plus, minus string
	}{
		{"exp(-z^2)*cos(2*z)", 3, "1.077724177318818110695852", "0.07772417731881811069585233"},
		{"exp(-z^2)*cos(2*z)", 2, "1.005711738550998552798141", "0.005711738550998552798141"},
		{"exp(-z^2/8)*(1+cos(z))/2", 2, "1", "0"},
		{"exp(-z^2/2)*(1+2*cos(2*z))/3", 3, "1", "0"},
		{"exp(-z^2)*sin(3*z)/z", 1, "3", "0"},
	} {
		m := masses(t, r.formula, r.dim, nil)
		name := fmt.Sprintf("%s, d = %d", r.formula, r.dim)
		assert.LessOrEqual(t, m.Width, 1e-9, name)
		hankeltest.Near(t, m.Plus, r.plus, 9, name)
		hankeltest.Near(t, m.Minus, r.minus, 9, name)
		assert.Equal(t, r.minus == "0", m.Minus.IsZero(), name)
	}
}

// TestMassesKnown: the rows of the truth table. Positive definite kernels have ‖m₋‖ = 0 exactly, infinite masses are
// never enclosed, and all others are in TestMasses.
func TestMassesKnown(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../../testdata/known.json")
	require.NoError(t, err)
	var table struct {
		Rows []struct {
			Formula string
			Dim     int
			Expect  map[string]bool
		}
	}
	require.NoError(t, json.Unmarshal(b, &table))
	require.NotEmpty(t, table.Rows)
	for _, r := range testlong.Some(table.Rows, 4) {
		name := fmt.Sprintf("%s, d = %d", r.Formula, r.Dim)
		switch {
		case r.Expect["pd"]:
			m := masses(t, r.Formula, r.Dim, nil)
			assert.Equal(t, mass.BySign, m.Method, name)
			assert.True(t, m.Minus.IsZero() && m.Converged, "%s: %v", name, m.Minus)
			k0, err := formula.Eval(hankeltest.Parse(t, r.Formula).Expr(), 0, numeric.Float64{})
			require.NoError(t, err)
			assert.True(t, m.Plus.ContainsRat(new(big.Rat).SetFloat64(k0)), "%s: %v", name, m.Plus)
		case !r.Expect["finite-mass"]:
			_, err := EncloseMasses(context.Background(), hankeltest.Parse(t, r.Formula), r.Dim, nil)
			var why *mass.Error
			var not *density.NotEnclosedError
			assert.True(t, errors.As(err, &why) || errors.As(err, &not), "%s: %v", name, err)
		default:
			assert.True(t, slices.ContainsFunc(hankeltest.MassRows(t),
				func(q hankeltest.MassRow) bool { return q.Formula == r.Formula && q.Dim == r.Dim }), name)
		}
	}
}

func TestMassesAtoms(t *testing.T) {
	m := masses(t, "2 + exp(-z)", 3, nil)
	assert.True(t, m.Plus.ContainsRat(big.NewRat(3, 1)) && m.Plus.IsExact() && m.Minus.IsZero())
	assert.True(t, m.Origin.ContainsRat(big.NewRat(2, 1)) && m.PlusAtoms.ContainsRat(big.NewRat(2, 1)) &&
		m.MinusAtoms.IsZero())
	m = masses(t, "exp(-z) - cos(2*z)/3", 1, nil)
	assert.True(t, m.Plus.ContainsRat(big.NewRat(1, 1)) && m.Minus.ContainsRat(big.NewRat(1, 3)) &&
		m.Total.ContainsRat(big.NewRat(4, 3)))
	assert.True(t, m.Origin.IsZero() && m.Converged)
	m = masses(t, "exp(-z^2/2) - 0.5*exp(-z^2/8) - 1", 2, nil)
	hankeltest.Near(t, m.Minus, "1.095275394488074803", 17, "an atom besides")
	m = masses(t, "exp(-z^3) - exp(-z^4/2)/3 + 1/4", 2, nil)
	assert.True(t, m.Converged)
	assert.True(t, m.Origin.ContainsRat(big.NewRat(1, 4)))
}

// TestMassesNegative: densities that are nowhere positive.
func TestMassesNegative(t *testing.T) {
	m := masses(t, "-exp(-z)", 3, nil)
	assert.True(t, m.Plus.IsZero() && m.Minus.ContainsRat(big.NewRat(1, 1)) && m.Converged)
	m = masses(t, "0.5*exp(-z^2/8) - exp(-z^2/2)", 1, nil)
	assert.True(t, m.Plus.IsZero() && m.Minus.ContainsRat(big.NewRat(1, 2)) && m.Converged)
}

func TestMassesErrors(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	ctx := context.Background()
	for _, c := range testlong.Some([]struct {
		formula string
		dim     int
		because string
	}{
		{"z < 1 ? 1 - z : 0", 3, "infinite"},
		{"z < 1 ? 1 - z : (z < 3/2 ? (2*z-2)/10 : (z < 2 ? (4-2*z)/10 : 0))", 3, "several frequencies"},
		{"exp(-z^3) + exp(-z)", 1, "no expansion with a remainder"},
		{"z < 2 ? acos(z^2/2-1)/pi : 0", 2, "infinite"},
	}, 2) {
		_, err := EncloseMasses(ctx, hankeltest.Parse(t, c.formula), c.dim, nil)
		var why *mass.Error
		require.ErrorAs(t, err, &why, c.formula)
		assert.Contains(t, why.Because, c.because, c.formula)
	}
	// several breakpoints: a wide enclosure. The density is 2/(πω²) times 1 − cos ω + (cos ω − 2 cos 3ω/2 + cos 2ω)/5.
	m := masses(t, "z < 1 ? 1 - z : (z < 3/2 ? (2*z-2)/10 : (z < 2 ? (4-2*z)/10 : 0))", 1, nil)
	assert.False(t, m.Converged)
	assert.Equal(t, mass.ByBoundedTail, m.Method)
	assert.Less(t, m.Total.Rad().Float64(), 0.05)
	sum, cells := 0.0, 40000
	for i := range cells {
		w := (float64(i) + 0.5) * 4 * math.Pi * 50 / float64(cells)
		if v := 2 / (math.Pi * w * w) * (1 - math.Cos(w) + (math.Cos(w)-2*math.Cos(1.5*w)+math.Cos(2*w))/5); v < 0 {
			sum -= v * 4 * math.Pi * 50 / float64(cells)
		}
	}
	hankeltest.Near(t, m.Minus, fmt.Sprint(sum), 5, "several breakpoints")
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err := EncloseMasses(done, hankeltest.Parse(t, "exp(-z^2/2) - exp(-z^2/200)"), 16, nil)
	assert.ErrorIs(t, err, context.Canceled)
	// a budget that is too small is told, and the enclosure holds
	m = masses(t, "exp(-z)*cos(z)", 3, &MassSettings{Panels: 1, Tol: 1e-13})
	hankeltest.Near(t, m.Minus, "0.031750346996815902", 17, "small budget")
}

// TestMassesOfSeries: the masses of atoms by a series that leaves out what may take away from those that are listed, as mpmath
// adds up (by the series in cos √2z of 1/(a+cos √2z), and a trapezoidal rule in the other variable).
func TestMassesOfSeries(t *testing.T) {
	testlong.Slow(t)
	m := masses(t, "1/(5+cos(z)+cos(2*z)+cos(sqrt(2)*z))", 1, nil)
	hankeltest.Near(t, m.Plus, "0.2643374929251265029653327273878892154246", 38, "plus")
	hankeltest.Near(t, m.Minus, "0.1393374929251265029653327273878892154246", 38, "minus")
	hankeltest.Near(t, m.Origin, "0.2124696724518596142318738076614071339206", 38, "at 0")
}
