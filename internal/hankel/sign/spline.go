package sign

import (
	"math/big"
	"slices"

	"krein/internal/hankel/closed"
	"krein/internal/polynomial"
)

// mostKnots bounds the degree of the trigonometric polynomials of a spline, mostSpline that of their square root, in
// which ω counts as that many waves.
const mostKnots, mostSpline = 100, 200

// gaussRat is a number of Q(i).
type gaussRat struct{ re, im big.Rat }

func (x *gaussRat) isZero() bool { return x.re.Sign() == 0 && x.im.Sign() == 0 }

// addMul adds ab, or a times the conjugate of b.
func (x *gaussRat) addMul(a, b *gaussRat, conjugate bool) {
	var t, im big.Rat
	if im.Set(&b.im); conjugate {
		im.Neg(&im)
	}
	x.re.Add(&x.re, t.Mul(&a.re, &b.re))
	x.re.Sub(&x.re, t.Mul(&a.im, &im))
	x.im.Add(&x.im, t.Mul(&a.re, &im))
	x.im.Add(&x.im, t.Mul(&a.im, &b.re))
}

// scale multiplies by r iⁿ.
//
// i(re + i im) = −im + i re
func (x *gaussRat) scale(r *big.Rat, n int) {
	x.re.Mul(&x.re, r)
	x.im.Mul(&x.im, r)
	for ; n&3 != 0; n-- {
		x.re, x.im = *new(big.Rat).Neg(&x.im), x.re
	}
}

// waveSum is Re Σ a xʲ e^{imx} under {j, m}.
//
// Every coefficient is exact.
type waveSum map[[2]int]*gaussRat

// at returns the coefficient of xʲ e^{imx}.
//
// A coefficient that is asked for is there afterwards, with the value 0 if it was not.
func (w waveSum) at(j, m int) *gaussRat {
	k := [2]int{j, m}
	if w[k] == nil {
		w[k] = new(gaussRat)
	}
	return w[k]
}

// Spline reports whether, in an odd dimension d = 2q+1, the kernel is a sum of powers zᵖ, p ≥ 0, or p ≥ −1 for d ≥ 3,
// between equally spaced knots, and its transform nonnegative by its form. Up to positive factors
//
//	I = ∫ k(z) z^{2q} φ(ωz) dz,   φ(x) = (−x⁻¹ d/dx)^q cos x = Re Σ γ_e x^e e^{ix},   −2q < e ≤ −q (q > 0),
//
// as (x⁻¹ d/dx) x^{−ν} J_ν = −x^{−ν−1} J_{ν+1} (DLMF 10.6.6) leads from cos x, ν = −1/2, to ν = d/2−1. With integrals by
// parts this is a sum N of powers of ω times waves of the knots, exactly. If only one power occurs, with cosines alone,
// these are the Chebyshev polynomials T_m(cos ωh), and Sturm's theorem decides: B-splines of even order, the hat, Parzen's
// function. Otherwise the search is for N = κ|S|², κ > 0, S a sum of powers of ω times waves, and the square is multiplied
// out: ball overlaps and convolutions of splines with themselves are such squares, as that of Gaspari and Cohn,
// 4π²(2(1−cos ω) − ω sin ω)²/ω⁸ in R³, which touch 0 again and again.
//
// The two decisions are exact: Sturm's theorem for Chebyshev polynomials, and for a square the
// comparison of all coefficients of κ S S̄ with those of the sum, as functions of x and e^{ix} that
// are independent.
func (g *CompactGroup) Spline() bool {
	sum, ok := g.waves()
	if !ok {
		return false
	}
	least, most := 0, 0
	for k := range sum {
		least, most = min(least, k[0]), max(most, k[0])
	}
	// More powers of ω than one.
	if least < most {
		return sum.square()
	}
	var cosines []*big.Rat
	for k, a := range sum {
		if a.im.Sign() != 0 {
			return false
		}
		for len(cosines) <= k[1] {
			cosines = append(cosines, new(big.Rat))
		}
		cosines[k[1]] = &a.re
	}
	return ChebyshevNonnegative(cosines)
}

