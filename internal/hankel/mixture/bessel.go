package mixture

import (
	"math"

	"krein/internal/elem64"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/special/double"
)

// bessels takes the factors K_ν(r), r = √(A + Bz²), with the powers of r beside them into a term and returns the others:
// r^q K_ν(r), q ≤ ν, is r^{q−ν}, of a Gamma((ν−q)/2) law, times r^ν K_ν(r), of an Inverse. A power of r alone is none if
// q > 0, so that powers are taken together with K_ν.
func bessels(factors []*formula.Expr, to *ScaleTerm) (others []*formula.Expr) {
	others = factors
	for i := 0; i < len(others); i++ {
		if e := formula.Unfold(others[i]); e.Op() == formula.OpBesselK {
			if rest, ok := bessel(e, others[:i:i], others[i+1:], to); ok {
				others, i = rest, -1
			}
		}
	}
	return others
}

// bessel is bessels for one of them, with the factors before and after it.
func bessel(e *formula.Expr, before, after []*formula.Expr, to *ScaleTerm) (others []*formula.Expr, ok bool) {
	nu := math.Abs(numeric.CompileFormula(e.Args()[0]).At(0))
	arg := numeric.CompileFormula(e.Args()[1])
	const far = 1 << 20 // where B is known best
	a := arg.At(0) * arg.At(0)
	b := (arg.At(far)*arg.At(far) - a) / (far * far)
	root := func(z float64) float64 { return math.Sqrt(a + b*z*z) }
	if !(b > 0) || !near(root, arg.At, 0) {
		return nil, false
	}
	q, weight := 0.0, 1.0
	for _, f := range append(before, after...) {
		v := numeric.CompileFormula(f)
		p := elem64.Log(v.At(far)/v.At(1)) / elem64.Log(root(far)/root(1))
		if math.Abs(p-math.Round(2*p)/2) < 1e-9 { // mostly it is written so
			p = math.Round(2*p) / 2
		}
		c := v.At(1) / elem64.Pow(root(1), p)
		if f.Varies() && near(func(z float64) float64 { return c * elem64.Pow(root(z), p) }, v.At, 1) {
			q += p
			weight *= c
		} else {
			others = append(others, f)
		}
	}
	shape := (nu - q) / 2
	if math.Abs(shape) < 1e-12 {
		shape = 0
	}
	l := &Inverse{Order: nu - 0.5, Scale: b, Rate: a / b}
	if shape < 0 || shape > 0 && a == 0 || l.Check() != nil {
		return nil, false
	}
	if a > 0 {
		k, _ := double.BesselK(nu, math.Sqrt(a))
		weight *= elem64.Pow(math.Sqrt(a), q) * k
	} else {
		weight *= math.Exp2(nu-1) * math.Exp(elem64.Lgamma(nu))
	}
	to.Weight *= weight
	if to.Laws = append(to.Laws, l); shape > 0 {
		gamma := &Law{from: origin{kind: originGamma, gamma: shape}, steps: []step{{a: b / a, p: 1}}}
		to.Laws = append(to.Laws, gamma)
	}
	return others, true
}

// near reports whether two functions have the same values at the distances from a number on, up to a rounding error of
// ScaleWithin.
func near(f, g func(z float64) float64, from float64) bool {
	for _, z := range probes() {
		if a, b := f(z), g(z); z >= from && !(math.Abs(a-b) <= ScaleWithin*math.Abs(b)) {
			return false
		}
	}
	return true
}

// logInverseGaussian draws the logarithm of a variable with the density x^{ν−1} exp(−ω(x + 1/x)/2), up to a constant, ν ≥ 0 and
// ω > 0, by rejection: the density of log x is log-concave, so that its logarithm lies below a constant around the mode and
// below tangents on both sides (L. Devroye, Statistics and Computing 24 (2014) 239–246, whose points of contact these are;
// other points would cost more tries, and no bias).
func logInverseGaussian(rnd Source, nu, omega float64) float64 {
	root := math.Hypot(nu, omega)
	alpha := omega / (root + nu) * omega
	mode := elem64.Log(nu/omega + root/omega)
	// the logarithm of the density at a distance from the mode, 0 there, and its slope
	value := func(x float64) float64 {
		h := math.Sinh(x / 2)
		return -2*alpha*h*h - nu*(math.Expm1(x)-x)
	}
	slope := func(x float64) float64 { return -alpha*math.Sinh(x) - nu*math.Expm1(x) }
	right, left := 1.0, 1.0
	switch v := -value(1); {
	case v > 2:
		right = math.Sqrt(2 / (alpha + nu))
	case v < 0.5:
		right = elem64.Log(4 / (alpha + 2*nu))
	}
	switch v := -value(-1); {
	case v > 2:
		left = math.Sqrt(4 / (alpha*math.Cosh(1) + nu))
	case v < 0.5:
		left = min(1/nu, math.Log1p(1/alpha+math.Sqrt(1/(alpha*alpha)+2/alpha)))
	}
	eta, theta := -value(right), -value(-left)
	up, down := -1/slope(right), 1/slope(-left) // the means of the exponentials on both sides
	hi, lo := right-up*eta, down*theta-left
	for {
		x, top := 0.0, 0.0
		switch u := rnd.Float64() * (hi - lo + up + down); {
		case u < hi-lo:
			x = lo + (hi-lo)*rnd.Float64()
		case u < hi-lo+up:
			x = hi - up*elem64.Log(open(rnd))
			top = -(x - hi) / up
		default:
			x = lo + down*elem64.Log(open(rnd))
			top = (x - lo) / down
		}
		if elem64.Log(open(rnd))+top <= value(x) {
			return mode + x
		}
	}
}
