package input

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"krein/internal/kernel/grammar"
	"krein/kernel"
	"krein/kernel/parser"
)

// OnDomain reads the kernel without cutting it off at --radius, which here is the largest distance that matters, unless
// the formula has no value beyond or that is asked for.
func (f *KernelFlags) OnDomain(cmd *cobra.Command, formula string) (*kernel.Kernel, error) {
	formula, err := f.Text(cmd, formula)
	if err != nil {
		return nil, err
	}
	if f.Beyond != "zero" {
		whole := *f
		whole.Radius = ""
		k, err := whole.Kernel(cmd, formula)
		if err == nil || f.Radius == "" || f.Beyond == "natural" {
			return k, err
		}
	}
	return f.Kernel(cmd, formula)
}

// KernelFlags are the flags by which every verb names a kernel.
type KernelFlags struct {
	Params []string
	Axes   []string // of kernels that are not functions of the distance
	Scales []string
	Beyond string
	Radius string
	Dim    int
	JSON   bool
}

// Add registers the flags; withDim is false where the dimension comes from data.
func (f *KernelFlags) Add(cmd *cobra.Command, withDim bool) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.Params, "param", nil, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10);\n"+
		"a vector has commas, as in --param r=1,0,1/2")
	fl.StringArrayVar(&f.Axes, "axis", nil, "the axis of t, or the axes of t1, t2, …: ones, 1,0,… or a file with a row "+
		"of numbers;\nmade orthogonal to those before, of length 1")
	fl.StringSliceVar(&f.Scales, "lengths", nil, "positive constants that divide the coordinates of x − y, one each, or "+
		"one for all")
	fl.StringVar(&f.Beyond, "beyond", "", "how the kernel goes on beyond its domain: natural (the formula) or zero\n"+
		"(default: zero for kernels on the sphere, natural otherwise)")
	fl.StringVar(&f.Radius, "radius", "", "the radius beyond which '--beyond zero' applies (default: the kernel's domain)")
	if withDim {
		fl.IntVar(&f.Dim, "dim", 0, "the dimension d of R^d (required)")
		if err := cmd.MarkFlagRequired("dim"); err != nil {
			panic(err)
		}
	}
	fl.BoolVar(&f.JSON, "json", false, "write JSON to standard output")
}

// Argument is the kernel as a command line names it: the formula, quoted for a shell, and the
// flags. A formula that came by standard input is written out.
func (f *KernelFlags) Argument(formula, written string) string {
	if formula == "-" {
		formula = written
	}
	if strings.HasPrefix(formula, "-") { // it would be read as a flag
		formula = "(" + formula + ")"
	}
	words := []string{Quoted(formula)}
	for _, p := range f.Params {
		words = append(words, "--param", Quoted(p))
	}
	for _, a := range f.Axes {
		words = append(words, "--axis", Quoted(a))
	}
	if len(f.Scales) > 0 {
		words = append(words, "--lengths", Quoted(strings.Join(f.Scales, ",")))
	}
	if f.Beyond != "" {
		words = append(words, "--beyond", Quoted(f.Beyond))
	}
	if f.Radius != "" {
		words = append(words, "--radius", Quoted(f.Radius))
	}
	return strings.Join(words, " ")
}

