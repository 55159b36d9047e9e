package sign

import (
	"math/big"
	"slices"

	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
)

// Forms is the reduced density I sorted by kinds.
//
// own, other: a part that none of the groups holds exactly makes other true, with which Separately
// and NewSigner prove nothing.
type Forms struct {
	Dim     int
	gauss   gaussGroup
	poles   []poleGroup
	bessel  []*BesselGroup
	waves   []*gaussWave
	Compact *CompactGroup
	Beta    []*closed.BetaLaw
	own     []Own
	other   bool // there are parts of another kind
	meter   *budget.Meter
}

// poleClass are the parts with poles the ν of which differ by integers.
//
// The least ν has the common factor; the others have it times a rational number (scale).
type poleClass struct {
	frac, nu *big.Rat // of all; the least ν
	g        []poleGroup
	nus      []*big.Rat
}

// NewForms sorts the parts of a density.
func NewForms(p *density.Density) *Forms { // one function: a case for each kind of part.
	f := &Forms{Dim: p.Dim(), meter: p.Kernel().Meter()}
	one := closed.IntNum(1)
	improper := false // Gaussians and poles that have no place in their groups
	var gauss []*closed.Gaussian
	var classes []*poleClass
	// ν modulo 1 is the class: quotients of the factors Γ(ν+d/2)/Γ(ν) of one class are rational.
	addPoles := func(nu *big.Rat, g poleGroup) {
		n := new(big.Int).Quo(nu.Num(), nu.Denom())
		frac := new(big.Rat).Sub(nu, new(big.Rat).SetInt(n))
		i := slices.IndexFunc(classes, func(c *poleClass) bool { return c.frac.Cmp(frac) == 0 })
		if i < 0 {
			i = len(classes)
			classes = append(classes, &poleClass{frac: frac, nu: nu})
		}
		c := classes[i]
		c.g, c.nus = append(c.g, g), append(c.nus, nu)
		if nu.Cmp(c.nu) < 0 {
			c.nu = nu
		}
	}
	compact := func() *CompactGroup {
		if f.Compact == nil {
			f.Compact = &CompactGroup{Dim: f.Dim, Meter: f.meter}
		}
		return f.Compact
	}
	for _, q := range p.Parts() {
		switch q := q.(type) {
		case *closed.Gaussian:
			gauss = append(gauss, q)
			improper = improper || q.Rate.Sign() <= 0
		case *closed.Matern:
			g, ok := newPoleTerms(q)
			// a, ν > 0 are hypotheses of the formula of the density, and an unknown sign is 0.
			improper = improper || !ok || q.A.Sign() <= 0 || q.Nu.Sign() <= 0
			if ok && len(g) > 0 {
				nu, _ := q.Nu.Rat()
				addPoles(nu, g)
			}
		case *closed.Damped:
			improper = improper || q.Lin.Sign() <= 0
			addPoles(big.NewRat(1, 2), newDampedTerms(q))
		case *closed.Power:
			addPoles(newPowerTerm(q))
		case *closed.InversePower:
			// Parts whose own sign is not known have no place.
			f.other = f.other || q.P.Sign() <= 0 || q.Sign() == 0
			f.bessel = append(f.bessel, &BesselGroup{q})
		case *closed.GaussianWave:
			f.waves = append(f.waves, &gaussWave{q, f.meter})
		case *closed.Sonine:
			_, rational := q.Alpha.Rat()
			f.other = f.other || !rational || q.R.Sign() <= 0 || q.Alpha.Add(one).Sign() <= 0
			compact().Sonine = append(compact().Sonine, q)
		case *closed.BetaLaw:
			f.Beta = append(f.Beta, q)
		case Own:
			f.own = append(f.own, q)
		// One on a bounded interval without a closed form is either such an end piece or of no
		// known kind.
		case *density.OpenPart:
			g, ok := EndPiece{}, q.To != nil
			if ok {
				g, ok = newEndPiece(q.Formula, q.From, q.To)
			}
			if f.other = f.other || !ok; ok {
				compact().Ends = append(compact().Ends, g)
			}
		case *density.PowersPart:
			g, ok := newPowersPiece(q)
			f.other = f.other || !ok
			compact().Pieces = append(compact().Pieces, g)
		default:
			f.other = true
		}
	}
	for _, c := range classes {
		for _, nu := range c.nus {
			// A bound on the degree of what follows.
			improper = improper || nu.Cmp(closed.RatPlus(c.nu, mostDegree)) > 0
		}
	}
	f.other = f.other || improper
	if !improper {
		f.scale(gauss, classes)
	}
	return f
}

