package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"krein/certify/check"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/decompose"
	"krein/kernel"
)

// verifyCommand is the verb verify with its flags.
type verifyCommand struct {
	kernel  kernelFlags
	formula string
	claims  []string
	timeout time.Duration
	steps   int
}

func newVerifyCmd() *cobra.Command {
	c := new(verifyCommand)
	cmd := &cobra.Command{
		Use:   "verify CERTIFICATE --kernel FORMULA --dim D",
		Short: "Check the proofs of a certificate without trusting who made it",
		Long: `verify re-derives every step of the proofs in a certificate ('-': standard input). What
is to be proved comes from you: the kernel, the dimension and the claims; from the
certificate come only the statuses and the proofs. The checker shares no code with the
prover's search.

For each claim it answers accepted, rejected (which step, and why) or incomplete (the
budget or the precision did not suffice). Without --claim, every claim that the
certificate calls proved or refuted is checked, and so are the masses ('--claim masses') if
they are enclosed: each bound has to come out of the evidence to its last digit. Estimated
masses are shown as not proved.

The proofs of a minimum (krein decompose --minimal --proof) are checked in the same way, the
bias of a table (krein decompose -o) is proved again for the kernel that you give, and a
zonal decomposition (krein decompose --sphere -o) is computed again. A minimum is about the
kernel up to its radius: how you let it go on beyond does not matter.

It ends with what was trusted: the packages that were run, and the version of Go.

The file comes from 'krein certify … --output FILE'. Exit status: 0 all accepted, 1 one of
them is not, 2 bad input.`,
		Example: `  krein verify ntk.json --kernel ntk --dim 8
  krein verify ntk.json --kernel ntk --dim 8 --claim finite-mass --json`,
		Args: oneCertificate,
		RunE: c.run,
	}
	c.kernel.add(cmd, true)
	fl := cmd.Flags()
	fl.StringVar(&c.formula, "kernel", "", "the kernel's formula or name (required)")
	fl.StringArrayVar(&c.claims, "claim", nil, "the claim to check, or masses; may be repeated (default: all that is proved or refuted)")
	fl.DurationVar(&c.timeout, "timeout", 0, "give up after this time, as in 30s (default: never)")
	fl.IntVar(&c.steps, "steps", 0, fmt.Sprintf("give up after this many steps of a proof (default %d)", rule.DefaultSteps))
	if err := cmd.MarkFlagRequired("kernel"); err != nil {
		panic(err)
	}
	return cmd
}

// run checks a file of any kind.
func (c *verifyCommand) run(cmd *cobra.Command, args []string) error {
	if err := checkDim(c.kernel.dim); err != nil {
		return err
	}
	others := slices.DeleteFunc(slices.Clone(c.claims), func(n string) bool { return n == massClaim })
	ids, err := parseClaims(others)
	if err != nil {
		return err
	}
	k, err := c.kernel.kernel(cmd, c.formula)
	if err != nil {
		return err
	}
	data, err := readFile(cmd, args[0])
	if err != nil {
		return err
	}
	if file, err := readProved(data); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	} else if file != nil {
		if c.claims != nil || c.steps != 0 {
			return fmt.Errorf("%s is a %s, which is proved as a whole: --claim and --steps are for certificates", args[0], file.kind)
		}
		return file.run(cmd.Context(), cmd.OutOrStdout(), k, c.kernel.dim, c.timeout, c.kernel.json)
	}
	cert, err := proof.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return c.certificate(cmd, cert, k, ids, len(others) < len(c.claims))
}

// certificate checks claims of a certificate, and its masses; without --claim all that it decides.
func (c *verifyCommand) certificate(cmd *cobra.Command, cert *proof.Certificate, k *kernel.Kernel, ids []proof.ID, masses bool) error {
	if c.claims == nil {
		if ids = decidedClaims(cert); ids == nil {
			return &notMetError{msg: "the certificate proves and refutes nothing"}
		}
	}
	ctx := cmd.Context()
	if c.timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.timeout)
		defer stop()
	}
	v := verification{cert: cert, k: k, dim: c.kernel.dim, steps: c.steps}
	if err := v.claims(ctx, cmd, ids); err != nil {
		return err
	}
	if masses || c.claims == nil {
		if err := v.masses(ctx, cmd, masses); err != nil {
			return err
		}
	}
	return v.write(cmd.OutOrStdout(), c.kernel.json)
}

// verification is what 'verify' finds out about a certificate.
type verification struct {
	cert  *proof.Certificate
	k     *kernel.Kernel
	dim   int
	steps int

	results []claimResult
	mass    *massResult
	failed  []string
}

type claimResult struct {
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
	Kind    proof.MassKind `json:"kind"`
	Verdict string         `json:"verdict"` // "not proved" for kinds that claim no proof
	Method  string         `json:"method,omitempty"`
	Why     string         `json:"why,omitempty"`
	Total   string         `json:"total,omitempty"`
	Plus    string         `json:"plus,omitempty"`
	Minus   string         `json:"minus,omitempty"`
	Panels  int            `json:"panels"`
	Seconds float64        `json:"seconds"`
}

