package hankel

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// A cover bounds what nodes cannot see of a piece of a kernel. It divides distances into cells, and encloses the formula on each: a
// cell is analytic if the formula is holomorphic on the square of twice its width about it, with a bound there that is
// not much larger than its values; then a rule on a part of the cell is off by no more than the bound times a power of the
// part's share of the cell (hides). A cell is small if its values are negligible, or if it cannot be divided any more. Other
// cells are halved, so that cells are narrow where the formula has a step or a peak, however narrow, and wide elsewhere. Where
// too many would be halved a cell is open: the integral over it may be hidden, all of it. Where there are no enclosures of values
// either, only nodes speak for a rule.
type cover struct {
	of    *kernel.Kernel
	look  func(z float64) noisy
	a, b  float64
	dim   int
	peaks func() []weighted

	mu      sync.Mutex
	octaves map[int][]cell
	origin  func() *cell // [0, r], analytic; nil if there is none
	most    int          // cells of one width in an octave that are divided
	failed  int          // the lowest octave that had more
}

// cell is an interval of distances. Size and amp are binary logarithms: of a bound of the formula, on the square or on the cell,
// and of the largest value that was seen.
type cell struct {
	a, b      float64
	kind      cellKind
	size, amp float64
	at        float64 // where amp was seen
}

type cellKind uint8

const (
	openCell cellKind = iota
	analyticCell
	smoothCell // size is that of the Taylor coefficient of order jetOrder
	smallCell
)

const (
	coverBits = 53
	// mostOpen is how many cells of one width in an octave are divided, mostSlow for formulas with functions whose enclosures take
	// long.
	mostOpen, mostSlow = 256, 16
	// mostGrown is by how many powers of 2 a bound on the square may exceed the values on its cell.
	mostGrown    = 40
	octavesBelow = 60
	jetOrder     = 20
	underflows   = -1000 // what is smaller is nothing, also where no sample shows how large the kernel is
	// floorBits is how many powers of 2 below the peak of |k|·zᵖ values on an interval as long as its distance are negligible.
	floorBits = 60
)

// weighted is the logarithm of the peak of |k|·z^power.
type weighted struct{ power, peak float64 }

// newCover returns the cover of a piece with the values look; nil if it has no formula.
func newCover(of *kernel.Kernel, look func(z float64) noisy, a, b float64, dim int) *cover {
	if of == nil {
		return nil
	}
	c := &cover{of: of, look: look, a: a, b: b, dim: dim, octaves: map[int][]cell{}, most: mostOpen, failed: math.MaxInt}
	if of.Expr().Some(func(e *formula.Expr) bool {
		return e.Op() == formula.OpErf || e.Op() == formula.OpErfc
	}) {
		c.most = mostSlow
	}
	c.peaks, c.origin = sync.OnceValue(c.findPeaks), sync.OnceValue(c.fromOrigin)
	return c
}

// findPeaks samples |k|·zᵖ for the powers that matter at small and at large frequencies. A product that does not fall has no
// peak.
func (c *cover) findPeaks() (peaks []weighted) {
	const octaves, steps = 80, 4
	d := float64(c.dim)
	for _, p := range []float64{1, (d + 1) / 2, d} {
		if len(peaks) == 0 || p > peaks[len(peaks)-1].power {
			peaks = append(peaks, weighted{p, math.Inf(-1)})
		}
	}
	last := make([]float64, len(peaks))
	for i := -octaves * steps; i <= octaves*steps && !stopped(c.of.Meter()); i++ {
		z := math.Exp2(float64(i) / steps)
		if z <= c.a || z >= c.b {
			continue
		}
		v := c.look(z)
		if v.v-v.v != 0 {
			continue
		}
		k := math.Log2(math.Abs(v.v))
		for j := range peaks {
			last[j] = k + peaks[j].power*math.Log2(z)
			peaks[j].peak = math.Max(peaks[j].peak, last[j])
		}
	}
	falling := peaks[:0]
	for j, p := range peaks {
		if !math.IsInf(c.b, 1) || last[j] < p.peak-floorBits || math.IsInf(p.peak, -1) {
			falling = append(falling, p)
		}
	}
	return falling
}

// floor returns the logarithm of values at z that are negligible on an interval of the length z.
func (c *cover) floor(z float64) float64 {
	f := math.Inf(1)
	for _, p := range c.peaks() {
		f = math.Min(f, p.peak-p.power*math.Log2(z)-floorBits)
	}
	if math.IsInf(f, 1) {
		return math.Inf(-1)
	}
	return math.Max(f, underflows)
}

