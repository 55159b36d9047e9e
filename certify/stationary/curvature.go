package stationary

import (
	"math"
	"math/big"

	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// curved is the step for a function of the distance less second derivatives of others: of a polynomial of degree two in the
// coordinates whose coefficients are multiples of one function, or that has squares of coordinates alone.
func curved(name string) finder {
	return func(p *prover, k *fourier.Kernel, _ int) *proof.Step {
		radial, forms, ok := k.SecondOrder()
		if !ok {
			return nil
		}
		terms := multiples(forms, k.Dim())
		if terms == nil {
			terms = squares(forms, k.Dim())
		}
		if terms == nil {
			return nil
		}
		ev, ok := p.curvature(radial, terms, k.Dim())
		if !ok {
			return nil
		}
		return proof.NewStep("curvature."+name, "k is a function of the distance less second derivatives of such functions, and all of "+
			"these are positive definite, or conditionally so of order 1 where they are differentiated", ev)
	}
}

// secondOrder is the step for the mass of a polynomial of degree two in the coordinates.
func secondOrder(_ *prover, k *fourier.Kernel, _ int) *proof.Step {
	if _, _, ok := k.SecondOrder(); !ok {
		return nil
	}
	return proof.NewStep("curvature.analysis", "k is a polynomial of degree two in the coordinates, and what it is made of decays at "+
		"infinity and is regular away from 0", nil)
}

// curvedTerm is −4⟨v,Δ⟩² f_tt, f_tt = by, for each direction v.
type curvedTerm struct {
	by         *formula.Expr
	directions [][]*big.Rat
}

// mostRatio bounds the denominators of ratios between coefficients.
const mostRatio = 1 << 12

// multiples writes the forms as ±q(Δ) times one function, q positive semidefinite with rational entries; nil if they are not.
func multiples(forms map[[2]int]*formula.Expr, dim int) []curvedTerm {
	var one *formula.Expr
	q := make([][]*big.Rat, dim)
	for i := range q {
		q[i] = make([]*big.Rat, dim)
		for j := range q[i] {
			q[i][j] = new(big.Rat)
		}
	}
	for i := range dim {
		for j := i; j < dim; j++ {
			e := forms[[2]int{i, j}]
			if e == nil {
				continue
			}
			if one == nil {
				one = e
			}
			r, ok := ratio(e, one)
			if !ok {
				return nil
			}
			if i != j {
				r.Quo(r, big.NewRat(2, 1))
			}
			q[i][j].Set(r)
			q[j][i].Set(r)
		}
	}
	for _, sign := range []int64{1, -1} {
		if terms, ok := diagonal(q, sign, one); ok {
			return terms
		}
	}
	return nil
}

// ratio returns the rational constant e/one.
func ratio(e, one *formula.Expr) (*big.Rat, bool) {
	x, y := numeric.Compile(kernel.NewNatural(e)).At(1), numeric.Compile(kernel.NewNatural(one)).At(1)
	for den := int64(1); den <= mostRatio; den *= 2 {
		for _, n := range []int64{den, 3 * den, 5 * den, 15 * den} {
			num := math.Round(x / y * float64(n))
			if !(math.Abs(num) < 1<<40) || math.Abs(x/y*float64(n)-num) > 1e-9*math.Max(1, math.Abs(num)) {
				continue
			}
			r := big.NewRat(int64(num), n)
			return r, normal.Same(e, formula.Mul(formula.Rational(r), one)) == nil
		}
	}
	return nil, false
}

// diagonal writes sign·q as a sum of squares of linear forms with positive coefficients (Lagrange).
func diagonal(q [][]*big.Rat, sign int64, one *formula.Expr) (terms []curvedTerm, ok bool) {
	n := len(q)
	m := make([][]*big.Rat, n)
	for i := range q {
		for _, c := range q[i] {
			m[i] = append(m[i], new(big.Rat).Mul(c, big.NewRat(sign, 1)))
		}
	}
	for p := range n {
		d := m[p][p]
		if d.Sign() < 0 {
			return nil, false
		}
		v := make([]*big.Rat, n)
		for j := range v {
			v[j] = new(big.Rat)
			if d.Sign() == 0 {
				if m[p][j].Sign() != 0 {
					return nil, false
				}
				continue
			}
			v[j].Quo(m[p][j], d)
		}
		if d.Sign() == 0 {
			continue
		}
		c := new(big.Rat).Mul(d, big.NewRat(-sign, 4))
		terms = append(terms, curvedTerm{formula.Mul(formula.Rational(c), one), [][]*big.Rat{v}})
		for i := range n {
			for j := range n {
				if i != p && j != p {
					m[i][j].Sub(m[i][j], new(big.Rat).Mul(d, new(big.Rat).Mul(v[i], v[j])))
				}
			}
		}
		for i := range n {
			m[p][i], m[i][p] = new(big.Rat), new(big.Rat)
		}
	}
	return terms, len(terms) > 0
}

// squares writes forms of squares of coordinates; nil if there are others.
func squares(forms map[[2]int]*formula.Expr, dim int) (terms []curvedTerm) {
	for i := range dim {
		for j := i; j < dim; j++ {
			e := forms[[2]int{i, j}]
			if e == nil {
				continue
			}
			if i != j {
				return nil
			}
			terms = append(terms, curvedTerm{formula.Mul(formula.Frac(-1, 4), e), [][]*big.Rat{fourier.UnitVector(dim, i)}})
		}
	}
	return terms
}

// curvature integrates twice, and says what is left.
func (p *prover) curvature(radial *kernel.Kernel, terms []curvedTerm, dim int) (ev check.CurvatureEvidence, ok bool) {
	rest := radial.Expr()
	for _, term := range terms {
		first, ok := primitive(term.by)
		if !ok {
			return ev, false
		}
		f, ok := primitive(first)
		if !ok {
			return ev, false
		}
		form, err := normal.Of(f)
		if err != nil {
			return ev, false
		}
		of := kernel.NewNatural(formula.Simplify(form.Expr())).CutAt(radial.Points())
		t := check.CurvatureTerm{Function: of.Formula()}
		if !p.proved(of, dim, check.PD) {
			t.Order = 1
		}
		for _, v := range term.directions {
			var row []rule.Rational
			for _, c := range v {
				row = append(row, rule.Rational{Rat: c})
			}
			t.Directions = append(t.Directions, row)
			rest = formula.Add(rest, formula.Mul(formula.Rational(new(big.Rat).Mul(big.NewRat(2, 1), fourier.Dot(v, v))), first))
		}
		ev.Of = append(ev.Of, t)
	}
	if normal.Same(rest, formula.Int(0)) != nil {
		left, err := normal.Of(rest)
		if err != nil {
			return ev, false
		}
		ev.Rest = kernel.NewNatural(formula.Simplify(left.Expr())).Formula()
	}
	return ev, true
}

// primitive returns a function F of t = z² with dF/dt = e, without a constant, of sums of powers of one sum a + bz², and of powers of z times exp(−az) or exp(−az²).
func primitive(e *formula.Expr) (sum *formula.Expr, ok bool) {
	terms, err := normal.Terms(e)
	if err != nil {
		return nil, false
	}
	sum = formula.Int(0)
	for i := range terms {
		f, ok := primitiveOf(&terms[i])
		if !ok {
			return nil, false
		}
		c, ok := terms[i].Coefficient.Expr()
		if !ok {
			return nil, false
		}
		sum = formula.Identity(formula.Add(sum, formula.Mul(c, f)))
	}
	return sum, true
}

// mostPrimitive bounds the powers of z.
const mostPrimitive = 60

// primitiveOf is primitive of a term but for its coefficient.
func primitiveOf(t *normal.Term) (*formula.Expr, bool) {
	var base *formula.Expr
	n, q := int64(0), new(big.Rat)
	for _, f := range t.Factors {
		switch {
		case f.Op == formula.OpVar && f.Power.IsInt() && f.Power.Num().IsInt64():
			n = f.Power.Num().Int64()
		case f.Op == formula.OpAdd && base == nil:
			base, q = f.Arg, f.Power
		default:
			return nil, false
		}
	}
	if n < -1 || n > mostPrimitive {
		return nil, false
	}
	z := formula.Variable()
	if base != nil {
		return primitiveOfPower(base, q, n, t.Exponent)
	}
	rate, power, ok := rateOf(t.Exponent)
	if !ok || power == 2 && n%2 != 0 {
		return nil, false
	}
	m, w, scale := n+1, z, int64(2) // dt = 2z dz
	if power == 2 {
		m, w, scale = n/2, formula.Pow(z, formula.Int(2)), 1
	}
	// ∫ w^m e^{−aw} dw = −e^{−aw} Σ_{k≤m} m!/k! w^k a^{k−m−1}
	sum := formula.Int(0)
	for k := int64(0); k <= m; k++ {
		c := new(big.Rat).SetInt(new(big.Int).MulRange(k+1, m))
		part := formula.Mul(formula.Rational(c), formula.Pow(rate, formula.Int(k-m-1)))
		sum = formula.Identity(formula.Add(sum, formula.Mul(part, formula.Pow(w, formula.Int(k)))))
	}
	return formula.Mul(formula.Int(-scale), formula.Mul(sum, formula.Apply(formula.OpExp, t.Exponent))), true
}

// primitiveOfPower is that of z^n·base^q, base = a + bz².
func primitiveOfPower(base *formula.Expr, q *big.Rat, n int64, exponent *formula.Expr) (*formula.Expr, bool) {
	if exponent != nil || n%2 != 0 || n < 0 {
		return nil, false
	}
	slope, err := normal.DerivativeT(base)
	if err != nil || slope.Varies() {
		return nil, false
	}
	shift := formula.Simplify(formula.Sub(base, formula.Mul(slope, formula.Pow(formula.Variable(), formula.Int(2)))))
	form, err := normal.Of(shift)
	if err != nil || form.Expr().Varies() {
		return nil, false
	}
	shift = form.Expr()
	// z^(2m) = ((base − a)/b)^m
	m := n / 2
	sum := formula.Int(0)
	for k := int64(0); k <= m; k++ {
		p := new(big.Rat).Add(q, big.NewRat(k+1, 1))
		c := formula.Rational(new(big.Rat).SetInt(new(big.Int).Binomial(m, k)))
		c = formula.Mul(c, formula.Pow(formula.Neg(shift), formula.Int(m-k)))
		c = formula.Div(c, formula.Pow(slope, formula.Int(m+1)))
		part := formula.Apply(formula.OpLog, base)
		if p.Sign() != 0 {
			part = formula.Div(formula.Pow(base, formula.Rational(p)), formula.Rational(p))
		}
		sum = formula.Identity(formula.Add(sum, formula.Mul(c, part)))
	}
	return sum, true
}

// rateOf reads −a·z^n, a > 0 and n = 1 or 2.
func rateOf(e *formula.Expr) (a *formula.Expr, n int64, ok bool) {
	if e == nil {
		return nil, 0, false
	}
	terms, err := normal.Terms(e)
	if err != nil || len(terms) != 1 || terms[0].Exponent != nil || len(terms[0].Factors) != 1 {
		return nil, 0, false
	}
	f := terms[0].Factors[0]
	if f.Op != formula.OpVar || !f.Power.IsInt() {
		return nil, 0, false
	}
	c := terms[0].Coefficient.Neg()
	if sign, _ := c.Sign(); sign <= 0 {
		return nil, 0, false
	}
	a, ok = c.Expr()
	n = f.Power.Num().Int64()
	return a, n, ok && (n == 1 || n == 2)
}
