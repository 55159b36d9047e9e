package hankel

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/fourier"
	"krein/kernel"
)

// closedForm is a spectrum all of whose parts are known.
type closedForm struct {
	parts []component
	atoms []fourier.Atom
	doubt bool // numbers that only seem to be equal were taken for equal
}

// recognise returns the closed form of a kernel given by branch-free pieces: one on
// (0,∞), or two, [0,R) and beyond. A formula that matches a distribution which is no
// measure gives a *NoDensityError; ok is false if nothing matches.
func recognise(dim int, pieces []kernel.Piece) (c *closedForm, ok bool, err error) {
	if len(pieces) == 0 || len(pieces) > 2 {
		return nil, false, nil
	}
	last, ok := normalise(pieces[len(pieces)-1].Expr)
	if !ok {
		return nil, false, nil
	}
	c = &closedForm{}
	if len(pieces) == 2 {
		// k = (first − last) on z < R, plus last everywhere.
		first, ok := normalise(pieces[0].Expr)
		if !ok {
			return nil, false, nil
		}
		r := floatNum(pieces[0].Hi.Value)
		if e := pieces[0].Hi.Exact; e != nil {
			if s, ok := normalise(e); ok {
				if v, ok := s.constant(); ok {
					r = v
				} else {
					r = exprNum(e)
				}
			}
		}
		if !c.truncated(dim, slices.Concat(first, last.scale(intNum(-1))).collect(), r) {
			return nil, false, nil
		}
	}
	if ok, err := c.natural(dim, last); !ok || err != nil {
		return nil, false, err
	}
	return c, true, nil
}

// recognisePart splits the formula of a kernel of one piece into summands and returns the
// closed form of those that have one, and the kernel of the others; nil if none has.
func recognisePart(dim int, pieces []kernel.Piece) (*closedForm, *kernel.Kernel, error) {
	if len(pieces) != 1 || pieces[0].Expr == nil {
		return nil, nil, nil
	}
	var known sum
	var others *kernel.Expr
	for _, e := range summands(pieces[0].Expr, false, nil) {
		if f, ok := normalise(e); ok {
			// known if it would stand alone
			if ok, err := new(closedForm).natural(dim, f); ok || err != nil {
				known = append(known, f...)
				continue
			}
		}
		if others == nil {
			others = e
		} else {
			others = kernel.Apply(kernel.OpAdd, others, e)
		}
	}
	if len(known) == 0 || others == nil {
		return nil, nil, nil
	}
	c := &closedForm{}
	if ok, err := c.natural(dim, known.collect()); !ok || err != nil {
		return nil, nil, err
	}
	rest, err := kernel.New(others)
	if err != nil {
		return nil, nil, nil // the sum is defined, a part is not
	}
	if rest, err = rest.Extend(kernel.Natural, nil); err != nil {
		return nil, nil, nil
	}
	return c, rest, nil
}

// summands flattens a sum; negative says that e is subtracted.
func summands(e *kernel.Expr, negative bool, out []*kernel.Expr) []*kernel.Expr {
	switch args := e.Args(); e.Op() {
	case kernel.OpCall:
		return summands(e.Body(), negative, out)
	case kernel.OpAdd:
		return summands(args[1], negative, summands(args[0], negative, out))
	case kernel.OpSub:
		return summands(args[1], !negative, summands(args[0], negative, out))
	case kernel.OpNeg:
		return summands(args[0], !negative, out)
	}
	if negative {
		e = kernel.Apply(kernel.OpNeg, e)
	}
	return append(out, e)
}

// polynomial collects the coefficients of powers of z.
type polynomial struct {
	rate  num
	c     []num
	doubt bool // as in closedForm
}

func (p *polynomial) add(n int, c num) {
	for len(p.c) <= n {
		p.c = append(p.c, intNum(0))
	}
	p.c[n] = p.c[n].add(c)
}

// group finds the polynomial that belongs to a rate, or starts one.
func group(ps *[]*polynomial, rate num) *polynomial {
	for _, p := range *ps {
		if p.rate.equal(rate) {
			p.doubt = p.doubt || !p.rate.same(rate)
			return p
		}
	}
	p := &polynomial{rate: rate}
	*ps = append(*ps, p)
	return p
}

