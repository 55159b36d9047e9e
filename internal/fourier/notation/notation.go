// Package notation writes kernels of Δ = x − y as they are printed: in LaTeX.
package notation

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/kernel/formula"
	radial "krein/internal/kernel/language"
	"krein/kernel/notation"
)

// LaTeX returns the formula of a kernel as it was given in LaTeX math: named kernels of Δ are written out, sum(f(x)) is
// Σ_i f(x_i), parameters keep their names. An error says that the formula has something that this does not write.
func LaTeX(k *stationary.Kernel) (string, error) {
	r := reader{symbols: map[string]*formula.Expr{}, vectors: map[string]string{}}
	for name, text := range k.Options().Params {
		first, _, vector := strings.Cut(text, ",")
		value, err := radial.ReadConstant(first, nil)
		if err != nil {
			return "", err
		}
		if r.symbols[name] = notation.Symbol(spelt(name), value); vector {
			r.vectors[name] = spelt(name)
		}
	}
	e, err := r.read(k.Formula(), false)
	if err != nil {
		return "", err
	}
	return once(notation.LaTeX(e)), nil
}

// once drops parentheses within parentheses, around what begins and ends with them.
func once(latex string) string {
	const open, end = `\left(`, `\right)`
	var begins []int
	match := map[int]int{} // by where it begins, where it ends
	for i := range latex {
		switch {
		case strings.HasPrefix(latex[i:], open):
			begins = append(begins, i)
		case strings.HasPrefix(latex[i:], end) && len(begins) > 0:
			match[begins[len(begins)-1]] = i
			begins = begins[:len(begins)-1]
		}
	}
	drop := map[int]int{} // by place, the length
	for from, to := range match {
		if inner, ok := match[from+len(open)]; ok && inner+len(end) == to {
			drop[from], drop[to] = len(open), len(end)
		}
	}
	var b strings.Builder
	for i := 0; i < len(latex); {
		if n := drop[i]; n > 0 {
			i += n
			continue
		}
		b.WriteByte(latex[i])
		i++
	}
	return b.String()
}

// coordinate is a number that is written as it is.
func coordinate(latex string) *formula.Expr { return notation.Symbol(latex, formula.NewVariable()) }

// reader reads formulas in which names stand for symbols.
type reader struct {
	symbols map[string]*formula.Expr
	vectors map[string]string // their spelling
	count   int
}

var (
	words    = regexp.MustCompile(`[0-9][\pL0-9_.]*|[\pL_][\pL0-9_]*`)
	numbered = regexp.MustCompile(`^([xt])([1-9][0-9]*)$`)
	greek    = map[string]bool{"sigma": true, "beta": true, "rho": true, "tau": true, "alpha": true, "gamma": true,
		"nu": true, "mu": true, "lambda": true, "ell": true}
)

// spelt is a name in LaTeX.
func spelt(name string) string {
	switch {
	case greek[name]:
		return `\` + name
	case len(name) == 1:
		return name
	}
	return `\mathrm{` + strings.ReplaceAll(name, "_", `\_`) + `}`
}

var errOpen = errors.New("notation: a parenthesis is not closed")

// read reads a formula, or with inside set what stands in sum(…) or prod(…).
func (r *reader) read(text string, inside bool) (*formula.Expr, error) {
	bound := maps.Clone(r.symbols)
	if inside { // named kernels look whether a parameter is in its range
		for name, spelling := range r.vectors {
			bound[name] = notation.Symbol(spelling+"_{i}", r.symbols[name].Body())
		}
	}
	var out strings.Builder
	for text != "" {
		at := words.FindStringIndex(text)
		if at == nil {
			break
		}
		word := text[at[0]:at[1]]
		out.WriteString(text[:at[0]])
		text = text[at[1]:]
		arguments, rest, called := "", "", strings.HasPrefix(strings.TrimLeft(text, " "), "(")
		if called {
			var ok bool
			if arguments, rest, ok = parenthesis(text); !ok {
				return nil, errOpen
			}
		}
		detail, err := r.detail(word, arguments, called)
		switch m := numbered.FindStringSubmatch(word); {
		case err != nil:
			return nil, err
		case detail != nil:
			r.count++
			name := "detail" + strconv.Itoa(r.count)
			bound[name] = detail
			out.WriteString(name)
			if called {
				text = rest
			}
			continue
		case m != nil:
			bound[word] = coordinate(m[1] + "_{" + m[2] + "}")
		case word == "x" && inside:
			bound[word] = coordinate("x_{i}")
		case word == "t":
			bound[word] = coordinate("t")
		case word == "l1":
			bound[word] = coordinate(`{\lVert\Delta\rVert}_{1}`)
		}
		out.WriteString(word)
	}
	e, err := radial.ReadConstant(out.String()+text, bound)
	if err != nil {
		return nil, err
	}
	if inside {
		ours := map[*formula.Expr]*formula.Expr{} // by the variable that they are
		for _, s := range bound {
			if s.Op() == formula.OpCall {
				ours[s.Body()] = s
			}
		}
		size := formula.Apply(formula.OpAbs, coordinate("x_{i}"))
		e = e.Replace(func(e *formula.Expr) *formula.Expr {
			if s := ours[e]; s == nil && e.Op() == formula.OpVar {
				return size
			}
			return ours[e]
		})
	}
	return e, nil
}

// parenthesis returns what stands in the parenthesis that a text begins with, and what follows it.
func parenthesis(text string) (inner, rest string, ok bool) {
	depth, from := 0, strings.Index(text, "(")
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[from+1 : i], text[i+1:], true
			}
		}
	}
	return "", "", false
}

// detail returns sum(…), prod(…) or a named kernel of Δ, nil for other names.
func (r *reader) detail(name, arguments string, called bool) (*formula.Expr, error) {
	if called && (name == "sum" || name == "prod") {
		e, err := r.read(arguments, true)
		if err != nil {
			return nil, err
		}
		text := notation.LaTeX(e)
		if e.Op() == formula.OpAdd || e.Op() == formula.OpSub {
			text = `\left(` + text + `\right)`
		}
		if name == "sum" {
			return coordinate(`\left(\sum_{i}` + text + `\right)`), nil
		}
		return coordinate(`\prod_{i}` + text), nil
	}
	for _, n := range language.Catalogue() {
		if n.Name == name {
			return r.named(n, arguments)
		}
	}
	return nil, nil
}

// named puts the arguments into a named kernel.
func (r *reader) named(n language.Named, arguments string) (*formula.Expr, error) {
	_, signature, _ := strings.Cut(strings.TrimSuffix(n.Signature, ")"), "(")
	params := strings.Split(signature, ",")
	given := split(arguments)
	if len(given) != len(params) {
		return nil, fmt.Errorf("notation: %s has %d parameters", n.Signature, len(params))
	}
	of := reader{symbols: map[string]*formula.Expr{}, vectors: map[string]string{}, count: r.count}
	for i, p := range params {
		p, text := strings.TrimSpace(p), strings.TrimSpace(given[i])
		if v, ok := r.vectors[text]; ok {
			of.vectors[p] = v
		}
		e, err := r.read(text, false)
		if err != nil {
			return nil, err
		}
		of.symbols[p] = e
	}
	return of.read(n.Formula, false)
}

// split splits at the commas outside of parentheses.
func split(text string) (out []string) {
	depth, from := 0, 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}
