package pair

import (
	"context"
	"math"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krein/decompose/tensor"
	"krein/internal/features/harmonic"
	"krein/internal/parallel"
	"krein/internal/quad/gauss"
	"krein/internal/simd"
)

// Variances by formula, of independent frequencies and across the subspaces.
//
// The wave of a frequency is z = Π_b e^{i(a_b+θ_b)} over the subspaces, a_b = ⟨ω_b,Δ_b⟩, and what exact low orders take
// out of it is the beginning of z(t) = e^{iθ}e^{ita} at t = 0: coefficients of products, which are convolutions of
// those of the factors. So E z z' and E z z̄', for a frequency with itself and for two of one draw, are products over
// subspaces of integrals over one quantile each, and
//
//	Var(mean) = V/n + (n−1)/n·C,   V = ½Re(E z² + E|z|²) − m²,   C = ½Re(E zz' + E zz̄') − m²,   m = Re E z.
//
// Two frequencies of a Latin hypercube have two different strata on a line, all pairs of strata with equal chances. In
// more dimensions the strata are in order, and the directions of runs of d orthogonal: there E e^{i(r⟨q,s⟩ ± r'⟨q',s⟩)}
// = Λ_d(√(r²+r'²)|s|) = Σ_k P_2k(0) h_2k(r|s|) h_2k(r'|s|).

// factored is a part of which variances are known by formula.
type factored interface {
	Part
	Project(delta []float64) []float64
	Mixture(most int) *tensor.Mixture
}

const (
	mostBranches = 16
	orders       = 4 // the wave, and its terms of order 0, 1, 2
)

// pairing are the products of what two frequencies have, with and without conjugation.
type pairing [2][orders][orders]complex128

// times multiplies by those of another subspace.
func (m *pairing) times(g *pairing) {
	var out pairing
	for c := range m {
		out[c][0][0] = m[c][0][0] * g[c][0][0]
		for k := range orders - 1 {
			for i := range k + 1 {
				out[c][0][1+k] += m[c][0][1+i] * g[c][0][1+k-i]
				out[c][1+k][0] += m[c][1+i][0] * g[c][1+k-i][0]
				for l := range orders - 1 {
					for j := range l + 1 {
						out[c][1+k][1+l] += m[c][1+i][1+j] * g[c][1+k-i][1+l-j]
					}
				}
			}
		}
	}
	*m = out
}

// unit are those of no subspace.
func unit() (m pairing) {
	for c := range m {
		m[c][0][0], m[c][0][1], m[c][1][0], m[c][1][1] = 1, 1, 1, 1
	}
	return m
}

// sum returns ½Re(e^{i(α+β)} zz' + e^{i(α−β)} zz̄'), less low orders if they are exact.
func (m *pairing) sum(alpha, beta float64, exact bool) float64 {
	var v [2]complex128
	for c := range m {
		v[c] = m[c][0][0]
		if !exact {
			continue
		}
		for k := 1; k < orders; k++ {
			v[c] -= m[c][0][k] + m[c][k][0]
			for l := 1; l < orders; l++ {
				v[c] += m[c][k][l]
			}
		}
	}
	return real(cmplx.Rect(0.5, alpha+beta)*v[0] + cmplx.Rect(0.5, alpha-beta)*v[1])
}

// formula has the rules with which the factors of a part are integrated, for n frequencies of a draw.
type formula struct {
	part   factored
	mix    *tensor.Mixture
	dims   []int
	n      int
	strata bool      // of n quantiles
	folded bool      // of |2u−1|
	exact  bool      // what exact low orders need is computed, too
	rules  [][]*rule // by block and factor
	tables map[int]*waveTable
}

