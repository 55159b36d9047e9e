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
// One number has one spelling, so that evidence is compared byte by byte, and a digest of a file is one of its contents.
// The length is bounded before the number is read: 1e999999999 has few letters, but is not in lowest terms either.
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
// Any precision is sound, since balls are; the bound is on the work that a file can ask for.
func EvidenceBits(bits int) error {
	if bits < 32 || bits > MaxEvidenceBits {
		return Reject("a precision of %d bits", bits)
	}
	return nil
}

// Recomputed rejects the evidence unless it is want, member for member: what the checker derived from the inputs in it.
// It is for evidence that a rule derives whole from a few inputs in it: what is derived is used, and what is written is not,
// so that a forged member cannot be believed; the comparison only says that the file is not what krein writes.
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
// The spelling is that of the normal form: of two texts for one constant one is refused, as for Rational.
func constantOf(text string) (constant.Value, error) {
	c, err := constant.Parse(text)
	if err != nil {
		return c, Reject("%q: %v", text, err)
	}
	if c.String() != text {
		return c, Reject("the constant %q is written %q", text, c)
	}
	// Rules write what they read into formulas, and Euler's constant has no name there: its node would have no value.
	if _, ok := c.Expr(); !ok {
		return c, Reject("no formula says %q", text)
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
// "Not −c ≥ 0" is c > 0 for numbers; of a parameter it is c > 0 for all values, as Nonnegative is false only if −c < 0 for all.
func PositiveConstant(text string) (constant.Value, error) {
	c, err := constantOf(text)
	if err != nil {
		return c, err
	}
	return c, Proved(Nonnegative(c.Neg()).Not(), "%s is not positive", c)
}

// AtZero sets dst to an enclosure of k(0), which is indeterminate if k(0) is not known.
// The value of the formula at 0 comes first, and where it has none k(0) is the limit, as everywhere in krein (ValueAtZero).
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
// Unknown is neither true nor false: it is incomplete, so that more precision or work may decide what a rejection would close.
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
