package constant

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/fail"
)

// spellings are numbers in two ways each.
var spellings = [][2]string{
	{"log(6)", "log(2)+log(3)"},
	{"sqrt(2003*2011)", "sqrt(2003)*sqrt(2011)"},
	{"acos(1/3)+acos(-1/3)", "pi"},
	{"sin(pi/5)", "sqrt((5-sqrt(5))/8)"},
	{"sqrt(2)+sqrt(3)", "sqrt(5+2*sqrt(6))"},
	{"1+sqrt(2)", "(7+5*sqrt(2))^(1/3)"},
	{"1/(sqrt(2)+sqrt(3))", "sqrt(3)-sqrt(2)"},
	{"sqrt(7)", "8*sin(pi/7)*sin(2*pi/7)*sin(3*pi/7)"},
	{"1/2", "cos(pi/7)-cos(2*pi/7)+cos(3*pi/7)"},
	{"tan(pi/7)*tan(2*pi/7)*tan(3*pi/7)", "sqrt(7)"},
	{"tan(3*pi/11)+4*sin(2*pi/11)", "sqrt(11)"},
	{"besselj(1/2,1)", "sqrt(2/pi)*sin(1)"},
	{"besselj(-3/2,2)", "sqrt(1/pi)*(-cos(2)/2-sin(2))"},
	{"besselj(5/2,1)", "sqrt(2/pi)*(2*sin(1)-3*cos(1))"},
	{"besseli(3/2,2)", "sqrt(1/pi)*(cosh(2)-sinh(2)/2)"},
	{"besseli(-3/2,2)", "sqrt(1/pi)*(sinh(2)-cosh(2)/2)"},
	{"besselk(5/2,1)", "sqrt(pi/2)*exp(-1)*7"},
	{"besselk(-3/2,2)", "sqrt(pi/4)*exp(-2)*3/2"},
	{"besselj(-5/2,1)", "sqrt(2/pi)*(2*cos(1)+3*sin(1))"},
	{"besseli(-5/2,1)", "sqrt(2/pi)*(4*cosh(1)-3*sinh(1))"},
	{"besselj(21/2,1/3)*besseli(15/2,1/3)", "besselj(21/2,log(2)/log(8))*besseli(15/2,1/3)"},
	{"exp(1)*(sqrt(2)+sqrt(3))+log(2)*(sqrt(5)-2)", "exp(1)*sqrt(5+2*sqrt(6))+log(2)/(sqrt(5)+2)"},
	{"gamma(1/3)*gamma(2/3)", "2*pi/sqrt(3)"},
	{"1", "(10^40+1)-10^40"},
	{"pi", "(10^40+pi)-10^40"},
	{"sqrt(2)", "(10^(-40)+sqrt(2))-10^(-40)"},
	{"9", "sqrt(10^80+18*10^40+81)-10^40"},
	{"2", "exp(log(2))"},
	{"3/4", "sinh(log(2))"},
	{"3/5", "tanh(log(2))"},
	{"pi/7", "acos(cos(pi/7))"},
	{"e^(1/2)", "sqrt(exp(1))"},
	{"pi", "4*(atan(1/2)+atan(1/3))"},
	{"pi", "4*(4*atan(1/5)-atan(1/239))"},
	{"pi", "4*(5*atan(1/7)+2*atan(3/79))"},
	{"pi/2", "acos(3/5)+acos(4/5)"},
	{"sqrt(2)*pi", "4*sqrt(2)*(atan(1/2)+atan(1/3))"},
	{"asin(3/5)", "atan(3/4)"},
	{"2*atan(1/3)", "atan(3/4)"},
	{"pi/4", "12*atan(1/18)+8*atan(1/57)-5*atan(1/239)"},
	{"pi/4", "2*atan(1/3)+atan(1/7)"},
	{"pi", "atan(1)+atan(2)+atan(3)"},
	{"atan(65)+atan(66)", "pi-atan(131/4289)"},
	{"log(2003*2011)", "log(2003)+log(2011)"},
	{"log(1000003*1000033)", "log(1000003)+log(1000033)"},
	{"atan(10^30)", "pi/2-atan(10^(-30))"},
	{"cos(atan(1/3))", "3/sqrt(10)"},
	// whole exponents, and 0, that have no such form
	{"-2", "(-2)^(sqrt(3+2*sqrt(2))-sqrt(2))"},
	{"sqrt(2)", "(-sqrt(2))^(2*sqrt(3+2*sqrt(2))-2*sqrt(2))/sqrt(2)"},
	{"1", "(sqrt(3+2*sqrt(2))-1-sqrt(2))^(sqrt(5+2*sqrt(6))-sqrt(2)-sqrt(3))"},
	{"sin(2*atan(1/3)-3*atan(2/5))", "-373/(145*sqrt(29))"},
}

// unseen are numbers in two ways each that no identity here tells: of logarithms, angles that are not of Gaussian integers, and values of Γ.
var unseen = [][2]string{
	{"log(2+sqrt(3))/2", "log((1+sqrt(3))/sqrt(2))"},
	{"pi/2", "16*atan(tan(pi/32))"},
	{"pi/4", "8*atan(tan(pi/32))"},
	{"acos(1/3)", "atan(2*sqrt(2))"},
	{"2*acos(sqrt((1+sqrt(5)/3)/2))", "acos(sqrt(5)/3)"},
	{"gamma(1/8)*gamma(5/8)", "2^(3/4)*sqrt(pi)*gamma(1/4)"},
	{"gamma(1/6)", "2^(-1/3)*sqrt(3/pi)*gamma(1/3)^2"},
	{"gamma(1/5)*gamma(7/10)", "2^(3/5)*sqrt(pi)*gamma(2/5)"},
	{"sin(2)", "2*sin(1)*cos(1)"},
	{"erf(1)", "1-erfc(1-10^(-5000))"},
}

