package hankel

import (
	"math"
	"slices"

	"krein/internal/hankel/chebyshev"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
)

// narrow is a place where values have a peak or a dip that is not seen by nodes as far apart as a fraction of width.
type narrow struct{ at, width float64 }

const (
	mostNarrow  = 64  // of one piece; there is no density with more
	mostSuspect = 256 // places of one piece that are looked at
	mostParts   = 32  // of a formula, that are followed
	// hiddenBits is how many powers of 2 below a distance its neighbours are looked at.
	hiddenBits = 48
	// steepPower is from what exponent on a power is narrow where its base is 1.
	steepPower = 16
)

// findNarrow finds the features of a piece that are hidden between the nodes of panels about them. A formula can be narrow where
// a part of it, an argument, a base, a denominator or a sum, changes sign or turns: at the zero of z − 1 in
// exp(−(10⁴(z−1))²). There values are compared with interpolants on ever smaller neighbourhoods; where values at the
// nodes alone look smooth, and others contradict them, there is one. It is a search with floats, which proves nothing: a formula
// may be narrow elsewhere.
func (d *digits) findNarrow() (found []narrow) {
	if d.e == nil {
		return nil
	}
	for _, z := range d.suspects() {
		if n, ok := d.hiddenAt(z); ok {
			found = append(found, n)
		}
		if len(found) > mostNarrow || stopped(d.meter) {
			break
		}
	}
	return found
}

// edges returns where panels end so that narrow features are seen; false if they are too many.
func (d *digits) edges() (at []float64, ok bool) {
	found := d.narrow()
	for _, n := range found {
		at = append(at, n.at-n.width, n.at, n.at+n.width)
	}
	slices.Sort(at)
	return slices.Compact(at), len(found) <= mostNarrow
}

// looks returns distances at which narrow features show how large they are.
func (d *digits) looks() (at []float64) {
	for _, n := range d.narrow() {
		at = append(at, n.at)
		for h := n.width; h > n.width*0x1p-8; h /= 2 {
			at = append(at, n.at-h, n.at+h)
		}
	}
	return at
}

// suspects returns the distances, in increasing order, at which a part of the formula changes sign or turns.
func (d *digits) suspects() (at []float64) {
	grid := d.grid()
	values := make([]float64, len(grid))
	for _, f := range partsOf(d.e) {
		value := func(z float64) float64 { return f.value(z) - f.level }
		if !d.meter.Spend(int64(len(grid)) * f.cost) {
			return at
		}
		for i, z := range grid {
			values[i] = value(z)
		}
		for i := 1; i < len(grid); i++ {
			a, b := grid[i-1], grid[i]
			v, w := values[i-1], values[i]
			if v-v != 0 || w-w != 0 {
				continue
			}
			switch {
			case w == 0 && v != 0: // and not where a part underflows
				at = append(at, b)
			case v != 0 && w != 0 && v < 0 != (w < 0):
				at = append(at, chebyshev.Bracket(value, a, b, v))
			}
			if i+1 == len(grid) || v == w {
				continue
			}
			if x := values[i+1]; x-x == 0 && w > v != (x > w) &&
				math.Min(math.Abs(w-v), math.Abs(x-w)) > 1e-13*math.Abs(w) { // and not by rounding
				slope := func(z float64) float64 { return value(z+turnStep*z) - value(z-turnStep*z) }
				if s := slope(a); s-s == 0 && s < 0 != (slope(grid[i+1]) < 0) {
					at = append(at, chebyshev.Bracket(slope, a, grid[i+1], s))
				}
			}
		}
	}
	slices.Sort(at)
	at = slices.CompactFunc(at, func(a, b float64) bool { return math.Abs(b-a) <= 1e-13*b })
	return at[:min(len(at), mostSuspect)]
}

// turnStep is the share of a distance over which differences tell where a function turns.
const turnStep = 1e-5

