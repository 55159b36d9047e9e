package hankel

import (
	"fmt"
	"math"
	"math/big"
)

// num is a constant of a formula: r·√s exactly (r rational, s a positive integer kept
// free of small square factors), or else the float64 f. Exactness lets like terms
// cancel and Matérn polynomials be recognised; a float never equals an exact number.
type num struct {
	r *big.Rat // nil for a float
	s *big.Int
	f float64
}

// maxBits bounds the size of exact constants, so that hostile formulas stay cheap.
const maxBits = 2048

var bigOne = big.NewInt(1)

func ratNum(r *big.Rat) num {
	if r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits {
		f, _ := r.Float64()
		return floatNum(f)
	}
	return num{r: r, s: bigOne}
}

func intNum(n int64) num { return num{r: big.NewRat(n, 1), s: bigOne} }

func floatNum(f float64) num { return num{f: f} }

func (a num) exact() bool { return a.r != nil }

func (a num) float() float64 {
	if a.r == nil {
		return a.f
	}
	f, _ := a.r.Float64()
	if a.s.Cmp(bigOne) == 0 {
		return f
	}
	g, _ := new(big.Float).SetInt(a.s).Float64()
	return f * math.Sqrt(g)
}

func (a num) sign() int {
	if a.r != nil {
		return a.r.Sign()
	}
	switch {
	case a.f > 0:
		return 1
	case a.f < 0:
		return -1
	}
	return 0
}

func (a num) isZero() bool { return a.sign() == 0 }

// rat returns the value if it is an exact rational.
func (a num) rat() (*big.Rat, bool) {
	if a.r == nil || (a.s.Cmp(bigOne) != 0 && a.r.Sign() != 0) {
		return nil, false
	}
	return a.r, true
}

// isInt returns the value if it is an exact integer of modest size.
func (a num) isInt() (int, bool) {
	r, ok := a.rat()
	if !ok || !r.IsInt() || r.Num().BitLen() > 30 {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

func (a num) key() string {
	if a.r == nil {
		return fmt.Sprintf("f%x", math.Float64bits(a.f))
	}
	if a.r.Sign() == 0 {
		return "0"
	}
	return a.r.RatString() + "r" + a.s.String()
}

func (a num) neg() num {
	if a.r == nil {
		return floatNum(-a.f)
	}
	return num{r: new(big.Rat).Neg(a.r), s: a.s}
}

func (a num) add(b num) num {
	switch {
	case a.exact() && a.r.Sign() == 0:
		return b
	case b.exact() && b.r.Sign() == 0:
		return a
	case a.exact() && b.exact() && a.s.Cmp(b.s) == 0:
		r := ratNum(new(big.Rat).Add(a.r, b.r))
		if r.exact() {
			r.s = a.s
			if r.r.Sign() == 0 {
				r.s = bigOne
			}
			return r
		}
	}
	return floatNum(a.float() + b.float())
}

func (a num) mul(b num) num {
	if a.exact() && b.exact() {
		r := ratNum(new(big.Rat).Mul(a.r, b.r))
		if r.exact() {
			return r.timesRoot(new(big.Int).Mul(a.s, b.s))
		}
	}
	return floatNum(a.float() * b.float())
}

// timesRoot returns a·√n for an exact rational a.
func (a num) timesRoot(n *big.Int) num {
	if n.Cmp(bigOne) == 0 || a.r.Sign() == 0 {
		return a
	}
	out := big.NewInt(1)
	rest := new(big.Int).Set(n)
	if root := new(big.Int).Sqrt(rest); new(big.Int).Mul(root, root).Cmp(rest) == 0 {
		out, rest = root, bigOne
	} else {
		q, m := new(big.Int), new(big.Int)
		for p := int64(2); p < 200; p++ {
			sq := big.NewInt(p * p)
			for rest.Cmp(sq) >= 0 {
				if q.QuoRem(rest, sq, m); m.Sign() != 0 {
					break
				}
				rest.Set(q)
				out.Mul(out, big.NewInt(p))
			}
		}
	}
	r := ratNum(new(big.Rat).Mul(a.r, new(big.Rat).SetInt(out)))
	if !r.exact() || rest.BitLen() > maxBits {
		f, _ := new(big.Float).SetInt(rest).Float64()
		return floatNum(r.float() * math.Sqrt(f))
	}
	r.s = rest
	return r
}

// inv returns 1/a; a must not be zero.
func (a num) inv() num {
	if a.exact() {
		r := ratNum(new(big.Rat).Inv(a.r))
		if r.exact() {
			// 1/√s = √s/s
			r = ratNum(new(big.Rat).Quo(r.r, new(big.Rat).SetInt(a.s)))
			if r.exact() {
				r.s = a.s
				return r
			}
		}
	}
	return floatNum(1 / a.float())
}

// powInt returns aⁿ; a must not be zero if n < 0.
func (a num) powInt(n int) num {
	if n < 0 {
		return a.inv().powInt(-n)
	}
	if n > 512 {
		return floatNum(math.Pow(a.float(), float64(n)))
	}
	v := intNum(1)
	for range n {
		v = v.mul(a)
	}
	return v
}

// pow returns a^p for a > 0, exactly when p is a multiple of ½ and a is rational.
func (a num) pow(p num) num {
	if n, ok := p.isInt(); ok {
		return a.powInt(n)
	}
	if n, ok := p.mul(intNum(2)).isInt(); ok {
		if r, ok := a.rat(); ok && n > -512 && n < 512 {
			// a^(n/2) = (√(num·den)/den)ⁿ
			root := intNum(1).timesRoot(new(big.Int).Mul(r.Num(), r.Denom()))
			return root.mul(ratNum(new(big.Rat).SetFrac(bigOne, r.Denom()))).powInt(n)
		}
	}
	return floatNum(math.Pow(a.float(), p.float()))
}

// equal reports equality, of floats up to a few roundings.
func (a num) equal(b num) bool {
	if a.exact() && b.exact() {
		return a.key() == b.key()
	}
	x, y := a.float(), b.float()
	return math.Abs(x-y) <= 8*epsilon*math.Max(math.Abs(x), math.Abs(y))
}
