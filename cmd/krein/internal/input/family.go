package input

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"krein/certify/region"
	"krein/internal/kernel/defined"
	"krein/kernel"
)

// mostRangeDigits bounds the letters of an end of a range.
const mostRangeDigits = 200

// Ranged reports whether a --param has a range, as in b=0..3.
func (f *KernelFlags) Ranged() bool {
	for _, p := range f.Params {
		if _, value, _ := strings.Cut(p, "="); strings.Contains(value, "..") {
			return true
		}
	}
	return false
}

// Family reads a formula one of whose parameters has a range, and the range.
func (f *KernelFlags) Family(cmd *cobra.Command, formula string) (fam *region.Family, lo, hi *big.Rat, err error) {
	if formula, err = f.Text(cmd, formula); err != nil {
		return nil, nil, nil, err
	}
	params, err := f.params(true)
	if err != nil {
		return nil, nil, nil, err
	}
	if f.IsMin(formula) {
		return nil, nil, nil, errMin
	}
	fam = &region.Family{Formula: formula, Params: params}
	for name, value := range params {
		from, to, ok := strings.Cut(value, "..")
		if !ok {
			continue
		}
		if lo != nil {
			return nil, nil, nil, fmt.Errorf("--param %s and --param %s have ranges; one may have, give the other a value", fam.Name, name)
		}
		fam.Name = name
		if lo, hi, err = ends(name, from, to); err != nil {
			return nil, nil, nil, err
		}
	}
	if lo == nil {
		return nil, nil, nil, errors.New("no parameter has a range: give one, as in --param b=0..3")
	}
	delete(params, fam.Name)
	if fam.Radius, err = f.radius(); err != nil {
		return nil, nil, nil, err
	}
	switch f.Beyond {
	case "", "natural", "zero":
	default:
		return nil, nil, nil, Choice("beyond", f.Beyond, "natural", "zero")
	}
	fam.Extend = f.extended
	if f.Dim > 0 {
		one := *f
		one.Params = append([]string{fam.Name + "=" + lo.RatString()}, assignments(params)...)
		if one.OfDelta(formula) {
			return nil, nil, nil, errors.New("ranges of a parameter are for functions of the distance, and this is one of x − y: " +
				"'krein certify' with a value of the parameter certifies it")
		}
	}
	return fam, lo, hi, nil
}

// ends reads the two ends of the range of a parameter.
func ends(name, from, to string) (lo, hi *big.Rat, err error) {
	if lo, err = rational(from); err == nil {
		hi, err = rational(to)
	}
	if err == nil && lo.Cmp(hi) >= 0 {
		err = errors.New("the first number is not less than the second")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("--param %s=%s..%s: want two numbers such as 0..3, -1/2..1.5: %w", name, from, to, err)
	}
	return lo, hi, nil
}

// Over reads a formula one of whose parameters has a range, and the range, an end of which is left out by a parenthesis:
// b=(0..1/2].
func (f *KernelFlags) Over(cmd *cobra.Command, formula string) (fam *region.Family, s region.Span, err error) {
	g := *f
	g.Params = slices.Clone(f.Params)
	for i, p := range g.Params {
		name, value, _ := strings.Cut(p, "=")
		value = strings.TrimSpace(value)
		if !strings.Contains(value, "..") || !strings.HasPrefix(value, "(") && !strings.HasPrefix(value, "[") {
			continue
		}
		if !strings.HasSuffix(value, ")") && !strings.HasSuffix(value, "]") {
			return nil, s, fmt.Errorf("--param %s: want a range such as 0..1, (0..1] or (0..1)", p)
		}
		s.OpenFrom, s.OpenTo = value[0] == '(', value[len(value)-1] == ')'
		g.Params[i] = name + "=" + value[1:len(value)-1]
	}
	fam, s.From, s.To, err = g.Family(cmd, formula)
	return fam, s, err
}

func assignments(params map[string]string) (out []string) {
	for name, value := range params {
		out = append(out, name+"="+value)
	}
	return out
}

// rational reads an end of a range: digits, a point or a line between at most, and a sign.
func rational(text string) (*big.Rat, error) {
	text = strings.TrimSpace(text)
	v, ok := (*big.Rat)(nil), len(text) <= mostRangeDigits && strings.Trim(text, "+-0123456789./") == ""
	if ok {
		v, ok = new(big.Rat).SetString(text)
	}
	if !ok {
		return nil, fmt.Errorf("%.40q is no number", text)
	}
	return v, nil
}

// extended applies --beyond to a kernel.
func (f *KernelFlags) extended(k *kernel.Kernel) (*kernel.Kernel, error) {
	switch f.Beyond {
	case "":
		return k, nil
	case "natural":
		return defined.Extend(k, kernel.Natural, nil)
	case "zero":
		if b, _ := k.Extension(); b == kernel.Zero {
			return k, nil
		}
		return nil, errors.New("--beyond zero: this kernel has no domain of its own, give the radius with --radius")
	}
	return nil, Choice("beyond", f.Beyond, "natural", "zero")
}

// radius reads --radius, nil if it is not given.
func (f *KernelFlags) radius() (*big.Rat, error) {
	if f.Radius == "" {
		return nil, nil
	}
	r, ok := new(big.Rat).SetString(f.Radius)
	if !ok || r.Sign() <= 0 {
		return nil, fmt.Errorf("--radius %q: want a positive number such as 2, 0.5 or 3/2", f.Radius)
	}
	if f.Beyond == "natural" {
		return nil, errors.New("--radius has no meaning with --beyond natural")
	}
	return r, nil
}
