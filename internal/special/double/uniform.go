package double

import (
	"math"
	"math/big"
	"sync"

	"krein/internal/dd"
)

// Debye's expansions with proved bounds, for orders above recurrenceMost. With F. W. J. Olver, Asymptotics and Special
// Functions, chapter 10, theorem 3.1 and section 7: the sum of the n first terms of the expansion of K_ν(νz) or I_ν(νz),
// ν > 0, errs by η,
//
//	|η| ≤ 2 exp(2V(U₁)/ν) V(U_n)/νⁿ,
//
// V the variation of U_k(p), p = (1+z²)^(−1/2), on a path from z = ∞ (p = 0) for K, from z = 0 (p = 1) for I, along which
// the real part of √(1+z²) + log(z/(1+√(1+z²))) is monotone. On the imaginary axis between ±i it is monotone, and beyond
// constant: both serve. There
//
//	J_ν(x) is the real part of H_ν⁽¹⁾(x) = (2/πi)e^{−iνπ/2}K_ν(−ix), x > ν: p is imaginary, from 0 to iν/s, and the
//	coefficients of i^{−k}U_k(ip) are positive, so that V(U_k) = |U_k(iν/s)|;
//	J_ν(x) = e^{−iνπ/2}I_ν(ix), x < ν: p is real, from 1 to ν/s, and V(U_k) is at most the same sum, |U_k(iν/s)|.
const (
	uniformMost = reduceMost // the largest order, and the largest x
	// uniformWidth·∛x from x on Debye's expansions are good to startEnough; the exponents or phases there are above 35.
	uniformWidth = 12.0
	// phaseUnit bounds the error of a phase or an exponent, in units of the larger of x and ν: with u² = 2⁻¹⁰⁶, that of s
	// is 10u²s, that of the angle 150u² (the sine and cosine of dd.SinCos 72u² each, products and quotient; 5u² from s), of
	// logarithms 2⁻¹⁰⁴(20+2·2) = 96u², products and sums the rest; and the reduction in dd.SinCos takes 8u²x.
	phaseUnit = 0x1p-97
	// uniformNoise bounds the relative error of the terms of the sums: their k-th has 22u² in ν²/s² and 15u² in 1/s for
	// each of at most 25 factors, and 10u² in each of 25 steps of Horner's scheme, whose terms have one sign.
	uniformNoise = 0x1p-95
)

// debyeTableDD is debyeTable with two words.
var debyeTableDD = sync.OnceValue(func() [][]dd.T {
	table := make([][]dd.T, debyeTerms)
	for k, row := range debyeRationals() {
		table[k] = make([]dd.T, len(row))
		for j, c := range row {
			hi, _ := c.Float64()
			lo, _ := new(big.Rat).Sub(c, new(big.Rat).SetFloat64(hi)).Float64()
			table[k][j] = dd.T{Hi: hi, Lo: lo}
		}
	}
	return table
})

// uniformSums returns the sums of U_k(p)/ν^k, |p| = ν/s, over even and odd k, where k = 2, 3 (mod 4) count negative if p
// is imaginary, with a bound of their errors together, and size, the sum of the absolute values of all that was added.
// It returns false if the terms do not fall below enough.
func uniformSums(nu float64, s dd.T, imaginary bool, enough float64) (even, odd dd.T, err, size float64, ok bool) {
	table := debyeTableDD()
	inv := s.Inv()
	w := inv.MulF(nu).Sqr()
	if imaginary {
		w = w.Neg()
	}
	sums := [2]dd.T{dd.Of(1)}
	size = 1
	power := dd.Of(1)
	first := 1.0 // exp(2V(U₁)/ν), or a little more
	for k := 1; k < debyeTerms; k++ {
		power = power.Mul(inv)
		row := table[k]
		t, most := row[k], math.Abs(row[k].Hi)
		for j := k - 1; j >= 0; j-- {
			t = t.Mul(w).Add(row[j])
			most = most*math.Abs(w.Hi) + math.Abs(row[j].Hi)
		}
		most *= power.Hi * (1 + 0x1p-40) // V(U_k)/ν^k
		if k == 1 {
			first = math.Exp(2*most) * (1 + 0x1p-40)
		}
		if tail := 2 * first * most; tail < enough {
			return sums[0], sums[1], slack * (tail + uniformNoise*size), size, true
		}
		t = t.Mul(power)
		size += most
		if imaginary && k&2 != 0 {
			t = t.Neg()
		}
		sums[k&1] = sums[k&1].Add(t)
	}
	return
}

