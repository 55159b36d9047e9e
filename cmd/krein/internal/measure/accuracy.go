package measure

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/internal/outward"
	"krein/kernel"
)

// Accurate is the largest error of masses, laws and bias, relative to ‖m‖, of a decomposition
// that is used without --accept-estimate.
const Accurate = 0.01

// jordan decomposes k in R^dim. What is known only by estimate, or badly, is accepted if accept is set; the refusal then
// names the flag, and where there is none and ways is set the ways that do without.
func jordan(ctx context.Context, k *kernel.Kernel, dim int, accept, ways bool) (*decompose.Decomposition, *Bias, error) {
	combines := func() bool {
		_, none := combined(ctx, k, dim, false)
		return none == nil
	}
	dec, err := decompose.Jordan(ctx, k, dim, Settings(ctx, accept))
	if err != nil {
		var missing *certify.NotCertifiedError
		var inaccurate *decompose.InaccurateError
		refused := Refusal(err, accept)
		flagged := errors.As(err, &inaccurate) || errors.As(err, &missing) && missing.Status == certify.Likely
		if ways && ctx.Err() == nil && (missing == nil || missing.Status == certify.Proved) && combines() {
			refused = &input.CombinedError{Err: refused}
		} else if ways && !flagged && ctx.Err() == nil {
			refused = otherWays(ctx, refused, k, dim)
		}
		return nil, nil, refused
	}
	b, err := Admit(ctx, dec, k, accept)
	if inaccurate := (*decompose.InaccurateError)(nil); ways && errors.As(err, &inaccurate) && combines() {
		err = &input.CombinedError{Err: err}
	}
	return dec, b, err
}

// Settings are the settings of Jordan decompositions by the flags.
func Settings(ctx context.Context, accept bool) *decompose.Settings {
	return &decompose.Settings{AcceptEstimate: accept, Certify: input.CertifySettings(ctx)}
}

// Refusal adds to why there is no decomposition, or only a bad one, the rule that says so and the
// flag that goes on all the same.
func Refusal(err error, accept bool) error {
	var missing *certify.NotCertifiedError
	var inaccurate *decompose.InaccurateError
	switch {
	case errors.As(err, &missing):
		if missing.Rule != "" {
			err = fmt.Errorf("%w (%s)", err, missing.Rule)
		}
		if !accept && missing.Status == certify.Likely {
			err = fmt.Errorf("%w\nthe mass is finite by floating-point estimate only; --accept-estimate accepts that", err)
		}
	case errors.As(err, &inaccurate):
		err = fmt.Errorf("%w\n(features would be biased by about that much; --accept-estimate goes on all the same)", err)
	}
	return err
}

// Jordan decomposes k in R^dim, with a sign of life. An error names other ways to draw features of k: looking for them
// takes time.
func Jordan(cmd *cobra.Command, k *kernel.Kernel, dim int, accept bool) (*decompose.Decomposition, *Bias, error) {
	defer terminal.Spin(cmd, fmt.Sprintf("decomposing in R^%d", dim))()
	return jordan(cmd.Context(), k, dim, accept, true)
}

// Attempt is Jordan for callers that have another way.
func Attempt(cmd *cobra.Command, k *kernel.Kernel, dim int, accept bool) (*decompose.Decomposition, *Bias, error) {
	defer terminal.Spin(cmd, fmt.Sprintf("decomposing in R^%d", dim))()
	return jordan(cmd.Context(), k, dim, accept, false)
}

// Bias is what is known of |E k̂(z) − k(z)|.
type Bias decompose.Accuracy

// Admit returns the bias of a decomposition of k (nil: not known), or an error if it is too
// inaccurate and accept is not set.
func Admit(ctx context.Context, dec *decompose.Decomposition, k *kernel.Kernel, accept bool) (*Bias, error) {
	a, err := dec.Assess(ctx, k, Admitted(accept))
	return (*Bias)(a), Refusal(err, accept)
}

// Admitted is the largest error that is admitted; 0 stands for any.
func Admitted(accept bool) float64 {
	if accept {
		return 0
	}
	return Accurate
}

// String is the line on the bias that every verb prints.
func (b *Bias) String() string {
	where, kind := "for all z", string(b.Kind)
	if b.Stated {
		kind += " by the file's account ('krein verify' proves it again)"
	}
	if b.Radius > 0 {
		where = fmt.Sprintf("for z ≤ %g, with no bound beyond", b.Radius)
	}
	if b.Clear > 0 {
		return fmt.Sprintf("bias: |E k̂(z) − k(z)| ≤ %s at z = 0, at z = 2 and for %s ≤ z ≤ %s; ≤ %s elsewhere on the sphere; %s",
			outward.Up(b.Bound, 2), outward.Up(b.Clear, 2), outward.Down(math.Sqrt(4-b.Clear*b.Clear), 5), outward.Up(b.Near, 2), kind)
	}
	if b.Kind == decompose.KindProved && b.Bound == 0 {
		return fmt.Sprintf("unbiased %s, %s", where, kind)
	}
	if b.Kind == decompose.KindProved {
		return fmt.Sprintf("bias: |E k̂(z) − k(z)| ≤ %s %s, %s", outward.Up(b.Bound, 2), where, kind)
	}
	s := "bias: |E k̂(z) − k(z)| " + where + " is not bounded"
	if b.Measured != nil {
		s += " (estimated: at some distances it is " + outward.Up(*b.Measured, 2) + " at most)"
	}
	return s
}
