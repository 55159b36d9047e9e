package decompose

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/bernoulli"
	"krein/internal/decompose/segment"
	"krein/internal/elem64"
	"krein/internal/hankel/waves"
)

// lattice is a law on the radii nw for the numbers n ≥ First: that of the number x + r, x = First + qb, b = 0, 1, …,
// r < q = len(Survival), and of all beyond it, has the probability
//
//	S_r(x) = Σ_j Survival[r][j] x^{−1−j},
//
// as a share of that of the tail. All S_r begin with the same number, and S_0(First) is 1 up to rounding.
type lattice struct {
	Spacing  float64     `json:"spacing"` // w
	First    int64       `json:"first"`
	Survival [][]float64 `json:"survival"`
}

// The number of powers in a lattice, and of those that the proof of its distance takes.
const (
	latticeTerms = 16
	latticeProof = 48
)

// above returns S_r(x).
func (l *lattice) above(r int, x float64) float64 {
	u, c := 1/x, l.Survival[r]
	var sum float64
	for j := len(c) - 1; j >= 0; j-- {
		sum = float64(u * float64(c[j]+sum))
	}
	return sum
}

// number returns the largest one at and beyond which there is a share of v or more.
func (l *lattice) number(v float64) float64 {
	first, q := float64(l.First), float64(len(l.Survival))
	lo, hi := 0.0, 1.0 // of b
	for l.above(0, first+q*hi) >= v && hi < 0x1p1000 {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		mid := math.Floor(lo + (hi-lo)/2)
		if mid <= lo || mid >= hi {
			break
		}
		if l.above(0, first+q*mid) >= v {
			lo = mid
		} else {
			hi = mid
		}
	}
	x := first + q*lo
	for r := len(l.Survival) - 1; r > 0; r-- {
		if l.above(r, x) >= v {
			return x + float64(r)
		}
	}
	return x
}

// share returns that of number n and of all beyond it.
func (l *lattice) share(n float64) float64 {
	q := float64(len(l.Survival))
	b := math.Floor((n - float64(l.First)) / q)
	x := float64(l.First) + q*b
	return l.above(int(n-x), x)
}

func (l *lattice) quantile(v float64) float64 { return l.number(v) * l.Spacing }

// each calls add with radii and shares of the first numbers, and beyond them with some of each octave for all of it.
func (l *lattice) each(numbers int, add func(omega, share float64)) {
	const octave = 64
	at, last := float64(l.First), 1.0
	for i := 0; last > 1e-17 && at < 0x1p52; i++ {
		step := 1.0
		if i >= numbers {
			step = max(1, math.Floor(at/octave))
		}
		next := l.share(at + step)
		if next < last {
			add(at*l.Spacing, last-next)
			last = next
		}
		at += step
	}
	if last > 0 {
		add(at*l.Spacing, last)
	}
}

// moment returns Σ ωⁿ over the law: what a power of x leaves beyond the numbers is integrated.
func (l *lattice) moment(n int) float64 {
	e := 0 // S ~ x^{−1−e}
	for e < latticeTerms-1 && l.Survival[0][e] == 0 {
		e++
	}
	if n > e {
		return math.Inf(1)
	}
	var sum float64
	l.each(1<<14, func(omega, share float64) {
		for range n {
			share *= omega
		}
		sum += share
	})
	return sum
}

// rounding bounds E min(2, z|R−R′|) where shares are off by the relative number rel: a share is within rel·S(n) of an end
// of that of number n with a probability of 2 rel·S(n), up to numbers X; S(n) ≤ 4·First/n, and Σ_n ≤ 4·First·(1+log X).
func (l *lattice) rounding(z, rel float64) float64 {
	const far = 0x1p48
	rel += 0x1p-46 // of the sums
	return min(2, z*l.Spacing)*8*rel*float64(l.First)*(1+elem64.Log(far)) + 8/far
}

// newLattice returns the law of the atoms of one sign, and about their mass; nil if there are none.
func newLattice(l *waves.Lattice, sign int) (t *lattice, mass float64) {
	mass = l.Mass(sign, segment.Prec).Nearest()
	if !(mass > 0) {
		return nil, 0
	}
	q, first := len(l.Class), l.From+1
	t = &lattice{Spacing: l.Spacing.Float64(), First: int64(first)}
	b := bernoulli.Numbers(latticeTerms)
	for r := range q {
		c := make([]float64, latticeTerms)
		// add adds c Σ_{m≥0} (x+σ+qm)^{−j} by Euler and Maclaurin, expanded in 1/x
		add := func(weight float64, j, sigma int) {
			power := func(weight float64, i int) { // weight (x+σ)^{−i}
				for p := i; p <= latticeTerms; p++ {
					c[p-1] += weight
					weight *= -float64(p) / float64(p-i+1) * float64(sigma)
				}
			}
			power(weight/(float64(q)*float64(j-1)), j-1)
			power(weight/2, j)
			f := weight * float64(j) / 2 * float64(q) // (j)_{2i−1}/(2i)! q^{2i−1}
			for i := 1; j+2*i-1 <= latticeTerms; i++ {
				v, _ := b[i].Float64()
				power(f*v, j+2*i-1)
				f *= float64(j+2*i-1) * float64(j+2*i) / (float64(2*i+1) * float64(2*i+2)) * float64(q*q)
			}
		}
		for s := range q {
			class := (first + s) % q
			if l.Sign[class] != sign {
				continue
			}
			sigma := s
			if s < r {
				sigma += q
			}
			for j := 2; j < len(l.Class[class]) && j <= latticeTerms; j++ {
				if x := &l.Class[class][j]; !x.IsZero() {
					add(float64(sign)*x.Nearest()/mass, j, sigma)
				}
			}
		}
		if r > 0 {
			c[0] = t.Survival[0][0]
		}
		for j := range c {
			c[j] += 0 // no negative zeros
		}
		t.Survival = append(t.Survival, c)
	}
	return t, mass
}