// octave returns the cells of [2^{e−1}, 2^e] in increasing order.
func (c *cover) octave(e int) []cell {
	list, ok := c.octaves[e]
	if ok {
		return list
	}
	most := c.most
	if e > c.failed { // others have not fared better
		most = max(most/8, 2)
	}
	open := []cell{{a: math.Max(math.Ldexp(0.5, e), c.a), b: math.Min(math.Ldexp(1, e), c.b)}}
	// One width after the other: about a narrow feature few cells of each are open, and where too many are the formula is at fault.
	for len(open) > 0 && len(open) <= most && open[0].a < open[0].b && !stopped(c.of.Meter()) {
		var halves []cell
		many := len(open) > most/4
		for _, x := range open {
			if x = c.cell(x.a, x.b); many && x.kind == openCell { // 1/cosh has poles on every square, and is smooth
				x.kind, x.size = c.smooth(&x)
			}
			switch mid := x.a + (x.b-x.a)/2; {
			case x.kind != openCell:
				list = append(list, x)
			case x.a < mid && mid < x.b:
				halves = append(halves, cell{a: x.a, b: mid, at: mid}, cell{a: mid, b: x.b, at: mid})
			default: // the end of what floats can divide; at an end of the piece its expansion is known
				if x.size = math.Inf(1); x.a > c.a && x.b < c.b {
					x.size = c.bound(x.a, x.b, math.Inf(-1))
				}
				list = append(list, x)
			}
		}
		open = halves
	}
	if len(open) > most {
		c.failed = min(c.failed, e)
	}
	for _, x := range open {
		x.size = c.bound(x.a, x.b, math.Inf(-1))
		list = append(list, x)
	}
	slices.SortFunc(list, func(x, y cell) int { return cmp.Compare(x.a, y.a) })
	if !stopped(c.of.Meter()) {
		c.octaves[e] = list
	}
	return list
}

// bits is the precision of enclosures on [a, b]: next to 0 that of 1 − z² in 1 − acos(1−z²/2), too.
func (c *cover) bits(b float64) uint {
	_, e := math.Frexp(b)
	return coverBits + 2*uint(max(0, min(-e, octavesBelow)))
}

// cell looks at [a, b].
func (c *cover) cell(a, b float64) cell {
	x := cell{a: a, b: b, amp: math.Inf(-1), at: a}
	const looks = 5
	for i := range looks {
		z := a + (b-a)*(float64(i)+0.5)/looks
		if v := c.look(z); v.v-v.v == 0 {
			if k := math.Log2(math.Abs(v.v)); k > x.amp {
				x.amp, x.at = k, z
			}
		}
	}
	small := c.floor(b) + math.Log2(b/(b-a))
	if x.amp <= small {
		if x.size = c.bound(a, b, small); x.size <= small {
			x.kind = smallCell
			return x
		}
	}
	if x.size = c.grown(a, b); x.size <= math.Max(x.amp, small)+mostGrown {
		x.kind = analyticCell
	}
	return x
}

// bound returns the logarithm of a bound of the values on [a, b], which need be no better than enough.
func (c *cover) bound(a, b, enough float64) float64 {
	size := math.Inf(1)
	if e := c.of.Expr(); c.of.Meter().Spend(EvaluationWork(e) * budget.Function(coverBits)) {
		size = logMag(piecewise.Bound(e, a, b))
	}
	if size > enough {
		z := ball.NewReal(a + (b-a)/2).AddRad(ball.MagFloat64((b - a) / 2 * (1 + 4*epsilon)))
		size = math.Min(size, logMag(c.of.BallAt(nil, z, c.bits(b)).MagUpper()))
	}
	return size
}

// grown returns the logarithm of a bound on the square of twice the width of [a, b] about it.
func (c *cover) grown(a, b float64) float64 {
	r := ball.MagFloat64((b - a) * (1 + 4*epsilon))
	re, im := ball.NewReal(a+(b-a)/2).AddRad(r), new(ball.Real).AddRad(r)
	var v ball.Complex
	c.of.ComplexAt(&v, new(ball.Complex).SetParts(re, im), c.bits(b))
	if !v.IsFinite() {
		return math.Inf(1)
	}
	return logMag(v.MagUpper())
}

