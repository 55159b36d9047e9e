package stationary

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"

	"krein/certify"
	fourier "krein/fourier/stationary"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check/rule"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/gram"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
	"krein/internal/fourier/symmetry"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/cuts"
	"krein/internal/kernel/piecewise"
	"krein/internal/parallel"
	"krein/kernel"
)

// Certificate is what is known of a kernel; see package krein/internal/certify/check/stationary.
type Certificate = check.Certificate

// workUnits bounds the work for all lemmas at effort 1: that of one or two radial certificates that take all of theirs.
const workUnits = 80_000_000

// mostDepth bounds the nesting of sums and products of odd functions.
const mostDepth = 3

// Run certifies k. set is for the lemmas on radial kernels, as in package certify; its Claims and Progress are not
// used, Time and the work that Effort allows are for all of them together. Nothing is estimated: a claim that is not
// proved or refuted is undecided, and says what stopped the search, or of which class the kernel is. The error says
// that ctx was cancelled: the end of its time or work is none.
func Run(ctx context.Context, k *fourier.Kernel, set *certify.Settings) (*Certificate, error) {
	found := breakpoints.NewRecorder(breakpoints.Search{})
	k = k.CutAt(found)
	p := &prover{lemmas: map[string]*lemma{}}
	if set != nil {
		p.set = *set
	}
	late := p.set.Late
	p.set.Late = 0 // of the whole, not of a lemma
	if late <= 0 {
		defer p.within(ctx)()
		return p.run(ctx, k, found)
	}
	p.keepDecided(check.About(k))
	timed, stop := budget.WithTime(context.WithoutCancel(ctx), late, p.set.Clock)
	defer stop()
	var cert *Certificate
	var err error
	if !parallel.Until(timed, func() {
		defer p.within(ctx)()
		cert, err = p.run(ctx, k, found)
	}) {
		cert = p.decided.Load()
		cert.Points = found.Recorded()
		return cert, nil
	}
	return cert, err
}

// keepDecided keeps what is decided so far for the end of the time (certify.Settings.Late): another goroutine reads it.
func (p *prover) keepDecided(cert *Certificate) {
	now := *cert
	now.Claims = slices.Clone(cert.Claims)
	for i := range now.Claims {
		if cl := &now.Claims[i]; cl.Proof == nil {
			cl.Because = fmt.Sprintf("%v (%s)", budget.ErrTime, p.set.AtEffort())
		}
	}
	now.Lemmas = p.used() // those of steps that were not taken, too
	p.decided.Store(&now)
}

// run is Run within the time and the work of p.
func (p *prover) run(ctx context.Context, k *fourier.Kernel, found *breakpoints.Recorder) (*Certificate, error) {
	p.checker = check.New(p.ctx, p.claim, 1<<30)
	cert := check.About(k)
	var accepted []use
	for i := range cert.Claims {
		cl := &cert.Claims[i]
		p.why, p.inapplicable = nil, nil
		if s, holds := p.decide(k, cl.ID, 0); s != nil {
			cl.Status = proof.Refuted
			if holds {
				cl.Status = proof.Proved
			}
			cl.Because, cl.Rule, cl.Proof = s.Says, s.Rule, s
			accepted = append(accepted, p.asked...)
			p.keepDecided(cert)
		} else {
			cl.Because = p.undecided(k)
		}
		if ctx.Err() != nil && !budget.Over(ctx) {
			return nil, fmt.Errorf("certify: stopped: %w", ctx.Err())
		}
	}
	for _, l := range p.order { // searches have kept more than the proofs that were found rest on
		l.kept = map[proof.ID]bool{}
	}
	keep(accepted)
	p.masses(cert, k)
	cert.Lemmas = p.used()
	if points := askedFor(p.timed, cert, k, found); p.timed.Err() == nil {
		cert.Points = points
	} else { // of the search, which asked for more
		cert.Points = found.Recorded()
	}
	if ctx.Err() != nil && !budget.Over(ctx) {
		return nil, fmt.Errorf("certify: stopped: %w", ctx.Err())
	}
	return cert, nil
}

