package region

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/language"
	"krein/kernel"
	"krein/kernel/parser"
)

// A Family is a formula with a free parameter, in the language of docs/formulas.md.
type Family struct {
	Formula string
	Name    string            // of the free parameter
	Params  map[string]string // the values of others, as parser.Options has them; may be nil
	Others  []*formula.Range  // parameters that stand for all numbers of an interval, wherever the free one is
	Radius  *big.Rat          // as parser.Options has it; may be nil
	// Extend says how the kernels go on beyond their domain; nil leaves that to the formula. It does the same to all.
	Extend func(*kernel.Kernel) (*kernel.Kernel, error)
}

// At returns the kernel of the family at a value of the parameter.
func (f *Family) At(v *big.Rat) (*kernel.Kernel, error) {
	return f.kernel(f.with(v.RatString()), f.Others)
}

// kernel is the one with these values and intervals of the parameters.
func (f *Family) kernel(values map[string]string, over []*formula.Range) (*kernel.Kernel, error) {
	k, err := parser.Parse(f.Formula, &parser.Options{Params: values, Radius: f.Radius, Over: over})
	if err != nil || f.Extend == nil {
		return k, err
	}
	return f.Extend(k)
}

// Over returns the kernel of all values in an interval at once (formula.Range): what is proved of it is proved at each.
func (f *Family) Over(s Span) (*kernel.Kernel, error) {
	return f.OverUnit(s, nil)
}

// OverUnit is Over for the values of s times a unit; nil is 1.
func (f *Family) OverUnit(s Span, unit *Exact) (*kernel.Kernel, error) {
	if unit != nil && s.From.Cmp(s.To) == 0 {
		return f.kernel(f.with(unit.times(s.From)), f.Others)
	}
	r := f.span(s)
	if unit != nil {
		r.Unit = unit.expr
	}
	return f.kernel(f.Params, f.over(r))
}

// span is the parameter with an interval.
func (f *Family) span(s Span) *formula.Range {
	return &formula.Range{Name: f.Name, Lo: s.From, Hi: s.To, OpenLo: s.OpenFrom, OpenHi: s.OpenTo}
}

// over are the other intervals, and one more.
func (f *Family) over(r *formula.Range) []*formula.Range { return append(slices.Clone(f.Others), r) }

// Where returns the family in which another parameter, free so far, has the values of s: one, or those of an interval at once.
func (f *Family) Where(name string, s Span) *Family {
	g := *f
	if s.From.Cmp(s.To) == 0 {
		g.Params = maps.Clone(f.Params)
		if g.Params == nil {
			g.Params = make(map[string]string)
		}
		g.Params[name] = s.From.RatString()
		return &g
	}
	g.Others = f.over(&formula.Range{Name: name, Lo: s.From, Hi: s.To, OpenLo: s.OpenFrom, OpenHi: s.OpenTo})
	return &g
}

// Covering returns the kernel of all values in the interval that a formula of a certificate has for the parameter; it is an
// error unless that covers s.
func (f *Family) Covering(written string, s Span) (*kernel.Kernel, error) {
	asked, r := f.span(s), (*formula.Range)(nil)
	for rest := written; ; { // named kernels are names here, and formulas for the parser alone
		from := strings.Index(rest, formula.ParameterText)
		if from < 0 {
			break
		}
		rest = rest[from:]
		text, _, _ := strings.Cut(rest, ")")
		e, err := formula.Read(text+")", nil)
		if err != nil || len(formula.Parameters(e)) != 1 {
			return nil, fmt.Errorf("the certificate is about %.200s", written)
		}
		if p := formula.Parameters(e)[0].Range(); r != nil && !(r.Covers(p) && p.Covers(r)) {
			return nil, fmt.Errorf("the certificate is about %.200s, with two ranges", written)
		} else {
			r = p
		}
		rest = rest[len(text):]
	}
	if r == nil {
		return nil, errors.New("the certificate is about one kernel, and not about a range")
	}
	if !r.Covers(asked) {
		return nil, fmt.Errorf("the certificate is about %s, and not about %s", r, asked)
	}
	return f.Over(Span{From: r.Lo, To: r.Hi, OpenFrom: r.OpenLo, OpenTo: r.OpenHi})
}

// with returns the values of all parameters, the free one's as it is written.
func (f *Family) with(text string) map[string]string {
	all := make(map[string]string, len(f.Params)+1)
	maps.Copy(all, f.Params)
	all[f.Name] = text
	return all
}

