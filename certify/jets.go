package certify

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

// jets returns the Taylor coefficients of f up to order Settings.Orders at jetTimes.
// Points with f below tiny are left out: nothing can be told of the signs there.
// Points at which no jet can be computed are left out, too; it is an error if they are all the points.
func (f *facts) jets() ([]jetRow, error) {
	if f.jetRows != nil || f.jetErr != nil {
		return f.jetRows, f.jetErr
	}
	// Some hundredths of a second, which are not taken from the budget of a proof.
	ctx, release := budget.New(f.ctx, f.set.units(jetUnits))
	defer release()
	k := f.k.Metered(budget.Of(ctx))
	for _, t := range jetTimes {
		if ctx.Err() != nil { // a part would look like less than there is
			err := errors.New(budget.Why(ctx, f.set.moreEffort()))
			if f.jetRows = nil; f.ctx.Err() == nil { // it would be the same again
				f.jetErr = err
			}
			return nil, err
		}
		if v := f.at(math.Sqrt(t)); math.Abs(v) < tiny && t > 1 {
			continue
		}
		a, ea, err := numeric.TaylorT(k, t, f.set.Orders)
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

// signs is the result of looking at the signs of (−1)^n f^(n) for all orders n ≥ from.
type signs struct {
	violated  bool
	order     int     // of the first violation
	t         float64 // where
	value     float64 // (−1)^n f^(n)(t)/n! there
	err       float64 // and its error estimate
	points    int     // jets looked at
	resolved  int     // values beyond their error, or exactly zero
	blurred   int     // values within their error
	positives int     // values beyond their error
}

// signs checks (−1)^n f^(n)(t) ≥ 0 for n = from … Orders at every jet.
func (f *facts) signs(from int) (signs, error) {
	rows, err := f.jets()
	var s signs
	if err != nil {
		return s, err
	}
	for n := from; n <= f.set.Orders; n++ {
		sign := 1.0
		if n%2 == 1 {
			sign = -1
		}
		seen := 0
		for _, r := range rows {
			v, e := sign*r.a[n], r.ea[n]+1e-15*math.Abs(r.a[n])
			// A value below the smallest normal numbers has lost its digits.
			if math.IsNaN(v) || math.IsNaN(e) || math.IsInf(v, 0) || v != 0 && math.Abs(v) < tiny || v == 0 && 0 < e && e < tiny {
				continue
			}
			if n == from {
				s.points++
			}
			switch {
			case v < -f.set.Margin*e:
				if !s.violated {
					s.violated, s.order, s.t, s.value, s.err = true, n, r.t, v, e
				}
				return s, nil
			case v > f.set.Margin*e:
				s.positives++
				s.resolved++
				seen++
			case v == 0 && e == 0:
				s.resolved++
				seen++
			default:
				s.blurred++
			}
		}
		if seen == 0 {
			s.blurred += 8 * len(rows) // an order of which nothing is known
		}
	}
	return s, nil
}
