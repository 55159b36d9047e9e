package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"

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

// Bits is a working precision that evidence asks for.
type Bits int

// UnmarshalJSON reads a precision that a prover has reason to ask for.
func (b *Bits) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*int)(b)); err != nil {
		return err
	}
	return evidenceBits(int(*b))
}

// evidenceBits rejects a precision that a prover has no reason to ask for.
func evidenceBits(bits int) error {
	if bits < 32 || bits > maxEvidenceBits {
		return reject("a precision of %d bits", bits)
	}
	return nil
}

// recomputed rejects the evidence unless it is want, member for member: what the checker derived
// from the inputs in it.
func recomputed[E any](ev, want E) error {
	got, err := proof.EncodeEvidence(ev)
	data, err2 := proof.EncodeEvidence(want)
	if err := first(err, err2); err != nil {
		return reject("evidence does not encode: %v", err)
	}
	if !bytes.Equal(data, got) {
		return reject("the evidence is %s, recomputed %s", got, data)
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

// distance rejects a negative or missing distance.
func distance(z Rational) error {
	if z.Sign() < 0 {
		return reject("no distance z ≥ 0")
	}
	return nil
}

// first returns the first error.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// proved turns the answer to a question into the error of a step.
func proved(t ball.Truth, format string, args ...any) error {
	switch t {
	case ball.True:
		return nil
	case ball.False:
		return reject(format, args...)
	}
	return incomplete("%s: not decided", fmt.Sprintf(format, args...))
}

// constantSign returns the proved sign of a constant expression.
func constantSign(e *kernel.Expr) (int, error) {
	c, err := kernel.NewConst(e)
	if err != nil {
		return 0, reject("%s: %v", e, err)
	}
	sign, known := c.Sign()
	if known != ball.True {
		return 0, incomplete("the sign of %s is not decided", e)
	}
	return sign, nil
}

// nonnegative tells whether c ≥ 0.
func nonnegative(c kernel.Const) ball.Truth {
	switch sign, known := c.Sign(); {
	case known != ball.True:
		return ball.Unknown
	case sign < 0:
		return ball.False
	}
	return ball.True
}
