package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"slices"
	"strings"
	"sync"

	"krein/certify"
	"krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
	"krein/internal/certify/theorem"
)

// Mark is how a status looks: a sign besides the word, so that colour is not all that tells it.
type Mark struct{ Sign, Word, Class string }

// MarkOf returns the mark of a status.
func MarkOf(s proof.Status) Mark {
	return map[proof.Status]Mark{
		certify.Proved:    {"✓", "proved", "proved"},
		certify.Refuted:   {"✗", "refuted", "refuted"},
		certify.Likely:    {"≈✓", "likely", "likely"},
		certify.Unlikely:  {"≈✗", "unlikely", "unlikely"},
		certify.Undecided: {"?", "undecided", "undecided"},
	}[s]
}

// Claim is what a page shows of a claim.
type Claim struct {
	ID        proof.ID
	Mark      Mark
	Title     string
	Statement string
	Because   string
	Missing   string // for a proof of what is likely or unlikely
	Proof     *Step
	Witness   *Step
	Lemmas    []Link // claims on the same page on which the proof rests
}

// Link leads to a place on the same page.
type Link struct{ Anchor, Text string }

// Step is what a page shows of a step of a proof.
type Step struct {
	Rule, Anchor string
	Says         string
	Theorem      string
	Evidence     string
	From         []*Step
}

// Title names a claim in two or three words.
func Title(id proof.ID) string {
	if id == stationary.Symmetric {
		return "Symmetric"
	}
	return prose.Title(id)
}

//go:embed claims.html
var claimSource string

// Template returns an empty template that knows the template "claim" of a Claim, and the function text.
func Template(name string, functions template.FuncMap) *template.Template {
	t := template.New(name).Funcs(template.FuncMap{"text": Text}).Funcs(functions)
	return template.Must(t.Parse(claimSource))
}

// Claims returns what a page shows of claims on R^dim; linked says that the pages of their rules are on it, too.
func Claims(dim int, claims []proof.Claim, linked bool) (out []Claim) {
	for _, cl := range claims {
		out = append(out, NewClaim(cl, prose.Statement(dim, cl), linked))
	}
	return out
}

// NewClaim returns what a page shows of a claim with a statement.
func NewClaim(cl proof.Claim, statement string, linked bool) Claim {
	missing := ""
	if m, ok := prose.MissingOf(cl); ok {
		missing = m.String()
	}
	return Claim{
		ID: cl.ID, Mark: MarkOf(cl.Status), Title: Title(cl.ID), Statement: statement,
		Because: cl.Because, Missing: missing, Proof: newStep(cl.Proof, linked), Witness: newStep(cl.Witness, linked),
	}
}

func newStep(s *proof.Step, linked bool) *Step {
	if s == nil {
		return nil
	}
	out := &Step{Rule: s.Rule, Says: s.Says, Evidence: indented(s.Evidence)}
	if linked {
		out.Anchor = Anchor(s.Rule)
	}
	out.Theorem = known()[s.Rule].Theorem
	for _, p := range s.From {
		out.From = append(out.From, newStep(p, linked))
	}
	return out
}

// mostEvidence is the length of evidence that a page shows; the certificate has all of it.
const mostEvidence = 4000

// indented writes evidence for reading, nothing for no evidence.
func indented(evidence json.RawMessage) string {
	if len(evidence) == 0 || string(evidence) == "{}" {
		return ""
	}
	var b bytes.Buffer
	if err := json.Indent(&b, evidence, "", "  "); err != nil {
		return string(evidence)
	}
	text := []rune(b.String())
	if len(text) > mostEvidence {
		return string(text[:mostEvidence]) + " … (the certificate has all of it)"
	}
	return string(text)
}

// Theorem is a rule that proofs on the page cite.
type Theorem struct {
	ID, Anchor, Theorem, Citation string
	// Page names the page of its proof, which cases of a lemma share, and rules about kernels of x − y with their family.
	Page   string
	family bool
}

// known are the theorems of all rules, by identifier.
var known = sync.OnceValue(func() map[string]Theorem {
	all := map[string]Theorem{}
	for _, r := range stationary.Rules() {
		family, _, _ := strings.Cut(r.ID, ".")
		all[r.ID] = Theorem{r.ID, Anchor(r.ID), r.Theorem, r.Citation, family, true}
	}
	for _, r := range theorem.Rules() {
		all[r.ID] = Theorem{r.ID, Anchor(r.ID), r.Theorem, r.Citation, r.Page(), false}
	}
	return all
})

// Theorems returns the rules that the proofs of claims cite, by name.
func Theorems(claims []Claim) (out []Theorem) {
	seen := map[string]bool{}
	var visit func(s *Step)
	visit = func(s *Step) {
		if s == nil {
			return
		}
		if t, ok := known()[s.Rule]; ok && !seen[s.Rule] {
			seen[s.Rule] = true
			out = append(out, t)
		}
		for _, p := range s.From {
			visit(p)
		}
	}
	for _, c := range claims {
		visit(c.Proof)
		visit(c.Witness)
	}
	slices.SortFunc(out, func(a, b Theorem) int { return strings.Compare(a.ID, b.ID) })
	return out
}
