package special

import (
	"math"
	"math/big"
	"math/bits"
	"sync"

	"krein/ball"
	"krein/internal/limb"
	"krein/internal/special/magnitude"
)

// fixedWork is scratch for sums over vectors of 64-bit words.
type fixedWork struct {
	words []uint64
	bits  []big.Word
	f, g  big.Float
	w     [2]big.Float // the argument of sum
	parts int          // 1 if that is real, else 2
	p, t  []uint64     // scratch of mul
	i     big.Int
}

var fixedPool = sync.Pool{New: func() any { return new(fixedWork) }}

func (w *fixedWork) get(n int) []uint64 {
	if cap(w.words) < n {
		w.words = make([]uint64, n+n/2)
	}
	return w.words[:n]
}

// scaled sets v to ⌊|x|·2^(64n−e)⌋ for |x| < 2^e, n the number of words.
func (w *fixedWork) scaled(v []uint64, x *big.Float, e int) {
	s := 64*len(v) - e
	if x.Sign() == 0 || x.MantExp(nil)+s <= 0 {
		clear(v)
		return
	}
	w.g.SetPrec(0)
	w.g.SetPrec(max(x.Prec(), 64)).Abs(x)
	w.g.SetMantExp(&w.g, s)
	w.g.Int(&w.i)
	limb.FromInt(v, &w.i, 0)
}

// toReal sets z to the two's complement number v·2^exp with error bound err·2^exp.
func (w *fixedWork) toReal(z *ball.Real, v []uint64, exp int64, err ball.Mag) *ball.Real {
	neg := v[len(v)-1]>>63 != 0
	if neg {
		limb.Neg(v, v)
	}
	w.bits = limb.AppendWords(w.bits[:0], v)
	var i big.Int
	i.SetBits(w.bits)
	w.f.SetPrec(0)
	w.f.SetPrec(uint(64 * len(v))).SetInt(&i)
	if neg {
		w.f.Neg(&w.f)
	}
	z.SetFloat(&w.f).AddRad(err)
	return z.Mul2Exp(z, exp)
}

// shift sets v = ⌊v·2^e⌋; what is shifted out on top is the caller's fault.
func shift(v []uint64, e int) {
	switch {
	case e < 0:
		k := min(-e/64, len(v))
		if k > 0 {
			copy(v, v[k:])
			clear(v[len(v)-k:])
		}
		if s := uint(-e % 64); s != 0 {
			limb.Shr(v, v, s, 0)
		}
	case e > 0:
		k := min(e/64, len(v))
		if k > 0 {
			copy(v[k:], v)
			clear(v[:k])
		}
		if s := uint(e % 64); s != 0 {
			limb.Shl(v, v, s)
		}
	}
}

// A number is complex, in fixed point, its parts sign and magnitude.
type number [2]struct {
	v         []uint64
	neg, zero bool
}

// mul sets z to x·y for the low m words of x and the leading m+1 words of y, the highest of which are its integer part;
// z has m+1 words. Every product of two parts is short by less than m ulps of x.
func (f *fixedWork) mul(z, x, y *number, m int) {
	z[0].zero, z[1].zero = true, true
	for i := range f.parts {
		for j := range f.parts {
			if x[i].zero || y[j].zero {
				continue
			}
			a, b, c := x[i].v[:m], y[j].v[len(y[j].v)-m-1:], &z[i^j]
			d, q := c.v[:m+1], f.p[:m+1]
			if c.zero {
				q = d
			}
			limb.MulHigh(q[:m], a, b[:m], f.t)
			if q[m] = 0; b[m] != 0 {
				q[m] = limb.AddMulWord(q[:m], a, b[m])
			}
			switch neg := (x[i].neg != y[j].neg) != (i&j != 0); {
			case c.zero:
				c.zero, c.neg = false, neg
			case c.neg == neg:
				limb.Add(d, d, q)
			case limb.Sub(d, d, q) != 0:
				limb.Neg(d, d)
				c.neg = neg
			}
		}
	}
}

// bitLen is the length of part i, of m words.
func (x *number) bitLen(i, m int) int {
	if x[i].zero {
		return 0
	}
	return limb.BitLen(x[i].v[:m])
}

// combine sets z to Σ c_j x_j, all in their leading m+1 words.
func (f *fixedWork) combine(z *number, c []int64, x []number, m int) {
	for i := range f.parts {
		k := len(z[i].v) - m - 1
		d := z[i].v[k:]
		clear(d)
		z[i].zero = true
		for j := range x {
			y := &x[j][i]
			if y.zero {
				continue
			}
			z[i].zero = false
			if u := uint64(max(c[j], -c[j])); y.neg == (c[j] < 0) {
				d[m] += limb.AddMulWord(d[:m], y.v[k:k+m], u)
			} else {
				d[m] -= limb.SubMulWord(d[:m], y.v[k:k+m], u)
			}
		}
		if z[i].neg = d[m]>>63 != 0; z[i].neg {
			limb.Neg(d, d)
		}
	}
}

