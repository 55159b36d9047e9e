package sampler

import (
	"math"
	"math/cmplx"
	"sort"

	"krein/internal/quad/gauss"
)

// Law is a law of ω ≥ 0 with a phase θ(ω): it represents the measure
//
//	Mass · E cos(ωs + θ(ω))
//
// as a function of s, within Distance everywhere. In float64 it is exact up to rounding.
type Law struct {
	Mass     float64 `json:"mass"`
	Distance float64 `json:"distance"` // proved: ∫ |dμ − dlaw|, with the phases, in exact arithmetic
	Atoms    []Atom  `json:"atoms,omitempty"`
	Panels   []Panel `json:"panels,omitempty"` // in increasing order of ω

	sums []float64 // masses up to the end of each atom and panel
}

// Atom is a mass at a frequency.
type Atom struct {
	Omega float64 `json:"omega"`
	Mass  float64 `json:"mass"`
	Phase float64 `json:"phase"`
}

// Panel is a density Σ Coef[k] y^k on Lo ≤ y ≤ Hi of |y| ≤ 1, where ω = Mid + Half·y, or 1/ω if Inverse. The phase is
// Phase, or if Re is not nil that of the complex number Σ (Re[k] + i Im[k]) y^k.
type Panel struct {
	Inverse bool      `json:"inverse,omitempty"`
	Mid     float64   `json:"mid"`
	Half    float64   `json:"half"`
	Lo      float64   `json:"lo"`
	Hi      float64   `json:"hi"`
	Coef    []float64 `json:"coef"`
	Phase   float64   `json:"phase,omitempty"`
	Re      []float64 `json:"re,omitempty"`
	Im      []float64 `json:"im,omitempty"`

	mass  float64
	anti  []float64 // Σ Coef[k]/(k+1) y^k: y times that is an antiderivative
	start float64   // that at Lo
	nodes []node    // for waves that turn little on the panel
}

// node is a node of a quadrature rule on a panel, with the density in its weight.
type node struct{ omega, phase, weight float64 }

// below returns the integral of the polynomial from Lo to y.
func (q *Panel) below(y float64) float64 { return y*horner(q.anti, y) - q.start }

// prepare fills in what Quantile and Transform need again and again.
func (q *Panel) prepare() {
	q.anti = make([]float64, len(q.Coef))
	for k, c := range q.Coef {
		q.anti[k] = c / float64(k+1)
	}
	q.start = q.Lo * horner(q.anti, q.Lo)
	q.mass = math.Max(q.below(q.Hi), 0)
	q.nodes = make([]node, len(shortX))
	for i, x := range shortX {
		y := q.Lo + (q.Hi-q.Lo)*(1+x)/2
		q.nodes[i] = node{q.omega(y), q.phase(y), shortW[i] * (q.Hi - q.Lo) / 2 * horner(q.Coef, y)}
	}
}

// sum prepares the law for drawing.
func (l *Law) sum() {
	l.sums = l.sums[:0]
	t := 0.0
	for i := range l.Atoms {
		t += l.Atoms[i].Mass
		l.sums = append(l.sums, t)
	}
	for i := range l.Panels {
		p := &l.Panels[i]
		p.prepare()
		t += p.mass
		l.sums = append(l.sums, t)
	}
}

// Quantile returns the frequency ω ≥ 0 at u in [0, 1), and the phase that goes with it. Atoms come first; behind them ω
// increases in u.
func (l *Law) Quantile(u float64) (omega, phase float64) {
	atom, p, target := l.find(u)
	if atom != nil {
		return atom.Omega, atom.Phase
	}
	y := p.solve(target, p.straight(target))
	return p.omega(y), p.phase(y)
}

// Walk returns a function that has the values of Quantile up to rounding, and takes less time where u is near that of the
// call before. It is not safe for concurrent use.
func (l *Law) Walk() func(u float64) (omega, phase float64) {
	var last *Panel
	var y, mass float64
	return func(u float64) (omega, phase float64) {
		atom, p, target := l.find(u)
		if atom != nil {
			return atom.Omega, atom.Phase
		}
		start := p.straight(target)
		if p == last {
			if next := y + (target-mass)/horner(p.Coef, y); next > p.Lo && next < p.Hi {
				start = next
			}
		}
		last, mass, y = p, target, p.solve(target, start)
		return p.omega(y), p.phase(y)
	}
}

