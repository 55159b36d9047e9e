package language

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"krein/fourier/stationary"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
	radial "krein/internal/kernel/language"
	"krein/kernel"
)

// Limits of what is read.
const (
	mostWork    = 200_000 // operations of formulas for single coordinates
	mostDetails = 1000    // sums, products and named kernels of a formula
)

// reader reads a formula, and those in it that are for coordinates.
type reader struct {
	dim     int
	scalars map[string]*formula.Expr
	vectors map[string][]*formula.Expr
	axes    [][]*big.Rat // orthogonal
	used    map[string]bool
	kernel  *stationary.Builder
	count   int // placeholders
	work    int // operations for single coordinates
	text    map[string]string
}

// read returns the formula, and the Builder of the names in it; the error says what may be meant.
func read(source string, dim int, opt *stationary.Options) (b *stationary.Builder, e *formula.Expr, err *grammar.Error) {
	if b, e, err = readPlain(source, dim, opt); err == nil {
		return b, e, nil
	}
	for _, other := range radial.Respelt(source) {
		_, _, wrong := radial.Read(other, opt.Params)
		if wrong != nil {
			_, _, wrong = readPlain(other, dim, opt)
		}
		if wrong == nil {
			err.Msg += "; krein reads this as " + other
			return nil, nil, err
		}
	}
	if nearest := radial.OfPairs(source); nearest != "" {
		err.Msg = nearest
	}
	return nil, nil, err
}

// readPlain is read with the error alone.
func readPlain(source string, dim int, opt *stationary.Options) (*stationary.Builder, *formula.Expr, *grammar.Error) {
	r := &reader{dim: dim, scalars: map[string]*formula.Expr{}, vectors: map[string][]*formula.Expr{},
		used:   map[string]bool{},
		kernel: stationary.NewBuilder(dim), text: map[string]string{}}
	var err *grammar.Error
	if r.axes, err = orthogonal(opt.Axes, dim); err != nil {
		return nil, nil, err
	}
	if err = r.bind(opt.Params); err != nil {
		return nil, nil, err
	}
	if strings.ContainsRune(source, joker) {
		return nil, nil, grammar.ErrorAt(slices.Index([]rune(source), joker), "%q is not part of a formula", joker)
	}
	e, err := r.formula(r.locals([]rune(source)), 0, nil)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(opt.Params)) {
		if !r.used[name] {
			return nil, nil, grammar.ErrorAt(0, "parameter %s is given but does not occur in the formula", name)
		}
	}
	return r.kernel, e, r.constants(e)
}

// bind reads the parameters.
func (r *reader) bind(params map[string]string) *grammar.Error {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		switch w := names([]rune(name)); {
		case len(w) != 1 || w[0].text != name || strings.ContainsRune(name, joker):
			return grammar.ErrorAt(0, "parameter name %q: letters, digits and _ only, beginning with a letter", short(name))
		case r.taken(name):
			return grammar.ErrorAt(0, "parameter name %s is taken by the formula language", name)
		}
		text := []rune(params[name])
		var values []*formula.Expr
		for _, w := range commas(text, 0, len(text)) {
			v, err := radial.ReadConstant(w.text, nil)
			if err != nil {
				return grammar.ErrorAt(0, "parameter %s = %q: %v", name, short(params[name]), err)
			}
			if v.Varies() {
				return grammar.ErrorAt(0, "parameter %s = %q: the value must be constant", name, short(params[name]))
			}
			values = append(values, v)
		}
		switch len(values) {
		case 1:
			r.scalars[name] = values[0]
		case r.dim:
			r.vectors[name] = values
		default:
			return grammar.ErrorAt(0, "parameter %s has %d components in R^%d", name, len(values), r.dim)
		}
	}
	return nil
}

// locals takes constants from the names of values, let NAME = …;, at the beginning of the formula, which then are known
// inside of sum(…) and prod(…) too, and returns the formula with blanks in their places. What is no constant is left to
// the formula.
func (r *reader) locals(text []rune) []rune {
	for {
		list := names(text)
		if len(list) < 2 || list[0].text != "let" || strings.TrimSpace(string(text[:list[0].start])) != "" {
			return text
		}
		name, equals, end := list[1], slices.Index(text, '='), slices.Index(text, ';')
		_, scalar := r.scalars[name.text]
		_, vector := r.vectors[name.text]
		if equals < name.end || end < equals || r.taken(name.text) || scalar || vector ||
			strings.TrimSpace(string(text[list[0].end:name.start])+string(text[name.end:equals])) != "" {
			return text
		}
		bound := map[string]*formula.Expr{}
		for _, w := range names(text[equals+1 : end]) {
			if v, ok := r.scalars[w.text]; ok {
				r.used[w.text], bound[w.text] = true, v
			}
		}
		v, err := radial.ReadConstant(string(text[equals+1:end]), bound)
		if err != nil || v.Varies() {
			return text
		}
		r.scalars[name.text] = v
		text = append([]rune(strings.Repeat(" ", end+1)), text[end+1:]...)
	}
}

