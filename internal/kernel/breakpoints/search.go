package breakpoints

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/cuts"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Search is the piecewise.Points of kernels whose points are looked for.
type Search struct{}

// Of implements piecewise.Points.
func (Search) Of(whole *formula.Expr) piecewise.Cuts { return &searched{whole: whole} }

// Natural is kernel.NewNatural of a formula whose points are looked for.
func Natural(e *formula.Expr) *kernel.Kernel { return kernel.NewNatural(e).CutAt(Search{}) }

// searched are the points of a formula, found when first needed.
type searched struct {
	whole *formula.Expr

	once   sync.Once
	pieces []piecewise.Piece
	met    []piecewise.Breakpoint // where a condition, abs, min or max may change
	err    error
}

// splitUnits bounds the work of finding the pieces of a formula.
const splitUnits = 10_000_000

// split splits the formula by signs at points. The work has a bound of its own, so that the pieces are the same whatever
// is left of the budget of the search that asks first.
func (c *searched) split() {
	c.once.Do(func() {
		ctx, release := budget.New(context.Background(), splitUnits)
		defer release()
		s := splitter{whole: c.whole, meter: budget.Of(ctx)}
		if c.err = s.split(origin, infinity, nil); c.err == nil {
			c.pieces, c.met = s.pieces, s.cuts
		}
	})
}

// Pieces implements piecewise.Cuts.
func (c *searched) Pieces() ([]piecewise.Piece, error) {
	c.split()
	return slices.Clone(c.pieces), c.err
}

// maxRounds bounds how often points are added for parts that do not show in the pieces.
const maxRounds = 2

// Find implements piecewise.Cuts.
func (c *searched) Find(try piecewise.Trial, m *budget.Meter) (found piecewise.Cut, err error) {
	note := func(err error) {
		if endless := new(endlessError); errors.As(err, &endless) {
			found.Before = new(big.Rat).SetInt64(1)
			power := new(big.Int).Lsh(big.NewInt(1), uint(max(endless.before, -endless.before)))
			if found.Before.SetInt(power); endless.before < 0 {
				found.Before.Inv(found.Before)
			}
		}
	}
	if c.split(); c.err != nil {
		note(c.err)
		return found, c.err
	}
	all := slices.Clone(c.met)
	for _, p := range c.pieces {
		all = append(all, p.Hi)
		// without those that are missing a piece is not proved analytic
		critical, err := critical(p.Lo, p.Hi, m, p.Expr)
		note(err)
		all = append(all, critical...)
	}
	for round := 0; ; round++ {
		if found.At, err = ordered(all); err != nil {
			return found, err
		}
		doubts, err := try(found.At)
		if err != nil || round == maxRounds {
			return found, err
		}
		before := len(all)
		for _, d := range doubts {
			hidden, _ := critical(d.Lo, d.Hi, m, d.Parts...)
			all = append(all, hidden...)
		}
		if len(all) == before {
			return found, nil
		}
	}
}

// critical returns where in (lo, hi) formulas without branches may not be analytic, by their denominators, arguments of
// roots and so on; the error is the last that has no end of distances.
func critical(lo, hi piecewise.Breakpoint, m *budget.Meter,
	e ...*formula.Expr) (cuts []piecewise.Breakpoint, err error) {
	for _, g := range criticalArguments(m, e...) {
		found, failed := zeros(g, point{Breakpoint: lo}, point{Breakpoint: hi}, m)
		if endless := new(endlessError); errors.As(failed, &endless) {
			err = failed
		}
		for _, b := range found {
			if b.Exact != nil {
				cuts = append(cuts, b.Breakpoint)
			}
		}
	}
	return cuts, err
}

// ordered sorts the positive exact breakpoints and keeps one of each.
func ordered(all []piecewise.Breakpoint) ([]*formula.Expr, error) {
	type cutPoint struct {
		b piecewise.Breakpoint
		c constant.Value
	}
	var points []cutPoint
	for _, b := range all {
		if b.Inf {
			continue
		}
		if b.Exact == nil {
			return nil, fmt.Errorf("the breakpoint near %v has no exact form that is known here", b)
		}
		c, err := constant.New(b.Exact)
		if err != nil {
			return nil, fmt.Errorf("the breakpoint %s: %w", b, err)
		}
		if !slices.ContainsFunc(points, func(p cutPoint) bool { return p.c.Same(c) }) {
			points = append(points, cutPoint{b, c})
		}
	}
	var err error
	slices.SortFunc(points, func(x, y cutPoint) int {
		s, known := x.c.Cmp(y.c)
		if known != ball.True && err == nil {
			err = fmt.Errorf("the order of the breakpoints %s and %s is not decided by %d bits", x.b, y.b, constant.MostBits)
		}
		return s
	})
	if err != nil {
		return nil, err
	}
	points = slices.CompactFunc(points, func(x, y cutPoint) bool { s, _ := x.c.Cmp(y.c); return s == 0 })
	var out []*formula.Expr
	for _, p := range points {
		s, known := p.c.Sign()
		if known != ball.True {
			return nil, fmt.Errorf("the sign of the breakpoint %s is not decided", p.b)
		}
		if s > 0 {
			out = append(out, p.b.Exact)
		}
	}
	return out, nil
}

// Recorder looks for points as others do, and keeps what it is asked for and they find. It is safe for concurrent use.
type Recorder struct {
	points piecewise.Points

	mu    sync.Mutex
	found map[string]piecewise.Cut
}

// NewRecorder returns a Recorder of what is found by points.
func NewRecorder(points piecewise.Points) *Recorder {
	return &Recorder{points: points, found: make(map[string]piecewise.Cut)}
}

// Of implements piecewise.Points.
func (r *Recorder) Of(whole *formula.Expr) piecewise.Cuts {
	return &noted{r.points.Of(whole), r, whole}
}

// Recorded returns what was asked for so far.
func (r *Recorder) Recorded() []cuts.Recorded {
	r.mu.Lock()
	defer r.mu.Unlock()
	return cuts.Record(r.found)
}

// noted are the points of a formula of which a Recorder keeps what is found.
type noted struct {
	piecewise.Cuts
	by    *Recorder
	whole *formula.Expr
}

// Find implements piecewise.Cuts. Of formulas that are written alike all have the points that were found first, as they
// have in a cuts.Table; what was cut short is not kept.
func (n *noted) Find(try piecewise.Trial, m *budget.Meter) (piecewise.Cut, error) {
	text := cuts.Spelt(n.whole)
	n.by.mu.Lock()
	cut, known := n.by.found[text]
	n.by.mu.Unlock()
	if known {
		return cut, nil
	}
	cut, err := n.Cuts.Find(try, m)
	if !m.Stopped() {
		n.by.mu.Lock()
		n.by.found[text] = cut
		n.by.mu.Unlock()
	}
	return cut, err
}
