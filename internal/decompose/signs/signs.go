package signs

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/continuity"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Most is the largest number of signs of a product.
const Most = 128

const (
	prec         = 192  // of coefficients
	mostRounding = 1e-9 // of the sum of their errors
)

// Decomposition is k = Σ p_m κ^m with the coefficients rounded, and what is beyond Most given to the last m of its parity.
type Decomposition struct {
	Kernel string
	// Coef are p_0 … p_Most; the last two have what is beyond them, of their parity, as well.
	Coef []float64
	// Rounding bounds what the roundings of the coefficients change of k, and Tail[i] what of Coef[Most-1+i] belongs to
	// larger m; both are proved.
	Rounding float64
	Tail     [2]float64
}

// Bias bounds |Σ Coef_m κ^m − k| at the distance z, 0 ≤ z ≤ 2 (proved). Of κ^m, m > Most, what is taken for it is
// larger in size, of the same sign, and the same at κ = ±1, where points coincide or are opposite.
func (d *Decomposition) Bias(z float64) float64 {
	if !(z > 0 && z < 2) {
		return d.Rounding
	}
	// |κ| from above: the largest error of arcsin and of the difference is some 2⁻⁵², and powers add as many roundings
	kappa := math.Abs(1-4*math.Asin(z/2)/math.Pi) + 0x1p-50
	bias := d.Rounding
	for i, tail := range d.Tail {
		power := 1.0
		for range Most - 1 + i {
			power *= kappa
		}
		bias += tail * min(power*(1+0x1p-40), 1)
	}
	return bias * (1 + 0x1p-40)
}

// At returns Σ Coef_m κ^m.
func (d *Decomposition) At(kappa float64) float64 {
	v := 0.0
	for m := len(d.Coef) - 1; m >= 0; m-- {
		v = v*kappa + d.Coef[m]
	}
	return v
}

// ErrNone is returned for kernels that are not seen to be of this form.
var ErrNone = errors.New("signs: the kernel is not proved to be a power series in 1 − 2θ/π with coefficients that are not " +
	"negative")

// New expands a kernel that is built from the angle θ of two unit vectors by sums, products and powers of functions with
// nonnegative Maclaurin coefficients, exponentials and arcsines among them. The error is [ErrNone], or says which value
// is not known, or where k jumps.
func New(k *kernel.Kernel) (*Decomposition, error) {
	e, ok := inSign(k)
	if !ok {
		return nil, ErrNone
	}
	ar := increasing{constants: k.Constants()}
	kappa := &power{s: new(ball.RealSeries).SetVar(new(ball.Real), Most+1), up: true}
	x, err := formula.Eval(e, kappa, formula.Arith[*power](ar))
	if err != nil || x.s == nil || !x.up {
		return nil, ErrNone
	}
	if err := continuity.UpTo(k, big.NewRat(2, 1)); err != nil { // the series lacks what is multiplied by 0
		return nil, fmt.Errorf("signs: %w", err)
	}
	ends, err := atEnds(k)
	if err != nil {
		return nil, err
	}
	return round(k.Formula(), x.s, ends)
}

// atEnds returns k at κ = 1 and −1.
func atEnds(k *kernel.Kernel) (*[2]ball.Real, error) {
	var ends [2]ball.Real
	for i, z := range []int64{0, 2} {
		v, err := formula.Eval(k.FormulaExpr(), constant.Rat(big.NewRat(z, 1)), k.Constants())
		if err != nil {
			return nil, fmt.Errorf("signs: the kernel at z = %d: %w", z, err)
		}
		if v.Ball(&ends[i], prec); !ends[i].IsFinite() {
			return nil, fmt.Errorf("signs: the kernel at z = %d has no enclosure", z)
		}
	}
	return &ends, nil
}

