// Package language reads formulas of kernels k(Δ) (docs/stationary.md), in the distance, coordinates, axes, sums and
// products, and holds the kernels of Δ that have names.
package language

import (
	"fmt"
	"slices"

	"krein/fourier/stationary"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/formula"
	radial "krein/internal/kernel/language"
	"krein/kernel/parser"
)

// Parse reads a formula for k(Δ) on R^dim (docs/stationary.md). A formula in the distance alone is read as
// parser.Parse does. Errors of the formula are *grammar.Error with the column. It panics if dim < 1.
func Parse(source string, dim int, opt *stationary.Options) (*stationary.Kernel, error) {
	if dim < 1 {
		panic(fmt.Sprintf("stationary: dimension %d", dim))
	}
	if dim > stationary.MostDim {
		return nil, fmt.Errorf("stationary: dimension %d is more than %d", dim, stationary.MostDim)
	}
	if opt == nil {
		opt = &stationary.Options{}
	}
	var lengths []*formula.Expr
	for i, text := range opt.Lengths {
		e, err := radial.ReadConstant(text, nil)
		if err != nil {
			return nil, fmt.Errorf("stationary: length %d, %q: %w", i+1, short(text), err)
		}
		lengths = append(lengths, e)
	}
	if IsRadial(source) && len(opt.Axes) == 0 {
		r, err := parser.Parse(source, &parser.Options{Params: opt.Params})
		if err != nil {
			for _, other := range radial.Respelt(source) {
				if _, _, wrong := readPlain(other, dim, opt); !IsRadial(other) && wrong == nil {
					return nil, fmt.Errorf("%w; krein reads this as %s", err, other)
				}
			}
			return nil, err
		}
		return cut(stationary.NewBuilder(dim).Radial(r, source, *opt, lengths))
	}
	b, e, err := read(source, dim, opt)
	if err != nil {
		return nil, err
	}
	return cut(b.Kernel(e, source, *opt, lengths))
}

// cut has the points of a kernel looked for.
func cut(k *stationary.Kernel, err error) (*stationary.Kernel, error) {
	if err != nil {
		return nil, err
	}
	return k.CutAt(breakpoints.Search{}), nil
}

// IsRadial reports whether a formula has no name that only kernels of Δ have, but for what let names, so that it is one
// in the distance alone: parser.Parse reads it.
func IsRadial(source string) bool {
	words, local := names([]rune(source)), map[string]bool{}
	for i, w := range words {
		_, named := macros[w.text]
		_, _, numbered := numbered(w.text)
		local[w.text] = local[w.text] || i > 0 && words[i-1].text == "let"
		if !local[w.text] && (named || numbered || slices.Contains([]string{"t", "l1", "x", "sum", "prod",
			string(joker)}, w.text)) {
			return false
		}
	}
	return true
}
