package dataio

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Spread says how far apart rows of a table are, in the Euclidean norm.
type Spread struct {
	Upper float64 // no two rows are farther apart than that
	Lower float64 // the distance of the rows I and J, counted from 1; 0 if there are none
	I, J  int
}

const (
	// spreadRows and spreadWork bound the rows that are compared in pairs, and the work.
	spreadRows = 1 << 14
	spreadWork = 3e8
	// spreadSlack is how much farther than the limit rows may be by rounding, relatively.
	spreadSlack = 1e-12
)

// SpreadWithin compares the distances between rows with a limit. Afterwards Upper ≤ limit, or Lower > limit and I and J
// are rows that far apart, or neither, where telling would take too long. each calls its argument for all rows in their
// order, numbered from 0, and is called three times at most. The errors are those of each, and ctx's.
//
// All rows lie in a ball of radius r around the middle c of their bounding box. Rows x and y
// with |x−c| + |y−c| ≤ limit are within the limit; only those with |x−c| + r > limit can have
// a partner that is not, and these few are compared in pairs.
func SpreadWithin(ctx context.Context, limit float64, each func(do func(i int, row []float64)) error) (Spread, error) {
	allowed := limit * (1 + spreadSlack)
	var box *Ranges
	err := each(func(_ int, row []float64) {
		if box == nil {
			box = newRanges(len(row))
		}
		box.include(row)
	})
	if err != nil || box == nil {
		return Spread{}, err
	}
	s := Spread{Upper: distance(box.Min, box.Max)}
	if s.Upper <= allowed {
		return s.within(limit), nil
	}
	centre := make([]float64, len(box.Min))
	for j := range centre {
		centre[j] = box.Min[j]/2 + box.Max[j]/2
	}
	first, second := 0.0, 0.0 // the largest distances from the centre
	err = each(func(_ int, row []float64) {
		if r := distance(row, centre); r > first {
			first, second = r, first
		} else {
			second = max(second, r)
		}
	})
	if err != nil {
		return s, err
	}
	if s.Upper = min(s.Upper, first+second); s.Upper <= allowed {
		return s.within(limit), nil
	}
	var far []farRow
	seen, stride := 0, 1 // of too many rows, some from everywhere
	err = each(func(i int, row []float64) {
		r := distance(row, centre)
		if r+first <= allowed {
			return
		}
		if seen%stride == 0 {
			if len(far) == spreadRows {
				for j := range spreadRows / 2 {
					far[j] = far[2*j]
				}
				clear(far[spreadRows/2:])
				far, stride = far[:spreadRows/2], 2*stride
			}
			far = append(far, farRow{i, r, slices.Clone(row)})
		}
		seen++
	})
	if err != nil {
		return s, err
	}
	done, err := s.compare(ctx, far, allowed)
	if err == nil && stride == 1 && done && s.Lower <= allowed {
		s.Upper = min(s.Upper, allowed)
		return s.within(limit), nil
	}
	return s, err
}

// within takes what exceeds the limit by rounding for the limit.
func (s Spread) within(limit float64) Spread {
	s.Lower, s.Upper = min(s.Lower, limit), min(s.Upper, limit)
	return s
}

type farRow struct {
	i   int
	r   float64 // from the centre
	row []float64
}

// compare looks at the pairs of some rows, those farthest from the centre first, until two are
// farther apart than allowed. It reports whether there was time for all that may be.
func (s *Spread) compare(ctx context.Context, far []farRow, allowed float64) (done bool, err error) {
	slices.SortStableFunc(far, func(a, b farRow) int { return cmp.Compare(b.r, a.r) })
	see := func(x, y *farRow) {
		if d := distance(x.row, y.row); d > s.Lower {
			s.Lower, s.I, s.J = d, min(x.i, y.i)+1, max(x.i, y.i)+1
		}
	}
	// There and back: what is farthest from some row is often as far from another as can be.
	from := 0
	for range 3 {
		next, top := from, 0.0
		for b := range far {
			see(&far[from], &far[b])
			if d := distance(far[from].row, far[b].row); d > top {
				next, top = b, d
			}
		}
		if from = next; s.Lower > allowed {
			return true, nil
		}
	}
	work := 0.0
	for b := 1; b < len(far); b++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		y := &far[b]
		for a := range b {
			x := &far[a]
			if x.r+y.r <= allowed {
				break // those that follow are nearer
			}
			if see(x, y); s.Lower > allowed {
				return true, nil
			}
			if work += float64(len(x.row)) + 8; work > spreadWork {
				return false, nil
			}
		}
	}
	return true, nil
}

// distance returns |x−y|, without overflow on the way.
func distance(x, y []float64) float64 {
	sum, big := 0.0, 0.0
	for j, v := range x {
		d := v - y[j]
		sum += d * d
		big = max(big, math.Abs(d))
	}
	if sum >= 0x1p-900 && !math.IsInf(sum, 1) || big == 0 || math.IsInf(big, 1) {
		return math.Sqrt(sum)
	}
	sum = 0
	for j, v := range x {
		d := (v - y[j]) / big
		sum += d * d
	}
	return big * math.Sqrt(sum)
}
