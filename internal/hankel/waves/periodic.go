package waves

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// trapezoid is a function of one period that is analytic near the line, and even or odd there. With |f| ≤ M for |Im wz|
// ≤ τ, f(z) = Σ c_n e^{inwz} has |c_n| ≤ M e^{−|n|τ}, and the mean of f(z) e^{−inwz} over N points is c_n up to
// Σ_{k≠0} |c_{n+kN}| ≤ 2M e^{−(N−|n|)τ}/(1−e^{−Nτ}).
type trapezoid struct {
	f    *kernel.Kernel
	odd  bool
	half ball.Real // half a period, π/w
	tau  float64
	most ball.Mag // M
}

// newTrapezoid returns nil if e is not seen to be analytic.
func newTrapezoid(e *formula.Expr, odd bool, w closed.Num, prec uint, m *budget.Meter) *trapezoid {
	t := &trapezoid{f: kernel.NewNatural(e).Metered(m), odd: odd}
	var v ball.Real
	w.Ball(&v, prec)
	t.half.Pi(prec)
	t.half.Quo(&t.half, &v, prec)
	if t.tau, t.most = strip(t.f, &t.half, prec); t.tau == 0 {
		return nil
	}
	return t
}

// decay bounds e^{−nτ}.
func (t *trapezoid) decay(n int) ball.Mag {
	var x ball.Real
	x.Exp(ball.NewReal(-float64(n)*t.tau), 64)
	return x.MagUpper()
}

// points returns half the number N of points that takes the coefficients to about prec bits.
func (t *trapezoid) points(prec uint) int {
	n := 16
	for n < mostPoints && float64(n)/2*t.tau < float64(prec)*math.Ln2+float64(t.most.Exponent()) {
		n *= 2
	}
	return n
}

// coefficients returns c_i of an even f, −i c_i of an odd one, i = 0, 1, …, from its values at jπ/(wn), j = 0 … n, and
// a bound of Σ |c_i| over all others; nil if a value is not known.
func (t *trapezoid) coefficients(n int, prec uint) (c []ball.Real, lost ball.Mag) {
	var z, v, sum ball.Real
	// N = 2n points, of which the others are mirror images
	values := make([]ball.Real, n+1)
	var size ball.Mag
	for j := range values {
		z.MulInt64(&t.half, int64(j), prec)
		z.QuoInt64(&z, int64(n), prec)
		t.f.BallAt(&values[j], &z, prec+20)
		if !values[j].IsFinite() {
			return nil, ball.Mag{}
		}
		size = size.Max(values[j].MagUpper())
	}
	around := t.most.Mul2Exp(2) // 2M/(1−e^{−Nτ}), Nτ > 1
	turns := make([]ball.Real, 2*n)
	for j := range turns {
		v.SetRat(big.NewRat(int64(j), int64(n)), prec)
		sum.Pi(prec)
		sum.Mul(&sum, &v, prec)
		if t.odd {
			turns[j].Sin(&sum, prec)
		} else {
			turns[j].Cos(&sum, prec)
		}
	}
	for i := 0; i < n; i++ {
		if i > 0 && t.most.Mul(t.decay(i)).Cmp(size.Mul2Exp(-int64(prec)+10)) < 0 {
			break
		}
		// (1/2n) Σ_{0≤j<2n} f(z_j) cos(πij/n): the ends once, the others twice; of sines c_i = −i times the mean
		sum.SetInt64(0)
		for j := range values {
			v.Mul(&values[j], &turns[i*j%(2*n)], prec)
			if j == 0 || j == n {
				v.Mul2Exp(&v, -1)
			}
			sum.Add(&sum, &v, prec)
		}
		sum.QuoInt64(&sum, int64(n), prec)
		if t.odd {
			sum.Neg(&sum)
		}
		sum.AddRad(termAlias.LeftOut(around.Mul(t.decay(2*n - i))))
		c = append(c, ball.Real{})
		c[i].Set(&sum)
	}
	// Σ_{|i|≥len(c)} M e^{−|i|τ}
	var x ball.Real
	x.Expm1(ball.NewReal(-t.tau), 64)
	return c, termSeries.LeftOut(t.most.Mul2Exp(1).Mul(t.decay(len(c))).Quo(x.MagLower()))
}

// mostPoints bounds the points of the trapezoidal rule.
const mostPoints = 1 << 11

// strip returns a τ > 0 such that f is analytic for |Im wz| ≤ τ, and a bound of |f| there; half is π/w. By symmetry
// boxes over [0, π/w] and above the line are enough. τ is 0 if there is none.
func strip(f *kernel.Kernel, half *ball.Real, prec uint) (tau float64, most ball.Mag) {
	const columns, rows = 32, 8
	best := 0.0
	for _, t := range []float64{2, 1, 0.5, 0.25, 0.125} {
		m := ball.Mag{}
	boxes:
		for i := range columns {
			for j := range rows {
				var re, im, h ball.Real
				h.MulInt64(half, int64(2*i+1), prec)
				re.QuoInt64(&h, 2*columns, prec)
				h.QuoInt64(half, 2*columns, prec)
				re.AddRad(h.MagUpper())
				// wz has the imaginary part t(2j+1)/2rows ± t/2rows, and w = π/half
				h.Quo(half, im.Pi(prec), prec)
				h.Mul(&h, ball.NewReal(t/(2*rows)), prec)
				im.MulInt64(&h, int64(2*j+1), prec)
				im.AddRad(h.MagUpper())
				var v ball.Complex
				f.ComplexAt(&v, new(ball.Complex).SetParts(&re, &im), 64)
				if m = m.Max(v.MagUpper()); m.IsInf() {
					break boxes
				}
			}
		}
		// the number of points that it takes is about (bits + log₂ M)/τ
		if gain := t / (float64(prec) + float64(max(m.Exponent(), 0))); !m.IsInf() && gain > best {
			best, tau, most = gain, t, m
		}
	}
	return tau, most
}
