package stationary

import (
	"context"
	"math/big"

	"krein/ball"
	fourier "krein/fourier/stationary"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/fourier/taxicab/enclosed"
	"krein/internal/hankel/line"
	"krein/internal/kernel/asymptotic"
	"krein/kernel"
)

// bracket is a mass that is at least low and at most high, which are enclosed.
// low and high are balls: the mass is at least some number in low and at most some in high, so that
// low.Lower and high.Upper bound it.
type bracket struct{ low, high *ball.Real }

// half halves the mass.
// A binary shift is exact.
func (b bracket) half() bracket {
	return bracket{new(ball.Real).Mul2Exp(b.low, -1), new(ball.Real).Mul2Exp(b.high, -1)}
}

// shift adds x.
func (b bracket) shift(x *ball.Real) bracket {
	return bracket{new(ball.Real).Add(b.low, x, massBits), new(ball.Real).Add(b.high, x, massBits)}
}

// atLeast raises the lower bound.
// The larger of two lower bounds is one, and the ball of the maximum contains it.
func (b *bracket) atLeast(x *ball.Real) { b.low = new(ball.Real).Max(b.low, x, massBits) }

// enclose writes the bounds of the masses. ‖μ_R⁺‖ and ‖μ_R⁻‖ have a sum in the bracket total, and the difference k(0).
// With ‖μ_R⁺‖ + ‖μ_R⁻‖ = T and ‖μ_R⁺‖ − ‖μ_R⁻‖ = μ_R(R^d) = k(0), the parts are (T ± k(0))/2; T ≥
// |k(0)| always.
func (m *Masses) enclose(total, imaginary bracket, at *ball.Real) error {
	total.atLeast(new(ball.Real).Abs(at, massBits))
	var errs [3]error
	m.RealPlus, errs[0] = total.shift(at).half().interval()
	m.RealMinus, errs[1] = total.shift(new(ball.Real).Neg(at)).half().interval()
	m.Imaginary, errs[2] = imaginary.interval()
	return rule.First(errs[0], errs[1], errs[2])
}

// interval writes the bracket of a mass, of which what is below 0 is cut off. A bracket without finite bounds says
// nothing; neither does an empty one, which no finite measure has.
// Ends are rounded outward to decimals.
func (b bracket) interval() (*Interval, error) {
	if b.low.IsFinite() && b.high.IsFinite() {
		if m := certificate.NewBounds(b.low.Lower(nil, massBits), b.high.Upper(nil, massBits)); m != nil {
			return decimals(m), nil
		}
	}
	return nil, rule.Incomplete("a mass has no bounds: at least %v, at most %v", b.low, b.high)
}

// together bounds the mass of a sum of measures by the triangle inequality, from below by that of the one that
// outweighs the others, if one does.
// ‖Σ μ_i‖ ≤ Σ ‖μ_i‖, and ‖Σ μ_i‖ ≥ ‖μ_j‖ − Σ_{i≠j} ‖μ_i‖ for each j, with the lower bound of μ_j
// and the upper ones of the others.
func together(list []bracket) bracket {
	all := bracket{new(ball.Real), new(ball.Real)}
	for _, b := range list {
		all.high.Add(all.high, b.high, massBits)
	}
	for _, b := range list {
		rest := new(ball.Real).Sub(all.high, b.high, massBits)
		all.atLeast(rest.Sub(b.low, rest, massBits))
	}
	return all
}

// apart adds brackets of measures that are mutually singular.
// Of mutually singular measures the variation of the sum is the sum of variations, also of real and
// imaginary parts, which are carried by the same sets.
func apart(list []bracket) bracket {
	all := bracket{new(ball.Real), new(ball.Real)}
	for _, b := range list {
		all.low.Add(all.low, b.low, massBits)
		all.high.Add(all.high, b.high, massBits)
	}
	return all
}

// ofProducts bounds ‖μ_R‖ and ‖μ_I‖ of a sum of products.
// k = Σ c_t Π f_tb has μ = Σ c_t ⊗ μ_tb: brackets of each product, classes of products that are
// singular to all others, the triangle inequality inside of a class, and lower bounds from
// restrictions. The map M changes no mass.
func ofProducts(ctx context.Context, cert *Certificate, k *fourier.Kernel,
	steps int) (real, imaginary bracket, err error) {
	t, err := tensor(Goal{Kernel: k})
	if err != nil {
		return real, imaginary, err
	}
	p := &products{ctx: ctx, cert: cert, steps: steps, radial: check.New(ctx, steps),
		even: map[*fourier.Factor]*ball.Real{}, odd: map[*fourier.Factor]*line.Measure{}}
	var re, im []bracket
	for _, term := range t.Terms {
		r, i, err := p.product(term)
		if err != nil {
			return real, imaginary, err
		}
		re, im = append(re, r), append(im, i)
	}
	var realParts, imaginaryParts []bracket
	for _, class := range p.classes(t) {
		var r, i []bracket
		for _, n := range class {
			r, i = append(r, re[n]), append(i, im[n])
		}
		realParts, imaginaryParts = append(realParts, together(r)), append(imaginaryParts, together(i))
	}
	real, imaginary = apart(realParts), apart(imaginaryParts)
	return real, imaginary, p.restrictions(t, &real)
}

