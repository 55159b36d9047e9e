package certify

import (
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/certify/check"
	"krein/certify/proof"
	"krein/kernel"
)

// findPeriod refutes a finite mass in R^d, d ≥ 2, of a kernel of z within sines, cosines and tangents of commensurable frequencies.
func findPeriod(f *facts) []candidate {
	if f.dim < 2 {
		return nil
	}
	var slopes []kernel.Const
	slopesOf(f.k.Expr(), &slopes)
	if len(slopes) == 0 {
		return nil
	}
	turn, err := kernel.NewConst(kernel.Apply(kernel.OpMul, kernel.Int(2), kernel.Pi()))
	if err != nil {
		return nil
	}
	period, err := turn.Quo(slopes[0])
	if err != nil {
		return nil
	}
	common := big.NewInt(1)
	for _, a := range slopes[1:] {
		q, ok := check.Turns(a, period)
		if !ok || q.Denom().BitLen() > 32 {
			return nil
		}
		g := new(big.Int).GCD(nil, nil, common, q.Denom())
		if common.Mul(common, g.Quo(q.Denom(), g)); common.BitLen() > 64 {
			return nil
		}
	}
	period = period.Mul(kernel.ConstRat(new(big.Rat).SetInt(common)))
	if s, known := period.Sign(); known != ball.True {
		return nil
	} else if s < 0 {
		period = period.Neg()
	}
	// the least and the largest value on a grid of one period
	low, high := math.Inf(1), math.Inf(-1)
	var near, far float64
	for i := range 96 {
		z := period.Float64() * (float64(i) + 0.4) / 96
		if v := f.k.At(z); !math.IsNaN(v) && !math.IsInf(v, 0) {
			if v < low {
				low, near = v, z
			}
			if v > high {
				high, far = v, z
			}
		}
	}
	if !(low < high) {
		return nil
	}
	return refutes(proof.NewStep("finite-mass.periodic",
		fmt.Sprintf("k has period %s and is not constant, and in R^%d the transform of a finite measure has a limit at infinity", period, f.dim),
		check.PeriodEvidence{Period: period.String(), Near: check.Rational{Rat: exact(near)}, Far: check.Rational{Rat: exact(far)}, Bits: valueBits}))
}

// slopesOf appends the a ≠ 0 of the sines, cosines and tangents of az + b in e.
func slopesOf(e *kernel.Expr, out *[]kernel.Const) {
	if e == nil || !e.Varies() {
		return
	}
	if e.Op() == kernel.OpCall {
		slopesOf(e.Body(), out)
		return
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpSin, kernel.OpCos, kernel.OpTan:
		if a, ok := check.SlopeOf(args[0]); ok {
			if a.IsZero() == ball.False {
				*out = append(*out, a)
			}
			return
		}
	}
	for _, a := range args {
		slopesOf(a, out)
	}
}
