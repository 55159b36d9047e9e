// Package basis has the columns that maps consist of, as values at points: waves, ridge functions of directions, spherical
// harmonics, products of projections, monomials, steps, and functions of projections. It draws nothing but random signs
// and predicts nothing, so that whoever applies a map needs no more than this.
package basis
