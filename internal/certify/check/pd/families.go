package pd

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
	"krein/special"
)

// pdFamily is a family of functions of which it is known in which dimensions they are positive definite.
//
// docs/rules/family.md states the theorem of each family with its source.
type pdFamily struct {
	name    string // pd.name proves
	refutes bool   // and pd.not-name refutes; without it, the behaviour at 0 and at the radius does, or the density
	params  int    // their number, the length scale included, without the factor
	// formula returns the function, 1 at 0, for positive parameters; the error says that they are outside of the theorem.
	formula func(p []constant.Value) (string, error)
	// holds tells whether the function is positive definite on R^d.
	holds func(dim int, p []constant.Value) ball.Truth
}

var pdFamilies = []pdFamily{
	{
		// (1 − z/R)_+^μ: iff μ ≥ (d+1)/2 (Askey 1973 for integers, Golubov 1981, Gneiting 2002).
		name: "askey", refutes: true, params: 2,
		formula: func(p []constant.Value) (string, error) {
			return fmt.Sprintf("z < %[1]s ? (1 - z/(%[1]s))^(%[2]s) : 0", p[0], p[1]), nil
		},
		holds: func(dim int, p []constant.Value) ball.Truth { return atLeast(p[1], big.NewRat(int64(dim)+1, 2)) },
	},
	{
		// φ_{μ,κ}: if μ ≥ (d+1)/2 + κ (Wendland 1995, Gneiting 2002, Zastavnyi 2006).
		name: "wendland", params: 3,
		formula: wendlandFormula,
		holds: func(dim int, p []constant.Value) ball.Truth {
			kappa, ok := p[2].Rat()
			if !ok {
				return ball.Unknown
			}
			return atLeast(p[1], new(big.Rat).Add(big.NewRat(int64(dim)+1, 2), kappa))
		},
	},
	{
		// The convolution of the ball of radius R/2 of Rⁿ with itself, on Rⁿ and so on R^d, d ≤ n.
		name: "euclid-hat", params: 2,
		formula: hatFormula,
		holds: func(dim int, p []constant.Value) ball.Truth {
			return atLeast(p[1], big.NewRat(int64(dim), 1))
		},
	},
	{
		// With s = λ+iω the transform is Re s (s²+t)^{−(d+1)/2} but for a positive factor. For ψ =
		// arg(s²+t), which falls from 2 arg s to 0, the argument arg s − (d+1)ψ/2 runs from −d arg
		// s to arg s < π/2: the real part is nonnegative for all t ≥ 0 iff d arg s ≤ π/2.
		name: "damped-cosine", refutes: true, params: 2,
		formula: func(p []constant.Value) (string, error) {
			return fmt.Sprintf("exp(-(%s)*z)*cos((%s)*z)", p[0], p[1]), nil
		},
		// d arg(λ+iω) ≤ π/2
		holds: func(dim int, p []constant.Value) ball.Truth { return angleAtMost(dim, p, 1) },
	},
	{
		// exp(−sz)/z has the transform (s²+t)^{−(d−1)/2}: −Im of it is ≥ 0 for all t ≥ 0 iff (d−1)
		// arg s ≤ π.
		name: "damped-sine", refutes: true, params: 2,
		formula: func(p []constant.Value) (string, error) {
			return fmt.Sprintf("exp(-(%[1]s)*z)*sin((%[2]s)*z)/((%[2]s)*z)", p[0], p[1]), nil
		},
		// (d−1) arg(λ+iω) ≤ π
		holds: func(dim int, p []constant.Value) ball.Truth { return angleAtMost(dim-1, p, 2) },
	},
	{
		// Λ_n(bz)²: if n ≥ (d+1)/2; the page has the proof.
		name: "lambda-squared", params: 2,
		formula: func(p []constant.Value) (string, error) {
			f, err := lambdaFormula(p)
			return "(" + f + ")^2", err
		},
		holds: func(dim int, p []constant.Value) ball.Truth { return atLeast(p[1], big.NewRat(int64(dim)+1, 2)) },
	},
	{
		name: "gaussian-wave", refutes: true, params: 3,
		formula: func(p []constant.Value) (string, error) {
			wave, err := lambdaFormula(p[1:])
			return fmt.Sprintf("exp(-(%s)*z^2)*(%s)", p[0], wave), err
		},
		holds: gaussianWave,
	},
	{
		// The convolution of cos(πz/R) on |z| < R/2 with itself, on the line.
		name: "bohman", params: 1,
		formula: func(p []constant.Value) (string, error) {
			return fmt.Sprintf("z < %[1]s ? (1-z/(%[1]s))*cos(pi*z/(%[1]s)) + sin(pi*z/(%[1]s))/pi : 0", p[0]), nil
		},
		holds: atMost(1),
	},
	{
		// M. D. Buhmann, Math. Comp. 70 (2001), in R³.
		name: "buhmann", params: 1,
		formula: func(p []constant.Value) (string, error) {
			return fmt.Sprintf("z < %[1]s ? 12*(z/(%[1]s))^4*log(z/(%[1]s)) - 21*(z/(%[1]s))^4 + 32*(z/(%[1]s))^3 "+
				"- 12*(z/(%[1]s))^2 + 1 : 0", p[0]), nil
		},
		holds: atMost(3),
	},
}

