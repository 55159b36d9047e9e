//go:build kreintest

package ball

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// noticesBound runs f, which reports whether a result holds, under the error bounds as they are and with one
// of them dropped: it has to hold always, and then to fail sometimes.
func noticesBound(t *testing.T, name string, scale *Mag, rounds int, f func(k int) bool) {
	t.Helper()
	var missed [2]int
	for i, s := range []Mag{MagPow2(0), {}} {
		for k := range rounds {
			*scale = s
			ok := f(k)
			*scale = MagPow2(0)
			if !ok {
				missed[i]++
			}
		}
	}
	assert.Zero(t, missed[0], name)
	assert.Positive(t, missed[1], "%s: dropping the bound is not noticed", name)
}

// Sin and cos without guard bits: the roundings of the reduction and of what follows are needed.
func TestReductionRoundings(t *testing.T) {
	r := newRand(905)
	oldGuard := guardBits
	defer func() { guardBits = oldGuard }()
	for _, f := range []func(z, x *Real, prec uint) *Real{(*Real).Sin, (*Real).Cos} {
		noticesBound(t, "sin, cos", &errScale, testlong.RoundsTo(150, 5000), func(int) bool {
			x := new(Real).SetFloat(randFloat(r, 300, -2, 40))
			prec := uint(64 * (1 + r.IntN(8)))
			var z Real
			guardBits = 0
			f(&z, x, prec)
			guardBits = oldGuard
			return z.Overlaps2(f(new(Real), x, prec+100))
		})
	}
}

// The series of erf without guard bits: its running bound of the roundings is needed.
func TestErfRoundings(t *testing.T) {
	r := newRand(903)
	noticesBound(t, "erf", &errScale, testlong.RoundsTo(100, 2000), func(int) bool {
		x := new(big.Float).SetFloat64(0.2 + 0.8*r.Float64())
		prec := uint(500 + r.IntN(1500))
		var z, want Real
		erfGuard = 0
		erfSeries(&z, x, prec)
		erfGuard = 24
		erfSeries(&want, x, prec+100)
		return z.Overlaps2(&want)
	})
}

// Every core against its table-free twin on both sides of the size where they
// change over, with the guard bits removed so that the cores' own errors show; and
// without their error bound the inclusion breaks.
func TestFixedPointBounds(t *testing.T) {
	oldGuard, oldScale := guardBits, errScale
	defer func() { guardBits, errScale = oldGuard, oldScale }()
	for i := range realFuncs {
		f := &realFuncs[i]
		switch f.name {
		case "exp", "log", "sin", "cos", "atan":
		default:
			continue
		}
		var missed [2]int
		for k, scale := range []Mag{MagPow2(0), {}} {
			r := newRand(uint64(400 + i))
			for range testlong.RoundsTo(1500, 20000) {
				words := 1 + r.IntN(8)
				x := new(Real).SetFloat(randFloat(r, 300, -3, 3))
				if f.positive {
					x.mid.Abs(&x.mid)
				}
				var z Real
				guardBits, errScale = 0, scale
				f.f(&z, x, uint(64*words))
				guardBits, errScale = oldGuard, oldScale
				want, ok := f.truthAt(&x.mid, uint(64*words)+100)
				require.True(t, ok)
				if z.Overlaps(want) == False {
					missed[k]++
				}
			}
		}
		assert.Zero(t, missed[0], f.name)
		assert.Positive(t, missed[1], "%s: dropping the error of the fixed-point core is not noticed", f.name)
	}
}

// What is asked beyond the tables gets a wider ball, which holds.
func TestThresholds(t *testing.T) {
	r := newRand(9)
	for i := range realFuncs {
		f := &realFuncs[i]
		for range testlong.RoundsTo(40, 5000) {
			x := f.argument(r, r.IntN(2) == 0)
			prec := randPrec(r)
			a := f.f(new(Real), x, prec)
			for _, words := range []int{1, 2, 5, 20} {
				old := maxTableWords
				maxTableWords = words
				b := f.f(new(Real), x, prec)
				maxTableWords = old
				require.Equal(t, True, a.Overlaps(b), "%s(%v) at %d bits with at most %d table words: %v, %v", f.name, x,
					prec, words, a, b)
			}
		}
	}
}

