package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/theorem"
)

// RuleConclusion is what a rule proves.
func RuleConclusion(r theorem.Rule) string {
	if r.Holds {
		return string(r.Claim)
	}
	return "not " + string(r.Claim)
}

// DescribeRules writes theorems and sources.
func DescribeRules(w io.Writer, rules []theorem.Rule) error {
	for i, r := range rules {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := fmt.Fprintf(w, "%s (%s)\n%s\n%s\n", r.ID, RuleConclusion(r), terminal.Wrap(r.Theorem, "  "),
			terminal.Wrap("Source: "+r.Citation, "  ")); err != nil {
			return err
		}
	}
	return nil
}

// WriteRulesJSON writes rules as JSON.
func WriteRulesJSON(w io.Writer, rules []theorem.Rule) error {
	type view struct {
		ID       string `json:"id"`
		Lemma    string `json:"lemma"`
		Claim    string `json:"claim"`
		Holds    bool   `json:"holds"`
		Supposes string `json:"supposes"`
		Theorem  string `json:"theorem"`
		Citation string `json:"citation"`
	}
	views := make([]view, len(rules))
	for i, r := range rules {
		views[i] = view{r.ID, r.Page(), string(r.Claim), r.Holds, r.Supposes.String(), r.Theorem, r.Citation}
	}
	return terminal.WriteJSON(w, map[string]any{"rules": views})
}

// WriteRulesMarkdown writes docs/rules/README.md: a row for each theorem, with the rules that are its cases.
func WriteRulesMarkdown(w io.Writer, rules []theorem.Rule) error {
	var b strings.Builder
	b.WriteString("# The rules of proof\n\nMade by `krein rules --markdown > docs/rules/README.md`. Each row is a " +
		"theorem, and the rules are its cases, each about one claim; its page says how the checker\n" +
		"(package internal/certify/check) makes sure of the hypotheses, and what the evidence holds. What a rule supposes of the " +
		"kernel at single distances, the checker\n" +
		"derives before it asks the rule ([single-points.md](../single-points.md)).\n\n" +
		"| theorem | rules: what they conclude, suppose | statement |\n|---|---|---|\n")
	for i, r := range rules {
		if slices.ContainsFunc(rules[:i], func(q theorem.Rule) bool { return q.Page() == r.Page() }) {
			continue
		}
		statement := r.Theorem
		if r.Lemma != nil {
			statement = r.Lemma.Theorem
		}
		var cases []string
		for _, q := range rules[i:] {
			if q.Page() == r.Page() {
				cases = append(cases, fmt.Sprintf("%s: %s, %s", q.ID, RuleConclusion(q), q.Supposes))
			}
		}
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", r.Page(), r.Page(), strings.Join(cases, "; "),
			strings.ReplaceAll(statement, "|", "\\|"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