// products are the masses of the factors of a sum of products.
type products struct {
	ctx    context.Context
	cert   *Certificate
	steps  int
	radial *rule.Checker
	even   map[*fourier.Factor]*ball.Real
	odd    map[*fourier.Factor]*line.Measure
}

// product bounds the real and the imaginary mass of Π(p_R + ip_I): sums of products of masses, with an even or odd
// number of imaginary ones, are above them, and so is the product of the masses ∫|p|, which is below their sum; one of
// the products less the others is below.
// For Π(R_b + iI_b): the real part is the sum of products with an even number of I's, with signs;
// the mass of a product measure is the product of masses. sum[0] and sum[1] add them by recursion,
// most[0] and most[1] are the largest of them: one of the products less all others, most − (sum −
// most), bounds from below. |R + iI| ≤ |R| + |I| as measures, so that ‖real‖ ≥ ∫|Π p| − ‖imaginary‖
// ≥ polar − sum[1].
func (p *products) product(term fourier.Term) (real, imaginary bracket, err error) {
	zero := new(ball.Real)
	c := kernel.NewNatural(term.Coef).BallAt(nil, new(ball.Real), massBits)
	c.Abs(c, massBits)
	sum, most, polar := [2]*ball.Real{c, zero}, [2]*ball.Real{c, zero}, c
	for _, f := range term.Factors {
		r, i, all, err := p.factor(f)
		if err != nil {
			return real, imaginary, err
		}
		times := func(a, b *ball.Real) *ball.Real { return new(ball.Real).Mul(a, b, massBits) }
		sum = [2]*ball.Real{new(ball.Real).Add(times(sum[0], r), times(sum[1], i), massBits),
			new(ball.Real).Add(times(sum[1], r), times(sum[0], i), massBits)}
		most = [2]*ball.Real{new(ball.Real).Max(times(most[0], r), times(most[1], i), massBits),
			new(ball.Real).Max(times(most[1], r), times(most[0], i), massBits)}
		polar = times(polar, all)
	}
	of := func(n int) bracket {
		b := bracket{new(ball.Real), new(ball.Real).Min(sum[n], polar, massBits)}
		others := new(ball.Real).Sub(sum[n], most[n], massBits)
		b.atLeast(others.Sub(most[n], others, massBits))
		b.atLeast(new(ball.Real).Sub(polar, sum[1-n], massBits))
		return b
	}
	return of(0), of(1), nil
}

// factor encloses ‖p_R‖, ‖p_I‖ and ∫|p|.
// ‖p_I‖ is twice that of its positive part: p_I is odd.
func (p *products) factor(f *fourier.Factor) (real, imaginary, polar *ball.Real, err error) {
	if f.Odd == nil {
		if p.even[f] == nil {
			if p.even[f], err = lemmaTotal(p.ctx, p.cert, f.Even, f.Dim, p.steps); err != nil {
				return nil, nil, nil, err
			}
		}
		return p.even[f], new(ball.Real), p.even[f], nil
	}
	m := p.odd[f]
	if m == nil {
		if m, err = line.Enclose(p.ctx, f.Even, f.Odd, nil); err != nil {
			return nil, nil, nil, rule.Incomplete("%v", err)
		}
		p.odd[f] = m
	}
	return new(ball.Real).Add(m.RealPlus, m.RealMinus, massBits), new(ball.Real).Mul2Exp(m.Imaginary, 1), m.Polar, nil
}

// classes divides the products such that those of different classes have mutually singular measures: on one of the
// subspaces one factor is a constant, of which the measure is an atom at 0, and the other tends to 0, so that its
// measure has no atom there (N. Wiener).
// Classes are the components of the relation "not proved singular": products of different
// components are singular pairwise, so that their sums are, too. Singular: ⊗ with δ₀ in block b
// lives on ω_b = 0; a product whose b-th factor tends to 0 at infinity has no atom there, and gives
// that set the measure 0.
func (p *products) classes(t *fourier.Tensor) [][]int {
	class := make([]int, len(t.Terms))
	for n := range class {
		class[n] = n
	}
	for n := range t.Terms {
		for m := range n {
			if class[m] == class[n] || p.singular(t.Terms[m], t.Terms[n]) {
				continue
			}
			from, to := class[n], class[m]
			for i := range class {
				if class[i] == from {
					class[i] = to
				}
			}
		}
	}
	lists := make([][]int, len(class))
	for n, c := range class {
		lists[c] = append(lists[c], n)
	}
	var out [][]int
	for _, list := range lists {
		if len(list) > 0 {
			out = append(out, list)
		}
	}
	return out
}

func (p *products) singular(a, b fourier.Term) bool {
	constant := func(f *fourier.Factor) bool { return f.Odd == nil && !f.Even.Expr().Varies() }
	for n, f := range a.Factors {
		g := b.Factors[n]
		if constant(f) && p.vanishes(g) || constant(g) && p.vanishes(f) {
			return true
		}
	}
	return false
}

