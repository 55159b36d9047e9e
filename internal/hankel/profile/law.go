package profile

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"krein/fourier"
	"krein/internal/elem64"
	"krein/internal/hankel/chebyshev"
)

// Piece is a stretch of a part's distribution: a range [Lo,Hi] on which the density
// is a smooth function, or an atom (Lo = Hi).
type Piece struct {
	Lo, Hi float64
	Mass   float64
	Err    float64 // estimated error of Mass, and of Within
	Below  float64 // the part's mass on (0, Lo), an atom at Lo excluded
	Above  float64 // the part's mass on (Hi, ∞), an atom at Hi excluded
}

// Law is the distribution over ω > 0 of one part m₊ or m₋ of a spectral measure. It is
// known piece by piece, with a lower tail (a power law) below the first piece and an
// upper tail (UpperTail) beyond the last. Estimated; safe for concurrent reading.
type Law struct {
	mass   float64
	pieces []Piece
	poly   []*chebyshev.Panel // per piece, nil for an atom
	sign   float64
	lower  LowerTail
	upper  UpperTail
}

// LowerTail is the law of a part on (0, At): density ∝ ω^Exponent, Exponent > −1.
type LowerTail struct {
	At, Mass, Exponent float64
}

// UpperKind is the form of an UpperTail.
type UpperKind int8

// The forms of an upper tail.
const (
	UpperNone        UpperKind = iota // no mass beyond At
	UpperPower                        // density ∝ ω^Exponent
	UpperExponential                  // density ∝ exp(−Rate ω)
	UpperLobes                        // an endless train of lobes, see UpperTail
)

// UpperTail is the law of a part on (At, ∞). UpperLobes is the limiting form of the
// positive or negative part of ω^Exponent cos(ωR+φ): lobes [c−h, c+h] around
// c = Center + j·Period, j = 0, 1, …, with h = HalfWidth, in which the mass beyond ω is
//
//	Mass · (1 + (j+t)·Period/(Center−Period/2))^(Exponent+1),   t = (1 + sin(π(ω−c)/(2h)))/2.
type UpperTail struct {
	Kind     UpperKind
	At, Mass float64
	Exponent float64 // UpperPower, UpperLobes: < −1
	Rate     float64 // UpperExponential

	Center, Period, HalfWidth float64 // UpperLobes
}

// Mass returns the part's mass on ω > 0.
func (l *Law) Mass() float64 { return l.mass }

// Pieces returns the pieces in increasing order. The caller must not modify them.
func (l *Law) Pieces() []Piece { return l.pieces }

// Lower returns the law below the first piece.
func (l *Law) Lower() LowerTail { return l.lower }

// Upper returns the law beyond the last piece.
func (l *Law) Upper() UpperTail { return l.upper }

// Within returns the mass of piece i on (Lo, ω), for ω within the piece.
func (l *Law) Within(i int, omega float64) float64 {
	p := &l.pieces[i]
	switch {
	case omega >= p.Hi:
		return p.Mass
	case omega <= p.Lo:
		return 0
	}
	return min(max(l.sign*l.poly[i].Integral(p.Lo, omega), 0), p.Mass)
}

// DensityIn returns the part's density at ω within piece i, 0 for an atom.
func (l *Law) DensityIn(i int, omega float64) float64 {
	if l.poly[i] == nil {
		return 0
	}
	return max(l.sign*l.poly[i].At(omega), 0)
}

// Below returns the part's mass on (0, ω]. Its relative precision does not degrade as the mass tends to 0.
func (l *Law) Below(omega float64) float64 {
	if omega < l.lower.At {
		return l.lower.below(omega)
	}
	i := sort.Search(len(l.pieces), func(i int) bool { return l.pieces[i].Lo > omega }) - 1
	if i < 0 {
		return l.lower.Mass
	}
	p := &l.pieces[i]
	if omega >= l.upper.At {
		return l.mass - l.upper.above(omega)
	}
	return p.Below + l.Within(i, omega)
}