// askedFor returns where the formulas are cut that a checker meets: it goes over the certificate as it will, and what it
// asks for is written down.
func askedFor(ctx context.Context, cert *Certificate, k *fourier.Kernel, found piecewise.Points) []cuts.Recorded {
	asked := breakpoints.NewRecorder(found)
	k = k.CutAt(asked)
	for _, cl := range cert.Claims {
		if cl.Proof != nil {
			check.VerifyAt(ctx, cert, k, cl.ID, 0)
		}
	}
	if cert.Masses.Kind == certificate.MassEnclosed {
		check.VerifyMassesAt(ctx, cert, k, 0)
	}
	return asked.Recorded()
}

// within bounds the time and the work of the search until done is called.
func (p *prover) within(ctx context.Context) (done func()) {
	ctx, stop := budget.Named(ctx, p.set.AtEffort()), func() {}
	if p.set.Time > 0 {
		ctx, stop = budget.WithTime(ctx, p.set.Time, p.set.Clock)
	}
	timed := ctx
	effort := p.set.Effort
	if !(effort > 0) {
		effort = 1
	}
	ctx, release := budget.Within(ctx, int64(math.Min(effort*workUnits, 1<<60)))
	p.ctx, p.timed, p.set.Time = ctx, timed, 0
	return func() { release(); stop() }
}

// prover looks for proofs about one kernel.
type prover struct {
	ctx     context.Context
	timed   context.Context // as long as there is time
	set     certify.Settings
	checker *check.Checker
	lemmas  map[string]*lemma
	order   []*lemma
	asked   []use // what the step in question rests on
	why     []string
	// inapplicable is why rules do not apply, which is a reason where there is no other.
	inapplicable []string
	decided      atomic.Pointer[Certificate] // so far, for another goroutine
}

// lemma is what was found of a radial kernel, claim by claim.
type lemma struct {
	kernel *kernel.Kernel
	dim    int
	claims map[proof.ID]proof.Claim
	kept   map[proof.ID]bool // accepted proofs rest on these
	mass   certificate.Mass
}

// certificate states what is kept.
func (l *lemma) certificate() *certificate.Certificate {
	var claims []proof.Claim
	for _, id := range proof.IDs() {
		cl := l.claims[id]
		if !l.kept[id] {
			cl = proof.Claim{ID: id, Because: "the claim was not asked for"}
		}
		claims = append(claims, cl)
	}
	return certificate.New(l.kernel.Formula(), l.kernel.BeyondString(), l.dim, claims, l.mass)
}

// use is a claim of a lemma that a step rests on.
type use struct {
	lemma *lemma
	id    proof.ID
}

// lemma finds or makes the one about k.
func (p *prover) lemma(k *kernel.Kernel, dim int) *lemma {
	key := fmt.Sprintf("%d %s", dim, k)
	l := p.lemmas[key]
	if l == nil {
		l = &lemma{kernel: k, dim: dim, claims: map[proof.ID]proof.Claim{}, kept: map[proof.ID]bool{},
			mass: certificate.Mass{Kind: certificate.MassUnknown}}
		p.lemmas[key], p.order = l, append(p.order, l)
	}
	return l
}

// claim certifies a claim about a radial kernel when the checker first asks for it.
func (p *prover) claim(k *kernel.Kernel, dim int, id proof.ID) proof.Claim {
	l := p.lemma(k, dim)
	if _, known := l.claims[id]; !known {
		set := p.set
		set.Claims = []certify.ID{id}
		c, err := certify.Run(p.ctx, k, dim, &set)
		if err != nil {
			return proof.Claim{}
		}
		for _, cl := range c.Claims() {
			if _, known := l.claims[cl.ID]; cl.ID == id || !known && cl.Proof != nil {
				l.claims[cl.ID] = cl
			}
		}
	}
	p.asked = append(p.asked, use{l, id})
	return l.claims[id]
}

