package dd

import "sync"

// stirling holds B_{2k}/(2k(2k−1)), k = 1…15, built from the exact Bernoulli numbers.
var stirling = sync.OnceValue(func() []T {
	b := [][2]float64{{1, 6}, {-1, 30}, {1, 42}, {-1, 30}, {5, 66}, {-691, 2730}, {7, 6}, {-3617, 510}, {43867, 798},
		{-174611, 330}, {854513, 138}, {-236364091, 2730}, {8553103, 6}, {-23749461029, 870}, {8615841276005, 14322}}
	c := make([]T, len(b))
	for i, q := range b {
		k := float64(2 * (i + 1))
		c[i] = Of(q[0]).DivF(q[1] * k * (k - 1))
	}
	return c
})

// LogGamma returns log Γ(a) for a > 0: Stirling's series (DLMF 5.11.1) after the argument has been raised to 30 by the
// recurrence. The absolute error is at most Eps·(A(24 + 6 log₂ A) + 600), A = max(a, 31), for a ≥ 1/2: proved in
// internal/special/double/errors.md.
func LogGamma(a T) T {
	const least = 30
	prod := Of(1)
	for a.Hi < least {
		prod = prod.Mul(a)
		a = a.AddF(1)
	}
	inv := a.Inv()
	inv2 := inv.Sqr()
	c := stirling()
	s := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		s = s.Mul(inv2).Add(c[i])
	}
	s = s.Mul(inv).Add(LnSqrtTwoPi)
	s = s.Add(Log(a).Mul(a.AddF(-0.5)).Sub(a))
	if prod.Hi != 1 || prod.Lo != 0 {
		s = s.Sub(Log(prod))
	}
	return s
}
