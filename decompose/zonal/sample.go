package zonal

import (
	"math"
	"math/big"
	"math/bits"

	"krein/ball"
	"krein/internal/special/double"
)

// BitSource is a source of uniform random bits, such as every math/rand/v2 generator.
type BitSource interface{ Uint64() uint64 }

// Degrees is the law of a random degree: degree n with probability w_n/2⁶⁴, w_n integers with the sum 2⁶⁴, so that a
// sample is exact given uniform bits. It is immutable and safe for concurrent use.
type Degrees struct {
	degree []int
	weight []big.Int // w_n
	// The alias method (Walker 1977) in integers: the upper bits of a random word choose a column of 2^low, the others
	// whether its own degree or its alias is returned.
	low   uint
	stay  []uint64 // below this, the column's own degree
	own   []int32
	alias []int32
}

// newDegrees returns the law with probabilities as near to weights as 2⁻⁶⁴ allows, nil if all are zero. The degrees
// must differ; there are fewer than 2³¹.
func newDegrees(degree []int, weight []ball.Real) *Degrees {
	d := new(Degrees)
	// However weights are rounded here, the result is a law: w_n ≥ 0 with the sum 2⁶⁴. How far it is from the masses is
	// measured afterwards (fill), and part of Bias.
	var largest big.Float
	for i := range weight {
		if mid := weight[i].Mid(nil); mid.Cmp(&largest) > 0 {
			largest.Copy(mid)
		}
	}
	var total big.Rat
	mass := make([]*big.Rat, len(weight))
	for i := range weight {
		mass[i] = new(big.Rat)
		if mid := weight[i].Mid(nil); mid.MantExp(nil) > largest.MantExp(nil)-100 { // the others would get no unit
			mid.Rat(mass[i])
		}
		total.Add(&total, mass[i])
	}
	if total.Sign() <= 0 {
		return nil
	}
	all := new(big.Int).Lsh(big.NewInt(1), 64)
	w := make([]*big.Int, len(weight))
	left := new(big.Int).Set(all)
	first := 0
	for i, m := range mass {
		q := new(big.Rat).Quo(m, &total)
		w[i] = new(big.Int).Lsh(q.Num(), 64)
		w[i].Quo(w[i], q.Denom())
		left.Sub(left, w[i])
		if w[i].Cmp(w[first]) > 0 {
			first = i
		}
	}
	w[first].Add(w[first], left) // fewer than one unit for each degree
	for i := range w {
		if w[i].Sign() > 0 {
			d.degree = append(d.degree, degree[i])
			d.weight = append(d.weight, *w[i])
		}
	}
	d.build()
	return d
}

