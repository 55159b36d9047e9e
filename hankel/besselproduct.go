package hankel

import (
	"math"
	"math/big"

	"krein/internal/elem64"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/quad/gauss"
)

// besselProduct is the density of c z^{−2ν} J_ν(az) J_ν(bz) in R^d, d ≤ m = 2ν+2. The product is a multiple of
// Λ_m(az) Λ_m(bz), which is the mean of Λ_m(Rz) over the lengths R of a e + b U in R^m, where e is a unit vector and U a uniform
// one (Gegenbauer's product formula): with R² = a² + b² − 2ab t, the density of t is
// Γ(m/2)/(√π Γ((m−1)/2)) (1−t²)^{(m−3)/2}. In R^d, Λ_m(Rz) has the density closed.BetaLaw. It is all in float64.
type besselProduct struct {
	what   string
	dim, n int // d and m − d
	a, b   float64
	front  float64
}

// newBesselProduct returns the part of a summand c z^{−2ν} J_ν(az) J_ν(bz), nil if it is none.
func (s *Spectrum) newBesselProduct(e *formula.Expr) component {
	factors, c := formula.FactorList(formula.Unfold(e), true)
	var args []float64
	var nu *big.Rat
	power := new(big.Rat)
	for _, f := range factors {
		f = formula.Unfold(f)
		if f.Op() == formula.OpBesselJ {
			order := f.Args()[0].Num()
			x, ok := closed.Normalise(f.Args()[1])
			if order == nil || nu != nil && nu.Cmp(order) != 0 || !ok || !proportional(x) {
				return nil
			}
			nu, args = order, append(args, x[0].C.Float64())
			continue
		}
		x, ok := closed.Normalise(f)
		if !ok || len(x) != 1 {
			return nil
		}
		_, bare := onlyWaves(x)
		q, isInt := x[0].Pow.IsInt()
		if y, ok := x[0].C.Expr(); !bare || !isInt || !ok {
			return nil
		} else {
			c, power = formula.Mul(c, y), power.Add(power, new(big.Rat).SetInt64(int64(q)))
		}
	}
	if len(args) != 2 || args[0] <= 0 || args[1] <= 0 {
		return nil
	}
	m := new(big.Rat).Add(new(big.Rat).Mul(nu, big.NewRat(2, 1)), big.NewRat(2, 1))
	if !m.IsInt() || m.Sign() <= 0 || !m.Num().IsInt64() || power.Cmp(new(big.Rat).Neg(new(big.Rat).Add(nu, nu))) != 0 {
		return nil
	}
	order := int(m.Num().Int64())
	if order < max(2, s.dim) || order > mostBesselOrder {
		return nil
	}
	weight, ok := constantValue(c)
	if !ok {
		return nil
	}
	p := &besselProduct{what: e.String(), dim: s.dim, n: order - s.dim, a: args[0], b: args[1]}
	// Λ_m(x) = Γ(m/2) (2/x)^ν J_ν(x)
	v, _ := nu.Float64()
	half := elem64.Lgamma(float64(order) / 2)
	p.front = weight * elem64.Pow(p.a*p.b/4, v) * math.Exp(-half-elem64.Lgamma(float64(order-1)/2)) / math.SqrtPi
	if p.n > 0 {
		x, y := float64(s.dim)/2, float64(p.n)/2
		p.front *= 2 * math.Exp(half-elem64.Lgamma(x)-elem64.Lgamma(y))
	}
	return p
}

func (p *besselProduct) String() string {
	return "the density of a product of waves of spheres (of " + p.what + ")"
}

func (p *besselProduct) tail() Tail {
	t := Tail{Kind: TailZero, Rate: p.a + p.b, Finite: true, OriginExponent: float64(p.dim) - 1, OriginCoef: math.NaN(),
		Because: "the kernel is an average of waves no shorter than that"}
	if p.a == p.b {
		t.OriginExponent = math.Min(t.OriginExponent, float64(p.dim+p.n)-2)
	}
	return t
}

