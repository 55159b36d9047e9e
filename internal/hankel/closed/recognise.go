package closed

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// Atom is a part of the radial measure m: the mass Weight on the sphere of radius Omega.
type Atom struct{ Omega, Weight Num }

// Form is a radial spectral measure of known parts: the sum of the densities of Parts, and Atoms by increasing Omega.
//
// Together they are m: of each term of the kernel one part or atom, in the convention k = ∫ Λ_d(ωz)
// m(dω).
type Form struct {
	Parts []Part
	Atoms []Atom
	// Away: it is the Fourier transform on ω > 0 of a kernel that may grow like a power of z; Atoms at ω = 0 say nothing.
	Away bool
	// More, if not nil, recognises terms that this package does not.
	More More
}

// More takes out of a sum on (0,∞) the terms of a density that it knows, and returns that, nil for none, and the rest; ok is
// false if they have no density that it knows.
type More func(dim int, s Sum) (part Part, rest Sum, ok bool)

// vague reports whether an exponent or an order has a parameter: at some of its values the transform may have another form, an
// atom in the place of a density.
//
// As z^p with p near 0: at p = 0 it is a constant, with an atom.
func (t *term) vague() bool {
	for _, f := range t.Factors {
		if f.Q.v.HasParameter() {
			return true
		}
	}
	return t.Pow.v.HasParameter()
}

// SingularError tells of a part of a kernel whose transform is no measure in dimension Dim: Λ_n(az) with n < Dim.
type SingularError struct {
	Dim          int
	Omega, Order Num // a, n
}

// Error implements error.
func (e *SingularError) Error() string {
	return fmt.Sprintf(
		"the kernel has the part Λ_n(%g z), n = %g, a wave on the sphere of radius %g in dimension %g; in a larger "+
			"dimension its Fourier transform is a distribution on that sphere and no measure",
		e.Omega.Float64(), e.Order.Float64(), e.Omega.Float64(), e.Order.Float64())
}

// Recognise returns the closed form, by this package and more (which may be nil), of a kernel given by branch-free pieces, as kernel.Pieces returns them: one on
// (0,∞), or two, [0,R) and beyond. ok is false if nothing is proved to match; the error is a *SingularError. The Form
// may be Away.
//
// Integrals see no single point, so that which piece has a breakpoint does not matter.
func Recognise(dim int, pieces []piecewise.Piece, away bool, more More) (c *Form, ok bool, err error) {
	if len(pieces) == 0 || len(pieces) > 2 {
		return nil, false, nil
	}
	last, ok := Normalise(pieces[len(pieces)-1].Expr)
	if !ok {
		return nil, false, nil
	}
	c = &Form{Away: away, More: more}
	if len(pieces) == 2 {
		// k = (first − last) on z < R, plus last everywhere.
		first, ok := Normalise(pieces[0].Expr)
		if !ok {
			return nil, false, nil
		}
		r, ok := Constant(pieces[0].Hi.Exact)
		if !ok {
			return nil, false, nil
		}
		if !c.truncated(dim, slices.Concat(first, last.scale(IntNum(-1))).Collect(), r) {
			return nil, false, nil
		}
	}
	if ok, err := c.Natural(dim, last); !ok || err != nil {
		return nil, false, err
	}
	return c, true, nil
}

// Constant returns the value of a formula on z > 0 that does not depend on z; ok is false if it may.
//
// Formulas like z − z are constant only by their normal form.
func Constant(e *formula.Expr) (c Num, ok bool) {
	if e == nil {
		return Num{}, false
	}
	s, ok := Normalise(e)
	if !ok {
		return Num{}, false
	}
	return s.Constant()
}

// Summands returns the summands of a sum, named kernels opened; one that is subtracted is negated.
func Summands(e *formula.Expr) []*formula.Expr {
	return e.Summands(func(*formula.Expr) bool { return true })
}

// powerSum collects the coefficients of powers of z.
type powerSum struct {
	rate Num
	c    []Num
}

