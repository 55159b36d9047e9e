package hankel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"krein/internal/elem64"
	"krein/internal/hankel/chebyshev"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/mixture"
	"krein/internal/hankel/spline"
	"krein/internal/hankel/waves"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/quad/gauss"
	"krein/kernel"
)

// movedPart is a summand W(z) g(z) of a kernel in an odd dimension d = 2q+1: a sum W of waves over powers of z that is
// bounded at 0, W(z) = Σ w_j z^{−n_j} e^{iω_j z}, times any g. Quadrature over z fails where g decays slowly, but the density
// of such a product consists of values of that of g. On the line, with the densities h of the product and g of the factor at
// ω ∈ R, and v_j = (−i)^{n_j} w_j, which are real,
//
//	h^{(i)}(ω) = Σ_{n_j≤i} v_j g^{(i−n_j)}(ω−ω_j) + ∫ g(ω−b) Σ_{n_j>i} v_j (b−ω_j)_+^{n_j−1−i}/(n_j−1−i)! db,
//
// where the sum of truncated powers, a derivative of the density of W, ends at the last ω_j. In R^d the density is, with
// D = −ω^{−1} d/dω,
//
//	m(ω) = 2/(d−2)!! ω^{2q} D^q h(ω) = 2/(d−2)!! Σ_{i≤q} c_i ω^i h^{(i)}(ω),
//
// and so the derivatives of g follow from its densities in the dimensions 1, 3, ….
//
// All of it is in float64, with estimates of the errors: nothing is proved.
type movedPart struct {
	what   string
	dim, q int
	waves  []movedWave    // in increasing order of ω_j, which are of either sign
	lost   float64        // bounds what is left out of Σ|w_j|
	beyond float64        // what of that lies beyond the last ω_j
	next   continuation   // those terms one by one, if that is known
	size   float64        // Σ|v_j|
	base   []*Spectrum    // of g, in the dimensions 1, 3, …
	of     *kernel.Kernel // of which it is a summand
	ends   Tail
	many   bool // of terms without powers, on the line: those that are far off are taken together

	mu      sync.Mutex
	octaves map[int][]chebyshev.Panel
	blocks  map[int]*chebyshev.Panel
	most    map[int][]reach
	sums    map[int]float64
}

// continuation estimates the terms after the last of a series whose ω_j have the distance step: |v_j| ≤ level (from/ω_j)^decay.
// step is 0 where nothing is known.
type continuation struct{ step, from, level, decay float64 }

// reach is the largest |g^{(j)}(x)| that was found for |x| ≥ from.
type reach struct{ from, most float64 }

// movedWave is a term of W.
type movedWave struct {
	at, weight float64 // ω_j and v_j
	power      int     // n_j ≥ 0
}

// Bounds on the size of a moved part.
const (
	mostMovedPower = 8
	mostMovedOrder = 8
	mostMoved      = 1 << 10 // terms, of which a series with kinks has endlessly many
)

// splitMoved takes the summands W(z) z^{−p} g(z) of k that have no closed form and are no mixtures for parts of the closed
// form, and returns the rest, nil if there is none.
func (s *Spectrum) splitMoved(k *kernel.Kernel) *kernel.Kernel {
	if b, _ := k.Extension(); b != kernel.Natural {
		return k
	}
	var others *formula.Expr
	var parts []component
	summands := closed.Summands(k.Expr())
	for _, e := range summands {
		if p := s.wavesPart(e, k); p != nil {
			parts = append(parts, p)
			continue
		}
		others = formula.Combine(formula.OpAdd, others, e)
	}
	if others != nil && len(summands) > 1 { // which may be singular at 0 where their sum is not
		if p := s.wavesPart(k.Expr(), k); p != nil {
			parts, others = []component{p}, nil
		}
	}
	if len(parts) == 0 {
		return k
	}
	var rest *kernel.Kernel
	if others != nil {
		var err error
		if rest, err = naturally(others, k); err != nil {
			return k // the sum is defined, a part is not
		}
	}
	if s.closed == nil {
		s.closed = &closedForm{}
	}
	s.closed.parts = append(s.closed.parts, parts...)
	return rest
}

