package sign_test

import (
	"context"

	"krein/ball"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/sign"
)

func init() {
	sign.Density, sign.Away = hankeltest.Density, hankeltest.Away
	sign.Planned = quadrature.New
	sign.Quadrature = func(p *density.Density, dst, omega *ball.Real, prec uint) (bool, error) {
		e, err := quadrature.At(context.Background(), p, dst, omega, prec)
		return e.Met, err
	}
}
