package main

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"krein/kernel"
)

// kernelFlags are the flags by which every verb names a kernel.
type kernelFlags struct {
	params []string
	beyond string
	radius string
	dim    int
	json   bool
}

// maxDim bounds --dim: beyond it the densities no longer fit a float64 exponent range.
const maxDim = 1000

// add registers the flags; withDim is false where the dimension comes from data.
func (f *kernelFlags) add(cmd *cobra.Command, withDim bool) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.params, "param", nil, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10)")
	fl.StringVar(&f.beyond, "beyond", "", "how the kernel goes on beyond its domain: natural (the formula) or zero\n(default: zero for kernels on the sphere, natural otherwise)")
	fl.StringVar(&f.radius, "radius", "", "the radius beyond which '--beyond zero' applies (default: the kernel's domain)")
	if withDim {
		fl.IntVar(&f.dim, "dim", 0, "the dimension d of R^d (required)")
		if err := cmd.MarkFlagRequired("dim"); err != nil {
			panic(err)
		}
	}
	fl.BoolVar(&f.json, "json", false, "write JSON to standard output")
}

// kernel reads the formula from the command's argument ('-': standard input) and applies the flags.
func (f *kernelFlags) kernel(cmd *cobra.Command, formula string) (*kernel.Kernel, error) {
	if formula == "-" {
		b, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), 1<<20))
		if err != nil {
			return nil, fmt.Errorf("reading the formula from standard input: %w", err)
		}
		formula = strings.TrimSpace(string(b))
	}
	params := make(map[string]string, len(f.params))
	for _, p := range f.params {
		name, value, ok := strings.Cut(p, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("--param %q: want name=value, as in --param tau=10", p)
		}
		if _, twice := params[name]; twice {
			return nil, fmt.Errorf("--param %s is given twice", name)
		}
		params[name] = value
	}
	opt := &kernel.Options{Params: params}
	if f.radius != "" {
		r, ok := new(big.Rat).SetString(f.radius)
		if !ok || r.Sign() <= 0 {
			return nil, fmt.Errorf("--radius %q: want a positive number such as 2, 0.5 or 3/2", f.radius)
		}
		if f.beyond == "natural" {
			return nil, errors.New("--radius has no meaning with --beyond natural")
		}
		opt.Radius = r
	}
	k, err := kernel.Parse(formula, opt)
	if err != nil {
		return nil, pointAt(formula, err)
	}
	switch f.beyond {
	case "":
		return k, nil
	case "natural":
		return k.Extend(kernel.Natural, nil)
	case "zero":
		if b, _ := k.Extension(); b == kernel.Zero {
			return k, nil
		}
		return nil, errors.New("--beyond zero: this kernel has no domain of its own, give the radius with --radius")
	}
	return nil, fmt.Errorf("--beyond %q: want natural or zero", f.beyond)
}

// checkDim rejects dimensions that the library does not cover.
func checkDim(d int) error {
	if d < 1 || d > maxDim {
		return fmt.Errorf("dimension %d: want 1 … %d", d, maxDim)
	}
	return nil
}

// pointAt draws the formula with a caret below the column of a *kernel.FormulaError.
func pointAt(formula string, err error) error {
	var fe *kernel.FormulaError
	if !errors.As(err, &fe) || fe.Column < 1 || strings.ContainsAny(formula, "\n\r\t") {
		return err
	}
	// A window around the column keeps long formulas on one line.
	const before, width = 50, 76
	runes := []rune(formula)
	from := max(0, fe.Column-1-before)
	to := min(len(runes), from+width)
	line, caret := string(runes[min(from, len(runes)):to]), fe.Column-1-from
	if from > 0 {
		line, caret = "…"+line, caret+1
	}
	if to < len(runes) {
		line += "…"
	}
	return fmt.Errorf("%w\n  %s\n  %s^", err, line, strings.Repeat(" ", caret))
}