// wavesPart returns the part of a summand of k with waves, nil if it is none.
func (s *Spectrum) wavesPart(e *formula.Expr, k *kernel.Kernel) component {
	if p := s.newBesselProduct(e); p != nil {
		return p
	}
	if s.dim/2 > mostMovedOrder {
		return nil
	}
	if p := s.newPhased(e, k); p != nil {
		return p
	}
	if s.dim%2 == 1 {
		if p := s.newMoved(e, k); p != nil {
			return p
		}
	}
	return nil
}

// naturally returns the kernel of a formula on z ≥ 0 that is made from another one.
func naturally(e *formula.Expr, of *kernel.Kernel) (*kernel.Kernel, error) {
	k, err := defined.New(e)
	if err != nil {
		return nil, err
	}
	return defined.Extend(k.CutAt(of.Points()).Metered(of.Meter()), kernel.Natural, nil)
}

// newMoved returns the part of a summand, nil if it is none.
func (s *Spectrum) newMoved(e *formula.Expr, k *kernel.Kernel) *movedPart {
	if s.knownAnyway(e) {
		return nil
	}
	for powers := mostMovedPower; powers >= 0; powers-- {
		part := &movedPart{what: e.String(), dim: s.dim, q: s.dim / 2, of: k, octaves: map[int][]chebyshev.Panel{},
			blocks: map[int]*chebyshev.Panel{}}
		factor, taken := part.takeWaves(e, powers)
		if taken > 0 { // there were no more
			powers = min(powers, taken)
		}
		if factor == nil || !part.bounded() {
			continue
		}
		g, err := naturally(factor, k)
		if err != nil || s.resolvedAnyway(e, g, k) {
			return nil
		}
		least, most := mostMovedPower, 0
		for _, w := range part.waves {
			least, most = min(least, w.power), max(most, w.power)
		}
		for j := 0; j <= max(0, part.q-least); j++ {
			b, err := New(g, 2*j+1, nil)
			if err != nil || len(b.atoms) > 0 {
				return nil
			}
			part.base = append(part.base, b)
		}
		part.ends = s.movedTail(e, part)
		part.many = most == 0 && part.q == 0 && len(part.waves) > 4*blockTerms
		return part
	}
	return nil
}

// knownAnyway reports whether a summand is a mixture of Gaussians or has a closed form.
func (s *Spectrum) knownAnyway(e *formula.Expr) bool {
	if _, ok := mixture.Recognise(e); ok {
		return true
	}
	f, ok := closed.Normalise(e)
	if !ok {
		return false
	}
	ok, err := (&closed.Form{More: spline.Take}).Natural(s.dim, f)
	return ok && err == nil
}

// resolvedAnyway reports whether quadrature does for a product, as it does for what ends at some distance or falls as fast
// as a Gaussian function, if its pieces are known.
func (s *Spectrum) resolvedAnyway(e *formula.Expr, g, of *kernel.Kernel) bool {
	switch numeric.AtInfinity(g).Kind {
	case asymptotic.ZeroBeyond, asymptotic.Gaussian, asymptotic.SuperExp:
	default:
		return false
	}
	k, err := naturally(e, of)
	if err != nil {
		return false
	}
	_, err = k.Pieces()
	return err == nil
}

// takeWaves takes the factors of e that are waves, and up to z^{−powers} beside them, and returns the product of the others
// and the power that it took; a nil product if there are no waves, or nothing else, or the waves are not known.
func (p *movedPart) takeWaves(e *formula.Expr, powers int) (factor *formula.Expr, n int) {
	factors, c := formula.FactorList(formula.Unfold(e), false)
	ok := false
	product, other := closed.Sum(nil), (*formula.Expr)(nil)
	for _, f := range factors {
		sum, _ := closed.Normalise(f)
		waved, bare := onlyWaves(sum)
		switch {
		case waved && !bare:
			if product == nil {
				product = sum
			} else if product, ok = product.Times(sum); !ok {
				return nil, 0
			}
		case bare && sum[0].Pow.Sign() < 0:
			down, _ := sum[0].Pow.IsInt()
			take := min(-down, powers-n)
			n += take
			if rest := -down - take; rest > 0 {
				factor = formula.Combine(formula.OpMul, factor, overPower(rest))
			}
			x, ok := sum[0].C.Expr()
			if !ok {
				return nil, 0
			}
			c = formula.Mul(c, x)
		case waves.Of(f):
			other = formula.Combine(formula.OpMul, other, f)
		default:
			factor = formula.Combine(formula.OpMul, factor, f)
		}
	}
	switch {
	case factor == nil:
		return nil, 0
	case other == nil:
		scale, ok := closed.Normalise(formula.Mul(c, overPower(n)))
		if product == nil || !ok {
			return nil, 0
		}
		if product, ok = product.Times(scale); !ok || !p.takeSum(product) {
			return nil, 0
		}
	default: // a series, of which finite sums are factors
		for _, f := range factors {
			sum, _ := closed.Normalise(f)
			waved, bare := onlyWaves(sum)
			switch {
			case !waved || bare:
			case !waves.Of(f):
				return nil, 0
			default:
				other = formula.Mul(other, f)
			}
		}
		if !p.takeSeries(formula.Identity(formula.Mul(c, other)), n) {
			return nil, 0
		}
	}
	slices.SortStableFunc(p.waves, func(a, b movedWave) int { return cmp.Compare(a.at, b.at) })
	return factor, n
}