// natural matches a sum on (0,∞).
func (c *closedForm) natural(dim int, s sum) (ok bool, err error) {
	var gauss, expo, inverse []*polynomial
	var osc []*damped
	d := float64(dim)
	for i := range s {
		t := &s[i]
		n, integer := t.pow.isInt()
		pure := len(t.factors) == 0
		still := t.lin.isZero() && t.freq.isZero() && t.quad.isZero()
		switch {
		case pure && still && t.pow.isZero():
			c.atoms = append(c.atoms, fourier.Atom{Omega: 0, Weight: t.c.float()})
		case pure && t.quad.sign() > 0 && t.lin.isZero() && t.freq.isZero() && integer && n >= 0 && n%2 == 0 && n <= 2*maxExpand:
			group(&gauss, t.quad).add(n/2, t.c)
		case pure && t.quad.isZero() && t.lin.sign() > 0 && t.freq.isZero() && integer && n >= 0 && n <= maxExpand:
			group(&expo, t.lin).add(n, t.c)
		case pure && t.quad.isZero() && t.lin.sign() > 0 && integer && n >= 0 && n <= maxExpand:
			if t.freq.sign() == 0 {
				return false, nil
			}
			if t.freq.sign() > 0 { // the conjugate term has the negative frequency
				osc = addDamped(osc, d, t, n)
			}
		case pure && t.quad.isZero() && t.lin.isZero() && !t.freq.isZero() && integer && (n == 0 && t.phase == 0 || n == -1 && t.phase == 1):
			if t.freq.sign() == 0 {
				return false, nil
			}
			if t.freq.sign() < 0 {
				continue
			}
			a, w, order := t.freq, t.c.mul(intNum(2)), intNum(1)
			if n == -1 { // 2c·i·i sin(az)/z
				w, order = w.mul(a).neg(), intNum(3)
			}
			if err := c.wave(dim, a, w, order); err != nil {
				return false, err
			}
		case len(t.factors) == 1 && still && t.phase == 0:
			var f factor
			for _, f = range t.factors {
			}
			a, q := f.p.float(), f.q.float()
			switch {
			case f.kind == besselK && f.q.sign() > 0 && t.pow.equal(f.q):
				w := t.c.float() * math.Exp(lgamma(q)+(q-1)*math.Ln2-q*math.Log(a))
				m := newMatern(dim, a, q, []float64{w}, []float64{16 * epsilon * math.Abs(w)})
				exact := t.c.mul(gammaOf(f.q)).mul(intNum(2).pow(f.q.add(intNum(-1)))).mul(f.p.pow(f.q).inv())
				m.exact = maternExact{a: f.p, nu: f.q, b: []num{exact}}
				c.doubt = c.doubt || !t.pow.same(f.q)
				c.parts = append(c.parts, m)
			case f.kind == besselJ && q > -0.5 && t.pow.neg().equal(f.q):
				// z^{−q}J_q(az) = (a/2)^q/Γ(q+1) Λ_{2q+2}(az)
				c.doubt = c.doubt || !t.pow.neg().same(f.q)
				w := t.c.mul(f.p.mul(intNum(2).inv()).pow(f.q)).mul(gammaOf(f.q.add(intNum(1))).inv())
				if err := c.wave(dim, f.p, w, f.q.mul(intNum(2)).add(intNum(2))); err != nil {
					return false, err
				}
			case f.kind == powerFactor && f.p.sign() > 0 && f.q.sign() < 0 && integer && n >= 0 && n%2 == 0 && n <= maxExpand:
				// z^{2j} = (((1+pz²) − 1)/p)^j
				ok := binomial(n/2, f.p, t.c, func(i int, w num) bool {
					b := f.q.add(intNum(int64(i)))
					if b.sign() > 0 {
						return false
					}
					group(&inverse, f.p).c = append(group(&inverse, f.p).c, b, w)
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
	for _, p := range gauss {
		g := newGaussian(dim, p.rate.float(), floats(p.c))
		g.exact = p
		c.doubt = c.doubt || p.doubt
		c.parts = append(c.parts, g)
	}
	for _, p := range expo {
		b, be, exact := maternBasis(p)
		m := newMatern(dim, p.rate.float(), 0.5, b, be)
		m.exact = maternExact{a: p.rate, nu: ratNum(big.NewRat(1, 2)), b: exact}
		c.doubt = c.doubt || p.doubt
		c.parts = append(c.parts, m)
	}
	for _, p := range osc {
		c.parts = append(c.parts, p)
	}
	for _, p := range inverse {
		c.doubt = c.doubt || p.doubt
		c.inverse(d, p)
	}
	c.mergeAtoms()
	return true, nil
}

func floats(c []num) []float64 {
	f := make([]float64, len(c))
	for i := range c {
		f[i] = c[i].float()
	}
	return f
}

// gammaOf returns Γ(q).
func gammaOf(q num) num {
	if k, integer := q.isInt(); integer && k > 0 && k < 200 {
		return ratNum(new(big.Rat).SetInt(new(big.Int).MulRange(1, int64(k-1))))
	}
	return applied(kernel.OpGamma, q)
}

// wave adds w·Λ_n(az).
func (c *closedForm) wave(dim int, a, w, n num) error {
	d, order := float64(dim), n.float()
	switch {
	case math.Abs(order-d) <= 8*epsilon*d:
		c.doubt = c.doubt || !n.same(intNum(int64(dim)))
		c.atoms = append(c.atoms, fourier.Atom{Omega: a.float(), Weight: w.float()})
	case order > d:
		c.parts = append(c.parts, &betaLaw{d: d, c: w.float(), a: a.float(), n: order, exact: betaExact{c: w, a: a, n: n}})
	default:
		return &NoDensityError{Singular, dim, fmt.Sprintf(
			"the kernel has the part Λ_n(%g z), n = %g, a wave on the sphere of radius %g in dimension %g; in a larger dimension its Fourier transform is a distribution on that sphere and no measure", a.float(), order, a.float(), order)}
	}
	return nil
}

func addDamped(osc []*damped, d float64, t *term, n int) []*damped {
	s := complex(t.lin.float(), -t.freq.float())
	c := complex(2*t.c.float(), 0)
	if t.phase == 1 {
		c *= 1i
	}
	var p *damped
	for _, q := range osc {
		if q.s == s {
			p = q
		}
	}
	if p == nil {
		p = &damped{d: d, s: s}
		osc = append(osc, p)
	}
	for len(p.c) <= n {
		p.c = append(p.c, 0)
	}
	p.c[n] += c
	p.exact = append(p.exact, *t)
	return osc
}

// binomial expands c·((x−1)/p)^j, calling f with the power of x and its coefficient.
func binomial(j int, p, c num, f func(i int, w num) bool) bool {
	c = c.mul(p.inv().powInt(j))
	for i := 0; i <= j; i++ {
		w := c.mul(ratNum(new(big.Rat).SetInt(new(big.Int).Binomial(int64(j), int64(i)))))
		if (j-i)%2 == 1 {
			w = w.neg()
		}
		if !f(i, w) {
			return false
		}
	}
	return true
}

// inverse adds Σ w (1+z²/a²)^b; p.c holds pairs b, w.
func (c *closedForm) inverse(d float64, p *polynomial) {
	a := 1 / math.Sqrt(p.rate.float())
	merged := map[string][2]num{}
	var order []string
	for i := 0; i < len(p.c); i += 2 {
		k := p.c[i].key()
		if m, dup := merged[k]; dup {
			merged[k] = [2]num{m[0], m[1].add(p.c[i+1])}
			continue
		}
		merged[k] = [2]num{p.c[i], p.c[i+1]}
		order = append(order, k)
	}
	for _, k := range order {
		switch b, w := merged[k][0], merged[k][1]; {
		case w.isZero():
		case b.isZero():
			c.atoms = append(c.atoms, fourier.Atom{Omega: 0, Weight: w.float()})
		default:
			c.parts = append(c.parts, &inversePower{d: d, c: w.float(), a: a, beta: -b.float(),
				exact: inverseExact{c: w, p: p.rate, beta: b.neg()}})
		}
	}
}

// maternBasis writes Σ c_j z^j e^{−az} as Σ b_i M_{i+½}(az), where
// M_{i+½}(x) = e^{−x} i!/(2i)! Σ_k (i+k)!/(k!(i−k)!) (2x)^{i−k}; be bounds the rounding of b.
func maternBasis(p *polynomial) (b, be []float64, exact []num) {
	n := len(p.c)
	u := make([]num, n)
	var size float64
	for j := range u {
		u[j] = p.c[j].mul(p.rate.powInt(-j))
		size = math.Max(size, math.Abs(u[j].float()))
	}
	b, be, exact = make([]float64, n), make([]float64, n), make([]num, n)
	fact := func(k int) *big.Int { return new(big.Int).MulRange(1, int64(k)) }
	for i := n - 1; i >= 0; i-- {
		head := new(big.Rat).SetFrac(fact(i), fact(2*i))
		coef := func(k int) num { // of x^{i−k}
			r := new(big.Rat).SetFrac(fact(i+k), new(big.Int).Mul(fact(k), fact(i-k)))
			r.Mul(r, head)
			return ratNum(r.Mul(r, new(big.Rat).SetInt(new(big.Int).Lsh(bigOne, uint(i-k)))))
		}
		w := u[i].mul(coef(0).inv())
		for k := 0; k <= i; k++ {
			u[i-k] = u[i-k].add(w.mul(coef(k)).neg())
			size = math.Max(size, math.Abs(u[i-k].float()))
		}
		exact[i] = w
		b[i], be[i] = w.float(), 2*epsilon*math.Abs(w.float())
		if !w.exact() {
			be[i] = 4 * float64(n+2) * epsilon * math.Max(size*math.Abs(coef(0).inv().float()), math.Abs(b[i]))
			if math.Abs(b[i]) <= be[i] {
				b[i] = 0 // a rounded zero, as the formula of a Matérn kernel leaves it
			}
		}
	}
	return b, be, exact
}

// truncated matches a sum on [0,R) that vanishes beyond.
func (c *closedForm) truncated(dim int, s sum, r num) bool {
	inv := r.mul(r).inv().neg() // 1 + p z², p = −1/R²
	type power struct{ alpha, w num }
	var powers []power
	add := func(alpha, w num) bool {
		if alpha.float() <= -1 {
			return false
		}
		for i := range powers {
			if powers[i].alpha.equal(alpha) {
				c.doubt = c.doubt || !powers[i].alpha.same(alpha)
				powers[i].w = powers[i].w.add(w)
				return true
			}
		}
		powers = append(powers, power{alpha, w})
		return true
	}
	for i := range s {
		t := &s[i]
		n, ok := t.pow.isInt()
		if !ok || n < 0 || n%2 != 0 || n > 2*maxExpand || t.phase != 0 ||
			!t.lin.isZero() || !t.freq.isZero() || !t.quad.isZero() || len(t.factors) > 1 {
			return false
		}
		alpha := intNum(0)
		for _, f := range t.factors {
			if f.kind != powerFactor || !f.p.equal(inv) {
				return false
			}
			c.doubt = c.doubt || !f.p.same(inv)
			alpha = f.q
		}
		if !binomial(n/2, inv, t.c, func(i int, w num) bool { return add(alpha.add(intNum(int64(i))), w) }) {
			return false
		}
	}
	for _, p := range powers {
		if !p.w.isZero() {
			c.parts = append(c.parts, &sonineLaw{d: float64(dim), c: p.w.float(), r: r.float(), alpha: p.alpha.float(),
				exact: sonineExact{c: p.w, r: r, alpha: p.alpha}})
		}
	}
	return true
}

func (c *closedForm) mergeAtoms() {
	slices.SortStableFunc(c.atoms, func(a, b fourier.Atom) int {
		switch {
		case a.Omega < b.Omega:
			return -1
		case a.Omega > b.Omega:
			return 1
		}
		return 0
	})
	var out []fourier.Atom
	for _, a := range c.atoms {
		if n := len(out); n > 0 && out[n-1].Omega == a.Omega {
			out[n-1].Weight += a.Weight
			continue
		}
		out = append(out, a)
	}
	c.atoms = slices.DeleteFunc(out, func(a fourier.Atom) bool { return a.Weight == 0 })
}
