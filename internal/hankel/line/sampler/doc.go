// Package sampler gives the parts of measures on the line (package line) as laws that one can draw from: inverse
// distribution functions in float64 of frequencies with phases, at a proved distance from the part.
package sampler
