package view

import (
	"errors"
	"math"

	"krein/internal/budget"
	"krein/kernel/numeric"
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

// jets returns the Taylor coefficients of f up to order Options.Orders at jetTimes. Points with f below tiny are left
// out: nothing can be told of the signs there. Points at which no jet can be computed are left out, too; it is an error
// if they are all the points.
func (f *View) jets() ([]jetRow, error) {
	if f.jetRows != nil || f.jetErr != nil {
		return f.jetRows, f.jetErr
	}
	// Some hundredths of a second, which are not taken from the budget of a proof.
	ctx, release := budget.New(f.Ctx, f.opt.JetUnits)
	defer release()
	k := f.K.Metered(budget.Of(ctx))
	for _, t := range jetTimes {
		if ctx.Err() != nil { // a part would look like less than there is
			err := errors.New(budget.Why(ctx, f.opt.Remedy))
			if f.jetRows = nil; f.Ctx.Err() == nil { // it would be the same again
				f.jetErr = err
			}
			return nil, err
		}
		if v := f.At(math.Sqrt(t)); math.Abs(v) < tiny && t > 1 {
			continue
		}
		a, ea, err := numeric.TaylorT(k, t, f.opt.Orders)
		if err != nil {
			f.jetErr = err
			continue
		}
		f.jetRows = append(f.jetRows, jetRow{t, a, ea})
	}
	if len(f.jetRows) > 0 {
		f.jetErr = nil
	}
	return f.jetRows, f.jetErr
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

// Signs checks (−1)^n f^(n)(t) ≥ 0 for n = from … Orders at every jet.
func (f *View) Signs(from int) (Signs, error) {
	rows, err := f.jets()
	var s Signs
	if err != nil {
		return s, err
	}
	for n := from; n <= f.opt.Orders; n++ {
		sign := 1.0
		if n%2 == 1 {
			sign = -1
		}
		seen := 0
		for _, r := range rows {
			v, e := sign*r.a[n], r.ea[n]+1e-15*math.Abs(r.a[n])
			// A value below the smallest normal numbers has lost its digits.
			if math.IsNaN(v) || math.IsNaN(e) || math.IsInf(v, 0) || v != 0 && math.Abs(v) < tiny || v == 0 &&
				0 < e && e < tiny {
				continue
			}
			if n == from {
				s.Points++
			}
			switch {
			case v < -f.opt.Margin*e:
				if !s.Violated {
					s.Violated, s.Order, s.T, s.Value, s.Err = true, n, r.t, v, e
				}
				return s, nil
			case v > f.opt.Margin*e:
				s.Positives++
				s.resolved++
				seen++
			case v == 0 && e == 0:
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
