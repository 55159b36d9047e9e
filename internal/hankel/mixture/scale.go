package mixture

import (
	"fmt"
	"math"

	"krein/internal/elem64"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/special/double"
)

// Scale is a signed measure of the scale s ≥ 0, by its Laplace transform: φ(z²) = Σ_i Weight_i Π_j E exp(−S_ij z²),
// independent S_ij. A term without laws is a constant: its scale is 0.
type Scale []ScaleTerm

// ScaleTerm is a summand.
type ScaleTerm struct {
	Weight float64
	Laws   []Clock
}

// Clock is the law of a random scale S > 0.
type Clock interface {
	// Kernel returns E exp(−S z²).
	Kernel(z float64) float64
	// Sample draws log S.
	Sample(rnd Source) float64
}

// Inverse is the law of Scale/(4G), G with the law Gamma(Order + 1/2), with its density times e^{−Rate·s}, up to a constant: that
// is s^{−ν−1} exp(−Scale/(4s) − Rate·s), ν = Order + 1/2, a generalised inverse Gaussian law if Rate > 0. With
// r(z) = √(Scale (z² + Rate)),
//
//	E exp(−S z²) = r^ν K_ν(r) / (r₀^ν K_ν(r₀)), r₀ = r(0)
//
// (DLMF 10.32.10), of which the denominator is 2^{ν−1} Γ(ν) if Rate = 0: the Matérn kernel of the order ν at √Scale·z.
type Inverse struct {
	Order float64 `json:"order"`
	Scale float64 `json:"scale"`
	Rate  float64 `json:"rate,omitempty"`
}

// Kernel returns E exp(−S z²).
func (l *Inverse) Kernel(z float64) float64 {
	nu := l.Order + 0.5
	if l.Rate > 0 {
		r0 := math.Sqrt(l.Scale) * math.Sqrt(l.Rate)
		r := math.Hypot(r0, math.Sqrt(l.Scale)*z)
		if math.IsInf(r, 1) {
			return 0
		}
		k0, _ := double.BesselKE(nu, r0)
		k, _ := double.BesselKE(nu, r)
		moved := l.Scale * z / (r + r0) * z // r − r₀, without cancellation
		return k / k0 * math.Exp(nu*(elem64.Log(r)-elem64.Log(r0))-moved)
	}
	x := math.Sqrt(l.Scale) * z
	if l.Order == math.Floor(l.Order) && l.Order <= mostOrder {
		return l.polynomial(x)
	}
	if x == 0 {
		return 1
	}
	if math.IsInf(x, 1) {
		return 0
	}
	k, _ := double.LogBesselK(nu, x)
	return math.Exp(nu*elem64.Log(x) + k - (nu-1)*math.Ln2 - elem64.Lgamma(nu))
}

// polynomial returns e^{−x} Σ_k (n+k)!/(k!(n−k)!) (2x)^{n−k} n!/(2n)!.
func (l *Inverse) polynomial(x float64) float64 {
	n := int(l.Order)
	sum, c := 0.0, 1.0 // the coefficient of x^0 is 1; that of x^(j+1) is that of x^j times 2(n−j)/((2n−j)(j+1))
	power := 1.0
	for j := 0; j <= n; j++ {
		sum += c * power
		c *= 2 * float64(n-j) / (float64(2*n-j) * float64(j+1))
		power *= x
	}
	if v := sum * math.Exp(-x); !math.IsNaN(v) {
		return v
	}
	return 0
}

// Sample draws log S.
func (l *Inverse) Sample(rnd Source) float64 {
	if l.Rate > 0 {
		root := elem64.Log(l.Scale) - elem64.Log(l.Rate)
		return root/2 - math.Ln2 - logInverseGaussian(rnd, l.Order+0.5, math.Sqrt(l.Scale)*math.Sqrt(l.Rate))
	}
	return elem64.Log(l.Scale) - 2*math.Ln2 - logGamma(rnd, l.Order+0.5)
}

// Limits of RecogniseScale.
const (
	mostScales = 64
	mostOrder  = 6 // of Inverse
)

// RecogniseScale finds the measure of the scale of φ(z²) in a formula: sums and products of what Recognise knows, with
// exponentials of sums taken apart, Matérn kernels and Bessel functions K of roots (Inverse), and averages (Average). As
// Recognise it accepts only what has the values of the formula at many distances, and proves nothing. The error says which
// part is none.
func RecogniseScale(e *formula.Expr) (Scale, error) {
	s, err := scaleOf(e, 0)
	if err != nil {
		return nil, err
	}
	size := 0.0
	for _, t := range s {
		size += math.Abs(t.Weight)
	}
	values := numeric.CompileFormula(e)
	for _, z := range probes() {
		if v := s.At(z); !(math.Abs(v-values.At(z)) <= ScaleWithin*size) {
			return nil, fmt.Errorf("mixture: the scale that %s looks like has another transform at z = %g", e, z)
		}
	}
	return s, nil
}

// ScaleWithin bounds, over the weights' absolute values added up, how far values of a recognised Scale were from those of
// the formula at the distances that were looked at.
const ScaleWithin = 1e-11

// probes are the distances.
func probes() (out []float64) {
	for i := -40; i <= 40; i++ {
		out = append(out, math.Exp2(float64(i)*0.6))
	}
	return out
}

// At returns the transform φ(z²).
func (s Scale) At(z float64) (sum float64) {
	for _, t := range s {
		v := t.Weight
		for _, l := range t.Laws {
			v *= l.Kernel(z)
		}
		sum += v
	}
	return sum
}

