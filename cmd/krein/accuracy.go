package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/decompose"
	"krein/kernel"
)

// accurate is the largest error of masses, laws and bias, relative to ‖m‖, of a decomposition
// that is used without --accept-estimate.
const accurate = 0.01

// acceptFlag registers --accept-estimate.
func acceptFlag(cmd *cobra.Command, p *bool) {
	cmd.Flags().BoolVar(p, "accept-estimate", false, "go on although the mass is finite by floating-point estimate only, or masses or\nlaws may be off by more than 1 %")
}

// jordan decomposes k in R^dim. What is known only by estimate, or badly, is
// accepted if accept is set; the refusal then names the flag.
func jordan(ctx context.Context, k *kernel.Kernel, dim int, accept bool) (*decompose.Decomposition, *bias, error) {
	set := &decompose.Settings{AcceptEstimate: accept, Certify: certifySettings(ctx)}
	dec, err := decompose.Jordan(ctx, k, dim, set)
	if missing := (*certify.NotCertifiedError)(nil); errors.As(err, &missing) {
		if missing.Rule != "" {
			err = fmt.Errorf("%w (%s)", err, missing.Rule)
		}
		if !accept && missing.Status == certify.Likely {
			err = fmt.Errorf("%w\nthe mass is finite by floating-point estimate only; --accept-estimate accepts that", err)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	b, err := admit(ctx, dec, k, accept)
	return dec, b, err
}

// decomposed is jordan with a sign of life.
func decomposed(cmd *cobra.Command, k *kernel.Kernel, dim int, accept bool) (*decompose.Decomposition, *bias, error) {
	defer spin(cmd, fmt.Sprintf("decomposing in R^%d", dim))()
	return jordan(cmd.Context(), k, dim, accept)
}

// bias is what is known of |E k̂(z) − k(z)|.
type bias struct {
	Bound  float64        `json:"bound"`
	Kind   decompose.Kind `json:"kind"`
	Radius float64        `json:"radius,omitempty"` // 0: for all z, else for z ≤ Radius
	// Measured is the largest |k̂ − k| found at some distances, of an estimate.
	Measured *float64 `json:"measured,omitempty"`
}

// admit returns the bias of a decomposition of k (nil: not known), or an error if it is too
// inaccurate and accept is not set.
func admit(ctx context.Context, dec *decompose.Decomposition, k *kernel.Kernel, accept bool) (*bias, error) {
	b := new(bias)
	b.Bound, b.Kind = dec.BiasBound()
	if dec.Domain != nil {
		b.Radius = dec.Domain.Radius
	}
	err := dec.Within(accurate)
	if err == nil && k != nil && b.Kind != decompose.KindProved {
		// The claimed errors are estimates too: look.
		deviation, at, stopped := dec.Deviation(ctx, k.At)
		if stopped != nil {
			return nil, stopped
		}
		b.Measured = &deviation
		b.Bound = max(b.Bound, deviation)
		if norm := dec.Plus.Total() + dec.Minus.Total(); !(deviation <= accurate*norm) {
			err = fmt.Errorf("the decomposition is off by %.2g at z = %.3g, for a mass of %.4g", deviation, at, norm)
		}
	}
	if err == nil || accept {
		return b, nil
	}
	if dec.Doubt != "" {
		err = fmt.Errorf("%w; nothing better is known because: %s", err, dec.Doubt)
	}
	return nil, fmt.Errorf("%w\n(features would be biased by about that much; --accept-estimate goes on all the same)", err)
}

// String is the line on the bias that every verb prints.
func (b *bias) String() string {
	where := "for all z"
	if b.Radius > 0 {
		where = fmt.Sprintf("for z ≤ %g, and nothing is known beyond", b.Radius)
	}
	s := fmt.Sprintf("bias: |E k̂(z) − k(z)| %s %.2g %s, %s", relation(b.Kind), b.Bound, where, b.Kind)
	if b.Measured != nil {
		s += fmt.Sprintf(" (measured at some distances: %.2g)", *b.Measured)
	}
	return s
}