// round sums up what is beyond the coefficients from the values at κ = ±1: the series has no negative coefficients but
// perhaps p_0, and is continuous there, so that it converges to them.
func round(name string, s *ball.RealSeries, ends *[2]ball.Real) (*Decomposition, error) {
	d := &Decomposition{Kernel: name, Coef: make([]float64, Most+1)}
	var off ball.Mag
	set := func(m int, v *ball.Real) {
		d.Coef[m], _ = v.Float64()
		if m > 0 { // what is negative is in the enclosure of a number that is not
			d.Coef[m] = max(d.Coef[m], 0)
		}
		var t ball.Real
		off = off.Add(t.Sub(v, ball.NewReal(d.Coef[m]), prec).MagUpper())
	}
	var half [2]ball.Real
	half[0].Add(&ends[0], &ends[1], prec)
	half[1].Sub(&ends[0], &ends[1], prec)
	for m := range Most - 1 {
		set(m, s.Coef(m))
	}
	for parity := range 2 {
		sum := half[parity].Mul2Exp(&half[parity], -1)
		last := Most - 1 + (Most-1+parity)%2
		for m := parity; m < last; m += 2 {
			sum.Sub(sum, s.Coef(m), prec)
		}
		set(last, sum)
		var t ball.Real
		tail := t.Sub(sum, s.Coef(last), prec).MagUpper()
		d.Tail[last-Most+1] = tail.Float64()
	}
	if d.Rounding = off.Float64(); !(d.Rounding <= mostRounding) {
		return nil, fmt.Errorf("signs: the coefficients of %s are known to %g only", name, d.Rounding)
	}
	return d, nil
}

// inSign writes k as a formula in κ, kept as the distance: that is θ = π(1−κ)/2, and arccos(z/2) = π(1+κ)/4.
func inSign(k *kernel.Kernel) (*formula.Expr, bool) {
	outer, half, ok := inArc(k)
	if !ok {
		return nil, false
	}
	kappa := formula.Variable()
	if half {
		return formula.Substitute(outer, formula.Mul(formula.Pi(), formula.Mul(formula.Frac(1, 4), formula.Add(formula.Int(1), kappa)))), true
	}
	return formula.Substitute(outer, formula.Mul(formula.Pi(), formula.Mul(formula.Frac(1, 2), formula.Sub(formula.Int(1), kappa)))), true
}

// inAngle writes k as a formula in θ, kept as the distance: arccos(z/2) = (π−θ)/2.
func inAngle(k *kernel.Kernel) (*formula.Expr, bool) {
	outer, half, ok := inArc(k)
	if ok && half {
		outer = formula.Substitute(outer, formula.Mul(formula.Frac(1, 2), formula.Sub(formula.Pi(), formula.Variable())))
	}
	return outer, ok
}

// inArc writes k as a formula in arccos(z/2), or else in arccos(1 − z²/2) = θ.
func inArc(k *kernel.Kernel) (outer *formula.Expr, half, ok bool) {
	e := k.FormulaExpr()
	if e == nil || k.Domain() == nil || k.CutShort() {
		return nil, false, false
	}
	for _, a := range arguments(e) {
		p, q, ok := constant.Polynomial(a, nil)
		if !ok || q != 1 {
			continue
		}
		half := equal(p, big.NewRat(0, 1), big.NewRat(1, 2))
		if !half && !equal(p, big.NewRat(1, 1), big.NewRat(0, 1), big.NewRat(-1, 2)) { // ⟨x,y⟩
			continue
		}
		if outer, ok := piecewise.InAngleOf(e, a); ok {
			return outer, half, true
		}
	}
	return nil, false, false
}

// arguments lists those of arcsines and arccosines in e.
func arguments(e *formula.Expr) (out []*formula.Expr) {
	e.Some(func(part *formula.Expr) bool {
		if op := part.Op(); (op == formula.OpAcos || op == formula.OpAsin) && part.Varies() {
			out = append(out, formula.Unfold(part.Args()[0]))
		}
		return false
	})
	return out
}

func equal(p []*big.Rat, q ...*big.Rat) bool {
	if len(p) != len(q) {
		return false
	}
	for i := range p {
		if p[i].Cmp(q[i]) != 0 {
			return false
		}
	}
	return true
}
