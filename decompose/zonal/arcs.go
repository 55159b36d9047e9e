package zonal

import (
	"math/bits"

	"krein/ball"
	"krein/internal/certify/check/sphere"
	"krein/internal/kernel/constant"
	"krein/special"
)

// series is the expansion of one function on the sphere: its coefficients a_0 … a_N, and what lies beyond.
type series struct {
	coef    []ball.Real
	rest    [2]TailBound // of the even and of the odd degrees
	because string
}

// dimensions returns N(0,d) … N(n,d).
//
// The products of harmonicRatio stay below 2⁶³ for m, d ≤ 2²⁰ (maxDim, maxDegree).
func dimensions(d, n int, prec uint) []ball.Real {
	out := make([]ball.Real, n+1)
	out[0].SetInt64(1)
	for m := 1; m <= n; m++ {
		num, den := harmonicRatio(m, d)
		out[m].MulInt64(&out[m-1], num, prec)
		out[m].QuoInt64(&out[m], den, prec)
	}
	return out
}

// expandArcs expands f = P + Q arcsin u + R √(1−u²). With E the mean over the distribution of one coordinate u of a uniform
// direction,
//
//	E √(1−u²) P_{2m} = E √(1−u²) · (1/2)_m (−1/2)_m / (((d−1)/2)_m ((d+1)/2)_m)   (a Saalschützian ₃F₂),
//	E arcsin u P_{2m+1} = E u arcsin u · ((1/2)_m / ((d+1)/2)_m)²   (by parts, from (1−u²)^{−1/2} in R^{d+2}, DLMF 18.9.19),
//	E √(1−u²) = Γ(d/2)²/(Γ((d+1)/2) Γ((d−1)/2)),   E u arcsin u = Γ(d/2)Γ(d/2+1)/(d Γ((d+1)/2)²),
//
// and multiplication by u is u P_n = ((n+d−2) P_{n+1} + n P_{n−1})/(2n+d−2). Beyond N the Maclaurin coefficients of
// either parity keep one sign, so that the tail is f's even or odd part at u = 1 less the coefficients before.
func expandArcs(arcs *sphere.Arcs, d, most int, prec uint) (*series, bool) {
	exact := sphere.Gegenbauer(arcs.P, d, constant.Value{}, constant.Value.Add, constant.Value.Scale)
	s := &series{because: "a polynomial in u = ⟨x,y⟩: the coefficients are exact"}
	if len(arcs.Q) == 0 && len(arcs.R) == 0 {
		s.coef = make([]ball.Real, max(len(exact), 1))
		for n, c := range exact {
			setConst(&s.coef[n], c, prec)
		}
		return s, true
	}
	degree := max(len(arcs.P), len(arcs.Q), len(arcs.R))
	n := max(most, degree+40)
	wp := prec + 64 + uint(16*degree) + 4*uint(bits.Len(uint(n+d)))
	mean := arcMeans(arcs, d, n, degree, wp)
	dims := dimensions(d, n, wp)
	s.coef = make([]ball.Real, n+1)
	var p ball.Real
	for i := range s.coef {
		s.coef[i].Mul(&mean[i], &dims[i], wp)
		if i < len(exact) {
			s.coef[i].Add(&s.coef[i], setConst(&p, exact[i], wp), wp)
		}
	}
	// f is continuous, so that Σ a_n = f(1) and Σ (−1)ⁿ a_n = f(−1): both series converge absolutely, since the terms of either
	// parity have one sign beyond n.
	half := [2]ball.Real{}
	var one, other ball.Real
	setConst(&one, arcs.At(1), wp)
	setConst(&other, arcs.At(-1), wp)
	half[0].Add(&one, &other, wp)
	half[1].Sub(&one, &other, wp)
	for parity := range 2 {
		sign, ok := arcs.TailSign(parity, n+1)
		if !ok {
			return nil, false
		}
		s.rest[parity] = restOf(half[parity].Mul2Exp(&half[parity], -1), s.coef, parity, sign, wp)
	}
	s.because = "a polynomial in u, arcsin u and √(1−u²): closed forms, and Maclaurin coefficients of one " +
		"sign for each parity beyond"
	return s, true
}

