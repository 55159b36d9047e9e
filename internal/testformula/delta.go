package testformula

import (
	"fmt"
	"strconv"
	"strings"
)

// Delta draws a kernel of x − y: a sum or product of terms over orthogonal subspaces, of functions of coordinates, of
// linear and quadratic forms and of the 1-norm, or an expression of all of these.
func (g Gen) Delta() Kernel {
	k := Kernel{Dim: g.smallDim()}
	switch g.IntN(8) {
	case 0:
		k.Formula = g.expression(&k, 1+g.IntN(4))
	case 1, 2:
		k.Formula = g.term(&k) + g.pick(" + ", " - ", "*") + g.term(&k)
	case 3:
		k.Formula = g.number() + "*" + g.term(&k) + " - " + g.Parameter() + "*" + g.term(&k) + "*" + g.term(&k)
	default:
		k.Formula = g.term(&k)
	}
	return g.settled(k)
}

// settled adds the axes that a formula asks for, and lengths now and then.
func (g Gen) settled(k Kernel) Kernel {
	axes := 0
	for i, name := range []string{"t", "t2", "t3"} {
		if mentions(k.Formula, name) || i == 0 && mentions(k.Formula, "t1") {
			axes = i + 1
		}
	}
	if k.Dim == 1 {
		axes = min(axes, g.IntN(2))
	}
	for i := range axes {
		a := g.pick("ones", g.vector(k.Dim, true))
		k.Args = append(k.Args, fmt.Sprintf("--param=t%d=%s", i+1, a))
	}
	if g.IntN(8) == 0 {
		k.Args = append(k.Args, "--lengths", g.vector(k.Dim, false))
	}
	return k
}

// mentions reports whether a formula has a name.
func mentions(formula, name string) bool {
	for _, w := range strings.FieldsFunc(formula, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_')
	}) {
		if w == name {
			return true
		}
	}
	return false
}

// term draws a kernel of one of the classes.
func (g Gen) term(k *Kernel) string {
	a, b := g.Parameter(), g.Parameter()
	switch g.IntN(12) {
	case 0: // a Gaussian times a function on a line
		return fmt.Sprintf("exp(-z^2/(2*(%s)^2))*%s", a, g.onLine(g.linear(k), b))
	case 1:
		return "prod(" + g.ofCoordinate() + ")"
	case 2:
		return "sum(" + g.ofCoordinate() + ")"
	case 3:
		return g.ofNorm()
	case 4:
		return g.onLine(g.linear(k), a)
	case 5: // on both sides of 0 of a line
		l := g.linear(k)
		return fmt.Sprintf("(%s > %s ? %s : %s)", l, g.pick("0", "0", "1", a), g.onLine(l, a), g.pick("0", g.onLine(l, b)))
	case 6: // a quadratic form
		return fmt.Sprintf("exp(-(%s))", g.quadratic(k)) + g.pick("", "*"+g.onLine(g.linear(k), b))
	case 7:
		return g.named() + g.pick("", "*"+g.onLine(g.linear(k), a))
	case 8:
		return "prod(" + strings.ReplaceAll(g.named(), "u)", "z)") + ")"
	case 9:
		return g.onLine("x1", a) + "*" + g.onLine("x"+strconv.Itoa(k.Dim), b)
	case 10: // sums and differences of exponentials and waves in exponents
		return fmt.Sprintf("exp(-z^2 + %s*%s)", a, g.linear(k))
	}
	return g.pick("1", "0", a, "(-"+a+")")
}

// linear draws a linear form, a power of one rarely.
func (g Gen) linear(k *Kernel) string {
	x := func() string { return "x" + strconv.Itoa(1+g.IntN(k.Dim)) }
	switch g.IntN(9) {
	case 0:
		return x()
	case 1:
		return "(" + x() + g.pick("-", "+") + x() + ")"
	case 2:
		return "sum(x)"
	case 3:
		return fmt.Sprintf("sum(%s*x)", g.Parameter())
	case 4:
		return "(" + g.Parameter() + "*" + x() + g.pick("-", "+", "-2*") + x() + ")"
	case 5:
		return g.pick("t1", "t2", "(t1-t2)", "t^3", "(2*t)")
	}
	return "t"
}

