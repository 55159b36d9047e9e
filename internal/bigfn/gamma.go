package bigfn

import (
	"math/big"
	"sync"
)

var bernoulli struct {
	mu sync.Mutex
	b  []*big.Rat // B_0, B_2, B_4, …
}

// bernoulliNumbers returns B_0, B_2, … B_2n, and often some more.
//
// B_2k = (−1)^(k−1) 2k T_k / (4^k (4^k − 1)) with the tangent numbers T_k, which
// need only products by small integers (Brent and Harvey 2011, algorithm 2).
func bernoulliNumbers(n int) []*big.Rat {
	bernoulli.mu.Lock()
	defer bernoulli.mu.Unlock()
	if n < len(bernoulli.b) {
		return bernoulli.b
	}
	n = max(2*n, 32)
	t := make([]*big.Int, n+1)
	t[0], t[1] = new(big.Int), big.NewInt(1)
	for k := 2; k <= n; k++ {
		t[k] = new(big.Int).Mul(t[k-1], big.NewInt(int64(k-1)))
	}
	for k := 2; k <= n; k++ {
		for j := k; j <= n; j++ {
			u := new(big.Int).Mul(t[j-1], big.NewInt(int64(j-k)))
			t[j].Mul(t[j], big.NewInt(int64(j-k+2)))
			t[j].Add(t[j], u)
		}
	}
	b := make([]*big.Rat, n+1)
	b[0] = big.NewRat(1, 1)
	for k := 1; k <= n; k++ {
		four := new(big.Int).Lsh(big.NewInt(1), uint(2*k))
		den := new(big.Int).Mul(four, new(big.Int).Sub(four, big.NewInt(1)))
		num := t[k].Mul(t[k], big.NewInt(int64(2*k)))
		if k%2 == 0 {
			num.Neg(num)
		}
		b[k] = new(big.Rat).SetFrac(num, den)
	}
	bernoulli.b = b
	return b
}

// Bernoulli returns the Bernoulli number B_2k, k ≥ 0.
func Bernoulli(k int) *big.Rat { return new(big.Rat).Set(bernoulliNumbers(k)[k]) }

// GammaTaylor returns the coefficients c_0 … c_n of Γ(x+h) = Σ c_k h^k for real
// x with |x| < 2²⁴ other than 0, −1, −2, …
//
// log Γ is taken from Stirling's series (DLMF 5.11.1) and its derivatives at
// x+N, N of the order of prec/8, and Γ(x+h) = Γ(x+N+h) / Π (x+i+h).
func GammaTaylor(x *big.Float, n int, prec uint) ([]*big.Float, error) {
	if exponent(x) > 24 {
		return nil, rangeErr("gamma", x)
	}
	if x.Sign() <= 0 && x.IsInt() {
		return nil, domainErr("gamma", x)
	}
	if x.Sign() < 0 && exponent(x) > 12 {
		return nil, rangeErr("gamma", x)
	}
	wp := prec + 64 + 4*uint(n)
	if x.Sign() < 0 { // distance to the nearest pole, in bits
		wp += uint(max(0, int(x.Prec())))
	}
	target := int64(wp)/8 + 8
	xf, _ := x.Float64()
	shift := max(0, target-int64(xf))
	wp += 64 // Γ(x+N) is large; the quotient keeps relative precision
	y := Add(round(x, wp), intF(64, shift), wp)
	lg, err := logGammaTaylor(y, n, wp)
	if err != nil {
		return nil, err
	}
	// exp of the series: k c_k = Σ j l_j c_{k−j}.
	c := make([]*big.Float, n+1)
	if c[0], err = Exp(lg[0], wp); err != nil {
		return nil, err
	}
	for k := 1; k <= n; k++ {
		s := newF(wp)
		for j := 1; j <= k; j++ {
			t := newF(wp).Mul(lg[j], c[k-j])
			s.Add(s, t.Mul(t, intF(64, int64(j))))
		}
		c[k] = s.Quo(s, intF(64, int64(k)))
	}
	for i := range shift { // divide by (x+i) + h
		a := Add(round(x, wp), intF(64, i), wp)
		for k := range c {
			if k > 0 {
				c[k].Sub(c[k], c[k-1])
			}
			c[k].Quo(c[k], a)
		}
	}
	for k := range c {
		c[k] = round(c[k], prec)
	}
	return c, nil
}

// logGammaTaylor returns the Taylor coefficients of log Γ at a large y > 0.
func logGammaTaylor(y *big.Float, n int, wp uint) ([]*big.Float, error) {
	l, err := Log(y, wp)
	if err != nil {
		return nil, err
	}
	inv := newF(wp).Quo(intF(wp, 1), y)
	// (y+h−1/2) log(y+h): log(y+h) = l + Σ (−1)^(j+1) h^j/(j y^j).
	logs := make([]*big.Float, n+1)
	logs[0] = l
	p := intF(wp, 1)
	for j := 1; j <= n; j++ {
		p.Mul(p, inv)
		logs[j] = newF(wp).Quo(p, intF(64, int64(j)))
		if j%2 == 0 {
			logs[j].Neg(logs[j])
		}
	}
	out := make([]*big.Float, n+1)
	a := newF(wp).Sub(y, big.NewFloat(0.5))
	for j := range out {
		out[j] = newF(wp).Mul(a, logs[j])
		if j > 0 {
			out[j].Add(out[j], logs[j-1])
		}
	}
	out[0].Sub(out[0], y)
	if n >= 1 {
		out[1].Sub(out[1], intF(8, 1))
	}
	ln2pi, err := Log(scaled(Pi(wp), 1), wp)
	if err != nil {
		return nil, err
	}
	out[0].Add(out[0], scaled(ln2pi, -1))
	// Σ B_2m / (2m(2m−1)) (y+h)^(1−2m).
	inv2 := newF(wp).Mul(inv, inv)
	pw := newF(wp).Set(inv)
	for m := 1; ; m++ {
		b := bernoulliNumbers(m)
		e := int64(2*m - 1)
		t := newF(wp).SetRat(b[m])
		t.Quo(t, intF(64, 2*int64(m)*e))
		t.Mul(t, pw)
		first := exponent(t)
		for j := range out { // binomial series of (1 + h/y)^(−e)
			if j > 0 {
				t.Mul(t, inv)
				t.Mul(t, intF(64, -(e+int64(j)-1)))
				t.Quo(t, intF(64, int64(j)))
			}
			out[j].Add(out[j], t)
		}
		if first < -int(wp) && exponent(t) < -int(wp) {
			return out, nil
		}
		pw.Mul(pw, inv2)
	}
}

// Gamma returns Γ(x) for |x| < 2²⁴ other than 0, −1, −2, …
func Gamma(x *big.Float, prec uint) (*big.Float, error) {
	c, err := GammaTaylor(x, 0, prec)
	if err != nil {
		return nil, err
	}
	return c[0], nil
}
