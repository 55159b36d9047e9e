package segment

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/hankel/distribution"
	"krein/internal/testlong"
)

// exactly returns the polynomial of a model at s.
func (m *model) exactly(s float64) *big.Rat {
	sum, x := new(big.Rat), new(big.Rat).SetFloat64(s)
	for k := m.n - 1; k >= 0; k-- {
		sum.Add(sum.Mul(sum, x), new(big.Rat).SetFloat64(m.c[k]))
	}
	return sum
}

// Products of models contain those of the functions that they stand for, whatever the sizes: here of
// polynomials, moved by all of their rest. Without the rounding or the terms beyond degree they do not.
func TestModel(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 6))
	draw := func(n int, rest float64) *model {
		m := new(model)
		for k := range n {
			v := ball.NewReal((2*rnd.Float64() - 1) * math.Ldexp(1, rnd.IntN(40)-20-2*k))
			m.add(k, v)
		}
		m.rest = rest // what adding to 0 costs is nothing
		return m
	}
	rounded, beyond := 0, 0
	for i := range testlong.RoundsTo(400, 3000) {
		rests := []float64{0, 0, 1e-3, 1}
		a := draw(1+rnd.IntN(degree+1), rests[rnd.IntN(4)])
		b := draw(1+rnd.IntN(degree+1), rests[rnd.IntN(4)])
		var m model
		m.mul(a, b, b.size())
		for _, s := range []float64{-1, 1, 2*rnd.Float64() - 1} {
			x, y := a.exactly(s), b.exactly(s)
			sign := float64(1 - 2*(i%2))
			x.Add(x, new(big.Rat).SetFloat64(sign*a.rest))
			y.Add(y, new(big.Rat).SetFloat64(sign*b.rest))
			off := new(big.Rat).Sub(x.Mul(x, y), m.exactly(s))
			d, _ := off.Abs(off).Float64()
			assert.LessOrEqual(t, d, m.rest)
			if a.rest == 0 && b.rest == 0 {
				if a.n+b.n-1 <= degree+1 && d > 0 {
					rounded++
				} else if d > rounding*a.norm()*b.norm() {
					beyond++
				}
			}
		}
		d, _ := m.exactly(0.3).Float64()
		assert.LessOrEqual(t, math.Abs(d), m.uniform())
		assert.LessOrEqual(t, m.uniform(), 2*m.size())
	}
	assert.Greater(t, rounded, testlong.AtLeast(20))
	assert.Greater(t, beyond, testlong.AtLeast(20))
	m := new(model)
	m.add(0, new(ball.Real).SetIndeterminate())
	assert.Equal(t, math.Inf(1), m.uniform())
}

// What is cut off a density counts.
func TestLocaliseCuts(t *testing.T) {
	p := &distribution.Panel{Lo: 0, Hi: 1, Coef: make([]ball.Real, 20)}
	p.Coef[0].SetFloat64(1)
	p.Coef[9].SetFloat64(0x1p-60)
	p.Coef[19].SetFloat64(0x1p-70)
	l := Localise(p, 0, 1)
	assert.Len(t, l.g, 10)
	assert.InEpsilon(t, 0x1p-70, l.cut.Float64(), 1e-6)
	l = Localise(p, 0.5, 1)
	assert.InEpsilon(t, 0x1p-71, l.cut.Float64(), 1e-6)
	l = Localise(p, 0, 0.5) // where less counts
	assert.Len(t, l.g, 1)
	assert.InEpsilon(t, 0x1p-70, l.cut.Float64(), 1e-2)
	c := [Order]float64{0, 1}
	assert.GreaterOrEqual(t, l.Bound(Regular, &c, 0, true).Float64(), l.cut.Float64())
}
