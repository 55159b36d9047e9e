package report

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"krein/certify"
	"krein/certify/prose"
	"krein/cmd/krein/internal/page"
	"krein/cmd/krein/internal/parts"
	"krein/cmd/krein/internal/survey"
	"krein/features/compare"
	"krein/kernel/notation"
)

//go:embed report.html
var source string

var document = template.Must(page.Template("report", template.FuncMap{"sentence": sentence}).Parse(source))

// sentence ends what leads to commands with a full stop, for where there are none.
func sentence(s string) template.HTML {
	if head, ok := strings.CutSuffix(s, ":"); ok {
		s = head + "."
	}
	return page.Text(s)
}

// MostEmbedded is the size of the largest table that is embedded: a report stays below 2 MB.
const MostEmbedded = 1 << 20

// view is what the template shows.
type view struct {
	Title, Plain string
	Formula      template.HTML
	Beyond       string
	Dim          int
	Style        template.CSS
	Verdict      []advice
	Claims       []page.Claim
	Masses       string
	Pictures     []template.HTML
	Strip        []stripRow
	Key          []key
	Dims, Runs   int
	Rows         []row
	Missing      []missing
	Columns      int
	TargetText   string
	From         string
	Bias         string
	Parts        []parts.Row
	NoParts      string
	NoRows       string
	Theorems     []theorem
	Commands     string
	Digest       string
	Files        []file
}

type (
	advice struct {
		Says     string
		Commands string
	}
	row struct {
		Measure, Samples, Mass, Bias, RMS, Needed, Work string
	}
	missing struct{ Measure, Because string }
	theorem struct {
		page.Theorem
		Page template.HTML
	}
	file struct {
		Name, Note string
		Data       template.URL
		Size       string
	}
)

// WriteHTML writes the report as one file.
func (r *Report) WriteHTML(w io.Writer) error {
	v := &view{
		Plain: r.Kernel.Formula(), Beyond: r.Kernel.BeyondString(), Dim: r.Dim, Style: template.CSS(page.Style), //nolint:gosec // ours
		Formula: page.KernelFormula(notation.KernelLaTeX(r.Kernel), r.Kernel.Formula()),
		Claims:  page.Claims(r.Dim, r.Certificate.Claims(), true), Dims: Dims, Runs: r.Range.Runs, Digest: r.Certificate.Digest(), Key: keys(),
	}
	v.Title = fmt.Sprintf("%s on R^%d", short(v.Plain), r.Dim)
	for _, a := range prose.Verdict(r.Certificate) {
		v.Verdict = append(v.Verdict, advice{a.Says, r.commands(a.Commands)})
	}
	mass := r.Certificate.Mass()
	v.Masses = prose.Masses(&mass)
	for i, p := range r.pictures {
		if h, ok := p.HTML(fmt.Sprintf("c%d", i)); ok {
			v.Pictures = append(v.Pictures, h)
		}
	}
	for _, id := range survey.ByDimension() {
		v.Strip = append(v.Strip, stripOf(r.Range, id, r.Dim))
	}
	r.addParts(v)
	r.addRows(v)
	if err := r.addTheorems(v); err != nil {
		return err
	}
	if err := r.addFiles(v); err != nil {
		return err
	}
	return document.Execute(w, v)
}

// short is a formula that fits into a title.
func short(s string) string {
	if r := []rune(s); len(r) > 70 {
		return string(r[:69]) + "…"
	}
	return s
}

// commands names the kernel in command lines.
func (r *Report) commands(lines []string) string {
	return strings.ReplaceAll(strings.Join(lines, "\n"), prose.Kernel, r.Argument)
}

func (r *Report) addParts(v *view) {
	if r.Decomposition == nil {
		v.NoParts = r.NoDecomposition.Error()
		return
	}
	pv := parts.NewView(r.Decomposition, r.Bias)
	v.Bias = strings.TrimPrefix(r.Bias.String(), "bias: ")
	v.Parts = pv.Rows()
}

func (r *Report) addRows(v *view) {
	if r.Comparison == nil {
		v.NoRows = r.NoComparison.Error()
		return
	}
	c := r.Comparison
	v.Columns, v.From = c.Reference, c.From
	v.TargetText = fmt.Sprintf("%.4g", c.Target)
	seen := map[string]bool{}
	for _, x := range c.Rows { // the best comes first; one row a measure
		if seen[x.Measure] {
			continue
		}
		seen[x.Measure] = true
		work := "–"
		if x.Reaches() {
			work = compare.Operations(x.Work)
		}
		v.Rows = append(v.Rows, row{
			Measure: x.Measure, Samples: x.Samples, Mass: about(x.MassProved) + fmt.Sprintf("%.5g", x.Mass),
			Bias: about(x.BiasProved) + fmt.Sprintf("%.1e", x.Bias), RMS: fmt.Sprintf("%.3g", x.RMS), Needed: x.Needed(), Work: work,
		})
	}
	for _, u := range c.Unavailable {
		v.Missing = append(v.Missing, missing{u.Measure, u.Because})
	}
}

