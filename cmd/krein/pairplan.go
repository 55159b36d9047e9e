package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/anisotropic"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/pair"
	"krein/features/plan"
	"krein/fourier/stationary"
)

// anisotropic plans for pairs of maps of a kernel of x − y.
func (p *planCommand) anisotropic(cmd *cobra.Command, k *stationary.Kernel, target float64) error {
	found, err := anisotropic.New(cmd, k)
	if err != nil {
		return err
	}
	v := &planView{Formula: found.Formula, Dim: found.Dim, Diameter: 2, Error: target, Confidence: p.confidence,
		Columns: p.Columns, pairs: true}
	if p.diameter != "" {
		if v.Diameter, err = input.Positive("diameter", p.diameter); err != nil {
			return err
		}
	}
	var rows *mat.Dense
	if rows, v.Data, v.From, err = p.Rows(cmd, found.Dim, v.Diameter); err != nil {
		return err
	}
	if rows != nil && p.diameter == "" {
		v.Diameter = 1.1 * longest(found.Displacements(rows, 0))
	}
	for _, way := range found.Ways() {
		answers, err := plan.Pairs(cmd.Context(), way.Parts, found.Rep.Bias, &plan.PairSettings{
			Error: target, Confidence: p.confidence, Diameter: v.Diameter, Columns: p.Columns,
			Options: pair.Options{Coupling: couplingOf(way.Parts), Budget: features.BudgetProportional,
				Displacements: found.Displacements(rows, v.Diameter)},
		})
		if err != nil {
			return fmt.Errorf("%s: %w", way.Name, err)
		}
		v.Plans = append(v.Plans, planned{fmt.Sprintf("%s, mass %.6g; predictions for %v frequencies", way.Name, way.Mass,
			couplingOf(way.Parts)), answers})
	}
	if p.Kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	return v.write(cmd.OutOrStdout())
}

// couplingOf is joint, where parts can be coupled.
func couplingOf(parts *pair.Parts) pair.Coupling {
	for _, p := range parts.Parts {
		if p.Dims() != nil {
			return pair.Joint
		}
	}
	return pair.IID
}

// longest is the largest length.
func longest(displacements [][]float64) (z float64) {
	for _, d := range displacements {
		z = max(z, mat.Norm(mat.NewVecDense(len(d), d), 2))
	}
	return z
}
