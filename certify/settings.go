package certify

import "time"

// Settings steer Run. The zero value, like nil, chooses the defaults.
type Settings struct {
	// Claims are the claims to decide; none stands for all. Only what they rest on is looked
	// for besides. The masses rest on FiniteMass and PD: they are bounded if both are asked for.
	Claims []ID
	// Orders is the highest order of derivatives and Maclaurin coefficients looked at; 0 means 24.
	Orders int
	// Degrees is the highest Gegenbauer degree whose coefficient is computed; 0 means 48.
	Degrees int
	// Margin is how many of its error estimates a value must exceed to be nonzero; 0 means 10.
	Margin float64
	// MassTolerance is the relative error of the masses at which the oscillating tail of a
	// density is followed no further; 0 means 1e-6. It is a wish; the certificate has the errors.
	MassTolerance float64
	// Effort scales the budgets of work of the search for proofs and of the estimates; 0 means 1, with which every formula
	// is done within some seconds. What the budget leaves open is undecided, and says so.
	Effort float64
	// Time bounds the time of the search for proofs and of the estimates, as a last resort: what it
	// cuts off depends on the machine. 0 means no bound.
	Time time.Duration
	// Late is the time after which Run states what is decided by then, although a step of the search goes on, which is left
	// alone: it is for a process that has one certificate to make and ends after it, and longer than Time, after which most
	// steps end. Progress and Decided are then called from another goroutine, one call at a time. 0 means that Run waits.
	Late time.Duration
	// Clock is the clock of Time and Late, nil for time itself. In a process that makes one certificate it may be the processor time
	// of the process, which does not run on while others have the machine.
	Clock func() time.Duration
	// SkipMass leaves out all that needs values of the spectral density; fewer claims are decided.
	SkipMass bool
	// SkipProofs leaves out the search for proofs: every claim is estimated.
	SkipProofs bool
	// Progress, if not nil, is called before each rule is tried, from the calling goroutine.
	Progress func(Stage)
	// Decided, if not nil, is told of a claim as soon as it is proved or refuted, from the calling
	// goroutine. The certificate has the last word: it may say more, such as a witness, and has no proof
	// at all if values at points contradict one.
	Decided func(Claim)
}

// Stage is a point in the run of the prover.
type Stage struct {
	Rule        string // the rule about to be tried
	Done, Total int    // rules tried so far, and in all
}

func (s *Settings) withDefaults() Settings {
	var t Settings
	if s != nil {
		t = *s
	}
	if t.Orders <= 0 {
		t.Orders = 24
	}
	if t.Degrees <= 0 {
		t.Degrees = 48
	}
	if !(t.Effort > 0) {
		t.Effort = 1
	}
	if !(t.Margin > 0) {
		t.Margin = 10
	}
	if !(t.MassTolerance > 0) {
		t.MassTolerance = 1e-6
	}
	return t
}
