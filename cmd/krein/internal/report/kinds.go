package report

import (
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
)

// Page is a report of any kind.
type Page interface{ WriteHTML(w io.Writer) error }

// Of makes the report that suits a formula and the flags. stage is told what is being done.
func Of(cmd *cobra.Command, kf *input.KernelFlags, zonal *measure.SphereFlags, formula string,
	stage func(string)) (Page, error) {
	if kf.Ranged() {
		if zonal.On {
			return nil, errors.New("--sphere is about one kernel: give the parameter a value")
		}
		f, axes, err := kf.Family(cmd, formula)
		if err != nil {
			return nil, err
		}
		limit := time.Duration(input.Effort(cmd.Context()) * float64(input.AnalysisTime/2))
		return NewRegion(cmd.Context(), f, axes, kf.Dim, kf.Argument(formula, formula), limit, stage)
	}
	k, err := kf.Kernel(cmd, formula)
	other := (*input.AnisotropicError)(nil)
	switch {
	case errors.As(err, &other) && zonal.On:
		return nil, errors.New("--sphere is about functions of the distance; this formula is one of x − y")
	case errors.As(err, &other):
		return NewDelta(cmd.Context(), other.Kernel, kf.Argument(formula, formula), stage)
	case err != nil:
		return nil, err
	}
	argument := kf.Argument(formula, k.Formula())
	if zonal.On {
		set := zonal.Settings()
		return NewSphere(cmd.Context(), k, kf.Dim, argument, set, stage)
	}
	return NewRadial(cmd.Context(), k, kf.Dim, argument, stage)
}