// scale gives Gaussians and poles their factors, Γ(d/2)/2 b^{−d/2} and Γ(d/2) 2^{d−1} Γ(ν+d/2)/Γ(ν).
//
// Common factors are positive: Γ(d/2), b^{−d/2}, Γ(ν+d/2)/Γ(ν) with ν > 0.
func (f *Forms) scale(gauss []*closed.Gaussian, classes []*poleClass) {
	dim := big.NewRat(int64(f.Dim), 2)
	gamma := closed.GammaRat(dim)
	for _, g := range gauss {
		factor := g.Rate.Pow(closed.RatNum(new(big.Rat).Neg(dim))).Mul(closed.RatNum(big.NewRat(1, 2)))
		f.gauss = append(f.gauss, newGaussTerm(g).scaled(factor.Mul(gamma)))
	}
	for _, c := range classes {
		scale := gamma.Mul(closed.IntNum(2).PowInt(f.Dim - 1)).Mul(closed.GammaRat(new(big.Rat).Add(c.nu, dim))).Mul(
			closed.GammaRat(c.nu).Inv())
		var all poleGroup
		for i, g := range c.g {
			// Γ(ν_i+d/2)/Γ(ν_i) over that of ν is Π (x+d/2)/x, x = ν, ν+1, …, ν_i−1.
			r := big.NewRat(1, 1) // to the least ν
			for x := c.nu; x.Cmp(c.nus[i]) < 0; x = closed.RatPlus(x, 1) {
				r.Mul(r, new(big.Rat).Quo(new(big.Rat).Add(x, dim), x))
			}
			all = append(all, g.scaled(scale.Mul(closed.RatNum(r)))...)
		}
		f.poles = append(f.poles, all)
	}
}

// Separately reports whether every part is nonnegative for itself.
//
// m is the sum of the parts, each nonnegative on ω > 0.
func (f *Forms) Separately() bool {
	if f.other {
		return false
	}
	for _, g := range f.gauss {
		if yes, ok := closed.NonnegativePoly(g.p); !ok || !yes {
			return false
		}
	}
	for _, g := range f.poles {
		if !g.nonnegative(f.meter) {
			return false
		}
	}
	if !besselNonnegative(f.Dim, f.bessel) || slices.ContainsFunc(f.Beta,
		func(b *closed.BetaLaw) bool { return !f.positiveBeta(b) }) {
		return false
	}
	if slices.ContainsFunc(f.waves, func(g *gaussWave) bool { return !g.nonnegative() }) ||
		slices.ContainsFunc(f.own, func(g Own) bool { return !g.Nonnegative() }) {
		return false
	}
	return f.Compact == nil || f.Compact.Spline()
}

// Polynomials returns the coefficients of polynomials in t = ω², t ≥ 0, each with the sign of one part of the density,
// if that has one.
//
// The positive functions are e^{−rt}, which is one for each rate, and Π N^{−q}.
func (f *Forms) Polynomials(m *budget.Meter) (all [][]closed.Num) {
	for _, g := range f.gauss {
		all = append(all, g.p)
	}
	for _, g := range f.poles {
		if n, ok := g.numerator(m); ok {
			all = append(all, n)
		}
	}
	return all
}

// NegativeAt reports whether the density is negative at ω > 0 by the exact signs of its parts: each is a polynomial in ω²
// times a positive function, none is positive there and one is negative. With parameters that holds for all of their
// values, where an enclosure of their sum is too wide to tell.
//
// All parts are ≤ 0 at ω by exact signs, and one is below 0.
func NegativeAt(p *density.Density, omega *big.Rat) bool {
	f := NewForms(p)
	if f.other || len(f.bessel)+len(f.Beta)+len(f.own)+len(f.waves) > 0 || f.Compact != nil {
		return false
	}
	all := f.Polynomials(f.meter)
	if len(all) != len(f.gauss)+len(f.poles) { // one has no numerator
		return false
	}
	t := closed.RatNum(new(big.Rat).Mul(omega, omega))
	negative := false
	for _, c := range all {
		v := closed.IntNum(0)
		for _, x := range slices.Backward(c) {
			v = v.Mul(t).Add(x)
		}
		// Not known to be ≤ 0.
		if !v.Neg().Nonnegative() {
			return false
		}
		negative = negative || v.Sign() < 0
	}
	return negative
}

