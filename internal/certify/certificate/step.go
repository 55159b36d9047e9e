package certificate

import (
	"encoding/json"
	"errors"
	"fmt"

	"krein/internal/certify/proof"
)

// Limits of a proof tree that Decode reads.
const maxDepth, maxSteps = 64, 100_000

// WireStep is a step of a proof tree as files write it.
type WireStep struct {
	Rule     string          `json:"rule"`
	Says     string          `json:"says"`
	Evidence json.RawMessage `json:"evidence"`
	From     []*WireStep     `json:"from,omitempty"`
}

// WireOf returns a proof tree as files write it, nil for none.
func WireOf(s *proof.Step) *WireStep {
	if s == nil {
		return nil
	}
	w := &WireStep{Rule: s.Rule, Says: s.Says, Evidence: s.Evidence}
	for _, f := range s.From {
		w.From = append(w.From, WireOf(f))
	}
	return w
}

// decodeStep reads a proof tree; left is the number of steps still allowed.
func decodeStep(data []byte, depth int, left *int) (*proof.Step, error) {
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
	s := &proof.Step{Rule: m.text("rule"), Says: m.text("says"), Evidence: m.evidence()}
	if m.err != nil {
		return nil, m.err
	}
	if s.Rule == "" {
		return nil, errors.New("a step without a rule")
	}
	if from, ok := m.raw["from"]; ok {
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
