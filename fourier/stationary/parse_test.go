package stationary_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/fourier/symmetry"
	"krein/internal/kernel/grammar"
)

// ones is the axis (1, …, 1).
func ones(dim int) []*big.Rat {
	v := make([]*big.Rat, dim)
	for i := range v {
		v[i] = big.NewRat(1, 1)
	}
	return v
}

func rats(v ...int64) (out []*big.Rat) {
	for _, x := range v {
		out = append(out, big.NewRat(x, 1))
	}
	return out
}

var differences = [][]float64{{0.5, -1, 0.25}, {1, 1, 1}, {-0.125, 0.75, 2}, {0.5, 0.5, -3}}

// TestValues compares formulas with functions written in Go, and their sums of products with both.
func TestValues(t *testing.T) {
	sum := func(x []float64, f func(float64) float64) (s float64) {
		for _, c := range x {
			s += f(c)
		}
		return s
	}
	sq := func(x float64) float64 { return x * x }
	norm := func(x []float64) float64 { return math.Sqrt(sum(x, sq)) }
	for _, c := range []struct {
		source string
		opt    stationary.Options
		want   func(x []float64) float64
		tensor bool
		sym    symmetry.Kind
	}{
		{"exp(-z^2/2)", stationary.Options{}, func(x []float64) float64 { return math.Exp(-sum(x, sq) / 2) }, true,
			symmetry.Even},
		{"exp(-sum(x^2)/2)", stationary.Options{}, func(x []float64) float64 { return math.Exp(-sum(x, sq) / 2) }, true,
			symmetry.Even},
		{"exp(-z)*cos(t)", stationary.Options{Axes: [][]*big.Rat{ones(3)}}, func(x []float64) float64 {
			return math.Exp(-norm(x)) * math.Cos(sum(x, func(c float64) float64 { return c })/math.Sqrt(3))
		}, false, symmetry.Even},
		{"exp(-z^2/2)*sin(t)", stationary.Options{Axes: [][]*big.Rat{rats(0, -3, 4)}}, func(x []float64) float64 {
			return math.Exp(-sum(x, sq)/2) * math.Sin((4*x[2]-3*x[1])/5)
		}, true, symmetry.Odd},
		{"shift_gaussian(r, 2)", stationary.Options{Params: map[string]string{"r": "1,0,-2"}}, func(x []float64) float64 {
			return math.Exp(-(sq(x[0]+1) + sq(x[1]) + sq(x[2]-2)) / 8)
		}, true, symmetry.Neither},
		{"sinh_gaussian(b, s)", stationary.Options{
			Params: map[string]string{"b": "pi/6", "s": "2"}}, func(x []float64) float64 {
			return math.Exp(-sum(x, sq)/8) * (1 + math.Sinh(math.Pi/6*(x[0]+x[1]+x[2])))
		}, true, symmetry.Neither},
		{"cosh_gaussian(b, 1)", stationary.Options{Params: map[string]string{"b": "1/2,1/3,0"}}, func(x []float64) float64 {
			return math.Exp(-sum(x, sq)/2 + x[0]/2 + x[1]/3)
		}, true, symmetry.Neither},
		{"tl1(3)", stationary.Options{}, func(x []float64) float64 { return max(3-sum(x, math.Abs), 0) }, false,
			symmetry.Even},
		{"exp(-l1)", stationary.Options{}, func(x []float64) float64 { return math.Exp(-sum(x, math.Abs)) }, true,
			symmetry.Even},
		{"prod(matern(3/2, l))", stationary.Options{Params: map[string]string{"l": "1,2,1"}}, func(x []float64) float64 {
			p := 1.0
			for i, c := range x {
				r := math.Sqrt(3) * math.Abs(c) / []float64{1, 2, 1}[i]
				p *= (1 + r) * math.Exp(-r)
			}
			return p
		}, true, symmetry.Even},
		{"prod(1/(1+x^2) + x*exp(-x^2))", stationary.Options{}, func(x []float64) float64 {
			p := 1.0
			for _, c := range x {
				p *= 1/(1+c*c) + c*math.Exp(-c*c)
			}
			return p
		}, true, symmetry.Neither},
		{"exp(-sum(x^2/l^2)/2)", stationary.Options{Params: map[string]string{"l": "1,2,3"}}, func(x []float64) float64 {
			return math.Exp(-(sq(x[0]) + sq(x[1]/2) + sq(x[2]/3)) / 2)
		}, true, symmetry.Even},
		{"sum(cos(x))/3", stationary.Options{}, func(x []float64) float64 { return sum(x, math.Cos) / 3 }, true,
			symmetry.Even},
		{"cos(x1 - 2*x2)*exp(-z^2)", stationary.Options{}, func(x []float64) float64 {
			return math.Cos(x[0]-2*x[1]) * math.Exp(-sum(x, sq))
		}, true, symmetry.Even},
		{"sqrt(z^2 - t^2)*exp(-abs(t))", stationary.Options{Axes: [][]*big.Rat{rats(0, 0, 2)}}, func(x []float64) float64 {
			return math.Hypot(x[0], x[1]) * math.Exp(-math.Abs(x[2]))
		}, true, symmetry.Even},
		{"exp(-z^2/2)*(t1 - t2)", stationary.Options{
			Axes: [][]*big.Rat{rats(1, 1, 0), rats(1, 0, 0)}}, func(x []float64) float64 {
			return math.Exp(-sum(x, sq)/2) * (x[0] + x[1] - (x[0] - x[1])) / math.Sqrt2
		}, true, symmetry.Odd},
		{"matern(5/2)", stationary.Options{Lengths: []string{"1", "2", "1/2"}}, func(x []float64) float64 {
			r := math.Sqrt(5) * math.Sqrt(sq(x[0])+sq(x[1]/2)+sq(2*x[2]))
			return (1 + r + r*r/3) * math.Exp(-r)
		}, true, symmetry.Even},
		{"x1 >= 0 ? (x1 > 1 ? 2 : 1-x1) : (x2 < -1/2 ? 3 : exp(x1))", stationary.Options{}, func(x []float64) float64 {
			switch {
			case x[0] > 1:
				return 2
			case x[0] >= 0:
				return 1 - x[0]
			case x[1] < -0.5:
				return 3
			}
			return math.Exp(x[0])
		}, false, symmetry.Neither},
		{"x1 > 0 ? exp(-x1) : 0", stationary.Options{}, func(x []float64) float64 {
			if x[0] > 0 {
				return math.Exp(-x[0])
			}
			return 0
		}, true, symmetry.Neither},
		{"exp(-sum(abs(x) + r*x))", stationary.Options{Params: map[string]string{"r": "-1,0,0"}}, func(x []float64) float64 {
			return math.Exp(x[0] - sum(x, math.Abs)) // l1 and x1 are no one variable
		}, true, symmetry.Neither},
		{"exp(-l1 + abs(x1)) + exp(-abs(x2) + abs(x1))", stationary.Options{}, func(x []float64) float64 {
			return math.Exp(math.Abs(x[0])-sum(x, math.Abs)) + math.Exp(math.Abs(x[0])-math.Abs(x[1]))
		}, true, symmetry.Even},
		{"sin(x1) - sin(x2) + z - l1 - (x3 - abs(x3))", stationary.Options{}, func(x []float64) float64 {
			return math.Sin(x[0]) - math.Sin(x[1]) + norm(x) - sum(x, math.Abs) - x[2] + math.Abs(x[2])
		}, false, symmetry.Neither},
		{"x1 - x1 + sin(x1)^2 - sin(x2)^2", stationary.Options{}, func(x []float64) float64 {
			// not 0: x1 and x2 are no one variable
			return sq(math.Sin(x[0])) - sq(math.Sin(x[1]))
		}, true, symmetry.Even},
		{"1/(1 + (x1 - x2)^2 - (x1 - x3)^2 + (x1 - x3)^2)", stationary.Options{},
			func(x []float64) float64 { return 1 / (1 + sq(x[0]-x[1])) }, true, symmetry.Even},
		{"(x1 - x2)/(x1 - x2)*exp(-z^2)", stationary.Options{}, func(x []float64) float64 {
			if x[0] == x[1] {
				return math.NaN()
			}
			return math.Exp(-sum(x, sq))
		}, true, symmetry.Even},
		{"prod(x)", stationary.Options{}, func(x []float64) float64 { return x[0] * x[1] * x[2] }, true, symmetry.Odd},
		{"(z/2)^2*exp(-z^2/2)*max(1-abs(t),0)", stationary.Options{
			Axes: [][]*big.Rat{rats(1, 2, 2)}}, func(x []float64) float64 {
			return sum(x, sq) / 4 * math.Exp(-sum(x, sq)/2) * max(1-math.Abs(x[0]+2*x[1]+2*x[2])/3, 0)
		}, true, symmetry.Even},
	} {
		k, err := language.Parse(c.source, 3, &c.opt)
		require.NoError(t, err, c.source)
		assert.Equal(t, c.sym, symmetry.Of(k), c.source)
		tensor, err := k.Tensor()
		if !c.tensor {
			var class *stationary.ClassError
			require.ErrorAs(t, err, &class, c.source)
		} else {
			require.NoError(t, err, c.source)
			require.NoError(t, tensor.Valid())
		}
		for _, x := range differences {
			want := c.want(x)
			assert.InDelta(t, want, numeric.At(k, x), 1e-14*(1+math.Abs(want)), "%s at %v", c.source, x)
			if c.tensor && c.opt.Lengths == nil {
				assert.InDelta(t, want, numeric.TensorAt(tensor, x), 1e-14*(1+math.Abs(want)),
					"the products of %s at %v", c.source, x)
			}
		}
	}
}