// The rests of truncated series: with arguments counted as tiny or huge much earlier
// than need be, so that the rests show, inclusion holds; without the rests it breaks.
func TestDroppedRests(t *testing.T) {
	oldScale, oldDiv := restScale, tinyDivisor
	defer func() { restScale, tinyDivisor = oldScale, oldDiv }()
	table := map[string]*realFunc{}
	for i := range realFuncs {
		table[realFuncs[i].name] = &realFuncs[i]
	}
	for _, c := range []struct {
		name   string
		lo, hi int // exponents of the argument, as fractions of prec in 64ths
		near1  bool
	}{
		{"exp", -30, -17, false},
		{"expm1", -15, -9, false},
		{"log1p", -15, -9, false},
		{"log1p", 17, 40, false},
		{"log", -15, -9, true},
		{"sin", -15, -9, false},
		{"cos", -15, -9, false},
		{"atan", -12, -9, false},
		{"atan", 17, 30, false},
		{"erf", -12, -9, false},
		{"erf", 0, 3, false},
	} {
		f := table[c.name]
		var missed [2]int
		for k, scale := range []Mag{MagPow2(0), {}} {
			r := newRand(40)
			for range testlong.RoundsTo(60, 500) {
				prec := uint(128 + r.IntN(128))
				x := randFloat(r, 60, c.lo*int(prec)/64, c.hi*int(prec)/64)
				if c.name == "erf" && c.lo == 0 {
					x = new(big.Float).SetFloat64(3 + 4*r.Float64())
				}
				if c.near1 {
					x.SetPrec(2000).Add(x, big.NewFloat(1))
				} else if c.name == "log1p" {
					x.Abs(x)
				}
				var z Real
				restScale, tinyDivisor = scale, 8
				f.f(&z, new(Real).SetFloat(x), prec)
				restScale, tinyDivisor = oldScale, oldDiv
				want, ok := f.truthAt(x, 2*prec+200)
				require.True(t, ok)
				if z.Overlaps(want) == False {
					missed[k]++
				}
			}
		}
		assert.Zero(t, missed[0], "%s [%d, %d]", c.name, c.lo, c.hi)
		assert.Positive(t, missed[1], "%s [%d, %d]: dropping the rest is not noticed", c.name, c.lo, c.hi)
	}
	// series that stop early
	stop := func(name string, f func(z, x *Complex, prec uint), g func(z, x *Complex, prec uint),
		draw func(r *rand.Rand) *Complex) {
		var missed [2]int
		for k, scale := range []Mag{MagPow2(0), {}} {
			r := newRand(41)
			for range testlong.RoundsTo(60, 500) {
				x := draw(r)
				var z, want Complex
				restScale, tinyDivisor = scale, 8
				f(&z, x, 100)
				restScale, tinyDivisor = oldScale, oldDiv
				g(&want, x, 300)
				if z.Overlaps(&want) == False {
					missed[k]++
				}
			}
		}
		assert.Zero(t, missed[0], name)
		assert.Positive(t, missed[1], "%s: dropping the rest is not noticed", name)
	}
	draw := func(lo, hi, im float64) func(r *rand.Rand) *Complex {
		return func(r *rand.Rand) *Complex {
			return NewComplex(complex(lo+(hi-lo)*r.Float64(), im*r.Float64()))
		}
	}
	stop("erfc", func(z, x *Complex, p uint) { erfcAsymptotic(&z.Re, &x.Re.mid, p) },
		func(z, x *Complex, p uint) { z.Re.Erfc(&x.Re, p) }, draw(10, 14, 0))
	stop("complex erf", func(z, x *Complex, p uint) { z.erfSeries(x, p) },
		func(z, x *Complex, p uint) { z.Erf(x, p) }, draw(0.1, 2, 2))
}

// Brent and McMillan's sums with few terms: π e^{−4n} and the tails of the sums are nearly what is missing.
func TestEulerFewTerms(t *testing.T) {
	gamma := new(Real).Euler(2000)
	for m := uint(1); m <= 7; m++ {
		for _, share := range []int64{2, 5} {
			noticesBound(t, "γ", &restScale, 1, func(int) bool {
				return eulerBall(m, share<<m, 1200).Overlaps2(gamma)
			})
		}
	}
}