// rule are nodes for the quantile of a factor.
type rule struct {
	x, weight []float64
	turn      []complex128 // e^{iθ}
	stratum   []int
	// On a line: sums of w x^k, of w e^{iθ} x^k in the strata and in all, and of w e^{2iθ} x^k.
	plain  [2*orders - 3]complex128
	turned [orders - 1]complex128
	twice  [2*orders - 3]complex128
	strata [][orders - 1]complex128
	phases bool // some are not 0
}

// sum fills in the sums.
func (r *rule) sum(n int, strata bool) {
	if strata {
		r.strata = make([][orders - 1]complex128, n)
	}
	for i, x := range r.x {
		w, t := complex(r.weight[i], 0), r.turn[i]
		r.phases = r.phases || t != 1
		for k := range r.plain {
			if k < len(r.turned) {
				r.turned[k] += w * t
				if strata {
					r.strata[r.stratum[i]][k] += w * t
				}
			}
			r.plain[k] += w
			r.twice[k] += w * t * t
			w *= complex(x, 0)
		}
	}
}

// taylor are the coefficients of e^{ia}.
var taylor = [orders - 1]complex128{1, 1i, -0.5}

// newFormula returns nil where there is no formula, or one that would take more than simulation: where frequencies are so
// large for the displacements that their waves turn too often to be integrated. The error is ctx's.
func newFormula(ctx context.Context, part Part, o *Options, n int) (*formula, error) {
	p, ok := part.(factored)
	if !ok {
		return nil, nil
	}
	o = o.remembering()
	f := &formula{part: p, dims: part.Dims(), n: n, exact: o.memo.exact, strata: o.Coupling != IID && n > 1}
	several := 0
	for _, d := range f.dims {
		if d > 1 {
			several++
		}
	}
	f.folded = o.Coupling == Joint
	f.tables = o.memo.tables
	if f.dims == nil || o.Coupling == Across && several > 1 || f.folded && (len(f.dims) > 1 || several > 0) {
		return nil, nil
	}
	if f.mix = p.Mixture(mostBranches); f.mix == nil {
		return nil, nil
	}
	key := ruleKey{part: part, folded: f.folded}
	if f.strata {
		key.strata = n
	}
	var err error
	f.rules, err = remembered(o.memo.rules, key, part, func() ([][]*rule, error) {
		return f.integrate(ctx, o.memo.displacements)
	})
	if f.rules == nil {
		return nil, err
	}
	for _, d := range f.dims {
		if d > 1 && f.tables[d] == nil {
			f.tables[d] = newWaveTable(d)
		}
	}
	return f, nil
}

// integrate returns the rules of all factors, nil if one of them would take too many nodes. The error is ctx's.
func (f *formula) integrate(ctx context.Context, displacements [][]float64) (all [][]*rule, err error) {
	reach := make([]float64, len(f.dims))
	for _, delta := range displacements {
		for b, s := range f.part.Project(delta) {
			reach[b] = max(reach[b], math.Abs(s))
		}
	}
	for b, factors := range f.mix.Factors {
		rules := make([]*rule, len(factors))
		for k := range factors {
			if rules[k] = f.rule(&factors[k], reach[b], f.dims[b] > 1); rules[k] == nil || ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if f.dims[b] == 1 {
				rules[k].sum(f.n, f.strata)
			}
		}
		all = append(all, rules)
	}
	return all, nil
}

// nodes are rules for panels on which waves turn by less than so much. Between two quantiles that are close a wave is
// nearly linear, and two nodes are exact for squares of that.
var nodes = []struct {
	turn float64
	x, w []float64
}{legendre(0.1, 2), legendre(0.4, 3), legendre(math.Inf(1), 6)}

func legendre(turn float64, n int) (r struct {
	turn float64
	x, w []float64
}) {
	r.turn = turn
	r.x, r.w = gauss.Legendre(n)
	return r
}