// uniformRoot returns √|x²−ν²| and, where x > ν, s − ν arccos(ν/x).
func uniformRoot(nu, x float64) (s, phase dd.T) {
	if x > nu {
		s = dd.TwoSum(x, -nu).Mul(dd.TwoSum(x, nu)).Sqrt()
		return s, s.Sub(dd.Atan2(s, dd.Of(nu)).MulF(nu))
	}
	return dd.TwoSum(nu, -x).Mul(dd.TwoSum(nu, x)).Sqrt(), dd.T{}
}

// uniformAbove returns √(πx/2)J_ν(x) for x well above ν > 1000, with a bound of its error, and false where the expansion
// is not good to enough.
func uniformAbove(nu, x, enough float64) (y dd.T, err float64, ok bool) {
	if !(nu > 1000 && x > nu+1 && x <= uniformMost) {
		return
	}
	s, phase := uniformRoot(nu, x)
	p, q, err, size, ok := uniformSums(nu, s, true, enough)
	if !ok {
		return
	}
	sin, cos := dd.SinCos(phase.Sub(dd.HalfPi.Half()))
	root := dd.Of(x).Div(s).Sqrt()
	y = root.Mul(p.Mul(cos).Add(q.Mul(sin)))
	return y, slack * 1.01 * root.Hi * (err + size*phaseUnit*x), true
}

// uniformBelow returns J_ν(x)·Γ(ν+1)(2/x)^ν = (value ± bound)·2^exp, for x well below ν > 1000, and false where the
// expansion is not good to hankelEnough: the quotient of the expansions of I at ix and at 0, where η is 0,
//
//	exp(s − ν − ν log((s+ν)/(2ν))) √(ν/s) Σ U_k(ν/s)/ν^k / Σ U_k(1)/ν^k,
//
// with the same n. At 0 the terms fall below the tail for an n no larger, and from there on at least twofold up to
// debyeTerms, so that those between the two n are below the tail as well.
func uniformBelow(nu, x float64) (value, bound float64, exp int, ok bool) {
	if !(nu > 1000 && x < nu-1 && nu <= uniformMost) {
		return
	}
	s, _ := uniformRoot(nu, x)
	even, odd, err, size, ok := uniformSums(nu, s, false, hankelEnough)
	if !ok {
		return
	}
	even0, odd0, err0, _, ok := uniformSums(nu, dd.Of(nu), false, hankelEnough)
	if !ok {
		return
	}
	log := dd.Log(s.AddF(nu).DivF(2 * nu)).MulF(nu)
	m, e := dd.ExpScaled(s.AddF(-nu).Sub(log))
	m = m.Mul(dd.Of(nu).Div(s).Sqrt()).Mul(even.Add(odd)).Div(even0.Add(odd0))
	value = m.Float()
	// The sum at 0 is close to 1.
	rel := 1.01*err/math.Abs(even.Add(odd).Hi) + 2.02*err0 + phaseUnit*nu
	return value, slack * math.Abs(value) * (rel + roundoff), e, size < 1.1 && rel < 0x1p-40
}

// uniformStart returns √(πx/2)J_μ(x) and √(πx/2)J_{μ+1}(x) by uniformAbove for an order μ = ν − n as close to ν as it is
// good there, with the bound that forward wants: of the sum of the errors of both, times √(πx/2)M_{μ+1}.
func uniformStart(nu, x float64) (y0, y1 dd.T, b, n float64, ok bool) {
	n = max(math.Ceil(nu-(x-uniformWidth*math.Cbrt(x))), 0) + 1
	mu := nu - n // exact, and so is μ+1, as n is small
	y0, b0, ok0 := uniformAbove(mu, x, startEnough)
	y1, b1, ok1 := uniformAbove(mu+1, x, startEnough)
	if !ok0 || !ok1 {
		return
	}
	return y0, y1, (b0 + b1) * modulus(mu+1, x), n, true
}

// modulus returns (1 − (ν/x)²)^(−1/4) ≥ M_ν√(πx/2), x > ν.
func modulus(nu, x float64) float64 { return math.Sqrt(x) / math.Sqrt(math.Sqrt((x-nu)*(x+nu))) }
