package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"krein/certify/region"
	"krein/internal/certify/check"
)

// mapOpen is the share of a box that a map leaves open unless its settings say otherwise.
const mapOpen = 0.02

// RegionMap says for which values of several parameters in a box the kernels of a family on R^dim have a claim. The parameters
// but one are divided into values and intervals between them; in each of these parts the claim is decided along the last
// parameter, for all values of the others in the part at once, by certificates and the lemmas of package certify/region.
// The part of which most is open is divided next. The inner parameter is one in which the formula is affine, if there is one.
//
// If the context ends, the map so far is returned besides its error.
func RegionMap(ctx context.Context, f *region.Family, axes []region.Axis, dim int, set *RegionSettings) (*region.Map, error) {
	s := &mapSearch{ctx: ctx, f: f, lines: map[string][]region.Cell{}}
	if set != nil {
		s.set = *set
	}
	if !(s.set.Tolerance > 0) {
		s.set.Tolerance = mapOpen
	}
	id := PD
	switch len(s.set.Claims) {
	case 0:
	case 1:
		id = s.set.Claims[0]
	default:
		return nil, fmt.Errorf("certify: a map is about one claim, not %d", len(s.set.Claims))
	}
	if len(axes) < 2 {
		return nil, fmt.Errorf("certify: a map of %d parameters", len(axes))
	}
	for _, a := range axes {
		if a.From.Cmp(a.To) >= 0 {
			return nil, fmt.Errorf("certify: a parameter from %s to %s", a.From.RatString(), a.To.RatString())
		}
	}
	s.m = &region.Map{Formula: f.Formula, Params: f.Params, Axes: s.order(axes), Dim: dim, Claim: id}
	if s.set.Time > 0 {
		s.until = s.set.clock() + s.set.Time
	}
	if err := s.readable(); err != nil {
		return nil, err
	}
	root := &mapNode{spans: s.m.Whole(), part: new(region.Part)}
	s.m.Root = root.part
	if set != nil && set.From != nil {
		if err := s.resume(root); err != nil {
			return nil, err
		}
	} else if err := s.begin(root); err != nil {
		return s.result(err)
	}
	return s.result(s.refine(root))
}

// mapSearch looks for a map.
type mapSearch struct {
	ctx   context.Context
	f     *region.Family
	m     *region.Map
	set   RegionSettings
	until time.Duration
	lines map[string][]region.Cell // along the inner parameter, at values of all the others
}

// mapNode is a part with what the parts around it have.
type mapNode struct {
	spans  []region.Span
	part   *region.Part
	points []region.Point // of the parts around it
	boxes  []region.Box
	inner  []*mapNode
}

// order puts last a parameter in which the formula is affine, the last of them.
func (s *mapSearch) order(axes []region.Axis) []region.Axis {
	for last := len(axes) - 1; last >= 0; last-- {
		m := region.Map{Axes: append(slices.Delete(slices.Clone(axes), last, last+1), axes[last])}
		if m.In(s.f, m.Whole()).Affine(m.Inner().From, m.Inner().To) == nil {
			return m.Axes
		}
	}
	return slices.Clone(axes)
}

// readable returns the error of a formula that cannot be read at some points of the box, which lie on no line that symmetry
// would suggest (a = c, of a formula with 1/(a−c)) but for the corner where all values are least.
func (s *mapSearch) readable() (err error) {
	at := func(t *big.Rat) error {
		value := func(i int) *big.Rat {
			a := &s.m.Axes[i]
			v := new(big.Rat).Sub(a.To, a.From)
			v.Mul(v, t).Mul(v, big.NewRat(11, int64(11+i)))
			return v.Add(a.From, v)
		}
		var spans []region.Span
		last := len(s.m.Axes) - 1
		for i := range last {
			v := value(i)
			spans = append(spans, region.Span{From: v, To: v})
		}
		_, err := s.m.In(s.f, spans).At(value(last))
		return err
	}
	for _, t := range []*big.Rat{big.NewRat(5, 13), big.NewRat(1, 1), new(big.Rat)} {
		if err = at(t); err == nil {
			return nil
		}
	}
	return err
}

