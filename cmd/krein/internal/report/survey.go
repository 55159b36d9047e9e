package report

import (
	"context"
	"fmt"
	"sync"
	"time"

	"krein/certify"
	"krein/certify/verify"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
	"krein/internal/certify/check"
	"krein/internal/parallel"
	"krein/kernel"
)

// SurveyDims are the default dimensions: the small ones of geometry, those of the papers' data.
var SurveyDims = []string{"1", "2", "3", "5", "8", "16", "64", "784"}

// SurveyKernels stand for the catalogue: every entry, with parameters on both sides of what the theorems ask for.
var SurveyKernels = []string{
	"gaussian(1)", "laplace(1)", "matern(3/2)", "matern(5/3)", "rational_quadratic(1)", "cauchy(1, 1/2)",
	"inverse_multiquadric", "powered_exponential(3/2)", "powered_exponential(3)", "constant(1)",
	"askey(2)", "askey(3/2)", "triangle", "circular", "spherical", "pentaspherical", "cubic", "gneiting",
	"wendland(3, 1)", "missing_wendland", "generalised_wendland(4, 1)", "bochner_riesz(5/2)",
	"delta_gaussian(1, 10)", "damped_cosine(1, 1)", "bessel(3)", "wave",
	"arccos0", "arccos1", "arccos2", "ntk", "polynomial(1, 3)", "spherical_polynomial(2, 1)", "spherical_polynomial(3, 2)",
	"sigmoid", "geodesic_laplace(1)", "geodesic_gaussian(1)",
	"multiquadric", "logarithmic", "power(1)", "thin_plate",
}

// SurveyGrid is a grid of certificates, kernels by dimensions.
type SurveyGrid struct {
	Names   []string
	Kernels []*kernel.Kernel
	Dims    []int
	Verify  bool

	cells [][]One // by kernel, then dimension
	took  time.Duration
}

// One is a certificate of the grid, with the times that it took to make it and to check its proofs.
type One struct {
	Certificate      *certify.Certificate
	certify, checked time.Duration
	err              error
}

// Run makes the certificates, and verifies them if that is asked for.
func (s *SurveyGrid) Run(ctx context.Context, progress *terminal.Bar) error {
	start := time.Now()
	s.cells = make([][]One, len(s.Kernels))
	var mu sync.Mutex
	done, total := 0, len(s.Kernels)*len(s.Dims)
	for i := range s.cells {
		s.cells[i] = make([]One, len(s.Dims))
	}
	parallel.For(total, func(t int) {
		i, j := t/len(s.Dims), t%len(s.Dims)
		c, err := CertifyCell(ctx, s.Kernels[i], s.Dims[j], s.Verify)
		c.err = err
		s.cells[i][j] = c
		mu.Lock()
		defer mu.Unlock()
		done++
		progress.Set(done, total)
	})
	progress.Finish()
	s.took = time.Since(start)
	if err := ctx.Err(); err != nil { // certificates that were cut off are not those of the kernels
		return err
	}
	for i, row := range s.cells {
		for j, c := range row {
			if c.err != nil {
				return fmt.Errorf("%s in R^%d: %w", s.Names[i], s.Dims[j], c.err)
			}
		}
	}
	return nil
}

// CertifyCell makes a certificate, and checks its proofs if verified is set.
func CertifyCell(ctx context.Context, k *kernel.Kernel, dim int, verified bool) (c One, err error) {
	start := time.Now()
	set := input.CertifySettings(ctx)
	set.SkipMass, set.Time = true, 0 // many at once
	if c.Certificate, err = certify.Run(ctx, k, dim, set); err == nil {
		err = ctx.Err() // a table with cells that nobody looked at would look finished
	}
	if err != nil {
		return c, err
	}
	c.certify = time.Since(start)
	if !verified {
		return c, nil
	}
	start = time.Now()
	checker := verify.New(c.Certificate, k, dim, 0)
	for _, id := range verification.Decided(c.Certificate) {
		if r := checker.Claim(ctx, id); r.Verdict != check.Accepted {
			return c, fmt.Errorf("the proof of %s was not accepted: step %s: %s", id, r.Rule, r.Why)
		}
	}
	c.checked = time.Since(start)
	return c, nil
}