// distance bounds the total variation between the law times scale and the atoms of one sign of m.
//
// The weight of number x + r is Σ_j β_j (x+r)^{−j}, that of the law S_r(x) − S_{r+1}(x), S_q(x) = S_0(x+q). The
// difference D_r(x) is expanded in 1/x, with (x+s)^{−i} = Σ_k binom(−i, k) s^k x^{−i−k}, in which the rest is at most the
// first term that is left out; and Σ_b (x+qb)^{−i} ≤ x^{−i} + x^{1−i}/(q(i−1)). Where rounding lets S increase,
// the law has what the quantile finds, the hull of S, which is twice as far from S as the increase, at most |D|.
func (t *lattice) distance(m *waves.Lattice, sign int, scale float64) ball.Mag {
	q, first := len(m.Class), m.From+1
	whole := ball.MagFloat64(scale).Add(m.Mass(sign, segment.Prec).MagUpper())
	if t.First != int64(first) || len(t.Survival) != q || t.Spacing != m.Spacing.Float64() {
		return whole
	}
	inverse := ball.MagPow2(0).Quo(ball.MagUintLower(uint64(first)))
	var sum ball.Mag
	var v, w, factor ball.Real
	factor.SetFloat64(scale)
	for r := range q {
		d := make([]ball.Real, latticeProof+1) // of x^{−i}
		var beyond ball.Mag                    // of x^{−latticeProof−1}
		add := func(c *ball.Real, i, s int) {  // c (x+s)^{−i}
			w.Set(c)
			for p := i; p <= latticeProof; p++ {
				d[p].Add(&d[p], &w, segment.Prec)
				if w.MulInt64(&w, int64(-p)*int64(s), segment.Prec); w.IsZero() {
					return
				}
				w.QuoInt64(&w, int64(p-i+1), segment.Prec)
			}
			beyond = beyond.Add(w.MagUpper())
		}
		if class := (first + r) % q; m.Sign[class] == sign {
			for j := 2; j < len(m.Class[class]); j++ {
				v.MulInt64(&m.Class[class][j], int64(sign), segment.Prec)
				add(&v, j, r)
			}
		}
		next, shift := (r+1)%q, 0
		if next == 0 {
			shift = q
		}
		if t.Survival[r][0] != t.Survival[next][0] {
			return whole
		}
		for j := range t.Survival[r] { // the first powers cancel but for the shift
			v.Mul(&factor, w.SetFloat64(-t.Survival[r][j]), segment.Prec)
			if j > 0 || shift > 0 {
				add(&v, j+1, 0)
			}
			if v.Mul(&factor, w.SetFloat64(t.Survival[next][j]), segment.Prec); j > 0 || shift > 0 {
				add(&v, j+1, shift)
			}
		}
		d[1].SetInt64(0)
		power := inverse
		for i := 2; i <= latticeProof+1; i++ {
			c := beyond
			if i <= latticeProof {
				c = d[i].MagUpper()
			}
			sum = sum.Add(c.Mul(power).Mul(inverse.Add(ball.MagPow2(0).Quo(ball.MagUintLower(uint64(q * (i - 1)))))))
			power = power.Mul(inverse)
		}
	}
	// the share of the first number is 1
	var one, u ball.Real
	u.SetRat(big.NewRat(1, int64(first)), segment.Prec)
	for j := len(t.Survival[0]) - 1; j >= 0; j-- {
		one.Add(&one, v.SetFloat64(t.Survival[0][j]), segment.Prec)
		one.Mul(&one, &u, segment.Prec)
	}
	one.AddInt64(&one, -1, segment.Prec)
	sum = sum.Add(one.Mul(&one, &factor, segment.Prec).MagUpper())
	return sum.Mul(ball.MagUint(3)).Min(whole)
}

// valid reports whether the numbers of a lattice are in their ranges; quantiles are looked at elsewhere.
func (t *lattice) valid() bool {
	if t == nil || !(t.Spacing > 0) || math.IsInf(t.Spacing, 1) || t.First < 1 || t.First > 1<<40 || len(t.Survival) < 1 ||
		len(t.Survival) > 1<<10 {
		return false
	}
	for _, c := range t.Survival {
		if len(c) < 1 || len(c) > 1<<6 || c[0] != t.Survival[0][0] {
			return false
		}
		for _, x := range c {
			if !(math.Abs(x) <= maxScale) {
				return false
			}
		}
	}
	return math.Abs(t.above(0, float64(t.First))-1) < 1e-9
}
