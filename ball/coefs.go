package ball

import "sync"

// The Taylor coefficients of the fixed-point kernels; 1600 terms serve 44 000 bits with y below 2^-28.
const coefTerms = 1600

var (
	expCoefs = sync.OnceValue(func() *coefs { // e^y
		return newCoefs(coefTerms, true, func(k uint64) uint64 { return max(k, 1) })
	})
	sinCoefs = sync.OnceValue(func() *coefs { // sin √y/√y, alternating
		return newCoefs(coefTerms, true, func(k uint64) uint64 { return max(2*k*(2*k+1), 1) })
	})
	verCoefs = sync.OnceValue(func() *coefs { // (1 − cos √y)/y, alternating
		return newCoefs(coefTerms, true, func(k uint64) uint64 { return (2*k + 1) * (2*k + 2) })
	})
	atanCoefs = sync.OnceValue(func() *coefs { // atan √y/√y, alternating
		return newCoefs(coefTerms, false, func(k uint64) uint64 { return 2*k + 1 })
	})
	logCoefs = sync.OnceValue(func() *coefs { // −log(1−y)/y
		return newCoefs(coefTerms, false, func(k uint64) uint64 { return k + 1 })
	})
)