// TestClasses: what is a function of the distance or of the 1-norm alone is found to be one, however it is written.
func TestClasses(t *testing.T) {
	for source, want := range map[string]string{
		"exp(-sum(x^2)/2)":                   "radial exp(-(z^2/2))",
		"prod(exp(-x^2/2))":                  "radial",
		"prod(gaussian(2))":                  "radial",
		"exp(-sum((x/2)^2))*sum(x^2)":        "radial",
		"matern(5/2)":                        "radial",
		"exp(-sum(abs(x)))":                  "l1",
		"prod(exp(-abs(x)/2))":               "l1",
		"tl1(2)":                             "l1",
		"max(1 - sum(abs(x))/2, 0)":          "l1",
		"exp(-z)*cos(x1)":                    "",
		"exp(-sum(abs(x)) - sum(x^2))":       "",
		"exp(-sum((x+1)^2 - 2*x))":           "radial",
		"1/(1+prod(exp(x^2)))":               "radial",
		"prod(exp(-x^2/2)*cos(x))":           "",
		"exp(-sum(x*x) + sum(sqrt(abs(x))))": "",
	} {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err, source)
		_, radial := k.Radial()
		_, l1 := k.L1()
		kind, _, _ := strings.Cut(want, " ")
		assert.Equal(t, []bool{kind == "radial", kind == "l1"}, []bool{radial, l1}, "%s: %s", source, k.Normal())
	}
	k, err := language.Parse("exp(-t^2)*abs(x1)+l1+sum(x)^2", 1, nil)
	require.NoError(t, err)
	r, ok := k.Radial()
	require.True(t, ok)
	assert.InDelta(t, math.Exp(-0.25)*0.5+0.75, r.At(0.5), 1e-15)
}

