package input

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/activation"
	"krein/kernel"
)

// OfDelta reports whether the formula, or a flag, is about more than the distance: Stationary reads it.
func (f *KernelFlags) OfDelta(formula string) bool {
	return f.combined || slices.ContainsFunc(f.Params, IsAxis) || len(f.Scales) > 0 ||
		!language.IsRadial(formula)
}

// CombinedError says that a function of the distance has no decomposition as a whole that samples can be drawn from, and has
// one as a product or a mixture.
type CombinedError struct{ Err error }

// Error says why there is none.
func (e *CombinedError) Error() string {
	return e.Err.Error() + "\nAs a product or a mixture it can be drawn: give the data as a file, since what came from standard input is read"
}

// Unwrap returns the reason.
func (e *CombinedError) Unwrap() error { return e.Err }

// OrCombined returns a verb that begins again after an *CombinedError, and takes the function of the distance for one of x − y.
// What was read from standard input is gone: then the error stays.
func (f *KernelFlags) OrCombined(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		whole := (*CombinedError)(nil)
		if data := cmd.Flags().Lookup("data"); f.combined || !errors.As(err, &whole) || slices.Contains(args, "-") ||
			data != nil && data.Value.String() == "-" {
			return err
		}
		f.combined = true
		return run(cmd, args)
	}
}

// word is a name in a formula.
var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// axesUsed returns an error for axes along which the formula has no t.
func (f *KernelFlags) axesUsed(formula string) error {
	last := 0
	for _, name := range word.FindAllString(formula, -1) {
		if name == "t" {
			last = max(last, 1)
		} else if n, err := strconv.Atoi(strings.TrimPrefix(name, "t")); err == nil && name[0] == 't' {
			last = max(last, n)
		}
	}
	axes, err := f.axes()
	switch n := len(axes); {
	case err != nil || n <= last:
		return err
	case n == 1:
		return fmt.Errorf("--param t=%s is the axis of t, which the formula has not: leave it out, or write t", axes[0])
	default:
		return fmt.Errorf("--param t%d=%s is an axis, and the formula has no t beyond t%d: leave it out, or write t%d", n, axes[n-1],
			last, n)
	}
}

// Stationary reads a formula in Δ = x − y, see [KernelFlags.OfDelta], and applies the flags.
func (f *KernelFlags) Stationary(formula string, dim int) (*stationary.Kernel, error) {
	if f.Beyond != "" {
		return nil, fmt.Errorf("--param beyond= is about functions of the distance; this formula is one of x − y")
	}
	if err := errors.Join(CheckDim(dim), f.axesUsed(formula)); err != nil {
		return nil, err
	}
	params, err := f.params(false)
	if err != nil {
		return nil, err
	}
	opt := &stationary.Options{Params: params, Lengths: f.Scales}
	if len(f.Scales) == 1 { // one for all
		opt.Lengths = slices.Repeat(f.Scales, dim)
	}
	axes, err := f.axes()
	if err != nil {
		return nil, err
	}
	for _, text := range axes {
		axis, err := parseAxis(text, dim)
		if err != nil {
			return nil, err
		}
		opt.Axes = append(opt.Axes, axis)
	}
	k, err := language.Parse(formula, dim, opt)
	if err != nil {
		return nil, pointAt(formula, err)
	}
	return k, nil
}

// AnisotropicError says that a kernel is none of the distance alone, and which it is.
type AnisotropicError struct{ Kernel *stationary.Kernel }

// Error says which verbs take it.
func (e *AnisotropicError) Error() string {
	return "this is not a function of the distance z alone; certify, verify, spectrum, decompose, compare, plan, " +
		"report, features, map, fit and evaluate take such kernels"
}

// InDim reads a formula in a dimension: k is a function of the distance or, if it is nil, delta is one of x − y.
func (f *KernelFlags) InDim(cmd *cobra.Command, formula string, dim int) (k *kernel.Kernel, delta *stationary.Kernel, err error) {
	with := *f
	with.Dim = dim
	k, err = with.Kernel(cmd, formula)
	if other := (*AnisotropicError)(nil); errors.As(err, &other) {
		return nil, other.Kernel, nil
	}
	return k, nil, err
}

// radial returns the function of the distance that a formula in Δ is, or an *AnisotropicError.
func (f *KernelFlags) radial(formula string) (*kernel.Kernel, error) {
	k, err := f.Stationary(formula, f.Dim)
	if err != nil {
		return nil, err
	}
	if r, ok := f.OfDistance(k); ok {
		return r, nil
	}
	return nil, &AnisotropicError{k}
}

// OfDistance returns the function of the distance that verbs take the kernel for; ok is false for others.
func (f *KernelFlags) OfDistance(k *stationary.Kernel) (r *kernel.Kernel, ok bool) {
	r, ok = k.Radial()
	return r, ok && k.Lengths() == nil && !f.combined
}

// parseAxis reads the direction of an axis.
func parseAxis(text string, dim int) ([]*big.Rat, error) {
	if text == "ones" {
		return slices.Repeat([]*big.Rat{big.NewRat(1, 1)}, dim), nil
	}
	separated := func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }
	read := func(text string) (axis []*big.Rat, bad string) {
		for _, field := range strings.FieldsFunc(text, separated) {
			v, ok := new(big.Rat).SetString(field)
			if !ok {
				return nil, field
			}
			axis = append(axis, v)
		}
		return axis, ""
	}
	axis, bad := read(text)
	if bad != "" {
		b, err := ReadNamed(text)
		if err != nil {
			return nil, fmt.Errorf("--param t=%s: want ones, numbers such as 1,0,-2, or a file of them (t names the axis; a range is for another name)", text)
		}
		if axis, bad = read(string(b)); bad != "" {
			return nil, fmt.Errorf("--param t=%s: %q is not a number", text, bad)
		}
	}
	if len(axis) != dim {
		return nil, fmt.Errorf("--param t=%s: %d numbers in dimension %d; give one for each coordinate", text, len(axis), dim)
	}
	return axis, nil
}

// Activation reads the formula of an activation function g(t) and applies --param.
func (f *KernelFlags) Activation(text string) (*activation.Function, error) {
	params, err := f.params(false)
	if err != nil {
		return nil, err
	}
	opt := &stationary.Options{Params: make(map[string]string)}
	for _, name := range word.FindAllString(text, -1) { // a parameter may be of one of several functions
		if v, ok := params[name]; ok {
			opt.Params[name] = v
		}
	}
	g, err := activation.Parse(text, opt)
	if err != nil {
		return nil, fmt.Errorf("the activation function %s: %w", text, pointAt(text, err))
	}
	return g, nil
}
