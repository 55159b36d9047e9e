package check

import "testing"

func TestGuardsMonotoneRatio(t *testing.T) { testGuards(t, monotoneRatioGuardRows()) }

// monotoneRatioGuardRows are about the end of monotone/sector.go: entire functions, products and quotients. What is
// stopped is false.
func monotoneRatioGuardRows() []guardRow {
	const cm, bf = "completely-monotone.sector", "bernstein.sector"
	ev := func(formula string) string { return `{"formula":"` + formula + `"}` }
	var rows []guardRow
	not := func(rule, formula, why string) {
		rows = append(rows, stops(rule, formula, 3, ev(formula), why))
	}
	open := func(rule, formula, why string) {
		rows = append(rows, leaves(rule, formula, 3, ev(formula), why))
	}
	const sum, other = "the argument of the sum", "is not proved to be that of the claim"

	// what is no cosh x + c
	not(cm, "1/(cosh(z)+1+exp(-z))", sum)   // it increases near 0
	not(cm, "1/(z^5*cosh(z)+1/2)", sum)     // 2 − 4t^(5/2) + … is not convex
	not(cm, "1/(exp(-z)*cosh(z)+1/2)", sum) // 1/(1 + exp(−2z)/2) increases
	// π²/4·(1 + c·√(t+π²/4) + …), c > 0: its density is negative from some point on
	not(cm, "z^2/(sqrt(cosh(z))-1)", sum)
	not(cm, "1/(cosh(z)+exp(-z))", sum) // it increases near 0
	not(cm, "z^2/(1-cosh(z))", sum)     // it is negative

	// quotients with exponents beyond those that are worked with: z/sinh z decreases, and cosh z/cosh cz, c < 1, increases
	const tiny, less = "(besselk(1/4,1)^1000000000000)^9000000",
		"((besselk(1/4,1)*besselk(1/5,1/10)*pi)^(-1000000000000))^9000000"
	not(bf, "z*("+less+"*cosh(z)+"+tiny+")/sinh(z)", sum)
	not(cm, "cosh(z)/cosh("+tiny+"*z)", other)

	// near 0 as z^(19/10)/2 and as 2/3·z^(9/40); the sign of the difference of the powers is not found
	const a, b = "(1+exp(-3000))", "(1+sin(exp(-3000)))"
	open(cm, "z^(9/10)*besselk(1,z)^"+a+"/besselk(2,z)^"+b, "the sign of the power")
	open(cm, "z^(1/10)*besselk(3/4,z)^"+a+"*besseli(3/4,z)^"+b+"*sinh(z)^(1/8)/cosh(z)", "the sign of the power")

	not(cm, "cosh(1+2*z)/cosh(z)", other)
	not(cm, "cosh("+a+"/"+b+"*z)/cosh(z)", other)
	// z/4 and 4/z near 0
	not(cm, "(cosh(z)-1)/(cosh(z)+1)/z", other)
	not(bf, "z*(cosh(z)+1)/(cosh(z)-1)", other)

	// quotients of an odd function at opposite arguments are negative: −tanh z/z², and I₁(−z) = −I₁(z)
	not(cm, "sinh(-z)/(cosh(z)*z^2)", "the argument of")
	not(cm, "sinh(-2*z)/(cosh(3*z)*z^2)", "is not proved to be positive")
	not(cm, "besseli(1,-z)/(besseli(0,z)*z^2)", "the argument of")
	return rows
}