// besselNonnegative decides Σ c(1+pz²)^{−β}, ν = d/2−β, whose density is Σ 2^ν c/Γ(β) p^{−d/2} x^{−ν}K_ν(x), x = ω/√p,
// but for a constant: by the signs of the terms, or for half odd integers ν by polynomials Q_p in ω, as e^x x^{−ν}K_ν(x) is
// one up to a power of x: with n = |ν|−½,
//
//	K_ν(x) = √(π/2) e^{−x} Σ_k (n+k)!/(k!(n−k)!) 2^{−k} x^{−k−1/2}
//
// (DLMF 10.49.12). Σ Q_p e^{−ω/√p} ≥ 0 if the sums of the Q_p of all p not below one of them are: exponentials increase
// with p.
//
// Let p_1 ≥ p_2 ≥ … and Q_i the polynomials, of one power of ω apart. Σ_i Q_i e_i with 0 < e_1, e_i
// = e^{−ω/√p_i} falling in i: by Abel's summation Σ_i (e_i − e_{i+1}) (Q_1 + … + Q_i), e_{r+1} = 0.
// So it is ≥ 0 if all partial sums are. A sum in which every group since the last checked one is
// positive need not be checked: the next one that is will be with these in it.
func besselNonnegative(dim int, gs []*BesselGroup) bool {
	sure := true
	gs = slices.Clone(gs)
	slices.SortStableFunc(gs, func(a, b *BesselGroup) int {
		c, ok := b.P.Cmp(a.P)
		sure = sure && ok
		return c
	})
	// Coefficients of ω^{i−shift}; the polynomial times ω^shift has the same sign on ω > 0.
	sum := slices.Repeat([]closed.Num{closed.IntNum(0)}, 2*besselShift)
	negative := false
	for i, g := range gs {
		// An unknown sign is 0 and ends it.
		if !g.addPolynomial(sum, dim) && g.Sign() <= 0 { // what is positive may be left out
			return false
		}
		negative = negative || g.Sign() <= 0
		if negative && (i+1 == len(gs) || !gs[i+1].P.Same(g.P)) {
			if yes, ok := closed.NonnegativePoly(sum); !ok || !yes {
				return false
			}
			negative = false
		}
	}
	// Were an order of two p not known, the sums might be those of another order.
	return sure
}

// besselShift is the power of ω by which the polynomials of besselNonnegative are multiplied.
const besselShift = 2 * mostDegree

// addPolynomial adds Q_p to the coefficients of ω^{i−besselShift}; ok is false if there is none.
//
// 2^ν c/Γ(β) p^{−d/2} x^{−ν} K_ν(x) e^x with x = ω p^{−½}, |ν| = n+½: the k-th term has x^{−ν−k−½}
// = x^{−m−k}, m = ν+½, and p^{(m+k−d)/2} with the factor p^{−d/2}; √(π/2)·2^{−½} is the same for
// all.
func (g *BesselGroup) addPolynomial(sum []closed.Num, dim int) (ok bool) {
	beta, ok := g.Beta.Rat()
	if !ok {
		return false
	}
	low := new(big.Rat).Sub(big.NewRat(int64(dim)+1, 2), beta) // ν+½
	if !low.IsInt() || low.Num().BitLen() > 30 {
		return false
	}
	m := int(low.Num().Int64())
	// |ν| − ½ for ν = m − ½ of either sign.
	n := max(m-1, -m)
	if 2*n+2 >= besselShift {
		return false
	}
	recip, _ := g.RecipGamma()
	f := g.C.Mul(recip).Mul(closed.IntNum(2).PowInt(m))
	for k := 0; k <= n; k++ {
		r := new(big.Rat).SetFrac(new(big.Int).MulRange(int64(n-k+1), int64(n+k)), new(big.Int).MulRange(1, int64(k)))
		power := g.P.Pow(closed.RatNum(big.NewRat(int64(m+k-dim), 2)))
		i := besselShift - m - k
		sum[i] = sum[i].Add(f.Mul(closed.RatNum(r)).Mul(closed.IntNum(2).PowInt(-k)).Mul(power))
	}
	return true
}

// positiveBeta reports whether a beta law is a positive multiple of one.
//
// c > 0, a > 0, n > d: then m ≥ 0 by its formula.
func (f *Forms) positiveBeta(b *closed.BetaLaw) bool {
	return b.C.Sign() > 0 && b.A.Sign() > 0 && b.N.Add(closed.IntNum(int64(-f.Dim))).Sign() > 0
}