// maxGroup is the largest number of terms that share a division.
const maxGroup = 12

// sum sets re + i·im (im nil for real ones) to the sum of t_0 = 1, t_k = t_{k−1}·w·num/den, w = f.w, (num, den) =
// ratio(k), in n words, frac bits of them fraction: of so many terms, or, for positive den that increase, until den >
// slow ≥ 2|w| and terms are of at most stop bits; the rest is then at most the last one. It is for |num| and den·max(1,
// |w|) below 2^62, w up to a relative 2^(−64n−1), terms and sums below 2^(64n−frac−1), and amp ≥ Σ_{i≥k} |t_i/t_k| for
// all k.
//
// Terms are computed by groups: with w = m·2^e, |m| ≤ 1, the next g terms are t·c_j m^j/D for j ≤ g, integers c_j and D
// (for e < 0 besides a power of two), Σ|c_j| ≤ 2^62. So g terms take two products and two divisions by a word. In units
// of the last place (ulps), which are smaller for the powers of m:
//
// m is off by at most 2 and m^j by (3n+3)j, as each part of a product lacks less than 2n and multiplication by |m| ≤ 1
// adds errors up. A group's sum and its last term are off by at most 1.5(3n+5)g·Σ|c_j|/D, the 1.5 for √2 in parts of t,
// and by 3n+2 for the product and the division; c_j/D is ρ^j |t_{k+j}/t_k|, ρ = 2^e/|w|. An error of t grows as the
// terms do, by at most amp in their sum. So each group contributes at most amp·(1.5(3n+5)gρ^g + 2(3n+2)) ≤
// amp·4(3n+5)gρ^g ulps, and N terms 4(3n+5)N·ρ^g·amp, g the length of the longest group; ρ ≤ 2.01.
func (f *fixedWork) sum(re, im *ball.Real, ratio func(k int) (num int64, den uint64), n, frac, terms int, slow float64,
	stop int, amp ball.Mag) { // one function: all of it is counted in one unit.
	v := f.get((2*maxGroup + 12) * (n + 1))
	words := func() (x []uint64) {
		x, v = v[:n+1], v[n+1:]
		return x
	}
	var pow [maxGroup + 1]number
	var t, s, c, sums number
	f.parts = 1
	if im != nil {
		f.parts = 2
	}
	for _, x := range []*number{&pow[1], &t, &s, &c, &sums} {
		x[0].v, x[1].v = words(), words()
		x[1].zero = true
	}
	f.p, f.t = words(), words()
	e := math.MinInt
	for i := range f.parts {
		x, y := &f.w[i], &pow[1][i]
		if y.zero, y.neg = x.Sign() == 0, x.Signbit(); !y.zero {
			e = max(e, x.MantExp(nil))
		}
	}
	if !pow[1][0].zero && !pow[1][1].zero {
		a := clampFloat64(f.f.SetMantExp(&f.w[0], -e))
		b := clampFloat64(f.f.SetMantExp(&f.w[1], -e))
		if a*a+b*b > 0.998 {
			e++
		}
	}
	for i := range f.parts {
		f.scaled(pow[1][i].v[:n], &f.w[i], e)
		pow[1][i].v[n] = 0
	}
	up, down := math.Ldexp(1, max(e, 0)), math.Ldexp(1, max(-e, 0))
	clear(t[0].v)
	clear(sums[0].v)
	clear(sums[1].v)
	t[0].v[frac/64] = 1 << (frac % 64)
	var cs, dens [maxGroup + 1]int64
	longest, have := 0, 1
	k, m := 1, frac/64+1
	var last ball.Mag
	for g := 0; ; k += g {
		for i := range t {
			if !t[i].zero {
				accumulate(sums[i].v[:n], t[i].v[:m], t[i].neg)
			}
		}
		if k == terms {
			break
		}
		d, lead, total := uint64(1), int64(1), 0.0
		// 2^stop over the bound that |t| and c_g/D give of t's g-th successor
		small := 0.0
		if l := max(t.bitLen(0, m), t.bitLen(1, m)); l < stop+1000 {
			small = math.Ldexp(1, stop-l)
		}
		for g = 0; g < min(maxGroup, terms-k); g++ {
			num, den := ratio(k + g)
			total = total*float64(den)*down + math.Abs(float64(lead)*float64(num))*up
			if g > 0 && !(max(total, float64(d)*float64(den)) <= 1<<62) { // not a number after an overflow
				break
			}
			d *= den
			lead *= num << max(e, 0)
			cs[g+1], dens[g+1] = lead, int64(den)<<max(-e, 0)
			small *= float64(den) * down / (math.Abs(float64(num)) * up)
			if float64(den) > slow && small >= 1 {
				terms = k + g + 1
				last = ball.MagPow2(int64(stop) + 1)
			}
		}
		// c_j = Π_{i≤j} num_i 2^e·Π_{i>j} den_i or, for e < 0, Π_{i≤j} num_i·Π_{i>j} den_i 2^−e
		for j, p := g, int64(1); j > 0; j-- {
			cs[j] *= p
			p *= dens[j]
		}
		for longest = max(longest, g); have < longest; have++ {
			x := &pow[have+1]
			x[0].v, x[1].v = words(), words()
			f.mul(x, &pow[(have+1)/2], &pow[have/2+1], n)
		}
		step := func(from, to int) {
			f.combine(&c, cs[from:to], pow[from:to], m)
			f.mul(&s, &t, &c, m)
			for i := range s {
				if !s[i].zero {
					limb.DivWord(s[i].v[:m+1], s[i].v[:m+1], d, 0)
					shift(s[i].v[:m+1], min(e, 0)*g)
				}
			}
		}
		end := g
		if k+g == terms {
			end++
		}
		top := min(m+1, n)
		if end > 1 {
			step(1, end)
			for i := range s {
				if !s[i].zero {
					accumulate(sums[i].v[:n], s[i].v[:top], s[i].neg)
				}
			}
		}
		if end > g {
			break
		}
		step(g, g+1)
		t, s = s, t
		m = max((max(t.bitLen(0, top), t.bitLen(1, top))+63)/64, 1)
	}
	err := ball.MagUint(4 * uint64(3*n+5) * uint64(k+longest)).Mul2Exp(int64(longest) + 1).Mul(amp)
	err = rounded(err.Add(leftOut(last.Add(err))))
	f.toReal(re, sums[0].v[:n], -int64(frac), err)
	if im != nil {
		f.toReal(im, sums[1].v[:n], -int64(frac), err)
	}
}

