package certify

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"krein/kernel"
)

// convexRules prove positive definiteness on R^d by convexity of a derivative.
var convexRules = []*Rule{
	{
		ID: "pd.askey-gneiting", Claim: PD,
		Theorem: "With n = ⌊d/2⌋: if k is continuous on [0,∞), tends to a limit c ≥ 0 at infinity, and (−1)ⁿ k⁽ⁿ⁾ is convex on (0,∞), " +
			"then k is positive definite on R^d (d = 1: Pólya).",
		Citation: "R. Askey, Radial characteristic functions (1973); T. Gneiting, On the derivatives of radial positive definite functions (1999), theorem 1.1",
		apply:    pdConvex,
	},
}

// maxConvexOrder is the highest derivative order ⌊d/2⌋ with which pdConvex is tried.
const maxConvexOrder = 12

type convexEvidence struct {
	Order  int `json:"order"` // ⌊d/2⌋
	Points int `json:"points"`
	Strict int `json:"strict"` // points at which (−1)ⁿ k⁽ⁿ⁺²⁾ is positive beyond its error
}

func pdConvex(f *facts) conclusion {
	n := f.dim / 2
	i := f.atInfinity()
	l, err := f.local()
	if err != nil || n > maxConvexOrder || !f.bounded0() || !decays(i) || i.Limit < 0 {
		return silent
	}
	if l.worst != nil && l.worst.Exponent.Cmp(big.NewRat(int64(n), 1)) <= 0 {
		return silent // k⁽ⁿ⁾ jumps
	}
	if !f.convexEnds(n, i) {
		return silent
	}
	zs := []float64{}
	for e := -120; e <= 60; e++ {
		zs = append(zs, math.Pow(10, float64(e)/20))
	}
	for _, p := range l.points {
		for _, h := range []float64{1e-6, 1e-3} {
			zs = append(zs, p.At.Value*(1-h), p.At.Value*(1+h))
		}
	}
	slices.Sort(zs)
	ev := convexEvidence{Order: n}
	slope, slopeErr := math.Inf(-1), 0.0
	var lastZ, last, lastErr float64
	for _, z := range zs {
		if v := f.k.At(z); v != 0 && math.Abs(v) < tiny {
			continue
		}
		if slices.ContainsFunc(l.points, func(s kernel.Singularity) bool { return s.At.Value == z }) {
			continue
		}
		a, ea, err := f.k.Taylor(z, n+2)
		if err != nil {
			return silent
		}
		if n%2 == 1 {
			for j := range a {
				a[j] = -a[j]
			}
		}
		switch second := a[n+2]; {
		case !(second >= -f.set.Margin*ea[n+2]):
			return silent
		case second > f.set.Margin*ea[n+2]:
			ev.Strict++
		}
		// Chords across breakpoints: their slopes must not decrease.
		if ev.Points > 0 {
			s, e := (a[n]-last)/(z-lastZ), (ea[n]+lastErr)/(z-lastZ)
			if s-slope < -f.set.Margin*(e+slopeErr)-rounding*math.Abs(s) {
				return silent
			}
			slope, slopeErr = s, e
		}
		lastZ, last, lastErr = z, a[n], ea[n]
		ev.Points++
	}
	if ev.Strict < 8 && f.samples().top > 0 && l.worst == nil {
		return silent
	}
	what := "k"
	if n > 0 {
		what = "(−1)ⁿ k⁽ⁿ⁾, n = " + strconv.Itoa(n) + ","
	}
	return likely(ev, "%s is convex, within errors at %d points z from 1e-6 to 1e3, in its leading terms at 0 and at infinity too, and k tends to %s there", what, ev.Points, short(i.Limit))
}
