package region

import (
	"math/big"
	"strings"

	"krein/internal/certify/proof"
)

// Text states the cells in words, "proved 0 ≤ b ≤ 1/8; open 1/8 < b < 0.12500001; refuted 0.12500001 ≤ b ≤ 1". Long numbers are
// rounded, those of cells that are decided into the cell and those of others out of it.
func (c *Claim) Text(name string) string { return text(name, c.Cells) }

func text(name string, cells []Cell) string {
	var parts []string
	for _, c := range cells {
		parts = append(parts, c.Word()+" "+c.Interval(name))
	}
	return strings.Join(parts, "; ")
}

// Word is proved, refuted or open.
func (c *Cell) Word() string {
	if c.Status == proof.Undecided {
		return "open"
	}
	return c.Status.String()
}

// Interval writes the cell as an inequality of the parameter: what is decided does not grow by rounding, what is not does not
// shrink.
func (c *Cell) Interval(name string) string {
	in := 1
	if c.Status == proof.Undecided {
		in = -1
	}
	if c.FromExact == nil && c.ToExact == nil {
		return c.rounded(name, in)
	}
	if c.FromExact != nil && c.ToExact != nil && c.Status == proof.Undecided {
		return name + " = " + c.FromExact.end(c.From)
	}
	from, to := c.ends(in)
	if c.FromExact != nil {
		from = c.FromExact.end(c.From)
	}
	if c.ToExact != nil {
		to = c.ToExact.end(c.To)
	}
	return from + sign(c.OpenFrom) + name + sign(c.OpenTo) + to
}

// end writes the end with the sign of near.
func (e *Exact) end(near *big.Rat) string { return e.times(big.NewRat(int64(near.Sign()), 1)) }

// Interval writes the interval as an inequality of the parameter. It does not grow by rounding.
func (s *Span) Interval(name string) string { return s.rounded(name, 1) }

// rounded is Interval with ends rounded inwards (1) or outwards (−1), to as many digits as it takes that something is left
// between them.
func (s *Span) rounded(name string, in int) string {
	width := new(big.Rat).Sub(s.To, s.From)
	if width.Sign() == 0 {
		return name + " = " + short(s.From, 0, shownDigits)
	}
	from, to := s.ends(in)
	return from + sign(s.OpenFrom) + name + sign(s.OpenTo) + to
}

// ends are the rounded ends.
func (s *Span) ends(in int) (from, to string) {
	width, digits := new(big.Rat).Sub(s.To, s.From), shownDigits
	for least := big.NewRat(1, 1e9); least.Cmp(width) > 0 && digits < mostPlaces; digits++ { // ten of the last digit
		least.Mul(least, big.NewRat(1, 10))
	}
	return short(s.From, in, digits), short(s.To, -in, digits)
}

func sign(open bool) string {
	if open {
		return " < "
	}
	return " ≤ "
}

const (
	shortFraction = 9  // letters of a fraction that is shown as it is
	shownDigits   = 10 // behind the point, of others
	mostDecimals  = 15 // behind the point, of decimals that are shown as they are
	mostPlaces    = 60 // of others in a short interval
)

// short is a rational in few letters, rounded up or down to digits behind the point by the sign of direction; 0 leaves it
// exact.
func short(v *big.Rat, direction, places int) string {
	if s := v.RatString(); len(s) <= shortFraction || direction == 0 {
		return s
	}
	if digits, exact := v.FloatPrec(); exact && digits <= mostDecimals {
		return v.FloatString(digits)
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	num := new(big.Int).Mul(v.Num(), scale)
	q, rest := new(big.Int).DivMod(num, v.Denom(), new(big.Int)) // rounded down
	if direction > 0 && rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	s := new(big.Rat).SetFrac(q, scale).FloatString(places)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
