package constant

import (
	"math/big"
	"math/bits"
)

// primeFactors calls add for every prime factor of n, 1 < n < 2^64, as often as it occurs, by Pollard's method
// (A Monte Carlo method for factorization, BIT 15, 1975).
// Primality below 2^64 is decided exactly (Baillie–PSW has no counterexample there), so that every factor is prime. Which c finds a divisor is of
// no account.
func primeFactors(n uint64, add func(p uint64)) {
	if new(big.Int).SetUint64(n).ProbablyPrime(0) { // exact below 2^64
		add(n)
		return
	}
	if n%2 == 0 { // the sequences modulo 4 find nothing
		add(2)
		primeFactors(n/2, add)
		return
	}
	for c := uint64(1); ; c++ {
		if d := rhoDivisor(n, c); d != n {
			primeFactors(d, add)
			primeFactors(n/d, add)
			return
		}
	}
}

// rhoDivisor returns a divisor of the composite n beyond 1, n itself where the sequence x² + c does not find another.
// Any gcd other than 1 with n divides it.
func rhoDivisor(n, c uint64) uint64 {
	step := func(x uint64) uint64 {
		hi, lo := bits.Mul64(x, x)
		_, x = bits.Div64(hi%n, lo, n)
		x, carry := bits.Add64(x, c%n, 0)
		if carry != 0 || x >= n {
			x -= n
		}
		return x
	}
	x, y := uint64(2)%n, uint64(2)%n
	for {
		x, y = step(x), step(step(y))
		a, b := max(x, y)-min(x, y), n
		for a != 0 {
			a, b = b%a, a
		}
		if b != 1 {
			return b
		}
	}
}