// keep has the certificate keep what proofs rest on.
func keep(list []use) {
	for _, u := range list {
		u.lemma.kept[u.id] = true
	}
}

// try has the checker look at a step, and keeps the lemmas of one that it accepts.
func (p *prover) try(g check.Goal, s *proof.Step) bool {
	if s == nil || p.ctx.Err() != nil {
		return false
	}
	p.asked = nil
	err := p.checker.Step(g, s)
	var incomplete *rule.IncompleteError
	switch {
	case err == nil:
		keep(p.asked)
		return true
	case errors.As(err, &incomplete):
		p.note(g, incomplete)
	}
	return false
}

// note keeps why a step failed. The reason why a claim is open is a part of the kernel of which it is open, too, or a rule
// that got stuck; a part of which the contrary is proved, and a rule of another form, merely do not apply.
func (p *prover) note(g check.Goal, incomplete *rule.IncompleteError) {
	stuck, says := !incomplete.Form && g.Holds, incomplete.Why
	if len(p.asked) > 0 && g.Holds {
		last := p.asked[len(p.asked)-1]
		switch cl := last.lemma.claims[last.id]; {
		case cl.Status == proof.Refuted:
			stated := prose.Statement(last.lemma.dim, cl)
			stuck, says = false, fmt.Sprintf("k is made of functions not all of which have this property, and no rule decides what "+
				"follows; %s: %s", last.lemma.kernel.Formula(), strings.ToLower(stated[:1])+stated[1:])
		case cl.Status != proof.Proved && g.Kernel != nil && isRadial(g.Kernel, last.lemma.kernel):
			says = cl.Because
		case cl.Status != proof.Proved:
			says = fmt.Sprintf("k is made of %s, of which it is open on R^%d, too: %s", last.lemma.kernel.Formula(),
				last.lemma.dim, cl.Because)
		}
	}
	if stuck {
		p.why = append(p.why, says)
	} else {
		p.inapplicable = append(p.inapplicable, says)
	}
}

// isRadial reports whether k is the function r of the distance.
func isRadial(k *fourier.Kernel, r *kernel.Kernel) bool {
	of, ok := k.Radial()
	return ok && of.String() == r.String()
}

// undecided says why nothing was proved.
func (p *prover) undecided(k *fourier.Kernel) string {
	if !budget.Of(p.ctx).Spend(1) && budget.Over(p.ctx) { // all may be spent, and no more
		return budget.Why(p.ctx, p.set.AtEffort())
	}
	if err := k.ProvedDefined(); err != nil {
		return err.Error()
	}
	_, radial := k.Radial()
	_, l1 := k.L1()
	if _, err := k.Tensor(); err != nil && !radial && !l1 {
		var class *fourier.ClassError
		if errors.As(err, &class) {
			return class.Error()
		}
		return err.Error()
	}
	for _, why := range slices.Concat(p.why, p.inapplicable) {
		return why // the first
	}
	return "no rule applies to this kernel"
}

// decide looks for a proof of a claim about k or of its negation.
func (p *prover) decide(k *fourier.Kernel, id proof.ID, depth int) (s *proof.Step, holds bool) {
	if k.ProvedDefined() != nil {
		return nil, false
	}
	for _, holds := range []bool{true, false} {
		for _, find := range finders(id, holds) {
			if p.ctx.Err() != nil {
				return nil, false
			}
			if s := find(p, k, depth); s != nil && p.try(check.Goal{Claim: id, Holds: holds, Kernel: k}, s) {
				return s, holds
			}
		}
	}
	return nil, false
}