func (p *powerSum) add(n int, c Num) {
	for len(p.c) <= n {
		p.c = append(p.c, IntNum(0))
	}
	p.c[n] = p.c[n].Add(c)
}

// group finds the polynomial that belongs to a rate, or starts one.
//
// Rates that are equal without being known to be have two polynomials, each with its own part: the
// sum is right.
func group(ps *[]*powerSum, rate Num) *powerSum {
	for _, p := range *ps {
		if p.rate.Same(rate) {
			return p
		}
	}
	p := &powerSum{rate: rate}
	*ps = append(*ps, p)
	return p
}

// Natural matches a sum on (0,∞).
//
// Each case proves the hypotheses of its formula by exact signs: an unknown sign is in none of
// them, and the default refuses. Conjugate terms are both in s; of a pair with ±freq that of the
// positive frequency is taken, and doubled by its formula.
func (c *Form) Natural(dim int, s Sum) (ok bool, err error) { // one function: a case for each closed form.
	var gauss, expo, inverse []*powerSum
	var osc []*Damped
	var waves []*GaussianWave
	if c.More != nil && !c.Away {
		part, rest, ok := c.More(dim, s)
		if !ok {
			return false, nil
		}
		if s = rest; part != nil {
			c.Parts = append(c.Parts, part)
		}
	}
	for i := range s {
		t := &s[i]
		if t.vague() {
			return false, nil
		}
		n, integer := t.Pow.IsInt()
		pure := len(t.Factors) == 0
		still := t.Lin.IsZero() && t.Freq.IsZero() && t.Quad.IsZero()
		switch {
		// A constant is an atom at 0. Terms of phase 1 come in pairs here, too, ±ic, and cancel.
		case pure && still && t.Pow.IsZero():
			c.Atoms = append(c.Atoms, Atom{Omega: IntNum(0), Weight: t.C})
		// Its transform is a derivative of δ, and nothing on ω > 0.
		case pure && still && c.Away && t.Phase == 0 && integer && n > 0 && n%2 == 0: // a distribution at ω = 0
		case pure && still && c.power(dim, t):
		// z^{2j} e^{−bz²}, b > 0.
		case pure && t.Quad.Sign() > 0 && t.Lin.IsZero() && t.Freq.IsZero() && integer && n >= 0 && n%2 == 0 &&
			n <= 2*MaxExpand:
			group(&gauss, t.Quad).add(n/2, t.C)
		// z^{2i} e^{−bz²} Λ_n(cz): waves under a Gaussian.
		case !c.Away && !t.Quad.IsZero():
			order, freq, a, i, ok := t.gaussianWave()
			if !ok || i > mostWave {
				return false, nil
			}
			if !a.IsZero() {
				waves = addGaussianWave(waves, dim, order, t.Quad, freq, a, i)
			}
		// z^j e^{−az}, a > 0: Matérn's functions of half odd orders.
		case pure && t.Quad.IsZero() && t.Lin.Sign() > 0 && t.Freq.IsZero() && integer && n >= 0 && n <= MaxExpand:
			group(&expo, t.Lin).add(n, t.C)
		case pure && t.Quad.IsZero() && t.Lin.Sign() > 0 && integer && n >= 0 && n <= MaxExpand:
			if t.Freq.Sign() == 0 {
				return false, nil
			}
			if t.Freq.Sign() > 0 { // the conjugate term has the negative frequency
				osc = addDamped(osc, dim, t, n)
			}
		case pure && t.Quad.IsZero() && t.Lin.IsZero() && !t.Freq.IsZero() && integer &&
			(n == 0 && t.Phase == 0 || n == -1 && t.Phase == 1):
			if t.Freq.Sign() == 0 {
				return false, nil
			}
			if t.Freq.Sign() < 0 {
				continue
			}
			a, w, order := t.Freq, t.C.Mul(IntNum(2)), IntNum(1)
			if n == -1 { // 2c·i·i sin(az)/z
				w, order = w.Mul(a).Neg(), IntNum(3)
			}
			if ok, err := c.wave(dim, a, w, order); !ok {
				return false, err
			}
		case len(t.Factors) == 1 && still && t.Phase == 0:
			var f factor
			for _, f = range t.Factors {
			}
			switch {
			// z^ν K_ν(az) = Γ(ν) 2^{ν−1} a^{−ν} M_ν(az)
			case f.Kind == besselK && f.Q.Sign() > 0 && t.Pow.Same(f.Q):
				w := t.C.Mul(Applied(formula.OpGamma, f.Q)).Mul(IntNum(2).Pow(f.Q.Add(IntNum(-1)))).Mul(f.P.Pow(f.Q).Inv())
				c.Parts = append(c.Parts, &Matern{Dim: dim, A: f.P, Nu: f.Q, B: []Num{w}})
			case f.Kind == besselJ && f.Q.Add(RatNum(big.NewRat(1, 2))).Sign() > 0 && t.Pow.Neg().Same(f.Q):
				// z^{−q}J_q(az) = (a/2)^q/Γ(q+1) Λ_{2q+2}(az)
				w := t.C.Mul(f.P.Mul(IntNum(2).Inv()).Pow(f.Q)).Mul(Applied(formula.OpGamma, f.Q.Add(IntNum(1))).Inv())
				if ok, err := c.wave(dim, f.P, w, f.Q.Mul(IntNum(2)).Add(IntNum(2))); !ok {
					return false, err
				}
			// z^{2m} log z
			case f.Kind == logFactor && integer && n >= 0 && n%2 == 0 && c.power(dim, t):
			case f.Kind == logSquare && c.Away && t.Pow.IsZero():
				c.Parts = append(c.Parts, &InversePower{Dim: dim, C: t.C.Neg(), P: f.P, Beta: IntNum(0)})
			case f.Kind == powerFactor && f.P.Sign() > 0 && (f.Q.Sign() < 0 || c.Away) && integer && n >= 0 && n%2 == 0 &&
				n <= MaxExpand:
				// z^{2j} = (((1+pz²) − 1)/p)^j
				ok := binomial(n/2, f.P, t.C, func(i int, w Num) bool {
					b := f.Q.Add(IntNum(int64(i)))
					// (1+pz²)^b, b > 0, grows: it has a transform on ω > 0 alone. At whole b ≥ 0 it
					// is a polynomial, of which inverse leaves the atom or nothing.
					if _, rational := b.Rat(); b.Sign() > 0 && !(c.Away && rational) {
						return false
					}
					group(&inverse, f.P).c = append(group(&inverse, f.P).c, b, w)
					return true
				})
				if !ok {
					return false, nil
				}
			default:
				return false, nil
			}
		default:
			return false, nil
		}
	}
	// Parts of one rate together, so that a cancelling sum is seen by its sign.
	for _, p := range gauss {
		c.Parts = append(c.Parts, &Gaussian{Dim: dim, Rate: p.rate, C: p.c})
	}
	for _, p := range expo {
		c.Parts = append(c.Parts, &Matern{Dim: dim, A: p.rate, Nu: RatNum(big.NewRat(1, 2)), B: maternBasis(p)})
	}
	for _, p := range osc {
		c.Parts = append(c.Parts, p)
	}
	for _, p := range waves {
		if !p.fill() {
			return false, nil
		}
		if len(p.C) > 0 { // terms may cancel: sin(2z)/z and √π J_½(2z)/√z are one wave
			c.Parts = append(c.Parts, p)
		}
	}
	for _, p := range inverse {
		c.inverse(dim, p)
	}
	return c.mergeAtoms(), nil
}