// Above returns the part's mass on (ω, ∞). Its relative precision does not degrade as the mass tends to 0.
func (l *Law) Above(omega float64) float64 {
	if omega < l.lower.At {
		return l.mass - l.lower.below(omega)
	}
	if omega >= l.upper.At {
		return l.upper.above(omega)
	}
	i := sort.Search(len(l.pieces), func(i int) bool { return l.pieces[i].Lo > omega }) - 1
	if i < 0 {
		return l.mass - l.lower.Mass
	}
	p := &l.pieces[i]
	return p.Above + p.Mass - l.Within(i, omega)
}

// finish adds up what the scans found.
func (b *builder) finish(ctx context.Context, ls []lobe, end tails) (*Profile, error) {
	p := &Profile{Dim: b.in.dim, KernelAtZero: b.in.zero, ChangesForever: end.forever}
	var weight [2]float64
	for _, a := range b.in.atoms {
		switch {
		case a.Weight == 0:
			continue
		case a.Omega == 0:
			p.Origin += a.Weight
		default:
			p.Atoms = append(p.Atoms, a)
		}
		weight[side(a.Weight)] += math.Abs(a.Weight)
	}
	slices.SortFunc(p.Atoms, func(x, y fourier.Atom) int { return cmp.Compare(x.Omega, y.Omega) })
	if end.forever { // the tail law begins at the last sign change
		ls = ls[:len(ls)-1]
	}
	var gaps [][2]float64
	p.Intervals, gaps, p.Noise = intervals(ls)
	if err := b.s.locate(ctx, p.Intervals, gaps); err != nil {
		return nil, err
	}
	p.Noise += end.lost + b.in.lost
	laws := [2]*Law{b.law(ls, end, p.Atoms, 1), b.law(ls, end, p.Atoms, -1)}
	p.laws = laws
	var out [2]Mass
	for i := range out {
		out[i] = Mass{laws[i].mass, p.Noise + end.mass[i].Err}
		for _, iv := range p.Intervals {
			if side(float64(iv.Sign)) == i {
				out[i].Err += iv.Mass.Err
			}
		}
		if laws[i].lower.Mass > 0 {
			out[i].Err += b.lowErr
		}
		if p.Origin != 0 && side(p.Origin) == i {
			out[i].Value += math.Abs(p.Origin)
		}
		out[i].Err += 4 * chebyshev.Roundoff * out[i].Value
		p.TailMass.Value += end.mass[i].Value
		p.TailMass.Err += end.mass[i].Err
	}
	if n := len(p.Intervals); n > 0 {
		if b.lowFit {
			p.Intervals[0].Lo = 0
			p.Intervals[0].Mass.Value += math.Abs(b.lower.Mass)
			p.Intervals[0].Mass.Err += b.lowErr
		}
		if last := &p.Intervals[n-1]; !end.forever {
			if tail := end.mass[side(float64(last.Sign))]; end.kind != UpperNone {
				last.Hi = math.Inf(1)
				last.Mass.Value += tail.Value
				last.Mass.Err += tail.Err
			}
		}
	}
	p.Defect = out[0].Value - out[1].Value - p.KernelAtZero
	if math.IsInf(p.KernelAtZero, 0) || math.IsNaN(p.KernelAtZero) {
		p.KernelAtZero, p.Defect = math.NaN(), math.NaN()
	}
	if found, least := out[0].Value+out[1].Value, math.Abs(p.KernelAtZero); found < lostShare*least {
		return nil, fmt.Errorf("hankel: of the mass, which is %.4g at least, %.2g was found: in noise the density cannot be "+
			"followed to where the rest is", least, found)
	}
	if d := math.Abs(p.Defect); d > out[0].Err+out[1].Err {
		out[0].Err, out[1].Err = max(d, out[0].Err), max(d, out[1].Err)
	}
	for i := range out {
		if out[i].Err > 1e200 {
			out[i].Err = math.Inf(1)
		}
	}
	p.Plus, p.Minus = out[0], out[1]
	p.Total = Mass{out[0].Value + out[1].Value, out[0].Err + out[1].Err}
	return p, nil
}

// lostShare is the share of |k(0)| ≤ ‖m‖ below which masses are none of the measure's.
const lostShare = 0.1

// side returns the index of the part to which a mass of this sign belongs.
func side(sign float64) int {
	if sign < 0 {
		return 1
	}
	return 0
}