// taken reports whether a name means something else.
func (r *reader) taken(name string) bool {
	_, isMacro := macros[name]
	_, _, isNumbered := numbered(name)
	return isMacro || isNumbered || radial.Taken(name) || slices.Contains([]string{"t", "l1", "x", "sum", "prod"}, name)
}

// numbered reads a name such as x12 or t2.
func numbered(name string) (kind byte, n int, ok bool) {
	if len(name) < 2 || name[0] != 'x' && name[0] != 't' || name[1] == '0' {
		return 0, 0, false
	}
	n, err := strconv.Atoi(name[1:])
	return name[0], n, err == nil && n > 0 && name[1] != '+'
}

// formula reads a formula that begins at the rune offset at of the source. In prod and sum, x is the
// coordinate, and nothing but x, z = |x| and parameters may occur; local is then not nil.
func (r *reader) formula(text []rune, at int, local *coordinate) (*formula.Expr, *grammar.Error) {
	bound := map[string]*formula.Expr{}
	var out []rune
	from := 0
	list := names(text)
	for i := 0; i < len(list); i++ {
		w := list[i]
		open := opens(text, w.end)
		_, isMacro := macros[w.text]
		switch {
		case isMacro || (w.text == "sum" || w.text == "prod") && open >= 0:
			end := w.end
			inner := []rune{}
			if open >= 0 {
				if end = closes(text, open); end < 0 {
					return nil, grammar.ErrorAt(at+open, "this ( is never closed")
				}
				inner = text[open+1 : end]
				end++
			}
			if r.count++; r.count > mostDetails {
				return nil, grammar.ErrorAt(at+w.start, "more than %d sums, products and named kernels of Δ", mostDetails)
			}
			if local != nil {
				if isMacro {
					return nil, grammar.ErrorAt(at+w.start, "%s is %s, over all coordinates, and cannot stand inside of sum or "+
						"prod: write what it is of one of them, x", w.text, macros[w.text].formula)
				}
				return nil, grammar.ErrorAt(at+w.start, "%s cannot stand inside of sum or prod", w.text)
			}
			e, err := r.detail(w.text, inner, at+w.start, at+open+1)
			if err != nil {
				return nil, err
			}
			name := placeholder(r.count, end-w.start)
			r.text[name] = string(text[w.start:end])
			bound[name] = e
			out = append(append(out, text[from:w.start]...), []rune(name)...)
			from = end
			for i+1 < len(list) && list[i+1].start < end {
				i++
			}
		default:
			e, err := r.name(w, at, open >= 0, local)
			if err != nil {
				return nil, err
			}
			if e != nil {
				bound[w.text] = e
			}
		}
	}
	e, err := radial.ReadConstant(string(append(out, text[from:]...)), bound)
	if err != nil {
		for name, source := range r.text {
			err = &grammar.Error{Column: err.Column, Msg: strings.ReplaceAll(err.Msg, name, short(source))}
		}
		return nil, shift(err, at)
	}
	if d := formula.Domain(e); d != nil {
		return nil, grammar.ErrorAt(at, "a kernel of the unit sphere is a function of the distance alone: it cannot "+
			"stand with other coordinates")
	}
	return e, nil
}

