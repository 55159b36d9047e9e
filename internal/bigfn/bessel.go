package bigfn

import (
	"fmt"
	"math"
	"math/big"
	"sync"
)

// Limits of the Bessel functions: |order|, the argument of I, and the argument of J
// below its order, where only the power series is left.
const (
	maxOrder = 10000
	maxArgI  = 20000
	maxArgJ  = 3000
)

func besselRange(f string, nu *big.Rat, x *big.Float) error {
	n, _ := nu.Float64()
	return fmt.Errorf("%s(%.6g, %s): %w", f, n, approx(x), ErrRange)
}

// checkBessel refuses arguments outside x > 0 and orders that are too large.
func checkBessel(f string, nu *big.Rat, x *big.Float) (n, xf float64, err error) {
	n, _ = nu.Float64()
	xf, _ = x.Float64()
	if x.Sign() <= 0 {
		return 0, 0, domainErr(f, x)
	}
	if math.Abs(n) > maxOrder || exponent(x) < -1<<20 || nu.Denom().BitLen() > 4096 {
		return 0, 0, besselRange(f, nu, x)
	}
	return n, xf, nil
}

// ratF returns r to wp bits.
func ratF(r *big.Rat, wp uint) *big.Float { return newF(wp).SetRat(r) }

func plusInt(r *big.Rat, n int64) *big.Rat { return new(big.Rat).Add(r, new(big.Rat).SetInt64(n)) }

var gammas struct {
	mu sync.Mutex
	at map[string]*big.Float
}

// gammaPlus1 returns Γ(ν+1) to at least wp bits. The last few values are kept, since a
// function is mostly wanted at one order and many arguments.
func gammaPlus1(nu *big.Rat, wp uint) (*big.Float, error) {
	wp = (wp + 255) &^ 255
	key := fmt.Sprintf("%d %s", wp, nu)
	gammas.mu.Lock()
	g := gammas.at[key]
	gammas.mu.Unlock()
	if g != nil {
		return g, nil
	}
	g, err := Gamma(newF(wp+64).Add(ratF(nu, wp+64), intF(8, 1)), wp)
	if err != nil {
		return nil, err
	}
	gammas.mu.Lock()
	defer gammas.mu.Unlock()
	if len(gammas.at) >= 64 || gammas.at == nil {
		gammas.at = make(map[string]*big.Float)
	}
	gammas.at[key] = g
	return g, nil
}

// powerSeries returns (x/2)^ν Σ (s x²/4)^k / (k! Γ(ν+k+1)), which is J for s = −1
// and I for s = 1 (DLMF 10.2.2, 10.25.2), for ν not a negative integer. The
// working precision is raised until what cancels is covered; near a zero of J
// the error is relative to the largest term times 2^(−prec) at worst twice.
func powerSeries(s int, nu *big.Rat, x *big.Float, prec uint) (*big.Float, error) {
	extra := uint(64)
	if xf, _ := x.Float64(); s < 0 {
		extra += uint(1.5 * xf) // the largest term is about e^x
	}
	for round := 0; ; round++ {
		wp := prec + extra
		nuF := ratF(nu, wp+64)
		g, err := gammaPlus1(nu, wp)
		if err != nil {
			return nil, err
		}
		p, err := Pow(scaled(newF(wp+64).Set(x), -1), nuF, wp)
		if err != nil {
			return nil, err
		}
		t := p.Quo(p, g)
		q := newF(wp).Mul(x, x)
		q = scaled(q, -2)
		if s < 0 {
			q.Neg(q)
		}
		sum := newF(wp).Set(t)
		most := exponent(t)
		for k := int64(1); ; k++ {
			d := newF(wp).Add(nuF, intF(64, k))
			t.Mul(t, q)
			t.Quo(t, d.Mul(d, intF(64, k)))
			sum.Add(sum, t)
			e := exponent(t)
			most = max(most, e)
			if nu.Sign() < 0 && k < -new(big.Int).Quo(nu.Num(), nu.Denom()).Int64()+1 {
				continue // the denominators ν+k are not yet positive
			}
			if e < most-int(wp) && e < exponent(sum)-int(prec)-16 || t.Sign() == 0 {
				break
			}
		}
		lost := most - exponent(sum)
		if sum.Sign() == 0 {
			lost = int(wp)
		}
		if lost+32 <= int(extra) || round == 2 || lost > int(prec)+int(extra) && round > 0 {
			return newF(prec).Set(sum), nil
		}
		extra = uint(lost) + 64
	}
}