func TestManyCoordinatesShareFactors(t *testing.T) {
	k, err := language.Parse("prod(matern(3/2))", 1000, nil)
	require.NoError(t, err)
	tensor, err := k.Tensor()
	require.NoError(t, err)
	require.Len(t, tensor.Terms, 1)
	for _, f := range tensor.Terms[0].Factors {
		assert.Same(t, tensor.Terms[0].Factors[0], f)
	}
	assert.Equal(t, "matern(3/2)", tensor.Terms[0].Factors[0].Even.Formula())
	assert.Equal(t, symmetry.Even, symmetry.Of(k))
}

func TestParseErrors(t *testing.T) {
	axis := stationary.Options{Axes: [][]*big.Rat{ones(3)}}
	for _, c := range []struct {
		source string
		opt    stationary.Options
		want   string
	}{
		{"exp(-z^2)*cos(t)", stationary.Options{}, "column 15: t needs an axis: --param t=ones, 1,0,… or " +
			"a file; Options.Axes in Go"},
		{"exp(-z^2)*cos(t2)", axis, "column 15: t2 needs an axis: give --param t2=ones, numbers or a file (in Go: " +
			"Options.Axes), 1 are given"},
		{"exp(-x^2)", stationary.Options{}, "column 6: x stands for a coordinate inside of sum(…) and prod(…) only: krein knows functions of x − y; " +
			"outside write z for the distance, or x1, … for the coordinates of x − y"},
		{"x4", stationary.Options{}, "column 1: x4 is no coordinate of R^3: they are x1 … x3"},
		{"sum(x1)", stationary.Options{}, "column 5: x1 cannot stand inside of sum or prod, which are over x; " +
			"parameters may be vectors"},
		{"sum(prod(x))", stationary.Options{}, "column 5: prod cannot stand inside of sum or prod"},
		{"1+sum(periodic(1,3))", stationary.Options{}, "column 7: periodic is prod(exp(-2*sin(pi*x/p)^2/l^2)), over all " +
			"coordinates, and cannot stand inside of sum or prod: write what it is of one of them, x"},
		{"prod(exp(-abs(y)))", stationary.Options{},
			`column 15: unknown name "y" (a parameter needs a value, as in --param y=1 or let y = 1;)`},
		{"1 + prod(exp(-abs(x)) + ", stationary.Options{}, "column 9: this ( is never closed"},
		{"prod(exp(-abs(x))) +", stationary.Options{},
			"column 21: the formula ends too early: a number, z or a function is missing"},
		{"prod(x)(2)", stationary.Options{}, "column 1: prod(x) is not a function; write * to multiply; krein reads this as prod(x)*(2)"},
		{"prod(ntk)*x1", stationary.Options{}, "column 6: a kernel of the unit sphere is a function of the distance alone: " +
			"it cannot stand with other coordinates"},
		{"u*x1", stationary.Options{}, "column 1: u is an inner product on the unit sphere; a formula in " +
			"coordinates of x − y has none"},
		{"prod()", stationary.Options{}, "column 1: prod needs a function of x in parentheses"},
		{"prod(x > 0)", stationary.Options{}, "column 8: a number is expected here, not a condition (write z > 0 ? 1 : 0)"},
		{"tl1(-1)", stationary.Options{}, "column 5: tl1: parameter rho = -1 is out of range: rho > 0"},
		{"1 + tl1", stationary.Options{}, "column 5: tl1(rho) has 1 parameters, not 0"},
		{"cos(r)*x1", stationary.Options{Params: map[string]string{"r": "1,2,3"}},
			"column 5: r is a vector: it has a meaning inside of sum(…) and prod(…) only"},
		{"x1", stationary.Options{Params: map[string]string{"r": "1,2"}}, "column 1: parameter r has 2 components in R^3"},
		{"x1", stationary.Options{Params: map[string]string{"r": "1"}},
			"column 1: parameter r is given but does not occur in the formula"},
		{"x1", stationary.Options{Params: map[string]string{"x2": "1"}},
			"column 1: parameter name x2 is taken by the formula language"},
		{"x1", stationary.Options{Axes: [][]*big.Rat{rats(1, 1, 0), rats(2, 2, 0)}},
			"column 1: axis 2 is zero, or in the span of those before it"},
		{"x1 + ꙮ1", stationary.Options{}, "column 6: 'ꙮ' is not part of a formula"},
		{"x1*exp(10000)", stationary.Options{}, "column 1: exp(10000) is infinite or too large"},
		{"exp(-z^2)*cos(x1)*tan(pi/2)", stationary.Options{}, "column 1: tan(pi/2) has no value"},
	} {
		_, err := language.Parse(c.source, 3, &c.opt)
		require.Error(t, err, c.source)
		assert.Equal(t, c.want, err.Error(), c.source)
	}
}