// name returns what a name stands for, nil if the language of radial formulas knows it.
func (r *reader) name(w word, at int, called bool,
	local *coordinate) (*formula.Expr, *grammar.Error) { // one function: a case for each name.
	fail := func(format string, args ...any) (*formula.Expr, *grammar.Error) {
		return nil, grammar.ErrorAt(at+w.start, format, args...)
	}
	if called {
		return nil, nil
	}
	if e, ok := r.scalars[w.text]; ok {
		r.used[w.text] = true
		return e, nil
	}
	if _, ok := r.vectors[w.text]; ok {
		r.used[w.text] = true
		if local == nil {
			return fail("%s is a vector: it has a meaning inside of sum(…) and prod(…) only", w.text)
		}
		return local.values[w.text], nil
	}
	kind, n, ok := numbered(w.text)
	switch {
	case w.text == "u":
		return fail("u is an inner product on the unit sphere; a formula in coordinates of x − y has none")
	case local != nil && w.text == "x":
		return stationary.Coordinate, nil
	case local != nil && (w.text == "l1" || w.text == "t" || ok):
		return fail("%s cannot stand inside of sum or prod, which are over x; parameters may be vectors", w.text)
	case w.text == "x":
		return fail("x stands for a coordinate inside of sum(…) and prod(…) only: krein knows functions of x − y; outside write z for the distance, or x1, " +
			"… for the coordinates of x − y")
	case w.text == "l1":
		return r.kernel.Norm1(), nil
	case w.text == "t" && len(r.axes) == 0 && r.dim > 1:
		return fail("t needs an axis: --param t=ones, 1,0,… or a file; Options.Axes in Go")
	case w.text == "t" && len(r.axes) > 1:
		return fail("there are %d axes: write t1 … t%d", len(r.axes), len(r.axes))
	case w.text == "t" && len(r.axes) == 0, ok && kind == 't' && n == 1 && r.dim == 1 && len(r.axes) == 0:
		return r.kernel.Line(stationary.UnitVector(1, 0)), nil
	case w.text == "t":
		return r.kernel.Line(r.axes[0]), nil
	case ok && kind == 't' && n > len(r.axes):
		return fail("t%d needs an axis: give --param t%d=ones, numbers or a file (in Go: Options.Axes), %d are given", n, n, len(r.axes))
	case ok && kind == 't':
		return r.kernel.Line(r.axes[n-1]), nil
	case ok && n > r.dim:
		return fail("x%d is no coordinate of R^%d: they are x1 … x%d", n, r.dim, r.dim)
	case ok:
		return r.kernel.Line(stationary.UnitVector(r.dim, n-1)), nil
	}
	return nil, nil
}

// detail reads the inside of sum(…) or prod(…), or the parameters of a named kernel of Δ.
func (r *reader) detail(name string, inner []rune, start, at int) (*formula.Expr, *grammar.Error) {
	if m, ok := macros[name]; ok {
		return r.macro(name, m, inner, start, at)
	}
	if len(strings.TrimSpace(string(inner))) == 0 {
		return nil, grammar.ErrorAt(start, "%s needs a function of x in parentheses", name)
	}
	of, index, err := r.each(inner, start, at)
	if err != nil {
		return nil, err
	}
	if name == "sum" {
		return r.kernel.Sum(of, index), nil
	}
	return r.kernel.Product(of, index), nil
}

// each reads the function of x in sum(…) or prod(…), once for each choice of the vectors in it.
func (r *reader) each(inner []rune, start, at int) (of []*formula.Expr, index []int, err *grammar.Error) {
	var used []string
	for _, w := range names(inner) {
		if _, ok := r.vectors[w.text]; ok && !slices.Contains(used, w.text) {
			used = append(used, w.text)
		}
	}
	index = make([]int, r.dim)
	at0 := map[string]int{}
	for i := range r.dim {
		c := &coordinate{values: map[string]*formula.Expr{}}
		key := ""
		for _, name := range used {
			c.values[name] = r.vectors[name][i]
			key += r.vectors[name][i].String() + ";"
		}
		n, ok := at0[key]
		if !ok {
			e, err := r.formula(inner, at, c)
			if err == nil {
				err = shift(r.constants(e), at)
			}
			if r.work += 1; err == nil {
				r.work += e.Size()
			}
			if r.work > mostWork {
				err = grammar.ErrorAt(start, "the formula is too large once it is written out for its %d coordinates", r.dim)
			}
			if err != nil {
				return nil, nil, err
			}
			n = len(of)
			of, at0[key] = append(of, e), n
		}
		index[i] = n
	}
	return of, index, nil
}

// coordinate is what names mean in the function of one coordinate.
type coordinate struct{ values map[string]*formula.Expr }