// find returns the atom at u, or else the panel with the mass in it below the y that is wanted.
func (l *Law) find(u float64) (*Atom, *Panel, float64) {
	all := l.sums[len(l.sums)-1]
	target := u * all
	i := sort.Search(len(l.sums)-1, func(i int) bool { return l.sums[i] > target })
	if i < len(l.Atoms) {
		return &l.Atoms[i], nil, 0
	}
	if i > 0 {
		target -= l.sums[i-1]
	}
	p := &l.Panels[i-len(l.Atoms)]
	if p.Inverse {
		target = p.mass - target
	}
	return nil, p, math.Min(math.Max(target, 0), p.mass)
}

// Edges returns the u between atoms and panels, at which Quantile jumps or bends.
func (l *Law) Edges() []float64 {
	var edges []float64
	all := l.sums[len(l.sums)-1]
	for _, s := range l.sums[:len(l.sums)-1] {
		edges = append(edges, s/all)
	}
	return edges
}

func (q *Panel) omega(y float64) float64 {
	x := q.Mid + q.Half*y
	if q.Inverse {
		return 1 / x
	}
	return x
}

func (q *Panel) phase(y float64) float64 {
	if q.Re == nil && q.Im == nil {
		return q.Phase
	}
	return math.Atan2(horner(q.Im, y), horner(q.Re, y))
}

func horner(c []float64, y float64) float64 {
	v := 0.0
	for k := len(c) - 1; k >= 0; k-- {
		v = v*y + c[k]
	}
	return v
}

// settled is a step of Newton's method behind which the next one would be lost in rounding: it is of the order of the
// square, times half the logarithmic derivative of the density, which polynomials on panels do not let reach 1e8.
const settled = 0x1p-40

// straight returns the y below which the mass would be if the density were constant.
func (q *Panel) straight(mass float64) float64 { return q.Lo + (q.Hi-q.Lo)*mass/q.mass }

// solve returns the y below which the mass is, by Newton's method from a start, kept in a bracket.
func (q *Panel) solve(mass, y float64) float64 {
	lo, hi := q.Lo, q.Hi
	if !(q.mass > 0) {
		return lo
	}
	for range 60 {
		f := q.below(y) - mass
		if f > 0 {
			hi = y
		} else {
			lo = y
		}
		next := y - f/horner(q.Coef, y)
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
		}
		if math.Abs(next-y) <= settled || next == lo || next == hi {
			return next
		}
		y = next
	}
	return y
}

// Transform returns E e^{in(ωs+θ)} (estimated, by quadrature).
func (l *Law) Transform(s float64, n int) complex128 {
	var sum complex128
	for _, a := range l.Atoms {
		sum += complex(a.Mass, 0) * cmplx.Rect(1, float64(n)*(a.Omega*s+a.Phase))
	}
	for i := range l.Panels {
		p := &l.Panels[i]
		sum += p.transform(s, n, p.Lo, p.Hi)
	}
	return sum / complex(l.Mass, 0)
}

// Rules with which panels are integrated, by the radians through which the wave goes.
var (
	shortX, shortW = gauss.Legendre(20)
	longX, longW   = gauss.Legendre(48)
)

const (
	shortTurn = 8
	longTurn  = 48
	mostTurn  = 2e4 // from where on the leading term of the asymptotic expansion is taken
)

// transform integrates density times e^{in(ωs+θ)} over [lo, hi].
func (q *Panel) transform(s float64, n int, lo, hi float64) complex128 {
	rate := math.Abs(float64(n) * s)
	at := func(y float64) (complex128, float64) {
		w := q.omega(y)
		return cmplx.Rect(1, float64(n)*(w*s+q.phase(y))), w
	}
	turn := 0.0
	if rate > 0 {
		if turn = rate * math.Abs(q.omega(hi)-q.omega(lo)); q.Inverse && rate*q.omega(hi) > mostTurn {
			// ∫_ω^∞ p e^{insω} ≈ −p(ω) e^{insω}/(ins), p the density in ω
			e, w := at(hi)
			return -e * complex(horner(q.Coef, hi)/(q.Half*w*w), 0) / complex(0, float64(n)*s)
		}
	}
	if turn > longTurn {
		mid := (lo + hi) / 2
		return q.transform(s, n, lo, mid) + q.transform(s, n, mid, hi)
	}
	var sum complex128
	if turn <= shortTurn && lo == q.Lo && hi == q.Hi {
		for _, x := range q.nodes {
			sum += cmplx.Rect(x.weight, float64(n)*(x.omega*s+x.phase))
		}
		return sum
	}
	for i, x := range longX {
		y := lo + (hi-lo)*(1+x)/2
		e, _ := at(y)
		sum += complex(longW[i]*(hi-lo)/2*horner(q.Coef, y), 0) * e
	}
	return sum
}