// about is the sign before what is not proved.
func about(proved bool) string {
	if proved {
		return ""
	}
	return "≈ "
}

func (r *Report) addTheorems(v *view) error {
	cited := page.Theorems(v.Claims)
	known := map[string]bool{}
	for _, t := range cited {
		known[t.ID] = true
	}
	for _, t := range cited {
		text, err := page.RulePage(t.ID, func(id string) bool { return known[id] })
		if err != nil {
			return err
		}
		v.Theorems = append(v.Theorems, theorem{t, text})
	}
	return nil
}

func (r *Report) addFiles(v *view) error {
	at := fmt.Sprintf("--dim %d", r.Dim)
	lines := []string{
		"krein certify " + r.Argument + " " + at + " -o certificate.json",
		"krein verify certificate.json --kernel " + r.Argument + " " + at,
	}
	b, err := r.certificate()
	if err != nil {
		return err
	}
	v.Files = append(v.Files, embed("certificate.json", "claims, proofs, masses", b))
	if b, err = r.table(); err != nil {
		return err
	}
	if b != nil {
		lines = append(lines, "krein decompose "+r.Argument+" "+at+" -o table.json")
		if len(b) <= MostEmbedded {
			v.Files = append(v.Files, embed("table.json", "samplers of both parts", b))
		}
	}
	lines = append(lines, "krein report "+r.Argument+" "+at+" -o report.html")
	v.Commands = strings.Join(lines, "\n")
	return nil
}

func embed(name, note string, b []byte) file {
	return file{name, note, template.URL("data:application/json;base64," + base64.StdEncoding.EncodeToString(b)), //nolint:gosec // base64
		fmt.Sprintf("%.0f kB", float64(len(b))/1000)}
}

// stripRow shows one claim in all dimensions.
type stripRow struct {
	Title, Says string
	SVG         template.HTML
}

// stripOf draws a claim's statuses, one square a dimension, and says them in words.
func stripOf(r *survey.Range, id certify.ID, dim int) stripRow {
	cells := r.Cells[id]
	const perRow = 32
	rows := (len(cells) + perRow - 1) / perRow
	says := inWords(cells)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="-0.1 -0.1 %g %g" role="img" aria-label="%s">`, perRow+0.2, float64(rows)+0.2, says)
	for i, c := range cells {
		m, class, title := page.MarkOf(c.Status), "none", fmt.Sprintf("d = %d: not looked at", i+1)
		if c.From > 0 {
			class, title = m.Class, fmt.Sprintf("d = %d: %s", i+1, m.Word)
			if c.From != i+1 {
				title += fmt.Sprintf(", follows from d = %d", c.From)
			}
		}
		x, y := float64(i%perRow), float64(i/perRow)
		extra := ""
		if i+1 == dim {
			extra = fmt.Sprintf(`<rect class="here" x="%g" y="%g" width=".84" height=".84" rx=".12"/>`, x+0.08, y+0.08)
		}
		glyph := ""
		if c.From > 0 && (c.Status == certify.Proved || c.Status == certify.Refuted) {
			glyph = fmt.Sprintf(`<text class="glyph" x="%g" y="%g">%s</text>`, x+0.5, y+0.68, m.Sign)
		}
		fmt.Fprintf(&b, `<g><title>%s</title><rect class="cell %s" x="%g" y="%g" width="1" height="1" rx=".12"/>%s%s</g>`, title, class, x, y, glyph, extra)
	}
	b.WriteString(`</svg>`)
	return stripRow{page.Title(id), says, template.HTML(b.String())} //nolint:gosec // no text of users
}

// inWords says what squares show.
func inWords(cells []survey.Cell) string {
	var says strings.Builder
	for i := 0; i < len(cells); {
		j := i
		for j < len(cells) && same(cells[j], cells[i]) {
			j++
		}
		word := "not looked at"
		if cells[i].From > 0 {
			word = cells[i].Status.String()
		}
		if says.Len() > 0 {
			says.WriteString("; ")
		}
		if j-i == 1 {
			fmt.Fprintf(&says, "%s in dimension %d", word, i+1)
		} else {
			fmt.Fprintf(&says, "%s in dimensions %d to %d", word, i+1, j)
		}
		i = j
	}
	return says.String()
}

// same reports whether two cells look the same.
func same(a, b survey.Cell) bool {
	return (a.From > 0) == (b.From > 0) && a.Status == b.Status
}

// key is an entry of the strip's key.
type key struct{ Class, Word string }

func keys() []key {
	ks := []key{}
	for _, s := range []certify.Status{certify.Proved, certify.Refuted, certify.Likely, certify.Unlikely, certify.Undecided} {
		m := page.MarkOf(s)
		ks = append(ks, key{m.Class, m.Word})
	}
	return append(ks, key{"none", "not looked at"})
}
