package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check/rule"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// verifyCommand is the verb verify with its flags.
type verifyCommand struct {
	kernel  input.KernelFlags
	formula string
	claims  []string
	timeout time.Duration
}

func newVerifyCmd() *cobra.Command {
	c := new(verifyCommand)
	cmd := &cobra.Command{
		Use:   "verify CERTIFICATE --kernel FORMULA --dim D",
		Short: "Check the proofs of a certificate without trusting who made it",
		Long: `verify re-derives every step of the proofs in a certificate ('-': standard input). What
is to be proved comes from you: the kernel, the dimension and the claims; from the
certificate come only the statuses and the proofs. The checker imports no package of the
prover's search. The search, however, calls functions of the checker, so a mistake in one of
them can mislead both: it is no second opinion. The distances at which a formula changes its
branch are searched for while a proof is checked, too; what holds at and between them is proved.

For each claim it answers accepted, rejected (which step, and why) or incomplete (the
budget of steps, 20000 at --effort 1, or the precision did not suffice). Without --claim, every claim that the
certificate calls proved or refuted is checked, and so are the masses ('--claim masses') if
they are enclosed: each bound has to come out of the evidence to its last digit. Estimated
masses are shown as not proved.

The proofs of a minimum (krein decompose --minimal --proof) are checked in the same way, the
bias of a table (krein decompose -o) is proved again for the kernel that you give, and a
zonal decomposition (krein decompose --sphere -o) is computed again. Of a region (krein region -o),
with the same range of --param, the certificates at single values are checked, and that the rest follows. A minimum is about the
kernel up to its radius: how you let it go on beyond does not matter.

It ends with what was trusted: the packages that have the rules of these proofs, all packages
that these import, and the version of Go. If the certificate is about another kernel or another
dimension, that is said first, and nothing is checked.

The file comes from 'krein certify … --output FILE'. Exit status: 0 all accepted, 1 one of
them is not, 2 bad input.`,
		Example: `  krein verify ntk.json --kernel ntk --dim 8
  krein verify ntk.json --kernel ntk --dim 8 --claim finite-mass --json
  krein verify region.json --kernel 'exp(-z)*(1 + b*z)' --param b=-1..2 --dim 3`,
		Args: oneCertificate,
		RunE: c.run,
	}
	c.kernel.Add(cmd, true)
	fl := cmd.Flags()
	fl.StringVar(&c.formula, "kernel", "", "the kernel's formula or name (required)")
	fl.StringSliceVar(&c.claims, "claim", nil, "the claim to check, or masses; several with commas, or repeated "+
		"(default: all that is proved or refuted)")
	fl.DurationVar(&c.timeout, "timeout", 0, "give up after this time, as in 30s (default: never)")
	if err := cmd.MarkFlagRequired("kernel"); err != nil {
		panic(err)
	}
	return cmd
}

// run checks a file of any kind.
func (c *verifyCommand) run(cmd *cobra.Command, args []string) error {
	if err := input.CheckDim(c.kernel.Dim); err != nil {
		return err
	}
	if c.kernel.Ranged() {
		return c.region(cmd, args[0])
	}
	if c.kernel.OfDelta(c.formula) {
		return c.ofDelta(cmd, args[0])
	}
	ids, masses, err := c.asked()
	if err != nil {
		return err
	}
	k, err := c.kernel.Kernel(cmd, c.formula)
	if err != nil {
		return err
	}
	data, err := input.ReadFile(cmd, args[0])
	if err != nil {
		return err
	}
	if file, err := verification.Read(data); err != nil {
		return input.Misplaced(args[0], input.CertificateFile, fmt.Errorf("%s: %w", args[0], err), "krein.table",
			"krein.zonal", "krein.minimum")
	} else if file != nil {
		if c.claims != nil {
			return fmt.Errorf("%s is a %s, which is proved as a whole: --claim is for certificates",
				args[0], file.Kind)
		}
		return file.Run(cmd.Context(), cmd.OutOrStdout(), k, c.kernel.Dim, c.timeout, c.kernel.JSON)
	}
	cert, err := certificate.Decode(bytes.NewReader(data))
	if other, failed := check.Decode(bytes.NewReader(data)); err != nil && failed == nil && !c.kernel.JSON {
		return verification.WriteMismatch(cmd.OutOrStdout(), fmt.Errorf("the certificate is about another kernel: %s, a "+
			"function of x − y, and %s is a function of the distance", other.Formula, c.formula), nil)
	}
	if err != nil {
		return input.Misplaced(args[0], input.CertificateFile, fmt.Errorf("%s: %w", args[0], err), "krein.certificate")
	}
	return c.certificate(cmd, cert, k, ids, masses)
}

// asked returns what --claim names.
func (c *verifyCommand) asked() (ids []proof.ID, masses bool, err error) {
	others := slices.DeleteFunc(slices.Clone(c.claims), func(n string) bool { return n == input.MassClaim })
	ids, err = input.ParseClaims(others)
	return ids, len(others) < len(c.claims), err
}

// steps returns how many steps of a proof are examined.
func (c *verifyCommand) steps(cmd *cobra.Command) int {
	return int(min(1e9, max(1, rule.DefaultSteps*input.Effort(cmd.Context()))))
}

// within returns the context of the command, which ends after --timeout.
func (c *verifyCommand) within(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	if c.timeout > 0 {
		return context.WithTimeout(cmd.Context(), c.timeout)
	}
	return cmd.Context(), func() {}
}

// certificate checks claims of a certificate, and its masses; without --claim all that it decides.
func (c *verifyCommand) certificate(cmd *cobra.Command, cert *certificate.Certificate, k *kernel.Kernel, ids []proof.ID,
	masses bool) error {
	if c.claims == nil {
		if ids = verification.Decided(cert); ids == nil {
			return &terminal.NotMetError{Why: "the certificate proves and refutes nothing"}
		}
	}
	ctx, stop := c.within(cmd)
	defer stop()
	v := verification.Outcome{Cert: cert, Kernel: k, Dim: c.kernel.Dim, Steps: c.steps(cmd)}
	if err := v.Claims(ctx, cmd, ids); err != nil {
		return err
	}
	if masses || c.claims == nil {
		if err := v.Masses(ctx, cmd, masses); err != nil {
			return err
		}
	}
	return v.Write(cmd.OutOrStdout(), c.kernel.JSON)
}

func oneCertificate(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("want one certificate, a file that 'krein certify --output FILE' wrote ('-': standard input)")
	}
	return nil
}
