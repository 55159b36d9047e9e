package sign

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/special"
)

// gaussWave is I for a Gaussian wave.
type gaussWave struct {
	*closed.GaussianWave
	meter *budget.Meter
}

// nonnegative reports whether all coefficients are, and with them the density.
func (g *gaussWave) nonnegative() bool {
	for _, row := range g.C {
		if slices.ContainsFunc(row, func(c closed.Num) bool { return !c.IsZero() && c.Sign() <= 0 }) {
			return false
		}
	}
	return true
}

// Taylor implements Group.
func (g *gaussWave) Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint) {
	TaylorByJets(func(s *ball.RealSeries, t *ball.Real, n int, prec uint) {
		at := make([]ball.Real, n)
		g.GaussianWave.Taylor(at, t, prec, g.meter)
		s.SetConst(&at[0], n)
		for k := range at {
			s.Coef(k).Set(&at[k])
		}
	}, c, t0, rho, prec)
}

// Origin implements Group: for δ > 0 the coefficients are infinite sums, which have no exact form here.
func (g *gaussWave) Origin(k int) (closed.Num, bool) {
	sum := closed.IntNum(0)
	if g.Lift > 0 {
		return sum, false
	}
	for l, row := range g.C {
		for j, c := range row {
			if c.IsZero() {
				continue
			}
			// Σ_i (−r)^{k−l−i}/(k−l−i)! β^i/((ν+j)_i i!)
			f := big.NewRat(1, 1)
			for i := 0; l+i <= k; i++ {
				h := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(k-l-i)))
				h.Mul(h, f)
				sum = sum.Add(c.Mul(g.R.Neg().PowInt(k - l - i)).Mul(g.Beta.PowInt(i)).Mul(closed.RatNum(h)))
				f.Mul(f, big.NewRat(2, int64(g.Order+2*(j+i))*int64(i+1)))
			}
		}
	}
	return sum.Mul(g.Factor), true
}

// NearZero implements Group, by the range on (0, h].
func (g *gaussWave) NearZero(h *ball.Real, prec uint) ([]EndTerm, bool) {
	var t ball.Real
	c := make([]ball.Real, 1)
	t.Hull(new(ball.Real), t.Sqr(h, prec), prec)
	g.GaussianWave.Taylor(c, &t, prec, g.meter)
	zero := closed.IntNum(0)
	out := EndTerm{Power: zero, Alpha: zero, Rate: zero}
	out.Coef.Set(&c[0])
	return []EndTerm{out}, c[0].IsFinite()
}

// NearInfinity uses that with y = 2√(βt), κ = μ−1,
//
//	F_μ(βt) = Γ(μ) (y/2)^{−κ} I_κ(y),  √(2πy) e^{−y} I_κ(y) = 1/Γ(κ+½) ∫_0^{2y} e^{−u} u^{κ−½} (1−u/(2y))^{κ−½} du = R(y)
//
// (DLMF 10.32.2), which for κ ≥ ½ increases to 1: for ω ≥ w it is between its value there and 1. So I_D is a sum of A ω^p e^{aω−rω²}, a = 2√β, with A between two constants, and I_d of
// Γ(δ) times ∫ A (ω²+u)^{p/2} e^{a√(ω²+u)−rω²} e^{−ru} u^{δ−1}/Γ(δ) du: as ω ≤ √(ω²+u) ≤ ω + u/(2ω) and 1 ≤ 1+u/ω² ≤ e^{u/ω²}, it is A ω^p
// e^{aω−rω²} ρ^{−δ} with r − a/(2w) − p⁺/(2w²) ≤ ρ ≤ r + p⁻/(2w²).
func (g *gaussWave) NearInfinity(w *ball.Real, prec uint) ([]EndTerm, bool) {
	wp := prec + 32
	var out []EndTerm
	var root, x ball.Real
	g.Root.Ball(&root, wp)
	for l, row := range g.FromThreeHalves() {
		for j, v := range row {
			if v.IsZero() {
				continue
			}
			var r ball.Real
			mu := big.NewRat(int64(g.Order+2*j), 2)
			if !besselRatio(&r, closed.RatPlus(mu, -1), x.Mul(x.Mul2Exp(&root, 1), w, wp), wp) {
				return nil, false
			}
			// Γ(μ) (√β ω)^{1−μ} (4π√β ω)^{−1/2} e^{y} R
			power := new(big.Rat).Sub(big.NewRat(int64(4*l+1), 2), mu)
			e := EndTerm{Power: closed.RatNum(power), Rate: g.R, Alpha: g.Root.Mul(closed.IntNum(-2))}
			k := closed.NewCalc(&e.Coef, wp).Times(&r).Num(v).Num(g.Factor).Gamma(x.SetRat(mu, wp))
			k.Times(x.PowRat(&root, new(big.Rat).Sub(big.NewRat(1, 2), mu), wp))
			x.Pi(wp)
			k.Times(x.RSqrt(x.Mul2Exp(&x, 2), wp))
			if g.Lift > 0 {
				if !g.rates(&r, power, w, wp) {
					return nil, false
				}
				delta := big.NewRat(int64(g.Lift), 2)
				k.Gamma(closed.Half(g.Lift)).Times(x.PowRat(&r, delta.Neg(delta), wp))
			}
			out = append(out, e)
		}
	}
	return out, true
}

// besselRatio sets dst to what holds R(y) for all y ≥ the given one, κ ≥ ½.
func besselRatio(dst *ball.Real, kappa *big.Rat, y *ball.Real, prec uint) bool {
	var x, t, order ball.Real
	special.BesselI(dst, order.SetRat(kappa, prec), y, prec)
	dst.Mul(dst, x.Exp(t.Neg(y), prec), prec)
	x.Pi(prec)
	x.Mul(&x, y, prec)
	dst.Mul(dst, x.Sqrt(x.Mul2Exp(&x, 1), prec), prec)
	dst.Hull(dst, ball.NewReal(1), prec)
	return dst.IsFinite()
}

// rates sets dst to what holds ρ for ω ≥ w, p being the power; false unless it is positive.
func (g *gaussWave) rates(dst *ball.Real, p *big.Rat, w *ball.Real, prec uint) bool {
	var r, lo, x, q ball.Real
	g.R.Ball(&r, prec)
	lo.Quo(g.Root.Ball(&x, prec), w, prec)
	lo.Sub(&r, &lo, prec)
	q.SetRat(p, prec)
	q.Mul2Exp(q.Quo(q.Quo(&q, w, prec), w, prec), -1)
	if p.Sign() > 0 {
		lo.Sub(&lo, &q, prec)
	} else {
		r.Sub(&r, &q, prec)
	}
	dst.Hull(&lo, &r, prec)
	return dst.Positive() == ball.True
}
