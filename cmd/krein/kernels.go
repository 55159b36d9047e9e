package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"krein/kernel"
)

func newKernelsCmd() *cobra.Command {
	var asJSON, latex bool
	cmd := &cobra.Command{
		Use:   "kernels [NAME…]",
		Short: "List the catalogue of named kernels, or describe some of them",
		Long: `kernels lists the named kernels. Each is a function inside formulas, with its
parameters as arguments: 2*gaussian(1) - matern(3/2, 2). With names it describes those
kernels: parameters and their ranges, formula, source and remarks. '-' reads names from
standard input.`,
		Example: `  krein kernels
  krein kernels matern wendland ntk
  krein kernels gaussian --latex
  krein kernels --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "-" {
				b, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), 1<<20))
				if err != nil {
					return fmt.Errorf("reading names from standard input: %w", err)
				}
				args = strings.Fields(string(b))
			}
			all := kernel.Catalogue()
			entries := all
			if len(args) > 0 {
				entries = nil
				for _, name := range args {
					e, err := findEntry(all, name)
					if err != nil {
						return err
					}
					entries = append(entries, e)
				}
			}
			w := cmd.OutOrStdout()
			switch {
			case asJSON:
				views := make([]entryView, len(entries))
				for i, e := range entries {
					views[i] = viewEntry(e)
				}
				return writeJSON(w, map[string]any{"kernels": views})
			case latex:
				for _, e := range entries {
					fmt.Fprintf(w, "%s\t%s\n", e.Name, e.LaTeX)
				}
				return nil
			case len(args) > 0:
				for i, e := range entries {
					if i > 0 {
						fmt.Fprintln(w)
					}
					describe(w, e)
				}
				return nil
			}
			return listEntries(w, entries)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.Flags().BoolVar(&latex, "latex", false, "write the definitions in LaTeX")
	return cmd
}

func findEntry(all []kernel.Entry, name string) (kernel.Entry, error) {
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
	return kernel.Entry{}, fmt.Errorf("no kernel is called %q; 'krein kernels' lists them", name)
}

// signature is the call as it stands in a formula, defaults included: matern(nu, l=1).
func signature(e kernel.Entry) string {
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

func listEntries(w io.Writer, entries []kernel.Entry) error {
	t := newTable("kernel", "formula in z")
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, WidthMax: 74}})
	// One block a group, the largest first.
	groups := map[string][]kernel.Entry{}
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
			t.AppendRow(table.Row{"  " + signature(e), formula})
		}
	}
	_, err := fmt.Fprintf(w, "%s\n\n'krein kernels NAME' tells parameters, source and remarks.\n", t.Render())
	return err
}

func describe(w io.Writer, e kernel.Entry) {
	fmt.Fprintf(w, "%s\n", signature(e))
	line := func(label, s string) {
		if s != "" {
			for row := range strings.Lines(text.WrapSoft(s, 84)) {
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
		line("domain", fmt.Sprintf("0 ≤ z ≤ %s; zero beyond it unless --beyond natural", e.Domain.RatString()))
	}
	line("aliases", strings.Join(e.Aliases, ", "))
	line("source", e.Source)
	line("remarks", e.Remarks)
}

// entryView is an entry as JSON.
type entryView struct {
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

func viewEntry(e kernel.Entry) entryView {
	v := entryView{Name: e.Name, Aliases: e.Aliases, Group: e.Group, Params: []paramView{}, Formula: e.Formula, LaTeX: e.LaTeX, Source: e.Source, Remarks: e.Remarks}
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
