package certify

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"krein/internal/budget"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/crosscheck"
	"krein/internal/certify/view"
	"krein/internal/hankel/mass"
	"krein/internal/kernel/breakpoints"
	"krein/kernel"
)

// session is the work on one kernel in one dimension: what float64 shows of it, which is computed
// when it is first asked for, and what has been decided. It is used by one goroutine.
type session struct {
	*view.View
	set     *Settings
	untimed context.Context // the caller's, without Settings.Time

	checker *rule.Checker
	root    bool                // the kernel is that of a certificate
	depth   int                 // of nested kernels
	others  map[string]*session // what is known of other kernels and dimensions
	tried   map[int]bool        // the provers that have had their turn
	active  bool                // proveAll is running
	spent   string              // why a prover was cut short

	searched *mass.Masses // what searchedMasses found
	look     *crosscheck.Look
	timed    context.Context       // of the root: as long as there is time
	found    *breakpoints.Recorder // of the root: where formulas are cut for provers
	cuts     *breakpoints.Recorder // of the root: where formulas are cut for the checker
	verdicts map[ID]verdict
	sofar    decisions // of the root
	alarm    string    // what contradicts a proof; then no proof counts
	attempts map[ID][]attempt
	lack     map[ID][]attempt // what the evidence of rules is wanting
	unlike   map[ID][]attempt // rules of whose form the kernel is not known to be: no reasons why a claim is open
}

func newSession(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) *session {
	if m := budget.Of(ctx); m != nil && k.Meter() != m {
		k = k.Metered(m)
	}
	s := set.withDefaults()
	return &session{
		View: view.New(ctx, k, dim, view.Options{
			Orders: s.Orders, Degrees: s.Degrees, Margin: s.Margin, Tolerance: s.MassTolerance, SkipMass: s.SkipMass,
			JetUnits: s.Units(jetUnits), Budget: s.AtEffort(),
		}),
		set: &s, untimed: ctx, checker: check.New(ctx, searchSteps), others: make(map[string]*session),
		tried:    make(map[int]bool),
		verdicts: make(map[ID]verdict), attempts: make(map[ID][]attempt), lack: make(map[ID][]attempt),
		unlike: make(map[ID][]attempt),
	}
}

// searchSteps bounds the steps that are checked in one search, far beyond what any single proof has.
const searchSteps = 1 << 30

// verdict returns what has been decided on a claim; its holds is Unknown if nothing has.
func (f *session) verdict(id ID) verdict { return f.verdicts[id] }

// short prints a number in a sentence, −0 as 0.
func short(x float64) string { return strconv.FormatFloat(x+0, 'g', 4, 64) }

// equal says what a number is in a sentence: with four digits if those are all, of which ≈ warns otherwise.
func equal(x float64) string {
	s := short(x)
	if v, err := strconv.ParseFloat(s, 64); err != nil || v != x {
		return " ≈ " + s
	}
	return " = " + s
}

// power prints base^e in a sentence, with brackets where an exponent needs them.
func power(base string, e *big.Rat) string {
	switch {
	case e.IsInt() && e.Num().IsInt64() && e.Num().Int64() == 1:
		return base
	case e.IsInt() && e.Sign() >= 0:
		return base + "^" + e.RatString()
	case e.Denom().BitLen() > 32: // irrational
		f, _ := e.Float64()
		return fmt.Sprintf("%s^(%.6g)", base, f)
	default:
		return base + "^(" + e.RatString() + ")"
	}
}
