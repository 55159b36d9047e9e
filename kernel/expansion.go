package kernel

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
)

// Term is ExactTerm with a float64 Coef, wrong by at most Err.
type Term struct {
	Exp    *big.Rat
	LogPow int
	Coef   float64
	Err    float64
}

// Expansion is an ExactExpansion in float64, for what needs numbers and no proof. It ends, with the Order it has there,
// before the first term whose coefficient is not proved to differ from zero.
type Expansion struct {
	At    float64
	Right bool // from the right: z = At + τ; else z = At − τ
	Terms []Term
	Order *big.Rat // nil if Exact
	Exact bool     // the sum is the function itself near At: no remainder
}

// Coef is a coefficient, wrong by at most Err.
type Coef struct{ Value, Err float64 }

// Singularity is an ExactSingularity without doubt in float64.
type Singularity struct {
	At          Breakpoint
	Exponent    *big.Rat // nil if no exponent below Order counts
	LogPow      int
	Left, Right Coef
	Gap         Coef
	Order       *big.Rat
}

// rounded returns c in float64.
func (c Const) rounded() Coef {
	var b ball.Real
	for _, prec := range constPrecisions {
		if c.Ball(&b, prec).RelAccuracyBits() >= 60 {
			break
		}
	}
	return roundedBall(&b)
}

// roundedBall returns the midpoint of b.
func roundedBall(b *ball.Real) Coef {
	mid := b.Mid(nil)
	v, _ := ball.Float64(mid)
	err := b.Rad().Float64()
	if new(big.Float).SetFloat64(v).Cmp(mid) != 0 {
		err += math.Max(math.Abs(v)*0x1p-53, 0x1p-1074)
	}
	return Coef{v, err}
}

// ExpandAt is ExactAt in float64. If b is the Value of a breakpoint, the exact breakpoint is meant, otherwise the float64 itself.
func (k *Kernel) ExpandAt(b float64, right bool, order int) (Expansion, error) {
	if math.IsNaN(b) || math.IsInf(b, 0) || b < 0 {
		return Expansion{}, fmt.Errorf("no expansion at z = %v; use AtInfinity for the behaviour there", b)
	}
	at := Breakpoint{Value: b, Exact: Rational(new(big.Rat).SetFloat64(b))}
	pieces, err := k.ExactPieces()
	if err != nil {
		return Expansion{}, err
	}
	for _, p := range pieces[1:] {
		if p.Lo.Value == b {
			at = p.Lo
		}
	}
	u, err := k.seriesAt(at, right, order)
	if err != nil {
		return Expansion{}, err
	}
	x := Expansion{At: b, Right: right, Exact: u.rem == nil}
	if u.rem != nil {
		x.Order = u.rem.e.rat()
	}
	for _, t := range u.terms {
		switch t.c.IsZero() {
		case False:
			c := t.c.rounded()
			x.Terms = append(x.Terms, Term{t.m.e.rat(), t.m.l, c.Value, c.Err})
		case Unknown:
			x.Order, x.Exact = t.m.e.rat(), false
			return x, nil
		}
	}
	return x, nil
}

// Singularities is ExactSingularities in float64. The error says where nothing was decided; the singularities returned with it are
// right but need not be all.
func (k *Kernel) Singularities(order int) ([]Singularity, error) {
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
		out = append(out, Singularity{s.At, s.Exponent, s.LogPow, s.Left.rounded(), s.Right.rounded(), s.Gap.rounded(), s.Order})
	}
	if !local.Complete {
		err = errors.Join(err, errors.New(local.Because))
	}
	return out, err
}
