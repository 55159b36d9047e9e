package pair

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/decompose/tensor"
	"krein/features"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/testlong"
)

// algebraic is a sum or product of kernels on R³, with the masses that its measure has, or −1 for those that are not
// known in closed form.
type algebraic struct {
	source      string
	at          func(x point) float64
	plus, minus float64
	minimal     bool
	lengths     string
}

// algebraics are kernels of which rules sum.* and product.* prove finite mass, with formulas of their own for values.
func algebraics() []algebraic {
	return []algebraic{
		{"exp(-sqrt(x1^2+x2^2))*exp(-abs(x3)/2)",
			func(x point) float64 { return math.Exp(-x.plane() - math.Abs(x[2])/2) },
			1, 0, true, ""},
		{"exp(-sqrt(x1^2+x2^2))+exp(-abs(x3)/2)",
			func(x point) float64 { return math.Exp(-x.plane()) + math.Exp(-math.Abs(x[2])/2) },
			2, 0, true, "1,2,1/2"},
		{"exp(-sqrt(x1^2+x2^2))+exp(-sqrt(x1^2+x2^2+4*x3^2))",
			func(x point) float64 { return math.Exp(-x.plane()) + math.Exp(-math.Hypot(x.plane(), 2*x[2])) },
			2, 0, true, ""},
		{"matern(3/2)+sum(gaussian(1))",
			func(x point) float64 { return x.matern() + x.bell(0) + x.bell(1) + x.bell(2) },
			4, 0, true, ""},
		{"exp(-z)*cos(2*x1)",
			func(x point) float64 { return math.Exp(-x.z()) * math.Cos(2*x[0]) },
			1, 0, true, ""},
		{"exp(-l1)*matern(3/2)",
			func(x point) float64 { return math.Exp(-x.l1()) * x.matern() },
			1, 0, true, "2,1,1"},
		{"sum(gaussian(1))^2 - sum(gaussian(1)^2)",
			func(x point) float64 { return 2 * (x.bell(0)*x.bell(1) + x.bell(0)*x.bell(2) + x.bell(1)*x.bell(2)) },
			6, 0, true, ""},
		{"exp(-z)*exp(-l1)",
			func(x point) float64 { return math.Exp(-x.z() - x.l1()) },
			1, 0, true, ""},
		{"exp(-z)*exp(-l1)*cos(x1-x2)*(1+exp(-abs(x3)))",
			func(x point) float64 {
				return math.Exp(-x.z()-x.l1()) * math.Cos(x[0]-x[1]) * (1 + math.Exp(-math.Abs(x[2])))
			},
			2, 0, true, ""},
		{"(exp(-z)+cos(x1))*(exp(-abs(x2))+exp(-l1))",
			func(x point) float64 {
				return (math.Exp(-x.z()) + math.Cos(x[0])) * (math.Exp(-math.Abs(x[1])) + math.Exp(-x.l1()))
			},
			4, 0, true, ""},
		{"-2*exp(-z)*exp(-l1)",
			func(x point) float64 { return -2 * math.Exp(-x.z()-x.l1()) },
			0, 2, true, ""},
		{"exp(-z)-exp(-2*l1)/2",
			func(x point) float64 { return math.Exp(-x.z()) - math.Exp(-2*x.l1())/2 },
			1, 0.5, false, ""},
		// of 2e^{−z}−e^{−z/3} the masses a, b with a−b = 1: those of the product with cos are the same
		{"(2*exp(-z)-exp(-z/3))*cos(x2)",
			func(x point) float64 { return (2*math.Exp(-x.z()) - math.Exp(-x.z()/3)) * math.Cos(x[1]) },
			-1, -1, false, ""},
		{"exp(-z)*sin(x1)",
			func(x point) float64 { return math.Exp(-x.z()) * math.Sin(x[0]) },
			0, 0, false, ""}, // ‖μ_I⁺‖ = ½
		{"exp(-z)*sin(x1)*sin(2*x2)",
			func(x point) float64 { return math.Exp(-x.z()) * math.Sin(x[0]) * math.Sin(2*x[1]) },
			0.5, 0.5, false, ""},
		// no sine transform of exp(-z)*z/(1+z^2) is enclosed, that of z/(1+z^2) is: the factors have more mass, and proofs
		{"exp(-abs(x1))*(1+x1/(1+x1^2))",
			func(x point) float64 { return math.Exp(-math.Abs(x[0])) * (1 + x[0]/(1+x[0]*x[0])) },
			1, 0, false, ""},
		{"exp(-z^2)*(1+x2/(1+x2^2))",
			func(x point) float64 { return math.Exp(-x.z()*x.z()) * (1 + x[1]/(1+x[1]*x[1])) },
			1, 0, false, ""},
		{"exp(-2*z-abs(x1)-abs(x2-x1)/2)",
			func(x point) float64 { return math.Exp(-2*x.z() - math.Abs(x[0]) - math.Abs(x[1]-x[0])/2) },
			1, 0, true, ""},
		{"exp(-z)*(1+x1*exp(-x1^2))*cos(x3)",
			func(x point) float64 { return math.Exp(-x.z()) * (1 + x[0]*math.Exp(-x[0]*x[0])) * math.Cos(x[2]) },
			1, 0, false, ""},
		// two factors of one quadratic form, which are one part
		{"(1+sqrt(x1^2+x2^2))*exp(-sqrt(x1^2+x2^2))*exp(-x3^2/2)*cos(3*x3)",
			func(x point) float64 {
				return (1 + x.plane()) * math.Exp(-x.plane()) * x.bell(2) * math.Cos(3*x[2])
			},
			1, 0, true, ""},
	}
}

