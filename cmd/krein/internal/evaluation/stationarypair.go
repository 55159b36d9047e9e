package evaluation

import (
	"fmt"
	"io"
	"math"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/pair"
	"krein/internal/outward"
)

// PairView is what 'krein features' says of a pair of maps.
type PairView struct {
	Formula        string          `json:"formula"`
	Dim            int             `json:"dim"`
	Representation string          `json:"representation"`
	Coupling       pair.Coupling   `json:"coupling"`
	Budget         features.Budget `json:"budget"`
	Exact          bool            `json:"exact"`
	Seed           uint64          `json:"seed"`
	Bias           *BiasView       `json:"bias"`
	Data           *dataset.View   `json:"data,omitempty"`
	Rows           int             `json:"rows"`
	Columns        int             `json:"columns"` // of Φ, and of Ψ
	Concatenated   bool            `json:"concatenated"`
	Side           string          `json:"side,omitempty"` // left, right or both: what was written
	Symmetric      bool            `json:"symmetric"`      // Φ = Ψ
	Frequencies    []int           `json:"frequencies"`    // of the parts
	// J is the same for both maps
	Signature dataset.Signature `json:"signature"`
	MapFile   dataset.MapFile   `json:"map_file,omitempty"`
	RMS       float64           `json:"rms,omitempty"` // predicted, over differences of rows
	RMSError  float64           `json:"rms_se"`        // its standard error, 0: by formula
	AtZero    float64           `json:"-"`             // |k(0)|
}

// PairView returns the view, of a map without data if data is nil, and choices are.
func (k *StationaryKernel) PairView(p *pair.Pair, way string, choices []pair.Choice, data *dataset.View) *PairView {
	o := p.Options()
	v := &PairView{Formula: k.Formula, Dim: k.Dim, Representation: way, Coupling: o.Coupling, Budget: o.Budget,
		Exact: o.Exact != nil, Seed: o.Seed, Bias: &BiasView{k.Rep.Bias, k.Rep.BiasKind}, Data: data,
		Columns: p.Left().Columns(), Symmetric: p.Symmetric(), Frequencies: p.Counts(),
		Signature: dataset.SignatureOf(p.Left()),
		AtZero:    math.Abs(k.At(make([]float64, k.Dim)))}
	if data != nil {
		v.Rows = data.Rows
	}
	if len(choices) > 0 {
		v.RMS, v.RMSError = math.Sqrt(choices[0].Variance), seOfRoot(choices[0].Variance, choices[0].SE)
	}
	return v
}

// Notes writes what is known of the features' errors, and which data they are of.
func (v *PairView) Notes(w io.Writer) {
	fmt.Fprintln(w, Bias(v.Bias.Bound, v.Bias.Kind))
	v.errors(w)
}

func (v *PairView) errors(w io.Writer) {
	fmt.Fprintf(w, "root mean square error of the estimates at differences of rows: %s\n",
		RMS(v.RMS, v.RMS*v.RMS, 2*v.RMS*v.RMSError))
	measure.WriteUseless(w, v.RMS, v.AtZero)
	fmt.Fprintln(w, v.Data)
}

// Describe says which maps they are.
func (v *PairView) Describe(w io.Writer) {
	fmt.Fprintf(w, "k(Δ) = %s, Δ = x − y, in R^%d\n", v.Formula, v.Dim)
	fmt.Fprintf(w, "pair of maps of the %s measure, %s coupling, %s budget, seed %d\n", v.Representation, v.Coupling,
		v.Budget, v.Seed)
	if v.Exact {
		fmt.Fprintf(w, "orders 0 to 2 are exact, in %d columns\n", v.Dim+2)
	}
	fmt.Fprintln(w, Bias(v.Bias.Bound, v.Bias.Kind))
}

// Write says which maps they are; right is the file of Ψ.
func (v *PairView) Write(w io.Writer, right string) {
	v.Describe(w)
	v.errors(w)
	switch {
	case v.Concatenated:
		fmt.Fprintf(w, "%s, Φ and Ψ side by side\n", terminal.Count(v.Rows, "row"))
	case v.Symmetric:
		fmt.Fprintf(w, "%s × %d columns; Ψ = Φ\n", terminal.Count(v.Rows, "row"), v.Columns)
	case v.Side == "right":
		fmt.Fprintf(w, "%s × %d columns of Ψ: K ≈ Φ J Ψᵀ\n", terminal.Count(v.Rows, "row"), v.Columns)
	case right == "":
		fmt.Fprintf(w, "%s × %d columns of Φ: K ≈ Φ J Ψᵀ\n", terminal.Count(v.Rows, "row"), v.Columns)
	default:
		fmt.Fprintf(w, "%s × %d columns of Φ and of Ψ: K ≈ Φ J Ψᵀ\n", terminal.Count(v.Rows, "row"), v.Columns)
	}
	v.MapFile.Say(w, right != "")
	if v.Signature.Negative() { // if none are, J takes no part
		fmt.Fprintln(w, v.Signature)
	}
}

// RMS writes a root mean square error, with its standard error if its variance is simulated.
func RMS(rms, variance, se float64) string {
	if se == 0 {
		return fmt.Sprintf("%.3g", rms)
	}
	return fmt.Sprintf("%.3g ± %s %%", rms, outward.Up(50*se/variance, 1))
}

// seOfRoot is the standard error of the root.
func seOfRoot(variance, se float64) float64 {
	if se == 0 {
		return 0
	}
	return se / (2 * math.Sqrt(variance))
}
