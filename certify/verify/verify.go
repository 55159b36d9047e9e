package verify

import (
	"context"
	"fmt"

	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// Checker checks a certificate. Kernel and dimension are the caller's, and it is rejected if it is about others. What
// one claim takes serves the others and the masses. Formulas are cut where the certificate says, and nowhere else. A
// Checker is used by one goroutine at a time.
type Checker struct {
	cert     *certificate.Certificate
	kernel   *kernel.Kernel
	dim      int
	about    error
	verifier *check.Verifier
}

// New returns the Checker of cert for k on R^dim; steps bounds the work on each claim as in check.New. It panics if
// cert or k is nil.
func New(cert *certificate.Certificate, k *kernel.Kernel, dim, steps int) *Checker {
	return Lemma(cert, k.CutAt(cert.Table()), dim, steps)
}

// Lemma is New for a certificate in another one: formulas are cut where k is.
func Lemma(cert *certificate.Certificate, k *kernel.Kernel, dim, steps int) *Checker {
	return &Checker{cert, k, dim, About(cert, k, dim), check.NewVerifier(k, dim, steps)}
}

// Claim checks what the certificate says of a claim.
func (c *Checker) Claim(ctx context.Context, id proof.ID) check.Report {
	if c.about != nil {
		return check.Report{Claim: id, Status: c.cert.Claim(id).Status, Why: c.about.Error()}
	}
	return c.verifier.Verify(ctx, c.cert.Claim(id), id)
}

// About returns an error unless the certificate is about k on R^dim.
func About(cert *certificate.Certificate, k *kernel.Kernel, dim int) error {
	if cert.Dim() != dim {
		return fmt.Errorf("the certificate is about R^%d, not R^%d", cert.Dim(), dim)
	}
	if cert.Formula() == k.Formula() && cert.Beyond() == k.BeyondString() {
		return nil
	}
	if written, err := kernel.Read(cert.Formula()); err == nil &&
		cert.Beyond() == k.BeyondString() && written.FormulaExpr().Equal(k.FormulaExpr()) {
		return nil
	}
	return fmt.Errorf("the certificate is about another kernel: %s, %s", cert.Formula(), cert.Beyond())
}