// rule integrates a factor: panels end at strata, at the factor's edges and the nearer to the ends the narrower, and
// are halved until waves of displacements up to reach turn little on them. It returns nil where that takes too many: of
// frequencies so large, a sample of draws is as good.
func (f *formula) rule(factor *tensor.Factor, reach float64, radial bool) *rule {
	const most, narrow, turn, mostNodes = 64, 1e-6, 1.5, 1 << 17
	edges := slices.Clone(factor.Edges)
	stratum := func(u float64) int { return 0 }
	switch n := f.n; {
	case !f.strata:
	case f.folded:
		for i := range n {
			v := float64(i) / float64(n)
			edges = append(edges, (1-v)/2, (1+v)/2)
		}
		stratum = func(u float64) int { return min(int(math.Abs(2*u-1)*float64(n)), n-1) }
	default:
		for i := range n {
			edges = append(edges, float64(i)/float64(n))
		}
		stratum = func(u float64) int { return min(int(u*float64(n)), n-1) }
	}
	for i := range most + 1 {
		edges = append(edges, float64(i)/most)
	}
	for e := 7; e < 45; e++ {
		edges = append(edges, math.Ldexp(1, -e), 1-math.Ldexp(1, -e))
		if !radial { // small frequencies are in the middle
			edges = append(edges, 0.5-math.Ldexp(1, -e), 0.5+math.Ldexp(1, -e))
		}
	}
	slices.Sort(edges)
	r, at := &rule{}, factor.Walk()
	var panel func(a, b float64)
	panel = func(a, b float64) {
		if len(r.x) > mostNodes {
			return
		}
		rule := &nodes[0]
		var known [2]quantile // values at the nodes of this rule
		if b-a > narrow {
			for k, t := range rule.x {
				known[k].x, known[k].theta = at(a + (b-a)*(1+t)/2)
			}
			known[0].ok = (known[1].x-known[0].x)*root3*reach < rule.turn/2 && known[0].x <= known[1].x
			known[1].ok = known[0].ok
		}
		if inner := 1e-3 * (b - a); b-a > narrow && !known[0].ok {
			x, _ := at(a + inner)
			y, _ := at(b - inner)
			turns := math.Abs(x-y) * reach
			if turns > turn {
				panel(a, (a+b)/2)
				panel((a+b)/2, b)
				return
			}
			for i := range nodes {
				if rule = &nodes[i]; turns < rule.turn {
					break
				}
			}
		}
		for k, t := range rule.x {
			q := quantile{}
			if rule == &nodes[0] {
				q = known[k]
			}
			if b-a <= narrow || rule != &nodes[0] {
				q.x, q.theta = at(a + (b-a)*(1+t)/2)
			}
			r.x, r.turn = append(r.x, q.x), append(r.turn, cmplx.Rect(1, q.theta))
			r.weight, r.stratum = append(r.weight, rule.w[k]*(b-a)/2), append(r.stratum, stratum((a+b)/2))
		}
	}
	for i := 1; i < len(edges); i++ {
		if a, b := max(edges[i-1], 0), min(edges[i], 1); b-a > 0x1p-50 {
			panel(a, b)
		}
	}
	if len(r.x) > mostNodes {
		return nil
	}
	return r
}

// quantile is what a factor has at one; ok says that the rule of two nodes is enough.
type quantile struct {
	x, theta float64
	ok       bool
}

// root3 is the length of a panel over the distance of its two nodes.
const root3 = 1.7320508075688772

// integrals are those of a factor at one displacement.
type integrals struct {
	mean [orders]complex128
	same pairing              // of a frequency with itself
	at   [][orders]complex128 // times n, in the strata
	// In more than one dimension: in the strata the harmonics of degrees 2, 4, …, E r² and E Λ_{d+2}.
	harmonics [][]float64
	square    []float64
	above     []float64
	sign      float64 // e^{iθ} there
}

