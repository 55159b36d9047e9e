package constant

// isZero proves that c = 0 where the normal form does not show it: c is split into algebraic numbers times products of
// symbols that are not, and each of the numbers vanishes. That is sufficient, and necessary as far as the products are
// independent, which is not asked.
func (c Value) isZero() bool {
	sums := make(map[string]*constSum)
	for _, t := range c.terms() {
		var plain, other []constPower
		for _, p := range t.f {
			if p.isAlgebraic() {
				plain = append(plain, p)
			} else {
				other = append(other, p)
			}
		}
		key := powersKey(other)
		if sums[key] == nil {
			sums[key] = new(constSum)
		}
		sums[key].add(constTerm{c: t.c, f: plain, key: powersKey(plain)})
	}
	for _, s := range sums {
		if v := s.value(); !v.IsZeroForm() && !v.vanishes() {
			return false
		}
	}
	return true
}
