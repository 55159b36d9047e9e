package zonal

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/budget"
	"krein/internal/certify/check/sphere"
	"krein/internal/special/mean"
	"krein/kernel"
)

const (
	verifyGuard = 64      // bits that the second computation has more
	verifyTol   = 0x1p-24 // its tolerance, relative to the usual one
	verifySpot  = 96      // bits of the spot checks
	// by which bounds of unknown sign are widened, so that a second computation finds no larger one
	verifySlack  = 1.0 / 256
	verifyDegree = 1 << 13 // spot checks sum no more than this
	mostKept     = 64      // how many times as large as the last degree that of quadrature may be
)

// Verify proves again what a zonal decomposition says of the kernel k on the unit sphere of R^dim. It trusts nothing in
// z: the coefficients and the tail are computed anew, with 64 more bits and a smaller remainder, and must lie within
// those of z; the proof that k is positive definite on the sphere, if z says so, is found and checked again; masses,
// samplers and bias must be those of the coefficients. Some coefficients are also compared with an adaptive quadrature
// of the integral that defines them, and Σ a_n P_n(u) with f(u) at some u, by other code. The error says what fails. It
// panics if k or z is nil.
func Verify(ctx context.Context, k *kernel.Kernel, dim int, z *Decomposition) error {
	if k == nil || z == nil {
		panic("zonal: Verify of nil")
	}
	bad := func(format string, args ...any) error {
		return fmt.Errorf("zonal: zonal decomposition: "+format, args...)
	}
	if z.Dim != dim {
		return bad("it is for dimension %d, not %d", z.Dim, dim)
	}
	if z.Kernel != k.Formula() || z.Beyond != k.BeyondString() {
		return bad("it is for %q (%s), not %q (%s)", z.Kernel, z.Beyond, k.Formula(), k.BeyondString())
	}
	// The work of quadrature is quadratic in its degree. New goes on to four times the degree as long as the tail is too large, so
	// that a few coefficients are never all that is kept of a very large one.
	if most := max(mostDegree, mostKept*len(z.Coef)); z.quadrature > most {
		return bad("quadrature up to degree %d, for %d coefficients: more than %d is not done again", z.quadrature, len(z.Coef), most)
	}
	f, err := z.file()
	if err != nil {
		return err
	}
	if _, err := f.decomposition(); err != nil {
		return err
	}
	set := (&Settings{MaxDegree: max(z.expanded, z.quadrature, 1), Prec: defaultPrec + verifyGuard,
		Tol: defaultTol * verifyTol}).withDefaults()
	within, leave := budget.Within(ctx, 1<<60) // no bound, but all work ends with ctx
	defer leave()
	job := &expansion{ctx: within, dim: dim, set: set, again: z.quadrature, length: z.expanded + 1}
	if err := job.check(k); err != nil {
		return bad("%v", err)
	}
	if !z.AtZero.Contains(&job.ends[0]) {
		return bad("k(0) = %v is not in %v", numeral.Text(&job.ends[0], 20), numeral.Text(&z.AtZero, 20))
	}
	s, err := job.expand(k, true)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return bad("%v", err)
	}
	if err := z.compare(s, job.definite); err != nil {
		return bad("%v", err)
	}
	if err := z.spotIntegrals(ctx, k); err != nil {
		return bad("%v", err)
	}
	if err := z.spotValues(k); err != nil {
		return bad("%v", err)
	}
	return ctx.Err()
}

