package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"krein/certify/check"
	"krein/certify/check/rule"
)

func newRulesCmd() *cobra.Command {
	var markdown, asJSON bool
	cmd := &cobra.Command{
		Use:   "rules [PREFIX…]",
		Short: "List the theorems on which proofs may rest",
		Long: `rules lists the rules of proof: each a theorem whose hypotheses 'krein verify' checks
itself. With arguments, only the rules whose names begin with one of them are shown, in
full. docs/rules has a page for each.`,
		Example: `  krein rules
  krein rules pd. finite-mass.singularity
  krein rules --markdown > docs/rules/README.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var rules []rule.Rule
			for _, r := range check.Rules() {
				for _, prefix := range args {
					if strings.HasPrefix(r.ID, prefix) {
						rules = append(rules, r)
						break
					}
				}
			}
			if len(args) == 0 {
				rules = check.Rules()
			}
			if rules == nil {
				return fmt.Errorf("no rule begins with %s; 'krein rules' lists them", strings.Join(args, " or "))
			}
			w := cmd.OutOrStdout()
			switch {
			case asJSON:
				return writeRulesJSON(w, rules)
			case markdown:
				return writeRulesMarkdown(w, rules)
			case len(args) > 0:
				return describeRules(w, rules)
			}
			t := newTable("rule", "concludes")
			for _, r := range rules {
				t.AppendRow(table.Row{r.ID, conclusionOf(r)})
			}
			_, err := fmt.Fprintf(w, "%s\n\n'krein rules NAME' tells a rule's theorem and source.\n", t.Render())
			return err
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "write a document in Markdown")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.MarkFlagsMutuallyExclusive("markdown", "json")
	return cmd
}

// wrap breaks s into indented lines.
func wrap(s, indent string) string {
	var b strings.Builder
	for line := range strings.Lines(text.WrapSoft(plain(s), 84)) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(indent + strings.TrimSpace(line))
	}
	return b.String()
}

func conclusionOf(r rule.Rule) string {
	if r.Holds {
		return string(r.Claim)
	}
	return "not " + string(r.Claim)
}

func describeRules(w io.Writer, rules []rule.Rule) error {
	for i, r := range rules {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := fmt.Fprintf(w, "%s (%s)\n%s\n%s\n", r.ID, conclusionOf(r), wrap(r.Theorem, "  "), wrap("Source: "+r.Citation, "  ")); err != nil {
			return err
		}
	}
	return nil
}

func writeRulesJSON(w io.Writer, rules []rule.Rule) error {
	type view struct {
		ID       string `json:"id"`
		Claim    string `json:"claim"`
		Holds    bool   `json:"holds"`
		Supposes string `json:"supposes"`
		Theorem  string `json:"theorem"`
		Citation string `json:"citation"`
	}
	views := make([]view, len(rules))
	for i, r := range rules {
		views[i] = view{r.ID, string(r.Claim), r.Holds, r.Supposes.String(), r.Theorem, r.Citation}
	}
	return writeJSON(w, map[string]any{"rules": views})
}

func writeRulesMarkdown(w io.Writer, rules []rule.Rule) error {
	var b strings.Builder
	b.WriteString("# The rules of proof\n\nMade by `krein rules --markdown > docs/rules/README.md`. Each rule is a theorem; its page says how the checker\n" +
		"(package certify/check) makes sure of the hypotheses, and what the evidence holds. What a rule supposes of the kernel at single distances, the checker\n" +
		"derives before it asks the rule ([single-points.md](../single-points.md)).\n\n| rule | concludes | supposes | theorem |\n|---|---|---|---|\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s | %s |\n", r.ID, r.ID, conclusionOf(r), r.Supposes, strings.ReplaceAll(r.Theorem, "|", "\\|"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
