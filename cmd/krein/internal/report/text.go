package report

import (
	"html"
	"html/template"
	"regexp"
)

// Text returns a sentence as HTML, with R^16, S^15, R^n, Λ_16, a_n and μ_R written with raised and lowered signs.
func Text(s string) template.HTML {
	s = html.EscapeString(s)
	s = raised.ReplaceAllString(s, "$1<sup>$2</sup>")
	return template.HTML(lowered.ReplaceAllString(s, "$1<sub>$2</sub>")) //nolint:gosec // escaped above
}

// command writes command lines that break between words only, and not after the hyphens of a flag.
func command(s string) template.HTML {
	return template.HTML(flags.ReplaceAllString(html.EscapeString(s), "$1<span class=\"flag\">$2</span>")) //nolint:gosec // escaped above
}

var (
	flags   = regexp.MustCompile(`(\s)(--?[a-z][a-z-]*)\b`)
	raised  = regexp.MustCompile(`\b([RS])\^(\d+|[dn]\b)`)
	lowered = regexp.MustCompile(`(Λ|μ|\b[aPpf])_(\d+|[bdintδRI]\b)`)
)
