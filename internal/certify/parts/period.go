package parts

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/wave"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// Period returns the period of a formula of waves of commensurable frequencies: half the common one
// of the waves if that does. ok is false for other formulas.
func Period(e *formula.Expr) (period constant.Value, ok bool) {
	slopes, ok := wave.Slopes(e)
	if !ok {
		return period, false
	}
	if period, ok = commonPeriod(slopes); ok {
		if half := period.Scale(big.NewRat(1, 2)); periodic.Periodic(e, half) {
			period = half
		}
	}
	return period, ok
}

// commonPeriod returns the least common period of waves of commensurable frequencies.
func commonPeriod(slopes []constant.Value) (period constant.Value, ok bool) {
	turn, err := constant.New(formula.Apply(formula.OpMul, formula.Int(2), formula.Pi()))
	if err != nil {
		return period, false
	}
	common := big.NewInt(1)
	for _, a := range slopes {
		switch a.IsZero() {
		case ball.Unknown:
			return period, false
		case ball.True:
			continue
		}
		if !ok {
			if period, err = turn.Quo(a); err != nil {
				return period, false
			}
			ok = true
			continue
		}
		q, known := a.Mul(period).Mul(periodic.PerRadian).Rat() // aT/2π
		if !known || q.Denom().BitLen() > 32 {
			return period, false
		}
		g := new(big.Int).GCD(nil, nil, common, q.Denom())
		if common.Mul(common, g.Quo(q.Denom(), g)); common.BitLen() > 64 {
			return period, false
		}
	}
	period = period.Mul(constant.Rat(new(big.Rat).SetInt(common)))
	s, known := period.Sign()
	if s < 0 {
		period = period.Neg()
	}
	return period, ok && known == ball.True && s != 0
}
