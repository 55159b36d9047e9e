package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"krein/certify"
	"krein/cmd/krein/internal/terminal"
)

// statusMarks are how a table shows a status.
var statusMarks = map[certify.Status]string{
	certify.Proved: "+", certify.Refuted: "−", certify.Likely: "(+)", certify.Unlikely: "(−)", certify.Undecided: "?",
}

// The claims that depend on the dimension, and those that do not.
var (
	claimsByDim = []certify.ID{certify.FiniteMass, certify.PD, certify.PDSphere, certify.ConditionallyPD,
		certify.PositiveDecomposition}
	claimsOnce = []certify.ID{certify.CompletelyMonotone, certify.PDAllSpheres}
)

// row returns the marks of one kernel's claim, one a dimension.
func (s *SurveyGrid) row(i int, id certify.ID) []string {
	var m []string
	for _, c := range s.cells[i] {
		m = append(m, statusMarks[c.Certificate.Claim(id).Status])
	}
	return m
}

// once returns the status of a claim that does not depend on the dimension: that of the certificate that says most.
func (s *SurveyGrid) once(i int, id certify.ID) certify.Status {
	best := certify.Undecided
	for _, c := range s.cells[i] {
		best = max(best, c.Certificate.Claim(id).Status)
	}
	return best
}

func (s *SurveyGrid) table(id certify.ID) table.Writer {
	header := []any{string(id)}
	for _, d := range s.Dims {
		header = append(header, fmt.Sprintf("d=%d", d))
	}
	t := terminal.NewTable(header...)
	for i, name := range s.Names {
		row := table.Row{name}
		for _, m := range s.row(i, id) {
			row = append(row, m)
		}
		t.AppendRow(row)
	}
	return t
}

func (s *SurveyGrid) onceTable() table.Writer {
	t := terminal.NewTable("in every dimension", string(claimsOnce[0]), string(claimsOnce[1]))
	for i, name := range s.Names {
		t.AppendRow(table.Row{name, statusMarks[s.once(i, claimsOnce[0])], statusMarks[s.once(i, claimsOnce[1])]})
	}
	return t
}

// tables returns the tables for the wanted claims; nil: all.
func (s *SurveyGrid) tables(ids []certify.ID) (ts []table.Writer) {
	for _, id := range claimsByDim {
		if ids == nil || slices.Contains(ids, id) {
			ts = append(ts, s.table(id))
		}
	}
	if ids == nil || slices.ContainsFunc(ids, func(id certify.ID) bool { return slices.Contains(claimsOnce, id) }) {
		ts = append(ts, s.onceTable())
	}
	return ts
}

// WriteText writes the tables of some claims (nil: all), and counts.
func (s *SurveyGrid) WriteText(w io.Writer, ids []certify.ID) error {
	for _, t := range s.tables(ids) {
		if _, err := fmt.Fprintf(w, "%s\n\n", t.Render()); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s\n", s.summary())
	return err
}

// summary counts the statuses.
func (s *SurveyGrid) summary() string {
	n := map[certify.Status]int{}
	var median []time.Duration
	for _, row := range s.cells {
		for _, c := range row {
			median = append(median, c.certify)
			for _, cl := range c.Certificate.Claims() {
				n[cl.Status]++
			}
		}
	}
	slices.Sort(median)
	text := fmt.Sprintf("%s, %s: %s proved, %d refuted, %d likely, %d unlikely, %d "+
		"undecided. %.1f s, median %.2f s a certificate.",
		terminal.Count(len(s.Names), "kernel"), terminal.Count(len(median), "certificate"),
		terminal.Count(n[certify.Proved], "claim"), n[certify.Refuted], n[certify.Likely], n[certify.Unlikely],
		n[certify.Undecided], s.took.Seconds(), median[len(median)/2].Seconds())
	if s.Verify {
		var certified, checked time.Duration
		for _, row := range s.cells {
			for _, c := range row {
				certified, checked = certified+c.certify, checked+c.checked
			}
		}
		text += fmt.Sprintf(" All proofs accepted; checking took %.1f s, certifying %.1f s.", checked.Seconds(),
			certified.Seconds())
	}
	return text
}

// WriteMarkdown writes the tables as a document; whole says that they are of the catalogue.
func (s *SurveyGrid) WriteMarkdown(w io.Writer, whole bool, ids []certify.ID) error {
	var b strings.Builder
	title, how := "Survey", "krein survey … -o FILE.md"
	if whole {
		title, how = "The catalogue in many dimensions", "krein survey -o docs/catalogue.md"
	}
	fmt.Fprintf(&b, "# %s\n\nMade by `%s`. Each mark is a claim ([claims.md](claims.md)): `+` proved, "+
		"`−` refuted, `(+)` likely,\n"+
		"`(−)` unlikely, `?` undecided. Kernels of the sphere continue by zero beyond z = 2.\n", title, how)
	for _, t := range s.tables(ids) {
		fmt.Fprintf(&b, "\n%s\n", t.RenderMarkdown())
	}
	if s.Verify {
		b.WriteString("\nEvery proof was accepted by the checker (`krein verify`).\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// SurveyKernel is a row of a survey as JSON.
type SurveyKernel struct {
	Kernel string     `json:"kernel"`
	Beyond string     `json:"beyond"`
	Dims   []Statuses `json:"dims"`
}

// Statuses are what is known of a kernel in a dimension: the statuses of its claims, and the times that they took.
type Statuses struct {
	Dim     int                   `json:"dim"`
	Claims  map[certify.ID]string `json:"claims"`
	Certify float64               `json:"certify_seconds"`
	Verify  float64               `json:"verify_seconds"`
}

// Claims returns the statuses.
func (c *One) Claims(dim int) Statuses {
	claims := map[certify.ID]string{}
	for _, cl := range c.Certificate.Claims() {
		claims[cl.ID] = cl.Status.String()
	}
	return Statuses{dim, claims, c.certify.Seconds(), c.checked.Seconds()}
}

// WriteJSON writes the statuses and times as JSON.
func (s *SurveyGrid) WriteJSON(w io.Writer) error {
	var rows []SurveyKernel
	for i, name := range s.Names {
		r := SurveyKernel{Kernel: name, Beyond: s.Kernels[i].BeyondString()}
		for j := range s.cells[i] {
			r.Dims = append(r.Dims, s.cells[i][j].Claims(s.Dims[j]))
		}
		rows = append(rows, r)
	}
	return WriteRows(w, rows)
}

// WriteRows writes a survey as JSON.
func WriteRows(w io.Writer, rows []SurveyKernel) error {
	return terminal.WriteJSON(w, map[string]any{"survey": rows})
}
