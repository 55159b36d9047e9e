package check

import (
	"bytes"
	"math/big"
	"slices"

	"krein/ball"
	"krein/certify/proof"
	"krein/kernel"
)

// Rational is a rational number of the evidence, written as big.Rat.RatString does: in lowest terms
// and in one way only.
type Rational struct{ *big.Rat }

// MarshalText writes the number; nil as the empty string, which UnmarshalText rejects.
func (r Rational) MarshalText() ([]byte, error) {
	if r.Rat == nil {
		return nil, nil
	}
	return []byte(r.RatString()), nil
}

// maxRationalText bounds the length of a rational of the evidence.
const maxRationalText = 4096

// UnmarshalText reads a number in the form in which MarshalText writes it.
func (r *Rational) UnmarshalText(text []byte) error {
	if len(text) > maxRationalText {
		return reject("a rational of %d digits", len(text))
	}
	v, ok := new(big.Rat).SetString(string(text))
	if !ok || v.RatString() != string(text) {
		return reject("%q is not a rational in lowest terms", text)
	}
	r.Rat = v
	return nil
}

// maxEvidenceBits bounds the working precision that evidence may ask for.
const maxEvidenceBits = 2048

// evidenceBits rejects a precision that a prover has no reason to ask for.
func evidenceBits(bits int) error {
	if bits < 32 || bits > maxEvidenceBits {
		return reject("a precision of %d bits", bits)
	}
	return nil
}

// recomputed rejects the step unless its evidence is want, member for member: what the checker derived
// from the inputs in it.
func recomputed(s *proof.Step, want any) error {
	data, err := proof.EncodeEvidence(want)
	if err != nil {
		return reject("evidence does not encode: %v", err)
	}
	if !bytes.Equal(data, s.Evidence) {
		return reject("the evidence is %s, recomputed %s", s.Evidence, data)
	}
	return nil
}

// constantOf reads an exact constant of the evidence, which must be written as Const.String does.
func constantOf(text string) (kernel.Const, error) {
	c, err := kernel.ParseConst(text)
	if err != nil {
		return c, reject("%q: %v", text, err)
	}
	if c.String() != text {
		return c, reject("the constant %q is written %q", text, c)
	}
	return c, nil
}

// positiveConstant reads a constant c > 0.
func positiveConstant(text string) (kernel.Const, error) {
	c, err := constantOf(text)
	if err != nil {
		return c, err
	}
	switch sign, known := c.Sign(); {
	case known != ball.True:
		return c, incomplete("the sign of %s is not decided", c)
	case sign <= 0:
		return c, reject("%s is not positive", c)
	}
	return c, nil
}

// valueAtZero returns k(0) exactly: the value of the formula, or where it has none the limit at 0.
func valueAtZero(k *kernel.Kernel) (kernel.Const, error) {
	if c, err := kernel.Eval(k.Expr(), kernel.Const{}, kernel.Constants()); err == nil {
		return c, nil
	}
	x, err := k.ExactAt(kernel.Origin(), true, 1)
	if err != nil {
		return kernel.Const{}, incomplete("%s at 0: %v", k, err)
	}
	c, ok := x.Limit()
	if !ok {
		return c, incomplete("%s has no limit at 0 that is known", k)
	}
	return c, nil
}

// atZero sets dst to an enclosure of k(0), which is indeterminate if k(0) is not known.
func atZero(k *kernel.Kernel, dst *ball.Real, prec uint) *ball.Real {
	if k.BallAt(dst, new(ball.Real), prec); !dst.Indeterminate() {
		return dst
	}
	c, err := valueAtZero(k)
	if err != nil {
		return dst.SetIndeterminate()
	}
	return c.Ball(dst, prec)
}

// notBelowLimit wants v ≥ k(0) for a constant v.
func notBelowLimit(v *kernel.Expr, k *kernel.Kernel) error {
	a, err := kernel.NewConst(v)
	if err != nil {
		return reject("%s: %v", v, err)
	}
	b, err := valueAtZero(k)
	if err != nil {
		return err
	}
	switch sign, known := a.Cmp(b); {
	case known != ball.True:
		return incomplete("%s ≥ %s is not decided", a, b)
	case sign < 0:
		return reject("%s < %s", a, b)
	}
	return nil
}

// noOwnValues wants that k has no value of its own at a single point that its parts have not: that the formula has a value at 0,
// or that it has no conditions, so that it is continuous on (0,∞) wherever it is defined.
func noOwnValues(k *kernel.Kernel) error {
	if k.BallAt(nil, new(ball.Real), 64).Indeterminate() && hasCondition(k.Expr(), make(map[*kernel.Expr]bool)) {
		return incomplete("%s has no value at 0, and conditions", k)
	}
	return nil
}

func hasCondition(e *kernel.Expr, seen map[*kernel.Expr]bool) bool {
	if seen[e] {
		return false
	}
	seen[e] = true
	if e.Op() == kernel.OpCond {
		return true
	}
	if e.Op() == kernel.OpCall {
		return hasCondition(e.Body(), seen)
	}
	return slices.ContainsFunc(e.Args(), func(a *kernel.Expr) bool { return hasCondition(a, seen) })
}

// continuous wants that k is defined and continuous on [0,∞), k(0) being the limit where the formula has no value.
func (c *Checker) continuous(k *kernel.Kernel) error {
	pieces, err := k.ExactPieces()
	if err != nil {
		return incomplete("%v", err)
	}
	own, err := c.OwnValues(k)
	if err != nil {
		return err
	}
	for i, p := range pieces {
		if !p.Analytic {
			return incomplete("whether k is analytic between %s and %s: %s", p.Lo, p.Hi, p.Because)
		}
		// Where no condition changes, k is continuous if the formula has a value.
		if i == 0 || slices.ContainsFunc(own, func(v OwnValue) bool { return v.At.Equal(p.Lo.Exact) }) {
			continue
		}
		b, err := kernel.NewConst(p.Lo.Exact)
		if err != nil {
			return incomplete("the point %s: %v", p.Lo, err)
		}
		if _, err := kernel.Eval(k.Expr(), b, kernel.Constants()); err != nil {
			return incomplete("k at %s: %v", p.Lo, err)
		}
	}
	for _, v := range own {
		if err := continuousAt(k, v); err != nil {
			return err
		}
	}
	return c.continuousAtZero(k)
}
