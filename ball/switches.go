//go:build !kreintest

package ball

// guardBits is what the fixed-point kernels carry beyond the precision asked for, and erfGuard what the series of erf does.
// These and the other switches are constants: only programs built with the tag kreintest have variables in their place,
// so that tests see the kernels' own errors and require that dropping a bound breaks inclusion.
const (
	guardBits uint = 16
	erfGuard  uint = 24
)

// tinyDivisor is how soon (a fraction of the precision in bits) arguments count as tiny.
const tinyDivisor int64 = 2

// maxTableWords is the largest fixed-point size: what is asked beyond it (about 40 000 bits) gets wider balls.
const maxTableWords = 640

// scaled is a bound of accumulated roundings, as it enters a radius.
func scaled(m Mag) Mag { return m }

// rest is a bound of the truncation of a series, as it enters a radius.
func rest(m Mag) Mag { return m }
