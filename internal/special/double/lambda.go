package double

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"krein/internal/dd"
)

// Lambda evaluates Λ_d at fixed d, again and again, in some tens of nanoseconds. It is safe for concurrent use.
//
// Up to X = max(512, a little beyond the turning point) it is piecewise Chebyshev interpolation on intervals of length
// 2, of degree 14, written as Taylor polynomials; beyond, Λ_d(x) = A(x) cos(x + ψ(x)) with the amplitude A and the slow
// phase ψ of the Debye expansion (DLMF 10.19.6), both interpolated on 2^b intervals an octave. Tables are built when an
// argument first needs them, in blocks, and kept. Absolute error at most 2e-15 times the larger of |Λ_d(x)| and the
// local amplitude (measured, not proved), for d ≤ 2002. From 2³⁰ on, and for d > 2002 (but d = 1, 3 are elementary), At
// evaluates what the tables are built from.
type Lambda struct {
	d, nu  float64
	split  float64 // X
	near   []atomic.Pointer[nearBlock]
	far    []atomic.Pointer[farBlock]
	shift  uint // of the bits of x that number the far intervals
	origin int  // number of the first far interval
	next   func() *Lambda
}

const (
	nearTerms  = 15
	farTerms   = 12
	blockSize  = 16
	farLimit   = 0x1p30
	nearLeast  = 512
	lambdaMost = 2002
)

// nearBlock holds the coefficients of sixteen intervals of length 2, in powers of x − centre.
type nearBlock [blockSize][nearTerms]float64

// farBlock holds those of sixteen intervals [lo, hi) for A and ψ, in powers of (x − centre)·scale.
type farBlock [blockSize]struct {
	centre, scale float64
	a, psi        [farTerms]float64
}

// NewLambda returns an evaluator of Λ_d, real d ≥ 1. It costs next to nothing until the first values are asked for, and
// those of the dimensions last asked for are kept. It panics for other d.
func NewLambda(d float64) *Lambda {
	if !(d >= 1) || math.IsInf(d, 0) {
		panic("double: NewLambda needs a finite d ≥ 1")
	}
	recent.Lock()
	defer recent.Unlock()
	i := slices.IndexFunc(recent.list, func(l *Lambda) bool { return l.d == d })
	if i < 0 {
		recent.list = append(recent.list, newLambda(d))
		i = len(recent.list) - 1
	}
	l := recent.list[i]
	recent.list = append(slices.Delete(recent.list, i, i+1), l)
	if len(recent.list) > mostRecent {
		recent.list = slices.Delete(recent.list, 0, 1)
	}
	return l
}

// recent are the evaluators last asked for, the last one last: whoever wants a value or two of the same dimension again
// and again need not build its tables anew.
var recent struct {
	sync.Mutex
	list []*Lambda
}

const mostRecent = 16

func newLambda(d float64) *Lambda {
	l := &Lambda{d: d, nu: d/2 - 1}
	l.next = sync.OnceValue(func() *Lambda { return NewLambda(d + 2) })
	if d == 1 || d == 3 || d > lambdaMost {
		return l
	}
	// The Debye expansion must be good from X on; with a margin for the interpolation.
	x := max(l.nu, 0) + 25
	for {
		s := math.Sqrt((x - l.nu) * (x + l.nu))
		if s-l.nu*math.Atan2(s, l.nu) >= debyeLeast+2 {
			break
		}
		x += 2
	}
	l.split = 2 * math.Ceil(max(nearLeast, x+1)/2)
	l.near = make([]atomic.Pointer[nearBlock], int(l.split)/(2*blockSize)+1)
	// 2^b ≥ 2ν + 1, so that A changes by at most e^{1/2} on an interval.
	b := max(4, bits.Len(uint(2*l.nu+1)))
	l.shift = uint(52 - b)
	l.origin = int(math.Float64bits(l.split) >> l.shift)
	last := int(math.Float64bits(farLimit) >> l.shift)
	l.far = make([]atomic.Pointer[farBlock], (last-l.origin)/blockSize+1)
	return l
}

// Dim returns d.
func (l *Lambda) Dim() float64 { return l.d }