const (
	firstParts = 4 // of each outer parameter
	mostParts  = 4000
	// lineTolerance is how near a threshold is bracketed at values of the outer parameters, mapEffort how much of
	// the effort is for one certificate: most of those that fail are next to a threshold.
	lineTolerance, mapEffort = 1.0 / 4096, 0.1
)

// begin divides the box for the first time.
func (s *mapSearch) begin(root *mapNode) error {
	if err := s.follow(root); err != nil {
		return err
	}
	nodes := []*mapNode{root}
	for axis := range root.spans {
		a, parts := &s.m.Axes[axis], int64(firstParts)
		if len(root.spans) > 1 {
			parts /= 2
		}
		cuts := lattice(a.From, a.To, parts)
		var next []*mapNode
		for _, n := range nodes {
			if err := s.divide(n, axis, cuts, axis == len(root.spans)-1); err != nil {
				return err
			}
			next = append(next, n.inner...)
		}
		nodes = next
	}
	return nil
}

// refine divides what is most open, until little is.
func (s *mapSearch) refine(root *mapNode) error {
	for range mostParts {
		proved, refuted := s.m.Shares()
		if 1-proved-refuted <= s.set.Tolerance || s.spent() {
			return nil
		}
		n, open := s.widest(root)
		if n == nil || open == 0 {
			return nil
		}
		axis, width := -1, 0.0
		for i, sp := range n.spans {
			a := &s.m.Axes[i]
			w, _ := new(big.Rat).Quo(new(big.Rat).Sub(sp.To, sp.From), new(big.Rat).Sub(a.To, a.From)).Float64()
			if w > width {
				axis, width = i, w
			}
		}
		sp := n.spans[axis]
		if err := s.divide(n, axis, []*big.Rat{between(sp.From, sp.To)}, true); err != nil {
			return err
		}
	}
	return nil
}

// spent reports whether the time is over.
func (s *mapSearch) spent() bool {
	return s.until > 0 && s.set.clock() >= s.until
}

// result is the map as far as it came.
func (s *mapSearch) result(err error) (*region.Map, error) {
	if err != nil && s.ctx.Err() == nil {
		return nil, err
	}
	return s.m, err
}

// widest returns the part with the largest open volume.
func (s *mapSearch) widest(root *mapNode) (widest *mapNode, most float64) {
	var walk func(n *mapNode)
	walk = func(n *mapNode) {
		for _, c := range n.inner {
			walk(c)
		}
		if len(n.inner) > 0 {
			return
		}
		open := 0.0
		for _, c := range n.part.Cells {
			if c.Status == Undecided {
				w, _ := new(big.Rat).Sub(c.To, c.From).Float64()
				open += w
			}
		}
		for _, sp := range n.spans {
			w, _ := new(big.Rat).Sub(sp.To, sp.From).Float64()
			open *= w
		}
		if open > most {
			widest, most = n, open
		}
	}
	walk(root)
	return widest, most
}