// waves returns a positive multiple of the transform, times a power of x by which the least power is x⁰; x is ω times
// the distance of the knots.
//
// Units: z = one·r with rational r, and then z = h x′ with the knots at whole x′, h their distance,
// the largest of which all knots are multiples. Coefficients are rational multiples of one positive
// number: CommonRationals divides by an absolute value.
func (g *CompactGroup) waves() (sum waveSum, ok bool) {
	if g.Dim%2 == 0 || len(g.Sonine)+len(g.Ends) > 0 || len(g.Pieces) == 0 {
		return nil, false
	}
	q := g.Dim / 2
	// with z in units of an end the coefficients are rational
	one := g.Pieces[0].hi
	var coefs []closed.Num
	for _, p := range g.Pieces {
		for _, t := range p.terms {
			// z^{−1} is integrable with z^{2q}, q ≥ 1.
			if !t.p.IsInt() || t.p.Num().BitLen() > 6 || t.p.Sign() < 0 && (q == 0 || t.p.Num().Int64() < -1) {
				return nil, false
			}
			coefs = append(coefs, t.c.Mul(one.Pow(closed.RatNum(t.p))))
		}
	}
	c, ok := closed.CommonRationals(coefs)
	if !ok {
		return nil, false
	}
	var knots []*big.Rat // lo and hi of each piece
	unit := big.NewRat(1, 1)
	for _, p := range g.Pieces {
		for _, end := range []closed.Num{p.lo, p.hi} {
			r := new(big.Rat)
			if !end.IsZero() {
				if r, ok = end.Ratio(one); !ok {
					return nil, false
				}
				// gcd(p/q, r/s) = gcd(ps, rq)/(qs)
				a := new(big.Int).Mul(unit.Num(), r.Denom())
				b := new(big.Int).Mul(r.Num(), unit.Denom())
				unit = new(big.Rat).SetFrac(a.GCD(nil, nil, a, b), b.Mul(unit.Denom(), r.Denom()))
			}
			knots = append(knots, r)
		}
	}
	// (−x⁻¹ d/dx)^q cos x = Re Σ γ x^e e^{ix}, γ under {e, 1}
	bessel := waveSum{{0, 1}: {re: *big.NewRat(1, 1)}}
	for range q {
		next := waveSum{}
		minus := &gaussRat{im: *big.NewRat(-1, 1)}
		for k, a := range bessel {
			next.at(k[0]-1, 1).addMul(a, minus, false)
			next.at(k[0]-2, 1).addMul(a, &gaussRat{re: *big.NewRat(int64(-k[0]), 1)}, false)
		}
		bessel = next
	}
	sum = waveSum{}
	i := 0
	for j, p := range g.Pieces {
		for _, t := range p.terms {
			for n := t.p.Num().Int64(); n != 0; { // now in units of the distance of the knots
				if n > 0 {
					c[i].Mul(c[i], unit)
					n--
				} else {
					c[i].Quo(c[i], unit)
					n++
				}
			}
			for e, a := range bessel {
				if a.isZero() {
					continue
				}
				n := 2*q + int(t.p.Num().Int64()) + e[0]
				for side, knot := range knots[2*j : 2*j+2] {
					m := new(big.Rat).Quo(knot, unit)
					if !m.IsInt() || m.Num().Cmp(big.NewInt(mostKnots)) > 0 {
						return nil, false
					}
					sum.integral(a, c[i], n, e[0], int(m.Num().Int64()), side == 0)
				}
			}
			i++
		}
	}
	// x^{−least}, x > 0, is positive.
	least := 0
	for k, a := range sum {
		if k[1] == 0 { // a real part alone
			a.im.SetInt64(0)
		}
		if a.isZero() {
			delete(sum, k)
			continue
		}
		least = min(least, k[0])
	}
	shifted := waveSum{}
	for k, a := range sum {
		shifted[[2]int{k[0] - least, k[1]}] = a
	}
	return shifted, len(shifted) > 0
}

// integral adds γ c x^e ∫ rⁿ e^{irx} dr at the end r = m, taken away at the lower one: by parts
// Σ_k (−1)ᵏ n!/(n−k)! r^{n−k} e^{irx}/(ix)^{k+1}.
//
// n ≥ 0: z^{2q+p} x^e has 2q+p+e ≥ 0, as e > −2q for p ≥ 0, and for p = −1 as well, e ≥ 1−2q. At r
// = 0 only k = n is left, 0⁰ = 1.
func (w waveSum) integral(gamma *gaussRat, c *big.Rat, n, e, m int, lower bool) {
	f := new(big.Rat).Set(c)
	if lower {
		f.Neg(f)
	}
	for k := 0; k <= n; k++ {
		if k > 0 {
			f.Mul(f, big.NewRat(int64(k-1-n), 1))
		}
		if m == 0 && k < n {
			continue
		}
		r := new(big.Rat).Set(f)
		for range n - k {
			r.Mul(r, big.NewRat(int64(m), 1))
		}
		a := &gaussRat{}
		a.re.Set(&gamma.re)
		a.im.Set(&gamma.im)
		a.scale(r, 3*(k+1)) // 1/i = i³
		w.at(e-k-1, m).addMul(a, &gaussRat{re: *big.NewRat(1, 1)}, false)
	}
}