// smooth returns the kind and the size of a cell by an enclosure of the Taylor coefficients on it.
func (c *cover) smooth(x *cell) (kind cellKind, size float64) {
	z := ball.NewReal(x.a + (x.b-x.a)/2).AddRad(ball.MagFloat64((x.b - x.a) / 2 * (1 + 4*epsilon)))
	size = logMag(c.of.BallTaylor(nil, z, jetOrder, c.bits(x.b)).Coef(jetOrder).MagUpper())
	least := math.Max(x.amp, c.floor(x.b)+math.Log2(x.b/(x.b-x.a)))
	if size+jetOrder*math.Log2(x.b-x.a) <= least+mostGrown/2 {
		return smoothCell, size
	}
	return openCell, size
}

// logMag returns the binary logarithm of m, rounded up to an integer.
func logMag(m ball.Mag) float64 {
	switch {
	case m.IsZero():
		return math.Inf(-1)
	case m.IsInf():
		return math.Inf(1)
	}
	return float64(m.Exponent())
}

// fromOrigin returns the cell [0, r] with the largest r that is found: from small ones on, since the squares of large ones take
// long, up to the first that is not analytic.
func (c *cover) fromOrigin() (found *cell) {
	const low, high, wide, narrow, mostWork = -60, 34, 6, 2, 300_000
	m := c.of.Meter()
	step := wide
	for e := low; e <= high && c.a == 0; e += step {
		r, before := math.Ldexp(1, e), m.Spent()
		if v := c.look(r); r > c.b || math.Log2(math.Abs(v.v)) < c.floor(r) { // or nothing is left there
			break
		}
		if e >= 0 {
			step = narrow
		}
		x := c.cell(0, r)
		if x.kind == analyticCell {
			found = &x
		}
		if x.kind != analyticCell && found != nil || m.Spent()-before > mostWork {
			break
		}
	}
	return found
}

// over calls yield for the cells that meet [a, b], in increasing order, until it returns false. Without
// a cell at the origin they begin at a share 2^−octavesBelow of b.
func (c *cover) over(a, b float64, yield func(x *cell) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, b = math.Max(a, c.a), math.Min(b, c.b)
	if o := c.origin(); o != nil && a < o.b {
		if !yield(o) {
			return
		}
		a = o.b
	}
	for a, e := math.Max(a, math.Ldexp(b, -octavesBelow)), 0; a < b; a = math.Ldexp(1, e) {
		_, e = math.Frexp(a)
		for list := c.octave(e); len(list) > 0; list = list[1:] {
			if x := &list[0]; x.b > a && x.a < b && !yield(x) {
				return
			}
		}
	}
}

// hides returns a bound of what a rule on [a, b] cannot have seen of the integral over it, and whether it is at most tol; if it
// is not, parts of [a, b] may have smaller ones. The rule is exact for polynomials of degree less than n.
func (c *cover) hides(a, b, tol float64, n int) (bound float64, ok bool) {
	if c == nil {
		return 0, true
	}
	if a == 0 && c.origin() == nil { // where the kernel follows its expansion
		v := c.look(b)
		bound = 16 * (math.Abs(v.v) + v.e) * b
		return bound, bound <= tol
	}
	ok = true
	h := (b - a) / 2
	c.over(a, b, func(x *cell) bool {
		switch x.kind {
		case analyticCell:
			// An ellipse about [a, b] with the semiaxes h·(ρ ± 1/ρ)/2 is in the squares.
			q := (x.b - x.a) / 2 / h
			if q < 0.7 {
				ok = false
				return false
			}
			y := 1 + q
			rho := y + math.Sqrt((y-1)*(y+1))
			bound += math.Exp2(x.size+3-float64(n)*math.Log2(rho)) * (math.Min(b, x.b) - math.Max(a, x.a))
		case smoothCell:
			bound += math.Exp2(x.size+2+jetOrder*math.Log2(h/2)) * (math.Min(b, x.b) - math.Max(a, x.a))
		default:
			if math.IsInf(x.size, 1) { // a singularity, of which the expansion is known, or no enclosure
				break
			}
			if bound += math.Exp2(x.size) * (math.Min(b, x.b) - math.Max(a, x.a)); x.a <= a && b <= x.b {
				return false // and parts have no smaller ones
			}
		}
		ok = bound <= tol
		return ok
	})
	return bound, ok
}

// top is a place at which a cell has its largest value, and the width of the cell.
type top struct{ z, width float64 }

// tops returns the tops of the cells in [a, b].
func (c *cover) tops(a, b float64) (at []top) {
	if c == nil {
		return nil
	}
	c.over(a, b, func(x *cell) bool {
		at = append(at, top{x.at, x.b - x.a})
		return true
	})
	return at
}
