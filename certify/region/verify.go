package region

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// A Report says what comes of checking a claim of a document.
type Report struct {
	Claim   proof.ID
	Verdict check.Verdict
	Why     string        // it is not accepted
	Proofs  []*proof.Step // at points
}

// Verify checks the claims of a document for the family f on R^dim, which are the caller's: that the certificates at
// values and of boxes are of kernels of f and their proofs are proofs, that f is affine in the parameter, if anything between values depends on
// it, and that the cells are those that follow. steps bounds the work on each proof as in verify.New. The error says
// that the document is about something else, or that the context has ended.
func (d *Document) Verify(ctx context.Context, f *Family, dim, steps int) ([]Report, error) {
	switch {
	case d.Formula != f.Formula || d.Name != f.Name || !maps.Equal(d.Params, f.Params) && len(d.Params)+len(f.Params) > 0:
		return nil, fmt.Errorf("region: the file is about %s, %s free, and not about %s, %s free", d.Formula, d.Name, f.Formula, f.Name)
	case d.Dim != dim:
		return nil, fmt.Errorf("region: the file is about R^%d, not R^%d", d.Dim, dim)
	}
	var out []Report
	for i := range d.Claims {
		r, err := d.claim(ctx, &d.Claims[i], f, steps)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// claim checks one claim.
func (d *Document) claim(ctx context.Context, c *Claim, f *Family, steps int) (Report, error) {
	r := Report{Claim: c.ID, Verdict: check.Rejected}
	beyond := ""
	accepted := func(where string, cert *certificate.Certificate, k *kernel.Kernel, err error) (ok bool) {
		if err != nil {
			r.Why = fmt.Sprintf("%s: %v", where, err)
			return false
		}
		if b := k.BeyondString(); beyond == "" {
			beyond = b
		} else if b != beyond {
			r.Why = fmt.Sprintf("%s the kernel goes on in another way, %s and not %s", where, b, beyond)
			return false
		}
		report := verify.New(cert, k, d.Dim, steps).Claim(ctx, c.ID)
		if report.Verdict != check.Accepted {
			r.Verdict, r.Why = report.Verdict, fmt.Sprintf("%s: %s", where, report.Why)
			return false
		}
		cl := cert.Claim(c.ID)
		r.Proofs = append(r.Proofs, cl.Proof, cl.Witness)
		return true
	}
	for _, p := range c.Points {
		k, err := f.At(p.At)
		if !accepted(fmt.Sprintf("at %s = %s", d.Name, p.At.RatString()), p.Cert, k, err) {
			return r, ctx.Err()
		}
	}
	for _, b := range c.Boxes {
		k, err := f.Over(b.Span)
		if !accepted("for "+b.Interval(d.Name), b.Cert, k, err) {
			return r, ctx.Err()
		}
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	values := c.Values()
	cells, err := Cells(c.ID, affine(f, d.Lo, d.Hi, values) == nil, d.Lo, d.Hi, values, c.Pieces())
	if err != nil {
		r.Why = err.Error()
		return r, nil
	}
	if !slices.EqualFunc(cells, c.Cells, Cell.Same) {
		r.Why = fmt.Sprintf("the cells are not those that follow from the certificates: these are %s", text(d.Name, cells))
		return r, nil
	}
	r.Verdict = check.Accepted
	return r, nil
}

// affine returns nil if the family is affine in the parameter, at the ends and at values.
func affine(f *Family, lo, hi *big.Rat, values []Value) error {
	at := []*big.Rat{lo, hi}
	for _, v := range values {
		at = append(at, v.At)
	}
	return f.Affine(at...)
}
