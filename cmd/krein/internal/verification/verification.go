// Package verification checks files again: proofs of certificates, of radial kernels and of kernels of x − y, and of the values of
// parameters for which a family has a claim; tables, minima and expansions; and says what was trusted. It also says what
// this krein is and what it runs on, and tries whether it works.
package verification

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"krein/certify/verify"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Outcome is what 'verify' finds out about a certificate.
type Outcome struct {
	Cert   *certificate.Certificate
	Kernel *kernel.Kernel
	Dim    int
	Steps  int

	checker *verify.Checker // of claims and masses
	results []ClaimResult
	mass    *massResult
	failed  []failure
}

// failure is what was not accepted, all for one reason: the verdict, and why.
type failure struct {
	claims []string
	reason string
}

// fail notes that a claim was not accepted; those with the same reason are said together.
func (v *Outcome) fail(claim, reason string) {
	if n := len(v.failed) - 1; n >= 0 && v.failed[n].reason == reason {
		v.failed[n].claims = append(v.failed[n].claims, claim)
		return
	}
	v.failed = append(v.failed, failure{[]string{claim}, reason})
}

// ClaimResult is what comes of checking a claim.
type ClaimResult struct {
	Claim   proof.ID `json:"claim"`
	Status  string   `json:"status"`
	Verdict string   `json:"verdict"`
	Rule    string   `json:"rule,omitempty"`
	Why     string   `json:"why,omitempty"`
	Steps   int      `json:"steps"`
	Seconds float64  `json:"seconds"`
}

// massResult is about the masses of a certificate; the bounds are there if they were accepted.
type massResult struct {
	Kind    certificate.MassKind `json:"kind"`
	Verdict string               `json:"verdict"` // "not proved" for kinds that claim no proof
	Method  string               `json:"method,omitempty"`
	Why     string               `json:"why,omitempty"`
	Total   string               `json:"total,omitempty"`
	Plus    string               `json:"plus,omitempty"`
	Minus   string               `json:"minus,omitempty"`
	Panels  int                  `json:"panels"`
	Seconds float64              `json:"seconds"`
}

// checking returns the checker of all that is asked.
func (v *Outcome) checking() *verify.Checker {
	if v.checker == nil {
		v.checker = verify.New(v.Cert, v.Kernel, v.Dim, v.Steps)
	}
	return v.checker
}

// Claims checks the proofs of claims.
func (v *Outcome) Claims(ctx context.Context, cmd *cobra.Command, ids []proof.ID) error {
	for _, id := range ids {
		start := time.Now()
		r := v.checking().Claim(ctx, id)
		if cmd.Context().Err() != nil { // interrupted, as opposed to --timeout
			return cmd.Context().Err()
		}
		v.results = append(v.results, ClaimResult{id, r.Status.String(), r.Verdict.String(), r.Rule, r.Why, r.Steps,
			time.Since(start).Seconds()})
		if r.Verdict != check.Accepted {
			why := r.Why
			if r.Rule != "" {
				why = "step " + r.Rule + ": " + why
			}
			v.fail(string(id), fmt.Sprintf("%v: %s", r.Verdict, why))
		}
	}
	return nil
}

// Masses checks the masses; wanted says that nothing but a proof of them will do.
func (v *Outcome) Masses(ctx context.Context, cmd *cobra.Command, wanted bool) error {
	start := time.Now()
	r := v.checking().Masses(ctx)
	if cmd.Context().Err() != nil {
		return cmd.Context().Err()
	}
	v.mass = &massResult{Kind: r.Kind, Verdict: r.Verdict.String(), Method: string(r.Method), Why: r.Why, Panels: r.Panels,
		Seconds: time.Since(start).Seconds()}
	switch {
	case r.Verdict == check.Accepted:
		m := v.Cert.Mass()
		v.mass.Total, v.mass.Plus, v.mass.Minus = m.Total.String(), m.Plus.String(), m.Minus.String()
	case r.Kind != certificate.MassEnclosed:
		v.mass.Verdict = "not proved"
		if !wanted {
			break
		}
		fallthrough
	default:
		v.fail("masses", fmt.Sprintf("%s: %s", v.mass.Verdict, r.Why))
	}
	return nil
}