// proves is decide for proofs of the claim alone.
func (p *prover) proves(k *fourier.Kernel, id proof.ID, depth int) *proof.Step {
	for _, find := range finders(id, true) {
		if s := find(p, k, depth); s != nil && p.try(check.Goal{Claim: id, Holds: true, Kernel: k}, s) {
			return s
		}
	}
	return nil
}

// plural and contrary say of several functions that they have a claim, and of one that it does not.
var (
	plural = map[proof.ID]string{check.FiniteMass: "have finite mass", check.PD: "are positive definite",
		check.ConditionallyPD:       "are conditionally positive definite",
		check.PositiveDecomposition: "are differences of positive definite functions"}
	contrary = map[proof.ID]string{check.FiniteMass: "is not the transform of a finite measure",
		check.PD: "is not positive definite", check.ConditionallyPD: "is not conditionally positive definite of any order",
		check.PositiveDecomposition: "is no difference of positive definite functions"}
)

// finder proposes a step for a claim about k; nil if it has none.
type finder func(p *prover, k *fourier.Kernel, depth int) *proof.Step

// finders lists what may decide a claim.
func finders(id proof.ID, holds bool) []finder {
	name := map[proof.ID]string{check.FiniteMass: "finite-mass", check.PD: "pd",
		check.ConditionallyPD: "conditionally-pd", check.PositiveDecomposition: "decomposition"}[id]
	switch {
	case id == check.Symmetric && holds:
		return []finder{simple("symmetric.parity", "the formula is even")}
	case id == check.Symmetric:
		return []finder{asymmetric("symmetric.point")}
	case id == check.ConditionallyPD && holds:
		return []finder{radial(name, "k is a function of the distance, of which this is proved"),
			implied("conditional.pd", check.PD, "k is positive definite: the order is 0"),
			mixture("conditional.exponent", "k is a constant minus a negative definite function: the order is 1",
				(*fourier.Kernel).Variogram),
			factors(id, name), algebra("sum", id, name, (*fourier.Kernel).Summands)}
	case holds:
		list := []finder{radial(name, "k is a function of the distance, of which this is proved"), factors(id, name)}
		switch id {
		case check.FiniteMass:
			list = append(list, onNorm1("taxicab.analysis",
				"of the 1-norm, k is a continuous function that has finite mass on the line and no waves at infinity"),
				onNorm1("taxicab.completely-monotone", completelyMonotone))
		case check.PD:
			list = append(list, onNorm1("taxicab.completely-monotone-pd", completelyMonotone),
				onNorm1("taxicab.convex", "of the 1-norm, k is a continuous function with a limit at infinity that is not "+
					"negative, and its derivative of order 2d − 2 is convex"))
		case check.PositiveDecomposition:
			list = append([]finder{implied("decomposition.finite-mass", check.FiniteMass,
				"the real part of the measure is a finite signed measure")}, list...)
		}
		list = append(list, algebra("sum", id, name, (*fourier.Kernel).Summands))
		if id == check.PositiveDecomposition {
			list = append(list, implied("decomposition.conditionally-pd", check.ConditionallyPD,
				"k is conditionally positive definite, and a correction of finite rank makes it positive definite"))
		} else {
			list = append(list, algebra("product", id, name, (*fourier.Kernel).Product),
				mixture("mixture."+name, "k is a mixture of kernels exp(−sγ), γ negative definite",
					func(k *fourier.Kernel) bool { _, ok := k.Mixture(); return ok }),
				mixture("gneiting."+name, "k is a space–time covariance of Gneiting's class",
					func(k *fourier.Kernel) bool { _, ok := k.SpaceTime(); return ok }),
				composed(id, name), curved(name), divided(id, name))
			if id == check.FiniteMass {
				list = append(list, secondOrder)
			}
		}
		if id == check.PD {
			list = append(list, combined)
		}
		return list
	}
	list := []finder{radial("not-"+name, "k is a function of the distance, of which the contrary is proved")}
	switch id {
	case check.PD:
		list = append(list, asymmetric("pd.asymmetric"))
	case check.ConditionallyPD:
		list = append(list, asymmetric("conditional.asymmetric"))
	}
	list = append(list, refuted(id, name))
	switch id {
	case check.FiniteMass:
		list = append(list, oddPart)
	case check.PD:
		list = append(list, points, negativeDensity)
	case check.ConditionallyPD:
		list = append(list, balancedPoints)
	}
	return list
}

