package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/certify/stationary"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
	"krein/fourier/language"
	"krein/internal/certify/certificate"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
)

// ofDelta certifies a kernel of x − y that is not a function of the distance.
func (c *certifyCommand) ofDelta(cmd *cobra.Command, formula string) error {
	for _, r := range c.require {
		if name, strength, _ := strings.Cut(r, "="); !slices.Contains(verification.ClaimNames(), name) || strength != "" &&
			strength != "likely" && strength != "proved" {
			return fmt.Errorf("--require %q: no such claim about a kernel of x − y; there are %s", r,
				strings.Join(verification.ClaimNames(), ", "))
		}
	}
	k, err := c.kernel.Stationary(formula, c.kernel.Dim)
	if err != nil {
		return err
	}
	if c.claims != nil {
		return fmt.Errorf("--claim is for functions of the distance; of a kernel of x − y all claims are decided")
	}
	if c.kind() != kindCertificate {
		return fmt.Errorf("-o %s: LaTeX and NumPy are for functions of the distance; this formula is one of x − y", c.out)
	}
	stop := terminal.Spin(cmd, fmt.Sprintf("certifying in R^%d", c.kernel.Dim))
	cert, err := stationary.Run(cmd.Context(), k, input.LastSettings(cmd.Context()))
	stop()
	if err != nil {
		return err
	}
	if err := c.save(cmd, cert, nil); err != nil {
		return err
	}
	switch {
	case c.kernel.JSON:
		err = terminal.WriteJSON(cmd.OutOrStdout(), cert)
	case c.out == "-": // the certificate is there
	case c.explain:
		err = verification.ExplainStationary(cmd.OutOrStdout(), cert)
	default:
		err = verification.WriteStationary(cmd.OutOrStdout(), cert, c.kernel.Argument(formula, formula),
			measure.StationaryRoute(cmd.Context(), k))
	}
	if err != nil {
		return err
	}
	var missing []string
	for _, r := range c.require {
		name, _, _ := strings.Cut(r, "=")
		if cl := cert.Claim(proof.ID(name)); cl.Status != proof.Proved {
			missing = append(missing, fmt.Sprintf("%s is %s", name, cl.Status))
		}
	}
	if missing != nil {
		return &terminal.NotMetError{Why: "required, but not met: " + strings.Join(missing, "; ")}
	}
	return nil
}

// ofDelta checks a certificate of a kernel of x − y that is not a function of the distance.
func (c *verifyCommand) ofDelta(cmd *cobra.Command, file string) error {
	for _, name := range c.claims {
		if name != input.MassClaim && !slices.Contains(verification.ClaimNames(), name) {
			return fmt.Errorf("--claim %q: no such claim about a kernel of x − y; there are %s, %s", name,
				strings.Join(verification.ClaimNames(), ", "), input.MassClaim)
		}
	}
	k, err := c.kernel.Stationary(c.formula, c.kernel.Dim)
	if err != nil {
		return err
	}
	data, err := input.ReadFile(cmd, file)
	if err != nil {
		return err
	}
	cert, err := check.Decode(bytes.NewReader(data))
	if other, failed := certificate.Decode(bytes.NewReader(data)); err != nil && failed == nil && !c.kernel.JSON {
		return verification.WriteMismatch(cmd.OutOrStdout(), fmt.Errorf("the certificate is about another kernel: %s, a "+
			"function of the distance, and %s is one of x − y", other.Formula(), c.formula), nil)
	}
	if err != nil {
		return input.Misplaced(file, input.DeltaFile, fmt.Errorf("%s: %w", file, err), "krein.certificate.stationary")
	}
	ctx, stop := c.within(cmd)
	defer stop()
	return verification.VerifyStationary(ctx, cmd.OutOrStdout(), cert, k, c.claims, c.steps(cmd), c.kernel.JSON)
}

// writeNamedOfDelta lists the named kernels of x − y.
func writeNamedOfDelta(w io.Writer) error {
	t := terminal.NewTable("kernel of x − y", "formula (docs/stationary.md)")
	for _, e := range language.Catalogue() {
		t.AppendRow(table.Row{e.Signature, e.Formula})
	}
	_, err := fmt.Fprintf(w, "\n%s\n", t.Render())
	return err
}