// At returns Λ_d(x) for any real x.
func (l *Lambda) At(x float64) float64 {
	x = math.Abs(x)
	if x < l.split {
		i := int(x) >> 1
		blk := l.near[i/blockSize].Load()
		if blk == nil {
			blk = l.buildNear(i / blockSize)
		}
		c := &blk[i%blockSize]
		t := x - float64(2*i+1)
		return horner15(c, t)
	}
	if l.split > 0 && x < farLimit {
		i := int(math.Float64bits(x)>>l.shift) - l.origin
		blk := l.far[i/blockSize].Load()
		if blk == nil {
			blk = l.buildFar(i / blockSize)
		}
		p := &blk[i%blockSize]
		t := (x - p.centre) * p.scale
		return horner12(&p.a, t) * cosSum(x, horner12(&p.psi, t))
	}
	switch l.d {
	case 1:
		return math.Cos(x)
	case 3:
		if x == 0 {
			return 1
		}
		if math.IsInf(x, 0) {
			return 0
		}
		return math.Sin(x) / x
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		v, _ := LambdaValue(l.d, x)
		return v
	}
	v, _ := lambdaEstimate(l.d, x)
	return v
}

// AtTo stores Λ_d(x[i]) in dst[i] and returns dst; a nil dst is allocated. It panics if the lengths differ.
func (l *Lambda) AtTo(dst, x []float64) []float64 {
	if dst == nil {
		dst = make([]float64, len(x))
	}
	if len(dst) != len(x) {
		panic("double: AtTo with dst and x of different lengths")
	}
	for i, v := range x {
		dst[i] = l.At(v)
	}
	return dst
}

// Derivative returns Λ_d′(x) = −(x/d) Λ_{d+2}(x) (DLMF 10.6.6).
func (l *Lambda) Derivative(x float64) float64 { return -x / l.d * l.next().At(x) }

// fma2 is a step of two Horner schemes side by side: even and odd powers, to halve the latency.
func fma2(e, o, u, c, d float64) (float64, float64) { return math.FMA(e, u, c), math.FMA(o, u, d) }

func horner15(c *[nearTerms]float64, t float64) float64 {
	u := t * t
	e, o := c[14], c[13]
	e, o = fma2(e, o, u, c[12], c[11])
	e, o = fma2(e, o, u, c[10], c[9])
	e, o = fma2(e, o, u, c[8], c[7])
	e, o = fma2(e, o, u, c[6], c[5])
	e, o = fma2(e, o, u, c[4], c[3])
	e, o = fma2(e, o, u, c[2], c[1])
	return math.FMA(o, t, math.FMA(e, u, c[0]))
}

func horner12(c *[farTerms]float64, t float64) float64 {
	u := t * t
	e, o := c[10], c[11]
	e, o = fma2(e, o, u, c[8], c[9])
	e, o = fma2(e, o, u, c[6], c[7])
	e, o = fma2(e, o, u, c[4], c[5])
	e, o = fma2(e, o, u, c[2], c[3])
	e, o = fma2(e, o, u, c[0], c[1])
	return math.FMA(o, t, e)
}

// cosSum returns cos(x + y) for 0 ≤ x < 2³⁰ and |y| ≤ 8, with an absolute error of some 5e-16: reduced by multiples of
// π, so that one Taylor polynomial without branches will do.
func cosSum(x, y float64) float64 {
	const toInteger = 0x1.8p52 // adding it rounds to an integer, whose parity is the last bit
	m := (x+y)*(1/math.Pi) + toInteger
	k := m - toInteger
	r := math.FMA(-k, dd.Pi.Lo, math.FMA(-k, dd.Pi.Hi, x)+y)
	u := r * r
	v := u * u
	const (
		c2  = -1.0 / 2
		c4  = 1.0 / 24
		c6  = c4 / -30
		c8  = c6 / -56
		c10 = c8 / -90
		c12 = c10 / -132
		c14 = c12 / -182
		c16 = c14 / -240
		c18 = c16 / -306
		c20 = c18 / -380
		c22 = c20 / -462
	)
	e := math.FMA(c20, v, c16)
	o := math.FMA(c22, v, c18)
	e = math.FMA(e, v, c12)
	o = math.FMA(o, v, c14)
	e = math.FMA(e, v, c8)
	o = math.FMA(o, v, c10)
	e = math.FMA(e, v, c4)
	o = math.FMA(o, v, c6)
	// 1 − u/2 first, then the small rest.
	o = math.FMA(o, v, c2)
	c := math.FMA(u, math.FMA(e, u, o), 1)
	return math.Float64frombits(math.Float64bits(c) ^ math.Float64bits(m)<<63)
}