// pdFamilyRules are those of every family.
var pdFamilyRules = familyRules()

func familyRules() []*rule.Rule {
	var out []*rule.Rule
	for _, f := range pdFamilies {
		add := func(id string, holds bool) {
			out = append(out, &rule.Rule{
				ID: id, Claim: proof.PD, Holds: holds, Supposes: rule.Continuous, Check: rule.Fact(f.check),
			})
		}
		if add("pd."+f.name, true); f.refutes {
			add("pd.not-"+f.name, false)
		}
	}
	return out
}

// FamilyEvidence is the evidence that a kernel is Factor times the function of a family: exact positive constants, the
// length scale (or the rate) first.
//
// Params are those of the family's formula, in its order; for gaussian-wave and lambda-squared the
// frequency is given by its square, which is rational more often.
type FamilyEvidence struct {
	Factor string   `json:"factor"`
	Params []string `json:"params"`
}

// check proves that the kernel is a function of the family, with parameters for which the claim is known.
//
// The family's formula is written with the parameters of the evidence, and is to be proved equal to
// the kernel between breakpoints. The rules suppose k continuous on [0,∞), and the function of the
// family is so by its theorem: they agree at single points, too. A factor or a parameter that is
// not known to be positive ends the step; `holds` answers unknown wherever a comparison is not
// exact.
func (f pdFamily) check(_ *rule.Checker, g rule.Goal, ev FamilyEvidence) error {
	if len(ev.Params) != f.params {
		return rule.Reject("%d parameters, want %d", len(ev.Params), f.params)
	}
	if _, err := rule.PositiveConstant(ev.Factor); err != nil {
		return err
	}
	p := make([]constant.Value, len(ev.Params))
	for i, text := range ev.Params {
		var err error
		if p[i], err = rule.PositiveConstant(text); err != nil {
			return err
		}
	}
	formula, err := f.formula(p)
	if err != nil {
		return err
	}
	if _, err := sameFunction(g.Kernel, fmt.Sprintf("(%s)*(%s)", ev.Factor, formula)); err != nil {
		return err
	}
	want := ball.True
	if !g.Holds {
		want = ball.False
	}
	switch got := f.holds(g.Dim, p); got {
	case want:
		return nil
	case ball.Unknown:
		return rule.Incomplete("the condition on the parameters is not decided: they are %v, in R^%d", ev.Params, g.Dim)
	}
	return rule.Reject("the condition on the parameters says the opposite")
}

