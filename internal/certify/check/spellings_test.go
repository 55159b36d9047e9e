package check

import "strings"

// sameNumbers are positive numbers, each written in two ways.
var sameNumbers = [][2]string{
	{"log(6)", "log(2)+log(3)"},
	{"log(2+sqrt(3))/2", "log((1+sqrt(3))/sqrt(2))"},
	{"pi", "4*(atan(1/2)+atan(1/3))"},
	{"pi", "4*(4*atan(1/5)-atan(1/239))"},
	{"pi", "4*(5*atan(1/7)+2*atan(3/79))"},
	{"sin(pi/5)", "sqrt((5-sqrt(5))/8)"},
	{"sqrt(2)+sqrt(3)", "sqrt(5+2*sqrt(6))"},
	{"1+sqrt(2)", "(7+5*sqrt(2))^(1/3)"},
	{"sqrt(7)", "8*sin(pi/7)*sin(2*pi/7)*sin(3*pi/7)"},
	{"1/2", "cos(pi/7)-cos(2*pi/7)+cos(3*pi/7)"},
	{"besselj(1/2,1)", "sqrt(2/pi)*sin(1)"},
	{"besseli(3/2,2)", "sqrt(1/pi)*(cosh(2)-sinh(2)/2)"},
	{"besselk(5/2,1)", "sqrt(pi/2)*exp(-1)*7"},
	{"gamma(1/3)*gamma(2/3)", "2*pi/sqrt(3)"},
	{"gamma(1/8)*gamma(5/8)", "2^(3/4)*sqrt(pi)*gamma(1/4)"},
	{"1", "(10^40+1)-10^40"},
	{"pi", "(10^40+pi)-10^40"},
	{"sqrt(2)", "(10^(-40)+sqrt(2))-10^(-40)"},
	{"9", "sqrt(10^80+18*10^40+81)-10^40"},
	{"2", "exp(log(2))"},
	{"3/4", "sinh(log(2))"},
	{"pi/3", "acos(1/2)"},
	{"pi/7", "acos(cos(pi/7))"},
	{"asin(3/5)", "atan(3/4)"},
	{"2*atan(1/3)", "atan(3/4)"},
	{"acos(1/3)", "atan(2*sqrt(2))"},
	{"sqrt(pi)", "gamma(1/2)"},
	{"tan(pi/8)", "sqrt(2)-1"},
	{"e^(1/2)", "sqrt(exp(1))"},
	// equal, and not seen to be
	{"sin(2)", "2*sin(1)*cos(1)"},
	{"besselj(1,1)", "(besselj(0,1)+besselj(2,1))/2"},
}

func replaceRate(formula, rate string) string { return strings.ReplaceAll(formula, "A", "("+rate+")") }
