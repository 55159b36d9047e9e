package serve

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"krein/cmd/krein/internal/input"
)

// verb is a command that the interface offers, and what may be said to it: nothing that names a file.
type verb struct {
	name, summary string
	params        []param
	// body says that the request's body is what the command reads: a certificate.
	body bool
	// kernelFlag says that the formula goes by --kernel, not as an argument.
	kernelFlag bool
}

// param is a parameter of the query, a flag of the command.
type param struct {
	name, doc string
	pattern   *regexp.Regexp // of the whole value
	required  bool
	repeated  bool
	example   string
	flag      string // that it is written as, if its name is not
}

// signed is a pattern of numbers, none of which is read as the name of a file.
const signed = `[-+]?([0-9]+(\.[0-9]*)?([eE][-+]?[0-9]{1,3})?|\.[0-9]+([eE][-+]?[0-9]{1,3})?|[0-9]+/0*[1-9][0-9]*)`

// The patterns of values. Lengths are bounded before.
var (
	number = regexp.MustCompile(
		`^[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]{1,3})?$|^\.[0-9]+([eE][-+]?[0-9]{1,3})?$|^[0-9]+/[0-9]+$`)
	numbers = regexp.MustCompile(`^` + signed + `(,` + signed + `)*$`)
	whole   = regexp.MustCompile(`^[0-9]{1,6}$`)
	value   = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*=[-+0-9.eE/,a-z()*]+$`)
	// An axis that is neither ones nor numbers would be the name of a file.
	axis    = regexp.MustCompile(`^t[0-9]*=(ones$|` + strings.TrimPrefix(numbers.String(), "^") + `)`)
	boolean = regexp.MustCompile(`^true$|^false$`)
	beyond  = regexp.MustCompile(`^natural$|^zero$|` + number.String())
	exact   = regexp.MustCompile(`^none$|^plus$|^minus$|^sphere$`)
	claim   = regexp.MustCompile(`^[a-z-]{1,40}$`)
)

// What a value may be long, and how often a parameter may come.
const (
	mostFormula = 4000
	mostValue   = 2000
	mostRepeats = 32
)

var (
	formulaParam = param{name: "formula", doc: "the kernel: a formula in z, or in more than the distance, " +
		"or a name of the catalogue", required: true, example: "exp(-z^2/2) - exp(-z^2/200)"}
	common = []param{
		{name: "dim", doc: "the dimension d of R^d, 1 … 1000", pattern: whole, required: true, example: "3"},
		{name: "param", doc: "name=value of a parameter in the formula; t=ones or t=1,0,-2 is the axis of t", pattern: value, repeated: true},
		{name: "lengths", doc: "positive constants that divide the coordinates of x − y", pattern: numbers},
		{name: "beyond", doc: "how the kernel goes on beyond its domain: natural, zero, or the radius beyond which it is zero", pattern: beyond,
			flag: "param=beyond"},
	}
	accept  = param{name: "accept-estimate", doc: "go on although something is known by estimate only", pattern: boolean}
	radius  = param{name: "radius", doc: "the largest distance that matters", pattern: number}
	columns = param{name: "columns", doc: "number of feature columns", pattern: whole}
)

func with(ps ...param) []param { return slices.Concat([]param{formulaParam}, common, ps) }

// verbs are the commands of /api/v1.
var verbs = []verb{
	{name: "certify", summary: "What is known of a kernel on R^d: claims with proofs, masses (krein.certificate/4)",
		params: with()},
	{name: "verify", summary: "Check the proofs of the certificate in the body, for the kernel named here", body: true,
		kernelFlag: true,
		params: with(param{name: "claim", doc: "the claim to check (default: all that is proved or refuted)", pattern: claim,
			repeated: true})},
	{name: "spectrum", summary: "The radial spectral density on equally spaced frequencies", params: with(
		param{name: "from", doc: "lowest frequency", pattern: number},
		param{name: "to", doc: "highest frequency", pattern: number},
		param{name: "points", doc: "number of frequencies, at most 9999", pattern: regexp.MustCompile(`^[0-9]{1,4}$`)})},
	{name: "decompose", summary: "The Jordan decomposition of the spectral measure: masses, quantiles, bias", params: with(
		accept,
		param{name: "sphere", doc: "Gegenbauer coefficients on the unit sphere instead", pattern: boolean})},
	{name: "compare", summary: "Every representation of the kernel: mass, bias, predicted error, columns for a target",
		params: with(accept, columns, radius,
			param{name: "error", doc: "root mean square error of k̂(z) to be reached", pattern: number},
			param{name: "bias", doc: "biases of least measures", pattern: numbers})},
	{name: "plan", summary: "The feature columns that an error takes, by theorems and by prediction", params: with(
		accept, columns, radius,
		param{name: "error", doc: "the error of k̂(z) to be reached", pattern: number},
		param{name: "confidence", doc: "the probability with which it is", pattern: number})},
}

// inputError is a request that cannot be understood.
type inputError struct{ why string }

func (e *inputError) Error() string { return e.why }

// arguments returns the command line of a request, without what says where its output goes.
func (v *verb) arguments(query url.Values) ([]string, error) {
	args, err := v.flags(query)
	if err != nil {
		return nil, err
	}
	f, err := formulaOf(query)
	if err != nil {
		return nil, err
	}
	if v.kernelFlag {
		return append(args, "--json", "--kernel="+f, "--", "-"), nil
	}
	return append(args, "--json", "--", f), nil
}

// flags returns the command of a request with its flags. Values are checked by pattern, and written as --flag=value,
// the formula after "--", so that none is read as a flag or as the name of a file.
func (v *verb) flags(query url.Values) ([]string, error) {
	args := []string{v.name}
	known := map[string]bool{}
	for _, p := range v.params {
		known[p.name] = true
		values := query[p.name]
		switch {
		case len(values) == 0 && p.required:
			return nil, &inputError{fmt.Sprintf("the parameter %s is missing: %s", p.name, p.doc)}
		case len(values) > 1 && !p.repeated:
			return nil, &inputError{fmt.Sprintf("the parameter %s is given %d times", p.name, len(values))}
		case len(values) > mostRepeats:
			return nil, &inputError{fmt.Sprintf("the parameter %s is given %d times; at most %d are taken", p.name,
				len(values), mostRepeats)}
		}
		if p.name == formulaParam.name {
			continue
		}
		for _, s := range values {
			if len(s) > mostValue || !p.pattern.MatchString(s) || p.name == "param" && input.IsAxis(s) && !axis.MatchString(s) {
				return nil, &inputError{fmt.Sprintf("%s is not understood: want %s", p.name, p.doc)}
			}
			args = append(args, "--"+cmp.Or(p.flag, p.name)+"="+s)
		}
	}
	for name := range query {
		if !known[name] {
			return nil, &inputError{fmt.Sprintf("there is no parameter %.40q; there are %s", name, v.names())}
		}
	}
	return args, nil
}

// formulaOf returns the formula of a request.
func formulaOf(query url.Values) (string, error) {
	f := formulaIn(query)
	switch {
	case f == "" || f == "-":
		return "", &inputError{"there is no formula: give one such as exp(-z^2/2), or a name such as ntk"}
	case !utf8.ValidString(f):
		return "", &inputError{"the formula is not UTF-8"}
	case len(f) > mostFormula:
		return "", &inputError{fmt.Sprintf("the formula has %d bytes; at most %d are taken", len(f), mostFormula)}
	}
	return f, nil
}

func (v *verb) names() string {
	var names []string
	for _, p := range v.params {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}
