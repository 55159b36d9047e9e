//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// mostMemory is what no verb takes more of at defaults.
const mostMemory = 1 << 30

// row is a call of a verb.
type row struct {
	verb    string
	dim     int
	formula string
	more    []string
}

// bound is the processor time that the verb may take.
func (r *row) bound() time.Duration {
	if r.verb == "certify" {
		return 10 * time.Second
	}
	return time.Minute
}

// args are the arguments, files in dir.
func (r *row) args(dir string) []string {
	args := []string{r.verb}
	switch r.verb {
	case "survey":
		args = append(args, "--dims", strconv.Itoa(r.dim))
	default:
		args = append(args, "--dim", strconv.Itoa(r.dim))
	}
	args = append(args, r.more...)
	if usesAxis.MatchString(r.formula) {
		args = append(args, "--param", "t=ones")
	}
	if r.verb == "report" {
		args = append(args, "-o", filepath.Join(dir, "report.html"))
	}
	return append(args, "--", r.formula)
}

// usesAxis matches formulas in t, the coordinate along an axis.
var usesAxis = regexp.MustCompile(`\bt\b`)

func (r row) String() string {
	return fmt.Sprintf("%s %s --dim %d %s", r.verb, r.short(), r.dim, strings.Join(r.more, " "))
}

// short is the formula in at most 100 characters.
func (r *row) short() string {
	if s := []rune(r.formula); len(s) > 100 {
		return string(s[:60]) + " … " + string(s[len(s)-36:])
	}
	return r.formula
}

// rows returns the calls that are measured.
func rows() (list []row) {
	for _, c := range certified {
		list = append(list, row{"certify", c.dim, c.formula, nil})
	}
	for _, a := range analysed {
		for _, verb := range strings.Fields(a.verbs) {
			list = append(list, row{verb, a.dim, a.formula, nil})
		}
	}
	for _, r := range ranged {
		list = append(list, row{"region", r.dim, r.formula, []string{"--param", "b=-1..1"}})
	}
	return list
}

// ranged are formulas of which b is the parameter.
var ranged = []struct {
	dim     int
	formula string
}{
	{3, "exp(-z^2) - b*exp(-z^2/4)"},
	{1, "exp(-z) - b*z*exp(-2*z)"},
	{2, "exp(-z)*besselj(0,z) - b*exp(-2*z)*cos(3*z)"},
	{3, repeat(40, "exp(-z^2/#)*cos(#*z)", "-b*")},
	{5, "exp(-z)*cos(b*z)^3"},
}

// repeat returns the terms for i = 1 … n with sep between them; # stands for i.
func repeat(n int, term, sep string) string {
	var s []string
	for i := 1; i <= n; i++ {
		s = append(s, strings.ReplaceAll(term, "#", strconv.Itoa(i)))
	}
	return strings.Join(s, sep)
}

// nest returns inner in n layers; # stands for what is inside.
func nest(n int, layer, inner string) string {
	for range n {
		inner = strings.ReplaceAll(layer, "#", inner)
	}
	return inner
}