// overPower returns z^{−n}.
func overPower(n int) *formula.Expr {
	switch n {
	case 0:
		return formula.Int(1)
	case 1:
		return formula.Div(formula.Int(1), formula.Variable())
	}
	return formula.Pow(formula.Variable(), formula.Int(int64(-n)))
}

// takeSum fills in the terms of a finite sum.
func (p *movedPart) takeSum(sum closed.Sum) bool {
	waved := false
	for i := range sum {
		t := &sum[i]
		n, ok := t.Pow.IsInt()
		if !ok || n > 0 || -n > mostMovedPower || (t.Phase-n)%2 != 0 || len(p.waves) == mostMoved {
			return false
		}
		v := t.C.Float64()
		if (t.Phase+n)%4 != 0 { // (−i)^{−n} i^φ
			v = -v
		}
		waved = waved || !t.Freq.IsZero()
		p.waves = append(p.waves, movedWave{t.Freq.Float64(), v, -n})
	}
	return waved
}

// takeSeries fills in the terms of a Fourier series over z^n.
func (p *movedPart) takeSeries(wave *formula.Expr, n int) bool {
	const bits = 64
	if n > mostMovedPower {
		return false
	}
	odd := n%2 == 1
	beyond := 0.0
	var list *waves.Atoms
	var err error
	if odd {
		list, err = waves.Series(wave, true, bits, p.of)
	} else if list, err = waves.Cosines(wave, bits, p.of); err == nil {
		before := list.Lost.Float64()
		list.CutLattice(mostMoved)
		beyond = math.Max(0, list.Lost.Float64()-before)
	}
	step := 0.0
	if err == nil && evenly(list.List) { // so that what is left out goes on so
		beyond = list.Lost.Float64()
		step = list.List[1].Omega.Float64() - list.List[0].Omega.Float64()
	}
	if err != nil || len(list.List) > 2*mostMoved {
		return false
	}
	sign, most := 1.0, 0.0
	if n/2%2 == 1 {
		sign = -1
	}
	for i := range list.List {
		most = math.Max(most, math.Abs(list.List[i].Weight.Nearest()))
	}
	p.lost = list.Lost.Float64()
	after := 0.0 // of those since the last that is taken
	for i := range list.List {
		x := &list.List[i]
		w, v := x.Omega.Float64(), sign*x.Weight.Nearest()
		if math.Abs(v) <= noWave*most {
			after += x.Weight.MagUpper().Float64()
			continue
		}
		p.lost, after = p.lost+after, 0 // not beyond the last
		switch {
		case w == 0 && !odd:
			p.waves = append(p.waves, movedWave{0, v, n})
		case odd && w > 0: // c_ω = iv, c_{−ω} = −iv
			p.waves = append(p.waves, movedWave{w, v, n}, movedWave{-w, -v, n})
		case w > 0: // cos(ωz) has both halves
			p.waves = append(p.waves, movedWave{w, v / 2, n}, movedWave{-w, v / 2, n})
		}
	}
	p.lost, p.beyond = p.lost+after, beyond+after
	for _, w := range p.waves {
		p.size += math.Abs(w.weight)
	}
	if step > 0 {
		p.next = p.continued(step)
	}
	return len(p.waves) > 0
}

