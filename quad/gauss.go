package quad

import (
	"math"
	"slices"
	"sync"

	"krein/internal/dd"
)

// rule is a quadrature rule on [−1,1], nodes ascending.
type rule struct{ x, w []float64 }

// ruleKey names a Gauss–Jacobi rule.
type ruleKey struct {
	n           int
	alpha, beta float64
}

// rules caches every rule asked for: map[ruleKey]func() rule.
var rules sync.Map

func cachedRule(k ruleKey, build func() rule) (x, w []float64) {
	f, ok := rules.Load(k)
	if !ok {
		f, _ = rules.LoadOrStore(k, sync.OnceValue(build))
	}
	r := f.(func() rule)()
	return slices.Clone(r.x), slices.Clone(r.w)
}

// GaussLegendre64 returns the n nodes, ascending, and the weights of the Gauss–Legendre rule on [−1,1], which integrates
// polynomials of degree 2n−1 exactly. Both are correct to about one unit in the last place: Newton's iteration on P_n, its last step
// in double-double arithmetic. O(n²) once for each n; the slices returned are the caller's own. It panics for n < 1.
func GaussLegendre64(n int) (x, w []float64) {
	if n < 1 {
		panic("quad: a Gauss rule needs at least one node")
	}
	return cachedRule(ruleKey{n: n}, func() rule { return legendreRule(n) })
}

func legendreRule(n int) rule {
	r := rule{make([]float64, n), make([]float64, n)}
	// k/(k+1), so that a step of the recurrence has no division.
	ratio := make([]dd.T, n)
	for k := range ratio {
		ratio[k] = dd.Of(float64(k)).DivF(float64(k + 1))
	}
	nn := float64(n)
	for i := range (n + 1) / 2 {
		// Tricomi's approximation; the double-precision Newton steps bring it to a few units in the last place.
		x := (1 - (nn-1)/(8*nn*nn*nn)) * math.Cos(math.Pi*(float64(4*i)+3)/(4*nn+2))
		if 2*i+1 == n {
			x = 0
		}
		for range 4 {
			p, q := 1.0, x // P_{k−1}, P_k
			for k := 1; k < n; k++ {
				p, q = q, x*q+ratio[k].Hi*(x*q-p)
			}
			step := q * (1 - x) * (1 + x) / (nn * (p - x*q))
			x -= step
			if math.Abs(step) < 1e-14*(1-x) {
				break
			}
		}
		if 2*i+1 == n {
			x = 0
		}
		p, q := dd.Of(1), dd.Of(x)
		for k := 1; k < n; k++ {
			xq := q.MulF(x)
			p, q = q, xq.Add(ratio[k].Mul(xq.Sub(p)))
		}
		// P' and P'' from the differential equation; the node moves by δ, P' with it.
		c := dd.Of(1).Sub(dd.TwoProd(x, x))
		d := p.Sub(q.MulF(x)).MulF(nn).Div(c)
		delta := q.Div(d).Neg()
		d2 := d.MulF(2 * x).Sub(q.MulF(nn * (nn + 1))).Div(c)
		d = d.Add(d2.Mul(delta))
		node := delta.AddF(x)
		c = dd.Of(1).Sub(node.Sqr())
		weight := dd.Of(2).Div(c.Mul(d.Sqr())).Float()
		r.x[i], r.w[i] = -node.Float(), weight
		r.x[n-1-i], r.w[n-1-i] = node.Float(), weight
	}
	return r
}

// GaussJacobi64 returns the n nodes, ascending, and the weights of the Gauss–Jacobi rule on [−1,1] for the weight function
// (1−x)^α (1+x)^β, α, β > −1. Nodes and weights are correct to a few units in the last place: eigenvalues of the Jacobi matrix (Golub and Welsch
// 1969), polished by Newton's iteration on the orthonormal recurrence in double-double arithmetic, weights from the
// Christoffel sum. O(n²) once for each rule; the slices returned are the caller's own. It panics for n < 1, α ≤ −1 or β ≤ −1.
func GaussJacobi64(n int, alpha, beta float64) (x, w []float64) {
	if n < 1 || !(alpha > -1) || !(beta > -1) || math.IsInf(alpha, 0) || math.IsInf(beta, 0) {
		panic("quad: a Gauss–Jacobi rule needs n ≥ 1 and finite α, β > −1")
	}
	if alpha == 0 && beta == 0 {
		return GaussLegendre64(n)
	}
	return cachedRule(ruleKey{n, alpha, beta}, func() rule { return jacobiRule(n, alpha, beta) })
}

