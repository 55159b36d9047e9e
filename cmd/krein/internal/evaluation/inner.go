package evaluation

import (
	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/measure"
	"krein/features"
	"krein/internal/features/evaluate"
)

// Inner measures the maps of a kernel that is no function of the distance.
func Inner(cmd *cobra.Command, k *measure.InnerKernel, d *measure.InnerDrawing, rows *mat.Dense, radii features.RadiusLaw,
	set evaluate.Settings) ([]Result, error) {
	set.Couplings, set.Radii, set.Best = []features.Coupling{features.IID}, []features.RadiusLaw{radii}, 0
	measured, err := evaluate.Kernel(cmd.Context(), d.At, whole{d.Representation}, rows, &set)
	if err != nil {
		return nil, err
	}
	name := "maclaurin"
	if k.IsMin() {
		name = "threshold"
	}
	all := appended(nil, name, d.View.Bias, "", measured...)
	for i := range all {
		all[i].Default = true
	}
	return all, nil
}