// sameFunction returns the kernel of a formula and wants that k equals it, both known to be continuous on [0,∞).
//
// Equality is proved on the intervals between the breakpoints of both; at these k has its limits,
// by the regularity of the rules that ask.
func sameFunction(k *kernel.Kernel, formula string) (*kernel.Kernel, error) {
	other, err := kernel.Read(formula)
	if err != nil {
		return nil, rule.Reject("%s: %v", formula, err)
	}
	if !piecewise.ProvedEqual(k.Expr(), other.Expr(), k.Points()) {
		return nil, rule.OfForm("%s equals %s: not decided", k, formula)
	}
	return other.CutAt(k.Points()), nil
}

// atLeast tells whether c ≥ r.
func atLeast(c constant.Value, r *big.Rat) ball.Truth {
	return rule.Nonnegative(c.Sub(constant.Rat(r)))
}

// angleAtMost tells whether n·arg(λ+iω) ≤ halves·π/2, by λ sin φ − ω cos φ, φ = halves·π/(2n), for parameters λ, ω > 0.
//
// For φ < π/2, which n > halves makes it: arg ≤ φ iff tan arg = ω/λ ≤ tan φ.
func angleAtMost(n int, p []constant.Value, halves int64) ball.Truth {
	if int64(n) <= halves { // the argument is below π/2
		return ball.True
	}
	angle := constant.Pi().Scale(big.NewRat(halves, 2*int64(n)))
	sin, cos := constant.Function(formula.OpSin, angle), constant.Function(formula.OpCos, angle)
	return rule.Nonnegative(p[0].Mul(sin).Sub(p[1].Mul(cos)))
}

// atMost is the condition d ≤ n.
//
// Sufficient conditions, with which no family refutes.
func atMost(n int) func(dim int, _ []constant.Value) ball.Truth {
	return func(dim int, _ []constant.Value) ball.Truth {
		return atLeast(constant.Rat(big.NewRat(int64(n-dim), 1)), new(big.Rat))
	}
}

// exactDegree is the largest degree of a polynomial ₁F₁ the sign of which is decided exactly.
const exactDegree = 40

// gaussianWave is the condition of the family; the parameters are a, b² and n.
//
// exp(−az²) Λ_n(bz) on R^d: always for d ≤ n, as a product of functions that are positive definite
// on R^d. For d > n, ν = (d−n)/2: if ₁F₁(−ν; n/2; y) ≥ 0 for all 0 ≤ y ≤ b²/4a
// (docs/rules/family.md). At y = b²/4a, but for a positive factor, it is the density at ω = 0, so
// that a negative value there refutes. Between the two nothing is known.
func gaussianWave(dim int, p []constant.Value) ball.Truth {
	n, ok := p[2].Rat()
	if !ok {
		return ball.Unknown
	}
	nu := new(big.Rat).Sub(big.NewRat(int64(dim), 2), new(big.Rat).Quo(n, big.NewRat(2, 1))) // (d−n)/2
	if nu.Sign() <= 0 {
		return ball.True
	}
	x, err := constant.Parse(fmt.Sprintf("(%s)/(4*(%s))", p[1], p[0]))
	if err != nil {
		return ball.Unknown
	}
	beta := new(big.Rat).Quo(n, big.NewRat(2, 1))
	const prec = 128
	f := func(y *ball.Real) *ball.Real {
		a, b := new(ball.Real).SetRat(new(big.Rat).Neg(nu), prec), new(ball.Real).SetRat(beta, prec)
		return special.Hyp1F1(new(ball.Real), a, b, y, prec)
	}
	end := x.Ball(nil, prec)
	// f at the exact end, whatever the ball around it contains besides.
	if f(end).Negative() == ball.True {
		return ball.False
	}
	if r, ok := x.Rat(); ok && nu.IsInt() && nu.Cmp(big.NewRat(exactDegree, 1)) <= 0 {
		// Σ (−ν)_i/((n/2)_i i!) y^i
		c, poly := big.NewRat(1, 1), []*big.Rat{big.NewRat(1, 1)}
		for i := range nu.Num().Int64() {
			c = new(big.Rat).Mul(c, new(big.Rat).Sub(big.NewRat(i, 1), nu))
			c.Quo(c, new(big.Rat).Mul(new(big.Rat).Add(beta, big.NewRat(i, 1)), big.NewRat(i+1, 1)))
			poly = append(poly, c)
		}
		// For whole ν the function is a polynomial with rational coefficients.
		if nonnegativeOn(poly, new(big.Rat), r) {
			return ball.True
		}
		return ball.Unknown
	}
	// Positive on every part of [0, b²/4a]: the parts are hulls of exact ends, and cover it.
	for pieces := int64(8); pieces <= 512; pieces *= 4 {
		positive := true
		var low, high ball.Real
		for i := int64(0); i < pieces && positive; i++ {
			low.MulInt64(end, i, prec).QuoInt64(&low, pieces, prec)
			high.MulInt64(end, i+1, prec).QuoInt64(&high, pieces, prec)
			positive = f(high.Hull(&low, &high, prec)).Positive() == ball.True
		}
		if positive {
			return ball.True
		}
	}
	return ball.Unknown
}

