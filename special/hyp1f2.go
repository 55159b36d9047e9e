package special

import (
	"math"
	"math/big"

	"krein/internal/dd"
)

// hypSeriesMost is the largest x for which the series of ₁F₂ is summed in double-double arithmetic; tests move it.
var hypSeriesMost = 25.0

// hypBigMost is the largest x for which the series is summed with big.Float when the asymptotic expansion is not good.
const hypBigMost = 5000

// Hyp1F264 returns ₁F₂(a; b, c; −x²/4) = Σ_k (a)_k/((b)_k (c)_k k!) (−x²/4)^k for 0 < a ≤ min(b, c) and real x, and an estimate of its absolute
// error: about 1e-15 of the value or of the local amplitude, if larger. These are the spectra of Askey's and Wendland's functions. NaN outside the domain.
//
// Power series, with as many digits as its cancellation needs, or, for large x, the asymptotic expansion (DLMF 16.11.8), algebraic part and oscillating part, when it reaches that accuracy. For x > 5000 and
// parameters near √x or larger neither may, and the estimate says so.
func Hyp1F264(a, b, c, x float64) (value, bound float64) {
	x = math.Abs(x)
	if !(a > 0 && b >= a && c >= a) || math.IsNaN(x) || math.IsInf(b, 0) || math.IsInf(c, 0) {
		return math.NaN(), math.NaN()
	}
	switch {
	case x <= hypSeriesMost:
		return hyp1F2Series(a, b, c, x)
	case math.IsInf(x, 0):
		return 0, 0
	}
	value, bound, size := hyp1F2Asymptotic(a, b, c, x)
	if bound <= 64*0x1p-53*size || x > hypBigMost {
		return value, bound
	}
	return hyp1F2Big(a, b, c, x)
}

func hyp1F2Series(a, b, c, x float64) (value, bound float64) {
	q := dd.TwoProd(x/2, x/2).Neg()
	sum, t, top := dd.Of(1), dd.Of(1), 1.0
	for k := 0.0; ; k++ {
		t = t.Mul(q).Mul(dd.TwoSum(a, k)).Div(dd.TwoSum(b, k).Mul(dd.TwoSum(c, k)).MulF(k + 1))
		sum = sum.Add(t)
		m := math.Abs(t.Hi)
		top = max(top, m)
		if m < 1e-34*top && k > x/2 {
			break
		}
	}
	value = sum.Float()
	return value, 0x1p-53*math.Abs(value) + 256*dd.Eps*top
}

// hyp1F2Big sums the series with 128 bits more than the largest term, at most e^x, can cancel.
func hyp1F2Big(a, b, c, x float64) (value, bound float64) {
	prec := uint(128 + 1.4427*x + 2*math.Log2(x+b+c))
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }
	q := f(x / 2)
	q.Mul(q, q).Neg(q)
	sum, t, n, one := f(1), f(1), f(0), f(1)
	fa, fb, fc := f(a), f(b), f(c)
	for k := 0.0; ; k++ {
		t.Mul(t, q).Mul(t, fa)
		fa.Add(fa, one)
		n.Add(n, one)
		t.Quo(t, n).Quo(t, fb).Quo(t, fc)
		fb.Add(fb, one)
		fc.Add(fc, one)
		sum.Add(sum, t)
		if k > x/2 && (t.Sign() == 0 || t.MantExp(nil) < sum.MantExp(nil)-80) {
			break
		}
	}
	value, _ = sum.Float64()
	return value, 0x1p-53*math.Abs(value) + 0x1p-1074
}

// hyp1F2Asymptotic returns the asymptotic expansion, an estimate of its error, and the sum of the amplitudes of its two parts.
func hyp1F2Asymptotic(a, b, c, x float64) (value, bound, size float64) {
	gbc := dd.LogGamma(dd.Of(b)).Add(dd.LogGamma(dd.Of(c)))
	lx := dd.Log(dd.Of(x))
	// Γ(b)Γ(c)/(Γ(b−a)Γ(c−a)) (x/2)^{−2a} ₃F₀(a, 1+a−b, 1+a−c; −4/x²); absent when 1/Γ vanishes.
	if b > a && c > a {
		sum, t, last, rest := 1.0, 1.0, math.Inf(1), 0.0
		for k := 0.0; k < 200; k++ {
			t *= -(a + k) * (1 + a - b + k) * (1 + a - c + k) / (k + 1) * 4 / (x * x)
			if m := math.Abs(t); m == 0 || m < 1e-18 {
				break
			} else if m > last {
				rest = m
				break
			} else if k > max(b, c)-a {
				last = m
			}
			sum += t
		}
		e := gbc.Sub(dd.LogGamma(dd.Of(b).AddF(-a))).Sub(dd.LogGamma(dd.Of(c).AddF(-a))).Sub(lx.Sub(dd.Ln2).MulF(2 * a))
		v, r := scaled{m: sum, amp: sum, err: rest + 8*0x1p-53*math.Abs(sum)}.times(e)
		value, bound, size = v, r, math.Abs(v)
	}
	// The solution e^{ix} x^ρ Σ g_k x^{−k} of θ(θ+B)(θ+C)y + x²(θ+A)y = 0, θ = x d/dx, A = 2a, B = 2b−2, C = 2c−2: ρ = a−b−c+½ and
	// g_k = (−i)^k h_k, 2k h_k = β(ρ−k+1) h_{k−1} + γ(ρ−k+2) h_{k−2}.
	bb, cc := 2*b-2, 2*c-2
	rho := a - b - c + 0.5
	re, im := 1.0, 0.0
	h1, h2 := 1.0, 0.0 // h_{k−1} x^{−(k−1)}, h_{k−2} x^{−(k−2)}
	last, err, biggest := math.Inf(1), 0.0, 1.0
	for k := 1.0; k < 200; k++ {
		s := rho - k + 1
		beta := (2*s+1+bb+cc)*(s+1) + (s+bb)*(s+cc)
		s++
		gamma := s * (s + bb) * (s + cc)
		h := (beta/x*h1 + gamma/(x*x)*h2) / (2 * k)
		h1, h2 = h, h1
		m := math.Abs(h1) + math.Abs(h2)
		if m > last && k > 4 {
			err = last
			break
		}
		last = m
		biggest = max(biggest, math.Abs(h))
		switch int(k) & 3 {
		case 0:
			re += h
		case 1:
			im -= h
		case 2:
			re -= h
		case 3:
			im += h
		}
		err = m
		if m < 1e-18 {
			break
		}
	}
	e := gbc.Sub(dd.LogGamma(dd.Of(a))).Add(lx.MulF(rho)).Sub(dd.Ln2.MulF(rho))
	amp := 1 / math.Sqrt(math.Pi)
	sx, cx := math.Sincos(x)
	sr, cr := math.Sincos(math.Mod(rho, 4) * (math.Pi / 2))
	cos, sin := cx*cr-sx*sr, sx*cr+cx*sr
	v, r := scaled{m: amp * (re*cos - im*sin), err: amp * (err + 12*0x1p-53*biggest)}.times(e)
	amplitude, _ := scaled{m: amp}.times(e)
	return value + v, bound + r, size + amplitude
}
