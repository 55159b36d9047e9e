package language

import (
	"regexp"
	"strings"
)

// The spellings of other languages that Respelt takes off or replaces.
var (
	definition = regexp.MustCompile(`^\s*(?:lambda\s+([A-Za-z]\w*)\s*:|(?:def\s+)?[A-Za-z]\w*\s*\(\s*([A-Za-z]\w*)\s*\)\s*(?::?=|:)|` +
		`([A-Za-z]\w*)\s*(?:->|=>|↦|\\mapsto|\\to)|[A-Za-z]\w*\s*(?:\([\w', ]*\)\s*)?:?=([^=])|)\s*(?:return\b)?\s*`)
	distances = regexp.MustCompile(`\b(?:r|d|h|tau|dist|distance|lag)\b`)
	apart     = regexp.MustCompile(`(?:\\?\|\\?\|?|\b(?:abs|norm|dist)\(|\\[lr]?[Vv]ert\b|\()\s*x\s*[-−,]\s*(?:y|x'|z)\s*` +
		`(?:\\?\|\\?\|?|\)|\\[lr]?[Vv]ert\b)`)
	modules  = regexp.MustCompile(`\b(?:np\.linalg|numpy\.linalg|np|numpy|math|cmath|jnp|torch|tf|mp|mpmath|sp|scipy\.special|special)\.`)
	fences   = regexp.MustCompile(`\\left|\\right|\\[,;!]|^\s*\$+|\$+\s*$`)
	products = regexp.MustCompile(`\\(?:cdot|times)\b`)
	bars     = regexp.MustCompile(`\|([^|]+)\|`)
	indices  = regexp.MustCompile(`\b(x|t)_(?:\{(\d+)\}|(\d+))`)
	texts    = regexp.MustCompile(`\\(?:mathrm|operatorname|text|mathit)\s*\{(\w+)\}`)
	commands = regexp.MustCompile(`\\([A-Za-z]+)`)
	commas   = regexp.MustCompile(`(\d),(\d)`)
	keywords = regexp.MustCompile(`([(,]\s*)[A-Za-z]\w*\s*=\s*([\d.])`)
	chosen   = regexp.MustCompile(`^(.+?)\s+if\s+(.+?)\s+else\s+(.+)$`)
	capitals = regexp.MustCompile(`\b(?:[A-Z]\w*)\b`)
	adjacent = regexp.MustCompile(`(\d|\))\s*([A-Za-z(])|(\)|\b(?:z|u|pi))\s+([A-Za-z(\d])`)
	calls    = map[string]string{"maximum": "max", "minimum": "min", "power": "pow", "absolute": "abs", "arcsinh": "asinh",
		"arctan2": "atan"}
)

// Respelt returns what may be meant by a formula in the spelling of Python, LaTeX, a definition, with decimal commas or
// without signs of multiplication: the likelier first. Whether krein reads them is for the caller to see.
func Respelt(source string) (out []string) {
	s := source
	if m := definition.FindStringSubmatch(s); m != nil {
		s = m[4] + s[len(m[0]):]
		if name := m[1] + m[2] + m[3]; name != "" && name != "z" && name != "u" && name != "t" {
			s = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(s, "z")
		}
	}
	s = modules.ReplaceAllString(s, "")
	s = fences.ReplaceAllString(s, "")
	s = texts.ReplaceAllString(s, "$1")
	s = products.ReplaceAllString(s, "*")
	s = strings.NewReplacer(`\dfrac`, `\frac`, `\tfrac`, `\frac`).Replace(s)
	for range 100 {
		before, rest, found := strings.Cut(s, `\frac`)
		if !found {
			break
		}
		over, rest, ok := braced(rest)
		under, rest, good := braced(rest)
		if !ok || !good {
			return nil
		}
		s = before + "((" + over + ")/(" + under + "))" + rest
	}
	s = apart.ReplaceAllString(s, "z")
	s = bars.ReplaceAllString(s, "abs($1)")
	s = indices.ReplaceAllString(s, "$1$2$3")
	s = commands.ReplaceAllString(s, "$1")
	s = strings.NewReplacer("{", "(", "}", ")", "[", "(", "]", ")").Replace(s)
	s = keywords.ReplaceAllString(s, "$1$2")
	if m := chosen.FindStringSubmatch(s); m != nil {
		s = m[2] + " ? " + m[1] + " : " + m[3]
	}
	for name, ours := range calls {
		s = strings.ReplaceAll(s, name+"(", ours+"(")
	}
	s = expanded(s, "where", 3, func(a []string) string { return "(" + a[0] + " ? " + a[1] + " : " + a[2] + ")" })
	s = expanded(s, "sinc", 1, func(a []string) string { return "(sin(pi*(" + a[0] + "))/(pi*(" + a[0] + ")))" })
	for _, change := range []func(string) string{
		func(s string) string { return s },
		func(s string) string { return commas.ReplaceAllString(s, "$1.$2") },
		func(s string) string { return capitals.ReplaceAllStringFunc(s, strings.ToLower) },
		func(s string) string {
			if regexp.MustCompile(`\bz\b`).MatchString(s) {
				return s
			}
			return distances.ReplaceAllString(s, "z")
		},
		func(s string) string {
			return adjacent.ReplaceAllString(adjacent.ReplaceAllString(s, "$1$3*$2$4"), "$1$3*$2$4")
		},
	} {
		if t := strings.TrimSpace(change(s)); t != source && (len(out) == 0 || t != out[len(out)-1]) {
			out = append(out, t)
			s = t
		}
	}
	return out
}