func exactConst(t *testing.T, formula string) Value {
	t.Helper()
	c, err := Parse(formula)
	require.NoError(t, err, formula)
	return c
}

// TestConstEqual: two spellings of a number are proved to be equal, and to differ from the number moved by 10⁻¹⁰⁰.
func TestConstEqual(t *testing.T) {
	for _, s := range spellings {
		a, b := exactConst(t, s[0]), exactConst(t, s[1])
		assert.Equal(t, ball.True, a.Equal(b), "%s = %s", s[0], s[1])
		assert.Equal(t, ball.True, b.Equal(a), "%s = %s", s[1], s[0])
		moved := b.Add(exactConst(t, "10^(-100)"))
		assert.Equal(t, ball.False, a.Equal(moved), "%s ≠ %s + 10^-100", s[0], s[1])
		scaled := exactConst(t, "("+s[0]+")*exp(3)*(1+10^(-100))")
		assert.Equal(t, ball.False, scaled.Equal(exactConst(t, "("+s[1]+")*exp(3)")), "%s ≠ (1+10^-100)·%s", s[0], s[1])
		assert.Equal(t, ball.True, exactConst(t, "("+s[0]+")*exp(3)").Equal(exactConst(t, "("+s[1]+")*exp(3)")),
			"%s = %s", s[0], s[1])
	}
}

// TestConstNotEqual: identities with one number changed, and what is as near as the bounds allow.
func TestConstNotEqual(t *testing.T) {
	for _, s := range [][2]string{
		{"pi", "4*(atan(1/2)+atan(1/4))"},
		{"0", "4*(atan(1/2)+atan(1/3))"},
		{"2*pi", "4*(atan(1/2)+atan(1/3))"},
		{"acos(1/3)", "-acos(1/3)"},
		{"3*pi/2", "acos(3/5)+acos(4/5)"},
		{"pi", "acos(3/5)+acos(4/5)"},
		{"log(2)+log(3)", "log(7)"},
		{"sqrt(2)+sqrt(3)", "sqrt(5+2*sqrt(6)+10^(-200))"},
		{"1/2", "cos(pi/7)-cos(2*pi/7)+cos(4*pi/7)"},
		{"gamma(1/8)*gamma(5/8)", "2^(1/4)*sqrt(pi)*gamma(1/4)"},
		{"besselj(1/2,1)", "sqrt(2/pi)*cos(1)"},
		{"sqrt(10^80+18*10^40+80)", "10^40+9"},
		{"(1+10^(-60))^(1/7)", "1"},
	} {
		assert.Equal(t, ball.False, exactConst(t, s[0]).Equal(exactConst(t, s[1])), "%s ≠ %s", s[0], s[1])
		assert.False(t, fail.Shown(exactConst(t, s[0]).Sub(exactConst(t, s[1])).isZero), "%s ≠ %s", s[0], s[1])
	}
}

// TestConstUnseen: what is not seen to be equal is neither different nor ordered.
func TestConstUnseen(t *testing.T) {
	for _, s := range unseen {
		d := exactConst(t, s[0]).Sub(exactConst(t, s[1]))
		sign, known := d.Sign()
		assert.Equal(t, ball.Unknown, known, "%s = %s", s[0], s[1])
		assert.Zero(t, sign)
		assert.Equal(t, ball.Unknown, d.IsZero(), "%s = %s", s[0], s[1])
		moved := d.Add(exactConst(t, "10^(-100)"))
		assert.Equal(t, ball.False, moved.IsZero(), "%s + 10^-100 ≠ %s", s[0], s[1])
	}
}

// TestAlgebraicGap: the bound of what an algebraic number can be, where it is known, is respected and not lost by much.
func TestAlgebraicGap(t *testing.T) {
	for _, c := range []string{"3-2*sqrt(2)", "sqrt(2)+sqrt(3)-sqrt(5)", "1/(99-70*sqrt(2))", "(sqrt(2)-1)^20",
		"2*cos(pi/9)-1", "cos(2*pi/5)^3", "(5-sqrt(5))^(-3/4)",
		"sqrt(5)+sqrt(7)-sqrt(23)", "1/(cos(pi/9)-cos(2*pi/9))", "(1+sqrt(2))^(-1/3)"} {
		v := exactConst(t, c)
		f := make(numberField)
		s, ok := f.sizeOf(v)
		require.True(t, ok, c)
		gap := s.gap(f.degree())
		assert.Positive(t, v.Ball(nil, 256).MagLower().Cmp(ball.MagPow2(-gap)), "|%s| ≥ 2^-%d", c, gap)
		assert.Less(t, gap, int64(3000), c)
		assert.False(t, v.vanishes(), c)
	}
	_, ok := make(numberField).sizeOf(exactConst(t, "pi+sqrt(2)"))
	assert.False(t, ok)
}
