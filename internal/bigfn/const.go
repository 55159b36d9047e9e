package bigfn

import (
	"math/big"
	"sync"
)

// constant is a number computed once per precision and rounded down from the
// most precise value known.
type constant struct {
	mu      sync.Mutex
	val     *big.Float
	compute func(prec uint) *big.Float // to prec bits, error below 2^(8−prec)
}

func (c *constant) get(prec uint) *big.Float {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.val == nil || c.val.Prec() < prec+16 {
		c.val = c.compute(prec + 64)
	}
	return newF(prec).Set(c.val)
}

var (
	piConst    = constant{compute: machinPi}
	ln2Const   = constant{compute: machinLn2}
	gammaConst = constant{compute: brentMcMillan}
)

// Pi returns π.
func Pi(prec uint) *big.Float { return piConst.get(prec) }

// Ln2 returns log 2.
func Ln2(prec uint) *big.Float { return ln2Const.get(prec) }

// EulerGamma returns Euler's constant γ = −ψ(1).
func EulerGamma(prec uint) *big.Float { return gammaConst.get(prec) }

// E returns e.
func E(prec uint) *big.Float { return round(exp1(intF(prec+32, 1), prec+32), prec) }

// arcInt returns 2^bits·Σ s^k / ((2k+1) n^(2k+1)) in integers: arctan(1/n) for
// s = −1 and artanh(1/n) for s = 1.
func arcInt(n int64, alternate bool, bits uint) *big.Int {
	n2 := big.NewInt(n * n)
	p := new(big.Int).Lsh(big.NewInt(1), bits)
	p.Quo(p, big.NewInt(n))
	sum, t := new(big.Int).Set(p), new(big.Int)
	for k := int64(1); p.Sign() != 0; k++ {
		p.Quo(p, n2)
		t.Quo(p, big.NewInt(2*k+1))
		if alternate && k%2 == 1 {
			sum.Sub(sum, t)
		} else {
			sum.Add(sum, t)
		}
	}
	return sum
}

func combine(bits, prec uint, parts ...*big.Int) *big.Float {
	sum := new(big.Int)
	for _, p := range parts {
		sum.Add(sum, p)
	}
	return newF(prec).SetMantExp(newF(bits+8).SetInt(sum), -int(bits))
}

func times(k int64, x *big.Int) *big.Int { return x.Mul(x, big.NewInt(k)) }

// machinPi is π = 16 arctan(1/5) − 4 arctan(1/239).
func machinPi(prec uint) *big.Float {
	bits := prec + 32
	return combine(bits, prec, times(16, arcInt(5, true, bits)), times(-4, arcInt(239, true, bits)))
}

// machinLn2 is log 2 = 18 artanh(1/26) − 2 artanh(1/4801) + 8 artanh(1/8749).
func machinLn2(prec uint) *big.Float {
	bits := prec + 32
	return combine(bits, prec, times(18, arcInt(26, false, bits)), times(-2, arcInt(4801, false, bits)), times(8, arcInt(8749, false, bits)))
}

// brentMcMillan is γ = S(n)/I(n) − log n with I = Σ (n^k/k!)², S = Σ H_k (n^k/k!)²,
// error π e^(−4n) (Brent and McMillan 1980, algorithm B1).
func brentMcMillan(prec uint) *big.Float {
	n := int64(prec)*18/100 + 10
	wp := prec + 64
	i, s := intF(wp, 1), newF(wp)
	t, h := intF(wp, 1), newF(wp)
	n2 := intF(64, n*n)
	for k := int64(1); ; k++ {
		t.Mul(t, n2)
		t.Quo(t, intF(64, k*k))
		h.Add(h, newF(wp).Quo(intF(wp, 1), intF(64, k)))
		i.Add(i, t)
		s.Add(s, newF(wp).Mul(h, t))
		if k > n && exponent(t) < exponent(i)-int(wp) {
			break
		}
	}
	l, err := Log(intF(64, n), wp)
	if err != nil {
		panic("bigfn: logarithm of a positive integer: " + err.Error())
	}
	s.Quo(s, i)
	return round(s.Sub(s, l), prec)
}