// variance returns n times that of the mean, and the mean: without exact low orders, and with them.
func (f *formula) variance(delta []float64) (all [2]moment) {
	s := f.part.Project(delta)
	known := make([][]*integrals, len(f.dims))
	for b, rules := range f.rules {
		known[b] = make([]*integrals, len(rules))
		for k, r := range rules {
			if f.dims[b] > 1 {
				known[b][k] = f.radial(r, f.dims[b], s[b])
			} else {
				known[b][k] = f.line(r, s[b])
			}
		}
	}
	for _, c := range f.mix.Branches {
		m, v := unit(), unit()
		for b, k := range c.Pick {
			in := known[b][k]
			m.times(&in.same)
			var w pairing // with a constant: its means
			for j := range orders {
				w[0][j][0], w[0][j][1] = in.mean[j], in.mean[j]
			}
			v.times(&w)
		}
		z := v[0][0][0]
		for exact := range all {
			if exact > 0 {
				z -= v[0][1][0] + v[0][2][0] + v[0][3][0]
			}
			all[exact].variance += c.Weight * m.sum(c.Phase, c.Phase, exact > 0)
			all[exact].mean += c.Weight * real(cmplx.Rect(1, c.Phase)*z)
		}
	}
	for i := range all {
		all[i].variance -= all[i].mean * all[i].mean
	}
	if !f.strata {
		return all
	}
	pairs := make([][][]pairing, len(f.dims))
	for b := range pairs {
		pairs[b] = make([][]pairing, len(known[b]))
		for k, x := range known[b] {
			for _, y := range known[b] {
				pairs[b][k] = append(pairs[b][k], f.pairs(x, y, f.dims[b], s[b]))
			}
		}
	}
	var both [2]float64
	for _, c := range f.mix.Branches {
		for _, d := range f.mix.Branches {
			m := unit()
			for b, k := range c.Pick {
				m.times(&pairs[b][k][d.Pick[b]])
			}
			for exact := range both {
				both[exact] += c.Weight * d.Weight * m.sum(c.Phase, d.Phase, exact > 0)
			}
		}
	}
	for i := range all {
		all[i].variance += float64(f.n-1) * (both[i] - all[i].mean*all[i].mean)
	}
	return all
}

// moment is n times the variance of a mean, and the mean.
type moment struct{ variance, mean float64 }

// line integrates on a line with the coordinate s of the displacement. Of the terms z_k = e^{iθ} taylor_k (xs)^k only the
// wave changes with s by more than a power: the rule has their sums.
func (f *formula) line(r *rule, s float64) *integrals {
	in := &integrals{}
	var power [2*orders - 3]complex128
	power[0] = 1
	for k := 1; k < len(power); k++ {
		power[k] = power[k-1] * complex(s, 0)
	}
	for j, c := range taylor {
		in.mean[1+j] = c * power[j] * r.turned[j]
		for k, d := range taylor {
			in.same[0][1+j][1+k] = c * d * power[j+k] * r.twice[j+k]
			in.same[1][1+j][1+k] = c * cmplx.Conj(d) * power[j+k] * r.plain[j+k]
		}
	}
	if f.strata {
		in.at = make([][orders]complex128, f.n)
		for t := range in.at {
			for j, c := range taylor {
				in.at[t][1+j] = c * power[j] * r.strata[t][j]
			}
		}
	}
	cos, sin := r.waves(s)
	var twice, plain [orders - 1]complex128 // of w e^{iθ}z x^k and w e^{−iθ}z x^k
	for i, x := range r.x {
		e, w, t := complex(cos[i], sin[i]), complex(r.weight[i], 0), r.turn[i]
		z := w * e
		if r.phases {
			z *= t
		}
		in.mean[0] += z
		if f.strata {
			in.at[r.stratum[i]][0] += z
		}
		if r.phases {
			e *= t
		}
		in.same[0][0][0] += z * e
		if !f.exact {
			continue
		}
		u, v := z, z
		if r.phases {
			u, v = z*t, z*cmplx.Conj(t)
		}
		for k := range plain {
			twice[k] += u
			plain[k] += v
			u, v = complex(real(u)*x, imag(u)*x), complex(real(v)*x, imag(v)*x)
		}
	}
	in.same[1][0][0] = r.plain[0]
	for k, c := range taylor {
		a, b := c*power[k]*twice[k], cmplx.Conj(c)*power[k]*plain[k]
		in.same[0][0][1+k], in.same[0][1+k][0] = a, a
		in.same[1][0][1+k], in.same[1][1+k][0] = b, cmplx.Conj(b)
	}
	return in
}

