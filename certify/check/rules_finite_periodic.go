package check

import (
	"math/big"

	"krein/ball"
	"krein/certify/proof"
	"krein/kernel"
)

// finitePeriodicRules refute a finite mass in R^d, d ≥ 2.
var finitePeriodicRules = []*Rule{{
	ID: "finite-mass.periodic", Claim: proof.FiniteMass, Holds: false, Supposes: AlmostEverywhere,
	Theorem: "If d ≥ 2, the transform of a finite m tends to m({0}) at infinity, because Λ_d does to 0; a k of period T > 0 that " +
		"takes different values on two intervals has no limit there.",
	Citation: "docs/rules/finite-mass.periodic.md; G. N. Watson, A Treatise on the Theory of Bessel Functions (1922), section 7.1",
	check:    checkFinitePeriodic,
}}

// PeriodEvidence is a period, and two distances about which the values differ.
type PeriodEvidence struct {
	Period string   `json:"period"`
	Near   Rational `json:"near"`
	Far    Rational `json:"far"`
	Bits   int      `json:"bits"`
}

// periodRadius is the radius of the intervals on which values are compared, 2^periodRadius.
const periodRadius = -40

func checkFinitePeriodic(_ *Checker, g Goal, s *proof.Step) error {
	var ev PeriodEvidence
	if err := s.Decode(&ev); err != nil {
		return err
	}
	if err := first(distance(ev.Near), distance(ev.Far), evidenceBits(ev.Bits), premises(s, 0)); err != nil {
		return err
	}
	if g.Dim < 2 {
		return reject("Λ_1 is cos, which does not decay")
	}
	period, err := positiveConstant(ev.Period)
	if err != nil {
		return err
	}
	if !hasPeriod(g.Kernel.Expr(), period) {
		return reject("k is not seen to have the period %s", period)
	}
	bits := uint(ev.Bits)
	u, v := aboutPoint(g.Kernel, ev.Near.Rat, bits), aboutPoint(g.Kernel, ev.Far.Rat, bits)
	if u.Less(v) != ball.True && v.Less(u) != ball.True {
		return incomplete("the values about the two distances are not told apart")
	}
	return nil
}

// aboutPoint encloses the values of k on an interval about z.
func aboutPoint(k *kernel.Kernel, z *big.Rat, bits uint) *ball.Real {
	x := new(ball.Real).SetRat(z, bits)
	return k.BallAt(nil, x.AddRad(ball.MagPow2(periodRadius)), bits)
}

// hasPeriod reports whether z occurs in e only within sines, cosines and tangents of az + b with aT a multiple of 2π.
func hasPeriod(e *kernel.Expr, period kernel.Const) bool {
	e = unfold(e)
	if !e.Varies() {
		return true
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpVar:
		return false
	case kernel.OpSin, kernel.OpCos, kernel.OpTan:
		if a, ok := SlopeOf(args[0]); ok {
			turns, ok := Turns(a, period)
			return ok && turns.IsInt()
		}
	}
	for _, a := range args {
		if !hasPeriod(a, period) {
			return false
		}
	}
	return true
}

// Turns returns aT/2π if that is a rational by its normal form.
func Turns(a, period kernel.Const) (*big.Rat, bool) {
	full, err := kernel.NewConst(kernel.Apply(kernel.OpMul, kernel.Int(2), kernel.Pi()))
	if err != nil {
		return nil, false
	}
	q, err := a.Mul(period).Quo(full)
	if err != nil {
		return nil, false
	}
	return q.Rat()
}

// SlopeOf returns a if e is az + b; ok is false if it is not seen to be.
func SlopeOf(e *kernel.Expr) (a kernel.Const, ok bool) {
	e = unfold(e)
	if !e.Varies() {
		return a, true
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpVar:
		return kernel.ConstRat(big.NewRat(1, 1)), true
	case kernel.OpNeg:
		a, ok = SlopeOf(args[0])
		return a.Neg(), ok
	case kernel.OpAdd, kernel.OpSub:
		b := a
		if a, ok = SlopeOf(args[0]); !ok {
			return a, false
		}
		if b, ok = SlopeOf(args[1]); e.Op() == kernel.OpSub {
			b = b.Neg()
		}
		return a.Add(b), ok
	case kernel.OpMul, kernel.OpDiv:
		x, y := args[0], args[1]
		if e.Op() == kernel.OpMul && !x.Varies() {
			x, y = y, x
		}
		if y.Varies() {
			return a, false
		}
		c, err := kernel.NewConst(y)
		if err != nil {
			return a, false
		}
		if a, ok = SlopeOf(x); !ok {
			return a, false
		}
		if e.Op() == kernel.OpMul {
			return a.Mul(c), true
		}
		a, err = a.Quo(c)
		return a, err == nil
	}
	return a, false
}
