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
	v := newVerifier(ctx, c.ID, d.Dim, steps)
	if v.certificates("", f, c.Points, c.Boxes) {
		values, pieces := c.Values(), c.Pieces()
		cells, err := Cells(c.ID, affine(f, d.Lo, d.Hi, values, pieces) == nil, d.Lo, d.Hi, values, pieces)
		if v.follow("", f.Name, cells, err, c.Cells) {
			v.r.Verdict = check.Accepted
		}
	}
	return v.r, ctx.Err()
}

// verifier checks what a file says of one claim.
type verifier struct {
	ctx        context.Context
	dim, steps int
	beyond     string // how the first kernel goes on
	r          Report
}

func newVerifier(ctx context.Context, id proof.ID, dim, steps int) *verifier {
	return &verifier{ctx: ctx, dim: dim, steps: steps, r: Report{Claim: id, Verdict: check.Rejected}}
}

// certificates checks those at values and of intervals of the parameter of f; where begins the words about each.
func (v *verifier) certificates(where string, f *Family, points []Point, boxes []Box) bool {
	for _, p := range points {
		k, err := f.At(p.At)
		if !v.accepted(fmt.Sprintf("%sat %s = %s", where, f.Name, p.At.RatString()), p.Cert, k, err) {
			return false
		}
	}
	for _, b := range boxes {
		k, err := f.OverUnit(b.Span, b.Unit)
		if !v.accepted(where+"for "+b.Interval(f.Name), b.Cert, k, err) {
			return false
		}
	}
	return true
}

// accepted checks a certificate of a kernel.
func (v *verifier) accepted(where string, cert *certificate.Certificate, k *kernel.Kernel, err error) bool {
	if err == nil {
		err = v.ctx.Err()
	}
	if err != nil {
		v.r.Why = fmt.Sprintf("%s: %v", where, err)
		return false
	}
	if b := k.BeyondString(); v.beyond == "" {
		v.beyond = b
	} else if b != v.beyond {
		v.r.Why = fmt.Sprintf("%s the kernel goes on in another way, %s and not %s", where, b, v.beyond)
		return false
	}
	report := verify.New(cert, k, v.dim, v.steps).Claim(v.ctx, v.r.Claim)
	if report.Verdict != check.Accepted {
		v.r.Verdict, v.r.Why = report.Verdict, fmt.Sprintf("%s: %s", where, report.Why)
		return false
	}
	c := cert.Claim(v.r.Claim)
	v.r.Proofs = append(v.r.Proofs, c.Proof, c.Witness)
	return true
}

// follow wants the cells of a file to be those that follow from its certificates, which err says why there are none of.
func (v *verifier) follow(where, name string, cells []Cell, err error, said []Cell) bool {
	if err == nil && !slices.EqualFunc(cells, said, Cell.Same) {
		err = fmt.Errorf("the cells are not those that follow from the certificates: these are %s", text(name, cells))
	}
	if err != nil {
		v.r.Why = fmt.Sprintf("%s%v", where, err)
	}
	return err == nil
}

// affine returns nil if the family is affine in the parameter, at the ends, at values and at those of pieces that are one value.
func affine(f *Family, lo, hi *big.Rat, values []Value, pieces []Piece) error {
	at := []*big.Rat{lo, hi}
	for _, v := range values {
		at = append(at, v.At)
	}
	return f.affineAt(at, pieces)
}