// simple is a step without evidence.
func simple(id, says string) finder {
	return func(*prover, *fourier.Kernel, int) *proof.Step { return proof.NewStep(id, says, nil) }
}

func radial(name, says string) finder {
	return func(_ *prover, k *fourier.Kernel, _ int) *proof.Step {
		if _, ok := k.Radial(); !ok {
			return nil
		}
		return proof.NewStep("radial."+name, says, nil)
	}
}

// completelyMonotone is said of functions of the 1-norm.
const completelyMonotone = "of the 1-norm, k is a continuous function that is completely monotone"

func onNorm1(id, says string) finder {
	return func(_ *prover, k *fourier.Kernel, _ int) *proof.Step {
		if _, ok := k.L1(); !ok {
			return nil
		}
		return proof.NewStep(id, says, nil)
	}
}

// mixture proposes the step of a rule for kernels whose formula is seen to be of its kind.
func mixture(id, says string, is func(*fourier.Kernel) bool) finder {
	return func(_ *prover, k *fourier.Kernel, _ int) *proof.Step {
		if !is(k) {
			return nil
		}
		return proof.NewStep(id, says, nil)
	}
}

// factors is the step for a sum of products over orthogonal subspaces.
func factors(id proof.ID, name string) finder {
	return func(p *prover, k *fourier.Kernel, _ int) *proof.Step {
		if _, ok := k.Radial(); ok {
			return nil
		}
		t, err := k.Tensor()
		if err != nil {
			return nil
		}
		var from []*proof.Step
		if id == check.FiniteMass {
			for _, o := range check.Odds(t) {
				s := p.odd(o, 0)
				if s == nil {
					return nil
				}
				from = append(from, s)
			}
		}
		after := ""
		if t.Map != nil {
			after = " after a linear map that makes its quadratic form diagonal"
		}
		says := fmt.Sprintf("k is a product over %d orthogonal subspaces", len(t.Blocks))
		if len(t.Terms) != 1 {
			says = fmt.Sprintf("k is a sum of %d products over %d orthogonal subspaces", len(t.Terms), len(t.Blocks))
		}
		says += after + ", and all factors " + plural[id]
		if id == check.ConditionallyPD {
			return proof.NewStep("conditional.factors", "k is a sum of functions on subspaces"+after+
				", and all are conditionally positive definite", nil)
		}
		if id == check.PD {
			ev := p.signs(t)
			if len(ev.Negative) > 0 {
				says += " or minus such functions, an even number of them in each product"
			}
			return proof.NewStep("factors."+name, says, ev)
		}
		return proof.NewStep("factors."+name, says, nil, from...)
	}
}

// signs says of which factors the negatives are positive definite, if not all factors are.
func (p *prover) signs(t *fourier.Tensor) (ev check.SignsEvidence) {
	for n, f := range check.Factors(t) {
		if f.Odd != nil || p.proved(f.Even, f.Dim, check.PD) {
			continue
		}
		if !p.proved(check.Negative(f.Even), f.Dim, check.PD) {
			return check.SignsEvidence{}
		}
		ev.Negative = append(ev.Negative, n)
	}
	return ev
}

// implied is the step that rests on a proof of another claim.
func implied(id string, from proof.ID, says string) finder {
	return func(p *prover, k *fourier.Kernel, depth int) *proof.Step {
		s := p.proves(k, from, depth)
		if s == nil {
			return nil
		}
		return proof.NewStep(id, says, nil, s)
	}
}

