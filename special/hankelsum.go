package special

import (
	"math"
	"math/big"

	"krein/ball"
)

// a_k(ν) = Π_{j=1}^k (4ν² − (2j−1)²)/(k! 8^k), DLMF 10.17.1, is the coefficient of Hankel's
// expansions of J, Y, I and K. All of them run through asymptoticSum.

var floatOne = big.NewFloat(1)

// A hankelPlan is what a sum of the first terms of a_k(ν)/x^k needs.
type hankelPlan struct {
	terms  int     // a_0 … a_{terms−1} are summed
	growth float64 // bounds log2 of |t_k/t_j|, j ≤ k < terms
	top    float64 // bounds log2 |t_k|
	exact  bool    // the expansion ends: ν is half an odd integer
	// log2 of the bounds of what the terms left out contribute: of the sum over even
	// and odd k for J (10.17(iii)), of the whole sum for K (10.40(ii))
	rest float64
}

// mostGrowth bounds the terms of an expansion that is tried, in bits.
const mostGrowth = 1 << 16

// planExpansion plans a remainder of 2^-frac, of Hankel's expansion for real ν and x > 0 or, if behind, for a K_ν(z)
// with π/2 ≤ |ph z| ≤ π, as I_ν needs it. The float64 arithmetic of this plan is off by a relative
// 10^-12 at most; the bounds carry a bit more.
//
// The bounds of the remainder are, for real ν and x > 0,
//
//	the first term left out, if at least |ν|+2 terms are summed: DLMF 10.17(iii) asks for ℓ ≥ max(ν/2−1/4, 1)
//	terms of the even and ℓ ≥ max(ν/2−3/4, 1) terms of the odd sum, 10.40(ii) for ℓ ≥ max(|ν|−1/2, 1);
//	2|t_ℓ| exp(|ν²−1/4|/x) for any ℓ ≥ 1: DLMF 10.17.14 and 10.40.11 with the variations |x|^-ℓ;
//
// or, if behind, for a K_ν(z) with π/2 ≤ |ph z| ≤ π, as I_ν needs it, only 2χ(ℓ)|t_ℓ| exp(|ν²−1/4|χ(1)/|z|), χ(ℓ) = √π
// Γ(ℓ/2+1)/Γ(ℓ/2+1/2) ≤ √(π(ℓ+1)/2) (the inequality is log-convexity of Γ), χ(1) = π/2.
//
// The first is stated for ν ≥ 0; a_k depends on ν² only.
//
// These are DLMF 10.40.11 and 10.40.12, and through H^±(z) = ∓(2i/π)e^{∓iνπ/2} K_ν(ze^{∓iπ/2}) (10.27.8) 10.17.14 and
// 10.17.15. The proof, with the constants: K_ν(z) = √(π/(2z)) e^{−z}(Σ_{k<ℓ} a_k z^−k + R(z)), and as the sum is
// annihilated up to its last term by the equation of K, R″ − 2R′ = (ν²−1/4)z^−2 R + 2ℓ a_ℓ z^{−ℓ−1}. R vanishing at
// infinity,
//
//	R(z) = ∫_z^∞ ½(1−e^{2(z−t)}) ((ν²−1/4)t^−2 R(t) + 2ℓ a_ℓ t^{−ℓ−1}) dt.
//
// On a path on which Re t does not decrease the first factor is at most 1 in absolute value, so that by Gronwall's
// lemma |R(z)| ≤ 2|a_ℓ| V_ℓ exp(|ν²−1/4| V_1), V_ℓ = ∫ ℓ|t|^{−ℓ−1}|dt|. For |ph z| ≤ π/2 the ray t = zτ, τ ≥ 1, serves:
// V_ℓ = |z|^−ℓ. For π/2 ≤ ph z ≤ π (or the conjugate) it is the perpendicular t = z(1−iτ), τ ≥ 0, with Re t = Re z + τ
// Im z, and V_ℓ = |z|^−ℓ ∫₀^∞ ℓ(1+τ²)^{−(ℓ+1)/2} dτ = χ(ℓ)|z|^−ℓ.
func planExpansion(nu, x float64, frac, limit int, behind bool) (p hankelPlan, ok bool) {
	nu = math.Abs(nu)
	half := nu+0.5 == math.Floor(nu+0.5)
	mu := 4 * nu * nu
	l, low := 0.0, 0.0 // log2 t_k and its minimum so far
	general := math.Abs(nu*nu-0.25) / x / math.Ln2
	if behind {
		general *= math.Pi / 2
	}
	general++
	x8 := 8 * x
	t := 1.0 // 2^l = t·2^base
	base := 0.0
	for k := 1; k <= limit; k++ {
		odd := float64(2*k - 1)
		num := math.Abs((2*nu - odd) * (2*nu + odd))
		if half && odd == 2*nu {
			p.terms, p.exact, p.rest = k, true, math.Inf(-1)
			return p, true
		}
		next := num / (x8 * float64(k))
		t *= next
		if t < 0x1p-200 || t > 0x1p200 {
			f, e := math.Frexp(t)
			t = f
			base += float64(e)
		}
		_, e := math.Frexp(t)
		l = base + float64(e) // at most one more than log2 t_k
		rest := math.Inf(1)
		if k >= 2 && l+1 <= float64(stopEarly-frac) {
			rest = l + 1 + general
			if behind {
				rest += math.Log2(math.Pi*float64(k+1)/2) / 2
			} else if float64(k) >= nu+2 {
				// a_k and a_{k+1} lead the two sums left out
				n2 := math.Abs(mu-(odd+2)*(odd+2)) / (x8 * float64(k+1))
				rest = min(rest, l+1+math.Max(0, math.Log2(math.Max(n2, 1))))
			}
		}
		if rest <= float64(stopEarly-frac) {
			p.terms, p.rest = k, rest
			return p, true
		}
		if next >= 1 && (odd*odd > mu || l > mostGrowth) {
			return p, false // from here on terms grow, or it takes too many bits to add them up
		}
		p.top = math.Max(p.top, l)
		p.growth = math.Max(p.growth, l-low+1)
		low = math.Min(low, l-1)
	}
	return p, false
}