// Quoted is a word as a shell reads it back.
func Quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// Text returns the formula that an argument is, or what standard input has for '-'.
func (f *KernelFlags) Text(cmd *cobra.Command, formula string) (string, error) {
	if formula != "-" {
		return formula, nil
	}
	b, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), 1<<20))
	if err != nil {
		return "", fmt.Errorf("reading the formula from standard input: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}

// params returns the values of --param by name; ranges among them are refused unless they are wanted.
func (f *KernelFlags) params(ranges bool) (map[string]string, error) {
	params := make(map[string]string, len(f.Params))
	for _, p := range f.Params {
		name, value, ok := strings.Cut(p, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("--param %q: want name=value, as in --param tau=10", p)
		}
		if !ranges && strings.Contains(value, "..") {
			return nil, fmt.Errorf("--param %s: a range, where one value is wanted; 'krein region' says for which values of a range "+
				"a kernel is positive definite", p)
		}
		if _, twice := params[name]; twice {
			return nil, fmt.Errorf("--param %s is given twice", name)
		}
		params[name] = value
	}
	return params, nil
}

// Min is the word for the min kernel, 1 + Σ min(x_j, y_j) on [0,1]^d, where a verb takes kernels that are no functions of
// the distance.
const Min = "min"

// IsMin reports whether the text names the min kernel.
func (f *KernelFlags) IsMin(text string) bool { return strings.TrimSpace(text) == Min }

// errMin says what there is for the min kernel in verbs that do not take it.
var errMin = errors.New("the min kernel 1 + Σ min(x_j, y_j) is no function of x − y, which this verb, or one of the flags given, " +
	"wants. It is positive definite on [0,1]^d, since min(x,y) is the integral over t of the product of the steps 1{t ≤ x} and " +
	"1{t ≤ y}; 'krein features min --data FILE -o FILE', 'krein map min --data FILE -o FILE', 'krein evaluate min --data FILE' " +
	"and 'krein fit --kernel min' draw these steps")

// Kernel reads the formula from the command's argument ('-': standard input) and applies the flags.
func (f *KernelFlags) Kernel(cmd *cobra.Command, formula string) (*kernel.Kernel, error) {
	formula, err := f.Text(cmd, formula)
	if err != nil {
		return nil, err
	}
	params, err := f.params(false)
	if err != nil {
		return nil, err
	}
	if _, own := params[Min]; f.IsMin(formula) && !own {
		return nil, errMin
	}
	if f.Dim > 0 && f.OfDelta(formula) {
		return f.radial(formula)
	}
	if err := f.axesUsed(formula); err != nil {
		return nil, err
	}
	radius, err := f.radius()
	if err != nil {
		return nil, err
	}
	k, err := parser.Parse(formula, &parser.Options{Params: params, Radius: radius})
	if err != nil {
		return nil, pointAt(formula, err)
	}
	return f.extended(k)
}

// pointAt draws the formula with a caret below the column of a *grammar.Error.
func pointAt(source string, err error) error {
	var fe *grammar.Error
	if !errors.As(err, &fe) || fe.Column < 1 || strings.ContainsAny(source, "\n\r\t") {
		return err
	}
	if strings.HasPrefix(fe.Msg, "parameter ") {
		return fmt.Errorf("--param: %s", fe.Msg)
	}
	if source == "" {
		return errors.New("the formula is empty: give one such as 'exp(-z^2/2)'")
	}
	// A window around the column keeps long formulas on one line.
	const before, width = 50, 76
	runes := []rune(source)
	from := max(0, fe.Column-1-before)
	to := min(len(runes), from+width)
	line, caret := string(runes[min(from, len(runes)):to]), fe.Column-1-from
	if from > 0 {
		line, caret = "…"+line, caret+1
	}
	if to < len(runes) {
		line += "…"
	}
	return fmt.Errorf("%w%s\n  %s\n  %s^", err, advice(runes[min(fe.Column-1, len(runes)):]), line,
		strings.Repeat(" ", caret))
}

// named is an argument by name, as in matern(nu=3/2).
var named = regexp.MustCompile(`^[\pL_][\pL\pN_]*\s*=([^=]|$)`)

// advice says what to do about what an error points at, where it is of another language or was copied along.
func advice(rest []rune) string {
	switch {
	case len(rest) == 0:
	case named.MatchString(string(rest)):
		return "; arguments have no names here, only an order: matern(3/2, 1)"
	case strings.ContainsRune(`"“”„'‘’«»`, rest[0]):
		return "; leave the quotation mark out"
	case strings.ContainsRune("∕⁄÷", rest[0]):
		return "; write / to divide"
	case unicode.Is(unicode.Cf, rest[0]):
		return "; it is invisible: delete it"
	}
	return ""
}

// OneFormula wants exactly one argument and explains the two usual mistakes.
func OneFormula(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return fmt.Errorf("no kernel: give a formula such as 'exp(-z^2/2)', a name such as ntk, or - to " +
			"read one from standard input")
	default:
		return fmt.Errorf("%d arguments where one formula is expected (%q, %q, …): put the formula in quotes", len(args),
			args[0], args[1])
	}
}

// FormulaOrTable wants one formula, or beside a table none and no flags of one.
func FormulaOrTable(cmd *cobra.Command, args []string, table string) error {
	if table == "" {
		return OneFormula(cmd, args)
	}
	if len(args) != 0 {
		return errors.New("give a formula or --table, not both")
	}
	for _, name := range []string{"param", "axis", "radius"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return fmt.Errorf("--%s is about a formula; --table has its kernel: leave --%[1]s out", name)
		}
	}
	return nil
}

// None wants no arguments, and says what to do with one.
func None(remedy string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("%s takes no argument, and %q is one: %s", cmd.CommandPath(), args[0], remedy)
		}
		return nil
	}
}

// One wants exactly one argument, and says what.
func One(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("want %s, one argument, not %d", what, len(args))
		}
		return nil
	}
}
