// Package report makes a document of all that is known of a kernel, for people: one HTML file that needs nothing else.
package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"krein/certify"
	"krein/cmd/krein/internal/comparison"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/parts"
	"krein/cmd/krein/internal/survey"
	"krein/decompose"
	"krein/kernel"
)

// What a report looks at.
const (
	// Dims is the last dimension of the strip that shows where claims hold.
	Dims = 64
	// mostRuns is how many certificates the strip may take.
	mostRuns = 24
	// Target is the error, relative to the largest |k(z)|, whose columns are told.
	Target  = 0.05
	columns = 512
)

// Report is what is known of a kernel in a dimension.
type Report struct {
	Kernel      *kernel.Kernel
	Dim         int
	Certificate *certify.Certificate
	// Decomposition is nil if there is none, or none that is accurate; NoDecomposition says why.
	Decomposition   *decompose.Decomposition
	Bias            *parts.Bias
	NoDecomposition error
	Range           *survey.Range
	// Comparison is nil if the representations could not be compared; NoComparison says why.
	Comparison   *comparison.View
	NoComparison error

	// Argument is the kernel as a command line names it.
	Argument string
	pictures []Picture
}

// Make finds all of it out. stage, if not nil, is told what is being done. That something does not exist or is not found is no
// error; the error is that of the certificate, or ctx's.
func Make(ctx context.Context, k *kernel.Kernel, dim int, argument string, stage func(what string)) (*Report, error) {
	if stage == nil {
		stage = func(string) {}
	}
	r := &Report{Kernel: k, Dim: dim, Argument: argument}
	var err error
	stage(fmt.Sprintf("certifying in R^%d", dim))
	if r.Certificate, err = certify.Run(ctx, k, dim, input.CertifySettings(ctx)); err != nil {
		return nil, err
	}
	stage("drawing")
	r.pictures = append(r.pictures, KernelPicture(k))
	if p, ok := SpectrumPicture(ctx, k, dim, r.finite()); ok {
		r.pictures = append(r.pictures, p)
	}
	stage("decomposing")
	if r.Decomposition, err = decompose.FromCertificate(ctx, r.Certificate, k, parts.Settings(ctx, false)); err == nil {
		r.Bias, err = parts.Admit(ctx, r.Decomposition, k, false)
	}
	if err != nil {
		r.Decomposition, r.NoDecomposition = nil, parts.Refusal(err, true) // the flag that accepts estimates is not ours
	}
	if r.Decomposition != nil {
		r.pictures = append(r.pictures, lawsPicture(r.Decomposition))
	}
	stage("looking at other dimensions")
	set := *input.CertifySettings(ctx)
	set.Time /= 4
	set.Effort /= 2
	if r.Range, err = survey.NewRange(ctx, k, Dims, mostRuns, set, r.Certificate); err != nil {
		return nil, err
	}
	stage("comparing representations")
	if target := r.target(); target > 0 {
		r.Comparison, r.NoComparison = comparison.Of(ctx, k, dim, columns, target, r.Decomposition)
	} else {
		r.NoComparison = errors.New("the largest value of |k| is zero, infinite or not known, so that there is no error relative to it")
	}
	return r, ctx.Err()
}

// finite reports whether the mass is finite, as far as is known.
func (r *Report) finite() bool { return r.Certificate.Require(certify.FiniteMass, true) == nil }

// certificate returns the bytes of the certificate's file.
func (r *Report) certificate() ([]byte, error) {
	var b bytes.Buffer
	err := r.Certificate.Encode(&b)
	return b.Bytes(), err
}

// table returns the bytes of the table's file, nil if there is none.
func (r *Report) table() ([]byte, error) {
	if r.Decomposition == nil {
		return nil, nil
	}
	var b bytes.Buffer
	err := r.Decomposition.Encode(&b)
	return b.Bytes(), err
}
