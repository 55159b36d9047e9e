package measure

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
)

// InverseView is the kernel that a table represents, beside the one that it is of.
type InverseView struct {
	Formula string    `json:"formula"`
	Beyond  string    `json:"beyond"`
	Dim     int       `json:"dim"`
	Z       []float64 `json:"z"`
	Table   []float64 `json:"table"`  // M₊ E₊Λ_d(Rz) − M₋ E₋Λ_d(Rz)
	Kernel  []float64 `json:"kernel"` // k(z)
	Off     []float64 `json:"difference"`
	Largest float64   `json:"largest_difference"` // of finite ones; NaN if there are none
	At      float64   `json:"largest_at"`         // NaN if there are none
	Bias    string    `json:"bias"`               // what the table says of itself
}

// InverseDistances returns the distances that were asked for as decimals or fractions.
func InverseDistances(at []string) (z []float64, err error) {
	for _, s := range at {
		r, ok := new(big.Rat).SetString(s)
		if !ok || r.Sign() < 0 {
			return nil, fmt.Errorf("--at %s: of a table a distance, 0 or greater, as in 0,0.1,1/3", terminal.Shorten(s, 40))
		}
		x, _ := r.Float64()
		z = append(z, x)
	}
	return z, nil
}

// InverseReach returns a distance within which a kernel has most of its variation: a power of 2 from which on, at powers of 2, it is within 1 % of
// its limit, or the radius for which a table is made; 1 without a kernel. It sets a default range and nothing else.
func InverseReach(d *decompose.Decomposition, k *kernel.Kernel) float64 {
	switch {
	case d.Domain != nil:
		return d.Domain.Radius
	case k == nil:
		return 1
	}
	const octaves = 20
	at := numeric.Compile(k).At
	limit, most := at(math.Exp2(octaves)), 0.0
	for e := -octaves; e < octaves; e++ {
		most = max(most, math.Abs(at(math.Exp2(float64(e)))-limit))
	}
	for e := octaves - 1; e >= -octaves; e-- {
		if z := math.Exp2(float64(e)); math.Abs(at(z)-limit) > most/100 {
			return 2 * z
		}
	}
	return 1
}

// Inverse evaluates both kernels; k is nil for the table of a Go function.
func Inverse(ctx context.Context, d *decompose.Decomposition, k *kernel.Kernel, z []float64) (*InverseView, error) {
	v := &InverseView{Formula: d.Kernel, Beyond: d.Beyond, Dim: d.Dim, Z: z, Largest: math.NaN(), At: math.NaN()}
	b, err := Admit(ctx, d, k, true)
	if err != nil {
		return nil, err
	}
	v.Bias = b.String()
	at := func(float64) float64 { return math.NaN() }
	if k != nil {
		compiled := numeric.Compile(k).At
		at = func(z float64) float64 {
			if z == 0 {
				return numeric.AtZero(k)
			}
			return compiled(z)
		}
	}
	for _, x := range z {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		got, want := d.KernelAt(x), at(x)
		v.Table = append(v.Table, got)
		v.Kernel = append(v.Kernel, want)
		v.Off = append(v.Off, got-want)
		if off := math.Abs(got - want); !math.IsNaN(off) && !math.IsInf(off, 0) && !(off <= v.Largest) {
			v.Largest, v.At = off, x
		}
	}
	return v, nil
}

// Finite replaces what JSON cannot say by null.
func (v *InverseView) Finite() any {
	largest := Null([]float64{v.Largest, v.At})
	return struct {
		*InverseView
		Table   []*float64 `json:"table"`
		Kernel  []*float64 `json:"kernel"`
		Off     []*float64 `json:"difference"`
		Largest *float64   `json:"largest_difference"`
		At      *float64   `json:"largest_at"`
	}{v, Null(v.Table), Null(v.Kernel), Null(v.Off), largest[0], largest[1]}
}

// WriteCSV writes a row for each distance.
func (v *InverseView) WriteCSV(w io.Writer) error {
	var b strings.Builder
	b.WriteString("z,table,kernel,difference\n")
	for i := range v.Z {
		SpectrumCSV(&b, v.Z[i], v.Table[i], v.Kernel[i], v.Off[i])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteTable shows the values side by side, and the largest difference.
func (v *InverseView) WriteTable(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\nby the masses and distributions of the table\n\n", v.Formula, v.Beyond, v.Dim)
	t := terminal.NewTable("z", "of the table", "k(z)", "difference")
	var right []table.ColumnConfig
	for i := range 4 {
		right = append(right, table.ColumnConfig{Number: i + 1, Align: text.AlignRight})
	}
	t.SetColumnConfigs(right)
	for i, z := range v.Z {
		row := table.Row{fmt.Sprintf("%.6g", z), fmt.Sprintf("% .10e", v.Table[i]), "not known", ""}
		if !math.IsNaN(v.Kernel[i]) {
			row[2], row[3] = fmt.Sprintf("% .10e", v.Kernel[i]), fmt.Sprintf("% .1e", v.Off[i])
		}
		t.AppendRow(row)
	}
	compared := "nothing to compare: no formula of the kernel has finite values at these distances"
	if !math.IsNaN(v.Largest) {
		compared = fmt.Sprintf("largest difference %s, at z = %v", outward.Up(v.Largest, 2), v.At)
	}
	_, err := fmt.Fprintf(w, "%s\n\n%s\n%s\n", t.Render(), compared, v.Bias)
	return err
}