// plan is planExpansion for an order.
func (o *order) plan(x float64, frac int, behind bool) (p hankelPlan, ok bool) {
	nu := o.f
	if !o.half {
		nu = offHalf(nu)
	}
	return planExpansion(nu, x, frac, planLimit(frac, nu), behind)
}

// offHalf moves a float that is half an odd integer a little: the order that rounds to it may have a remainder.
func offHalf(nu float64) float64 {
	if nu+0.5 == math.Floor(nu+0.5) {
		nu += 1e-6
	}
	return nu
}

// asymptoticSum sets re + i·im to Σ_{k<plan.terms} a_k(ν) (i^turns/x)^k for exact ν and x ≥ 1, up to about 2^-frac
// besides the remainder that plan bounds, which is not included. For a real sum im is nil.
func asymptoticSum(re, im *ball.Real, nu dyadic, x *big.Float, p *hankelPlan, turns, frac int) {
	growth := int(math.Ceil(p.growth)) + 1
	lg := int(math.Log2(float64(p.terms))) + 1
	top := int(math.Max(p.top, 0)) + lg + 3
	n := (max(frac, 8) + growth + 2*lg + 14 + top + 63) / 64
	f := fixedPool.Get().(*fixedWork)
	defer fixedPool.Put(f)
	w := &f.w[turns&1]
	f.w[1-turns&1].SetPrec(0)
	w.SetPrec(0).SetPrec(uint(64*n+8)).Quo(floatOne, x)
	if w.SetMantExp(w, -3-2*int(nu.shift)); turns&2 != 0 {
		w.Neg(w)
	}
	f.sum(re, im, func(k int) (int64, uint64) {
		q := int64(2*k-1) << nu.shift
		return (2*nu.num - q) * (2*nu.num + q), uint64(k)
	}, n, 64*n-top, p.terms, math.Inf(1), 0, ball.MagUint(uint64(p.terms)).Mul2Exp(int64(growth)))
}

// expansionBall sets re + i·im to asymptoticSum's in ball arithmetic, for any ball of orders and any real x ≠ 0, and
// returns bounds of the first two terms left out.
//
// The running term is a ball over all orders and arguments, so that the bounds of the first terms left out are upper
// bounds over them, too, as hankelSum needs where the plan is that of one order only.
func expansionBall(re, im, nu, x *ball.Real, turns, terms int, wp uint) (first, second ball.Mag) {
	var mu, u, z, t ball.Real
	mu.Mul2Exp(mu.Sqr(nu, wp+20), 2)
	z.Inv(z.Mul2Exp(x, 3), wp)
	t.SetInt64(1)
	re.SetInt64(1)
	if im != nil {
		im.SetInt64(0)
	}
	factor := func(k int) *ball.Real {
		u.AddInt64(&mu, -int64(2*k-1)*int64(2*k-1), wp)
		return u.QuoInt64(&u, int64(k), wp)
	}
	for k := 1; ; k++ {
		t.Mul(&t, factor(k), wp)
		t.Mul(&t, &z, wp)
		if k == terms {
			break
		}
		part := [2]*ball.Real{re, im}[turns*k&1]
		if turns*k&2 != 0 {
			part.Sub(part, &t, wp)
		} else {
			part.Add(part, &t, wp)
		}
	}
	first = t.MagUpper()
	return first, first.Mul(factor(terms + 1).MagUpper()).Mul(z.MagUpper())
}