func (g Gen) quadratic(k *Kernel) string {
	l := g.linear(k)
	s := fmt.Sprintf("(%s)^2*%s", l, g.Parameter())
	for range g.IntN(3) {
		l = g.linear(k)
		s += g.pick("+", "-") + g.pick("", g.Parameter()+"*") + "(" + l + ")" + g.pick("^2", "^2", "*"+g.linear(k))
	}
	return s
}

// onLine draws a function of s.
func (g Gen) onLine(s, a string) string {
	f := g.pick("exp(-abs(A*S))", "exp(-A*S^2)", "cos(A*S)", "sin(A*S)", "(1+sinh(A*S))", "cosh(A*S)", "exp(A*S)", "(1+A*S)",
		"(1-A*S^2)", "max(0,1-A*abs(S))^2", "exp(-abs(A*S))*cos(S)", "tanh(A*S)", "erf(A*S)", "erfc(A*S)", "1/(1+A*S^2)", "abs(A*S)",
		"S*exp(-abs(A*S))", "S^3*exp(-A*S^2)", "exp(-2*sin(A*S)^2)", "exp(-S^2)*cos(A*S)", "exp(-S^2)*sinh(A*S)",
		"besselj(0,abs(A*S))", "log(1+A*S^2)", "atan(A*S)", "(1+A*abs(S))^(-3/2)", "sqrt(1+A*S^2)", "sin(A*S)/(A*S)",
		"exp(-abs(S)^A)", "abs(S)^A*exp(-abs(S))", "(S^2 < A ? 1 : 0)")
	return strings.NewReplacer("A", "("+a+")", "S", s).Replace(f)
}

// ofCoordinate draws a function of a coordinate, for sum and prod.
func (g Gen) ofCoordinate() string {
	return g.onLine(g.pick("x", "x", "x", "z", "(x/2)"), g.Parameter()) + g.pick("", "", "*"+g.onLine("x", g.Parameter()))
}

// ofNorm draws a function of the 1-norm.
func (g Gen) ofNorm() string {
	f := g.pick("exp(-A*l1)", "max(0,A-l1)", "max(0,1-l1/A)^3", "max(0,1-A*l1)^2 - max(0,1-l1)^2", "1/(1+A*l1)", "exp(-l1^2/A)",
		"cos(A*l1)", "besselj(A,l1)", "(1+A*l1)*exp(-l1)", "log(1+A*l1)", "l1^A", "(l1 < A ? 1-l1/A : 0)", "exp(-l1)*cos(A*l1)",
		"max(0,1-l1)^A", "sqrt(A+l1)")
	return strings.ReplaceAll(f, "A", "("+g.Parameter()+")")
}

// expression draws what no class covers, now and then.
func (g Gen) expression(k *Kernel, depth int) string {
	if depth == 0 {
		return g.pick("z", "l1", "t", g.linear(k), g.linear(k), g.Parameter(), "sum(abs(x))", "sum(x^2)", "prod(1+x)",
			"prod(cos(x))", "sum(x^4)", "abs(t)", "x1")
	}
	x := func() string { return g.expression(k, depth-1-g.IntN(2)*min(depth-1, 1)) }
	switch g.IntN(10) {
	case 0, 1:
		return "(" + x() + g.pick(" + ", " - ") + x() + ")"
	case 2, 3:
		return x() + "*" + x()
	case 4:
		return "(" + x() + ")/(" + g.number() + " + (" + x() + ")^2)"
	case 5:
		return "(" + x() + ")^" + g.exponent()
	case 6:
		return "(" + x() + " < " + x() + " ? " + x() + " : " + x() + ")"
	case 7:
		return "exp(-(" + x() + ")^2)"
	case 8:
		return g.pick("max", "min") + "(" + x() + ", " + x() + ")"
	}
	return g.pick("exp", "log", "sqrt", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "erf", "erfc", "abs", "asin") +
		"(" + x() + ")"
}
