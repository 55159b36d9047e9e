// Package mass encloses the masses of the two Jordan parts of a radial spectral measure. It searches nothing: From
// takes a Proof, which says where the panels are, and derives the rest. The search is in package search.
package mass
