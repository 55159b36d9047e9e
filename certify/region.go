package certify

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"krein/certify/region"
	"krein/internal/certify/check"
	"krein/internal/polynomial/roots"
)

// RegionSettings steer Region and RegionMap.
type RegionSettings struct {
	// Settings are those of the certificates; their Claims are those of the region, PD if there are none. Time is that of all
	// certificates together, after which what is left stays open.
	Settings
	// Tolerance is how near the value where a claim ends is bracketed, relative to the interval; 0 means 1e-8. Of RegionMap it
	// is the share of the box that may stay open; 0 means 0.02.
	Tolerance float64
	// Looked, if not nil, is told of every value that was certified.
	Looked func(id ID, at *big.Rat, status Status)
	// From, if not nil, is a map of the same box and claim that RegionMap continues; it is verified first.
	From *region.Map
	// Begun, if not nil, is a document of the same family, range and dimension that Region continues; it is verified first.
	Begun *region.Document
	// Sofar, if not nil, is called by Region after every certificate. It may take the document so far, and write it.
	Sofar func(d func() (*region.Document, error))
	// Mapped, if not nil, is told of every part that RegionMap looked at: the map so far, which may be written, and where.
	Mapped func(m *region.Map, where string)
	// Box, if not nil, is told of every interval for which one certificate is looked for.
	Box func(id ID, b *region.Box)
}

