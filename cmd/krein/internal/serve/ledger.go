package serve

import (
	"math"
	"sync"
	"time"
)

// ledger is how much work was done for each visitor of late: the seconds for which it had places,
// half of which are forgotten in every halfLife.
type ledger struct {
	mu       sync.Mutex
	accounts map[string]*account
}

// account is what was done for one visitor.
type account struct {
	work   float64 // seconds, at a time
	at     time.Time
	places int // that it has now
}

const (
	halfLife     = 20 * time.Second
	mostAccounts = 4096 // after which those of who has not worked for long are forgotten
	littleWork   = 0.01 // seconds
)

func newLedger() *ledger { return &ledger{accounts: map[string]*account{}} }

// turn says that a visitor has so many places more than before.
func (l *ledger) turn(visitor string, by int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	a := l.accounts[visitor]
	if a == nil {
		l.tidy(now)
		a = &account{at: now}
		l.accounts[visitor] = a
	}
	a.work, a.at = a.now(now), now
	a.places += by
}

// of returns the work done for a visitor of late, in seconds.
func (l *ledger) of(visitor string) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.accounts[visitor]; a != nil {
		return a.now(time.Now())
	}
	return 0
}

// now is ∫ places·2^(−(now−t)/halfLife) dt over all time until now.
func (a *account) now(now time.Time) float64 {
	kept := math.Exp2(-now.Sub(a.at).Seconds() / halfLife.Seconds())
	return a.work*kept + float64(a.places)*(1-kept)*halfLife.Seconds()/math.Ln2
}

// tidy makes room for an account: it forgets those with little work or, if there is none, one that has least.
func (l *ledger) tidy(now time.Time) {
	if len(l.accounts) < mostAccounts {
		return
	}
	least, at := math.Inf(1), ""
	for visitor, a := range l.accounts {
		if a.places > 0 {
			continue
		}
		work := a.now(now)
		if work < littleWork {
			delete(l.accounts, visitor)
		}
		if work < least {
			least, at = work, visitor
		}
	}
	delete(l.accounts, at)
}
