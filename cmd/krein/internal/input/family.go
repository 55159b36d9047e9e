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
	"krein/internal/suggest"
	"krein/kernel"
)

// mostRangeDigits bounds the letters of an end of a range.
const mostRangeDigits = 200

// Ranged reports whether a --param has a range, as in b=0..3.
func (f *KernelFlags) Ranged() bool { return f.Ranges() > 0 }

// Ranges counts the --param that have a range.
func (f *KernelFlags) Ranges() (n int) {
	for _, p := range f.Params {
		if _, value, _ := strings.Cut(p, "="); strings.Contains(value, "..") && axisOf(p) == 0 {
			n++
		}
	}
	return n
}

// Family reads a formula some of whose parameters have ranges, and the ranges, in the order of the flags. The free parameter of
// the family is the last of them.
func (f *KernelFlags) Family(cmd *cobra.Command, formula string) (fam *region.Family, axes []region.Axis, err error) {
	if formula, err = f.Text(cmd, formula); err != nil {
		return nil, nil, err
	}
	params, err := f.params(true)
	if err != nil {
		return nil, nil, err
	}
	if f.IsMin(formula) {
		return nil, nil, errMin
	}
	fam = &region.Family{Formula: formula, Params: params}
	for _, p := range f.Params {
		name, _, _ := strings.Cut(p, "=")
		name = strings.TrimSpace(name)
		from, to, ok := strings.Cut(params[name], "..")
		if !ok {
			continue
		}
		lo, hi, err := ends(name, from, to)
		if err != nil {
			return nil, nil, err
		}
		fam.Name, axes = name, append(axes, region.Axis{Name: name, From: lo, To: hi})
		delete(params, name)
	}
	if len(axes) == 0 {
		return nil, nil, errors.New("no parameter has a range: give one, as in --param b=0..3")
	}
	fam.Radius = f.cut()
	if err := f.checkBeyond(); err != nil {
		return nil, nil, err
	}
	fam.Extend = f.extended
	if f.Dim > 0 {
		one := *f
		one.Params = assignments(params)
		for _, a := range axes {
			one.Params = append(one.Params, a.Name+"="+a.From.RatString())
		}
		if one.OfDelta(formula) {
			return nil, nil, errors.New("ranges of a parameter are for functions of the distance, and this is one of x − y: " +
				"'krein certify' with a value of the parameter certifies it")
		}
	}
	return fam, axes, nil
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
	fam, axes, err := g.Family(cmd, formula)
	switch {
	case err != nil:
		return nil, s, err
	case len(axes) > 1:
		return nil, s, fmt.Errorf("--param %s and --param %s have ranges; one may have, give the other a value "+
			"('krein region' takes several ranges)", axes[0].Name, axes[1].Name)
	}
	s.From, s.To = axes[0].From, axes[0].To
	return fam, s, nil
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

// extended applies --param beyond= to a kernel.
func (f *KernelFlags) extended(k *kernel.Kernel) (*kernel.Kernel, error) {
	if err := f.checkBeyond(); err != nil {
		return nil, err
	}
	switch f.Beyond {
	case "natural":
		return defined.Extend(k, kernel.Natural, nil)
	case "zero":
		if b, _ := k.Extension(); b != kernel.Zero {
			return nil, errors.New("--param beyond=zero: this kernel has no domain of its own, give the radius, as in --param beyond=2")
		}
	}
	return k, nil
}

// cut returns the radius that --param beyond= gives, nil if it is none.
func (f *KernelFlags) cut() *big.Rat {
	if r, ok := new(big.Rat).SetString(f.Beyond); ok && r.Sign() > 0 {
		return r
	}
	return nil
}

// checkBeyond is an error unless --param beyond= is one of its words or a radius.
func (f *KernelFlags) checkBeyond() error {
	if f.Beyond == "" || f.Beyond == "natural" || f.Beyond == "zero" || f.cut() != nil {
		return nil
	}
	return fmt.Errorf("--param beyond=%s: want natural, zero, or a positive radius such as 2, 0.5 or 3/2%s", f.Beyond,
		suggest.Hint(f.Beyond, []string{"natural", "zero"}))
}
