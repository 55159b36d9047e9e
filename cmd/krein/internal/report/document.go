// Package report makes documents for people: all that is known of a kernel, as one HTML file that needs nothing else; surveys
// of many kernels in many dimensions; and lists of what the catalogue and the rules of proof say. Radial is the report of a
// function of the distance on R^d, Sphere of one on the unit sphere, Delta of a kernel of x − y. Formulas are MathML, claims
// have their proofs and the theorems' pages with them; curves are SVG whose colours follow the page's light or dark style by
// classes, and values are shown under the pointer without a script. Pictures in files are package figure's.
package report

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"krein/internal/certify/prose"
)

//go:embed document.html
var source string

var templates = template.Must(Template("document", template.FuncMap{"sentence": sentence, "number": number, "command": command}).Parse(source))

// sentence ends what leads to commands with a full stop, for where there are none.
func sentence(s string) template.HTML {
	if head, ok := strings.CutSuffix(s, ":"); ok {
		s = head + "."
	}
	return Text(s)
}

// number writes a cell of numbers with minus signs in place of hyphens.
func number(s string) template.HTML { return Text(strings.ReplaceAll(s, "-", "−")) }

// MostEmbedded is the size of the largest table that is embedded: a report stays below 2 MB.
const MostEmbedded = 1 << 20

// document is what every report has, and sections of its own.
type document struct {
	Title, Heading string
	Formulas       []template.HTML
	Plain, Where   string
	Style          template.CSS
	Verdict        []advice
	Claims         []Claim
	Drag           bool // values of parameters are chosen
	Estimates      bool // claims may be estimated
	Masses         string
	Pictures       []template.HTML
	Sections       []section
	Commands       string
	Digested       string // what Digest is the sum of
	Digest         string
	Files          []file
	Theorems       []onPage
}

type (
	// advice is a sentence of the verdict, and commands.
	advice struct {
		Says     string
		Commands string
	}
	// section is a part of a page that not every report has.
	section struct {
		ID, Name, Title string
		HTML            template.HTML
	}
	onPage struct {
		Theorem
		Page template.HTML
		With string // the section that has its page
	}
	file struct {
		Name, Note string
		Data       template.URL
		Size       string
	}
	// tabular is a section with a table; After stands alone where there are no rows.
	tabular struct {
		Before, After string
		Head          []column
		Rows          [][]string
		Missing       []missing
	}
	column struct {
		Name   string
		Number bool
	}
	missing struct{ Measure, Because string }
)

// write writes the page.
func (d *document) write(w io.Writer) error {
	d.Style = template.CSS(Style) //nolint:gosec // ours
	if d.Drag {
		d.Style += template.CSS(DragStyle) //nolint:gosec // ours
	}
	return templates.Execute(w, d)
}

// advise takes what a verdict says of a kernel that command lines call argument.
func (d *document) advise(advices []prose.Advice, argument string) {
	for _, a := range advices {
		d.Verdict = append(d.Verdict, advice{a.Says, strings.Join(a.For(argument), "\n")})
	}
}

// pictures takes the pictures that show something.
func (d *document) pictures(pictures []Picture) {
	for i, p := range pictures {
		if h, ok := p.HTML(fmt.Sprintf("c%d", i)); ok {
			d.Pictures = append(d.Pictures, h)
		}
	}
}

// add adds a section made by one of the templates.
func (d *document) add(id, name, title, by string, data any) error {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, by, data); err != nil {
		return err
	}
	d.Sections = append(d.Sections, section{id, name, title, template.HTML(b.String())}) //nolint:gosec // of a template
	return nil
}

// embed adds a file for download, unless it is too large.
func (d *document) embed(name, note string, b []byte) {
	if len(b) > MostEmbedded {
		return
	}
	d.Files = append(d.Files, file{name, note, template.URL("data:application/json;base64," +
		base64.StdEncoding.EncodeToString(b)), //nolint:gosec // base64
		fmt.Sprintf("%.0f kB", float64(len(b))/1000)})
}

// cite adds the theorems that proofs of claims rest on. The page of a family stands with the first of its rules.
func (d *document) cite(claims []Claim) error {
	cited := Theorems(claims)
	first := map[string]string{}
	for _, t := range cited {
		if _, ok := first[t.Page]; !ok {
			first[t.Page] = t.Anchor
		}
	}
	for _, t := range cited {
		if at := first[t.Page]; at != t.Anchor {
			d.Theorems = append(d.Theorems, onPage{Theorem: t, With: at})
			continue
		}
		text, err := RulePage(t, func(name string) (string, bool) { at, ok := first[name]; return at, ok })
		if err != nil {
			return err
		}
		d.Theorems = append(d.Theorems, onPage{Theorem: t, Page: text})
	}
	return nil
}

// short is a formula that fits into a title.
func short(s string) string {
	if r := []rune(s); len(r) > 70 {
		return string(r[:69]) + "…"
	}
	return s
}

// about is the sign before what is not proved.
func about(proved bool) string {
	if proved {
		return ""
	}
	return "≈ "
}
