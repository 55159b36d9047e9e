package view

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"krein/internal/budget"
	"krein/internal/kernel/numeric"
)

// jetRow holds the Taylor coefficients of f(t) = k(√t) at one t > 0.
type jetRow struct {
	t     float64
	a, ea []float64 // f^(n)(t)/n! and error estimates
}

// jetTimes are the t at which jets are taken: four to a decade where kernels written for
// unit length scales vary, two elsewhere, where a small slow or fast part may show.
var jetTimes = func() []float64 {
	var ts []float64
	for e := -40; e <= 48; e++ {
		if e%2 == 0 || -12 <= e && e <= 16 {
			ts = append(ts, math.Pow(10, float64(e)/4))
		}
	}
	return ts
}()

// tiny is the size below which a value has lost its digits to underflow.
const tiny = 1e-290

// jetOrder are the indices of jetTimes from where kernels written for unit length scales vary outwards: what is not
// completely monotone mostly shows at the first few.
var jetOrder = func() []int {
	order := make([]int, len(jetTimes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(math.Log2(jetTimes[i]/10)), math.Abs(math.Log2(jetTimes[j]/10)))
	})
	return order
}()

// jets are the Taylor coefficients of f up to order Options.Orders at jetTimes, as far as they were asked for.
type jets struct {
	rows  []*jetRow // by time; nil where f is below tiny, as nothing can be told of the signs there, or no jet can be computed
	next  int       // in jetOrder
	spent int64
	err   error // of the last point at which none can be computed, or why the others were not looked at
}

// lookAtJets computes jets until one is enough, at all times if none is. It is an error if there are none at all.
func (f *View) lookAtJets(enough func(*jetRow) bool) error {
	j := &f.jetsSeen
	if j.rows == nil {
		j.rows = make([]*jetRow, len(jetTimes))
	}
	if j.next == len(jetTimes) {
		return j.failed()
	}
	// Some hundredths of a second, which are not taken from the budget of a proof.
	ctx, release := budget.New(f.Ctx, max(f.opt.JetUnits-j.spent, 1))
	m := budget.Of(ctx)
	defer func() {
		j.spent += m.Spent()
		release()
	}()
	k := f.K.Metered(m)
	for ; j.next < len(jetTimes); j.next++ {
		i := jetOrder[j.next]
		t := jetTimes[i]
		if ctx.Err() != nil { // a part would look like less than there is
			err := errors.New(budget.Why(ctx, f.opt.Budget))
			if clear(j.rows); f.Ctx.Err() == nil { // it would be the same again
				j.err, j.next = err, len(jetTimes)
			} else {
				j.next = 0
			}
			return err
		}
		if v := f.At(math.Sqrt(t)); math.Abs(v) < tiny && t > 1 {
			continue
		}
		a, ea, err := numeric.TaylorT(k, t, f.opt.Orders)
		if ctx.Err() != nil { // the last one may have been cut short
			j.next--
			continue
		}
		if err != nil {
			j.err = err
			continue
		}
		j.rows[i] = &jetRow{t, a, ea}
		if enough(j.rows[i]) {
			j.next++
			return nil
		}
	}
	return j.failed()
}

// failed returns why there is no jet at all, if there is none.
func (j *jets) failed() error {
	if slices.ContainsFunc(j.rows, func(r *jetRow) bool { return r != nil }) {
		return nil
	}
	return j.err
}

// Violated reports whether (−1)^n f^(n)(t) is seen to be negative for an n from … Orders at a jet. The error is why no
// jet is known.
func (f *View) Violated(from int) (bool, error) {
	negative := func(r *jetRow) bool {
		if r == nil {
			return false
		}
		for n := from; n <= f.opt.Orders; n++ {
			if s, _ := f.signAt(r, n); s < 0 {
				return true
			}
		}
		return false
	}
	if slices.ContainsFunc(f.jetsSeen.rows, negative) {
		return true, nil
	}
	violated := false
	err := f.lookAtJets(func(r *jetRow) bool {
		violated = negative(r)
		return violated
	})
	return violated, err
}

// Signs is the result of looking at the signs of (−1)^n f^(n) for all orders n ≥ from.
type Signs struct {
	Violated  bool
	Order     int     // of the first violation
	T         float64 // where
	Value     float64 // (−1)^n f^(n)(t)/n! there
	Err       float64 // and its error estimate
	Points    int     // jets looked at
	resolved  int     // values beyond their error, or exactly zero
	Blurred   int     // values within their error
	Positives int     // values beyond their error
}

// signAt returns the sign of (−1)^n f^(n)(t) at a jet, 0 if it is within its error; known is whether it says anything: a
// value below the smallest normal numbers has lost its digits.
func (f *View) signAt(r *jetRow, n int) (sign int, known bool) {
	v, e := r.a[n], r.ea[n]+1e-15*math.Abs(r.a[n])
	if n%2 == 1 {
		v = -v
	}
	switch {
	case math.IsNaN(v) || math.IsNaN(e) || math.IsInf(v, 0) || v != 0 && math.Abs(v) < tiny || v == 0 && 0 < e && e < tiny:
		return 0, false
	case v < -f.opt.Margin*e:
		return -1, true
	case v > f.opt.Margin*e:
		return 1, true
	}
	return 0, true
}

// Signs checks (−1)^n f^(n)(t) ≥ 0 for n = from … Orders at every jet.
func (f *View) Signs(from int) (Signs, error) {
	var s Signs
	if err := f.lookAtJets(func(*jetRow) bool { return false }); err != nil {
		return s, err
	}
	rows := slices.DeleteFunc(slices.Clone(f.jetsSeen.rows), func(r *jetRow) bool { return r == nil })
	for n := from; n <= f.opt.Orders; n++ {
		seen := 0
		for _, r := range rows {
			sign, known := f.signAt(r, n)
			if !known {
				continue
			}
			if n == from {
				s.Points++
			}
			exactly0 := r.a[n] == 0 && r.ea[n] == 0
			switch {
			case sign < 0:
				s.Violated, s.Order, s.T = true, n, r.t
				s.Value, s.Err = r.a[n]*float64(1-n%2*2), r.ea[n]+1e-15*math.Abs(r.a[n])
				return s, nil
			case sign > 0:
				s.Positives++
				s.resolved++
				seen++
			case exactly0:
				s.resolved++
				seen++
			default:
				s.Blurred++
			}
		}
		if seen == 0 {
			s.Blurred += 8 * len(rows) // an order of which nothing is known
		}
	}
	return s, nil
}