// grid returns distances inside the piece, dense where kernels have their features.
func (d *digits) grid() (z []float64) {
	add := func(x float64) {
		if x > d.a*(1+1e-9) && x < d.b*(1-1e-9) {
			z = append(z, x)
		}
	}
	if d.a > 0 {
		z = append(z, d.a*(1+1e-9))
	}
	for i := -80; i < -20; i++ {
		add(math.Exp2(float64(i) / 2))
	}
	for i := -160; i < 160; i++ {
		add(math.Exp2(float64(i) / 16))
	}
	for i := 20; i <= 80; i++ {
		add(math.Exp2(float64(i) / 2))
	}
	if !math.IsInf(d.b, 1) {
		z = append(z, d.b*(1-1e-9))
	}
	return z
}

// followed is a part of a formula that may make it narrow where it passes a level, or turns.
type followed struct {
	value func(z float64) float64
	level float64
	cost  int64
}

// partsOf returns the parts of a formula, those with Bessel functions left out: what is inside of these is among them.
func partsOf(e *formula.Expr) (parts []followed) {
	seen := map[string]bool{}
	add := func(e *formula.Expr, level float64) {
		if e = formula.Unfold(e); !e.Varies() || e.Op() == formula.OpVar && level == 0 || len(parts) == mostParts {
			return
		}
		if name := e.String(); !seen[name] || level != 0 {
			seen[name] = true
			if e.Some(func(part *formula.Expr) bool {
				return part.Op() == formula.OpBesselJ || part.Op() == formula.OpBesselI || part.Op() == formula.OpBesselK
			}) {
				return
			}
			value := numeric.Evaluator[noisy](e, noisyArith{})
			parts = append(parts, followed{func(z float64) float64 {
				v, err := value(noisy{v: z})
				if err != nil {
					return math.NaN()
				}
				return v.v
			}, level, noisyCost * EvaluationWork(e)})
		}
	}
	visited := map[*formula.Expr]bool{}
	var walk func(e *formula.Expr)
	walk = func(e *formula.Expr) {
		if e = formula.Unfold(e); !e.Varies() || visited[e] {
			return
		}
		visited[e] = true
		args := e.Args()
		switch e.Op() {
		case formula.OpAdd, formula.OpSub:
			add(e, 0)
		case formula.OpMul:
		case formula.OpDiv:
			add(args[1], 0)
		case formula.OpPow:
			add(args[0], 0)
			if p, ok := constantValue(args[1]); !ok || math.Abs(p) > steepPower {
				add(args[0], 1)
			}
			add(args[1], 0)
		default:
			for _, a := range args {
				add(a, 0)
			}
		}
		for _, a := range args {
			walk(a)
		}
	}
	walk(e)
	return parts
}

// hiddenAt reports whether values have a feature about z that nodes do not see, and on which neighbourhood they last do not.
func (d *digits) hiddenAt(z float64) (n narrow, hidden bool) {
	n.at = z
	nodes := chebyshev.Tables().Nodes
	h := math.Min(z/2, 0.9*math.Min(z-d.a, d.b-z))
	for ; h > math.Ldexp(z, 4-hiddenBits); h /= 4 {
		if !d.meter.Spend((chebyshev.Evals + 2*hiddenBits) * d.cost) {
			return n, hidden
		}
		q := chebyshev.Panel{A: z - h, B: z + h}
		var v, off [chebyshev.Evals]float64
		noise := 0.0
		for i, u := range nodes {
			x := d.look(z + h*u)
			if x.v-x.v != 0 || x.e-x.e != 0 {
				return n, hidden
			}
			v[i], off[i] = x.v, x.e
			noise = math.Max(noise, x.e)
		}
		q.Fit(v[:], off[:])
		differs := func(z float64) bool {
			x := d.look(z)
			return math.Abs(x.v-q.At(z)) > 64*q.Rest+100*(noise+x.e)+1e-14*q.Amp
		}
		here := differs(z)
		for o := h / 2; !here && o > math.Ldexp(z, -hiddenBits); o /= 2 {
			here = differs(z-o) || differs(z+o)
		}
		switch {
		case here:
			n.width, hidden = h, true
		case q.Rest <= 1e-6*q.Amp:
			return n, hidden
		}
	}
	return n, hidden
}

// look returns the value at z, by an enclosure where the formula has none in float64.
func (d *digits) look(z float64) noisy {
	x := d.plain(noisy{z, epsilon * z})
	if (x.v-x.v != 0 || x.e-x.e != 0) && d.of != nil {
		return d.enclosed(z)
	}
	return x
}
