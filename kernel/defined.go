package kernel

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// notDefinedError tells where a formula is certain to be undefined.
type notDefinedError struct {
	z    float64
	path []*Expr // from the operation that failed to the root
	err  error
}

func (e *notDefinedError) Error() string {
	return fmt.Sprintf("the formula is undefined at z = %.4g: %v", e.z, e.err)
}

func (e *notDefinedError) Unwrap() error { return e.err }

// undefinedSomewhere looks for a distance, up to the radius if there is one, at which a formula is certainly
// undefined, on a grid. That it finds none proves nothing.
func undefinedSomewhere(whole *Expr, radius *big.Rat) error {
	check := func(z float64) error {
		unsure := false // then a branch may have been evaluated that is not taken
		ev := evaluator[interval]{z: point(z), ar: intervals{&unsure}, memo: make(map[*Expr]interval)}
		_, err := ev.value(whole)
		var u *undefinedError
		if errors.As(err, &u) && !unsure {
			return &notDefinedError{z: z, path: ev.failed, err: u}
		}
		return nil
	}
	// Fewer points for very large formulas.
	n := min(40, max(5, 200000/int(whole.size)))
	for i := range n {
		t := (float64(i) + 0.382) / float64(n)
		z := math.Exp2(17*t-5) * 1.0607 // natural: from 1/30 to 4000
		if radius != nil {
			r, _ := radius.Float64()
			z = r * t
		}
		if err := check(z); err != nil {
			return err
		}
	}
	return nil
}
