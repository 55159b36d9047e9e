package closed

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/formula"
	"krein/special"
)

// GaussianWave is the density of e^{−bz²} Σ_i a_i z^{2i} Λ_n(cz), b = Rate, c = Freq, n = Order: cosines are Λ_1, and sin(cz)/(cz)
// is Λ_3. With t = ω², r = 1/(4b), β = (c/4b)², F_μ(x) = ₀F₁(;μ;x) and ν = n/2, on R^D for D − n even and not negative
//
//	I_D(t) = ∫ k(z) Λ_D(ωz) z^{D−1} dz = Γ(ν)/2 · b^{−ν} e^{−c²/4b} · e^{−rt} Σ_{l,j} C[l][j] t^l F_{ν+j}(βt):
//
// for a single wave and D = n that is Weber's second exponential integral (DLMF 10.22.67), C = 1. A factor z² of the kernel is
// −4t d²/dt² − 2n d/dt, Laplace's operator on R^n, and I_{D+2} is −2D times the derivative of I_D, as ∂Λ_D(ωz)/∂ω =
// −(ωz²/D) Λ_{D+2}(ωz); F_μ′ = F_{μ+1}/μ. On another R^d, D is the least such dimension above it, and with δ = (D−d)/2
//
//	I_d(t) = 4^{−δ} Γ(d/2)/(Γ(D/2) Γ(δ)) ∫_0^∞ I_D(t+u) u^{δ−1} du,
//
// as the density on R^d of the restriction of a kernel on R^D is that there, integrated over the D−d frequencies beside. So
// in both cases
//
//	I_d(t) = Factor · e^{−rt} Σ C[l][j] H_{lj}(t),  H_{lj}(t) = t^l F_{ν+j}(βt)  or  ∫_0^∞ e^{−ru} u^{δ−1} (t+u)^l F_{ν+j}(β(t+u)) du.
//
// The H are increasing, being series of powers of t with positive coefficients.
type GaussianWave struct {
	Dim, Order int
	Rate, Freq Num
	A          []Num // of z^{2i}
	C          [][]Num
	R, Beta    Num // r, β
	Root       Num // √β
	Lift       int // D − d
	Factor     Num // of the density
}

// mostLifted bounds c²/(4b) for δ > 0: the series of H have more terms than that, and beyond it masses take seconds.
const mostLifted = 30

// mostWave bounds the order of the derivatives that make a GaussianWave.
const mostWave = 32

// waveTable holds C; those that are not there are 0.
type waveTable map[[2]int]Num

func (w waveTable) add(l, j int, c Num) {
	if v, ok := w[[2]int{l, j}]; ok {
		c = v.Add(c)
	}
	w[[2]int{l, j}] = c
}

// derivative is that of e^{−rt} Σ C t^l F_{ν+j}(βt), without the exponential.
func (w waveTable) derivative(n int, r, beta Num) waveTable {
	out := waveTable{}
	for at, c := range w {
		l, j := at[0], at[1]
		if l > 0 {
			out.add(l-1, j, c.Mul(IntNum(int64(l))))
		}
		out.add(l, j+1, c.Mul(beta).Mul(RatNum(big.NewRat(2, int64(n+2*j)))))
		out.add(l, j, c.Mul(r).Neg())
	}
	return out
}