// point is a difference with the functions of it that the formulas are made of.
type point []float64

func (x point) z() float64 { return math.Hypot(x.plane(), x[2]) }

func (x point) l1() float64 { return math.Abs(x[0]) + math.Abs(x[1]) + math.Abs(x[2]) }

func (x point) plane() float64 { return math.Hypot(x[0], x[1]) }

func (x point) bell(i int) float64 { return math.Exp(-x[i] * x[i] / 2) }

func (x point) matern() float64 { return (1 + math.Sqrt(3)*x.z()) * math.Exp(-math.Sqrt(3)*x.z()) }

// parsed returns the kernel, and the point at which its formula has the value that it has at delta.
func (k algebraic) parsed(t *testing.T, delta []float64) (*stationary.Kernel, []float64) {
	t.Helper()
	o := &stationary.Options{}
	scaled := append([]float64(nil), delta...)
	if k.lengths != "" {
		o.Lengths = strings.Split(k.lengths, ",")
		for i, l := range o.Lengths {
			v := 0.5
			if l != "1/2" {
				_, err := fmt.Sscan(l, &v)
				require.NoError(t, err)
			}
			scaled[i] /= v
		}
	}
	kernel, err := language.Parse(k.source, 3, o)
	require.NoError(t, err)
	return kernel, scaled
}

// TestRepresentAlgebra: sums and products of kernels that no class covers as a whole have values, masses and unbiased
// features.
func TestRepresentAlgebra(t *testing.T) {
	delta := []float64{0.7, -0.4, 0.3}
	columns, seeds := 64, 40
	if testlong.Enabled() {
		seeds = 1000
	}
	for _, e := range testlong.Some(algebraics(), 5) {
		k, scaled := e.parsed(t, delta)
		want := e.at(scaled)
		c, err := numeric.Compile(k)
		require.NoError(t, err, e.source)
		assert.InDelta(t, want, c.At(delta), 1e-14, e.source)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, e.source)
		assert.Less(t, r.Bias, 1e-8, e.source)
		assert.Equal(t, decompose.KindProved, r.BiasKind, e.source)
		m := r.Measure.Masses
		assert.Equal(t, e.minimal, r.Measure.Minimal, "%s: %s", e.source, r.Measure.Why)
		assert.Equal(t, e.minimal, r.Measure.Why == "", e.source)
		assert.InDelta(t, c.At(make([]float64, 3)), m.RealPlus.Value-m.RealMinus.Value, 1e-10, e.source)
		if e.plus >= 0 {
			assert.InDelta(t, e.plus, m.RealPlus.Value, m.RealPlus.Err+1e-11, e.source)
			assert.InDelta(t, e.minus, m.RealMinus.Value, m.RealMinus.Err+1e-11, e.source)
		}
		for i, parts := range []*Parts{r.Jordan, r.Polar} {
			var values []float64
			for seed := range seeds {
				p, err := New(parts, &Options{Columns: columns, Coupling: IID, Seed: uint64(seed)})
				require.NoError(t, err, e.source)
				values = append(values, estimate(t, p, delta))
			}
			assert.Less(t, math.Abs(zscore(values, want)), 4.2, "%s, representation %d", e.source, i)
			_, err = Choose(t.Context(), parts, &Options{Columns: columns, Budget: features.BudgetVariance,
				Displacements: [][]float64{delta}})
			require.NoError(t, err, e.source)
		}
	}
}

// TestRepresentRefuses: what is no sum or product of covered kernels either says which part is to blame, and 0 is no
// measure.
func TestRepresentRefuses(t *testing.T) {
	for source, why := range map[string]string{
		"exp(-z)*x1":                          "no route of krein covers",
		"exp(-z)*sin(sqrt(abs(x1)))":          "its part sin",
		"sum(gaussian(1)) - sum(exp(-x^2/2))": "is zero",
	} {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err)
		_, err = Represent(t.Context(), k, nil)
		assert.ErrorContains(t, err, why, source)
		var class *stationary.ClassError
		assert.Equal(t, !strings.Contains(why, "zero"), errors.As(err, &class), source)
	}
}

// TestBlockMasses: masses of sums and products over a plane and a line are those of testdata/block_masses.json, by mpmath.
func TestBlockMasses(t *testing.T) {
	data, err := os.ReadFile("../../testdata/block_masses.json")
	require.NoError(t, err)
	var rows []struct{ Formula, Plus, Minus string }
	require.NoError(t, json.Unmarshal(data, &rows))
	for _, row := range rows {
		k, err := language.Parse(row.Formula, 3, nil)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, row.Formula)
		for text, m := range map[string]tensor.Mass{row.Plus: r.Measure.Masses.RealPlus, row.Minus: r.Measure.Masses.RealMinus} {
			want, err := strconv.ParseFloat(text, 64)
			require.NoError(t, err)
			assert.InDelta(t, want, m.Value, m.Err+1e-12, row.Formula)
			assert.Less(t, m.Err, 1e-8, row.Formula)
		}
	}
}
