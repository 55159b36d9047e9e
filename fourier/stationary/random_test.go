package stationary_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/testlong"
)

// expr is a random formula with a function that evaluates it, which shares nothing with the package.
type expr struct {
	text string
	at   func(x []float64) float64
}

// scalarExpr is a random function of one number, x in sums and products.
func scalarExpr(r *rand.Rand, depth int) (text string, at func(x, l float64) float64) {
	if depth == 0 {
		switch r.IntN(5) {
		case 0:
			return "x", func(x, _ float64) float64 { return x }
		case 1:
			return "abs(x)", func(x, _ float64) float64 { return math.Abs(x) }
		case 2:
			return "z", func(x, _ float64) float64 { return math.Abs(x) }
		case 3:
			return "r", func(_, l float64) float64 { return l }
		}
		n := r.IntN(3) + 1
		return fmt.Sprint(n), func(_, _ float64) float64 { return float64(n) }
	}
	a, f := scalarExpr(r, depth-1)
	b, g := scalarExpr(r, r.IntN(depth))
	switch r.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s + %s)", a, b), func(x, l float64) float64 { return f(x, l) + g(x, l) }
	case 1:
		return fmt.Sprintf("(%s - %s)", a, b), func(x, l float64) float64 { return f(x, l) - g(x, l) }
	case 2:
		return fmt.Sprintf("%s*%s", a, b), func(x, l float64) float64 { return f(x, l) * g(x, l) }
	case 3:
		return fmt.Sprintf("(%s)^2", a), func(x, l float64) float64 { return f(x, l) * f(x, l) }
	case 4:
		return fmt.Sprintf("exp(-%s/4)", a), func(x, l float64) float64 { return math.Exp(-f(x, l) / 4) }
	case 5:
		return fmt.Sprintf("cos(%s)", a), func(x, l float64) float64 { return math.Cos(f(x, l)) }
	}
	return fmt.Sprintf("min(%s, %s)", a, b), func(x, l float64) float64 { return min(f(x, l), g(x, l)) }
}

var randomLengths = []float64{-1, 0, 0}

// randomExpr is a random formula of three coordinates.
func randomExpr(r *rand.Rand, depth int) expr {
	norm := func(x []float64) float64 { return math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2]) }
	if depth == 0 {
		switch r.IntN(7) {
		case 0:
			return expr{"z", norm}
		case 1:
			return expr{"z^2", func(x []float64) float64 { return norm(x) * norm(x) }}
		case 2:
			return expr{"l1", func(x []float64) float64 { return math.Abs(x[0]) + math.Abs(x[1]) + math.Abs(x[2]) }}
		case 3:
			i := r.IntN(3)
			return expr{fmt.Sprintf("x%d", i+1), func(x []float64) float64 { return x[i] }}
		case 4:
			return expr{"t", func(x []float64) float64 { return (x[0] - 2*x[1] + 2*x[2]) / 3 }}
		case 5:
			text, f := scalarExpr(r, 2)
			return expr{"sum(" + text + ")", func(x []float64) float64 {
				s := 0.0
				for i, c := range x {
					s += f(c, randomLengths[i])
				}
				return s
			}}
		}
		text, f := scalarExpr(r, 2)
		return expr{"prod(" + text + ")", func(x []float64) float64 {
			p := 1.0
			for i, c := range x {
				p *= f(c, randomLengths[i])
			}
			return p
		}}
	}
	a, b := randomExpr(r, depth-1), randomExpr(r, r.IntN(depth))
	switch r.IntN(8) {
	case 0:
		return expr{fmt.Sprintf("(%s + %s)", a.text, b.text), func(x []float64) float64 { return a.at(x) + b.at(x) }}
	case 1:
		return expr{fmt.Sprintf("(%s - %s)", a.text, b.text), func(x []float64) float64 { return a.at(x) - b.at(x) }}
	case 2, 3:
		return expr{fmt.Sprintf("%s*%s", a.text, b.text), func(x []float64) float64 { return a.at(x) * b.at(x) }}
	case 4:
		return expr{fmt.Sprintf("exp(-(%s)/5)", a.text), func(x []float64) float64 { return math.Exp(-a.at(x) / 5) }}
	case 5:
		return expr{fmt.Sprintf("sin(%s)", a.text), func(x []float64) float64 { return math.Sin(a.at(x)) }}
	case 6:
		return expr{fmt.Sprintf("1/(1+(%s)^2)", a.text), func(x []float64) float64 { return 1 / (1 + a.at(x)*a.at(x)) }}
	}
	return expr{fmt.Sprintf("(%s)^2", a.text), func(x []float64) float64 { return a.at(x) * a.at(x) }}
}

// TestRandomFormulas: the normal form, the sum of products, lines, parts and parities say what the formula says.
func TestRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	points := [][]float64{{0.5, -1, 0.25}, {-0.75, 0.5, 1.5}, {1, 1, -0.5}}
	v := []float64{1, -2, 0.5}
	for range testlong.Rounds(1000) {
		e := randomExpr(r, r.IntN(4))
		opt := &stationary.Options{Axes: [][]*big.Rat{rats(1, -2, 2)}, Params: map[string]string{"r": "-1,0,0"}}
		k, err := language.Parse(e.text, 3, opt)
		if err != nil { // without r, or named otherwise
			opt.Params = nil
			if k, err = language.Parse(e.text, 3, opt); err != nil {
				continue
			}
		}
		same := func(what string, want, have float64) {
			if math.IsNaN(have) || !(math.Abs(want) < 1e8) {
				return
			}
			require.InDelta(t, want, have, 1e-8*(1+math.Abs(want)), "%s: %s", e.text, what)
		}
		tensor, err := k.Tensor()
		parity := float64(k.Parity())
		line, lineErr := k.OnLine([]*big.Rat{big.NewRat(1, 1), big.NewRat(-2, 1), big.NewRat(1, 2)})
		for i, x := range points {
			want := e.at(x)
			same("its value", want, numeric.At(k, x))
			if err == nil {
				same("the products", want, numeric.TensorAt(tensor, x))
			}
			if parity != 0 {
				same("its parity", parity*want, e.at([]float64{-x[0], -x[1], -x[2]}))
			}
			if s := []float64{0.25, -0.375, 0.5}[i]; lineErr == nil &&
				(line.Even == nil || math.Abs(line.Even.At(math.Abs(s))) < 1e4) {
				// parts may cancel
				same("a line", e.at([]float64{s * v[0], s * v[1], s * v[2]}), numeric.FactorAt(line, s))
			}
		}
	}
}
