package laplace

import (
	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/monotone"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
)

// seenFalse reports whether values of e tell that it is not as claimed, so that no proof need be looked for: the
// differences of f, and those of B from the second on, are of alternating signs.
func (m *search) seenFalse(claim proof.ID, e *formula.Expr) bool {
	const bits = 96
	k := m.of.Derive(e).Metered(budget.Of(m.ctx))
	for _, h := range []int64{1, 8, 64} { // t = h/4, 2h/4, …
		var v [5]ball.Real
		for i := range v {
			var z ball.Real
			z.SetInt64(h * int64(i+1))
			v[i].Set(k.BallAt(nil, z.Sqrt(z.Mul2Exp(&z, -2), bits), bits))
		}
		for n := range v {
			wrong := (*ball.Real).Negative
			if n%2 == 1 && claim != monotone.Bernstein || n%2 == 0 && n > 0 && claim == monotone.Bernstein {
				wrong = (*ball.Real).Positive
			}
			for i := range v[:len(v)-n] {
				if wrong(&v[i]) == ball.True {
					return true
				}
			}
			for i := range v[:len(v)-n-1] {
				v[i].Sub(&v[i+1], &v[i], bits)
			}
		}
	}
	return false
}
