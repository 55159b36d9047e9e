package quad

import (
	"math/big"
	"math/bits"

	"krein/ball"
)

// jacobiBalls encloses the Gauss–Jacobi rule as an eigenvalue problem (Golub and Welsch
// 1969): the nodes are the eigenvalues of the symmetric tridiagonal matrix T of the
// orthonormal recurrence, the weights μ₀u₀² for the first component u₀ of the unit
// eigenvectors. Nothing is assumed of the approximate eigenpairs; their residuals
// prove them.
func jacobiBalls(n int, alpha, beta *big.Rat, prec uint) *Rule {
	al, _ := alpha.Float64()
	be, _ := beta.Float64()
	x64, _ := GaussJacobi64(n, al, be)
	lg := uint(bits.Len(uint(n)))
	// the residual of a node may be multiplied by n² (1/gap) and n² (1/weight)
	guard := 5*lg + 20
	for {
		r, missing := jacobiAttempt(n, alpha, beta, prec, prec+guard, x64)
		if missing == 0 {
			return r
		}
		guard += missing + 10
	}
}

// jacobiMatrix is T at a working precision: diagonal a, and b[k] = T_{k−1,k} with inverse.
type jacobiMatrix struct {
	a, b, inv []ball.Real
	bMag      []ball.Mag
}

// jacobiA and jacobiB2 return the coefficients of T and its squared ones beside the diagonal, k ≥ 1 there, by DLMF 18.9.2, normalised:
//
//	a_k = (β²−α²)/((2k+s)(2k+s+2)),   b_k² = 4k(k+α)(k+β)(k+s)/((2k+s)²(2k+s+1)(2k+s−1)),   s = α+β,
//
// with a common factor cancelled in a_0 and b_1.
func jacobiA(k int64, alpha, beta *big.Rat) *big.Rat {
	s := new(big.Rat).Add(alpha, beta)
	num := new(big.Rat).Sub(beta, alpha)
	if k == 0 {
		return num.Quo(num, ratPlus(s, 2))
	}
	num.Mul(num, s)
	den := ratPlus(s, 2*k)
	return num.Quo(num, den.Mul(den, ratPlus(s, 2*k+2)))
}

func jacobiB2(k int64, alpha, beta *big.Rat) *big.Rat {
	s := new(big.Rat).Add(alpha, beta)
	num := new(big.Rat).SetInt64(4 * k)
	num.Mul(num, ratPlus(alpha, k))
	num.Mul(num, ratPlus(beta, k))
	den := ratPlus(s, 2*k)
	den.Mul(den, den)
	den.Mul(den, ratPlus(s, 2*k+1))
	if k > 1 {
		num.Mul(num, ratPlus(s, k))
		den.Mul(den, ratPlus(s, 2*k-1))
	}
	return num.Quo(num, den)
}

func ratPlus(x *big.Rat, k int64) *big.Rat { return new(big.Rat).Add(x, new(big.Rat).SetInt64(k)) }

// newJacobiMatrix returns T of order n.
func newJacobiMatrix(n int, alpha, beta *big.Rat, wp uint) *jacobiMatrix {
	m := &jacobiMatrix{make([]ball.Real, n), make([]ball.Real, n), make([]ball.Real, n), make([]ball.Mag, n)}
	for k := range n {
		m.a[k].SetRat(jacobiA(int64(k), alpha, beta), wp)
		if k == 0 {
			continue
		}
		m.b[k].SetRat(jacobiB2(int64(k), alpha, beta), wp+8)
		m.b[k].Sqrt(&m.b[k], wp)
		m.inv[k].Inv(&m.b[k], wp)
		m.bMag[k] = m.b[k].MagUpper()
	}
	return m
}

// jacobiPair is an approximate eigenpair (x, v) of T.
type jacobiPair struct {
	x        ball.Real   // exact
	v        []ball.Real // exact
	norm2    ball.Real   // ‖v‖²
	step     ball.Real   // Rayleigh quotient less x
	residual ball.Mag    // bounds ‖Tv − xv‖/‖v‖
}