// Region says for which values of a parameter, from lo to hi, the kernels of a family on R^dim have claims, by certificates at
// single values and the lemmas of package certify/region where the formula is affine in the parameter, and elsewhere
// by certificates of whole intervals between single values. It looks for the values where a claim begins and ends.
//
// Errors: a formula that cannot be read at a value, a context that was cancelled, with which comes the document so far, lo ≥ hi, a
// document in Settings.Begun that is of another family or not accepted.
func Region(ctx context.Context, f *region.Family, lo, hi *big.Rat, dim int, set *RegionSettings) (*region.Document, error) {
	if lo.Cmp(hi) >= 0 {
		return nil, fmt.Errorf("certify: a parameter from %s to %s", lo.RatString(), hi.RatString())
	}
	var s RegionSettings
	if set != nil {
		s = *set
	}
	if !(s.Tolerance > 0) {
		s.Tolerance = 1e-8
	}
	ids := s.Claims
	if len(ids) == 0 {
		ids = []ID{PD}
	}
	d := &region.Document{Formula: f.Formula, Name: f.Name, Params: f.Params, Lo: lo, Hi: hi, Dim: dim}
	affine := f.Affine(lo, hi) == nil
	begin := s.clock()
	begun, err := s.begun(ctx, f, d)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		r := &regionSearch{ctx: ctx, f: f, dim: dim, id: id, set: &s, affine: affine, ends: true, known: map[string]*region.Point{}}
		r.tolerance = new(big.Rat).Mul(new(big.Rat).Sub(hi, lo), new(big.Rat).SetFloat64(s.Tolerance))
		if s.Time > 0 { // of what is left, an equal share
			r.until = begin + time.Duration(float64(s.Time)*float64(i+1)/float64(len(ids)))
		}
		if c := begun[id]; c != nil {
			r.given = c.Cells
			follows := r.follows(c)
			for _, b := range c.Boxes {
				if b.Unit != nil || follows {
					r.exact = append(r.exact, b)
				} else {
					r.covered = append(r.covered, b)
				}
			}
			for j := range c.Points {
				r.known[c.Points[j].At.RatString()] = &c.Points[j]
			}
		}
		if s.Sofar != nil {
			r.looked = func() {
				s.Sofar(func() (*region.Document, error) {
					c, err := r.claim(lo, hi)
					if err != nil {
						return nil, err
					}
					now := *d
					now.Claims = append(slices.Clone(d.Claims), *c)
					return &now, nil
				})
			}
		}
		c, err := r.search(lo, hi)
		if c != nil {
			d.Claims = append(d.Claims, *c)
		}
		if err != nil && ctx.Err() != nil {
			return d, err
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

// begun returns the claims of the document that is continued, which has to be one of the family of d.
func (s *RegionSettings) begun(ctx context.Context, f *region.Family, d *region.Document) (map[ID]*region.Claim, error) {
	old := s.Begun
	if old == nil {
		return nil, nil
	}
	if old.Lo.Cmp(d.Lo) != 0 || old.Hi.Cmp(d.Hi) != 0 {
		return nil, fmt.Errorf("certify: the document is about %s from %s to %s", old.Name, old.Lo.RatString(), old.Hi.RatString())
	}
	reports, err := old.Verify(ctx, f, d.Dim, 0)
	if err != nil {
		return nil, err
	}
	out := make(map[ID]*region.Claim)
	for i, r := range reports {
		if r.Verdict != check.Accepted {
			return nil, fmt.Errorf("certify: the document is not accepted: %s: %s", r.Claim, r.Why)
		}
		out[r.Claim] = &old.Claims[i]
	}
	return out, nil
}

// clock is that of the settings, or time itself.
func (s *RegionSettings) clock() time.Duration {
	if s.Clock != nil {
		return s.Clock()
	}
	return time.Duration(time.Now().UnixNano())
}

// regionSearch looks for the values at which a claim begins and ends.
type regionSearch struct {
	ctx       context.Context
	f         *region.Family
	dim       int
	id        ID
	set       *RegionSettings
	affine    bool
	tolerance *big.Rat
	until     time.Duration // by the clock; 0: for ever
	known     map[string]*region.Point
	covered   []region.Box
	exact     []region.Box // of intervals beside exact ends
	failures  int          // boxes without a certificate
	err       error        // of the first certificate that failed
	spent     bool         // the time is over

	given   []region.Cell // what is known before, at values of it no certificate is looked for
	looked  func()        // called after every certificate; may be nil
	ends    bool          // exact ends are looked for
	lenient bool          // a value at which the formula has none is open, and no error
}

// at returns the status at a value, Undecided once the time is over.
func (r *regionSearch) at(v *big.Rat) Status {
	if p := r.known[v.RatString()]; p != nil {
		return p.Cert.Claim(r.id).Status
	}
	for _, c := range r.given {
		if c.Status != Undecided && c.Contains(v) {
			return c.Status
		}
	}
	if r.err != nil || r.spent {
		return Undecided
	}
	set := r.set.Settings
	set.Claims, set.Progress, set.Decided = []ID{r.id}, nil, nil
	if r.until > 0 {
		if set.Time = r.until - r.set.clock(); set.Time <= 0 {
			r.spent = true
			return Undecided
		}
	}
	k, err := r.f.At(v)
	if err != nil && r.lenient {
		return Undecided
	}
	if err != nil {
		r.err = fmt.Errorf("at %s = %s: %w", r.f.Name, v.RatString(), err)
		return Undecided
	}
	cert, err := Run(r.ctx, k, r.dim, &set)
	if err != nil {
		r.err = err
		return Undecided
	}
	r.known[v.RatString()] = &region.Point{At: v, Cert: cert}
	status := cert.Claim(r.id).Status
	if r.set.Looked != nil {
		r.set.Looked(r.id, v, status)
	}
	if r.looked != nil {
		r.looked()
	}
	return status
}

const (
	firstCells = 8 // of the interval, at the ends of which certificates are made first
	moreCells  = 32
	mostOpen   = 6 // certificates that leave the claim open, at one end of what is proved
)

// search looks at a lattice, and then for the ends of what is proved.
func (r *regionSearch) search(lo, hi *big.Rat) (*region.Claim, error) {
	values := lattice(lo, hi, firstCells)
	proved := r.look(values)
	if len(proved) == 0 && r.affine {
		values = lattice(lo, hi, moreCells)
		proved = r.look(values)
	}
	if r.affine && len(proved) > 0 && !r.id.Linear() {
		first, last := proved[0], proved[len(proved)-1]
		i := slices.IndexFunc(values, func(v *big.Rat) bool { return v.Cmp(first) == 0 })
		j := slices.IndexFunc(values, func(v *big.Rat) bool { return v.Cmp(last) == 0 })
		if i > 0 {
			r.edge(first, values[i-1])
		}
		if j < len(values)-1 {
			r.edge(last, values[j+1])
		}
	}
	if !r.affine {
		r.changes(values)
	}
	if !r.affine || len(proved) == 0 {
		r.boxes()
	}
	if r.err != nil && r.ctx.Err() == nil {
		return nil, r.err
	}
	c, err := r.claim(lo, hi) // so far
	if err == nil && r.err == nil && r.ends {
		if r.thresholds(c.Cells); len(r.exact) > 0 {
			c, err = r.claim(lo, hi)
		}
	}
	return c, cmp.Or(r.err, err)
}

// lattice divides [lo, hi] into n parts, at numbers that are short, and at 0.
func lattice(lo, hi *big.Rat, n int64) (values []*big.Rat) {
	values = append(values, lo)
	step := new(big.Rat).Quo(new(big.Rat).Sub(hi, lo), big.NewRat(n, 1))
	for i := range n - 1 {
		values = append(values, new(big.Rat).Add(lo, new(big.Rat).Mul(step, big.NewRat(i+1, 1))))
	}
	values = append(values, hi)
	if zero := new(big.Rat); lo.Sign() < 0 && hi.Sign() > 0 && !slices.ContainsFunc(values, func(v *big.Rat) bool {
		return v.Sign() == 0
	}) {
		values = append(values, zero)
		slices.SortFunc(values, (*big.Rat).Cmp)
	}
	return values
}

// look certifies values and returns those where the claim is proved. Of a linear space two proved values are enough, and one
// beside one that is refuted.
func (r *regionSearch) look(values []*big.Rat) (proved []*big.Rat) {
	refuted := 0
	for _, v := range values {
		switch r.at(v) {
		case Proved:
			proved = append(proved, v)
		case Refuted:
			refuted++
		}
		if r.affine && r.id.Linear() && (len(proved) > 1 || len(proved) == 1 && refuted > 0) {
			break
		}
	}
	return proved
}

// edge brackets the end of what is proved between in, where it is, and out, where it is not proved.
func (r *regionSearch) edge(in, out *big.Rat) {
	var middle *big.Rat // where it is undecided, if anywhere
	for r.apart(in, out) && middle == nil {
		v := between(in, out)
		switch r.at(v) {
		case Proved:
			in = v
			if next := beside(in, out, r.tolerance); r.at(next) == Refuted {
				return
			}
		case Refuted:
			out = v
		default:
			middle = v
		}
	}
	if middle == nil || r.at(out) == Proved {
		return
	}
	// From here on each side has a bracket of its own: what is proved, and what is refuted.
	from, to := middle, middle
	for range mostOpen {
		if !r.apart(in, from) {
			break
		}
		if v := between(in, from); r.at(v) == Proved {
			in = v
		} else {
			from = v
		}
	}
	for range mostOpen {
		if !r.apart(to, out) {
			break
		}
		if v := between(to, out); r.at(v) == Refuted {
			out = v
		} else {
			to = v
		}
	}
}

// inward looks for a value at which the claim is proved to have a status: the end of an interval where it seems to, or one on
// the way to the other end.
func (r *regionSearch) inward(end, other *big.Rat, status Status) {
	for _, step := range []*big.Rat{new(big.Rat), big.NewRat(1, 32), big.NewRat(1, 6)} {
		v := new(big.Rat).Sub(other, end)
		v.Add(end, v.Mul(v, step))
		if step.Sign() != 0 {
			w := new(big.Rat).Sub(other, end)
			v = between(v, w.Add(v, w.Mul(w, big.NewRat(1, 32)))) // of few digits
		}
		if r.at(v) == status || end.Cmp(other) == 0 {
			return
		}
	}
}

// apart reports whether values are farther from each other than the tolerance, and there is time.
func (r *regionSearch) apart(a, b *big.Rat) bool {
	gap := new(big.Rat).Sub(a, b)
	return r.err == nil && !r.spent && gap.Abs(gap).Cmp(r.tolerance) > 0
}

// changes brackets the values at which a proved and a refuted value follow each other: between them nothing is proved, and
// the bracket says where to look.
func (r *regionSearch) changes(values []*big.Rat) {
	for i := 1; i < len(values); i++ {
		a, b := values[i-1], values[i]
		s, t := r.at(a), r.at(b)
		if s == t || s != Proved && s != Refuted || t != Proved && t != Refuted {
			continue
		}
		for r.apart(a, b) {
			v := decimal(a, b)
			switch r.at(v) {
			case s:
				a = v
			case t:
				b = v
			default:
				a = b
			}
		}
	}
}

// follows reports whether anything follows beyond values: of an affine family that has the claim somewhere.
func (r *regionSearch) follows(c *region.Claim) bool {
	return r.affine && slices.ContainsFunc(c.Values(), func(v region.Value) bool { return v.Status == Proved })
}

// claim has the points that matter, and the cells.
func (r *regionSearch) claim(lo, hi *big.Rat) (*region.Claim, error) {
	c := &region.Claim{ID: r.id}
	for _, p := range r.known {
		if s := p.Cert.Claim(r.id).Status; s == Proved || s == Refuted {
			c.Points = append(c.Points, *p)
		}
	}
	slices.SortFunc(c.Points, func(a, b region.Point) int { return a.At.Cmp(b.At) })
	if !r.follows(c) { // elsewhere the lemmas say more
		c.Boxes = slices.Clone(r.covered)
	}
	slices.SortFunc(c.Boxes, func(a, b region.Box) int { return cmp.Or(a.From.Cmp(b.From), a.To.Cmp(b.To)) })
	c.Points = slices.DeleteFunc(c.Points, func(p region.Point) bool { // a box says more
		return slices.ContainsFunc(c.Boxes, func(b region.Box) bool { return b.From.Cmp(p.At) < 0 && p.At.Cmp(b.To) < 0 })
	})
	slices.SortFunc(r.exact, func(a, b region.Box) int { return cmp.Or(a.From.Cmp(b.From), a.To.Cmp(b.To)) })
	c.Boxes = append(c.Boxes, r.exact...)
	var err error
	if c.Cells, err = region.Cells(r.id, r.affine, lo, hi, c.Values(), c.Pieces()); err != nil {
		return nil, err
	}
	if r.affine && !r.id.Linear() {
		alone, err := region.Cells(r.id, true, lo, hi, c.Values(), nil) // what follows from the values, before boxes are added
		if err != nil {
			return nil, err
		}
		c.Points = slices.DeleteFunc(c.Points, func(p region.Point) bool { return !needed(alone, p.At) })
	}
	return c, nil
}

// needed reports whether a value is one from which the cells of a cone follow: an end of what is proved, or that end of what
// is refuted which is nearer to it. Where nothing is proved, cells are single values.
func needed(cells []region.Cell, v *big.Rat) bool {
	for i, c := range cells {
		switch {
		case c.Status == Undecided:
		case c.Lemma != "beyond":
			if c.From.Cmp(v) == 0 || c.To.Cmp(v) == 0 {
				return true
			}
		case i == 0:
			if c.To.Cmp(v) == 0 {
				return true
			}
		case c.From.Cmp(v) == 0:
			return true
		}
	}
	return false
}

// between returns the rational of the least denominator in the middle third between a and b: thresholds are often short.
func between(a, b *big.Rat) *big.Rat { return roots.Simplest(middleThird(a, b)) }

// decimal returns the decimal of the fewest digits in the middle third between a and b.
func decimal(a, b *big.Rat) *big.Rat {
	lo, hi := middleThird(a, b)
	for scale := big.NewInt(1); ; scale = new(big.Int).Mul(scale, big.NewInt(10)) {
		x := new(big.Int).Mul(hi.Num(), scale)
		x.Div(x, hi.Denom()) // the greatest one that is not above hi
		if v := new(big.Rat).SetFrac(x, scale); v.Cmp(lo) >= 0 {
			return v
		}
	}
}

// middleThird returns the ends of the middle third between a and b, in increasing order.
func middleThird(a, b *big.Rat) (lo, hi *big.Rat) {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	third := new(big.Rat).Quo(new(big.Rat).Sub(b, a), big.NewRat(3, 1))
	return new(big.Rat).Add(a, third), new(big.Rat).Sub(b, third)
}

// beside returns a value at the distance d from a on the way to b, or b if that is nearer.
func beside(a, b, d *big.Rat) *big.Rat {
	v := new(big.Rat)
	if b.Cmp(a) > 0 {
		if v.Add(a, d); v.Cmp(b) > 0 {
			return b
		}
		return v
	}
	if v.Sub(a, d); v.Cmp(b) < 0 {
		return b
	}
	return v
}