// build fills the columns.
func (d *Degrees) build() {
	n := len(d.degree)
	k := uint(bits.Len(uint(n - 1)))
	d.low = 64 - k
	columns := 1 << k
	d.stay, d.own, d.alias = make([]uint64, columns), make([]int32, columns), make([]int32, columns)
	capacity := new(big.Int).Lsh(big.NewInt(1), d.low)
	rest := make([]*big.Int, columns)
	var small, large []int
	for i := range rest {
		rest[i] = new(big.Int)
		if i < n {
			rest[i].Set(&d.weight[i])
		}
		d.own[i] = int32(min(i, n-1))
		if rest[i].Cmp(capacity) < 0 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	// Each round fills the column of a small weight with a part of a large one; the sum of the weights that are left stays the
	// number of open columns times the capacity, so that the probabilities are exact.
	for len(small) > 0 { // then a large one is left, for the mean is the capacity
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		d.stay[s], d.alias[s] = rest[s].Uint64(), int32(l)
		rest[l].Sub(rest[l], capacity)
		rest[l].Add(rest[l], rest[s])
		if rest[l].Cmp(capacity) < 0 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, l := range large { // exactly full
		d.stay[l], d.alias[l] = 0, int32(l)
		d.own[l] = int32(l)
	}
}

// At maps a word of uniform random bits to a degree.
func (d *Degrees) At(r uint64) int {
	column, rest := uint64(0), r
	if d.low < 64 {
		column, rest = r>>d.low, r&(1<<d.low-1)
	}
	if rest < d.stay[column] {
		return d.degree[d.own[column]]
	}
	return d.degree[d.alias[column]]
}

// Sample returns a random degree; it takes one word of src.
func (d *Degrees) Sample(src BitSource) int { return d.At(src.Uint64()) }

// Len returns the number of degrees that occur.
func (d *Degrees) Len() int { return len(d.degree) }

// Probability returns the degree number i, i < Len, in increasing order, and its exact probability.
func (d *Degrees) Probability(i int) (degree int, p *big.Rat) {
	return d.degree[i], new(big.Rat).SetFrac(&d.weight[i], new(big.Int).Lsh(big.NewInt(1), 64))
}

// SampleDegree returns a random degree n ≥ 1 of the part, with probability |a_n|/Σ_{m≥1} |a_m| up to what Bias accounts
// for. It takes one word of src. It panics if the part has no mass beyond degree 0 (Sampled is 0).
func (p *Part) SampleDegree(src BitSource) int {
	if p.Degrees == nil {
		panic("zonal: a part without mass has no degrees to sample")
	}
	return p.Degrees.Sample(src)
}

// Only returns the part with the degrees n ≥ 1 that keep admits, without Origin: its kernel is
// Σ â_n P_n over them, up to 2⁻⁶⁴ of the mass for every degree. Mass is left empty.
func (p *Part) Only(keep func(n int) bool) *Part {
	q := &Part{dim: p.dim}
	if p.Degrees == nil {
		return q
	}
	var degree []int
	var weight []ball.Real
	var all, sampled ball.Real
	for i, n := range p.Degrees.degree {
		var w ball.Real
		w.SetInt(&p.Degrees.weight[i])
		w.Mul2Exp(&w, -64)
		all.Mul(&w, ball.NewReal(p.Sampled), sumPrec)
		if keep(n) {
			degree, weight = append(degree, n), append(weight, w)
			sampled.Add(&sampled, &all, sumPrec)
		}
	}
	if len(degree) == 0 {
		return q
	}
	q.Sampled, _ = sampled.Float64()
	q.Degrees = newDegrees(degree, weight)
	return q
}

// fill sets the sampler of the part with the given sign from the coefficients, and returns a bound of Σ_{n≤N} |a_n^± −
// â_n|, where â_n are the masses that the sampler gives to the degrees and a_n^± are the coefficients whose midpoints
// have this sign.
func (p *Part) fill(dim int, coef []ball.Real, sign int) ball.Mag {
	p.dim = dim
	signed := func(x *ball.Real) *ball.Real { // what should be sampled with this sign, even if it may have the other
		y := new(ball.Real).Set(x)
		if sign < 0 {
			y.Neg(y)
		}
		return y
	}
	var degree []int
	var weight []ball.Real
	var err ball.Mag
	var sum ball.Real
	for n := range coef {
		var a ball.Real
		if a.GetMid(&coef[n]).IsZero() || (a.Positive() == ball.True) != (sign > 0) {
			continue
		}
		a.Abs(&a, sumPrec)
		if n == 0 {
			p.Origin, _ = a.Float64()
			err = a.Sub(signed(&coef[0]), ball.NewReal(p.Origin), sumPrec).MagUpper()
			continue
		}
		degree, weight = append(degree, n), append(weight, a)
		sum.Add(&sum, &a, sumPrec)
	}
	// Sampled is rounded; d below is a_n less what is drawn with this number, p_n Sampled, in ball arithmetic.
	p.Sampled, _ = sum.Float64()
	if p.Sampled == 0 {
		for _, n := range degree { // too small for float64
			err = err.Add(coef[n].MagUpper())
		}
		return err
	}
	p.Degrees = newDegrees(degree, weight)
	kept := make(map[int]int, len(p.Degrees.degree))
	for i, n := range p.Degrees.degree {
		kept[n] = i
	}
	var d, t ball.Real
	for _, n := range degree {
		d.Set(signed(&coef[n]))
		if i, ok := kept[n]; ok {
			t.SetInt(&p.Degrees.weight[i])
			t.Mul2Exp(&t, -64)
			d.Sub(&d, t.Mul(&t, ball.NewReal(p.Sampled), sumPrec), sumPrec)
		}
		err = err.Add(d.MagUpper())
	}
	return err
}

// at returns Σ â_n p_n.
func (p *Part) at(zonal []float64) float64 {
	v := p.Origin
	if p.Degrees != nil {
		for i, n := range p.Degrees.degree {
			v += p.Sampled * p.Degrees.float(i) * zonal[n]
		}
	}
	return v
}

// float returns the probability of the degree number i.
func (d *Degrees) float(i int) float64 {
	f, _ := new(big.Float).SetInt(&d.weight[i]).Float64()
	return f * 0x1p-64
}

// polynomialsAt returns P_0(u) … P_{n−1}(u). What rounding has carried beyond ±1 is taken back.
func polynomialsAt(d, n int, u float64) []float64 {
	if !(math.Abs(u) <= 1+1e-12) {
		panic("zonal: an inner product of unit vectors is in [−1,1]")
	}
	return double.ZonalTo(make([]float64, n), float64(d), max(-1, min(u, 1)))
}
