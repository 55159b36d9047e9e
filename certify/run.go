package certify

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/cuts"
	"krein/internal/kernel/piecewise"
	"krein/internal/parallel"
	"krein/kernel"
)

// Run certifies the kernel k on R^dim. A claim comes out Proved or Refuted, with a proof that
// the checker (package check) has accepted; or, where no proof was found, Likely or Unlikely by
// floating point; or Undecided. A claim that was not asked
// for (Settings.Claims) is Undecided, unless it was decided for the sake of one that was.
//
// Errors: the context was cancelled. A kernel that cannot be analysed gives undecided claims
// that say why, not an error, and so does one for which the time or the work of ctx is over (package budget).
// A kernel with a parameter that has an interval of values (parser.Options.Over) is certified for all of them at once: what
// is Proved or Refuted is so for every value, and nothing is estimated.
// Run panics if k is nil, dim < 1, or a claim is unknown.
func Run(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (*Certificate, error) {
	f, done := begin(ctx, k, dim, set)
	if f.set.Late <= 0 {
		defer done()
		return f.run(ctx)
	}
	late, stop := budget.WithTime(context.WithoutCancel(ctx), f.set.Late, f.set.Clock)
	defer stop()
	var cert *Certificate
	var err error
	if !parallel.Until(late, func() {
		defer done()
		cert, err = f.run(ctx)
	}) {
		return f.sofar.certificate(k, dim, f.set, f.found), nil
	}
	return cert, err
}

// run is Run within the time and the work of f.
func (f *session) run(ctx context.Context) (*Certificate, error) {
	fixed := f.K.Fixed() == nil
	if !fixed {
		f.alarm = f.undefined()
	}
	if !f.set.SkipProofs && f.alarm == "" {
		f.proveAll(f.set.Claims...)
		leave := f.within(lookUnits)
		f.lookAgain()
		leave()
	}
	var mass Mass
	if fixed { // of a kernel with an interval of values, floats know one in the middle
		if err := f.estimate(ctx); err != nil {
			return nil, err
		}
	}
	if f.asked(FiniteMass) && f.asked(PD) {
		mass = f.masses()
	}
	if err := cancelled(ctx); err != nil { // the masses may have given up for it
		return nil, fmt.Errorf("certify: stopped: %w", err)
	}
	var claims []Claim
	for _, id := range IDs() {
		cl, err := f.claim(id)
		if err != nil {
			return nil, err
		}
		claims = append(claims, cl)
	}
	return certificate.New(f.K.Formula(), f.K.BeyondString(), f.Dim, claims, mass).WithPoints(f.points(claims)), nil
}

// undefined says where a kernel with an interval of values is not proved to be defined for all of them, as the checker wants
// it before any proof; "" if it is.
func (f *session) undefined() string {
	if x := kernel.Unsettled(f.K.FormulaExpr()); x != nil {
		return fmt.Sprintf("%s is not proved to have a value for all values of the parameter", x)
	}
	if err := f.K.ProvedDefined(); err != nil {
		return fmt.Sprintf("the kernel is not proved to be defined for all values of the parameter: %v", err)
	}
	return ""
}

// cancelled returns the error of ctx if its caller ended it: the end of a budget is no error.
func cancelled(ctx context.Context) error {
	if budget.Over(ctx) {
		return nil
	}
	return ctx.Err()
}

// decisions are the claims that were decided so far. They are for another goroutine than that of the session.
type decisions struct {
	mu     sync.Mutex
	claims map[ID]Claim
}

func (d *decisions) add(cl Claim) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.claims == nil {
		d.claims = make(map[ID]Claim)
	}
	d.claims[cl.ID] = cl
}

// certificate states what was decided, while the search goes on: all else is undecided, and no mass is known.
func (d *decisions) certificate(k *kernel.Kernel, dim int, set *Settings, found *breakpoints.Recorder) *Certificate {
	d.mu.Lock()
	defer d.mu.Unlock()
	var claims []Claim
	for _, id := range IDs() {
		cl, decided := d.claims[id]
		if !decided {
			cl = Claim{ID: id, Evidence: []byte("{}"), Because: "the claim was not asked for"}
			if len(set.Claims) == 0 || slices.Contains(set.Claims, id) {
				cl.Because = fmt.Sprintf("%v (%s)", budget.ErrTime, set.AtEffort())
			}
		}
		claims = append(claims, cl)
	}
	return certificate.New(k.Formula(), k.BeyondString(), dim, claims, Mass{}).WithPoints(found.Recorded())
}

