package check

import (
	"math/big"
	"testing"

	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/proof"
)

func TestGuardsSphereWaves(t *testing.T) { testGuards(t, sphereWaveGuardRows()) }

// sphereWaveGuardRows: waves on all spheres, and forgeries that one hypothesis stops.
func sphereWaveGuardRows() []guardRow {
	const lambda, rewrite = "pd-all-spheres.lambda", "pd-all-spheres.trigonometric"
	wave := func(delta int64, factor string) pd.LambdaEvidence {
		return pd.LambdaEvidence{Delta: rule.Rational{Rat: big.NewRat(delta, 1)}, Factor: factor}
	}
	holds := assumed(proof.PDAllSpheres, true)
	return []guardRow{
		shows(lambda, "cos(z)", 2, wave(1, "1")),
		shows(lambda, "3*cos(11/10*z)", 2, wave(1, "3")),
		shows(lambda, "sin(2*z)/z", 5, wave(3, "2")),
		shows(lambda, "besselj(0,z)", 5, wave(2, "1")),
		shows(lambda, "cos(pi*z/sqrt(8))", 5, wave(1, "1")), // the coefficient of degree 0 is 0
		shows(lambda, "sin(pi*z/sqrt(2))/z", 5, wave(3, "1/2*(sqrt(2)*pi)")),
		stops(lambda, "cos((1+10^(-60))*pi*z/sqrt(8))", 5, wave(1, "1"), "degree 0"),
		shows(lambda, "z <= 2 ? cos(z) : 0", 2, wave(1, "1")),
		stops(lambda, "z < 2 ? cos(z) : 0", 2, wave(1, "1"), "to hold at z = 2"),
		stops(lambda, "z <= 1 ? cos(z) : 0", 2, wave(1, "1"), "to hold on (0,2)"),
		stops(lambda, "cos(10/9*z)", 2, wave(1, "2"), "recomputed"),
		stops(lambda, "cos(10/9*z)", 2, wave(1, "1"), "degree 0"), // 10√2/9 = 1.5713 > π/2
		stops(lambda, "-cos(z)", 2, wave(1, "-1"), "is not positive"),
		stops(lambda, "cos(5*z)", 2, wave(1, "1"), "degree 2"),
		stops(lambda, "cos((log(2)-log(3))*10*z)", 2, wave(1, "1"), "a > 0"), // a negative rate is below every zero
		stops(lambda, "besselj(0, (3/2-sqrt(7))*3*z)", 2, wave(2, "1"), "a > 0"),
		leaves(lambda, "cos(sqrt(z)*sqrt(z))", 2, wave(1, "1"), "the rate of"),
		stops(lambda, "cos(z)*exp(-z)", 2, wave(1, "1"), "is not seen to be"),
		shows(rewrite, "exp(-2*sin(z/2)^2)", 3, nil, holds),
		stops(rewrite, "exp(cos(z))", 3, nil, "nothing to be replaced", holds),
	}
}
