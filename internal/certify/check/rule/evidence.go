package rule

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Rational is a rational number of the evidence, written in lowest terms as by big.Rat.RatString.
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
		return Reject("a rational of %d digits", len(text))
	}
	v, ok := new(big.Rat).SetString(string(text))
	if !ok || v.RatString() != string(text) {
		return Reject("%q is not a rational in lowest terms", text)
	}
	r.Rat = v
	return nil
}

// MaxEvidenceBits bounds the working precision that evidence may ask for.
const MaxEvidenceBits = 2048

// Bits is a working precision that evidence asks for.
type Bits int

// UnmarshalJSON reads a precision that a prover has reason to ask for.
func (b *Bits) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*int)(b)); err != nil {
		return err
	}
	return EvidenceBits(int(*b))
}

// EvidenceBits rejects a precision that a prover has no reason to ask for.
func EvidenceBits(bits int) error {
	if bits < 32 || bits > MaxEvidenceBits {
		return Reject("a precision of %d bits", bits)
	}
	return nil
}

// Recomputed rejects the evidence unless it is want, member for member: what the checker derived from the inputs in it.
func Recomputed[E any](ev, want E) error {
	got, err := proof.EncodeEvidence(ev)
	data, err2 := proof.EncodeEvidence(want)
	if err := First(err, err2); err != nil {
		return Reject("evidence does not encode: %v", err)
	}
	if !bytes.Equal(data, got) {
		return Reject("the evidence is %s, recomputed %s", got, data)
	}
	return nil
}

// constantOf reads an exact constant of the evidence, which must be written as Const.String does.
func constantOf(text string) (constant.Value, error) {
	c, err := constant.Parse(text)
	if err != nil {
		return c, Reject("%q: %v", text, err)
	}
	if c.String() != text {
		return c, Reject("the constant %q is written %q", text, c)
	}
	return c, nil
}

// Number is an exact constant of the evidence, written as constant.Value.String does.
type Number struct{ constant.Value }

// MarshalText writes the number.
func (n Number) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a number in the form in which MarshalText writes it.
func (n *Number) UnmarshalText(text []byte) (err error) {
	if len(text) > maxRationalText {
		return Reject("a constant of %d letters", len(text))
	}
	n.Value, err = constantOf(string(text))
	return err
}

// PositiveConstant reads a constant c > 0.
func PositiveConstant(text string) (constant.Value, error) {
	c, err := constantOf(text)
	if err != nil {
		return c, err
	}
	return c, Proved(Nonnegative(c.Neg()).Not(), "%s is not positive", c)
}

// AtZero sets dst to an enclosure of k(0), which is indeterminate if k(0) is not known.
func AtZero(k *kernel.Kernel, dst *ball.Real, prec uint) *ball.Real {
	if k.BallAt(dst, new(ball.Real), prec); !dst.Indeterminate() {
		return dst
	}
	c, err := ValueAtZero(k)
	if err != nil {
		return dst.SetIndeterminate()
	}
	return c.Ball(dst, prec)
}

// Distance rejects a negative or missing distance.
func Distance(z Rational) error {
	if z.Sign() < 0 {
		return Reject("no distance z ≥ 0")
	}
	return nil
}

// First returns the first error.
func First(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Proved turns the answer to a question into the error of a step.
func Proved(t ball.Truth, format string, args ...any) error {
	switch t {
	case ball.True:
		return nil
	case ball.False:
		return Reject(format, args...)
	}
	return Incomplete("%s: not decided", fmt.Sprintf(format, args...))
}

// ConstantSign returns the proved sign of a constant expression.
func ConstantSign(e *formula.Expr) (int, error) {
	c, err := constant.New(e)
	if err != nil {
		return 0, Reject("%s: %v", e, err)
	}
	sign, known := c.Sign()
	if known != ball.True {
		return 0, Incomplete("the sign of %s is not decided", e)
	}
	return sign, nil
}

// Nonnegative tells whether c ≥ 0; with a parameter, for all of its values (True), or for none (False).
func Nonnegative(c constant.Value) ball.Truth {
	return c.Nonnegative()
}