// Affine returns nil if the formula is affine in the parameter as it is written, where the parameter is at one of the
// values and for all others: a sum of terms of which each has the parameter in one factor at most, and in no function,
// exponent, denominator or condition. The error says where it is not.
//
// The reader of formulas knows the values of parameters, and some of what it does depends on them. What it reads at each of the
// values has to be, node for node, what is read with the parameter as a symbol, the value in its place.
func (f *Family) Affine(values ...*big.Rat) error { return f.affineAt(values, nil) }

// affineAt is Affine for values, at least one, and the values of boxes with units that are one value.
func (f *Family) affineAt(values []*big.Rat, exact []Piece) error {
	if len(values) == 0 {
		return errors.New("region: no value of the parameter")
	}
	e, free, ferr := language.ReadFamily(f.Formula, f.Params, f.Name, values[0], f.Others...)
	if ferr != nil {
		return ferr
	}
	d := degrees{name: f.Name, free: free, of: map[*formula.Expr]int{}}
	if _, err := d.degree(e); err != nil {
		return err
	}
	for _, v := range values {
		if err := f.reads(e, free, v.RatString(), formula.Rational(v)); err != nil {
			return err
		}
	}
	for _, p := range exact {
		if p.Unit == nil || p.From.Cmp(p.To) != 0 {
			continue
		}
		text := p.Unit.times(p.From)
		value, ferr := language.ReadConstant(text, nil)
		if ferr != nil {
			return ferr
		}
		if err := f.reads(e, free, text, value); err != nil {
			return err
		}
	}
	return nil
}

// reads wants the formula with the parameter at the value that is written as text to be e with value in the place of free.
func (f *Family) reads(e, free *formula.Expr, text string, value *formula.Expr) error {
	read, _, ferr := language.ReadOver(f.Formula, f.with(text), f.Others...)
	if ferr != nil {
		return ferr
	}
	if put := replaced(e, free, value); !put.Equal(read) {
		return fmt.Errorf("at %s = %s the formula is read as %.200q, and with the value put in as %.200q", f.Name, text, read, put)
	}
	return nil
}

// degrees finds degrees in a node.
type degrees struct {
	name string
	free *formula.Expr
	of   map[*formula.Expr]int
}

// has reports whether the parameter occurs in e.
func (d *degrees) has(e *formula.Expr) bool {
	return e.Some(func(part *formula.Expr) bool { return part == d.free })
}

// degree returns 0 if e has the parameter nowhere, 1 if it is affine in it.
func (d *degrees) degree(e *formula.Expr) (n int, err error) {
	if n, seen := d.of[e]; seen {
		return n, nil
	}
	switch args := e.Args(); e.Op() {
	case formula.OpNeg:
		n, err = d.degree(args[0])
	case formula.OpAdd, formula.OpSub:
		n, err = d.most(args)
	case formula.OpMul:
		for _, a := range args {
			m, err := d.degree(a)
			if err != nil {
				return 0, err
			}
			n += m
		}
	case formula.OpDiv:
		if !d.has(args[1]) {
			n, err = d.degree(args[0])
			break
		}
		err = d.inside(e)
	case formula.OpCond:
		if !d.has(args[0]) {
			n, err = d.most(args[1:])
			break
		}
		err = d.inside(e)
	default:
		switch {
		case e == d.free:
			n = 1
		case d.has(e): // a function, an exponent, the parameters of a named kernel
			err = d.inside(e)
		}
	}
	if err == nil && n > 1 {
		err = fmt.Errorf("%s is in two factors of %.200s", d.name, e)
	}
	d.of[e] = n
	return n, err
}

func (d *degrees) most(args []*formula.Expr) (n int, err error) {
	for _, a := range args {
		m, err := d.degree(a)
		if err != nil {
			return 0, err
		}
		n = max(n, m)
	}
	return n, nil
}

func (d *degrees) inside(e *formula.Expr) error {
	return fmt.Errorf("the kernel is not affine in %s, which is inside of %.200s", d.name, e)
}

// replaced returns e with value in the place of free.
func replaced(e, free, value *formula.Expr) *formula.Expr {
	memo := map[*formula.Expr]*formula.Expr{free: value}
	var walk func(*formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		if v := memo[e]; v != nil {
			return v
		}
		v := e
		if args := e.Args(); len(args) > 0 && e.Op() != formula.OpCall {
			put := make([]*formula.Expr, len(args))
			for i, a := range args {
				put[i] = walk(a)
			}
			v = formula.Apply(e.Op(), put...)
		}
		memo[e] = v
		return v
	}
	return walk(e)
}
