package serve

import (
	"context"
	"time"

	prove "krein/certify/stationary"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/verification"
	"krein/fourier/stationary"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
)

// sendDelta certifies a kernel of x − y, and sends what its certificate says.
func sendDelta(ctx context.Context, st *stream, k *stationary.Kernel, argument string) error {
	set := input.CertifySettings(ctx)
	if end, ok := ctx.Deadline(); ok { // what is found until then is worth more than an error
		set.Time = min(set.Time, time.Until(end)*3/4)
	}
	c, err := prove.Run(ctx, k, set)
	if err != nil {
		return err
	}
	for _, cl := range c.Claims {
		if err := st.sendClaim(report.NewClaim(cl, verification.StationaryStatement(c, cl), false)); err != nil {
			return err
		}
	}
	finite := c.Claim(check.FiniteMass).Status == proof.Proved
	if finite {
		if err := st.sendDensity(ctx, k); err != nil {
			return err
		}
	}
	return st.sendDone(verification.StationaryVerdict(c, measure.StationaryRoute(ctx, k)), argument, verification.StationaryMasses(&c.Masses, false), filesOf(true, finite, false))
}

// sendDensity sends a picture of the density along the first of the kernel's lines, if there is one.
func (st *stream) sendDensity(ctx context.Context, k *stationary.Kernel) error {
	p, ok := report.DensityPicture(ctx, k, 1)
	if !ok {
		return ctx.Err()
	}
	return st.sendPicture(p, "m")
}
