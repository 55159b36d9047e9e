package formula

import (
	"fmt"
	"math/big"
	"slices"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/fail"
)

// A Range is an interval of values of a parameter. The parameter and its interval are one symbol: two symbols are the same
// number only if they have the same name, the same ends and the same openness, and what is proved of a formula with
// it is proved for every value in the interval.
type Range struct {
	Name           string
	Lo, Hi         *big.Rat // Lo < Hi
	OpenLo, OpenHi bool     // the end does not belong to the interval
	// Unit, if not nil, is a constant: the name stands for the unit times a number of the interval, for the reader of formulas
	// (language.ReadOver); a node has none.
	Unit *Expr
}

// Contains reports whether v is in the interval.
func (r *Range) Contains(v *big.Rat) bool {
	lo, hi := r.Lo.Cmp(v), v.Cmp(r.Hi)
	return (lo < 0 || lo == 0 && !r.OpenLo) && (hi < 0 || hi == 0 && !r.OpenHi)
}

// ParameterText begins a parameter in a printed formula; its interval and a parenthesis follow.
const ParameterText = "par("

// Covers reports whether every value of s is in the interval, and the parameters have one name.
func (r *Range) Covers(s *Range) bool {
	lo, hi := r.Lo.Cmp(s.Lo), s.Hi.Cmp(r.Hi)
	return r.Name == s.Name && (lo < 0 || lo == 0 && (!r.OpenLo || s.OpenLo)) && (hi < 0 || hi == 0 && (!r.OpenHi || s.OpenHi))
}

// Sign returns the sign that all values have, or 0.
func (r *Range) Sign() int {
	switch {
	case r.Lo.Sign() > 0 || r.Lo.Sign() == 0 && r.OpenLo:
		return 1
	case r.Hi.Sign() < 0 || r.Hi.Sign() == 0 && r.OpenHi:
		return -1
	}
	return 0
}

// String writes the interval as inequalities: 0 < b <= 1/2.
func (r *Range) String() string {
	return r.Lo.RatString() + less(r.OpenLo) + r.Name + less(r.OpenHi) + r.Hi.RatString()
}

func less(open bool) string {
	if open {
		return " < "
	}
	return " <= "
}

// Parameter returns a constant that stands for every number of an interval; r is copied. The formula language has no word
// for it, so that nobody writes one by accident: it is printed as par(0 < b <= 1/2), which Read reads. It panics unless
// r.Lo < r.Hi and the name is one of letters, digits and _.
func Parameter(r *Range) *Expr {
	if !name.MatchString(r.Name) || r.Lo.Cmp(r.Hi) >= 0 {
		panic(fmt.Sprintf("formula: a parameter %s", r))
	}
	c := *r
	c.Unit = nil
	c.Lo, c.Hi = new(big.Rat).Set(r.Lo), new(big.Rat).Set(r.Hi)
	return hashed(&Expr{op: OpParameter, name: c.String(), span: &c, size: 1})
}

// Range returns the interval of an OpParameter node, which the caller must not change, and nil for any other.
func (e *Expr) Range() *Range { return e.span }

// Parameters returns the different parameters in e, those of named kernels and of their formulas included.
func Parameters(e *Expr) (out []*Expr) {
	e.Some(func(part *Expr) bool {
		if part.op == OpParameter && !slices.ContainsFunc(out, part.Equal) {
			out = append(out, part)
		}
		return false
	})
	return out
}

// NoValue is the error of arithmetics for which a parameter would have to be one number.
func NoValue(e *Expr) error {
	return fail.Because("%s has an interval of values, and not one", brief.Text(e.span.Name))
}

// parameter reads what stands behind par, up to the parenthesis.
func (r *reader) parameter() *Expr {
	var p Range
	r.expect("(")
	p.Lo = r.rational()
	p.OpenLo = r.less()
	if p.Name = r.next(); !name.MatchString(p.Name) {
		panic(fail.Because("%q is no name of a parameter", brief.Text(p.Name)))
	}
	p.OpenHi = r.less()
	p.Hi = r.rational()
	r.expect(")")
	if p.Lo.Cmp(p.Hi) >= 0 {
		panic(fail.Because("a parameter from %s to %s", brief.Text(p.Lo.RatString()), brief.Text(p.Hi.RatString())))
	}
	return Parameter(&p)
}

// less reads < or <= and reports whether it is the first.
func (r *reader) less() bool {
	w := r.next()
	if w != "<" && w != "<=" {
		panic(fail.Because("%q where < or <= is expected", brief.Text(w)))
	}
	return w == "<"
}

// rational reads a number as big.Rat.RatString writes it.
func (r *reader) rational() *big.Rat {
	text := ""
	if r.words[0] == "-" {
		text = r.next()
	}
	text += r.next()
	if r.words[0] == "/" {
		text += r.next() + r.next()
	}
	if v, ok := new(big.Rat).SetString(text); ok && v.RatString() == text {
		return v
	}
	panic(fail.Because("%q is no rational in lowest terms", brief.Text(text)))
}