// fill computes C; false if the kernel has no such density.
func (g *GaussianWave) fill() bool {
	q := max(g.Dim-g.Order, 0)
	q += q % 2
	g.Lift = g.Order + q - g.Dim
	if g.Order < 1 || q/2+2*len(g.A) > mostWave || g.Lift > mostWave || g.Rate.Sign() <= 0 || g.Freq.Sign() <= 0 {
		return false
	}
	g.R = g.Rate.Mul(IntNum(4)).Inv()
	g.Root = g.Freq.Mul(g.R)
	g.Beta = g.Root.Mul(g.Root)
	if g.Lift > 0 && !(g.Freq.Mul(g.Freq).Mul(g.R).Float64() < mostLifted) {
		return false
	}
	all, power := waveTable{}, waveTable{{0, 0}: IntNum(1)}
	for i, a := range g.A {
		if i > 0 {
			first := power.derivative(g.Order, g.R, g.Beta)
			power = waveTable{}
			for at, c := range first.derivative(g.Order, g.R, g.Beta) {
				power.add(at[0]+1, at[1], c.Mul(IntNum(-4)))
			}
			for at, c := range first {
				power.add(at[0], at[1], c.Mul(IntNum(int64(-2*g.Order))))
			}
		}
		for at, c := range power {
			all.add(at[0], at[1], c.Mul(a))
		}
	}
	for d := g.Order; d < g.Order+q; d += 2 {
		next := waveTable{}
		for at, c := range all.derivative(g.Order, g.R, g.Beta) {
			next.add(at[0], at[1], c.Mul(IntNum(int64(-2*d))))
		}
		all = next
	}
	g.C, g.Factor = all.rows(), g.factor()
	return true
}

// rows returns the table; nil if all of it is 0.
func (w waveTable) rows() (c [][]Num) {
	for at, v := range w {
		if v.IsZero() {
			continue
		}
		for len(c) <= at[0] {
			c = append(c, nil)
		}
		for len(c[at[0]]) <= at[1] {
			c[at[0]] = append(c[at[0]], IntNum(0))
		}
		c[at[0]][at[1]] = v
	}
	return c
}

// FromThreeHalves returns C, written in F_μ of orders μ ≥ 3/2 alone: F_μ = F_{μ+1} + βt F_{μ+2}/(μ(μ+1)) (DLMF 10.29.1).
func (g *GaussianWave) FromThreeHalves() [][]Num {
	w := waveTable{}
	for l, row := range g.C {
		for j, v := range row {
			if n := g.Order + 2*j; n < 3 {
				w.add(l, j+1, v)
				w.add(l+1, j+2, v.Mul(g.Beta).Mul(RatNum(big.NewRat(4, int64(n)*int64(n+2)))))
				continue
			}
			w.add(l, j, v)
		}
	}
	return w.rows()
}

// factor is Γ(ν)/2 · b^{−ν} e^{−c²/4b}, for δ > 0 times 4^{−δ} Γ(d/2)/(Γ(D/2) Γ(δ)).
func (g *GaussianWave) factor() Num {
	half := func(n int) *big.Rat { return big.NewRat(int64(n), 2) }
	cold := g.Freq.Mul(g.Freq).Mul(g.R).Neg()
	f := GammaRat(half(g.Order)).Mul(RatNum(half(1))).Mul(g.Rate.Pow(RatNum(half(-g.Order)))).Mul(Applied(formula.OpExp, cold))
	if g.Lift > 0 {
		f = f.Mul(IntNum(2).PowInt(-g.Lift)).Mul(GammaRat(half(g.Dim)))
		f = f.Mul(GammaRat(half(g.Dim + g.Lift)).Mul(GammaRat(half(g.Lift))).Inv())
	}
	return f
}

// gaussianWave reads a term as a times z^{2i} e^{−bz²} Λ_n(cz), of which a sum of two conjugate terms is twice the real part.
// The one with the negative frequency is left to the other (a = 0); ok is false if it is none.
func (t *term) gaussianWave() (order int, freq, a Num, i int, ok bool) {
	n, integer := t.Pow.IsInt()
	if t.Quad.Sign() <= 0 || !t.Lin.IsZero() {
		return 0, freq, a, 0, false
	}
	switch {
	case len(t.Factors) == 0 && integer && t.Freq.Sign() != 0 && (t.Phase == 0 && n >= 0 && n%2 == 0 || t.Phase == 1 && n >= -1 && n%2 != 0):
		a = t.C.Mul(IntNum(2))
		if order, i = 1, n/2; t.Phase == 1 { // 2c·i·i sin(fz)
			order, a, i = 3, a.Mul(t.Freq).Neg(), (n+1)/2
		}
		if t.Freq.Sign() < 0 {
			a = IntNum(0)
		}
		return order, t.Freq, a, i, true
	case len(t.Factors) == 1 && t.Phase == 0 && t.Freq.IsZero():
		for _, f := range t.Factors {
			two, whole := f.Q.Mul(IntNum(2)).IsInt()
			m, even := t.Pow.Add(f.Q).IsInt()
			if f.Kind != besselJ || !whole || two < -1 || !even || m < 0 || m%2 != 0 {
				return 0, freq, a, 0, false
			}
			// z^{−q}J_q(fz) = (f/2)^q/Γ(q+1) Λ_{2q+2}(fz)
			a = t.C.Mul(f.P.Mul(RatNum(big.NewRat(1, 2))).Pow(f.Q)).Mul(GammaRat(big.NewRat(int64(two+2), 2)).Inv())
			return two + 2, f.P, a, m / 2, f.P.Sign() > 0
		}
	}
	return 0, freq, a, 0, false
}