// FuzzParse: nothing panics, and the sum of products has the values of the formula.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"exp(-z^2/2)*cos(t)", "prod(exp(-abs(x)))", "sum(r*x)^2", "tl1(2)", "shift_gaussian(r, 2)",
		"(z/2)^2*x1", "1/prod(1+x^2)",
		"x1>0?exp(-x1):0", "cos(x1-x2)*exp(-z^2)", "min(abs(t),1)*prod(x^3+z)", "sqrt(z^2-t^2)", "sum(x)^3", "besselj(0, t)",
		"prod(matern(3/2, r))"} {
		f.Add(s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, source string, d uint8) {
		dim := int(d)%4 + 1
		opt := &stationary.Options{Axes: [][]*big.Rat{ones(dim)}}
		if strings.Contains(source, "r") {
			opt.Params = map[string]string{"r": "1" + strings.Repeat(",2", dim-1)}
		}
		k, err := language.Parse(source, dim, opt)
		if err != nil || len(source) > 60 {
			return
		}
		symmetry.Of(k)
		tensor, err := k.Tensor()
		if err != nil {
			return
		}
		x := []float64{0.5, -1.25, 0.75, 2}[:dim]
		if a, b := numeric.At(k, x), numeric.TensorAt(tensor, x); !math.IsNaN(a) && !math.IsNaN(b) && !math.IsInf(a, 0) &&
			math.Abs(a) < 1e50 {
			if math.Abs(a-b) > 1e-6*(1+math.Abs(a)) {
				t.Fatalf("%q: %v, as products %v", source, a, b)
			}
		}
	})
}

