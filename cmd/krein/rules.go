package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/theorem"
	"krein/internal/suggest"
)

func newRulesCmd() *cobra.Command {
	var markdown, asJSON bool
	cmd := &cobra.Command{
		Use:   "rules [PREFIX…]",
		Short: "List the theorems that proofs use",
		Long: `rules lists the rules of proof: each a theorem, or a case of one, whose hypotheses 'krein verify'
checks itself. With arguments, only the rules whose names begin with one of them, or whose
theorem has that name, are shown, in full. docs/rules has a page for each theorem.`,
		Example: `  krein rules
  krein rules pd. finite-mass.singularity
  krein rules schoenberg
  krein rules --markdown > docs/rules/README.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			rules, err := rulesNamed(args)
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			switch {
			case asJSON:
				return report.WriteRulesJSON(w, rules)
			case markdown:
				return report.WriteRulesMarkdown(w, rules)
			case len(args) > 0:
				return report.DescribeRules(w, rules)
			}
			t := terminal.NewTable("rule", "concludes")
			for _, r := range rules {
				t.AppendRow(table.Row{r.ID, report.RuleConclusion(r)})
			}
			_, err = fmt.Fprintf(w, "%s\n\n'krein rules NAME' tells a rule's theorem and source. Kernels of x − y have rules "+
				"besides: docs/rules/stationary.\n", t.Render())
			return err
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "write a document in Markdown")
	input.TakeJSON(cmd, &asJSON)
	return cmd
}

// rulesNamed returns the rules whose names begin with one of the prefixes, or whose theorem, and so page, is named like one;
// each has to name one. Without a prefix it returns all.
func rulesNamed(prefixes []string) (rules []theorem.Rule, err error) {
	if len(prefixes) == 0 {
		return theorem.Rules(), nil
	}
	found := map[string]bool{}
	for _, r := range theorem.Rules() {
		named := false
		for _, prefix := range prefixes {
			if strings.HasPrefix(r.ID, prefix) || r.Page() == prefix {
				named, found[prefix] = true, true
			}
		}
		if named {
			rules = append(rules, r)
		}
	}
	for _, prefix := range prefixes {
		if !found[prefix] {
			var names []string
			for _, r := range theorem.Rules() {
				names = append(names, r.ID, r.Page())
			}
			return nil, fmt.Errorf("no rule begins with %s, and no theorem is named so%s; 'krein rules' lists them", prefix,
				suggest.Hint(prefix, names))
		}
	}
	return rules, nil
}