func (l *Lambda) buildNear(block int) *nearBlock {
	blk := new(nearBlock)
	var v [nearTerms]float64
	for j := range blk {
		centre := float64(2*(block*blockSize+j) + 1)
		if centre > l.split {
			break
		}
		for i, s := range nearNodes().nodes {
			v[i], _ = lambdaEstimate(l.d, centre+s)
		}
		nearNodes().fit(blk[j][:], v[:])
	}
	l.near[block].Store(blk)
	return blk
}

func (l *Lambda) buildFar(block int) *farBlock {
	blk := new(farBlock)
	var a, psi [farTerms]float64
	for j := range blk {
		n := uint64(l.origin + block*blockSize + j)
		lo, hi := math.Float64frombits(n<<l.shift), math.Float64frombits((n+1)<<l.shift)
		p := &blk[j]
		p.centre = lo + (hi-lo)/2
		p.scale = 2 / (hi - lo)
		mid, _ := l.phase(p.centre)
		// x + ψ at the centre, reduced once for the interval.
		turns := dd.TwoPi.MulF(math.Round(mid.Hi / (2 * math.Pi)))
		for i, s := range farNodes().nodes {
			x := p.centre + s/p.scale
			var q dd.T
			q, a[i] = l.phase(x)
			psi[i] = q.Sub(turns).Float()
		}
		farNodes().fit(p.a[:], a[:])
		farNodes().fit(p.psi[:], psi[:])
	}
	l.far[block].Store(blk)
	return blk
}

// phase returns ψ(x) = θ(x) − x and A(x), where Λ_d = A cos θ.
func (l *Lambda) phase(x float64) (psi dd.T, a float64) {
	s, ph := debyePhase(l.nu, dd.Of(x))
	p, q, _ := debyeOscillating(l.nu, s.Hi)
	psi = ph.AddF(-x).Sub(dd.HalfPi.Half()).AddF(-math.Atan2(q, p))
	z := scaled{m: math.Sqrt(2/(math.Pi*s.Hi)) * math.Hypot(p, q)}
	a, _ = z.times(logPrefactor(l.nu, x).Neg())
	return psi, a
}

// interpolator turns values at nodes near those of Chebyshev into coefficients of powers. The nodes are multiples of
// 2⁻³⁰, so that centre + node is exact: a sample off by the rounding of a large argument would cost two digits.
type interpolator struct {
	nodes   []float64
	inverse [][]dd.T // of the Vandermonde matrix
}

var (
	nearNodes = sync.OnceValue(func() *interpolator { return newInterpolator(nearTerms) })
	farNodes  = sync.OnceValue(func() *interpolator { return newInterpolator(farTerms) })
)

func newInterpolator(n int) *interpolator {
	p := &interpolator{nodes: make([]float64, n), inverse: make([][]dd.T, n)}
	for i := range n {
		p.nodes[i] = math.Round(0x1p30*math.Sin(math.Pi*float64(2*i+1-n)/float64(2*n))) / 0x1p30
		p.inverse[i] = make([]dd.T, n)
	}
	// Column i holds the coefficients of the i-th Lagrange polynomial Π (s − s_j)/(s_i − s_j).
	for i := range n {
		c := make([]dd.T, n)
		c[0] = dd.Of(1)
		deg := 0
		for j, sj := range p.nodes {
			if j == i {
				continue
			}
			d := p.nodes[i] - sj
			deg++
			for k := deg; k >= 0; k-- {
				v := c[k].MulF(-sj)
				if k > 0 {
					v = v.Add(c[k-1])
				}
				c[k] = v.DivF(d)
			}
		}
		for k := range n {
			p.inverse[k][i] = c[k]
		}
	}
	return p
}

// fit stores in c the coefficients of the polynomial with the values v at the nodes. They are much smaller than the
// terms of their sums.
func (p *interpolator) fit(c, v []float64) {
	for k := range c {
		var s dd.T
		for i, y := range v {
			s = s.Add(p.inverse[k][i].MulF(y))
		}
		c[k] = s.Float()
	}
}
