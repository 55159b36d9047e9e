package ball

import (
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestEndsBeyondRange: balls whose ends no big.Float holds have an enclosure all the same, or are said to have none.
// (The error function went on for ever with an end that was +Inf.)
func TestEndsBeyondRange(t *testing.T) {
	balls := func() (out []*Real) {
		for _, e := range []int{big.MaxExp - 1, big.MaxExp / 2, 100} {
			for _, m := range []float64{1.5, -1.5, 0} {
				for _, r := range []Mag{MagPow2(big.MaxExp - 3), MagPow2(big.MaxExp), MagPow2(big.MaxExp + 20)} {
					var x Real
					x.SetFloat(new(big.Float).SetMantExp(big.NewFloat(m), e))
					out = append(out, x.AddRad(r))
				}
			}
			for _, m := range []float64{1.5, -1.5} { // just within, or across by a little
				var x Real
				x.SetFloat(new(big.Float).SetMantExp(big.NewFloat(m), e))
				out = append(out, new(Real).Set(&x), new(Real).Set(&x).AddRad(MagPow2(int64(e)-40)))
			}
		}
		return out
	}
	square := func(z, x *Real, prec uint) *Real { return z.Pow(x, NewReal(1.5), prec) }
	fs := append([]realFunc{{name: "pow", f: square}, {name: "erf", f: (*Real).Erf},
		{name: "erfc", f: (*Real).Erfc}}, realFuncs...)
	// complex functions of real balls
	for name, f := range map[string]func(z, x *Complex, prec uint) *Complex{
		"exp": (*Complex).Exp, "expm1": (*Complex).Expm1, "tanh": (*Complex).Tanh, "tan": (*Complex).Tan,
		"log1p": (*Complex).Log1p,
		"asin":  (*Complex).Asin, "acos": (*Complex).Acos, "atan": (*Complex).Atan, "erf": (*Complex).Erf,
		"erfc": (*Complex).Erfc,
	} {
		fs = append(fs, realFunc{name: "complex " + name, f: func(z, x *Real, prec uint) *Real {
			var v Complex
			f(&v, new(Complex).SetReal(x), prec)
			return z.Set(&v.Re)
		}})
	}
	for _, f := range fs {
		for _, x := range balls() {
			done := make(chan bool)
			go func() {
				defer close(done)
				var v, at Real
				f.f(&v, x, 64)
				if v.Indeterminate() {
					return
				}
				// a point of the ball, of moderate size where it has one
				p := NewReal(3)
				if !x.Contains(p) {
					p = new(Real).SetFloat(x.Mid(nil))
				}
				if f.f(&at, p, 64); !at.Indeterminate() {
					assert.NotEqual(t, False, v.Overlaps(&at), "%s of %v", f.name, x)
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