// continued follows the largest weights of the last waves and of those at half their frequencies.
func (p *movedPart) continued(step float64) continuation {
	var half, all, last float64
	for _, w := range p.waves {
		last = math.Max(last, w.at)
	}
	for _, w := range p.waves {
		switch at := w.at / last; {
		case at > 0.9:
			all = math.Max(all, math.Abs(w.weight))
		case at > 0.45 && at <= 0.5:
			half = math.Max(half, math.Abs(w.weight))
		}
	}
	c := continuation{step, 0.9 * last, all, math.Log2(half / all)}
	if !(c.decay > 1) || math.IsInf(c.decay, 1) || len(p.waves) < 64 {
		return continuation{}
	}
	return c
}

// evenly reports whether atoms have equal distances.
func evenly(list []waves.Atom) bool {
	if len(list) < 3 {
		return false
	}
	step := list[1].Omega.Float64() - list[0].Omega.Float64()
	for i := 2; i < len(list); i++ {
		if gap := list[i].Omega.Float64() - list[i-1].Omega.Float64(); math.Abs(gap-step) > 1e-9*step {
			return false
		}
	}
	return true
}

// bounded reports whether W is bounded at 0, as it is if Σ v_j (b−ω_j)^{n_j−1}/(n_j−1)! is 0 for all b, coefficient by
// coefficient.
func (p *movedPart) bounded() bool {
	var sum, size [mostMovedPower]float64
	for _, w := range p.waves {
		v := w.weight // of b^k (−ω)^{n−1−k}/(k! (n−1−k)!)
		for k := w.power - 1; k >= 0; k-- {
			x := v
			for i := 2; i <= k; i++ {
				x /= float64(i)
			}
			sum[k] += x
			size[k] += math.Abs(x)
			v *= -w.at / float64(w.power-k)
		}
	}
	for k := range sum {
		if math.Abs(sum[k]) > 1e-13*size[k] {
			return false
		}
	}
	return true
}

// noWave is the share of the largest weight at and below which others are noise.
const noWave = 0x1p-60

// movedTail is the behaviour of the density at both ends: from the formula, or if its singularities are not known, from
// that of the factor, which the waves far below do not change but for a constant.
func (s *Spectrum) movedTail(e *formula.Expr, p *movedPart) Tail {
	t := s.singularTail(p.of.Derive(e).Metered(p.of.Meter()))
	if t.Kind == TailUnknown && p.q == 0 {
		sum := 0.0
		for _, w := range p.waves {
			if sum += w.weight; w.power > 0 {
				sum = math.NaN()
			}
		}
		of := p.base[0].Tail()
		if t = of; of.Kind == TailPower {
			still := slices.DeleteFunc(slices.Clone(of.Waves), func(w Wave) bool { return w.Freq != 0 })
			if !math.IsNaN(sum) && len(still) > 0 && len(still) == len(of.Waves) {
				for i := range still {
					still[i].Coef *= sum
				}
				t = powerTail(still)
				t.Because = of.Because
			} else {
				t = Tail{Kind: TailUnknown, Coef: math.NaN(), Because: of.Because}
			}
		} else if of.Kind != TailZero {
			t = Tail{Kind: TailRapid, Coef: math.NaN(), Finite: true, Because: of.Because}
		}
	}
	if t.Kind == TailZero {
		t.Rate += p.last()
	}
	t.OriginExponent, t.OriginCoef = float64(s.dim)-1, math.NaN()
	return t
}

func (p *movedPart) String() string {
	return fmt.Sprintf("the density of a factor moved by %d frequencies (of %s)", len(p.waves), p.what)
}

func (p *movedPart) tail() Tail { return p.ends }

// last returns the largest ω_j.
func (p *movedPart) last() float64 { return p.waves[len(p.waves)-1].at }

// extent returns where the density of the factor lies, seen from a place.
func (p *movedPart) extent() (lo, hi float64) { return p.base[0].Scale() }

func byPlace(w movedWave, at float64) int { return cmp.Compare(w.at, at) }

// effort is that of its values, Spectrum.Effort, beyond one.
func (p *movedPart) effort(omega float64) int {
	n := 0
	for _, w := range p.waves[:min(len(p.waves), 8)] { // about the same everywhere
		n += p.base[0].Effort(math.Abs(omega-w.at)) - 1
	}
	return n
}