// compare makes sure that an expansion lies within z.
func (z *Decomposition) compare(s *series, definite bool) error {
	// The second expansion encloses the truth. If its balls lie within those of z, these do, too.
	n := len(z.Coef)
	for i := range min(n, len(s.coef)) {
		if a, b := &z.Coef[i], &s.coef[i]; !a.Contains(b) {
			if a.Overlaps(b) == ball.False {
				return fmt.Errorf("a_%d is %v, not %v", i, numeral.Text(b, 20), numeral.Text(a, 20))
			}
			return fmt.Errorf("a_%d is not confirmed: %v is not within %v", i, b, a)
		}
	}
	for i := len(s.coef); i < n; i++ {
		if !s.rest[i%2].Mass.IsZero() {
			return fmt.Errorf("a_%d was not computed again", i)
		}
		if !z.Coef[i].ContainsZero() {
			return fmt.Errorf("a_%d is 0, not %v", i, numeral.Text(&z.Coef[i], 20))
		}
	}
	// Further coefficients count as tail, as they do in z.
	s.cut(n)
	again := &Decomposition{Coef: s.coef, Even: s.rest[0], Odd: s.rest[1]}
	if z.Definite && !definite && !again.signsNonnegative() {
		return errors.New("no proof was found that the kernel is positive definite on the sphere")
	}
	for i, r := range []*TailBound{&z.Even, &z.Odd} {
		t := &s.rest[i]
		if t.Mass.MagUpper().Cmp(r.Mass.MagUpper()) > 0 {
			return fmt.Errorf("the tail of parity %d is only proved to be below %v, not %v", i, t.Mass.MagUpper(),
				r.Mass.MagUpper())
		}
		if !r.Mass.Contains(&t.Mass) || r.Sign != 0 && t.Sign != r.Sign && !t.Mass.IsZero() && !z.Definite {
			return fmt.Errorf("the tail of parity %d is not confirmed to have the sign %d and the mass %v", i, r.Sign,
				numeral.Text(&r.Mass, 20))
		}
	}
	return nil
}

// spotIntegrals compares some coefficients with the checker's quadrature.
func (z *Decomposition) spotIntegrals(ctx context.Context, k *kernel.Kernel) error {
	var mass, half ball.Real
	half.SetInt64(int64(z.Dim - 1))
	half.Mul2Exp(&half, -1)
	mean.Beta(&mass, ball.NewReal(0.5), &half, verifySpot)
	for _, n := range []int{0, 1, 2, 5} {
		if n >= len(z.Coef) {
			break
		}
		// a_n = N(n,d) ∫ f P_n dσ, and ∫ sin^{d−2} is the Beta integral.
		integral, err := sphere.GegenbauerIntegral(ctx, k, z.Dim, n, verifySpot, ball.MagInf())
		if err != nil || ctx.Err() != nil {
			return ctx.Err() // that quadrature reaches fewer kernels; it only adds to what is proved already
		}
		var v ball.Real
		v.Mul(integral, new(ball.Real).SetInt(harmonicDimension(n, z.Dim)), verifySpot)
		v.Quo(&v, &mass, verifySpot)
		if v.Overlaps(&z.Coef[n]) == ball.False {
			return fmt.Errorf("a_%d is %v by its integral, not %v", n, numeral.Text(&v, 20), numeral.Text(&z.Coef[n], 20))
		}
	}
	return nil
}

// spotValues compares Σ a_n P_n(u) with f(u).
func (z *Decomposition) spotValues(k *kernel.Kernel) error {
	n := len(z.Coef)
	if n > verifyDegree+1 {
		return nil
	}
	prec := verifySpot + uint(1.3*float64(n))
	for _, at := range []float64{-1, -0.625, 0, 0.3125, 0.9375} {
		var u, dist, v, sum, p, q, t ball.Real
		u.SetFloat64(at)
		dist.Mul2Exp(&u, 1)
		dist.Neg(&dist)
		dist.AddInt64(&dist, 2, prec)
		dist.Sqrt(&dist, verifySpot)
		if k.BallAt(&v, &dist, verifySpot); v.Indeterminate() {
			continue
		}
		q.SetInt64(1)
		for i := range n {
			sum.FMA(&z.Coef[i], &q, &sum, prec)
			t.Mul(&u, &q, prec) // (i+d−2) P_{i+1} = (2i+d−2) u P_i − i P_{i−1}, P_1 = u
			if i > 0 {
				t.MulInt64(&t, int64(2*i+z.Dim-2), prec)
				p.MulInt64(&p, int64(i), prec)
				t.Sub(&t, &p, prec)
				t.QuoInt64(&t, int64(i+z.Dim-2), prec)
			}
			p.Set(&q)
			q.Set(&t)
		}
		// |P_n(u)| ≤ 1 for the degrees beyond.
		sum.AddRad(z.Even.Mass.MagUpper())
		sum.AddRad(z.Odd.Mass.MagUpper())
		if sum.Overlaps(&v) == ball.False {
			return fmt.Errorf("the sum Σ a_n P_n(%v) is %v, but f is %v there", new(big.Rat).SetFloat64(at),
				numeral.Text(&sum, 20), numeral.Text(&v, 20))
		}
	}
	return nil
}