// maxElementary is the largest odd n for which Λ_n is written with sine and cosine: the coefficients of j_m, of which the
// largest is (2m−1)!!, are int64 up to m = 17.
const maxElementary = 37

// lambdaFormula is Λ_n(bz); the parameters are b² and n. For odd n = 2m+3 it is (2m+1)!! j_m(x)/x^m, x = bz, with the
// spherical Bessel functions j_0 = sin(x)/x, j_{−1} = cos(x)/x, j_{m+1} = (2m+1) j_m/x − j_{m−1} (DLMF 10.51.1).
//
// For other n it is Γ(n/2)(2/x)^ν J_ν(x), ν = n/2−1, with the value 1 at 0 (DLMF 10.16.9);
// j_m(x)/x^m → 1/(2m+1)!! as x → 0 (DLMF 10.52.1).
func lambdaFormula(p []constant.Value) (string, error) {
	n, ok := p[1].Rat()
	if !ok || n.Cmp(big.NewRat(1, 1)) < 0 {
		return "", rule.Reject("the order %s is not a rational n ≥ 1", p[1])
	}
	if !n.IsInt() || n.Num().Bit(0) == 0 || n.Cmp(big.NewRat(maxElementary, 1)) > 0 {
		half := new(big.Rat).Quo(n, big.NewRat(2, 1))
		order := new(big.Rat).Sub(half, big.NewRat(1, 1))
		// Λ_2 is J_0, with its value at 0.
		if order.Sign() == 0 {
			return fmt.Sprintf("besselj(0, sqrt(%s)*z)", p[0]), nil
		}
		return fmt.Sprintf("(z == 0 ? 1 : gamma(%[1]s)*(2/(sqrt(%[3]s)*z))^(%[2]s)*besselj(%[2]s, sqrt(%[3]s)*z))",
			half.RatString(), order.RatString(), p[0]), nil
	}
	x := fmt.Sprintf("(sqrt(%s)*z)", p[0])
	// j_m = Σ s_i x^(−i) sin x + Σ c_i x^(−i) cos x
	type pair struct{ s, c []int64 }
	at := func(a []int64, i int) int64 {
		if i >= 0 && i < len(a) {
			return a[i]
		}
		return 0
	}
	before, now := pair{nil, []int64{0, 1}}, pair{[]int64{0, 1}, nil}
	m, product := (n.Num().Int64()-3)/2, big.NewInt(1)
	if m < 0 { // n = 1
		return fmt.Sprintf("cos%s", x), nil
	}
	for i := range m {
		// Powers up to x^{−(i+2)}: each step adds one.
		next := pair{make([]int64, i+3), make([]int64, i+3)}
		for j := range next.s {
			next.s[j] = (2*i+1)*at(now.s, j-1) - at(before.s, j)
			next.c[j] = (2*i+1)*at(now.c, j-1) - at(before.c, j)
		}
		before, now = now, next
		product.Mul(product, big.NewInt(2*i+3))
	}
	sum := "0"
	for j := range now.s {
		sum += fmt.Sprintf(" + (%d)*%s^(-%d)*sin%s", now.s[j], x, j, x)
	}
	for j := range now.c {
		sum += fmt.Sprintf(" + (%d)*%s^(-%d)*cos%s", now.c[j], x, j, x)
	}
	return fmt.Sprintf("%s*(%s)*%s^(-%d)", product, sum, x, m), nil
}