// square reports whether the sum is κ|S|², κ > 0, S a sum of powers of x times waves. With yᴷ for x and y for e^{ix} the
// root of a polynomial in y is found, and S·S̄ is compared with the sum in x and e^{ix}.
//
// How the root is found does not matter, and it may be wrong: S S̄ is multiplied out and compared.
func (w waveSum) square() bool {
	degree, top := 0, 0
	for k := range w {
		degree, top = max(degree, k[0]), max(top, k[1])
	}
	step := 2*top + 1
	n := degree*step + 2*top // exponents from −top on
	// |S|² has an even degree in x.
	if degree%2 != 0 || n/2 > mostSpline {
		return false
	}
	all := waveSum{} // the sum itself, and not its real part
	// Re a xʲ e^{imx} = ½(a xʲ e^{imx} + ā xʲ e^{−imx})
	half := &gaussRat{re: *big.NewRat(1, 2)}
	for k, a := range w {
		all.at(k[0], k[1]).addMul(a, half, false)
		all.at(k[0], -k[1]).addMul(half, a, true)
	}
	p := make([]*gaussRat, n+1)
	for i := range p {
		p[i] = new(gaussRat)
	}
	for k, a := range all {
		p[k[0]*step+k[1]+top] = a
	}
	first := slices.IndexFunc(p, func(a *gaussRat) bool { return !a.isZero() })
	p = p[first:]
	for len(p) > 0 && p[len(p)-1].isZero() {
		p = p[:len(p)-1]
	}
	// So has S² in y.
	if len(p)%2 == 0 {
		return false
	}
	// 1/p_0 = p̄_0/|p_0|²
	size, inverse := new(gaussRat), new(gaussRat)
	size.addMul(p[0], p[0], true)
	inverse.addMul(&gaussRat{re: *new(big.Rat).Inv(&size.re)}, p[0], true)
	root := waveSum{}
	// S₀ = 1 and 2S_i = p_i/p_0 − Σ S_k S_{i−k}: the square root of a power series.
	s := make([]*gaussRat, len(p)/2+1)
	for i := range s {
		rest := new(gaussRat)
		if i == 0 {
			rest.re.SetInt64(1)
		} else {
			rest.addMul(p[i], inverse, false)
			for k := 1; k < i; k++ {
				var neg gaussRat
				neg.re.Neg(&s[k].re)
				neg.im.Neg(&s[k].im)
				rest.addMul(&neg, s[i-k], false)
			}
			rest.scale(big.NewRat(1, 2), 0)
		}
		if rest.re.Num().BitLen() > mostRootBits || rest.im.Num().BitLen() > mostRootBits {
			return false
		}
		s[i] = rest
		if j := (i + top) / step; !rest.isZero() {
			root[[2]int{j, i - j*step}] = rest
		}
	}
	product := waveSum{}
	for a, x := range root {
		for b, y := range root {
			product.at(a[0]+b[0], a[1]-b[1]).addMul(x, y, true)
		}
	}
	var kappa *big.Rat
	for k, a := range product {
		b := all.at(k[0], k[1])
		switch {
		case a.isZero() && b.isZero():
			continue
		case kappa == nil && a.im.Sign() == 0 && a.re.Sign() != 0:
			kappa = new(big.Rat).Quo(&b.re, &a.re)
		}
	}
	if kappa == nil || kappa.Sign() <= 0 {
		return false
	}
	// Every coefficient of the sum is that of κ S S̄; what S S̄ has besides is found below, as
	// those that the sum lacks were added to all, as zeros, by at.
	for k, b := range all {
		a := product.at(k[0], k[1])
		a.scale(kappa, 0)
		if a.re.Cmp(&b.re) != 0 || a.im.Cmp(&b.im) != 0 {
			return false
		}
	}
	return true
}

// mostRootBits bounds the coefficients of a root: those of what is no square grow without end.
const mostRootBits = 2000

// ChebyshevNonnegative decides whether Σ c_m T_m(x) ≥ 0 on [−1, 1].
//
// x = −1 is s = 0, and x = 1 the limit s → ∞, which continuity covers.
func ChebyshevNonnegative(c []*big.Rat) bool {
	// with x = (s−1)/(s+1), (s+1)^N P(x) on s ≥ 0; (s+1)^m T_m follows T_{m+1} = 2xT_m − T_{m−1}
	p := polynomial.FromRats(c) // one scale for all
	n := len(p)
	up, down := polynomial.Int{big.NewInt(1), big.NewInt(1)}, polynomial.Int{big.NewInt(-1), big.NewInt(1)}
	prev, cur := polynomial.Int{big.NewInt(1)}, down
	sum := polynomial.Int{}
	for m := range n {
		t := prev
		for range n - 1 - m {
			t = t.Mul(up)
		}
		for len(sum) < len(t) {
			sum = append(sum, new(big.Int))
		}
		for i := range t {
			sum[i].Add(sum[i], new(big.Int).Mul(t[i], p[m]))
		}
		next := cur.Mul(down)
		sq := prev.Mul(up).Mul(up)
		for i := range next {
			next[i].Lsh(next[i], 1)
		}
		for i := range sq {
			next[i].Sub(next[i], sq[i])
		}
		prev, cur = cur, next
	}
	return sum.Trim().Nonnegative()
}