// sum0F1 sets re + i·im to Σ_k w^k/(k!(b)_k), w = (x+iy)²/4 or −(x+iy)²/4 if neg, with b = ν+1 ≥ 1/2, up to about
// 2^-frac absolutely, and returns false if that would take unreasonable work. For real arguments y and im are nil. The
// terms grow by no more than ₀F₁(; b; |w|), as den increases.
func sum0F1(re, im *ball.Real, b dyadic, x, y *big.Float, neg bool, frac int) bool {
	size, ex := math.Abs(clampFloat64(x)), x.MantExp(nil)
	if y != nil {
		size, ex = math.Hypot(size, clampFloat64(y)), max(ex, y.MantExp(nil))+1
	}
	if 2*ex < -max(frac, 8)-8 {
		// |₀F₁ − 1| ≤ |w|/b·e^|w| ≤ |x+iy|²
		rest := leftOut(ball.MagPow2(2 * int64(ex)))
		re.SetInt64(1)
		re.AddRad(rest)
		if im != nil {
			im.SetMag(rest)
		}
		return true
	}
	if size > 1e8 {
		return false
	}
	growth := int(math.Ceil(magnitude.LogMax0F1(b.float()-1, size)/math.Ln2)) + 1 // the 1 for rounding
	terms := seriesTerms(size, math.Max(float64(frac), 0))                        // for the size of the error
	n := (max(frac+growth+int(math.Log2(terms))+14, 1) + growth + 3 + 63) / 64
	bits := 64*n - growth - 3
	if work(terms, 64*float64(n)) > maxWork {
		return false
	}
	f := fixedPool.Get().(*fixedWork)
	defer fixedPool.Put(f)
	wp := uint(64*n + 8)
	f.w[0].SetPrec(0).SetPrec(wp).Mul(x, x)
	f.w[1].SetPrec(0)
	if y != nil {
		var z, w ball.Complex
		w.Sqr(z.SetParts(z.Re.SetFloat(x), z.Im.SetFloat(y)), wp)
		w.Re.Mid(&f.w[0])
		w.Im.Mid(&f.w[1])
	}
	for i := range f.w {
		if f.w[i].SetMantExp(&f.w[i], int(b.shift)-2); neg {
			f.w[i].Neg(&f.w[i])
		}
	}
	f.sum(re, im, func(k int) (int64, uint64) {
		return 1, uint64(k) * (uint64(b.num) + uint64(k-1)<<b.shift)
	}, n, bits, math.MaxInt, 2.1*math.Ldexp(size*size, int(b.shift)-2), max(growth+4, bits-frac-16)+stopEarly,
		ball.MagPow2(int64(growth)))
	return true
}

// accumulate adds ±t to the two's complement number s of at least as many words.
func accumulate(s, t []uint64, neg bool) {
	m := len(t)
	if neg {
		for c := limb.Sub(s[:m], s[:m], t); c != 0 && m < len(s); m++ {
			s[m], c = bits.Sub64(s[m], 0, c)
		}
		return
	}
	for c := limb.Add(s[:m], s[:m], t); c != 0 && m < len(s); m++ {
		s[m], c = bits.Add64(s[m], 0, c)
	}
}