// power adds c z^p, or that times log z for an even p ≥ 0.
//
// p > −d makes z^p locally integrable, and its transform the tempered one.
func (c *Form) power(dim int, t *term) bool {
	p, rational := t.Pow.Rat()
	ok := c.Away && t.Phase == 0 && rational && RatPlus(p, dim).Sign() > 0 && p.Cmp(big.NewRat(MaxExpand, 1)) <= 0 &&
		p.Denom().BitLen() <= 40
	if ok {
		c.Parts = append(c.Parts, &Power{Dim: dim, C: t.C, P: p})
	}
	return ok
}

// wave adds w·Λ_n(az); ok is false if n and dim are not compared, or with an error.
//
// Λ_n(az) on R^d: an atom for n = d, a beta law for n > d, no measure for n < d. The order is
// compared exactly.
func (c *Form) wave(dim int, a, w, n Num) (ok bool, err error) {
	switch order, ok := n.Cmp(IntNum(int64(dim))); {
	case !ok:
		return false, nil
	case order == 0:
		c.Atoms = append(c.Atoms, Atom{Omega: a, Weight: w})
	case order > 0:
		c.Parts = append(c.Parts, &BetaLaw{Dim: dim, C: w, A: a, N: n})
	default:
		return false, &SingularError{Dim: dim, Omega: a, Order: n}
	}
	return true, nil
}