// algebra is the step for a sum or product as it is written.
func algebra(op string, id proof.ID, name string, parts func(*fourier.Kernel) ([]*fourier.Kernel, error)) finder {
	return func(p *prover, k *fourier.Kernel, depth int) *proof.Step {
		list, err := parts(k)
		if err != nil || len(list) < 2 || depth == fourier.MostNested {
			return nil
		}
		return p.ofParts(op, id, name, list, depth, nil)
	}
}

// ofParts is the step for a sum or product of parts of which the claim is proved; nil if there is one of which it is not.
func (p *prover) ofParts(op string, id proof.ID, name string, list []*fourier.Kernel, depth int, evidence any) *proof.Step {
	var from []*proof.Step
	for _, part := range list {
		s := p.proves(part, id, depth+1)
		if s == nil {
			return nil
		}
		from = append(from, s)
	}
	return proof.NewStep(op+"."+name, "all parts of the "+op+" "+plural[id], evidence, from...)
}

// divided is the step for a product of two kernels between which the factors of the formula are divided: a covariance of
// Gneiting's class times a kernel of the time has factors of the time that belong to either. Parts of such parts are not
// divided again.
func divided(id proof.ID, name string) finder {
	return func(p *prover, k *fourier.Kernel, depth int) *proof.Step {
		if _, err := k.Tensor(); err == nil || depth == fourier.MostNested {
			return nil // for functions of orthogonal subspaces there is nothing to gain
		}
		for i, parts := range k.Splits() {
			s := p.ofParts("product", id, name, parts, fourier.MostNested-1, check.SplitEvidence{Split: i + 1})
			if s != nil || p.ctx.Err() != nil {
				return s
			}
		}
		return nil
	}
}

// mostComposed bounds the kernels of which a formula is taken for a function.
const mostComposed = 6

// composed is the step for a function of a positive definite kernel.
func composed(id proof.ID, name string) finder {
	return func(p *prover, k *fourier.Kernel, depth int) *proof.Step {
		n := 0
		for f, e := range k.Compositions() {
			if n++; n > mostComposed || depth == fourier.MostNested || p.ctx.Err() != nil {
				return nil
			}
			outer, err := check.OnSpheres(f, e)
			if err != nil || !p.proved(outer, k.Dim(), proof.PDAllSpheres) {
				continue
			}
			from := []*proof.Step{p.proves(e, check.PD, depth+1)}
			if id == check.FiniteMass && from[0] != nil {
				from = append(from, p.proves(e, id, depth+1))
			}
			if !slices.Contains(from, nil) {
				return proof.NewStep("composition."+name, "k is a function, a power series without negative coefficients, of "+
					e.Formula()+", which is positive definite", check.CompositionEvidence{Inner: n}, from...)
			}
		}
		return nil
	}
}

// asymmetric is the step that a point is.
func asymmetric(id string) finder {
	return func(_ *prover, k *fourier.Kernel, _ int) *proof.Step {
		if k.Parity() == 1 {
			return nil
		}
		delta := symmetry.Differs(k, 1)
		if delta == nil {
			return nil
		}
		return proof.NewStep(id, fmt.Sprintf("k(Δ) is not k(−Δ) at Δ = (%s)", list(delta)),
			check.PointEvidence{Delta: gram.Rationals(delta)})
	}
}

// list writes the first components of a vector.
func list(v []*big.Rat) string {
	s := ""
	for i, x := range v {
		if i == 6 {
			return s + ", …"
		}
		if i > 0 {
			s += ", "
		}
		s += x.RatString()
	}
	return s
}

