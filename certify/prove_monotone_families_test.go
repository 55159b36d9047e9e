package certify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/kernel/parser"
)

// monotoneFamilies are completely monotone: families of geostatistics with many parameters,
// hyperbolic and Bessel functions, rational functions, mixtures and products.
var monotoneFamilies = []string{
	"matern(99/2)", "matern(3/2, 7/10)*matern(4/3, 1/2)", "0.5*gaussian(1)+0.5*laplace(2)",
	"gaussian(1)*laplace(2)*matern(3/2)", "matern(3/2)*matern(1)", "(1+1e-9*z)*exp(-z)",
	"exp(-z)+1e-9*exp(-z^2)", "1e-20*exp(-z)", "exp(-1e6*z)",
	"sqrt(1+z)-sqrt(z)", "sqrt(2+z^2)-sqrt(1+z^2)", "sqrt(1+z^2)-z", "1/z-1/sqrt(1+z^2)", "3*(1+z)^(1/3)-3*z^(1/3)",
	"log(1+1/(1+z^2))", "matern(1/2)", "matern(3/2, 2)", "matern(5/2, 1/3)", "matern(7/2)", "matern(1)",
	"matern(4/3, 3)", "matern(10)", "matern(100)", "cauchy(1, 1)", "cauchy(3/2, 5)", "cauchy(2, 1/3, 4)",
	"powered_exponential(1.9)", "powered_exponential(2)", "rational_quadratic(1/2)", "rational_quadratic(10, 3)",
	"1-(z/(1+z))^(1/2)", "1-(z^(3/2)/(1+z^(3/2)))^(1/2)", "1-(z/(1+z))^2", "1-(z^(1/2)/(1+z^(1/2)))^3",
	"1-(1+z^(-1))^(-1/2)", "1-(1+z^(-1/2))^(-2)", "exp(-sqrt(z))", "exp(-z^(1/3))", "exp(-log(1+z))", "1/(1+z)^2",
	"1/(1+sqrt(z))", "1/cosh(z)^2", "1/cosh(2*z)^(1/3)", "2/(exp(z)+exp(-z))", "1/cosh(sqrt(z))", "1/cosh(sqrt(1+z^2))",
	"z/sinh(z)", "(z/sinh(z))^2", "2*z/(exp(z)-exp(-z))", "z/(exp(z)-1)", "z/sinh(z)/cosh(z)", "tanh(z)/z",
	"(tanh(z)/z)^(5/2)", "sqrt(tanh(z)/z)", "erf(z)/z", "erfc(z)", "erfc(sqrt(1+z^2))", "erfc(z)*exp(z^2)",
	"exp(z)*erfc(sqrt(z))", "atan(1/z)", "1-2/pi*atan(z)", "pi/2-atan(z)", "atan(z)/z", "1-tanh(z)", "1-erf(z)",
	"1-z/sqrt(1+z^2)", "log(1+1/z^2)", "log(1+1/z)", "log(1+z)/z", "log(1+z^2)/z^2", "(1-exp(-z))/z",
	"(1-exp(-z^2))/z^2", "2*(exp(-z)-1+z)/z^2", "exp(-z)*(1+z)", "exp(-2*z)*(1+2*z)+exp(-z^2)", "(1+z)*exp(-z)/(1+z^2)",
	"exp(-z)/(1+z)", "exp(-z)*exp(-z^2)", "exp(-z-z^2)", "(1+z)*exp(-z-z^2)", "exp(-z)+exp(-2*z)+3*exp(-z^2/3)",
	"2*exp(-z)-exp(-2*z)", "exp(-z)-exp(-2*z)/2", "(1+0.9999*z)*exp(-z)", "(1+z/2)*exp(-z)", "(1+z+z^2/3)*exp(-z)",
	"(1+z+z^2/4)*exp(-z)", "(1+z+2*z^2/5+z^3/15)*exp(-z)", "1/(2+z^2)-1/(3+z^2)", "(2+z^2)/(1+z^2)",
	"(2+z^2)/((1+z^2)*(3+z^2))", "(4+z^2)/((1+z^2)*(3+z^2))", "(1+z)/(1+z+z^2)", "1/(1+z+z^2)", "1/(1+z^2)^3+2/(1+z)",
	"besselk(0,z)", "z^(1/2)*besselk(1,z)", "besselk(0,z)*exp(z)", "besseli(0,z)*exp(-z)", "besseli(0,z^2)*exp(-z^2)",
	"besseli(1,z)/z*exp(-z)", "1/besseli(0,z)", "z/besseli(1,z)", "besseli(0,z)*besselk(0,z)", "exp(-(1+z^2)^(1/4))",
	"exp(1-sqrt(1+z^2))", "exp(-log(1+z)^2)", "1/log(2+z^2)", "1/log(1+z)", "(1+log(1+z))^(-3)", "exp(-z)+1e-12",
	"exp(1/z)", "exp(1/(1+z))", "exp(exp(-z))", "cosh(exp(-z))", "sinh(1/(1+z))", "1/(1+exp(z))", "log(2+1/z)",
	"1/(1+z^2)+1e-3/(1+z^2)^2", "constant(0)", "constant(2)", "inverse_multiquadric(2, 1/3)", "(1+z^2)^(-3)",
	"(1+(z/3)^(1/2))^(-4)", "(1+z^2/5)^(-5/2)*exp(-z/10)", "1-(z^(1/2)/(1+z^(1/2)))", "1-1/(1+z^(-1/2))^3",
	"1-(1+z^(-1))^(-2)", "1-(1+z^(-1/3))^(-6)", "1-(1+z^(-2))^(-1)", "1-(1+z^(-2))^(-1/2)",
	"0.3*exp(-z/2)+0.7*exp(-z^2/9)", "exp(-z)*exp(-sqrt(z))/(1+z)", "(1+sqrt(5)*z+5*z^2/3)*exp(-sqrt(5)*z)",
	"(1+sqrt(3)*z/2)*exp(-sqrt(3)*z/2)", "exp(-pi*z)", "exp(-z^(2/3)/pi)", "1/(1+pi*z^2)", "exp(-z^sqrt(2))",
	"(1+z^sqrt(2))^(-pi)", "exp(-sqrt(z^2+4)+2)", "1/sqrt(1+sqrt(1+z^2))", "1/(1+log(1+z))^2", "log(1+exp(-z))",
	"-log(1-exp(-z))", "1/cosh(z/2)", "cosh(z)^(-1/2)", "1/cosh(z)*exp(-z^2)", "(z/2)/sinh(z/2)*exp(-z)",
	"2*exp(-z)/(1+exp(-2*z))", "exp(-z)/(1+exp(-z))", "1/(exp(z)-1)", "1/(2-exp(-z))", "exp(-z)*cosh(z/2)",
	"exp(-2*z)*(1+z)", "exp(-z)*(3+3*z+z^2)", "exp(-z)*(15+15*z+6*z^2+z^3)", "exp(-z)*(15+15*z+6*z^2+1.1*z^3)",
	"exp(-z)*(16+15*z+6*z^2+z^3)", "1/z", "z^(-1/2)*exp(-z)", "-log(z/(1+z))", "besselk(1/4, z)",
	"z^(1/4)*besselk(1/4,z)", "z^(5/4)*besselk(5/4,2*z)", "z^(1/4)*besselk(1/4,z)+exp(-z)",
	"(1+z^2)^(3/8)*besselk(3/4,sqrt(1+z^2))", "besselk(0,sqrt(1+z^2))", "1-z/sqrt(2+z^2)", "1-sqrt(1-1/(1+z^2))",
	"2/pi*atan(1/z)", "1-tanh(z)^2", "1-tanh(sqrt(z))", "1-erf(sqrt(z))", "erfc(sqrt(z))", "exp(z^2)*(1-erf(z))",
	"exp(z^2/4)*erfc(z/2)", "log(z+2)-log(z+1)", "exp(-z)+1e-8*z*exp(-z)*(z-4)", "exp(-z^2/(1+z))", "exp(-z/(1+z))",
	"1/(1+z)^2-1/(2+z)^2",
	"exp(-z*(1+erf(z/sqrt(2)))/2)", "1/(1+z*erf(3*z)/2)", "exp(-z*(1-exp(-2*z)))", "exp(-sqrt(z)*erf(z))",
	"exp(-z*(1-1/sqrt(1+z)))", "exp(-z*(atan(z)+erf(z)))", "(exp(2*exp(-z))-1)/(exp(2)-1)", "exp(2*erfc(z))-1",
	"3*exp(exp(-z-z^2))-3", "tanh(z)/(z+tanh(z))", "besseli(0,z)/(besseli(0,z)+z*besseli(1,z))", "1/(1+3*z^2+z^4)",
	"1/(1+2.001*z^2+z^4)", "1/(1+z+z^2*log(1+1/z^2))", "sqrt((2+z)/(2+z+z^2))", "(1+sqrt(z))/(1+sqrt(z)+z)",
	"(atan(2*z)-atan(z))/z", "(atan(z)-atan(z/pi))/z^2", "(erf(2*z)-erf(z))/z", "(exp(-z)-exp(-3*z))/z",
	"log((1+4*z)/(1+z))/z", "log((1+4*z^2)/(1+z^2))/z^2", "besselk(0,z)-besselk(0,2*z)",
	"(sqrt(1+4*z^2)-sqrt(1+z^2))/z^2",
	"log(2+z)/(1+z)", "log(2+z^2)/(1+z^2)", "(1+log(1+z))/(1+z)", "(1+log(1+z))/(1+z)^2", "exp(-z)*log(2+z)",
	"exp(-z)*(1+log(1+z))", "1/(exp(z)+2+exp(-z))", "1/(1+2*z^2+z^4)", "1/(1+z+z^2+z^3)", "exp(-z)*(1+tanh(z))",
	"1/(1+sinh(z)^2)", "(sqrt(1+z^2)-z)^1.5", "(sqrt(4+z^2)-z)^(1/3)",
	"(1+z^2)^-0.5-0.3*(4+z^2)^-0.5", "(1+z)^-1.5-0.03*(1+z/4)^-1.5", "exp(-z)*(besseli(0,z)-besseli(1,z))",
	"3*exp(-z)*(besseli(0,z)-besseli(1,z))", "3/4/(z*(1+z))-1/4/(1+z)^2", "1-2/pi*acos(exp(-z))", "2-acos(exp(-z^2)/2)",
	"(log(1+exp(-z)/2)-log(1-exp(-z)/2))/2", "asin(exp(-z)/2)^2",
}