// run computes v by the recurrence from v_0 = 1. Each v_{k+1} is the midpoint of a
// ball around ((x−a_k)v_k − b_k v_{k−1})/b_{k+1} for the exact v_k, v_{k−1}, so that row k of Tv − xv
// is at most b_{k+1} times its radius, whatever happened before; the last row is enclosed directly.
func (p *jacobiPair) run(m *jacobiMatrix, wp uint) {
	n := len(m.a)
	if p.v == nil {
		p.v = make([]ball.Real, n)
	}
	p.v[0].SetInt64(1)
	var t, u, last ball.Real
	var sum ball.Mag
	for k := range n {
		t.Sub(&p.x, &m.a[k], wp)
		t.Mul(&t, &p.v[k], wp)
		if k > 0 {
			t.Sub(&t, u.Mul(&m.b[k], &p.v[k-1], wp), wp)
		}
		if k == n-1 {
			last.Neg(&t)
			break
		}
		t.Mul(&t, &m.inv[k+1], wp)
		p.v[k+1].GetMid(&t)
		e := m.bMag[k+1].Mul(t.Rad())
		sum = sum.Add(e.Mul(e))
	}
	p.norm2.Dot(nil, p.v, p.v, wp)
	p.step.Mul(&last, &p.v[n-1], wp)
	p.step.Quo(&p.step, &p.norm2, wp)
	e := last.MagUpper()
	sum = sum.Add(e.Mul(e))
	p.residual = sum.Quo(p.norm2.MagLower()).Sqrt()
}

// jacobiIntervals returns balls that hold one eigenvalue each, false if they are not apart: for a
// symmetric matrix, within ‖Tv−xv‖/‖v‖ of x lies an eigenvalue (Parlett, The Symmetric Eigenvalue Problem, 4.5.1), and n
// disjoint intervals share out n eigenvalues.
func jacobiIntervals(pairs []jacobiPair) ([]ball.Real, bool) {
	iv := make([]ball.Real, len(pairs))
	for i := range pairs {
		iv[i].Set(&pairs[i].x)
		iv[i].AddRad(pairs[i].residual)
		if i > 0 && iv[i-1].Less(&iv[i]) != ball.True {
			return nil, false
		}
	}
	return iv, true
}

// weight sets z to u₀² for the unit eigenvector u of eigenvalue i, the weight for mass 1. If the other
// eigenvalues are at least g away from x, T−x maps the part w of v/‖v‖ orthogonal to u to a vector orthogonal to u of norm at least
// g‖w‖, so that ‖w‖ ≤ σ = ‖Tv−xv‖/(g‖v‖) (compare Parlett 11.7.1), and v₀/‖v‖ = c·u₀ + w₀ with |w₀| ≤ σ and c² ∈ [1−σ², 1]. It
// is indeterminate for σ² > 1/2.
func (p *jacobiPair) weight(z *ball.Real, iv []ball.Real, i int, wp uint) {
	var t ball.Real
	var sigma ball.Mag
	if n := len(iv); n > 1 {
		gap := ball.MagInf()
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < n {
				gap = gap.Min(t.Sub(&p.x, &iv[j], 64).MagLower())
			}
		}
		sigma = p.residual.Quo(gap)
	}
	s2 := sigma.Mul(sigma)
	if s2.Cmp(ball.MagPow2(-1)) > 0 {
		z.SetIndeterminate()
		return
	}
	z.Sqrt(&p.norm2, wp)
	z.Inv(z, wp) // v₀ = 1
	z.AddRad(sigma)
	z.Sqr(z, wp)
	// 1/c² ≤ 1/(1−σ²) ≤ 1+2σ²
	z.AddRad(z.MagUpper().Mul(s2.Mul2Exp(1)))
}

// improve takes a Newton step: the Rayleigh quotient.
func (p *jacobiPair) improve(prec uint) {
	p.x.Add(&p.x, &p.step, prec)
	p.x.GetMid(&p.x)
}

