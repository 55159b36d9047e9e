package hankel

import (
	"krein/internal/hankel/closed"
	"krein/internal/hankel/spline"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// recognisePart splits the formula of a kernel of one piece into summands and returns the
// closed form of those that have one, and the kernel of the others; nil if none has. The error is a
// *closed.SingularError.
func recognisePart(dim int, pieces []piecewise.Piece) (*closed.Form, *kernel.Kernel, error) {
	if len(pieces) != 1 {
		return nil, nil, nil
	}
	var known closed.Sum
	var others *formula.Expr
	for _, e := range closed.Summands(pieces[0].Expr) {
		if f, ok := closed.Normalise(e); ok {
			// known if it would stand alone
			alone := &closed.Form{More: spline.Take}
			if ok, err := alone.Natural(dim, f); ok && !alone.HasWaves() || err != nil {
				known = append(known, f...)
				continue
			}
		}
		if others == nil {
			others = e
		} else {
			others = formula.Apply(formula.OpAdd, others, e)
		}
	}
	if len(known) == 0 || others == nil {
		return nil, nil, nil
	}
	c := &closed.Form{More: spline.Take}
	if ok, err := c.Natural(dim, known.Collect()); !ok || err != nil {
		return nil, nil, err
	}
	rest, err := defined.New(others)
	if err != nil {
		return nil, nil, nil // the sum is defined, a part is not
	}
	if rest, err = defined.Extend(rest, kernel.Natural, nil); err != nil {
		return nil, nil, nil
	}
	return c, rest, nil
}
