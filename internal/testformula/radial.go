package testformula

import (
	"fmt"
	"strconv"
	"strings"
)

func (g Gen) pick(s ...string) string { return s[g.IntN(len(s))] }

// Dim draws a dimension from 1 to 1000.
func (g Gen) Dim() int {
	switch g.IntN(4) {
	case 0:
		return 1 + g.IntN(3)
	case 1:
		return 4 + g.IntN(12)
	case 2:
		return 16 + g.IntN(112)
	}
	return 128 + g.IntN(873)
}

// number draws a positive constant, small, large, irrational or huge.
func (g Gen) number() string {
	switch g.IntN(10) {
	case 0:
		return fmt.Sprintf("10^%d", g.IntN(41)-20)
	case 1:
		return fmt.Sprintf("%d/%d", 1+g.IntN(1000), 1+g.IntN(1000))
	case 2:
		return g.pick("pi", "e", "sqrt(2)", "log(3)", "exp(pi)", "besselj(0,1)", "gamma(1/3)")
	case 3:
		return strconv.FormatFloat(g.Float64()*10, 'f', 1+g.IntN(12), 64)
	}
	return strconv.Itoa(1 + g.IntN(12))
}

// exponent draws the second operand of a power.
func (g Gen) exponent() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("10^20", "10^9", "1000", "(-10^20)", "(1/10^20)", "123456789/7")
	case 1:
		return g.pick("sqrt(3)", "pi", "(-sqrt(2))")
	case 2:
		return fmt.Sprintf("(%d/%d)", 1+g.IntN(40), 1+g.IntN(40))
	case 3:
		return fmt.Sprintf("(-%d)", 1+g.IntN(9))
	}
	return strconv.Itoa(2 + g.IntN(6))
}

// Radial draws a function of the distance: an expression, a product with one that decays, or up to 30 pieces.
func (g Gen) Radial() string {
	switch g.IntN(8) {
	case 6:
		return g.long()
	case 7:
		return g.sphere()
	case 0:
		return g.expr(2+g.IntN(3)) + "*exp(-z)"
	case 1:
		return g.expr(1+g.IntN(3)) + "*" + g.pick("exp(-z^2)", "1/(1+z^2)", "max(0,1-z)^3", "besselk(1,z)")
	case 2:
		return g.pieces()
	}
	return g.expr(1 + g.IntN(6))
}

// long draws a sum or product of up to 100 terms, or a tower of one operation.
func (g Gen) long() string {
	n := 2 + g.IntN(99)
	if g.IntN(3) == 0 {
		open, end := g.pick("cos(", "1/(1+", "exp(-", "abs(1-", "sqrt(1+", "besselj(0,", "1-(", "2*sin("), ")"
		n = min(n, 50)
		return strings.Repeat(open, n) + g.expr(1) + strings.Repeat(end, n) + g.pick("", "*exp(-z)")
	}
	by := g.pick("+", "-", "*")
	shape := g.pick("cos(%s*z)", "exp(-%s*z)", "(1+cos(%s*z))", "1/(1+%s*z^2)", "%s*z", "(z+%s)", "max(0,1-z/%s)^2",
		"(%s-besselj(0,z))")
	var b strings.Builder
	for i := range n {
		term := fmt.Sprintf(shape, g.pick(strconv.Itoa(i+1), fmt.Sprintf("sqrt(%d)", i+2), g.number(), "10^20"))
		if b.Len()+len(term) > 3900 {
			break
		}
		if i > 0 {
			b.WriteString(by)
		}
		b.WriteString(term)
	}
	return b.String() + g.pick("", "*exp(-z)")
}

// sphere draws a kernel of u = ⟨x,y⟩.
func (g Gen) sphere() string {
	return strings.ReplaceAll(g.pick("(2+E)^20", "exp(9*E)", "1/(3+E^2)", "acos(E/(1+E^2))^3", "E^300", "abs(E)^(1/3)",
		"cos(1000*acos(E/2))", "besselj(0,100*E)", "E > 1/2 ? E : 0"),
		"E", g.pick("u", "u", "u^2", "sin(u)", "(u/"+g.number()+")"))
}

func (g Gen) pieces() string {
	n := 1 + g.IntN(30)
	var b strings.Builder
	at := 0
	for range n {
		at += 1 + g.IntN(5)
		fmt.Fprintf(&b, "z < %d/%d ? %s : (", at, 1+g.IntN(3), g.expr(g.IntN(3)))
		if b.Len() > 3500 {
			break
		}
	}
	s := b.String()
	return s + "0" + strings.Repeat(")", strings.Count(s, "? "))
}

func (g Gen) expr(depth int) string {
	if depth == 0 {
		return g.pick("z", "z", "z", "z^2", "(z*"+g.number()+")", g.number(), "z/"+g.number())
	}
	x := func() string { return g.expr(depth - 1 - g.IntN(2)*min(depth-1, 1)) }
	switch g.IntN(14) {
	case 0, 1:
		return "(" + x() + g.pick(" + ", " - ", " + ") + x() + ")"
	case 2:
		return x() + "*" + x()
	case 3:
		return "(" + x() + ")/(" + g.number() + " + (" + x() + ")^2)"
	case 4, 5:
		return "(" + x() + ")^" + g.exponent()
	case 6:
		return g.pick("besselj", "besseli", "besselk") + "(" + g.pick("0", "1", "1/2", "5/2", "1/3", "17", "1000", "99/7") +
			", " + x() + ")"
	case 7:
		return g.pick("max", "min") + "(" + g.pick("0", "1", g.number()) + ", " + x() + ")"
	case 8:
		return "abs(" + x() + ")"
	case 9:
		return g.pick("sin", "cos") + "(" + g.number() + "*" + x() + ")"
	case 10:
		return "exp(-(" + x() + "))"
	}
	return g.pick("exp", "log", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "erfc",
		"gamma") + "(" + x() + ")"
}
