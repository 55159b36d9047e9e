// Package distribution describes the two Jordan parts of a radial spectral measure as distributions
// that one can draw from, each within a proved distance of the part in total variation.
package distribution
