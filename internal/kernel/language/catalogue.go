package language

import (
	"errors"
	"fmt"
	"math/big"
	"sort"
	"strings"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/formula"
)

// Entry is a named kernel of the catalogue; package catalogue has its source and more.
type Entry struct {
	Name    string   // as used in a formula
	Aliases []string // other names that Parse accepts
	Params  []Param
	Formula string   // in the language of Parse where one formula covers all parameters
	Domain  *big.Rat // largest distance the kernel is meant for; nil if none

	// body returns the formula for given parameters; nil means Formula with the parameters put in.
	body func(args []*formula.Expr) (*formula.Expr, error)
	// check tests conditions that tie parameters together.
	check func(args []*formula.Expr) error
}

// Param is a parameter of a named kernel: a constant.
type Param struct {
	Name    string
	Meaning string
	Range   string   // for example "tau > 0"
	Default *big.Rat // nil if it must be given

	low, high         *big.Rat // bounds, nil if none
	lowOpen, highOpen bool
	integer           bool
}

// Catalogue returns the named kernels in alphabetical order.
func Catalogue() []Entry {
	list := append([]Entry(nil), catalogue...)
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// byName is filled by init, because expanding an entry parses its formula, which looks names up.
var byName map[string]*Entry

// sphereDomain is the diameter of the unit sphere.
var sphereDomain = big.NewRat(2, 1)

func init() {
	byName = make(map[string]*Entry)
	for i := range catalogue {
		e := &catalogue[i]
		for _, name := range append([]string{e.Name}, e.Aliases...) {
			if byName[name] != nil {
				panic("language: two kernels are named " + name)
			}
			byName[name] = e
		}
	}
}

// lookup finds an entry by name or alias, or returns nil.
func lookup(name string) *Entry { return byName[name] }

// Signature returns the name with its parameters, such as "matern(nu, l = 1)".
func (e *Entry) Signature() string {
	var parts []string
	for _, p := range e.Params {
		if p.Default != nil {
			parts = append(parts, p.Name+" = "+p.Default.RatString())
		} else {
			parts = append(parts, p.Name)
		}
	}
	return e.Name + "(" + strings.Join(parts, ", ") + ")"
}

// expand checks the parameters and returns the node for the kernel.
func (e *Entry) expand(args []*formula.Expr) (*formula.Expr, error) {
	full := make([]*formula.Expr, 0, len(e.Params))
	if len(args) > len(e.Params) {
		return nil, fmt.Errorf("%s has %d parameter(s), not %d", e.Signature(), len(e.Params), len(args))
	}
	for i, p := range e.Params {
		switch {
		case i < len(args):
			if err := p.admit(args[i]); err != nil {
				return nil, fmt.Errorf("%s: %w", e.Name, err)
			}
			full = append(full, args[i])
		case p.Default != nil:
			full = append(full, formula.Rational(p.Default))
		default:
			return nil, fmt.Errorf("%s needs the parameter %s (%s)", e.Signature(), p.Name, p.Meaning)
		}
	}
	if e.check != nil {
		if err := e.check(full); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	body := e.body
	if body == nil {
		body = e.fill
	}
	b, err := body(full)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	return formula.Call(e.Name, full, b, e.shown(full), e.Domain), nil
}

// shown counts the parameters without the last ones that have their default values; the first is
// always counted, unless it is a number of layers.
func (e *Entry) shown(args []*formula.Expr) int {
	n, least := len(args), 1
	if n > 0 && e.Params[0].Name == depth.Name {
		least = 0
	}
	for n > least {
		d := e.Params[n-1].Default
		if r := args[n-1].Num(); d == nil || r == nil || r.Cmp(d) != 0 {
			break
		}
		n--
	}
	return n
}

// fill puts the parameters into Formula.
func (e *Entry) fill(args []*formula.Expr) (*formula.Expr, error) { return e.filled(args, false) }

// fillExact is fill for constants that no float64 holds.
func (e *Entry) fillExact(args []*formula.Expr) (*formula.Expr, error) { return e.filled(args, true) }

func (e *Entry) filled(args []*formula.Expr, exact bool) (*formula.Expr, error) {
	params := make(map[string]*formula.Expr, len(args))
	for i, p := range e.Params {
		params[p.Name] = args[i]
	}
	b, _, err := parseTreeOf(e.Formula, params, exact)
	if err != nil {
		return nil, errors.New(err.Msg)
	}
	return formula.Simplify(b), nil
}

// admitRange is admit for what has an interval of values.
func (p *Param) admitRange(a *formula.Expr) error {
	r := a.Range()
	inside := func(end, bound *big.Rat, openEnd, openBound bool, sign int) bool {
		if bound == nil {
			return true
		}
		c := sign * end.Cmp(bound)
		return c > 0 || c == 0 && (openEnd || !openBound)
	}
	switch {
	case p.integer || r == nil:
		return fmt.Errorf("parameter %s takes no range of values within an expression, and none if it is an integer", p.Name)
	case !inside(r.Lo, p.low, r.OpenLo, p.lowOpen, 1) || !inside(r.Hi, p.high, r.OpenHi, p.highOpen, -1):
		return fmt.Errorf("parameter %s, %s, is out of range: %s", p.Name, r, p.Range)
	}
	return nil
}

// admit tests the range of a parameter.
func (p *Param) admit(a *formula.Expr) error {
	if len(formula.Parameters(a)) > 0 {
		return p.admitRange(a)
	}
	r := a.Num()
	if p.integer && (r == nil || !r.IsInt()) {
		return fmt.Errorf("parameter %s must be an integer, not %s", p.Name, brief.Text(a.String()))
	}
	below := func(bound *big.Rat, open bool, sign int) bool {
		if bound == nil {
			return false
		}
		c := 1
		if r != nil {
			c = r.Cmp(bound)
		} else if b, _ := bound.Float64(); !(certain.ConstantFloat(a) > b) {
			c = -1
		}
		return c == -sign || c == 0 && open
	}
	if below(p.low, p.lowOpen, 1) || below(p.high, p.highOpen, -1) {
		return fmt.Errorf("parameter %s = %s is out of range: %s", p.Name, brief.Text(a.String()), p.Range)
	}
	return nil
}
