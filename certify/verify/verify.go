package verify

import (
	"context"
	"fmt"

	"krein/certify/certificate"
	"krein/certify/check"
	"krein/kernel"
)

// Claim checks what the certificate says of the question's claim. Kernel and dimension are the
// caller's, and the certificate is rejected if it is about others. steps bounds the work as in
// check.New. Claim panics if cert or the kernel is nil.
func Claim(ctx context.Context, cert *certificate.Certificate, q check.Question, steps int) check.Report {
	if cert == nil || q.Kernel == nil {
		panic("verify: nil certificate or kernel")
	}
	if err := About(cert, q.Kernel, q.Dim); err != nil {
		return check.Report{Claim: q.Claim, Why: err.Error()}
	}
	return check.Verify(ctx, cert.Claim(q.Claim), q, steps)
}

// About returns an error unless the certificate is about k on R^dim.
func About(cert *certificate.Certificate, k *kernel.Kernel, dim int) error {
	if cert.Dim() != dim {
		return fmt.Errorf("the certificate is about R^%d, not R^%d", cert.Dim(), dim)
	}
	if cert.Formula() == k.Formula() && cert.Beyond() == k.BeyondString() {
		return nil
	}
	if named, err := kernel.Parse(cert.Formula(), nil); err == nil && !k.IsFunc() &&
		cert.Beyond() == k.BeyondString() && named.FormulaExpr().Equal(k.FormulaExpr()) {
		return nil
	}
	return fmt.Errorf("the certificate is about another kernel: %s, %s", cert.Formula(), cert.Beyond())
}
