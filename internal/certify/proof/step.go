package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"krein/internal/strictjson"
)

// Step is a node of a proof tree: a rule, the exact evidence to which it is applied and
// the proofs of its premises. What the step establishes is not written in it: the rule
// and the goal above it say so, and the checker derives it again.
type Step struct {
	// Rule identifies the theorem (check.Rules).
	Rule string
	// Says is one sentence for people. The checker does not read it.
	Says string
	// Evidence is a JSON object, members in canonical order; numbers that matter are
	// exact: rationals ("35/4") or dyadic balls as ball.Real.MarshalText writes them.
	Evidence json.RawMessage
	// From holds the proofs of the premises, in the order that the rule expects.
	From []*Step
}

// NewStep makes a step; evidence is encoded as JSON, nil as the empty object. It panics if
// the evidence does not encode as an object.
// It is the prover's; that the evidence is right nobody has to believe.
func NewStep(rule, says string, evidence any, from ...*Step) *Step {
	raw := json.RawMessage("{}")
	if evidence != nil {
		data, err := EncodeEvidence(evidence)
		if err != nil || len(data) == 0 || data[0] != '{' {
			panic(fmt.Sprintf("proof: evidence of %s does not encode as an object: %v", rule, err))
		}
		raw = data
	}
	return &Step{Rule: rule, Says: says, Evidence: raw, From: from}
}

// Decode sets *evidence, a pointer to a struct, from the step's evidence, as DecodeEvidence does.
func (s *Step) Decode(evidence any) error {
	if err := DecodeEvidence(s.Evidence, evidence); err != nil {
		return fmt.Errorf("evidence of %s: %w", s.Rule, err)
	}
	return nil
}

// EncodeEvidence returns v as JSON the way a certificate spells it: without white space and
// without the escaping of <, > and &, which formulas use.
func EncodeEvidence(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// DecodeEvidence sets *evidence, a pointer to a struct, from an object of a certificate. It is strict: every member
// without omitempty is there and no other, in EncodeEvidence's order and spelling.
// Why strict: two spellings of one evidence would be two certificates of one proof, and a member that is not known might
// mean something to another reader of the file.
func DecodeEvidence(data []byte, evidence any) error {
	if err := strictjson.Decode(data, evidence); err != nil {
		return err
	}
	// What was read must be written the same way: this finds missing members and numbers that are spelt otherwise.
	again, err := EncodeEvidence(evidence)
	if err != nil {
		return err
	}
	if !bytes.Equal(again, data) {
		return errors.New("not in canonical form: a member is missing, or spelt otherwise")
	}
	return nil
}

// Size returns the number of steps in the tree.
func (s *Step) Size() int {
	n := 1
	for _, f := range s.From {
		n += f.Size()
	}
	return n
}