// macro puts the arguments into a named kernel of Δ.
func (r *reader) macro(name string, m macro, inner []rune, start, at int) (*formula.Expr, *grammar.Error) {
	sub := &reader{dim: r.dim, scalars: map[string]*formula.Expr{}, vectors: map[string][]*formula.Expr{},
		used:   map[string]bool{},
		kernel: r.kernel, count: r.count, text: map[string]string{}}
	var args []word
	if len(strings.TrimSpace(string(inner))) > 0 {
		args = commas(inner, 0, len(inner))
	}
	if len(args) != len(m.params) {
		return nil, grammar.ErrorAt(start, "%s(%s) has %d parameters, not %d", name, strings.Join(m.names(), ", "),
			len(m.params), len(args))
	}
	for i, p := range m.params {
		arg := strings.TrimSpace(args[i].text)
		if v, ok := r.vectors[arg]; ok {
			if !p.vector {
				return nil, grammar.ErrorAt(at+args[i].start, "parameter %s of %s is a number, not a vector", p.name, name)
			}
			r.used[arg] = true
			sub.vectors[p.name] = v
			continue
		}
		bound := map[string]*formula.Expr{}
		for _, w := range names([]rune(args[i].text)) {
			if v, ok := r.scalars[w.text]; ok {
				r.used[w.text], bound[w.text] = true, v
			}
		}
		v, err := radial.ReadConstant(args[i].text, bound)
		if err == nil && v.Varies() {
			err = grammar.ErrorAt(0, "parameter %s of %s must be a constant", p.name, name)
		}
		if err != nil {
			return nil, shift(err, at+args[i].start)
		}
		if p.positive {
			if sign, known := stationary.SignOf(v); known && sign <= 0 {
				return nil, grammar.ErrorAt(at+args[i].start, "%s: parameter %s = %s is out of range: %s > 0", name, p.name,
					short(v.String()), p.name)
			}
		}
		sub.scalars[p.name] = v
	}
	e, err := sub.formula([]rune(m.formula), 0, nil)
	r.count, r.work = sub.count, r.work+sub.work
	if err != nil {
		return nil, grammar.ErrorAt(start, "%s: %s", name, err.Msg)
	}
	return e, nil
}

// constants rejects a formula with a constant that has no value, or none near a float64.
func (r *reader) constants(e *formula.Expr) *grammar.Error {
	if x := kernel.Valueless(e); x != nil {
		return grammar.ErrorAt(0, "%s has no value", short(x.String()))
	}
	seen := map[*formula.Expr]bool{}
	var walk func(e *formula.Expr) *grammar.Error
	walk = func(e *formula.Expr) *grammar.Error {
		if seen[e] {
			return nil
		}
		seen[e] = true
		if !e.Varies() && !e.Op().IsCondition() {
			if e.Op() == formula.OpNum || e.Op() == formula.OpPi || e.Op() == formula.OpE {
				return nil
			}
			if _, _, err := radial.Read(e.String(), nil); err != nil {
				return grammar.ErrorAt(0, "%s", err.Msg)
			}
			return nil
		}
		if e.Op() == formula.OpCall {
			return nil
		}
		for _, a := range e.Args() {
			if err := walk(a); err != nil {
				return err
			}
		}
		return nil
	}
	return walk(e)
}

// short cuts a text for a message.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// orthogonal makes the axes orthogonal, each to those before it.
func orthogonal(axes [][]*big.Rat, dim int) ([][]*big.Rat, *grammar.Error) {
	var out [][]*big.Rat
	for n, a := range axes {
		if len(a) != dim {
			return nil, grammar.ErrorAt(0, "axis %d has %d components in R^%d", n+1, len(a), dim)
		}
		v := make([]*big.Rat, dim)
		for i, x := range a {
			v[i] = new(big.Rat).Set(x)
		}
		for _, b := range out {
			c := new(big.Rat).Quo(stationary.Dot(v, b), stationary.Dot(b, b))
			for i := range v {
				v[i].Sub(v[i], new(big.Rat).Mul(c, b[i]))
			}
		}
		if stationary.Dot(v, v).Sign() == 0 {
			return nil, grammar.ErrorAt(0, "axis %d is zero, or in the span of those before it", n+1)
		}
		out = append(out, v)
	}
	return out, nil
}

// macro is a named kernel of Δ: a formula with parameters.
type macro struct {
	params  []param
	formula string
}

type param struct {
	name             string
	vector, positive bool
}

func (m macro) names() []string {
	var out []string
	for _, p := range m.params {
		out = append(out, p.name)
	}
	return out
}

// Named is a kernel of Δ with a name.
type Named struct{ Name, Signature, Formula string }

// Catalogue returns the named kernels of Δ that are no functions of the distance, in alphabetical order.
func Catalogue() []Named {
	var out []Named
	for _, name := range slices.Sorted(maps.Keys(macros)) {
		m := macros[name]
		out = append(out, Named{name, fmt.Sprintf("%s(%s)", name, strings.Join(m.names(), ", ")), m.formula})
	}
	return out
}