// TestNotSeenToBeEven: conditions that are not even, and branches of different parities.
func TestNotSeenToBeEven(t *testing.T) {
	for _, source := range []string{"x1 < z ? exp(-z) : 0", "z < 1 ? x1 : exp(-z)", "!(x1 > 0) ? exp(-z) : l1",
		"max(x1, -z)", "min(x1, x2)*exp(-z)"} {
		k, err := language.Parse(source, 2, nil)
		require.NoError(t, err)
		assert.Zero(t, k.Parity(), source)
		assert.NotEqual(t, symmetry.Even, symmetry.Of(k), source)
	}
}

// TestOneSpelling: constants and signs that are spelt otherwise do not hide that parts cancel.
func TestOneSpelling(t *testing.T) {
	for _, source := range []string{"exp(pi*x1/10)+exp(-pi*x1/10)", "exp(x1*sqrt(8))+exp(-2*sqrt(2)*x1)",
		"sin(2*x1)+sin(-x1*sqrt(4))+1", "cos(x1-2*x2)",
		"max(1-z,0)*cos(x1)", "z < 1 && abs(x1) < l1/2 ? exp(-z)*x1^2 : cos(x1*x2)*exp(-z)"} {
		k, err := language.Parse(source, 2, nil)
		require.NoError(t, err)
		assert.Equal(t, symmetry.Even, symmetry.Of(k), source)
	}
}