// nonnegative decides g ≥ 0 by the signs of its terms, or by its numerator.
//
// Real s and coefficients ≥ 0 make every term ≥ 0; otherwise the numerator decides.
func (g poleGroup) nonnegative(meter *budget.Meter) bool {
	if !slices.ContainsFunc(g, func(q poleTerm) bool {
		return !q.s.IsReal() || slices.ContainsFunc(q.p,
			func(c closed.Cnum) bool { return !c.IsReal() || !c.IsZero() && c.Re.Sign() <= 0 })
	}) {
		return true
	}
	n, ok := g.numerator(meter)
	if !ok {
		return false
	}
	yes, ok := closed.NonnegativePoly(n)
	return ok && yes
}

// mostDegree bounds the degree of numerators, and differences of orders.
const mostDegree = 160

// numerator returns a polynomial in t with the sign of g on t ≥ 0: over the denominators N = s²+t for real s, N =
// |s²+t|² otherwise, by Re P (s²+t)^{−q} = Re P (s̄²+t)^q N^{−q}. It exists if the exponents are integers, or if there
// is one real s only. It is not known once the meter stops.
//
// All denominators N are positive for t > 0: s²+t for real s, |s²+t|² else. A term with the
// exponent q_i over N^{q_i} is expanded to the largest power of N, so that the sum of the
// numerators over one positive denominator is the group.
func (g poleGroup) numerator(meter *budget.Meter) ([]closed.Num,
	bool) { // one function: poles, denominator and numerators are one computation.
	type pole struct {
		s     closed.Cnum
		n     []closed.Cnum // N
		power int           // the largest exponent
	}
	var poles []*pole
	at := make([]*pole, len(g))
	integer := true
	for _, q := range g {
		integer = integer && q.q.IsInt()
	}
	low := g[0].q
	for _, q := range g {
		if q.q.Cmp(low) < 0 {
			low = q.q
		}
	}
	// with one real s only the differences of the exponents matter
	single := !slices.ContainsFunc(g, func(q poleTerm) bool { return !q.s.IsReal() || !q.s.Same(g[0].s) })
	if !integer && !single {
		return nil, false
	}
	// For a single real s the factor (s²+t)^{−low} is positive and taken out.
	exponent := func(q *poleTerm) int {
		e := q.q
		if single {
			e = new(big.Rat).Sub(e, low)
		}
		return int(e.Num().Int64())
	}
	for i := range g {
		q := &g[i]
		for _, p := range poles {
			// Poles that are equal and not known to be are taken for two, with a larger
			// denominator.
			if p.s.Same(q.s) || p.s.Same(q.s.Conj()) {
				at[i] = p
			}
		}
		if at[i] == nil {
			sq := q.s.Mul(q.s)
			p := &pole{s: q.s, n: []closed.Cnum{sq, closed.RealNum(closed.IntNum(1))}}
			if !q.s.IsReal() {
				p.n = cnumMul(p.n, []closed.Cnum{sq.Conj(), closed.RealNum(closed.IntNum(1))})
			}
			at[i] = p
			poles = append(poles, p)
		}
		at[i].power = max(at[i].power, exponent(q))
	}
	degree := 0
	for _, p := range poles {
		degree += p.power * (len(p.n) - 1)
	}
	if degree > mostDegree {
		return nil, false
	}
	var sum []closed.Cnum
	for i := range g {
		if meter.Stopped() {
			return nil, false
		}
		q := &g[i]
		v := q.p
		if !q.s.IsReal() {
			// Re P (s²+t)^{−q} = Re P (s̄²+t)^q |s²+t|^{−2q}.
			sq := q.s.Mul(q.s).Conj()
			for range exponent(q) {
				v = cnumMul(v, []closed.Cnum{sq, closed.RealNum(closed.IntNum(1))})
			}
		}
		// Re, as everything that follows is real
		v = slices.Clone(v)
		for l := range v {
			v[l].Im = closed.IntNum(0)
		}
		for _, p := range poles {
			n := p.power
			if p == at[i] {
				n -= exponent(q)
			}
			for range n {
				v = cnumMul(v, p.n)
			}
		}
		for l := range v {
			if l == len(sum) {
				sum = append(sum, v[l])
				continue
			}
			sum[l] = sum[l].Add(v[l])
		}
	}
	out := make([]closed.Num, len(sum))
	for l := range out {
		if !sum[l].IsReal() {
			return nil, false
		}
		out[l] = sum[l].Re
	}
	return out, true
}

// cnumMul returns the product of two polynomials in t.
func cnumMul(p, q []closed.Cnum) []closed.Cnum {
	r := make([]closed.Cnum, len(p)+len(q)-1)
	for i := range r {
		r[i] = closed.RealNum(closed.IntNum(0))
	}
	for i := range p {
		for j := range q {
			r[i+j] = r[i+j].Add(p[i].Mul(q[j]))
		}
	}
	return r
}
