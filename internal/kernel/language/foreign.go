package language

import (
	"regexp"
	"strings"
)

// The spellings of other languages that respelt takes off or replaces.
var (
	definition = regexp.MustCompile(`^\s*(?:lambda\s+([A-Za-z]\w*)\s*:|[A-Za-z]\w*\s*\(\s*([A-Za-z]\w*)\s*\)\s*:?=)\s*`)
	modules    = regexp.MustCompile(`\b(?:np|numpy|math|cmath|jnp|torch|tf|mp|mpmath|sp|scipy\.special|special)\.`)
	fences     = regexp.MustCompile(`\\left|\\right|\\[,;!]|^\s*\$+|\$+\s*$`)
	products   = regexp.MustCompile(`\\(?:cdot|times)\b`)
	commands   = regexp.MustCompile(`\\([A-Za-z]+)`)
	commas     = regexp.MustCompile(`(\d),(\d)`)
)

// respelt returns what may be meant by a formula in the spelling of Python, LaTeX, a definition or with decimal commas: the
// likelier first. Whether krein reads them is for the caller to see.
func respelt(source string) (out []string) {
	s := source
	if m := definition.FindStringSubmatch(s); m != nil {
		s = s[len(m[0]):]
		if name := m[1] + m[2]; name != "z" && name != "u" && name != "t" {
			s = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(s, "z")
		}
	}
	s = modules.ReplaceAllString(s, "")
	s = fences.ReplaceAllString(s, "")
	s = products.ReplaceAllString(s, "*")
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
	s = commands.ReplaceAllString(s, "$1")
	if s != source {
		s = strings.NewReplacer("{", "(", "}", ")").Replace(s)
		out = append(out, strings.TrimSpace(s))
	}
	if with := commas.ReplaceAllString(s, "$1.$2"); with != s {
		out = append(out, strings.TrimSpace(with))
	}
	return out
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