// claims checks the proofs of claims.
func (v *verification) claims(ctx context.Context, cmd *cobra.Command, ids []proof.ID) error {
	for _, id := range ids {
		start := time.Now()
		r := check.Verify(ctx, v.cert, check.Question{Kernel: v.k, Dim: v.dim, Claim: id}, v.steps)
		if cmd.Context().Err() != nil { // interrupted, as opposed to --timeout
			return cmd.Context().Err()
		}
		v.results = append(v.results, claimResult{id, r.Status.String(), r.Verdict.String(), r.Rule, r.Why, r.Steps, time.Since(start).Seconds()})
		if r.Verdict != check.Accepted {
			why := r.Why
			if r.Rule != "" {
				why = "step " + r.Rule + ": " + why
			}
			v.failed = append(v.failed, fmt.Sprintf("%s %v: %s", id, r.Verdict, why))
		}
	}
	return nil
}

// masses checks the masses; wanted says that nothing but a proof of them will do.
func (v *verification) masses(ctx context.Context, cmd *cobra.Command, wanted bool) error {
	start := time.Now()
	r := check.VerifyMass(ctx, v.cert, v.k, v.dim, v.steps)
	if cmd.Context().Err() != nil {
		return cmd.Context().Err()
	}
	v.mass = &massResult{Kind: r.Kind, Verdict: r.Verdict.String(), Method: string(r.Method), Why: r.Why, Panels: r.Panels, Seconds: time.Since(start).Seconds()}
	switch {
	case r.Verdict == check.Accepted:
		m := v.cert.Mass()
		v.mass.Total, v.mass.Plus, v.mass.Minus = m.Total.String(), m.Plus.String(), m.Minus.String()
	case r.Kind != proof.MassEnclosed:
		v.mass.Verdict = "not proved"
		if !wanted {
			break
		}
		fallthrough
	default:
		v.failed = append(v.failed, fmt.Sprintf("masses %s: %s", v.mass.Verdict, r.Why))
	}
	return nil
}

// write shows the outcome; the error says what was not accepted.
func (v *verification) write(w io.Writer, asJSON bool) error {
	trusted := trustedFor("krein/certify/check")
	if asJSON {
		if err := writeJSON(w, struct {
			Kernel  string        `json:"kernel"`
			Beyond  string        `json:"beyond"`
			Dim     int           `json:"dim"`
			Digest  string        `json:"digest"`
			Results []claimResult `json:"results"`
			Masses  *massResult   `json:"masses,omitempty"`
			Trusted *trustedBase  `json:"trusted"`
		}{v.k.Formula(), v.k.BeyondString(), v.dim, v.cert.Digest(), v.results, v.mass, trusted}); err != nil {
			return err
		}
	} else {
		took := func(seconds float64) time.Duration {
			return time.Duration(seconds * float64(time.Second)).Round(100 * time.Microsecond)
		}
		t := newTable("claim", "certificate", "verdict", "steps", "time")
		for _, r := range v.results {
			t.AppendRow([]any{r.Claim, r.Status, r.Verdict, r.Steps, took(r.Seconds)})
		}
		if m := v.mass; m != nil {
			t.AppendRow([]any{"masses", m.Kind, m.Verdict, m.Panels, took(m.Seconds)})
		}
		text := fmt.Sprintf("k(z) = %s, %s, on R^%d\n\n%s\n", v.k.Formula(), v.k.BeyondString(), v.dim, t.Render())
		if m := v.mass; m != nil && m.Total != "" {
			text += fmt.Sprintf("\n‖m‖: %s, ‖m₊‖: %s, ‖m₋‖: %s (%s)\n", m.Total, m.Plus, m.Minus, m.Method)
		}
		if _, err := fmt.Fprintf(w, "%s\n%s\n", text, trusted); err != nil {
			return err
		}
	}
	if v.failed != nil {
		return &notMetError{msg: strings.Join(v.failed, "\n       ")}
	}
	return nil
}

// decidedClaims returns the claims that the certificate proves or refutes.
func decidedClaims(cert *proof.Certificate) (ids []proof.ID) {
	for _, cl := range cert.Claims() {
		if cl.Proof != nil {
			ids = append(ids, cl.ID)
		}
	}
	return ids
}

// massClaim is what --claim calls the masses.
const massClaim = "masses"

func parseClaims(names []string) (ids []proof.ID, err error) {
	for _, n := range names {
		if !slices.Contains(proof.IDs(), proof.ID(n)) {
			return nil, fmt.Errorf("--claim %q: no such claim; there are %s", n, strings.Join(claimNames(), ", "))
		}
		ids = append(ids, proof.ID(n))
	}
	return ids, nil
}

// maxFile is the size of the largest file of proofs or tables that is read.
const maxFile = decompose.MaxFileSize

// readFile reads a file ('-': standard input).
func readFile(cmd *cobra.Command, path string) ([]byte, error) {
	r := cmd.InOrStdin()
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
		r = f
	}
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: longer than %d bytes, which no file of proofs or tables is", path, maxFile)
	}
	return data, nil
}

func oneCertificate(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("want one certificate, a file that 'krein certify --output FILE' wrote ('-': standard input)")
	}
	return nil
}