// waves returns the cosines and sines of xs at the nodes.
func (r *rule) waves(s float64) (cos, sin []float64) {
	n := len(r.x)
	all := make([]float64, 3*n)
	turns, cos, sin := all[:n], all[n:2*n], all[2*n:]
	for i, x := range r.x {
		turns[i] = x * s * simd.QuarterTurns
	}
	simd.Cosines(cos, turns)
	for i := range turns {
		turns[i]--
	}
	simd.Cosines(sin, turns)
	return cos, sin
}

// radial integrates over the length of a uniform direction in d > 1 dimensions, s being the length of the displacement
// there.
func (f *formula) radial(r *rule, d int, s float64) *integrals {
	in := &integrals{sign: 1}
	table, far := f.tables[d], harmonic.New(d)
	if table == nil {
		table = newWaveTable(d)
	}
	if f.strata {
		in.at, in.harmonics = make([][orders]complex128, f.n), make([][]float64, f.n)
		in.square, in.above = make([]float64, f.n), make([]float64, f.n)
	}
	var waves []float64
	by := 1 / float64(d)
	var all, full, wave, first, second, square, fourth float64 // sums of w times what stands in same
	for i, x := range r.x {
		w, y := r.weight[i], x*s
		if real(r.turn[i]) < 0 {
			in.sign = -1
		}
		y2 := y * y
		l, up := table.both(y)
		twice, _ := table.both(2 * y)
		// E q² cos(yq) = Λ_d − (d−1)/d·Λ_{d+2}, E q sin(yq) = (y/d)Λ_{d+2}
		all += w
		full += w * twice
		wave += w * l
		first -= w * y2 * by * up
		second -= w * y2 / 2 * (l - (1-by)*up)
		square += w * y2 * by
		fourth += w * 3 * y2 * y2 / 4 * by / float64(d+2)
		if !f.strata {
			continue
		}
		at := r.stratum[i]
		in.at[at][0] += complex(w*l*in.sign, 0)
		in.at[at][1] += complex(w*in.sign, 0)
		in.at[at][3] -= complex(w*y2*by/2*in.sign, 0)
		waves = table.all(waves[:0], y, far)
		row := in.harmonics[at]
		if row == nil {
			row = make([]float64, 0, len(waves)+1)
		}
		for k := 1; k < len(waves); k++ {
			if len(row) < k {
				row = append(row, 0)
			}
			row[k-1] += w * waves[k] * in.sign
		}
		in.harmonics[at] = row
		in.square[at] += w * x * x * in.sign
		in.above[at] += w * up * in.sign
	}
	for j, v := range [orders]float64{wave, all, 0, -square / 2} {
		in.mean[j] = complex(v*in.sign, 0)
	}
	for c := range in.same {
		inner := -square
		if c == 1 {
			full, first, inner = all, -first, square
		}
		for j, row := range [orders][orders]float64{{full, wave, first, second}, {wave, all, 0, -square / 2},
			{first, 0, inner, 0}, {second, -square / 2, 0, fourth}} {
			for k, v := range row {
				in.same[c][j][k] = complex(v, 0)
			}
		}
	}
	return in
}