// hankelSum returns Σ (σ i)^k-like parts of the large-argument expansions:
// even = Σ (±1)^k a_2k/x^2k and odd = Σ (±1)^k a_2k+1/x^(2k+1) with
// a_k = Π_{j≤k} (4ν²−(2j−1)²) / (k! 8^k) (DLMF 10.17.1); the sign alternates
// when alternate is set. It reports false when the terms do not get below 2^−wp.
func hankelSum(nu *big.Rat, x *big.Float, wp uint, alternate bool) (even, odd *big.Float, ok bool) {
	mu := new(big.Rat).Mul(nu, nu)
	mu.Mul(mu, big.NewRat(4, 1))
	even, odd = intF(wp, 1), newF(wp)
	t := intF(wp, 1)
	x8 := scaled(newF(wp).Set(x), 3)
	last := math.MaxInt32
	for k := int64(1); ; k++ {
		c := plusInt(mu, -(2*k-1)*(2*k-1))
		if c.Sign() == 0 { // half-integer order: the sum ends
			return even, odd, true
		}
		t.Mul(t, ratF(c, wp))
		t.Quo(t, x8)
		t.Quo(t, intF(64, k))
		e := exponent(t)
		if e < -int(wp) {
			return even, odd, true
		}
		if e > last+2 {
			return nil, nil, false
		}
		last = e
		part := even
		if k%2 == 1 {
			part = odd
		}
		if alternate && k/2%2 == 1 {
			part.Sub(part, t)
		} else {
			part.Add(part, t)
		}
	}
}

// isHalf reports whether 2ν is an odd integer.
func isHalf(nu *big.Rat) bool { return nu.Denom().Cmp(big.NewInt(2)) == 0 }

// reduceOrder returns ν − n in [0, 1) and the integer n.
func reduceOrder(nu *big.Rat) (*big.Rat, int64) {
	n := new(big.Int).Div(nu.Num(), nu.Denom()).Int64() // Euclidean: floor for positive denominators
	return plusInt(nu, -n), n
}

// BesselJ returns J_ν(x) for x > 0, |ν| ≤ 10⁴ (and x ≤ 3000 where |ν| > x). The
// error is relative to max(|J|, amplitude·2^−prec).
func BesselJ(nu *big.Rat, x *big.Float, prec uint) (*big.Float, error) {
	n, xf, err := checkBessel("besselj", nu, x)
	if err != nil {
		return nil, err
	}
	if nu.IsInt() && nu.Sign() < 0 {
		y, err := BesselJ(new(big.Rat).Neg(nu), x, prec)
		if err == nil && int64(n)%2 != 0 {
			y.Neg(y)
		}
		return y, err
	}
	if xf > float64(prec)/2 && math.Abs(n) <= xf {
		if y, err := besselJLarge(nu, x, prec+64); err != nil || y != nil {
			if err != nil {
				return nil, err
			}
			return round(y, prec), nil
		}
	}
	if xf > maxArgJ {
		return nil, besselRange("besselj", nu, x)
	}
	return powerSeries(-1, nu, x, prec)
}

// besselJLarge is Hankel's expansion (DLMF 10.17.3) at two orders in [0, 2) and
// the recurrence upward or downward, stable for |ν| ≤ x. nil means the expansion is not accurate enough.
func besselJLarge(nu *big.Rat, x *big.Float, prec uint) (*big.Float, error) {
	wp := prec + 64 + uint(max(0, exponent(x)))
	base, steps := reduceOrder(nu)
	at := func(order *big.Rat) (*big.Float, error) {
		even, odd, ok := hankelSum(order, x, wp, true)
		if !ok {
			return nil, nil
		}
		// χ = x − (ν/2 + 1/4)π
		phase := new(big.Rat).Mul(order, big.NewRat(1, 2))
		phase.Add(phase, big.NewRat(1, 4))
		chi := newF(wp).Mul(Pi(wp), ratF(phase, wp))
		chi.Sub(newF(wp).Set(x), chi)
		s, c, err := SinCos(chi, wp)
		if err != nil {
			return nil, err
		}
		y := even.Mul(even, c)
		y.Sub(y, odd.Mul(odd, s))
		amp := newF(wp).Mul(Pi(wp), x)
		amp.Quo(intF(8, 2), amp)
		return y.Mul(y, amp.Sqrt(amp)), nil
	}
	a, err := at(base)
	if err != nil || a == nil || steps == 0 {
		return a, err
	}
	b, err := at(plusInt(base, 1))
	if err != nil || b == nil {
		return nil, err
	}
	for k := int64(0); k > steps; k-- { // J_{ν−1} = (2ν/x) J_ν − J_{ν+1}
		c := newF(wp).SetRat(plusInt(base, k))
		c = scaled(c, 1)
		c.Quo(c, x)
		c.Mul(c, a)
		a, b = c.Sub(c, b), a
	}
	if steps < 0 {
		return a, nil
	}
	for k := int64(1); k < steps; k++ { // J_{ν+1} = (2ν/x) J_ν − J_{ν−1}
		c := newF(wp).SetRat(plusInt(base, k))
		c = scaled(c, 1)
		c.Quo(c, x)
		c.Mul(c, b)
		a, b = b, c.Sub(c, a)
	}
	return b, nil
}