// notMonotoneFamilies are not, some of them by very little.
var notMonotoneFamilies = []string{
	"log(2+z)/(1/2+z)^0.1", "(1+2*log(1+z^2))/(1+z^2)", "exp(-z)*log(1.5+z)^3", "1/(1.1+2*z^2+z^4)",
	"(sqrt(1+z^2)-1.01*z)^2", "(1+z^2)^-0.5-0.6*(1+z^2/4)^-0.5", "exp(-z)*(besseli(0,z)-1.2*besseli(1,z))",
	"3/4/(z*(1+z))-4/5/(1+z)^2", "acos(1/(1+z))", "3/2-acos(exp(-z))", "log(1+exp(-z^2)/2)-log(1-exp(-z^2)/2.1)",
	"(atan(2*z)-atan(z))/sqrt(z)", "(atan(2*z)-1.01*atan(z))/z", "exp(-z)-exp(-2*z)",
	"1/(1+1.99*z^2+z^4)", "z/(z+tanh(z))",
	"exp(-z*(1-1.1*exp(-z)))", "exp(-z*erf(z)^2)", "exp(-z*(1-exp(-z^2)))", "exp(2*exp(-z))-1.0001",
	"(1-1e-9*z)*exp(-z)", "1/(1+log(1+z^2))-1/100", "exp(-z)+1e-9*cos(z)", "exp(-z)-1e-40",
	"gaussian(1)-0.01*gaussian(1/2)", "laplace(1)*cos(z/10)", "geodesic_gaussian(1)", "missing_wendland()", "bessel(5)",
	"sigmoid(1,0)", "cauchy(5/2, 1)", "cauchy(2.1, 1)", "cauchy(2.01, 1)", "cauchy(201/100, 10)",
	"powered_exponential(2.01)", "powered_exponential(2.1)", "1-(z^2/(1+z^2))^2", "1-(z^(3/2)/(1+z^(3/2)))^2",
	"exp(-z)-2*exp(-2*z)", "2*exp(-2*z)-exp(-z)", "(1+z+z^2)*exp(-z)", "(1+1.0001*z)*exp(-z)", "(1+z+z^2/2.99)*exp(-z)",
	"1/(2+z^2)-2/(3+z^2)", "(1+z^2)/(2+z^2)", "z^2*besselk(1,z)", "besseli(1,z)*exp(-z)", "exp(-(1+z^2)^(5/4))",
	"exp(-z)-1e-12", "exp(-z)+1e-6*cos(z)", "1/(1+z)+1e-3*sin(z)^2", "1/(1+z^4)",
	"1/(1+z^3)", "exp(-z^3)", "exp(-z^2)*cos(z)", "sin(z)/z", "(sin(z)/z)^2", "besselj(1,z)/z",
	"max(exp(-z), exp(-2*z)+1e-3)", "exp(-abs(z-1))", "min(1, 1/z)", "-log(1+z)", "z^2", "exp(-z)*log(1+z)", "1-exp(-1/z)",
	"exp(-exp(-z))", "1/(1+exp(-z))", "tanh(z)", "log(2+z^2)/(1+z^2)^0.1", "z*exp(-z)", "1/(1+z^2)-1e-3/(1+z^2)^2*2000",
	"exp(-z^2)+exp(-z^2/4)-1e-9*exp(-z^2/2)", "constant(-1)", "spherical(2)", "gneiting()", "wave()", "damped_cosine(1,1)",
	"multiquadric()", "ntk()", "arccos0()", "thin_plate()", "askey(3)", "circular()", "1-(1+z^(-1))^(-3)",
	"1-(1+z^(-2))^(-2)", "log(2-exp(-z))", "1/(2+exp(-z))", "exp(-z)*cosh(z/2)-0.6", "exp(-z)*(14+15*z+6*z^2+z^3)",
	"1/(1+z^2)-0.1*exp(-z^2)*3", "atan(1/z^3)", "1-tanh(z^2)", "1-erf(z^2)", "sin(z)*exp(-z)", "cos(z)^3",
	"(1-z^2)*exp(-z^2/2)", "(1-z)*exp(-z)", "(1-z/100)*exp(-z)", "(1-0.001*z^2)*exp(-z^2/2)", "(1-z^2/50)/(1+z^2)^3",
	"exp(-z)+0.001*exp(-(z-5)^2)", "exp(-z)-0.001*exp(-z/3)", "exp(-z^2)+exp(-4*z^2)-1e-3*exp(-2*z^2)",
	"exp(-z)+1e-3*besselj(0,z)", "1/(1+z^2)-1e-8*exp(-z)",
	"1/(1+z^2+z^4)", "1/sqrt(1+z^4)", "exp(-z^2-z^4)",
	"exp(-sqrt(1+z^4))", "log(1+1/(1+z^4))", "exp(-z^2/(1+z^4))", "1/(1+z)^2-1.01*4/(2+z)^2",
	"2*exp(-z)-3*exp(-2*z)+exp(-3*z)", "max(0,1-z)^3", "abs(1-z)*exp(-z)", "max(exp(-z), 0.001)", "min(exp(-z), 1/2)",
	"power(1)", "logarithmic(1)",
}

// TestMonotoneFamilies proves the one list and refutes the other.
func TestMonotoneFamilies(t *testing.T) {
	testlong.Slow(t)
	for want, list := range map[bool][]string{true: monotoneFamilies, false: notMonotoneFamilies} {
		for _, formula := range testlong.Some(list, 4) {
			k, err := parser.Parse(formula, nil)
			require.NoError(t, err, formula)
			rule, holds, decided := monotoneDecided(t, k)
			assert.True(t, decided, "%s is not decided", formula)
			assert.Equal(t, want, holds, "%s by %s", formula, rule)
		}
	}
}