// certified are formulas for certify.
var certified = []struct {
	dim     int
	formula string
}{
	// spellings of one frequency, rate or exponent
	{1, "2*cos((2*atan(1/3)+atan(1/7))*z) - cos((pi/4)*z)"},
	{2, "1 + cos((2*atan(1/3)+atan(1/7))*z) - cos((pi/4)*z)"},
	{1, "2*cos((4*atan(1/5)-atan(1/239))*z) - cos((pi/4)*z)"},
	{3, "cos((12*atan(1/18)+8*atan(1/57)-5*atan(1/239))*z) - cos((pi/4)*z) + exp(-z)"},
	{1, "cos(2*atan(1/3)*z) - cos(atan(3/4)*z)"},
	{1, "2*cos(acos(1/3)*z) - cos(atan(2*sqrt(2))*z)"},
	{1, "2*cos((atan(sqrt(2))+atan(1/sqrt(2)))*z) - cos(pi/2*z)"},
	{1, "2*cos(log(2+sqrt(3))/2*z) - cos(log((1+sqrt(3))/sqrt(2))*z)"},
	{1, "2*cos(log(2003*2011)*z) - cos((log(2003)+log(2011))*z)"},
	{2, "1 + cos(gamma(1/8)*gamma(5/8)*z) - cos(2^(3/4)*sqrt(pi)*gamma(1/4)*z)"},
	{1, "2*cos(gamma(1/6)*z) - cos(2^(-1/3)*sqrt(3/pi)*gamma(1/3)^2*z)"},
	{1, "2*cos(sin(2)*z) - cos(2*sin(1)*cos(1)*z)"},
	{1, "2*cos(erf(1)*z) - cos((1-erfc(1-10^(-5000)))*z)"},
	{1, "2*cos(sqrt(5+2*sqrt(6))*z) - cos((sqrt(2)+sqrt(3))*z)"},
	{1, "2*cos((cbrt(2)+sqrt(3)+5^(1/5))*z) - cos((cbrt(2)+sqrt(3)+5^(1/5)+10^(-2000))*z)"},
	{3, "2*exp(-(2*atan(1/3)+atan(1/7))*z) - exp(-(pi/4)*z)"},
	{3, "2*exp(-z^(2*atan(1/3)+atan(1/7))) - exp(-z^(pi/4))"},
	{1, "2*cos(" + nest(9, "sqrt(2+#)", "sqrt(2)") + "*z) - cos(2*cos(pi/2^11)*z)"},
	{1, "2*cos(" + nest(12, "sqrt(1+#)", "sqrt(2)") + "*z) - cos(z)"},
	{1, "cos(16*atan(tan(pi/32))*z) - cos((pi/2)*z)"},
	{1, "cos(besselj(0,atan(1/2)+atan(1/3))*z) - cos(besselj(0,pi/4)*z)"},
	{2, "1 + cos(" + repeat(12, "atan(1/#)", "+") + "*z) - cos((" + repeat(11, "atan(1/#)", "+") + ")*z)"},
	{1, "sqrt((atan(1/2)+atan(1/3)-pi/4)^2+exp(-z))"},
	{1, "exp(-z)/(1+(atan(1/2)+atan(1/3)-pi/4)*z)"},
	// high orders, in kernels of the distance and of x − y
	{3, "besselj(1e6,t)"},
	{3, "besselj(1e6,l1)"},
	{3, "besselj(1e4,l1)"},
	{3, "besseli(1e5,l1)*exp(-l1)"},
	{2, "besselj(1e5,z)"},
	{3, "besselj(1e6,z)/z"},
	{3, "besselk(1000,z)*z^1000"},
	{3, "besselk(1/3,z)^20"},
	{3, "besseli(1e4,z)*exp(-2*z)"},
	{1000, "max(0,1-l1)^20"},
	{300, "max(0,1-l1)^7*exp(-l1)"},
	{3, "max(0,1-z)^1000"},
	{3, "max(0,1-z)^(1000*sqrt(2))"},
	{5, "(1+z)^(-10^20)"},
	{3, "z^1000*exp(-z)"},
	{3, "z^(10^6)*exp(-z^2)"},
	{3, "(1+z^2)^500*exp(-z^2)"},
	{3, "(exp(-z)+exp(-2*z)+exp(-3*z))^60"},
	{2, "cos(z)^200"},
	{2, "gamma(1+exp(-z))^50"},
	// high dimensions
	{700, "exp(-z^2.0001)"},
	{700, "exp(-z^(2+1e-9))"},
	{1000, "exp(-z)*cos(z)"},
	{2000, "exp(-z^(1/2))-1/10*exp(-z)"},
	{10000, "gaussian(1)-gaussian(2)"},
	{1000000, "matern(5/2,1)"},
	{100000, "1/(1+z^2)^(3/2)"},
	{500, "besselk(1/3,z)"},
	{1001, "wendland(501,3)"},
	{999, "exp(-z)*(1+(2/3+1e-5)*z^2)"},
	{784, "(sin(pi*z)/(pi*z))^3"},
	// huge and tiny parameters
	{3, "erf(1e20*z)"},
	{3, "erfc(-1e20*z)+erf(1e19*z)+erf(1e18*z)"},
	{3, "erfc(1e50*z)"},
	{3, "tanh(1e20*z)"},
	{3, "atan(1e30*z)"},
	{3, "exp(-1e300*z)"},
	{3, "exp(-1e-300*z)+exp(-1e300*z)"},
	{3, "cos(1e30*z)*exp(-z)"},
	{3, "cos(1e-30*z)*exp(-z)"},
	{3, "besselj(0,1e15*z)*exp(-z)"},
	{3, "exp(-z)*sin(1e10*z)/(1e10*z)"},
	{3, "exp(-(1e10*z)^2)+exp(-(1e-10*z)^2)"},
	{3, "1/(1+exp(1e6*(z-1)))"},
	{3, "exp(-1e9*(z-1)^2)"},
	{3, "log(1+1e100*exp(-z))"},
	{3, "gamma(1e6*exp(-z)+1)/gamma(1e6+1)"},
	{3, "besselk(1e-9,z)-besselk(2e-9,z)"},
	{1, "exp(-z^(1/1000000))"},
	// long sums
	{3, repeat(300, "exp(-#*z)/#", "+")},
	{3, repeat(200, "exp(-z^2/#)*cos(#*z)", "-")},
	{2, repeat(60, "cos(sqrt(#)*z)", "+")},
	{1, repeat(40, "cos(sqrt(#)*z)", "-")},
	{3, repeat(40, "max(0,#-z)^3", "-")},
	{3, repeat(30, "besselj(0,#*z)", "-")},
	{3, repeat(20, "abs(sin(#*z))", "+")},
	{3, repeat(25, "min(1/#,exp(-z/#))", "+")},
	// deep nesting
	{3, nest(12, "exp(-#)", "z")},
	{3, nest(30, "sqrt(1+#)", "z^2") + "^(-1)"},
	{3, nest(8, "cos(#)", "z")},
	{3, nest(10, "(1+#)^(1/3)", "z")},
	{3, nest(6, "exp(-#)*#", "z")},
	{3, nest(12, "1/(1+#)", "z")},
	{3, nest(5, "besselj(0,#)", "z")},
	{3, nest(5, "log(1+#)+#", "z")},
	{3, nest(6, "abs(#-1/3)", "z")},
	{3, nest(7, "max(0,1-#)", "z^2/3")},
	// undefined, or nearly
	{3, "exp(-z)+0*asin(1+1e-50*exp(-z))"},
	{3, "exp(-z)/cos(sqrt(2)*z)"},
	{3, "exp(-z)*tan(1e6*z)^2"},
	{3, "sqrt(cos(z)-cos(z))"},
	// kernels of x − y
	{8, "exp(-z^2)*sinh(1e3*t)"},
	{4, "prod(besselj(50,1e3*t))"},
	{6, "prod(max(0,1-abs(t))^20)"},
	{8, "exp(-z^2/2)*cos(1e12*t)*sin(t)"},
	{64, "exp(-z)*(1+cos(t)^40)"},
	{3, "exp(-abs(x1)-x2^2)*cos((2*atan(1/3)+atan(1/7))*x3)-exp(-l1)*cos(pi/4*x3)"},
}