// pairs returns the means over pairs of different frequencies.
func (f *formula) pairs(x, y *integrals, d int, s float64) (m pairing) {
	n := float64(f.n)
	low := 1 // without exact orders the waves alone are needed
	if f.exact {
		low = orders
	}
	for i := range low {
		for j := range low {
			m[0][i][j], m[1][i][j] = products(x.mean[i], y.mean[j])
		}
	}
	for t := range x.at {
		a, b := &x.at[t], &y.at[t]
		for i := range low {
			for j := range low {
				plain, conjugate := products(a[i], b[j])
				m[0][i][j] -= plain
				m[1][i][j] -= conjugate
			}
		}
	}
	if d > 1 {
		f.orthogonal(&m, x, y, d, s)
	}
	for c := range m {
		for i := range orders {
			for j := range orders {
				m[c][i][j] *= complex(n/(n-1), 0)
			}
		}
	}
	return m
}

// products returns the product of a and b, and that of a and the conjugate of b.
func products(a, b complex128) (plain, conjugate complex128) {
	rr, ii, ri, ir := real(a)*real(b), imag(a)*imag(b), real(a)*imag(b), imag(a)*real(b)
	return complex(rr-ii, ri+ir), complex(rr+ii, ir-ri)
}

// orthogonal adds what runs of d orthogonal directions change.
func (f *formula) orthogonal(m *pairing, x, y *integrals, d int, s float64) {
	degrees := 0
	for t := range x.harmonics {
		degrees = max(degrees, len(x.harmonics[t]), len(y.harmonics[t]))
	}
	p := harmonic.Gegenbauers(nil, d, degrees+1, 0)[1:]
	a, b := make([]float64, degrees), make([]float64, degrees)
	var full, left, right, both float64
	const half = 0.5
	for from := 0; from < f.n; from += d {
		to := min(from+d, f.n)
		clear(a)
		clear(b)
		var sx, sy, lx, ly float64 // sums of E r² and of E Λ_{d+2} − Λ_d
		for t := from; t < to; t++ {
			for k, v := range x.harmonics[t] {
				a[k] += v
			}
			for k, v := range y.harmonics[t] {
				b[k] += v
			}
			for k := range min(len(x.harmonics[t]), len(y.harmonics[t])) {
				full -= p[k] * x.harmonics[t][k] * y.harmonics[t][k]
			}
			ux, uy := x.above[t]-real(x.at[t][0]), y.above[t]-real(y.at[t][0])
			sx, sy, lx, ly = sx+x.square[t], sy+y.square[t], lx+ux, ly+uy
			left -= x.square[t] * uy
			right -= ux * y.square[t]
			both -= x.square[t] * y.square[t]
		}
		for k, v := range a {
			full += p[k] * v * b[k]
		}
		left, right, both = left+sx*ly, right+lx*sy, both+sx*sy
	}
	by := 1 / float64(d)
	for c := range m {
		m[c][0][0] += complex(full, 0)
		m[c][3][0] -= complex(half*s*s*by*left, 0)
		m[c][0][3] -= complex(half*s*s*by*right, 0)
		m[c][3][3] += complex(half*half*s*s*s*s*both*by*(1/float64(d+2)-by), 0)
	}
}

// byFormula are variances at displacements: without exact low orders, and with them. ok says of which rounding does not
// spoil the average.
type byFormula struct {
	variance [2][]float64
	ok       [2]bool
}

// spread returns n times the variance of the mean at each of the displacements.
func (f *formula) spread(ctx context.Context, displacements [][]float64) (*byFormula, error) {
	v := new(byFormula)
	for i := range v.variance {
		v.variance[i] = make([]float64, len(displacements))
	}
	err := parallel.Try(ctx, len(displacements), func(j int) error {
		for i, m := range f.variance(displacements[j]) {
			v.variance[i][j] = m.variance
		}
		return nil
	})
	const spoilt = 1e-13
	for i, all := range v.variance {
		average := floats.Sum(all) / float64(len(all))
		v.ok[i] = (i == 0 || f.exact) && average > spoilt*float64(f.n) && finite(average)
	}
	return v, err
}
