package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
	"krein/internal/certify/witness"
	"krein/kernel"
	"krein/kernel/notation"
)

// certifyCommand is the verb certify with its flags.
type certifyCommand struct {
	kernel  input.KernelFlags
	claims  []string
	require []string
	out     string
	explain bool
}

func newCertifyCmd() *cobra.Command {
	c := new(certifyCommand)
	cmd := &cobra.Command{
		Use:   "certify FORMULA --dim D",
		Short: "Prove or refute that a kernel is positive definite or can be decomposed",
		Long: `certify states, for the kernel in R^d, each of the claims

  ` + strings.Join(input.ClaimNames(), ", ") + `

with a status, a reason and the rule that gave it, and the masses ‖m‖, ‖m₊‖, ‖m₋‖ of
its spectral measure. The statuses likely and unlikely rest on floating point; proved
and refuted come with a proof, which 'krein verify' checks; undecided says what is missing. The last
paragraphs say how to use the kernel; a command that they give was run for this kernel
as far as a part of its work goes. --explain shows the proofs.

A formula in more than the distance (docs/stationary.md: t along --param t, x1 …, sum, prod, l1) is certified
as a kernel of Δ = x − y, with the claims symmetric, finite-mass, pd and positive-decomposition, and the masses
of the real and the imaginary part of its measure.

A parameter with a range, --param b=0..1/2, makes one certificate for every value in it: proved and refuted are so for
all of them, and a claim that holds for some is undecided ('krein region' divides the range). A parenthesis leaves out an
end: 'b=(0..1/2]'.

A claim that is refuted by values at finitely many points shows them; -o refuted.py writes the
sum as a program of five lines that shares nothing with krein.

At most 10 s of processor time are taken at --effort 1; what that leaves open is undecided (docs/budgets.md).

--claim CLAIM decides that claim and what it rests on, no other. --require CLAIM makes the
exit status 1 unless the claim is proved or likely; --require CLAIM=proved insists on a proof.`,
		Example: `  krein certify 'exp(-z^2/2) - exp(-z^2/200)' --dim 16
  krein certify 'gaussian(1) - c*matern(3/2, 2)' --param c=1/2 --dim 3 --json
  krein certify 'exp(-z)*cos(b*z)' --param 'b=(0..1/2]' --dim 3
  krein certify ntk --dim 8
  krein certify 'exp(u/2)' --dim 8 --claim pd-sphere
  krein certify 'exp(-z^2/2)*(1 + sinh(t))' --param t=ones --dim 8
  krein certify 'prod(matern(5/2, l))' --param l=1,2,1/2 --dim 3
  krein certify 'cos(z)' --dim 2 -o refuted.py
  krein certify --dim 3 -- '-sqrt(1+z^2)'
  krein certify --dim 2 --require conditionally-pd -- '-(1 - exp(-z))'   # is 1 - exp(-z) a variogram?
  echo 'max(0, 1-z)^2' | krein certify - --dim 3 --require finite-mass`,
		Args: input.OneFormula,
		RunE: c.run,
	}
	c.kernel.Add(cmd, true)
	cmd.Flags().StringSliceVar(&c.claims, "claim", nil,
		"the claim to decide; several with commas, or repeated (default: all, and the masses)")
	cmd.Flags().StringSliceVar(&c.require, "require", nil,
		"exit with status 1 unless CLAIM (or CLAIM=proved) holds; several with commas, or repeated")
	cmd.Flags().BoolVar(&c.explain, "explain", false, "show what every claim means, and its proof")
	cmd.Flags().StringVarP(&c.out, "output", "o", "", "also write the certificate to this .json file ('-': standard output), a LaTeX\n"+
		"fragment with the proofs if the name ends in .tex, NumPy programs that refute if in .py")
	return cmd
}

