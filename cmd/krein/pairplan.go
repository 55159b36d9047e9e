package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/fourier/stationary"
	"krein/internal/features/plan"
)

// anisotropic plans for pairs of maps of a kernel of x − y.
func (p *planCommand) anisotropic(cmd *cobra.Command, k *stationary.Kernel, target float64) error {
	found, err := evaluation.NewStationary(cmd, k)
	if err != nil {
		return err
	}
	v := &planView{Formula: found.Formula, Dim: found.Dim, Diameter: 2, Error: target, Confidence: p.confidence,
		Columns: p.Columns, pairs: true}
	if p.Kernel.Radius != "" {
		if v.Diameter, err = input.Positive("radius", p.Kernel.Radius); err != nil {
			return err
		}
	}
	var rows *mat.Dense
	if rows, v.Data, v.From, err = p.Rows(cmd, found.Dim, v.Diameter); err != nil {
		return err
	}
	if rows != nil && p.Kernel.Radius == "" {
		v.Diameter = 1.1 * longest(found.Displacements(rows, 0))
	}
	chooser := found.Chooser(found.Options(rows, v.Diameter, 0))
	_, from, err := chooser.Best(cmd.Context(), reference, nil, false)
	if err != nil {
		return err
	}
	for _, way := range found.Ways() {
		choices, err := chooser.Choose(cmd.Context(), &way, reference)
		if err != nil {
			return fmt.Errorf("%s: %w", way.Name, err)
		}
		predictor, err := chooser.Predictor(&way)
		if err != nil {
			return fmt.Errorf("%s: %w", way.Name, err)
		}
		best := choices[0].Options
		answers, err := plan.Pairs(cmd.Context(), way.Parts, found.Rep.Bias, &plan.PairSettings{
			Error: target, Confidence: p.confidence, Diameter: v.Diameter, Columns: p.Columns, Options: best,
			Predictor: predictor,
		})
		if err != nil {
			return fmt.Errorf("%s: %w", way.Name, err)
		}
		drawn := best.Coupling.String() + " frequencies"
		if best.Exact != nil {
			drawn += ", orders to 2 exact"
		}
		v.Plans = append(v.Plans, planned{Measure: fmt.Sprintf("%s, mass %.6g", way.Name, way.Mass), Drawn: way.Name == from.Name,
			Samples: drawn, Rows: answers})
	}
	if p.Kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	return v.write(cmd.OutOrStdout())
}

// reference is the number of columns for which it is chosen what errors are predicted of: those of 'krein features' with so
// many.
const reference = 512

// longest is the largest length.
func longest(displacements [][]float64) (z float64) {
	for _, d := range displacements {
		z = max(z, mat.Norm(mat.NewVecDense(len(d), d), 2))
	}
	return z
}