// restOf returns what is left of total = Σ a_n over the degrees of one parity beyond those in coef, if all of it has
// the given sign.
func restOf(total *ball.Real, coef []ball.Real, parity, sign int, prec uint) (r TailBound) {
	if sign == 0 {
		return r
	}
	sum := new(ball.Real).Set(total)
	for n := parity; n < len(coef); n += 2 {
		sum.Sub(sum, &coef[n], prec)
	}
	if sign < 0 {
		sum.Neg(sum)
	}
	// The true mass is not negative, so that the ball may be cut at 0.
	r.Sign = sign
	r.Mass.Max(sum, new(ball.Real), prec)
	return r
}

// arcMeans returns E[(Q arcsin u + R √(1−u²)) P_m] for m = 0 … n.
func arcMeans(arcs *sphere.Arcs, d, n, degree int, prec uint) []ball.Real {
	// Each of the multiplications by u loses the last mean; there are degree of them at most, which leaves those up to n.
	all := n + degree
	root, arc := make([]ball.Real, all+1), make([]ball.Real, all+1)
	g := func(twice int) *ball.Real { // Γ(twice/2)
		return special.Gamma(new(ball.Real), new(ball.Real).Mul2Exp(ball.NewReal(float64(twice)), -1), prec+16)
	}
	var t ball.Real
	root[0].Sqr(g(d), prec)
	root[0].Quo(&root[0], t.Mul(g(d+1), g(d-1), prec), prec)
	for m := int64(0); 2*m+2 <= int64(all); m++ {
		step(&root[2*m+2], &root[2*m], (2*m+1)*(2*m-1), (int64(d)-1+2*m)*(int64(d)+1+2*m), prec)
	}
	arc[1].Mul(g(d), g(d+2), prec)
	arc[1].Quo(&arc[1], t.Sqr(g(d+1), prec), prec)
	arc[1].QuoInt64(&arc[1], int64(d), prec)
	for m := int64(0); 2*m+3 <= int64(all); m++ {
		step(&arc[2*m+3], &arc[2*m+1], (2*m+1)*(2*m+1), (int64(d)+1+2*m)*(int64(d)+1+2*m), prec)
	}
	sum := make([]ball.Real, all+1)
	for i := max(len(arcs.Q), len(arcs.R)) - 1; i >= 0; i-- {
		sum = timesU(sum, d, prec)
		addMultiple(sum, arcs.Q, i, arc, prec)
		addMultiple(sum, arcs.R, i, root, prec)
	}
	return sum
}

// step sets z to x·num/den.
func step(z, x *ball.Real, num, den int64, prec uint) {
	z.MulInt64(x, num, prec)
	z.QuoInt64(z, den, prec)
}

// addMultiple adds p[i] x to sum.
func addMultiple(sum []ball.Real, p []constant.Value, i int, x []ball.Real, prec uint) {
	if i >= len(p) {
		return
	}
	var c ball.Real
	if setConst(&c, p[i], prec).IsZero() {
		return
	}
	for n := range sum {
		sum[n].FMA(&x[n], &c, &sum[n], prec)
	}
}

// timesU turns the means of g P_n into those of u g P_n; the last one is lost.
func timesU(mean []ball.Real, d int, prec uint) []ball.Real {
	out := make([]ball.Real, len(mean)-1)
	var t ball.Real
	for n := range out {
		if n == 0 {
			out[0].Set(&mean[1])
			continue
		}
		step(&out[n], &mean[n+1], int64(n+d-2), int64(2*n+d-2), prec)
		step(&t, &mean[n-1], int64(n), int64(2*n+d-2), prec)
		out[n].Add(&out[n], &t, prec)
	}
	return out
}

// setConst sets z to an enclosure of c, exactly 0 where c is proved to be.
func setConst(z *ball.Real, c constant.Value, prec uint) *ball.Real {
	if r, ok := c.Rat(); ok {
		return z.SetRat(r, prec)
	}
	if c.IsZero() == ball.True {
		return z.SetZero()
	}
	return c.Ball(z, prec)
}
