package check

import (
	"fmt"
	"testing"

	"krein/internal/certify/check/sphere"
)

func TestGuardsSphereLegendre(t *testing.T) { testGuards(t, sphereLegendreGuardRows()) }

// sphereLegendreGuardRows are about sphere/legendre.go: functions beside which stand others that are not positive
// definite.
func sphereLegendreGuardRows() []guardRow {
	const id, root, third, beyond = "pd-sphere.legendre", "max(0,1-z)^(3/2)", "*(5*(1-z^2/2)^3-3*(1-z^2/2))/2",
		"z > 2 ? 0 : "
	ev := func(order, from, near int) sphere.LegendreEvidence {
		return sphere.LegendreEvidence{Order: order, From: from, Near: near, Bits: 96}
	}
	usual := ev(3, 20, 7)
	kinks := "exp(-z)"
	for i := range 16 {
		kinks += fmt.Sprintf("+abs(z-%d/10)", i+1)
	}
	powers := root + "+max(0,1-z)^(5/2)"
	for i := range 10 {
		powers += fmt.Sprintf("*(z^%d-z^%d)", 60000+2*i, 60001+2*i)
	}
	return []guardRow{
		shows(id, root, 3, usual),
		shows(id, "exp(-z)-0.075"+third, 3, usual), // its coefficient of degree 3 is .0759
		stops(id, "exp(-z)-0.077"+third, 3, usual, "of degree 3 is not negative"),
		shows(id, beyond+"exp(-z)+sqrt(4-z^2)/9", 3, usual),
		shows(id, "exp(-z)-z^2*log(z)/9", 3, usual),
		shows(id, "z < 2 ? exp(-z) : (z == 2 ? exp(-2) : 7)", 3, usual),
		stops(id, "exp(-z)", 2, usual, "on S^1"),
		stops(id, "exp(-z)", 4, usual, "on S^3"),
		stops(id, "exp(-z)", 3, ev(0, 20, 7), "0 times"),
		stops(id, "exp(-z)", 3, ev(5, 20, 7), "5 times"),
		stops(id, "exp(-z)", 3, ev(3, 20, 1), "next to 2^-1"),
		stops(id, "exp(-z)", 3, ev(3, 20, 13), "next to 2^-13"),
		stops(id, "exp(-z)", 3, ev(3, 11, 7), "from degree 11 on"),
		stops(id, "exp(-z)", 3, ev(3, 301, 7), "from degree 301 on"),
		stops(id, "z == 1 ? 3 : exp(-z)", 3, usual, "but the limit is"),
		stops(id, "z == 2 ? 3 : exp(-z)", 3, usual, "but the limit is"),
		leaves(id, root, 3, ev(3, 12, 7), "from degree 12 on"), // too early
		// the root at 1 outweighs the pole
		leaves(id, root+"*(1+z)", 3, ev(3, 300, 7), "from degree 300 on"),
		leaves(id, beyond+"exp(-z)-2*sqrt(4-z^2)", 3, ev(3, 300, 7), "from degree 300 on"), // the antipode does
		stops(id, "exp(z)", 3, usual, "from degree 20 on"),                                 // a pole of the other sign
		leaves(id, "exp(-z^2)", 3, usual, "no term that"),                                  // nothing at the pole
		leaves(id, "max(0,1-z)^2+exp(-z)", 3, usual, "not those of one function"),          // whole powers on one side
		leaves(id, "max(0,1-z)^(7/4)+exp(-z)", 3, usual, "the term with τ^7/4"),            // no root
		// an odd power with a logarithm
		leaves(id, "exp(-z)-z*log(z)/9", 3, usual, "the term with τ^1"),
		leaves(id, "exp(-z)+z^2*log(z)^2/9", 3, usual, "the term with τ^2"),                   // its square
		leaves(id, "exp(-z)+(z < 1 ? (1-z)^3*log(1-z)/9 : 0)", 3, usual, "the term with τ^3"), // within
		leaves(id, "exp(-z)*gamma(1+z)", 3, usual, "k near 0"),
		leaves(id, "exp(-z)+sqrt((1-z)^2+10^(-40))/9", 3, usual, "smooth"),
		leaves(id, root+"+max(0,2-10^(-28)-z)^(3/2)", 3, usual, "smooth"), // a piece in which 96 bits do not move on
		leaves(id, "exp(-z)+sqrt((1/100-z)^2+10^(-40))/9", 3, usual, "a series near"),
		shows(id, "exp(-z)+(1+z)^(-z)/9+(2+z)^(1-sqrt(2))/9", 3, usual), // exponents that vary, or are irrational
		leaves(id, kinks, 3, usual, "17 pieces"),
		leaves(id, powers, 3, usual, "from degree 20 on"), // by w once a time, it took minutes
	}
}