// maxKappa bounds the length of the formula of φ_{μ,κ}.
const maxKappa = 20

// wendlandFormula is φ_{μ,κ}; the parameters are R, μ, κ.
//
// For whole κ the integral is elementary, a polynomial times (1−x)^{μ+κ}; package formula has it.
func wendlandFormula(p []constant.Value) (string, error) {
	kappa, ok := p[2].Rat()
	mu, ok2 := p[1].Expr()
	if r, rational := p[1].Rat(); rational {
		mu = formula.Rational(r)
	}
	switch {
	case !ok || !ok2:
		return "", rule.Reject("κ is not rational, or μ has no formula")
	case kappa.IsInt():
		if kappa.Cmp(big.NewRat(maxKappa, 1)) > 0 {
			return "", rule.Reject("κ = %s is more than %d", kappa.RatString(), maxKappa)
		}
		radius, _ := p[0].Expr()
		return formula.Wendland(mu, int(kappa.Num().Int64()), radius).String(), nil
	// The missing Wendland function of order ½ (Schaback 2011), continued by 1 at 0.
	case kappa.Cmp(big.NewRat(1, 2)) == 0 && mu.IsInt(2):
		return fmt.Sprintf("z == 0 ? 1 : (z < %[1]s ? 3*(z/(%[1]s))^2*log(z/(%[1]s + sqrt((%[1]s)^2 - z^2))) + "+
			"(2*(z/(%[1]s))^2 + 1)*sqrt(1 - (z/(%[1]s))^2) : 0)", p[0]), nil
	}
	return "", rule.Reject("the function with μ = %s, κ = %s is not known in closed form here", mu, kappa.RatString())
}

// maxHat bounds the order of Euclid's hats.
const maxHat = 200

// hatFormula is Euclid's hat; the parameters are R and n. With m = n/2 and c_m = (1−x²)^(m−1/2), x = z/R, partial
// integration gives 2m ∫_x^1 c_m = −x c_m + (2m−1) ∫_x^1 c_{m−1}, down to ∫_x^1 c_{1/2} = 1 − x or ∫_x^1 c_0 = arccos
// x.
//
// Two balls of diameter R in Rⁿ at the distance z overlap in twice a cap, of volume ∝ ∫_{z/R}^1
// (1−t²)^{(n−1)/2} dt.
func hatFormula(p []constant.Value) (string, error) {
	r, ok := p[1].Rat()
	if !ok || !r.IsInt() || r.Cmp(big.NewRat(maxHat, 1)) > 0 {
		return "", rule.Reject("the order %s is not an integer up to %d", p[1], maxHat)
	}
	n := r.Num().Int64()
	x := fmt.Sprintf("(z/(%s))", p[0])
	integral, total := "(1-"+x+")", big.NewRat(1, 1) // from x and from 0, this one without the factor π/2 of even n
	pi := ""
	if n%2 == 0 {
		integral, pi = "acos("+x+")", "*pi/2"
	}
	// At x = 0 the boundary term vanishes, so that the totals have the factor (j−1)/j alone, from 1
	// or π/2.
	for j := n%2 + 2; j <= n; j += 2 { // 2m = j
		integral = fmt.Sprintf("(%d*%s - %s*(1-%s^2)^(%d/2))/%d", j-1, integral, x, x, j-1, j)
		total.Mul(total, big.NewRat(j-1, j))
	}
	return fmt.Sprintf("z < %s ? (%s)/(%s%s) : 0", p[0], integral, total.RatString(), pi), nil
}
