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
	"krein/certify/proof"
	"krein/decompose"
	"krein/kernel"
)

func newVerifyCmd() *cobra.Command {
	var (
		kf      kernelFlags
		formula string
		claims  []string
		timeout time.Duration
		steps   int
	)
	cmd := &cobra.Command{
		Use:   "verify CERTIFICATE --kernel FORMULA --dim D",
		Short: "Check the proofs of a certificate without trusting who made it",
		Long: `verify re-derives every step of the proofs in a certificate ('-': standard input). What
is to be proved comes from you: the kernel, the dimension and the claims; from the
certificate come only the statuses and the proofs. The checker shares no code with the
prover's search.

For each claim it answers accepted, rejected (which step, and why) or incomplete (the
budget or the precision did not suffice). Without --claim, every claim that the
certificate calls proved or refuted is checked.

The proofs of a minimum (krein decompose --minimal --proof) are checked in the same way, and
a zonal decomposition (krein decompose --sphere -o) is computed again.

The file comes from 'krein certify … --output FILE'. Exit status: 0 all accepted, 1 one of
them is not, 2 bad input.`,
		Example: `  krein verify ntk.json --kernel ntk --dim 8
  krein verify ntk.json --kernel ntk --dim 8 --claim finite-mass --json`,
		Args: oneCertificate,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkDim(kf.dim); err != nil {
				return err
			}
			ids, err := parseClaims(claims)
			if err != nil {
				return err
			}
			k, err := kf.kernel(cmd, formula)
			if err != nil {
				return err
			}
			data, err := readFile(cmd, args[0])
			if err != nil {
				return err
			}
			if isMinimum(data) {
				return verifyMinimum(cmd.Context(), cmd.OutOrStdout(), data, k, kf.dim)
			}
			if isZonal(data) {
				return verifyZonal(cmd.Context(), cmd.OutOrStdout(), data, k, kf.dim)
			}
			cert, err := proof.Decode(bytes.NewReader(data))
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if ids == nil {
				if ids = decidedClaims(cert); ids == nil {
					return &notMetError{"the certificate proves and refutes nothing"}
				}
			}
			ctx := cmd.Context()
			if timeout > 0 {
				var stop context.CancelFunc
				ctx, stop = context.WithTimeout(ctx, timeout)
				defer stop()
			}
			return verifyClaims(ctx, cmd, cert, k, kf.dim, ids, steps, kf.json)
		},
	}
	kf.add(cmd, true)
	fl := cmd.Flags()
	fl.StringVar(&formula, "kernel", "", "the kernel's formula or name (required)")
	fl.StringArrayVar(&claims, "claim", nil, "the claim to check; may be repeated (default: all that are proved or refuted)")
	fl.DurationVar(&timeout, "timeout", 0, "give up after this time, as in 30s (default: never)")
	fl.IntVar(&steps, "steps", 0, fmt.Sprintf("give up after this many steps of a proof (default %d)", check.DefaultSteps))
	if err := cmd.MarkFlagRequired("kernel"); err != nil {
		panic(err)
	}
	return cmd
}

func verifyClaims(ctx context.Context, cmd *cobra.Command, cert *proof.Certificate, k *kernel.Kernel, dim int, ids []proof.ID, steps int, asJSON bool) error {
	type result struct {
		Claim   proof.ID `json:"claim"`
		Status  string   `json:"status"`
		Verdict string   `json:"verdict"`
		Rule    string   `json:"rule,omitempty"`
		Why     string   `json:"why,omitempty"`
		Steps   int      `json:"steps"`
		Seconds float64  `json:"seconds"`
	}
	var results []result
	var failed []string
	t := newTable("claim", "certificate", "verdict", "steps", "time")
	for _, id := range ids {
		start := time.Now()
		r := check.Verify(ctx, cert, check.Question{Kernel: k, Dim: dim, Claim: id}, steps)
		if cmd.Context().Err() != nil { // interrupted, as opposed to --timeout
			return cmd.Context().Err()
		}
		took := time.Since(start)
		results = append(results, result{id, r.Status.String(), r.Verdict.String(), r.Rule, r.Why, r.Steps, took.Seconds()})
		t.AppendRow([]any{id, r.Status, r.Verdict, r.Steps, took.Round(100 * time.Microsecond)})
		if r.Verdict != check.Accepted {
			why := r.Why
			if r.Rule != "" {
				why = "step " + r.Rule + ": " + why
			}
			failed = append(failed, fmt.Sprintf("%s %v: %s", id, r.Verdict, why))
		}
	}
	out := cmd.OutOrStdout()
	if asJSON {
		if err := writeJSON(out, struct {
			Kernel  string   `json:"kernel"`
			Beyond  string   `json:"beyond"`
			Dim     int      `json:"dim"`
			Digest  string   `json:"digest"`
			Results []result `json:"results"`
		}{k.Formula(), k.BeyondString(), dim, cert.Digest(), results}); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintf(out, "k(z) = %s, %s, on R^%d\n\n%s\n", k.Formula(), k.BeyondString(), dim, t.Render()); err != nil {
		return err
	}
	if failed != nil {
		return &notMetError{strings.Join(failed, "\n       ")}
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
