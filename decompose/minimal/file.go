package minimal

import (
	"encoding/json"

	"krein/internal/document"
)

// Format names the JSON form of a Measure and its version.
const Format = "krein.minimum/2"

// Convention is the Fourier convention of measures and tables, see package fourier.
const Convention = "k(z) = ∫ Λ_d(ωz) m(dω) over [0,∞), Λ_d(0) = 1, m = m₊ − m₋"

// wire is the document. Numbers are the shortest decimals that read back as the same float64, so they are exact.
type wire struct {
	Format     string      `json:"format"`
	Kernel     string      `json:"kernel"`
	Beyond     string      `json:"beyond"`
	Dim        int         `json:"dim"`
	Convention string      `json:"convention"`
	Radius     float64     `json:"radius"`
	Tolerance  float64     `json:"tolerance"`
	Distances  []float64   `json:"distances,omitempty"`
	Atoms      []Atom      `json:"atoms"`
	Mass       float64     `json:"mass"`
	Cost       float64     `json:"cost"`
	Bias       float64     `json:"bias"`
	Dual       []DualPoint `json:"dual"`
	Scale      float64     `json:"scale"`
	Lower      float64     `json:"lower"`
	Checksum   string      `json:"checksum"` // of all the rest
}

// Seal returns the checksum and what it has to be.
func (w *wire) Seal() (member *string, want string, err error) {
	rest := *w
	rest.Checksum = ""
	want, err = document.Checksum(&rest)
	return &w.Checksum, want, err
}

// MarshalJSON writes m as a krein.minimum/2 document, sealed by its checksum; an error means that its fields contradict each other.
func (m *Measure) MarshalJSON() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	f := &wire{Format, m.Kernel, m.Beyond, m.Dim, Convention, m.Radius, m.Tolerance, m.Distances,
		m.Atoms, m.Mass, m.Cost, m.Bias, m.Dual, m.Scale, m.Lower, ""}
	member, want, err := f.Seal()
	if err != nil {
		return nil, err
	}
	*member = want
	return json.Marshal(f)
}

// UnmarshalJSON reads what MarshalJSON writes. Unknown members, another version or convention, numbers out of range and a
// checksum that does not fit are errors. It proves nothing: that is Verify's part.
func (m *Measure) UnmarshalJSON(data []byte) error {
	var f wire
	if err := document.Decomposition.DecodeStrict(data, Format, &f); err != nil {
		return err
	}
	if f.Convention != Convention {
		return document.Decomposition.Fault("convention", "%.80q is not %q", f.Convention, Convention)
	}
	n := Measure{Kernel: f.Kernel, Beyond: f.Beyond, Dim: f.Dim, Radius: f.Radius, Tolerance: f.Tolerance,
		Distances: f.Distances, Atoms: f.Atoms,
		Mass: f.Mass, Cost: f.Cost, Bias: f.Bias, Dual: f.Dual, Scale: f.Scale, Lower: f.Lower}
	if err := n.check(); err != nil {
		return err
	}
	if err := document.Decomposition.Intact(&f); err != nil {
		return err
	}
	*m = n
	return nil
}