// addDamped adds a damped wave to those of its exponent, or starts one.
//
// Keys of known constants are equal only if these are.
func addDamped(osc []*Damped, dim int, t *term, n int) []*Damped {
	w := DampedTerm{C: t.C, Imag: t.Phase == 1, Pow: n}
	for _, p := range osc {
		if p.Lin.Key() == t.Lin.Key() && p.Freq.Key() == t.Freq.Key() {
			p.Terms = append(p.Terms, w)
			return osc
		}
	}
	return append(osc, &Damped{Dim: dim, Lin: t.Lin, Freq: t.Freq, Terms: []DampedTerm{w}})
}

// binomial expands c·((x−1)/p)^j, calling f with the power of x and its coefficient.
//
// z² = (x−1)/p, x = 1+pz²: c p^{−j} Σ C(j,i) (−1)^{j−i} xⁱ.
func binomial(j int, p, c Num, f func(i int, w Num) bool) bool {
	c = c.Mul(p.Inv().PowInt(j))
	for i := 0; i <= j; i++ {
		w := c.Mul(RatNum(new(big.Rat).SetInt(new(big.Int).Binomial(int64(j), int64(i)))))
		if (j-i)%2 == 1 {
			w = w.Neg()
		}
		if !f(i, w) {
			return false
		}
	}
	return true
}

// inverse adds Σ w (1+z²/a²)^b; p.c holds pairs b, w.
//
// Exponents of one key are equal, and their weights add up; those that cancel leave nothing.
func (c *Form) inverse(dim int, p *powerSum) {
	merged := map[string][2]Num{}
	var order []string
	for i := 0; i < len(p.c); i += 2 {
		k := p.c[i].Key()
		if m, dup := merged[k]; dup {
			merged[k] = [2]Num{m[0], m[1].Add(p.c[i+1])}
			continue
		}
		merged[k] = [2]Num{p.c[i], p.c[i+1]}
		order = append(order, k)
	}
	for _, k := range order {
		switch b, w := merged[k][0], merged[k][1]; {
		case w.IsZero():
		case b.IsZero():
			c.Atoms = append(c.Atoms, Atom{Omega: IntNum(0), Weight: w})
		case isNatural(b): // a polynomial in z²
		default:
			c.Parts = append(c.Parts, &InversePower{Dim: dim, C: w, P: p.rate, Beta: b.Neg()})
		}
	}
}

func isNatural(b Num) bool {
	n, ok := b.IsInt()
	return ok && n > 0
}