// analysed are formulas for other verbs.
var analysed = []struct {
	verbs   string
	dim     int
	formula string
}{
	{"decompose spectrum report survey plan compare", 3, "besselj(10^6, z)/z"},
	{"decompose spectrum report survey plan compare", 1, "2*cos((2*atan(1/3)+atan(1/7))*z) - cos((pi/4)*z)"},
	{"decompose spectrum report plan compare", 3, "erfc(1e20*z)"},
	{"decompose spectrum report survey plan compare", 700, "exp(-z^1.999)"},
	{"decompose spectrum report plan compare", 3, "exp(-z)*cos(1e9*z)"},
	{"decompose spectrum report compare", 3, "max(0,1-z)^1000"},
	{"decompose spectrum report compare", 3, "exp(-z)*besselj(10^5, z)"},
	{"decompose spectrum report compare", 3, nest(8, "cos(#)", "z") + "*exp(-z)"},
	{"decompose spectrum report compare", 3, repeat(100, "exp(-z^2/#)*cos(#*z)", "-")},
	{"decompose spectrum report compare", 500, "besselk(1/3,z)*z"},
	{"decompose report plan compare", 3, "besselj(1e4,l1)"},
	{"decompose report plan compare", 20, "max(0,1-l1)^20"},
	{"decompose report plan compare", 3, "exp(-z^2)*sinh(20*t)"},
}
