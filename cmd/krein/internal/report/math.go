package report

import (
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/wyatt915/treeblood"
)

// mostLaTeX is the length of LaTeX beyond which a formula is shown as typed: no one reads it typeset.
const mostLaTeX = 8000

// Formula returns LaTeX math as MathML, set apart or in a line. What is too long, or is not understood, is
// shown as code: plain.
func Formula(latex, plain string, block bool) (out template.HTML) {
	asCode := template.HTML("<code>" + html.EscapeString(plain) + "</code>") //nolint:gosec // escaped
	if len(latex) > mostLaTeX {
		return asCode
	}
	defer func() {
		if recover() != nil { // a translator that fails on a formula is no reason to have no page
			out = asCode
		}
	}()
	convert := treeblood.InlineStyle
	if block {
		convert = treeblood.DisplayStyle
	}
	text, err := convert(latex, nil)
	if err != nil || !strings.Contains(text, "<math") || strings.Contains(text, "<merror") {
		return asCode
	}
	text = annotation.ReplaceAllString(text, "")
	text = cases.ReplaceAllString(strings.TrimSpace(text), `<mtd class="case">`)
	text = leading.ReplaceAllString(text, `$1 form="prefix">−<`)
	text = attributes.ReplaceAllStringFunc(styles.ReplaceAllString(text, ""), inOrder)
	return template.HTML(mathFixes.Replace(text)) //nolint:gosec // of a formula that our parser printed
}

// What treeblood writes and a page does not take: the LaTeX again, not escaped, style attributes, which a strict policy
// forbids, and what is no XML.
var (
	annotation = regexp.MustCompile(`(?s)\s*<annotation.*?</annotation>`)
	cases      = regexp.MustCompile(`<mtd style="[^"]*">`)
	styles     = regexp.MustCompile(` style="[^"]*"`)
	mathFixes  = strings.NewReplacer("strechy=", "stretchy=", "&nbsp;", "\u00a0")
)

// leading is a minus sign that subtracts from nothing: it begins a row, or follows what opens or compares. As it stands
// it has the space of an operation.
var leading = regexp.MustCompile(
	`((?:<mrow[^>]*>|<mtd[^>]*>|<mo[^>]*form="prefix"[^>]*>[^<]*</mo>|<mo>[=,<≤]</mo>)\s*<mo)>−<`)

// attributes are those of one element.
var attributes = regexp.MustCompile(`( [a-z-]+="[^"]*"){2,}`)

// inOrder sorts attributes, which treeblood writes in another order each time: pages of the same kernel are the same.
func inOrder(attributes string) string {
	list := strings.SplitAfter(attributes, `" `)
	list[0], list[len(list)-1] = list[0][1:], list[len(list)-1]+" "
	slices.Sort(list)
	return " " + strings.TrimSuffix(strings.Join(list, ""), " ")
}

// KernelFormula is k(z) = …, typeset.
func KernelFormula(latex, plain string) template.HTML {
	return Formula(fmt.Sprintf("k(z) = %s", latex), "k(z) = "+plain, true)
}
