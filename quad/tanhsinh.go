package quad

import "math"

// TanhSinh64 returns ∫_a^b f dx for integrands with algebraic or logarithmic singularities at the ends, by the double-exponential rules of Takahasi and Mori
// (1974): tanh-sinh on a finite interval, exp-sinh if b = +Inf. f(x, left, right) is given the distances left = x − a and
// right = b − x free of cancellation, down to 1e-300: write (1−x)^{−1/2} as right^{−1/2}; of |x−a|^σ with σ < −0.95 the part nearer than that begins to matter, and is part of the error. The step is halved until two values agree; the
// reported error is their difference plus rounding, far above the true error of the last value as a rule. Values that are not finite are
// taken as zero where x has rounded to an end, otherwise the status is NonFinite. Settings: tolerances, MaxEvals and, for b = +Inf, Scale.
// It panics unless a is finite and a < b.
func TanhSinh64(f func(x, left, right float64) float64, a, b float64, opt *Settings64) Result64 {
	if f == nil || math.IsInf(a, 0) || !(a < b) {
		panic("quad: TanhSinh64 needs a function and a < b, a finite")
	}
	set := opt.defaults()
	d := doubleExp{f: f, a: a, b: b, scale: set.Scale}
	const limit = 6.2
	h := 1.0
	sum := d.sample(0)
	for k := 1; float64(k)*h <= limit; k++ {
		sum += d.sample(float64(k)*h) + d.sample(-float64(k)*h)
	}
	value := h * sum
	for {
		h /= 2
		for k := 1; float64(k)*h <= limit; k += 2 {
			sum += d.sample(float64(k)*h) + d.sample(-float64(k)*h)
		}
		next := h * sum
		change, rest := abs(next-value), 4*0x1p-52*h*d.abs+h*d.edge
		err := change + rest
		value = next
		r := Result64{Value: value, Err: err, Evals: d.evals}
		switch {
		case d.bad:
			return Result64{Value: math.NaN(), Err: math.Inf(1), Evals: d.evals, Status: NonFinite}
		case h <= 0.25 && set.met(value, err):
			return r
		case h < 1.0/16 && change < rest, h < 1.0/2048:
			r.Status = Roundoff
			return r
		case 2*d.evals > set.MaxEvals:
			r.Status = MaxEvaluations
			return r
		}
	}
}

// doubleExp samples the transformed integrand.
type doubleExp struct {
	f           func(x, left, right float64) float64
	a, b, scale float64
	abs, edge   float64 // Σ|sample|; the last samples before the nodes leave the float64 range
	evals       int
	bad         bool
}

func (d *doubleExp) sample(t float64) float64 {
	u, c := math.Pi/2*math.Sinh(t), math.Pi/2*math.Cosh(t)
	var x, left, right, w float64
	if math.IsInf(d.b, 1) {
		left, right = d.scale*math.Exp(u), math.Inf(1)
		x, w = d.a+left, left*c
	} else {
		// right = (b−a)/(1+e^{2u}); the derivative is (b−a)·2c·e^{2u}/(1+e^{2u})².
		e := math.Exp(-2 * math.Abs(u))
		small, large := e/(1+e), 1/(1+e)
		l := d.b - d.a
		w = l * 2 * c * small * large
		left, right = l*large, l*small
		if t < 0 {
			left, right = right, left
		}
		if t < 0 {
			x = d.a + left
		} else {
			x = d.b - right
		}
	}
	if left == 0 || right == 0 || w == 0 || math.IsInf(w, 0) {
		return 0
	}
	d.evals++
	v := d.f(x, left, right) * w
	if math.IsNaN(v) || math.IsInf(v, 0) {
		if x == d.a || x == d.b || left < 1e-290 || right < 1e-290 || math.IsInf(d.b, 1) && left > 1e290 {
			return 0
		}
		d.bad = true
		return 0
	}
	d.abs += math.Abs(v)
	if math.Abs(t) > 6 {
		d.edge += math.Abs(v)
	}
	return v
}