// pairForms are how kernels of two points are written that are no functions of x − y, and what comes nearest to each.
var pairForms = []struct {
	form    *regexp.Regexp
	nearest string
}{
	{regexp.MustCompile(`\bmin\(\s*x\w*\s*,\s*y\w*\s*\)`), unspoken["minmax"]},
	{regexp.MustCompile(`\bl\(\s*[xy]\s*\)`), unspoken["gibbs"]},
	{regexp.MustCompile(`\(\s*x\w*\s*-\s*y\w*\s*\)\s*(?:\^|\*\*)\s*2\s*/\s*\(\s*x\w*\s*\+\s*y`), unspoken["chi2"]},
	{regexp.MustCompile(`\bx\w*\s*\*\s*y\w*\s*/|/\s*\(.*x\w*\s*\*\s*y`), unspoken["tanimoto"]},
	{regexp.MustCompile(`\bx\w*\s*[*@·]\s*y|<\s*x\s*,\s*y\s*>|\bx(?:\.T)?\s*\.\s*dot|\bdot\(\s*x\s*,\s*y|x\s*\+\s*y`),
		pairs + "write u for the inner product of unit vectors: u, (1 + u)^2, exp(u)"},
}

// OfPairs says what comes nearest to a formula in two points that is no function of x − y, "" if it does not look like one.
func OfPairs(source string) string {
	for _, w := range regexp.MustCompile(`[A-Za-z]\w*`).FindAllString(source, -1) {
		if says := unspoken[strings.ToLower(w)]; strings.HasPrefix(says, pairs) {
			return says
		}
	}
	for _, p := range pairForms {
		if p.form.MatchString(source) {
			return p.nearest
		}
	}
	return ""
}

// expanded replaces calls of a function of n arguments.
func expanded(s, name string, n int, by func(args []string) string) string {
	for range 20 {
		at := regexp.MustCompile(`\b` + name + `\s*\(`).FindStringIndex(s)
		if at == nil {
			return s
		}
		depth, from, args, end := 0, at[1], []string{}, -1
		for i := at[1]; i < len(s) && end < 0; i++ {
			switch c := s[i]; {
			case c == '(':
				depth++
			case c == ')' && depth > 0:
				depth--
			case c == ')' || c == ',' && depth == 0:
				args, from = append(args, strings.TrimSpace(s[from:i])), i+1
				if c == ')' {
					end = i
				}
			}
		}
		if end < 0 || len(args) != n {
			return s
		}
		s = s[:at[0]] + by(args) + s[end+1:]
	}
	return s
}

// braced splits "{a}b" into a and b.
func braced(s string) (in, rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	depth := 0
	for i, r := range s {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case depth == 0:
			return "", s, false
		}
		if depth == 0 {
			return s[1:i], s[i+1:], true
		}
	}
	return "", s, false
}
