package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
func NewStep(rule, says string, evidence any, from ...*Step) *Step {
	raw := json.RawMessage("{}")
	if evidence != nil {
		data, err := encodeJSON(evidence)
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

// DecodeEvidence sets *evidence, a pointer to a struct, from an object of a certificate. It is strict: every
// member of the struct without omitempty must be there and no other, in the order and the spelling in which EncodeEvidence writes them.
func DecodeEvidence(data []byte, evidence any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(evidence); err != nil {
		return err
	}
	// What was read must be written the same way: this finds missing, repeated and misspelt members.
	again, err := encodeJSON(evidence)
	if err != nil {
		return err
	}
	if !bytes.Equal(again, data) {
		return errors.New("not in canonical form: a member is missing, repeated, or spelt otherwise")
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

// Limits of a proof tree that Decode reads.
const (
	maxDepth = 64
	maxSteps = 100_000
)

type wireStep struct {
	Rule     string          `json:"rule"`
	Says     string          `json:"says"`
	Evidence json.RawMessage `json:"evidence"`
	From     []*wireStep     `json:"from,omitempty"`
}

func (s *Step) wire() *wireStep {
	if s == nil {
		return nil
	}
	w := &wireStep{Rule: s.Rule, Says: s.Says, Evidence: s.Evidence}
	for _, f := range s.From {
		w.From = append(w.From, f.wire())
	}
	return w
}

// decodeStep reads a proof tree; left is the number of steps still allowed.
func decodeStep(data []byte, depth int, left *int) (*Step, error) {
	if *left--; *left < 0 {
		return nil, fmt.Errorf("more than %d steps", maxSteps)
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("deeper than %d steps", maxDepth)
	}
	m, err := members(data, []string{"rule", "says", "evidence"}, []string{"from"})
	if err != nil {
		return nil, err
	}
	s := new(Step)
	if s.Rule, err = text(m["rule"]); err != nil {
		return nil, fmt.Errorf("rule: %w", err)
	}
	if s.Rule == "" {
		return nil, errors.New("a step without a rule")
	}
	if s.Says, err = text(m["says"]); err != nil {
		return nil, fmt.Errorf("says: %w", err)
	}
	if s.Evidence, err = canonical(m["evidence"]); err != nil {
		return nil, fmt.Errorf("evidence: %w", err)
	}
	if s.Evidence[0] != '{' {
		return nil, errors.New("evidence is not an object")
	}
	if from, ok := m["from"]; ok {
		var raw []json.RawMessage
		if err := json.Unmarshal(from, &raw); err != nil {
			return nil, fmt.Errorf("from: %w", err)
		}
		if len(raw) == 0 {
			return nil, errors.New("from: an empty list of premises")
		}
		for i, r := range raw {
			f, err := decodeStep(r, depth+1, left)
			if err != nil {
				return nil, fmt.Errorf("premise %d: %w", i+1, err)
			}
			s.From = append(s.From, f)
		}
	}
	return s, nil
}