// breaks returns frequencies ω > 0 at and around which the density has features as narrow as that of the factor.
func (p *movedPart) breaks() (out []float64) {
	lo, hi := p.extent()
	last := p.last()
	lo = math.Max(lo, 0x1p-50*last)
	for i, x := range p.waves {
		w := x.at
		if w <= 0 {
			continue
		}
		out = append(out, w)
		if len(p.waves) > 32 {
			near := math.Inf(1)
			if i > 0 {
				near = w - p.waves[i-1].at
			}
			if h := hi / 8; h < near/4 {
				out = append(out, w-h, w+h)
			}
			continue
		}
		for h := lo; h < hi && h < 4*last; h *= 8 {
			out = append(out, w+h)
			if h < w {
				out = append(out, w-h)
			}
		}
	}
	return out
}

// density adds up derivatives.
func (p *movedPart) density(omega float64) (v, err float64) {
	if cost := int64(min(len(p.waves), 4*blockTerms)) * movedCost; !p.of.Meter().Spend(cost) {
		return math.NaN(), math.Inf(1)
	}
	c := descent(p.q)
	power, front := 1.0, 2.0
	for j := p.dim - 2; j > 1; j -= 2 {
		front /= float64(j)
	}
	for i := 0; i <= p.q; i++ {
		if c[i] != 0 {
			h, e := p.derivative(i, omega)
			v += c[i] * power * h
			err += math.Abs(c[i]) * power * (e + 4*epsilon*math.Abs(h))
		}
		power *= omega
	}
	return front * v, front*err + 4*epsilon*math.Abs(front*v)
}

// movedCost is what a value of the factor's density costs beside its own work.
const movedCost = 2

// descent returns c with D^q h = ω^{−2q} Σ c_i ω^i h^{(i)}, D = −ω^{−1} d/dω: from ω^{−n} h^{(i)} comes
// n ω^{−n−2} h^{(i)} − ω^{−n−1} h^{(i+1)}.
func descent(q int) []float64 {
	c := []float64{1}
	for k := range q {
		next := make([]float64, len(c)+1)
		for i, x := range c { // the term is ω^{i−2k} h^{(i)}
			next[i] += float64(2*k-i) * x
			next[i+1] -= x
		}
		c = next
	}
	return c
}

// derivative returns h^{(i)}(ω).
func (p *movedPart) derivative(i int, omega float64) (v, err float64) {
	powers := false
	near := p.waves
	if p.many {
		var q *chebyshev.Panel
		if q, near = p.block(omega); q != nil {
			v, err = q.At(omega), q.Err
		}
	}
	for _, w := range near {
		if w.power > i {
			powers = true
			continue
		}
		at, lost := omega-w.at, 0.0
		if math.Abs(at) < epsilon*omega { // where g may be infinite
			at, lost = epsilon*omega, 1
		}
		g, e := p.factorDerivative(i-w.power, at)
		x := w.weight * g
		v += x
		// The rounding of ω moves a g that is no worse than a power of |ω−ω_j|.
		err += math.Abs(w.weight)*e + (2*epsilon+epsilon*omega/math.Abs(at)+lost)*math.Abs(x)
	}
	if powers {
		x, e := p.convolved(i, omega)
		v += x
		err += e
	}
	return v, err + p.without(i, omega)
}

// without estimates what the terms that are left out would add to h^{(i)}(ω), if that is more than rounding.
func (p *movedPart) without(i int, omega float64) float64 {
	if p.lost <= 4*epsilon*p.size {
		return 0
	}
	n := p.waves[0].power // of all terms of a series
	if n > i {
		return math.Inf(1)
	}
	part := func(lost, from float64) float64 {
		if lost == 0 { // mostFrom may be infinite
			return 0
		}
		return lost * p.mostFrom(i-n, from)
	}
	far := part(p.beyond, p.last()-omega)
	if c := p.next; c.step > 0 { // terms next to each other add up to an integral of |g^{(j)}|
		far = math.Min(far, c.level*elem64.Pow(c.from/math.Max(omega, c.from), c.decay)*(p.mostFrom(i-n, 0)+2/c.step*p.sums[i-n]))
	}
	return part(p.lost-p.beyond, 0) + far
}