// over certifies a kernel for all values of a parameter in a range.
func (c *certifyCommand) over(cmd *cobra.Command, text string) error {
	if c.kind() != kindCertificate {
		return fmt.Errorf("-o %s is for a kernel with one value of each parameter", c.out)
	}
	claims, err := input.ParseClaims(c.claims)
	if err != nil {
		return err
	}
	wanted, err := input.ParseRequirements(c.require, claims)
	if err != nil {
		return err
	}
	f, s, err := c.kernel.Over(cmd, text)
	if err != nil {
		return err
	}
	if _, err := f.Over(s); err != nil {
		return fmt.Errorf("for all values of %s: %w", f.Name, err)
	}
	set := input.LastSettings(cmd.Context())
	set.Claims = claims
	stop := terminal.Spin(cmd, fmt.Sprintf("certifying in R^%d", c.kernel.Dim))
	cert, d, err := certify.Over(cmd.Context(), f, s, c.kernel.Dim, set)
	stop()
	if err != nil {
		return err
	}
	var file json.Marshaler = cert
	if d != nil {
		file = d
	}
	if err := c.save(cmd, file, nil); err != nil {
		return err
	}
	together := verification.Together(cert, d)
	switch {
	case c.kernel.JSON:
		err = terminal.WriteJSON(cmd.OutOrStdout(), file)
	case c.out == "-":
	case c.explain && d == nil:
		err = prose.WriteText(cmd.OutOrStdout(), cert)
	default:
		err = verification.WriteOver(cmd.OutOrStdout(), f, s, cert, d, claims, func(claim proof.ID) string {
			closed := c.kernel.With([]input.Grid{{Name: f.Name}}, []string{s.From.RatString() + ".." + s.To.RatString()})
			return fmt.Sprintf("krein region %s --dim %d --claim %s", closed.Argument(text, f.Formula), c.kernel.Dim, claim)
		})
	}
	if err != nil {
		return err
	}
	return input.CheckClaims(together, wanted)
}

// certified certifies the kernel and keeps the certificate in the file that is asked for.
func (c *certifyCommand) certified(cmd *cobra.Command, k *kernel.Kernel, claims []certify.ID) (*certify.Certificate, error) {
	set := input.LastSettings(cmd.Context())
	set.Claims = claims
	stop := terminal.Spin(cmd, fmt.Sprintf("certifying in R^%d", c.kernel.Dim))
	cert, err := certify.Run(cmd.Context(), k, c.kernel.Dim, set)
	stop()
	if err != nil {
		return nil, err
	}
	return cert, c.save(cmd, cert, k)
}

// run certifies and writes the certificate.
func (c *certifyCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.CertifyTime)(&err)
	if err := input.CheckDim(c.kernel.Dim); err != nil {
		return err
	}
	if c.kernel.Ranged() {
		return c.over(cmd, args[0])
	}
	text, err := c.kernel.Text(cmd, args[0])
	if err != nil {
		return err
	}
	if c.kernel.OfDelta(text) {
		return c.ofDelta(cmd, text)
	}
	claims, err := input.ParseClaims(c.claims)
	if err != nil {
		return err
	}
	wanted, err := input.ParseRequirements(c.require, claims)
	if err != nil {
		return err
	}
	k, err := c.kernel.Kernel(cmd, text)
	if err != nil {
		return err
	}
	cert, err := c.certified(cmd, k, claims)
	if err != nil {
		return err
	}
	switch {
	case c.kernel.JSON:
		err = terminal.WriteJSON(cmd.OutOrStdout(), cert)
	case c.out == "-": // the certificate is there
	case c.explain:
		err = prose.WriteText(cmd.OutOrStdout(), cert)
	default:
		argument := c.kernel.Argument(args[0], cert.Formula())
		err = prose.WriteSummary(cmd.OutOrStdout(), cert, argument, measure.Routes(cmd.Context(), k, cert, argument), claims...)
	}
	if err != nil {
		return err
	}
	return input.CheckRequirements(cert, wanted)
}

// The kinds of files that certify writes, by their endings.
const (
	kindCertificate = ".json"
	kindLaTeX       = ".tex"
	kindNumPy       = ".py"
)

// kind returns the kind of the file of -o.
func (c *certifyCommand) kind() string {
	if ext := filepath.Ext(c.out); ext == kindLaTeX || ext == kindNumPy {
		return ext
	}
	return kindCertificate
}

// save writes the file of -o, if there is one; k is nil for kernels of x − y.
func (c *certifyCommand) save(cmd *cobra.Command, cert json.Marshaler, k *kernel.Kernel) error {
	if c.out == "" {
		return nil
	}
	var b bytes.Buffer
	switch radial, _ := cert.(*certify.Certificate); c.kind() {
	case kindLaTeX:
		if err := prose.WriteLaTeX(&b, radial, notation.KernelLaTeX(k)); err != nil {
			return err
		}
	case kindNumPy:
		n, err := witness.WriteNumPy(&b, radial, k)
		if err != nil {
			return err
		}
		if n == 0 {
			cmd.PrintErrf("%s is not written: no claim was refuted by values at finitely many points, so there is nothing to add up\n", c.out)
			return nil
		}
	default:
		text, err := cert.MarshalJSON()
		if err != nil {
			return err
		}
		b.Write(append(text, '\n'))
	}
	return terminal.WriteOutput(cmd, c.out, b.Bytes())
}