// jacobiAttempt works at wp bits; missing is 0 or how many bits more would do.
func jacobiAttempt(n int, alpha, beta *big.Rat, prec, wp uint, start []float64) (r *Rule, missing uint) {
	r = &Rule{alpha: alpha, beta: beta, n: n, prec: prec, x: make([]ball.Real, n), w: make([]ball.Real, n)}
	jacobiMass(&r.mass, alpha, beta, prec+10)
	levels := []uint{wp}
	for p := wp/2 + 32; p > 150 && p < levels[len(levels)-1]; p = p/2 + 32 {
		levels = append(levels, p)
	}
	if wp > 100 {
		levels = append(levels, 100)
	}
	ms := make([]*jacobiMatrix, len(levels))
	for i, p := range levels {
		ms[i] = newJacobiMatrix(n, alpha, beta, p)
	}
	pairs := make([]jacobiPair, n)
	goal := ball.MagPow2(-int64(wp) + int64(bits.Len(uint(n))) + 4)
	for i := range pairs {
		p := &pairs[i]
		p.x.SetFloat64(start[i])
		for j := len(levels) - 1; j > 0; j-- {
			p.run(ms[j], levels[j])
			p.improve(levels[j])
		}
		p.run(ms[0], wp)
		for range 6 {
			if p.residual.Cmp(goal) <= 0 {
				break
			}
			p.improve(wp)
			p.run(ms[0], wp)
		}
		p.v = nil
	}
	iv, ok := jacobiIntervals(pairs)
	if !ok {
		return nil, wp
	}
	for i := range pairs {
		w := &r.w[i]
		pairs[i].weight(w, iv, i, wp)
		if have := w.RelAccuracyBits(); have < int64(prec)+4 {
			missing = max(missing, uint(int64(prec)+4-max(have, 0)))
		}
		w.Mul(w, &r.mass, prec)
		r.x[i].SetRound(&iv[i], prec)
	}
	return r, missing
}

// jacobiMass sets z to 2^{α+β+1} Β(α+1, β+1); the time is linear in α+β.
func jacobiMass(z *ball.Real, alpha, beta *big.Rat, prec uint) {
	one := big.NewRat(1, 1)
	a, b := new(big.Rat).Add(alpha, one), new(big.Rat).Add(beta, one)
	wp := prec + 16
	betaRat(z, a, b, wp)
	var two, t ball.Real
	e := new(big.Rat).Add(alpha, beta)
	t.PowRat(two.SetInt64(2), e.Add(e, one), wp)
	z.Mul(z, &t, prec)
}

// betaRat sets z to Β(a, b) for rational a, b > 0: reduced to a, b ∈ (0,1] by Β(a+1, b) =
// Β(a, b)·a/(a+b), then split at 1/2 into incomplete functions,
//
//	Β_{1/2}(a, b) = 2^{−a} Σ_k (1−b)_k 2^{−k}/(k!(a+k))   (DLMF 8.17.7),
//
// whose terms fall at least by a factor 2 each, as 0 ≤ 1−b < 1.
func betaRat(z *ball.Real, a, b *big.Rat, prec uint) *ball.Real {
	a, b = new(big.Rat).Set(a), new(big.Rat).Set(b)
	factor := big.NewRat(1, 1)
	one := big.NewRat(1, 1)
	for range 2 {
		for a.Cmp(one) > 0 {
			a.Sub(a, one)
			t := new(big.Rat).Add(a, b)
			factor.Mul(factor, t.Quo(a, t))
		}
		a, b = b, a
	}
	wp := prec + 16
	var sum, term, t, u ball.Real
	for range 2 {
		var part ball.Real
		term.SetInt64(1) // (1−b)_k 2^{−k}/k!
		c := new(big.Rat).Sub(one, b)
		for k := int64(0); ; k++ {
			u.SetRat(new(big.Rat).Add(a, new(big.Rat).SetInt64(k)), wp)
			part.Add(&part, t.Quo(&term, &u, wp), wp)
			// term_{k+1} = term_k (1−b+k)/(2(k+1))
			f := new(big.Rat).Add(c, new(big.Rat).SetInt64(k))
			f.Quo(f, new(big.Rat).SetInt64(2*(k+1)))
			if f.Sign() == 0 {
				break
			}
			term.Mul(&term, u.SetRat(f, wp), wp)
			if m := term.MagUpper(); m.Exponent() < -int64(wp)-4 {
				// Σ_{j>k} ≤ 2·term_{k+1}/(a+k+1) ≤ 2·term_{k+1}
				part.AddRad(m.Mul2Exp(1))
				break
			}
		}
		t.PowRat(u.SetInt64(2), new(big.Rat).Neg(a), wp)
		sum.Add(&sum, t.Mul(&t, &part, wp), wp)
		a, b = b, a
	}
	return z.Mul(&sum, u.SetRat(factor, wp), prec)
}
