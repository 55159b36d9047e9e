package check

import (
	"fmt"
	"testing"

	"krein/internal/certify/check/sphere"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsSphereFourier(t *testing.T) { testGuards(t, sphereFourierGuardRows()) }

// kinks are small multiples of |θ − 2π/q|.
func kinks(denominators ...int) (sum string) {
	for _, q := range denominators {
		sum += fmt.Sprintf("+abs(theta-2*pi/%d)/10^6", q)
	}
	return sum
}

// sphereFourierGuardRows are about sphere/fourier.go: functions beside which stand others that are
// not positive definite.
func sphereFourierGuardRows() []guardRow {
	const id, dimension = "pd-sphere.fourier", "pd-sphere.dimension"
	ev := func(order, from int) sphere.FourierEvidence {
		return sphere.FourierEvidence{Order: order, From: from, Bits: 96}
	}
	one := assumed(proof.PDSphere, true)
	return []guardRow{
		shows(id, "max(0,1-z)^2", 4, ev(6, 20)),
		shows(id, "max(0,1-z)^3+exp(-z)/10", 6, ev(8, 50)),
		shows(id, "max(0,1-theta)^2", 2, ev(5, 20)),
		shows(id, "(pi-theta)^2/4-pi^2/12", 2, ev(3, 1)),
		shows(id, "abs(theta-pi/2)", 2, ev(3, 1)),
		shows(id, "exp(-acos(u))-cos(theta)/4", 2, ev(5, 8)),
		shows(id, "z < 2 ? exp(-z) : (z == 2 ? exp(-2) : 7)", 2, ev(5, 8)), // what is beyond 2 is not looked at
		stops(id, "max(0,1-z)^2", 3, ev(6, 20), "on S^2"),
		stops(id, "max(0,1-z)^2", 8, ev(6, 20), "on S^7"),
		stops(id, "max(0,1-z)^2", 4, ev(0, 20), "0 integrations"),
		stops(id, "max(0,1-z)^2", 4, ev(13, 20), "13 integrations"),
		stops(id, "max(0,1-z)^2", 4, ev(6, -1), "from degree -1"),
		stops(id, "max(0,1-z)^2", 4, ev(6, 301), "from degree 301"),
		stops(id, "max(0,1-theta)^2", 2, ev(5, 0), "from 0 on"),
		// the corner at 1 outweighs that at 0
		stops(id, "max(0,1-z)^2", 6, ev(8, 300), "not known to be positive"),
		stops(id, "theta^2", 2, ev(3, 1), "not known to be positive"),                          // the antipode does
		stops(id, "(pi-theta)^2/4-pi^2/12-1/10^9", 2, ev(3, 1), "of degree 0 is not negative"), // the mean
		// one class of degrees
		stops(id, "abs(theta-pi/2)+abs(theta-2*pi/3)/2-abs(theta-pi/3)/2", 2, ev(3, 1), "not known to be positive"),
		stops(id, "exp(-theta)-cos(theta)/3", 2, ev(5, 8), "of degree 1 is not negative"), // (1+e^−π)/π < 1/3
		stops(id, "max(0,1-z)^2-exp(-z)/8", 4, ev(6, 0), "outweighs"),                     // too early
		stops(id, "exp(-theta)-cos(9*theta)/50", 2, ev(2, 1), "outweighs"),                // V does not let degree 9 escape
		stops(id, "exp(-theta)-cos(9*theta)/50", 2, ev(8, 60), "of degree 9 is not negative"),
		stops(id, "max(0,1-theta)", 2, ev(3, 8), "not known to be positive"),         // 1 − cos n, which Pólya's rule decides
		stops(id, "(pi-theta)^4/40-1/2", 2, ev(3, 3), "of degree 0 is not negative"), // no polynomial of degree below 3
		leaves(id, "cos(theta)", 2, ev(5, 8), "leave nothing"),                       // nor do more
		stops(id, "theta < 1 ? 1 : 0", 2, ev(3, 8), "but the limit is"),              // a jump inside
		stops(id, "z == 1 ? 3 : exp(-z)", 2, ev(5, 8), "but the limit is"),           // a point
		stops(id, "z == 0 ? 1/2 : exp(-z)", 2, ev(5, 8), "but the limit is"),         // the pole
		stops(id, "z == 2 ? 1 : exp(-z)", 2, ev(5, 8), "but the limit is"),           // the antipode
		stops(id, "max(0,1-z)^(3/2)", 2, ev(5, 8), "is not smooth"),                  // a root at 1
		stops(id, "exp(-z)+z^2*log(z)/99", 2, ev(5, 8), "is not smooth"),             // a logarithm
		stops(id, "exp(-z)/(4+sin(60*z)^2)", 2, ev(5, 8), "outweighs"),               // wild between the ends
		leaves(id, "theta < 1 ? "+checktest.Unsigned+"*(1-theta) : 0", 2, ev(5, 8), "the sign of"),
		// a corner that is no jump of a piece; that of degree 5 is negative
		leaves(id, "sqrt((1-theta)^2)+2", 2, ev(3, 1), "is not proved to be smooth up to"),
		// no value at the antipode, but the limit that it would have
		leaves(id, "max(0,1-z)^2/(2-z)", 4, ev(6, 20), "division by zero"),
		stops(id, "2^(-z)", 6, ev(5, 8), "is not differentiated"),
		// the slopes −π at 0 and 2π at π make large odd degrees negative
		leaves(id, "theta < pi/2 ? (pi/2-theta)^2 : (theta-pi/2)^2*(2+10^(-60)*cos(sin(exp(sin(cos(1+theta+theta^2))))))", 2,
			ev(6, 1), "take too much work"),
		leaves(id, "exp(-theta)+(1-cos(theta))/theta^2/(2+cos(sin(exp(sin(cos(1+theta+theta^2))))))", 2, ev(4, 8),
			"is known up to O"),
		stops(id, "exp(-theta)+max(0,pi/7-theta)/99+max(0,pi/11-theta)/99+max(0,pi/13-theta)/99", 2, ev(3, 1),
			"286 classes of degrees"),
		// so many denominators that their common multiple, 2·3·5⋯53, is none of int64: −cos θ has a negative coefficient
		stops(id, "40-cos(theta)"+kinks(3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53), 2, ev(1, 1), "classes"),
		shows(dimension, "exp(-z)", 3, `{"dim":4}`, one),
		stops(dimension, "exp(-z)", 3, `{"dim":2}`, "R^2 does not contain R^3", one),
		stops(dimension, "exp(-z)", 3, `{"dim":4097}`, "R^4097 does not contain", one),
	}
}