// jacobiRecurrence returns a_k and √b_k of √b_{k+1} p_{k+1} = (x−a_k) p_k − √b_k p_{k−1}, k = 0…n (b_0 = 0 unused), and p_0
// (DLMF 18.9.2 normalised; 18.3.1 for the mass).
func jacobiRecurrence(n int, alpha, beta float64) (a, rb []dd.T, p0 dd.T) {
	al, be := dd.Of(alpha), dd.Of(beta)
	ab := al.Add(be)
	a, rb = make([]dd.T, n+1), make([]dd.T, n+1)
	a[0] = be.Sub(al).Div(ab.AddF(2))
	diff := be.Sub(al).Mul(ab)
	for k := 1; k <= n; k++ {
		kf := float64(k)
		m := ab.AddF(2 * kf)
		a[k] = diff.Div(m.Mul(m.AddF(2)))
		num := al.AddF(kf).Mul(be.AddF(kf)).MulF(4 * kf)
		den := m.Sqr().Mul(m.AddF(1))
		if k == 1 {
			// (k+α+β)/(2k+α+β−1) is 1: 0/0 when α+β = −1.
			num = al.AddF(1).Mul(be.AddF(1)).MulF(4)
		} else {
			num = num.Mul(ab.AddF(kf))
			den = den.Mul(m.AddF(-1))
		}
		rb[k] = num.Div(den).Sqrt()
	}
	mass := dd.LogGamma(al.AddF(1)).Add(dd.LogGamma(be.AddF(1))).Sub(dd.LogGamma(ab.AddF(2))).Add(ab.AddF(1).Mul(dd.Ln2))
	return a, rb, dd.Exp(mass.Half().Neg())
}

func jacobiRule(n int, alpha, beta float64) rule {
	a, rb, p0 := jacobiRecurrence(n, alpha, beta)
	d, e := make([]float64, n), make([]float64, n)
	for k := range n {
		d[k] = a[k].Hi
		e[k] = rb[k].Hi // e[0] unused
	}
	symmetricTridiagonal(d, e)
	slices.Sort(d)
	r := rule{d, make([]float64, n)}
	for i, x := range d {
		node := dd.Of(x)
		var sum dd.T
		for pass := range 3 {
			// p and its derivative up the recurrence; sum = Σ_{k<n} p_k².
			var q, dq, dp dd.T
			p := p0
			sum = dd.T{}
			for k := range n {
				sum = sum.Add(p.Sqr())
				f := node.Sub(a[k])
				inv := rb[k+1].Inv()
				np := f.Mul(p).Sub(rb[k].Mul(q)).Mul(inv)
				ndp := f.Mul(dp).Add(p).Sub(rb[k].Mul(dq)).Mul(inv)
				q, dq, p, dp = p, dp, np, ndp
			}
			if pass == 2 {
				break
			}
			node = node.Sub(p.Div(dp))
		}
		r.x[i], r.w[i] = node.Float(), sum.Inv().Float()
	}
	return r
}

// symmetricTridiagonal overwrites the diagonal d by the eigenvalues; e[k], k ≥ 1, couples k−1 and k and is destroyed: the
// QL iteration with implicit Wilkinson shifts.
func symmetricTridiagonal(d, e []float64) {
	n := len(d)
	copy(e, e[1:])
	e[n-1] = 0
	for l := range n {
		for iter := 0; ; iter++ {
			m := l
			for ; m < n-1; m++ {
				s := math.Abs(d[m]) + math.Abs(d[m+1])
				if math.Abs(e[m]) <= 0x1p-53*s {
					break
				}
			}
			if m == l {
				break
			}
			if iter == 60 {
				panic("quad: the eigenvalues of a Jacobi matrix did not converge")
			}
			g := (d[l+1] - d[l]) / (2 * e[l])
			g = d[m] - d[l] + e[l]/(g+math.Copysign(math.Hypot(g, 1), g))
			s, c, p := 1.0, 1.0, 0.0
			i := m - 1
			for ; i >= l; i-- {
				f, b := s*e[i], c*e[i]
				r := math.Hypot(f, g)
				e[i+1] = r
				if r == 0 {
					d[i+1] -= p
					e[m] = 0
					break
				}
				s, c = f/r, g/r
				g = d[i+1] - p
				r = (d[i]-g)*s + 2*c*b
				p = s * r
				d[i+1] = g + p
				g = c*r - b
			}
			if i >= l {
				continue
			}
			d[l] -= p
			e[l] = g
			e[m] = 0
		}
	}
}