// BesselI returns I_ν(x) for 0 < x ≤ 2·10⁴ and |ν| ≤ 10⁴.
func BesselI(nu *big.Rat, x *big.Float, prec uint) (*big.Float, error) {
	_, xf, err := checkBessel("besseli", nu, x)
	if err != nil {
		return nil, err
	}
	if nu.IsInt() {
		nu = new(big.Rat).Abs(nu)
	}
	if xf > maxArgI {
		return nil, besselRange("besseli", nu, x)
	}
	return powerSeries(1, nu, x, prec)
}

// BesselK returns K_ν(x) for 0 < x ≤ 2·10⁴ and |ν| ≤ 10⁴.
func BesselK(nu *big.Rat, x *big.Float, prec uint) (*big.Float, error) {
	_, xf, err := checkBessel("besselk", nu, x)
	if err != nil {
		return nil, err
	}
	if xf > 1<<26 {
		return nil, besselRange("besselk", nu, x)
	}
	nu = new(big.Rat).Abs(nu)
	base, steps := reduceOrder(nu)
	if base.Cmp(big.NewRat(1, 2)) > 0 { // order in (−1/2, 1/2]
		base = plusInt(base, -1)
		steps++
	}
	wp := prec + 64
	a, b, err := kPair(base, x, xf, wp)
	if err != nil {
		return nil, err
	}
	for k := range steps { // K_{ν+1} = (2ν/x) K_ν + K_{ν−1}, here one order up each time
		c := newF(wp).SetRat(plusInt(base, k+1))
		c = scaled(c, 1)
		c.Quo(c, x)
		c.Mul(c, b)
		a, b = b, c.Add(c, a)
	}
	return round(a, prec), nil
}

// kPair returns K_ν and K_{ν+1} for −1/2 < ν ≤ 1/2.
func kPair(nu *big.Rat, x *big.Float, xf float64, wp uint) (k0, k1 *big.Float, err error) {
	next := plusInt(nu, 1)
	if isHalf(nu) || 2*xf*math.Log2E > float64(wp)+32 { // DLMF 10.40.2
		e, err := Exp(newF(wp+32).Neg(x), wp)
		if err != nil {
			return nil, nil, err
		}
		amp := newF(wp).Quo(Pi(wp), scaled(newF(wp).Set(x), 1))
		amp.Sqrt(amp)
		amp.Mul(amp, e)
		at := func(order *big.Rat) *big.Float {
			even, odd, ok := hankelSum(order, x, wp, false)
			if !ok {
				return nil
			}
			even.Add(even, odd)
			return even.Mul(even, amp)
		}
		if k0, k1 = at(nu), at(next); k0 != nil && k1 != nil {
			return k0, k1, nil
		}
	}
	extra := uint(64 + 3*xf)
	p := wp + extra
	i0, err := powerSeries(1, nu, x, p)
	if err != nil {
		return nil, nil, err
	}
	if nu.Sign() == 0 {
		k0, err = kZero(x, i0, p)
	} else {
		// K = π/2 (I_{−ν} − I_ν)/sin νπ (DLMF 10.27.4); both differ by O(ν) near ν = 0.
		p += uint(2 * nu.Denom().BitLen())
		var im *big.Float
		if i0, err = powerSeries(1, nu, x, p); err != nil {
			return nil, nil, err
		}
		if im, err = powerSeries(1, new(big.Rat).Neg(nu), x, p); err != nil {
			return nil, nil, err
		}
		var s *big.Float
		if s, _, err = SinCos(newF(p).Mul(Pi(p), ratF(nu, p)), p); err == nil {
			k0 = newF(p).Sub(im, i0)
			k0.Mul(k0, scaled(Pi(p), -1))
			k0.Quo(k0, s)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	i1, err := powerSeries(1, next, x, p)
	if err != nil {
		return nil, nil, err
	}
	// I_ν K_{ν+1} + I_{ν+1} K_ν = 1/x (DLMF 10.28.2)
	k1 = newF(p).Quo(intF(8, 1), x)
	k1.Sub(k1, newF(p).Mul(i1, k0))
	k1.Quo(k1, i0)
	return round(k0, wp), round(k1, wp), nil
}

// kZero is K_0 = −(log(x/2)+γ) I_0 + Σ H_k (x²/4)^k/k!² (DLMF 10.31.2).
func kZero(x, i0 *big.Float, p uint) (*big.Float, error) {
	l, err := Log(scaled(newF(x.Prec()).Set(x), -1), p)
	if err != nil {
		return nil, err
	}
	l.Add(l, EulerGamma(p))
	sum := newF(p).Mul(l, i0)
	sum.Neg(sum)
	q := scaled(newF(p).Mul(x, x), -2)
	t, h := intF(p, 1), newF(p)
	for k := int64(1); ; k++ {
		t.Mul(t, q)
		t.Quo(t, intF(64, k*k))
		h.Add(h, newF(p).Quo(intF(8, 1), intF(64, k)))
		u := newF(p).Mul(h, t)
		sum.Add(sum, u)
		if exponent(u) < -int(p)-32 {
			return sum, nil
		}
	}
}
