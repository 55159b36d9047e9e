package ball

import "math/big"

// Sign returns −1 or +1 if every number in x has that sign, and 0 if x is exactly 0
// or the sign is not known; the Truth tells which: True if the sign is known.
func (x *Real) Sign() (int, Truth) {
	switch {
	case x.IsZero():
		return 0, True
	case x.MagLower().IsZero() && x.ContainsZero():
		return 0, Unknown
	}
	return x.mid.Sign(), True
}

// Positive tells whether x > 0.
func (x *Real) Positive() Truth { return x.onSide(+1) }

// Negative tells whether x < 0.
func (x *Real) Negative() Truth { return x.onSide(-1) }

// onSide tells whether x lies on the given side of 0.
func (x *Real) onSide(side int) Truth {
	s, ok := x.Sign()
	if ok != True {
		return truth(false, x.touchesZero(-side))
	}
	return truth(s == side, s != side)
}

// touchesZero reports that x lies on the given side of 0 and has the end 0: that r = |m| exactly. Such balls are [0, b],
// on which √x and powers have values; false says nothing.
func (x *Real) touchesZero(side int) bool {
	if x.mid.Sign() != side || x.rad.exp < big.MinExp || x.rad.exp > big.MaxExp || x.rad.man == 0 {
		return false
	}
	w := getWork()
	defer putWork(w)
	end := x.rad.Float(&w.f[0])
	if side < 0 {
		end.Neg(end)
	}
	return end.Cmp(&x.mid) == 0
}

// Less tells whether x < y. The difference is rounded to 64 bits with its error in the radius, so that a known sign is
// proved; two exact numbers are compared as they are.
func (x *Real) Less(y *Real) Truth {
	if x.rad.IsInf() || y.rad.IsInf() {
		return Unknown
	}
	if x.rad.IsZero() && y.rad.IsZero() {
		c := x.mid.Cmp(&y.mid)
		return truth(c < 0, c >= 0)
	}
	w := getWork()
	defer putWork(w)
	return w.r[1].Sub(x, y, 64).Negative()
}

// LessEq tells whether x ≤ y.
func (x *Real) LessEq(y *Real) Truth { return y.Less(x).Not() }

// Equal tells whether x = y: True only for equal exact numbers, False for disjoint balls.
func (x *Real) Equal(y *Real) Truth {
	if x.rad.IsZero() && y.rad.IsZero() {
		c := x.mid.Cmp(&y.mid)
		return truth(c == 0, c != 0)
	}
	return truth(false, x.Overlaps(y) == False)
}

// Overlaps tells whether x and y have a common point, True or False; balls that are closer than a relative 2^-30 of
// their radii may count as overlapping. False is proved, True is not: the difference of disjoint balls may be rounded so
// that it contains 0.
func (x *Real) Overlaps(y *Real) Truth {
	w := getWork()
	defer putWork(w)
	apart := !w.r[1].Sub(x, y, 64).ContainsZero()
	return truth(!apart, apart)
}

// Contains reports whether every point of y is in x; it may be false where an end of y is within a relative 2^-30 of
// x's.
func (x *Real) Contains(y *Real) bool {
	if x.rad.IsInf() || y.rad.IsInf() {
		return x.rad.IsInf()
	}
	w := getWork()
	defer putWork(w)
	return magDist(&w.f[0], &x.mid, &y.mid).Add(y.rad).Cmp(x.rad) <= 0
}

// exactly readies d for a result of p bits.
func exactly(d *big.Float, p uint) *big.Float {
	d.SetInt64(0)
	return d.SetPrec(p)
}

// ContainsZero reports whether 0 is in x, exactly: |m| ≤ r is decided by the exponents or, in one binade, by the 32 bits of
// r and the leading 32 of |m|, where equality with r wants that |m| has no more.
func (x *Real) ContainsZero() bool {
	if x.mid.Sign() == 0 || x.rad.IsInf() {
		return true
	}
	if x.rad.IsZero() {
		return false
	}
	e := exponent(&x.mid)
	switch {
	case x.rad.exp < e:
		return false
	case x.rad.exp > e:
		return true
	}
	// same binade: 32 bits of radius against the exact midpoint
	lo := MagFloatLower(&x.mid)
	if lo.Cmp(x.rad) < 0 {
		return true
	}
	return lo.Cmp(x.rad) == 0 && MagFloat(&x.mid) == lo
}

// ContainsRat reports whether t is in x; it may be false for a point within a relative 2^-30 of an end.
func (x *Real) ContainsRat(t *big.Rat) bool {
	var y Real
	return x.Contains(y.SetRat(t, x.mid.MinPrec()+256))
}

// Int64 returns the integer that x is exactly, and whether it is one of absolute value below 2^63.
func (x *Real) Int64() (n int64, ok bool) {
	n, acc := x.mid.Int64()
	return n, acc == big.Exact && x.rad.IsZero() && n > -1<<63
}

// floor sets n to ⌊x⌋ for x of moderate exponent.
func floor(n *big.Int, x *big.Float) *big.Int {
	_, acc := x.Int(n)
	if acc == big.Above { // truncation of a negative number
		n.Sub(n, intOne)
	}
	return n
}

var intOne = big.NewInt(1)
