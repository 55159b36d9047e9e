package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"krein/certify"
	"krein/kernel/notation"
)

//go:embed survey.html
var surveySource string

var surveyPage = template.Must(template.New("survey").Parse(surveySource))

// htmlTable is the table of one claim, or of those that do not depend on the dimension.
type htmlTable struct {
	Title   string
	Columns []string
	Rows    []htmlRow
}

type htmlRow struct {
	Name    string
	Formula template.HTML
	Marks   []Mark
}

// WriteHTML writes the tables of some claims (nil: all) as one HTML file that needs nothing else.
func (s *SurveyGrid) WriteHTML(w io.Writer, ids []certify.ID) error {
	var tables []htmlTable
	wanted := func(id certify.ID) bool { return ids == nil || slices.Contains(ids, id) }
	formulas := make([]template.HTML, len(s.Kernels))
	for i, k := range s.Kernels {
		formulas[i] = Formula(notation.KernelLaTeX(k), k.Formula(), false)
	}
	for _, id := range claimsByDim {
		if !wanted(id) {
			continue
		}
		t := htmlTable{Title: Title(id)}
		for _, d := range s.Dims {
			t.Columns = append(t.Columns, fmt.Sprint(d))
		}
		for i, name := range s.Names {
			row := htmlRow{Name: name, Formula: formulas[i]}
			for _, c := range s.cells[i] {
				row.Marks = append(row.Marks, MarkOf(c.Certificate.Claim(id).Status))
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	once := htmlTable{Title: "In every dimension"}
	for _, id := range claimsOnce {
		if wanted(id) {
			once.Columns = append(once.Columns, Title(id))
		}
	}
	if once.Columns != nil {
		for i, name := range s.Names {
			row := htmlRow{Name: name, Formula: formulas[i]}
			for _, id := range claimsOnce {
				if wanted(id) {
					row.Marks = append(row.Marks, MarkOf(s.once(i, id)))
				}
			}
			once.Rows = append(once.Rows, row)
		}
		tables = append(tables, once)
	}
	return surveyPage.Execute(w, map[string]any{
		"Style": template.CSS(Style), "Tables": tables, "Summary": s.summary(), "Verified": s.Verify,
		//nolint:gosec // ours
	})
}