// addGaussianWave adds a z^{2i} e^{−bz²} Λ_n(cz) to the waves.
func addGaussianWave(waves []*GaussianWave, dim, order int, rate, freq, a Num, i int) []*GaussianWave {
	var w *GaussianWave
	for _, g := range waves {
		if g.Order == order && g.Rate.Same(rate) && g.Freq.Same(freq) {
			w = g
		}
	}
	if w == nil {
		w = &GaussianWave{Dim: dim, Order: order, Rate: rate, Freq: freq}
		waves = append(waves, w)
	}
	for len(w.A) <= i {
		w.A = append(w.A, IntNum(0))
	}
	w.A[i] = w.A[i].Add(a)
	return waves
}

// HasWaves reports whether there is a GaussianWave among the parts.
func (c *Form) HasWaves() bool {
	for _, p := range c.Parts {
		if _, ok := p.(*GaussianWave); ok {
			return true
		}
	}
	return false
}

// mostWaveTerms bounds the terms of H, about √(βt) + β/r beside the precision.
const mostWaveTerms = 2000

// at sets h[l][j] to H_{lj}(t), t ≥ 0 exact, for δ > 0 by their series: with J_p = ∫ e^{−ru} u^{δ−1} (t+u)^p du,
//
//	H_{lj} = Σ_m β^m/((μ)_m m!) J_{m+l},  μ = ν+j.
//
// D_p = J_p − t J_{p−1} = ∫ e^{−ru} u^δ (t+u)^{p−1} du, and integration by parts of (u^δ e^{−ru} (t+u)^p)′ gives r J_{p+1} =
// (δ+rt) J_p + p D_p and r D_{p+1} = δ J_p + p D_p, of positive terms. As D_p ≤ J_p, J_{p+1} ≤ J_p (δ+p+rt)/r. So a term
// is at most that before times q = β max(1, (δ+l+rt+m)/(μ+m))/(r(m+1)), which falls with m,
// and once q ≤ 1/2 those that follow are together at most the last one.
//
// The sums end where a term is below 2^−bits of them.
func (g *GaussianWave) at(h [][]ball.Real, t *ball.Real, bits, prec uint, meter *budget.Meter) bool {
	if g.Lift == 0 {
		return g.atOrder(h, t, bits, prec, meter)
	}
	wp := prec + 32
	var r, beta, rt, x, y ball.Real
	g.R.Ball(&r, wp)
	g.Beta.Ball(&beta, wp)
	rt.Mul(&r, t, wp)
	// (δ+l+rt+m)/(μ+m) ≤ 1 + (δ+l+rt)/(1/2+m)
	extra := x.Add(&rt, Half(g.Lift+2*len(h)), 64).MagUpper()
	ratio := y.Quo(&beta, &r, 64).MagUpper()
	var powers, falls []ball.Real // J, D
	power := func(p int) *ball.Real {
		for len(powers) <= p {
			n := len(powers)
			powers, falls = append(powers, ball.Real{}), append(falls, ball.Real{})
			if n == 0 { // Γ(δ) r^{−δ}; D_0 has the factor 0
				NewCalc(&powers[0], wp).Gamma(Half(g.Lift)).Times(x.PowRat(&r, big.NewRat(int64(-g.Lift), 2), wp))
				continue
			}
			x.MulInt64(&falls[n-1], int64(n-1), wp)
			y.MulInt64(&powers[n-1], int64(g.Lift), wp)
			y.Add(y.Mul2Exp(&y, -1), &x, wp)
			falls[n].Quo(&y, &r, wp)
			powers[n].FMA(t, &powers[n-1], &falls[n], wp)
		}
		return &powers[p]
	}
	var c, term ball.Real
	for j := range h[0] {
		for l := range h {
			h[l][j].SetInt64(0)
		}
		c.SetInt64(1)
		for m := 0; ; m++ {
			if m > mostWaveTerms || !meter.Spend(int64(3+len(h))*budget.Arithmetic(wp)) {
				return false
			}
			small := true // the last terms
			for l := range h {
				term.Mul(&c, power(l+m), wp)
				h[l][j].Add(&h[l][j], &term, wp)
				small = small && term.MagUpper().Cmp(h[l][j].MagLower().Mul2Exp(-int64(bits))) <= 0
			}
			if small {
				q := extra.Mul2Exp(1).Quo(ball.MagUintLower(uint64(2*m + 1))).Add(ball.MagPow2(0)).Mul(ratio)
				if q.Quo(ball.MagUintLower(uint64(m+1))).Cmp(ball.MagPow2(-1)) <= 0 {
					for l := range h {
						term.Mul(&c, power(l+m), wp)
						h[l][j].AddRad(termWave.LeftOut(term.MagUpper()))
					}
					break
				}
			}
			c.Mul(&c, &beta, wp)
			c.QuoInt64(c.Mul2Exp(&c, 1), int64(g.Order+2*(j+m))*int64(m+1), wp)
		}
	}
	return true
}