// vanishes reports whether the even part of a factor is proved to tend to 0 at infinity.
// Wiener: the mean of f over [−X,X] tends to μ({0}). An odd function has the mean 0 at once; sgn·o
// adds nothing to the mean of its even part.
func (p *products) vanishes(f *fourier.Factor) bool {
	if f.Even == nil {
		return true
	}
	inf := p.radial.AtInfinity(f.Even)
	return inf.Kind == asymptotic.ZeroBeyond || tendsElsewhere(inf) == ball.False
}

// MostRestrictions bounds the subspaces of which the masses are looked at.
const MostRestrictions = 4

// restrictions raises the lower bound to the masses of what k is on the subspaces, which are those of images of μ_R, as
// far as lemmas have them.
// The restriction to V_b is the transform of the image of μ under the projection, whose real part
// has at most the mass of μ_R; its even part is real. A subspace without a lemma, or a restriction
// that vanishes, is left out.
func (p *products) restrictions(t *fourier.Tensor, real *bracket) error {
	for b := range min(len(t.Blocks), MostRestrictions) {
		f, err := OnBlock(t, b)
		if err != nil {
			continue
		}
		if l := p.cert.lemma(f, t.Blocks[b].Dim); l == nil || l.Mass().Kind != certificate.MassEnclosed {
			continue
		}
		total, err := lemmaTotal(p.ctx, p.cert, f, t.Blocks[b].Dim, p.steps)
		if err != nil {
			return err
		}
		real.atLeast(total)
	}
	return nil
}

// Limits of ofNorm1.
const (
	mostNorm1Dim   = 16
	mostNorm1Order = 64
)

// ofNorm1 bounds ‖μ_R‖ of φ(‖Δ‖₁), φ a piecewise polynomial that is a constant c from some s on: φ − c is a sum of
// a(b−s)_+^n, with the dilates of the measures of (1−s)_+^n, which have densities; c is an atom.
// By telescoping from the last breakpoint down: before b_i φ is the polynomial of the piece behind
// plus Σ a_n (b_i − s)^n, which beyond b_i is (b_i − s)_+^n. (b−s)_+^n = b^n(1 − s/b)_+^n, and a
// dilation keeps masses. n = 0 is a jump, whose mass is infinite: a coefficient that is not 0 there
// is refused. The densities of all powers are absolutely continuous, and the atom is apart from
// them.
func ofNorm1(k *fourier.Kernel) (bracket, error) {
	f, err := onNorm1(Goal{Kernel: k})
	if err != nil {
		return bracket{}, err
	}
	pieces, _ := f.PiecewisePolynomial() // none if it is no such
	last := len(pieces) - 1
	if last < 1 || len(pieces[last].Coef) > 1 || k.Dim() > mostNorm1Dim {
		return bracket{}, rule.Reject("%s is not proved to be a piecewise polynomial with rational coefficients that is "+
			"constant from some s on, in R^%d", f, k.Dim())
	}
	var powers []bracket
	for i := last; i > 0; i-- {
		b := pieces[i].Lo.Exact.Num()
		if b == nil {
			return bracket{}, rule.Incomplete("the breakpoint %s is not rational", pieces[i].Lo)
		}
		for n, a := range inPowers(pieces[i-1].Coef, pieces[i].Coef, b) {
			switch {
			case a.Sign() == 0:
				continue
			case n == 0 || n > mostNorm1Order:
				return bracket{}, rule.Reject("a term (%s−s)^%d", b.RatString(), n)
			}
			factor := new(ball.Real).SetRat(new(big.Rat).Abs(product(a, power(b, int64(n)))), massBits)
			low, high := enclosed.Mass(k.Dim(), n)
			powers = append(powers, bracket{low.Mul(low, factor, massBits), high.Mul(high, factor, massBits)})
		}
	}
	atom := new(ball.Real)
	for _, c := range pieces[last].Coef {
		atom.SetRat(new(big.Rat).Abs(c), massBits)
	}
	return together(powers).shift(atom), nil
}

// inPowers returns the a_n with p − q = Σ a_n (b−s)^n.
// p(s) − q(s) = Σ t_i (s−b)^i = Σ (−1)^i t_i (b−s)^i, exact.
func inPowers(p, q []*big.Rat, b *big.Rat) []*big.Rat {
	rest := make([]*big.Rat, max(len(p), len(q)))
	for i := range rest {
		rest[i] = new(big.Rat)
		if i < len(p) {
			rest[i].Add(rest[i], p[i])
		}
		if i < len(q) {
			rest[i].Sub(rest[i], q[i])
		}
	}
	for from := range rest { // Taylor coefficients at b, by Horner's scheme
		for i := len(rest) - 2; i >= from; i-- {
			rest[i].Add(rest[i], new(big.Rat).Mul(b, rest[i+1]))
		}
	}
	for n := 1; n < len(rest); n += 2 {
		rest[n].Neg(rest[n])
	}
	return rest
}
