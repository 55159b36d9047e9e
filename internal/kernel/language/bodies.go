package language

import (
	"errors"
	"math/big"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/formula"
)

// Formulas of the catalogue that depend on their parameters in more than value.

// Above these parameters the constants of the formulas are beyond the range of a float64, though their kernels are not.
const (
	largestMatern = 150 // ν
	largestBessel = 340 // n
)

// maternBody is a polynomial times an exponential for half-integer nu, with x = √(2ν) z/l and p = ν − 1/2:
//
//	exp(−x) p!/(2p)! Σ_{i=0}^p (p+i)!/(i!(p−i)!) (2x)^{p−i}
//
// (Rasmussen & Williams 2006, Eq. (4.16)), and otherwise the formula of the entry.
func maternBody(args []*formula.Expr) (*formula.Expr, error) {
	nu, l := args[0], args[1]
	r := nu.Num()
	if r != nil && r.Cmp(big.NewRat(largestMatern, 1)) > 0 {
		return lookup("matern").fillExact(args)
	}
	if r == nil || !r.Denom().IsInt64() || r.Denom().Int64() != 2 || r.Num().Int64() > 101 {
		return lookup("matern").fill(args)
	}
	p := (r.Num().Int64() - 1) / 2
	x := formula.Simplify(formula.Div(formula.Mul(formula.Apply(formula.OpSqrt, formula.Mul(formula.Int(2), nu)),
		formula.Variable()), l))
	fact := func(n int64) *big.Int { return new(big.Int).MulRange(1, n) }
	terms := make([]*formula.Expr, p+1) // by power of x
	for i := int64(0); i <= p; i++ {
		c := new(big.Rat).SetFrac(new(big.Int).Mul(fact(p), fact(p+i)),
			new(big.Int).Mul(fact(2*p), new(big.Int).Mul(fact(i), fact(p-i))))
		two := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(p-i)))
		terms[p-i] = formula.Rational(c.Mul(c, two))
	}
	return formula.Simplify(formula.Mul(formula.Polynomial(terms, x), formula.Apply(formula.OpExp, formula.Neg(x)))), nil
}

func wendlandBody(args []*formula.Expr) (*formula.Expr, error) {
	d, k := args[0].Num().Num().Int64(), args[1].Num().Num().Int64()
	return formula.Wendland(formula.Int(d/2+k+1), int(k), args[2]), nil
}

func generalisedWendlandBody(args []*formula.Expr) (*formula.Expr, error) {
	mu := args[0]
	if mu.Num() == nil && mu.Op() != formula.OpParameter {
		return nil, errors.New("parameter mu must be rational, or a range of values")
	}
	return formula.Wendland(mu, int(args[1].Num().Num().Int64()), args[2]), nil
}

// besselBody is Λ_n: cos, J₀ and sin(x)/x for n = 1, 2, 3, else the formula of the entry.
func besselBody(args []*formula.Expr) (*formula.Expr, error) {
	x := formula.Identity(formula.Div(formula.Variable(), args[1]))
	switch n := args[0]; {
	case n.IsInt(1):
		return formula.Apply(formula.OpCos, x), nil
	case n.IsInt(2):
		return formula.Apply(formula.OpBesselJ, formula.Int(0), x), nil
	case n.IsInt(3):
		return formula.Apply(formula.OpCond, formula.Apply(formula.OpEQ, formula.Variable(), formula.Int(0)), formula.Int(1),
			formula.Div(formula.Apply(formula.OpSin, x), x)), nil
	case n.Num() != nil && n.Num().Cmp(big.NewRat(largestBessel, 1)) > 0:
		return lookup("bessel").fillExact(args)
	}
	return lookup("bessel").fill(args)
}

func checkPolynomial(args []*formula.Expr) error {
	q, p := args[0], args[1]
	if len(formula.Parameters(q)) > 0 {
		return errors.New("parameter q takes no range of values")
	}
	if r := p.Num(); r != nil && r.IsInt() {
		return nil
	}
	if v := certain.ConstantFloat(q); !(v >= 1) {
		return errors.New("parameter q = " + brief.Text(q.String()) + " is out of range: q >= 1 unless p is an integer")
	}
	return nil
}

// The kernels of wide networks, of unit inputs: a layer of steps or of ReLUs makes of the kernel x of the layers below
// it (Cho & Saul 2009, section 2.3)
const (
	stepOf = "1 - acos(x)/pi"
	reluOf = "(sqrt(1 - x^2) + x*(pi - acos(x)))/pi"
)

// layer returns one of these formulas of x, and of y.
func layer(text string, x, y *formula.Expr) (*formula.Expr, error) {
	e, _, err := parseTree(text, map[string]*formula.Expr{"x": x, "y": y})
	if err != nil {
		return nil, errors.New(err.Msg)
	}
	return e, nil
}

// arccosBody is the formula of the entry, and of further layers of the same kind.
func arccosBody(name, of string) func([]*formula.Expr) (*formula.Expr, error) {
	return func(args []*formula.Expr) (*formula.Expr, error) {
		e, err := lookup(name).fill(args)
		for range args[0].Num().Num().Int64() - 1 {
			if err == nil {
				e, err = layer(of, e, nil)
			}
		}
		return e, err
	}
}

// ntkBody is Θ_1 = ntk, Θ_{l+1} = Θ_l κ₀(Σ_l) + Σ_{l+1}, Σ_l the kernel arccos1(l) (Jacot, Gabriel & Hongler 2018,
// theorem 1, scaled as in Bietti & Mairal 2019).
func ntkBody(args []*formula.Expr) (*formula.Expr, error) {
	e, err := lookup("ntk").fill(args)
	relu, err2 := lookup("arccos1").fill(args)
	for range args[0].Num().Num().Int64() - 1 {
		if err != nil || err2 != nil {
			break
		}
		if e, err = layer("y*("+stepOf+")", relu, e); err != nil {
			break
		}
		relu, err2 = layer(reluOf, relu, nil)
		e = formula.Add(e, relu)
	}
	return e, errors.Join(err, err2)
}