// law collects the pieces of one sign.
func (b *builder) law(ls []lobe, end tails, atoms []fourier.Atom, sign float64) *Law {
	l := &Law{sign: sign}
	var train []*lobe
	for i := range ls {
		if q := &ls[i]; q.sure && float64(q.sign) == sign {
			train = append(train, q)
			for _, x := range q.pieces {
				if x.mass > 0 {
					l.pieces = append(l.pieces, Piece{Lo: x.lo, Hi: x.hi, Mass: x.mass,
						Err: x.p.Mean*(x.hi-x.lo) + 4*chebyshev.Roundoff*x.p.Amp*(x.p.B-x.p.A)})
					l.poly = append(l.poly, x.p)
				}
			}
		}
	}
	for _, a := range atoms {
		if a.Weight*sign <= 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(l.pieces, a.Omega, func(q Piece, x float64) int { return cmp.Compare(q.Lo, x) })
		l.pieces = slices.Insert(l.pieces, i, Piece{Lo: a.Omega, Hi: a.Omega, Mass: math.Abs(a.Weight)})
		l.poly = slices.Insert(l.poly, i, nil)
	}
	if len(l.pieces) == 0 {
		return l
	}
	l.lower.At = l.pieces[0].Lo
	if b.lowFit && b.lower.Mass*sign > 0 && l.lower.At <= b.lower.At {
		l.lower = LowerTail{l.lower.At, math.Abs(b.lower.Mass), b.lower.Exponent}
	}
	below := l.lower.Mass
	for i := range l.pieces {
		l.pieces[i].Below = below
		below += l.pieces[i].Mass
	}
	last := l.pieces[len(l.pieces)-1].Hi
	l.upper.At = last
	if tail := end.mass[side(sign)].Value; tail > 0 && end.kind != UpperNone {
		l.upper = UpperTail{Kind: end.kind, At: last, Mass: tail, Exponent: end.exponent, Rate: end.rate}
		if end.forever {
			b.train(&l.upper, train)
		}
	}
	above := l.upper.Mass
	for i := len(l.pieces) - 1; i >= 0; i-- {
		l.pieces[i].Above = above
		above += l.pieces[i].Mass
	}
	l.mass = above + l.lower.Mass
	return l
}

// train turns a power tail that changes sign with a single period into a train of lobes.
// With several periods the smooth power law stays.
func (b *builder) train(u *UpperTail, ls []*lobe) {
	const look = 12
	n := len(ls)
	if n < look {
		return
	}
	first, last := ls[n-look], ls[n-1]
	period := ((last.lo + last.hi) - (first.lo + first.hi)) / 2 / (look - 1)
	match := math.NaN()
	for _, w := range b.in.tail.Waves {
		if w.Freq > 0 && math.Abs(period*w.Freq/(2*math.Pi)-1) < 0.01 {
			match = 2 * math.Pi / w.Freq
			break
		}
	}
	if math.IsNaN(match) {
		return
	}
	for i := n - look + 1; i < n; i++ {
		gap := ((ls[i].lo + ls[i].hi) - (ls[i-1].lo + ls[i-1].hi)) / 2
		if math.Abs(gap/match-1) > 0.02 {
			return
		}
	}
	u.Kind = UpperLobes
	u.Period = match
	u.HalfWidth = (last.hi - last.lo) / 2
	u.Center = (last.lo+last.hi)/2 + match
}

func (t *LowerTail) below(omega float64) float64 {
	if omega <= 0 || t.Mass == 0 {
		return 0
	}
	return t.Mass * elem64.Pow(omega/t.At, t.Exponent+1)
}

// above returns the mass on (ω, ∞) for ω ≥ At.
func (u *UpperTail) above(omega float64) float64 {
	switch u.Kind {
	case UpperPower:
		return u.Mass * elem64.Pow(omega/u.At, u.Exponent+1)
	case UpperExponential:
		return u.Mass * math.Exp(-u.Rate*(omega-u.At))
	case UpperLobes:
		if omega <= u.Center-u.HalfWidth {
			return u.Mass
		}
		j := math.Floor((omega - u.Center + u.HalfWidth) / u.Period)
		x := min((omega-u.Center-j*u.Period)/u.HalfWidth, 1)
		t := j + (1+math.Sin(math.Pi/2*x))/2
		return u.Mass * elem64.Pow(1+t*u.Period/(u.Center-u.Period/2), u.Exponent+1)
	}
	return 0
}
