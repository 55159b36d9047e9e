package prose

import (
	"encoding/json"

	"krein/internal/certify/proof"
)

// Missing says what stands between an estimate and a proof: the rule that would have to decide the
// claim, and what that is wanting; where Rule is empty, Because says what else a proof takes, a
// theorem for instance that none of the rules is.
type Missing struct {
	Rule    string `json:"rule"`
	Because string `json:"because"`
}

// MissingOf reads what is missing for a proof of a likely or unlikely claim from its evidence; ok
// is false for all others.
func MissingOf(cl proof.Claim) (m Missing, ok bool) {
	if cl.Status != proof.Likely && cl.Status != proof.Unlikely {
		return m, false
	}
	var evidence struct {
		Missing Missing `json:"missing"`
	}
	if err := json.Unmarshal(cl.Evidence, &evidence); err != nil {
		return m, false
	}
	return evidence.Missing, evidence.Missing.Because != ""
}

// String names the rule and says what it is wanting.
func (m Missing) String() string {
	if m.Rule == "" {
		return "Missing for a proof: " + m.Because
	}
	return "Missing for a proof: " + m.Rule + " (" + m.Because + ")"
}
