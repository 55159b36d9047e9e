package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"krein/cmd/krein/internal/terminal"
	"krein/internal/kernel/catalogue"
	"krein/internal/suggest"
)

// FindEntry returns the entry of a name or an alias.
func FindEntry(all []catalogue.Entry, name string) (catalogue.Entry, error) {
	for _, e := range all {
		if e.Name == name {
			return e, nil
		}
		for _, a := range e.Aliases {
			if a == name {
				return e, nil
			}
		}
	}
	var names []string
	for _, e := range all {
		names = append(append(names, e.Name), e.Aliases...)
	}
	return catalogue.Entry{}, fmt.Errorf("no kernel is called %q%s; 'krein kernels' lists them", name, suggest.Hint(name, names))
}

// entrySignature is the call as it stands in a formula, defaults included: matern(nu, l=1).
func entrySignature(e catalogue.Entry) string {
	if len(e.Params) == 0 {
		return e.Name
	}
	parts := make([]string, len(e.Params))
	for i, p := range e.Params {
		parts[i] = p.Name
		if p.Default != nil {
			parts[i] += "=" + p.Default.RatString()
		}
	}
	return e.Name + "(" + strings.Join(parts, ", ") + ")"
}

// WriteKernels writes names and formulas, group by group.
func WriteKernels(w io.Writer, entries []catalogue.Entry) error {
	t := terminal.NewTable("kernel", "formula in z")
	t.SetColumnConfigs([]table.ColumnConfig{terminal.Narrow(2, 38)})
	// One block a group, the largest first.
	groups := map[string][]catalogue.Entry{}
	var order []string
	for _, e := range entries {
		if groups[e.Group] == nil {
			order = append(order, e.Group)
		}
		groups[e.Group] = append(groups[e.Group], e)
	}
	slices.SortStableFunc(order, func(a, b string) int { return len(groups[b]) - len(groups[a]) })
	for i, g := range order {
		if i > 0 {
			t.AppendRow(table.Row{""})
		}
		t.AppendRow(table.Row{strings.ToUpper(g)})
		for _, e := range groups[g] {
			formula := e.Formula
			if formula == "" {
				formula = "see 'krein kernels " + e.Name + "'"
			}
			t.AppendRow(table.Row{"  " + entrySignature(e), formula})
		}
	}
	_, err := fmt.Fprintf(w, "%s\n\n'krein kernels NAME' tells parameters, source and remarks.\n", t.Render())
	return err
}

// DescribeKernel writes all that is known of an entry.
func DescribeKernel(w io.Writer, e catalogue.Entry) {
	fmt.Fprintf(w, "%s\n", entrySignature(e))
	line := func(label, s string) {
		if s != "" {
			for row := range strings.Lines(text.WrapSoft(s, terminal.Width-12)) {
				fmt.Fprintf(w, "  %-9s %s\n", label, strings.TrimSpace(row))
				label = ""
			}
		}
	}
	line("formula", e.Formula)
	if e.Formula == "" {
		line("in LaTeX", e.LaTeX)
	}
	for _, p := range e.Params {
		s := fmt.Sprintf("%s, %s", p.Range, p.Meaning)
		if p.Default != nil {
			s += fmt.Sprintf(" (default %s)", p.Default.RatString())
		}
		line("parameter", s)
	}
	if e.Domain != nil {
		line("domain", fmt.Sprintf("0 ≤ z ≤ %s; zero beyond it unless --param beyond=natural", e.Domain.RatString()))
	}
	line("aliases", strings.Join(e.Aliases, ", "))
	line("source", e.Source)
	line("remarks", e.Remarks)
}

// CatalogueEntry is an entry as JSON.
type CatalogueEntry struct {
	Name    string      `json:"name"`
	Aliases []string    `json:"aliases,omitempty"`
	Group   string      `json:"group"`
	Params  []paramView `json:"params"`
	Formula string      `json:"formula"`
	LaTeX   string      `json:"latex"`
	Source  string      `json:"source"`
	Remarks string      `json:"remarks,omitempty"`
	Domain  string      `json:"domain,omitempty"`
}

type paramView struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Range   string `json:"range"`
	Default string `json:"default,omitempty"`
}

// ViewEntry returns an entry as JSON shows it.
func ViewEntry(e catalogue.Entry) CatalogueEntry {
	v := CatalogueEntry{Name: e.Name, Aliases: e.Aliases, Group: e.Group, Params: []paramView{}, Formula: e.Formula, LaTeX: e.LaTeX,
		Source: e.Source, Remarks: e.Remarks}
	for _, p := range e.Params {
		pv := paramView{Name: p.Name, Meaning: p.Meaning, Range: p.Range}
		if p.Default != nil {
			pv.Default = p.Default.RatString()
		}
		v.Params = append(v.Params, pv)
	}
	if e.Domain != nil {
		v.Domain = e.Domain.RatString()
	}
	return v
}