// atOrder is at for δ = 0: the last two F_μ are Γ(μ) (y/2)^{1−μ} I_{μ−1}(y), y = 2√(βt), or next to 0 by their series, and the others
// F_{μ−1} = F_μ + βt F_{μ+1}/(μ(μ−1)) (DLMF 10.29.1), of positive terms.
func (g *GaussianWave) atOrder(h [][]ball.Real, t *ball.Real, bits, prec uint, meter *budget.Meter) bool {
	wp := prec + 32
	var x, y, u, mu, order ball.Real
	f := make([]ball.Real, max(len(h[0]), 2))
	x.Mul(t, g.Beta.Ball(&x, wp), wp)
	y.Mul2Exp(y.Sqrt(&x, wp), 1)
	near := x.MagUpper().Cmp(ball.MagPow2(-2)) < 0
	for m := len(f) - 1; m >= 0; m-- {
		if !meter.Spend(8 * budget.Arithmetic(wp)) {
			return false
		}
		switch n := int64(g.Order + 2*m); { // 2μ
		case m < len(f)-2:
			u.Mul(&x, &f[m+2], wp)
			u.QuoInt64(u.Mul2Exp(&u, 2), n*(n+2), wp)
			f[m].Add(&f[m+1], &u, wp)
		case near: // x < 1/4: the terms fall by 1/2 at least
			var term ball.Real
			term.SetInt64(1)
			for k := int64(0); ; k++ {
				f[m].Add(&f[m], &term, wp)
				if term.MagUpper().Cmp(ball.MagPow2(-int64(bits))) < 0 {
					break
				}
				term.Mul(&term, &x, wp)
				term.QuoInt64(term.Mul2Exp(&term, 1), (n+2*k)*(k+1), wp)
			}
			f[m].AddRad(termWave.LeftOut(term.MagUpper()))
		default:
			mu.Set(Half(int(n)))
			order.AddInt64(&mu, -1, wp)
			special.BesselI(&f[m], &order, &y, wp)
			k := NewCalc(&u, wp).Times(&f[m]).Gamma(&mu)
			f[m].Set(k.Times(mu.PowRat(mu.Mul2Exp(&y, -1), big.NewRat(2-n, 2), wp)).V)
		}
	}
	u.SetInt64(1)
	for l := range h {
		for j := range h[l] {
			h[l][j].Mul(&u, &f[j], wp)
		}
		u.Mul(&u, t, wp)
	}
	return h[0][0].IsFinite()
}