// refuted looks at the subspaces of a sum of products, and at lines.
func refuted(id proof.ID, name string) finder {
	return func(p *prover, k *fourier.Kernel, _ int) *proof.Step {
		if _, ok := k.Radial(); ok {
			return nil
		}
		g := check.Goal{Claim: id, Kernel: k}
		if t, err := k.Tensor(); err == nil {
			seen := map[*fourier.Factor]bool{}
			for b := range t.Blocks {
				if len(t.Terms) == 1 && seen[t.Terms[0].Factors[b]] || b > 64 {
					continue
				}
				seen[t.Terms[0].Factors[b]] = true
				s := proof.NewStep("block."+"not-"+name, "on one of the subspaces k "+contrary[id],
					check.BlockEvidence{Block: b})
				if p.try(g, s) {
					return s
				}
			}
		}
		for _, v := range directions(k) {
			s := proof.NewStep("line."+"not-"+name, fmt.Sprintf("on the line along (%s) k %s", list(v), contrary[id]),
				check.LineEvidence{Direction: gram.Rationals(v)})
			if p.try(g, s) {
				return s
			}
		}
		return nil
	}
}

// directions are lines to look at.
func directions(k *fourier.Kernel) [][]*big.Rat {
	dim := k.Dim()
	unit := func(f func(i int) int64) []*big.Rat {
		v := make([]*big.Rat, dim)
		for i := range v {
			v[i] = big.NewRat(f(i), 1)
		}
		return v
	}
	out := k.Lines()
	for n := range min(dim, 3) {
		out = append(out, unit(func(i int) int64 {
			if i == n {
				return 1
			}
			return 0
		}))
	}
	if dim > 1 {
		out = append(out, unit(func(int) int64 { return 1 }), unit(func(i int) int64 { return int64(1 - 2*(i%2)) }))
	}
	return out
}

// oddPart looks at odd parts on lines.
func oddPart(p *prover, k *fourier.Kernel, _ int) *proof.Step {
	g := check.Goal{Claim: check.FiniteMass, Kernel: k}
	for _, v := range directions(k) {
		f, err := k.OnLine(v)
		if err != nil || f.Odd == nil {
			continue
		}
		at := []string{"0", check.OddAtInfinity, check.OddUnbounded}
		if local, err := f.Odd.ExactSingularities(1); err == nil {
			for _, s := range local.Singularities {
				if s.At.Exact != nil && !slices.Contains(at, s.At.String()) {
					at = append(at, s.At.String())
				}
			}
		}
		for _, a := range at {
			says := "the odd part on the line along (" + list(v) + ") is no transform of a finite measure: "
			switch a {
			case check.OddUnbounded:
				says += "it is unbounded"
			case check.OddAtInfinity:
				says += "at infinity it tends to a limit other than 0"
			default:
				says += "it jumps at " + a
			}
			s := proof.NewStep("line.odd-part", says, check.OddEvidence{Direction: gram.Rationals(v), At: a})
			if p.try(g, s) {
				return s
			}
		}
	}
	return nil
}

// odd looks for a proof that sgn(s)·o(|s|) is the transform of a finite measure.
func (p *prover) odd(o *kernel.Kernel, depth int) *proof.Step {
	g := check.Goal{Claim: "odd-finite-mass", Holds: true, Odd: o}
	for _, rule := range [][2]string{
		{"odd.analysis", "the odd part is continuous, 0 at 0 and at infinity, and nothing else that counts keeps its mass from " +
			"being finite"},
		{"odd.wave", "the odd part is a multiple of a sine"},
	} {
		if s := proof.NewStep(rule[0], rule[1], nil); p.try(g, s) {
			return s
		}
	}
	if depth == mostDepth {
		return nil
	}
	for n := 0; ; n++ {
		_, factor, err := check.OddProduct(o, n)
		if err != nil {
			break
		}
		if from := p.odd(factor, depth+1); from != nil {
			s := proof.NewStep("odd.product", "the odd part is a product of an odd and an even function",
				check.FactorEvidence{Factor: n}, from)
			if p.try(g, s) {
				return s
			}
		}
	}
	terms, err := check.OddTerms(o)
	if err != nil {
		return nil
	}
	var from []*proof.Step
	for _, term := range terms {
		s := p.odd(term, depth+1)
		if s == nil {
			return nil
		}
		from = append(from, s)
	}
	if s := proof.NewStep("odd.sum", "the odd part is a sum", nil, from...); p.try(g, s) {
		return s
	}
	return nil
}

