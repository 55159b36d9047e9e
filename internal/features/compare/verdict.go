package compare

import (
	"fmt"

	"krein/internal/outward"
)

// hopelessColumns is where the kernel itself is cheaper than features.
const hopelessColumns = 1_000_000

// heavyVariance is how many times as large as its squared mass the variance of a zonal row is when
// the verdict explains it.
const heavyVariance = 4

// Verdict says in sentences which representation does best, and what sets it apart from the next.
func (c *Comparison) Verdict() (sentences []string) {
	say := func(format string, args ...any) {
		sentences = append(sentences, fmt.Sprintf(format, args...))
	}
	if len(c.Rows) == 0 {
		say("None of these representations is available.")
		return sentences
	}
	best := c.Rows[0]
	if !best.Reaches() {
		say("No representation reaches a root mean square error of %g, because the biases are larger: "+
			"ask for smaller ones.", c.set.Target)
		return sentences
	}
	say("Best: %s. It takes %s columns and %s operations a row for a root mean square error of %g "+
		"at these distances.", best.Title(), best.Needed(), Operations(best.Work), c.set.Target)
	if best.Mass == 0 || best.Variance == 0 {
		say("It has no variance at these distances.")
		return sentences
	}
	if next := c.next(); next != nil {
		more := fmt.Sprintf("%.3g times the work", next.Work/best.Work)
		if next.Work < 1.05*best.Work {
			more = "about the same work"
		}
		say("Next among the others: %s, with %s.", next.Title(), more)
		say("Compared with the best it has %s.", c.difference(best, next))
	}
	for _, r := range c.Rows {
		if r.family == zonalFamily && r.Variance > heavyVariance*r.Mass*r.Mass {
			say("Zonal features of high degree are large where points are close, so that a mass of %.4g "+
				"does not bound their variance, which is %.3g here.", r.Mass, r.Variance)
			break
		}
	}
	if best.Columns > hopelessColumns {
		say("Even the best needs more than %d columns: compute the kernel itself, or allow a larger error.",
			hopelessColumns)
	}
	return sentences
}

// next returns the first row of another family than the best that reaches the target; nil if none does.
func (c *Comparison) next() *Row {
	for _, r := range c.Rows[1:] {
		if r.family != c.Rows[0].family && r.Reaches() {
			return r
		}
	}
	return nil
}

// difference says what makes r dearer than the best.
func (c *Comparison) difference(best, r *Row) string {
	why := fmt.Sprintf("%.3g times the variance for as many columns", r.Variance/best.Variance)
	if r.Variance > 1e6*best.Variance {
		why = "more than a million times the variance for as many columns"
	}
	cost := (r.Work / float64(r.Columns)) / (best.Work / float64(best.Columns))
	if cost > 1.1 || cost < 0.9 {
		why += fmt.Sprintf(", %.3g times the operations for a column", cost)
	}
	if r.Bias > c.set.Target/4 {
		why += fmt.Sprintf(", and a bias of up to %s, which uses up part of the error", outward.Up(r.Bias, 2))
	}
	return why
}

// Operations prints a number of operations.
func Operations(x float64) string {
	switch {
	case x < 1e4:
		return fmt.Sprintf("%.0f", x)
	case x < 1e6:
		return fmt.Sprintf("%.3g thousand", x/1e3)
	case x < 1e9:
		return fmt.Sprintf("%.3g million", x/1e6)
	}
	return fmt.Sprintf("%.3g", x)
}
