package input

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"krein/internal/kernel/grammar"
	"krein/kernel"
	"krein/kernel/parser"
)

// OnDomain reads the kernel for the distances up to --radius: a formula without a value beyond is cut off there.
func (f *KernelFlags) OnDomain(cmd *cobra.Command, formula string) (*kernel.Kernel, error) {
	formula, err := f.Text(cmd, formula)
	if err != nil {
		return nil, err
	}
	k, err := f.Kernel(cmd, formula)
	if err == nil || f.Radius == "" || f.Beyond != "" {
		return k, err
	}
	return f.CutAtRadius().Kernel(cmd, formula)
}

// CutAtRadius returns flags by which the kernel is zero beyond --radius, unless --param beyond= says how it goes on.
func (f *KernelFlags) CutAtRadius() *KernelFlags {
	cut := *f
	if cut.Beyond == "" {
		cut.Beyond = f.Radius
	}
	return &cut
}

// KernelFlags are the flags by which every verb names a kernel.
type KernelFlags struct {
	Params   []string // those of t, t1, … are axes
	Scales   []string
	Beyond   string
	Radius   string // the largest distance that matters, in verbs that have --radius
	Dim      int
	JSON     bool
	combined bool // a function of the distance is one of x − y; see OrCombined
}

// Add registers the flags; withDim is false where the dimension comes from data.
func (f *KernelFlags) Add(cmd *cobra.Command, withDim bool) {
	fl := cmd.Flags()
	f.AddParam(cmd, "value of a named parameter, as in --param tau=10 (exact: 0.1 is 1/10);\n"+
		"a vector has commas, as in --param r=1,0,1/2. The axis of t, or of t1, t2, …, is ones, a vector or a file with\n"+
		"a row of numbers, as in --param t=ones; made orthogonal to those before, of length 1")
	fl.StringSliceVar(&f.Scales, "lengths", nil, "positive constants that divide the coordinates of x − y, one each, or "+
		"one for all")
	if withDim {
		fl.IntVar(&f.Dim, "dim", 0, "the dimension d of R^d (required)")
		if err := cmd.MarkFlagRequired("dim"); err != nil {
			panic(err)
		}
	}
	TakeJSON(cmd, &f.JSON)
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
	if len(f.Scales) > 0 {
		words = append(words, "--lengths", Quoted(strings.Join(f.Scales, ",")))
	}
	if f.Beyond != "" {
		words = append(words, "--param", Quoted(beyond+"="+f.Beyond))
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

// axisOf returns the number of the axis that a --param gives, from 1, or 0 if it is another parameter: t and t1 are the
// first.
func axisOf(param string) int {
	name, _, _ := strings.Cut(param, "=")
	name = strings.TrimSpace(name)
	if name == "t" {
		return 1
	}
	if digits, is := strings.CutPrefix(name, "t"); is {
		if n, err := strconv.Atoi(digits); err == nil && n > 0 {
			return n
		}
	}
	return 0
}

// IsAxis reports whether a --param gives an axis of t, t1, …, which may be a file.
func IsAxis(param string) bool { return axisOf(param) > 0 }

// axes returns the axes among the values of --param, in their order.
func (f *KernelFlags) axes() (axes []string, err error) {
	byNumber := map[int]string{}
	for _, p := range f.Params {
		n := axisOf(p)
		if n == 0 {
			continue
		}
		_, value, _ := strings.Cut(p, "=")
		if value = strings.TrimSpace(value); value == "" {
			return nil, fmt.Errorf("--param %q: want an axis, as in --param t=ones", p)
		}
		if byNumber[n] != "" {
			return nil, fmt.Errorf("--param %s: the axis of t%d is given twice", p, n)
		}
		byNumber[n] = value
	}
	for n := range len(byNumber) {
		if byNumber[n+1] == "" {
			return nil, fmt.Errorf("--param: there is no axis of t%d before those that follow; axes are numbered from t1 on", n+1)
		}
		axes = append(axes, byNumber[n+1])
	}
	return axes, nil
}

// params returns the values of --param by name, axes apart; ranges among them are refused unless they are wanted.
func (f *KernelFlags) params(ranges bool) (map[string]string, error) {
	params := make(map[string]string, len(f.Params))
	for _, p := range f.Params {
		if axisOf(p) > 0 {
			continue
		}
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
	"and 'krein fit min' draw these steps")

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
	k, err := parser.Parse(formula, &parser.Options{Params: params, Radius: f.cut()})
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
		return "; arguments have an order in place of names: matern(3/2, 1)"
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

// FormulaOrTable wants one argument: a formula, or a table without flags of a formula, whose file it returns.
func FormulaOrTable(cmd *cobra.Command, args []string) (table string, err error) {
	if err := OneFormula(cmd, args); err != nil || SourceOf(args[0]) == Formula {
		return "", err
	}
	// How the kernel goes on matters for rows that are farther apart than the table is for; cutting it makes another kernel.
	if f := cmd.Flags().Lookup("param"); f != nil && f.Changed && f.Value.String() != "beyond=zero" && f.Value.String() != "beyond=natural" {
		return "", fmt.Errorf("--param %s is about a formula, and %s has its kernel: leave --param out", f.Value, args[0])
	}
	return args[0], nil
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
		switch len(args) {
		case 0:
			return fmt.Errorf("missing: %s", what)
		case 1:
			return nil
		}
		return fmt.Errorf("want %s, one argument, not %d", what, len(args))
	}
}