// mostFrom returns the largest |g^{(j)}(x)|, |x| ≥ from, of a grid.
func (p *movedPart) mostFrom(j int, from float64) float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	grid := p.most[j]
	if grid == nil {
		lo, hi := p.extent()
		end := math.Max(64*hi, 4*p.last())
		for x := math.Max(lo/64, end*0x1p-60); x < end && !p.of.Meter().Stopped(); x *= 1.1892 {
			v, e := p.factorDerivative(j, x)
			grid = append(grid, reach{x, math.Abs(v) + e})
		}
		for k := len(grid) - 2; k >= 0; k-- {
			grid[k].most = math.Max(grid[k].most, grid[k+1].most)
		}
		if p.most == nil {
			p.most, p.sums = map[int][]reach{}, map[int]float64{}
		}
		p.most[j] = grid
		for k := range grid {
			p.sums[j] += grid[k].most * (grid[k].from - grid[max(0, k-1)].from)
		}
	}
	if len(grid) == 0 || p.of.Meter().Stopped() {
		return math.Inf(1)
	}
	k, _ := slices.BinarySearchFunc(grid, from, func(r reach, x float64) int { return cmp.Compare(r.from, x) })
	return grid[max(0, min(k-1, len(grid)-1))].most
}

// blockTerms is how many of the terms are in a block of frequencies.
const blockTerms = 16

// block returns what all terms beyond the neighbours of the block of ω come to there, where it is a smooth function, and the
// other terms; nil and all terms beyond the last one.
func (p *movedPart) block(omega float64) (*chebyshev.Panel, []movedWave) {
	width := 2 * p.last() / float64(len(p.waves)) * blockTerms
	i := int(omega / width)
	a := float64(i) * width
	if a > p.last() {
		return nil, p.waves
	}
	from, _ := slices.BinarySearchFunc(p.waves, a-width, byPlace)
	to, _ := slices.BinarySearchFunc(p.waves, a+2*width, byPlace)
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.blocks[i]
	if q == nil {
		q = &chebyshev.Panel{A: a, B: a + width}
		var v, off [chebyshev.Evals]float64
		for k, u := range chebyshev.Tables().Nodes {
			x := a + width/2*(1+u)
			for _, list := range [][]movedWave{p.waves[:from], p.waves[to:]} {
				for _, w := range list {
					g, e := p.factorDerivative(0, x-w.at)
					v[k] += w.weight * g
					off[k] += math.Abs(w.weight)*e + 2*epsilon*math.Abs(w.weight*g)
				}
			}
		}
		if q.Fit(v[:], off[:]); p.of.Meter().Spend(int64(len(p.waves)) * chebyshev.Evals * movedCost) {
			p.blocks[i] = q
		}
	}
	return q, p.waves[from:to]
}

// factorDerivative returns g^{(j)}(x). With T_r = D^r g, which the densities m_{2r+1} = 2/(2r−1)!! x^{2r} T_r of the factor
// give, T_r' = −x T_{r+1}.
func (p *movedPart) factorDerivative(j int, x float64) (v, err float64) {
	a := math.Abs(x)
	for r, coef := range derivatives(j) {
		if len(coef) == 0 {
			continue
		}
		m, e := p.base[r].Density(a)
		size := 0.5
		for k := 2*r - 1; k > 1; k -= 2 {
			size *= float64(k)
		}
		weight := 0.0
		for n, y := range coef { // of x^n/x^{2r}
			if y != 0 {
				weight += y * elem64.Pow(a, float64(n-2*r))
			}
		}
		v += weight * size * m
		err += math.Abs(weight*size) * (e + 8*epsilon*math.Abs(m))
	}
	if j%2 == 1 && x < 0 {
		v = -v
	}
	return v, err
}

// derivatives returns polynomials P_r(x) with g^{(j)} = Σ P_r T_r.
func derivatives(j int) [][]float64 {
	p := [][]float64{{1}}
	for range j {
		next := make([][]float64, len(p)+1)
		for r := range p {
			for n, y := range p[r] {
				if y == 0 {
					continue
				}
				if n > 0 {
					next[r] = added(next[r], n-1, float64(n)*y)
				}
				next[r+1] = added(next[r+1], n+1, -y)
			}
		}
		p = next
	}
	return p
}

func added(p []float64, n int, y float64) []float64 {
	for len(p) <= n {
		p = append(p, 0)
	}
	p[n] += y
	return p
}