// breaks returns the ends of the support of R.
func (p *besselProduct) breaks() []float64 {
	if p.a == p.b {
		return []float64{p.a + p.b}
	}
	return []float64{math.Abs(p.a - p.b), p.a + p.b}
}

// density is the mean over the angle φ with t = cos φ; for n = 0 it is the density of R. With
//
//	R² − ω² = 2ab (cos φ₀ − cos φ) = 4ab sin((φ+φ₀)/2) sin((φ−φ₀)/2),
//
// or, where that is never 0, with φ₀ = 0 and (a−b)² − ω² added, and φ = φ₀ + v², the integrand is smooth on octaves of v.
func (p *besselProduct) density(omega float64) (v, err float64) {
	lo, hi, ab := math.Abs(p.a-p.b), p.a+p.b, p.a*p.b
	m := p.dim + p.n
	switch {
	case omega > hi || p.n == 0 && omega < lo:
		return 0, 0
	case omega == hi || p.n == 0 && omega == lo || omega == 0 && p.dim == 1:
		if p.n == 0 && m > 3 || p.n > 0 && omega > 0 {
			return 0, 0
		}
		return math.NaN(), math.Inf(1)
	case p.n == 0:
		// 1 − t² = (ω²−lo²)(hi²−ω²)/(2ab)², dt = ω dω/(ab)
		x := (omega - lo) * (omega + lo) / (2 * ab) * ((hi - omega) * (hi + omega) / (2 * ab))
		v = p.front * elem64.Pow(x, float64(m-3)/2) * omega / ab
		off := hi / (hi - omega)
		if lo > 0 {
			off += omega / (omega - lo)
		}
		return v, math.Abs(v) * epsilon * (16 + math.Abs(float64(m-3))*off)
	}
	first, scale, gap := 0.0, 0.0, (lo-omega)*(lo+omega)
	if omega >= lo {
		first, gap = 2*math.Asin(math.Min(1, math.Sqrt((omega-lo)*(omega+lo)/(4*ab)))), 0
		scale = first
	} else {
		scale = math.Sqrt(gap / ab)
	}
	all := math.Pi - first
	scale = math.Min(math.Max(scale, 1e-15), all)
	x, w := gauss.Legendre(2 * ruleNodes)
	b := float64(p.n)/2 - 1
	for from, to := 0.0, scale; from < all; from, to = to, math.Min(4*to, all) {
		v0, v1 := math.Sqrt(from), math.Sqrt(to)
		for i := range x {
			r := v0 + (v1-v0)/2*(1+x[i])
			phi := first + r*r
			size := math.Hypot(lo, 2*math.Sqrt(ab)*math.Sin(phi/2)) // R
			over := gap + 4*ab*math.Sin(first+r*r/2)*math.Sin(r*r/2)
			v += w[i] * (v1 - v0) * r * powInt(math.Sin(phi), m-2) * powInt(omega/size, p.dim-1) / size *
				elem64.Pow(over/(size*size), b)
		}
	}
	v *= p.front
	// φ₀ carries the rounding of hi − ω.
	return v, math.Abs(v) * epsilon * (64 + float64(m)*hi/(hi-omega))
}

// mostBesselOrder bounds m.
const mostBesselOrder = 200

// proportional reports whether a sum is a multiple of z.
func proportional(x closed.Sum) bool {
	_, bare := onlyWaves(x)
	if !bare {
		return false
	}
	n, ok := x[0].Pow.IsInt()
	return ok && n == 1
}

// constantValue returns a constant formula in float64.
func constantValue(c *formula.Expr) (float64, bool) {
	if c.Varies() {
		return 0, false
	}
	v := numeric.CompileFormula(c).At(0)
	return v, v-v == 0
}

// powInt returns x^n for n ≥ 0.
func powInt(x float64, n int) float64 {
	y := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y *= x
		}
		x *= x
	}
	return y
}