// begin checks the arguments of Run and bounds its work until done is called.
func begin(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (f *session, done func()) {
	if k == nil {
		panic("certify: nil kernel")
	}
	if dim < 1 {
		panic(fmt.Sprintf("certify: dimension %d", dim))
	}
	s := set.withDefaults()
	for _, id := range s.Claims {
		if !slices.Contains(IDs(), id) {
			panic(fmt.Sprintf("certify: no claim %q", id))
		}
	}
	ctx = budget.Named(ctx, s.AtEffort())
	untimed, stop := ctx, func() {}
	if s.Time > 0 {
		ctx, stop = budget.WithTime(ctx, s.Time, s.Clock)
	}
	timed := ctx
	ctx, release := budget.Within(ctx, s.Units(proofUnits+drawUnits+lookUnits+estimateUnits+massUnits))
	var points piecewise.Points = breakpoints.Search{}
	if r, ok := k.Points().(*breakpoints.Recorder); ok { // of a search around this one
		points = r
	}
	found := breakpoints.NewRecorder(points)
	f = newSession(ctx, k.CutAt(found), dim, &s)
	f.untimed, f.timed, f.root, f.found, f.cuts = untimed, timed, true, found, breakpoints.NewRecorder(found)
	return f, func() { release(); stop() }
}

// points returns where the formulas are cut that the checker meets in the proofs of claims, and has met in the masses: it
// goes over the proofs once more, as it will with the certificate, and what it asks for is written down. Once the time is
// over, now or on the way, these are the points that the provers asked for, which are more.
func (f *session) points(claims []Claim) []cuts.Recorded {
	v := check.NewVerifier(f.K.CutAt(f.cuts), f.Dim, 0)
	for _, cl := range claims {
		if cl.Proof != nil && f.timed.Err() == nil {
			v.Verify(f.timed, cl, cl.ID)
		}
	}
	if f.timed.Err() != nil {
		return f.found.Recorded()
	}
	return f.cuts.Recorded()
}

// asked reports whether a claim is to be decided.
func (f *session) asked(id ID) bool {
	return len(f.set.Claims) == 0 || slices.Contains(f.set.Claims, id)
}

// infiniteAtZero reports whether k is unbounded at 0 and has no value of its own there.
func (f *session) infiniteAtZero() bool {
	v, _, err := f.K.OwnValueAtZero()
	x, err2 := f.K.ExactAt(piecewise.Origin(), true, 1)
	return err == nil && err2 == nil && !v.Defined && x.Bounded() == ball.False
}

// claim states what was found on one claim.
func (f *session) claim(id ID) (Claim, error) {
	cl := Claim{ID: id}
	var evidence any
	switch v, ok := f.verdicts[id]; {
	case f.alarm != "":
		cl.Because = f.alarm
	case ok:
		cl.Status, cl.Because, cl.Rule, cl.Proof, evidence = v.status(), v.because, v.rule, v.proof, v.evidence
		cl.Witness = v.witness
		if v.proof == nil {
			evidence = estimate{v.evidence, f.missing(id)}
		}
	case !f.asked(id):
		cl.Because = "the claim was not asked for"
	default:
		tried := slices.Concat(f.attempts[id], f.lack[id])
		cl.Because = "no rule applies to this kernel"
		if len(tried) > 0 {
			cl.Because, cl.Rule = tried[0].Because, tried[0].Rule
		}
		if id != FiniteMass && id != CompletelyMonotone && f.infiniteAtZero() {
			cl.Because, cl.Rule = "k(0) is infinite, and the claim is about kernels with a value at 0: write it, as in z == 0 "+
				"? v : …, or keep away from 0, as sqrt(z^2 + 1e-6) in the place of z does", ""
		}
		evidence = struct {
			Tried []attempt `json:"tried,omitempty"`
		}{append(tried, f.unlike[id]...)}
	}
	if evidence == nil {
		evidence = struct{}{}
	}
	data, err := proof.EncodeEvidence(evidence)
	if err != nil {
		return cl, fmt.Errorf("certify: evidence of %s: %w", id, err)
	}
	cl.Evidence = data
	return cl, nil
}