// opened is the formula of a kernel with names, without them: the checker does not know what they mean, and whoever
// trusts it reads this. It is empty if there are none.
func (v *Outcome) opened() string {
	e := v.Kernel.FormulaExpr()
	if opened := formula.Opened(e).String(); opened != e.String() {
		return opened
	}
	return ""
}

// WriteMismatch says that a certificate is about something else, and what it states of that, if results are given. Nothing
// of it was checked. The error says nothing more.
func WriteMismatch(w io.Writer, why error, results []ClaimResult) error {
	t := terminal.NewTable("claim", "certificate", "verdict")
	for _, r := range results {
		t.AppendRow([]any{r.Claim, r.Status, r.Verdict})
	}
	text := terminal.Wrap(fmt.Sprintf("rejected: %v. None of its proofs was checked.", why), "")
	if len(results) > 0 {
		text += "\n\n" + t.Render()
	}
	if _, err := fmt.Fprintln(w, text); err != nil {
		return err
	}
	return &terminal.NotMetError{}
}

// Write shows the outcome; the error says what was not accepted.
func (v *Outcome) Write(w io.Writer, asJSON bool) error {
	if why := verify.About(v.Cert, v.Kernel, v.Dim); why != nil && !asJSON {
		results := v.results
		if m := v.mass; m != nil {
			results = append(results, ClaimResult{Claim: "masses", Status: string(m.Kind), Verdict: m.Verdict})
		}
		return WriteMismatch(w, why, results)
	}
	trusted := v.trusted()
	if asJSON {
		if err := terminal.WriteJSON(w, struct {
			Kernel  string        `json:"kernel"`
			Opened  string        `json:"opened,omitempty"`
			Beyond  string        `json:"beyond"`
			Dim     int           `json:"dim"`
			Digest  string        `json:"digest"`
			Results []ClaimResult `json:"results"`
			Masses  *massResult   `json:"masses,omitempty"`
			Trusted *TrustedBase  `json:"trusted"`
		}{v.Kernel.Formula(), v.opened(), v.Kernel.BeyondString(), v.Dim, v.Cert.Digest(), v.results, v.mass,
			trusted}); err != nil {
			return err
		}
	} else {
		t := Table(v.results)
		if m := v.mass; m != nil {
			t.AppendRow([]any{"masses", m.Kind, m.Verdict, m.Panels, took(m.Seconds)})
		}
		text := fmt.Sprintf("k(z) = %s, %s, on R^%d\n", v.Kernel.Formula(), v.Kernel.BeyondString(), v.Dim)
		if opened := v.opened(); opened != "" {
			text += fmt.Sprintf("what is proved is proved of k(z) = %s\n", opened)
		}
		text += fmt.Sprintf("\n%s\n", t.Render())
		if m := v.mass; m != nil && m.Total != "" {
			text += fmt.Sprintf("\n‖m‖: %s, ‖m₊‖: %s, ‖m₋‖: %s (%s)\n", m.Total, m.Plus, m.Minus, m.Method)
		}
		if _, err := fmt.Fprintf(w, "%s\n%s\n", text, trusted); err != nil {
			return err
		}
	}
	if v.failed != nil {
		var lines []string
		for _, f := range v.failed {
			lines = append(lines, strings.Join(f.claims, ", ")+" "+f.reason)
		}
		return &terminal.NotMetError{Why: strings.Join(lines, "\n       ")}
	}
	return nil
}

// Table shows what came of claims.
func Table(results []ClaimResult) *terminal.Table {
	t := terminal.NewTable("claim", "certificate", "verdict", "steps", "time")
	for _, r := range results {
		t.AppendRow([]any{r.Claim, r.Status, r.Verdict, r.Steps, took(r.Seconds)})
	}
	return t
}

func took(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(100 * time.Microsecond)
}

// Decided returns the claims that the certificate proves or refutes.
func Decided(cert *certificate.Certificate) (ids []proof.ID) {
	for _, cl := range cert.Claims() {
		if cl.Proof != nil {
			ids = append(ids, cl.ID)
		}
	}
	return ids
}
