package certify

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/prose"
	"krein/internal/testlong"
)

// TestNarrowDips: kernels whose density is negative on a range that is narrower than any samples are apart, at random
// places, in dimensions from 1 to 1000. They are refuted, or with parts that no proof encloses at least not likely; and no
// mass comes with an error that nothing bounds.
func TestNarrowDips(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	rat := func(a, b int64) *big.Rat { return big.NewRat(a, b) }
	for i := range 24 {
		// d in all octaves up to 1000, a dip of the relative width 10^(-w/2), at a scale s
		d := min(int64(1+r.IntN(1<<(1+i%10))), 1000)
		w, s := 3+r.IntN(10), 1+r.IntN(7)
		depth := "1e-" + fmt.Sprint(w)
		var formula string
		switch i % 3 {
		case 0: // the density of exp(−z)(1+cz²) touches 0 for c = 4(d+3)/(9(d+1)), and is negative beyond
			c := rat(4*(d+3), 9*(d+1))
			formula = fmt.Sprintf("exp(-z/%d)*(1+(%s+%s)*(z/%d)^2)", s, c.RatString(), depth, s)
		case 1: // e^{−x} ((x−a)² − δ), x = ω²/4
			a := new(big.Rat).Add(rat(d, 2), rat(int64(r.IntN(40))-int64(min(d, 20)), 10))
			half := rat(d, 2)
			c1 := new(big.Rat).Add(a, a)
			c1.Sub(c1, rat(d+2, 1))
			c0 := new(big.Rat).Mul(a, a)
			c0.Sub(c0, new(big.Rat).Mul(c1, half))
			c0.Sub(c0, new(big.Rat).Mul(half, new(big.Rat).Add(half, rat(1, 1))))
			formula = fmt.Sprintf("exp(-z^2)*(%s-%s + (%s)*z^2 + z^4)", c0.RatString(), depth, c1.RatString())
		case 2: // with a part that has no closed form
			d = min(d, 40)
			c := rat(4*(d+3), 9*(d+1))
			formula = fmt.Sprintf("exp(-z)*(1+(%s+%s)*z^2) + 1e-%d*exp(-z^(3/2))", c.RatString(), depth, 2*w+8)
		}
		if !testlong.Turn(i, 6) {
			continue
		}
		name := fmt.Sprintf("%s in R^%d", formula, d)
		c, err := Run(t.Context(), parse(t, formula), int(d), &Settings{Claims: []ID{FiniteMass, PD}})
		require.NoError(t, err, name)
		claim := c.Claim(PD)
		if i%3 == 2 {
			assert.NotContains(t, []Status{Likely, Proved}, claim.Status, "%s: %s", name, claim.Because)
		} else {
			assert.Equal(t, Refuted, claim.Status, "%s: %s", name, claim.Because)
		}
		m := c.Mass()
		assert.NotContains(t, prose.Masses(&m), "±", name)
	}
}

// TestTouchingDensity: where a density touches 0, enclosures on intervals leave next to nothing to hide, and the masses
// are proved though the sign is not.
func TestTouchingDensity(t *testing.T) {
	c, err := Run(t.Context(), parse(t, "exp(-z^2)*((pi^2-2*pi+2)+(2*pi-4)*z^2+z^4)"), 2, &Settings{Claims: []ID{FiniteMass, PD}})
	require.NoError(t, err)
	claim := c.Claim(PD)
	assert.Equal(t, Likely, claim.Status, claim.Because)
	assert.Contains(t, claim.Because, "enclosures of it on intervals leave a negative mass of")
	require.NotNil(t, c.Mass().Minus)
	_, _, exact := c.Mass().Minus.Decimals()
	assert.True(t, exact)
	assert.Less(t, c.Mass().Minus.Upper, 1e-15)
}