// used returns certificates of the lemmas on which something rests.
func (p *prover) used() (list []*certificate.Certificate) {
	for _, l := range p.order {
		if len(l.kept) > 0 {
			list = append(list, l.certificate())
		}
	}
	return list
}

// masses derives the masses, if there is a way.
func (p *prover) masses(cert *Certificate, k *fourier.Kernel) {
	finite, pd := cert.Claim(check.FiniteMass).Status, cert.Claim(check.PD).Status
	var methods []check.Method
	switch {
	case finite == proof.Refuted:
		methods = []check.Method{check.Infinite}
	case finite == proof.Proved && pd == proof.Proved:
		methods = []check.Method{check.OfPD}
	}
	if finite == proof.Proved {
		methods = append(methods, check.OfRadial, check.OfFactors, check.OfLine, check.OfProducts, check.OfNorm1)
	}
	for _, method := range methods {
		switch t, err := k.Tensor(); {
		case method == check.OfFactors && (err != nil || len(t.Terms) != 1 || len(check.Odds(t)) > 0):
			continue
		case method == check.OfLine && (err != nil || len(t.Terms) != 1 || len(check.Odds(t)) != 1):
			continue
		case method == check.OfProducts:
			if err != nil {
				continue
			}
			p.factorMasses(t)
		case method == check.OfRadial:
			if f, ok := k.Radial(); ok {
				p.mass(f, k.Dim())
			}
		case method == check.OfFactors || method == check.OfLine:
			for _, f := range t.Terms[0].Factors {
				switch {
				case f.Odd == nil:
					p.mass(f.Even, f.Dim)
				case f.Even != nil && p.proved(f.Even, 1, proof.PD): // exact masses
					p.mass(f.Even, 1)
				}
			}
		}
		cert.Lemmas = p.used()
		if m, err := check.MassesFrom(p.ctx, cert, k, method, 0); err == nil {
			cert.Masses = m
			return
		}
	}
}

// mostLemmas bounds the factors of which masses are looked for.
const mostLemmas = 32

// factorMasses has the masses of all even factors enclosed, and those of what k is on subspaces.
func (p *prover) factorMasses(t *fourier.Tensor) {
	seen := map[*fourier.Factor]bool{}
	for _, term := range t.Terms {
		for _, f := range term.Factors {
			if f.Odd == nil && !seen[f] && len(seen) < mostLemmas {
				seen[f] = true
				p.mass(f.Even, f.Dim)
			}
		}
	}
	for b := range min(len(t.Blocks), check.MostRestrictions) {
		if f, err := check.OnBlock(t, b); err == nil {
			p.mass(f, t.Blocks[b].Dim)
		}
	}
}

// proved reports whether a claim about a radial kernel is proved.
func (p *prover) proved(k *kernel.Kernel, dim int, id proof.ID) bool {
	return p.claim(k, dim, id).Status == proof.Proved
}

// mass has the masses of a radial kernel enclosed.
func (p *prover) mass(k *kernel.Kernel, dim int) {
	l := p.lemma(k, dim)
	if l.mass.Kind != certificate.MassUnknown {
		return
	}
	set := p.set
	set.Claims = []certify.ID{proof.FiniteMass, proof.PD}
	c, err := certify.Run(p.ctx, k, dim, &set)
	if err != nil || c.Mass().Kind != certificate.MassEnclosed {
		return
	}
	l.mass = c.Mass()
	for _, id := range set.Claims {
		if cl := c.Claim(id); cl.Proof != nil {
			l.claims[id], l.kept[id] = cl, true
		}
	}
}