// Sample draws log S of a term, −Inf for a constant.
func (t *ScaleTerm) Sample(rnd Source) float64 {
	sum := math.Inf(-1)
	for _, l := range t.Laws {
		x := l.Sample(rnd)
		if sum < x {
			sum, x = x, sum
		}
		if !math.IsInf(x, -1) && !math.IsInf(sum, 1) {
			sum += math.Log1p(math.Exp(x - sum))
		}
	}
	return sum
}

func scaleOf(e *formula.Expr, depth int) (Scale, error) {
	terms := e.Summands(func(*formula.Expr) bool { return true })
	var out Scale
	for _, t := range terms {
		p, err := productOf(t, depth)
		if err != nil {
			return nil, err
		}
		if out = append(out, p...); len(out) > mostScales {
			return nil, fmt.Errorf("mixture: %s has more than %d scales", e, mostScales)
		}
	}
	return out, nil
}

// productOf recognises a summand: as a whole, or factor by factor.
func productOf(e *formula.Expr, depth int) (Scale, error) {
	if s, ok := Recognise(e); ok {
		out := Scale{}
		if s.Constant != 0 {
			out = append(out, ScaleTerm{Weight: s.Constant})
		}
		for _, t := range s.Terms {
			out = append(out, ScaleTerm{t.Weight, []Clock{t.Law}})
		}
		return out, nil
	}
	if s, ok := inverse(e); ok {
		return s, nil
	}
	if s, ok := average(e); ok {
		return s, nil
	}
	factors, c := formula.FactorList(formula.Opened(e), true)
	factors = exponentials(factors)
	weight, ok := number(c)
	whole := ScaleTerm{Weight: weight}
	others := bessels(factors, &whole)
	if depth == depthMost || !ok || len(factors) < 2 && len(others) > 0 {
		return nil, fmt.Errorf("mixture: no distribution of a scale is known that has the transform %s", e)
	}
	out := Scale{whole}
	list, err := scalesOf(others, depth+1)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		var next Scale
		for _, a := range out {
			for _, b := range s {
				next = append(next, ScaleTerm{a.Weight * b.Weight, append(a.Laws[:len(a.Laws):len(a.Laws)], b.Laws...)})
			}
		}
		if out = next; len(out) > mostScales {
			return nil, fmt.Errorf("mixture: %s has more than %d scales", e, mostScales)
		}
	}
	return out, nil
}

// scalesOf recognises factors: each by itself, or those that are none, polynomials, with another one, an exponential, as a
// Matérn kernel.
func scalesOf(factors []*formula.Expr, depth int) (out []Scale, err error) {
	var known, others []*formula.Expr
	none := map[*formula.Expr]error{}
	for _, f := range factors {
		s, err := scaleOf(f, depth)
		if none[f] = err; err != nil {
			others = append(others, f)
			continue
		}
		known, out = append(known, f), append(out, s)
	}
	for _, f := range others {
		found := false
		for i := 0; i < len(known) && !found; i++ {
			var s Scale
			if s, found = inverse(formula.Mul(f, known[i])); found {
				out[i] = s
				known[i] = formula.Int(1) // it is no other's
			}
		}
		if !found {
			return nil, none[f]
		}
	}
	return out, nil
}

// exponentials takes exponentials of sums apart.
func exponentials(factors []*formula.Expr) (out []*formula.Expr) {
	for _, f := range factors {
		f = formula.Unfold(f)
		below := f.Op() == formula.OpDiv && f.Args()[0].IsInt(1)
		u := f
		if below {
			u = formula.Unfold(f.Args()[1])
		}
		if u.Op() != formula.OpExp {
			out = append(out, f)
			continue
		}
		for _, t := range u.Args()[0].Summands(nil) {
			if below {
				t = formula.Neg(t)
			}
			out = append(out, formula.Apply(formula.OpExp, t))
		}
	}
	return out
}

// inverse recognises c times a Matérn kernel of a half-integer order, by its value at 0 and at another distance.
func inverse(e *formula.Expr) (Scale, bool) {
	if !e.Varies() {
		return nil, false
	}
	f := numeric.CompileFormula(e)
	c := f.At(0)
	want := f.At(1) / c
	if !(want > 1e-100 && want < 1-1e-6) {
		return nil, false
	}
	for n := 1; n <= mostOrder; n++ {
		lo, hi := -60.0, 60.0 // the logarithm of √Scale
		at := func(x float64) float64 {
			return (&Inverse{Order: float64(n), Scale: math.Exp(2 * x)}).Kernel(1)
		}
		for range 100 {
			if m := (lo + hi) / 2; at(m) > want {
				lo = m
			} else {
				hi = m
			}
		}
		l := &Inverse{Order: float64(n), Scale: math.Exp(lo + hi)}
		ok := true
		for _, z := range probes() {
			ok = ok && math.Abs(c*l.Kernel(z)-f.At(z)) <= ScaleWithin*math.Abs(c)
		}
		if ok {
			return Scale{{c, []Clock{l}}}, true
		}
	}
	return nil, false
}

// LogStable draws the logarithm of a positive p-stable variable: E exp(−λS) = exp(−λ^p), 0 < p < 1.
func LogStable(rnd Source, p float64) float64 { return logStable(rnd, p) }

// LogGamma draws the logarithm of a variable with the Gamma(shape) law.
func LogGamma(rnd Source, shape float64) float64 { return logGamma(rnd, shape) }
