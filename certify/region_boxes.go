package certify

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"krein/certify/region"
	"krein/internal/certify/certificate"
)

const (
	// boxEffort is how much of the effort is for a box that is a part of another, several of which fail before some succeed.
	boxEffort = 0.25
	// mostHalvings is how often an interval between two values that agree is divided.
	mostHalvings = 10
	// mostFailures is how many boxes may fail, and how many more for each that succeeds: integer parameters fail in all.
	mostFailures, moreFailures = 10, 4
)

// stretch is an open interval between two values at which the claim has one status.
type stretch struct {
	values   []*big.Rat // those looked at, the ends included
	halvings int        // so far, between values of the lattice
	whole    bool       // no part of another
}

func (s *stretch) width() *big.Rat { return new(big.Rat).Sub(s.values[len(s.values)-1], s.values[0]) }

// boxes looks for certificates of whole intervals. Values at which the claim is decided alike are the ends of a stretch, which
// is tried as a whole: the interval is open, since its ends have certificates, so that what changes there (a frequency that is
// 0, two rates that meet, the threshold itself) does not matter. One without a proof is divided at a value that was looked
// at, or at a new one. The widest comes first.
func (r *regionSearch) boxes() {
	r.exactEnds(false)
	defer r.exactEnds(true)
	queue := r.stretches()
	for len(queue) > 0 && r.err == nil && !r.spent && r.failures <= mostFailures+moreFailures*len(r.covered) {
		widest := 0
		for i := range queue {
			if queue[i].width().Cmp(queue[widest].width()) > 0 {
				widest = i
			}
		}
		s := queue[widest]
		queue = slices.Delete(queue, widest, widest+1)
		a, b := s.values[0], s.values[len(s.values)-1]
		status := r.at(a)
		effort := boxEffort
		if s.whole {
			effort = 1
		}
		if r.cover(a, b, status, effort) {
			continue
		}
		if n := len(s.values); n > 2 {
			queue = append(queue, stretch{s.values[:n/2+1], s.halvings, false}, stretch{s.values[n/2:], s.halvings, false})
			continue
		}
		if s.halvings >= mostHalvings || !r.apart(a, b) {
			continue
		}
		v := between(a, b)
		switch r.at(v) {
		case status:
			queue = append(queue, stretch{[]*big.Rat{a, v}, s.halvings + 1, false}, stretch{[]*big.Rat{v, b}, s.halvings + 1, false})
		case Proved, Refuted: // the claim changes twice
			for _, side := range [][]*big.Rat{{a, v}, {v, b}} {
				r.changes(side)
			}
			queue = r.stretches()
		}
	}
}

// exactEnds tries, where a value of few letters is next to a run of values of the other status, whether these go up to it: a
// threshold is often 0, 1 or another such number, and then nothing stays open. It tries the run and the gap to the value as one
// interval, or the gap alone.
func (r *regionSearch) exactEnds(gap bool) {
	known := slices.SortedFunc(maps.Values(r.known), func(p, q *region.Point) int { return p.At.Cmp(q.At) }) // the same order in every run
	all := r.runs()
	for i := range all {
		s := &all[i]
		first, last := s.values[0], s.values[len(s.values)-1]
		status := r.at(first)
		for _, p := range known {
			if got := p.Cert.Claim(r.id).Status; got == status || got != Proved && got != Refuted || len(p.At.RatString()) > mostLetters {
				continue
			}
			from, to := p.At, last
			switch after := p.At.Cmp(last) > 0; {
			case after && r.near(last, p.At):
				if from, to = first, p.At; gap {
					from = last
				}
			case !after && p.At.Cmp(first) < 0 && r.near(p.At, first):
				if gap {
					to = first
				}
			default:
				continue
			}
			if !r.isCovered(from, to) {
				r.cover(from, to, status, 1)
			}
		}
	}
}

// mostLetters bounds the letters of a value that may be a threshold.
const mostLetters = 9

// near reports whether two values are within twice the tolerance, as those are that bracket a change.
func (r *regionSearch) near(a, b *big.Rat) bool {
	gap := new(big.Rat).Sub(a, b)
	return gap.Abs(gap).Cmp(new(big.Rat).Mul(r.tolerance, big.NewRat(2, 1))) <= 0
}

// cover looks for a certificate of the open interval from a to b, with a part of the effort, and keeps it.
func (r *regionSearch) cover(a, b *big.Rat, status Status, effort float64) bool {
	s := region.Span{From: a, To: b, OpenFrom: true, OpenTo: true}
	cert := r.over(s, nil, status, effort)
	if cert != nil {
		r.covered = append(r.covered, region.Box{Span: s, Cert: cert})
	} else {
		r.failures++
	}
	if r.looked != nil {
		r.looked()
	}
	return cert != nil
}

// stretches returns the longest runs of values with one status that no box covers.
func (r *regionSearch) stretches() []stretch {
	return r.split(r.isCovered)
}

// runs returns the longest runs of values with one status.
func (r *regionSearch) runs() []stretch {
	return r.split(func(_, _ *big.Rat) bool { return false })
}

// split returns the longest runs of two values or more with one status, between which nothing is cut.
func (r *regionSearch) split(cut func(a, b *big.Rat) bool) (out []stretch) {
	var values []*big.Rat
	for _, p := range r.known {
		if s := p.Cert.Claim(r.id).Status; s == Proved || s == Refuted {
			values = append(values, p.At)
		}
	}
	slices.SortFunc(values, (*big.Rat).Cmp)
	for i := 0; i < len(values); {
		j := i + 1
		for j < len(values) && r.at(values[j]) == r.at(values[i]) && !cut(values[j-1], values[j]) {
			j++
		}
		if j > i+1 {
			out = append(out, stretch{values: values[i:j:j], whole: true})
		}
		i = j
	}
	return out
}

// isCovered reports whether the open interval from a to b is in a box.
func (r *regionSearch) isCovered(a, b *big.Rat) bool {
	return slices.ContainsFunc(r.covered, func(x region.Box) bool { return x.From.Cmp(a) <= 0 && b.Cmp(x.To) <= 0 })
}

// over returns a certificate with the status for all values of a box, in units of unit (nil: 1), nil if there is none.
func (r *regionSearch) over(s region.Span, unit *region.Exact, status Status, effort float64) *certificate.Certificate {
	set := r.set.Settings
	set.Claims, set.Progress, set.Decided = []ID{r.id}, nil, nil
	set.Effort = effort * set.withDefaults().Effort
	if r.until > 0 {
		if set.Time = r.until - r.set.clock(); set.Time <= 0 {
			r.spent = true
			return nil
		}
		set.Time = min(set.Time, mostBoxTime)
	}
	k, err := r.f.OverUnit(s, unit)
	if err != nil { // the formula has no value somewhere in it
		return nil
	}
	if r.set.Box != nil {
		r.set.Box(r.id, &region.Box{Span: s, Unit: unit})
	}
	cert, err := Run(r.ctx, k, r.dim, &set)
	switch {
	case err != nil:
		r.err = err
	case cert.Claim(r.id).Status == status:
		return cert
	case cert.Claim(r.id).Status == Proved || cert.Claim(r.id).Status == Refuted:
		r.err = fmt.Errorf("certify: %s is %s for %s and %s at its ends, which cannot be: please report it", r.id,
			cert.Claim(r.id).Status, (&region.Box{Span: s, Unit: unit}).Interval(r.f.Name), status)
	}
	return nil
}

// mostBoxTime is what one box may take of a bounded time.
const mostBoxTime = 10 * time.Second