// Values sets h[l][j] to H_{lj} on t ≥ 0, by the values at the ends; false: more work than mostWaveTerms or the meter allow.
func (g *GaussianWave) Values(h [][]ball.Real, t *ball.Real, prec uint, meter *budget.Meter) bool {
	var lo, hi big.Float
	if !t.IsFinite() {
		return false
	}
	t.Lower(&lo, prec+32)
	t.Upper(&hi, prec+32)
	if lo.Sign() < 0 {
		lo.SetInt64(0)
	}
	var end ball.Real
	if hi.Sign() < 0 || !g.at(h, end.SetFloat(&lo), prec+32, prec, meter) {
		return false
	}
	if hi.Cmp(&lo) == 0 {
		return true
	}
	above := waveValues(len(h)-1, len(h[0])-1)
	if !g.at(above, end.SetFloat(&hi), prec+32, prec, meter) {
		return false
	}
	for l := range h {
		for j := range h[l] {
			h[l][j].Hull(&h[l][j], &above[l][j], prec+32)
		}
	}
	return true
}

// waveValues has place for l and j up to these.
func waveValues(l, j int) [][]ball.Real {
	h := make([][]ball.Real, l+1)
	for i := range h {
		h[i] = make([]ball.Real, j+1)
	}
	return h
}

// Taylor sets c to the Taylor coefficients of I_d at t, at all points of t if it is an interval, of t ≥ 0: with μ = ν+j, those of
// H_{lj} are Σ_i C(l,i) β^{k−i}/((μ)_{k−i} (k−i)!) H_{l−i, j+k−i}.
func (g *GaussianWave) Taylor(c []ball.Real, t *ball.Real, prec uint, meter *budget.Meter) {
	n, wp := len(c), prec+32
	h := waveValues(len(g.C)-1, g.most()+n-1)
	if !g.Values(h, t, prec, meter) {
		for k := range c {
			c[k].SetIndeterminate()
		}
		return
	}
	var s, e ball.RealSeries
	var x, y, beta ball.Real
	g.Beta.Ball(&beta, wp)
	s.SetConst(ball.NewReal(0), n)
	for l, row := range g.C {
		for j, a := range row {
			if a.IsZero() {
				continue
			}
			a.Ball(&x, wp) // times β^m/((μ)_m m!)
			for m := range n {
				for i := 0; i <= l && i+m < n; i++ {
					y.MulInt64(&x, new(big.Int).Binomial(int64(l), int64(i)).Int64(), wp)
					s.Coef(i+m).FMA(&y, &h[l-i][j+m], s.Coef(i+m), wp)
				}
				x.Mul(&x, &beta, wp)
				x.QuoInt64(x.Mul2Exp(&x, 1), int64(g.Order+2*(j+m))*int64(m+1), wp)
			}
		}
	}
	e.SetVar(t, n)
	g.R.Ball(&x, wp)
	e.MulScalar(&e, x.Neg(&x), wp)
	e.Exp(&e, wp)
	s.Mul(&s, &e, wp)
	s.MulScalar(&s, g.Factor.Ball(&x, wp), prec)
	for k := range c {
		c[k].Set(s.Coef(k))
	}
}

// most returns the largest j.
func (g *GaussianWave) most() int {
	most := 0
	for _, row := range g.C {
		most = max(most, len(row)-1)
	}
	return most
}

// Enclose sets dst to the density at ω ≥ 0.
func (g *GaussianWave) Enclose(dst, omega *ball.Real, prec uint) {
	var t, e ball.Real
	c := make([]ball.Real, 1)
	g.Taylor(c, t.Sqr(omega, prec), prec, nil)
	k := NewCalc(&e, prec).Times(&c[0]).RecipGamma(Half(g.Dim)).RecipGamma(Half(g.Dim)).PowInt(omega, g.Dim-1)
	dst.Mul2Exp(k.V, int64(2-g.Dim))
}
