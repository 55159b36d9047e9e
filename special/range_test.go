package special

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/testlong"
)

// TestEndsBeyondRange: balls whose ends no big.Float holds have an enclosure all the same, or are said to have none.
func TestEndsBeyondRange(t *testing.T) {
	type function struct {
		name string
		f    func(z, x *ball.Real, prec uint) *ball.Real
	}
	fs := []function{{"gamma", Gamma}, {"1/gamma", RecipGamma}}
	for _, nu := range []float64{0, 0.5, 1.0 / 3, 17, -0.5} {
		order := ball.NewReal(nu)
		at := func(f func(z, nu, x *ball.Real, prec uint) *ball.Real) func(z, x *ball.Real, prec uint) *ball.Real {
			return func(z, x *ball.Real, prec uint) *ball.Real { return f(z, order, x, prec) }
		}
		fs = append(fs, function{fmt.Sprint("J ", nu), at(BesselJ)}, function{fmt.Sprint("I ", nu), at(BesselI)},
			function{fmt.Sprint("K ", nu), at(BesselK)})
		if nu > 0 {
			fs = append(fs, function{fmt.Sprint("Λ ", nu), at(LambdaReal)}, function{fmt.Sprint("0F1 ", nu), at(Hyp0F1)})
		}
	}
	var balls []*ball.Real
	for _, e := range []int{big.MaxExp - 1, big.MaxExp / 2, 100} {
		for _, m := range []float64{1.5, -1.5, 0} {
			balls = append(balls, new(ball.Real).SetFloat(new(big.Float).SetMantExp(big.NewFloat(m), e)))
			for _, r := range []int64{int64(e) - 40, big.MaxExp - 3, big.MaxExp, big.MaxExp + 20} {
				x := new(ball.Real).SetFloat(new(big.Float).SetMantExp(big.NewFloat(m), e))
				balls = append(balls, x.AddRad(ball.MagPow2(r)))
			}
		}
	}
	for i, f := range fs {
		for j, x := range balls {
			if !testlong.Turn(i+j, 6) {
				continue
			}
			done := make(chan bool)
			go func() {
				defer close(done)
				var v, at ball.Real
				f.f(&v, x, 64)
				p := ball.NewReal(3)
				if v.Indeterminate() || !x.Contains(p) {
					return
				}
				if f.f(&at, p, 64); !at.Indeterminate() {
					assert.NotEqual(t, ball.False, v.Overlaps(&at), "%s of %v", f.name, x)
				}
			}()
			select {
			case <-done:
			case <-time.After(20 * time.Second):
				t.Fatalf("%s of %v does not end", f.name, x)
			}
		}
	}
}