// maternBasis writes Σ c_j z^j e^{−az} as Σ b_i M_{i+½}(az), where M_{i+½}(x) = e^{−x} i!/(2i)! Σ_k (i+k)!/(k!(i−k)!)
// (2x)^{i−k}.
//
// Triangular: M_{i+½}(x) e^x is a polynomial of degree i, so that the highest coefficient gives
// b_i, and what it brings is taken away from the lower ones (DLMF 10.49.12).
func maternBasis(p *powerSum) []Num {
	n := len(p.c)
	u, b := make([]Num, n), make([]Num, n)
	for j := range u {
		u[j] = p.c[j].Mul(p.rate.PowInt(-j))
	}
	fact := func(k int) *big.Int { return new(big.Int).MulRange(1, int64(k)) }
	for i := n - 1; i >= 0; i-- {
		head := new(big.Rat).SetFrac(fact(i), fact(2*i))
		coef := func(k int) Num { // of x^{i−k}
			r := new(big.Rat).SetFrac(fact(i+k), new(big.Int).Mul(fact(k), fact(i-k)))
			r.Mul(r, head)
			return RatNum(r.Mul(r, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(i-k)))))
		}
		b[i] = u[i].Mul(coef(0).Inv())
		for k := 0; k <= i; k++ {
			u[i-k] = u[i-k].Add(b[i].Mul(coef(k)).Neg())
		}
	}
	return b
}

// truncated matches a sum on [0,R) that vanishes beyond.
//
// On [0,R) a term c z^{2j} (1−z²/R²)^α is Σ c C(j,i)(…) (1−z²/R²)^{α+i}. α > −1 is refused where it
// is not proved, and so is another radius, by normal forms.
func (c *Form) truncated(dim int, s Sum, r Num) bool {
	inv := r.Mul(r).Inv().Neg() // 1 + p z², p = −1/R²
	type power struct{ alpha, w Num }
	var powers []power
	add := func(alpha, w Num) bool {
		// An unknown sign is 0.
		if alpha.Add(IntNum(1)).Sign() <= 0 {
			return false
		}
		for i := range powers {
			if powers[i].alpha.Same(alpha) {
				powers[i].w = powers[i].w.Add(w)
				return true
			}
		}
		powers = append(powers, power{alpha, w})
		return true
	}
	for i := range s {
		t := &s[i]
		n, ok := t.Pow.IsInt()
		if !ok || n < 0 || n%2 != 0 || n > 2*MaxExpand || t.Phase != 0 ||
			!t.Lin.IsZero() || !t.Freq.IsZero() || !t.Quad.IsZero() || len(t.Factors) > 1 {
			return false
		}
		alpha := IntNum(0)
		for _, f := range t.Factors {
			if f.Kind != powerFactor || !f.P.Same(inv) {
				return false
			}
			alpha = f.Q
		}
		if !binomial(n/2, inv, t.C, func(i int, w Num) bool { return add(alpha.Add(IntNum(int64(i))), w) }) {
			return false
		}
	}
	for _, p := range powers {
		if !p.w.IsZero() {
			c.Parts = append(c.Parts, &Sonine{Dim: dim, C: p.w, R: r, Alpha: p.alpha})
		}
	}
	return true
}

// atomBits is the precision of enclosures that tell the places of atoms apart, most of them.
const atomBits = 128

// mergeAtoms sorts the atoms and adds up those at one place; ok is false where two places are not known to be equal or
// different.
//
// Floats only sort. Two places are one by exact comparison or different by enclosures; one weight
// for each place lets its sign be that of the measure.
func (c *Form) mergeAtoms() (ok bool) {
	slices.SortStableFunc(c.Atoms, func(a, b Atom) int { return cmp.Compare(a.Omega.Float64(), b.Omega.Float64()) })
	var out []Atom
	var at []ball.Real // their places
next:
	for _, a := range c.Atoms {
		var x ball.Real
		a.Omega.Ball(&x, atomBits)
		for i := range out {
			if at[i].Overlaps(&x) == ball.False {
				continue
			}
			switch order, ok := out[i].Omega.Cmp(a.Omega); {
			case !ok:
				return false
			case order == 0:
				out[i].Weight = out[i].Weight.Add(a.Weight)
				continue next
			}
		}
		out, at = append(out, a), append(at, ball.Real{})
		at[len(at)-1].Set(&x)
	}
	c.Atoms = slices.DeleteFunc(out, func(a Atom) bool { return a.Weight.IsZero() })
	return true
}
