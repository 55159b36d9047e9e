package profile

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/internal/elem64"
	"krein/internal/quad/gauss"
)

// cutoff falls smoothly from 1 at x ≤ 1 to 0 at x ≥ 2 (a polynomial step with seven continuous derivatives).
func cutoff(x float64) float64 {
	t := 2 - x
	if t <= 0 {
		return 0
	}
	if t >= 1 {
		return 1
	}
	// t^8 Σ_k C(7+k,k) (1−t)^k, k < 8: the regularised incomplete beta function I_t(8,8).
	s, c, q := 0.0, 1.0, 1.0
	for k := range 8 {
		s += c * q
		c *= float64(8+k) / float64(k+1)
		q *= 1 - t
	}
	t *= t
	t *= t
	return t * t * s
}

// smoothMasses returns ∫ m± χ(ω/w) dω over the lobes, χ the cutoff.
func smoothMasses(ls []lobe, w float64) (s [2]float64) {
	x, wt := gauss.Legendre(16)
	for i := range ls {
		l := &ls[i]
		if l.lo >= 2*w {
			break
		}
		var sum float64
		for _, q := range l.pieces {
			switch {
			case q.hi <= w:
				sum += q.mass
			case q.lo < 2*w:
				c, h := (q.lo+q.hi)/2, (q.hi-q.lo)/2
				var g float64
				for j := range x {
					omega := c + h*x[j]
					g += wt[j] * q.p.At(omega) * cutoff(omega/w)
				}
				sum += math.Abs(g) * h
			}
		}
		s[(1-l.sign)/2] += sum
	}
	return s
}

// extrapolate estimates the masses of m₊ and m₋ beyond the panels of an oscillating power tail. The mass up to a smooth
// cutoff at w, S(w) = ∫|m±| χ(ω/w) dω, differs from the whole by Σ_j c_j w^(p+1−e_j): the means of the almost periodic
// factors |cos(bω+φ)+…|_± remain and their oscillations cancel beyond all low orders in 1/w. A linear fit over w
// removes the leading terms.
func (b *builder) extrapolate(ls []lobe) tails {
	out := tails{kind: UpperPower, exponent: b.in.tail.Exponent, forever: changesForever(ls)}
	top := b.top()
	if out.forever { // end at a sign change
		top = ls[len(ls)-1].lo
	}
	const points = 24
	wMax := b.top() / 2
	wMin := max(wMax/8, min(wMax/2, 16*math.Pi/b.freq))
	var ws [points]float64
	var ss [2][points]float64
	for i := range ws {
		ws[i] = wMin * elem64.Pow(wMax/wMin, float64(i)/(points-1))
		s := smoothMasses(ls, ws[i])
		ss[0][i], ss[1][i] = s[0], s[1]
		ws[i] /= wMax
	}
	fine, coarse := b.tailExponents(false), b.tailExponents(true)
	for side := range 2 {
		var below float64
		for i := range ls {
			if ls[i].sign == 1-2*side && ls[i].lo < top {
				below += ls[i].mass
			}
		}
		m1 := fitLimit(ws[:], ss[side][:], coarse, b.in.tail.LogPow != 0)
		m2 := fitLimit(ws[:], ss[side][:], fine, b.in.tail.LogPow != 0)
		apart := math.Abs(m1.Value - m2.Value)
		if m2.Err < m1.Err {
			m1, m2 = m2, m1
		}
		m1.Err += min(apart, m2.Err)
		m1.Value = max(m1.Value-below, 0)
		m1.Err += 1e-15 * below
		out.mass[side] = m1
	}
	return out
}

// changesForever reports whether sign changes go on up to the end of the panels.
func changesForever(ls []lobe) bool {
	if len(ls) == 0 {
		return false
	}
	n, from, last := 0, ls[len(ls)-1].hi*0.75, 0
	for i := range ls {
		if ls[i].lo >= from && ls[i].sure && ls[i].sign != last {
			n++
			last = ls[i].sign
		}
	}
	return n > 4
}

// tailExponents returns the exponents of w in whole − S(w), largest first: those that the differences between the
// leading exponents of the tail's waves generate, and on demand all half steps.
func (b *builder) tailExponents(halves bool) []float64 {
	p := b.in.tail.Exponent
	steps := []float64{1}
	if halves {
		steps = []float64{0.5}
	}
	for _, w := range b.in.tail.Waves {
		if d := p - w.Exponent; d > 1e-9 && d < 6 {
			steps = append(steps, d)
		}
	}
	set := []float64{0}
	for i := 0; i < len(set) && len(set) < 64; i++ {
		for _, d := range steps {
			e := set[i] + d
			if e < 6 && !slices.ContainsFunc(set, func(x float64) bool { return math.Abs(x-e) < 1e-6 }) {
				set = append(set, e)
			}
		}
	}
	slices.Sort(set)
	for i := range set {
		set[i] = p + 1 - set[i]
	}
	return set
}

// fitLimit fits s = M − Σ c_j w^exps[j] by least squares with growing numbers of terms
// and returns the M that changes least from one to the next.
func fitLimit(w, s, exps []float64, logs bool) Mass {
	best := Mass{Err: math.Inf(1)}
	before, earlier := math.NaN(), math.NaN() // two agree by chance, three hardly
	for terms := 1; terms <= min(len(exps), 8); terms++ {
		cols := 1 + terms
		if logs {
			cols += terms
		}
		if 2*cols > len(w) {
			break
		}
		a, rhs := mat.NewDense(len(w), cols, nil), mat.NewVecDense(len(w), s)
		for i, x := range w {
			a.Set(i, 0, 1)
			for j := range terms {
				v := elem64.Pow(x, exps[j])
				a.Set(i, 1+j, v)
				if logs {
					a.Set(i, 1+terms+j, v*elem64.Log(x))
				}
			}
		}
		var qr mat.QR
		qr.Factorize(a)
		var sol mat.VecDense
		if qr.SolveVecTo(&sol, false, rhs) != nil {
			break
		}
		m := sol.AtVec(0)
		var res mat.VecDense
		res.MulVec(a, &sol)
		worst := 0.0
		for i := range s {
			worst = max(worst, math.Abs(res.AtVec(i)-s[i]))
		}
		if err := 4*math.Abs(m-before) + math.Abs(before-earlier)/4 + 4*worst; err < best.Err {
			best = Mass{m, err}
		}
		earlier, before = before, m
	}
	return best
}
