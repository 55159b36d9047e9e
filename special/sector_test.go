package special

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// chi is χ(ℓ) of DLMF 9.7(i).
func chi(l float64) float64 {
	a, _ := math.Lgamma(l/2 + 1)
	b, _ := math.Lgamma(l/2 + 0.5)
	return math.Sqrt(math.Pi) * math.Exp(a-b)
}

// The bounds of the remainders of K's expansion themselves, on rays next to the boundaries of their sectors: they hold,
// are nearly reached, and break without the exponential, beyond the imaginary axis also without the factors χ.
func TestSectorBounds(t *testing.T) {
	const prec = 400
	r := specialtest.NewRand(91)
	worst := [2]float64{}
	withoutChi, withoutExp := 0, [2]int{}
	for range testlong.RoundsTo(600, 4000) {
		nu := math.Round(40*r.Float64()) / 16
		if r.IntN(4) == 0 {
			nu *= 3
		}
		if math.Mod(nu, 1) == 0.5 {
			nu += 0.125
		}
		size := specialtest.LogUniform(r, 1, 15)
		eps := math.Exp2(-30 * r.Float64())
		// ph x, in the right half plane; y = x or xe^{iπ}
		phi := []float64{-math.Pi/2 + eps, -math.Pi / 4, 0, math.Pi/2 - eps}[r.IntN(4)]
		behind := r.IntN(2) == 0
		if behind && phi > 0 {
			phi = -phi
		}
		x := ball.NewComplex(cmplx.Rect(size, phi))
		nb := ball.NewReal(nu)
		var k, i, y, root, f ball.Complex
		var s, c, w ball.Real
		BesselKComplex(&k, nb, x, prec)
		y.Set(x)
		root.Sqrt(x, prec)
		if behind {
			// K_ν(xe^{iπ}) = e^{−iνπ}K_ν(x) − iπ I_ν(x) (DLMF 10.34.2), π/2 ≤ ph ≤ π
			BesselIComplex(&i, nb, x, prec)
			w.Pi(prec)
			i.MulReal(i.MulI(&i), &w, prec)
			w.Mul(&w, nb, prec)
			ball.SinCos(&s, &c, &w, prec)
			f.SetParts(&c, s.Neg(&s))
			k.Mul(&k, &f, prec)
			k.Sub(&k, &i, prec)
			y.Neg(x)
			root.MulI(&root)
		}
		// K·√(2y/π)e^y − Σ a_k/y^k
		f.Exp(&y, prec)
		k.Mul(&k, &f, prec)
		k.Mul(&k, &root, prec)
		w.Pi(prec)
		w.Mul2Exp(&w, -1)
		w.Sqrt(&w, prec)
		k.QuoReal(&k, &w, prec)
		term := ball.NewComplex(1)
		for l := 1; l < int(2*size)+6; l++ {
			k.Sub(&k, term, prec)
			var q ball.Real
			q.Sqr(q.SetFloat64(2*nu), prec)
			q.AddInt64(&q, -int64(2*l-1)*int64(2*l-1), prec)
			q.QuoInt64(&q, 8*int64(l), prec)
			term.MulReal(term, &q, prec)
			term.Quo(term, &y, prec)
			m := term.MagUpper().Float64()
			plain := 2 * m * math.Exp(math.Abs(nu*nu-0.25)/size)
			bound, side := plain, 0
			if behind {
				bound, side = 2*chi(float64(l))*m*math.Exp(math.Abs(nu*nu-0.25)*math.Pi/2/size), 1
			}
			got := k.MagLower().Float64()
			used := remainderBound(term.MagUpper(), nb.MagUpper(), ball.MagPow2(0).Quo(y.MagLower()), l, behind).Float64()
			require.LessOrEqualf(t, got, used, "order %v, %v terms at %v, continued %v", nu, l, x, behind)
			if behind && got > 2*chi(float64(l))*m {
				withoutExp[1]++
			} else if !behind && got > 2*m {
				withoutExp[0]++
			}
			require.LessOrEqualf(t, got, bound*(1+1e-9), "order %v, %v terms at %v, continued %v", nu, l, x, behind)
			worst[side] = math.Max(worst[side], got/bound)
			if got > plain {
				withoutChi++
			}
		}
	}
	t.Logf("at most %.2f and %.2f of the bounds reached; %d remainders need χ, %d the exponential", worst[0], worst[1],
		withoutChi, withoutExp)
	if testing.Short() {
		return // too few draws to reach the bounds
	}
	assert.Greater(t, worst[0], 0.45)
	assert.Greater(t, worst[1], 0.45)
	assert.Positive(t, withoutChi)
	assert.GreaterOrEqual(t, withoutExp[0], testlong.AtLeast(1))
	assert.GreaterOrEqual(t, withoutExp[1], testlong.AtLeast(1))
}

// What planExpansion takes for the remainder is no less than the bounds it cites, computed here from the coefficients.
func TestPlannedRemainders(t *testing.T) {
	r := specialtest.NewRand(93)
	for range testlong.RoundsTo(400, 20000) {
		nu := math.Round(160*r.Float64()) / 16
		x := specialtest.LogUniform(r, 1, 200)
		frac := 5 + r.IntN(60)
		for _, behind := range []bool{false, true} {
			p, ok := planExpansion(nu, x, frac, 2000, behind)
			if !ok || p.exact {
				continue
			}
			term := func(l int) float64 { // log2 |a_l/x^l|
				s := 0.0
				for k := 1; k <= l; k++ {
					s += math.Log2(math.Abs(4*nu*nu-float64(2*k-1)*float64(2*k-1)) / (8 * float64(k) * x))
				}
				return s
			}
			first := term(p.terms)
			g := math.Abs(nu*nu-0.25) / x / math.Ln2
			want := 1 + first + g
			if behind {
				want = 1 + math.Log2(chi(float64(p.terms))) + first + g*chi(1)
			} else if float64(p.terms) >= nu+2 {
				want = min(want, max(first, term(p.terms+1)))
			}
			require.GreaterOrEqualf(t, p.rest, want-1e-9, "order %v at %v, %d terms, behind %v", nu, x, p.terms, behind)
			require.LessOrEqual(t, p.rest, float64(-frac))
		}
	}
}
