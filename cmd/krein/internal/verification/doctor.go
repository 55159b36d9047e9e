package verification

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"krein/certify"
	"krein/certify/verify"
	"krein/cmd/krein/internal/input"
	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/kernel/catalogue"
	"krein/internal/simd"
	"krein/kernel/parser"
)

// Finding is a line of 'krein doctor'.
type Finding struct {
	What  string `json:"what"`
	Value string `json:"value"`
	// Trouble is what is wrong, and what helps.
	Trouble string `json:"trouble,omitempty"`
}

// Diagnose says all of it, and goes from a formula to features.
func Diagnose(ctx context.Context) []Finding { return append(environment(ctx), trial(ctx)...) }

// environment says what there is.
func environment(ctx context.Context) []Finding {
	have, used := simd.Sets()
	set := input.CertifySettings(ctx)
	limit := "none"
	if v := debug.SetMemoryLimit(-1); v < 1<<62 {
		limit = fmt.Sprintf("%d MB, soft", v>>20)
	}
	dir, trouble := os.TempDir(), ""
	if f, err := os.CreateTemp(dir, "krein-doctor-"); err != nil {
		trouble = err.Error() + "; set TMPDIR to a directory that can be written to"
	} else {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
	return []Finding{
		{What: "krein", Value: Version().Source()},
		{What: "Go", Value: fmt.Sprintf("%s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)},
		{What: "processors", Value: fmt.Sprintf("%d, of which %d are used (GOMAXPROCS)", runtime.NumCPU(),
			runtime.GOMAXPROCS(0))},
		{What: "kernels of maps", Value: fmt.Sprintf("%s, of %s (KREIN_SIMD)", used, strings.Join(have, ", "))},
		{What: "effort", Value: fmt.Sprintf("%g: a certificate takes %v at most (--effort)", set.Effort,
			set.Time.Round(time.Millisecond))},
		{What: "memory", Value: limit + " (GOMEMLIMIT)"},
		{What: "temporary files", Value: dir, Trouble: trouble},
		{What: "knows", Value: fmt.Sprintf("%d kernels by name, %d rules of proof", len(catalogue.Entries()), len(check.Rules()))},
		{What: "files", Value: strings.Join([]string{certificate.Format, decompose.Format, waves.Format,
			written.Format}, ", ")},
	}
}

// trial goes from a formula to features.
func trial(ctx context.Context) []Finding {
	start := time.Now()
	fail := func(what string, err error) []Finding {
		return []Finding{{what, "fails", err.Error()}}
	}
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/200)", nil)
	if err != nil {
		return fail("formula", err)
	}
	c, err := certify.Run(ctx, k, 3, input.CertifySettings(ctx))
	if err != nil {
		return fail("certificate", err)
	}
	if r := verify.New(c, k, 3, 0).Claim(ctx, certify.FiniteMass); r.Verdict != check.Accepted {
		return fail("verification", fmt.Errorf("%s", r.Why))
	}
	dec, err := decompose.FromCertificate(ctx, c, k, &decompose.Settings{Certify: input.CertifySettings(ctx)})
	if err != nil {
		return fail("decomposition", err)
	}
	m, err := features.New(radial.New(dec), &features.Options{Columns: 4096, Coupling: features.Orthogonal})
	if err != nil {
		return fail("map", err)
	}
	phi, err := m.Transform(nil, mat.NewDense(2, 3, []float64{0, 0, 0, 1, 2, 2}))
	if err != nil {
		return fail("features", err)
	}
	estimate := 0.0
	for j, s := range m.Signature() {
		estimate += s * phi.At(0, j) * phi.At(1, j)
	}
	const want = -0.944888 // k(3)
	f := Finding{What: "from formula to features",
		Value: fmt.Sprintf("works, %.2f s: k(3) ≈ %.4f, exactly %.4f", time.Since(start).Seconds(), estimate, want)}
	if d := estimate - want; d > 0.1 || d < -0.1 {
		f.Trouble = fmt.Sprintf("features estimate k(3) = %.4f as %.4f; KREIN_SIMD=go tries without assembly", want, estimate)
	}
	return []Finding{f}
}