// TestCancelledPolynomials: polynomials of the coordinates that add up to a constant are one, whatever stands beside
// them.
func TestCancelledPolynomials(t *testing.T) {
	for source, want := range map[string]string{
		"exp(-z+x1*x2-x2*x1)":                                               "exp(-z)",
		"exp(-z*((x1+x2)^2-x1^2-x2^2-2*x1*x2+1))":                           "exp(-z*1)",
		"exp(-z-(z^2-x1^2-x2^2))":                                           "exp(-z)",
		"max(0,1-z)*exp(z^2-x1^2-x2^2)":                                     "max(0, 1 - z)*1",
		"exp(-l1+((sqrt(2)+sqrt(3))^2-5-2*sqrt(6))*x1*x2+2-x1^2/3+x1/3*x1)": "exp(2 - l1)",
		"exp(-z)+(x1+x2)^2-x1^2-2*x1*x2-x2^2":                               "exp(-z)",
	} {
		k, err := language.Parse(source, 2, nil)
		require.NoError(t, err, source)
		assert.Equal(t, want, k.Normal(), source)
	}
	for source, want := range map[string]string{ // what does not cancel stays as it is
		"exp(-z+x1*x2-x2*x1/2)": "exp(-z + x1*x2 - x2*x1/2)", "exp(-z+1/2+1/2)": "exp(-z + 1/2 + 1/2)",
		"exp(-z)+x1^2-x2^2": "exp(-z) + x1^2 - x2^2",
	} {
		k, err := language.Parse(source, 2, nil)
		require.NoError(t, err, source)
		assert.Equal(t, want, k.Normal(), source)
	}
}

// TestLocals: constants that the formula names are known inside of sum and prod, and in parameters of named kernels.
func TestLocals(t *testing.T) {
	for source, same := range map[string]string{
		"let a = 2; prod(exp(-a*x^2))":                 "prod(exp(-2*x^2))",
		"let a = 2; let b = a+c; sum(exp(-b*abs(x)))":  "sum(exp(-5*abs(x)))",
		"let a = 2; let q = a*x1; exp(-q^2)*sum(x)":    "exp(-4*x1^2)*sum(x)",
		" let r = 1/2; shift_gaussian(r, 2)*l1*r":      "shift_gaussian(1/2, 2)*l1/2",
		"prod(let a = 2; exp(-a*abs(x)))*exp(-x1^2*c)": "prod(exp(-2*abs(x)))*exp(-x1^2*3)",
	} {
		opt := &stationary.Options{}
		if strings.Contains(source, "+c") || strings.Contains(source, "*c") {
			opt.Params = map[string]string{"c": "3"}
		}
		k, err := language.Parse(source, 2, opt)
		require.NoError(t, err, source)
		want, err := language.Parse(same, 2, nil)
		require.NoError(t, err)
		for _, x := range [][]float64{{0.5, -1}, {2, 0.25}} {
			assert.InDelta(t, numeric.At(want, x), numeric.At(k, x), 1e-15, source)
		}
	}
	for source, column := range map[string]int{
		"let a = 2; let a = 3; prod(exp(-a*x^2))": 16,
		"let x = 2; prod(exp(-x^2))":              5,
	} {
		_, err := language.Parse(source, 2, nil)
		var fault *grammar.Error
		require.ErrorAs(t, err, &fault, source)
		assert.Equal(t, column, fault.Column, source)
	}
}

// TestIsRadial: a name that let gives is not one of x − y, but behind it.
func TestIsRadial(t *testing.T) {
	for source, want := range map[string]bool{
		"exp(-z)": true, "exp(-t)": false, "exp(-x1^2)": false, "let t = z/2; exp(-t)": true, "let t1 = 2; exp(-t1*z)": true,
		"let s = t; exp(-s)":  false,
		"let t = x1; exp(-t)": false,
	} {
		assert.Equal(t, want, language.IsRadial(source), source)
	}
}
