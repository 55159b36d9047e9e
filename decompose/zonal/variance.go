package zonal

import (
	"math"
	"math/big"
)

// Variance returns the variance of one random zonal feature of this part as an estimate of the part's kernel at the
// inner product u ∈ [−1,1]: of
//
//	M·N(n,d) P_n(⟨w,x⟩) P_n(⟨w,y⟩),   ⟨x,y⟩ = u, n from Degrees, w uniform, M = Sampled.
//
// The mean of s independent ones has 1/s of it, and estimates of the two parts drawn independently add theirs. The
// formula is exact: with P_n² = Σ_k c_{n,k} P_{2k} (Dougall's linearisation, DLMF 18.18.22),
//
//	Var = M² Σ_n p_n N(n,d)² Σ_{k≤n} c_{n,k}² P_{2k}(u)/N(2k,d) − (M Σ_n p_n P_n(u))²,
//
// evaluated in floating point (estimated). The sum over k cancels away from u = ±1, for degrees of hundreds in
// dimensions of dozens by more than float64 has digits; it is then evaluated with as many as it needs up to degree 768,
// and with the terms of the last degrees in place of those beyond, which hardly depend on n any more; NaN where they
// still do. At u = ±1 all terms are positive, and large: like Σ |a_n| n^{d−3} for d ≥ 4, so that for a_n that decay
// slowly the variance there is limited only by N. It is 0 for a part without mass and panics for other u.
func (p *Part) Variance(u float64) float64 {
	if p.Degrees == nil {
		polynomialsAt(2, 1, u)
		return 0
	}
	shape := p.secondMoment()
	last := p.Degrees.degree[len(p.Degrees.degree)-1]
	zonal := polynomialsAt(p.dim, 2*len(shape), u)
	second, size := 0.0, 0.0
	for k, c := range shape {
		second += c * zonal[2*k]
		size += c * math.Abs(zonal[2*k])
	}
	if p.dim > 2 && !(size*momentError <= 0.01*second) { // nothing cancels for d = 2
		second = p.wideMoment(u)
	}
	mean := p.at(zonal[:last+1]) - p.Origin
	return max(second-mean*mean, 0)
}

// momentError is the relative error of the terms of the second moment, with a margin of 100 at degrees of hundreds.
const momentError = 4e-15

// Variance returns the variances of single features of the two parts at the inner product u; see Part.Variance. With s₊
// and s₋ independent features the estimate of k has the variance plus/s₊ + minus/s₋.
func (z *Decomposition) Variance(u float64) (plus, minus float64) {
	return z.Plus.Variance(u), z.Minus.Variance(u)
}

// secondMoment returns the Q_k of E[feature²] = Σ_k Q_k P_{2k}(u), Q_k = M² Σ_n p_n q_{n,k}, q_{n,k} = N(n)²
// c_{n,k}²/N(2k).
func (p *Part) secondMoment() []float64 {
	p.once.Do(func() {
		law := p.Degrees
		last := law.degree[len(law.degree)-1]
		p.shape = make([]float64, last+1)
		dims := harmonicRatios(p.dim, 2*last)
		for i, n := range law.degree {
			w := p.Sampled * p.Sampled * law.float(i)
			linearise(p.dim, n, dims, func(k int, q float64) { p.shape[k] += w * q })
		}
	})
	return p.shape
}

// linearise calls f with q_{n,k} for k = 0 … n, n ≥ 1. For λ = d/2 − 1 > 0, as C_m^λ(1) = (2λ)_m/m!,
//
//	c_{n,k} = (2k+λ)/(n+k+λ) · (λ)_{n−k}/(n−k)! · ((λ)_k/k!)² · (2λ)_{n+k}/(λ)_{n+k} · (n!/(2λ)_n)²,
//
// q_{n,0} = 1 since c_{n,0} = 1/N(n); for d = 2, T_n² = (1 + T_{2n})/2. dims[m] = N(m)/N(m−1).
func linearise(d, n int, dims []float64, f func(k int, q float64)) {
	f(0, 1)
	if d == 2 {
		f(n, 0.5) // N(n)²/4/N(2n)
		return
	}
	l, nf := float64(d)/2-1, float64(n)
	q := 1.0
	for k := 1; k <= n; k++ {
		kf := float64(k)
		r := (2*kf + l) / (2*kf - 2 + l) * (nf + kf - 1 + l) / (nf + kf + l) * (nf - kf + 1) / (l + nf - kf)
		r *= (l + kf - 1) / kf * (l + kf - 1) / kf * (2*l + nf + kf - 1) / (l + nf + kf - 1)
		q *= r * r / (dims[2*k] * dims[2*k-1])
		f(k, q)
	}
}