// convolved returns ∫ g(ω−b) Σ_{n_j>i} v_j (b−ω_j)_+^{n_j−1−i}/(n_j−1−i)! db, knot by knot.
func (p *movedPart) convolved(i int, omega float64) (v, err float64) {
	for k := 0; k+1 < len(p.waves); k++ {
		from, to := omega-p.waves[k+1].at, omega-p.waves[k].at
		weight := func(x float64) (sum float64) { // at b = ω − x
			for _, w := range p.waves[:k+1] {
				if w.power <= i {
					continue
				}
				y := w.weight
				for r := 1; r < w.power-i; r++ {
					y *= (omega - x - w.at) / float64(r)
				}
				sum += y
			}
			return sum
		}
		for _, half := range [2][2]float64{{math.Max(from, 0), to}, {from, math.Min(to, 0)}} {
			if half[0] < half[1] {
				x, e := p.weighted(half[0], half[1], weight)
				v += x
				err += e
			}
		}
	}
	return v, err + 4*epsilon*math.Abs(v)
}

// weighted returns ∫ weight(x) g(|x|) dx over an interval on one side of 0, with a polynomial weight of low degree.
func (p *movedPart) weighted(from, to float64, weight func(x float64) float64) (v, err float64) {
	sign := 1.0
	lo, hi := from, to
	if to <= 0 {
		sign, lo, hi = -1, -to, -from
	}
	if hi <= 0 {
		return 0, 0
	}
	x, w := gauss.Legendre(ruleNodes)
	_, top := math.Frexp(hi)
	for e := top; ; e-- {
		b := math.Ldexp(1, e)
		if b <= lo {
			break
		}
		if e < top-momentOctaves { // the rest follows a power law, or is nothing
			m, off := p.base[0].Density(b)
			a := p.base[0].Tail().OriginExponent
			all := weight(0) * m / 2 * b / (a + 1)
			v += all
			return v, err + math.Abs(all)*0.1 + off*b
		}
		panels := p.octave(e - 1)
		for i := range panels {
			q := &panels[i]
			l, h := math.Max(lo, q.A), math.Min(hi, q.B)
			if !(l < h) {
				continue
			}
			sum, most := 0.0, 0.0
			for j := range x {
				y := l + (h-l)/2*(1+x[j])
				f := weight(sign * y)
				sum += w[j] * f * q.At(y)
				most = math.Max(most, math.Abs(f))
			}
			v += sum * (h - l) / 2
			err += q.Mean * most * (h - l)
		}
	}
	return v, err
}

// momentOctaves is how many octaves of frequencies are followed towards 0.
const momentOctaves = 100

// octave returns panels of g on [2^e, 2^{e+1}].
func (p *movedPart) octave(e int) []chebyshev.Panel {
	p.mu.Lock()
	defer p.mu.Unlock()
	if out, ok := p.octaves[e]; ok {
		return out
	}
	var out []chebyshev.Panel
	var split func(a, b float64, depth int)
	split = func(a, b float64, depth int) {
		q := chebyshev.Panel{A: a, B: b}
		var v, off [chebyshev.Evals]float64
		noise := 0.0
		for i, u := range chebyshev.Tables().Nodes {
			v[i], off[i] = p.base[0].Density(a + (b-a)/2*(1+u))
			if math.IsNaN(v[i]) || math.IsInf(off[i], 1) {
				v[i], off[i] = 0, math.MaxFloat64/1e20
			}
			v[i], off[i] = v[i]/2, off[i]/2
			noise = math.Max(noise, off[i])
		}
		q.Fit(v[:], off[:])
		if depth < 12 && q.Rest > math.Max(1e-14*q.Amp, 2*noise) && !p.of.Meter().Stopped() {
			mid := a + (b-a)/2
			split(a, mid, depth+1)
			split(mid, b, depth+1)
			return
		}
		out = append(out, q)
	}
	split(math.Ldexp(1, e), math.Ldexp(1, e+1), 0)
	if !p.of.Meter().Stopped() {
		p.octaves[e] = out
	}
	return out
}

// onlyWaves reports whether all terms of a sum are z^n e^{ifz}, and whether that is a single power of z without a wave.
func onlyWaves(s closed.Sum) (yes, bare bool) {
	for i := range s {
		t := &s[i]
		if _, ok := t.Pow.IsInt(); !ok || len(t.Factors) > 0 || !t.Lin.IsZero() || !t.Quad.IsZero() {
			return false, false
		}
	}
	return len(s) > 0, len(s) == 1 && s[0].Bare() && s[0].Phase == 0
}