// divide cuts a part; with look, its parts are looked at, values of the outer parameters first.
func (s *mapSearch) divide(n *mapNode, axis int, cuts []*big.Rat, look bool) error {
	divided, err := n.spans[axis].Divide(cuts)
	if err != nil {
		return err
	}
	n.part.Axis, n.part.Cuts, n.part.Cells = axis, cuts, nil
	for _, sp := range divided {
		c := &mapNode{spans: slices.Clone(n.spans), part: new(region.Part), points: s.points(n), boxes: s.boxes(n)}
		c.spans[axis] = sp
		n.inner = append(n.inner, c)
		n.part.Parts = append(n.part.Parts, c.part)
		if err := s.follow(c); err != nil { // there is an answer at any time
			return err
		}
	}
	if !look {
		return nil
	}
	for _, values := range []bool{true, false} {
		for _, c := range n.inner {
			if one := c.spans[axis].From.Cmp(c.spans[axis].To) == 0; one == values {
				if err := s.look(c); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// points and boxes are all certificates that hold in a part.
func (s *mapSearch) points(n *mapNode) []region.Point {
	all := append(slices.Clone(n.points), n.part.Points...)
	slices.SortStableFunc(all, func(p, q region.Point) int { return p.At.Cmp(q.At) })
	return all
}

func (s *mapSearch) boxes(n *mapNode) []region.Box {
	return append(slices.Clone(n.boxes), n.part.Boxes...)
}

// follow sets the cells to those that follow.
func (s *mapSearch) follow(n *mapNode) (err error) {
	n.part.Cells, err = s.m.Follow(s.f, n.spans, s.points(n), s.boxes(n))
	return err
}

// search returns a search along the inner parameter, with all that is known in a part.
func (s *mapSearch) search(n *mapNode) *regionSearch {
	set := &RegionSettings{Settings: s.set.Settings, Tolerance: lineTolerance}
	set.Effort = mapEffort * s.set.withDefaults().Effort
	inner := s.m.Inner()
	r := &regionSearch{ctx: s.ctx, f: s.m.In(s.f, n.spans), dim: s.m.Dim, id: s.m.Claim, set: set, until: s.until,
		known: map[string]*region.Point{}, given: n.part.Cells, covered: slices.Clone(n.boxes), lenient: true}
	r.affine = r.f.Affine(inner.From, inner.To) == nil
	r.tolerance = new(big.Rat).Mul(new(big.Rat).Sub(inner.To, inner.From), new(big.Rat).SetFloat64(lineTolerance))
	for _, p := range n.points {
		r.known[p.At.RatString()] = &p
	}
	return r
}

// look looks for certificates in a part, and keeps those that say something new.
func (s *mapSearch) look(n *mapNode) error {
	if s.spent() {
		return nil
	}
	r, inner := s.search(n), s.m.Inner()
	if key, one := lineKey(n.spans); one {
		if _, err := r.search(inner.From, inner.To); err != nil {
			return err
		}
		defer func() { s.lines[key] = n.part.Cells }()
	} else if err := s.between(n, r); err != nil {
		return err
	}
	if r.err != nil {
		return r.err
	}
	n.part.Points, n.part.Boxes = nil, r.covered[len(n.boxes):]
	for key, p := range r.known {
		known := slices.ContainsFunc(n.points, func(q region.Point) bool { return q.At.RatString() == key })
		if status := p.Cert.Claim(r.id).Status; !known && decided(status) {
			n.part.Points = append(n.part.Points, *p)
		}
	}
	slices.SortFunc(n.part.Points, func(p, q region.Point) int { return p.At.Cmp(q.At) })
	slices.SortFunc(n.part.Boxes, func(a, b region.Box) int { return cmp.Or(a.From.Cmp(b.From), a.To.Cmp(b.To)) })
	if err := s.follow(n); err != nil {
		return err
	}
	if err := s.prune(n); err != nil {
		return err
	}
	if s.set.Mapped != nil {
		s.set.Mapped(s.m, s.m.Where(n.spans))
	}
	return nil
}

// prune leaves out certificates at values without which the same cells follow.
func (s *mapSearch) prune(n *mapNode) error {
	for i := len(n.part.Points) - 1; i >= 0; i-- {
		all := n.part.Points
		n.part.Points = slices.Delete(slices.Clone(all), i, i+1)
		cells, err := s.m.Follow(s.f, n.spans, s.points(n), s.boxes(n))
		if err != nil {
			return err
		}
		if !slices.EqualFunc(cells, n.part.Cells, region.Cell.Same) {
			n.part.Points = all
		}
	}
	return nil
}

// lineKey is a name for values of all outer parameters; one is false if they have intervals.
func lineKey(spans []region.Span) (key string, one bool) {
	var b strings.Builder
	for _, sp := range spans {
		if sp.From.Cmp(sp.To) != 0 {
			return "", false
		}
		b.WriteString(sp.From.RatString() + " ")
	}
	return b.String(), true
}

// between looks for certificates for intervals of outer parameters: where all its corners have one status, that may be the
// one between them, too.
func (s *mapSearch) between(n *mapNode, r *regionSearch) error {
	var corners [][]region.Cell
	for bits := range 1 << len(n.spans) {
		var spans []region.Span
		for i, sp := range n.spans {
			v := sp.From
			if bits>>i&1 == 1 {
				v = sp.To
			}
			spans = append(spans, region.Span{From: v, To: v})
		}
		cells, err := s.corner(n, spans)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(cells, func(c region.Cell) bool { return c.Status != Undecided }) {
			corners = append(corners, cells)
		}
	}
	common := agreed(corners)
	proved := slices.ContainsFunc(common, func(c region.Cell) bool { return c.Status == Proved })
	for i, c := range common {
		from, to := true, true // ends at which the claim has to be certified
		if r.affine && proved && !r.id.Linear() && c.Status == Refuted {
			from, to = i > 0, i+1 < len(common) // what is beyond follows
			if i > 0 && common[i-1].Status == Proved {
				to = false
			} else if i+1 < len(common) && common[i+1].Status == Proved {
				from = false
			}
		}
		if from {
			r.inward(c.From, c.To, c.Status)
		}
		if to && c.From.Cmp(c.To) != 0 {
			r.inward(c.To, c.From, c.Status)
		}
	}
	if !r.affine || !proved || !slices.ContainsFunc(common, func(c region.Cell) bool { return r.at(c.From) == Proved || r.at(c.To) == Proved }) {
		r.boxes()
	}
	return nil
}

// corner returns the cells at values of all outer parameters.
func (s *mapSearch) corner(n *mapNode, spans []region.Span) ([]region.Cell, error) {
	key, _ := lineKey(spans)
	if cells, ok := s.lines[key]; ok {
		return cells, nil
	}
	c := &mapNode{spans: spans, part: new(region.Part), points: n.points, boxes: n.boxes}
	if err := s.follow(c); err != nil {
		return nil, err
	}
	inner := s.m.Inner()
	claim, err := s.search(c).search(inner.From, inner.To)
	if err != nil {
		return nil, err
	}
	s.lines[key] = claim.Cells
	return claim.Cells, nil
}

// agreed returns the intervals in which all have one status that is decided.
func agreed(all [][]region.Cell) (out []region.Cell) {
	for i, cells := range all {
		var decidedOnes []region.Cell
		for _, c := range cells {
			if c.Status != Undecided {
				decidedOnes = append(decidedOnes, c)
			}
		}
		if i == 0 {
			out = decidedOnes
			continue
		}
		var both []region.Cell
		for _, a := range out {
			for _, b := range decidedOnes {
				c := region.Cell{Span: region.Span{From: a.From, To: a.To}, Status: a.Status}
				if b.From.Cmp(c.From) > 0 {
					c.From = b.From
				}
				if b.To.Cmp(c.To) < 0 {
					c.To = b.To
				}
				if a.Status == b.Status && c.From.Cmp(c.To) <= 0 {
					both = append(both, c)
				}
			}
		}
		out = both
	}
	return out
}

// resume takes what a map has, which is verified.
func (s *mapSearch) resume(root *mapNode) error {
	old := s.set.From
	if !slices.EqualFunc(old.Axes, s.m.Axes, func(a, b region.Axis) bool {
		return a.Name == b.Name && a.From.Cmp(b.From) == 0 && a.To.Cmp(b.To) == 0
	}) || old.Claim != s.m.Claim {
		return errors.New("certify: the map that is to be continued is about another box or another claim")
	}
	report, err := old.Verify(s.ctx, s.f, s.m.Axes, s.m.Dim, 0)
	if err != nil {
		return err
	}
	if report.Verdict != check.Accepted {
		return fmt.Errorf("certify: the map that is to be continued is %v: %s", report.Verdict, report.Why)
	}
	var walk func(n *mapNode) error
	walk = func(n *mapNode) error {
		if len(n.part.Parts) == 0 {
			if key, one := lineKey(n.spans); one {
				s.lines[key] = n.part.Cells
			}
			return nil
		}
		divided, err := n.spans[n.part.Axis].Divide(n.part.Cuts)
		if err != nil {
			return err
		}
		for i, sp := range divided {
			c := &mapNode{spans: slices.Clone(n.spans), part: n.part.Parts[i], points: s.points(n), boxes: s.boxes(n)}
			c.spans[n.part.Axis] = sp
			n.inner = append(n.inner, c)
			if err := walk(c); err != nil {
				return err
			}
		}
		return nil
	}
	root.part, s.m.Root = old.Root, old.Root
	return walk(root)
}