const (
	wideDegree = 768 // the last degree that is summed with many digits
	wideAngle  = 25  // least n sin θ from which on q_{n,·} counts as settled
)

// wideMoment evaluates the second moment with as many digits as the cancellation takes.
func (p *Part) wideMoment(u float64) float64 {
	law := p.Degrees
	last := law.degree[len(law.degree)-1]
	if last > wideDegree && wideDegree*math.Sqrt(1-u*u) < wideAngle {
		return math.NaN()
	}
	p.wideOnce.Do(p.makeWide)
	// 2k ≥ 2: (2k+d−3) P_{2k} = …, by the recurrence of double.ZonalTo
	prec := p.wide[0].Prec()
	of := func(x int64) *big.Float { return new(big.Float).SetPrec(prec).SetInt64(x) }
	x := new(big.Float).SetPrec(prec).SetFloat64(u)
	a, b := of(1), new(big.Float).Set(x)
	sum := new(big.Float).Copy(&p.wide[0])
	t, v := of(0), of(0)
	for n := int64(2); n <= int64(2*len(p.wide)-2); n++ {
		t.Mul(x, b)
		t.Mul(t, of(2*n+int64(p.dim)-4))
		v.Mul(a, of(n-1))
		t.Sub(t, v)
		t.Quo(t, of(n+int64(p.dim)-3))
		a, b, t = b, t, a
		if n%2 == 0 {
			sum.Add(sum, v.Mul(&p.wide[n/2], b))
		}
	}
	f, _ := sum.Float64()
	return f
}

// makeWide fills in the Q_k for the degrees up to wideDegree; the probabilities of those beyond are given to the last
// two, by parity.
func (p *Part) makeWide() {
	law := p.Degrees
	top := min(law.degree[len(law.degree)-1], wideDegree)
	// Σ_k q_{n,k} grows like n^{d−3}
	prec := uint(128 + float64(p.dim)*math.Log2(float64(top+p.dim)))
	weight := make([]float64, top+1)
	for i, n := range law.degree {
		for n > top {
			n = top - (n-top)%2
		}
		weight[n] += p.Sampled * p.Sampled * law.float(i)
	}
	p.wide = make([]big.Float, top+1)
	for k := range p.wide {
		p.wide[k].SetPrec(prec)
	}
	d := int64(p.dim)
	q, w, f := new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec)
	by := func(num, den int64) {
		q.Mul(q, f.SetInt64(num))
		q.Quo(q, f.SetInt64(den))
	}
	for n := int64(1); n <= int64(top); n++ {
		if weight[n] == 0 {
			continue
		}
		w.SetFloat64(weight[n])
		q.Set(w)
		p.wide[0].Add(&p.wide[0], q)
		for k := int64(1); k <= n; k++ {
			for range 2 { // the ratios of linearise, squared
				by((4*k+d-2)*(2*n+2*k+d-4), (4*k+d-6)*(2*n+2*k+d-2))
				by((n-k+1)*2*(2*k+d-4), (2*n-2*k+d-2)*2*k)
				by((2*k+d-4)*(d-3+n+k)*2, 2*k*(2*n+2*k+d-4))
			}
			for m := 2*k - 1; m <= 2*k; m++ {
				num, den := harmonicRatio(int(m), p.dim)
				by(den, num)
			}
			p.wide[k].Add(&p.wide[k], q)
		}
	}
}

// harmonicRatios returns N(m,d)/N(m−1,d) for m = 1 … n (index m).
func harmonicRatios(d, n int) []float64 {
	r := make([]float64, n+1)
	for m := 1; m <= n; m++ {
		num, den := harmonicRatio(m, d)
		r[m] = float64(num) / float64(den)
	}
	return r
}

// harmonicRatio returns N(m,d)/N(m−1,d) as a fraction, m ≥ 1, d ≥ 2; both are below 2⁶³ for m, d ≤ 2³⁰.
func harmonicRatio(m, d int) (num, den int64) {
	if m == 1 {
		return int64(d), 1
	}
	return int64(2*m+d-2) * int64(m+d-3), int64(2*m+d-4) * int64(m)
}

// harmonicDimension returns N(n,d) = C(n+d−1, n) − C(n+d−3, n−2).
func harmonicDimension(n, d int) *big.Int {
	a := new(big.Int).Binomial(int64(n+d-1), int64(n))
	if n >= 2 {
		a.Sub(a, new(big.Int).Binomial(int64(n+d-3), int64(n-2)))
	}
	return a
}