// hankelSum sets re + i·im to Σ a_k(ν) (i^turns/x)^k, real x, with the remainder of J for turns = 1, of K for 0, where
// im is nil, and of K behind for 2. It reports false where that cannot reach 2^-frac.
func hankelSum(re, im *ball.Real, o *order, x *big.Float, turns, frac int) bool {
	xf, behind := clampFloat64(x), turns == 2
	if !(xf >= 1 && xf <= maxBesselX) {
		return false
	}
	p, ok := o.plan(xf, frac, behind)
	if !ok {
		return false
	}
	var rest ball.Mag
	if o.exact {
		asymptoticSum(re, im, o.dy, x, &p, turns, frac)
		if !p.exact {
			rest = magExp2(p.rest + 1) // the 1 for rounding in the plan
		}
	} else {
		if p.exact || ballWork(float64(p.terms), float64(frac)+p.top) > maxWork {
			return false
		}
		var xb ball.Real
		first, second := expansionBall(re, im, o.ball, xb.SetFloat(x), turns, p.terms, uint(frac+int(p.top)+20))
		// the hypotheses again, on upper bounds
		nu := o.ball.MagUpper()
		rest = remainderBound(first, nu, ball.MagPow2(0).Quo(xb.MagLower()), p.terms, behind)
		if !behind && nu.Add(ball.MagUint(2)).Cmp(ball.MagUintLower(uint64(p.terms))) <= 0 {
			rest = rest.Min(first.Max(second))
		}
	}
	rest = leftOut(rest)
	re.AddRad(rest)
	if im != nil {
		im.AddRad(rest)
	}
	return true
}

// remainderBound is the bound of planExpansion for what the first terms of the expansion of K_ν(z) leave out, t_ℓ being
// the first of them, recip ≥ 1/|z|: 2|t_ℓ|e^q, q = max(ν², 1/4)/|z| ≥ |ν²−1/4|/|z|, or if behind, for π/2 ≤ |ph z| ≤ π,
// 2χ(ℓ)|t_ℓ| e^{χ(1)q}.
func remainderBound(t, nu, recip ball.Mag, l int, behind bool) ball.Mag {
	q := nu.Mul(nu).Max(ball.MagPow2(-2)).Mul(recip)
	if behind {
		q = q.Mul(magAbove(math.Pi / 2))
		t = t.Mul(magAbove(math.Sqrt(math.Pi * float64(l+1) / 2)))
	}
	return t.Mul(q.Exp()).Mul2Exp(1)
}

// mostFarBits bounds, besides the precision, what the remainder of kFar may be larger than its first term left out.
const mostFarBits = 64

// kFar sets z to
//
//	K_ν(x) = √(π/(2x)) e^{−x} (Σ_{k<ℓ} a_k(ν)/x^k + R_ℓ),  −π < ph x < π,
//
// (DLMF 10.40.2, 10.40.10 to 10.40.12) for real ν, with remainderBound for R_ℓ. It reports false where |x| is too small against the precision or ν².
func kFar(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) bool {
	low := x.MagLower()
	if low.IsZero() || !nu.IsFinite() || !x.IsFinite() {
		return false
	}
	size, order := low.Float64(), nu.MagUpper()
	n := order.Float64()
	bits := math.Max(n*n, 0.25) * math.Pi / 2 / size / math.Ln2 // log2 of e^{χ(1)q}; Σ|a_k/x^k| is no more
	if !(size > 2*seriesBelow*float64(prec)+8 && bits <= mostFarBits+float64(prec)/2) {
		return false
	}
	wp := prec + 16 + uint(bits)
	behind := x.Re.Negative() != ball.False
	recip := ball.MagPow2(0).Quo(low)
	var mu, u ball.Real
	var s, t, y ball.Complex
	mu.Mul2Exp(mu.Sqr(nu, 2*wp+20), 2)
	y.Inv(y.Mul2Exp(x, 3), wp) // 1/(8x)
	s.SetInt64(1)
	t.SetInt64(1)
	for l := 1; ; l++ {
		odd := int64(2*l - 1)
		t.MulReal(&t, u.QuoInt64(u.AddInt64(&mu, -odd*odd, wp), int64(l), wp), wp)
		t.Mul(&t, &y, wp)
		if t.IsZero() { // ν is half an odd integer
			break
		}
		if rest := remainderBound(t.MagUpper(), order, recip, l, behind); rest.Cmp(s.MagUpper().Mul2Exp(int64(stopEarly)-int64(prec)-10)) <= 0 {
			s.AddRad(leftOut(rest))
			break
		}
		if l > int(2*size)+int(2*n)+8 {
			return false // from here on the terms grow
		}
		s.Add(&s, &t, wp)
	}
	t.Inv(x, wp)
	t.MulReal(&t, u.Pi(wp), wp)
	t.Sqrt(t.Mul2Exp(&t, -1), wp)
	s.Mul(&s, &t, wp)
	t.Neg(x)
	z.Mul(&s, t.Exp(&t, wp), prec)
	return z.IsFinite()
}
