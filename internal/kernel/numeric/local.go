package numeric

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Term is asymptotic.Term with a float64 Coef, wrong by at most Err.
type Term struct {
	Exp    *big.Rat
	LogPow int
	Coef   float64
	Err    float64
}

// Expansion is a asymptotic.Expansion in float64, for what needs numbers and no proof. It ends, with the
// Order it has there, before the first term whose coefficient is not proved to differ from zero.
type Expansion struct {
	At    float64
	Right bool // from the right: z = At + τ; else z = At − τ
	Terms []Term
	Order *big.Rat // nil if Exact
	Exact bool     // the sum is the function itself near At: no remainder
}

// Singularity is a asymptotic.Singularity without doubt in float64.
type Singularity struct {
	At          piecewise.Breakpoint
	Exponent    *big.Rat // nil if no exponent below Order counts
	LogPow      int
	Left, Right Coef
	Gap         Coef
	Order       *big.Rat
}

// ExpandAt is k.ExactAt in float64. If b is the Value of a breakpoint, the exact breakpoint is
// meant, otherwise the float64 itself.
func ExpandAt(k *kernel.Kernel, b float64, right bool, order int) (Expansion, error) {
	if math.IsNaN(b) || math.IsInf(b, 0) || b < 0 {
		return Expansion{}, fmt.Errorf("no expansion at z = %v; use AtInfinity for the behaviour there", b)
	}
	at := piecewise.Breakpoint{Value: b, Exact: formula.Rational(new(big.Rat).SetFloat64(b))}
	pieces, err := k.ExactPieces()
	if err != nil {
		return Expansion{}, err
	}
	for _, p := range pieces[1:] {
		if p.Lo.Value == b {
			at = p.Lo
		}
	}
	e, err := k.ExactAt(at, right, order)
	if err != nil {
		return Expansion{}, err
	}
	x := Expansion{At: b, Right: right, Order: Near(e.Order), Exact: e.Exact}
	for _, t := range slices.Concat(e.Terms, e.Edge) {
		switch t.Coef.IsZero() {
		case ball.False:
			c := rounded(t.Coef)
			x.Terms = append(x.Terms, Term{Near(&t.Exp), t.LogPow, c.Value, c.Err})
		case ball.Unknown:
			x.Order, x.Exact = Near(&t.Exp), false
			return x, nil
		}
	}
	return x, nil
}

// Singularities is k.ExactSingularities in float64. The error says where nothing was decided; the
// singularities returned with it are right but need not be all.
func Singularities(k *kernel.Kernel, order int) ([]Singularity, error) {
	local, err := k.ExactSingularities(order)
	if err != nil {
		return nil, err
	}
	var out []Singularity
	for _, s := range local.Singularities {
		if s.Doubt != nil {
			err = errors.Join(err, errors.New(s.Because))
			continue
		}
		out = append(out, Singularity{s.At, Near(s.Exponent), s.LogPow, rounded(s.Left), rounded(s.Right), rounded(s.Gap),
			Near(s.Order)})
	}
	if !local.Complete {
		err = errors.Join(err, errors.New(local.Because))
	}
	return out, err
}
